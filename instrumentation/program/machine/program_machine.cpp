#include "instrumentation/program/machine/program_machine.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/launch_at_speed.hpp"
#include "instrumentation/program/machine/launch_run.hpp"
#include "instrumentation/program/machine/machine_state.hpp"
#include "instrumentation/program/machine/program_source.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_host_steps = 1000;

std::string readable(const std::string& name) {
  // "void reduce<int>(int*)" as a compiler prints it: the name alone.
  std::string text = name.substr(0, name.find('('));
  if (text.starts_with("void ")) text.erase(0, 5);
  return text.empty() ? "kernel" : text;
}

}  // namespace

ProgramMachine* the_machine = nullptr;

ProgramMachine& machine() {
  if (the_machine == nullptr) begin_program({});
  return *the_machine;
}

void begin_program(const ProgramOptions& options) {
  if (the_machine == nullptr) the_machine = new ProgramMachine(options);
  DeviceMemory::the().set_unset(options.compared ? options.compared->unset : 0);
  if (options.compared) DeviceMemory::the().note_changes();
}

int run_launch(const ws_launch_config& config, const void* kernel, const char* name,
               const LaunchCall& call, const ws_parameter* parameters, int parameter_count) {
  ProgramMachine& m = machine();
  const std::scoped_lock lock(m.mutex);
  const void* const code_address =
      kernel != nullptr ? kernel : reinterpret_cast<const void*>(call.thunk);
  WatchedKernel facts{.code = CodeMap::of(code_address),
                      .config = &config,
                      .parameters = parameters,
                      .parameter_count = parameter_count,
                      .launch = ++m.log.launches};
  if (facts.code != nullptr && kernel != nullptr) facts.function = facts.code->function(kernel);
  facts.name =
      facts.function != nullptr ? facts.function->name : readable(name != nullptr ? name : "");
  Simt::Launch launch{.config = &config,
                      .thunk = call.thunk,
                      .arguments = call.arguments,
                      .schedule_seed = m.log.options.schedule_seed,
                      .highest_lane_wins = m.log.options.highest_lane_wins,
                      .number = facts.launch,
                      .begins = modelled_cycles()};
  const LaunchAtSpeed at_speed(call, kernel, parameters, parameter_count);
  at_speed.add_to(launch);
  ProgramLaunch told{.number = facts.launch,
                     .kernel = facts.name,
                     .grid = dim3_of(config.grid),
                     .block = dim3_of(config.block)};
  m.kernel = kernel;
  const int error = run_blocks(m, facts, launch, told);
  if (error != 0) told.error = error_name(error);
  m.log.launch_ends(told);
  return error;
}

bool all_launches_ran_through() { return !machine().aborted_launch; }

void note_kernel_wait(std::uint64_t cycles) {
  std::atomic<std::uint64_t>& longest = machine().longest_wait;
  std::uint64_t known = longest.load(std::memory_order_relaxed);
  while (known < cycles && !longest.compare_exchange_weak(known, cycles)) {
  }
}

bool on_device() { return ws_this_thread != nullptr; }

HostPlace host_place(const void* return_address) {
  // A call that fails in a loop asks again and again, and the way to its file costs calls of the system.
  struct Known {
    std::recursive_mutex mutex;
    std::unordered_map<const void*, HostPlace> places;
  };
  static auto& known = *new Known;
  const std::scoped_lock lock(known.mutex);
  if (const auto found = known.places.find(return_address); found != known.places.end())
    return found->second;
  CodeMap* const code = CodeMap::of(return_address);
  if (code == nullptr) return {};
  const auto& frames = code->frames(reinterpret_cast<std::uintptr_t>(return_address));
  if (frames.empty()) return {};
  const HostPlace place{shown_path(frames.front().file), frames.front().line};
  return known.places.emplace(return_address, place).first->second;
}

namespace {

/// The message without its numbers: sizes and counts of one mistake in a loop are many. Digits in a name stay.
std::string without_numbers(const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const bool in_word = !kept.empty() && (is_letter(kept.back()) || is_digit(kept.back()));
    if (!is_digit(text[at]) || in_word) {
      kept += text[at++];
      continue;
    }
    if (!kept.empty() && kept.back() == '-') kept.pop_back();
    kept += '#';
    while (at < text.size() && (is_digit(text[at]) || is_letter(text[at]) || text[at] == ',')) ++at;
  }
  return kept;
}

/// What a call did wrong at a place, and what tells it apart from other things that are wrong there. Of a place that nobody
/// knows that is its address, too.
struct HostMistake {
  ProgramFinding finding;
  std::string cause;
};
HostMistake host_mistake(FindingKind kind, const void* return_address, const Sentence& message) {
  HostPlace place = host_place(return_address);
  HostMistake made{{.kind = kind, .file = std::move(place.file), .line = place.line},
                   without_numbers(message.english())};
  if (place.line == 0) made.cause += fmt::format(" {}", return_address);
  return made;
}

}  // namespace

void report_host(FindingKind kind, const void* return_address, Sentence message) {
  ProgramMachine& m = machine();
  const std::scoped_lock lock(m.mutex);
  const auto [finding, cause] = host_mistake(kind, return_address, message);
  m.log.report(
      finding, [&] { return std::move(message); }, cause);
}

void note_host(const void* return_address, Sentence message, FindingKind kind) {
  ProgramMachine& m = machine();
  const std::scoped_lock lock(m.mutex);
  const auto [finding, cause] = host_mistake(kind, return_address, message);
  m.log.note(
      finding, [&] { return std::move(message); }, cause);
}

void tell_host(Sentence text) {
  ProgramMachine& m = machine();
  const std::scoped_lock lock(m.mutex);
  if (m.host_steps++ < most_host_steps) m.log.trace.host(std::move(text));
}

Sentence name_of_memory(const void* address) {
  const auto* const allocation = std::as_const(DeviceMemory::the()).find(address);
  if (allocation == nullptr) return {};
  if (!allocation->name.empty()) return allocation->name;
  return say("memory {}", allocation->number);
}

std::optional<SymbolPlace> find_symbol(const void* address) {
  CodeMap* const code = CodeMap::of(address);
  if (code == nullptr) return std::nullopt;
  const ProgramVariable* const variable = code->variable_at(address);
  if (variable == nullptr || !variable->section.starts_with("ws_")) return std::nullopt;
  return SymbolPlace{variable->name, code->address_of(*variable),
                     static_cast<std::size_t>(variable->bytes)};
}

}  // namespace warpscope
