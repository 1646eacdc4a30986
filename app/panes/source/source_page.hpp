#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/layout/lane_use.hpp"
#include "app/panes/source/source_folds.hpp"
#include "app/panes/source/source_layout.hpp"
#include "app/panes/source/source_notes.hpp"
#include "app/panes/source/source_search.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// A file and the costs of its lines.
struct SourcePage {
  std::vector<SourceLine> lines;
  SourceFolds folds;
  int longest = 0;  ///< columns of the longest line
  std::vector<LineHeat> heat;
  std::vector<LineHeat>
      called;  ///< what the functions cost that a line calls, and those that they call
  std::vector<LaneUse> lanes;
  std::vector<SourceNote> notes;
  std::uint64_t hottest = 0;
  int count_digits = 1;  ///< of the widest number beside a line
  bool global_only_lines = false;
  std::uint32_t left_out = 0;  ///< line of the barrier at which this run does not wait; 0: none

  /// Reads a text; all of it is in sight, and nothing is known of its lines.
  void read(std::string_view text);
  /// Folds blocks that another version of the file has folded, known by the line that names them.
  void fold_as(const SourcePage& before);
  /// Of a line, counted from 0, and of what is folded at it.
  [[nodiscard]] LineHeat heat_at(int line) const;
  [[nodiscard]] LineHeat called_at(int line) const;
};

/// What is looked at.
struct SourceSpot {
  bool listing = false;    ///< the files as they are now, not the trace's
  std::size_t source = 0;  ///< among them
  int line = -1;           ///< from 0; negative: none
  bool reading = false;    ///< the user asked for it: it is not where the playhead stands
  friend bool operator==(const SourceSpot&, const SourceSpot&) = default;
};

/// What the parts of the view are drawn with.
struct SourceScene {
  const SourcePage& page;
  const SourcePart& part;  ///< of the page
  const SourceSpot& spot;
  const Frame& frame;
  TypeScale type;
  const SourceHits* matches = nullptr;  ///< of a search; nullptr: none is on
  const SourceHit* match = nullptr;     ///< the one that is looked at
};

[[nodiscard]] bool has_accesses(const Frame& frame);
/// The user's files as they are take the place of the trace's if they were not built, or if there
/// is no trace yet.
[[nodiscard]] bool shows_listing(const Frame& frame);
/// Whether the kernel that is shown has a twin in plain CUDA.
[[nodiscard]] bool has_twin(const Frame& frame);
/// Whether the twin stands in place of the trace's source: it is wanted, and nothing points at a line
/// of the source.
[[nodiscard]] bool shows_twin(const Frame& frame);
/// Those files, or the trace's.
[[nodiscard]] std::span<const SourceFile> files_of(const Frame& frame);
/// A line of the file that is looked at, counted from 0, in the user's own file.
[[nodiscard]] FilePlace place_of_line(const SourceSpot& spot, const Frame& frame, int line);

}  // namespace warpscope
