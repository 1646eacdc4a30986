#pragma once

#include <functional>
#include <string>
#include <vector>

#include "instrumentation/timing/rival_input.hpp"

namespace warpscope {

/// Compares the output of a set with the references of the kernels, and says what is wrong; empty:
/// nothing. The request has every parameter.
[[nodiscard]] std::string rival_mismatch(const RivalInfo& rival, const RivalRequest& request,
                                         int set, const std::vector<double>& output);

/// The same for the set that ran last (MadeSubject::mismatch). Not set if it would take seconds.
/// Both the timeable and the rival must outlive it.
[[nodiscard]] std::function<std::string()> check_of(Rival& timeable, const RivalInfo& rival,
                                                    const RivalRequest& request,
                                                    const BenchResult& result);

}  // namespace warpscope
