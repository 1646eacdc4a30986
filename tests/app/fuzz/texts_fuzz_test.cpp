// Mutations of sound files and fields, each with a fixed seed: no reader may crash on any of them,
// and every refusal is a sentence that can be shown.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/device_table.hpp"
#include "app/formula/formula.hpp"
#include "app/lesson/lesson_reader.hpp"
#include "app/measure/bench_log.hpp"
#include "app/notes/bookmarks.hpp"
#include "app/panes/source/source_layout.hpp"
#include "app/programs/program_trust.hpp"
#include "app/programs/recent_programs.hpp"
#include "app/programs/starters.hpp"
#include "app/session/settings.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/whole_file.hpp"
#include "tests/support/memory_folder.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/timing/device_sample.hpp"

namespace warpscope {
namespace {

using test::Mutator;

void expect_sentence(const std::string& text) {
  EXPECT_FALSE(text.empty());
  EXPECT_LT(text.size(), 4000U);
  EXPECT_EQ(text, printable_lines(text)) << printable(text);
}

TEST(TextsFuzz, Lessons) {
  std::vector<std::string> samples;
  for (const char* kernel : {"reduce_strided", "scan_blelloch", "histogram_privatized", "jacobi"}) {
    samples.emplace_back(embedded_text(std::string("assets/lessons/") + kernel + ".yaml"));
    ASSERT_FALSE(samples.back().empty());
  }
  Mutator mutate(1, samples,
                 {"&a ", "*a", "<<: ", "- ", "? ", "!!binary ", "|\n", "0..4095", "0..2147483647",
                  "input: /dev/zero", "input: ../x", "{en: \"\\e\"}"});
  int read = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<Mistake> mistakes;
    const auto lesson = read_lesson(mutate.next(), "own.yaml", mistakes);
    for (const Mistake& mistake : mistakes) expect_sentence(mistake.text());
    if (!lesson) {
      EXPECT_FALSE(mistakes.empty());
    }
    if (lesson) ++read;
    for (const Stop& stop : lesson ? lesson->stops : std::vector<Stop>{}) {
      EXPECT_EQ(stop.text.en, printable_lines(stop.text.en));
      for (const auto& [option, text] : stop.run.options) {
        if (option->id == "input") {
          EXPECT_EQ(text.find('/'), std::string::npos);
        }
      }
    }
  }
  EXPECT_GT(read, 50) << "else only the YAML is tested";
}

TEST(TextsFuzz, LessonsOfPrograms) {
  std::vector<std::string> samples;
  for (const Starter& starter : starters()) samples.emplace_back(starter.lesson);
  Mutator mutate(4, samples,
                 {"&a ", "*a", "- ", "kernel: ", "banks: cc1", "run: {size: 1}", "0..40"});
  int read = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<Mistake> mistakes;
    const auto lesson = read_lesson(mutate.next(), "own.yaml", mistakes, {}, "own.cu");
    for (const Mistake& mistake : mistakes) expect_sentence(mistake.text());
    if (!lesson) continue;
    ++read;
    for (const Stop& stop : lesson->stops) {
      EXPECT_FALSE(stop.at.kernel.empty());
      EXPECT_TRUE(stop.run.options.empty() && !stop.run.kernel && !stop.run.compare);
    }
  }
  EXPECT_GT(read, 50);
}

TEST(TextsFuzz, WhatIsRememberedOfPrograms) {
  const test::TemporaryInMemory in_memory;
  const TestFolder folder;
  const std::string sound = folder.file("sound.json"), file = folder.file("own.json");
  RecentPrograms kept;
  ASSERT_TRUE(keep_recent_program(kept,
                                  {.file = "/p/sum.cu",
                                   .options = "-D N=2",
                                   .arguments = {"1", "2"},
                                   .setup = {"grid 2"},
                                   .kernel = "sum",
                                   .time = 7},
                                  sound));
  const std::string recent = read_text_file(sound, 1 << 20).value();
  Mutator mutate(5, {recent, R"({"version": 1, "allowed": [{"path": "/a", "origin": "b"}]})"},
                 {"\"file\"", "null", "1e300", "[]"});
  for (int round = 0; round < 1000; ++round) {
    std::ofstream(file, std::ios::trunc) << mutate.next();
    const auto list = load_recent_programs(file);
    if (!list) expect_sentence(list.error().message);
    const auto trust = ProgramTrust::load(file);
    if (!trust) expect_sentence(trust.error().message);
  }
}

TEST(TextsFuzz, PastedKernels) {
  std::vector<std::string> samples{"12 | int a;\n13 | __global__ void k(int* a) {}\n"};
  for (const Starter& starter : starters()) samples.emplace_back(starter.text);
  Mutator mutate(6, samples, {"__global__ ", "#if 0\n", "/*", "R\"(", "\r\n", "9: ", "<<<", "("});
  const test::TemporaryInMemory in_memory;
  const TestFolder folder;
  for (int round = 0; round < 500; ++round) {
    const auto written = paste_program(folder.file(""), mutate.next());
    if (!written) {
      expect_sentence(written.error().message);
    } else {
      EXPECT_TRUE(std::filesystem::remove(written.value()));
    }
  }
}

