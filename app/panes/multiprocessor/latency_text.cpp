#include "app/panes/multiprocessor/latency_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/latency_page.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/trace/number_text.hpp"

namespace warpscope {
namespace {

/// The least whole number of warps that is enough; after "с" in Russian.
std::string warps_text(double warps, bool russian) {
  constexpr double slack = 1e-6;  // of what is computed
  const auto whole = static_cast<std::uint64_t>(std::ceil(std::max(0.0, warps - slack)));
  if (!russian) return counted(whole, "warp");
  return whole_text(static_cast<std::int64_t>(whole), true) +
         (whole % 10 == 1 && whole % 100 != 11 ? " варпа" : " варпов");
}

std::string kibibytes(double bytes, bool russian) {
  return fixed_text(bytes / 1024, bytes < 10 * 1024 ? 1 : 0, russian);
}

std::string_view waiting_for(Space space, bool russian) {
  switch (space) {
    case Space::shared: return russian ? "ждёт разделяемую память" : "waits for shared memory";
    case Space::global: return russian ? "ждёт глобальную память" : "waits for global memory";
    case Space::registers: return russian ? "ждёт обмен регистрами" : "waits for a shuffle";
    case Space::constant: return russian ? "ждёт константную память" : "waits for constant memory";
    case Space::local: return russian ? "ждёт локальную память" : "waits for local memory";
  }
  return "";
}

std::string issue_text(const Document& document, const WarpSpan& span, bool russian) {
  if (span.barrier) return russian ? "выдаёт барьер" : "issues the barrier";
  if (span.access == WarpInstruction::no_access) {
    return russian ? "выдаёт арифметическую команду (предположение)"
                   : "issues an arithmetic instruction (assumed)";
  }
  const Trace& trace = *document.trace;
  const Access& access = trace.accesses[span.access];
  const std::string line = source_line(trace.source_of(access), trace.line_of(access));
  return fmt::format("{} {}\n{}\n{}", russian ? "выдаёт обращение" : "issues access", span.access,
                     line, russian ? "Щелчок ведёт туда." : "A click goes there.");
}

std::string waiting_text(WarpWaiting waiting, bool russian) {
  switch (waiting) {
    case WarpWaiting::use: return russian ? "когда нужно" : "at a use";
    case WarpWaiting::each: return russian ? "все чтения" : "at each load";
    case WarpWaiting::book: return russian ? "как в книге" : "as in the book";
    case WarpWaiting::count: break;
  }
  return "";
}

std::string latency_meaning(const LatencyChoice& choice, bool russian) {
  const MemoryTiming& global = choice.machine->memory(Space::global);
  return fmt::format(
      "{}\n{}: {}. {}",
      russian ? "Тактов от чтения глобальной памяти до команды, которой оно нужно."
              : "Cycles from a load of global memory to an instruction that needs it.",
      choice.machine->capability, whole_text(global.latency, russian), global.source);
}

constexpr std::string_view resident_meaning =
    "Blocks of this kernel side by side; the last one may lack warps.";
constexpr std::string_view resident_meaning_russian =
    "Блоки этого ядра рядом друг с другом; в последнем может не хватать варпов.";
constexpr std::string_view between_meaning =
    "A trace holds accesses only. So many instructions are assumed before each.";
constexpr std::string_view between_meaning_russian =
    "В трассе есть только обращения. Столько команд предположено перед каждым.";
constexpr std::string_view waits_meaning =
    "At a use: for the values that an instruction uses; several loads may be under way.\n"
    "At each load: before anything else.\n"
    "As in the book: for each load, while arithmetic goes on; its machine has 200 cycles and no "
    "other "
    "limit.";
constexpr std::string_view waits_meaning_russian =
    "Когда нужно: значений, которые берёт команда; в пути бывает несколько чтений.\n"
    "Все чтения: каждого, прежде чем делать что-либо ещё.\n"
    "Как в книге: каждого, но арифметика продолжается; 200 тактов и никаких других "
    "ограничений.";

}  // namespace

std::string share_text(double share, bool russian) {
  const double percent = 100 * share;
  return fixed_text(percent, percent > 0 && percent < 9.95 ? 1 : 0, russian) + " %";
}

std::string_view device_text(const MachineModel& machine, bool russian) {
  const bool book = machine.device == book_machine().device;
  return russian && book ? "пример из книги" : machine.device;
}

std::string busy_text(const LatencyFigures& figures, bool russian) {
  return fmt::format("{} {}", russian ? "Слоты выдачи заняты на" : "Issue slots busy",
                     share_text(figures.present().busy, russian));
}

std::string basis_text(const LatencyFigures& figures, const LatencyChoice& choice, bool russian) {
  const MachineModel& machine = figures.machine();
  if (russian) {
    return fmt::format(
        "модель: {} ({}), без кэшей; перед каждым обращением {} арифм. команд (предположено: в "
        "трассе их нет)",
        machine.capability, device_text(machine, true), choice.arithmetic);
  }
  return fmt::format(
      "modelled: {} ({}), no caches; a trace holds no arithmetic, {} instruction{} assumed before "
      "each access",
      machine.capability, machine.device, choice.arithmetic, choice.arithmetic == 1 ? "" : "s");
}

std::string cut_text(const LatencyFigures& figures, bool russian) {
  const BlockStream& stream = figures.stream();
  if (stream.cut) {
    const auto all = whole_text(stream.end_access - stream.first_access, russian);
    const auto first = whole_text(stream.accesses, russian);
    return russian ? fmt::format("показаны первые {} из {} обращений", first, all)
                   : fmt::format("only the first {} of {} accesses", first, all);
  }
  if (figures.schedule().cut) {
    const auto issues = whole_text(static_cast<std::int64_t>(figures.schedule().issues), russian);
    return russian ? fmt::format("показаны первые {} команд", issues)
                   : fmt::format("cut off after {} instructions", issues);
  }
  return "";
}

std::string_view state_text(WarpState state, bool russian) {
  switch (state) {
    case WarpState::issue: return russian ? "выдаёт команду" : "issues";
    case WarpState::arithmetic: return russian ? "ждёт арифметику" : "waits for arithmetic";
    case WarpState::memory: return russian ? "ждёт память" : "waits for memory";
    case WarpState::barrier: return russian ? "ждёт у барьера" : "waits at a barrier";
    case WarpState::ready: return russian ? "готов, но не выбран" : "ready, not chosen";
    case WarpState::ended: return russian ? "закончил" : "ended";
    case WarpState::count: break;
  }
  return "";
}

std::string_view short_state_text(WarpState state, bool russian) {
  switch (state) {
    case WarpState::issue: return russian ? "выдача" : "issue";
    case WarpState::arithmetic: return russian ? "арифметика" : "arithmetic";
    case WarpState::memory: return russian ? "память" : "memory";
    case WarpState::barrier: return russian ? "барьер" : "barrier";
    case WarpState::ready: return russian ? "готов" : "ready";
    case WarpState::ended: return russian ? "закончил" : "ended";
    case WarpState::count: break;
  }
  return "";
}

std::string_view memory_word(Space space, bool russian) {
  switch (space) {
    case Space::shared: return russian ? "разделяемая" : "shared";
    case Space::global: return russian ? "глобальная" : "global";
    case Space::registers: return russian ? "обмен регистрами" : "shuffle";
    case Space::constant: return russian ? "константная" : "constant";
    case Space::local: return russian ? "локальная" : "local";
  }
  return "";
}

std::string span_text(const Document& document, const LatencyFigures& figures, std::size_t warp,
                      const WarpSpan& span, bool russian) {
  const std::size_t block = figures.stream().warps.size();
  std::string what = span.state == WarpState::issue ? issue_text(document, span, russian)
                     : span.state == WarpState::memory
                         ? std::string(waiting_for(span.space, russian))
                         : std::string(state_text(span.state, russian));
  const std::string place =
      russian ? fmt::format("варп {} блока на месте {}", warp % block, warp / block)
              : fmt::format("warp {} of the block at place {}", warp % block, warp / block);
  const auto cycles = fmt::format("{} {} … {}", russian ? "такты" : "cycles",
                                  whole_text(span.begin, russian), whole_text(span.end, russian));
  return fmt::format("{}\n{} ({})\n{}", place, cycles, whole_text(span.end - span.begin, russian),
                     what);
}

std::string little_text(const LatencyFigures& figures, int fits, bool russian) {
  const LittleLine& line = figures.little();
  const std::string warps = warps_text(line.warps(), russian);
  std::string text =
      russian ? fmt::format("по Литтлу с {} ", warps) : fmt::format("Little's law: {} ", warps);
  if (line.most >= 1) {
    text += russian ? "заняты все слоты" : "take all slots";
  } else {
    text += fmt::format(fmt::runtime(russian ? "занята {} память" : "saturate {} memory"),
                        memory_word(line.limit, russian));
  }
  if (fits <= 0) return text;
  return text + fmt::format(fmt::runtime(russian ? ", входят {}" : ", {} fit"), fits);
}

std::string little_meaning(const LatencyFigures& figures, bool russian) {
  const LittleLine& line = figures.little();
  const std::string alone = share_text(line.per_warp, russian);
  const std::string most = share_text(line.most, russian);
  std::string text =
      russian ? fmt::format(
                    "Закон Литтла: один варп занимает {} слотов выдачи, N варпов в N раз "
                    "больше, пока хватает слотов.",
                    alone)
              : fmt::format(
                    "Little's law: one warp takes {} of the issue slots, N warps N times "
                    "that, as long as there are slots.",
                    alone);
  if (line.most < 1) {
    text += russian ? fmt::format("\nБольше {} не даёт пропускная способность ({} память).", most,
                                  memory_word(line.limit, true))
                    : fmt::format("\nThe bandwidth of {} memory allows no more than {}.",
                                  memory_word(line.limit, false), most);
  }
  return text;
}

std::string under_way_text(const LatencyFigures& figures, bool russian) {
  const std::string now = kibibytes(figures.present().bytes_under_way, russian);
  const std::string need = kibibytes(bytes_under_way(figures.machine()), russian);
  return russian ? fmt::format("в пути {} КиБ из нужных {}", now, need)
                 : fmt::format("in flight: {} KiB of the {} needed", now, need);
}

std::vector<MachineFact> machine_facts(const MachineModel& machine, const MachineModel& table,
                                       bool russian) {
  std::vector<MachineFact> facts;
  const auto add = [&](std::string_view english, std::string_view other, const std::string& value,
                       std::string_view source) {
    facts.push_back({fmt::format("{} {}", russian ? other : english, value), std::string(source)});
  };
  add("schedulers", "планировщиков", std::to_string(machine.schedulers), machine.issue_source);
  add("cycles of an issue", "тактов на выдачу", std::to_string(machine.issue_cycles),
      machine.issue_source);
  add("latency in cycles: arithmetic", "латентность в тактах: арифметика",
      std::to_string(machine.arithmetic_latency), machine.arithmetic_source);
  for (const Space space :
       {Space::shared, Space::registers, Space::constant, Space::local, Space::global}) {
    const MemoryTiming& own = machine.memory(space);
    const bool changed = own.latency != table.memory(space).latency;
    const std::string_view chosen = russian ? "выбрано ползунком" : "as the slider says";
    add(memory_word(space, false), memory_word(space, true), whole_text(own.latency, russian),
        changed ? chosen : own.source);
  }
  if (machine.bytes_per_cycle > 0) {
    add("bytes a cycle", "байт за такт", fixed_text(machine.bytes_per_cycle, 1, russian),
        machine.bandwidth_source);
  }
  return facts;
}

std::vector<SliderFace> latency_faces(const LatencyChoice& choice, bool russian) {
  const auto& sliders = LatencyPage::sliders;
  const auto say = [russian](std::string_view english, std::string_view other) {
    return std::string(russian ? other : english);
  };
  return {
      {&sliders[0], say("resident warps", "резидентных варпов"), std::to_string(choice.warps),
       say(resident_meaning, resident_meaning_russian), choice.warps_follow},
      {&sliders[1], say("arithmetic per access", "арифм. на доступ"),
       std::to_string(choice.arithmetic), say(between_meaning, between_meaning_russian),
       choice.arithmetic_follow},
      {&sliders[2], say("latency of a load", "латентность чтения"),
       whole_text(choice.latency, russian), latency_meaning(choice, russian),
       choice.latency_follow},
      {&sliders[3], say("a warp waits", "варп ждёт"), waiting_text(choice.waiting, russian),
       say(waits_meaning, waits_meaning_russian), choice.waiting_follow},
  };
}

}  // namespace warpscope
