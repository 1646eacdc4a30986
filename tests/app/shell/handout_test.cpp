#include "app/shell/handout.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/view_list.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

constexpr std::string_view three_stops = R"(kernel: reduce_strided
title: {en: "My lecture", ru: "Моя лекция"}
learned: {en: "That strides cost.", ru: "Что шаг стоит времени."}
stops:
  - run: {size: 64, block: 64, banks: cc5}
    text: {en: "Look at the tree.", ru: "Посмотрите на дерево."}
    note: {en: "A note.", ru: "Заметка."}
    speaker: {en: "Ask who knows trees.", ru: "Спросите, кто знает деревья."}
    minutes: 4
  - at: {step: combine, value: 4, line: "const T right"}
    view: lanes
    minutes: 3
    question:
      ask: active_lanes
      choices: [4, 8, 16]
      text: {en: "How many lanes add?", ru: "Сколько нитей складывают?"}
      after: {en: "One for each sum.", ru: "По одной на сумму."}
  - run: {compare: reduce_sequential}
    view: banks
    text: {en: "Side by side.", ru: "Рядом."}
)";

class Handout : public testing::Test {
 protected:
  Handout() {
    std::ofstream(file_) << three_stops;
    std::vector<Mistake> mistakes;
    library_ = std::make_shared<LessonLibrary>(view_lists());
    const auto added = library_->add_file(file_, mistakes);
    EXPECT_TRUE(added && mistakes.empty());
    request_ = {.document = test::emulated("reduce_strided", 64, 64),
                .lessons = library_,
                .lesson = file_,
                .theme = "light"};
  }
  [[nodiscard]] std::string page(std::uint32_t stop) {
    const auto pages = open_handout(request_);
    EXPECT_TRUE(pages) << pages.error().message;
    return pages ? pages.value()->svg({stop}) : std::string();
  }
  static bool has(const std::string& page, std::string_view part) {
    return page.find(part) != std::string::npos;
  }

  TestFolder folder_;
  std::string file_ = folder_.file("mine.yaml");
  std::shared_ptr<LessonLibrary> library_;
  HandoutRequest request_;
};

TEST_F(Handout, HasTitleWordsPictureAndNumber) {
  const std::string first = page(0);
  for (const char* part : {"My lecture", "Stop 1", "Look at the tree.", "A note.", "64 elements",
                           "Page 1 of 3", ">Stage<", "s = 16"}) {
    EXPECT_TRUE(has(first, part)) << part;
  }
  EXPECT_FALSE(has(first, "That strides cost.")) << "the end says it";
  EXPECT_TRUE(has(page(2), "That strides cost."));
}

TEST_F(Handout, KeepsTheAnswerBack) {
  const std::string asked = page(1);
  EXPECT_TRUE(has(asked, "How many lanes add?"));
  EXPECT_FALSE(has(asked, "✓"));
  EXPECT_FALSE(has(asked, "One for each sum."));
  EXPECT_FALSE(has(asked, ">Lanes<")) << "they would tell it";
  EXPECT_TRUE(has(asked, ">Source<")) << "in their place";
}

TEST_F(Handout, TellsTheAnswerWhereThatIsAskedFor) {
  request_.answers = true;
  const std::string answered = page(1);
  EXPECT_TRUE(has(answered, "✓"));
  EXPECT_TRUE(has(answered, "One for each sum."));
  EXPECT_TRUE(has(answered, ">Lanes<"));
}

TEST_F(Handout, ShowsBothSidesOfAComparison) {
  const std::string both = page(2);
  EXPECT_TRUE(has(both, "Banks · Reduction · 2 strided"));
  EXPECT_TRUE(has(both, "Banks · Reduction · 3 sequential"));
}

TEST_F(Handout, SpeaksTheLanguageThatIsAskedFor) {
  request_.language = "ru";
  const std::string asked = page(1);
  EXPECT_TRUE(has(asked, "Моя лекция"));
  EXPECT_TRUE(has(asked, "Сколько нитей складывают?"));
  EXPECT_FALSE(has(asked, "Page 2 of 3"));
}

TEST_F(Handout, StaysOnItsSheet) {
  for (std::uint32_t stop = 0; stop < 3; ++stop) {
    const std::string drawn = page(stop);
    for (auto at = drawn.find("<text"); at != std::string::npos; at = drawn.find("<text", at + 1)) {
      const auto y = drawn.find(" y=\"", at);
      EXPECT_LT(std::stof(drawn.substr(y + 4)), 1123) << stop;
    }
  }
}

TEST_F(Handout, SaysWhatIsWrongWithAStopThatCannotBeShown) {
  std::ofstream(file_)
      << "kernel: reduce_strided\nstops:\n  - at: {step: nowhere}\n    text: {en: A}\n";
  std::vector<Mistake> mistakes;
  ASSERT_TRUE(library_->add_file(file_, mistakes));
  EXPECT_TRUE(has(page(0), "--check"));
}

TEST_F(Handout, RefusesWhatItDoesNotKnow) {
  request_.theme = "pink";
  EXPECT_FALSE(open_handout(request_));
  request_.theme = "light";
  request_.lesson = "none";
  EXPECT_FALSE(open_handout(request_));
}

TEST_F(Handout, IsOneDocumentOfAllItsPages) {
  const std::vector<FilmFrame> frames{{0}, {1}, {2}};
  const auto pages = open_handout(request_);
  ASSERT_TRUE(pages);
  const Result<std::string> pdf = pages.value()->pdf(frames);
  ASSERT_TRUE(pdf) << pdf.error().message;
  EXPECT_NE(pdf->find("/Count 3"), std::string::npos);
}

TEST_F(Handout, TheSpeakersWordsAndTheTimeAreOnTheSpeakersPagesOnly) {
  for (const bool notes : {false, true}) {
    request_.notes = request_.answers = notes;
    const std::string first = page(0), second = page(1), last = page(2);
    EXPECT_EQ(has(first, "Ask who knows trees."), notes);
    EXPECT_EQ(has(first, "Minutes 0 to 4 of 7"), notes);
    EXPECT_EQ(has(second, "Minutes 4 to 7 of 7"), notes);
    EXPECT_EQ(has(first, "Next: How many lanes add?"), notes);
    EXPECT_EQ(has(second, "Next: Side by side."), notes);
    EXPECT_FALSE(has(last, "Next:"));
  }
}

}  // namespace
}  // namespace warpscope
