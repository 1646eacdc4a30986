#pragma once

#include "instrumentation/timing/rivals.hpp"
#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// The processor's way, on host memory: with one thread or with all. What would take longer than
/// `longest_run_ms` is ErrorKind::unavailable; that is estimated from smaller sizes.
[[nodiscard]] Result<MadeSubject> make_processor(const RivalRequest& request);

/// Some 30 repetitions of it are as long as somebody may be expected to wait.
inline constexpr double longest_run_ms = 300;

/// How much longer a task of size `to` takes than one of size `from`.
[[nodiscard]] double growth(const RivalInfo& rival, std::int64_t from, std::int64_t to);

}  // namespace warpscope
