#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/session/document.hpp"
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
    for (const char* key : {"kind", "device", "driver", "date", "command"}) {
      EXPECT_TRUE(record.contains(key)) << path << " lacks " << key;
    }
  }
}

// Every default run has counters, because the hardware comparison takes the default geometry too;
// where the kernel needs one block only, they are those of the traced block, and must equal the
// model.
TEST(Measurements, CountersOfTheDefaultRunEqualTheModel) {
  for (const KernelInfo* kernel : catalogue()) {
    const auto document = make_document(on_emulator(kernel->id), BankModel::cc5);
    ASSERT_TRUE(document) << document.error().message;
    const auto& measured = document.value()->measured;
    ASSERT_TRUE(measured) << kernel->id;
    ASSERT_TRUE(measured->load_wavefronts) << kernel->id;
    const Totals& totals = document.value()->summary.totals;
    EXPECT_EQ(*measured->load_wavefronts, totals.shared_load.wavefronts) << kernel->id;
    EXPECT_EQ(*measured->load_conflicts, totals.shared_load.conflicts()) << kernel->id;
    EXPECT_EQ(*measured->store_wavefronts, totals.shared_store.wavefronts) << kernel->id;
    EXPECT_EQ(*measured->store_conflicts, totals.shared_store.conflicts()) << kernel->id;
    EXPECT_EQ(*measured->load_sectors, totals.global_load.sectors) << kernel->id;
    EXPECT_EQ(*measured->store_sectors, totals.global_store.sectors) << kernel->id;
    EXPECT_TRUE(measured->milliseconds) << kernel->id;
    EXPECT_EQ(measured->device, "H200");
  }
}

TEST(Measurements, WhatWasNotMeasuredHasNone) {
  RunRequest floats = on_emulator("reduce_strided");
  floats.parameters["type"] = "float";
  EXPECT_FALSE(make_document(floats, BankModel::cc5).value()->measured);
  RunRequest small = on_emulator("reduce_strided");
  small.size = 64;
  EXPECT_FALSE(make_document(small, BankModel::cc5).value()->measured->load_wavefronts);
}

}  // namespace
}  // namespace warpscope
