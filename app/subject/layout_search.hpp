#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/subject/document.hpp"
#include "instrumentation/analysis/bank_fix.hpp"

namespace warpscope {

/// One layout of a shared array, tried on the recorded accesses.
struct LayoutTrial {
  Relayout relayout;
  Sentence text;                         ///< as the source would say it: "tile[32][33]"
  std::optional<RelayoutEffect> effect;  ///< nullopt: the array cannot lie so
  std::string why{};                     ///< it cannot, in a sentence
};

/// What was tried for an array with conflicts.
struct ArrayTrials {
  std::string array;
  std::uint64_t wavefronts = 0, ideal = 0;  ///< of its accesses in the run, as they are
  std::size_t tried = 0;                    ///< layouts, of which the list has the best
  /// Fewest wavefronts first, of equals fewest bytes more; last what cannot be.
  std::vector<LayoutTrial> list;
  /// The first, if it takes fewer wavefronts than the array does as it is; else nullptr.
  [[nodiscard]] const LayoutTrial* cheapest() const;
  /// The usual layout, one element more after each row or after as many as all banks hold, if the array cannot lie so; else
  /// nullptr.
  [[nodiscard]] const LayoutTrial* usual_refused() const;
};

/// Tries layouts of the shared arrays of a run: paddings, within rows too, and exclusive ors, of which those that are best on the array's
/// patterns of accesses go over the whole run, each array by itself; then the cheapest of all arrays together.
class LayoutSearch {
 public:
  LayoutSearch() = default;
  /// `access`: its array comes first; the others follow by what is excessive of their wavefronts.
  explicit LayoutSearch(DocumentPtr document, std::optional<std::uint32_t> access = {});

  /// Takes over what has become known; `wait` works the rest out, which takes a second for millions of
  /// accesses. Returns whether all is known.
  bool look(bool wait);
  [[nodiscard]] bool complete() const { return complete_; }
  /// Those of which all is known; it only grows.
  [[nodiscard]] const std::vector<ArrayTrials>& arrays() const { return arrays_; }
  /// The cheapest layouts of all arrays, as far as a block has memory for them together; empty: none saves a
  /// wavefront, or it is not known yet.
  [[nodiscard]] const Layouts& cheapest() const { return cheapest_; }
  /// What they do together; nullopt if there are none.
  [[nodiscard]] const std::optional<RelayoutEffect>& effect() const { return effect_; }

 private:
  struct Question {
    ArrayTrials of;
    std::vector<Relayout> layouts;
    const Array* array = nullptr;  // of the document
    std::uint64_t excessive = 0;
    int widest = 1;  // elements that a lane moves at once
  };
  /// The questions for each array with conflicts.
  void find_arrays(std::optional<std::uint32_t> access);
  [[nodiscard]] bool answer(const Question& question, bool wait);
  [[nodiscard]] bool find_cheapest(bool wait);

  DocumentPtr document_;
  std::vector<Question> questions_;
  std::vector<ArrayTrials> arrays_;
  Layouts cheapest_;
  std::optional<RelayoutEffect> effect_;
  bool complete_ = true;
};

/// "4,096 → 2,048 wavefronts, 128 bytes more": what a layout does to the whole run.
[[nodiscard]] std::string layout_effect_text(const Document& document,
                                             const RelayoutEffect& effect);

}  // namespace warpscope
