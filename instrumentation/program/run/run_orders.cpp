#include "instrumentation/program/run/run_orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/debug_info/source_names.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using End = ProgramOutcome::End;

constexpr std::size_t most_output = std::size_t{8} << 20;
constexpr int most_rounds = 16;
constexpr std::size_t most_looked_at = 4;  // of the memories that differ after one launch

/// What a run did.
struct Observed {
  ProgramOutcome outcome;
  std::string output;  // both streams, as far as it is kept
};

/// What two runs in the same order do not agree on.
struct Unsteady {
  std::set<MemoryKey> memory;
  std::set<std::int64_t> lines;
  std::set<std::string> files;
  bool output = false;  // it cannot be compared at all
  bool ends = false;
  bool launches = false;
};

/// The first launch after which memory differs.
struct FirstOfMemory {
  int launch = INT_MAX;
  std::vector<MemoryState> parts;  // as the first run tells them
};

bool was_stopped(const ProgramOutcome& outcome) {
  return outcome.end == End::time_limit || outcome.end == End::memory_limit;
}

bool end_alike(const ProgramOutcome& a, const ProgramOutcome& b) {
  return a.end == b.end && a.exit_status == b.exit_status && a.signal == b.signal;
}

Sentence end_words(const ProgramOutcome& outcome) {
  if (outcome.end == End::returned) return say("returns {}", outcome.exit_status);
  return outcome.end == End::crashed ? say("crashes") : say("does not end");
}

/// Calls found(launch, state) for each memory that holds something else in one run than in the other, after each launch that
/// changes it in one of them, until it says false. `state` is the first run's.
template <class Found>
void compare_memory(const ProgramOutcome& a, const ProgramOutcome& b, Found found) {
  struct Held {
    std::array<const MemoryState*, 2> states{};  // null: it does not live
    std::size_t looked = 0;                      // how many launches there were then
  };
  std::map<MemoryKey, Held> held;
  for (std::size_t k = 0; k < std::min(a.memory.size(), b.memory.size()); ++k) {
    const std::array both{&a.memory[k], &b.memory[k]};
    if (both[0]->launch != both[1]->launch) return;
    for (std::size_t run = 0; run < both.size(); ++run) {
      for (const MemoryState& part : both.at(run)->parts)
        held[part.key].states.at(run) = part.is_gone() ? nullptr : &part;
    }
    for (const LaunchMemory* const memory : both) {
      for (const MemoryState& part : memory->parts) {
        Held& at = held[part.key];
        if (std::exchange(at.looked, k + 1) == k + 1) continue;
        const auto [first, second] = at.states;
        if (first == nullptr || second == nullptr || first->hash == second->hash) continue;
        if (!found(memory->launch, *first)) return;
      }
    }
  }
}

FirstOfMemory first_of_memory(const ProgramOutcome& a, const ProgramOutcome& b,
                              const std::set<MemoryKey>& but) {
  FirstOfMemory first;
  compare_memory(a, b, [&](int launch, const MemoryState& part) {
    if (but.contains(part.key)) return true;
    if (launch > first.launch) return false;
    first.launch = launch;
    first.parts.push_back(part);
    return true;
  });
  return first;
}

/// The number of the first launch that is another one, or ends otherwise; INT_MAX: none.
int first_of_launches(const ProgramOutcome& a, const ProgramOutcome& b) {
  const std::size_t common = std::min(a.launches.size(), b.launches.size());
  for (std::size_t k = 0; k < common; ++k) {
    const ProgramLaunch &left = a.launches[k], &right = b.launches[k];
    const auto shape = [](const ProgramLaunch& each) {
      return std::tuple(each.grid.x, each.grid.y, each.grid.z, each.block.x, each.block.y,
                        each.block.z);
    };
    if (left.kernel != right.kernel || shape(left) != shape(right) || left.error != right.error)
      return left.number;
  }
  if (a.launches.size() == b.launches.size()) return INT_MAX;
  const auto& longer = a.launches.size() > common ? a : b;
  return longer.launches[common].number;
}

std::string kernel_of(const ProgramOutcome& outcome, int launch) {
  const auto found = std::ranges::find(outcome.launches, launch, &ProgramLaunch::number);
  return found == outcome.launches.end() ? std::string() : found->kernel;
}

std::string named_memory(const MemoryDifference& difference) {
  return difference.name.empty() ? tr("memory {}", difference.allocation) : difference.name;
}

Sentence place_text(const Dim3& place) {
  if (place.z != 0) return fmt::format("({}, {}, {})", place.x, place.y, place.z);
  if (place.y != 0) return fmt::format("({}, {})", place.x, place.y);
  return fmt::format("{}", place.x);
}

