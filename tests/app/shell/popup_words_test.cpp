// Every popup in the pseudo-language: what stands outside of the brackets must be data, and nothing is cut.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/lesson/course.hpp"
#include "app/lesson/glossary.hpp"
#include "app/panes/view_list.hpp"
#include "app/ui/drawn_texts.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/workbench_test.hpp"
#include "tests/support/pseudo_words.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

struct WindowSize {
  int width, height;
};

/// What a person sees in two languages as it is: texts of lessons and the glossary, ids, and keys.
std::string texts_as_they_are() {
  std::string all =
      " Ctrl Shift Alt Escape Enter Space Home End PageUp PageDown Tab Menu Backspace Delete Click "
      "Wheel Warpscope CUDA English Tesla Fermi Kepler Maxwell Blackwell "
      "PNG SVG JSON CSV "
      "Perfetto GIF MP4 WebM ffmpeg ";
  for (const Term& term : glossary()) {
    all += ' ' + term.id + ' ' + std::string(term.name()) + ' ' + std::string(term.meaning());
  }
  for (const Words& topic : own_glossary().topics) all += ' ' + topic.now();
  for (const Chapter& chapter : own_course().chapters) {
    all += ' ' + chapter.title.now() + ' ' + chapter.about.now() + ' ' + chapter.can.now();
  }
  for (const KernelInfo* kernel : catalogue()) all += ' ' + std::string(kernel->id);
  return all;
}

class PopupWordsTest : public WorkbenchTest, public testing::WithParamInterface<WindowSize> {
 protected:
  void SetUp() override {
    start(GetParam().width, GetParam().height);
    if (ui_ == nullptr) return;
    session_.settings.language = "pseudo";
    set_language(pseudo_language);
    session_.programs.use(program_.runner());
    bench_ = std::make_unique<Workbench>(session_, commands_, ui_->fonts());
    show("reduce_strided");
    data_ = texts_as_they_are() + folder_.path().string();
    for (const Chapter& chapter : own_course().chapters) {
      for (const std::string& id : chapter.lessons) {
        const Lesson& lesson = *session_.lesson.lesson_of(id);
        data_ += ' ' + lesson.title.now() + ' ' + lesson.learned.now();
      }
    }
    data_ += ' ' + std::filesystem::current_path().string();
    for (const auto& file : std::filesystem::directory_iterator(".")) {
      data_ += ' ' + file.path().filename().string();
    }
  }
  void TearDown() override {
    set_language(english);
    for (const std::string& fault : faults_) ADD_FAILURE() << fault;
  }
  /// Opens it, and lets come what takes its time.
  void open(Popup popup) {
    session_.popup.shown = popup;
    frame();
    for (int frames = 0; frames < 300 && bench_->seconds_until_change() < 0.05F; ++frames) frame();
    frame();
  }
  /// Names that the trace brings along, and what a grammar of captions, which the pseudo-language has not,
  /// says of the access in English.
  [[nodiscard]] std::string names() const {
    std::string all = data_;
    if (!session_.playback.left().ready()) return all;
    const Document& document = *session_.playback.left().document();
    const Trace& trace = *document.trace;
    all += ' ' + trace.header.kernel + ' ' + trace.header.input;
    for (const auto& [key, value] : trace.header.parameters) all += ' ' + key + ' ' + value;
    for (const SourceFile& source : trace.sources) all += ' ' + source.name + ' ' + source.text;
    for (const Array& array : trace.arrays) all += ' ' + array.name;
    for (const Step& step : trace.steps) all += ' ' + step.name;
    for (const Playhead* head : {&session_.playback.left(), &session_.playback.right()}) {
      if (!head->ready()) continue;
      const Document& of = *head->document();
      const Caption said = caption(*of.trace, of.summary, head->position());
      for (const std::string& text :
           {said.step, said.sentence, said.verdict, said.detail, said.host}) {
        all += ' ' + text;
      }
    }
    return all;
  }
  void look_for_words(const std::string& what, const std::vector<std::string>& texts) {
    const std::string known = names();
    const std::vector<std::string> outside = test::outside_brackets(texts);
    ASSERT_EQ(outside.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      for (const std::string& word : test::words_of(outside[i])) {
        if (known.find(word) != std::string::npos) continue;
        faults_.insert(fmt::format("{}: {} in: {}", what, word, texts[i]));
      }
    }
  }
  /// Whether what is cut for want of room is written out under the pointer.
  bool written_out(const DrawnTexts::Text& cut) {
    constexpr std::string_view ellipsis = "…";
    const std::string begin = cut.text.substr(0, cut.text.size() - ellipsis.size());
    FakeInput input;
    input.mouse = cut.rect.center();
    frame(input);
    const DrawnTexts drawn;
    frame(input);
    return std::ranges::any_of(drawn.texts(), [&](const DrawnTexts::Text& text) {
      return text.over_window && text.text.find(begin) != std::string::npos &&
             !text.text.ends_with(ellipsis);
    });
  }
  void look(const std::string& what) {
    std::vector<std::string> texts;
    std::vector<DrawnTexts::Text> shortened;
    {
      const DrawnTexts drawn;
      frame();
      for (const DrawnTexts::Text& text : drawn.texts()) {
        if (!text.over_window) continue;
        texts.push_back(text.text);
        if (text.cut()) faults_.insert(fmt::format("{}: is cut: {}", what, text.text));
        // Others are scrolled out of sight.
        const bool in_sight = text.clip.contains(text.rect.center());
        if (text.text.ends_with("…") && in_sight) shortened.push_back(text);
      }
    }
    EXPECT_FALSE(texts.empty()) << what;
    look_for_words(what, texts);
    for (const DrawnTexts::Text& text : shortened) {
      if (!written_out(text)) faults_.insert(fmt::format("{}: has no room: {}", what, text.text));
    }
  }
  /// The same of the window without a popup; whether it is cut is tested elsewhere.
  void look_at_window(const std::string& what) {
    frame();
    const DrawnTexts drawn;
    frame();
    EXPECT_FALSE(drawn.texts().empty()) << what;
    std::vector<std::string> texts;
    for (const DrawnTexts::Text& text : drawn.texts()) texts.push_back(text.text);
    look_for_words(what, texts);
  }
  void check(Popup popup, const std::string& what) {
    open(popup);
    ASSERT_EQ(session_.popup.shown, popup) << what;
    look(what);
    session_.popup.shown = Popup::none;
    frame();
  }
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame(input);
    frame();
  }
  void open_program() {
    const test::RacingProgram race = test::racing_program();
    program_.built.program = BuiltProgram{.object = "program.so"};
    program_.run.trace = race.trace;
    program_.run.outcome = *race.page.outcome;
    std::ofstream(folder_.path() / "race.cu") << race.trace.sources[0].text;
    ASSERT_TRUE(session_.open(folder_.path() / "race.cu", HowOpened::typed));
    while (session_.recording.on()) frame();
    frame();
  }

  TestFolder folder_;
  test::FakeProgram program_ = test::three_launches();
  std::string data_;
  std::set<std::string> faults_;
};

