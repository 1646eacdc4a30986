#include "app/subject/told_expectation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {

std::string expected_figures_text(const ToldExpectation& told) {
  constexpr double most_whole = 1e15;
  constexpr int digits = 6;
  std::string text;
  for (const ExpectedFigure& figure : told.figures) {
    const bool whole =
        figure.value == std::floor(figure.value) && std::abs(figure.value) < most_whole;
    const bool scaled = figure.scaled && figure.value != 0;
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", figure.name, scaled ? "≈" : "=",
                        whole ? whole_text(static_cast<std::int64_t>(figure.value))
                              : short_text(figure.value, digits));
  }
  return text;
}

std::string expected_place_text(const ToldExpectation& told) {
  std::string place = told.place_line == 0
                          ? std::string()
                          : fmt::format("{}:{}", printable(told.place_file), told.place_line);
  if (told.launch == 0) return place;
  const std::string launch = tr("launch {0} ({1})", told.launch, printable(told.kernel));
  // Translators: {0} is a line, "sum.cu:17", {1} a launch, "launch 2 (reduce)".
  return place.empty() ? launch : tr("{0} in {1}", place, launch);
}

std::string_view id(ToldExpectation::State state) {
  switch (state) {
    case ToldExpectation::State::fulfilled: return "fulfilled";
    case ToldExpectation::State::failed: return "failed";
    case ToldExpectation::State::unmatched: return "unmatched";
    case ToldExpectation::State::unknown: break;
  }
  return "unknown";
}

}  // namespace warpscope
