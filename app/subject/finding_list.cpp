#include "app/subject/finding_list.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "app/subject/finding_advice.hpp"
#include "app/subject/finding_hints.hpp"
#include "app/subject/finding_remedies.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

std::string_view verb_of(const Trace& trace, std::uint32_t access) {
  const Operation operation = trace.accesses[access].operation;
  if (exchanges(operation)) return tr_noop("exchanges");
  if (is_atomic(operation)) return tr_noop("updates");
  return writes(operation) ? tr_noop("writes") : tr_noop("reads");
}

void find_places(const Trace& trace, const std::optional<FindingAccesses>& found,
                 ListedFinding& listed) {
  if (!found) return;
  listed.place.access = found->access;
  listed.place.verb = verb_of(trace, found->access);
  if (!listed.other || !found->other) return;
  listed.other->access = found->other;
  listed.other->verb = verb_of(trace, *found->other);
}

/// The trace's finding of the same thing; nullptr: none, or it does not know of the second file.
const ListedFinding* listed_twin(const ListedFinding& listed,
                                 std::span<const ListedFinding> of_trace) {
  if (listed.other && listed.other->file != listed.place.file) return nullptr;
  const auto found = std::ranges::find_if(of_trace, [&](const ListedFinding& own) {
    return own.kind == listed.kind && own.place.line == listed.place.line &&
           own.message == listed.message;
  });
  return found == of_trace.end() ? nullptr : &*found;
}

void take_places(const ListedFinding& from, ListedFinding& listed) {
  listed.place.access = from.place.access;
  listed.place.verb = from.place.verb;
  if (!listed.other || !from.other) return;
  listed.other->access = from.other->access;
  listed.other->verb = from.other->verb;
}

std::int64_t more_launches(const std::vector<int>& launches) {
  return std::max<std::int64_t>(std::ssize(launches) - 1, 0);
}

/// The accesses at which it was found.
std::optional<FindingAccesses> accesses_in(const ListedFinding& listed) {
  if (!listed.place.access) return std::nullopt;
  return FindingAccesses{*listed.place.access, listed.other ? listed.other->access : std::nullopt};
}

/// Makes one of the findings that have one cause, and says what to do; `launches` are those of each.
void join(std::vector<ListedFinding>& list, const std::vector<HintSubject>& subjects,
          std::vector<std::vector<int>> launches) {
  std::vector<ListedFinding> joined;
  for (const JoinedCause& cause : joined_causes(subjects)) {
    const std::size_t first = cause.findings.front();
    ListedFinding& one = joined.emplace_back(std::move(list[first]));
    std::vector<ToldPlace> more;
    for (const std::size_t i : std::span(cause.findings).subspan(1)) {
      join_launches(launches[first], launches[i]);
      one.times += list[i].times;
      more.push_back({subjects[i].line, subjects[i].other_line, subjects[i].array});
      one.more.push_back(std::move(list[i].place));
      if (list[i].other) one.more.push_back(std::move(*list[i].other));
    }
    one.more_launches = more_launches(launches[first]);
    one.way = cause.way;
    one.hint = (cause.remedy.empty() ? general_hint(subjects[first]) : cause.remedy).text();
    if (!more.empty()) one.hint = more_places_text(more) + ". " + one.hint;
  }
  list = std::move(joined);
}

}  // namespace

std::string finding_brief(const ListedFinding& finding) {
  return std::string(finding.note ? std::string_view(tr("note")) : tr(name(finding.kind)));
}

std::string finding_chip_text(const ListedFinding& finding) {
  std::string kind = finding_brief(finding);
  if (finding.times < 2) return kind;
  // Translators: a kind of finding, and how often it was seen.
  return tr_n("{1} · {2} time", "{1} · {2} times", static_cast<std::int64_t>(finding.times), kind,
              grouped(finding.times));
}

