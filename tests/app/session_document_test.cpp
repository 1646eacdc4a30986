#include <gtest/gtest.h>

#include "app/session/document.hpp"

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
}

TEST(SessionDocument, FailsAsTheRunDoes) {
  const auto document = make_document({.kernel = "reduce_stridet"}, BankModel::cc5);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace warpscope
