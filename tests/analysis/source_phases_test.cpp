#include "instrumentation/analysis/source_phases.hpp"

#include <gtest/gtest.h>

#include "instrumentation/analysis/caption.hpp"
#include "tests/support/caption_in.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

std::vector<SourcePhase> phases_in(std::string text) {
  return phases_of({"a.cu", std::move(text)});
}

constexpr const char* fused = R"(// ---- a file's own rule
#include <cstdio>
namespace n {
// ---- helpers
struct S { int x; }; void f(int a) { if (a) { g(); } }
__global__ void fused(float* in) {
  // ---- phase 1: load
  float v = in[0]; const char* s = "{ // ---- phase 9";
  __syncthreads();

  // ---- phase 2: sum by a tree
  // level of stride 1
  {
    if (v > 0) {
      in[1] = v;
    }
  }
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    // Step A
    in[i] = v;
    /* === Step B === */
    in[i] += v;
  }
}
__global__ void other(float* in) { in[0] = 1; }
}
)";

TEST(SourcePhases, AreUnderTheHeadingsOfAFunction) {
  const auto phases = phases_in(fused);
  ASSERT_EQ(phases.size(), 4U);
  EXPECT_EQ(phases[0], (SourcePhase{"phase 1: load", 7, 9}));
  EXPECT_EQ(phases[1], (SourcePhase{"phase 2: sum by a tree", 11, 25}));
  EXPECT_EQ(phases[2], (SourcePhase{"Step A", 20, 21})) << "within a loop of the second";
  EXPECT_EQ(phases[3], (SourcePhase{"Step B", 22, 24}));
  EXPECT_EQ(phases[1].short_title(), "phase 2");
}

TEST(SourcePhases, KnowNumbersRulesAndBoxes) {
  const auto titles = [](const std::string& comment) {
    const auto phases = phases_in("__global__ void k() {\n" + comment + "\n  f();\n}\n");
    return phases.empty() ? "" : phases.front().title;
  };
  EXPECT_EQ(titles("  // Phase 3. Write back."), "Phase 3. Write back");
  EXPECT_EQ(titles("  // 2) scan"), "2) scan");
  EXPECT_EQ(titles("  // ===================="), "");
  EXPECT_EQ(titles("  // =====\n  // Load a tile\n  // ====="), "Load a tile");
  EXPECT_EQ(titles("  //////////// store"), "store");
  EXPECT_EQ(titles("  // ЭТАП 2: сумма"), "") << "only usual ways of writing";
  EXPECT_EQ(titles("  // Этап 2: сумма"), "Этап 2: сумма");
  EXPECT_EQ(titles("  // --- " + std::string(40, 'a') + " " + std::string(40, 'b')),
            std::string(40, 'a') + "…");
  EXPECT_EQ(titles("  // --- a\x01 b"), "a\uFFFD b") << "fit to be shown";
  EXPECT_EQ(titles("  // 2.5 times as fast"), "");
  EXPECT_EQ(titles("  // passes of three"), "");
  EXPECT_EQ(titles("  // each thread adds two"), "");
}

TEST(SourcePhases, CommentsBehindBarriersServeWhereThereIsNoHeading) {
  const auto phases = phases_in(R"(__global__ void k(float* a) {
  // Load the tile.
  a[0] = 1;
  // neither
  a[1] = 1;
  __syncthreads();

  // Multiply
  a[2] = 1;
  __syncthreads();
  a[3] = 1;
}
)");
  ASSERT_EQ(phases.size(), 2U);
  EXPECT_EQ(phases[0], (SourcePhase{"Load the tile", 2, 6}));
  EXPECT_EQ(phases[1], (SourcePhase{"Multiply", 8, 10})) << "the next barrier ends it";
}

