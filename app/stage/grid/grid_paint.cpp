#include <algorithm>
#include <cmath>
#include <utility>

#include "app/layout/shade_range.hpp"
#include "app/layout/text_wrap.hpp"
#include "app/stage/grid/grid_scene.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/table_text.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float shades = 8;           // of small cells
constexpr float least_apart = 4;      // pixels between the numbers of two columns
constexpr float filled_in_part = 14;  // smaller ones are paler until all is read

struct CellValues {
  TableText text;
  ShadeRange shades;
};

/// How the values of a matrix are written, if they have room.
CellValues values_of(const GridScene& scene, const GridPlace& place) {
  const GridMatrix& matrix = scene.launch.matrices[place.matrix];
  const int room = static_cast<int>((place.cell_w - 2) / scene.digit);
  const ElementType type = scene.array(matrix).type;
  CellValues found;
  NumberSpread spread;
  bool fits = room > 0 && place.cell_h >= scene.text_size + 2;
  for (std::int64_t r = place.first.row; r < place.end.row; ++r) {
    for (std::int64_t c = place.first.column; c < place.end.column; ++c) {
      const std::int64_t index = matrix.index({r, c});
      if (index < 0) continue;  // no entry of a sparse matrix
      const auto words = scene.history.value(matrix.array, index);
      if (words.empty()) continue;
      found.shades.add(numeric_value(type, words));
      spread.add(numeric_value(type, words));
      fits = fits && (type.components == 1 || !short_value(type, words, room).empty());
    }
  }
  found.text = table_text(spread, room);
  found.text.fits = fits && (found.text.fits || type.components > 1);
  return found;
}

/// One cell at the present moment.
class CellPainter {
 public:
  CellPainter(Canvas& canvas, const GridScene& scene, const GridPlace& place)
      : canvas_(canvas),
        scene_(scene),
        place_(place),
        matrix_(scene.launch.matrices[place.matrix]),
        values_(values_of(scene, place)) {}

  void draw() {
    // Row by row, so that neighbours of one colour become one box.
    const Rect& seen = scene_.area;
    const auto range = [](float from, float to, float first, float each, std::int64_t count) {
      const auto at = [&](float place) {
        const float cells = std::floor((place - first) / each);
        return static_cast<std::int64_t>(std::clamp(cells, 0.0F, static_cast<float>(count)));
      };
      return std::pair(at(from), std::min(count, at(to) + 1));
    };
    const auto [top, bottom] =
        range(seen.y, seen.bottom(), place_.cells.y, place_.cell_h, place_.down());
    const auto [left, right] =
        range(seen.x, seen.right(), place_.cells.x, place_.cell_w, place_.across());
    for (std::int64_t y = top; y < bottom; ++y) {
      for (std::int64_t x = left; x < right; ++x) {
        const MatrixCell at = place_.turned
                                  ? MatrixCell{place_.first.row + x, place_.first.column + y}
                                  : MatrixCell{place_.first.row + y, place_.first.column + x};
        draw(at);
      }
      flush();
    }
  }

 private:
  void draw(MatrixCell at) {
    const std::int64_t index = matrix_.index(at);
    const Array& array = scene_.array(matrix_);
    if (index < 0 || index >= array.count) return;
    const Rect cell = place_.rect(at);
    const Followed* const pinned = pinned_in(scene_.frame);
    pale_ = pinned != nullptr && !pinned->is_cell(matrix_.array, index) &&
            !pinned->uses(scene_.frame.access, matrix_.array, index);
    const Theme& theme = scene_.theme();
    if (matrix_.is_padding(at.column)) return hatch(box_of(cell));
    const auto words = scene_.history.value(matrix_.array, index);
    if (is_written_now(index)) return box(cell, scene_.theme().now);
    const bool written = scene_.history.at(matrix_.array, index).node != 0;
    if (!written && gather(cell, index)) return;
    const bool sparse = matrix_.entries != nullptr;
    if (words.empty()) return box(cell, sparse ? unread_entry(theme) : theme.raised);
    const float t = values_.shades.share(numeric_value(array.type, words));
    float share = values_.text.fits ? 0.05F + 0.2F * t : 0.12F + 0.5F * t;
    if (sparse && !values_.text.fits)
      share = 0.4F + 0.4F * t;  // few cells among many that are empty
    box(cell, mix(theme.raised, theme.active, std::ceil(share * shades * 2) / (shades * 2)));
    if (!values_.text.fits) return;
    canvas_.text(cell.center(), values_.text.write(array.type, words),
                 {Face::mono, scene_.text_size, pale_ ? theme.muted : theme.text}, Align::center);
  }

  /// Cells that draw_marks() fills and writes upon.
  [[nodiscard]] bool is_written_now(std::int64_t index) const {
    const Access& access = scene_.access();
    return writes(access.operation) && scene_.frame.motion >= 1 && access.array == matrix_.array &&
           touches(scene_.trace().lane_indices(access), index);
  }

