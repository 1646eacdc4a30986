#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The teacher's sentence for one access, made from the trace alone.
struct Caption {
  std::string step;      ///< "Step 5 of 10 · add, s = 8"
  std::string host;      ///< what the host did just before, see host_facts(); mostly empty
  std::string sentence;  ///< "Warp 0 reads data[index + s] on line 44: 16 lanes want 16 …"
  std::string verdict;  ///< "8-way conflict", "conflict-free", "broadcast", "4 sectors, ideal 4", …
  std::string detail;   ///< "8 wavefronts, ideal 1", "128 bytes wanted, 128 moved", "7 wavefronts"
  bool costly = false;  ///< more than ideal
};
/// In the current language, if it has a grammar (caption_grammar.hpp), else in English.
[[nodiscard]] Caption caption(const Trace& trace, const Summary& summary, std::uint32_t access);
/// The words for a degree, the same everywhere: "8-way conflict", "conflict-free".
[[nodiscard]] std::string conflict_text(int degree);
/// "add, s = 8"; the value's letter is what the kernel's source calls it. "add 8" if the source has
/// more than a name there, or is missing.
[[nodiscard]] std::string step_label(const Trace& trace, const Step& step);

}  // namespace warpscope
