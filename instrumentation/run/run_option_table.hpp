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
  std::string_view value;  ///< stands for its value in the help: "B"
  std::string_view about;  ///< a line of the help
  bool repeated = false;   ///< may be given several times
  std::string_view joined =
      {};                ///< if not empty, it may be given several times, too: one text, joined so
  bool what_if = false;  ///< changes the kernel itself
  bool machine = false;  ///< says where it runs; changes no trace

  /// Sets it. ErrorKind::usage if the text is malformed; the sentence calls the option `name`, such
  /// as "--block". Does not look at the kernel, which need not be known.
  Status (*read)(std::string_view name, const std::string& text, RunRequest& request);
  /// The texts that read() takes, one for each time it is given; none if it is not set.
  std::vector<std::string> (*texts)(const RunRequest& request);
  /// How `run` differs from `now`, in words: "block 64". May be empty.
  std::string (*difference)(const RunRequest& run, const RunRequest& now);
  /// Called before read() if the kernel is known: whether the kernel takes this text, in words of
  /// that kernel. `request` has the options listed above this one. Null: run() checks everything.
  Status (*check)(std::string_view name, const std::string& text, const RunRequest& request,
                  const KernelInfo& kernel) = nullptr;
};

/// THE list, in the order of the help.
[[nodiscard]] std::span<const RunOption> run_options();
/// Asserts that there is one.
[[nodiscard]] const RunOption& run_option(std::string_view id);

}  // namespace warpscope
