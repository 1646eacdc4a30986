#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/look/source_reading.hpp"
#include "app/panes/source/source_layout.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Where a text stands in one of several files.
struct SourceHit {
  std::size_t file = 0;
  int line = 0;                         ///< from 0
  std::uint32_t first = 0, length = 0;  ///< bytes of the line
  friend bool operator==(const SourceHit&, const SourceHit&) = default;
};

/// All places of a text, in the order of files and lines; none overlaps another.
class SourceHits {
 public:
  static constexpr std::size_t most = 10'000;  ///< no more are sought

  SourceHits() = default;
  /// An empty text stands nowhere. Without `match_case` small and capital letters are alike.
  SourceHits(std::span<const std::vector<SourceLine>* const> files, std::string_view text,
             bool match_case);

  [[nodiscard]] const std::vector<SourceHit>& all() const { return all_; }
  [[nodiscard]] std::span<const SourceHit> of_line(std::size_t file, int line) const;
  /// The first at or behind a line; if there is none, the first of all. nullopt: there is none at all.
  [[nodiscard]] std::optional<std::size_t> first_from(std::size_t file, int line) const;
  [[nodiscard]] std::size_t files() const { return files_; }  ///< how many have any

 private:
  std::vector<SourceHit> all_;
  std::size_t files_ = 0;
};

/// The field of a search with what was found, in a row cut from the top of `area`: how many there are, the way
/// to the next and the one before, whether capitals count, and the end of the search. Tells where the field is.
void draw_search(Canvas& canvas, Rect& area, const SourceReading& reading,
                 const SourceHits& matches, std::optional<std::size_t> present,
                 const TypeScale& type, const Frame& frame, Wishes& wishes);

}  // namespace warpscope
