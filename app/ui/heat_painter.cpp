#include "app/ui/heat_painter.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "app/ui/imgui_compat.h"
#include "instrumentation/run/embedded.hpp"

namespace warpscope {
namespace {

std::array<float, 3> parts(Color color) {
  const auto part = [](std::uint8_t channel) { return static_cast<float>(channel) / 255; };
  return {part(color.r), part(color.g), part(color.b)};
}

}  // namespace

bool HeatPainter::ready() {
  if (!std::exchange(tried_, true)) {
    auto made =
        HeatShader::create(embedded_text("shaders/heat.vert"), embedded_text("shaders/heat.frag"));
    if (made) shader_ = std::move(made).value();
  }
  return shader_ != nullptr;
}

bool HeatPainter::add(ImDrawList& list, Rect pixels, const HeatSlice& slice) {
  if (!ready() || slice.columns > shader_->most_columns()) return false;
  // A frame that was built but not drawn leaves its jobs behind.
  if (std::exchange(frame_, ImGui::GetFrameCount()) != ImGui::GetFrameCount()) jobs_.clear();
  jobs_.push_back({this, pixels, slice});
  list.AddCallback(run, &jobs_.back());
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  return true;
}

std::optional<std::uint64_t> HeatPainter::callback_key(const ImDrawCmd& command) {
  if (command.UserCallback != run) return std::nullopt;
  const Job& job = *static_cast<const Job*>(command.UserCallbackData);
  const HeatSlice& slice = job.slice;
  std::uint64_t key = reinterpret_cast<std::uintptr_t>(slice.cells);
  const auto add = [&key](auto value) {
    key = (key ^ static_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15;
    key ^= key >> 29;
  };
  for (const float part :
       {job.pixels.x, job.pixels.y, job.pixels.w, job.pixels.h, slice.from, slice.to})
    add(std::bit_cast<std::uint32_t>(part));
  add(slice.pitch);
  add(slice.columns);
  add(slice.rows);
  add(slice.version);
  const auto add_color = [&add](Color c) { add(c.r << 16 | c.g << 8 | c.b); };
  std::ranges::for_each(slice.palette, add_color);
  add_color(slice.gap);
  return key;
}

void HeatPainter::run(const ImDrawList*, const ImDrawCmd* command) {
  const ImDrawData& data = *ImGui::GetDrawData();
  const Job& job = *static_cast<const Job*>(command->UserCallbackData);
  // Dear ImGui's back end sets the scissors of its own commands only.
  const ImVec2 scale = data.FramebufferScale, origin = data.DisplayPos;
  const ImVec4& clip = command->ClipRect;
  const auto whole = [](float pixels) { return static_cast<GLint>(std::lround(pixels)); };
  const float x = (clip.x - origin.x) * scale.x, right = (clip.z - origin.x) * scale.x;
  const float y = (clip.y - origin.y) * scale.y, bottom = (clip.w - origin.y) * scale.y;
  if (right <= x || bottom <= y) return;
  glScissor(whole(x), whole(data.DisplaySize.y * scale.y - bottom), whole(right - x),
            whole(bottom - y));
  job.painter->draw(job);
}

void HeatPainter::draw(const Job& job) {
  const ImDrawData& data = *ImGui::GetDrawData();
  const HeatSlice& slice = job.slice;
  std::array<float, std::tuple_size_v<decltype(slice.palette)> * 3> palette{};
  for (std::size_t i = 0; i < slice.palette.size(); ++i) {
    const std::array<float, 3> color = parts(slice.palette[i]);
    std::copy(color.begin(), color.end(), palette.begin() + static_cast<std::ptrdiff_t>(3 * i));
  }
  const auto x = [&](float pixel) {
    return 2 * (pixel - data.DisplayPos.x) / data.DisplaySize.x - 1;
  };
  const auto y = [&](float pixel) {
    return 1 - 2 * (pixel - data.DisplayPos.y) / data.DisplaySize.y;
  };
  const Rect& r = job.pixels;
  shader_->draw({slice.cells, slice.pitch, slice.columns, slice.rows, slice.version},
                {.corners = {x(r.x), y(r.y), x(r.right()), y(r.bottom())},
                 .width = r.w * data.FramebufferScale.x,
                 .height = r.h * data.FramebufferScale.y,
                 .from = slice.from,
                 .to = slice.to,
                 .palette = palette,
                 .gap = parts(slice.gap)});
}

}  // namespace warpscope
