#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/layout/geometry.hpp"
#include "app/stage/grid/grid_matrices.hpp"

namespace warpscope {

/// Sizes that the geometry is made for, in pixels.
struct GridMetrics {
  float title = 20;      ///< height of the line above a matrix
  float ruler = 16;      ///< height of the column numbers
  float margin = 36;     ///< width of the row numbers
  float gap = 20;        ///< between matrices
  float most_cell = 30;  ///< height of a cell
  float numbered = 14;   ///< height of a cell that has room for a number
  float number = 30;     ///< width of one
  /// What a matrix's title takes at least.
  struct Name {
    float whole = 0, brief = 0;  ///< with its extents, and without
  };
  std::vector<Name> names = {};  ///< of all matrices; none: titles have no room of their own
  /// Rows and columns of a matrix that are shown at most; fewer begin at a multiple of their number. Rows that are
  /// no more than lines of one long array are never cut.
  std::int64_t rows = 64, columns = 64;
  bool maps = true;  ///< small wholes of what is shown in part
};

/// One matrix on the picture: the part of it that is shown.
struct GridPlace {
  std::size_t matrix = 0;  ///< into GridLaunch::matrices
  Rect cells;              ///< without title and rulers
  Rect title;
  float cell_w = 1, cell_h = 1;
  MatrixCell first, end;  ///< the part of the matrix that is shown
  bool turned = false;    ///< its rows run down
  bool folded = false;    ///< its rows are no more than lines of one long array
  bool map = false;       ///< small: shows which part of the whole the block works on
  bool ruled_rows = true, ruled_columns = true;  ///< with their numbers

  /// An element's cell; nullopt if it is not shown.
  [[nodiscard]] std::optional<Rect> cell(const GridMatrix& of, std::int64_t index) const;
  [[nodiscard]] Rect rect(MatrixCell at) const;
  /// The element at a point of `cells`.
  [[nodiscard]] MatrixCell at(Point point) const;
  /// Rows and columns as they appear on the picture.
  [[nodiscard]] std::int64_t down() const { return turned ? columns() : rows(); }
  [[nodiscard]] std::int64_t across() const { return turned ? rows() : columns(); }
  [[nodiscard]] std::int64_t rows() const { return end.row - first.row; }
  [[nodiscard]] std::int64_t columns() const { return end.column - first.column; }
};

/// The places of a launch's matrices: a product as it is written on a board, with the result where
/// row and column cross, or in one row where that leaves larger cells; a sparse matrix between its
/// vectors, with the arrays that store it beside or below; all others in the order in which values move, in columns or rows,
/// whichever leaves larger cells, or in lines like a text if cells are much larger then. All cells have one size, so that
/// matrices align, but in lines: there small matrices have larger ones.
class GridLayout {
 public:
  static constexpr std::int64_t most_rows = 64;  ///< of one matrix; the rest is reached by sliding
  static constexpr std::int64_t most_columns = 64;

  GridLayout() = default;
  /// `focus`: for each matrix the element around which it is shown, if not all of it fits.
  GridLayout(const GridLaunch& launch, Rect area, const GridMetrics& metrics,
             const std::vector<MatrixCell>& focus);

  [[nodiscard]] const std::vector<GridPlace>& places() const { return places_; }
  /// Where "·" and "=" of a product in one row stand; none on a board.
  [[nodiscard]] std::span<const Point> signs() const { return signs_; }
  /// The place of a matrix, or of its map if it has only that; nullptr if it has none.
  [[nodiscard]] const GridPlace* place(std::size_t matrix) const;
  /// The cell of an element; see place().
  [[nodiscard]] std::optional<Rect> cell(const GridLaunch& launch, int array,
                                         std::int64_t index) const;
  struct Hit {
    const GridPlace* place = nullptr;
    std::int64_t index = 0;
  };
  [[nodiscard]] std::optional<Hit> hit(const GridLaunch& launch, Point point) const;

 private:
  [[nodiscard]] GridPlace shown(const GridLaunch& launch, std::size_t matrix, bool turned,
                                const std::vector<MatrixCell>& focus) const;
  void share_inner(GridPlace& left, GridPlace& above, const GridProduct& product) const;
  void lay_product(const GridLaunch& launch, Rect area, const std::vector<MatrixCell>& focus);
  /// A · B = C in one row, if cells are much larger then.
  bool lay_row(std::vector<GridPlace> factors, Rect area, float on_board,
               const std::vector<std::size_t>& others, const GridLaunch& launch);
  void lay_maps(const GridLaunch& launch, Rect area, const std::vector<std::size_t>& matrices);
  void lay_sparse(const GridLaunch& launch, Rect area, const std::vector<MatrixCell>& focus);
  void lay_stored(const GridLaunch& launch, Rect area, const std::vector<MatrixCell>& focus);
  void lay_chain(const GridLaunch& launch, Rect area, const std::vector<MatrixCell>& focus);

  void add_maps(const GridLaunch& launch, Rect area);
  void widen_titles(float right);

  GridMetrics metrics_;
  std::vector<GridPlace> places_;
  std::vector<Point> signs_;
};

}  // namespace warpscope
