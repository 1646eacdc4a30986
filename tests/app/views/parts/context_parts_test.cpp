#include "app/views/parts/context_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/lesson/glossary.hpp"
#include "app/panes/source/source_words.hpp"
#include "app/panes/view_list.hpp"
#include "app/stage/stage_picture.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

/// The first menu, along rows of the picture, that has an entry of this name.
template <class Picture>
std::optional<ContextMenu> menu_with(Picture& picture, const Document& document,
                                     std::uint32_t access, std::string_view title) {
  test::Shown shown;
  shown.draw(picture, document, access);  // scrolls into place
  for (float y = shown.area.y + 3; y < shown.area.bottom(); y += 7) {
    for (float x = shown.area.x + 3; x < shown.area.right(); x += 9) {
      shown.pointer = {.at = {x, y}, .inside = true, .menu = true};
      shown.draw(picture, document, access);
      if (!shown.wishes.menu) continue;
      const auto& actions = shown.wishes.menu->actions;
      const auto found = std::ranges::find(actions, title, &ContextAction::title);
      if (found != actions.end() && found->enabled) return shown.wishes.menu;
    }
  }
  return std::nullopt;
}

const ContextAction& entry(const ContextMenu& menu, std::string_view title) {
  const auto found = std::ranges::find(menu.actions, title, &ContextAction::title);
  EXPECT_NE(found, menu.actions.end()) << title;
  return *found;
}

bool explains(const ContextMenu& menu, std::string_view term) {
  return std::ranges::count(menu.actions, term, &ContextAction::term) == 1;
}

/// Exactly one thing, with a name unless command or term have one.
void expect_whole(const ContextMenu& menu) {
  std::set<std::string> titles;
  for (const ContextAction& action : menu.actions) {
    const int deeds =
        static_cast<int>(!action.command.empty()) + static_cast<int>(action.seek.has_value()) +
        static_cast<int>(action.bookmark.has_value()) + static_cast<int>(action.read.has_value()) +
        static_cast<int>(action.edit.has_value()) + static_cast<int>(!action.copy.empty()) +
        static_cast<int>(action.pin.has_value()) + static_cast<int>(action.filter.has_value()) +
        static_cast<int>(action.cell.has_value()) + static_cast<int>(!action.term.empty()) +
        static_cast<int>(!action.lesson.empty()) + static_cast<int>(bool(action.run));
    EXPECT_EQ(deeds, action.enabled ? 1 : 0) << menu.title << ": " << action.title;
    const bool named = !action.command.empty() || !action.term.empty() || !action.lesson.empty();
    EXPECT_NE(named, !action.title.empty()) << menu.title << ": " << action.title;
    if (!action.title.empty()) {
      EXPECT_TRUE(titles.insert(action.title).second) << action.title;
    }
    if (!action.term.empty()) {
      EXPECT_NE(find_term(action.term), nullptr) << action.term;
    }
  }
}

TEST(ContextParts, EveryPictureOfTheStageKnowsTheAccessThatWroteAValue) {
  struct Case {
    const char* stage;
    const char* kernel;
  };
  for (const auto& [stage, kernel] :
       {Case{"tree", "reduce_strided"}, Case{"network", "bitonic_shared"},
        Case{"grid", "transpose_tiled"}, Case{"bins", "histogram_shared_atomic"},
        Case{"bins", "radix_split"}, Case{"series", "jacobi"}}) {
    const DocumentPtr document = test::emulated(kernel);
    const auto picture = make_stage_picture(stage);
    picture->on_document(*document);
    const std::uint32_t last = test::last_access(*document);
    const auto menu = menu_with(*picture, *document, last, "Go to the access that wrote it");
    ASSERT_TRUE(menu) << stage << ", " << kernel;
    expect_whole(*menu);
    const Trace& trace = *document->trace;
    EXPECT_TRUE(
        writes(trace.accesses[*entry(*menu, "Go to the access that wrote it").seek].operation))
        << stage << ", " << kernel;
  }
}

TEST(ContextParts, ACellOfMemoryLeadsToItsAccessesAndItsValue) {
  const DocumentPtr document = test::emulated("reduce_strided");
  const Trace& trace = *document->trace;
  const auto view = make_view("memory");
  view->on_document(*document);
  const std::uint32_t middle = test::last_access(*document) / 2;
  const auto menu = menu_with(*view, *document, middle, "Next access of it");
  ASSERT_TRUE(menu);
  expect_whole(*menu);
  const std::size_t equals = menu->title.find(" = ");
  ASSERT_NE(equals, std::string::npos) << menu->title;
  EXPECT_EQ(entry(*menu, "Copy the value").copy, menu->title.substr(equals + 3));
  EXPECT_EQ(entry(*menu, "Copy the name").copy, menu->title.substr(0, equals));
  EXPECT_TRUE(explains(*menu, "shared-memory"));
  const std::uint32_t next = *entry(*menu, "Next access of it").seek;
  EXPECT_GT(next, middle);
  EXPECT_LE(*entry(*menu, "Go to the access that wrote it").seek, middle);
  const std::string name = menu->title.substr(0, equals);
  const auto element = std::stoi(name.substr(name.find('[') + 1));
  const auto indices = trace.lane_indices(trace.accesses[next]);
  EXPECT_EQ(std::ranges::count(indices, element), 1) << name;
}

