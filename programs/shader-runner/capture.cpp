#include "shader-runner/capture.h"

#include <algorithm>
#include <cstring>

namespace weft::runner {

bool Capture::create(const CaptureLayout &layout, const std::vector<std::unique_ptr<Resource>> &resources,
                     std::string &error) {
    for (const CaptureElement &element : layout.elements) {
        if (buffers_.size() <= element.buffer) buffers_.resize(element.buffer + 1);
        const auto found = std::find_if(resources.begin(), resources.end(), [&](auto &resource) {
            return resource->desc().kind == ResourceKind::so && resource->desc().slot == element.buffer;
        });
        if (found == resources.end()) {
            error = "there is no " + resource_name(ResourceKind::so, element.buffer);
            return false;
        }
        buffers_[element.buffer] = found->get();
    }
    return true;
}

void Capture::begin(VkCommandBuffer commands) {
    const TransformFeedbackCalls &calls = device_.transform_feedback_calls();
    for (uint32_t i = 0; i < buffers_.size(); ++i) {
        if (!buffers_[i]) continue;
        memset(buffers_[i]->counter().mapped, 0, 4);
        const VkDeviceSize offset = 0, size = buffers_[i]->buffer().size;
        calls.bind(commands, i, 1, &buffers_[i]->buffer().handle, &offset, &size);
    }
    if (!buffers_.empty()) calls.begin(commands, 0, 0, nullptr, nullptr);
}

void Capture::end(VkCommandBuffer commands) {
    if (buffers_.empty()) return;
    std::vector<VkBuffer> counters(buffers_.size(), VK_NULL_HANDLE);
    for (size_t i = 0; i < buffers_.size(); ++i)
        if (buffers_[i]) counters[i] = buffers_[i]->counter().handle;
    device_.transform_feedback_calls().end(commands, 0, uint32_t(counters.size()), counters.data(), nullptr);
}

} // namespace weft::runner
