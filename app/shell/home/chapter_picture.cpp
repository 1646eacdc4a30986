#include "app/shell/home/chapter_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace warpscope {
namespace {

/// Points in rows and columns that fill an area, with room for a dot around each.
class DotGrid {
 public:
  DotGrid(Rect area, int columns, int rows)
      : area_(area.inset(4, 4)), columns_(columns), rows_(rows) {}
  [[nodiscard]] Point at(float column, float row) const {
    return {area_.x + area_.w * column / static_cast<float>(std::max(1, columns_ - 1)),
            area_.y + area_.h * row / static_cast<float>(std::max(1, rows_ - 1))};
  }
  [[nodiscard]] Point at(int column, int row) const {
    return at(static_cast<float>(column), static_cast<float>(row));
  }
  /// The cell at that place, without its gap.
  [[nodiscard]] Rect cell(int column, int row) const {
    const float w = (area_.w + 8) / static_cast<float>(columns_),
                h = (area_.h + 8) / static_cast<float>(rows_);
    return {area_.x - 4 + w * static_cast<float>(column), area_.y - 4 + h * static_cast<float>(row),
            w - 2, h - 2};
  }

 private:
  Rect area_;
  int columns_, rows_;
};

constexpr float mark_radius = 2.5F;

struct Inks {
  Color done, now, later, line, costly;
};

Inks inks_of(const Theme& theme) {
  return {theme.active, theme.now, mix(theme.panel, theme.muted, 0.35F),
          mix(theme.panel, theme.active, 0.45F), mix(theme.panel, theme.costly, 0.7F)};
}

void draw_lanes_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int columns = 16, rows = 4;
  const DotGrid grid(area, columns, rows);
  for (int row = 0; row < rows; ++row) {
    for (int lane = 0; lane < columns; ++lane) {
      const bool works = row == 0 || row == 3 || (row == 1) == (lane % 2 == 0);
      canvas.fill(grid.cell(lane, row),
                  row == 1 && works ? ink.now
                  : works           ? ink.done
                                    : ink.later,
                  2);
    }
  }
}

void draw_banks_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int lanes = 16;
  const DotGrid grid(area, lanes, 2);
  for (int lane = 0; lane < lanes; ++lane) {
    const int bank = lane * 4 % lanes;
    canvas.line(grid.at(lane, 0), grid.at(bank, 1), lane < 4 ? ink.line : ink.costly);
  }
  for (int lane = 0; lane < lanes; ++lane) {
    canvas.circle(grid.at(lane, 0), mark_radius, ink.done);
    const Point bank = grid.at(lane, 1);
    canvas.fill({bank.x - 4, bank.y - 4, 8, 8}, lane % 4 == 0 ? ink.done : ink.later, 1.5F);
  }
}

/// A tree from 16 leaves to one root; draws rows from `first` on, whose leaves lie there.
void draw_tree_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int leaves = 16, rows = 5;
  const DotGrid grid(area, leaves, rows);
  const auto place = [&](int row, int index) {
    const float width = static_cast<float>(1 << row);
    return grid.at(width * static_cast<float>(index) + (width - 1) / 2, static_cast<float>(row));
  };
  for (int row = 1; row < rows; ++row) {
    for (int i = 0; i < leaves >> row; ++i) {
      canvas.line(place(row - 1, 2 * i), place(row, i), ink.line);
      canvas.line(place(row - 1, 2 * i + 1), place(row, i), ink.line);
    }
  }
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < leaves >> row; ++i) {
      canvas.circle(place(row, i), mark_radius,
                    row == 2  ? ink.now
                    : row < 2 ? ink.done
                              : ink.later);
    }
  }
}

