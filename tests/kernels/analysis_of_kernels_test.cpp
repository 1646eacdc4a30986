// The analyses of the catalogue's kernels, recorded on the emulator.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/analysis/replay.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "kernels/catalogue.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

std::shared_ptr<const Trace> trace_of(const RunRequest& request) {
  return test::emulate(request).trace;
}

/// Totals of one block that works on all `size` elements.
Totals totals_of(const std::string& kernel, int size, BankModel model) {
  const bool two_each = kernel.starts_with("scan_blelloch") || kernel.starts_with("scan_padded");
  return summarize(*trace_of({.kernel = kernel, .size = size, .block = two_each ? size / 2 : size}),
                   model)
      .totals;
}

std::uint64_t conflicts(const std::string& kernel, int size, BankModel model) {
  const Totals totals = totals_of(kernel, size, model);
  return totals.shared_load.conflicts() + totals.shared_store.conflicts();
}

TEST(AnalysisOfKernelsTest, ReplayGivesEverySnapshot) {
  for (const KernelInfo* kernel : catalogue()) {
    EXPECT_EQ(replay_violation(*trace_of({.kernel = std::string(kernel->id)})), "") << kernel->id;
  }
}

// The lectures' figures for reduction 2 and 3 with 256 elements.
TEST(AnalysisOfKernelsTest, ReductionsCostWhatTheLecturesSay) {
  const Totals strided = summarize(*trace_of({.kernel = "reduce_strided"}), BankModel::cc5).totals;
  EXPECT_EQ(strided.shared_load.wavefronts, 95U);
  EXPECT_EQ(strided.shared_load.conflicts(), 70U);
  EXPECT_EQ(strided.shared_store.wavefronts, 55U);
  EXPECT_EQ(strided.shared_store.conflicts(), 35U);
  EXPECT_EQ(strided.max_degree, 8);
  for (const BankModel model : all_bank_models) {
    EXPECT_EQ(conflicts("reduce_sequential", 256, model), 0U) << id(model);
  }
}

TEST(AnalysisOfKernelsTest, EachPaddingCuresItsOwnBanks) {
  for (const int size : {64, 128, 256}) {
    EXPECT_EQ(conflicts("scan_padded16", size, BankModel::cc1), 0U) << size;
  }
  EXPECT_GT(conflicts("scan_padded16", 512, BankModel::cc1), 0U);
  EXPECT_GT(conflicts("scan_padded16", 512, BankModel::cc5), 0U);
  for (const int size : {64, 256, 512, 1024, 2048}) {
    EXPECT_EQ(conflicts("scan_padded16_twice", size, BankModel::cc1), 0U) << size;
  }
  for (const int size : {64, 256, 512, 1024}) {
    EXPECT_EQ(conflicts("scan_padded32", size, BankModel::cc5), 0U) << size;
  }
  EXPECT_EQ(totals_of("scan_blelloch", 2048, BankModel::cc1).max_degree, 16);
  EXPECT_EQ(totals_of("scan_blelloch", 2048, BankModel::cc5).max_degree, 32);
}

using Operator = std::function<std::int64_t(std::int64_t, std::int64_t)>;

struct Case {
  RunRequest request;
  Operator op;
};
/// Of the families whose every value combines others by one operator. Without scan_warp_shuffle and
/// scan_lookback: there a lane keeps a register and goes on using it, which no trace can tell.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const KernelInfo* kernel : catalogue()) {
    const std::string_view family = kernel->family->name;
    if (family != "reduction" && family != "scan") continue;
    if (kernel->id == "scan_warp_shuffle" || kernel->id == "scan_lookback") continue;
    if (kernel->id == "compact") continue;            // its flags are no sums of values
    if (kernel->id == "reduce_last_block") continue;  // nor is its count of blocks
    for (const std::string input : {"random", "ramp", "reversed"}) {
      RunRequest request{.kernel = std::string(kernel->id), .input = {.kind = input, .seed = 7}};
      all.push_back({request, std::plus<>()});
      if (family != "reduction") continue;
      request.parameters["op"] = "min";
      all.push_back({request, [](auto a, auto b) { return std::min(a, b); }});
      request.parameters["op"] = "max";
      all.push_back({request, [](auto a, auto b) { return std::max(a, b); }});
    }
  }
  return all;
}
std::string describe(const RunRequest& request) {
  const auto op = request.parameters.find("op");
  return request.kernel + " " + request.input.kind +
         (op == request.parameters.end() ? "" : " " + op->second);
}

/// The number in one word; only ints are recorded here.
std::int64_t value_at(const Trace& trace, std::uint64_t word) {
  return static_cast<std::int32_t>(trace.words[word]);
}

/// The value that an edge's load returned: that of the lane which read the edge's element,
/// component by component combined.
std::int64_t loaded(const Trace& trace, const FlowEdge& edge, const Operator& op) {
  const Access& access = trace.accesses[edge.load_access];
  const auto indices = trace.lane_indices(access);
  const auto k = std::ranges::find(indices, edge.index) - indices.begin();
  const auto words = trace.lane_value(access, static_cast<int>(k));
  std::int64_t value = static_cast<std::int32_t>(words[0]);
  for (const std::uint32_t word : words.subspan(1))
    value = op(value, static_cast<std::int32_t>(word));
  return value;
}

