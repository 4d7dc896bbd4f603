// The functions of libvkd3d-utils, as a program that links it declares them.
#pragma once

#include "utils/com.h"

namespace weft::utils {

extern "C" {
Hresult WEFT_COM D3DReflect(const void *, uintptr_t, const Guid &, void **);
Hresult WEFT_COM D3DCreateBlob(uintptr_t, Blob **);
Hresult WEFT_COM D3DGetBlobPart(const void *, uintptr_t, unsigned, Uint, Blob **);
Hresult WEFT_COM D3DGetInputSignatureBlob(const void *, uintptr_t, Blob **);
Hresult WEFT_COM D3DGetOutputSignatureBlob(const void *, uintptr_t, Blob **);
Hresult WEFT_COM D3DGetInputAndOutputSignatureBlob(const void *, uintptr_t, Blob **);
Hresult WEFT_COM D3DGetDebugInfo(const void *, uintptr_t, Blob **);
Hresult WEFT_COM D3DStripShader(const void *, uintptr_t, Uint, Blob **);
Hresult WEFT_COM D3DPreprocess(const void *, uintptr_t, const char *, const Macro *, Include *, Blob **,
                               Blob **);
Hresult WEFT_COM D3DDisassemble(const void *, uintptr_t, Uint, const char *, Blob **);
Hresult WEFT_COM D3DCompile(const void *, uintptr_t, const char *, const Macro *, Include *, const char *,
                            const char *, Uint, Uint, Blob **, Blob **);
Hresult WEFT_COM D3DCompile2(const void *, uintptr_t, const char *, const Macro *, Include *, const char *,
                             const char *, Uint, Uint, Uint, const void *, uintptr_t, Blob **, Blob **);
}

} // namespace weft::utils
