#include "app/lesson/lesson_tour.hpp"

#include <gtest/gtest.h>

#include "app/lesson/lesson_answer.hpp"
#include "instrumentation/language/language.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;

TEST(FindPlace, FiltersAndThenPicks) {
  const DocumentPtr document = emulated("reduce_strided", 1024, 1024);
  const Trace& trace = *document->trace;
  const auto found = [&](const StopPlace& place) {
    const auto access = find_place(*document, place);
    EXPECT_TRUE(access.ok()) << access.error().message;
    return trace.accesses[access.value()];
  };
  EXPECT_EQ(&trace.accesses[find_place(*document, {}).value()], trace.accesses.data());
  const Access store =
      found({.step = "combine", .value = 8, .operation = Operation::store, .warp = 1});
  EXPECT_EQ(trace.steps[store.step].value, 8);
  EXPECT_EQ(store.operation, Operation::store);
  EXPECT_EQ(store.warp, 1);
  EXPECT_EQ(trace.steps[found({.step = "combine", .round = 3}).step].value, 4);
  const auto costliest = find_place(*document, {.pick = StopPlace::Pick::costliest}).value();
  EXPECT_EQ(document->summary.accesses[costliest].degree, document->summary.totals.max_degree);
  const StopPlace third{.step = "load", .pick = StopPlace::Pick::number, .number = 3};
  EXPECT_EQ(find_place(*document, third).value(), 2U);
}

TEST(FindPlace, SaysWhatTheRunHasInstead) {
  const DocumentPtr document = emulated("reduce_strided", 64, 64);
  const auto problem = [&](const StopPlace& place) {
    const auto access = find_place(*document, place);
    EXPECT_FALSE(access.ok());
    return access.ok() ? std::string() : access.error().message;
  };
  EXPECT_NE(problem({.step = "add"}).find("combine 32"), std::string::npos);
  EXPECT_NE(problem({.step = "combine", .value = 3}).find("value 3"), std::string::npos);
  EXPECT_NE(problem({.line = "nowhere"}).find("nowhere"), std::string::npos);
  EXPECT_NE(problem({.array = "dota"}).find("data"), std::string::npos);
  EXPECT_NE(problem({.operation = Operation::shuffle}).find("fits"), std::string::npos);
  const StopPlace ninth{.step = "store", .pick = StopPlace::Pick::number, .number = 9};
  EXPECT_NE(problem(ninth).find("only"), std::string::npos);
}

TEST(FindMarks, AreChecked) {
  const DocumentPtr document = emulated("reduce_strided", 64, 64);
  const auto marks = find_marks(
      *document, 0, {.line = "const T right", .lanes = {0, 4}, .array = "data", .cells = {8, 2}});
  ASSERT_TRUE(marks.ok()) << marks.error().message;
  EXPECT_EQ(marks->lanes, 0x11U);
  EXPECT_EQ(marks->cells, (std::vector<std::int64_t>{2, 8}));
  ASSERT_EQ(marks->lines.size(), 1U);
  const Trace& trace = *document->trace;
  EXPECT_NE(source_line(trace.sources[marks->source], marks->lines[0]).find("const T right"),
            std::string::npos);
  EXPECT_FALSE(find_marks(*document, 0, {.line = "nowhere"}).ok());
  EXPECT_FALSE(find_marks(*document, 0, {.array = "data", .cells = {64}}).ok());
}

std::string answer(const Document& document, const StopPlace& place, std::string ask) {
  Question question;
  question.ask = std::move(ask);
  const auto text = answer_of(document, find_place(document, place).value(), question);
  return text.ok() ? text.value() : "";
}

TEST(Answers, TellWhichRowsOfABlockAWarpCovers) {
  const auto rows = [](const char* shape, int warp) {
    RunRequest request{.kernel = "block_shape", .parameters = {{"shape", shape}}};
    request.machine = MachineKind::emulator;
    const DocumentPtr document = make_document(request, BankModel::cc5).value();
    return answer(*document, {.warp = warp}, "warp_first_row") + " " +
           answer(*document, {.warp = warp}, "warp_rows");
  };
  EXPECT_EQ(rows("8x4", 0), "0 4");
  EXPECT_EQ(rows("8x4", 1), "4 4") << "of a block of 8 × 8";
  EXPECT_EQ(rows("32x1", 1), "1 1");
  EXPECT_EQ(rows("1x32", 1), "32 32");
}

