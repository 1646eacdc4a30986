#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "app/gl/heat_shader.hpp"
#include "app/layout/geometry.hpp"
#include "app/ui/heat_slice.hpp"

struct ImDrawCmd;
struct ImDrawList;

namespace warpscope {

/// Draws heat slices in the midst of a Dear ImGui draw list. Belongs to one OpenGL context, which
/// is to be current when a list is drawn and when the painter ends.
class HeatPainter {
 public:
  /// Into `pixels` of the display, when the list is drawn. False where the driver cannot; then
  /// nothing was added.
  bool add(ImDrawList& list, Rect pixels, const HeatSlice& slice);

  /// What a callback that it added will draw; see Damage.
  [[nodiscard]] static std::optional<std::uint64_t> callback_key(const ImDrawCmd& command);

  [[nodiscard]] int uploads() const { return shader_ ? shader_->uploads() : 0; }

 private:
  struct Job {
    HeatPainter* painter;
    Rect pixels;
    HeatSlice slice;
  };
  bool ready();
  static void run(const ImDrawList* list, const ImDrawCmd* command);
  void draw(const Job& job);

  std::unique_ptr<HeatShader> shader_;
  bool tried_ = false;
  std::deque<Job> jobs_;  ///< of the present frame; a deque leaves them where they are
  int frame_ = -1;
};

}  // namespace warpscope
