#include "app/subject/program_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "app/subject/command_words.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/bare/bare_setup.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/numbers.hpp"
#include "instrumentation/run/run_option_table.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

using OptionWords = std::vector<std::string>;

OptionWords words_unless(bool is_default, std::string text) {
  return is_default ? OptionWords{} : OptionWords{std::move(text)};
}

Status read_define(std::string_view name, const std::string& text, ProgramChoice& choice) {
  const std::string macro = text.substr(0, text.find('='));
  const auto in_a_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (macro.empty() || std::isdigit(static_cast<unsigned char>(macro[0])) != 0 ||
      !std::ranges::all_of(macro, in_a_name)) {
    return usage_error(
        say("{0} is \"{1}\", but it must be NAME or NAME=VALUE, such as BLOCK=128.", name, text));
  }
  choice.request.build.defines.push_back(text);
  return Done{};
}

Status read_standard(std::string_view name, const std::string& text, ProgramChoice& choice) {
  static const OptionWords known{"c++17", "c++20"};
  if (std::ranges::count(known, text) == 0) {
    return usage_error(say("{0} is \"{1}\", but it must be {2}.", name, text, one_of(known)));
  }
  choice.request.build.standard = text;
  return Done{};
}

Status read_optimise(std::string_view name, const std::string& text, ProgramChoice& choice) {
  const auto level = parse_number(name, text, 0, 2);
  if (!level) return level.error();
  choice.request.build.optimise = static_cast<int>(level.value());
  return Done{};
}

Status read_setup(std::string_view name, const std::string& text, ProgramChoice& choice) {
  const auto setup = parse_bare_setup(text);
  if (!setup) return usage_error(fmt::format("{}: {}", name, setup.error().message));
  choice.request.build.setups.push_back(text);
  return Done{};
}

Status read_launch(std::string_view name, const std::string& text, ProgramChoice& choice) {
  auto launch = parse_launch_choice(name, text);
  if (!launch) return launch.error();
  choice.launch = std::move(launch).value();
  // A launch that is asked for by its number is recorded, even if it comes late.
  if (choice.launch.kernel.empty()) {
    int& recorded = choice.request.options.record_launches;
    recorded = std::max(recorded, choice.launch.number);
  }
  return Done{};
}

/// "X[,Y[,Z]]"
Status read_block(std::string_view name, const std::string& text, ProgramChoice& choice) {
  const std::array limits{std::numeric_limits<std::int32_t>::max(), max_grid_rows, max_grid_rows};
  std::array<std::int32_t, 3> place{};
  std::size_t begin = 0;
  for (std::size_t k = 0; k < place.size(); ++k) {
    const std::size_t comma = text.find(',', begin);
    const auto number =
        parse_number(fmt::format("{}, a block as X, X,Y or X,Y,Z,", name),
                     std::string_view(text).substr(begin, comma - begin), 0, limits[k] - 1);
    if (!number) return number.error();
    place[k] = static_cast<std::int32_t>(number.value());
    if (comma == std::string::npos) {
      choice.request.options.traced_block = {place[0], place[1], place[2]};
      return Done{};
    }
    begin = comma + 1;
  }
  return usage_error(say("{0} is \"{1}\", but a block has at most three coordinates.", name, text));
}

OptionWords block_words(const ProgramChoice& choice) {
  const auto [x, y, z] = choice.request.options.traced_block;
  if (z != 0) return {fmt::format("{},{},{}", x, y, z)};
  if (y != 0) return {fmt::format("{},{}", x, y)};
  return words_unless(x == 0, std::to_string(x));
}

/// Schedules of programs have the words of those of kernels.
Status read_schedule_of_kernels(std::string_view id, std::string_view name, const std::string& text,
                                ProgramChoice& choice) {
  RunRequest run;
  if (Status read = run_option(id).read(name, text, run); !read) return read;
  ProgramOptions& options = choice.request.options;
  if (id == "schedule") {
    options.schedule_seed.reset();
    if (run.schedule.random) options.schedule_seed = run.schedule.seed;
  } else {
    options.highest_lane_wins = run.schedule.highest_lane_wins;
  }
  return Done{};
}