  /// A value that is still being gathered: filled by the share of its operands that have been read.
  bool gather(Rect cell, std::int64_t index) {
    const std::uint32_t next = scene_.history.next(matrix_.array, index);
    if (next == FlowEdge::no_node) return false;
    const Gathered progress = gathered(scene_, next);
    if (progress.all == 0) return false;
    const float part = static_cast<float>(progress.loaded) / static_cast<float>(progress.all);
    const Theme& theme = scene_.theme();
    flush();
    const Rect whole = box_of(cell);
    canvas_.fill(whole, theme.raised, radius_of(cell));
    if (progress.loaded == 0) return true;
    // Levels of small cells would be a pattern of stripes.
    if (cell.h < filled_in_part) {
      canvas_.fill(whole, mix(theme.raised, theme.active, 0.5F * part), radius_of(cell));
      return true;
    }
    Rect full = whole;
    full = full.cut_bottom(std::max(1.0F, whole.h * part));
    canvas_.fill(full, mix(theme.raised, theme.active, 0.5F), radius_of(cell));
    return true;
  }

  void hatch(Rect box) {
    flush();
    const float inset = std::min(1.0F, box.w / 4);
    const Color color = mix(scene_.theme().panel, scene_.theme().muted, 0.7F);
    canvas_.line({box.x + inset, box.bottom() - inset}, {box.right() - inset, box.y + inset},
                 color);
    if (box.h < 10) return;
    canvas_.line({box.x + inset, box.center().y}, {box.center().x, box.y + inset}, color);
    canvas_.line({box.center().x, box.bottom() - inset}, {box.right() - inset, box.center().y},
                 color);
  }

  void box(Rect cell, Color color) {
    if (pale_) color = faded(scene_.theme(), color);
    const bool apart = std::min(cell.w, cell.h) >= merged_below;
    if (apart) {
      canvas_.fill(box_of(cell), color, radius_of(cell));
      return;
    }
    if (run_.w > 0 && run_color_ == color) {
      run_.w = cell.right() - run_.x;
      return;
    }
    flush();
    run_ = cell;
    run_color_ = color;
  }
  void flush() {
    if (run_.w > 0) canvas_.fill(run_, run_color_);
    run_ = {};
  }

  Canvas& canvas_;
  const GridScene& scene_;
  const GridPlace& place_;
  const GridMatrix& matrix_;
  CellValues values_;
  bool pale_ = false;  // something else is pinned than the cell at hand
  Rect run_;
  Color run_color_;
};

std::string grid_title(const GridScene& scene, const GridPlace& place) {
  const GridMatrix& matrix = scene.launch.matrices[place.matrix];
  const std::uint32_t launch = launch_of(scene.frame);
  std::string text = array_text(scene.trace(), launch, matrix.array);
  if (place.map) return name_in(scene.trace(), launch, matrix.array);
  if (!matrix.folded && place.rows() < matrix.rows) {
    text += ",  " + tr("rows {0} … {1}", place.first.row, place.end.row - 1);
  }
  if (matrix.folded && place.rows() < matrix.rows) {
    const std::int64_t end = std::min(place.end.row * matrix.columns, scene.array(matrix).count);
    text += ",  " + tr("elements {0} … {1}", place.first.row * matrix.columns, end - 1);
  }
  if (!matrix.folded && place.columns() < matrix.columns) {
    text += ",  " + tr("columns {0} … {1}", place.first.column, place.end.column - 1);
  }
  if (const std::string note = values_of(scene, place).text.note(); !note.empty()) {
    text += ",  " + note;
  }
  if (place.turned) text += std::string(",  ") + tr("turned: its rows run down");
  return text;
}

/// As much of a matrix's title as there is room for: whole parts of it, else its name and extent,
/// else its name alone.
std::string fitting_title(const Canvas& canvas, const GridScene& scene, const GridPlace& place,
                          const TextStyle& style) {
  const std::string whole = grid_title(scene, place);
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  const std::string_view parts = whole_parts(whole, place.title.w, measure);
  if (!parts.empty()) return std::string(parts);
  const std::size_t extent = whole.find(']');
  std::string brief = whole.substr(0, extent == std::string::npos ? extent : extent + 1);
  if (measure(brief) <= place.title.w) return brief;
  return whole.substr(0, whole.find('['));
}

/// With a sign of how its values are written, where there is no room for the words.
std::string title_of(const Canvas& canvas, const GridScene& scene, const GridPlace& place,
                     const TextStyle& style) {
  std::string title = fitting_title(canvas, scene, place, style);
  const TableText text = values_of(scene, place).text;
  const std::string note = text.fits && !place.map ? text.note() : "";
  if (note.empty() || title.find(note) != std::string::npos) return title;
  const std::string end = " " + text.sign();
  const std::string name = title.substr(0, title.find('['));
  const std::size_t extent = title.find(']');
  for (const std::string& from :
       {title, title.substr(0, extent == std::string::npos ? extent : extent + 1), name}) {
    if (canvas.width(from + end, style) <= place.title.w) return from + end;
  }
  return name + end;
}

