#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/subject/told_expectation.hpp"

namespace warpscope {

/// What a run ended with, beside its expectations.
struct JunitRun {
  std::string program;  ///< "sum.cu"
  double seconds = 0;
  std::string trouble;  ///< why the run itself is a failure; empty: it is none
};

/// A JUnit report as CI servers read it: a test "run", and one for each expectation, in English. Those that failed are
/// failures, those that match nothing or are unknown are errors.
[[nodiscard]] std::string junit_xml(const JunitRun& run, std::span<const ToldExpectation> told);

/// Text as it may stand in an attribute or an element of XML 1.0; characters that XML does not have, and what is no
/// UTF-8, become U+FFFD.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace warpscope
