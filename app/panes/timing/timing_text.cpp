#include "app/panes/timing/timing_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/panes/timing/timing_limits.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/timing/rivals.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// Three digits, and no more than are meaningful.
std::string three_digits(double value) {
  if (value >= 99.95) return grouped(static_cast<std::uint64_t>(std::llround(value)));
  if (value >= 9.995) return fixed_text(value, 1);
  if (value >= 0.0995) return fixed_text(value, 2);
  return value > 0 ? short_text(value, 2) : "0";
}

std::string work_lines(const BenchResult& result) {
  if (const std::uint64_t count = count_of(result); count > 0) {
    const std::string_view what = counted_in(result.kernel)->what;
    const double rate = rate_of(result, Amount::counted);
    // Translators: {0} is a rate, {1} how many {2}, such as keys, were handled.
    return "\n" +
           tr("{0} of {1} {2}", rate_text(rate, Amount::counted, what), grouped(count), what);
  }
  std::string text =
      "\n" + tr("{0} of {1} bytes that must be moved",
                rate_text(rate_of(result, Amount::bytes), Amount::bytes), grouped(result.bytes));
  if (result.operations > 0) {
    text +=
        "\n" + tr("{0} Gop/s of {1} operations", three_digits(rate_of(result, Amount::operations)),
                  grouped(result.operations));
  }
  if (result.wavefronts > 0) {
    text += "\n" + tr("{} wavefronts, modelled", grouped(result.wavefronts));
  }
  return text;
}

/// Its place between the device's limit and the library.
std::string judgement_lines(const TimingRecord& record, const BenchResult& result) {
  std::string text;
  if (const auto bound = bound_of(record, result)) {
    const std::string share = percent_text(bound->milliseconds / result.median_ms);
    const std::string time = time_text(bound->milliseconds);
    // Translators: {1} is a time, {2} what limits: "copying".
    text += "\n" + (bound->limit == nullptr ? tr("{0} of the ceiling, {1}", share, time)
                                            : tr("{0} of the ceiling, {1}, {2}", share, time,
                                                 limit_word(bound->limit->kernel)));
  }
  if (const BenchResult* rival = rival_of(record, result)) {
    text += "\n" + tr("{0} as fast as {1}, {2}", ratio_text(rival->median_ms / result.median_ms, 2),
                      tr(title_of(rival->kernel)), time_text(rival->median_ms));
  }
  return text;
}

std::string record_line(const TimingRecord& record, std::string_view source) {
  std::string text = fmt::format("\n{}, {}", record.device, record.date.substr(0, 10));
  if (!record.driver.empty()) text += ", " + tr("driver {}", record.driver);
  if (!record.runtime.empty()) text += ", " + tr("toolkit {}", record.runtime);
  if (!record.commit.empty()) text += ", " + tr("commit {}", record.commit.substr(0, 24));
  return text + fmt::format(", {}", source);
}

}  // namespace

std::string size_text(std::int64_t size) {
  const auto bits = static_cast<std::uint64_t>(size);
  if (size > 0 && std::has_single_bit(bits)) return fmt::format("2^{}", std::bit_width(bits) - 1);
  return std::to_string(size);
}

std::string time_text(double milliseconds) {
  if (milliseconds >= 100) return tr("{} ms", fmt::format("{:.0f}", milliseconds));
  const int digits = milliseconds > 0 ? static_cast<int>(std::floor(std::log10(milliseconds))) : 0;
  return tr("{} ms", fixed_text(milliseconds, std::clamp(2 - digits, 0, 4)));
}

std::string rate_unit(Amount amount, std::string_view counted) {
  if (amount == Amount::counted) return fmt::format("G{}/s", counted);
  return amount == Amount::bytes ? tr("GB/s") : tr("TFLOP/s");
}

std::string rate_figure(double rate, Amount amount) {
  return three_digits(amount == Amount::operations ? rate / 1000 : rate);
}

std::string rate_text(double rate, Amount amount, std::string_view counted) {
  if (amount == Amount::operations && rate < 1000) return tr("{} GFLOP/s", three_digits(rate));
  return rate_figure(rate, amount) + ' ' + rate_unit(amount, counted);
}

std::string ratio_text(double ratio, int digits) {
  const bool two_digits = ratio * std::pow(10.0, digits) < 9.95;
  return "× " + (two_digits ? short_text(ratio, 2) : fixed_text(ratio, digits));
}

std::string percent_text(double fraction) {
  const double percent = 100 * fraction;
  return fixed_text(percent, percent < 9.95 ? 1 : 0) + " %";
}

std::string conflict_text(const ConflictCost& cost) {
  const double own = cost.result->median_ms;
  // Translators: {4} is a GPU, {5} a date.
  return tr(
      "Bank conflicts take {0} of its time, n = {1}:\n"
      "{2} with conflict-free indices (and a wrong result) instead of {3}; {4}, {5}",
      percent_text(cost.share), size_text(cost.result->size), time_text((1 - cost.share) * own),
      time_text(own), cost.record->device, cost.record->date.substr(0, 10));
}

std::string timing_tooltip(const TimingFacts& facts) {
  const BenchResult& result = facts.result;
  std::string text = tr("{0}, n = {1}", tr(facts.of.title), size_text(result.size));
  if (result.block > 0) text += ", " + tr("blocks of {}", result.block);
  for (const auto& [name, value] : result.parameters) text += fmt::format(", {} {}", name, value);
  text += "\n" + tr("median of {0} runs {1}, quartiles {2} and {3}", result.repetitions,
                    time_text(result.median_ms), time_text(result.first_quartile_ms),
                    time_text(result.third_quartile_ms));
  text += work_lines(result) + judgement_lines(facts.record, result);
  text += record_line(facts.record, facts.source);
  const RivalInfo* rival = find_rival(result.kernel);
  if (rival != nullptr && !rival->note.empty()) text += '\n' + std::string(rival->note);
  return text;
}

}  // namespace warpscope