Sentence writer_text(const std::optional<LastWriter>& writer) {
  if (!writer) return say("no thread of a kernel");
  const std::string line =
      writer->line == 0 ? std::string() : fmt::format("{}:{}", writer->file, writer->line);
  if (line.empty())
    return say("block {0}, thread {1}", place_text(writer->block), place_text(writer->thread));
  return say("block {0}, thread {1} at {2}", place_text(writer->block), place_text(writer->thread),
             line);
}

Sentence value_text(const std::string& value) {
  return value.empty() ? say("not written") : Sentence(value);
}

Sentence memory_sentence(const MemoryDifference& d, const OrderSetting& setting) {
  if (d.contents.index < 0) {
    return say("After launch {0} ({1}), {2} holds something else with {3} than in the usual order.",
               d.launch, d.kernel, named_memory(d), order_text(setting));
  }
  const std::string element = fmt::format("{}[{}]", named_memory(d), d.contents.index);
  const Sentence where = say(
      "After launch {0} ({1}), {2} is {3} in the usual order and {4} with {5}", d.launch, d.kernel,
      element, value_text(d.contents.first), value_text(d.contents.second), order_text(setting));
  if (d.contents.likeness == Likeness::rounding) {
    return say(
        "{0}: a relative difference of {1}, as rounding gives where atomics add up numbers in "
        "another order (undefined order).",
        where, fmt::format("{:.2g}", d.contents.relative));
  }
  if (d.contents.likeness == Likeness::reordered)
    return say("{}: the same elements in another order.", where);
  if (!d.writers[0] && !d.writers[1]) return say("{}.", where);
  return say("{0}. The last to write it is {1}, and with {2} {3}.", where,
             writer_text(d.writers[0]), order_text(setting), writer_text(d.writers[1]));
}

Sentence output_sentence(const OutputDifference& d) {
  constexpr std::size_t shown = 200;
  if (d.likeness == Likeness::reordered)
    return say("It prints the same lines in another order, from line {} on.", d.line);
  return say("Line {0} of what it prints is \"{1}\" in the usual order, else \"{2}\".", d.line,
             quotable(d.first, shown), quotable(d.second, shown));
}

Sentence file_sentence(const FileDifference& d) {
  const std::string path = printable(d.path);
  switch (d.kind) {
    case FileDifference::Kind::only_first:
      return say("It leaves the file {} in the usual order only.", path);
    case FileDifference::Kind::only_second:
      return say("It leaves the file {}, which it does not in the usual order.", path);
    case FileDifference::Kind::contents: break;
  }
  return say("The file {0} that it leaves differs from byte {1} on.", path, d.offset);
}

/// The runs of one program.
class OrderRuns {
 public:
  OrderRuns(const BuiltProgram& program, const ProgramRequest& request, WorkingCopy& folder,
            const ProgramStarter& start, const std::stop_token& stop)
      : program_(program), request_(request), folder_(folder), start_(start), stop_(stop) {
    request_.options.all_blocks = false;
    request_.options.record_launches = 0;
  }

  /// `told`: what memory, or whose writer, is asked for.
  Result<Observed> run(const OrderSetting& setting, const ComparedRun& told = {}) {
    Result<std::filesystem::path> made = folder_.begin();
    if (!made) return made.error();
    ProgramRequest request = request_;
    request.folder = made.value();
    ComparedRun compared = told;
    compared.blocks = setting.blocks;
    compared.seed = setting.seed;
    compared.unset = setting.unset;
    request.options.compared = compared;
    if (setting.warps) request.options.schedule_seed = setting.warps;
    auto heard = std::make_shared<std::string>();
    const ProgramOutput output([heard](std::string_view bytes) {
      heard->append(bytes.substr(0, most_output - std::min(most_output, heard->size())));
    });
    Result<ProgramRun> ran = start_(program_, request, output, stop_);
    if (!ran) return ran.error();
    return Observed{std::move(ran->outcome), std::move(*heard)};
  }

  /// What the memory holds after that launch; unset: it was not told.
  Result<std::optional<MemoryContents>> contents(const OrderSetting& setting, int launch,
                                                 const MemoryKey& key) {
    const Result<Observed> ran = run(setting, {.told_launch = launch, .told = key});
    if (!ran) return ran.error();
    return ran->outcome.contents;
  }
  Result<std::optional<LastWriter>> writer(const OrderSetting& setting, int launch,
                                           const MemoryKey& key, std::int64_t offset) {
    const Result<Observed> ran =
        run(setting, {.told_launch = launch, .told = key, .told_offset = offset});
    if (!ran) return ran.error();
    return ran->outcome.last_writer;
  }
  [[nodiscard]] const WorkingCopy& folder() const { return folder_; }
  Status keep_folder() { return folder_.keep(); }
  [[nodiscard]] double time_limit() const { return request_.options.time_limit; }