TEST_P(PopupWordsTest, OfAKernel) {
  session_.notes.set(1);
  ASSERT_TRUE(session_.choose_kernel("bank_stride", {{"stride", "8"}}));
  while (session_.recording.on()) frame();
  session_.notes.set(2);
  ASSERT_TRUE(session_.choose_kernel("bank_stride", {{"stride", "32"}}));
  while (session_.recording.on()) frame();
  session_.notices.dismiss();
  check(Popup::bookmarks, "bookmarks");
  for (const char* kernel : {"reduce_strided", "spmv_scalar", "matmul_tiled"}) {
    show(kernel);
    check(Popup::run, fmt::format("run of {}", kernel));
    check(Popup::what_if, fmt::format("what if of {}", kernel));
    check(Popup::formula, fmt::format("formula of {}", kernel));
    check(Popup::index, fmt::format("index of {}", kernel));
  }
  const std::pair<Popup, const char*> all[] = {{Popup::kernel, "kernel"},
                                               {Popup::rival, "rival"},
                                               {Popup::machine, "machine"},
                                               {Popup::banks, "banks"},
                                               {Popup::granularity, "granularity"},
                                               {Popup::speed, "speed"},
                                               {Popup::palette, "palette"},
                                               {Popup::help, "help"},
                                               {Popup::keys, "keys"},
                                               {Popup::jump, "jump"},
                                               {Popup::save, "save"},
                                               {Popup::picture, "picture"},
                                               {Popup::measure, "measure"},
                                               {Popup::glossary, "glossary"},
                                               {Popup::starter, "starter"},
                                               {Popup::chapter, "chapter"},
                                               {Popup::open, "open"},
                                               {Popup::rival_file, "rival's file"}};
  for (const auto& [popup, what] : all) check(popup, what);
}

TEST_P(PopupWordsTest, OfWhatIsRefused) {
  open(Popup::jump);
  type("nowhere");
  hit(Key::enter);
  ASSERT_EQ(session_.popup.shown, Popup::jump);
  look("jump to nowhere");
  session_.popup.ask_run(RunField::size);
  open(Popup::run);
  type("33");
  look("size");
}

TEST_P(PopupWordsTest, OfAProgram) {
  open_program();
  check(Popup::run, "run");
  check(Popup::launch, "launch");
  check(Popup::what_if, "what if");
  check(Popup::open, "open");
  std::ofstream(folder_.path() / "other.cu") << "int main() {}\n";
  ASSERT_TRUE(session_.open(folder_.path() / "other.cu"));
  ASSERT_EQ(session_.popup.shown, Popup::question);
  check(Popup::question, "question");
}

TEST_P(PopupWordsTest, OfTheWindowBehindThem) {
  for (const LayoutKind kind : all_values<LayoutKind>) {
    session_.views.layout = kind;
    look_at_window(fmt::format("layout {}", static_cast<int>(kind)));
  }
  session_.views.layout = LayoutKind::study;
  for (const ViewInfo& view : view_lists().views) {
    if (view.id == std::string_view("lesson")) continue;  // texts in two languages
    session_.views.bring_forward(view.id);
    look_at_window(std::string(view.id));
  }
  ASSERT_TRUE(session_.comparison.with_kernel("reduce_sequential"));
  while (session_.recording.on()) frame();
  look_at_window("comparison");
}

INSTANTIATE_TEST_SUITE_P(Screens, PopupWordsTest,
                         testing::Values(WindowSize{1280, 720}, WindowSize{1024, 640}),
                         [](const auto& tested) {
                           return fmt::format("{}x{}", tested.param.width, tested.param.height);
                         });

}  // namespace
}  // namespace warpscope
