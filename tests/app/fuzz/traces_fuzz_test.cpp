// Trace files with right checksums and wrong contents: header and columns are changed, and whatever
// is read goes through all analyses, captions and reports.
#include <gtest/gtest.h>

#include <random>

#include "app/export/chrome_trace.hpp"
#include "app/export/csv.hpp"
#include "app/panes/source/source_layout.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/telling_access.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/caption_in.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/trace_parts.hpp"
#include "tests/trace/sample_trace.hpp"

namespace warpscope {
namespace {

using test::TraceParts;
using Bytes = TraceParts::Bytes;
constexpr std::uint64_t little_memory = std::uint64_t{16} << 20;

void expect_refusal(const Error& error) {
  EXPECT_TRUE(error.message.starts_with("a.wscope ")) << error.message;
  EXPECT_EQ(error.message, printable(error.message));
  EXPECT_LT(error.message.size(), 1000U);
}

/// Everything that is computed from a trace when it is opened, reported and exported.
void analyse(Trace trace, std::uint32_t seed) {
  ASSERT_EQ(find_fault(trace), std::nullopt);
  const BankModel model = all_bank_models[seed % all_bank_models.size()];
  const Document document({}, std::make_shared<const Trace>(std::move(trace)), model);
  const Trace& read = *document.trace;
  for (std::uint32_t access = 0; access < read.accesses.size(); ++access) {
    ASSERT_FALSE(caption(read, document.summary, access).sentence.empty());
    ASSERT_FALSE(test::caption_in("ru", read, document.summary, access).sentence.empty());
  }
  static_cast<void>(telling_access(read, document.summary));
  static_cast<void>(table_csv(document, "lines"));
  static_cast<void>(table_csv(document, "totals"));
  std::size_t written = 0;
  EXPECT_TRUE(write_chrome_trace(document, [&](std::string_view piece, std::uint64_t) {
    written += piece.size();
    return true;
  }));
  EXPECT_GT(written, 0U);
  for (const SourceFile& source : read.sources) static_cast<void>(read_source(source.text));
  EXPECT_FALSE(first_divergence(read, read));
}

TEST(TracesFuzz, ColumnsOfOtherValues) {
  const TraceParts whole(encode_trace(sample_trace()));
  std::mt19937 random(20261122);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int sound = 0;
  for (int round = 0; round < 3000; ++round) {
    TraceParts parts = whole;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      auto& bytes =
          std::next(parts.columns.begin(), static_cast<std::ptrdiff_t>(below(parts.columns.size())))
              ->second;
      if (below(10) == 0) bytes.resize(below(2 * bytes.size() + 1));
      if (bytes.empty()) continue;
      constexpr std::array<std::uint8_t, 6> ends{0, 1, 2, 0x7f, 0x80, 0xff};
      bytes[below(bytes.size())] = std::byte{below(2) == 0 ? ends[below(ends.size())]
                                                           : static_cast<std::uint8_t>(below(256))};
    }
    Result<Trace> trace = decode_trace(parts.file(), "a.wscope", little_memory, TraceUse::analyse);
    if (!trace) {
      expect_refusal(trace.error());
      continue;
    }
    ++sound;
    analyse(std::move(trace).value(), static_cast<std::uint32_t>(round));
  }
  EXPECT_GT(sound, 300) << "else only the reader is tested";
}

TEST(TracesFuzz, HeadersOfOtherWords) {
  const TraceParts whole(encode_trace(sample_trace()));
  test::Mutator mutate(11, {whole.header},
                       {"null", "true", "\"shared\"", "\"global\"", "\"constant\"", "\"registers\"",
                        "\"double4\"", "\"unsigned char\"", "\"block\":1024", "2147483647",
                        "\"count\":2147483648", "\"columns\":1"});
  int sound = 0;
  for (int round = 0; round < 4000; ++round) {
    TraceParts parts = whole;
    parts.header = mutate.next();
    Result<Trace> trace = decode_trace(parts.file(), "a.wscope", little_memory, TraceUse::analyse);
    if (!trace) {
      expect_refusal(trace.error());
      continue;
    }
    ++sound;
    analyse(std::move(trace).value(), static_cast<std::uint32_t>(round));
  }
  EXPECT_GT(sound, 100);
}

TEST(TracesFuzz, FilesOfOtherBytes) {
  const Bytes whole = encode_trace(sample_trace());
  std::mt19937 random(13);
  for (int round = 0; round < 5000; ++round) {
    Bytes file = whole;
    for (std::size_t changes = 1 + random() % 6; changes > 0; --changes) {
      const std::size_t at = random() % file.size();
      if (random() % 8 == 0) {
        file.erase(file.begin() + static_cast<std::ptrdiff_t>(at));
      } else {
        file[at] = std::byte{static_cast<unsigned char>(random())};
      }
    }
    if (file == whole) continue;
    const Result<Trace> trace = decode_trace(file, "a.wscope", little_memory);
    ASSERT_FALSE(trace.ok());
    expect_refusal(trace.error());
  }
}

}  // namespace
}  // namespace warpscope
