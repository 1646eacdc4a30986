#include <gtest/gtest.h>

#include "instrumentation/timing/timing_record.hpp"

namespace warpscope {
namespace {

BenchResult timed(const std::string& id, TimedKind subject, std::uint64_t bytes, double ms) {
  return {.kernel = id,
          .subject = subject,
          .size = static_cast<std::int64_t>(bytes / 4),
          .block = 256,
          .repetitions = 30,
          .median_ms = ms,
          .first_quartile_ms = ms,
          .third_quartile_ms = ms,
          .bytes = bytes};
}
BenchResult limit(const std::string& id, std::uint64_t bytes, double ms) {
  return timed(id, TimedKind::limit, bytes, ms);
}
BenchResult kernel(const std::string& id, std::uint64_t bytes, double ms) {
  return timed(id, TimedKind::kernel, bytes, ms);
}

constexpr std::uint64_t mega = 1U << 20U;

TEST(Ceiling, IsReadingForAReductionAndCopyingForAScan) {
  TimingRecord record;
  record.results = {limit("limit_read", mega, 1), limit("limit_copy", mega, 3),
                    limit("limit_memcpy", mega, 2)};
  EXPECT_DOUBLE_EQ(ceiling_ms(record, kernel("reduce_strided", mega, 4)).value(), 1);
  // The larger of our copy and the driver's.
  EXPECT_DOUBLE_EQ(ceiling_ms(record, kernel("scan_blelloch", mega, 4)).value(), 2);
  EXPECT_DOUBLE_EQ(fraction_of_ceiling(record, kernel("scan_blelloch", mega, 4)).value(), 0.5);
}

TEST(Ceiling, IsTakenAtTheNearestSizeElseAtTheLargest) {
  TimingRecord record;
  record.results = {limit("limit_read", mega, 1), limit("limit_read", 64 * mega, 8)};
  EXPECT_DOUBLE_EQ(ceiling_ms(record, kernel("reduce_strided", mega, 9)).value(), 1);
  EXPECT_DOUBLE_EQ(ceiling_ms(record, kernel("reduce_strided", mega + 4096, 9)).value(),
                   1 + 4096.0 / mega);
  // 8 ms for 64 MB: 1 ms for 8.
  EXPECT_DOUBLE_EQ(ceiling_ms(record, kernel("reduce_strided", 8 * mega, 9)).value(), 1);
}

TEST(Ceiling, IsArithmeticWhereThatTakesLonger) {
  TimingRecord record;
  BenchResult peak = limit("limit_fp32", 0, 2);
  peak.operations = 1000 * mega;
  record.results = {limit("limit_copy", mega, 1), peak};
  BenchResult product = kernel("matmul_naive", mega, 10);
  product.operations = 2000 * mega;
  EXPECT_DOUBLE_EQ(ceiling_ms(record, product).value(), 4);
  product.operations = mega;
  EXPECT_DOUBLE_EQ(ceiling_ms(record, product).value(), 1);
}

TEST(Ceiling, IsUnknownWithoutLimitsAndNoneForProcessorsAndLimits) {
  TimingRecord record;
  EXPECT_FALSE(ceiling_ms(record, kernel("reduce_strided", mega, 4)));
  EXPECT_FALSE(fraction_of_ceiling(record, kernel("reduce_strided", mega, 4)));
  record.results = {limit("limit_read", mega, 1), limit("limit_copy", mega, 1)};
  EXPECT_FALSE(ceiling_ms(record, record.results[0]));
  EXPECT_FALSE(ceiling_ms(record, timed("cpu_threads_reduce", TimedKind::processor, mega, 1)));
}

TEST(RivalOf, IsTheLibrarysOfTheSameTaskSizeAndType) {
  BenchResult cub = timed("cub_reduce", TimedKind::library, mega, 2);
  cub.parameters = {{"type", "int"}, {"op", "add"}};
  BenchResult floats = cub;
  floats.parameters["type"] = "float";
  TimingRecord record;
  record.results = {floats, cub};
  BenchResult own = kernel("reduce_strided", mega, 4);
  own.parameters = cub.parameters;
  EXPECT_EQ(rival_of(record, own), &record.results[1]);
  EXPECT_DOUBLE_EQ(ratio_to_rival(record, own).value(), 0.5);

  own.parameters["input"] = "ones";
  EXPECT_EQ(rival_of(record, own), nullptr) << "another input";
  own.parameters.erase("input");
  own.size *= 2;
  EXPECT_EQ(rival_of(record, own), nullptr) << "another size";
  EXPECT_EQ(rival_of(record, kernel("scan_blelloch", mega, 4)), nullptr) << "another task";
  EXPECT_EQ(rival_of(record, cub), nullptr) << "itself";
  EXPECT_FALSE(ratio_to_rival(record, cub));
}

TEST(RivalOf, AProcessorHasOneToo) {
  BenchResult cub = timed("cub_reduce", TimedKind::library, mega, 2);
  cub.parameters = {{"type", "int"}, {"op", "add"}};
  TimingRecord record;
  record.results = {cub};
  BenchResult processor = timed("cpu_threads_reduce", TimedKind::processor, mega, 20);
  processor.parameters = cub.parameters;
  EXPECT_DOUBLE_EQ(ratio_to_rival(record, processor).value(), 0.1);
}

}  // namespace
}  // namespace warpscope
