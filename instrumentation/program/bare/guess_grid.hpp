#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/program/bare/guess_numbers.hpp"

namespace warpscope::guess {

/// How many threads a kernel is launched with, and how many elements they work on.
class Grid : protected Numbers {
 public:
  virtual ~Grid() = default;

 protected:
  using Numbers::Numbers;

  [[nodiscard]] RangeReport look() const;
  void choose_block();
  void fit_sizes();
  /// How much of the static arrays in shared memory is used; below 0: more than there is.
  [[nodiscard]] static double coverage(const RangeReport& report);

  /// Ranges of what is in buffers of whole numbers, such that indices made of them are legal.
  virtual void settle_contents() = 0;
  /// How many elements a buffer has, and how many the code touches before its first one.
  [[nodiscard]] virtual std::pair<std::int64_t, std::int64_t> elements_of(
      const BareParameter& parameter, const RangeReport& report) const = 0;

 private:
  /// Whether as many blocks along a side as there are cover what they are to cover.
  struct Cover {
    bool covered = false;
    bool limited = false;     ///< a comparison says what that is
    std::int32_t blocks = 0;  ///< not 0: so many, whatever they cover
  };
  [[nodiscard]] std::vector<std::int64_t> block_constants() const;
  /// From the most to the least wanted one.
  [[nodiscard]] std::vector<Dim3> block_candidates() const;
  [[nodiscard]] static std::int64_t usual_size(const Dim3& block);
  /// Elements for which a single block has threads: as many as it touches without knowing a size.
  std::int64_t one_block_size(std::int64_t threads);
  [[nodiscard]] bool too_large() const;
  /// What blocks along x, y or z are to cover if no comparison says it; 0: nothing.
  [[nodiscard]] std::int64_t side_along(unsigned side) const;
  void choose_grid();
  std::int32_t& grid_side(unsigned bit);
  [[nodiscard]] Cover cover_along(unsigned bit) const;
  [[nodiscard]] std::int32_t unsized_blocks() const;
  void choose_grid_along(unsigned bit);

  Dim3 chosen_block_{256, 1, 1};
};

}  // namespace warpscope::guess
