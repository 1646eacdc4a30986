#include "instrumentation/program/protocol/program_exchange.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "instrumentation/language/language.hpp"
#include "instrumentation/language/say.hpp"
#include "tests/program/process/small_program.hpp"

namespace warpscope {
namespace {

using Json = nlohmann::json;

ProgramOutcome full_outcome() {
  ProgramOutcome outcome;
  outcome.end = ProgramOutcome::End::crashed;
  outcome.exit_status = -3;
  outcome.signal = 11;
  outcome.message = say("The program read from address 0x0, a null pointer.");
  outcome.seconds = 1.5;
  outcome.launches.push_back({.number = 1,
                              .kernel = "reduce<float, 256>",
                              .grid = {3, 2, 1},
                              .block = {256},
                              .shared_bytes = 1024,
                              .trace_launch = 0,
                              .recorded_block = 5,
                              .checked_blocks = 6,
                              .checked_all = true,
                              .error = "cudaErrorIllegalAddress"});
  Totals totals;
  totals.shared_load = {1, 2, 3};
  totals.constant_load = {4, 5, 6};
  totals.global_atomic = {7, 8, 9};
  totals.shuffles = 10;
  totals.lane_slots = std::numeric_limits<std::uint64_t>::max();
  totals.max_degree = 32;
  outcome.totals = {totals};
  ProgramFinding finding;
  finding.kind = FindingKind::out_of_bounds;
  finding.message = say("Thread 3 writes data[12] of 12.");
  finding.file = "reduce.cu";
  finding.line = 41;
  finding.launch = 1;
  finding.thread = {3, 0, 0};
  finding.array = "data";
  finding.index = -12;
  finding.other_thread = Dim3{4, 0, 0};
  finding.times = 17;
  outcome.findings = {finding};
  outcome.notes = {finding};
  outcome.stopped =
      ProgramStop{.file = "reduce.cu", .line = 44, .launch = 1, .thread = Dim3{7, 0, 0}};
  outcome.launches_not_recorded = 2;
  return outcome;
}

TEST(ProgramExchange, SentencesCanBeReadInAnyLanguageAfterwards) {
  ProgramOutcome outcome = full_outcome();
  outcome.message = say("The program called abort(){}.", say(" {}", say("at {0}:{1}", "a.cu", 3)));
  outcome.findings[0].message = say("{0} on {1}.", say("Thread {0}", "(1, 2)"), say("line {}", 41));
  const auto back = parse_outcome(outcome_text(outcome));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back->message, outcome.message);
  EXPECT_EQ(back->findings[0].message, outcome.findings[0].message);
  const InLanguage speaking(pseudo_language);
  EXPECT_TRUE(back->message.text().starts_with("⟦The program called abort()"));
  EXPECT_NE(back->findings[0].message.text().find("⟦line 41"), std::string::npos);
}

TEST(ProgramExchange, OutcomeComesBackAsItWent) {
  const std::string text = outcome_text(full_outcome());
  const auto back = parse_outcome(text);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(outcome_text(back.value()), text);
  EXPECT_EQ(back->totals[0].lane_slots, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(back->findings[0].index, -12);
  ASSERT_EQ(back->notes.size(), 1U);
  EXPECT_EQ(back->findings[0].other_thread, (Dim3{4, 0, 0}));
  EXPECT_EQ(back->launches[0].kernel, "reduce<float, 256>");
  ASSERT_TRUE(back->stopped);
  EXPECT_EQ(back->stopped->line, 44U);
  EXPECT_EQ(back->stopped->thread, (Dim3{7, 0, 0}));
  EXPECT_FALSE(back->stopped->block);
  EXPECT_EQ(back->signal, 11);
}

TEST(ProgramExchange, RequestComesBackAsItWent) {
  ChildRequest request;
  request.object = "/a/b.so";
  request.arguments = {"./b", "", "\xff\x01", "ü"};
  request.options.schedule_seed = 12345678901234567890U;
  request.options.traced_block = {1, 2, 3};
  request.options.banks = BankModel::cc2;
  request.options.time_limit = 0.25;
  request.output_to_standard_error = true;
  const auto back = parse_request(request_text(request));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(request_text(back.value()), request_text(request));
  EXPECT_EQ(back->arguments, request.arguments);
  EXPECT_EQ(back->options.schedule_seed, request.options.schedule_seed);
  EXPECT_EQ(back->options.banks, BankModel::cc2);
}

TEST(ProgramExchange, TextsOfAnOutcomeAreFitToBeShown) {
  ProgramOutcome outcome = full_outcome();
  outcome.message = "a\x1b[2Jb" + std::string(100'000, 'x');
  outcome.findings[0].file = std::string(10'000, 'f');
  const auto back = parse_outcome(outcome_text(outcome));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->message.english().find('\x1b'), std::string::npos);
  EXPECT_LT(back->message.english().size(), 20'000U);
  EXPECT_LT(back->findings[0].file.size(), 5'000U);
}

TEST(ProgramExchange, RefusesValuesThatCannotBe) {
  const Json good = Json::parse(outcome_text(full_outcome()));
  const auto refused = [&](auto change) {
    Json json = good;
    change(json);
    return !parse_outcome(json.dump()).ok();
  };
  EXPECT_FALSE(refused([](Json&) {}));
  EXPECT_TRUE(refused([](Json& json) { json["end"] = 6; }));
  EXPECT_TRUE(refused([](Json& json) { json["end"] = -1; }));
  EXPECT_TRUE(refused([](Json& json) { json["end"] = "returned"; }));
  EXPECT_TRUE(refused([](Json& json) { json["signal"] = 65; }));
  EXPECT_TRUE(refused([](Json& json) { json["exit_status"] = 1e300; }));
  EXPECT_TRUE(refused([](Json& json) { json["exit_status"] = std::int64_t{1} << 40; }));
  EXPECT_TRUE(refused([](Json& json) { json["seconds"] = -1; }));
  EXPECT_TRUE(refused([](Json& json) { json["message"] = nullptr; }));
  EXPECT_TRUE(refused([](Json& json) { json.erase("launches"); }));
  EXPECT_TRUE(refused([](Json& json) { json["launches"] = 3; }));
  EXPECT_TRUE(refused([](Json& json) { json["launches"][0]["grid"] = {1, 2}; }));
  EXPECT_TRUE(refused([](Json& json) { json["launches"][0]["grid"] = {1, -2, 3}; }));
  EXPECT_TRUE(refused([](Json& json) { json["launches"][0]["trace_launch"] = -2; }));
  EXPECT_TRUE(refused(
      [](Json& json) { json["findings"][0]["kind"] = static_cast<int>(last_finding_kind) + 1; }));
  EXPECT_TRUE(refused([](Json& json) { json["findings"][0]["line"] = -1; }));
  EXPECT_TRUE(refused([](Json& json) { json["totals"].push_back(json["totals"][0]); }));
  EXPECT_TRUE(refused([](Json& json) { json["totals"][0]["shared_load"] = {1}; }));
  EXPECT_TRUE(refused([](Json& json) { json = Json::array(); }));
}

TEST(ProgramExchange, DamagedTextsAreRefusedOrRead) {
  const std::string good = outcome_text(full_outcome());
  std::mt19937 random(7);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (int k = 0; k < 3; ++k) text[random() % text.size()] = static_cast<char>(random());
    refused += parse_outcome(text).ok() ? 0 : 1;
  }
  EXPECT_GT(refused, 1000);
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(parse_outcome(good.substr(0, length)).ok()) << length;
  }
  EXPECT_FALSE(parse_outcome(std::string(1'000'000, '[')).ok());
}

TEST(ProgramExchange, FolderIsPrivateAndRemoved) {
  const auto folder = ExchangeFolder::make();
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  namespace fs = std::filesystem;
  EXPECT_EQ(fs::status(folder->path).permissions(), fs::perms::owner_all);
  ASSERT_TRUE(write_exchange_file(folder->outcome(), "text"));
  EXPECT_EQ(text_of_file(folder->outcome()), "text");
  EXPECT_EQ(fs::status(folder->outcome()).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  const auto second = ExchangeFolder::make();
  ASSERT_TRUE(second.ok());
  EXPECT_NE(second->path, folder->path);
  folder->remove();
  second->remove();
  EXPECT_FALSE(fs::exists(folder->path));
}

}  // namespace
}  // namespace warpscope
