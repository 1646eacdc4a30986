#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

/// Whole numbers from lo to hi; beyond +-unbounded nothing is known.
struct WholeRange {
  static constexpr std::int64_t unbounded = std::int64_t{1} << 40U;
  std::int64_t lo = -unbounded, hi = unbounded;
  friend bool operator==(const WholeRange&, const WholeRange&) = default;
};

// What C++ makes of any number of one range and any of the other. What may be beyond +-unbounded, is.

/// At most +-unbounded.
[[nodiscard]] std::int64_t bounded(std::int64_t number);
[[nodiscard]] std::int64_t bounded_product(std::int64_t a, std::int64_t b);
[[nodiscard]] bool is_finite(const WholeRange& range);
/// Of both ranges, and of what lies between.
[[nodiscard]] WholeRange joined(const WholeRange& a, const WholeRange& b);
[[nodiscard]] WholeRange sum(const WholeRange& a, const WholeRange& b);
[[nodiscard]] WholeRange negated(const WholeRange& a);
[[nodiscard]] WholeRange product(const WholeRange& a, const WholeRange& b);
[[nodiscard]] WholeRange quotient(const WholeRange& a, const WholeRange& b);
[[nodiscard]] WholeRange remainder(const WholeRange& a, const WholeRange& b);
/// & | ^
[[nodiscard]] WholeRange bits(char which, const WholeRange& a, const WholeRange& b);
[[nodiscard]] WholeRange shifted(const WholeRange& a, const WholeRange& by, bool left);
/// < <= > >= == !=: 0, 1, or either.
[[nodiscard]] WholeRange comparison(const std::string& op, const WholeRange& a,
                                    const WholeRange& b);

}  // namespace warpscope
