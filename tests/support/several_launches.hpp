#pragma once

#include "tests/support/trace_maker.hpp"

namespace warpscope::test {

/// Three launches of two sources: scan, add, scan, with the host's steps around them. Each scan
/// loads and stores `temp` on line 5 of its file, add reads constant memory on line 5 of its own.
inline Trace several_launches() {
  constexpr auto own = [](int lane) { return lane; };
  TraceMaker make(64);
  make.host("copies 64 int to data");
  const int data = make.global("data", 64), temp = make.shared("temp", 64);
  const int step = make.constant("step", 4), tile = make.matrix("tile", 4, 33);
  const auto scan = [&] {
    for (int warp = 0; warp < 2; ++warp) {
      make.warp(warp);
      const auto mine = [warp](int lane) { return warp * 32 + lane; };
      make.store(temp, 5, all_lanes, mine, make.load(data, 5, all_lanes, mine));
    }
    make.barrier("load");
    make.warp(0);
    make.load(temp, 7, first_lanes(16), [](int lane) { return 4 * lane; });
    make.barrier("up", 1);
  };
  make.source(
      "struct Scan {\n  template <class Block>\n  void operator()(Block& block) const {\n"
      "    auto temp = shared_array<\"temp\", int>(block, 64);\n"
      "    temp[tid] = data[tid];\n    block.sync(\"load\");\n"
      "    x = temp[4 * tid];\n    block.sync(\"up\", d);\n  }\n};\n");
  scan();
  make.host("sets sums to zero");
  make.launch(32, "add");
  make.source(
      "struct AddAll {\n  template <class Block>\n  void operator()(Block& block) const {\n"
      "    // a line more\n    x = step[tid % 3];\n    tile[i] = x;\n"
      "    data.atomic_add(i, x);\n    block.step(\"add\");\n  }\n};\n");
  const Lanes x = make.load(step, 5, all_lanes, [](int lane) { return lane % 3; });
  make.store(
      tile, 6, all_lanes, [](int lane) { return 33 * (lane % 4) + lane; }, x);
  make.atomic_add(data, 7, all_lanes, own, x);
  make.step("add");
  make.launch(64);
  scan();
  make.host("copies 64 int back from data");
  Trace trace = make.take();
  trace.header.kernel = "scan";
  trace.header.title = "made by hand";
  trace.header.size = 64;
  trace.launches[1].grid = {4};
  return trace;
}

}  // namespace warpscope::test
