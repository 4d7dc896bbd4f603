// Amplification and mesh shaders.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

void Writer::thread_group_modes() {
    b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::LocalSize, m_.workgroup_size[0],
                  m_.workgroup_size[1], m_.workgroup_size[2]);
}

bool Writer::mesh_shading() {
    if (!from_spirv_1_4() || !extension_allowed(driver::extension_mesh_shader)) {
        error(code::spirv_feature,
              "Amplification and mesh shaders need Vulkan 1.2 and SPV_EXT_mesh_shader, which the "
              "target environment does not offer.");
        return false;
    }
    b_.extension("SPV_EXT_mesh_shader");
    b_.capability(spv::Capability::MeshShadingEXT);
    return true;
}

void Writer::mesh_modes() {
    auto mode = [this](spv::ExecutionMode e, auto... values) {
        b_.modes.emit(spv::Op::OpExecutionMode, entry_, e, values...);
    };
    thread_group_modes();
    const bool lines = m_.mesh.output == ir::Primitive::line;
    mode(lines ? spv::ExecutionMode::OutputLinesEXT : spv::ExecutionMode::OutputTrianglesEXT);
    mode(spv::ExecutionMode::OutputVertices, m_.mesh.max_vertices);
    mode(spv::ExecutionMode::OutputPrimitivesEXT, m_.mesh.max_primitives);
}

Id Writer::payload() {
    if (!payload_) {
        const uint32_t n = m_.mesh.payload_dwords;
        Id block = b_.unique_struct(b_.array(type(ir::i32()), n ? n : 1));
        payload_ = global(spv::StorageClass::TaskPayloadWorkgroupEXT, block);
        if (!o_.strip_debug) b_.name(payload_, "payload");
    }
    return payload_;
}

Id Writer::payload_word(Id at) {
    Id variable = payload();
    return typed(spv::Op::OpAccessChain, pointer_to(spv::StorageClass::TaskPayloadWorkgroupEXT, ir::i32()),
                 variable, b_.u32(0), at);
}

// Index variables are arrays of vectors, one vector a primitive.
void Writer::store_indices(const Inst &inst) {
    const bool lines = m_.mesh.output == ir::Primitive::line;
    const ir::Type t = type_of(inst.arg[1]);
    Id variable = builtin_variable(lines ? spv::BuiltIn::PrimitiveLineIndicesEXT
                                         : spv::BuiltIn::PrimitiveTriangleIndicesEXT,
                                   b_.array(type(t), m_.mesh.max_primitives), spv::StorageClass::Output);
    Id at = vertex_index(inst.arg[0], m_.mesh.max_primitives);
    Id p = typed(spv::Op::OpAccessChain, pointer_to(spv::StorageClass::Output, t), variable, at);
    f_->emit(spv::Op::OpStore, p, id(inst.arg[1]));
}

// What the groups are that a return starts.
Id Writer::dispatch_variable() {
    if (!dispatch_variable_) {
        Id pointer = pointer_to(spv::StorageClass::Function, ir::i32(3));
        dispatch_variable_ = b_.new_id();
        variables_.emit(spv::Op::OpVariable, pointer, dispatch_variable_, spv::StorageClass::Function,
                        b_.null(type(ir::i32(3))));
    }
    return dispatch_variable_;
}

// SPIR-V's instruction ends the shader, Direct3D's does not.
void Writer::dispatch_mesh(const Inst &inst) {
    const Id counts[3] = {id(inst.arg[0]), id(inst.arg[1]), id(inst.arg[2])};
    if (m_[inst.next].op == Op::return_) {
        for (unsigned k = 0; k < 3; ++k)
            dispatch_[k] = counts[k];
        return;
    }
    Id vector = construct(ir::i32(3), counts, 3);
    f_->emit(spv::Op::OpStore, dispatch_variable(), vector);
}

void Writer::end_amplification() {
    if (!dispatch_[0]) {
        Id counts = result(spv::Op::OpLoad, ir::i32(3), dispatch_variable());
        for (unsigned k = 0; k < 3; ++k)
            dispatch_[k] = extract(counts, ir::i32(), k);
    }
    if (m_.mesh.payload_dwords)
        f_->emit(spv::Op::OpEmitMeshTasksEXT, dispatch_[0], dispatch_[1], dispatch_[2], payload());
    else
        f_->emit(spv::Op::OpEmitMeshTasksEXT, dispatch_[0], dispatch_[1], dispatch_[2]);
    dispatch_[0] = 0;
}

void Writer::mesh(Value v, const Inst &inst) {
    switch (inst.op) {
    case Op::set_mesh_outputs: {
        Id vertices = id(inst.arg[0]);
        f_->emit(spv::Op::OpSetMeshOutputsEXT, vertices, id(inst.arg[1]));
        return;
    }
    case Op::store_indices: return store_indices(inst);
    case Op::load_payload: {
        Id base = id(inst.arg[0]);
        Id parts[4] = {};
        for (unsigned i = 0; i < inst.type.count(); ++i)
            parts[i] = result(spv::Op::OpLoad, ir::i32(), payload_word(offset_by(base, i)));
        return set(v, inst, construct(inst.type, parts, inst.type.count()));
    }
    case Op::store_payload: {
        Id base = id(inst.arg[0]);
        Id value = id(inst.arg[1]);
        const ir::Type t = type_of(inst.arg[1]);
        for (unsigned i = 0; i < t.count(); ++i) {
            Id c = t.is_scalar() ? value : extract(value, ir::i32(), i);
            f_->emit(spv::Op::OpStore, payload_word(offset_by(base, i)), c);
        }
        return;
    }
    case Op::copy_payload: {
        const ir::SharedArray &from = m_.shared[inst.arg[0]];
        if (from.kind != ir::Kind::i32)
            return unimplemented("A payload of elements of other than 32 bits is not implemented.");
        Id shared = shared_variable(inst.arg[0]);
        Id pointer_type = pointer_to(spv::StorageClass::Workgroup, ir::i32());
        for (uint32_t i = 0; i < m_.mesh.payload_dwords; ++i) {
            Id p = typed(spv::Op::OpAccessChain, pointer_type, shared, b_.u32(i));
            Id word = result(spv::Op::OpLoad, ir::i32(), p);
            f_->emit(spv::Op::OpStore, payload_word(b_.u32(i)), word);
        }
        return;
    }
    default: return dispatch_mesh(inst);
    }
}

} // namespace weft::spirv
