// Kernels that do what they should not (hostile.cu): each ends in one of the ways that are right for it, wherever it does it: in
// the block that is recorded, in one that is checked, and in one that runs at speed.

#include <gtest/gtest.h>

#include <csignal>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/program/compile/build_program.hpp"
#include "tests/program/process/isolation.hpp"

namespace warpscope {
namespace {

using End = ProgramOutcome::End;

/// How a kernel may end: the program goes on and returns, with or without an error of CUDA's, or ends.
enum class Way {
  never,     ///< until the time is over
  error,     ///< cudaDeviceSynchronize() tells an error
  success,   ///< the kernel does nothing wrong
  harmless,  ///< either of both: what it damages may matter or not
  exit,      ///< with the status in `value`
  signal,    ///< by the signal in `value`
  abort,     ///< or with an error
  any        ///< in any of these ways
};
struct HostileKernel {
  const char* name;
  Way way;
  int value = 0;
};

void PrintTo(const HostileKernel& kernel, std::ostream* out) { *out << kernel.name; }

const std::vector<HostileKernel> hostile_kernels{
    // Never end.
    {"spins", Way::never},
    {"all_spin", Way::never},
    {"loads_for_ever", Way::never},
    {"stores_for_ever", Way::never},
    {"shared_for_ever", Way::never},
    {"atomics_for_ever", Way::never},
    {"barriers_for_ever", Way::never},
    {"warp_barriers_for_ever", Way::never},
    {"shuffles_for_ever", Way::never},
    {"votes_for_ever", Way::never},
    {"waits_for_a_flag", Way::never},
    {"waits_for_its_warp", Way::never},
    {"locks_twice", Way::never},
    {"prints_for_ever", Way::never},
    {"allocates_for_ever", Way::never},
    {"waits_for_the_clock", Way::success},
    {"sleeps", Way::never},
    {"sleeps_in_the_system", Way::never},
    {"fences_for_ever", Way::never},
    {"holds_signals_and_spins", Way::never},
    {"stops_itself", Way::never},
    // An error, and the program goes on.
    {"recurses", Way::error},
    {"all_recurse", Way::error},
    {"wants_a_megabyte_of_stack", Way::error},
    {"takes_its_stack_by_alloca", Way::error},
    {"writes_null", Way::error},
    {"reads_null", Way::error},
    {"all_write_null", Way::error},
    {"writes_far", Way::error},
    {"writes_past_the_end", Way::error},
    {"writes_before_the_beginning", Way::error},
    {"writes_no_address", Way::error},
    {"writes_what_was_freed", Way::error},
    {"writes_its_text", Way::error},
    {"clears_past_the_end", Way::error},
    {"copies_from_null", Way::error},
    {"calls_null", Way::error},
    {"takes_a_terabyte", Way::error},
    {"traps", Way::error},
    {"traps_the_processor", Way::error},
    {"asserts", Way::error},
    {"divides_by_zero", Way::error},
    // What only a checked block notices, or nobody.
    {"writes_to_the_host", Way::harmless},
    {"writes_unaligned", Way::harmless},
    {"writes_past_shared", Way::harmless},
    {"leaves_a_barrier", Way::harmless},
    // Ends the program.
    {"exits", Way::exit, 41},
    {"exits_at_once", Way::exit, 42},
    {"Exits_at_once", Way::exit, 43},
    {"quick_exits", Way::exit, 44},
    {"aborts", Way::signal, SIGABRT},
    {"raises_segv", Way::signal, SIGSEGV},
    {"raises_term", Way::signal, SIGTERM},
    {"is_killed", Way::signal, SIGKILL},
    {"is_killed_with_its_group", Way::signal, SIGKILL},
    {"kills_its_parent", Way::signal, SIGKILL},
    {"has_an_alarm", Way::signal, SIGALRM},
    {"crashes_in_a_thread", Way::signal, SIGSEGV},
    {"throws", Way::abort},
    {"throws_an_exception", Way::abort},
    // The system.
    {"forks", Way::success},
    {"forks_a_daemon", Way::success},
    {"forks_and_both_go_on", Way::success},
    {"closes_everything", Way::success},
    {"prints_a_lot", Way::success},
    {"fills_memory", Way::any},
    {"ends_its_thread", Way::any},
    {"becomes_another_program", Way::any},
    {"starts_a_thread", Way::any},
    {"unmaps_the_device", Way::any},
    {"unmaps_the_shadow_of_everything", Way::any},
    {"damages_the_heap", Way::any},
};

struct HostilePlace {
  const char* name;
  const char* arguments[3];  ///< blocks, threads, guilty block
  bool checked;
};
void PrintTo(const HostilePlace& place, std::ostream* out) { *out << place.name; }

const std::vector<HostilePlace> hostile_places{{"recorded", {"1", "32", "0"}, true},
                                               {"checked", {"3", "32", "2"}, true},
                                               {"at_speed", {"64", "256", "63"}, false}};

using HostileLaunch = std::tuple<HostileKernel, HostilePlace>;

std::string name_of_launch(const testing::TestParamInfo<HostileLaunch>& tested) {
  return std::string(std::get<0>(tested.param).name) + "_" + std::get<1>(tested.param).name;
}

class DeviceIsolation : public testing::TestWithParam<HostileLaunch> {};

TEST_P(DeviceIsolation, EndsInOrderAndLeavesNothing) {
  const auto& [kernel, place] = GetParam();
  if (sanitizer_decides) GTEST_SKIP() << "the sanitizer decides what becomes of faults";
  set_machine_binary({});
  ProgramRequest request;
  request.build.files = {std::string(WARPSCOPE_SOURCE_DIR) + "/tests/program/process/hostile.cu"};
  const BuildResult built = build_program(request.build, {}, [](const std::string&) {});
  if (built.failure.kind == BuildFailure::Kind::no_compiler && !built.program) GTEST_SKIP();
  ASSERT_TRUE(built.program.has_value()) << built.failure.message;
  request.arguments = {kernel.name, place.arguments[0], place.arguments[1], place.arguments[2]};
  if (!place.checked) request.options.check_limit = 0;
  const bool may_hang = kernel.way == Way::never || kernel.way == Way::any;
  request.options.time_limit = may_hang ? 0.7 : 60;
  request.options.memory_limit = 2000;
  const TestFolder folder;

  const SmallRun run = run_isolated(folder, *built.program, request);

  const ProgramOutcome& outcome = run.outcome;
  const bool error = outcome.end == End::returned && outcome.exit_status == 50;
  const bool success = outcome.end == End::returned && outcome.exit_status == 0;
  const std::string told = outcome.message.english() + " (end " +
                           std::to_string(static_cast<int>(outcome.end)) + ", status " +
                           std::to_string(outcome.exit_status) + ")";
  switch (kernel.way) {
    case Way::never: EXPECT_EQ(outcome.end, End::time_limit) << told; break;
    case Way::error: EXPECT_TRUE(error) << told; break;
    case Way::success: EXPECT_TRUE(success) << told; break;
    case Way::harmless: EXPECT_TRUE(success || error) << told; break;
    case Way::exit:
      EXPECT_EQ(outcome.end, End::returned) << told;
      EXPECT_EQ(outcome.exit_status, kernel.value) << told;
      break;
    case Way::signal:
      EXPECT_EQ(outcome.end, End::crashed) << told;
      EXPECT_EQ(outcome.signal, kernel.value) << told;
      break;
    case Way::abort: EXPECT_TRUE(error || outcome.signal == SIGABRT) << told; break;
    case Way::any: break;
  }
  if (error) {
    EXPECT_NE(run.output.find("ended with cudaError"), std::string::npos) << run.output;
  }
}

INSTANTIATE_TEST_SUITE_P(Hostile, DeviceIsolation,
                         testing::Combine(testing::ValuesIn(hostile_kernels),
                                          testing::ValuesIn(hostile_places)),
                         name_of_launch);

}  // namespace
}  // namespace warpscope
