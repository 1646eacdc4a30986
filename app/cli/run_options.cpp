#include "app/cli/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/cli/numbers.hpp"
#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/run/cases.hpp"
#include "instrumentation/run/nearest.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

const std::vector<std::pair<std::string, MachineKind>> machines{
    {"auto", MachineKind::automatic},
    {"emulator", MachineKind::emulator},
    {"cuda", MachineKind::cuda},
};

std::string bank_help() {
  std::string text = "Bank model of shared memory; cc5 unless given:";
  for (const BankModel model : all_bank_models) {
    text += fmt::format("\n{} {}", id(model), label(model));
  }
  return text;
}

Result<Schedule> parse_schedule(const std::string& text) {
  if (text.empty() || text == "in-order") return Schedule{};
  if (!text.starts_with("random:")) {
    return usage_error(
        fmt::format("--schedule is \"{}\", but it must be in-order or random:SEED, such as "
                    "random:1.",
                    text));
  }
  const Result<std::uint64_t> seed = parse_seed("The seed of --schedule", text.substr(7));
  if (!seed) return seed.error();
  return Schedule{.random = true, .seed = seed.value()};
}

Status parse_input(const RunOptions& options, const KernelInfo& kernel, InputSpec& input) {
  input.kind = options.input;
  const std::vector<std::string> kinds = input_kinds(kernel);
  const bool known = input.kind.empty() || std::ranges::count(kinds, input.kind) > 0;
  std::error_code ignored;
  if (!known && !std::filesystem::exists(input.kind, ignored)) {
    return usage_error(
        fmt::format("--input is \"{}\", which is neither a file nor a kind of input of {}. {}",
                    input.kind, kernel.id, did_you_mean(input.kind, kinds)));
  }
  if (options.seed.empty()) return Done{};
  if (!is_drawn(kernel, input.kind)) {
    return usage_error(fmt::format(
        "--input {} is the same with every seed, so --seed says nothing here.", input.kind));
  }
  const Result<std::uint64_t> seed = parse_seed("--seed", options.seed);
  if (!seed) return seed.error();
  input.seed = seed.value();
  return Done{};
}

Status parse_size(const RunOptions& options, const KernelInfo& kernel, RunRequest& request) {
  if (options.size.empty()) return Done{};
  const bool emulated = request.machine == MachineKind::emulator;
  const std::int64_t least = kernel.shape == Shape::any ? 1 : tile_of(kernel, kernel.min_block, {});
  const char* what = kernel.shape == Shape::square ? "side of a matrix" : "number of elements";
  const Result<std::int64_t> size = parse_number(
      fmt::format("The {} of {}{}", what, kernel.id, emulated ? " on the emulator" : ""),
      options.size, least, emulated ? kernel.max_emulated_size : kernel.max_size);
  if (!size) return size.error();
  request.size = size.value();
  return Done{};
}

Status parse_blocks(const RunOptions& options, RunRequest& request) {
  constexpr std::int64_t most_threads = 1024;
  constexpr std::int64_t most_blocks = (std::int64_t{1} << 31) - 1;
  if (!options.block.empty()) {
    const auto block = parse_number("--block", options.block, 1, most_threads);
    if (!block) return block.error();
    request.block = static_cast<int>(block.value());
  }
  if (!options.traced_block.empty()) {
    const auto block = parse_number("--trace-block", options.traced_block, 0, most_blocks);
    if (!block) return block.error();
    request.traced_block = static_cast<int>(block.value());
  }
  return Done{};
}

}  // namespace

void add_machine_option(Arguments& command, std::string& machine) {
  command.option("--machine", machine, "M",
                 "auto, emulator or cuda; auto takes the GPU where there is one");
}

void add_parameter_option(Arguments& command, std::vector<std::string>& parameters) {
  command.repeated("--param", parameters, "K=V",
                   "Set a kernel's parameter, such as type=float or op=max; may be repeated");
}

void add_run_options(Arguments& command, RunOptions& options, const std::string& size_names) {
  const auto add = [&](const char* name, std::string& text, const char* value, std::string help) {
    command.option(name, text, value, std::move(help));
  };
  options.size_name = size_names.substr(0, size_names.find(','));
  add(size_names.c_str(), options.size, "N", "Elements; the kernel's own default unless given");
  add("--block", options.block, "B", "Threads per block");
  add("--input", options.input, "KIND|FILE",
      "What the elements are, such as random, ones or ramp (see list); or a file of numbers");
  add("--seed", options.seed, "S", "Seed of the random input; 7 unless given");
  add_parameter_option(command, options.parameters);
  add("--banks", options.banks, "MODEL", bank_help());
  add_machine_option(command, options.machine);
  add("--trace-block", options.traced_block, "B", "Block that is recorded; 0 unless given");
  add("--schedule", options.schedule, "ORDER",
      "Order of the emulator's warps: in-order or random:SEED");
  add("--store-winner", options.store_winner, "LANE",
      "Which of the lanes survives that store to one element at once: h200 (as there) or highest");
  add("--drop-barrier", options.drop_barrier, "LINE",
      "What if nobody waited at the barrier of this line of the source? Emulator only");
  add("--pad", options.pad, "N",
      "What if shared arrays had an unused element after each N (a matrix: one more column)?");
}