 private:
  const BuiltProgram& program_;
  ProgramRequest request_;
  WorkingCopy& folder_;
  const ProgramStarter& start_;
  std::stop_token stop_;
};

/// Holds runs against the one in the usual order.
class OrderJudge {
 public:
  OrderJudge(OrderRuns& runs, Observed usual) : runs_(runs), usual_(std::move(usual)) {}

  /// Learns from another run in the same order what differs by itself, and says it; empty: nothing does.
  Sentence learn(const Observed& again) {
    const ProgramOutcome &a = usual_.outcome, &b = again.outcome;
    Sentence first;
    const auto tell = [&](Sentence sentence) {
      if (first.empty()) first = std::move(sentence);
    };
    compare_memory(a, b, [&](int launch, const MemoryState& part) {
      if (unsteady_.memory.insert(part.key).second && first.empty()) {
        tell(say("what {0} holds after launch {1} ({2})",
                 part.name.empty() ? say("memory {}", part.key.allocation) : Sentence(part.name),
                 launch, kernel_of(a, launch)));
      }
      return true;
    });
    if (const int launch = first_of_launches(a, b); launch != INT_MAX) {
      unsteady_.launches = true;
      tell(say("which launches it makes, from number {} on", launch));
    }
    if (!end_alike(a, b)) {
      unsteady_.ends = true;
      tell(say("how it ends"));
    }
    unsteady_.files = runs_.folder().differing();
    if (!unsteady_.files.empty()) tell(say("the file {}", printable(*unsteady_.files.begin())));
    if (const auto lines = differing_lines(usual_.output, again.output)) {
      unsteady_.lines = *lines;
      if (!lines->empty()) tell(say("line {} of what it prints", *lines->begin()));
    } else {
      unsteady_.output = true;
      tell(say("what it prints"));
    }
    if (first.empty()) return {};
    return say(
        "Two runs in the same order differ in {}: the program itself differs from run to run, "
        "by the time, random numbers or addresses. What differs so is not compared.",
        first);
  }

  Result<OrderedRun> judge(const OrderSetting& setting, const Observed& other) {
    OrderedRun run{.setting = setting, .seconds = other.outcome.seconds};
    if (was_stopped(other.outcome)) {
      judge_stopped(run, other.outcome);
      return run;
    }
    // Before other runs take the folder.
    std::optional<FileDifference> file = runs_.folder().difference(unsteady_.files);
    std::set<MemoryKey> known = unsteady_.memory;
    FirstOfMemory memory = first_of_memory(usual_.outcome, other.outcome, known);
    const int launch =
        unsteady_.launches ? INT_MAX : first_of_launches(usual_.outcome, other.outcome);
    // Elements that only stand in another order, as behind a counter that hands out places, need not change what is made of
    // them: so whatever else differs is looked at, too.
    for (int round = 0; round < most_rounds && memory.launch <= launch && !memory.parts.empty() &&
                        run.likeness <= Likeness::reordered;
         ++round) {
      if (memory.parts.size() > most_looked_at) memory.parts.resize(most_looked_at);
      if (Status looked = look_at(memory, run); !looked) return looked.error();
      for (const MemoryState& part : memory.parts) known.insert(part.key);
      memory = first_of_memory(usual_.outcome, other.outcome, known);
    }
    const bool too_many = memory.launch <= launch && !memory.parts.empty();
    if (too_many && run.likeness == Likeness::reordered) run.likeness = Likeness::different;
    if (run.likeness <= Likeness::reordered && launch != INT_MAX) {
      tell_launch(launch, other.outcome, run);
    }
    judge_rest(run, other, std::move(file));
    return run;
  }

 private:
  void judge_stopped(OrderedRun& run, const ProgramOutcome& other) const {
    constexpr double many_times = 10;
    const bool had_time =
        other.end == End::time_limit && usual_.outcome.seconds * many_times < runs_.time_limit();
    run.stopped = !had_time;
    if (had_time) {
      run.likeness = Likeness::different;
      run.why = say("With {0} it does not end: it takes {1} s in the usual order. {2}",
                    order_text(run.setting), fmt::format("{:.2g}", usual_.outcome.seconds),
                    other.message);
      return;
    }
    run.why =
        say("With {} it came to its time or memory limit, so its result is not known: raise the "
            "limit.",
            order_text(run.setting));
  }

