#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/panes/timing/timing_ladder.hpp"

namespace warpscope {

/// "2^28" for a power of two, else its digits.
[[nodiscard]] std::string size_text(std::int64_t size);
/// Three digits: "0.245 ms", "19.1 ms", "2.86 ms".
[[nodiscard]] std::string time_text(double milliseconds);
/// "4,231 GB/s", "51.2 TFLOP/s", "177 Gpoints/s", of 10^9 a second. `counted` is what
/// Amount::counted is of.
[[nodiscard]] std::string rate_text(double rate, Amount amount, std::string_view counted = {});
/// The same in one unit for all, that of rate_unit: "4,231", "51.2".
[[nodiscard]] std::string rate_figure(double rate, Amount amount);
[[nodiscard]] std::string rate_unit(Amount amount, std::string_view counted = {});
/// "× 1.03", "× 0.0024": that many digits behind the point, or two that are not 0.
[[nodiscard]] std::string ratio_text(double ratio, int digits);
/// "98 %", "0.4 %".
[[nodiscard]] std::string percent_text(double fraction);

/// "Bank conflicts take 74 % of its time, n = 2^24: …", with the source of the figure.
[[nodiscard]] std::string conflict_text(const ConflictCost& cost);

/// The source of a record, and the figures of one of its results.
struct TimingFacts {
  const TimedSubject& of;
  const TimingRecord& record;
  const BenchResult& result;
  std::string_view source;  ///< "recorded"
};
/// All figures of one result, lines separated by '\n'.
[[nodiscard]] std::string timing_tooltip(const TimingFacts& facts);

}  // namespace warpscope