void draw_scan_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int elements = 8, rows = 4;
  const DotGrid grid(area, elements, rows);
  for (int row = 1; row < rows; ++row) {
    const int apart = 1 << (row - 1);
    for (int i = 0; i < elements; ++i) {
      canvas.line(grid.at(i, row - 1), grid.at(i, row), ink.line);
      if (i >= apart) canvas.line(grid.at(i - apart, row - 1), grid.at(i, row), ink.line);
    }
  }
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < elements; ++i) {
      canvas.circle(grid.at(i, row), mark_radius,
                    row == 2  ? ink.now
                    : row < 2 ? ink.done
                              : ink.later);
    }
  }
}

void draw_bins_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr std::array heights{6, 10, 2, 7, 4, 3, 9, 8, 6, 6, 1, 4, 7, 4, 2, 8, 5, 7};
  const float pitch = area.w / static_cast<float>(heights.size());
  float x = area.x;
  for (std::size_t i = 0; i < heights.size(); ++i, x += pitch) {
    const float high = std::max(3.0F, area.h * static_cast<float>(heights[i]) / 10);
    canvas.fill({x, area.bottom() - high, pitch - 3, high}, i == 7 ? ink.now : ink.done, 1.5F);
  }
}

void draw_network_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int wires = 8, steps = 6;
  const DotGrid grid(area, 2 * steps + 1, wires);
  for (int wire = 0; wire < wires; ++wire) {
    canvas.line(grid.at(0, wire), grid.at(2 * steps, wire), ink.later);
  }
  constexpr std::array distances{1, 2, 1, 4, 2, 1};
  for (int step = 0; step < steps; ++step) {
    const int apart = distances[static_cast<std::size_t>(step)];
    const Color color = step == 3 ? ink.now : step < 3 ? ink.done : ink.later;
    for (int wire = 0; wire < wires; ++wire) {
      if (wire / apart % 2 != 0) continue;
      // Comparators that cross wires of each other stand side by side.
      const float x = static_cast<float>(2 * step + 1) - 0.5F +
                      static_cast<float>(wire % apart) / static_cast<float>(apart);
      const Point from = grid.at(x, static_cast<float>(wire));
      const Point to = grid.at(x, static_cast<float>(wire + apart));
      canvas.line(from, to, color, 1.5F);
      canvas.circle(from, mark_radius, color);
      canvas.circle(to, mark_radius, color);
    }
  }
}

/// A row of A, a column of B and the element of C that they make.
void draw_grid_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int side = 6;
  const float size = std::min(area.h, area.w / 3 - 12);
  const float apart = (area.w - 3 * size) / 2;
  for (int matrix = 0; matrix < 3; ++matrix) {
    const DotGrid grid({area.x + static_cast<float>(matrix) * (size + apart),
                        area.y + (area.h - size) / 2, size, size},
                       side, side);
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        const bool in_row = row == 2, in_column = column == 3;
        const bool now = matrix == 0 ? in_row : matrix == 1 ? in_column : in_row && in_column;
        const bool done =
            matrix == 2 ? row * side + column < 2 * side + 3 : (row / 3 + column / 3) % 2 == 0;
        canvas.fill(grid.cell(column, row), now ? ink.now : done ? ink.line : ink.later, 1.5F);
      }
    }
  }
}

/// Errors that shrink from iteration to iteration.
void draw_series_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int points = 14;
  const DotGrid grid(area, points, 2);
  for (const float rate : {0.35F, 0.16F}) {
    Point before;
    for (int i = 0; i < points; ++i) {
      const auto n = static_cast<float>(i);
      const Point at = grid.at(n, 1 - std::exp(-rate * n));
      const Color color = rate < 0.2F ? ink.line : ink.done;
      if (i > 0) canvas.line(before, at, color, 1.5F);
      canvas.circle(at, mark_radius, rate > 0.2F && i == 6 ? ink.now : color);
      before = at;
    }
  }
}

void draw_sparse_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int columns = 24, rows = 6;
  constexpr std::array lengths{3, 14, 2, 8, 21, 5};
  const DotGrid grid(area, columns, rows);
  for (int row = 0; row < rows; ++row) {
    const int length = lengths[static_cast<std::size_t>(row)];
    for (int column = 0; column < columns; ++column) {
      const Color color = column >= length ? ink.later.alpha(0.45F) : row == 3 ? ink.now : ink.done;
      canvas.fill(grid.cell(column, row), color, 1.5F);
    }
  }
}

