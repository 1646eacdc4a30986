// The trace of a twin, a plain CUDA program, is that of the catalogue's kernel, where both say the
// same: each warp makes the same accesses to the same bytes with the same values, in the same order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/trace/trace_file.hpp"
#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::program_tests;

struct Twin {
  const char* kernel;    ///< of the catalogue
  const char* options;   ///< of `warpscope trace`
  const char* program;   ///< below programs/twins/, without ".cu"
  const char* argument;  ///< its kernel
  bool same_input = true;
  std::uint32_t launch = 0;  ///< the one that is compared
  int optimise = 1;          ///< 0: the compiler may neither move nor drop loads
};
void PrintTo(const Twin& twin, std::ostream* out) { *out << twin.kernel; }

const std::vector<Twin> twins{
    {"reduce_divergent", "--size 768 --block 256", "reduce", "reduce_divergent"},
    {"reduce_strided", "--size 768 --block 256", "reduce", "reduce_strided"},
    {"reduce_sequential", "--size 768 --block 256", "reduce", "reduce_sequential"},
    {"reduce_first_add", "--size 1536 --block 256", "reduce", "reduce_first_add"},
    {"reduce_unrolled_syncwarp", "--size 1536 --block 256", "reduce", "reduce_unrolled_syncwarp"},
    {"reduce_shuffle", "--size 1536 --block 256", "reduce", "reduce_shuffle"},
    {"scan_hillis_steele", "--size 768 --block 256", "scan", "scan_hillis_steele"},
    {"scan_blelloch", "--size 1536 --block 256", "scan", "scan_blelloch"},
    {"scan_padded16", "--size 1536 --block 256", "scan", "scan_padded16"},
    {"scan_padded16_twice", "--size 1536 --block 256", "scan", "scan_padded16_twice"},
    {"scan_padded32", "--size 1536 --block 256", "scan", "scan_padded32"},
    {"scan_warp_shuffle", "--size 768 --block 256", "scan", "scan_warp_shuffle"},
    {"transpose_naive", "--size 96", "matrix", "transpose_naive", false},
    {"transpose_tiled", "--size 96", "matrix", "transpose_tiled", false},
    {"transpose_padded", "--size 96", "matrix", "transpose_padded", false},
    {"matmul_naive", "--size 48 --block 256", "matrix", "matmul_naive", false},
    {"matmul_tiled", "--size 48 --block 256", "matrix", "matmul_tiled", false},
    {"matmul_abt", "--size 48 --block 256", "matrix", "matmul_abt", false},
    {"matmul_abt_padded", "--size 48 --block 256", "matrix", "matmul_abt_padded", false},
    {"histogram64_thread_major", "--size 3072 --param per_thread=16", "histogram",
     "histogram64_thread_major"},
    {"histogram64_bin_major", "--size 3072 --param per_thread=16", "histogram",
     "histogram64_bin_major"},
    {"histogram64_permuted32", "--size 6144 --param per_thread=16", "histogram",
     "histogram64_permuted32"},
    {"vector_aos", "--size 1536 --block 128", "memory", "vector_aos_fields", false},
    {"vector_soa", "--size 1536 --block 128", "memory", "vector_soa", false},
    {"block_shape", "--size 4096 --block 128", "memory", "block_shape 128 8"},
    {"latency_hiding", "--size 384 --block 128", "memory", "latency_hiding"},
    {"local_array", "--size 1536 --block 128", "memory", "local_array", false},
    {"matmul_register_tiled", "--size 192 --block 32", "matrix", "matmul_register_tiled", false},
    {"pcr_hybrid", "--size 3072 --block 64", "solver", "pcr_hybrid", false, 0, 0},
    {"scan_lookback", "--size 6144 --block 64", "scan", "scan_lookback 64"},
    {"radix_float", "--size 53 --block 32", "sort", "radix_float 32 2", false},
    {"radix_onesweep", "--size 1013 --block 64", "sort", "radix_onesweep"},
    {"radix_onesweep", "--size 1013 --block 64", "sort", "radix_onesweep", true, 1},
    {"radix_onesweep", "--size 1013 --block 64", "sort", "radix_onesweep", true, 2, 0},
};

/// What a warp does to the memory in one launch, access by access.
using Doings = std::map<std::int32_t, std::vector<std::string>>;

/// Arrays of global memory are told apart by their order of appearance; all of shared memory is one.
Doings doings(const Trace& trace, const Twin& twin) {
  Doings warps;
  std::map<std::int32_t, int> globals;
  for (const Access& access : trace.accesses) {
    const Array& array = trace.arrays[static_cast<std::size_t>(access.array)];
    if (trace.steps[access.step].launch != twin.launch) continue;
    if (array.space != Space::shared && array.space != Space::global) continue;
    std::ostringstream told;
    told << static_cast<int>(access.operation) << " mask " << std::hex << access.mask << std::dec;
    if (array.space == Space::global) {
      told << " global " << globals.emplace(access.array, std::ssize(globals)).first->second;
    }
    const auto indices = trace.lane_indices(access);
    for (int k = 0; k < access.active(); ++k) {
      told << ' ' << array.base + indices[static_cast<std::size_t>(k)] * array.type.bytes();
      if (!twin.same_input) continue;
      // What an atomic found, each records in its own way.
      const int values = Trace::values_per_lane(access) - (access.has_result ? 1 : 0);
      for (int value = 0; value < values; ++value) {
        for (const std::uint32_t word : trace.lane_value(access, k, value)) told << '=' << word;
      }
    }
    told << " of " << trace.lane_bytes(access);
    warps[access.warp].push_back(told.str());
  }
  return warps;
}

/// `command` stands before "-o FILE", `arguments` behind it.
Trace recorded_trace(const std::filesystem::path& file, const std::string& command,
                     const std::string& arguments = {}) {
  const auto said = file.string() + ".said";
  const int status = std::system((std::string(WARPSCOPE_BINARY) + " " + command + " -o " +
                                  file.string() + arguments + " > " + said + " 2>&1 < /dev/null")
                                     .c_str());
  EXPECT_EQ(status, 0) << command << arguments << "\n" << test::text_of(said);
  auto trace = read_trace(file);
  if (trace) return std::move(trace).value();
  ADD_FAILURE() << command << ": " << trace.error().message;
  return {};
}

class TwinTraces : public testing::TestWithParam<Twin> {};

TEST_P(TwinTraces, AreThoseOfTheCatalogue) {
  const Twin& twin = GetParam();
  const TestFolder folder;
  const Trace ours = recorded_trace(folder.path() / "catalogue.wscope",
                                    std::string("trace ") + twin.kernel + " " + twin.options +
                                        " --seed 1 --input random --machine emulator");
  const auto program = program_tests / "programs/twins" / (std::string(twin.program) + ".cu");
  const Trace plain =
      recorded_trace(folder.path() / "twin.wscope",
                     "run --optimise " + std::to_string(twin.optimise) + " " + program.string(),
                     std::string(" -- ") + twin.argument);
  const Doings expected = doings(ours, twin);
  const Doings found = doings(plain, twin);
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [warp, accesses] : expected) {
    const std::vector<std::string>& theirs = found.at(warp);
    const auto [mine, other] = std::ranges::mismatch(accesses, theirs);
    ASSERT_TRUE(mine == accesses.end() && other == theirs.end())
        << "warp " << warp << ", access " << mine - accesses.begin() << ": "
        << (mine == accesses.end() ? "none" : *mine)
        << "\nof the twin: " << (other == theirs.end() ? "none" : *other);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, TwinTraces, testing::ValuesIn(twins));

}  // namespace
}  // namespace warpscope