// The strongest claim about the edges: combining the values at their tails gives the value at their
// head, for every live node whose value was seen.
TEST(AnalysisOfKernelsTest, SourcesCombineToTheValueThatWasStored) {
  for (const auto& [request, op] : cases()) {
    const auto trace = trace_of(request);
    const Dataflow flow = dataflow(*trace);
    int checked = 0;
    for (const FlowNode& node : flow.nodes) {
      if (!node.live || node.first_word == FlowNode::no_value || node.edge_count == 0) continue;
      std::optional<std::int64_t> value;
      for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
        const FlowEdge& edge = flow.edges[e];
        const bool is_register = trace->arrays[edge.array].space == Space::registers;
        const std::int64_t source = is_register
                                        ? value_at(*trace, flow.nodes[edge.source].first_word)
                                        : loaded(*trace, edge, op);
        value = value ? op(*value, source) : source;
      }
      ASSERT_EQ(*value, value_at(*trace, node.first_word))
          << describe(request) << ", " << trace->arrays[node.array].name << "[" << node.index
          << "] in step " << node.step + 1;
      ++checked;
    }
    EXPECT_GT(checked, 32) << describe(request);
  }
}

// A reduction's result depends on every element of its block, through a tree without loose ends.
TEST(AnalysisOfKernelsTest, ReductionsReachEveryElement) {
  for (const auto& [request, op] : cases()) {
    if (!request.kernel.starts_with("reduce_")) continue;
    const auto trace = trace_of(request);
    const Dataflow flow = dataflow(*trace);
    std::set<ElementIndex> elements, read;
    for (const FlowNode& node : flow.nodes) {
      if (!node.live) continue;
      for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
        const FlowEdge& edge = flow.edges[e];
        if (trace->arrays[edge.array].space == Space::global) elements.insert(edge.index);
        EXPECT_TRUE(edge.source != FlowEdge::no_node ||
                    trace->arrays[edge.array].space == Space::global);
      }
    }
    for (const Access& access : trace->accesses) {
      if (trace->arrays[access.array].space != Space::global) continue;
      if (access.operation != Operation::load) continue;
      for (const ElementIndex index : trace->lane_indices(access)) read.insert(index);
    }
    EXPECT_EQ(elements, read) << describe(request);
  }
}

// An element of a product is made of a whole row and a whole column, however many tiles they came
// in.
TEST(AnalysisOfKernelsTest, ProductsAreMadeOfTheirWholeRowAndColumn) {
  constexpr int side = 32;
  for (const char* kernel : {"matmul_naive", "matmul_tiled", "matmul_abt", "matmul_abt_padded"}) {
    SCOPED_TRACE(kernel);
    const auto trace = trace_of({.kernel = kernel, .size = side, .block = 64});  // four tiles of 8
    const Dataflow flow = dataflow(*trace);
    int results = 0;
    for (const FlowNode& node : flow.nodes) {
      EXPECT_TRUE(node.live);
      if (trace->arrays[node.array].name != "c") continue;
      ++results;
      const auto edges = edges_of(flow, node);
      ASSERT_EQ(edges.size(), 2U * side);
      float sum = 0;
      for (std::size_t e = 0; e < edges.size(); e += 2) {
        const auto factor = [&](const FlowEdge& edge) {
          return std::bit_cast<float>(trace->words[word_of(*trace, flow, edge)]);
        };
        sum = std::fma(factor(edges[e]), factor(edges[e + 1]), sum);
      }
      EXPECT_EQ(sum, std::bit_cast<float>(value_of(*trace, flow, node)[0]));
    }
    EXPECT_EQ(results, 64);
  }
}

// Sorts move keys and values, now in place, now from buffer to buffer, and make none.
TEST(AnalysisOfKernelsTest, SortsMoveValuesAndMakeNone) {
  for (const char* kernel : {"bitonic_shared", "bitonic_global", "odd_even_merge", "radix_split"}) {
    for (const char* input : {"random", "reversed"}) {
      const auto trace =
          trace_of({.kernel = kernel, .size = 128, .input = {.kind = input, .seed = 7}});
      const Dataflow flow = dataflow(*trace);
      int moved = 0;
      for (const FlowNode& node : flow.nodes) {
        const std::string& to = trace->arrays[node.array].name;
        if (!to.ends_with("keys") && !to.ends_with("values")) continue;
        for (const FlowEdge& edge : edges_of(flow, node)) {
          const std::string& from = trace->arrays[edge.array].name;
          ASSERT_EQ(from.ends_with("keys"), to.ends_with("keys")) << kernel << ' ' << input;
          ASSERT_EQ(from.ends_with("values"), to.ends_with("values")) << kernel << ' ' << input;
        }
        ++moved;
      }
      EXPECT_GT(moved, 256) << kernel;
    }
  }
}

}  // namespace
}  // namespace warpscope
