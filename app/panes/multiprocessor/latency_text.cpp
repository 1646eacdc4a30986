#include "app/panes/multiprocessor/latency_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/latency_page.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

/// The least whole number of warps that is enough.
std::int64_t enough_warps(double warps) {
  constexpr double slack = 1e-6;  // of what is computed
  return static_cast<std::int64_t>(std::ceil(std::max(0.0, warps - slack)));
}

std::string kibibytes(double bytes) { return fixed_text(bytes / 1024, bytes < 10 * 1024 ? 1 : 0); }

std::string issue_text(const Document& document, const WarpSpan& span) {
  if (span.barrier) return tr("issues the barrier");
  if (span.access == WarpInstruction::no_access)
    return tr("issues an arithmetic instruction (assumed)");
  const Trace& trace = *document.trace;
  const Access& access = trace.accesses[span.access];
  // Translators: an access's number, its line of code.
  return tr("issues access {0}\n{1}\nClick to go there.", span.access,
            source_line(trace.source_of(access), trace.line_of(access)));
}

std::string_view waiting_text(WarpWaiting waiting) {
  switch (waiting) {
    case WarpWaiting::use: return tr("at a use");
    case WarpWaiting::each: return tr("at each load");
    case WarpWaiting::book: return tr("as in the book");
    case WarpWaiting::count: break;
  }
  return "";
}

std::string latency_meaning(const LatencyChoice& choice) {
  const MemoryTiming& global = choice.machine->memory(Space::global);
  // Translators: a compute capability, its latency, where that is from.
  return tr("Cycles from a load of global memory to an instruction that needs it.\n{0}: {1}. {2}",
            choice.machine->capability, whole_text(global.latency), global.source);
}

}  // namespace

std::string share_text(double share) {
  const double percent = 100 * share;
  return tr("{} %", fixed_text(percent, percent > 0 && percent < 9.95 ? 1 : 0));
}

std::string_view device_text(const MachineModel& machine) {
  return machine.device == book_machine().device ? tr("the book's example")
                                                 : std::string_view(machine.device);
}

std::string busy_text(const LatencyFigures& figures) {
  return tr("Issue slots busy {}", share_text(figures.present().busy));
}

std::string basis_text(const LatencyFigures& figures, const LatencyChoice& choice) {
  const MachineModel& machine = figures.machine();
  // Translators: {1} is a compute capability, {2} a device.
  return tr_n(
      "modelled: {1} ({2}), no caches; a trace holds no arithmetic, {0} instruction assumed before "
      "each access",
      "modelled: {1} ({2}), no caches; a trace holds no arithmetic, {0} instructions assumed "
      "before "
      "each access",
      choice.arithmetic, machine.capability, device_text(machine));
}

std::string cut_text(const LatencyFigures& figures) {
  const BlockStream& stream = figures.stream();
  std::string text;
  if (stream.cut) {
    text = tr("only the first {0} of {1} accesses", whole_text(stream.accesses),
              whole_text(stream.end_access - stream.first_access));
  } else if (figures.schedule().cut) {
    text = tr("cut off after {} instructions",
              whole_text(static_cast<std::int64_t>(figures.schedule().issues)));
  }
  if (!stream.needs_cut) return text;
  // Translators: of a model; stores of which too many loads are known to list them all.
  const std::string needs = tr("some stores wait for none of the many loads that feed them");
  return text.empty() ? needs : text + ", " + needs;
}

std::string_view state_text(WarpState state) {
  switch (state) {
    case WarpState::issue: return tr("issues");
    case WarpState::arithmetic: return tr("waits for arithmetic");
    case WarpState::memory: return tr("waits for memory");
    case WarpState::barrier: return tr("waits at a barrier");
    case WarpState::ready: return tr("ready, not chosen");
    case WarpState::ended: return tr("ended");
    case WarpState::count: break;
  }
  return "";
}

std::string_view short_state_text(WarpState state) {
  switch (state) {
    case WarpState::issue: return tr_c("what takes a warp's time", "issue");
    case WarpState::arithmetic: return tr_c("what takes a warp's time", "arithmetic");
    case WarpState::memory: return tr_c("what takes a warp's time", "memory");
    case WarpState::barrier: return tr_c("what takes a warp's time", "barrier");
    case WarpState::ready: return tr_c("what takes a warp's time", "ready");
    case WarpState::ended: return tr_c("what takes a warp's time", "ended");
    case WarpState::count: break;
  }
  return "";
}

std::string_view memory_word(Space space) { return words_of(space).memory(); }

