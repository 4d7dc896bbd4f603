#include "shader-runner/executor.h"

#include "shader-runner/glsl.h"
#include "shader-runner/needs.h"

#include <algorithm>
#include <cstring>
#include <strings.h>

namespace weft::runner {
namespace {

VkPrimitiveTopology vulkan_topology(Topology topology) {
    switch (topology) {
    case Topology::triangle_list: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    case Topology::triangle_strip: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    case Topology::point_list: return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case Topology::line_list: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    case Topology::line_strip: return VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    case Topology::triangle_list_adjacency: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
    case Topology::triangle_strip_adjacency: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY;
    case Topology::line_list_adjacency: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY;
    case Topology::line_strip_adjacency: return VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY;
    case Topology::patch_list: break;
    }
    return VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
}

// The render targets of a draw with the Vulkan objects that refer to them.
struct Targets {
    Device &device;
    std::vector<Resource *> colours;
    Resource *depth = nullptr;
    unsigned width = 16384, height = 16384, layers = 2048, samples = 1;
    VkRenderPass pass = VK_NULL_HANDLE;
    VkFramebuffer framebuffer = VK_NULL_HANDLE;

    explicit Targets(Device &d) : device(d) {}
    ~Targets() {
        if (framebuffer) vkDestroyFramebuffer(device.handle(), framebuffer, nullptr);
        if (pass) vkDestroyRenderPass(device.handle(), pass, nullptr);
    }
    Targets(const Targets &) = delete;
    Targets &operator=(const Targets &) = delete;

    void collect(const std::vector<std::unique_ptr<Resource>> &resources) {
        for (const auto &resource : resources) {
            const ResourceDesc &desc = resource->desc();
            if (desc.kind == ResourceKind::rtv)
                colours.push_back(resource.get());
            else if (desc.kind == ResourceKind::dsv)
                depth = resource.get();
            else
                continue;
            width = std::min(width, desc.width);
            height = std::min(height, desc.height);
            layers = std::min(layers, desc.layers);
            samples = std::max(samples, desc.samples);
        }
    }

