#include "instrumentation/run/run_option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <filesystem>
#include <utility>

#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/numbers.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

using Texts = std::vector<std::string>;

constexpr std::int64_t most_threads = 1024;
constexpr std::int64_t most_blocks = (std::int64_t{1} << 31) - 1;

/// Puts a whole number into `target`.
template <class Number, class Target>
Status read_number(std::string_view name, const std::string& text, std::int64_t least,
                   std::int64_t most, Target& target) {
  const Result<std::int64_t> number = parse_number(name, text, least, most);
  if (!number) return number.error();
  target = static_cast<Number>(number.value());
  return Done{};
}

Texts text_unless(bool is_default, std::int64_t number) {
  return is_default ? Texts{} : Texts{std::to_string(number)};
}

Status check_size(std::string_view name, const std::string& text, const RunRequest& request,
                  const KernelInfo& kernel) {
  const bool emulated = request.machine == MachineKind::emulator;
  const std::int64_t least = kernel.shape == Shape::any ? 1 : tile_of(kernel, kernel.min_block, {});
  // Translators: these four begin sentences such as: {0}, the side of a matrix of {1}, is "3", but it must be …
  const std::string what =
      kernel.shape == Shape::square
          ? emulated ? tr("{0}, the side of a matrix of {1} on the emulator,", name, kernel.id)
                     : tr("{0}, the side of a matrix of {1},", name, kernel.id)
      : emulated ? tr("{0}, the number of elements of {1} on the emulator,", name, kernel.id)
                 : tr("{0}, the number of elements of {1},", name, kernel.id);
  const auto size =
      parse_number(what, text, least, emulated ? kernel.max_emulated_size : kernel.max_size);
  if (!size) return size.error();
  return Done{};
}

Status check_input(std::string_view name, const std::string& text, const RunRequest&,
                   const KernelInfo& kernel) {
  const std::vector<std::string> kinds = input_kinds(kernel);
  std::error_code ignored;
  if (text.empty() || std::ranges::count(kinds, text) > 0 ||
      std::filesystem::exists(text, ignored)) {
    return Done{};
  }
  return usage_error(tr("{0} is \"{1}\", which is neither a file nor a kind of input of {2}. {3}",
                        name, text, kernel.id, did_you_mean(text, kinds)));
}

/// "random #7".
std::string input_words(const RunRequest& run) {
  return fmt::format("{} #{}", tr(std::string_view(run.input.kind)), run.input.seed);
}

Texts seed_texts(const RunRequest& request) {
  if (request.input.seed == InputSpec{}.seed) return {};
  return {std::to_string(request.input.seed)};
}

Status check_seed(std::string_view name, const std::string&, const RunRequest& request,
                  const KernelInfo& kernel) {
  if (is_drawn(kernel, request.input.kind)) return Done{};
  return usage_error(tr("--input {0} is the same with every seed, so {1} says nothing here.",
                        request.input.kind, name));
}

Status read_parameter(std::string_view name, const std::string& text, RunRequest& request) {
  const auto equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    return usage_error(
        tr("{0} is \"{1}\", but it must be NAME=VALUE, such as type=float.", name, text));
  }
  request.parameters[text.substr(0, equals)] = text.substr(equals + 1);
  return Done{};
}

Status check_parameter(std::string_view name, const std::string& text, const RunRequest& request,
                       const KernelInfo& kernel) {
  const auto equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) return Done{};  // read() refuses it
  const std::string parameter = text.substr(0, equals);
  if (request.parameters.contains(parameter)) {
    return usage_error(tr("{0} {1} was given more than once.", name, parameter));
  }
  return check_parameter_names(kernel, {{parameter, ""}});  // values are run()'s to check
}

Texts parameter_texts(const RunRequest& request) {
  Texts texts;
  for (const auto& [name, value] : request.parameters) {
    texts.push_back(std::string(name).append("=").append(value));
  }
  return texts;
}

std::string parameter_difference(const RunRequest& run, const RunRequest& now) {
  std::string text;
  for (const auto& [name, value] : run.parameters) {
    const auto other = now.parameters.find(name);
    if (other != now.parameters.end() && other->second == value) continue;
    if (!text.empty()) text += ", ";
    text += std::string(name).append(" ").append(value);
  }
  return text;
}

const std::vector<std::pair<std::string, MachineKind>>& machines() {
  static const std::vector<std::pair<std::string, MachineKind>> all{
      {"auto", MachineKind::automatic},
      {"emulator", MachineKind::emulator},
      {"cuda", MachineKind::cuda},
  };
  return all;
}

