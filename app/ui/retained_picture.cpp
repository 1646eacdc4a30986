#include "app/ui/retained_picture.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

#include <utility>

#include "app/ui/heat_painter.hpp"
#include "app/ui/screen_canvas.hpp"

namespace warpscope {
namespace {

std::optional<std::uint64_t> callback_key(const ImDrawCmd& command) {
  if (const auto key = ScreenCanvas::callback_key(command)) return key;
  return HeatPainter::callback_key(command);
}

}  // namespace

RetainedPicture::RetainedPicture(std::unique_ptr<Framebuffer> pixels)
    : pixels_(std::move(pixels)), damage_(callback_key) {}

Result<std::unique_ptr<RetainedPicture>> RetainedPicture::create(int width, int height) {
  auto pixels = Framebuffer::create(width, height);
  if (!pixels) return pixels.error();
  return std::unique_ptr<RetainedPicture>(new RetainedPicture(std::move(pixels).value()));
}

bool RetainedPicture::draw(Color background, ImDrawData& frame) {
  const std::vector<TileBox>& boxes = damage_.cut(frame, background);
  if (boxes.empty()) return false;
  pixels_->bind();
  const auto part = [](std::uint8_t channel) { return static_cast<float>(channel) / 255; };
  glClearColor(part(background.r), part(background.g), part(background.b), part(background.a));
  glEnable(GL_SCISSOR_TEST);
  for (const TileBox& box : boxes) {
    glScissor(box.x, pixels_->height() - box.y - box.h, box.w, box.h);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  glDisable(GL_SCISSOR_TEST);
  ImGui_ImplOpenGL3_RenderDrawData(&frame);
  return true;
}

}  // namespace warpscope