std::string span_text(const Document& document, const LatencyFigures& figures, std::size_t warp,
                      const WarpSpan& span) {
  const std::size_t block = figures.stream().warps.size();
  const std::string what = span.state == WarpState::issue ? issue_text(document, span)
                           : span.state == WarpState::memory
                               ? std::string(words_of(span.space).waits())
                               : std::string(state_text(span.state));
  return fmt::format("{}\n{}\n{}",
                     tr("warp {0} of the block at place {1}", warp % block, warp / block),
                     cycles_text(span), what);
}

std::string cycles_text(const WarpSpan& span) {
  // Translators: from, to, and how many.
  return tr("cycles {0} … {1} ({2})", whole_text(span.begin), whole_text(span.end),
            whole_text(span.end - span.begin));
}

std::string little_text(const LatencyFigures& figures, int fits) {
  const LittleLine& line = figures.little();
  const std::int64_t warps = enough_warps(line.warps());
  const std::string number = whole_text(warps);
  if (line.most >= 1) {
    if (fits <= 0) {
      return tr_n("Little's law: {1} warp takes all slots",
                  "Little's law: {1} warps take all slots", warps, number);
    }
    return tr_n("Little's law: {1} warp takes all slots, {2} fit",
                "Little's law: {1} warps take all slots, {2} fit", warps, number, fits);
  }
  // Translators: {2} is "global": which memory.
  const std::string_view memory = words_of(line.limit).saturates();
  if (fits <= 0) {
    return tr_n("Little's law: {1} warp saturates {2} memory",
                "Little's law: {1} warps saturate {2} memory", warps, number, memory);
  }
  return tr_n("Little's law: {1} warp saturates {2} memory, {3} fit",
              "Little's law: {1} warps saturate {2} memory, {3} fit", warps, number, memory, fits);
}

std::string little_meaning(const LatencyFigures& figures) {
  const LittleLine& line = figures.little();
  std::string text = tr(
      "Little's law: one warp takes {} of the issue slots, N warps N times that, as long as there "
      "are slots.",
      share_text(line.per_warp));
  if (line.most < 1) {
    // Translators: {0} is "global", {1} a share in per cent.
    text += '\n' + tr("The bandwidth of {0} memory allows no more than {1}.",
                      memory_word(line.limit), share_text(line.most));
  }
  return text;
}

std::string under_way_text(const LatencyFigures& figures) {
  return tr("in flight: {0} KiB of the {1} needed", kibibytes(figures.present().bytes_under_way),
            kibibytes(bytes_under_way(figures.machine())));
}

std::vector<MachineFact> machine_facts(const MachineModel& machine, const MachineModel& table) {
  std::vector<MachineFact> facts{
      {tr("schedulers {}", machine.schedulers), std::string(machine.issue_source)},
      {tr("cycles of an issue {}", machine.issue_cycles), std::string(machine.issue_source)},
      // Translators: figures of memories follow.
      {tr("latency in cycles: arithmetic {}", machine.arithmetic_latency),
       std::string(machine.arithmetic_source)}};
  const auto add = [&](Space space) {
    const MemoryTiming& own = machine.memory(space);
    const bool changed = own.latency != table.memory(space).latency;
    facts.push_back({fmt::format("{} {}", memory_word(space), whole_text(own.latency)),
                     std::string(changed ? tr("as the slider says") : own.source)});
  };
  for (const SpaceTraits& traits : space_traits) {
    if (traits.space != Space::global) add(traits.space);
  }
  add(Space::global);  // whose bandwidth follows
  if (machine.bytes_per_cycle > 0) {
    facts.push_back({tr("bytes a cycle {}", fixed_text(machine.bytes_per_cycle, 1)),
                     std::string(machine.bandwidth_source)});
  }
  return facts;
}

std::vector<SliderFace> latency_faces(const LatencyChoice& choice) {
  const auto& sliders = LatencyPage::sliders;
  return {
      {&sliders[0], tr("resident warps"), std::to_string(choice.warps),
       tr("Blocks of this kernel side by side; the last one may lack warps."), choice.warps_follow},
      {&sliders[1], tr("arithmetic per access"), std::to_string(choice.arithmetic),
       tr("A trace holds accesses only. So many instructions are assumed before each."),
       choice.arithmetic_follow},
      {&sliders[2], tr("latency of a load"), whole_text(choice.latency), latency_meaning(choice),
       choice.latency_follow},
      // Translators: the words of the three choices.
      {&sliders[3], tr("a warp waits"), std::string(waiting_text(choice.waiting)),
       tr("At a use: for the values that an instruction uses; several loads may be under way.\n"
          "At each load: before anything else.\n"
          "As in the book: for each load, while arithmetic goes on; its machine has 200 cycles and "
          "no other limit."),
       choice.waiting_follow},
  };
}

}  // namespace warpscope