TEST(Answers, TellWhereAVariableLives) {
  RunRequest request{.kernel = "constant_broadcast"};
  request.machine = MachineKind::emulator;
  const DocumentPtr document = make_document(request, BankModel::cc5).value();
  const auto lives = [&](const DocumentPtr& run, std::string variable) {
    const Question question{.ask = "lives_in", .variable = std::move(variable)};
    const auto text = answer_of(*run, 0, question);
    return text.ok() ? text.value() : text.error().message;
  };
  EXPECT_EQ(lives(document, "table"), "constant");
  EXPECT_EQ(lives(document, "in"), "global");
  EXPECT_EQ(lives(document, "constant"), "registers");
  EXPECT_EQ(lives(emulated("reduce_strided", 64, 64), "data"), "shared");
  EXPECT_NE(lives(document, "onstan").find("no such name"), std::string::npos);
  EXPECT_EQ(choice_text("shared"), "shared");
  const InLanguage russian(*find_language("ru"));
  EXPECT_EQ(choice_text("shared"), "разделяемая");
  EXPECT_EQ(choice_text("32"), "32");
}

TEST(Answers, ComeFromTheTrace) {
  const DocumentPtr document = emulated("reduce_strided", 256, 256);
  const StopPlace at{.step = "combine", .value = 8, .operation = Operation::load};
  EXPECT_EQ(answer(*document, at, "degree"), "8");
  EXPECT_EQ(answer(*document, at, "wavefronts"), "8");
  EXPECT_EQ(answer(*document, at, "ideal"), "1");
  EXPECT_EQ(answer(*document, at, "excess"), "7");
  EXPECT_EQ(answer(*document, at, "active_lanes"), "16");
  EXPECT_EQ(answer(*document, at, "idle_lanes"), "16");
  EXPECT_EQ(answer(*document, at, "distinct_words"), "16");
  EXPECT_EQ(answer(*document, at, "distinct_banks"), "2");
  EXPECT_EQ(answer(*document, at, "step_threads"), "16");
  EXPECT_EQ(answer(*document, at, "step_warps"), "1");
  EXPECT_EQ(answer(*document, at, "step_accesses"), "3");
  EXPECT_EQ(answer(*document, at, "step_wavefronts"), "24");
  EXPECT_EQ(answer(*document, at, "step_conflicts"), "21");
  EXPECT_EQ(answer(*document, at, "rounds"), "8");
  EXPECT_EQ(answer(*document, at, "barriers"), "9");
  EXPECT_EQ(answer(*document, at, "launches"), "1");
  EXPECT_EQ(answer(*document, at, "sectors"), "") << "of shared memory";
  EXPECT_EQ(answer(*document, {.line = "in[block"}, "sectors"), "4");
  for (const QuestionKind& kind : question_kinds()) {
    if (!is_figure(kind.id)) continue;
    const bool elsewhere =
        kind.id.find("sectors") != std::string::npos && kind.id != "total_sectors";
    EXPECT_EQ(answer(*document, at, std::string(kind.id)).empty(), elsewhere) << kind.id;
  }
}

TEST(Answers, TellTheValueOfACell) {
  RunRequest request;
  request.kernel = "reduce_strided";
  request.size = 64;
  request.block = 64;
  request.input.kind = "ones";
  request.machine = MachineKind::emulator;
  const DocumentPtr document = make_document(request, BankModel::cc5).value();
  const auto last = static_cast<std::uint32_t>(document->trace->accesses.size()) - 1;
  Question question{.ask = "value", .array = "data", .cell = 0};
  EXPECT_EQ(answer_of(*document, last, question).value(), "64");
  question.cell = 64;
  EXPECT_FALSE(answer_of(*document, last, question).ok());
  question.array = "in";
  EXPECT_FALSE(answer_of(*document, last, question).ok());
}

TEST(Answers, ExactlyOneChoiceMustBeRight) {
  Question question{.ask = "degree", .choices = {"1", "2", "4"}};
  EXPECT_EQ(right_choice(question, "2").value(), 1U);
  EXPECT_FALSE(right_choice(question, "8").ok());
  question.choices = {"2", "2.0"};
  EXPECT_FALSE(right_choice(question, "2").ok());
}

