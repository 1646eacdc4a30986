#include "app/commands/palette.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "app/commands/session_commands.hpp"
#include "app/lesson/glossary.hpp"
#include "app/panes/view_list.hpp"
#include "instrumentation/language/language.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class PaletteTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
    test::settle(session_);
  }
  /// The first rows, as "kind id".
  [[nodiscard]] std::vector<std::string> rows(std::string_view typed, std::size_t count) {
    Palette palette(session_, commands_);
    std::vector<std::string> found;
    for (const PaletteItem* item : palette.find(typed)) {
      if (found.size() == count) break;
      found.push_back(std::string(kind_label(item->kind)) + ' ' + item->id);
    }
    return found;
  }
  /// The ids of all rows, in the language of now.
  [[nodiscard]] std::vector<std::string> ids(std::string_view typed) {
    Palette palette(session_, commands_);
    std::vector<std::string> found;
    for (const PaletteItem* item : palette.find(typed)) found.push_back(item->id);
    return found;
  }
  [[nodiscard]] std::string first(std::string_view typed) {
    const auto found = rows(typed, 1);
    return found.empty() ? "nothing" : found.front();
  }
  [[nodiscard]] bool is_among(std::string_view typed, const std::string& row, std::size_t count) {
    const auto found = rows(typed, count);
    return std::ranges::find(found, row) != found.end();
  }
  Status choose(std::string_view typed) {
    Palette palette(session_, commands_);
    return palette.find(typed).front()->choose();
  }

  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
};

TEST_F(PaletteTest, FindsWhatPeopleType) {
  for (const auto& [typed, row] : {std::pair{"thread", "term thread"},
                                   {"race", "term race"},
                                   {"degree", "term degree"},
                                   {"scan", "term scan"},
                                   {"histogram", "term histogram"},
                                   {"divergence", "term divergence"},
                                   {"global memory", "term global-memory"},
                                   {"stride", "term stride"},
                                   {"strided", "kernel reduce_strided"},
                                   {"padding", "term padding"},
                                   {"atomic", "term atomic"},
                                   {"threads", "term thread"},
                                   {"__syncthreads", "term barrier"},
                                   {"skan", "nothing"},
                                   {"скан", "term scan"},
                                   {"сканирование", "term scan"},
                                   {"гонка", "term race"},
                                   {"степень", "term degree"},
                                   {"нить", "term thread"},
                                   {"банк", "term bank"},
                                   {"dark", "setting theme.dark"},
                                   {"russian", "setting language"},
                                   {"русский", "setting language.ru"},
                                   {"quit", "nothing"},  // there is no window
                                   {"export", "command picture"},
                                   {"next barrier", "command barrier.next"},
                                   {"blelloch", "kernel scan_blelloch"},
                                   {"bank_stride", "kernel bank_stride"},
                                   {"qqqq", "nothing"}}) {
    EXPECT_EQ(first(typed), row) << typed;
  }
  EXPECT_TRUE(is_among("scan", "kernel scan_blelloch", 16));
  EXPECT_TRUE(is_among("скан", "kernel scan_blelloch", 16));
  EXPECT_TRUE(is_among("glossary", "command glossary", 1));
  EXPECT_TRUE(is_among("coalescing", "lesson global_stride", 6));
}

TEST_F(PaletteTest, FindsLessonsThatBelongToNoKernel) {
  for (const char* typed : {"six", "six words", "шесть слов", "six words barrier"}) {
    EXPECT_EQ(first(typed), "lesson primer") << typed;
  }
  for (const char* typed : {"thread", "warp", "race", "barrier", "нить", "гонка"}) {
    EXPECT_TRUE(is_among(typed, "lesson primer", 40)) << typed;
  }
  ASSERT_TRUE(choose("six words"));
  ASSERT_TRUE(session_.lesson.on());
  EXPECT_EQ(session_.lesson.lesson().id, "primer");
}

TEST_F(PaletteTest, FindsTheSameInEveryLanguage) {
  for (const char* typed : {"scan", "скан", "гонка", "race", "theme", "барьер", "qqqq"}) {
    const auto found = ids(typed);
    const InLanguage scope(*find_language("ru"));
    EXPECT_EQ(ids(typed), found) << typed;
  }
}

TEST_F(PaletteTest, EverythingIsFoundByItsName) {
  Palette palette(session_, commands_);
  std::set<std::pair<PaletteKind, std::string>> known;
  for (const PaletteItem& item : palette.items()) {
    EXPECT_TRUE(known.insert({item.kind, item.id}).second) << item.id;
    EXPECT_FALSE(item.title.empty()) << item.id;
    const auto found = palette.find(item.title);
    EXPECT_NE(std::ranges::find(found, &item), found.end()) << item.title;
  }
  const auto count = [&](PaletteKind kind) {
    return static_cast<std::size_t>(std::ranges::count(palette.items(), kind, &PaletteItem::kind));
  };
  EXPECT_EQ(count(PaletteKind::term), glossary().size());
  EXPECT_EQ(count(PaletteKind::kernel), catalogue().size());
  EXPECT_EQ(count(PaletteKind::lesson), session_.lesson.ids().size());
  EXPECT_GT(count(PaletteKind::lesson), catalogue().size()) << "some belong to no kernel";
  for (const Command& command : commands_.all()) {
    const bool listed = known.contains({PaletteKind::command, command.id}) ||
                        known.contains({PaletteKind::setting, command.id});
    EXPECT_EQ(listed, command.enabled() && command.id != "palette") << command.id;
  }
}

