#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "app/stage/grid/grid_scene.hpp"
#include "app/stage/grid/merged_cells.hpp"
#include "app/ui/paling_canvas.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"

namespace warpscope {
namespace {

constexpr float least_outlined = 12;  // smaller cells are outlined together

void fill_cell(Canvas& canvas, const GridScene& scene, const GridMatrix& matrix, Rect cell,
               std::int64_t index) {
  const Theme& theme = scene.theme();
  canvas.fill(box_of(cell), theme.now, radius_of(cell));
  const int room = static_cast<int>((cell.w - 5) / scene.digit);
  const auto words = scene.history.value(matrix.array, index);
  if (room <= 0 || cell.h < scene.text_size + 2 || words.empty()) return;
  canvas.text(cell.center(), short_value(scene.array(matrix).type, words, room),
              {Face::mono, scene.text_size, theme.on_accent}, Align::center);
}

/// An outline does not cover what it surrounds: it lies within a cell that is large enough, else
/// around all cells that touch each other.
void outline_cells(Canvas& canvas, const GridScene& scene, std::vector<Rect> cells) {
  const Color now = scene.theme().now;
  if (cells.empty()) return;
  if (std::min(cells.front().w, cells.front().h) >= least_outlined) {
    for (const Rect& cell : cells) canvas.stroke(box_of(cell), now, 2, radius_of(cell));
    return;
  }
  for (const Rect& box : merged_cells(std::move(cells))) {
    canvas.stroke(box.inset(-1.5F), now, 1.5F, 1.5F);
  }
}

}  // namespace

void draw_marks(Canvas& canvas, const GridScene& scene, const GridPlace& place) {
  const Access& access = scene.access();
  const GridMatrix& matrix = scene.launch.matrices[place.matrix];
  const std::vector<std::int64_t> indices = matrix.touched(scene.trace(), scene.frame.access);
  const bool filled =
      access.array == matrix.array && writes(access.operation) && scene.frame.motion >= 1;
  const Followed* const pinned = pinned_in(scene.frame);
  PalingCanvas pale(canvas, scene.theme());
  std::vector<Rect> read, pale_read;
  std::set<std::int64_t> seen;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const auto cell = place.cell(matrix, indices[k]);
    if (!cell || !seen.insert(indices[k]).second) continue;
    const bool faint =
        pinned != nullptr && !pinned->uses(scene.frame.access, matrix.array, indices[k]);
    if (filled) {
      fill_cell(faint ? static_cast<Canvas&>(pale) : canvas, scene, matrix, *cell, indices[k]);
    } else {
      (faint ? pale_read : read).push_back(*cell);
    }
  }
  outline_cells(pale, scene, std::move(pale_read));
  outline_cells(canvas, scene, std::move(read));
  for (const FaultMark* const fault : faults_here(scene.document, scene.frame)) {
    if (fault->array != matrix.array) continue;
    if (const auto cell = place.cell(matrix, fault->index)) {
      draw_fault_frame(canvas, box_of(*cell), scene.theme(), radius_of(*cell));
    }
  }
}

}  // namespace warpscope
