#include "app/panes/source/source_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::emulated;
using test::expect_readable;
using test::several_launches;
using test::Shown;

std::vector<std::pair<std::string, TokenKind>> tokens_of(const std::string& line) {
  bool in_comment = false;
  std::vector<std::pair<std::string, TokenKind>> result;
  for (const Token& token : tokenize(line, in_comment)) {
    result.emplace_back(line.substr(token.first, token.length), token.kind);
  }
  return result;
}

TEST(SourceTokens, ColourWhatCppMeans) {
  using enum TokenKind;
  const std::vector<std::pair<std::string, TokenKind>> expected{{"const int ", keyword},
                                                                {"interval = ", plain},
                                                                {"0x1fU", number},
                                                                {"; ", plain},
                                                                {"// for 2", comment}};
  EXPECT_EQ(tokens_of("  const int interval = 0x1fU; // for 2"), expected);
}

TEST(SourceTokens, QuotesHideWordsAndSlashes) {
  using enum TokenKind;
  const std::vector<std::pair<std::string, TokenKind>> expected{
      {"f(", plain}, {R"("if // \" 3")", string}, {", ", plain}, {"'\\''", string}, {");", plain}};
  EXPECT_EQ(tokens_of(R"(f("if // \" 3", '\'');)"), expected);
}

TEST(SourceTokens, CommentsReachOverLines) {
  bool in_comment = false;
  EXPECT_EQ(tokenize("a /* b", in_comment).back().kind, TokenKind::comment);
  EXPECT_TRUE(in_comment);
  const auto second = tokenize("for */ int", in_comment);
  EXPECT_FALSE(in_comment);
  ASSERT_EQ(second.size(), 2U);
  EXPECT_EQ(second[0].kind, TokenKind::comment);
  EXPECT_EQ(second[1].kind, TokenKind::keyword);
}

TEST(SourceTokens, ColumnsCountCharacters) {
  bool in_comment = false;
  const auto tokens = tokenize("größe = 1", in_comment);
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[1].column, 8);
  EXPECT_EQ(first_characters("größe", 3), "grö");
  EXPECT_EQ(first_characters("ab", 3), "ab");
}

constexpr std::string_view two_operators =
    "struct Add {\n  int operator()(int a) const { return a; }\n};\n"
    "struct Kernel {\n  template <class B>\n  void operator()(B& b) const {\n    b.f();\n\n"
    "    b.g();\n  }\n};\n";

TEST(SourceText, FindsTheOperatorThatRuns) {
  const auto lines = read_source(two_operators);
  ASSERT_EQ(lines.size(), 11U);
  const SourcePart part = running_part(lines, 9);
  EXPECT_EQ(part.home, 4) << "its template line";
  EXPECT_EQ(part.end, 10);
  EXPECT_EQ(part.common_indent, 2);
  EXPECT_EQ(running_part(lines, 2).home, 1);
}

TEST(SourceText, TextWithoutAnOperatorIsShownFromItsFirstLine) {
  const auto lines = read_source("a\r\nb");
  EXPECT_EQ(running_part(lines, 2).home, 0);
  EXPECT_EQ(running_part(lines, 2).end, 2);
  EXPECT_EQ(lines.at(0).text, "a");
  EXPECT_TRUE(read_source("").empty());
  EXPECT_EQ(running_part({}, 0).end, 0);
}

TEST(SourceScroll, KeepsTheCurrentLineInSightAndTheTextInThePane) {
  for (int lines = 1; lines < 60; lines += 7) {
    for (int rows = 1; rows < 30; ++rows) {
      for (int current = 0; current < lines; ++current) {
        const float top = scroll_target(lines, static_cast<float>(rows), lines / 3, current);
        EXPECT_GE(top, 0);
        EXPECT_LE(top, static_cast<float>(current));
        EXPECT_GE(top + static_cast<float>(rows), static_cast<float>(current + 1));
        EXPECT_LE(top + static_cast<float>(rows), static_cast<float>(std::max(rows, lines)));
      }
    }
  }
}

TEST(LineHeat, AddsUpToTheTotals) {
  const auto document = emulated("reduce_strided", 256, 256);
  const Totals& totals = document->summary.totals;
  std::uint64_t wavefronts = 0;
  std::uint64_t sectors = 0;
  for (const LineHeat& line : line_heat(document->summary, 0, 500)) {
    wavefronts += line.wavefronts;
    sectors += line.sectors;
  }
  EXPECT_EQ(wavefronts, totals.shared_load.wavefronts + totals.shared_store.wavefronts);
  EXPECT_EQ(sectors, totals.global_load.sectors + totals.global_store.sectors);
}

TEST(SourceView, IsReadableAndShowsTheLineThatRuns) {
  for (const char* kernel : {"reduce_strided", "reduce_unrolled", "scan_blelloch"}) {
    const auto document = emulated(kernel, 512, 256);
    const Trace& trace = *document->trace;
    for (const Rect area : {Rect{20, 20, 425, 463}, Rect{20, 20, 269, 238}, Rect{0, 0, 900, 900},
                            Rect{0, 0, 240, 100}}) {
      for (const bool lecture : {false, true}) {
        for (std::uint32_t access = 0; access < trace.accesses.size(); access += 5) {
          SCOPED_TRACE(std::string(kernel) + " access " + std::to_string(access));
          SourceView view;
          view.on_document(*document);
          Shown shown{.area = area, .lecture = lecture};
          const RecordingCanvas canvas = shown.draw(view, *document, access);
          expect_readable(canvas, area);
          EXPECT_TRUE(canvas.says(std::to_string(trace.line_of(trace.accesses[access]))));
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

/// A point on the row whose line number is `line`.
Point on_line(const RecordingCanvas& canvas, std::uint32_t line) {
  // The rightmost text of that name: a count may be the same number.
  Point found{-1, -1};
  for (const auto& text : canvas.texts()) {
    if (text.text == std::to_string(line) && text.rect.x > found.x) found = text.rect.center();
  }
  return found;
}

TEST(SourceView, HoverTellsCostsAndClickGoesToTheNextAccessOfTheLine) {
  const auto document = emulated("reduce_strided", 256, 256);
  const Trace& trace = *document->trace;
  SourceView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 463}};
  const auto last = static_cast<std::uint32_t>(trace.accesses.size()) - 1;
  const std::uint32_t line = trace.line_of(trace.accesses[0]);
  const RecordingCanvas canvas = shown.draw(view, *document, 0);

  shown.pointer = {.at = on_line(canvas, line), .inside = true, .pressed = true, .down = true};
  static_cast<void>(shown.draw(view, *document, 0));
  EXPECT_NE(shown.wishes.tooltip.find("8 requests"), std::string::npos) << shown.wishes.tooltip;
  EXPECT_NE(shown.wishes.tooltip.find("32 of 32 lanes active"), std::string::npos);
  ASSERT_TRUE(shown.wishes.seek);
  EXPECT_EQ(*shown.wishes.seek, 1U);
  shown.pointer.at = on_line(shown.draw(view, *document, last), line);
  static_cast<void>(shown.draw(view, *document, last));
  ASSERT_TRUE(shown.wishes.seek) << "wraps around";
  EXPECT_EQ(*shown.wishes.seek, 0U);
}

TEST(SourceView, StrikesOutTheBarrierThatTheRunLeavesOut) {
  RunRequest request{.kernel = "reduce_sequential", .machine = MachineKind::emulator};
  for (const int line : {0, 35}) {
    request.what_if.drop_barrier = line;
    const DocumentPtr document = make_document(request, BankModel::cc5).value();
    SourceView view;
    view.on_document(*document);
    Shown shown{.area = {0, 0, 600, 700}};
    EXPECT_EQ(shown.draw(view, *document, 0).says("left out"), line != 0);
  }
}

TEST(SourceView, TurnsToTheSourceOfTheLaunch) {
  const auto document = document_of(several_launches());
  SourceView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 463}};
  const auto name_at = [&](std::uint32_t access) {
    Frame frame;
    frame.document = document.get();
    frame.access = access;
    return view.subtitle(frame);
  };
  EXPECT_EQ(name_at(0), "hand_made.cuh");
  EXPECT_EQ(name_at(5), "add.cuh");
  const RecordingCanvas scan = shown.draw(view, *document, 0);
  EXPECT_TRUE(scan.says("temp[tid]"));
  EXPECT_FALSE(scan.says("a line more"));
  const RecordingCanvas add = shown.draw(view, *document, 5);
  EXPECT_TRUE(add.says("a line more"));
  EXPECT_FALSE(add.says("temp[tid]"));
  EXPECT_TRUE(shown.draw(view, *document, 8).says("temp[tid]"));
}

TEST(SourceView, KeepsTheLinesOfTwoSourcesApart) {
  const auto document = document_of(several_launches());
  SourceView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 463}};
  const auto hover = [&](std::uint32_t access) {
    shown.pointer = {};
    const Point at = on_line(shown.draw(view, *document, access), 5);
    shown.pointer = {.at = at, .inside = true, .pressed = true, .down = true};
    static_cast<void>(shown.draw(view, *document, access));
  };
  hover(5);
  EXPECT_NE(shown.wishes.tooltip.find("constant load: 1 request, 3 wavefronts, ideal 1"),
            std::string::npos)
      << shown.wishes.tooltip;
  EXPECT_EQ(shown.wishes.tooltip.find("shared"), std::string::npos);
  EXPECT_EQ(shown.wishes.seek, 5U) << "the only access of that line";
  hover(3);
  EXPECT_NE(shown.wishes.tooltip.find("shared store: 4 requests"), std::string::npos)
      << shown.wishes.tooltip;
  EXPECT_NE(shown.wishes.tooltip.find("over all 3 launches"), std::string::npos);
  EXPECT_EQ(shown.wishes.seek, 8U) << "of the next launch of that source";
}

TEST(SourceView, WheelScrollsUntilThePlayheadMoves) {
  const auto document = emulated("reduce_strided", 256, 256);
  SourceView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 425, 200}};
  const RecordingCanvas before = shown.draw(view, *document, 20);
  shown.pointer = {.at = {100, 100}, .inside = true, .wheel = 100};
  const RecordingCanvas scrolled = shown.draw(view, *document, 20);
  EXPECT_TRUE(scrolled.says("1")) << "the file's first line";
  shown.pointer = {};
  EXPECT_NE(on_line(shown.draw(view, *document, 20), 2).x, -1) << "stays";
  const std::uint32_t line = document->trace->line_of(document->trace->accesses[21]);
  EXPECT_NE(on_line(shown.draw(view, *document, 21), line).x, -1) << "follows again";
}

}  // namespace
}  // namespace warpscope
