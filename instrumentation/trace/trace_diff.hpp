#pragma once

#include <optional>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The first place at which two traces of one kernel part.
struct Divergence {
  /// One sentence: "Step 3 (add, 2), warp 1, access 4: line 24, lane 7: value 12 against 13 in
  /// data[14]." Launches, a launch's steps and a warp's accesses in a step count from 1, warps and
  /// lanes from 0; the launch is named if there are several.
  Sentence what;
  std::optional<std::uint32_t> access_a;  ///< position in a, if there is one
  std::optional<std::uint32_t> access_b;
};
/// What a sentence calls the two: "the first trace", or "the left run".
enum class SideWords : bool { traces, runs };
/// Whether barriers count. If ignored, what a trace keeps of them does not count either: the first
/// access that differs is found even if one trace lacks a barrier.
enum class Barriers : bool { ignored, compared };
/// Compares arrays, launches, steps, accesses (event for event per warp: line, array, operation,
/// mask, indices, values) and snapshots, step by step, so that the first difference in time is
/// found; not the header, nor findings, nor bytes of a snapshot that the launch has not stored to.
/// Values are compared bit by bit, but all NaNs are equal (same_value). Both traces must be sound
/// (trace_check.hpp).
[[nodiscard]] std::optional<Divergence> first_divergence(const Trace& a, const Trace& b,
                                                         Barriers barriers = Barriers::compared,
                                                         SideWords sides = SideWords::traces);

}  // namespace warpscope
