/* What a compiled shader binds, through libvkd3d-utils: reflect shader.dxbc
 *
 *     cc reflect.c $(pkg-config --cflags --libs libvkd3d-utils) -o reflect
 */
#include <stdio.h>
#include <stdlib.h>

#include <vkd3d_utils.h>

static ID3DBlob *read_file(const char *name) {
    ID3DBlob *blob = NULL;
    FILE *file = fopen(name, "rb");
    long size;

    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    if (size > 0 && D3DCreateBlob((SIZE_T)size, &blob) >= 0 &&
        fread(blob->lpVtbl->GetBufferPointer(blob), 1, (size_t)size, file) != (size_t)size) {
        blob->lpVtbl->Release(blob);
        blob = NULL;
    }
    fclose(file);
    return blob;
}

int main(int argc, char **argv) {
    ID3DBlob *shader = argc == 2 ? read_file(argv[1]) : NULL;
    ID3D12ShaderReflection *reflection;
    D3D12_SHADER_DESC desc;
    HRESULT hr;
    UINT i;

    if (!shader) return EXIT_FAILURE;
    hr = D3DReflect(shader->lpVtbl->GetBufferPointer(shader), shader->lpVtbl->GetBufferSize(shader),
                    &IID_ID3D12ShaderReflection, (void **)&reflection);
    shader->lpVtbl->Release(shader);
    if (hr < 0) return EXIT_FAILURE;

    reflection->lpVtbl->GetDesc(reflection, &desc);
    for (i = 0; i < desc.BoundResources; ++i) {
        D3D12_SHADER_INPUT_BIND_DESC resource;

        reflection->lpVtbl->GetResourceBindingDesc(reflection, i, &resource);
        printf("%s: type %d, register %u, space %u\n", resource.Name, resource.Type, resource.BindPoint,
               resource.Space);
    }
    reflection->lpVtbl->Release(reflection);
    return EXIT_SUCCESS;
}
