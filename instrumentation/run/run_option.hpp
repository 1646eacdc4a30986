#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/run/run.hpp"

namespace warpscope {

/// One thing that determines a run of a kernel, as text. Command line, bookmarks, lessons,
/// comparisons and messages take its name, its form and its words from here.
struct RunOption {
  std::string_view id;     ///< "trace-block": --trace-block, and its name in notes
  std::string_view value;  ///< what stands for its value in the help: "B"
  std::string_view about;  ///< a line of the help
  bool repeated = false;   ///< may be given several times
  bool what_if = false;    ///< changes the kernel itself
  bool machine = false;    ///< says where it runs, which changes no trace

  /// Sets it. ErrorKind::usage where the text has not its form; the sentence calls it `name`, such
  /// as "--block". Asks nothing of the kernel, which need not be known.
  Status (*read)(std::string_view name, const std::string& text, RunRequest& request);
  /// What read() takes, for each time; nothing where it is not set.
  std::vector<std::string> (*texts)(const RunRequest& request);
  /// What `run` has other than `now`, in words: "block 64". May be empty.
  std::string (*difference)(const RunRequest& run, const RunRequest& now);
  /// Asked before read() where the kernel is known: whether it takes this text, in words of that
  /// kernel. `request` has the options that stand above this one. Null: all is run()'s to say.
  Status (*check)(std::string_view name, const std::string& text, const RunRequest& request,
                  const KernelInfo& kernel) = nullptr;
};

/// THE list, in the order of the help.
[[nodiscard]] std::span<const RunOption> run_options();
/// Asserts that there is one.
[[nodiscard]] const RunOption& run_option(std::string_view id);

}  // namespace warpscope
