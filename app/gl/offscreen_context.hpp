#pragma once

#include <memory>
#include <string>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// An OpenGL 3.3 core context without window or display server, through EGL. Belongs to the thread
/// that made it.
class OffscreenContext {
 public:
  /// `unavailable` if no EGL implementation offers one.
  [[nodiscard]] static Result<std::unique_ptr<OffscreenContext>> create();
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  void make_current() const;
  /// Leaves the thread without such a context, because a window system's context may not be current
  /// beside one.
  static void leave();
  /// The renderer: "llvmpipe (LLVM 15.0.6, 256 bits)", "NVIDIA H200/PCIe/SSE2".
  [[nodiscard]] std::string renderer() const;

 private:
  OffscreenContext(void* display, void* context) : display_(display), context_(context) {}

  void* display_;  ///< EGLDisplay
  void* context_;  ///< EGLContext
};

}  // namespace warpscope