/// The number of lines from one number to the next.
std::int64_t apart(float cell, float wanted) {
  std::int64_t step = 1;
  while (static_cast<float>(step) * cell < wanted && step < 1024) step *= 2;
  return step;
}

void draw_rulers(Canvas& canvas, const GridScene& scene, const GridPlace& place) {
  const GridMatrix& matrix = scene.launch.matrices[place.matrix];
  const TextStyle style{Face::mono, scene.text_size, scene.theme().muted};
  const auto in_sight = [&](float y) { return y + scene.text_size / 2 + 2 <= scene.area.bottom(); };
  const auto number = [&](Point at, std::int64_t value, Align align) {
    const std::string text = std::to_string(value);
    const float w = static_cast<float>(text.size()) * scene.digit;
    // The first column's would run into the first row's.
    if (align == Align::center) at.x = std::max(at.x, place.cells.x - 1 + w / 2);
    const float left = align == Align::right ? at.x - w : at.x - w / 2;
    canvas.fill({left - 1, at.y - scene.text_size / 2, w + 2, scene.text_size},
                scene.theme().panel);
    canvas.text(at, text, style, align);
  };
  const std::int64_t row_scale = matrix.folded ? matrix.columns : 1;
  const std::int64_t left_first = place.turned ? place.first.column : place.first.row;
  const std::int64_t left_scale = place.turned ? 1 : row_scale;
  const std::int64_t rows = apart(place.cell_h, scene.text_size + 3);
  const Array& array = scene.array(matrix);
  const bool local = array.space == Space::local && !place.turned;
  for (std::int64_t y = 0; y < place.down() && place.ruled_rows; y += rows) {
    const float at = place.cells.y + (static_cast<float>(y) + 0.5F) * place.cell_h;
    if (!in_sight(at)) break;
    const std::int64_t line = (left_first + y) * left_scale;
    number({place.cells.x - 5, at}, local ? line % array.extents[1] : line, Align::right);
  }
  const std::int64_t top_first = place.turned ? place.first.row : place.first.column;
  const float digits =
      static_cast<float>(std::to_string(top_first + place.across()).size()) * scene.digit;
  const std::int64_t columns = apart(place.cell_w, digits + 6);
  const float above = place.cells.y - scene.text_size / 2 - 2;
  for (std::int64_t x = 0; x < place.across() && place.ruled_columns && in_sight(above);
       x += columns) {
    const float at = place.cells.x + (static_cast<float>(x) + 0.5F) * place.cell_w;
    if (at + digits / 2 > place.cells.right() + 6) break;
    // The first one may have been moved to the right.
    if (x == columns && at - digits / 2 < place.cells.x + digits + least_apart) continue;
    number({at, above}, top_first + x, Align::center);
  }
}

/// The part of the whole matrix that this block works on.
void draw_map(Canvas& canvas, const GridScene& scene, const GridPlace& place) {
  const GridMatrix& matrix = scene.launch.matrices[place.matrix];
  const Theme& theme = scene.theme();
  canvas.fill(place.cells, theme.raised);
  const Rect first = place.rect(matrix.first);
  const Rect last = place.rect({matrix.end.row - 1, matrix.end.column - 1});
  const Rect block{first.x, first.y, last.right() - first.x, last.bottom() - first.y};
  canvas.fill(block, mix(theme.raised, theme.active, 0.18F));
  if (place.cell_w >= 2 && matrix.rows <= GridLayout::most_rows &&
      matrix.columns <= GridLayout::most_columns) {
    CellPainter(canvas, scene, place).draw();
  }
  canvas.stroke(place.cells, theme.hairline);
  canvas.stroke(block, theme.active, 1.5F);
}

}  // namespace

void draw_matrix(Canvas& canvas, const GridScene& scene, const GridPlace& place) {
  if (scene.launch.matrices[place.matrix].entries != nullptr) {
    canvas.stroke(place.cells.inset(-2), scene.theme().hairline, 1, 3);
  }
  if (place.map) {
    draw_map(canvas, scene, place);
  } else {
    CellPainter(canvas, scene, place).draw();
  }
}

void draw_matrix_words(Canvas& canvas, const GridScene& scene, const GridPlace& place) {
  const Theme& theme = scene.theme();
  const GridMatrix& matrix = scene.launch.matrices[place.matrix];
  const bool now = scene.access().array == matrix.array;
  const float half = scene.text_size / 2 + 2;
  if (place.title.h > 0 && place.title.center().y + half <= scene.area.bottom()) {
    const TextStyle style{Face::sans_bold, scene.text_size, now ? theme.now : theme.text};
    const std::string title = title_of(canvas, scene, place, style);
    const float w = std::min(canvas.width(title, style), place.title.w);
    canvas.fill({place.title.x - 2, place.title.center().y - half, w + 4, 2 * half}, theme.panel);
    canvas.text_fit({place.title.x, place.title.center().y}, title, style, place.title.w);
  }
  if (!place.map) draw_rulers(canvas, scene, place);
}

}  // namespace warpscope
