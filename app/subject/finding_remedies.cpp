#include "app/subject/finding_remedies.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "app/subject/fault_remedies.hpp"
#include "app/subject/race_remedies.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

struct Cause {
  FindingKind kind;
  bool between_blocks;  ///< of a race: no barrier orders what is to be ordered
  Sentence (*remedy)(const CodeStatements&, const HintSubject&);
  /// Where a barrier is missing, if that is the cause.
  std::optional<MissingBarrier> (*barrier)(const CodeStatements&, const HintSubject&) = nullptr;
  RemedyWay way = RemedyWay::other;
};

// Of one kind, the more special cause comes first.
constexpr auto causes = std::to_array<Cause>({
    {FindingKind::race, false, between_streams},
    {FindingKind::race, false, host_too_early},
    {FindingKind::race, false, shared_update, nullptr, RemedyWay::atomic},
    {FindingKind::race, false, compared_store, nullptr, RemedyWay::atomic},
    {FindingKind::race, false, many_writers, nullptr, RemedyWay::one_thread},
    {FindingKind::race, false, next_round},
    {FindingKind::race, false, same_moment, missing_barrier},
    {FindingKind::race, false, between_statements, missing_barrier},
    {FindingKind::race, true, signal_without_fence},
    {FindingKind::race, true, early_signal},
    {FindingKind::race, true, shared_update, nullptr, RemedyWay::atomic},
    {FindingKind::race, true, compared_store, nullptr, RemedyWay::atomic},
    {FindingKind::race, true, many_writers, nullptr, RemedyWay::one_thread},
    {FindingKind::out_of_bounds, false, one_too_many},
    {FindingKind::out_of_bounds, false, index_beyond},
    {FindingKind::barrier_divergence, false, barrier_in_branch},
    {FindingKind::unfinished_copy, false, copy_not_awaited},
    {FindingKind::uninitialised_read, false, read_too_early, barrier_before_read},
    {FindingKind::uninitialised_read, false, not_cleared},
});

struct Remedy {
  Sentence text;
  std::optional<MissingBarrier> barrier;
  RemedyWay way = RemedyWay::other;
};

Remedy remedy_of(const HintSubject& subject) {
  if (subject.code == nullptr || subject.line == 0) return {};
  for (const Cause& cause : causes) {
    if (cause.kind != subject.kind || cause.between_blocks != subject.between_blocks) continue;
    Sentence text = cause.remedy(*subject.code, subject);
    if (text.empty()) continue;
    Remedy remedy{std::move(text), {}, cause.way};
    if (cause.barrier != nullptr) remedy.barrier = cause.barrier(*subject.code, subject);
    if (remedy.barrier && remedy.barrier->room.loop != nullptr) remedy.barrier.reset();
    return remedy;
  }
  return {};
}

/// "4, 12-17"
std::string lines_text(const std::set<std::uint32_t>& lines) {
  std::string text;
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    auto last = line;
    for (auto next = std::next(last); next != lines.end() && *next == *last + 1; ++next) {
      last = next;
    }
    if (!text.empty()) text += ", ";
    text += std::to_string(*line);
    if (last == line) continue;
    text += (*last == *line + 1 ? ", " : "-") + std::to_string(*last);
    line = last;
  }
  return text;
}

Sentence within_lines(const BarrierRoom& room, const std::string& lines) {
  if (room.of_warp()) {
    return say(
        "The lanes of a warp need not run in lockstep. On each of lines {0} read what another lane "
        "writes into a variable first, put {1}, write, and put {1} again; or exchange the values "
        "with __shfl_down_sync(), which waits by itself.",
        lines, room.barrier);
  }
  if (room.branch != nullptr) {
    return say(
        "On each of lines {0} read what another thread writes into a variable first, put {1}, "
        "write, and put {1} again, each {1} outside of the {2} of line {3}.",
        lines, room.barrier, room.branch->word, room.branch->line);
  }
  return say(
      "On each of lines {0} read what another thread writes into a variable first, put {1}, write, "
      "and put {1} again.",
      lines, room.barrier);
}

Sentence before_lines(const BarrierRoom& room, const std::string& lines) {
  if (room.of_warp()) {
    return say(
        "The lanes of a warp need not run in lockstep: put {0} before each of lines {1}, outside "
        "of what only some lanes do.",
        room.barrier, lines);
  }
  if (room.branch != nullptr) {
    return say(
        "End the {0} of line {1} before each of lines {2}, put {3} there, outside of it, and begin "
        "it again.",
        room.branch->word, room.branch->line, lines, room.barrier);
  }
  return say("Put {0} before each of lines {1}, outside of what only some threads do.",
             room.barrier, lines);
}

