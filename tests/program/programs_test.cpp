// Whole programs, as a user has them: correct ones end with their own "Success" and without a
// finding; of those with one mistake, the mistake is found at its line, and so is all that
// compute-sanitizer reported of it on an H200.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::program_tests;

struct CorrectProgram {
  const char* file;  ///< below programs/, without ".cu"
  const char* arguments = "";
  int launches = 0;  ///< 0: at least one
};
void PrintTo(const CorrectProgram& program, std::ostream* out) {
  *out << program.file << ' ' << program.arguments;
}

const std::vector<CorrectProgram> correct_programs{
    {"twins/reduce", "", 7},
    {"twins/reduce", "all 64 5", 7},
    {"twins/scan", "", 9},
    {"twins/scan", "all 64 4", 9},
    {"twins/scan", "scan_lookback 64", 3},
    {"twins/memory"},
    {"twins/memory", "block_shape", 12},
    {"twins/memory", "latency_hiding", 3},
    {"twins/memory", "local_array", 6},
    {"twins/matrix", "", 7},
    {"twins/matrix", "all 32 2", 7},
    {"twins/matrix", "matmul_register_tiled 16 2", 2},
    {"twins/histogram", "", 7},
    {"twins/sort"},
    {"twins/sort", "radix_float", 98},
    {"twins/sort", "radix_onesweep", 12},
    {"twins/solver", "", 26},
    {"twins/solver", "pcr_hybrid", 1},
    {"small/vector_add_halo", "", 1},
    {"small/stencil_1d", "", 1},
    {"small/warp_reduce", "", 1},
    {"small/matmul_edges", "", 1},
    {"small/prefix_double_buffer", "", 1},
    {"small/histogram_atomics", "", 1},
    {"small/producer_consumer", "", 1},
    {"small/two_arrays", "", 1},
    {"small/tile_reduce", "", 1},
    {"small/pipeline", "", 3},
    {"small/vector_copy", "", 1},
    {"bench/vector_add", "12 2", 2},
    {"bench/polynomial", "10 1", 1},
    {"bench/reduce_shared", "12 1", 1},
    {"bench/matmul_tiled", "5 1", 1},
};

class CorrectPrograms : public testing::TestWithParam<CorrectProgram> {};

