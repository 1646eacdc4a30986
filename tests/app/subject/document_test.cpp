#include <gtest/gtest.h>

#include "app/subject/document.hpp"

namespace warpscope {
namespace {

TEST(SessionDocument, IsARecordedAndAnalysedRun) {
  const auto document =
      make_document({.kernel = "reduce_strided", .machine = MachineKind::emulator}, BankModel::cc5);
  ASSERT_TRUE(document) << document.error().message;
  const Document& made = *document.value();
  EXPECT_EQ(made.mismatch, "");
  EXPECT_EQ(made.request.size, made.trace->header.size);
  EXPECT_EQ(made.summary.accesses.size(), made.trace->accesses.size());
  EXPECT_FALSE(made.flow.nodes.empty());
}

TEST(SessionDocument, AnotherBankModelChangesOnlyTheSummary) {
  const auto document =
      make_document({.kernel = "scan_padded16", .machine = MachineKind::emulator}, BankModel::cc1);
  ASSERT_TRUE(document) << document.error().message;
  const DocumentPtr other = with_model(*document.value(), BankModel::cc5);
  EXPECT_EQ(other->trace, document.value()->trace);
  EXPECT_EQ(other->summary.model, BankModel::cc5);
  EXPECT_GT(other->summary.totals.shared_load.conflicts(),
            document.value()->summary.totals.shared_load.conflicts());
  EXPECT_EQ(&other->flow, &document.value()->flow) << "large, and never copied";
  EXPECT_EQ(&other->replay, &document.value()->replay);
}

TEST(SessionDocument, OutlivesTheOneWhoseAnalysisItShares) {
  auto document =
      make_document({.kernel = "scan_padded16", .machine = MachineKind::emulator}, BankModel::cc1);
  ASSERT_TRUE(document) << document.error().message;
  const std::size_t nodes = document.value()->flow.nodes.size();
  const DocumentPtr other = with_model(*document.value(), BankModel::cc5);
  document.value().reset();
  EXPECT_EQ(other->flow.nodes.size(), nodes);
  EXPECT_FALSE(other->replay.at(other->summary.accesses.size()).bytes.empty());
}

TEST(SessionDocument, TheTellingAccessFollowsTheBankModel) {
  const auto made = make_document(
      {.kernel = "scan_padded16", .size = 256, .machine = MachineKind::emulator}, BankModel::cc5);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made.value()->telling.reason, Telling::Reason::queue);
  // It is padded for sixteen banks.
  const DocumentPtr old = with_model(*made.value(), BankModel::cc1);
  EXPECT_NE(old->telling.reason, Telling::Reason::queue);
}

// A picture of the first access, a load from global memory, is empty.
TEST(SessionDocument, WithoutConflictsThePictureIsOfTheMidst) {
  for (const char* kernel :
       {"matmul_tiled", "jacobi", "parallel_cyclic_reduction", "scan_hillis_steele"}) {
    const auto made =
        make_document({.kernel = kernel, .machine = MachineKind::emulator}, BankModel::cc5);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_NE(made.value()->telling.reason, Telling::Reason::queue) << kernel;
    EXPECT_GT(made.value()->telling.access, 2U) << kernel;
  }
}

TEST(SessionDocument, FailsAsTheRunDoes) {
  const auto document = make_document({.kernel = "reduce_stridet"}, BankModel::cc5);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace warpscope