  void tell_launch(int launch, const ProgramOutcome& other, OrderedRun& run) const {
    run.likeness = Likeness::different;
    const auto found = std::ranges::find(other.launches, launch, &ProgramLaunch::number);
    const std::string kernel = kernel_of(usual_.outcome, launch);
    if (found != other.launches.end() && !found->error.empty()) {
      run.why = say("Launch {0} ({1}) fails with {2}, and with {3} only.", launch, found->kernel,
                    found->error, order_text(run.setting));
    } else {
      run.why = say("With {0} the program makes other launches, from number {1} on.",
                    order_text(run.setting), launch);
    }
  }

  /// The first element that differs, and whether it does by more than rounding.
  Status look_at(const FirstOfMemory& memory, OrderedRun& run) {
    for (const MemoryState& part : memory.parts) {
      MemoryDifference difference{.launch = memory.launch,
                                  .kernel = kernel_of(usual_.outcome, memory.launch),
                                  .name = part.name,
                                  .allocation = part.key.allocation,
                                  .contents = {.likeness = Likeness::different},
                                  .writers = {}};
      if (Status found = find_element(part.key, run.setting, difference); !found)
        return found.error();
      const bool worse = !run.memory || difference.contents.likeness > run.likeness;
      if (!worse) continue;
      run.likeness = difference.contents.likeness;
      run.memory = std::move(difference);
      if (run.likeness == Likeness::different) break;
    }
    // A sum that an atomic does not add up loses nothing by rounding.
    const auto is_atomic = [](const std::optional<LastWriter>& writer) {
      return writer && writer->atomic;
    };
    const bool of_atomics = is_atomic(run.memory->writers[0]) || is_atomic(run.memory->writers[1]);
    if (run.likeness == Likeness::rounding && !of_atomics)
      run.likeness = run.memory->contents.likeness = Likeness::different;
    run.why = memory_sentence(*run.memory, run.setting);
    return Done{};
  }

  Status find_element(const MemoryKey& key, const OrderSetting& setting,
                      MemoryDifference& difference) {
    const int launch = difference.launch;
    const auto known = contents_.find({launch, key});
    if (known == contents_.end()) {
      auto asked = runs_.contents({}, launch, key);
      if (!asked) return asked.error();
      contents_[{launch, key}] = std::move(asked).value();
    }
    auto other = runs_.contents(setting, launch, key);
    if (!other) return other.error();
    const std::optional<MemoryContents>& usual = contents_[{launch, key}];
    if (!usual || !other.value()) return Done{};
    if (!usual->name.empty()) difference.name = usual->name;
    difference.contents = compare_contents(*usual, *other.value());
    if (difference.contents.offset < 0) {
      difference.contents.likeness = Likeness::different;
      return Done{};
    }
    if (difference.contents.likeness == Likeness::reordered) return Done{};
    const std::array settings{OrderSetting{}, setting};
    for (std::size_t k = 0; k < settings.size(); ++k) {
      auto writer = runs_.writer(settings.at(k), launch, key, difference.contents.offset);
      if (!writer) return writer.error();
      difference.writers.at(k) = std::move(writer).value();
      // The program knew it from its copy of the working folder.
      if (auto& last = difference.writers.at(k); last) last->file = shown_path(last->file);
    }
    return Done{};
  }

  /// How it ends, what it prints, and which files it leaves.
  void judge_rest(OrderedRun& run, const Observed& other,
                  std::optional<FileDifference> file) const {
    const auto raise = [&](Likeness likeness, Sentence why) {
      if (likeness > run.likeness) {
        run.likeness = likeness;
        run.why = std::move(why);
      }
    };
    if (!unsteady_.ends && !end_alike(usual_.outcome, other.outcome)) {
      raise(Likeness::different,
            say("The program {0} in the usual order, and {1} with {2}.", end_words(usual_.outcome),
                end_words(other.outcome), order_text(run.setting)));
    }
    if (!unsteady_.output) {
      OutputDifference output = compare_outputs(usual_.output, other.output, unsteady_.lines);
      if (output.likeness != Likeness::same) {
        // Numbers that rounding made differ come from sums that have been told; without those it is more.
        if (output.likeness == Likeness::rounding && run.likeness != Likeness::rounding)
          output.likeness = Likeness::different;
        raise(output.likeness, output_sentence(output));
        run.output = std::move(output);
      }
    }
    if (!file) return;
    if (run.likeness != Likeness::rounding) raise(Likeness::different, file_sentence(*file));
    run.file = std::move(file);
  }

