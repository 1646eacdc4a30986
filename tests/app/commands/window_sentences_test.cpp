// What the window says names nothing that only the command line knows.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/subject/catalogue_subject.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/failing_device.hpp"

namespace warpscope {
namespace {

/// The first option or id of a kernel in a sentence; empty if there is none.
std::string typed_word_in(const std::string& sentence) {
  const auto dashes = sentence.find("--");
  if (dashes != std::string::npos) return sentence.substr(dashes);
  for (const KernelInfo* kernel : catalogue()) {
    const std::string id(kernel->id);
    if (id.find('_') != std::string::npos && sentence.find(id) != std::string::npos) return id;
  }
  return {};
}

/// Requests that a kernel refuses.
std::vector<RunRequest> refused_requests(const KernelInfo& kernel) {
  std::vector<RunRequest> list;
  const auto add = [&](auto change) {
    RunRequest request;
    request.kernel = kernel.id;
    change(request);
    list.push_back(std::move(request));
  };
  for (const std::int64_t size : {-5LL, 0LL, 1LL, 41LL, 1000LL, 99'999LL, 1LL << 60}) {
    add([&](RunRequest& request) { request.size = size; });
  }
  for (const int block : {-1, 7, 100'000}) add([&](RunRequest& r) { r.block = block; });
  for (const Parameter& parameter : kernel.parameters) {
    for (const char* value : {"nonsense", "-12345678"}) {
      add([&](RunRequest& r) { r.parameters[std::string(parameter.name)] = value; });
    }
  }
  add([](RunRequest& request) { request.parameters["unheard"] = "1"; });
  add([](RunRequest& request) { request.what_if.drop_barrier = 99'999; });
  for (const SourceBarrier& barrier : catalogue_subject(kernel.id)->barriers()) {
    add([&](RunRequest& request) {
      request.what_if.drop_barrier = static_cast<int>(barrier.line);
      request.machine = MachineKind::cuda;
    });
  }
  return list;
}

TEST(WindowSentences, OfRefusedSetupsNameNoOptionAndNoId) {
  int refused = 0, typed = 0;
  for (const KernelInfo* kernel : catalogue()) {
    for (const RunRequest& request : refused_requests(*kernel)) {
      const auto completed = catalogue_subject(kernel->id)->complete(request);
      if (completed) continue;
      const Error& error = completed.error();
      ++refused;
      typed += static_cast<int>(!typed_word_in(error.message).empty());
      EXPECT_EQ(typed_word_in(error.for_window()), "") << error.for_window();
    }
    for (const int step : {-1, 1}) {
      Options options;
      options.request =
          catalogue_subject(kernel->id)->complete({.kernel = std::string(kernel->id)}).value();
      for (int steps = 0; steps < 20; ++steps) {
        options.variant = Variant{.block_step = step * steps};
        const auto other = varied(options);
        if (other) continue;
        EXPECT_EQ(typed_word_in(other.error().for_window()), "") << other.error().for_window();
        break;
      }
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(typed, 500) << "else this test says nothing";
}

TEST(WindowSentences, OfAGpuThatFailsNameNoOptionAndNoId) {
  const auto check = [](test::FailingDevice& device) {
    const DeviceScope scope(device);
    const auto refused =
        warpscope::run({.kernel = "reduce_strided", .machine = MachineKind::cuda}, {});
    ASSERT_FALSE(refused);
    EXPECT_NE(typed_word_in(refused.error().message), "") << refused.error().message;
    EXPECT_EQ(typed_word_in(refused.error().for_window()), "") << refused.error().for_window();
  };
  test::FailingDevice failing({"launching the kernel", false});
  check(failing);
  failing.state.usable = false;
  failing.state.problem = "There is no GPU.";
  check(failing);
}

TEST(WindowSentences, OfAnInputThatIsTooShortNamesNoOption) {
  const auto file = std::filesystem::path(testing::TempDir()) / "window_sentences.txt";
  std::ofstream(file) << "1 2 3\n";
  for (const char* kernel : {"reduce_strided", "matmul_tiled"}) {
    const auto refused = warpscope::run({.kernel = kernel, .input = {.kind = file.string()}}, {});
    ASSERT_FALSE(refused) << kernel;
    EXPECT_NE(refused.error().message.find("--size"), std::string::npos);
    EXPECT_EQ(typed_word_in(refused.error().for_window()), "") << refused.error().for_window();
  }
  std::filesystem::remove(file);
}

/// Runs every command and looks at what the window says then.
void run_all(Session& session) {
  const Commands commands = make_commands(session, view_lists());
  for (const Command& command : commands.all()) {
    session.notices.dismiss();
    session.popup = Popup::none;
    if (!command.enabled()) continue;
    command.run();
    test::settle(session);
    if (!session.notices.toast()) continue;
    EXPECT_EQ(typed_word_in(session.notices.toast()->text), "")
        << command.id << ": " << session.notices.toast()->text;
  }
}

TEST(WindowSentences, OfEveryCommandNameNoOptionAndNoId) {
  Session session;
  run_all(session);  // nothing is shown yet
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  run_all(session);
  const auto file = std::filesystem::path(testing::TempDir()) / "window_sentences.wscope";
  ASSERT_TRUE(write_trace(*session.left().document()->trace, file));
  ASSERT_TRUE(session.open(file));
  test::settle(session);
  run_all(session);
  std::filesystem::remove(file);
}

TEST(WindowSentences, OfEveryCommandThatFailsNameNoOptionAndNoId) {
  bool fails = false;
  Session session({}, [&](const Options& wanted, const Recording& have, std::stop_token stop) {
    Options on_gpu = wanted;
    on_gpu.opened = {};
    on_gpu.request.machine = MachineKind::cuda;
    on_gpu.request.what_if = {};
    return make_recording(fails ? on_gpu : wanted, have, std::move(stop));
  });
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  fails = true;
  run_all(session);
}

}  // namespace
}  // namespace warpscope
