#include "app/ui/offscreen_ui.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

#include <cfloat>
#include <utility>

#include "app/gl/offscreen_context.hpp"
#include "app/ui/heat_painter.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/retained_picture.hpp"
#include "app/ui/screen_canvas.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

void feed(ImGuiIO& io, const FakeInput& input, const std::vector<Key>& released) {
  const bool away = input.mouse.x < 0 || input.mouse.y < 0;
  compat::feed_mouse(io, away ? ImVec2(-FLT_MAX, -FLT_MAX) : ImVec2(input.mouse.x, input.mouse.y),
                     input.mouse_down, input.right_down, input.wheel);
  for (const Key key : released) compat::feed_key(io, key, false);
  for (const Key key : input.keys) compat::feed_key(io, key, true);
  compat::feed_modifiers(io, input.ctrl, input.shift, input.alt);
  io.AddInputCharactersUTF8(input.text.c_str());
}

}  // namespace

OffscreenUi::OffscreenUi(std::unique_ptr<OffscreenContext> context,
                         std::unique_ptr<RetainedPicture> target, float scale)
    : fonts_(scale),
      context_(std::move(context)),
      target_(std::move(target)),
      imgui_(ImGui::CreateContext(&fonts_.atlas())),
      heat_(std::make_unique<HeatPainter>()) {
  ImGui::SetCurrentContext(imgui_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {static_cast<float>(target_->pixels().width()),
                    static_cast<float>(target_->pixels().height())};
  io.DeltaTime = 1.0F / 60;
  io.ConfigInputTextCursorBlink = false;
  compat::prepare_input(io);
  backend_ = ImGui_ImplOpenGL3_Init("#version 330 core");
}

Result<std::unique_ptr<OffscreenUi>> OffscreenUi::create(int width, int height, float scale) {
  auto context = OffscreenContext::create();
  if (!context) return context.error();
  auto target = RetainedPicture::create(width, height);
  if (!target) return target.error();
  std::unique_ptr<OffscreenUi> made(
      new OffscreenUi(std::move(context).value(), std::move(target).value(), scale));
  if (!made->backend_)
    return Error{ErrorKind::unavailable,
                 tr("Dear ImGui could not load OpenGL. Install libgl1 and libgl1-mesa-dri.")};
  return made;
}

OffscreenUi::~OffscreenUi() {
  context_->make_current();
  ImGui::SetCurrentContext(imgui_);
  heat_.reset();
  if (backend_) ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(imgui_);
}

std::string OffscreenUi::renderer() const { return context_->renderer(); }

void OffscreenUi::rescale(float scale) {
  context_->make_current();
  ImGui::SetCurrentContext(imgui_);
  fonts_.rebuild(scale);
  compat::reload_font_texture();
  target_->forget();
}

void OffscreenUi::build(const std::function<void()>& frame, const FakeInput& input) {
  context_->make_current();
  ImGui::SetCurrentContext(imgui_);
  feed(ImGui::GetIO(), input, std::exchange(held_, input.keys));
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  frame();
  context_->make_current();  // the frame may have drawn pictures of its own
  ImGui::SetCurrentContext(imgui_);
  ImGui::Render();
}

void OffscreenUi::draw(Color background, const std::function<void()>& frame,
                       const FakeInput& input) {
  build(frame, input);
  target_->draw(background, *ImGui::GetDrawData());
}

void OffscreenUi::draw_all(Color background, const std::function<void()>& frame) {
  target_->forget();
  draw(background, frame);
}

void OffscreenUi::finish() const {
  context_->make_current();
  glFinish();
}

Result<Image> OffscreenUi::render(Color background, const std::function<void()>& frame,
                                  const FakeInput& input) {
  draw(background, frame, input);
  return target_->pixels().read();
}

Result<Image> OffscreenUi::paint(Color background, const std::function<void(Canvas&)>& picture) {
  return render(background, [&] {
    ScreenCanvas canvas(*ImGui::GetBackgroundDrawList(), fonts_, {}, heat_.get());
    picture(canvas);
  });
}

}  // namespace warpscope
