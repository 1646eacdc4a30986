// Whatever bytes a file holds, reading it gives one sentence or a sound trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/little_endian.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_chunks.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/support/trace_parts.hpp"
#include "tests/trace/sample_trace.hpp"

namespace warpscope {
namespace {

using Bytes = std::vector<std::byte>;
constexpr std::uint64_t small_cap = std::uint64_t{1} << 20;

std::string error_of(std::span<const std::byte> bytes) {
  const Result<Trace> result = decode_trace(bytes, "a.wscope", small_cap);
  return result.ok() ? "no error" : result.error().message;
}
std::string error_of(std::string_view text) { return error_of(std::as_bytes(std::span(text))); }

/// One sentence that names the file.
bool is_sentence(const std::string& text) {
  return text.starts_with("a.wscope ") && text.ends_with(".") &&
         text.find('\n') == std::string::npos;
}

TEST(DamagedTrace, EveryTruncationIsNoticed) {
  const Bytes file = encode_trace(sample_trace());
  for (std::size_t size = 0; size < file.size(); ++size) {
    const std::string error = error_of(std::span(file).first(size));
    ASSERT_TRUE(is_sentence(error)) << "cut to " << size << ": " << error;
  }
}

TEST(DamagedTrace, EveryFlippedBitIsNoticed) {
  Bytes file = encode_trace(sample_trace());
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    const std::byte flip{static_cast<unsigned char>(1U << (bit % 8))};
    file[bit / 8] ^= flip;
    const std::string error = error_of(file);
    ASSERT_TRUE(is_sentence(error)) << "bit " << bit << ": " << error;
    file[bit / 8] ^= flip;
  }
}

TEST(DamagedTrace, AppendedBytesAreNoticed) {
  Bytes file = encode_trace(sample_trace());
  const Bytes again = file;
  file.push_back(std::byte{0});
  EXPECT_EQ(error_of(file),
            "a.wscope is damaged (it has not the length that it was written with); record the "
            "trace again.");
  file.insert(file.end() - 1, again.begin(), again.end());
  EXPECT_TRUE(is_sentence(error_of(file)));
}

TEST(DamagedTrace, OtherFilesAreNamedAsSuch) {
  EXPECT_EQ(error_of(""), "a.wscope is empty, not a Warpscope trace; record the trace again.");
  const std::string foreign =
      "a.wscope is not a Warpscope trace; one is written by: warpscope trace KERNEL -o FILE.";
  EXPECT_EQ(error_of("x"), foreign);
  EXPECT_EQ(error_of("{\"kernel\": \"reduce_strided\"}"), foreign);
  EXPECT_EQ(error_of("\x89WSC"), "a.wscope is damaged (it is cut short); record the trace again.");
}

TEST(DamagedTrace, ANewerVersionAsksForANewerProgram) {
  Bytes file = encode_trace(sample_trace());
  store_little_endian(file.data() + 8, trace_file_version + 1);
  EXPECT_EQ(
      error_of(file),
      "a.wscope has format version 4, and this Warpscope reads up to version 3; open it with a "
      "newer Warpscope.");
}

TEST(DamagedTrace, AnOlderVersionAsksForANewRecording) {
  Bytes file = encode_trace(sample_trace());
  store_little_endian(file.data() + 8, std::uint32_t{1});
  EXPECT_EQ(error_of(file),
            "a.wscope was written by an older Warpscope (version 1 of the format, this one reads "
            "2 to 3); record the trace again.");
}

class HostileTrace : public testing::Test {
 protected:
  test::TraceParts parts_{encode_trace(sample_trace())};