Status read_machine(std::string_view name, const std::string& text, RunRequest& request) {
  std::vector<std::string> names;
  for (const auto& [machine, kind] : machines()) {
    names.push_back(machine);
    if (machine != text) continue;
    request.machine = kind;
    return Done{};
  }
  return usage_error(tr("{0} is \"{1}\", but it must be {2}.", name, text, one_of(names)));
}

Texts machine_texts(const RunRequest& request) {
  if (request.machine == MachineKind::automatic) return {};
  return {
      std::ranges::find(machines(), request.machine, &std::pair<std::string, MachineKind>::second)
          ->first};
}

constexpr std::string_view random_prefix = "random:";

Status read_schedule(std::string_view name, const std::string& text, RunRequest& request) {
  const bool random = text.starts_with(random_prefix);
  if (!random && text != "in-order") {
    return usage_error(tr(
        "{0} is \"{1}\", but it must be in-order or random:SEED, such as random:1.", name, text));
  }
  std::uint64_t seed = 0;
  if (random) {
    const auto typed =
        parse_seed(tr("The seed of {}", name), std::string_view(text).substr(random_prefix.size()));
    if (!typed) return typed.error();
    seed = typed.value();
  }
  request.schedule.random = random;
  request.schedule.seed = seed;
  return Done{};
}

Texts schedule_texts(const RunRequest& request) {
  if (!request.schedule.random) return {};
  return {fmt::format("{}{}", random_prefix, request.schedule.seed)};
}

Status read_winner(std::string_view name, const std::string& text, RunRequest& request) {
  if (text != "h200" && text != "highest") {
    return usage_error(tr("{0} is \"{1}\", but it must be h200 or highest.", name, text));
  }
  request.schedule.highest_lane_wins = text == "highest";
  return Done{};
}

std::string schedule_difference(const RunRequest&, const RunRequest&) {
  return tr("another schedule");
}

// Empty if the run has no number of its own: then it has the kernel's default, which the kernel's name
// stands for.

std::string size_difference(const RunRequest& run, const RunRequest&) {
  return run.size ? fmt::format("n {}", *run.size) : std::string();
}

std::string block_difference(const RunRequest& run, const RunRequest&) {
  // Translators: the threads in a block.
  return run.block ? tr("block {}", *run.block) : std::string();
}

std::string traced_block_difference(const RunRequest& run, const RunRequest&) {
  // Translators: the number of the block that is recorded.
  return run.traced_block ? tr("recorded block {}", *run.traced_block) : std::string();
}

std::string barrier_difference(const RunRequest& run, const RunRequest&) {
  const int line = run.what_if.drop_barrier;
  return line == 0 ? std::string(tr("with every barrier"))
                   : tr("without the barrier of line {}", line);
}

std::string pad_difference(const RunRequest& run, const RunRequest&) {
  const int pad = run.what_if.pad;
  return pad == 0 ? std::string(tr("not padded")) : tr("padded by 1 in {}", pad);
}

Status read_layouts(std::string_view name, const std::string& text, RunRequest& request) {
  Result<Layouts> layouts = parse_layouts(name, text);
  if (!layouts) return layouts.error();
  request.what_if.layouts = std::move(layouts).value();
  return Done{};
}

Texts layouts_texts(const RunRequest& request) {
  if (request.what_if.layouts.empty()) return {};
  return {text(request.what_if.layouts)};
}

std::string layouts_difference(const RunRequest& run, const RunRequest&) {
  const Layouts& layouts = run.what_if.layouts;
  return layouts.empty() ? std::string(tr("arrays as declared")) : words(layouts);
}

