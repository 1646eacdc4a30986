#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

/// Reads the records of block/trace_sink.hpp into `builder`, whose present launch has `threads`
/// threads; `global_arrays` are the builder's ids of those that were declared before.
[[nodiscard]] Status read_trace_stream(std::span<const std::uint32_t> words, int threads,
                                       std::span<const int> global_arrays, TraceBuilder& builder);

}  // namespace warpscope