    // With views, each layer is drawn by a view of its own.
    bool create(bool views_of_layers) {
        std::vector<VkAttachmentDescription> attachments;
        std::vector<VkAttachmentReference> references;
        std::vector<VkImageView> views;
        auto add = [&](Resource &resource, VkImageLayout layout) {
            VkAttachmentDescription attachment{};
            attachment.format = resource.desc().format->vulkan;
            attachment.samples = VkSampleCountFlagBits(resource.desc().samples);
            attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
            attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
            attachment.stencilLoadOp = attachment.loadOp;
            attachment.stencilStoreOp = attachment.storeOp;
            attachment.initialLayout = attachment.finalLayout = layout;
            attachments.push_back(attachment);
            views.push_back(resource.attachment_view());
            return VkAttachmentReference{uint32_t(attachments.size() - 1), layout};
        };
        for (Resource *colour : colours)
            references.push_back(add(*colour, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL));
        VkAttachmentReference depth_reference{};
        if (depth) depth_reference = add(*depth, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
        VkSubpassDescription subpass{};
        subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
        subpass.colorAttachmentCount = uint32_t(references.size());
        subpass.pColorAttachments = references.data();
        subpass.pDepthStencilAttachment = depth ? &depth_reference : nullptr;
        VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
        info.attachmentCount = uint32_t(attachments.size());
        info.pAttachments = attachments.data();
        info.subpassCount = 1;
        info.pSubpasses = &subpass;
        const uint32_t mask = uint32_t((uint64_t(1) << std::min(layers, 32u)) - 1);
        VkRenderPassMultiviewCreateInfo multiview{VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO};
        multiview.subpassCount = 1;
        multiview.pViewMasks = &mask;
        if (views_of_layers) info.pNext = &multiview;
        if (vkCreateRenderPass(device.handle(), &info, nullptr, &pass) != VK_SUCCESS) return false;
        VkFramebufferCreateInfo frame{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
        frame.renderPass = pass;
        frame.attachmentCount = uint32_t(views.size());
        frame.pAttachments = views.data();
        frame.width = width;
        frame.height = height;
        frame.layers = views_of_layers ? 1 : layers;
        return vkCreateFramebuffer(device.handle(), &frame, nullptr, &framebuffer) == VK_SUCCESS;
    }

    void transition(VkCommandBuffer commands) {
        for (Resource *colour : colours)
            colour->transition(commands, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        if (depth) depth->transition(commands, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
    }
};

// Layout elements placed on the locations that the vertex shader reads.
struct VertexInput {
    std::vector<VkVertexInputBindingDescription> bindings;
    std::vector<VkVertexInputAttributeDescription> attributes;
    std::vector<VkBuffer> buffers; // parallel to bindings

    bool create(const Scene &scene, const vkd3d_shader_signature &signature, std::string &error) {
        for (const LayoutElement &element : scene.layout) {
            auto binding = std::find_if(bindings.begin(), bindings.end(),
                                        [&](auto &entry) { return entry.binding == element.slot; });
            if (binding == bindings.end()) {
                bindings.push_back({element.slot, 0, VK_VERTEX_INPUT_RATE_VERTEX});
                binding = bindings.end() - 1;
            }
            const uint32_t offset = binding->stride;
            binding->stride += element.format->bytes;
            const vkd3d_shader_signature_element *found = nullptr;
            for (unsigned i = 0; i < signature.element_count && !found; ++i) {
                const auto &candidate = signature.elements[i];
                if (strcasecmp(candidate.semantic_name, element.name.c_str()) == 0 &&
                    candidate.semantic_index == element.index)
                    found = &candidate;
            }
            if (!found) {
                error =
                    "the vertex shader has no input " + element.name + " " + std::to_string(element.index);
                return false;
            }
            attributes.push_back({found->register_index, element.slot, element.format->vulkan, offset});
        }
        for (const auto &binding : bindings) {
            VkBuffer buffer = VK_NULL_HANDLE;
            for (const auto &resource : *scene.resources)
                if (resource->desc().kind == ResourceKind::vb && resource->desc().slot == binding.binding)
                    buffer = resource->buffer().handle;
            if (!buffer) {
                error = "there is no vertex buffer " + std::to_string(binding.binding);
                return false;
            }
            buffers.push_back(buffer);
        }
        return true;
    }
};

bool read_inputs(const Shader &shader, const CompileSettings &settings, Signatures &signatures,
                 vkd3d_shader_signature &parsed, std::string &error) {
    std::string messages;
    if (shader.form == ShaderForm::d3dbc) {
        if (signatures.scan(shader, settings, messages)) return true;
    } else {
        const vkd3d_shader_code code = cli::as_code(shader.code);
        char *text = nullptr;
        const int result = vkd3d_shader_parse_input_signature(&code, &parsed, &text);
        messages = text ? text : "";
        vkd3d_shader_free_messages(text);
        if (result >= 0) return true;
    }
    error = "the input signature of the vertex shader cannot be read: " + messages;
    return false;
}

// Direct3D leaves alone a target that the pixel shader has no output for; Vulkan would write anything.
std::vector<VkPipelineColorBlendAttachmentState> make_blend_states(const Targets &targets, const Scene &scene,
                                                                   const CompileSettings &settings) {
    constexpr VkColorComponentFlags all = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                                          VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    std::vector<VkPipelineColorBlendAttachmentState> states(targets.colours.size());
    for (auto &state : states)
        state.colorWriteMask = all;
    const Shader &pixel = scene.shader(Stage::pixel);
    Signatures signatures;
    std::string messages;
    if (!pixel.exists() || !signatures.scan(pixel, settings, messages) ||
        (scene.d3d9 && signatures.output().element_count == 0))
        return states;
    for (size_t i = 0; i < states.size(); ++i) {
        bool written = false;
        for (unsigned k = 0; k < signatures.output().element_count; ++k) {
            const auto &element = signatures.output().elements[k];
            written =
                written || (element.sysval_semantic == VKD3D_SHADER_SV_TARGET && element.semantic_index == i);
        }
        if (!written) states[i].colorWriteMask = 0;
    }
    return states;
}

} // namespace

// Values for specialization constants.
struct Specialization {
    std::vector<VkSpecializationMapEntry> entries;
    std::vector<uint32_t> words;
    VkSpecializationInfo info{};

    void add(uint32_t id, uint32_t word) {
        entries.push_back({id, uint32_t(words.size() * 4), 4});
        words.push_back(word);
    }
    const VkSpecializationInfo *finish() {
        info = {uint32_t(entries.size()), entries.data(), words.size() * 4, words.data()};
        return &info;
    }
};

namespace {

// The library is told where the value will be, and the value goes there.
void supply_later(vkd3d_shader_parameter1 &parameter, const Requirements &requirements,
                  const BindingSet &bindings, Specialization *specialization) {
    // Flat interpolation is a decoration.
    if (parameter.name == VKD3D_SHADER_PARAMETER_NAME_FLAT_INTERPOLATION ||
        (is_selector(parameter.name) && !requirements.late_selectors))
        return;
    const unsigned slot =
        unsigned(parameter.name) & 0xff; // those of weft.h take places that the others leave
    const auto value = parameter.u.immediate_constant;
    const unsigned words = parameter.data_type == VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4 ? 4 : 1;
    uint32_t bits[4];
    memcpy(bits, &value.u, words * 4);
    if (requirements.parameters == Requirements::Parameters::buffer) {
        parameter.type = VKD3D_SHADER_PARAMETER_TYPE_BUFFER;
        parameter.u.buffer = {0, bindings.parameter_binding(), slot * 16};
        memcpy(bindings.parameter_buffer() + parameter.u.buffer.offset, bits, words * 4);
        return;
    }
    parameter.type = VKD3D_SHADER_PARAMETER_TYPE_SPECIALIZATION_CONSTANT;
    parameter.u.specialization_constant.id = slot * 4;
    for (unsigned i = 0; specialization && i < words; ++i)
        specialization->add(parameter.u.specialization_constant.id + i, bits[i]);
}

} // namespace

struct Executor::Modules {
    Device &device;
    Specialization specialization;
    std::vector<VkPipelineShaderStageCreateInfo> stages;
    bool views = false; // some stage asks which view it draws

    explicit Modules(Device &d) : device(d) {}
    ~Modules() {
        for (const auto &stage : stages)
            vkDestroyShaderModule(device.handle(), stage.module, nullptr);
    }
    Modules(const Modules &) = delete;
    Modules &operator=(const Modules &) = delete;
};

CompileSettings Executor::make_settings(const Scene &scene, const BindingSet &bindings, bool points,
                                        Specialization *specialization) const {
    Targets targets(device_);
    targets.collect(*scene.resources);
    CompileSettings settings;
    settings.requirements = scene.requirements;
    settings.capabilities = device_.capabilities();
    settings.spirv_extensions = device_.spirv_extensions();
    settings.features = device_.features_beyond();
    settings.highest = device_.environment();
    settings.unknown_format_loads = device_.features().shaderStorageImageReadWithoutFormat;
    settings.interface = bindings.interface();
    settings.parameters = make_parameters(scene.state, points, targets.samples);
    settings.texture_dimensions = scene.state.texture_dimensions;
    settings.shadow_samplers = scene.state.shadow_samplers;
    settings.fetch4_samplers = scene.state.fetch4_samplers;
    if (scene.requirements.parameters != Requirements::Parameters::immediate)
        for (auto &parameter : settings.parameters)
            supply_later(parameter, scene.requirements, bindings, specialization);
    return settings;
}

CompileResult Executor::compile_stage(const Scene &scene, const CompileSettings &settings, Stage stage,
                                      Target target) const {
    const Shader &shader = scene.shader(stage);
    const Shader *next = nullptr;
    if (stage < Stage::pixel)
        for (size_t i = size_t(stage) + 1; i <= size_t(Stage::pixel) && !next; ++i)
            if (scene.shaders[i].exists()) next = &scene.shaders[i];
    // The last stage before the rasteriser is the one that is captured.
    const CaptureLayout *capture =
        stage < Stage::pixel && (!next || next == &scene.shader(Stage::pixel)) ? &scene.capture : nullptr;
    const bool linked = scene.d3d9 ? stage == Stage::vertex : scene.requirements.varying_map_always;
    if (!next || !linked) return compile_shader(shader, settings, nullptr, capture, target);

    CompileResult failure;
    failure.result = VKD3D_ERROR_INVALID_SHADER;
    Signatures producer, consumer;
    if (!producer.scan(shader, settings, failure.messages) ||
        !consumer.scan(*next, settings, failure.messages))
        return failure;
    const auto map = make_varying_map(producer, consumer);
    return compile_shader(shader, settings, &map, capture, target);
}

void Executor::dump(Stage stage, const cli::Bytes &code) const {
    if (dump_folder_.empty()) return;
    std::string error;
    if (!cli::write_file(dump_folder_ + "/" + dump_prefix_ + "-" + stage_name(stage) + ".spv", code, error))
        fprintf(stderr, "shader-runner: %s\n", error.c_str());
}

Executed Executor::create_module(const Scene &scene, const CompileSettings &settings, Stage stage,
                                 Modules &modules, std::string &error) {
    CompileSettings own = settings;
    if (through_glsl_ && stage == Stage::domain)
        own.tessellation = scan_tessellation(scene.shader(Stage::hull), settings);
    CompileResult compiled = compile_stage(scene, own, stage, through_glsl_ ? Target::glsl : Target::spirv);
    if (through_glsl_) {
        if (!compiled.ok()) {
            error = "not in GLSL: " + compiled.messages;
            return Executed::impossible;
        }
        compiled = compile_glsl(compiled.code, stage, device_.environment());
    }
    if (!compiled.ok()) {
        error = std::string("the ") + stage_name(stage) + " shader does not compile (result " +
                std::to_string(compiled.result) + ")";
        if (!compiled.messages.empty()) error += ": " + compiled.messages;
        return Executed::failed;
    }
    dump(stage, compiled.code);
    const std::string invalid = validate_spirv(compiled.code, compiled.environment);
    if (!invalid.empty()) {
        error = std::string("the ") + stage_name(stage) + " shader compiles to an invalid module: " + invalid;
        return Executed::failed;
    }
    if (const std::string missing = missing_capability(compiled.code, stage, device_); !missing.empty()) {
        error = std::string("the ") + stage_name(stage) + " shader's module needs " + missing +
                ", which the device lacks";
        return Executed::impossible;
    }
    modules.views = modules.views || uses_views(compiled.code);
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = compiled.code.size();
    info.pCode = reinterpret_cast<const uint32_t *>(compiled.code.data());
    VkPipelineShaderStageCreateInfo entry{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    entry.stage = vulkan_stage(stage);
    entry.pName = "main";
    if (vkCreateShaderModule(device_.handle(), &info, nullptr, &entry.module) != VK_SUCCESS) {
        error = std::string("the device refuses the ") + stage_name(stage) + " shader's module";
        return Executed::failed;
    }
    modules.stages.push_back(entry);
    return Executed::done;
}

Executed Executor::dispatch(const Scene &scene, const std::array<unsigned, 3> &groups, std::string &error) {
    if (!scene.shader(Stage::compute).exists()) {
        error = "there is no compute shader";
        return Executed::failed;
    }
    const auto bindings = BindingSet::create(device_, *scene.resources, scene.samplers, scene.state.uniforms,
                                             scene.requirements, false, error);
    if (!bindings) return Executed::failed;
    Modules modules(device_);
    if (const Executed made = create_module(scene, make_settings(scene, *bindings, false, nullptr),
                                            Stage::compute, modules, error);
        made != Executed::done)
        return made;
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = modules.stages[0];
    info.layout = bindings->layout();
    VkPipeline pipeline;
    if (vkCreateComputePipelines(device_.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline) !=
        VK_SUCCESS) {
        error = "the device refuses the compute pipeline";
        return Executed::failed;
    }
    const VkCommandBuffer commands = device_.begin();
    bindings->transition(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    bindings->bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE);
    vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
    const bool ok = device_.finish();
    vkDestroyPipeline(device_.handle(), pipeline, nullptr);
    if (!ok) error = "the dispatch did not complete";
    return ok ? Executed::done : Executed::failed;
}

Executed Executor::draw(const Scene &scene, const DrawCommand &command, std::string &error) {
    const bool hull = scene.shader(Stage::hull).exists(), domain = scene.shader(Stage::domain).exists();
    if (!scene.shader(Stage::vertex).exists()) {
        error = "there is no vertex shader";
        return Executed::failed;
    }
    if (hull != domain) {
        error = "hull and domain shader go together";
        return Executed::failed;
    }
    Targets targets(device_);
    targets.collect(*scene.resources);
    if (targets.depth && scene.state.depth == Compare::none) {
        error = "a depth target needs a depth function";
        return Executed::failed;
    }
    const auto bindings = BindingSet::create(device_, *scene.resources, scene.samplers, scene.state.uniforms,
                                             scene.requirements, scene.d3d9, error);
    if (!bindings) return Executed::failed;
    Modules modules(device_);
    const CompileSettings settings =
        make_settings(scene, *bindings, command.topology == Topology::point_list, &modules.specialization);
    for (size_t i = 0; i < size_t(Stage::compute); ++i) {
        if (!scene.shaders[i].exists()) continue;
        if (const Executed made = create_module(scene, settings, Stage(i), modules, error);
            made != Executed::done)
            return made;
    }
    Capture capture(device_);
    if (!capture.create(scene.capture, *scene.resources, error)) return Executed::failed;

    Signatures signatures;
    vkd3d_shader_signature parsed{};
    VertexInput input;
    if (!scene.layout.empty()) {
        if (!read_inputs(scene.shader(Stage::vertex), settings, signatures, parsed, error))
            return Executed::failed;
        const bool ok = input.create(scene, scene.d3d9 ? signatures.input() : parsed, error);
        vkd3d_shader_free_shader_signature(&parsed);
        if (!ok) return Executed::failed;
    }
    if (!targets.create(modules.views)) {
        error = "cannot create a render pass";
        return Executed::failed;
    }

    VkPipelineVertexInputStateCreateInfo vertex{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    vertex.vertexBindingDescriptionCount = uint32_t(input.bindings.size());
    vertex.pVertexBindingDescriptions = input.bindings.data();
    vertex.vertexAttributeDescriptionCount = uint32_t(input.attributes.size());
    vertex.pVertexAttributeDescriptions = input.attributes.data();
    VkPipelineInputAssemblyStateCreateInfo assembly{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    assembly.topology = vulkan_topology(command.topology);
    VkPipelineTessellationStateCreateInfo tessellation{
        VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO};
    tessellation.patchControlPoints = command.control_points;

    // Direct3D's y axis points up: a negative height turns Vulkan's round. D3D9 has pixel centres at
    // integers.
    std::vector<Viewport> wanted = scene.state.viewports;
    if (wanted.empty()) wanted.push_back({0, 0, float(targets.width), float(targets.height)});
    std::vector<VkViewport> viewports;
    std::vector<VkRect2D> scissors(wanted.size(), VkRect2D{{0, 0}, {targets.width, targets.height}});
    const float shift = scene.d3d9 ? 0.5f : 0.0f;
    for (const Viewport &v : wanted)
        viewports.push_back({v.x + shift, v.y + v.height + shift, v.width, -v.height, 0, 1});
    VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    viewport.viewportCount = viewport.scissorCount = uint32_t(viewports.size());
    viewport.pViewports = viewports.data();
    viewport.pScissors = scissors.data();

    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    raster.polygonMode = VK_POLYGON_MODE_FILL;
    raster.cullMode = VK_CULL_MODE_NONE;
    raster.frontFace = VK_FRONT_FACE_CLOCKWISE;
    raster.lineWidth = 1;
    raster.rasterizerDiscardEnable = !scene.capture.rasterise;
    VkPipelineMultisampleStateCreateInfo multisample{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    multisample.rasterizationSamples = VkSampleCountFlagBits(targets.samples);
    multisample.pSampleMask = &scene.state.sample_mask;
    VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    if (targets.depth) {
        depth.depthTestEnable = depth.depthWriteEnable = VK_TRUE;
        depth.depthCompareOp = vulkan_compare(scene.state.depth);
        depth.depthBoundsTestEnable = scene.state.depth_bounds;
        depth.minDepthBounds = scene.state.depth_min;
        depth.maxDepthBounds = scene.state.depth_max;
        depth.stencilTestEnable = scene.state.stencil != Compare::none;
        depth.front.compareOp = vulkan_compare(scene.state.stencil);
        depth.front.passOp = VkStencilOp(scene.state.stencil_pass);
        depth.front.compareMask = depth.front.writeMask = 0xff;
        depth.front.reference = scene.state.stencil_reference;
        depth.back = depth.front;
    }
    const auto blend_states = make_blend_states(targets, scene, settings);
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    blend.attachmentCount = uint32_t(blend_states.size());
    blend.pAttachments = blend_states.data();

    for (auto &stage : modules.stages)
        stage.pSpecializationInfo = modules.specialization.finish();
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.stageCount = uint32_t(modules.stages.size());
    info.pStages = modules.stages.data();
    info.pVertexInputState = &vertex;
    info.pInputAssemblyState = &assembly;
    info.pTessellationState = hull ? &tessellation : nullptr;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &multisample;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.layout = bindings->layout();
    info.renderPass = targets.pass;
    VkPipeline pipeline;
    if (vkCreateGraphicsPipelines(device_.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline) !=
        VK_SUCCESS) {
        error = "the device refuses the graphics pipeline";
        return Executed::failed;
    }

    const VkCommandBuffer commands = device_.begin();
    bindings->transition(commands);
    targets.transition(commands);
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = targets.pass;
    begin.framebuffer = targets.framebuffer;
    begin.renderArea.extent = {targets.width, targets.height};
    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    bindings->bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS);
    const VkDeviceSize zero = 0;
    for (size_t i = 0; i < input.bindings.size(); ++i)
        vkCmdBindVertexBuffers(commands, input.bindings[i].binding, 1, &input.buffers[i], &zero);
    capture.begin(commands);
    vkCmdDraw(commands, command.vertices, command.instances, command.first_vertex, command.first_instance);
    capture.end(commands);
    vkCmdEndRenderPass(commands);
    const bool ok = device_.finish();
    vkDestroyPipeline(device_.handle(), pipeline, nullptr);
    if (!ok) error = "the draw did not complete";
    return ok ? Executed::done : Executed::failed;
}

CompileResult Executor::disassemble(const Scene &scene, Stage stage) {
    CompileResult failure;
    failure.result = VKD3D_ERROR;
    if (!scene.shader(stage).exists()) {
        failure.messages = std::string("there is no ") + stage_name(stage) + " shader";
        return failure;
    }
    const auto bindings = BindingSet::create(device_, *scene.resources, scene.samplers, scene.state.uniforms,
                                             scene.requirements, scene.d3d9, failure.messages);
    if (!bindings) return failure;
    const CompileSettings settings = make_settings(scene, *bindings, false, nullptr);
    CompileResult text = compile_stage(scene, settings, stage, Target::spirv_text);
    if (!text.ok()) return text;
    // What is only looked at has to be valid as well.
    const CompileResult module = compile_stage(scene, settings, stage, Target::spirv);
    const std::string invalid = module.ok() ? validate_spirv(module.code, module.environment) : "";
    if (module.ok() && invalid.empty()) return text;
    failure.messages = module.ok() ? "invalid module: " + invalid : module.messages;
    return failure;
}

} // namespace weft::runner
