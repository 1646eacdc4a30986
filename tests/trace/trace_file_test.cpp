#include "instrumentation/trace/trace_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <tuple>

#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_chunks.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/trace/program_trace.hpp"
#include "tests/trace/sample_story.hpp"
#include "tests/trace/sample_trace.hpp"

namespace warpscope {
namespace {

void expect_same(const Trace& a, const Trace& b) {
  EXPECT_EQ(a.header, b.header);
  EXPECT_EQ(a.sources, b.sources);
  EXPECT_EQ(a.host, b.host);
  EXPECT_EQ(a.arrays, b.arrays);
  EXPECT_EQ(a.launches, b.launches);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.indices, b.indices);
  EXPECT_EQ(a.words, b.words);
  EXPECT_EQ(a.locations, b.locations);
  EXPECT_EQ(a.structures, b.structures);
  EXPECT_EQ(a.snapshots, b.snapshots);
  EXPECT_EQ(a.findings, b.findings);
  EXPECT_EQ(a.streams, b.streams);
  ASSERT_EQ(a.accesses.size(), b.accesses.size());
  const auto fields = [](const Access& x) {
    return std::tie(x.first_index, x.first_word, x.location, x.mask, x.step, x.warp, x.array,
                    x.operation, x.elements, x.has_result);
  };
  for (std::size_t k = 0; k < a.accesses.size(); ++k) {
    ASSERT_TRUE(fields(a.accesses[k]) == fields(b.accesses[k])) << "access " << k;
  }
}

/// Large enough for several chunks in most columns.
Trace large_trace() {
  SampleTrace sample;
  sample.trace.sources = {{"large.cuh", std::string(chunk_bytes + 1, 'x')}, {"more.cuh", "y"}};
  sample.trace.arrays = {{"data", Space::shared, {Scalar::f64, 1}, 1024, 0}};
  sample.launch("large", 1024);
  for (int step = 0; step < 300; ++step) {
    sample.step(step % 2 == 0 ? "even" : "odd", step, true);
    for (std::uint32_t k = 0; k < 1024; ++k) {
      const auto warp = static_cast<int>(k / 32);
      sample.access(warp, Operation::load, 0, k, k * 0x9e3779b9U | 1, 32 * warp);
    }
    sample.snapshot(std::vector<std::uint8_t>(8192, static_cast<std::uint8_t>(step)));
  }
  return sample.trace;
}

TEST(TraceFile, GivesBackTheSampleTrace) {
  const Trace trace = sample_trace();
  ASSERT_EQ(find_fault(trace), std::nullopt);
  const auto bytes = encode_trace(trace);
  const Result<Trace> back = decode_trace(bytes, "sample");
  ASSERT_TRUE(back.ok()) << back.error().message;
  expect_same(trace, back.value());
  EXPECT_EQ(encode_trace(back.value()), bytes);
}

TEST(TraceFile, GivesBackWhatProgramsOfUsersHold) {
  Trace trace = program_trace();
  trace.streams = test::sample_story();
  trace.findings.push_back(
      {.kind = FindingKind::barrier_divergence, .line = 2, .message = {}, .arrived = {0xffffU}});
  ASSERT_EQ(find_fault(trace), std::nullopt);
  const auto bytes = encode_trace(trace);
  const Result<Trace> back = decode_trace(bytes, "program");
  ASSERT_TRUE(back.ok()) << back.error().message;
  expect_same(trace, back.value());
  EXPECT_EQ(encode_trace(back.value()), bytes);
}

/// Files that Warpscope 1 wrote, in format 2.
class Format2 : public testing::TestWithParam<std::string> {
 protected:
  static std::filesystem::path path() {
    return std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/trace/format2" /
           (GetParam() + ".wscope");
  }
};

TEST_P(Format2, IsReadAndWrittenAnew) {
  const Result<Trace> read = read_trace(path());
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Trace& trace = read.value();
  ASSERT_FALSE(trace.accesses.empty());
  for (const Access& access : trace.accesses) {
    EXPECT_GT(trace.line_of(access), 0U);
    EXPECT_EQ(access.elements, 1);
    EXPECT_EQ(trace.location_of(access).source, trace.launch_of(access).source);
  }
  const bool flat = trace.header.kernel != "matmul_tiled";
  EXPECT_EQ(trace.launches[0].block.y, flat ? 1 : trace.launches[0].block.x);
  const auto bytes = encode_trace(trace);
  EXPECT_EQ(ChunkReader(bytes).version(), 3);
  const Result<Trace> again = decode_trace(bytes, "again");
  ASSERT_TRUE(again.ok()) << again.error().message;
  expect_same(trace, again.value());
}

INSTANTIATE_TEST_SUITE_P(Samples, Format2,
                         testing::Values("reduce_strided", "matmul_tiled",
                                         "histogram64_thread_major"));

TEST(TraceFile, GivesBackAnEmptyTrace) {
  const Result<Trace> back = decode_trace(encode_trace({}), "empty");
  ASSERT_TRUE(back.ok()) << back.error().message;
  expect_same({}, back.value());
}

TEST(TraceFile, GivesBackColumnsOfManyChunks) {
  const Trace trace = large_trace();
  const auto bytes = encode_trace(trace);
  EXPECT_GT(ChunkReader(bytes).bytes(Column::word), 8 * chunk_bytes);
  const Result<Trace> back = decode_trace(bytes, "large");
  ASSERT_TRUE(back.ok()) << back.error().message;
  expect_same(trace, back.value());
}

TEST(TraceFile, OrdersLanesAsTheirAccesses) {
  Trace trace = sample_trace();
  Trace shuffled = trace;
  // The last access's lanes move to the front of the arrays; the trace means the same.
  Access& last = shuffled.accesses.back();
  const auto move_to_front = [](auto& items, std::uint64_t first) {
    std::rotate(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(first), items.end());
    return items.size() - first;
  };
  const std::uint64_t indices = move_to_front(shuffled.indices, last.first_index);
  const std::uint64_t words = move_to_front(shuffled.words, last.first_word);
  for (Access& access : shuffled.accesses) {
    access.first_index += indices;
    access.first_word += words;
  }
  last.first_index = last.first_word = 0;
  ASSERT_EQ(find_fault(shuffled), std::nullopt);
  EXPECT_EQ(encode_trace(shuffled), encode_trace(trace));
}

TEST(TraceFile, ReplacesWhatIsNoUtf8InNames) {
  Trace trace = sample_trace();
  trace.header.input = "caf\xe9.txt";
  const Result<Trace> back = decode_trace(encode_trace(trace), "sample");
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back->header.input, "caf\xef\xbf\xbd.txt");
}

