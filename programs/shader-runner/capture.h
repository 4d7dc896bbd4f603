// Stream output: transform feedback into the buffers of [so N] sections.
#pragma once

#include "shader-runner/resources.h"

namespace weft::runner {

class Capture {
  public:
    explicit Capture(Device &device) : device_(device) {}

    // Finds the buffers that `layout` writes. False, with a reason, when one is not there.
    bool create(const CaptureLayout &layout, const std::vector<std::unique_ptr<Resource>> &resources,
                std::string &error);
    // Around the draw. A draw writes from the start of each buffer; its counter is the number of bytes.
    void begin(VkCommandBuffer commands);
    void end(VkCommandBuffer commands);

  private:
    Device &device_;
    std::vector<Resource *> buffers_; // by number; null: not captured
};

} // namespace weft::runner
