#pragma once

#include <functional>
#include <string>
#include <vector>

#include "instrumentation/timing/rival_input.hpp"

namespace warpscope {

/// What is wrong with the output of a set, held against the references of the kernels; empty:
/// nothing. The request lacks no parameter.
[[nodiscard]] std::string rival_mismatch(const RivalInfo& rival, const RivalRequest& request,
                                         int set, const std::vector<double>& output);

/// The same of what ran last (MadeSubject::mismatch). None where it would take seconds. Both the
/// timeable and the rival must outlive it.
[[nodiscard]] std::function<std::string()> check_of(Rival& timeable, const RivalInfo& rival,
                                                    const RivalRequest& request,
                                                    const BenchResult& result);

}  // namespace warpscope
