// The little of COM that the compiler's interfaces need, with the calling convention and sizes that programs
// built against Direct3D's headers expect.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(_WIN32) || !defined(__x86_64__)
#define WEFT_COM
#else
#define WEFT_COM __attribute__((ms_abi))
#endif

#ifdef _WIN32
#define WEFT_UTILS_API extern "C" __declspec(dllexport)
#else
#define WEFT_UTILS_API extern "C" __attribute__((visibility("default")))
#endif

namespace weft::utils {

using Hresult = int32_t;
using Uint = uint32_t;
using Bool = int32_t;

constexpr Hresult s_ok = 0, s_false = 1;
constexpr Hresult e_notimpl = static_cast<Hresult>(0x80004001),
                  e_nointerface = static_cast<Hresult>(0x80004002), e_fail = static_cast<Hresult>(0x80004005),
                  e_outofmemory = static_cast<Hresult>(0x8007000e),
                  e_invalidarg = static_cast<Hresult>(0x80070057),
                  d3derr_invalidcall = static_cast<Hresult>(0x8876086c);

struct Guid {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
    bool operator==(const Guid &other) const { return !std::memcmp(this, &other, sizeof(*this)); }
};

constexpr Guid iid_unknown = {0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
constexpr Guid iid_blob = {0x8ba5fb08, 0x5195, 0x40e2, {0xac, 0x58, 0x0d, 0x98, 0x9c, 0x3a, 0x01, 0x02}};
constexpr Guid iid_reflection11 = {
    0x8d536ca1, 0x0cca, 0x4956, {0xa8, 0x37, 0x78, 0x69, 0x63, 0x75, 0x55, 0x84}};
constexpr Guid iid_reflection12 = {
    0x5a58797d, 0xa72c, 0x478d, {0x8b, 0xa2, 0xef, 0xc6, 0xb0, 0xef, 0xe8, 0x8e}};

struct Unknown {
    virtual Hresult WEFT_COM QueryInterface(const Guid &iid, void **object) = 0;
    virtual Uint WEFT_COM AddRef() = 0;
    virtual Uint WEFT_COM Release() = 0;

  protected:
    ~Unknown() = default;
};

// ID3DBlob
struct Blob : Unknown {
    virtual void *WEFT_COM GetBufferPointer() = 0;
    virtual uintptr_t WEFT_COM GetBufferSize() = 0;

  protected:
    ~Blob() = default;
};

// ID3DInclude, which is not an IUnknown.
struct Include {
    virtual Hresult WEFT_COM Open(int type, const char *name, const void *parent, const void **data,
                                  Uint *size) = 0;
    virtual Hresult WEFT_COM Close(const void *data) = 0;

  protected:
    ~Include() = default;
};

// D3D_SHADER_MACRO; an array ends with a null name.
struct Macro {
    const char *name, *value;
};

} // namespace weft::utils