OptionWords schedule_words(const ProgramChoice& choice) {
  const auto& seed = choice.request.options.schedule_seed;
  return seed ? OptionWords{fmt::format("random:{}", *seed)} : OptionWords{};
}

Status read_seconds(std::string_view name, const std::string& text, ProgramChoice& choice) {
  constexpr double most = 1e6;
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc{} || end != text.data() + text.size() || !(seconds >= 0) ||
      seconds > most) {
    return usage_error(say(
        "{0} is \"{1}\", but it must be seconds from 0 to 1000000; 0 is no limit.", name, text));
  }
  choice.request.options.time_limit = seconds;
  return Done{};
}

template <class Member>
Status read_count(std::string_view name, const std::string& text, std::int64_t least,
                  Member& member) {
  const auto number = parse_number(name, text, least);
  if (!number) return number.error();
  member = number.value();
  return Done{};
}

const ProgramChoice& default_choice() {
  static const ProgramChoice none;
  return none;
}

// clang-format off
const std::array options_of_programs = std::to_array<ProgramOption>({
    {.id = "with", .names = "--with", .value = "FILE",
     .about = tr_noop("Another source file of the program; may be repeated"), .repeated = true,
     .of_files = true,
     .read = [](std::string_view, const std::string& text, ProgramChoice& c) {
       c.request.build.files.emplace_back(text);
       return Status(Done{});
     },
     .texts = [](const ProgramChoice&) { return OptionWords{}; }},  // the files are named anyway
    {.id = "include", .names = "-I,--include", .value = "DIR",
     .about = tr_noop("A folder to look for included files in; may be repeated"), .repeated = true,
     .read = [](std::string_view, const std::string& text, ProgramChoice& c) {
       c.request.build.include_folders.push_back(text);
       return Status(Done{});
     },
     .texts = [](const ProgramChoice& c) { return c.request.build.include_folders; }},
    {.id = "define", .names = "-D,--define", .value = "NAME[=VALUE]",
     .about = tr_noop("Define a macro, such as BLOCK=128; may be repeated"), .repeated = true,
     .read = read_define,
     .texts = [](const ProgramChoice& c) { return c.request.build.defines; }},
    {.id = "std", .names = "--std", .value = "STANDARD",
     .about = tr_noop("The C++ of the program: c++17 (unless given) or c++20"),
     .read = read_standard,
     .texts = [](const ProgramChoice& c) {
       const std::string& now = c.request.build.standard;
       return words_unless(now == default_choice().request.build.standard, now);
     }},
    {.id = "optimise", .names = "--optimise", .value = "0|1|2",
     .about = tr_noop("How much the compiler optimises; 1 unless given"),
     .read = read_optimise,
     .texts = [](const ProgramChoice& c) {
       const int now = c.request.build.optimise;
       return words_unless(now == default_choice().request.build.optimise, std::to_string(now));
     }},
    {.id = "as-compiled", .names = "--as-compiled", .value = "",
     .about = tr_noop("Kernels as a compiler for GPUs makes them, instead of as written; needs clang"),
     .read = [](std::string_view, const std::string&, ProgramChoice& c) {
       c.request.build.as_compiled = true;
       return Status(Done{});
     },
     .texts = [](const ProgramChoice& c) { return words_unless(!c.request.build.as_compiled, ""); }},
    {.id = "setup", .names = "--setup", .value = "TEXT",
     .about = tr_noop("How a kernel without main() is launched: \"block 256, n 1024\"; may be repeated"),
     .repeated = true,
     .read = read_setup,
     .texts = [](const ProgramChoice& c) { return c.request.build.setups; }},
    {.id = "launch", .names = "--launch", .value = "NAME[:K]|N",
     .about = tr_noop("The launch that is shown: of this kernel, its K-th, or the program's N-th"),
     .read = read_launch,
     .texts = [](const ProgramChoice& c) {
       const std::string text = launch_choice_text(c.launch);
       return words_unless(text.empty(), text);
     }},
    {.id = "trace-block", .names = "--trace-block", .value = "X[,Y[,Z]]",
     .about = tr_noop("The block of each launch that is recorded; 0 unless given, the last if there are fewer"),
     .read = read_block, .texts = block_words},
    {.id = "all-blocks", .names = "--all-blocks", .value = "",
     .about = tr_noop("Sum the totals over all blocks instead of the recorded one: slower"),
     .of_sums = true,
     .read = [](std::string_view, const std::string&, ProgramChoice& c) {
       c.request.options.all_blocks = true;
       return Status(Done{});
     },
     .texts = [](const ProgramChoice& c) {
       return words_unless(!c.request.options.all_blocks, "");
     }},
    {.id = "schedule", .names = "--schedule", .value = "ORDER",
     .about = tr_noop("Order of the warps: in-order or random:SEED"),
     .read = [](std::string_view name, const std::string& text, ProgramChoice& c) {
       return read_schedule_of_kernels("schedule", name, text, c);
     },
     .texts = schedule_words},
    {.id = "store-winner", .names = "--store-winner", .value = "LANE",
     .about = tr_noop("Which lane's value survives if several store to one element: h200 (as there) or highest"),
     .read = [](std::string_view name, const std::string& text, ProgramChoice& c) {
       return read_schedule_of_kernels("store-winner", name, text, c);
     },
     .texts = [](const ProgramChoice& c) {
       return words_unless(!c.request.options.highest_lane_wins, "highest");
     }},
    {.id = "check-limit", .names = "--check-limit", .value = "N",
     .about = tr_noop("Accesses of single lanes that are checked, in all; 50,000,000 unless given"),
     .read = [](std::string_view name, const std::string& text, ProgramChoice& c) {
       return read_count(name, text, 0, c.request.options.check_limit);
     },
     .texts = [](const ProgramChoice& c) {
       const auto now = c.request.options.check_limit;
       return words_unless(now == default_choice().request.options.check_limit,
                           std::to_string(now));
     }},
    {.id = "time-limit", .names = "--time-limit", .value = "S",
     .about = tr_noop("Seconds that the program may run; 60 unless given, 0 is no limit"),
     .read = read_seconds,
     .texts = [](const ProgramChoice& c) {
       const double now = c.request.options.time_limit;
       return words_unless(now == default_choice().request.options.time_limit,
                           fmt::format("{}", now));
     }},
    {.id = "memory-limit", .names = "--memory-limit", .value = "MiB",
     .about = tr_noop("Memory that the program may take; 8192 unless given"),
     .read = [](std::string_view name, const std::string& text, ProgramChoice& c) {
       return read_count(name, text, 1, c.request.options.memory_limit);
     },
     .texts = [](const ProgramChoice& c) {
       const auto now = c.request.options.memory_limit;
       return words_unless(now == default_choice().request.options.memory_limit,
                           std::to_string(now));
     }},
});
// clang-format on

}  // namespace

std::span<const ProgramOption> program_options() { return options_of_programs; }

std::string_view short_name_of(const ProgramOption& option) {
  return option.names.substr(0, option.names.find(','));
}

std::string program_option_words(const ProgramChoice& choice) {
  std::string words;
  for (const ProgramOption& option : program_options()) {
    for (const std::string& text : option.texts(choice)) {
      words += fmt::format("{}{}", words.empty() ? "" : " ", short_name_of(option));
      if (!option.value.empty()) words += " " + quoted_words({&text, 1});
    }
  }
  return words;
}

Status read_option_words(std::string_view words, ProgramChoice& choice) {
  auto split = split_words(words);
  if (!split) return split.error();
  const std::vector<std::string>& texts = split.value();
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const std::string& name = texts[k];
    const auto option = std::ranges::find_if(program_options(), [&](const ProgramOption& known) {
      return short_name_of(known) == name;
    });
    if (option == program_options().end()) {
      return usage_error(say("{} is no option of a program.", name));
    }
    const bool has_text = !option->value.empty() && k + 1 < texts.size();
    if (Status read = option->read(name, has_text ? texts[++k] : "", choice); !read) {
      return read.error();
    }
  }
  return Done{};
}

}  // namespace warpscope
