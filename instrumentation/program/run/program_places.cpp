#include "instrumentation/program/run/program_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/debug_info/source_names.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_shown = 2000;
constexpr std::size_t most_modules = 10'000;

Dim3 extent_of(const std::int32_t* values) { return {values[0], values[1], values[2]}; }

std::string coordinates_text(const std::int32_t* p) {
  return fmt::format("({}, {}, {})", p[0], p[1], p[2]);
}

}  // namespace

void ProgramPlaces::add(std::string path, const LoadedModule& module) {
  const bool known =
      std::ranges::any_of(modules_, [&](const Module& of) { return of.place.base == module.base; });
  if (known || modules_.size() >= most_modules) return;
  modules_.push_back({std::move(path), module, nullptr, false});
}

const ProgramPlaces::Module* ProgramPlaces::module_of(std::uint64_t address) const {
  const auto found = std::ranges::find_if(modules_, [&](const Module& of) {
    return address >= of.place.begin && address < of.place.end;
  });
  if (found == modules_.end()) return nullptr;
  if (!std::exchange(found->opened, true)) {
    if (auto debug = DebugInfo::open(found->path)) {
      found->debug = std::make_unique<DebugInfo>(std::move(debug).value());
    }
  }
  return found->debug != nullptr ? &*found : nullptr;
}

std::optional<ProgramPlaces::Line> ProgramPlaces::line_of(std::uint64_t return_address) const {
  if (return_address == 0) return std::nullopt;
  const Module* const module = module_of(return_address - 1);
  if (module == nullptr) return std::nullopt;
  for (const ProgramFrame& frame : module->debug->frames(return_address - 1 - module->place.base)) {
    if (frame.line == 0 || is_own_header(frame.file)) continue;
    return Line{quotable(shown_path(frame.file), longest_shown), frame.line};
  }
  return std::nullopt;
}

std::optional<ProgramFunction> ProgramPlaces::function_at(std::uint64_t address) const {
  const Module* const module = address == 0 ? nullptr : module_of(address);
  return module == nullptr ? std::nullopt : module->debug->function(address - module->place.base);
}

std::optional<ProgramPlaces::Line> ProgramPlaces::line_of(const LoggedEnding& ending) const {
  // A library may have debug information of its own, but what runs there was called by the kernel.
  const Module* const kernel = ending.kernel == 0 ? nullptr : module_of(ending.kernel);
  const auto within = [&](std::uint64_t at) -> std::optional<Line> {
    if (at == 0) return std::nullopt;
    if (kernel != nullptr && module_of(at - 1) != kernel) return std::nullopt;
    return line_of(at);
  };
  auto line = within(ending.instruction == 0 ? 0 : ending.instruction + 1);
  if (!line) line = within(ending.lane_call);
  if (!line && ending.launch == 0) line = line_of(ending.waits_at);
  return line;
}

Sentence ProgramPlaces::host_function(const LoggedEnding& ending) const {
  if (ending.given_to[0] == '\0') return {};
  const std::string given_to = quotable(ending.given_to, longest_shown);
  const auto function = function_at(ending.host_function);
  const bool named = function && !function->name.empty();
  Sentence name =
      named ? say("the host function {0} of {1}", quotable(function->name, longest_shown), given_to)
            : say("the host function of {0}", given_to);
  // Translators: "the host function work of cudaLaunchHostFunc" "at sum.cu:41".
  if (const auto given = line_of(ending.given_at)) {
    name = say("{0} at {1}:{2}", name, given->file, given->line);
  }
  if (ending.waits_in[0] == '\0') return say("while {0} has not returned", name);
  return say("where {0} waits for {1}, which has not returned",
             quotable(ending.waits_in, longest_shown), name);
}

Sentence ProgramPlaces::describe(const LoggedEnding& ending, const std::string& kernel) const {
  const auto line = line_of(ending);
  Sentence at = line ? say("at {0}:{1}", line->file, line->line) : Sentence();
  Sentence more;
  if (ending.launch == 0) {
    more = host_function(ending);
  } else if (ending.has_thread != 0) {
    more = say("in thread {0} of block {1} of launch {2} ({3})", coordinates_text(ending.thread),
               coordinates_text(ending.block), ending.launch, kernel);
  } else if (!line) {
    more = say("in launch {0} ({1})", ending.launch, kernel);
  }
  if (more.empty()) return at;
  // Translators: "at sum.cu:41", "in thread (3, 0, 0) of block (0, 0, 0) of launch 2 (sum)".
  return at.empty() ? more : say("{0}, {1}", at, more);
}

std::optional<ProgramStop> ProgramPlaces::stop(const LoggedEnding& ending) const {
  ProgramStop stop;
  if (const auto line = line_of(ending)) {
    stop.file = line->file;
    stop.line = line->line;
  }
  if (ending.launch == 0) return stop.line == 0 ? std::nullopt : std::optional(std::move(stop));
  stop.launch = ending.launch;
  if (ending.has_thread != 0) {
    stop.block = extent_of(ending.block);
    stop.thread = extent_of(ending.thread);
  } else if (const auto function = function_at(ending.kernel)) {
    // Its blocks run on threads of the processor that nobody has asked.
    stop.file = quotable(shown_path(function->file), longest_shown);
    stop.line = function->line;
  }
  return stop;
}

}  // namespace warpscope
