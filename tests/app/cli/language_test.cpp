// In the pseudo-language every message stands between ⟦ and ⟧: what a command prints outside must be data.
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

#include "app/cli/bench_table.hpp"
#include "app/cli/device_table.hpp"
#include "app/export/csv.hpp"
#include "app/export/export_format.hpp"
#include "app/layout/window_layout.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/settings.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"
#include "tests/timing/device_sample.hpp"

namespace warpscope {
namespace {

using WordSet = std::set<std::string, std::less<>>;

/// The text outside of every pair of brackets.
std::string untranslated(std::string_view text) {
  constexpr std::string_view open = "⟦", shut = "⟧";
  std::string rest;
  int depth = 0;
  while (!text.empty()) {
    const bool opens = text.starts_with(open), shuts = text.starts_with(shut);
    depth += opens ? 1 : shuts ? -1 : 0;
    EXPECT_GE(depth, 0) << "a bracket without its other one";
    if (depth == 0 && !shuts) rest += text.front();
    text.remove_prefix(opens ? open.size() : shuts ? shut.size() : 1);
  }
  EXPECT_EQ(depth, 0) << "a bracket without its other one";
  return rest;
}

/// Runs of ASCII letters, digits and underscores that have a letter: all that English is made of.
std::vector<std::string> names_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  std::erase_if(words, [](const std::string& word) {
    return std::ranges::none_of(word, [](unsigned char c) { return std::isalpha(c) != 0; });
  });
  return words;
}

void add(WordSet& words, std::string_view text) {
  for (std::string& word : names_of(text)) words.insert(std::move(word));
}

/// Names that are the same in every language: of commands, kernels, views, units.
WordSet known_names() {
  WordSet words;
  add(words,
      "warpscope list report compare export run trace info diff verify bench doctor lesson "
      "progress");
  add(words, "CUDA GPU JSON CSV CPU C1060 C2050 OpenGL PNG SVG ffmpeg h help version language");
  add(words,
      "B KiB MiB GiB MB GB s ms n i x y z cc D I o L4 emulator cuda random int float WxH wscope cu "
      "conflict free sum");
  for (const KernelInfo* kernel : catalogue()) {
    add(words, kernel->id);
    add(words, kernel->family->name);
    add(words, kernel->lecture);
    for (const auto& [name, values] : legal_parameters(*kernel)) {
      add(words, name);
      for (const std::string& value : values) add(words, value);
    }
    for (const std::string& kind : input_kinds(*kernel)) add(words, kind);
  }
  for (const std::string_view id : view_ids()) add(words, id);
  for (const std::string_view id : csv_tables()) add(words, id);
  add(words, "cell warp thread line data");  // what --pin takes
  for (const std::string_view id : theme_ids) add(words, id);
  for (const std::string& id : ids_of(layout_kinds)) add(words, id);
  for (const std::string& id : ids_of(view_lists().stages)) add(words, id);
  for (const ExportFormat& format : export_formats()) add(words, format.id);
  for (const auto& [view, option] : look_options(view_lists().views)) {
    add(words, option->id);
    for (const std::string& id : ids_of(option->choices)) add(words, id);
  }
  for (const auto& [view, slider] : look_sliders(view_lists().views)) {
    add(words, slider->id);
    for (const std::string_view name : slider->names) add(words, name);
  }
  for (const BankModel model : all_bank_models) add(words, id(model));
  return words;
}

/// Sources, arrays, steps and devices of a trace.
void add(WordSet& words, const Trace& trace) {
  add(words, trace.header.kernel + ' ' + trace.header.device + ' ' + trace.header.machine);
  for (const SourceFile& source : trace.sources) add(words, source.name + ' ' + source.text);
  for (const Array& array : trace.arrays) add(words, array.name + ' ' + array.type.name());
  for (const Step& step : trace.steps) add(words, step.name);
  for (const Launch& launch : trace.launches) add(words, launch.kernel);
}

Trace run_of(const std::string& kernel) {
  const auto result = run({.kernel = kernel, .machine = MachineKind::emulator});
  EXPECT_TRUE(result) << result.error().message;
  return *result->trace;
}

class CliLanguage : public testing::Test {
 protected:
  /// Runs a command in the pseudo-language.
  Invoked say(std::vector<std::string> args) {
    args.insert(args.begin(), {"--language", "pseudo"});
    Invoked invoked = invoke(args, program_.runner());
    EXPECT_NE((invoked.out + invoked.err).find("⟦"), std::string::npos) << invoked.err;
    return invoked;
  }
  /// Fails for each word that is English and not data. Options and the lines of examples are no messages.
  void expect_data_outside(const std::string& text) {
    WordSet left;
    std::istringstream lines(untranslated(text));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  warpscope ") || line.starts_with("  // warpscope: ")) continue;
      std::istringstream tokens(line);
      for (std::string token; tokens >> token;) {
        if (token.starts_with("-") || token.find('/') != std::string::npos) continue;
        for (const std::string& word : names_of(token)) {
          // KERNEL, NAME[:K]|N: what stands for a value
          const bool stands_for =
              std::ranges::none_of(word, [](unsigned char c) { return std::islower(c) != 0; });
          if (!stands_for && !data_.contains(word)) left.insert(word + " in: " + line);
        }
      }
    }
    for (const std::string& word : left) ADD_FAILURE() << word;
  }
  void expect_words(std::vector<std::string> args) {
    const Invoked invoked = say(std::move(args));
    expect_data_outside(invoked.out);
    expect_data_outside(invoked.err);
  }