// clang-format off
const std::array options = std::to_array<RunOption>({
    {.id = "machine", .value = "M",
     .about = tr_noop("auto, emulator or cuda; auto takes the GPU if there is one"),
     .machine = true,
     .read = read_machine, .texts = machine_texts,
     .difference = [](const RunRequest&, const RunRequest&) { return std::string(); }},
    {.id = "size", .value = "N", .about = tr_noop("Elements; the kernel's own default unless given"),
     .read = [](std::string_view name, const std::string& text, RunRequest& r) {
       return read_number<std::int64_t>(name, text, 1, largest_number, r.size);
     },
     .texts = [](const RunRequest& r) { return text_unless(!r.size, r.size.value_or(0)); },
     .difference = size_difference,
     .check = check_size},
    {.id = "block", .value = "B", .about = tr_noop("Threads per block"),
     .read = [](std::string_view name, const std::string& text, RunRequest& r) {
       return read_number<int>(name, text, 1, most_threads, r.block);
     },
     .texts = [](const RunRequest& r) { return text_unless(!r.block, r.block.value_or(0)); },
     .difference = block_difference},
    {.id = "input", .value = "KIND|FILE",
     .about = tr_noop("The elements: a kind such as random, ones or ramp (see list), or a file of numbers"),
     .read = [](std::string_view, const std::string& text, RunRequest& r) {
       r.input.kind = text;
       return Status(Done{});
     },
     .texts = [](const RunRequest& r) { return r.input.kind.empty() ? Texts{} : Texts{r.input.kind}; },
     .difference = [](const RunRequest& r, const RunRequest&) { return input_words(r); },
     .check = check_input},
    {.id = "seed", .value = "S", .about = tr_noop("Seed of the random input; 7 unless given"),
     .read = [](std::string_view name, const std::string& text, RunRequest& r) {
       const Result<std::uint64_t> seed = parse_seed(name, text);
       if (seed) r.input.seed = seed.value();
       return seed ? Status(Done{}) : Status(seed.error());
     },
     .texts = seed_texts,
     .difference = [](const RunRequest& r, const RunRequest&) { return input_words(r); },
     .check = check_seed},
    {.id = "param", .value = "K=V",
     .about = tr_noop("Set a kernel's parameter, such as type=float or op=max; may be repeated"),
     .repeated = true,
     .read = read_parameter, .texts = parameter_texts, .difference = parameter_difference,
     .check = check_parameter},
    {.id = "trace-block", .value = "B", .about = tr_noop("Block that is recorded; unless given, 0, or the last of a kernel that is about it"),
     .read = [](std::string_view name, const std::string& text, RunRequest& r) {
       return read_number<int>(name, text, 0, most_blocks, r.traced_block);
     },
     .texts = [](const RunRequest& r) { return text_unless(!r.traced_block, r.traced_block.value_or(0)); },
     .difference = traced_block_difference},
    {.id = "schedule", .value = "ORDER",
     .about = tr_noop("Order of the emulator's warps: in-order or random:SEED"),
     .read = read_schedule, .texts = schedule_texts, .difference = schedule_difference},
    {.id = "store-winner", .value = "LANE",
     .about = tr_noop("Which lane's value survives if several store to one element: h200 (as there) or highest"),
     .read = read_winner,
     .texts = [](const RunRequest& r) {
       return r.schedule.highest_lane_wins ? Texts{"highest"} : Texts{};
     },
     .difference = schedule_difference},
    {.id = "drop-barrier", .value = "LINE",
     .about = tr_noop("What if nobody waited at the barrier of this line of the source? Emulator only"),
     .what_if = true,
     .read = [](std::string_view name, const std::string& text, RunRequest& r) {
       return read_number<int>(name, text, 1, max_source_lines, r.what_if.drop_barrier);
     },
     .texts = [](const RunRequest& r) {
       return text_unless(r.what_if.drop_barrier == 0, r.what_if.drop_barrier);
     },
     .difference = barrier_difference},
    {.id = "pad", .value = "N",
     .about = tr_noop("What if shared arrays had an unused element after each N (a matrix: one more column)?"),
     .what_if = true,
     .read = [](std::string_view name, const std::string& text, RunRequest& r) {
       return read_number<int>(name, text, 1, max_pad, r.what_if.pad);
     },
     .texts = [](const RunRequest& r) { return text_unless(r.what_if.pad == 0, r.what_if.pad); },
     .difference = pad_difference},
    {.id = "relayout", .value = "ARRAY:CHANGE",
     .about = tr_noop("What if a shared array lay otherwise? pad=N (a longer row), pad=N/EVERY (within rows, too), xor "
                      "(column ^ row; xor=1/4 keeps 4 columns together; xor=col32 takes the column's upper bits) or "
                      "index=FORMULA (row*(W+1) + col); may be repeated for other arrays"),
     .joined = "; ",
     .what_if = true,
     .read = read_layouts, .texts = layouts_texts, .difference = layouts_difference},
});
// clang-format on

}  // namespace

std::span<const RunOption> run_options() { return options; }

const RunOption& run_option(std::string_view id) {
  const auto found = std::ranges::find(options, id, &RunOption::id);
  assert(found != options.end());
  return *found;
}

}  // namespace warpscope