Result<MachineKind> parse_machine(const std::string& text) {
  if (text.empty()) return MachineKind::automatic;
  std::vector<std::string> names;
  for (const auto& [name, kind] : machines) {
    if (name == text) return kind;
    names.push_back(name);
  }
  return usage_error(fmt::format("--machine is \"{}\", but it must be {}.", text, one_of(names)));
}

Result<BankModel> chosen_banks(const RunOptions& options) {
  if (options.banks.empty()) return BankModel::cc5;
  if (const auto model = bank_model(options.banks)) return *model;
  std::vector<std::string> ids;
  for (const BankModel model : all_bank_models) ids.emplace_back(id(model));
  return usage_error(
      fmt::format("--banks is \"{}\", but it must be {}.", options.banks, one_of(ids)));
}

Status parse_parameters(const std::vector<std::string>& texts, RunRequest& request) {
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return usage_error(
          fmt::format("--param is \"{}\", but it must be NAME=VALUE, such as type=float.", text));
    }
    const std::string name = text.substr(0, equals);
    if (!request.parameters.emplace(name, text.substr(equals + 1)).second) {
      return usage_error(fmt::format("--param {} was given more than once.", name));
    }
  }
  const Result<const KernelInfo*> kernel = find_kernel(request.kernel);
  if (!kernel) return kernel.error();
  return check_parameter_names(*kernel.value(), request.parameters);  // values are run()'s to check
}

Status no_run_options(const RunOptions& options, const std::string& why) {
  const std::vector<std::pair<const char*, bool>> given{
      {options.size_name.c_str(), !options.size.empty()},
      {"--block", !options.block.empty()},
      {"--input", !options.input.empty()},
      {"--seed", !options.seed.empty()},
      {"--param", !options.parameters.empty()},
      {"--machine", !options.machine.empty()},
      {"--trace-block", !options.traced_block.empty()},
      {"--schedule", !options.schedule.empty()},
      {"--store-winner", !options.store_winner.empty()},
      {"--drop-barrier", !options.drop_barrier.empty()},
      {"--pad", !options.pad.empty()},
  };
  for (const auto& [option, is_given] : given) {
    if (is_given) return usage_error(fmt::format("{}, so {} says nothing here.", why, option));
  }
  return Done{};
}

Result<RunRequest> run_request(const std::string& kernel, const RunOptions& options) {
  RunRequest request;
  request.kernel = kernel;
  if (Status status = parse_parameters(options.parameters, request); !status) {
    return status.error();
  }
  const Result<const KernelInfo*> known = find_kernel(kernel);
  if (!known) return known.error();
  if (Status status = parse_input(options, *known.value(), request.input); !status) {
    return status.error();
  }
  const Result<MachineKind> machine = parse_machine(options.machine);
  if (!machine) return machine.error();
  request.machine = machine.value();
  if (Status status = parse_size(options, *known.value(), request); !status) return status.error();
  if (Status status = parse_blocks(options, request); !status) return status.error();
  const Result<Schedule> schedule = parse_schedule(options.schedule);
  if (!schedule) return schedule.error();
  request.schedule = schedule.value();
  if (!options.store_winner.empty() && options.store_winner != "h200") {
    if (options.store_winner != "highest") {
      return usage_error(fmt::format("--store-winner is \"{}\", but it must be h200 or highest.",
                                     options.store_winner));
    }
    request.schedule.highest_lane_wins = true;
  }
  const Result<WhatIf> what_if = chosen_what_if(options);
  if (!what_if) return what_if.error();
  request.what_if = what_if.value();
  return request;
}

Result<WhatIf> chosen_what_if(const RunOptions& options) {
  WhatIf what_if;
  if (!options.drop_barrier.empty()) {
    const auto line = parse_number("--drop-barrier", options.drop_barrier, 1, max_source_lines);
    if (!line) return line.error();
    what_if.drop_barrier = static_cast<int>(line.value());
  }
  if (!options.pad.empty()) {
    const auto pad = parse_number("--pad", options.pad, 1, max_pad);
    if (!pad) return pad.error();
    what_if.pad = static_cast<int>(pad.value());
  }
  return what_if;
}

std::string arguments_of(const RunRequest& request) {
  std::string text = request.kernel;
  if (request.size) text += fmt::format(" --size {}", *request.size);
  if (request.block) text += fmt::format(" --block {}", *request.block);
  if (!request.input.kind.empty()) text += fmt::format(" --input {}", request.input.kind);
  const auto kernel = find_kernel(request.kernel);
  if (kernel && is_drawn(*kernel.value(), request.input.kind)) {
    text += fmt::format(" --seed {}", request.input.seed);
  }
  for (const auto& [name, value] : request.parameters) {
    text += fmt::format(" --param {}={}", name, value);
  }
  if (request.what_if.drop_barrier != 0) {
    text += fmt::format(" --drop-barrier {}", request.what_if.drop_barrier);
  }
  if (request.what_if.pad != 0) text += fmt::format(" --pad {}", request.what_if.pad);
  if (request.traced_block != 0) text += fmt::format(" --trace-block {}", request.traced_block);
  for (const auto& [name, kind] : machines) {
    if (kind == request.machine) text += " --machine " + name;
  }
  return text;
}

}  // namespace warpscope
