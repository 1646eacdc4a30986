#pragma once

#include "instrumentation/timing/device_record.hpp"

namespace warpscope::test {

/// A device record with something of each section.
inline DeviceRecord device_sample() {
  DeviceRecord record;
  record.device = {.name = "A GPU",
                   .compute = "9.0",
                   .driver = "580.1",
                   .runtime = "13.0",
                   .multiprocessors = 132,
                   .clock_mhz = 1980,
                   .memory_bytes = 151'000'000'000,
                   .second_level_bytes = 62'914'560,
                   .shared_bytes_per_multiprocessor = 233'472,
                   .shared_bytes_per_block = 232'448,
                   .registers_per_multiprocessor = 65'536,
                   .threads_per_multiprocessor = 2048,
                   .blocks_per_multiprocessor = 33};
  record.date = "2026-11-24T10:00:00Z";
  record.command = "warpscope bench --device --json";
  record.commit = "abc123";
  record.resources = {{.kernel = "reduce_last_block",
                       .parameters = {{"type", "int"}},
                       .launched = "reduce_strided",
                       .registers = 18,
                       .static_shared_bytes = 4,
                       .local_bytes = 16,
                       .most_threads = 1024,
                       .block = 256,
                       .dynamic_shared_bytes = 1028}};
  record.occupancy = {{.kernel = "matmul_tiled", .registers = 37, .block = 192, .blocks = 7},
                      {.kernel = "matmul_abt",
                       .registers = 38,
                       .static_shared_bytes = 8,
                       .block = 224,
                       .dynamic_shared_bytes = 4096,
                       .blocks = 6}};
  record.operations = {{.operation = "fp32_add", .cycles = 0.25, .latency = 4.125},
                       {.operation = "shuffle", .cycles = 1.0625, .latency = 23.5}};
  record.latencies = {{.memory = "global", .bytes = 1 << 28, .cycles = 688.5}};
  record.memories = {
      {.memory = "shared", .bytes_per_cycle = 127.5, .gigabytes_per_second = 32'100}};
  record.hiding = {{.arithmetic = 3,
                    .warps = 12,
                    .loads_per_cycle = 0.015625,
                    .cycles_of_a_turn = 768,
                    .gigabytes_per_second = 451.5}};
  record.stamps = {{.warps = 2,
                    .arithmetic = 64,
                    .stamps = {{.warp = 0, .what = "load", .begin = 0, .end = 701},
                               {.warp = 1, .what = "arithmetic", .begin = 703, .end = 977}}}};
  record.copies = {{.direction = "to_device",
                    .pinned = true,
                    .bytes = 65'536,
                    .median_ms = 0.0115,
                    .gigabytes_per_second = 5.7}};
  record.streams = {{.streams = 4,
                     .chunks = 16,
                     .bytes = 1 << 26,
                     .wall_ms = 2.75,
                     .device_ms = 2.5,
                     .copy_in_ms = 1.25,
                     .kernel_ms = 1.375,
                     .copy_out_ms = 1.5,
                     .spans = {{.chunk = 0, .stream = 0, .what = "copy_in", .end_ms = 0.1},
                               {.what = "kernel", .begin_ms = 0.11, .end_ms = 0.2},
                               {.what = "copy_out", .begin_ms = 0.21, .end_ms = 0.3}}}};
  record.skipped = {{.section = "hiding", .why = "It failed."}};
  return record;
}

}  // namespace warpscope::test