TEST(TraceFile, RefusesWhatUnpacksToMoreThanTheCap) {
  const auto bytes = encode_trace(large_trace());
  const Result<Trace> small = decode_trace(bytes, "large.wscope", std::uint64_t{16} << 20);
  ASSERT_FALSE(small.ok());
  EXPECT_EQ(small.error().kind, ErrorKind::usage);
  EXPECT_EQ(small.error().message,
            "large.wscope needs more than 16 MiB of memory, the most that a trace may take on this "
            "machine; record a smaller problem.");
  EXPECT_FALSE(decode_trace(bytes, "large.wscope", 0).ok());
  EXPECT_TRUE(decode_trace(bytes, "large.wscope", std::uint64_t{256} << 20).ok());
}

TEST(TraceMemoryCap, IsAPartOfWhatTheProcessMayHave) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "its shadow needs more addresses than any limit leaves";
#endif
  const std::uint64_t machine = trace_memory_cap();
  EXPECT_GT(machine, std::uint64_t{1} << 28);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  const rlimit small{.rlim_cur = std::uint64_t{1} << 30, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &small), 0);
  const std::uint64_t limited = trace_memory_cap();
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(limited, std::uint64_t{3} << 28);
}

TEST(TraceFile, WritesAndReadsAFile) {
  const TestFolder folder;
  const auto path = folder.path() / "trace_file_test.wscope";
  const Trace trace = sample_trace();
  const Status written = write_trace(trace, path);
  ASSERT_TRUE(written.ok()) << written.error().message;
  const Result<Trace> back = read_trace(path);
  ASSERT_TRUE(back.ok()) << back.error().message;
  expect_same(trace, back.value());
}

TEST(TraceFile, SaysWhyAFileCannotBeRead) {
  const Result<Trace> missing = read_trace("/no/such/file.wscope");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind, ErrorKind::usage);
  EXPECT_EQ(missing.error().message,
            "/no/such/file.wscope cannot be read: No such file or directory.");
  EXPECT_EQ(read_trace("/tmp").error().message, "/tmp cannot be read: it is a folder.");
  EXPECT_EQ(read_trace("/dev/zero").error().message,
            "/dev/zero cannot be read: it is no regular file.");
}

}  // namespace
}  // namespace warpscope
