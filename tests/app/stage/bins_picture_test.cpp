#include "app/views/bins_picture.hpp"

#include <gtest/gtest.h>

#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::ShownPicture;

TEST(BinsPicture, IsReadableAtEverySizeAndMoment) {
  struct Case {
    const char* kernel;
    std::int64_t size;
    int block;
  };
  for (const Case& c :
       {Case{"histogram_shared_atomic", 2048, 256}, Case{"histogram_global_atomic", 2048, 256},
        Case{"histogram64_bin_major", 2048, 64}, Case{"histogram256_tagged", 768, 192},
        Case{"radix_split", 128, 64}, Case{"cyclic_reduction", 256, 128},
        Case{"parallel_cyclic_reduction", 128, 128}, Case{"bitonic_shared", 1024, 512},
        Case{"reduce_strided", 256, 256}}) {
    test::expect_readable_at_all_moments<BinsPicture>(c.kernel, c.size, c.block, 6'000);
    if (testing::Test::HasFailure()) return;
  }
}

/// The first access that counts, of a histogram of ones: all lanes want one bin.
TEST(BinsPicture, SaysHowManyRoundsTheLanesOfOneBinTake) {
  RunRequest request;
  request.kernel = "histogram_shared_atomic";
  request.size = 256;
  request.block = 32;
  request.machine = MachineKind::emulator;
  request.input.kind = "ones";
  const auto document = make_document(request, BankModel::cc5);
  ASSERT_TRUE(document.ok()) << document.error().message;
  const Trace& trace = *document.value()->trace;
  std::uint32_t access = 0;
  while (trace.accesses[access].operation != Operation::atomic_add) ++access;
  BinsPicture picture;
  picture.on_document(*document.value());
  ShownPicture shown;
  const auto canvas = shown.draw(picture, *document.value(), access);
  EXPECT_TRUE(canvas.says("32 lanes want bin 1: 32 rounds"));
  EXPECT_TRUE(canvas.says("× 32"));
  EXPECT_TRUE(canvas.says("32 counted in 64 bins"));
}

TEST(BinsPicture, NamesTheRoundsOfLanesThatTryAgain) {
  const auto document = emulated("histogram256_tagged", 768, 192);
  BinsPicture picture;
  picture.on_document(*document);
  bool first = false, second = false;
  for (std::uint32_t a = 0; a < document->trace->accesses.size(); ++a) {
    if (document->trace->accesses[a].operation != Operation::store) continue;
    ShownPicture shown;
    const auto canvas = shown.draw(picture, *document, a);
    first = first || canvas.says("round 1 of 2: 1 lane overwritten");
    second = second || canvas.says("counters signed") || canvas.says("× 2");
  }
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
}

TEST(BinsPicture, SaysWhatWouldFillIt) { test::expect_placeholder<BinsPicture>("buckets"); }

}  // namespace
}  // namespace warpscope
