// Answers that are a place, an order, or what a record or another run says.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "app/lesson/lesson_answer.hpp"
#include "app/lesson/lesson_place.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::emulated;

std::uint32_t place(const Document& document, const StopPlace& place) {
  const auto access = find_place(document, place);
  EXPECT_TRUE(access.ok()) << access.error().message;
  return access.value();
}

FoundAnswer found(const Document& document, std::uint32_t access, const Question& question) {
  const Result<FoundAnswer> answer = found_answer(document, access, question);
  EXPECT_TRUE(answer.ok()) << answer.error().message;
  return answer ? answer.value() : FoundAnswer{};
}

std::string problem(const Document& document, std::uint32_t access, const Question& question) {
  const Result<FoundAnswer> answer = found_answer(document, access, question);
  EXPECT_FALSE(answer.ok());
  return answer ? std::string() : answer.error().message;
}

class ClickedAnswers : public testing::Test {
 protected:
  // At s = 4 thread t adds data[8 t + 4] to data[8 t].
  DocumentPtr document_ = emulated("reduce_strided", 64, 64);
  std::uint32_t read_ = place(*document_, {.step = "combine", .value = 4, .line = "const T right"});
};

TEST_F(ClickedAnswers, AreACellOfALane) {
  const Question question{.ask = "cell", .lane = 3, .form = AnswerForm::cell};
  const FoundAnswer answer = found(*document_, read_, question);
  EXPECT_EQ(answer.answer, "data[28]");
  for (const char* typed : {"data[28]", "28", " 28 "}) {
    const auto read = read_answer(question, answer, typed);
    ASSERT_TRUE(read.ok()) << typed;
    EXPECT_TRUE(is_right(answer, read.value())) << typed;
  }
  EXPECT_FALSE(is_right(answer, read_answer(question, answer, "24").value()));
  EXPECT_FALSE(read_answer(question, answer, "here").ok());
  EXPECT_NE(problem(*document_, read_, {.ask = "cell", .lane = 31, .form = AnswerForm::cell})
                .find("takes no part"),
            std::string::npos);
}

TEST_F(ClickedAnswers, AreALaneOfACell) {
  const Question question{.ask = "lane", .cell = 20, .form = AnswerForm::lane};
  const FoundAnswer answer = found(*document_, read_, question);
  EXPECT_EQ(answer.accepted, std::vector<std::string>{"2"});
  EXPECT_TRUE(is_right(answer, read_answer(question, answer, "lane 2").value()));
  EXPECT_FALSE(read_answer(question, answer, "32").ok());
  EXPECT_EQ(answer_text(question, "2"), "lane 2");
  EXPECT_NE(problem(*document_, read_, {.ask = "lane", .cell = 21, .form = AnswerForm::lane})
                .find("no lane does"),
            std::string::npos);
}

TEST_F(ClickedAnswers, AreALine) {
  const Trace& trace = *document_->trace;
  const Question next{.ask = "line", .of = "next", .form = AnswerForm::line};
  const std::uint32_t line = trace.line_of(trace.accesses[read_]);
  EXPECT_EQ(found(*document_, read_, next).answer, std::to_string(line));
  const Question costliest{.ask = "line", .of = "costliest", .form = AnswerForm::line};
  const FoundAnswer most = found(*document_, read_, costliest);
  std::map<std::uint32_t, std::uint64_t> excess;
  for (const LineCost& cost : document_->summary.lines) {
    excess[cost.line] += cost.wavefronts - cost.ideal;
  }
  const auto cost =
      std::ranges::max_element(excess, {}, [](const auto& one) { return one.second; });
  EXPECT_TRUE(is_right(most, std::to_string(cost->first)));
  EXPECT_EQ(told_by(costliest), Told::costs);
  EXPECT_EQ(told_by(next), Told::places);
}

TEST_F(ClickedAnswers, AreAnOrder) {
  // From the read on: the word to the right, then one's own, then the sum; only thread 0 stores.
  const Question question{.ask = "order",
                          .choices = {"out[block.group_index()] = data[0]", "const T right"},
                          .form = AnswerForm::order};
  const FoundAnswer answer = found(*document_, read_, question);
  EXPECT_EQ(answer.answer, "2 1");
  EXPECT_TRUE(is_right(answer, read_answer(question, answer, "2, 1").value()));
  EXPECT_FALSE(read_answer(question, answer, "2 2").ok());
  EXPECT_NE(
      problem(*document_, read_,
              {.ask = "order", .choices = {"nowhere", "const T right"}, .form = AnswerForm::order})
          .find("0 lines"),
      std::string::npos);
}

TEST_F(ClickedAnswers, AreTypedNumbers) {
  const Question question{.ask = "active_lanes", .form = AnswerForm::typed};
  const FoundAnswer answer = found(*document_, read_, question);
  EXPECT_EQ(answer.answer, "8");
  EXPECT_TRUE(is_right(answer, "8.0"));
  EXPECT_FALSE(read_answer(question, answer, "eight").ok());
}

TEST_F(ClickedAnswers, AreWhatARecordSays) {
  const Question question{.ask = "faster",
                          .size = 268435456,
                          .choices = {"reduce_divergent", "reduce_sequential type=int"}};
  const FoundAnswer answer = found(*document_, read_, question);
  EXPECT_EQ(answer.right, 1U);
  EXPECT_EQ(answer.replies.size(), 2U);
  EXPECT_EQ(answer_text(question, question.choices[1]), "3 sequential, type = int");
  Question never = question;
  never.size = 12345;
  EXPECT_NE(problem(*document_, read_, never).find("no record"), std::string::npos);
  EXPECT_FALSE(timed_choice("reduce_divergent type").ok());
  EXPECT_FALSE(timed_choice("reduce_nothing").ok());
}

TEST_F(ClickedAnswers, AreABarrierThatIsNeeded) {
  // Without the first barrier a warp reads what the other one has not loaded yet.
  const DocumentPtr merging = emulated("scan_merging", 64, 64);
  const Question both{.ask = "barrier",
                      .of = "needed",
                      .choices = {"block.sync(\"load\")", "block.sync(\"merge\", s)"}};
  EXPECT_NE(problem(*merging, 0, both).find("but 2 are"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