void draw_butterfly_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int elements = 8, rows = 4;
  const DotGrid grid(area, elements, rows);
  for (int row = 1; row < rows; ++row) {
    const int apart = 1 << (row - 1);
    for (int i = 0; i < elements; ++i) {
      canvas.line(grid.at(i, row - 1), grid.at(i, row), ink.line);
      canvas.line(grid.at(i, row - 1), grid.at(i ^ apart, row), ink.line);
    }
  }
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < elements; ++i) {
      canvas.circle(grid.at(i, row), mark_radius,
                    row == 2  ? ink.now
                    : row < 2 ? ink.done
                              : ink.later);
    }
  }
}

/// Lanes above memory: neighbours share a sector, and lanes that stride take one each.
void draw_sectors_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int words = 24, rows = 4;
  const DotGrid grid(area, words, rows);
  for (int row = 0; row < rows; ++row) {
    const int stride = 1 << row;
    for (int word = 0; word < words; ++word) {
      const bool wanted = word % stride == 0 && word < 8 * stride;
      const bool fetched = word < 8 * stride;
      canvas.fill(grid.cell(word, row),
                  wanted    ? (row == 2 ? ink.now : ink.done)
                  : fetched ? ink.line
                            : ink.later.alpha(0.45F),
                  1.5F);
    }
  }
}

/// A row that becomes a column.
void draw_mirror_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int side = 6;
  const float size = std::min(area.h, area.w / 2 - 24);
  const float left = area.center().x - size - 22;
  for (int matrix = 0; matrix < 2; ++matrix) {
    const DotGrid grid(
        {left + static_cast<float>(matrix) * (size + 44), area.y + (area.h - size) / 2, size, size},
        side, side);
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        const int line = matrix == 0 ? row : column;
        canvas.fill(grid.cell(column, row),
                    line == 2  ? ink.now
                    : line < 2 ? ink.done
                               : ink.later,
                    1.5F);
      }
    }
  }
  const Point c = area.center();
  canvas.line({c.x - 12, c.y}, {c.x + 8, c.y}, ink.now, 1.5F);
  canvas.triangle({c.x + 6, c.y - 4}, {c.x + 12, c.y}, {c.x + 6, c.y + 4}, ink.now);
}

/// Two warps reach one word, and nothing says which is first.
void draw_race_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int times = 15;
  const DotGrid grid(area, times, 3);
  for (const int row : {0, 2}) {
    const int ends = row == 0 ? 8 : 6;
    canvas.line(grid.at(0, row), grid.at(ends, row), ink.line, 1.5F);
    canvas.line(grid.at(ends, row), grid.at(10, 1), ink.costly, 1.5F);
    for (int i = 0; i <= ends; i += 2) canvas.circle(grid.at(i, row), mark_radius, ink.done);
  }
  const Point word = grid.at(10, 1);
  canvas.line(word, grid.at(14, 1), ink.later, 1.5F);
  canvas.fill({word.x - 6, word.y - 6, 12, 12}, ink.costly, 2);
}

/// What is kept moves together.
void draw_compact_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int elements = 16;
  constexpr std::array kept{0, 3, 4, 7, 9, 10, 14};
  const DotGrid grid(area, elements, 2);
  const auto cell = [&](int column, int row, Color color) {
    const Point at = grid.at(column, row);
    canvas.fill({at.x - 4, at.y - 4, 8, 8}, color, 1.5F);
  };
  int place = 0;
  for (const int from : kept) {
    canvas.line(grid.at(from, 0), grid.at(place++, 1), from == 9 ? ink.now : ink.line, 1.5F);
  }
  for (int i = 0; i < elements; ++i) {
    const bool stays = std::ranges::count(kept, i) > 0;
    cell(i, 0, i == 9 ? ink.now : stays ? ink.done : ink.later);
    if (i < place) cell(i, 1, i == 4 ? ink.now : ink.done);
  }
}

