// Traces that are sound and otherwise as odd as possible, through everything that reads one: checks
// exit codes and the memory that any of them takes.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/panes/view_list.hpp"
#include "app/subject/measurements.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/hostile_traces.hpp"
#include "tests/support/memory_folder.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::HostileTraceCase;

const std::vector<HostileTraceCase>& table() {
  static const std::vector<HostileTraceCase> all = test::hostile_traces();
  // Read once here, not by each of the processes forked from this one.
  static const auto measured = find_measured(all.front().trace);
  static_cast<void>(measured);
  return all;
}

/// Runs `work` in a process of its own and expects it to end well within `megabytes`: neither a
/// crash nor a hunger for memory can hide behind the next case.
template <class Work>
void expect_modest(const std::string& what, long megabytes, Work work) {
  std::fflush(nullptr);  // else the child says it again
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    work();
    const bool failed = testing::Test::HasFailure();
    std::fflush(nullptr);
    ::_exit(failed ? 1 : 0);
  }
  int status = 0;
  rusage usage{};
  ASSERT_EQ(::wait4(child, &status, 0, &usage), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << what << (WIFSIGNALED(status) ? " ends by signal " + std::to_string(WTERMSIG(status)) : "");
  EXPECT_LT(usage.ru_maxrss / 1024, megabytes) << what;
}

#ifdef __SANITIZE_ADDRESS__
constexpr long most_megabytes = 4000;  // freed memory is kept for a while
// Each has a process of its own, which begins slowly here.
constexpr std::size_t cases_per_tried_one = 5;
#else
constexpr long most_megabytes = 600;
constexpr std::size_t cases_per_tried_one = 1;
#endif

TEST(HostileTraces, AreMoreThanThreeHundredAndSound) {
  EXPECT_GE(table().size(), 300U);
  for (const HostileTraceCase& each : table()) {
    EXPECT_EQ(find_fault(each.trace), std::nullopt) << each.what;
  }
}

TEST(HostileTraces, AreReadReportedAndExported) {
  const test::TemporaryInMemory quick;
  const TestFolder folder;
  const std::string file = folder.file("a.wscope"), csv = folder.file("a.csv"),
                    json = folder.file("a.json");
  const std::vector<std::vector<std::string>> commands{
      {"info", file},
      {"info", file, "--json"},
      {"report", file},
      {"report", file, "--json", "--banks", "cc1"},
      {"diff", file, file},
      {"compare", file, file, "--json"},
      {"export", file, "-o", csv, "--view", "lines"},
      {"export", file, "-o", csv, "--view", "totals"},
      {"export", file, "-o", json},
  };
  for (std::size_t i = 0; i < table().size(); i += test::whole() ? 1 : cases_per_tried_one) {
    const HostileTraceCase& each = table()[i];
    expect_modest(each.what, most_megabytes, [&] {
      ASSERT_TRUE(write_trace(each.trace, file)) << each.what;
      for (const auto& command : commands) {
        const Invoked invoked = invoke(command);
        EXPECT_EQ(invoked.code, 0) << each.what << ": " << command[0] << ": " << invoked.err;
        EXPECT_EQ(invoked.out, printable_lines(invoked.out)) << each.what << ": " << command[0];
      }
    });
  }
}

/// Draws a view, so that the fonts are made once, not by each of the processes forked from this
/// one.
void make_fonts() {
  const auto ordinary = std::ranges::find_if(
      table(), [](const HostileTraceCase& each) { return !each.trace.accesses.empty(); });
  const auto document = test::document_of(ordinary->trace);
  const std::unique_ptr<View> view = make_view(view_ids().front());
  view->on_document(*document);
  test::Shown shown;
  static_cast<void>(shown.draw(*view, *document, 0));
}

TEST(HostileTraces, AreDrawnByEveryView) {
  make_fonts();
  const test::TemporaryInMemory quick;
  const TestFolder folder;
  const std::string file = folder.file("a.wscope");
  for (std::size_t i = 0; i < table().size(); i += test::whole() ? 1 : cases_per_tried_one) {
    const HostileTraceCase& each = table()[i];
    if (each.trace.accesses.empty()) continue;  // the window refuses it
    expect_modest(each.what, most_megabytes, [&] {
      ASSERT_TRUE(write_trace(each.trace, file));
      Result<Trace> read = read_trace(file);  // names are made fit to be shown
      ASSERT_TRUE(read) << read.error().message;
      const auto document = test::document_of(std::move(read).value());
      const auto last = static_cast<std::uint32_t>(document->trace->accesses.size()) - 1;
      for (const std::uint32_t access : {0U, last}) {
        EXPECT_FALSE(caption(*document->trace, document->summary, access).sentence.empty());
      }
      for (const std::string_view id : view_ids()) {
        const std::unique_ptr<View> view = make_view(id);
        view->on_document(*document);
        for (const std::uint32_t access : {0U, last}) {
          for (const StageInfo& stage : view_lists().stages) {
            test::Shown shown{.area = {0, 0, 640, 360}, .stage = std::string(stage.id)};
            shown.pointer = {.at = {320, 180}, .inside = true};
            EXPECT_FALSE(shown.draw(*view, *document, access).blank()) << each.what << ": " << id;
            if (id != "stage") break;  // the others do not ask which
          }
          for (const LookOption& option : view->about().options) {
            for (std::size_t choice = 1; choice < option.choices.size(); ++choice) {
              test::Shown shown{.area = {0, 0, 640, 360}};
              option.choose(shown.look, choice);
              shown.pointer = {.at = {320, 180}, .inside = true};
              EXPECT_FALSE(shown.draw(*view, *document, access).blank())
                  << each.what << ": " << id << ", " << option.choices[choice].id;
            }
          }
        }
      }
    });
  }
}

}  // namespace
}  // namespace warpscope