/// Loads on lines 8 and 15 of `fused`, with a barrier between, and one on line 3 of a helper that line 21 calls.
Trace trace_in_phases() {
  test::TraceMaker make;
  make.source(fused);
  const int in = make.shared("in", 32);
  const auto own = [](int lane) { return lane; };
  make.load(in, 8, all_lanes, own);
  make.barrier("barrier of line 9");
  make.load(in, 15, all_lanes, own);
  make.load(in, 3, all_lanes, own);
  Trace trace = make.take();
  trace.header.program = "fused.cu";
  trace.locations.push_back({0, 21});
  const auto call = static_cast<std::int32_t>(trace.locations.size()) - 1;
  trace.locations.push_back({0, 3, call, "load4"});
  trace.accesses[2].location = static_cast<std::uint32_t>(call) + 1;
  return trace;
}

TEST(TracePhases, ACallIsInThePhaseOfItsLine) {
  Trace trace = trace_in_phases();
  const TracePhases phases(trace);
  EXPECT_EQ(phases.of(trace, trace.accesses[0])->title, "phase 1: load");
  EXPECT_EQ(phases.of(trace, trace.accesses[1])->title, "phase 2: sum by a tree");
  EXPECT_EQ(phases.of(trace, trace.accesses[2])->title, "Step A");
  EXPECT_EQ(phase_at(trace, trace.accesses[2]).title, "Step A");
  EXPECT_EQ(phases.title_of(trace, trace.steps[1]), "phase 2");
  EXPECT_EQ(phases.used(trace).size(), 3U) << "nothing is done in Step B";
  trace.header.program.clear();
  EXPECT_EQ(TracePhases(trace).of(trace, trace.accesses[0]), nullptr)
      << "kernels of the catalogue name their steps themselves";
}

TEST(TracePhases, AStepThatIsAllOneFunctionHasItsName) {
  test::TraceMaker make;
  make.source("__global__ void k() {\n  load4();\n}\n");
  const int in = make.shared("in", 32);
  const auto own = [](int lane) { return lane; };
  make.load(in, 1, all_lanes, own);
  make.load(in, 1, all_lanes, own);
  Trace trace = make.take();
  trace.header.program = "k.cu";
  trace.locations = {{0, 2}, {0, 8, 0, "load4"}};
  for (Access& access : trace.accesses) access.location = 1;
  EXPECT_EQ(TracePhases(trace).title_of(trace, trace.steps[0]), "load4");
  trace.locations[1].function = "lambda in k";
  EXPECT_EQ(TracePhases(trace).title_of(trace, trace.steps[0]), "") << "nobody calls it so";
  trace.locations[1].function = "load4";
  trace.accesses[1].location = 0;
  EXPECT_EQ(TracePhases(trace).title_of(trace, trace.steps[0]), "");
}

TEST(Caption, NamesThePhaseAndTheCaller) {
  const Trace trace = trace_in_phases();
  const Summary summary = summarize(trace, BankModel::cc5);
  EXPECT_EQ(caption(trace, summary, 0).step,
            "Step 1 of 2 · phase 1: load (lines 7–9) · barrier of line 9");
  const Caption called = caption(trace, summary, 2);
  EXPECT_NE(called.sentence.find(" on line 3, called from line 21: "), std::string::npos)
      << called.sentence;
  const Caption russian = test::caption_in("ru", trace, summary, 2);
  EXPECT_EQ(russian.step, "Шаг 2 из 2 · Step A (строки 20–21)");
  EXPECT_NE(russian.sentence.find(" (строка 3, вызов на строке 21): "), std::string::npos)
      << russian.sentence;
}

TEST(Caption, NamesTheFilesWhereTheyDiffer) {
  Trace trace = trace_in_phases();
  trace.sources.push_back({"/home/a/helper.cuh", ""});
  trace.locations.back().source = 1;
  const Caption called = caption(trace, summarize(trace, BankModel::cc5), 2);
  const std::string kernel = trace.sources[0].name.substr(trace.sources[0].name.rfind('/') + 1);
  EXPECT_NE(called.sentence.find(" on line 3 of helper.cuh, called from line 21 of " + kernel),
            std::string::npos)
      << called.sentence;
}

}  // namespace
}  // namespace warpscope
