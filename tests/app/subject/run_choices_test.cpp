#include "app/subject/run_choices.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/subject/catalogue_subject.hpp"
#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// What the window holds while a kernel is shown.
RunRequest own_run(const Subject& subject) { return subject.complete(subject.request()).value(); }

TEST(RunChoices, EveryBlockOfEveryKernelGivesARunThatIsLegalWithAllItNeeds) {
  for (const KernelInfo* kernel : catalogue()) {
    const SubjectPtr subject = catalogue_subject(kernel->id);
    for (const int block : legal_blocks(*kernel)) {
      RunRequest wanted = own_run(*subject);
      wanted.block = block;
      const auto made = with_what_follows(*subject, wanted, RunChoice::block);
      ASSERT_TRUE(made) << kernel->id << ", " << block << ": " << made.error().message;
      EXPECT_EQ(made->block, block) << kernel->id;
      const auto plan = make_plan(made.value());
      ASSERT_TRUE(plan) << kernel->id << ", " << block << ": " << plan.error().message;
      EXPECT_EQ(made->parameters, wanted.parameters) << kernel->id;
      if (const auto as_it_was = subject->complete(wanted)) {
        EXPECT_EQ(made->size, wanted.size) << kernel->id << " needs no other size";
      }
    }
  }
}

TEST(RunChoices, EveryOfferedSizeOfEveryKernelGivesALegalRun) {
  for (const KernelInfo* kernel : catalogue()) {
    const SubjectPtr subject = catalogue_subject(kernel->id);
    const RunRequest own = own_run(*subject);
    const std::vector<std::int64_t> sizes = size_choices(*subject, own);
    EXPECT_GE(sizes.size(), 2U) << kernel->id;
    EXPECT_LE(sizes.size(), 9U) << kernel->id;
    EXPECT_TRUE(std::ranges::is_sorted(sizes)) << kernel->id;
    EXPECT_EQ(std::ranges::count(sizes, *own.size), 1) << kernel->id;
    for (const std::int64_t size : sizes) {
      RunRequest wanted = own;
      wanted.size = size;
      const auto made = with_what_follows(*subject, wanted, RunChoice::size);
      ASSERT_TRUE(made) << kernel->id << ", " << size << ": " << made.error().message;
      EXPECT_EQ(made->size, size) << kernel->id;
      EXPECT_TRUE(make_plan(made.value())) << kernel->id;
    }
  }
}

TEST(RunChoices, TheNearestSizeIsLegalWhateverIsTyped) {
  for (const KernelInfo* kernel : catalogue()) {
    const SubjectPtr subject = catalogue_subject(kernel->id);
    for (const int block : legal_blocks(*kernel)) {
      for (const std::int64_t size :
           {std::int64_t{1}, std::int64_t{300}, std::int64_t{1000}, std::int64_t{1} << 40}) {
        RunRequest typed = own_run(*subject);
        typed.block = block;
        typed.size = size;
        typed.machine = MachineKind::emulator;
        const auto near = nearest_size(*subject, typed);
        ASSERT_TRUE(near) << kernel->id << ", " << block << ", " << size;
        const bool legal = subject->complete(typed).ok();
        EXPECT_EQ(*near == size, legal) << kernel->id << ", " << block << ", " << size;
      }
    }
  }
}

TEST(RunChoices, ALargerBlockBringsTheSizeThatFillsIt) {
  const SubjectPtr subject = catalogue_subject("scan_blelloch");
  RunRequest wanted = own_run(*subject);
  wanted.size = 64;
  wanted.block = 512;
  wanted.traced_block = 1;  // of the two that there were
  const auto made = with_what_follows(*subject, wanted, RunChoice::block);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->size, 1024);
  EXPECT_FALSE(made->traced_block) << "there is one block now";
}

TEST(RunChoices, ASizeThatDoesNotFillTheBlockBringsASmallerOne) {
  const SubjectPtr subject = catalogue_subject("reduce_strided");
  RunRequest wanted = own_run(*subject);
  wanted.block = 512;
  wanted.size = 64;
  const auto made = with_what_follows(*subject, wanted, RunChoice::size);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->block, 64);
}

TEST(RunChoices, OneBlockStaysOneWhereABlockCanWorkOnSoMany) {
  const SubjectPtr subject = catalogue_subject("bitonic_shared");
  const RunRequest own = own_run(*subject);
  ASSERT_EQ(block_count(own), 1);
  const auto larger = with_size(*subject, own, 256, true);
  ASSERT_TRUE(larger);
  EXPECT_EQ(larger->block, 128);
  EXPECT_EQ(block_count(larger.value()), 1);
  const auto kept = with_size(*subject, own, 256, false);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->block, own.block) << "whoever chose the block keeps it";
  const auto many = with_size(*subject, own, 1 << 16, true);
  ASSERT_TRUE(many);
  EXPECT_GT(block_count(many.value()), 1) << "no block works on so many";
}

TEST(RunChoices, ASizeThatIsNoMultipleIsRefusedAndTheNearestOneOffered) {
  const SubjectPtr subject = catalogue_subject("reduce_strided");
  RunRequest wanted = own_run(*subject);
  wanted.block = 64;
  wanted.size = 300;
  const auto made = with_what_follows(*subject, wanted, RunChoice::size);
  ASSERT_FALSE(made) << "blocks of 4 threads would make another kernel of it";
  EXPECT_EQ(made.error().message, "The size must be a multiple of 64.");
  EXPECT_EQ(nearest_size(*subject, wanted), 320);
}

TEST(RunChoices, ABlockThatTheKernelDoesNotTakeIsRefusedAndTheNearestOneOffered) {
  const SubjectPtr subject = catalogue_subject("matmul_tiled");
  RunRequest wanted = own_run(*subject);
  wanted.block = 512;
  EXPECT_FALSE(with_what_follows(*subject, wanted, RunChoice::block));
  EXPECT_EQ(nearest_block(*subject, 512), 256);
  EXPECT_EQ(nearest_block(*subject, 1'000'000), 1024);
}

TEST(RunChoices, AParameterBringsTheSizeThatItNeeds) {
  int found = 0;
  for (const KernelInfo* kernel : catalogue()) {
    if (kernel->per_thread.empty()) continue;
    const SubjectPtr subject = catalogue_subject(kernel->id);
    for (const Parameter& parameter : kernel->parameters) {
      if (parameter.name != kernel->per_thread) continue;
      for (const std::string& value : words_of(parameter.values)) {
        RunRequest wanted = own_run(*subject);
        wanted.parameters[std::string(parameter.name)] = value;
        const auto made = with_what_follows(*subject, wanted, RunChoice::parameter);
        ASSERT_TRUE(made) << kernel->id << ", " << value << ": " << made.error().message;
        EXPECT_TRUE(make_plan(made.value())) << kernel->id << ", " << value;
        ++found;
      }
    }
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace warpscope