TEST(TextsFuzz, MeasurementRecords) {
  const TimingRecord record{
      .device = "NVIDIA H200",
      .driver = "570",
      .date = "2026-11-21T06:17:14Z",
      .command = "warpscope bench",
      .results = {{.kernel = "reduce_strided",
                   .size = 1 << 20,
                   .block = 256,
                   .parameters = {{"type", "int"}},
                   .repetitions = 20,
                   .median_ms = 0.5,
                   .first_quartile_ms = 0.4,
                   .third_quartile_ms = 0.6,
                   .bytes = 4 << 20}},
      .skipped = {{.kernel = "scan_blelloch", .size = 7, .why = "It needs more."}}};
  Mutator mutate(2, {timing_json(record)}, {"\"kind\"", "null", "true", "\"results\": [{}]"});
  int read = 0;
  for (int round = 0; round < 5000; ++round) {
    const std::string text = mutate.next();
    const auto parsed = parse_timing_record(text, "own.json");
    if (!parsed) {
      expect_sentence(parsed.error().message);
      continue;
    }
    ++read;
    EXPECT_TRUE(parse_timing_record(timing_json(parsed.value()), "again"))
        << timing_json(parsed.value());
    EXPECT_EQ(parsed->device, printable(parsed->device));
  }
  EXPECT_GT(read, 200);
}

TEST(TextsFuzz, DeviceRecords) {
  Mutator mutate(3, {device_json(test::device_sample())}, {"\"kind\"", "null", "true", "[{}]"});
  int read = 0;
  for (int round = 0; round < 5000; ++round) {
    const auto parsed = parse_device_record(mutate.next(), "own.json");
    if (!parsed) {
      expect_sentence(parsed.error().message);
      continue;
    }
    ++read;
    EXPECT_TRUE(parse_device_record(device_json(parsed.value()), "again"))
        << device_json(parsed.value());
    EXPECT_EQ(parsed->device.name, printable(parsed->device.name));
    std::ostringstream table;
    print_device(table, parsed.value());
    for (const StreamRun& run : parsed->streams)
      EXPECT_EQ(busy_spans(run).size(), run.spans.size());
  }
  EXPECT_GT(read, 100);
}

TEST(TextsFuzz, WhatAMeasuringTells) {
  const TimingRecord record{
      .device = "NVIDIA H200", .driver = "570", .date = "2026", .command = "b"};
  const BenchResult result{.kernel = "reduce_strided", .median_ms = 1};
  Mutator mutate(3,
                 {begin_event(record, 3), progress_event(1, 3, "reduce_strided"),
                  result_event(result), skipped_event({"a", 1, "b"}), end_event("")},
                 {"\"event\"", "null"});
  BenchLog log;
  ASSERT_TRUE(log.add(begin_event(record, 3)));
  for (int round = 0; round < 5000; ++round) {
    static_cast<void>(log.add(mutate.next()));
    ASSERT_GE(log.done(), 0);
    ASSERT_LE(log.done(), log.total());
    EXPECT_EQ(log.what(), printable(log.what()));
  }
  EXPECT_GT(log.passed_over(), 100);
  EXPECT_GT(log.record().results.size(), 5U);
}

TEST(TextsFuzz, NotesAndSettings) {
  const test::TemporaryInMemory quick;
  const TestFolder folder;
  const std::filesystem::path path = folder.file("file.json");
  Bookmark bookmark{.number = 1, .access = 7, .place = "add, s = 8", .note = "Look."};
  bookmark.run = {
      .kernel = "reduce_strided", .size = 256, .block = 64, .parameters = {{"type", "int"}}};
  ASSERT_TRUE(save_bookmarks({bookmark}, path));
  const std::string notes = read_text_file(path, 1 << 20).value();
  ASSERT_TRUE(save_settings({}, path));  // notes are damaged settings: they are kept as .bak
  const std::string settings = read_text_file(path, 1 << 20).value();
  const std::string older =
      R"({"version": 1, "bookmarks": [{"number": 4, "access": 17, "place": "add, s = 8",
          "run": {"kernel": "reduce_strided", "size": 512, "block": 256, "input": "ramp", "seed": 11,
          "parameters": {"type": "float"}, "random_schedule": true, "padded": 16}}]})";
  Mutator mutate(4, {notes, settings, older, notes, settings},
                 {"null", "\"version\": 1", "\"theme\"", "\"options\"", "[\"64\"]"});
  int read_notes = 0, read_settings = 0;
  for (int round = 0; round < 5000; ++round) {
    std::ofstream(path, std::ios::binary) << mutate.next();
    const auto list = load_bookmarks(path);
    const auto remembered = load_settings(path);
    if (!list) expect_sentence(list.error().message);
    if (!remembered) expect_sentence(remembered.error().message);
    if (remembered) ++read_settings;
    if (list) ++read_notes;
    for (const Bookmark& each : list ? list.value() : Bookmarks{}) {
      EXPECT_EQ(each.note, printable_lines(each.note));
      EXPECT_LE(each.number, most_bookmarks);
    }
  }
  EXPECT_GT(read_notes, 50);
  EXPECT_GT(read_settings, 50);
}

