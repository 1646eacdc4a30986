#pragma once

#include <string>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

/// What a trace of a user's own program may hold and none of the catalogue's does: two source
/// files, a called function, three dimensions, a structure, wide accesses, atomics with results,
/// an array and an index beyond 32 bits.
inline Trace program_trace() {
  TraceBuilder builder({.kernel = "particles", .title = "particles.cu", .machine = "emulator"});
  const int particle = builder.structure(
      {"Particle", 16, {{"position", 0, {Scalar::f32}, 3}, {"id", 12, {Scalar::u32}}}});
  const int in = builder.array({"in", Space::global, {Scalar::f32}, 1 << 10});
  const int tile = builder.array({"tile", Space::shared, {Scalar::f32}, 256, 0});
  const int particles =
      builder.array({"particles", Space::global, {Scalar::u32}, 64, 0, 0, particle});
  const int bins = builder.array({"bins", Space::global, {Scalar::i32}, std::int64_t{1} << 33});
  builder.begin_launch({.kernel = "move",
                        .grid = {2, 3, 4},
                        .block = {4, 4, 2},
                        .traced_block = 23,
                        .shared_bytes = 1024},
                       {"particles.cu", "one\ntwo\nthree\n"});
  const std::uint32_t header = builder.source({"float4.cuh", "load\n"});
  const std::uint32_t call = builder.line(2);
  const std::uint32_t inside =
      builder.location({header, 1, static_cast<std::int32_t>(call), "load4"});

  std::vector<ElementIndex> quads, own;
  std::vector<std::uint32_t> four_each, one_each, with_results;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    quads.push_back(4 * lane);
    own.push_back((ElementIndex{1} << 32) + lane % 4);
    for (std::uint32_t e = 0; e < 4; ++e) four_each.push_back(100 * lane + e);
    one_each.push_back(7);
    with_results.insert(with_results.end(), {1U, lane / 4});
  }
  builder.access({}, {.location = inside, .mask = all_lanes, .array = in, .elements = 4}, quads,
                 four_each);
  builder.access({},
                 {.location = builder.line(2),
                  .mask = all_lanes,
                  .array = tile,
                  .operation = Operation::store,
                  .elements = 4},
                 quads, four_each);
  builder.name_step(0, {}, "load", {}, true);
  const Place after{1, 0};
  builder.access(after, {.location = builder.line(3), .mask = 1, .array = particles},
                 std::vector<ElementIndex>{7}, std::vector<std::uint32_t>{42});
  builder.access(after,
                 {.location = builder.line(3),
                  .mask = all_lanes,
                  .array = bins,
                  .operation = Operation::atomic_add,
                  .has_result = true},
                 own, with_results);
  builder.access(after,
                 {.location = builder.line(3),
                  .mask = 1,
                  .array = bins,
                  .operation = Operation::atomic_cas,
                  .has_result = true},
                 std::vector<ElementIndex>{5}, std::vector<std::uint32_t>{0, 9, 0});
  builder.finding({1, 0}, {.kind = FindingKind::out_of_bounds,
                           .line = 1,
                           .source = static_cast<std::int32_t>(header),
                           .thread = 3,
                           .block = 11,
                           .array = in,
                           .index = -1,
                           .message = say("Outside.")});
  return builder.build();
}

}  // namespace warpscope
