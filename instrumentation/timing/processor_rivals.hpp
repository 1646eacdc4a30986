#pragma once

#include "instrumentation/timing/rivals.hpp"
#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// Nobody can be expected to wait longer than some 30 repetitions of this.
inline constexpr double longest_run_ms = 300;

/// Makes a task of the processor ready, in host memory, with one thread or with all. A run that
/// would take longer than `longest_ms`, estimated from smaller sizes, is ErrorKind::unavailable.
[[nodiscard]] Result<MadeSubject> make_processor(const RivalRequest& request,
                                                 double longest_ms = longest_run_ms);

/// How much longer a task of size `to` takes than one of size `from`.
[[nodiscard]] double growth(const RivalInfo& rival, std::int64_t from, std::int64_t to);

}  // namespace warpscope
