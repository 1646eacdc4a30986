#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/subject/program_launches.hpp"

namespace warpscope {

/// What a user chose of a program of their own: what is built, how it runs, which launch is shown.
struct ProgramChoice {
  ProgramRequest request;
  LaunchChoice launch;
  bool all_launches = false;  ///< show every recorded launch, from the one that is meant on
  bool wrong_first = false;   ///< a launch with a finding is meant before the costliest
  std::uint64_t version = 0;  ///< see Subject::version()
  std::uint64_t saves = 0;    ///< that were seen since it was opened
};

/// One thing that determines how a program is built, run and shown, as text. The sibling of
/// RunOption (run_option_table.hpp), which is about kernels of the catalogue.
struct ProgramOption {
  std::string_view id;     ///< "check-limit"; a RunOption of the same id means the same
  std::string_view names;  ///< "--check-limit", "-I,--include"
  std::string_view value;  ///< stands for its value in the help; empty: it has none
  std::string_view about;  ///< a line of the help
  bool repeated = false;   ///< may be given several times
  bool of_sums = false;    ///< for sums over launches only, not for the picture of one
  bool of_files = false;   ///< stands for files that "run" takes by their place

  /// Sets it. ErrorKind::usage if the text is malformed; the sentence calls the option `name`. An
  /// option without a value gets an empty text.
  Status (*read)(std::string_view name, const std::string& text, ProgramChoice& choice);
  /// The texts that read() takes, one for each time it is given; none if it is not set.
  std::vector<std::string> (*texts)(const ProgramChoice& choice);
};

/// THE list, in the order of the help.
[[nodiscard]] std::span<const ProgramOption> program_options();

/// "-D": the shortest of its names.
[[nodiscard]] std::string_view short_name_of(const ProgramOption& option);

/// The options that differ from the default, as they are typed: "-D N=2 --launch reduce".
[[nodiscard]] std::string program_option_words(const ProgramChoice& choice);
/// Reads what program_option_words() has written into `choice`.
[[nodiscard]] Status read_option_words(std::string_view words, ProgramChoice& choice);

}  // namespace warpscope