  OrderRuns& runs_;
  Observed usual_;
  Unsteady unsteady_;
  std::map<std::pair<int, MemoryKey>, std::optional<MemoryContents>> contents_;  // in usual order
};

}  // namespace

Sentence order_text(const OrderSetting& setting) {
  if (setting.unset != 0) return say("unset memory {}", fmt::format("{:#04x}", setting.unset));
  const Sentence blocks = setting.blocks == BlockOrder::reversed      ? say("blocks reversed")
                          : setting.blocks == BlockOrder::shuffled    ? say("blocks shuffled")
                          : setting.blocks == BlockOrder::interleaved ? say("blocks interleaved")
                                                                      : Sentence();
  if (!setting.warps) return blocks.empty() ? say("the usual order") : blocks;
  if (blocks.empty()) return say("warps shuffled");
  // Translators: {} is "blocks reversed" or the like.
  return say("{} and warps shuffled", blocks);
}

std::vector<OrderSetting> settings_to_compare(int orders) {
  std::vector<OrderSetting> settings;
  for (int k = 0; k < orders; ++k) {
    const auto seed = static_cast<std::uint64_t>(k) + 1;
    switch (k) {
      case 0: settings.push_back({.blocks = BlockOrder::reversed}); continue;
      case 1: settings.push_back({.warps = seed}); continue;
      case 2: settings.push_back({.blocks = BlockOrder::interleaved, .seed = seed}); continue;
      default: break;
    }
    constexpr std::array others{BlockOrder::shuffled, BlockOrder::interleaved};
    settings.push_back({.blocks = others.at(static_cast<std::size_t>(k - 3) % others.size()),
                        .warps = seed,
                        .seed = seed});
  }
  for (const std::uint8_t unset : {std::uint8_t{0xff}, std::uint8_t{0xa5}})
    settings.push_back({.unset = unset});
  return settings;
}

bool OrdersReport::changes() const {
  return std::ranges::count(runs, Likeness::different, &OrderedRun::likeness) > 0;
}

Result<OrdersReport> run_orders(const BuiltProgram& program, const ProgramRequest& request,
                                int orders, WorkingCopy& folder, const ProgramStarter& start,
                                const std::function<void(const std::string&)>& stage,
                                const std::stop_token& stop) {
  const std::vector<OrderSetting> settings = settings_to_compare(orders);
  const auto all = std::ssize(settings) + 2;
  std::ptrdiff_t count = 0;
  const auto begin = [&](const OrderSetting& setting) {
    stage(tr("run {0} of {1}: {2}", ++count, all, order_text(setting).text()));
  };
  OrderRuns runs(program, request, folder, start, stop);
  OrdersReport report;
  const auto changes_real_file = [&] {
    const std::optional<std::string> path = folder.changed_link();
    if (path) {
      report.trouble =
          say("A run in a copy of the working folder has changed the real file {}, which is too "
              "large to be copied for each run: so no further order is compared.",
              printable(*path));
    }
    return path.has_value();
  };
  if (const Status settled = folder.settle(); !settled) {
    report.trouble = settled.error().for_window();
    return report;
  }
  begin({});
  Result<Observed> usual = runs.run({});
  if (!usual) return usual.error();
  if (changes_real_file()) return report;
  const ProgramOutcome& outcome = usual->outcome;
  report.cancelled = outcome.end == End::cancelled;
  if (report.cancelled) return report;
  if (was_stopped(outcome) || outcome.end == End::not_loaded) {
    report.trouble =
        say("With all blocks checked, which takes longer, the program does not come to its "
            "end in the usual order, so no other is compared: {}",
            outcome.message);
    return report;
  }
  if (Status kept = runs.keep_folder(); !kept) return kept.error();
  OrderJudge judge(runs, std::move(usual).value());
  begin({});
  const Result<Observed> again = runs.run({});
  if (!again) return again.error();
  report.cancelled = again->outcome.end == End::cancelled;
  if (report.cancelled) return report;
  if (changes_real_file()) return report;
  report.by_itself = judge.learn(again.value());
  for (const OrderSetting& setting : settings) {
    begin(setting);
    const Result<Observed> other = runs.run(setting);
    if (!other) return other.error();
    report.cancelled = other->outcome.end == End::cancelled;
    if (report.cancelled) return report;
    Result<OrderedRun> judged = judge.judge(setting, other.value());
    if (!judged) return judged.error();
    report.cancelled = stop.stop_requested();  // while it was looked at more closely
    if (report.cancelled) return report;
    report.runs.push_back(std::move(judged).value());
    if (changes_real_file()) return report;
  }
  return report;
}

}  // namespace warpscope
