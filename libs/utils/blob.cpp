#include "utils/blob.h"

#include <cstdlib>
#include <new>
#include <string>

#include "core/container/container.h"

namespace weft::utils {

namespace {

class BlobObject final : public Counted<ID3DBlob, BlobObject> {
  public:
    BlobObject(void *data, size_t size) : Counted(IID_ID3DBlob), data_(data), size_(size) {}
    ~BlobObject() { std::free(data_); }

    void *STDMETHODCALLTYPE GetBufferPointer() override { return data_; }
    SIZE_T STDMETHODCALLTYPE GetBufferSize() override { return size_; }

  private:
    void *data_;
    size_t size_;
};

ID3DBlob *make_zeroed(size_t size) {
    void *data = std::calloc(size ? size : 1, 1);
    if (!data) return nullptr;
    auto *blob = new (std::nothrow) BlobObject(data, size);
    if (!blob) std::free(data);
    return blob;
}

using container::Container;
using container::Part;
using container::tag;

// D3D_BLOB_PART and the parts that belong to each. Signatures come as containers, the rest as it is.
struct Group {
    uint32_t tags[9];
    bool container;
    unsigned required; // kinds of signatures that have to be there
};
constexpr Group groups[] = {
    {{tag("ISGN"), tag("ISG1")}, true, 1},
    {{tag("OSGN"), tag("OSG1"), tag("OSG5")}, true, 1},
    {{tag("ISGN"), tag("ISG1"), tag("OSGN"), tag("OSG1"), tag("OSG5")}, true, 2},
    {{tag("PCSG"), tag("PSG1")}, true, 1},
    {{tag("ISGN"), tag("ISG1"), tag("OSGN"), tag("OSG1"), tag("OSG5"), tag("PCSG"), tag("PSG1")}, true, 3},
    {{tag("SDBG")}, false, 1},
    {{tag("Aon9")}, false, 1},
    {{tag("XNAP")}, false, 1},
    {{tag("XNAS")}, false, 1},
    {{tag("SPDB"), tag("ILDB")}, false, 1},
    {{tag("PRIV")}, false, 1},
    {{tag("RTS0")}, true, 1},
    {{tag("ILDN")}, false, 1},
};

bool belongs(const Group &group, uint32_t part_tag) {
    for (uint32_t t : group.tags)
        if (t && t == part_tag) return true;
    return false;
}

// Further values of D3D_BLOB_PART, whose parts no compiler writes.
constexpr unsigned first_test_part = 0x8000, last_test_part = 0x8003;

// As the genuine functions do: what is no container is a wrong call, and so is one whose length is not the
// length of the data; a wrong checksum is a failure. `blob` stays as it is unless there is one.
template <typename Keep>
HRESULT select(const void *data, size_t size, bool as_container, unsigned required, Keep &&keep,
               ID3DBlob **blob) {
    try {
        Arena arena;
        Diagnostics diag(LogLevel::none);
        Container container;
        const std::span<const uint8_t> bytes{static_cast<const uint8_t *>(data), size};
        if (failed(container::parse(bytes, true, arena, diag, &container)) || container.declared_size != size)
            return d3derr_invalidcall;
        if (failed(container::parse(bytes, false, arena, diag, &container))) return e_fail;
        Vec<Part> kept(arena);
        for (const Part &part : container.parts)
            if (keep(part.tag)) kept.push(part);
        if (kept.size() < required) return e_fail;
        ID3DBlob *made = make_blob(as_container ? container::serialize(kept.span(), arena) : kept[0].data);
        if (!made) return e_outofmemory;
        *blob = made;
        return s_ok;
    } catch (...) {
        return e_outofmemory;
    }
}

HRESULT get_part(const void *data, size_t size, unsigned part, UINT flags, ID3DBlob **blob) {
    if (!blob || !data || !size || flags) return d3derr_invalidcall;
    if (part >= std::size(groups) && (part < first_test_part || part > last_test_part))
        return d3derr_invalidcall;
    constexpr Group none = {{}, false, 1};
    const Group &group = part < std::size(groups) ? groups[part] : none;
    return select(
        data, size, group.container, group.required, [&](uint32_t t) { return belongs(group, t); }, blob);
}

} // namespace

ID3DBlob *make_blob(std::span<const uint8_t> bytes) {
    ID3DBlob *blob = make_zeroed(bytes.size());
    if (blob && !bytes.empty()) std::memcpy(blob->GetBufferPointer(), bytes.data(), bytes.size());
    return blob;
}

void make_text_blob(std::string_view text, ID3DBlob **slot) {
    if (!slot) return;
    *slot = make_zeroed(text.size() + 1);
    if (*slot && !text.empty()) std::memcpy((*slot)->GetBufferPointer(), text.data(), text.size());
}

} // namespace weft::utils

using namespace weft::utils;

VKD3D_UTILS_API HRESULT WINAPI D3DCreateBlob(SIZE_T size, ID3DBlob **blob) {
    if (!blob) return d3derr_invalidcall;
    ID3DBlob *made = make_zeroed(size);
    if (!made) return e_outofmemory;
    *blob = made;
    return s_ok;
}

VKD3D_UTILS_API HRESULT WINAPI D3DGetBlobPart(const void *data, SIZE_T size, D3D_BLOB_PART part, UINT flags,
                                              ID3DBlob **blob) {
    return get_part(data, size, part, flags, blob);
}

VKD3D_UTILS_API HRESULT WINAPI D3DGetInputSignatureBlob(const void *data, SIZE_T size, ID3DBlob **blob) {
    return get_part(data, size, D3D_BLOB_INPUT_SIGNATURE_BLOB, 0, blob);
}

VKD3D_UTILS_API HRESULT WINAPI D3DGetOutputSignatureBlob(const void *data, SIZE_T size, ID3DBlob **blob) {
    return get_part(data, size, D3D_BLOB_OUTPUT_SIGNATURE_BLOB, 0, blob);
}

VKD3D_UTILS_API HRESULT WINAPI D3DGetInputAndOutputSignatureBlob(const void *data, SIZE_T size,
                                                                 ID3DBlob **blob) {
    return get_part(data, size, D3D_BLOB_INPUT_AND_OUTPUT_SIGNATURE_BLOB, 0, blob);
}

VKD3D_UTILS_API HRESULT WINAPI D3DGetDebugInfo(const void *data, SIZE_T size, ID3DBlob **blob) {
    return get_part(data, size, D3D_BLOB_DEBUG_INFO, 0, blob);
}

VKD3D_UTILS_API HRESULT WINAPI D3DStripShader(const void *data, SIZE_T size, UINT flags, ID3DBlob **blob) {
    if (!blob) return e_fail;
    if (!data || !size) return d3derr_invalidcall;
    const auto strips = [flags](uint32_t t) {
        if (flags & D3DCOMPILER_STRIP_REFLECTION_DATA && (t == tag("RDEF") || t == tag("STAT"))) return true;
        if (flags & D3DCOMPILER_STRIP_DEBUG_INFO &&
            (t == tag("SDBG") || t == tag("SPDB") || t == tag("ILDB") || t == tag("ILDN")))
            return true;
        if (flags & D3DCOMPILER_STRIP_PRIVATE_DATA && t == tag("PRIV")) return true;
        return (flags & D3DCOMPILER_STRIP_ROOT_SIGNATURE) != 0 && t == tag("RTS0");
    };
    return select(
        data, size, true, 0, [&](uint32_t t) { return !strips(t); }, blob);
}
