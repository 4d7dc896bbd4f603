// The little of COM that the library's objects share.
#pragma once

#include <atomic>
#include <cstring>

#include <vkd3d_utils.h>

namespace weft::utils {

constexpr HRESULT s_ok = 0, s_false = 1;
constexpr HRESULT e_notimpl = static_cast<HRESULT>(0x80004001),
                  e_nointerface = static_cast<HRESULT>(0x80004002),
                  e_pointer = static_cast<HRESULT>(0x80004003), e_fail = static_cast<HRESULT>(0x80004005),
                  e_outofmemory = static_cast<HRESULT>(0x8007000e),
                  e_invalidarg = static_cast<HRESULT>(0x80070057),
                  d3derr_invalidcall = static_cast<HRESULT>(0x8876086c);

inline bool same_guid(const GUID &a, const GUID &b) {
    return !std::memcmp(&a, &b, sizeof(a));
}

// An object with one interface, which starts with one reference and goes with the last. `Object` is the class
// itself.
template <typename Interface, typename Object>
class Counted : public Interface {
  public:
    Counted(const Counted &) = delete;
    Counted &operator=(const Counted &) = delete;

    HRESULT STDMETHODCALLTYPE QueryInterface(const GUID &iid, void **out) final {
        if (!out) return e_pointer;
        *out = nullptr;
        if (!same_guid(iid, IID_IUnknown) && !same_guid(iid, iid_)) return e_nointerface;
        AddRef();
        *out = static_cast<Interface *>(this);
        return s_ok;
    }
    ULONG STDMETHODCALLTYPE AddRef() final { return ++references_; }
    ULONG STDMETHODCALLTYPE Release() final {
        const ULONG left = --references_;
        if (!left) delete static_cast<Object *>(this);
        return left;
    }

  protected:
    explicit Counted(const GUID &iid) : iid_(iid) {}
    ~Counted() = default;

  private:
    const GUID iid_;
    std::atomic<ULONG> references_ = 1;
};

} // namespace weft::utils