/// The remedy for all barriers that are missing in a list of statements; they are ordered by the second statement.
Sentence remedy_for_all(const std::vector<const Remedy*>& remedies) {
  std::set<std::uint32_t> within, stops, all;
  const Remedy* deciding = nullptr;
  std::size_t last = 0;  // where the last barrier is to stand
  for (const Remedy* remedy : remedies) {
    const MissingBarrier& missing = *remedy->barrier;
    all.insert({missing.first().line, missing.second().line});
    if (missing.within()) {
      within.insert(missing.first().line);
    } else if (missing.first().tokens.end > last) {
      last = missing.second().tokens.begin;
      stops.insert(missing.second().line);
      deciding = remedy;
    }
  }
  const BarrierRoom& room = remedies.front()->barrier->room;
  if (within.size() + stops.size() == 1) {
    return deciding == nullptr ? remedies.front()->text : deciding->text;
  }
  return within.empty() ? before_lines(room, lines_text(stops))
                        : within_lines(room, lines_text(all));
}

/// Sets of findings that become one.
class Sets {
 public:
  explicit Sets(std::size_t size) : lowest_(size) {
    std::iota(lowest_.begin(), lowest_.end(), std::size_t{0});
  }
  std::size_t of(std::size_t i) {
    while (lowest_[i] != i) i = lowest_[i] = lowest_[lowest_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = of(a);
    b = of(b);
    lowest_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> lowest_;
};

/// Joins findings that lack barriers in one list of statements where their statements overlap.
void join_neighbours(Sets& sets, const std::vector<Remedy>& remedies,
                     const std::vector<HintSubject>& subjects) {
  using List = std::tuple<FindingKind, bool, const CodeStatements*, std::vector<std::size_t>>;
  std::map<List, std::vector<std::size_t>> lists;
  for (std::size_t i = 0; i < remedies.size(); ++i) {
    if (!remedies[i].barrier) continue;
    const RacePair& pair = remedies[i].barrier->pair;
    std::vector<std::size_t> around;
    for (const RaceSurrounding& of : pair.around) around.push_back(of.statement);
    lists[{subjects[i].kind, remedies[i].barrier->room.of_warp(), pair.code, std::move(around)}]
        .push_back(i);
  }
  for (auto& [list, races] : lists) {
    const auto begin = [&](std::size_t i) { return remedies[i].barrier->first().tokens.begin; };
    const auto end = [&](std::size_t i) { return remedies[i].barrier->second().tokens.begin; };
    std::ranges::stable_sort(races, {}, begin);
    std::size_t last = races.front(), reach = end(last);
    for (const std::size_t i : races) {
      if (begin(i) <= reach) sets.join(last, i);
      reach = std::max(reach, end(i));
      last = i;
    }
  }
}

}  // namespace

Sentence finding_remedy(const HintSubject& subject) { return remedy_of(subject).text; }

std::vector<JoinedCause> joined_causes(const std::vector<HintSubject>& subjects) {
  std::vector<Remedy> remedies;
  Sets sets(subjects.size());
  std::map<std::tuple<FindingKind, const CodeStatements*, std::string>, std::size_t> same;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    remedies.push_back(remedy_of(subjects[i]));
    if (remedies[i].text.empty()) continue;
    const auto [known, fresh] =
        same.try_emplace({subjects[i].kind, subjects[i].code, remedies[i].text.english()}, i);
    if (!fresh) sets.join(known->second, i);
  }
  join_neighbours(sets, remedies, subjects);
  std::map<std::size_t, JoinedCause> by_first;
  for (std::size_t i = 0; i < subjects.size(); ++i) by_first[sets.of(i)].findings.push_back(i);
  std::vector<JoinedCause> joined;
  for (auto& [first, cause] : by_first) {
    std::vector<const Remedy*> barriers;
    for (const std::size_t i : cause.findings) {
      if (remedies[i].barrier) barriers.push_back(&remedies[i]);
    }
    std::ranges::stable_sort(
        barriers, {}, [](const Remedy* remedy) { return remedy->barrier->second().tokens.begin; });
    cause.remedy = barriers.size() < 2 ? remedies[first].text : remedy_for_all(barriers);
    cause.way = remedies[first].way;
    joined.push_back(std::move(cause));
  }
  return joined;
}

}  // namespace warpscope