/// Warps that issue in turn while the others wait.
void draw_slots_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int cycles = 22, warps = 5;
  const DotGrid grid(area, cycles, warps);
  for (int warp = 0; warp < warps; ++warp) {
    for (int cycle = 0; cycle < cycles; ++cycle) {
      const bool issues = cycle % warps == warp;
      const bool waits = cycle > warp;
      canvas.fill(grid.cell(cycle, warp),
                  issues  ? (cycle == 12 ? ink.now : ink.done)
                  : waits ? ink.line.alpha(0.5F)
                          : ink.later.alpha(0.45F),
                  1.5F);
    }
  }
}

/// Many blocks, and the last of them, which finishes.
void draw_blocks_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int blocks = 6;
  const DotGrid grid(area, 2 * blocks + 1, 4);
  const Point end = grid.at(blocks, 3);
  for (int block = 0; block < blocks; ++block) {
    const Point at = grid.at(2 * block + 1, 0);
    const bool last = block == blocks - 2;
    canvas.line({at.x, at.y + 8}, end, last ? ink.now : ink.line, 1.5F);
    canvas.fill({at.x - 12, area.y, 24, 11}, last ? ink.now : ink.done, 2);
  }
  canvas.circle(end, mark_radius + 1, ink.now);
}

/// Points drawn at random: those within the quarter of a circle count.
void draw_dice_picture(Canvas& canvas, Rect area, const Inks& ink) {
  constexpr int points = 90;
  std::uint32_t state = 7;
  const auto draw = [&state] {
    state = state * 1664525U + 1013904223U;
    return static_cast<float>(state >> 8U) / static_cast<float>(1U << 24U);
  };
  for (int i = 0; i < points; ++i) {
    const float x = draw(), y = draw();
    const bool within = x * x + y * y < 1;
    canvas.circle({area.x + 3 + x * (area.w - 6), area.bottom() - 3 - y * (area.h - 6)}, 1.8F,
                  i == points - 1 ? ink.now
                  : within        ? ink.done
                                  : ink.later);
  }
}

}  // namespace

void draw_chapter_picture(Canvas& canvas, Rect area, ChapterPicture picture, const Theme& theme) {
  const Inks ink = inks_of(theme);
  switch (picture) {
    case ChapterPicture::lanes: return draw_lanes_picture(canvas, area, ink);
    case ChapterPicture::banks: return draw_banks_picture(canvas, area, ink);
    case ChapterPicture::tree: return draw_tree_picture(canvas, area, ink);
    case ChapterPicture::scan: return draw_scan_picture(canvas, area, ink);
    case ChapterPicture::bins: return draw_bins_picture(canvas, area, ink);
    case ChapterPicture::network: return draw_network_picture(canvas, area, ink);
    case ChapterPicture::grid: return draw_grid_picture(canvas, area, ink);
    case ChapterPicture::series: return draw_series_picture(canvas, area, ink);
    case ChapterPicture::sparse: return draw_sparse_picture(canvas, area, ink);
    case ChapterPicture::butterfly: return draw_butterfly_picture(canvas, area, ink);
    case ChapterPicture::sectors: return draw_sectors_picture(canvas, area, ink);
    case ChapterPicture::mirror: return draw_mirror_picture(canvas, area, ink);
    case ChapterPicture::race: return draw_race_picture(canvas, area, ink);
    case ChapterPicture::compact: return draw_compact_picture(canvas, area, ink);
    case ChapterPicture::slots: return draw_slots_picture(canvas, area, ink);
    case ChapterPicture::blocks: return draw_blocks_picture(canvas, area, ink);
    case ChapterPicture::dice: return draw_dice_picture(canvas, area, ink);
    case ChapterPicture::count: break;
  }
}

}  // namespace warpscope