  std::string error() const { return error_of(parts_.file()); }
  template <class T>
  void set(Column column, std::size_t k, T value) {
    store_little_endian(parts_.columns[column].data() + k * sizeof(T), value);
  }
  void replace_in_header(std::string_view from, std::string_view to) {
    const auto place = parts_.header.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    parts_.header.replace(place, from.size(), to);
  }
};

TEST_F(HostileTrace, PartsAloneAreFine) {
  EXPECT_EQ(parts_.file(), encode_trace(sample_trace()));
  EXPECT_EQ(error(), "no error");
}

TEST_F(HostileTrace, ImpossibleAccess) {
  set<std::uint32_t>(Column::access_location, 2, 99);
  EXPECT_EQ(error(), "a.wscope is damaged (access 3 is impossible); record the trace again.");
}

TEST_F(HostileTrace, MaskThatNeedsOtherLanesThanThereAre) {
  set<std::uint32_t>(Column::access_mask, 0, 0);
  EXPECT_EQ(error(), "a.wscope is damaged (its columns differ in length); record the trace again.");
}

TEST_F(HostileTrace, WarpBeyondTheBlock) {
  set<std::int32_t>(Column::access_warp, 3, 2);
  EXPECT_EQ(error(), "a.wscope is damaged (access 4 is impossible); record the trace again.");
}

TEST_F(HostileTrace, ArrayThatIsNotThere) {
  set<std::int32_t>(Column::access_array, 0, 7);
  EXPECT_EQ(error(), "a.wscope is damaged (an access has no array); record the trace again.");
}

TEST_F(HostileTrace, UnknownOperation) {
  set<std::uint8_t>(Column::access_operation, 0, operation_traits.size());
  EXPECT_EQ(error(),
            "a.wscope is damaged (an access is of an unknown sort); record the trace again.");
}

TEST_F(HostileTrace, StepsThatClaimMoreAccessesThanThereAre) {
  set<std::uint32_t>(Column::step_accesses, 3, 0xffffffff);
  EXPECT_EQ(error(), "a.wscope is damaged (a column is too short); record the trace again.");
}

TEST_F(HostileTrace, StepsThatClaimFewer) {
  set<std::uint32_t>(Column::step_accesses, 3, 0);
  EXPECT_EQ(error(), "a.wscope is damaged (its steps leave out accesses); record the trace again.");
}

TEST_F(HostileTrace, LaunchThatClaimsMoreStepsThanThereAre) {
  replace_in_header("\"steps\":1", "\"steps\":4294967295");
  EXPECT_EQ(error(), "a.wscope is damaged (a column is too short); record the trace again.");
}

TEST_F(HostileTrace, SnapshotThatIsNotThere) {
  set<std::int32_t>(Column::step_snapshot, 0, 2);
  EXPECT_EQ(error(),
            "a.wscope is damaged (step 1 has a snapshot that is not there); record the trace "
            "again.");
}

TEST_F(HostileTrace, SnapshotLargerThanAnySharedMemory) {
  set<std::uint32_t>(Column::snapshot_size, 0, 0x7fffffff);
  EXPECT_EQ(error(),
            "a.wscope is damaged (a snapshot is larger than any shared memory); record the trace "
            "again.");
}

TEST_F(HostileTrace, NumbersThatDoNotFitTheirField) {
  replace_in_header("\"step\":3", "\"step\":4294967299");
  EXPECT_EQ(error(),
            "a.wscope is damaged (its header has no usable \"step\"); record the trace again.");
  replace_in_header("\"step\":4294967299", "\"step\":1e99");
  EXPECT_TRUE(is_sentence(error()));
}

TEST_F(HostileTrace, ArrayThatWouldFillTheMemory) {
  replace_in_header("\"count\":48", "\"count\":9223372036854775807");
  EXPECT_EQ(error(), "a.wscope is damaged (array 1 is impossible); record the trace again.");
}

TEST_F(HostileTrace, SourcesOfOtherLengthsThanTheirText) {
  replace_in_header("\"bytes\":21", "\"bytes\":20");
  EXPECT_EQ(error(),
            "a.wscope is damaged (its sources are shorter than their text); record the trace "
            "again.");
  const std::string longer =
      "a.wscope is damaged (its sources are longer than their text); record the trace again.";
  replace_in_header("\"bytes\":20", "\"bytes\":22");
  EXPECT_EQ(error(), longer);
  replace_in_header("\"bytes\":22", "\"bytes\":18446744073709551615");
  EXPECT_EQ(error(), longer);
  replace_in_header("\"bytes\":18446744073709551615", "\"bytes\":-1");
  EXPECT_EQ(error(),
            "a.wscope is damaged (its header has no usable \"bytes\"); record the trace again.");
}

TEST_F(HostileTrace, LaunchOfASourceThatIsNotThere) {
  replace_in_header("\"source\":2", "\"source\":3");
  EXPECT_EQ(error(),
            "a.wscope is damaged (a launch has an impossible shape); record the trace again.");
}

TEST_F(HostileTrace, HostStepBeyondTheLaunches) {
  replace_in_header("\"launch\":2,\"text\"", "\"launch\":3,\"text\"");
  EXPECT_EQ(error(),
            "a.wscope is damaged (a step of the host belongs to no launch); record the trace "
            "again.");
}

TEST_F(HostileTrace, MatrixWithRowsLongerThanItself) {
  replace_in_header("\"columns\":12", "\"columns\":49");
  EXPECT_EQ(error(), "a.wscope is damaged (array 1 is impossible); record the trace again.");
}

TEST_F(HostileTrace, HeaderOfAnotherShape) {
  const std::string expected =
      "a.wscope is damaged (its header is not the JSON that was expected); record the trace again.";
  for (const std::string text : {"", "[]", "7", "{}", "{\"kernel\":7}", "nonsense"}) {
    parts_.header = text;
    EXPECT_EQ(error(), expected) << text;
  }
  parts_.header = std::string(10'000, '[');
  EXPECT_EQ(error(), expected);
}

TEST_F(HostileTrace, LongNamesAreCountedForEveryStep) {
  replace_in_header("\"step_names\":[\"", "\"step_names\":[\"" + std::string(10'000, 'x'));
  parts_.columns[Column::step_name] = Bytes(4 * 1000);  // all of them the long one
  parts_.columns[Column::step_flags] = Bytes(1000);
  parts_.columns[Column::step_value] = Bytes(8 * 1000);
  parts_.columns[Column::step_accesses] = Bytes(4 * 1000);
  parts_.columns[Column::step_snapshot] = Bytes(4 * 1000);
  replace_in_header("\"steps\":3", "\"steps\":999");
  EXPECT_EQ(error(),
            "a.wscope needs more than 1 MiB of memory, the most that a trace may take on this "
            "machine; record a smaller problem.");
}

TEST_F(HostileTrace, FewBytesThatUnpackToMany) {
  ChunkWriter writer(parts_.header);
  const Bytes zeros(chunk_bytes);
  for (int k = 0; k < 60; ++k) writer.add(Column::word, zeros);
  const Bytes file = writer.finish();
  EXPECT_LT(file.size(), small_cap);
  const Result<Trace> trace = decode_trace(file, "a.wscope", small_cap, TraceUse::analyse);
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().message,
            "a.wscope needs more than 1 MiB of memory, the most that a trace may take on this "
            "machine; record a smaller problem.")
      << "what analysing will cost is known from the index";
}

TEST_F(HostileTrace, MoreSourceThanAnyProgramHas) {
  ChunkWriter writer(parts_.header);
  const Bytes zeros(chunk_bytes);
  for (int k = 0; k < 200; ++k) writer.add(Column::source, zeros);
  const Bytes file = writer.finish();
  EXPECT_LT(file.size(), small_cap);
  EXPECT_EQ(error_of(file),
            "a.wscope has 200 MiB of source text, and 64 MiB are the most that is accepted; record "
            "a program with less.");
}

TEST_F(HostileTrace, LinesOfSourceArePaidAsTheyAreDrawn) {
  Trace trace = sample_trace();
  trace.sources[0].text = std::string(200'000, '\n');
  const Bytes file = encode_trace(trace);
  EXPECT_TRUE(decode_trace(file, "a", small_cap, TraceUse::look).ok());
  EXPECT_FALSE(decode_trace(file, "a", 40 * small_cap, TraceUse::analyse).ok());
  EXPECT_TRUE(decode_trace(file, "a", 80 * small_cap, TraceUse::analyse).ok());
  trace.sources[0].text = std::string(max_source_lines + 1, '\n');
  EXPECT_EQ(decode_trace(encode_trace(trace), "a.wscope", 80 * small_cap).error().message,
            "a.wscope is damaged (a source has more lines than any program); record the trace "
            "again.");
}

TEST_F(HostileTrace, MoreStepsThanAnyRunHas) {
  ChunkWriter writer(parts_.header);
  writer.add(Column::source, parts_.columns[Column::source]);
  const Bytes zeros(chunk_bytes);
  for (int k = 0; k < 17; ++k) writer.add(Column::step_name, zeros);
  for (int k = 0; k < 5; ++k)
    writer.add(Column::step_flags, Bytes(k < 4 ? chunk_bytes : chunk_bytes / 4));
  for (int k = 0; k < 34; ++k) writer.add(Column::step_value, zeros);
  for (int k = 0; k < 17; ++k) writer.add(Column::step_accesses, zeros);
  for (int k = 0; k < 17; ++k) writer.add(Column::step_snapshot, zeros);
  const Result<Trace> trace = decode_trace(writer.finish(), "a.wscope");
  ASSERT_FALSE(trace.ok());
  EXPECT_EQ(trace.error().message,
            "a.wscope has 4456448 steps, and 4194304 are the most that is accepted; record a "
            "smaller problem.");
}

TEST(TraceNames, AreMadeFitToBeShown) {
  Trace trace = sample_trace();
  trace.header.title = "a\x1b]0;b\x07\nc";
  trace.arrays[0].name = "\u202edata";
  trace.launches[0].kernel = std::string(5000, 'k');
  trace.steps[0].name = "add\nup";
  trace.header.parameters = {{"a\tb", "c\x7f"}};
  trace.findings[0].message = say("one\ntwo");
  const Result<Trace> read = decode_trace(encode_trace(trace), "a.wscope");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->header.title, "a\ufffd]0;b\ufffd c");
  EXPECT_EQ(read->arrays[0].name, "\ufffddata");
  EXPECT_TRUE(read->launches[0].kernel.ends_with("k… (5,000 characters)"));
  EXPECT_EQ(read->steps[0].name, "add up");
  EXPECT_EQ(read->header.parameters.at("a b"), "c\ufffd");
  EXPECT_EQ(read->findings[0].message.english(), "one two");
}

TEST(TraceSizes, AreToldByTheIndex) {
  const TestFolder folder;
  const std::string file = folder.file("trace_sizes.wscope");
  const Trace trace = sample_trace();
  ASSERT_TRUE(write_trace(trace, file));
  const auto size = size_of_trace(file);
  ASSERT_TRUE(size) << size.error().message;
  EXPECT_EQ(size->accesses, trace.accesses.size());
  EXPECT_GT(size->memory, 5 * trace.accesses.size() * sizeof(Access));
  std::filesystem::remove(file);
  EXPECT_FALSE(size_of_trace(file));
}

TEST(MutatedTrace, IsRefusedOrSound) {
  const test::TraceParts whole(encode_trace(sample_trace()));
  std::mt19937 random(20240607);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int sound = 0;
  for (int round = 0; round < 20'000; ++round) {
    test::TraceParts parts = whole;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      if (below(4) == 0) {  // a digit of the header, so that it often stays JSON
        const std::size_t start = below(parts.header.size());
        const std::size_t digit = parts.header.find_first_of("0123456789", start);
        if (digit != std::string::npos) parts.header[digit] = "0123456789-e"[below(12)];
        continue;
      }
      auto column = std::next(parts.columns.begin(),
                              static_cast<std::ptrdiff_t>(below(parts.columns.size())));
      if (column->second.empty()) continue;
      if (below(8) == 0) column->second.resize(below(2 * column->second.size()));
      if (column->second.empty()) continue;
      column->second[below(column->second.size())] =
          std::byte(below(2) == 0 ? below(256) : below(4));
    }
    const Bytes file = parts.file();
    const Result<Trace> trace = decode_trace(file, "a.wscope", small_cap);
    if (!trace.ok()) {
      ASSERT_TRUE(is_sentence(trace.error().message)) << trace.error().message;
      continue;
    }
    ASSERT_EQ(find_fault(trace.value()), std::nullopt);
    if (++sound % 8 != 0) continue;  // the way back is slow under AddressSanitizer
    const Result<Trace> again = decode_trace(encode_trace(trace.value()), "again");
    ASSERT_TRUE(again.ok()) << again.error().message;
    const auto divergence = first_divergence(trace.value(), again.value());
    ASSERT_FALSE(divergence) << divergence->what.text();
  }
  EXPECT_GT(sound, 1000);  // else the mutations test the checksums alone
}

TEST(MutatedTrace, RawBytesNeverCrash) {
  const Bytes whole = encode_trace(sample_trace());
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    Bytes file = whole;
    for (std::size_t changes = 1 + random() % 8; changes > 0; --changes) {
      file[random() % file.size()] = std::byte{static_cast<unsigned char>(random())};
    }
    if (file == whole) continue;
    ASSERT_TRUE(is_sentence(error_of(file)));
  }
}

}  // namespace
}  // namespace warpscope
