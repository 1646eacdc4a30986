#include <gtest/gtest.h>

#include <fstream>

#include "tests/app/cli_harness.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

constexpr std::string_view own = R"(kernel: reduce_shuffle
title: {en: "My own"}
stops:
  - at: {step: nowhere}
    text: {en: "Words."}
)";

TEST(LessonCommand, ListsAndPrints) {
  const Invoked list = invoke({"lesson"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_NE(list.out.find("reduce_strided"), std::string::npos);
  const Invoked one = invoke({"lesson", "reduce_strided"});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_NE(one.out.find("Stop 1 of "), std::string::npos);
  EXPECT_NE(one.out.find("The trace answers degree = 8."), std::string::npos);
  const Invoked russian = invoke({"lesson", "reduce_strided", "--language", "ru"});
  EXPECT_NE(russian.out.find("Редукция"), std::string::npos);
}

TEST(LessonCommand, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(invoke({"lesson", "reduce_stridet"}).code, 2);
  EXPECT_EQ(invoke({"lesson", "--language", "fr"}).code, 2);
  EXPECT_EQ(invoke({"lesson", "--lessons", "/does/not/exist"}).code, 2);
}

TEST(LessonCommand, ChecksAFolderOfOnesOwn) {
  const TestFolder folder;
  const std::string path = folder.file("mine.yaml");
  std::ofstream(path) << own;
  const std::string where = path.substr(0, path.rfind('/'));
  const Invoked checked = invoke({"lesson", "reduce_shuffle", "--check", "--lessons", where});
  EXPECT_EQ(checked.code, 1);
  EXPECT_NE(checked.err.find(path + ":4: "), std::string::npos) << checked.err;
  EXPECT_NE(checked.err.find("has no \"ru\""), std::string::npos) << checked.err;
  const Invoked list = invoke({"lesson", "--lessons", where});
  EXPECT_NE(list.out.find("My own"), std::string::npos);
  EXPECT_EQ(invoke({"--lessons", where}).windows.size(), 1U);
}

TEST(LessonCommand, ABrokenFileIsToldAndTheRestWorks) {
  const TestFolder folder;
  const std::string path = folder.file("mine.yaml");
  std::ofstream(path) << "kernel: [";
  const Invoked list = invoke({"lesson", "--lessons", path.substr(0, path.rfind('/'))});
  EXPECT_EQ(list.code, 1);
  EXPECT_NE(list.err.find(path), std::string::npos);
  EXPECT_NE(list.out.find("reduce_strided"), std::string::npos);
}

TEST(LessonCommand, APictureOfAStop) {
  const TestFolder folder;
  const std::string out = folder.file("stop.png");
  const Invoked drawn = invoke({"export", "reduce_strided", "--stop", "2", "-o", out});
  ASSERT_EQ(drawn.code, 0) << drawn.err;
  ASSERT_TRUE(drawn.pictures.front().stop);
  EXPECT_EQ(drawn.pictures.front().stop->stop, 1U);
  const Invoked beyond = invoke({"export", "reduce_strided", "--stop", "99", "-o", out});
  EXPECT_EQ(beyond.code, 2);
}

TEST(LessonCommand, PrintsAndDrawsThePagesOfWhy) {
  const Invoked one = invoke({"lesson", "latency_hiding"});
  EXPECT_NE(one.out.find("Why? Page 1 of 2"), std::string::npos);
  EXPECT_NE(one.out.find("Little's law"), std::string::npos);
  const TestFolder folder;
  const std::string out = folder.file("page.png");
  const auto drawn = [&](const char* lesson, std::vector<std::string> more) {
    std::vector<std::string> args{"export", lesson, "-o", out};
    args.insert(args.end(), more.begin(), more.end());
    return invoke(args);
  };
  const Invoked page = drawn("latency_hiding", {"--stop", "7", "--why", "2"});
  ASSERT_EQ(page.code, 0) << page.err;
  EXPECT_EQ(page.pictures.front().stop->why, 1U);
  EXPECT_EQ(drawn("latency_hiding", {"--stop", "7", "--why", "3"}).code, 2);
  EXPECT_EQ(drawn("bank_stride", {"--stop", "2", "--answered", "--why", "1"}).code, 0);
  EXPECT_NE(drawn("bank_stride", {"--stop", "2", "--why", "1"}).err.find("--answered"),
            std::string::npos);
  EXPECT_NE(drawn("bank_stride", {"--stop", "3", "--why", "1"}).err.find("no Why"),
            std::string::npos);
  EXPECT_NE(drawn("bank_stride", {"--why", "1"}).err.find("--stop N"), std::string::npos);
}

TEST(LessonCommand, DrawsAStopOfALessonThatIsNotTheOneOfItsKernel) {
  const TestFolder folder;
  const std::string out = folder.file("stop.png");
  const Invoked drawn = invoke({"export", "caches", "--stop", "2", "-o", out});
  ASSERT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_EQ(drawn.pictures.front().stop->lesson, "caches");
  EXPECT_EQ(drawn.pictures.front().document->trace->header.kernel, "global_stride");
  EXPECT_EQ(invoke({"export", "caches", "-o", out}).code, 2) << "no kernel";
}

constexpr std::string_view with_why = R"(kernel: reduce_strided
stops:
  - run: {size: 64, block: 64}
    text: {en: "Words.", ru: "Слова."}
    why:
      - text: {en: "More."}
        at: {step: nowhere}
        view: banqs
)";

TEST(LessonCommand, ChecksThePagesOfWhy) {
  const TestFolder folder;
  const std::string path = folder.file("mine.yaml");
  std::ofstream(path) << with_why;
  const Invoked checked =
      invoke({"lesson", "reduce_strided", "--check", "--lessons", path.substr(0, path.rfind('/'))});
  EXPECT_EQ(checked.code, 1);
  for (const char* part : {"no \"ru\"", "nowhere", "no view \"banqs\""}) {
    EXPECT_NE(checked.err.find(part), std::string::npos) << checked.err;
  }
  EXPECT_NE(checked.err.find(path + ":6: "), std::string::npos) << checked.err;
}

TEST(LessonCommand, ReadsALectureInAFile) {
  const TestFolder folder;
  const std::string path = folder.file("mine.yaml");
  EXPECT_EQ(invoke({"lesson", path}).code, 2);
  std::ofstream(path) << own;
  const Invoked checked = invoke({"lesson", path, "--check"});
  EXPECT_EQ(checked.code, 1);
  EXPECT_NE(checked.err.find(path + ":4: "), std::string::npos) << checked.err;
  EXPECT_NE(checked.out.find("1 lesson, 1 stop"), std::string::npos) << checked.out;
  EXPECT_NE(invoke({"lesson", path}).out.find("My own"), std::string::npos);
  std::ofstream(path) << "kernel: [";
  EXPECT_EQ(invoke({"lesson", path}).code, 1);
  EXPECT_EQ(invoke({"lesson", path, "--check"}).code, 1);
}

TEST(LessonCommand, BeginsALesson) {
  const TestFolder folder;
  const std::string path = folder.file("mine.yaml");
  const Invoked made = invoke({"lesson", "new", path, "--kernel", "scan_blelloch"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_NE(made.out.find("warpscope lesson " + path + " --check"), std::string::npos) << made.out;
  const Invoked checked = invoke({"lesson", path, "--check"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_NE(checked.out.find("1 lesson, 3 stops"), std::string::npos) << checked.out;
  EXPECT_NE(invoke({"lesson", path}).out.find("scan_blelloch, n = 64"), std::string::npos);
}

TEST(LessonCommand, ANewLessonReplacesNothing) {
  const TestFolder folder;
  const std::string path = folder.file("mine.yaml");
  std::ofstream(path) << own;
  const Invoked again = invoke({"lesson", "new", path});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("exists already"), std::string::npos) << again.err;
  EXPECT_NE(invoke({"lesson", path}).out.find("My own"), std::string::npos);
}

TEST(LessonCommand, ALessonsFileOpensTheWindowWithIt) {
  const TestFolder folder;
  const std::string path = folder.file("mine.yaml");
  const Invoked none = invoke({path});
  EXPECT_EQ(none.code, 2) << none.err;
  EXPECT_NE(none.err.find("cannot be read"), std::string::npos) << none.err;
  const Invoked made = invoke({"lesson", "new", path});
  EXPECT_NE(made.out.find("warpscope " + path), std::string::npos) << "it says how to give it";
  const Invoked opened = invoke({path});
  EXPECT_EQ(opened.code, 0) << opened.err;
  ASSERT_EQ(opened.windows.size(), 1U);
  EXPECT_EQ(opened.windows[0].lecture, path);
  EXPECT_FALSE(opened.windows[0].subject);
  const Invoked sized = invoke({path, "--size", "64"});
  EXPECT_EQ(sized.code, 2);
  EXPECT_NE(sized.err.find("--size"), std::string::npos) << sized.err;
  std::ofstream(path) << "kernel: nothing\n";
  EXPECT_EQ(invoke({path}).code, 2) << "no window opens for what is no lesson";
}

TEST(LessonCommand, ANewLessonNeedsANameAndAKernel) {
  const TestFolder folder;
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> args{"lesson", "new"};
    args.insert(args.end(), more.begin(), more.end());
    const Invoked called = invoke(args);
    EXPECT_EQ(called.code, 2) << called.out;
    return called.err;
  };
  const std::string yaml = folder.file("mine.yaml");
  EXPECT_NE(refused({}).find("warpscope lesson new --help"), std::string::npos);
  EXPECT_NE(refused({folder.file("mine.txt")}).find("mine.txt.yaml"), std::string::npos);
  EXPECT_NE(refused({"sum.cu"}).find("warpscope lesson new sum.lesson.yaml sum.cu"),
            std::string::npos);
  EXPECT_NE(refused({yaml, "sum.cu"}).find("sum.lesson.yaml"), std::string::npos);
  EXPECT_NE(refused({yaml, "--kernel", "scan_bleloch"}).find("scan_blelloch"), std::string::npos);
  EXPECT_NE(refused({yaml, "--kernal", "x"}).find("warpscope lesson new has no option"),
            std::string::npos);
  EXPECT_NE(refused({"/does/not/exist/mine.yaml"}).find("cannot be written"), std::string::npos);
  EXPECT_EQ(invoke({"lesson", yaml}).code, 2) << "nothing was written";
}

TEST(LessonCommand, PrintsAHandOut) {
  const TestFolder folder;
  const Invoked pdf =
      invoke({"export", "--lesson", "reduce_strided", "-o", folder.file("out.pdf")});
  ASSERT_EQ(pdf.code, 0) << pdf.err;
  EXPECT_NE(pdf.out.find("out.pdf: 8 pages"), std::string::npos) << pdf.out;
  ASSERT_EQ(pdf.handouts.size(), 1U);
  EXPECT_EQ(pdf.handouts.front().lesson, "reduce_strided");
  EXPECT_EQ(pdf.handouts.front().theme, "light");
  EXPECT_FALSE(pdf.handouts.front().answers);
  const Invoked answers = invoke({"export", "--lesson", "reduce_strided", "--answers", "--theme",
                                  "dark", "--language", "ru", "-o", folder.file("out.pdf")});
  ASSERT_EQ(answers.code, 0) << answers.err;
  EXPECT_TRUE(answers.handouts.front().answers);
  EXPECT_EQ(answers.handouts.front().theme, "dark");
  EXPECT_EQ(answers.handouts.front().language, "ru");
}

TEST(LessonCommand, NumbersThePagesOfAHandOut) {
  const TestFolder folder;
  const Invoked png = invoke({"export", "--lesson", "primer", "-o", folder.file("out.png")});
  ASSERT_EQ(png.code, 0) << png.err;
  EXPECT_NE(png.out.find("out-01.png: page 1 of 6"), std::string::npos) << png.out;
  EXPECT_TRUE(std::ifstream(folder.file("out-06.png")).good());
  const TestFolder other;
  const std::string yaml = other.file("mine.yaml");
  ASSERT_EQ(invoke({"lesson", "new", yaml}).code, 0);
  const std::string where = yaml.substr(0, yaml.rfind('/'));
  const Invoked svg = invoke({"export", "--lesson", yaml, "--format", "svg", "-o", where});
  ASSERT_EQ(svg.code, 0) << svg.err;
  EXPECT_TRUE(std::ifstream(other.file("mine-03.svg")).good()) << svg.out;
}

TEST(LessonCommand, AHandOutSaysWhatItDoesNotTake) {
  const TestFolder folder;
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> args{"export"};
    args.insert(args.end(), more.begin(), more.end());
    const Invoked called = invoke(args);
    EXPECT_EQ(called.code, 2) << called.out;
    EXPECT_TRUE(called.handouts.empty());
    return called.err;
  };
  const std::string out = folder.file("out.pdf");
  EXPECT_NE(refused({"-o", out}).find("--lesson"), std::string::npos);
  EXPECT_NE(refused({"reduce_strided", "--lesson", "primer", "-o", out}).find("leave it out"),
            std::string::npos);
  EXPECT_NE(refused({"--lesson", "reduce_stridet", "-o", out}).find("reduce_strided"),
            std::string::npos);
  EXPECT_NE(refused({"--lesson", folder.file("no.yaml"), "-o", out}).find("no.yaml"),
            std::string::npos);
  EXPECT_NE(refused({"--lesson", "primer", "-o", folder.file("out.gif")}).find("pdf"),
            std::string::npos);
  EXPECT_NE(refused({"--lesson", "primer", "--stop", "2", "-o", out}).find("--stop"),
            std::string::npos);
  EXPECT_NE(refused({"--lesson", "primer", "--elements", "64", "-o", out}).find("--elements"),
            std::string::npos);
  EXPECT_NE(refused({"--lesson", "primer", "--theme", "pink", "-o", out}).find("pink"),
            std::string::npos);
  EXPECT_NE(refused({"reduce_strided", "--answers", "-o", out}).find("--lesson"),
            std::string::npos);
  EXPECT_NE(refused({"--lesson", "primer", "-o", "/does/not/exist/x.pdf"}).find("another place"),
            std::string::npos);
}

class LessonOfAProgram : public testing::Test {
 protected:
  LessonOfAProgram() { std::ofstream(file_) << "\n"; }
  void write(std::string_view lesson) { std::ofstream(folder_.file("sum.lesson.yaml")) << lesson; }
  Invoked call(const std::vector<std::string>& args) { return invoke(args, program_.runner()); }
  TestFolder folder_;
  std::string file_ = folder_.file("sum.cu");
  test::FakeProgram program_ = test::three_launches();
};

constexpr std::string_view of_add = R"(kernel: add
title: {en: "Adding"}
stops:
  - at: {array: tile, operation: store}
    text: {en: "Words.", ru: "Слова."}
  - run: {banks: cc1}
    text: {en: "More.", ru: "Ещё."}
)";

TEST_F(LessonOfAProgram, IsPrintedAndCheckedInOneRun) {
  write(of_add);
  const Invoked printed = call({"lesson", file_});
  EXPECT_EQ(printed.code, 0) << printed.err;
  EXPECT_NE(printed.out.find("add: Adding"), std::string::npos) << printed.out;
  EXPECT_NE(printed.out.find("Stop 2 of 2"), std::string::npos);
  EXPECT_EQ(program_.runs, 1);
  const Invoked checked = call({"lesson", file_, "--check"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(checked.out,
            "1 lesson, 2 stops, 0 claims, 0 mistakes.\n"
            "Note: 1 lesson has no \"learned\", the sentence that its end shows.\n");
}

TEST_F(LessonOfAProgram, ClaimsAreComputedFromItsRun) {
  const std::string stop =
      "kernel: add\nstops:\n"
      "  - at: {array: tile, operation: store}\n"
      "    text: {en: \"3 launches. It waits because of 77.\", ru: \"3 запуска.\"}\n"
      "    claims:\n"
      "      - let: {old: {run: {banks: cc1}}}\n"
      "        says: {en: \"{} launches\", ru: \"{} запуска\"}\n"
      "        is: launches\n"
      "        holds: old.banks == 16 && banks == 32";
  write(stop + "\n");
  const Invoked right = call({"lesson", file_, "--check", "--verbose"});
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_NE(right.out.find("1 claim, 0 mistakes"), std::string::npos) << right.out;
  EXPECT_NE(right.out.find("stop 1: \"It waits because of 77.\""), std::string::npos) << right.out;
  EXPECT_EQ(program_.runs, 1) << "another bank model needs no other run";
  write(stop + " && launches == 4\n");
  const Invoked wrong = call({"lesson", file_, "--check"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.err.find("sum.lesson.yaml:6: "), std::string::npos) << wrong.err;
  EXPECT_NE(wrong.err.find("launches = 3"), std::string::npos) << wrong.err;
}

TEST_F(LessonOfAProgram, SaysWhatIsMissing) {
  const Invoked none = call({"lesson", file_});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("sum.lesson.yaml"), std::string::npos) << none.err;
  EXPECT_EQ(call({"lesson", folder_.file("none.cu")}).code, 2);
  write("kernel: [");
  EXPECT_EQ(call({"lesson", file_}).code, 1);
  EXPECT_EQ(call({"lesson", file_, "--check"}).code, 1);
  EXPECT_EQ(program_.builds, 0) << "there is nothing to run it for";
}

TEST_F(LessonOfAProgram, IsBegunBesideIt) {
  const std::string yaml = folder_.file("sum.lesson.yaml");
  std::ofstream(file_) << "// __global__ void old();\n__global__ void add(int* a) {}\n";
  const Invoked made = call({"lesson", "new", yaml, file_});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_NE(made.out.find("warpscope lesson " + file_ + " --check"), std::string::npos) << made.out;
  EXPECT_EQ(program_.builds, 0);
  const Invoked checked = call({"lesson", yaml, "--check"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_NE(checked.out.find("1 lesson, 3 stops"), std::string::npos) << checked.out;
}

TEST_F(LessonOfAProgram, IsNotBegunWithoutAKernel) {
  const std::string yaml = folder_.file("sum.lesson.yaml");
  const Invoked none = call({"lesson", "new", yaml, file_});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("--kernel"), std::string::npos) << none.err;
  EXPECT_EQ(call({"lesson", "new", yaml, "--kernel", "add"}).code, 0) << "it stands beside one";
  EXPECT_EQ(call({"lesson", yaml, "--check"}).code, 0);
}

TEST_F(LessonOfAProgram, TellsEachMistakeOnce) {
  write("kernel: none\nstops:\n  - text: {en: \"A.\", ru: \"А.\"}\n  - text: {en: \"B.\"}\n");
  const Invoked other = call({"lesson", file_, "--check"});
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.out.find("2 mistakes"), std::string::npos) << "the run, and the Russian";
  EXPECT_NE(other.err.find("add"), std::string::npos)
      << "the kernels that there are: " << other.err;
}

TEST_F(LessonOfAProgram, HasAHandOut) {
  const std::string out = folder_.file("out.pdf");
  EXPECT_EQ(call({"export", "--lesson", file_, "-o", out}).code, 2) << "it has no lesson yet";
  write(of_add);
  for (const std::string& named : {file_, folder_.file("sum.lesson.yaml")}) {
    const Invoked printed = call({"export", "--lesson", named, "-o", out});
    ASSERT_EQ(printed.code, 0) << printed.err;
    EXPECT_NE(printed.out.find("2 pages"), std::string::npos) << printed.out;
    EXPECT_TRUE(printed.handouts.front().of_program);
  }
}

TEST_F(LessonOfAProgram, HasPictures) {
  write(of_add);
  const std::string out = folder_.file("stop.png");
  const Invoked drawn = call({"export", file_, "--launch", "add", "--stop", "2", "-o", out});
  ASSERT_EQ(drawn.code, 0) << drawn.err;
  ASSERT_TRUE(drawn.pictures.front().stop);
  EXPECT_EQ(call({"export", file_, "--launch", "scan", "--stop", "2", "-o", out}).code, 2)
      << "it is of another kernel";
}

}  // namespace
}  // namespace warpscope
