#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <ostream>
#include <string>

#include "instrumentation/process/descendants.hpp"
#include "instrumentation/trace/temporary.hpp"
#include "tests/program/process/small_program.hpp"

namespace warpscope {

/// What a program of the user's must leave as it is.
struct OwnState {
  std::string folder, mask_of_files, signals, streams;
  std::size_t descriptors = 0, temporaries = 0;
  friend bool operator==(const OwnState&, const OwnState&) = default;

  static OwnState now() {
    OwnState state;
    state.folder = std::filesystem::current_path().string();
    const mode_t mask = ::umask(0);
    ::umask(mask);
    state.mask_of_files = std::to_string(mask);
    sigset_t blocked;
    ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
    for (int number = 1; number < NSIG; ++number) {
      struct sigaction action {};
      ::sigaction(number, nullptr, &action);
      state.signals += sigismember(&blocked, number) != 0 ? 'b' : '-';
      state.signals += action.sa_handler == SIG_DFL ? 'd' : 'h';
    }
    for (int stream = 0; stream < 3; ++stream) {
      state.streams += std::to_string(::fcntl(stream, F_GETFL)) + ' ';
    }
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      state.descriptors += entry.path().empty() ? 0 : 1;
    }
    const std::string ours = std::string(temporary_mark) + std::to_string(::getpid()) + '-';
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
      state.temporaries += entry.path().filename().string().starts_with(ours) ? 1 : 0;
    }
    return state;
  }
};
inline void PrintTo(const OwnState& state, std::ostream* out) {
  *out << state.folder << ", umask " << state.mask_of_files << ", signals " << state.signals
       << ", streams " << state.streams << ", " << state.descriptors << " descriptors, "
       << state.temporaries << " temporary folders";
}

/// A process of ours that no program may touch. Ends with the object.
class Bystander {
 public:
  Bystander() : process_(::fork()) {
    if (process_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (true) ::pause();
  }
  ~Bystander() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  Bystander(const Bystander&) = delete;
  Bystander& operator=(const Bystander&) = delete;
  [[nodiscard]] bool lives() const { return ::waitpid(process_, nullptr, WNOHANG) == 0; }
  [[nodiscard]] pid_t process() const { return process_; }

 private:
  pid_t process_;
};

/// Ends and names what is left of a program, our own bystander apart.
inline int count_survivors(pid_t bystander) {
  int survivors = 0;
  for (const ProcessEntry& process : descendants_of(::getpid())) {
    if (process.id == bystander) continue;
    if (process.state == 'Z') {  // has ended; came to us since its guard was gone
      ::waitpid(process.id, nullptr, WNOHANG);
      continue;
    }
    ++survivors;
    ADD_FAILURE() << "process " << process.id << " of state " << process.state << " is left";
    ::kill(process.id, SIGKILL);
  }
  return survivors;
}

inline void expect_one_sentence(const std::string& message) {
  ASSERT_FALSE(message.empty());
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_EQ(message.find('\x1b'), std::string::npos) << message;
  EXPECT_EQ(message.back(), '.') << message;
  EXPECT_LT(message.size(), 400U) << message;
}

/// AddressSanitizer brings handlers, a heap and a shadow of its own, which decide instead of ours.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitizer_decides = true;
#else
inline constexpr bool sanitizer_decides = false;
#endif

/// Runs a program, and expects that it leaves no process, changes nothing of ours, and that its end is told in one sentence.
inline SmallRun run_isolated(const TestFolder& folder, const BuiltProgram& built,
                             const ProgramRequest& request) {
  // What the guard lost would come to us.
  EXPECT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  const Bystander bystander;
  const OwnState before = OwnState::now();
  SmallRun run = run_built(folder, built, request);
  EXPECT_EQ(OwnState::now(), before);
  EXPECT_TRUE(bystander.lives());
  EXPECT_EQ(count_survivors(bystander.process()), 0);
  EXPECT_EQ(run.problem, "");
  if (run.outcome.end == ProgramOutcome::End::returned) {
    EXPECT_EQ(run.outcome.message.english(), "");
  } else {
    expect_one_sentence(run.outcome.message.english());
    EXPECT_FALSE(run.outcome.message.is_data()) << "in one language";
  }
  return run;
}

}  // namespace warpscope