TEST(TextsFuzz, FormulasAndTheirValues) {
  Mutator mutate(5,
                 {"lane * stride + pad", "(lane ^ (lane >> 1)) % n", "lane < 16 ? 2*lane : 0x1f",
                  "min(lane, max(3, abs(-stride)))", "stride = 2, pad = 1", "recorded"},
                 {"lane", "<<", ">>", "?", "-9007199254740993", "/0", "%0", "mod(", "((((((((",
                  "~~~~", "! ", "&&", "=="});
  FormulaPlace place;
  place.n = 256;
  int good = 0;
  for (int round = 0; round < 8000; ++round) {
    Playground question;
    if (round % 2 == 0) question.formula = mutate.next();
    if (round % 3 == 0) question.values = mutate.next();
    const FormulaAnswer found = answer(question, place);
    for (const auto& problem : {found.problem, found.values_problem}) {
      if (problem) {
        EXPECT_FALSE(problem->sentence.empty());
      }
    }
    if (found.good()) ++good;
  }
  EXPECT_GT(good, 10);
}

TEST(TextsFuzz, NumberFiles) {
  const test::TemporaryInMemory quick;
  const TestFolder folder;
  const std::string path = folder.file("numbers.txt");
  std::string whole, real;
  for (int i = 0; i < 64; ++i) {
    whole += std::to_string(i - 5) + (i % 8 == 7 ? "\n" : ", ");
    real += std::to_string(0.5 * i) + ";\t";
  }
  Mutator mutate(6, {whole, real}, {"0x1f", "1_000", "+5", "1e-400", "-0", "2147483648", "inf"});
  const RunRequest request{
      .kernel = "reduce_strided", .size = 32, .block = 32, .machine = MachineKind::emulator};
  int read = 0;
  for (int round = 0; round < 3000; ++round) {
    std::ofstream(path, std::ios::binary) << mutate.next();
    RunRequest typed = request;
    typed.parameters["type"] = round % 2 == 0 ? "int" : "float";
    const auto plan = make_plan(typed);
    ASSERT_TRUE(plan) << plan.error().message;
    const auto numbers = make_input({.kind = path}, plan.value());
    if (!numbers) expect_sentence(numbers.error().message);
    if (numbers) {
      ASSERT_EQ(numbers->size(), 32U);
    }
    if (numbers) ++read;
  }
  EXPECT_GT(read, 200);
}

TEST(TextsFuzz, SourcesAsTheyAreDrawn) {
  std::vector<std::string> samples;
  for (const char* kernel :
       {"kernels/reduce/reduce_strided.cuh", "kernels/scan/scan_blelloch.cuh"}) {
    samples.emplace_back(embedded_text(kernel));
    ASSERT_FALSE(samples.back().empty());
  }
  Mutator mutate(7, samples,
                 {"/*", "*/", "//", "R\"(", "\\\n", "operator()", "template <", "\r\n"});
  for (int round = 0; round < 1500; ++round) {
    const std::string text = mutate.next();
    const std::vector<SourceLine> lines = read_source(text);
    for (const SourceLine& line : lines) {
      ASSERT_EQ(line.text, printable(line.text));
      std::uint32_t end = 0;
      for (const Token& token : line.tokens) {
        ASSERT_GE(token.first, end);
        end = token.first + token.length;
        ASSERT_LE(end, line.text.size());
        ASSERT_LE(line.text_of(token).size(), token.length);
      }
    }
    const SourcePart part = running_part(lines, static_cast<std::uint32_t>(mutate.below(99)));
    ASSERT_GE(part.home, 0);
    ASSERT_LE(part.end, static_cast<int>(lines.size()));
  }
}

TEST(TextsFuzz, JsonAndWhatIsShown) {
  Mutator mutate(8, {R"({"a": [1, 2.5, "text\n", null, true], "b": {"c": "‖я𝕏"}})"},
                 {"\xe2\x82", "\xf0\x9f", "\\u202e", "\\ud800", "\u2066"});
  int read = 0;
  for (int round = 0; round < 5000; ++round) {
    const std::string text = mutate.next();
    const std::string once = printable_lines(text);
    ASSERT_EQ(printable_lines(once), once);
    const nlohmann::json value = parse_json(text);
    if (value.is_discarded()) continue;
    ++read;
    const std::string written = json_text(value);
    ASSERT_EQ(written, printable_lines(written));
    ASSERT_EQ(parse_json(written), value);
  }
  EXPECT_GT(read, 200);
}

}  // namespace
}  // namespace warpscope
