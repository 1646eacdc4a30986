#include "app/export/text_export.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <thread>

#include "instrumentation/executor/stepwise_executor.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Status drive(TextExport& job) {
  while (true) {
    const auto turn = job.advance();
    if (!turn) return turn.error();
    if (turn.value() == ExportJob::Turn::done) return Done{};
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(TextExport, WritesAllPiecesAndCountsAccesses) {
  const TestFolder folder;
  const std::filesystem::path path = folder.file("out.json");
  auto job = TextExport::start(
      path, 7, [](const TextSink& sink) { return sink("one ", 3) && sink("two", 7); });
  ASSERT_TRUE(job) << job.error().message;
  EXPECT_TRUE(drive(*job.value()));
  EXPECT_EQ(job.value()->drawn(), 7U);
  EXPECT_EQ(job.value()->total(), 7U);
  EXPECT_EQ(content(path), "one two");
}

TEST(TextExport, WithoutThreadsWritesWhenItIsItsTurn) {
  StepwiseExecutor executor;
  const ExecutorScope scope(executor);
  const TestFolder folder;
  const std::filesystem::path path = folder.file("out.json");
  auto job = TextExport::start(path, 1, [](const TextSink& sink) { return sink("one", 1); });
  ASSERT_TRUE(job) << job.error().message;
  EXPECT_EQ(job.value()->advance().value(), ExportJob::Turn::waits);
  EXPECT_TRUE(executor.step());
  EXPECT_EQ(job.value()->advance().value(), ExportJob::Turn::done);
  EXPECT_EQ(content(path), "one");
}

TEST(TextExport, OneThatEndsEarlyLeavesTheOldFile) {
  const TestFolder folder;
  const std::filesystem::path path = folder.file("out.json");
  std::ofstream(path) << "old";
  std::atomic<bool> wanted = true;
  {
    const auto job = TextExport::start(path, 1, [&](const TextSink& sink) {
      while (sink("and more ", 0)) std::this_thread::yield();
      wanted = false;
      return false;
    });
    ASSERT_TRUE(job) << job.error().message;
  }
  EXPECT_FALSE(wanted) << "the writer still runs";
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out.json"}) << "something is left beside it";
}

TEST(TextExport, APlaceThatCannotBeWrittenIsSaidFirst) {
  const TestFolder folder;
  const auto job =
      TextExport::start(folder.file("none/out.json"), 1, [](const TextSink&) { return true; });
  ASSERT_FALSE(job);
  EXPECT_EQ(job.error().kind, ErrorKind::usage);
}

TEST(TextExport, AFullDiskIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "There is no /dev/full.";
  auto job = TextExport::start("/dev/full", 1, [](const TextSink& sink) { return sink("x", 1); });
  ASSERT_TRUE(job);
  const Status written = drive(*job.value());
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::failed);
}

}  // namespace
}  // namespace warpscope
