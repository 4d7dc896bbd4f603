/* Translates a shader to SPIR-V and says what it declares.
 *
 *   cc example.c $(pkg-config --cflags --libs libvkd3d-shader) -o example
 *   ./example shader.dxbc shader.spv
 */
#include <stdio.h>
#include <stdlib.h>

#include <vkd3d_shader.h>

static int read_file(const char *name, struct vkd3d_shader_code *code) {
    FILE *file = fopen(name, "rb");
    long size;
    void *data;

    if (!file) return 0;
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    data = malloc(size > 0 ? (size_t)size : 1);
    code->code = data;
    code->size = data && size > 0 ? fread(data, 1, (size_t)size, file) : 0;
    fclose(file);
    return code->size > 0;
}

int main(int argc, char **argv) {
    struct vkd3d_shader_scan_signature_info signatures = {VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO};
    struct vkd3d_shader_spirv_target_info target = {VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO, &signatures};
    struct vkd3d_shader_compile_info info = {VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO, &target};
    const struct vkd3d_shader_compile_option options[] = {
        {VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_17},
    };
    struct vkd3d_shader_code spirv;
    char *messages;
    FILE *file;
    int result;
    unsigned int i;

    if (argc != 3 || !read_file(argv[1], &info.source)) {
        fprintf(stderr, "usage: %s SHADER OUTPUT\n", argv[0]);
        return 2;
    }
    target.environment = VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1;
    info.source_type = VKD3D_SHADER_SOURCE_DXBC_TPF;
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    info.options = options;
    info.option_count = 1;
    info.log_level = VKD3D_SHADER_LOG_INFO;
    info.source_name = argv[1];

    result = vkd3d_shader_compile(&info, &spirv, &messages);
    if (messages) fputs(messages, stderr);
    vkd3d_shader_free_messages(messages);
    if (result < 0) return 1;
    for (i = 0; i < signatures.output.element_count; ++i)
        printf("output %s%u\n", signatures.output.elements[i].semantic_name,
               signatures.output.elements[i].semantic_index);
    file = fopen(argv[2], "wb");
    if (!file || fwrite(spirv.code, 1, spirv.size, file) != spirv.size || fclose(file)) return 1;
    vkd3d_shader_free_scan_signature_info(&signatures);
    vkd3d_shader_free_shader_code(&spirv);
    free((void *)info.source.code);
    return 0;
}