TEST(ContextParts, ThereIsNothingBehindTheEndsOfARun) {
  const DocumentPtr document = test::emulated("reduce_strided");
  const Trace& trace = *document->trace;
  const Access& first = trace.accesses.front();
  const auto index = trace.lane_indices(first).front();
  EXPECT_EQ(previous_access_of(trace, first.array, index, 0), std::nullopt);
  EXPECT_EQ(next_access_of(trace, first.array, index, test::last_access(*document)), std::nullopt);
  const auto menu = cell_menu(
      [&] {
        Frame frame;
        frame.document = document.get();
        return frame;
      }(),
      {.array = first.array, .index = index});
  expect_whole(menu);
  EXPECT_FALSE(entry(menu, "Previous access of it").enabled);
  EXPECT_FALSE(entry(menu, "Copy the value").enabled) << "it is not known";
}

TEST(ContextParts, ALineOfTheSourceLeadsToItsAccesses) {
  const DocumentPtr document = test::emulated("reduce_strided");
  const Trace& trace = *document->trace;
  const auto view = make_view("source");
  view->on_document(*document);
  const std::uint32_t middle = test::last_access(*document) / 2;
  const auto menu = menu_with(*view, *document, middle, "Next access of this line");
  ASSERT_TRUE(menu);
  expect_whole(*menu);
  const auto line = static_cast<std::uint32_t>(std::stoi(menu->title.substr(5)));
  const std::uint32_t next = *entry(*menu, "Next access of this line").seek;
  EXPECT_GT(next, middle);
  EXPECT_EQ(trace.line_of(trace.accesses[next]), line);
  if (const auto previous = entry(*menu, "Previous access of this line").seek) {
    EXPECT_LT(*previous, middle);
    EXPECT_EQ(trace.line_of(trace.accesses[*previous]), line);
  }
  EXPECT_FALSE(entry(*menu, "Copy the line").copy.empty());
}

TEST(ContextParts, AWordOfTheSourceLeadsToItsMeaning) {
  const DocumentPtr document = test::emulated("reduce_strided");
  const auto view = make_view("source");
  view->on_document(*document);
  const auto menu = menu_with(*view, *document, 9, "Copy “__syncthreads()”, its name in CUDA");
  ASSERT_TRUE(menu);
  expect_whole(*menu);
  EXPECT_TRUE(explains(*menu, "barrier"));
  EXPECT_EQ(entry(*menu, "Copy “__syncthreads()”, its name in CUDA").copy, "__syncthreads()");
}

TEST(ContextParts, TheTermOfEveryWordOfTheSourceIsInTheGlossary) {
  int with_term = 0;
  for (const CodeWord& word : code_words()) {
    if (word.term.empty()) continue;
    ++with_term;
    EXPECT_NE(find_term(word.term), nullptr) << word.word << ": " << word.term;
  }
  EXPECT_GT(with_term, 25);
}

TEST(ContextParts, PicturesOfTheRunLeadToTheirAccesses) {
  const DocumentPtr document = test::emulated("reduce_strided");
  for (const char* id : {"timeline", "heat", "lanes"}) {
    const auto view = make_view(id);
    view->on_document(*document);
    const auto menu = menu_with(*view, *document, 5, "Go there");
    ASSERT_TRUE(menu) << id;
    expect_whole(*menu);
    EXPECT_EQ(menu->title, "access " + std::to_string(*entry(*menu, "Go there").seek)) << id;
  }
}

TEST(ContextParts, TheTimelineSetsBookmarksAndCopiesPlaces) {
  const DocumentPtr document = test::emulated("reduce_strided");
  const auto view = make_view("timeline");
  view->on_document(*document);
  const auto menu = menu_with(*view, *document, 5, "Set a bookmark here");
  ASSERT_TRUE(menu);
  EXPECT_EQ(entry(*menu, "Set a bookmark here").bookmark, entry(*menu, "Go there").seek);
  EXPECT_TRUE(entry(*menu, "Copy this place").copy.starts_with(menu->title + ": "));
}

TEST(ContextParts, ARowOfLinesShowsItsLine) {
  const DocumentPtr document = test::emulated("reduce_strided");
  const auto view = make_view("lines");
  view->on_document(*document);
  const auto menu = menu_with(*view, *document, 5, "Show the line in the source");
  ASSERT_TRUE(menu);
  expect_whole(*menu);
  EXPECT_EQ("line " + std::to_string(entry(*menu, "Show the line in the source").read->line),
            menu->title);
}

}  // namespace
}  // namespace warpscope
