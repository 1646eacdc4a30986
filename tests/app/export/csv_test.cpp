#include "app/export/csv.hpp"

#include "app/files/csv_field.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using Record = std::vector<std::string>;

/// RFC 4180, read by its letter: CRLF between records, quotes doubled within quotes.
std::vector<Record> parse_csv(const std::string& text) {
  std::vector<Record> records(1, Record(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = records.back().back();
    if (quoted) {
      if (text[i] != '"') {
        field += text[i];
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[++i];
      } else {
        quoted = false;
      }
    } else if (text[i] == '"') {
      EXPECT_TRUE(field.empty()) << "a quote within a plain field";
      quoted = true;
    } else if (text[i] == ',') {
      records.back().emplace_back();
    } else if (text[i] == '\r') {
      EXPECT_EQ(text.at(++i), '\n');
      records.emplace_back(1);
    } else {
      EXPECT_NE(text[i], '\n') << "a bare line feed";
      field += text[i];
    }
  }
  EXPECT_FALSE(quoted);
  EXPECT_EQ(records.back(), Record(1)) << "the last record has no end";
  records.pop_back();
  return records;
}

TEST(Csv, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(csv_field("data"), "data");
  EXPECT_EQ(csv_field("a[i, j]"), "\"a[i, j]\"");
  EXPECT_EQ(csv_field("sync(\"add\")"), "\"sync(\"\"add\"\")\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(Csv, ATextIsNoFormulaOfASpreadsheet) {
  EXPECT_EQ(csv_field("=HYPERLINK(\"http://x\", 1)"), "\"'=HYPERLINK(\"\"http://x\"\", 1)\"");
  EXPECT_EQ(csv_field("+1"), "'+1");
  EXPECT_EQ(csv_field("-x"), "'-x");
  EXPECT_EQ(csv_field("@sum"), "'@sum");
  EXPECT_EQ(csv_field("\t=1"), "'\t=1");
  EXPECT_EQ(csv_field("a = b"), "a = b");
  EXPECT_EQ(csv_field(""), "");
}

TEST(Csv, TotalsAreThoseOfTheSummaryAndNameTheirUnits) {
  const DocumentPtr document = test::emulated("reduce_strided", 256, 256);
  const auto records = parse_csv(table_csv(*document, "totals"));
  EXPECT_EQ(records.front(),
            (Record{"kernel", "elements", "bank_model", "figure", "modelled", "measured"}));
  std::map<std::string, Record> figures;
  for (std::size_t i = 1; i < records.size(); ++i) {
    ASSERT_EQ(records[i].size(), records[0].size()) << i;
    EXPECT_EQ(records[i][0], "reduce_strided");
    EXPECT_EQ(records[i][1], "256");
    EXPECT_EQ(records[i][2], "cc5");
    EXPECT_TRUE(figures.emplace(records[i][3], records[i]).second) << "twice: " << records[i][3];
  }
  const Totals& totals = document->summary.totals;
  EXPECT_EQ(figures.at("shared_load_wavefronts")[4], std::to_string(totals.shared_load.wavefronts));
  EXPECT_EQ(figures.at("shared_load_excessive_wavefronts")[4],
            std::to_string(totals.shared_load.conflicts()));
  EXPECT_EQ(figures.at("global_load_sectors_of_32_bytes")[4],
            std::to_string(totals.global_load.sectors));
  EXPECT_EQ(figures.at("barriers")[4], std::to_string(totals.barriers));
}

TEST(Csv, LinesAddUpToTheTotals) {
  const DocumentPtr document = test::emulated("reduce_strided", 256, 256);
  const auto records = parse_csv(table_csv(*document, "lines"));
  const Record& names = records.front();
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  ASSERT_LT(column("sectors_of_32_bytes"), names.size());
  std::uint64_t wavefronts = 0, sectors = 0;
  bool has_source = false;
  ASSERT_GT(records.size(), 3U);
  for (std::size_t i = 1; i < records.size(); ++i) {
    ASSERT_EQ(records[i].size(), names.size()) << i;
    const std::string& passes = records[i][column("wavefronts")];
    const std::string& moved = records[i][column("sectors_of_32_bytes")];
    EXPECT_NE(passes.empty(), moved.empty()) << "an access is of banks or of sectors";
    if (!passes.empty()) wavefronts += std::stoull(passes);
    if (!moved.empty()) sectors += std::stoull(moved);
    has_source |= records[i][column("source")].find("data[index + s]") != std::string::npos;
  }
  const Totals& totals = document->summary.totals;
  EXPECT_EQ(wavefronts, totals.shared_load.wavefronts + totals.shared_store.wavefronts);
  EXPECT_EQ(sectors, totals.global_load.sectors + totals.global_store.sectors);
  EXPECT_TRUE(has_source);
  EXPECT_EQ(names.back(), "caller");
  EXPECT_EQ(names[names.size() - 2], "array");
  EXPECT_TRUE(std::ranges::any_of(
      records, [&](const Record& record) { return record[column("array")] == "data"; }));
}

TEST(Csv, TwoRunsAreComparedLineByLine) {
  const DocumentPtr left = test::emulated("reduce_strided", 256, 256),
                    right = test::emulated("reduce_sequential", 256, 256);
  const Comparison comparison = compare(*left, *right);
  const auto records = parse_csv(compared_csv(*left, *right, comparison, "lines"));
  const Record& names = records.front();
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  ASSERT_LT(column("change_whole_grid"), names.size());
  std::map<std::string, std::int64_t> sums, totals;  // of changes, by space
  for (std::size_t i = 1; i < records.size(); ++i) {
    ASSERT_EQ(records[i].size(), names.size()) << i;
    auto& to = records[i][column("row")] == "total" ? totals : sums;
    to[records[i][column("space")]] += std::stoll(records[i][column("change")]);
    const std::string &a = records[i][column("left")], &b = records[i][column("right")];
    EXPECT_EQ(std::stoll(records[i][column("change")]), std::stoll(b) - std::stoll(a));
  }
  EXPECT_EQ(sums, totals);
  EXPECT_LT(totals.at("shared"), 0);
  EXPECT_EQ(records.back()[column("row")], "total");
}

TEST(Csv, TotalsOfTwoRunsStandSideBySide) {
  const DocumentPtr left = test::emulated("reduce_strided", 256, 256),
                    right = test::emulated("reduce_sequential", 256, 256);
  const auto records = parse_csv(compared_csv(*left, *right, compare(*left, *right), "totals"));
  ASSERT_EQ(records.front().back(), "change");
  const auto found = std::ranges::find_if(
      records, [](const Record& record) { return record[4] == "Load wavefronts"; });
  ASSERT_NE(found, records.end());
  EXPECT_EQ((*found)[5], std::to_string(left->summary.totals.shared_load.wavefronts));
  EXPECT_EQ((*found)[6], std::to_string(right->summary.totals.shared_load.wavefronts));
}

}  // namespace
}  // namespace warpscope
