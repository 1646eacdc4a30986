#include "app/lesson/lesson_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "app/lesson/lesson_place.hpp"
#include "instrumentation/analysis/block_stream.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/space_words.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {
namespace {

/// The access that a question is about, and its surroundings.
struct Asked {
  const Document& document;
  const Trace& trace;
  std::uint32_t number;  ///< of the access
  const Access& access;
  const AccessCost& cost;
  const Totals& totals;
};
using Answer = std::optional<std::uint64_t>;

std::uint64_t sum(const Totals& totals, std::uint64_t SharedTotals::*part) {
  return totals.shared_load.*part + totals.shared_store.*part + totals.shared_atomic.*part +
         totals.shared_copy.*part;
}

/// Different addresses that the lanes want.
Answer distinct_words(const Asked& asked) {
  const auto indices = asked.trace.lane_indices(asked.access);
  return std::set<ElementIndex>(indices.begin(), indices.end()).size();
}

Answer value_waits(const Asked& asked) {
  const Document& document = asked.document;
  const std::uint32_t launch = asked.trace.steps[asked.access.step].launch;
  const BlockStream stream =
      block_stream(asked.trace, document.summary, document.flow, launch, LoadWait::use);
  const auto warp = static_cast<std::size_t>(asked.access.warp);
  if (stream.cut || stream.needs_cut || warp >= stream.warps.size()) return std::nullopt;
  return value_waits(stream, warp);
}

Answer distinct_banks(const Asked& asked) {
  const auto request = shared_request(asked.trace, asked.access);
  if (!request) return std::nullopt;
  std::set<int> banks;
  for_each_lane(request->mask, [&](int lane, int) {
    banks.insert(
        bank_of(asked.document.summary.model, request->address[static_cast<std::size_t>(lane)]));
  });
  return banks.size();
}

/// Calls visit(number of access) for the accesses of the present step.
template <class Visit>
void for_each_access(const Asked& asked, Visit visit) {
  const Step& step = asked.trace.steps[asked.access.step];
  for (std::uint32_t k = 0; k < step.access_count; ++k) visit(step.first_access + k);
}

Answer step_passes(const Asked& asked, bool only_excess) {
  std::uint64_t passes = 0;
  for_each_access(asked, [&](std::uint32_t a) {
    const AccessCost& cost = asked.document.summary.accesses[a];
    passes += cost.wavefronts - (only_excess ? cost.ideal : 0U);
  });
  return passes;
}

Answer step_warps(const Asked& asked) {
  std::set<std::int32_t> warps;
  for_each_access(asked, [&](std::uint32_t a) { warps.insert(asked.trace.accesses[a].warp); });
  return warps.size();
}

Answer step_threads(const Asked& asked) {
  std::map<std::int32_t, std::uint32_t> masks;
  for_each_access(asked, [&](std::uint32_t a) {
    masks[asked.trace.accesses[a].warp] |= asked.trace.accesses[a].mask;
  });
  std::uint64_t threads = 0;
  for (const auto& [warp, mask] : masks) threads += static_cast<unsigned>(std::popcount(mask));
  return threads;
}

/// Steps of the present one's name in its launch that access memory.
Answer rounds(const Asked& asked) {
  const Step& here = asked.trace.steps[asked.access.step];
  return static_cast<std::uint64_t>(std::ranges::count_if(asked.trace.steps, [&](const Step& s) {
    return s.name == here.name && s.launch == here.launch && s.access_count > 0;
  }));
}

/// Rows of the block, along y and z, in which the warp has threads: the first, and how many.
std::pair<std::uint64_t, std::uint64_t> rows_of_warp(const Asked& asked) {
  const Dim3& block = asked.trace.launches[asked.trace.steps[asked.access.step].launch].block;
  const std::int64_t first = std::int64_t{asked.access.warp} * warp_lanes;
  const std::int64_t last = std::min(first + warp_lanes, block.count()) - 1;
  return {static_cast<std::uint64_t>(first / block.x),
          static_cast<std::uint64_t>(last / block.x - first / block.x + 1)};
}

Answer unless_zero(std::uint64_t value) { return value > 0 ? Answer(value) : std::nullopt; }

// What helps after a first wrong answer.
constexpr const char* hint_place =
    tr_noop("Put the number of the lane into the index that the line writes between brackets.");
constexpr const char* hint_line = tr_noop(
    "All lanes of a warp go through the source together. Where are they now, and what comes "
    "behind?");
constexpr const char* hint_faster = tr_noop(
    "What does each of them wait for most: memory, banks, barriers, or its own idle lanes?");
constexpr const char* hint_barrier =
    tr_noop("Who reads behind the barrier what another thread has written before it?");
constexpr const char* hint_bank = tr_noop(
    "Say in which bank the word of each lane lies. How many different words lie in the fullest "
    "bank?");
constexpr const char* hint_wave = tr_noop(
    "A bank hands out one word in a wavefront, and lanes that want the same word share it. Which "
    "bank has the most?");
constexpr const char* hint_sector = tr_noop(
    "Divide the byte address of each lane by 32: lanes with the same quotient share a sector.");
constexpr const char* hint_bytes =
    tr_noop("Add up the bytes that the lanes want, and divide by 32.");
constexpr const char* hint_lanes =
    tr_noop("Read the condition above the line: for which lanes of the warp does it hold?");
constexpr const char* hint_words =
    tr_noop("Write down the index of the first lanes, 0, 1, 2 and so on. Which of them are equal?");
constexpr const char* hint_shape = tr_noop(
    "Threads are numbered along x first, then row by row; a warp takes the next 32 of them.");
constexpr const char* hint_threads =
    tr_noop("Which threads have something to do in this step? 32 neighbours are a warp.");
constexpr const char* hint_waits =
    tr_noop("Which load needs the result of another one before it can begin?");
constexpr const char* hint_count =
    tr_noop("Count for the smallest size first. What is added when the size doubles?");
constexpr const char* hint_value =
    tr_noop("Go through the step as the warp does: what does it read, and what is done to it?");
constexpr const char* hint_lives = tr_noop(
    "Who may see it: one thread, a block, all of them? And is its place known when the kernel is "
    "compiled?");

struct Kind {
  QuestionKind told;
  Answer (*answer)(const Asked&);  ///< none: it needs more than the access, see answer_of
};

// clang-format off
constexpr std::array kinds{
    Kind{{"degree", "the N of an N-way bank conflict; 1 without one", Told::costs, hint_bank},
         [](const Asked& a) { return unless_zero(a.cost.degree); }},
    Kind{{"wavefronts", "wavefronts of this access, to shared or constant memory", Told::costs, hint_wave},
         [](const Asked& a) { return unless_zero(a.cost.wavefronts); }},
    Kind{{"ideal", "wavefronts it would need without conflicts", Told::costs, hint_wave},
         [](const Asked& a) { return unless_zero(a.cost.ideal); }},
    Kind{{"excess", "wavefronts above the ideal", Told::costs, hint_wave},
         [](const Asked& a) { return a.cost.wavefronts > 0
                                         ? Answer(a.cost.wavefronts - a.cost.ideal) : Answer(); }},
    Kind{{"sectors", "32-byte sectors of global memory that it touches", Told::costs, hint_sector},
         [](const Asked& a) { return unless_zero(a.cost.sectors); }},
    Kind{{"ideal_sectors", "sectors that its bytes would fill side by side", Told::costs, hint_bytes},
         [](const Asked& a) { return unless_zero(static_cast<std::uint64_t>(
                                  ideal_sectors(a.trace, a.access))); }},
    Kind{{"active_lanes", "lanes that take part", Told::lanes, hint_lanes},
         [](const Asked& a) { return Answer(static_cast<std::uint64_t>(a.access.active())); }},
    Kind{{"idle_lanes", "lanes of the warp that do not", Told::lanes, hint_lanes},
         [](const Asked& a) { return Answer(static_cast<std::uint64_t>(
                                  warp_lanes - a.access.active())); }},
    Kind{{"distinct_words", "different elements that the lanes want", Told::costs, hint_words}, distinct_words},
    Kind{{"distinct_banks", "different banks in which the lanes' words begin", Told::costs, hint_bank}, distinct_banks},
    Kind{{"warp_first_row", "row of the block in which its warp begins, from 0", Told::shape, hint_shape},
         [](const Asked& a) { return Answer(rows_of_warp(a).first); }},
    Kind{{"warp_rows", "rows of the block in which its warp has threads", Told::shape, hint_shape},
         [](const Asked& a) { return Answer(rows_of_warp(a).second); }},
    Kind{{"step_accesses", "warp accesses of this step", Told::lanes | Told::counts, hint_threads},
         [](const Asked& a) { return Answer(a.trace.steps[a.access.step].access_count); }},
    Kind{{"step_wavefronts", "wavefronts of all accesses of this step", Told::costs, hint_wave},
         [](const Asked& a) { return step_passes(a, false); }},
    Kind{{"step_conflicts", "those above the ideal", Told::costs, hint_wave},
         [](const Asked& a) { return step_passes(a, true); }},
    Kind{{"step_threads", "threads that access memory in this step", Told::lanes, hint_threads}, step_threads},
    Kind{{"step_warps", "warps that access memory in this step", Told::lanes | Told::counts, hint_threads}, step_warps},
    Kind{{"value_waits", "how often the warp waits for values, in the whole launch", Told::counts, hint_waits}, value_waits},
    Kind{{"rounds", "steps of this step's name in this launch", Told::counts, hint_count}, rounds},
    Kind{{"total_wavefronts", "wavefronts of all accesses to shared memory", Told::costs, hint_wave},
         [](const Asked& a) { return Answer(sum(a.totals, &SharedTotals::wavefronts)); }},
    Kind{{"total_conflicts", "those above the ideal", Told::costs, hint_wave},
         [](const Asked& a) { return Answer(sum(a.totals, &SharedTotals::wavefronts) -
                                            sum(a.totals, &SharedTotals::ideal)); }},
    Kind{{"total_sectors", "sectors of all loads and stores of global memory", Told::costs, hint_sector},
         [](const Asked& a) { return Answer(a.totals.global_load.sectors +
                                            a.totals.global_store.sectors); }},
    Kind{{"max_degree", "the worst N-way conflict of the run", Told::costs, hint_bank},
         [](const Asked& a) { return Answer(static_cast<std::uint64_t>(a.totals.max_degree)); }},
    Kind{{"barriers", "barriers of the block", Told::counts, hint_count},
         [](const Asked& a) { return Answer(a.totals.barriers); }},
    Kind{{"steps", "steps of the run", Told::counts, hint_count}, [](const Asked& a) { return Answer(a.totals.steps); }},
    Kind{{"shuffles", "shuffle instructions of the run", Told::counts, hint_count},
         [](const Asked& a) { return Answer(a.totals.shuffles); }},
    Kind{{"accesses", "warp accesses of the run", Told::counts, hint_count},
         [](const Asked& a) { return Answer(a.trace.accesses.size()); }},
    Kind{{"launches", "kernel launches of the run", Told::counts, hint_count},
         [](const Asked& a) { return Answer(a.trace.launches.size()); }},
    Kind{{"value", "what a cell of shared memory holds after this access; needs cell", Told::values | Told::ahead, hint_value},
         nullptr},
    Kind{{"lives_in", "the memory that holds a variable: registers, local, shared, constant or "
                      "global; "
                      "needs variable", Told::memories, hint_lives},
         nullptr},
    Kind{{"predict", "the same, typed as a number; needs cell", Told::values | Told::ahead, hint_value},
         nullptr},
    Kind{{"lane", "the lane that uses a cell, to be clicked; needs of: {cell: 8}", Told::places,
          hint_place}, nullptr},
    Kind{{"cell", "the cell that a lane uses, to be clicked; needs lane", Told::places, hint_place},
         nullptr},
    Kind{{"line", "the source line that runs next, or costs most above the ideal, to be clicked; needs "
                  "of: next or costliest", Told::places, hint_line}, nullptr},
    Kind{{"order", "the order in which lines run from here on; needs choices: parts of lines",
          Told::places, hint_line}, nullptr},
    Kind{{"faster", "the kernel that the record says is fastest; needs size", Told::times,
          hint_faster}, nullptr},
    Kind{{"barrier", "the one of these lines whose barrier is needed, or is not; needs of: needed or "
                     "needless", Told::races, hint_barrier}, nullptr},
};
// clang-format on

bool is_in_name(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// True if the text has the name as a word of its own.
bool has_name(std::string_view text, std::string_view wanted) {
  for (std::size_t at = text.find(wanted); at != std::string_view::npos;
       at = text.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    const bool begins = at == 0 || !is_in_name(text[at - 1]);
    if (begins && (end == text.size() || !is_in_name(text[end]))) return true;
  }
  return false;
}

/// An array lives where the trace says. What is no array, a thread keeps in a register.
Result<std::string> memory_of_variable(const Document& document, std::uint32_t access,
                                       const Question& question) {
  const Trace& trace = *document.trace;
  if (const auto array = array_named(trace, question.variable)) {
    return std::string(name(trace.arrays[static_cast<std::size_t>(*array)].space));
  }
  if (has_name(trace.source_of(trace.accesses[access]).text, question.variable)) {
    return std::string(name(Space::registers));
  }
  return usage_error(tr(
      "The question asks where \"{}\" lives, but the run has no such array and the source no such "
      "name.",
      question.variable));
}

Result<std::string> value_of_cell(const Document& document, std::uint32_t access,
                                  const Question& question) {
  const Trace& trace = *document.trace;
  const auto found = array_named(trace, question.array);
  const Array* array = found ? &trace.arrays[*found] : nullptr;
  if (array == nullptr || array->space != Space::shared) {
    return usage_error(
        tr("There is no array \"{}\" in shared memory, of which the question "
           "asks a value.",
           question.array));
  }
  if (question.cell < 0 || question.cell >= array->count) {
    return usage_error(tr("The question asks for {0}[{1}], but {2} has the elements 0 to {3}.",
                          question.array, question.cell, question.array, array->count - 1));
  }
  const SharedState state = document.replay.at(access + 1);
  const auto bytes = static_cast<std::size_t>(array->type.bytes());
  const std::size_t from = array->base + static_cast<std::size_t>(question.cell) * bytes;
  if (from + bytes > state.bytes.size()) {
    return usage_error(
        tr("{0}[{1}] lies in no shared memory of this launch.", question.array, question.cell));
  }
  std::vector<std::uint32_t> words(static_cast<std::size_t>(array->type.words()));
  std::memcpy(words.data(), state.bytes.data() + from, bytes);
  return format_value(array->type, words);
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::span<const QuestionKind> question_kinds() {
  static const auto told = [] {
    std::array<QuestionKind, kinds.size()> all{};
    std::ranges::transform(kinds, all.begin(), &Kind::told);
    return all;
  }();
  return told;
}

bool is_figure(std::string_view ask) {
  const auto kind = std::ranges::find(kinds, ask, [](const Kind& k) { return k.told.id; });
  return kind != kinds.end() && kind->answer != nullptr;
}

Told told_by(const Question& question) {
  if (question.of == "costliest") return Told::costs;
  const auto kind = std::ranges::find(kinds, question.ask, [](const Kind& k) { return k.told.id; });
  return kind == kinds.end() ? Told::nothing : kind->told.about;
}

std::string hint_of(const Question& question) {
  if (!question.hint.en.empty()) return question.hint.now();
  const auto kind = std::ranges::find(kinds, question.ask, [](const Kind& k) { return k.told.id; });
  return kind == kinds.end() ? std::string() : tr(kind->told.hint);
}

Result<std::string> answer_of(const Document& document, std::uint32_t access,
                              const Question& question) {
  const auto kind = std::ranges::find(kinds, question.ask, [](const Kind& k) { return k.told.id; });
  if (kind == kinds.end()) return usage_error(tr("A question asks for \"{}\".", question.ask));
  if (question.ask == "lives_in") return memory_of_variable(document, access, question);
  if (question.ask == "value" || question.ask == "predict") {
    return value_of_cell(document, access, question);
  }
  if (kind->answer == nullptr) {
    const Result<FoundAnswer> found = found_answer(document, access, question);
    return found ? Result(found->answer) : Result<std::string>(found.error());
  }
  const Trace& trace = *document.trace;
  const Asked asked{document,
                    trace,
                    access,
                    trace.accesses[access],
                    document.summary.accesses[access],
                    document.summary.totals};
  if (const Answer answer = kind->answer(asked)) return std::to_string(*answer);
  return usage_error(tr(
      "The question asks for \"{0}\" ({1}), but this access to {2} memory has "
      "none; ask something else, or of another access.",
      question.ask, kind->told.meaning, choice_text(name(trace.arrays[asked.access.array].space))));
}

std::string_view choice_text(std::string_view choice) {
  for (const SpaceTraits& traits : space_traits) {
    if (choice == traits.name) return words_of(traits.space).lives();
  }
  return choice;
}

bool same_answer(std::string_view choice, std::string_view answer) {
  const auto a = number(choice), b = number(answer);
  if (!a || !b) return choice == answer;
  return std::abs(*a - *b) <= 1e-6 * std::max(std::abs(*a), std::abs(*b));
}

Result<std::size_t> right_choice(const Question& question, std::string_view answer) {
  const auto right = [&](const std::string& choice) { return same_answer(choice, answer); };
  const auto count = std::ranges::count_if(question.choices, right);
  if (count != 1) {
    return usage_error(
        tr("The answer is {0}, and of the choices {1} exactly one must say so, but "
           "{2} do.",
           answer, fmt::format("{}", fmt::join(question.choices, ", ")), count));
  }
  return static_cast<std::size_t>(std::ranges::find_if(question.choices, right) -
                                  question.choices.begin());
}

}  // namespace warpscope