  test::FakeProgram program_ = test::three_launches();
  TestFolder folder_;
  WordSet data_ = known_names();
};

TEST(CliUntranslated, StandsBetweenNoBrackets) {
  EXPECT_EQ(untranslated("⟦Lanes ~~⟧"), "");
  EXPECT_EQ(untranslated("data, ⟦read by ⟦line 7⟧ ~⟧ twice"), "data,  twice");
  EXPECT_EQ(names_of("data[64], 3 ways to s_2"),
            (std::vector<std::string>{"data", "ways", "to", "s_2"}));
}

TEST_F(CliLanguage, OfHelpAreMessages) {
  expect_words({"--help"});
  expect_words({"--version"});
  for (const char* command : {"list", "lesson", "report", "compare", "run", "trace", "info", "diff",
                              "export", "verify", "bench", "doctor", "progress"}) {
    SCOPED_TRACE(command);
    if (command == std::string_view("lesson")) add(data_, "new");  // its own subcommand
    if (command == std::string_view("run")) add(data_, "xml");     // the ending of a file
    expect_words({command, "--help"});
  }
  expect_words({"lesson", "new", "--help"});
}

TEST_F(CliLanguage, OfReportsAreMessages) {
  for (const char* kernel : {"reduce_strided", "scan_blelloch", "constant_broadcast", "local_array",
                             "race_missing_barrier", "histogram_global_atomic"}) {
    if (!find_kernel(kernel)) continue;
    SCOPED_TRACE(kernel);
    add(data_, run_of(kernel));
    expect_words({"report", kernel, "--machine", "emulator"});
  }
}

TEST_F(CliLanguage, OfPrograms) {
  const std::string file = folder_.file("sum.cu");
  std::ofstream(file) << "__global__ void scan();\n";
  add(data_, "sum cu scan add tile data " + file);
  expect_words({"run", file});
  program_.run.outcome.findings = {test::race_finding()};
  program_.run.outcome.launches[2].error = "cudaErrorInvalidValue";
  program_.run.outcome.launches_not_recorded = 1;
  program_.run.outcome.launches[2].trace_launch = -1;
  program_.run.outcome.exit_status = 3;
  data_.insert("cudaErrorInvalidValue");
  expect_words({"run", file});
  expect_words({"run", file, "-o", folder_.file("sum.wscope")});
}

TEST_F(CliLanguage, OfTraces) {
  const std::string file = folder_.file("strided.wscope"), other = folder_.file("other.wscope");
  add(data_, run_of("reduce_strided"));
  add(data_, run_of("reduce_sequential"));
  add(data_, "strided other wscope cuh " + file + other);
  expect_words({"trace", "reduce_strided", "--machine", "emulator", "-o", file});
  expect_words({"trace", "reduce_sequential", "--machine", "emulator", "-o", other});
  add(data_, read_trace(file, TraceUse::look).value().header.date);
  expect_words({"info", file});
  expect_words({"report", file});
  expect_words({"diff", file, file});
}

TEST_F(CliLanguage, OfComparisons) {
  add(data_, run_of("reduce_strided"));
  add(data_, run_of("reduce_sequential"));
  add(data_, "pad");
  expect_words({"compare", "reduce_strided", "reduce_sequential"});
  expect_words({"compare", "reduce_strided", "--pad", "32"});
  expect_words({"compare", "reduce_strided", "--against-banks", "cc1"});
}

TEST_F(CliLanguage, OfListsAndMachines) {
  expect_words({"list"});
  add(data_, "Warpscope There is no EGL ");
  expect_words({"doctor"});
  expect_words({"verify", "reduce_strided", "--cases", "2", "--machine", "emulator"});
}

TEST_F(CliLanguage, OfExports) {
  add(data_, "window csv png " + folder_.file(""));
  expect_words({"export", "reduce_strided", "-o", folder_.file("a.png")});
  expect_words({"export", "reduce_strided", "--view", "totals", "-o", folder_.file("a.csv")});
  expect_words({"export", "reduce_strided", "-o", folder_.file("a.json")});
}

TEST_F(CliLanguage, OfLessons) {
  const Invoked list = say({"lesson"});
  const std::string text = untranslated(list.out);
  EXPECT_EQ(text.find("stops"), std::string::npos) << "the titles of lessons are theirs";
  expect_words({"lesson", "reduce_strided", "--check"});
}

