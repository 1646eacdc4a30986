#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/subject/fault_marks.hpp"
#include "instrumentation/language/sentence.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A thread touches the element of a finding.
struct FaultTouch {
  std::uint32_t access = 0;
  std::int32_t thread = 0;  ///< rank in the block
  bool reads = false, writes = false;
  bool at_fault = false;  ///< it is one of the two of a race, or the finding's own
  friend bool operator==(const FaultTouch&, const FaultTouch&) = default;
};

/// What would order the two accesses of a race: named by the remedy, where the source tells it.
enum class MissingOrder : std::uint8_t {
  barrier,          ///< between two threads of the block
  barrier_of_warp,  ///< between two lanes of one warp
  atomic,           ///< both read the element and write it back: no barrier helps
  one_writer,       ///< several threads write what one should
  signal,           ///< between two blocks: a signal behind a fence, or another launch
};

/// What there is to draw of a finding: cells, lanes and moments.
struct FaultStory {
  FindingKind kind = FindingKind::race;
  Sentence message;
  Sentence remedy;                               ///< empty: the cause is not known
  MissingOrder missing = MissingOrder::barrier;  ///< of a race
  std::uint32_t line = 0;                        ///< of a race: of the later access
  std::uint32_t other_line = 0;
  std::uint64_t times = 1;
  std::uint32_t launch = 0;  ///< into Trace::launches
  std::int64_t block = 0;    ///< in which it was found
  bool recorded = true;      ///< it is the block that the trace has
  std::int32_t thread = -1, other_thread = -1;
  std::int32_t array = -1;  ///< negative: it is about no element
  std::int64_t index = 0;
  std::optional<std::uint32_t> access, other;  ///< see FindingAccesses
  std::vector<WantedElement> wanted;           ///< by the lanes at fault
  /// The finding's element in the launch, in the trace's order, which a race leaves open: at most `most_touches` about the
  /// fault.
  std::vector<FaultTouch> touches;
  std::uint64_t left_out = 0;  ///< touches besides those
  static constexpr std::size_t most_touches = 24;
};

/// The findings of a program's trace, each told once. Empty for kernels of the catalogue, whose lessons say what is wrong on
/// purpose. Takes time linear in the trace for each finding that has an element.
[[nodiscard]] std::vector<FaultStory> fault_stories(const Trace& trace);

/// Whether fault_stories() has any.
[[nodiscard]] bool tells_faults(const Trace& trace);

/// Where a story is that shows at an access: at that of its thread, or of a race at the other one.
[[nodiscard]] std::optional<std::size_t> story_at(const std::vector<FaultStory>& stories,
                                                  std::uint32_t access);

/// "never written": what is wrong with the cell itself; empty: the cell is as it should be.
[[nodiscard]] std::string cell_fault_text(FindingKind kind);

}  // namespace warpscope
