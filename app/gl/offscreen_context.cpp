#include "app/gl/offscreen_context.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <array>
#include <cassert>
#include <string_view>
#include <vector>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

bool has_extension(EGLDisplay display, std::string_view name) {
  const char* all = eglQueryString(display, EGL_EXTENSIONS);
  return all != nullptr &&
         (" " + std::string(all) + " ").find(" " + std::string(name) + " ") != std::string::npos;
}

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// Displays that need no display server, the likeliest first: Mesa's, then each device's.
std::vector<EGLDisplay> displays() {
  const auto display_of = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  std::vector<EGLDisplay> found;
  if (display_of == nullptr) return found;
  if (has_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    found.push_back(display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  const auto devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  std::array<EGLDeviceEXT, 16> device{};
  EGLint count = 0;
  if (has_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") && devices != nullptr &&
      devices(static_cast<EGLint>(device.size()), device.data(), &count) == EGL_TRUE)
    for (EGLint i = 0; i < count; ++i)
      found.push_back(
          display_of(EGL_PLATFORM_DEVICE_EXT, device[static_cast<std::size_t>(i)], nullptr));
  std::erase(found, EGL_NO_DISPLAY);
  return found;
}

/// A current OpenGL 3.3 core context, or EGL_NO_CONTEXT.
EGLContext make_context(EGLDisplay display) {
  if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE ||
      eglBindAPI(EGL_OPENGL_API) == EGL_FALSE)
    return EGL_NO_CONTEXT;
  constexpr EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  if (eglChooseConfig(display, wanted, &config, 1, &configs) == EGL_FALSE || configs == 0)
    return EGL_NO_CONTEXT;
  constexpr EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                                3,
                                EGL_CONTEXT_MINOR_VERSION,
                                3,
                                EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  if (context == EGL_NO_CONTEXT) return EGL_NO_CONTEXT;
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE &&
      gladLoadGL(eglGetProcAddress) != 0)
    return context;
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display, context);
  return EGL_NO_CONTEXT;
}

}  // namespace

Result<std::unique_ptr<OffscreenContext>> OffscreenContext::create() {
  for (const EGLDisplay display : displays())
    if (const EGLContext context = make_context(display); context != EGL_NO_CONTEXT)
      return std::unique_ptr<OffscreenContext>(new OffscreenContext(display, context));
  return Error{ErrorKind::unavailable,
               tr("Pictures need OpenGL 3.3 through EGL, and this machine offers none. Install "
                  "libegl1 and libgl1-mesa-dri, which draw without a graphics card.")};
}

OffscreenContext::~OffscreenContext() {
  // The display is shared by all contexts of the process, so it is not terminated.
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
}

void OffscreenContext::make_current() const {
  [[maybe_unused]] const EGLBoolean done =
      eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
  assert(done == EGL_TRUE);
}

void OffscreenContext::leave() {
  const EGLDisplay display = eglGetCurrentDisplay();
  if (display == EGL_NO_DISPLAY) return;
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

std::string OffscreenContext::renderer() const {
  make_current();
  return reinterpret_cast<const char*>(glGetString(GL_RENDERER));
}

}  // namespace warpscope