TEST_F(CliLanguage, OfMeasurements) {
  const InLanguage speaking(pseudo_language);
  std::ostringstream device, bench;
  const DeviceRecord record = test::device_sample();
  print_device(device, record);
  for (const DeviceSection section : device_sections) {
    std::string heading(name(section));
    heading.front() = static_cast<char>(std::toupper(heading.front()));
    add(data_, name(section));
    data_.insert(heading);
  }
  for (const SkippedSection& each : record.skipped) add(data_, each.why);
  for (const OccupancyFigure& each : record.occupancy) add(data_, each.kernel);
  for (const KernelResources& each : record.resources) {
    add(data_, each.kernel + ' ' + each.launched);
    for (const auto& [key, value] : each.parameters) add(data_, value);
  }
  expect_data_outside(device.str());

  BenchResult result{.kernel = "reduce_strided", .size = 1 << 20, .repetitions = 30};
  result.median_ms = result.first_quartile_ms = result.third_quartile_ms = 0.5;
  result.bytes = 1 << 20;
  TimingRecord times{.device = "A GPU"};
  times.results = {result};
  times.skipped = {{.kernel = "reduce_shuffle", .size = 3000, .why = "data"}};
  times.ended = "data";
  add(data_, "data");
  print_bench(bench, times);
  expect_data_outside(bench.str());
}

TEST_F(CliLanguage, OfMistakes) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"reprot"},
           {"xyzzyxyzzy"},
           {"report"},
           {"report", "reduce_strided", "--sise", "1"},
           {"report", "reduce_strided", "--size"},
           {"report", "reduce_strided", "--size", ""},
           {"report", "reduce_strided", "--size", "1", "--size", "2"},
           {"report", "reduce_strided", "scan_blelloch"},
           {"report", "reduce_strided", "--banks", "cc9"},
           {"--size", "256"},
           {"reduce_strided", "report", "scan_blelloch"},
           {"compare", "reduce_strided"},
           {"bench", "reductoin"},
           {"lesson", "reduce_strided_nothing"},
           {"report", "reduce_strided", "--size", "257"},
           {"report", "reduce_strided", "--block", "96"},
           {"report", "reduce_strided", "--input", "rampp"},
           {"report", "reduce_strided", "--param", "type=double"},
           {"report", "reduce_strided", "--drop-barrier", "1"},
           {"export", "reduce_strided", "-o", "x.png", "--step", "0", "--steps", "0:1"},
           {"export", "reduce_strided", "-o", "x"},
           {"export", "reduce_strided", "-o", "x.png", "--theme", "pink"},
           {"export", "reduce_strided", "-o", "x.csv", "--fps", "3"}}) {
    SCOPED_TRACE(args.front());
    const Invoked invoked = say(args);
    EXPECT_EQ(invoked.code, 2);
    for (const std::string& word : args) add(data_, word);
    expect_data_outside(invoked.err);
  }
}

TEST_F(CliLanguage, AreThoseOfTheLanguageThatIsAskedFor) {
  const KeptEnvironment kept{"LC_ALL", "LANGUAGE"};
  const auto help = [](const std::vector<std::string>& args) { return invoke(args).out; };
  const std::string english = help({"report", "--help"});
  EXPECT_NE(english.find("Usage"), std::string::npos);
  const std::string pseudo = help({"--language", "pseudo", "report", "--help"});
  EXPECT_NE(pseudo.find("⟦"), std::string::npos);
  EXPECT_EQ(help({"report", "--language", "pseudo", "--help"}), pseudo) << "after the command, too";
  EXPECT_EQ(help({"report", "--language=pseudo", "--help"}), pseudo);
  EXPECT_EQ(invoke({"run", "sum.cu", "--help", "--", "--language", "pseudo"}).out,
            help({"run", "--help"}))
      << "a program's own";
  EXPECT_EQ(current_language(), warpscope::english) << "as before the command";
  EXPECT_EQ(invoke({}).windows.at(0).language, "") << "that of the settings";
  EXPECT_EQ(invoke({"--language", "ru"}).windows.at(0).language, "ru");
  ::setenv("LC_ALL", "ru_RU.UTF-8", 1);
  EXPECT_EQ(help({"report", "--language", "en", "--help"}), english);
  EXPECT_NE(help({"report", "--help"}), english);
}

TEST_F(CliLanguage, DoNotChangeWhatProgramsRead) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"report", "reduce_strided", "--json"},
           {"list", "--json"},
           {"doctor", "--json"},
           {"verify", "reduce_strided", "--cases", "1", "--machine", "emulator", "--json"},
           {"compare", "reduce_strided", "scan_blelloch", "--json"}}) {
    std::vector<std::string> pseudo = args;
    pseudo.insert(pseudo.end(), {"--language", "pseudo"});
    EXPECT_EQ(invoke(pseudo).out, invoke(args).out) << args.front();
  }
}

}  // namespace
}  // namespace warpscope