Lesson small_lesson() {
  Lesson lesson{.kernel = "reduce_strided", .stage = "tree", .file = "own.yaml"};
  lesson.stops.resize(3);
  const RunOption &size = run_option("size"), &block = run_option("block");
  lesson.stops[0].run.options = {
      {&size, "64"}, {&block, "64"}, {&run_option("param"), "type=float"}};
  lesson.stops[1].run = {.kernel = "reduce_sequential", .compare = "reduce_strided"};
  lesson.stops[1].stage = "network";
  lesson.stops[2].run = {.compare = "", .options = {{&size, "128"}, {&block, "128"}}};
  return lesson;
}

TEST(Tour, StopsKeepWhatTheOnesBeforeSaid) {
  const Lesson lesson = small_lesson();
  const Options second = options_of(lesson, 1).value();
  EXPECT_EQ(second.request.kernel, "reduce_sequential");
  EXPECT_EQ(second.request.size, 64);
  EXPECT_EQ(second.request.parameters.at("type"), "float");
  EXPECT_EQ(second.variant, (Variant{.kernel = "reduce_strided"}));
  const Options third = options_of(lesson, 2).value();
  EXPECT_EQ(third.request.size, 128);
  EXPECT_EQ(third.variant, std::nullopt);
  EXPECT_EQ(stage_of(lesson, 0), "tree");
  EXPECT_EQ(stage_of(lesson, 2), "network");
}

TEST(Tour, AnotherKernelEndsTheComparisonAndTheStage) {
  Lesson lesson = small_lesson();
  lesson.stops[2].run = {.kernel = "scan_blelloch"};
  lesson.stops[2].stage.clear();
  EXPECT_EQ(options_of(lesson, 2).value().variant, std::nullopt) << "it stood beside a reduction";
  EXPECT_EQ(stage_of(lesson, 2), "") << "what suits a scan";
  lesson.stops[2].run.compare = "reduce_strided";
  EXPECT_EQ(options_of(lesson, 2).value().variant, (Variant{.kernel = "reduce_strided"}));
  lesson.stops[2].run = {.kernel = lesson.kernel};
  EXPECT_EQ(stage_of(lesson, 2), lesson.stage) << "back at its own kernel";
}

TEST(Tour, AQuestionWaitsBeforeItsAccess) {
  Lesson lesson = small_lesson();
  lesson.stops[2].at = {.step = "combine", .value = 2};
  lesson.stops[2].question = Question{.ask = "active_lanes", .choices = {"1", "2"}};
  std::vector<Mistake> mistakes;
  const auto walked = walk(lesson, {}, mistakes);
  for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text();
  ASSERT_TRUE(walked[2].found);
  EXPECT_EQ(walked[2].found->before + 1, walked[2].found->access);
  EXPECT_EQ(walked[2].found->answer->right, 1U);
}

TEST(Tour, NothingStandsBeforeTheFirstAccess) {
  Lesson lesson = small_lesson();
  lesson.stops[0].question = Question{.ask = "sectors", .choices = {"4", "8"}};
  std::vector<Mistake> mistakes;
  const auto walked = walk(lesson, {}, mistakes);
  for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text();
  EXPECT_EQ(walked[0].found->access, 0U);
  EXPECT_EQ(walked[0].found->before, 0U);
}

TEST(Tour, MistakesNameTheirLine) {
  Lesson lesson = small_lesson();
  lesson.stops[0].view = "bank";
  lesson.stops[0].line = 4;
  lesson.stops[1].at.step = "nothing";
  lesson.stops[1].at_line = 7;
  lesson.stops[2].run.options.emplace_back(&run_option("param"), "colour=red");
  lesson.stops[2].run_line = 9;
  std::vector<Mistake> mistakes;
  (void)walk(lesson, {"banks"}, mistakes);
  ASSERT_EQ(mistakes.size(), 3U);
  EXPECT_EQ(mistakes[0].line, 4);
  EXPECT_NE(mistakes[0].message.find("banks"), std::string::npos);
  EXPECT_EQ(mistakes[1].line, 7);
  EXPECT_EQ(mistakes[2].line, 9);
  EXPECT_NE(mistakes[2].text().find("own.yaml:9: "), std::string::npos);
}

}  // namespace
}  // namespace warpscope
