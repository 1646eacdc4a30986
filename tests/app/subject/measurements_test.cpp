#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/subject/document.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/run/embedded.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

RunRequest on_emulator(std::string_view kernel) {
  RunRequest request;
  request.kernel = std::string(kernel);
  request.machine = MachineKind::emulator;
  return request;
}

TEST(Measurements, EveryFileIsARecordThatSaysWhereItComesFrom) {
  const auto paths = embedded_paths("assets/measurements/");
  ASSERT_FALSE(paths.empty());
  for (const std::string_view path : paths) {
    const auto record = nlohmann::json::parse(embedded_text(path), nullptr, false);
    ASSERT_TRUE(record.is_object()) << path;
    std::vector<std::string> keys{"kind", "date", "command"};
    // What the compiler says is of an architecture, whatever device there is.
    const bool compiled = record.value("kind", "") == "resources";
    keys.emplace_back(compiled ? "architecture" : "device");
    keys.emplace_back(compiled ? "toolkit" : "driver");
    for (const std::string& key : keys) {
      EXPECT_TRUE(record.contains(key)) << path << " lacks " << key;
    }
  }
}

// Default runs have counters, because the hardware comparison takes the default geometry too. If
// the kernel needs only one launch of one block, they belong to the traced block, and must equal
// the model.
TEST(Measurements, CountersOfTheDefaultRunEqualTheModel) {
  int found = 0;
  for (const KernelInfo* kernel : catalogue()) {
    const auto document = make_document(on_emulator(kernel->id), BankModel::cc5);
    ASSERT_TRUE(document) << document.error().message;
    const auto& measured = document.value()->measured;
    if (!measured || !measured->load_wavefronts) continue;
    ++found;
    const Totals& totals = document.value()->summary.totals;
    EXPECT_EQ(*measured->load_wavefronts, totals.shared_load.wavefronts) << kernel->id;
    EXPECT_EQ(*measured->load_conflicts, totals.shared_load.conflicts()) << kernel->id;
    EXPECT_EQ(*measured->store_wavefronts, totals.shared_store.wavefronts) << kernel->id;
    EXPECT_EQ(*measured->store_conflicts, totals.shared_store.conflicts()) << kernel->id;
    EXPECT_EQ(*measured->load_sectors, totals.global_load.sectors) << kernel->id;
    EXPECT_EQ(*measured->store_sectors, totals.global_store.sectors) << kernel->id;
    EXPECT_EQ(*measured->local_load_sectors, totals.local_load.sectors) << kernel->id;
    EXPECT_EQ(*measured->local_store_sectors, totals.local_store.sectors) << kernel->id;
    EXPECT_EQ(*measured->atomic_wavefronts, totals.shared_atomic.wavefronts) << kernel->id;
    EXPECT_EQ(*measured->atomic_conflicts, totals.shared_atomic.conflicts()) << kernel->id;
    EXPECT_EQ(*measured->atomic_sectors, totals.global_atomic.sectors) << kernel->id;
    const bool timed = kernel->family->name == "reduction" || kernel->family->name == "scan";
    EXPECT_TRUE(!timed || measured->milliseconds) << kernel->id;
    EXPECT_EQ(measured->device, "H200");
  }
  EXPECT_GE(found, 13);
}

TEST(Measurements, TimesOfSeveralLaunchesCountCountersDoNot) {
  Trace trace;
  trace.header.kernel = "reduce_strided";
  trace.header.size = 256;
  trace.header.input = "random";
  trace.header.seed = 7;
  trace.header.parameters = {{"type", "int"}, {"op", "add"}};
  trace.launches.assign(1, {.block = {256}});
  EXPECT_TRUE(find_measured(trace)->load_wavefronts);
  trace.launches.assign(2, {.block = {256}});
  EXPECT_FALSE(find_measured(trace)->load_wavefronts);
  EXPECT_TRUE(find_measured(trace)->milliseconds);
  trace.header.parameters["stride"] = "2";  // nobody measured that
  EXPECT_FALSE(find_measured(trace));
}

/// A record of one result.
TimingRecord timed_alone(const BenchResult& result) {
  TimingRecord record{.device = "NVIDIA H200", .compute = "9.0", .date = "2026-11-25T10:00:00Z"};
  record.results.push_back(result);
  return record;
}

TEST(Measurements, ATimeIsOfTheInputAndTheParametersOfTheRun) {
  const TimingsPtr before = recorded_timings();
  const auto traced = [](const char* input, const char* weight) {
    RunRequest request = on_emulator("histogram_shared_atomic");
    request.input.kind = input;
    request.parameters["weight"] = weight;
    return make_document(request, BankModel::cc5).value()->trace;
  };
  const BenchResult usual{.kernel = "histogram_shared_atomic",
                          .size = 1 << 28,
                          .block = 256,
                          .parameters = {{"weight", "1"}},
                          .median_ms = 1};
  BenchResult ones = usual, wide = usual;
  ones.parameters["input"] = "ones";
  ones.size = 1 << 20;
  ones.median_ms = 2;
  wide.block = 1024;
  wide.median_ms = 3;
  Timings timings;
  for (const BenchResult& one : {wide, usual, ones, wide}) {
    timings.records.push_back(timed_alone(one));
  }
  show_timings(timings);
  EXPECT_EQ(find_measured(*traced("random", "1"))->milliseconds,
            1);  // the run's block before others
  EXPECT_EQ(find_measured(*traced("ones", "1"))->milliseconds, 2);
  const auto ramp = find_measured(*traced("ramp", "1")), twos = find_measured(*traced("ones", "2"));
  EXPECT_FALSE(ramp && ramp->milliseconds);
  EXPECT_FALSE(twos && twos->milliseconds);
  EXPECT_FALSE(find_measured_pair(*traced("random", "1"), *traced("ones", "1")));
  timings.records.front().results = {usual, ones};
  timings.records.front().results.back().size = usual.size;
  show_timings(timings);
  EXPECT_EQ(find_measured_pair(*traced("random", "1"), *traced("ones", "1"))->right_ms, 2);
  show_timings(*before);
}

TEST(Measurements, WhatWasNotMeasuredHasNone) {
  RunRequest floats = on_emulator("reduce_strided");
  floats.parameters["type"] = "float";
  EXPECT_FALSE(make_document(floats, BankModel::cc5).value()->measured->milliseconds);
  RunRequest small = on_emulator("reduce_strided");
  small.size = 64;
  EXPECT_FALSE(make_document(small, BankModel::cc5).value()->measured->load_wavefronts);
  RunRequest other = on_emulator("reduce_strided");
  other.input.seed = 8;
  EXPECT_FALSE(make_document(other, BankModel::cc5).value()->measured->load_wavefronts);
}

}  // namespace
}  // namespace warpscope