std::vector<ListedFinding> list_findings(const Trace& trace) {
  std::vector<ListedFinding> list;
  FindingAdvice advice(&trace);
  std::vector<HintSubject> subjects;
  std::vector<std::vector<int>> launches;
  const auto add = [&](const ToldOnce<Finding>& told) {
    const Finding& finding = told.finding;
    ListedFinding listed{
        .kind = finding.kind, .message = finding.message.text(), .times = finding.times};
    if (finding.step < trace.steps.size()) {
      const std::uint32_t launch = trace.steps[finding.step].launch;
      listed.launch = static_cast<int>(launch_number(trace, launch));
      listed.kernel = trace.launches[launch].kernel;
      const std::uint32_t source = finding.source >= 0 ? static_cast<std::uint32_t>(finding.source)
                                                       : trace.launches[launch].source;
      if (finding.line > 0) listed.place.file = trace.sources[source].name;
    }
    listed.place.line = finding.line;
    if (finding.other_line > 0) listed.other = {listed.place.file, finding.other_line, {}, {}};
    find_places(trace, finding_accesses(trace, finding), listed);
    if (!listed.place.access) {
      if (const auto before = shown_accesses(trace, finding)) listed.place.access = before->access;
    }
    listed.more_launches = more_launches(told.launches);
    subjects.push_back(advice.subject(finding, accesses_in(listed)));
    launches.push_back(told.launches);
    list.push_back(std::move(listed));
  };
  const ToldOfTrace told = told_findings(trace);
  std::ranges::for_each(told.findings, add);
  std::ranges::for_each(told.notes, add);
  join(list, subjects, std::move(launches));
  return list;
}

std::vector<ListedFinding> list_findings(const ProgramOutcome& outcome, const Trace* trace,
                                         std::span<const ListedFinding> of_trace) {
  std::vector<ListedFinding> list;
  FindingAdvice advice(trace);
  std::vector<HintSubject> subjects;
  std::vector<std::vector<int>> launches;
  const auto add = [&](const ToldOnce<ProgramFinding>& told, bool note) {
    const ProgramFinding& finding = told.finding;
    ListedFinding listed{.kind = finding.kind,
                         .message = finding.message.text(),
                         .place = {finding.file, finding.line, {}, {}},
                         .launch = finding.launch,
                         .more_launches = more_launches(told.launches),
                         .times = finding.times,
                         .note = note};
    if (finding.other_line > 0) {
      listed.other = {finding.other_file, finding.other_line, {}, {}};
    }
    const auto launch = std::ranges::find(outcome.launches, finding.launch, &ProgramLaunch::number);
    if (launch != outcome.launches.end()) {
      listed.kernel = launch->kernel;
      const std::int32_t number = trace == nullptr ? -1 : launch_in(*trace, *launch);
      if (const ListedFinding* twin = listed_twin(listed, of_trace);
          twin != nullptr && number >= 0) {
        take_places(*twin, listed);
      } else if (number >= 0) {
        find_places(*trace, finding_accesses(*trace, finding, number), listed);
      }
      if (number >= 0 && finding.line > 0) {
        const Launch& there = trace->launches[static_cast<std::size_t>(number)];
        if (finding.block != coordinates(there.traced_block, there.grid)) {
          listed.other_block = finding.block;
        }
      }
    }
    list.push_back(std::move(listed));
    const Dim3 block = launch != outcome.launches.end() ? launch->block : Dim3{};
    return advice.subject(finding, block, accesses_in(list.back()));
  };
  const ToldOfProgram told = told_findings(outcome);
  for (const auto& finding : told.findings) {
    subjects.push_back(add(finding, false));
    launches.push_back(finding.launches);
  }
  join(list, subjects, std::move(launches));
  for (const auto& note : told.notes) {
    const HintSubject subject = add(note, is_faulty(note.finding.kind));
    if (!list.back().note) list.back().hint = finding_hint(subject).text();
  }
  return list;
}

std::int32_t launch_in(const Trace& trace, const ProgramLaunch& launch) {
  const std::int32_t number = launch.trace_launch;
  if (number < 0 || static_cast<std::size_t>(number) >= trace.launches.size()) return -1;
  const Launch& there = trace.launches[static_cast<std::size_t>(number)];
  const bool same =
      there.kernel == launch.kernel && there.grid == launch.grid && there.block == launch.block;
  return same ? number : -1;
}

}  // namespace warpscope
