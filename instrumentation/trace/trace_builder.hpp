#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Collects what a machine saw, in the order in which it happened per warp, and makes the Trace.
/// Calls of different warps may interleave in any way: build() sorts by step, warp and time, so
/// that every machine gives the same trace for the same run.
class TraceBuilder {
 public:
  explicit TraceBuilder(TraceHeader header);

  void begin_launch(std::string kernel, int grid, int block, int traced_block);
  /// Declares an array of the present launch; returns its id. Same name, space and type: same id.
  int array(const Array& array);
  void shared_bytes(std::uint32_t bytes);

  /// One warp instruction. `indices` and `words` are packed: one entry (type.words() words) per
  /// set bit of `mask`.
  void access(int warp, Operation operation, int array, std::uint32_t line, std::uint32_t mask,
              std::span<const std::int32_t> indices, std::span<const std::uint32_t> words);
  /// A warp passed a named boundary that is no barrier.
  void step(int warp, std::string_view name, std::optional<std::int64_t> value);
  /// A warp passed a barrier of the whole block.
  void barrier(int warp, std::string_view name, std::optional<std::int64_t> value);
  /// Shared memory right after the present launch's next barrier without a snapshot.
  void snapshot(std::vector<std::uint8_t> bytes);
  /// `finding.step` is filled from `warp`'s present place in the trace.
  void finding(int warp, Finding finding);

  [[nodiscard]] std::size_t access_count() const;
  /// Leaves the builder empty.
  [[nodiscard]] Trace build();

 private:
  struct Record;   // an access with its boundary counts
  struct Boundary;
  struct State;
  TraceHeader header_;
  std::vector<Record> records_;
};

}  // namespace warpscope
