#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "instrumentation/run/plan.hpp"
#include "instrumentation/timing/rival_input.hpp"

namespace warpscope {

/// Requests that cover all values of each parameter, and awkward sizes.
inline std::vector<RivalRequest> rival_cases(const RivalInfo& rival) {
  const std::string_view family = rival.family->name;
  const bool matrix = family == "matrix", solver = !rival.task->system.empty();
  const std::vector<std::int64_t> sizes = matrix ? std::vector<std::int64_t>{1, 3, 32, 70}
                                          : solver
                                              ? std::vector<std::int64_t>{2048, 8192}
                                              : std::vector<std::int64_t>{1, 2, 31, 1000, 40001};
  std::vector<RivalRequest> cases;
  for (const std::int64_t size : sizes) {
    const std::string input = family == "sort" ? "wide" : "";
    cases.push_back({.id = std::string(rival.id), .size = size, .input = input, .seed = 11});
    for (const Parameter& parameter : rival.task->parameters) {
      for (const std::string& word : words_of(parameter.values)) {
        cases.push_back(cases.back());
        cases.back().parameters[std::string(parameter.name)] = word;
      }
    }
  }
  return cases;
}

inline std::vector<std::string> rival_ids(TimedKind subject) {
  std::vector<std::string> ids;
  for (const RivalInfo& rival : rivals()) {
    if (rival.subject == subject) ids.emplace_back(rival.id);
  }
  return ids;
}

/// Checks both sets, and one that ran before.
inline void expect_right_again_and_again(const MadeSubject& made) {
  Timeable& rival = *made.timeable;
  ASSERT_EQ(rival.sets(), 2);
  for (const int set : {0, 1, 0}) {
    rival.prepare(set);
    rival.start(set);
    ASSERT_TRUE(made.mismatch);
    EXPECT_EQ(made.mismatch(), "") << "set " << set;
  }
}

}  // namespace warpscope
