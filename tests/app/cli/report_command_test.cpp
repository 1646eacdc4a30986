#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/cli/table.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/cli_harness.hpp"

namespace warpscope {
namespace {

std::set<std::string> keys(const nlohmann::json& object) {
  std::set<std::string> names;
  for (const auto& [name, value] : object.items()) names.insert(name);
  return names;
}

void expect_in_terminal_width(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(text_columns(line), terminal_columns) << line;
  }
}

const std::set<std::string> shared_keys{"requests", "wavefronts", "ideal", "conflicts"};
const std::set<std::string> global_keys{"requests", "sectors", "ideal"};

void expect_report_shape(const nlohmann::json& report) {
  EXPECT_EQ(keys(report),
            (std::set<std::string>{"kernel", "size", "block", "seed", "machine", "banks", "totals",
                                   "grid", "max_degree", "lines", "findings", "notes"}));
  const auto& totals = report["totals"];
  EXPECT_EQ(keys(totals),
            (std::set<std::string>{"shared_load", "shared_store", "shared_atomic", "global_load",
                                   "global_store", "global_atomic", "constant_load", "barriers"}));
  for (const char* name : {"shared_load", "shared_store", "shared_atomic", "constant_load"}) {
    EXPECT_EQ(keys(totals[name]), shared_keys);
    EXPECT_EQ(totals[name]["conflicts"].get<int>(),
              totals[name]["wavefronts"].get<int>() - totals[name]["ideal"].get<int>());
  }
  for (const char* name : {"global_load", "global_store", "global_atomic"})
    EXPECT_EQ(keys(totals[name]), global_keys);
  ASSERT_FALSE(report["lines"].empty());
  for (const auto& line : report["lines"]) {
    EXPECT_EQ(keys(line),
              (std::set<std::string>{"file", "line", "source", "op", "array", "caller", "requests",
                                     "wavefronts", "conflicts", "max_degree", "sectors",
                                     "ideal_sectors", "excessive"}));
  }
}

TEST(CliReport, JsonHasTheContractsShape) {
  const Invoked invoked =
      invoke({"report", "reduce_strided", "--size", "256", "--machine", "emulator", "--json"});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_EQ(invoked.err, "");
  const auto report = invoked.json();
  expect_report_shape(report);
  EXPECT_EQ(report["kernel"], "reduce_strided");
  EXPECT_EQ(report["size"], 256);
  EXPECT_EQ(report["block"], 256);
  EXPECT_EQ(report["seed"], 7);
  EXPECT_EQ(report["machine"], "emulator");
  EXPECT_EQ(report["banks"], "cc5");
  EXPECT_TRUE(report["findings"].empty());
  EXPECT_EQ(report["max_degree"], 8);  // 8 lanes of stride 32 in the step s = 16
}

TEST(CliReport, LinesAddUpToTheTotals) {
  const auto report = invoke({"report", "scan_blelloch", "--machine", "emulator", "--json"}).json();
  for (const char* op : {"shared_load", "shared_store"}) {
    for (const char* number : {"requests", "wavefronts", "conflicts"}) {
      int sum = 0;
      for (const auto& line : report["lines"]) {
        if (line["op"] == op) sum += line[number].get<int>();
      }
      EXPECT_EQ(sum, report["totals"][op][number].get<int>()) << op << ' ' << number;
    }
  }
}

TEST(CliReport, TheGridIsExactIfItHasOneBlock) {
  const auto report = [](const std::string& size) {
    return invoke({"report", "reduce_strided", "--size", size, "--block", "128", "--machine",
                   "emulator", "--json"})
        .json();
  };
  const auto one = report("128"), eight = report("1024");
  EXPECT_EQ(one["grid"]["counted"], "all");
  EXPECT_EQ(one["grid"]["blocks"], 1);
  EXPECT_EQ(one["grid"]["shared_load"], one["totals"]["shared_load"]);
  EXPECT_EQ(eight["grid"]["counted"], "scaled");
  EXPECT_EQ(eight["grid"]["blocks"], 8);
  EXPECT_EQ(eight["grid"]["counted_blocks"], 1);
  EXPECT_EQ(eight["grid"]["barriers"].get<int>(), 8 * eight["totals"]["barriers"].get<int>());
  EXPECT_GT(eight["grid"]["cycles"], 0);
}

TEST(CliReport, LinesOfGlobalMemoryHaveTheirSectors) {
  const auto report =
      invoke({"report", "transpose_naive", "--machine", "emulator", "--json"}).json();
  std::map<std::string, int> sectors, ideal;
  for (const auto& line : report["lines"]) {
    const int excess = line["sectors"].get<int>() - line["ideal_sectors"].get<int>();
    EXPECT_EQ(line["excessive"], excess + line["conflicts"].get<int>()) << line;
    EXPECT_FALSE(line["array"].get<std::string>().empty()) << line;
    EXPECT_TRUE(line["caller"].is_null()) << line;
    sectors[line["op"]] += line["sectors"].get<int>();
    ideal[line["op"]] += line["ideal_sectors"].get<int>();
  }
  for (const char* op : {"global_load", "global_store"}) {
    EXPECT_EQ(sectors[op], report["totals"][op]["sectors"]) << op;
    EXPECT_EQ(ideal[op], report["totals"][op]["ideal"]) << op;
  }
  EXPECT_GT(sectors["global_store"], ideal["global_store"]);
}

TEST(CliReport, FindingsNameLineThreadAndMessage) {
  const auto report =
      invoke({"report", "reduce_unrolled", "--machine", "emulator", "--json"}).json();
  ASSERT_FALSE(report["findings"].empty());
  const auto& finding = report["findings"][0];
  EXPECT_EQ(finding["kind"], "race");
  EXPECT_GT(finding["line"].get<int>(), 0);
  EXPECT_FALSE(finding["message"].get<std::string>().empty());
}

TEST(CliReport, EveryKernelsReportFitsATerminal) {
  for (const KernelInfo* kernel : catalogue()) {
    const Invoked invoked = invoke({"report", std::string(kernel->id), "--machine", "emulator"});
    ASSERT_EQ(invoked.code, 0) << kernel->id << invoked.err;
    EXPECT_NE(invoked.out.find("Result: equals the reference."), std::string::npos) << kernel->id;
    expect_in_terminal_width(invoked.out);
  }
}

TEST(CliReport, TextAndJsonSayTheSameTotals) {
  const std::vector<std::string> args{"report", "reduce_strided", "--machine", "emulator"};
  const std::string text = invoke(args).out;
  EXPECT_NE(text.find("  loads              25          95     25         70"), std::string::npos)
      << text;
  EXPECT_NE(text.find("const T right = data[index + s];"), std::string::npos);
  EXPECT_NE(text.find("8-way"), std::string::npos);
}

TEST(CliReport, LinesOfSeveralSourcesNameTheirFile) {
  const auto report =
      invoke({"report", "scan_distribute", "--machine", "emulator", "--json"}).json();
  std::set<std::string> files;
  for (const auto& line : report["lines"]) files.insert(line["file"].get<std::string>());
  EXPECT_EQ(files, (std::set<std::string>{"scan_block_sums.cuh", "scan_distribute.cuh"}));
  const std::string text =
      invoke({"report", "scan_distribute", "--size", "2048", "--machine", "emulator"}).out;
  EXPECT_NE(
      text.find("3 launches: scan_block_sums on 4 blocks of 256 threads, scan_block_sums on 1"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("\nscan_distribute.cuh\n"), std::string::npos);
  EXPECT_NE(text.find("\nscan_block_sums.cuh\n"), std::string::npos);
}

TEST(CliReport, LaunchesThatAreAlikeAreToldOnce) {
  const std::string text = invoke({"report", "jacobi", "--machine", "emulator"}).out;
  EXPECT_NE(text.find("32 launches"), std::string::npos) << text;
  EXPECT_NE(text.find("16 times jacobi on 1 block of 32 threads"), std::string::npos) << text;
}

TEST(CliReport, ConstantMemoryAndAtomicsHaveTotalsOfTheirOwn) {
  const std::vector<std::string> constant{
      "report", "constant_broadcast", "--machine", "emulator", "--param", "words=7"};
  const std::string text = invoke(constant).out;
  EXPECT_NE(text.find("Constant memory"), std::string::npos) << text;
  EXPECT_NE(text.find("constant load"), std::string::npos);
  EXPECT_EQ(text.find("atomics"), std::string::npos);
  auto as_json = constant;
  as_json.emplace_back("--json");
  const auto report = invoke(as_json).json();
  const auto& totals = report["totals"]["constant_load"];
  EXPECT_EQ(totals["wavefronts"].get<int>(), 7 * totals["requests"].get<int>());
  for (const auto& line : report["lines"]) {
    EXPECT_EQ(line["file"], "constant_broadcast.cuh");
    const bool constant_load = line["op"] == "constant_load";
    EXPECT_EQ(line["max_degree"], constant_load ? 7 : 0);
  }
  const auto histogram =
      invoke({"report", "histogram_global_atomic", "--machine", "emulator", "--json"}).json();
  EXPECT_GT(histogram["totals"]["global_atomic"]["sectors"].get<int>(), 0);
  EXPECT_EQ(histogram["totals"]["global_store"]["requests"], 0);
}

TEST(CliReport, TakesEveryRunOption) {
  const Invoked invoked =
      invoke({"report",     "reduce_sequential", "--size",   "2^10",          "--block",
              "128",        "--input",           "random",   "--seed",        "3",
              "--param",    "type=float",        "--param",  "op=max",        "--banks",
              "cc1",        "--machine",         "emulator", "--trace-block", "5",
              "--schedule", "random:9",          "--json"});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  const auto report = invoked.json();
  EXPECT_EQ(report["size"], 1024);
  EXPECT_EQ(report["block"], 128);
  EXPECT_EQ(report["banks"], "cc1");
}

TEST(CliCompare, JsonHoldsBothReports) {
  const Invoked invoked =
      invoke({"compare", "reduce_strided", "reduce_sequential", "--machine", "emulator", "--json"});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  const auto both = invoked.json();
  EXPECT_EQ(keys(both), (std::set<std::string>{"a", "b", "lines"}));
  EXPECT_LT(both["lines"][0]["change"], 0) << "what changed most";
  expect_report_shape(both["a"]);
  expect_report_shape(both["b"]);
  EXPECT_GT(both["a"]["totals"]["shared_load"]["conflicts"].get<int>(), 0);
  EXPECT_EQ(both["b"]["totals"]["shared_load"]["conflicts"], 0);
}

TEST(CliCompare, TextShowsTotalsSideBySide) {
  const Invoked invoked =
      invoke({"compare", "reduce_strided", "reduce_sequential", "--machine", "emulator"});
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_NE(invoked.out.find("-70"), std::string::npos) << invoked.out;
  expect_in_terminal_width(invoked.out);
}

TEST(CliCompare, TextShowsLinesIfAsked) {
  const std::vector<std::string> plain{"compare", "reduce_strided", "reduce_sequential",
                                       "--machine", "emulator"};
  std::vector<std::string> asked = plain;
  asked.emplace_back("--lines");
  const Invoked invoked = invoke(asked);
  ASSERT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_NE(invoked.out.find("Shared memory, wavefronts"), std::string::npos) << invoked.out;
  EXPECT_NE(invoked.out.find("all lines"), std::string::npos) << invoked.out;
  expect_in_terminal_width(invoked.out);
  EXPECT_EQ(invoke(plain).out.find("all lines"), std::string::npos);
}

TEST(CliList, JsonHoldsTheWholeCatalogue) {
  const auto list = invoke({"list", "--json"}).json();
  ASSERT_EQ(list.size(), catalogue().size());
  for (const auto& kernel : list) {
    for (const char* key : {"id", "family", "lecture", "title", "parameters", "limits"}) {
      EXPECT_TRUE(kernel.contains(key)) << key;
    }
    EXPECT_FALSE(kernel["inputs"].empty()) << kernel["id"];
    for (const auto& [name, values] : kernel["parameters"].items()) {
      EXPECT_FALSE(values.empty()) << kernel["id"] << ' ' << name;
      EXPECT_TRUE(kernel["parameter_ranges"].contains(name)) << kernel["id"] << ' ' << name;
    }
    EXPECT_GE(kernel["limits"]["max_block"], kernel["limits"]["min_block"]);
  }
}

TEST(CliList, TextNamesEveryKernel) {
  const std::string text = invoke({"list"}).out;
  for (const KernelInfo* kernel : catalogue()) {
    EXPECT_NE(text.find(std::string(kernel->id) + " "), std::string::npos) << kernel->id;
  }
  expect_in_terminal_width(text);
}

}  // namespace
}  // namespace warpscope
