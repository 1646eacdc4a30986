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

/// Draws heat slices within a Dear ImGui draw list. Belongs to one OpenGL context, which must be
/// current when a list is drawn and when the painter ends.
class HeatPainter {
 public:
  /// Adds a slice that fills `pixels` of the display when the list is drawn. Returns false, and
  /// adds nothing, if the driver cannot draw it.
  bool add(ImDrawList& list, Rect pixels, const HeatSlice& slice);

  /// The key of a callback that it added; see Damage.
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
