#include "app/panes/source/source_words.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "app/panes/source/source_view.hpp"
#include "instrumentation/run/embedded.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

/// The word at the first occurrence of `part` in a line of source; empty: none.
std::string word_at(const std::string& line, std::string_view part) {
  const auto lines = read_source(line);
  const auto place = code_word_at(lines.front(), line.find(part));
  return place ? std::string(place->word->word) : std::string();
}

TEST(SourceWords, KnowsOurWordsWhereTheyAreCode) {
  EXPECT_EQ(word_at("    block.sync(\"load\");", "sync"), "block.sync");
  EXPECT_EQ(word_at("    block.sync(\"load\");", "block"), "block.sync");
  EXPECT_EQ(word_at("    block.sync(\"load\");", "."), "block.sync");
  EXPECT_EQ(word_at("  f(block);", "block"), "");
  EXPECT_EQ(word_at("    block.syncwarp();", "warp"), "block.syncwarp");
  EXPECT_EQ(word_at("  bins.atomic_add(bin, 1);", "atomic"), ".atomic_add");
  EXPECT_EQ(word_at("  auto a = shared_array<\"a\", T>(block, 3);", "shared"), "shared_array");
  EXPECT_EQ(word_at("  WS_DEVICE void f(Block& block, Global<Block, T> in)", "Global"), "Global");
  EXPECT_EQ(word_at("  x = my_block.sync();", "sync"), "") << "another one's";
  EXPECT_EQ(word_at("  file.sync();", "sync"), "");
  EXPECT_EQ(word_at("  x = block.size() / 2;  // block.sync", "sync"), "") << "a comment";
  EXPECT_EQ(word_at("  print(\"block.sync\");", "sync"), "") << "a string";
  EXPECT_EQ(word_at("  data[tid] = 1;", "tid"), "");
}

TEST(SourceWords, CoversTheWholeCall) {
  const auto lines = read_source("    block.sync(\"load\");");
  const auto place = code_word_at(lines.front(), 5);
  ASSERT_TRUE(place);
  EXPECT_EQ(lines.front().text.substr(place->first, place->length), "block.sync");
}

/// Without comments and strings.
std::string code_of(std::string_view source) {
  const std::regex unread(R"re(//[^\n]*|"[^"\n]*")re");
  return std::regex_replace(std::string(source), unread, "");
}

// Whoever reads a kernel of the catalogue can ask for each word that CUDA does not have.
TEST(SourceWords, ExplainsEveryWordOfTheCatalogue) {
  std::set<std::string> known;
  for (const CodeWord& word : code_words()) {
    EXPECT_TRUE(known.insert(std::string(word.word)).second) << word.word;
    EXPECT_TRUE(word.meaning.ends_with('.')) << word.word;
  }
  const std::regex call(R"(\bblock\.(template )?(\w+))"),
      other(
          R"(\b(Vec\d|Place2|Global|Constant|WS_\w+|shared_array|local_array|reconverge|multiply_add|square_root|lanes_in|lanes_below|full_warp)\b)"),
      of_array(R"(\.(atomic_\w+|load_relaxed|store_relaxed|go_on)\b)");
  std::set<std::string> used;
  for (const std::string_view path : embedded_paths("kernels/")) {
    const std::string code = code_of(embedded_text(path));
    const auto collect = [&](const std::regex& wanted, int group, const std::string& before) {
      for (std::sregex_iterator hit(code.begin(), code.end(), wanted), end; hit != end; ++hit) {
        used.insert(before + (*hit)[static_cast<std::size_t>(group)].str());
      }
    };
    collect(call, 2, "block.");
    collect(other, 1, "");
    collect(of_array, 1, ".");
  }
  EXPECT_GE(used.size(), 25U);
  for (const std::string& word : used) EXPECT_TRUE(known.contains(word)) << word;
}

/// Where a text that the view has drawn contains `part`.
Point middle_of(const RecordingCanvas& canvas, const Fonts& fonts, std::string_view part) {
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    const std::size_t at = text.text.find(part);
    if (at == std::string::npos || !text.visible()) continue;
    const std::string_view all = text.text;
    const float before = fonts.width(all.substr(0, at), text.style);
    const float width = fonts.width(all.substr(at, part.size()), text.style);
    return {text.rect.x + before + width / 2, text.rect.center().y};
  }
  ADD_FAILURE() << "nothing says " << part;
  return {};
}

TEST(SourceWords, ExplainThemselvesAtTheMouseAndAreNotCovered) {
  const DocumentPtr document = test::emulated("reduce_strided");
  const Fonts fonts;
  SourceView view;
  view.on_document(*document);
  test::Shown shown;
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  const auto told = [&](std::string_view part) {
    shown.wishes = {};
    shown.pointer = {.at = middle_of(canvas, fonts, part), .inside = true};
    (void)shown.draw(view, *document, 0);
    return shown.wishes.tooltip;
  };
  EXPECT_TRUE(told("block.sync").starts_with("block.sync is __syncthreads() in CUDA."));
  EXPECT_TRUE(shown.wishes.about->contains(shown.pointer.at));
  EXPECT_LT(shown.wishes.about->w, 120) << "the word, not the line";
  EXPECT_TRUE(told("shared_array").starts_with("shared_array is __shared__"));
  EXPECT_EQ(told("data[tid] =").find("CUDA"), std::string::npos) << "the line's cost, as before";
}

TEST(SourceWords, AreNotExplainedToWhoWritesCuda) {
  Trace trace = *test::emulated("reduce_strided")->trace;
  trace.header.program = "sum.cu";
  const DocumentPtr document = test::document_of(std::move(trace));
  const Fonts fonts;
  SourceView view;
  view.on_document(*document);
  test::Shown shown;
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  shown.pointer = {.at = middle_of(canvas, fonts, "block.sync"), .inside = true};
  (void)shown.draw(view, *document, 0);
  EXPECT_EQ(shown.wishes.tooltip.find("CUDA"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