TEST_P(CorrectPrograms, SucceedWithoutAFinding) {
  const CorrectProgram& program = GetParam();
  const auto file = program_tests / "programs" / (std::string(program.file) + ".cu");
  const auto run = test::run_whole_program(file.string() + " -- " + program.arguments);
  EXPECT_EQ(run.exit_code, 0) << run.said;
  EXPECT_NE(run.said.find("Success"), std::string::npos) << run.said;
  ASSERT_TRUE(run.json.is_object());
  EXPECT_EQ(run.json["program"]["exit"], 0);
  EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
  if (program.launches > 0) {
    EXPECT_EQ(run.json["launches"].size(), static_cast<std::size_t>(program.launches));
  } else {
    EXPECT_FALSE(run.json["launches"].empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, CorrectPrograms, testing::ValuesIn(correct_programs));

/// A program of mutant_table.py, and what must be found.
struct MutantProgram {
  const char* name;
  const char* finding;  ///< its kind
  const char* line;     ///< a part of the line's text; of a race: of either access
};
void PrintTo(const MutantProgram& mutant, std::ostream* out) { *out << mutant.name; }

const std::vector<MutantProgram> mutant_programs{
    {"stencil_1d.barrier_removed.1", "race", "tile[at + k]"},
    {"stencil_1d.index_off_by_one.1", "out of bounds", "tile[at + k + 1]"},
    {"stencil_1d.last_block.1", "out of bounds", "out[blockIdx.x == 3"},
    {"stencil_1d.uninitialised_element.1", "uninitialised read", "tile[at + k]"},
    {"vector_add_halo.missing_mask.1", "out of bounds", "in[i"},
    {"vector_add_halo.index_off_by_one.2", "out of bounds", "in[i - 1]"},
    {"vector_add_halo.forgotten_copy.1", "uninitialised read", "in[i"},
    {"vector_add_halo.swapped_direction.1", "wrong call", "cudaMemcpyDeviceToHost"},
    {"vector_add_halo.use_after_free.1", "use after free", "in[i"},
    {"vector_add_halo.double_free.1", "wrong call", "cudaFree(d_in)"},
    {"vector_add_halo.host_reads_device_memory.1", "foreign memory", "d_out[0]"},
    {"stencil_1d.host_writes_device_memory.1", "foreign memory", "d_out[i] = 0"},
    {"reduce_sequential.missing_mask.1", "out of bounds", "data[tid + s]"},
    {"reduce_unrolled_syncwarp.syncwarp_missing.1", "race", "data[tid"},
    {"reduce_unrolled.volatile_missing.1", "race", "last[tid"},
    {"matmul_edges.barrier_in_a_branch.1", "barrier divergence", "__syncthreads"},
    {"producer_consumer.syncwarp_missing.1", "race", "box[first + lane"},
    {"vector_copy.misaligned_vector.1", "misaligned address", "float4*>(in + 1)"},
    {"histogram_atomics.atomic_missing.1", "race", "local[letter - 'a'] += 1U"},
    {"two_arrays.arrays_overlap.1", "race", "["},
    {"prefix_double_buffer.single_buffer.1", "race", "buffer[n"},
    {"pipeline.launch_missing.1", "uninitialised read", "squares[i"},
    {"pipeline.null_pointer.1", "foreign memory", "steps[i]"},
    {"pipeline.host_pointer.1", "foreign memory", "in[i] * in[i]"},
    {"histogram_atomics.index_off_by_one.1", "out of bounds", "text[i]"},
    {"histogram_atomics.forgotten_copy.1", "uninitialised read", "atomicAdd"},
    {"two_arrays.index_off_by_one.3", "out of bounds", "["},
    {"vector_copy.forgotten_copy.1", "uninitialised read", "float4*>(in)"},
    {"prefix_double_buffer.index_off_by_one.1", "uninitialised read", "cudaMemcpyDeviceToHost"},
    {"vector_add_halo.index_off_by_one.4", "out of bounds", "cudaMemcpyDeviceToHost"},
    {"pipeline.too_many_threads.1", "wrong call", "square<<<"},
    {"bank_stride.index_off_by_one.1", "out of bounds", "T read = data["},
};

class MutantPrograms : public testing::TestWithParam<MutantProgram> {};

/// Whether a line of a file holds the text.
bool line_holds(const std::filesystem::path& folder, const nlohmann::json& file,
                const nlohmann::json& line, const std::string& text) {
  if (!file.is_string() || !line.is_number_unsigned()) return false;
  const std::filesystem::path path = file.get<std::string>();
  std::istringstream lines(test::text_of(path.is_absolute() ? path : folder / path));
  std::string found;
  for (auto left = line.get<std::uint32_t>(); left > 0 && std::getline(lines, found); --left) {
  }
  return found.find(text) != std::string::npos;
}

using FileLine = std::pair<std::string, std::uint32_t>;

/// The places that compute-sanitizer named, report by report.
std::vector<std::set<FileLine>> reports_on_h200(const std::string& name) {
  static const auto measured =
      nlohmann::json::parse(test::text_of(program_tests / "measurements/mutants_h200.json"));
  std::vector<std::set<FileLine>> reports;
  for (const auto& of : measured["cases"]) {
    if (of["name"] != name) continue;
    for (const auto& report : of["reports"]) {
      auto& places = reports.emplace_back();
      for (const auto& place : report["places"]) places.emplace(place[0], place[1]);
      if (places.empty()) reports.pop_back();  // the tool names none
    }
  }
  return reports;
}

std::set<FileLine> places_of(const nlohmann::json& finding) {
  std::set<FileLine> places;
  const auto add = [&](const nlohmann::json& file, const nlohmann::json& line) {
    if (!file.is_string() || !line.is_number_unsigned()) return;
    places.emplace(std::filesystem::path(file.get<std::string>()).filename().string(), line);
  };
  add(finding["file"], finding["line"]);
  add(finding.value("other_file", finding["file"]), finding.value("other_line", nlohmann::json{}));
  return places;
}

TEST_P(MutantPrograms, ShowTheirMistakeAtItsLine) {
  const MutantProgram& mutant = GetParam();
  const TestFolder folder;
  const auto place = folder.path() / "place";
  // Prints the file and the arguments that belong to it.
  ASSERT_EQ(
      std::system(("python3 " + (program_tests / "mutants.py").string() + " --write " +
                   folder.path().string() + " --only '^" + mutant.name + "$' > " + place.string())
                      .c_str()),
      0);
  std::istringstream said(test::text_of(place));
  std::string file, arguments;
  said >> file;
  std::getline(said, arguments);
  ASSERT_FALSE(file.empty());
  const auto run = test::run_whole_program("--time-limit 20 " + file + " -- " + arguments);
  EXPECT_EQ(run.exit_code, 1) << run.said;
  ASSERT_TRUE(run.json.is_object()) << run.said;
  bool found = false;
  for (const auto& finding : run.json["findings"]) {
    if (finding["kind"] != mutant.finding) continue;
    const auto other = finding.value("other_file", finding["file"]);
    found = found || line_holds(folder.path(), finding["file"], finding["line"], mutant.line) ||
            line_holds(folder.path(), other, finding.value("other_line", nlohmann::json{}),
                       mutant.line);
  }
  EXPECT_TRUE(found) << mutant.finding << " at " << mutant.line << ", but there are\n"
                     << run.json["findings"].dump(1);
  // Of the one a tool names the line of a loop, of the other one that comes behind an error (mutant_table.py).
  const std::string name = mutant.name;
  if (name == "bank_stride.index_off_by_one.1" || name == "pipeline.null_pointer.1") return;
  for (const auto& report : reports_on_h200(mutant.name)) {
    bool same_line = false;
    for (const auto& finding : run.json["findings"]) {
      const auto here = places_of(finding);
      same_line = same_line || std::ranges::any_of(report, [&](const FileLine& reported) {
                    return here.contains(reported);
                  });
    }
    EXPECT_TRUE(same_line) << report.begin()->first << ':' << report.begin()->second
                           << " was reported on a GPU, but here are only\n"
                           << run.json["findings"].dump(1);
  }
}

/// What mutants.py --compare wrote last.
TEST(ComparedMutants, AreAllAndNothingIsMissed) {
  const auto folder = program_tests / "measurements";
  const auto measured = nlohmann::json::parse(test::text_of(folder / "mutants_h200.json"));
  const auto compared = nlohmann::json::parse(test::text_of(folder / "mutants_compared.json"));
  std::set<std::string> names, compared_names;
  std::size_t reports = 0;
  for (const auto& of : measured["cases"]) {
    names.insert(of["name"].get<std::string>());
    reports += of["reports"].size();
  }
  for (const auto& name : compared["programs"]) compared_names.insert(name.get<std::string>());
  EXPECT_EQ(names, compared_names);
  EXPECT_EQ(compared["reports"], reports);
  EXPECT_EQ(compared["found"].get<std::size_t>() + compared["behind_an_error"].get<std::size_t>(),
            reports);
  EXPECT_TRUE(compared["missed"].empty()) << compared["missed"].dump(1);
  EXPECT_TRUE(compared["false_alarms"].empty()) << compared["false_alarms"].dump(1);
}

INSTANTIATE_TEST_SUITE_P(Programs, MutantPrograms, testing::ValuesIn(mutant_programs));

}  // namespace
}  // namespace warpscope