TEST_F(PaletteTest, EnterDoesWhatTheRowSays) {
  ASSERT_TRUE(choose("degree"));
  EXPECT_EQ(session_.popup.shown, Popup::glossary);
  EXPECT_EQ(session_.popup.term, "degree");
  ASSERT_TRUE(choose("blelloch"));
  EXPECT_EQ(session_.options().request.kernel, "scan_blelloch");
  ASSERT_TRUE(choose("theme light"));
  EXPECT_EQ(session_.settings.theme, "light");
  ASSERT_TRUE(choose("коалесинг обращение с шагом"));
  EXPECT_TRUE(session_.lesson.on());
  EXPECT_EQ(session_.lesson.lesson().kernel, "global_stride");
  ASSERT_TRUE(choose("банки обращение с шагом"));
  EXPECT_EQ(session_.lesson.lesson().kernel, "bank_stride") << "one lesson after another";
}

TEST_F(PaletteTest, OffersWhatIsUsefulBeforeAnythingIsTyped) {
  EXPECT_EQ(first(""), "command lesson");
  const auto offered = rows("", 8);
  for (const char* row : {"command lesson", "command kernel", "command glossary", "command help"}) {
    EXPECT_NE(std::ranges::find(offered, row), offered.end()) << row;
  }
  EXPECT_EQ(rows("", 10'000).size(), Palette(session_, commands_).items().size());
}

TEST_F(PaletteTest, ProgramsThatWereOpenedComeFirst) {
  test::FakeProgram program = test::three_launches();
  session_.programs.use(program.runner());
  TestFolder folder;
  session_.programs.remember(folder.path() / "allowed", folder.path() / "recent.json");
  const auto file = folder.path() / "my_sum.cu";
  std::ofstream(file) << "int main() {}\n";
  ASSERT_TRUE(session_.open(file, HowOpened::typed));
  test::settle(session_);
  EXPECT_EQ(first(""), "program " + file.string());
  EXPECT_EQ(first("my sum"), "program " + file.string());
}

TEST_F(PaletteTest, LecturesThatWereOpenedAreFoundAndThoseBesideThem) {
  TestFolder folder;
  const auto write = [&](const char* name, const char* title) {
    const auto file = folder.path() / name;
    std::ofstream(file) << "kernel: reduce_strided\ntitle: {en: \"" << title
                        << "\", ru: \"Лекция о банках\"}\nstops:\n"
                        << "  - {at: {step: load}, view: banks, text: {en: a, ru: б}}\n";
    return file;
  };
  const auto opened = write("monday.yaml", "Zebra crossings of banks");
  const auto beside = write("tuesday.yaml", "Giraffes in shared memory");
  std::ofstream(folder.path() / "compose.yaml") << "services: {}\n";
  EXPECT_FALSE(is_among("zebra", "lecture " + opened.string(), 1));
  session_.lectures.note(opened);
  EXPECT_EQ(first("zebra"), "lecture " + opened.string());
  EXPECT_EQ(first("monday"), "lecture " + opened.string());
  EXPECT_EQ(first("giraffes"), "lecture " + beside.string()) << "of the same folder";
  EXPECT_EQ(first("compose"), "nothing");
  ASSERT_TRUE(choose("zebra"));
  test::settle(session_);
  ASSERT_TRUE(session_.lesson.on());
  EXPECT_EQ(session_.lesson.lesson().id, opened.string());
  EXPECT_EQ(rows("zebra", 9).size(), 1U) << "not as a lesson again";
}

TEST_F(PaletteTest, SetsSizesAndBlocks) {
  EXPECT_EQ(first("block 512"), "setting block.512");
  EXPECT_EQ(first("512 threads"), "setting block.512");
  EXPECT_EQ(first("1024 elements"), "setting size.1024");
  ASSERT_TRUE(choose("block 512"));
  test::settle(session_);
  EXPECT_EQ(session_.options().request.block, 512);
  EXPECT_EQ(session_.options().request.size, 512) << "what follows from it";
}

TEST_F(PaletteTest, OpensAKernelOfASize) {
  EXPECT_EQ(first("bitonic 256"), "kernel bitonic_shared.256");
  EXPECT_FALSE(is_among("bitonic", "kernel bitonic_shared.256", 20)) << "nobody asked for a size";
  ASSERT_TRUE(choose("bitonic 256"));
  test::settle(session_);
  EXPECT_EQ(session_.options().request.kernel, "bitonic_shared");
  EXPECT_EQ(session_.options().request.size, 256);
  EXPECT_EQ(session_.options().request.block, 128) << "one network";
}

TEST_F(PaletteTest, InALectureKernelsComeBeforeTerms) {
  EXPECT_EQ(first("bitonic").rfind("term", 0), 0U);
  session_.views.layout = LayoutKind::lecture;
  EXPECT_EQ(first("bitonic").rfind("kernel", 0), 0U);
}

}  // namespace
}  // namespace warpscope
