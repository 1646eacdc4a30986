#include "instrumentation/analysis/source_text.hpp"

#include <gtest/gtest.h>

#include "instrumentation/analysis/caption.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::TraceMaker;

/// One access to shared memory, on line 2 of a source.
Trace access_on(const std::string& line, Operation operation = Operation::load) {
  TraceMaker make;
  make.load(make.shared("data", 64), 2, all_lanes, [](int lane) { return lane; });
  Trace trace = make.take();
  trace.accesses[0].operation = operation;
  trace.sources[0].text = "\n" + line;
  return trace;
}

std::string text(const std::string& line, Operation operation = Operation::load) {
  const Trace trace = access_on(line, operation);
  return written_as(trace, trace.accesses[0]);
}

TEST(StepLabelTest, TakesTheLetterFromTheSource) {
  Trace trace;
  trace.sources.resize(1);
  trace.launches.resize(1);
  Step step;
  step.name = "add";
  EXPECT_EQ(step_label(trace, step), "add");
  step.value = 8;
  EXPECT_EQ(step_label(trace, step), "add 8");
  trace.sources[0].text = "print(\"add\", x);\n  block.sync(\"add\", s);\n";
  EXPECT_EQ(step_label(trace, step), "add, s = 8");
  trace.sources[0].text = "block.step(\"add\", 2 * s);";
  EXPECT_EQ(step_label(trace, step), "add 8");
  trace.sources[0].text = "block.sync(\"add\", 8);";
  EXPECT_EQ(step_label(trace, step), "add 8");
}

TEST(StoresLiteral, ANumberAloneOnTheLinesOnlyStore) {
  const auto literal = [](const std::string& line, Operation operation = Operation::store) {
    const Trace trace = access_on(line, operation);
    return stores_literal(trace, trace.accesses[0]);
  };
  for (const char* line :
       {"data[pos] = 0;", "  data[a[i]]=-1.5f ; // = x", "if (i == n - 1) data[i] = 0x1F;",
        "data[i] = T(0);", "data[i] = float{};", "data[y][x] = 1e-3;", "for (;;) data[i] = true;",
        "data[i] = .5;", "data[i] = (0);", "data[i] = 10u;"}) {
    EXPECT_TRUE(literal(line)) << line;
  }
  for (const char* line : {"data[i] = x;",
                           "data[i] = 0 + x;",
                           "data[i] += 1;",
                           "data[i] = -x;",
                           "data[i] = f();",
                           "data[i] = 2 * data[j];",
                           "data[i] = 0; data[j] = x;",
                           "data[i] = data[j] = 0;",
                           "data[i] = T(x);",
                           "data[i] = 0",
                           "*p = 0;",
                           "data[i] = x == 0;",
                           "data[i] == 0;",
                           "data[i] = x0;",
                           "data[i] = 0x;",
                           "data[i] = ;",
                           "data[i] = ",
                           "=",
                           "",
                           "data[i] = (",
                           "x = 0;"}) {
    EXPECT_FALSE(literal(line)) << line;
  }
  EXPECT_FALSE(literal("data[i] = 0;", Operation::load));
}

TEST(WrittenAsTest, FindsTheExpressionThatIsMeant) {
  EXPECT_EQ(text("data[tid] = op(data[tid + s], right);"), "data[tid + s]");
  EXPECT_EQ(text("if (data[map[i]] == 3) mydata[4] = 0;"), "data[map[i]]");
  EXPECT_EQ(text("y = data[a] + data[b];"), "data");
  EXPECT_EQ(text("y = data[block.group_index() * block.size() + tid];"), "data");
  EXPECT_EQ(text("y = data[a"), "data");
}

TEST(WrittenAsTest, KeepsAllIndicesOfAMatrix) {
  EXPECT_EQ(text("y = data[threadIdx.y][threadIdx.x];"), "data[threadIdx.y][threadIdx.x]");
  EXPECT_EQ(text("data[a[0]][b][c + 1] = y;", Operation::store), "data[a[0]][b][c + 1]");
  EXPECT_EQ(text("x[i][j] = data[i][j];", Operation::store), "x[i][j] (array data)");
}

TEST(WrittenAsTest, FindsWhatCudasAtomicsChange) {
  const auto atomic = Operation::atomic_add;
  EXPECT_EQ(text("atomicAdd(&data[i][j], 1);", atomic), "data[i][j]");
  EXPECT_EQ(text("old = atomicAdd_block( & data[i], x[3]);", atomic), "data[i]");
  EXPECT_EQ(text("atomicAdd(data + i, 1);", atomic), "data");
}

TEST(WrittenAsTest, TheLineNamesABufferThatChangedRoles) {
  EXPECT_EQ(text("const T unknown = x0[j];"), "x0[j] (array data)");
  EXPECT_EQ(text("r[row] = next - x0[row];"), "x0[row] (array data)");
  EXPECT_EQ(text("r[row] = next - x0[row];", Operation::store), "r[row] (array data)");
  EXPECT_EQ(text("data[row] = next - x0[row];", Operation::store), "data[row]");
  EXPECT_EQ(text("data[row] = next - x0[row];"), "x0[row] (array data)");
  EXPECT_EQ(text("sum = from[tid] + from[tid - s];"), "from (array data)");
  EXPECT_EQ(text("sum = from[block.group_index() * n];"), "from (array data)");
  EXPECT_EQ(text("sum = from[tid] + to[tid];"), "data") << "which of the two?";
  EXPECT_EQ(text("table.atomic_add(value, 1);", Operation::atomic_add), "table (array data)");
  EXPECT_EQ(text("const auto f = [&](int i) { return 2[i]; };"), "data");
}

TEST(WrittenAsTest, NamedAsLeavesTheIndexOut) {
  const Trace other = access_on("const T unknown = x0[j];");
  EXPECT_EQ(named_as(other, other.accesses[0]), "x0 (array data)");
  const Trace same = access_on("const T unknown = data[j];");
  EXPECT_EQ(named_as(same, same.accesses[0]), "data");
}

TEST(WrittenAsTest, TheCaptionSaysTheLinesNameFirst) {
  const Trace trace = access_on("const T unknown = x0[j];");
  const std::string sentence = caption(trace, summarize(trace, BankModel::cc5), 0).sentence;
  EXPECT_TRUE(sentence.starts_with("Warp 0 reads x0[j] (array data) on line 2: ")) << sentence;
}

}  // namespace
}  // namespace warpscope
