#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// A figure that an expectation names.
struct ExpectedFigure {
  std::string name;  ///< "wavefronts"
  double value = 0;
  bool scaled = false;  ///< as if each block did what the recorded one did
  friend bool operator==(const ExpectedFigure&, const ExpectedFigure&) = default;
};

/// What became of an expectation on a run.
struct ToldExpectation {
  enum class State : std::uint8_t {
    fulfilled,
    failed,     ///< it does not hold, or a figure of it has no value: `reason`
    unmatched,  ///< it is not understood, or there is nothing of which it speaks: `reason`
    unknown,    ///< who asks does not know its figures: `reason`
  };
  std::string text;        ///< as it was written
  std::string file;        ///< in which it stands; empty: it was typed
  std::uint32_t line = 0;  ///< in that file
  State state = State::fulfilled;
  std::vector<ExpectedFigure> figures;
  Sentence reason;  ///< why it is not fulfilled, unless its figures say so
  // Of one that failed: where most of what it names happens.
  int launch = 0;      ///< ProgramLaunch::number; 0: none
  std::string kernel;  ///< of that launch
  std::string place_file;
  std::uint32_t place_line = 0;  ///< 0: not known
  friend bool operator==(const ToldExpectation&, const ToldExpectation&) = default;
};

/// "wavefronts ≈ 4,096, ideal ≈ 1,024", in the current language.
[[nodiscard]] std::string expected_figures_text(const ToldExpectation& told);
/// "sum.cu:17 in launch 2 (reduce)"; empty: no place is known.
[[nodiscard]] std::string expected_place_text(const ToldExpectation& told);
/// "fulfilled", "failed", "unmatched" or "unknown": in JSON.
[[nodiscard]] std::string_view id(ToldExpectation::State state);

}  // namespace warpscope
