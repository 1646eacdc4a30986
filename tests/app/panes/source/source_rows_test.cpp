#include "app/panes/source/source_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "app/lesson/lesson_place.hpp"
#include "app/panes/source/source_view.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::Shown;

std::vector<std::string> rows_of(const std::string& text, int room) {
  const std::vector<SourceLine> lines = read_source(text);
  std::vector<std::string> rows;
  for (const SourceRow& row : break_line(lines.at(0), room)) {
    const auto before = first_characters(lines.at(0).text, row.first).size();
    rows.push_back(std::string(static_cast<std::size_t>(row.at), ' ') +
                   std::string(first_characters(std::string_view(lines.at(0).text).substr(before),
                                                row.end - row.first)));
  }
  return rows;
}

TEST(SourceRows, BreakBetweenWordsElseBehindOperators) {
  using Rows = std::vector<std::string>;
  EXPECT_EQ(rows_of("  a = b;", 20), Rows{"  a = b;"});
  EXPECT_EQ(rows_of("  sum = left + right;", 14), (Rows{"  sum = left +", "    right;"}));
  EXPECT_EQ(rows_of("result=function(argument);", 18), (Rows{"result=function(", "  argument);"}));
  EXPECT_EQ(rows_of("abcdefghijklmnop", 10), (Rows{"abcdefghij", "  klmnop"}));
  EXPECT_EQ(rows_of("größe = größe + größe", 15), (Rows{"größe = größe +", "  größe"}));
  EXPECT_EQ(rows_of(std::string(30, ' ') + "a + b + c;", 12), (Rows{"a + b + c;"}));
}

/// What a text says, without what separates its words.
std::string packed(std::string_view text) {
  std::string letters;
  std::ranges::copy_if(text, std::back_inserter(letters), [](char c) { return c != ' '; });
  return letters;
}

std::string all_said(const RecordingCanvas& canvas) {
  std::string said;
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    if (text.visible()) said += packed(text.text);
  }
  return said;
}

/// The pane in a window of 1280 × 720.
constexpr Rect small_pane{24, 100, 273, 120};

TEST(SourceRows, TheLineThatRunsIsReadWholeInASmallWindow) {
  for (const char* kernel : {"matmul_register_tiled", "scan_segmented", "scan_lookback"}) {
    const auto document = emulated(kernel);
    const Trace& trace = *document->trace;
    SourceView view;
    view.on_document(*document);
    std::set<std::uint32_t> seen;
    for (std::uint32_t access = 0; access < trace.accesses.size(); ++access) {
      const CodeLocation& at = trace.location_of(trace.accesses[access]);
      if (!seen.insert(at.line).second) continue;
      Shown shown{.area = small_pane};
      const RecordingCanvas canvas = shown.draw(view, *document, access);
      const auto lines = read_source(trace.sources[at.source].text);
      EXPECT_NE(all_said(canvas).find(packed(lines.at(at.line - 1).text)), std::string::npos)
          << kernel << " line " << at.line << ": " << lines.at(at.line - 1).text;
    }
  }
}

TEST(SourceRows, TheLineThatALessonPointsAtIsReadWholeAndInSight) {
  const auto document = emulated("matmul_register_tiled");
  const Trace& trace = *document->trace;
  const CodeLocation& at = trace.location_of(trace.accesses[100]);
  const auto lines = read_source(trace.sources[at.source].text);
  for (const std::uint32_t line : {at.line - 4, at.line + 1}) {
    SourceView view;
    view.on_document(*document);
    const FoundMarks marks{.source = at.source, .lines = {line}, .cells = {}};
    Shown shown{.area = {24, 100, 273, 260}, .marks = &marks};
    const RecordingCanvas canvas = shown.draw(view, *document, 100);
    EXPECT_NE(all_said(canvas).find(packed(lines.at(line - 1).text)), std::string::npos)
        << lines.at(line - 1).text;
  }
}

TEST(SourceScroll, BringsWhatIsPointedAtIntoSightBesideTheCurrentLine) {
  constexpr std::array above{7}, below{13}, far{40};
  constexpr std::array both{8, 12};
  EXPECT_EQ(with_pointed(9, 5, 10, above), 7);
  EXPECT_EQ(with_pointed(8, 5, 10, below), 9);
  EXPECT_EQ(with_pointed(8, 5, 10, far), 38) << "the words are about it";
  EXPECT_EQ(with_pointed(6, 5, 10, both), 8);
}

}  // namespace
}  // namespace warpscope
