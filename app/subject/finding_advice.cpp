#include "app/subject/finding_advice.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "app/subject/finding_list.hpp"
#include "app/subject/finding_remedies.hpp"

namespace warpscope {
namespace {

/// How often the warp of access `of` had done what access `what` does, before it.
int times_before(const Trace& trace, std::uint32_t of, const Access& what) {
  const Launch& launch = trace.launches[trace.steps[trace.accesses[of].step].launch];
  int times = 0;
  for (std::uint32_t i = trace.steps[launch.first_step].first_access; i < of; ++i) {
    const Access& access = trace.accesses[i];
    times += static_cast<int>(access.warp == trace.accesses[of].warp &&
                              access.array == what.array && access.operation == what.operation &&
                              trace.line_of(access) == trace.line_of(what));
  }
  return times;
}

/// Makes one of the findings that have one cause.
template <class Seen>
void join(std::vector<ToldOnce<Seen>>& list, const std::vector<HintSubject>& subjects) {
  std::vector<ToldOnce<Seen>> joined;
  for (JoinedCause& cause : joined_causes(subjects)) {
    ToldOnce<Seen>& one = joined.emplace_back(std::move(list[cause.findings.front()]));
    one.remedy = std::move(cause.remedy);
    one.way = cause.way;
    for (const std::size_t i : std::span(cause.findings).subspan(1)) {
      join_launches(one.launches, list[i].launches);
      one.finding.times += list[i].finding.times;
      one.more.push_back({subjects[i].line, subjects[i].other_line, subjects[i].array});
    }
  }
  list = std::move(joined);
}

}  // namespace

void join_launches(std::vector<int>& launches, const std::vector<int>& others) {
  std::vector<int> all;
  std::ranges::set_union(launches, others, std::back_inserter(all));
  launches = std::move(all);
}

std::optional<bool> in_one_round(const Trace& trace, const FindingAccesses& accesses) {
  if (!accesses.other) return std::nullopt;
  std::uint32_t first = *accesses.other, second = accesses.access;
  const auto line = [&](std::uint32_t access) { return trace.line_of(trace.accesses[access]); };
  if (line(first) == line(second)) {
    // A round is over when its store is done.
    const std::uint32_t store = writes(trace.accesses[first].operation) ? first : second;
    const Access& what = trace.accesses[store];
    return times_before(trace, first, what) == times_before(trace, second, what);
  }
  if (line(first) > line(second)) std::swap(first, second);
  const Access& what = trace.accesses[first];
  const int rounds = times_before(trace, second, what);
  if (rounds == 0) return std::nullopt;
  return times_before(trace, first, what) == rounds - 1;
}

std::vector<HintLine> FindingAdvice::calls_to(std::uint32_t location) {
  std::vector<HintLine> calls;
  const CodeLocation* callee = &trace_->locations[location];
  while (callee->caller >= 0) {
    const CodeLocation& call = trace_->locations[static_cast<std::size_t>(callee->caller)];
    if (call.line == 0) return {};
    calls.push_back({code_of(call.source), call.line, callee->function});
    callee = &call;
  }
  std::ranges::reverse(calls);
  return calls;
}

std::vector<HintLine> FindingAdvice::only_calls_to(std::uint32_t source, std::uint32_t line) {
  std::optional<std::vector<HintLine>> only;
  for (std::uint32_t i = 0; i < trace_->locations.size(); ++i) {
    const CodeLocation& at = trace_->locations[i];
    if (at.source != source || at.line != line) continue;
    auto calls = calls_to(i);
    if (only && *only != calls) return {};
    only = std::move(calls);
  }
  return only.value_or(std::vector<HintLine>());
}

void FindingAdvice::add_accesses(HintSubject& subject, std::uint32_t source,
                                 std::optional<std::uint32_t> other_source,
                                 const std::optional<FindingAccesses>& found) {
  if (other_source && *other_source != source) subject.other_code = code_of(*other_source);
  if (!found) {
    subject.calls = only_calls_to(source, subject.line);
    if (other_source) subject.other_calls = only_calls_to(*other_source, subject.other_line);
    return;
  }
  subject.one_round = in_one_round(*trace_, *found);
  const Access& access = trace_->accesses[found->access];
  subject.calls = calls_to(access.location);
  subject.writes = writes(access.operation);
  if (!found->other) return;
  const Access& other = trace_->accesses[*found->other];
  subject.other_calls = calls_to(other.location);
  subject.other_writes = writes(other.operation);
}

CompiledSo FindingAdvice::compiled_so(std::size_t source) const {
  CompiledSo compiled{.defines = defines_of(*trace_)};
  for (const CodeLocation& at : trace_->locations) {
    if (at.source == source && at.line > 0) compiled.lines_that_ran.insert(at.line);
  }
  return compiled;
}

const CodeStatements* FindingAdvice::code_of(std::size_t source) {
  auto& code = codes_[source];
  if (!code) {
    code = std::make_unique<CodeStatements>(trace_->sources[source].text, compiled_so(source));
  }
  return code.get();
}

HintSubject FindingAdvice::subject(const Finding& finding,
                                   const std::optional<FindingAccesses>& found) {
  HintSubject subject{.kind = finding.kind,
                      .line = finding.line,
                      .other_line = finding.other_line,
                      .host = finding.step >= trace_->steps.size(),
                      .cuda = !trace_->header.program.empty(),
                      .index = finding.index};
  if (!subject.host) {
    const std::uint32_t launch = trace_->steps[finding.step].launch;
    const std::uint32_t source = finding.source >= 0 ? static_cast<std::uint32_t>(finding.source)
                                                     : trace_->launches[launch].source;
    subject.code = code_of(source);
    add_accesses(subject, source, source, found);
    if (finding.array >= 0) subject.array = name_in(*trace_, launch, finding.array);
  }
  subject.one_warp =
      finding.other_thread >= 0 && finding.other_thread / warp_lanes == finding.thread / warp_lanes;
  if (finding.kind == FindingKind::race && finding.other_line > 0 && finding.other_thread < 0) {
    subject.between_blocks = true;
    subject.code = nullptr;  // whether a signal stands between, only the program's finding knows
  }
  return subject;
}

HintSubject FindingAdvice::subject(const ProgramFinding& finding, const Dim3& block,
                                   const std::optional<FindingAccesses>& found) {
  HintSubject subject{.kind = finding.kind,
                      .line = finding.line,
                      .other_line = finding.other_line,
                      .same_file = finding.other_file.empty() || finding.other_file == finding.file,
                      .host = finding.launch == 0,
                      .array = finding.array,
                      .index = finding.index};
  if (trace_ != nullptr) {
    const auto source_of = [&](const std::string& file) -> std::optional<std::uint32_t> {
      const auto source = std::ranges::find(trace_->sources, file, &SourceFile::name);
      if (source == trace_->sources.end()) return std::nullopt;
      return static_cast<std::uint32_t>(source - trace_->sources.begin());
    };
    if (const auto source = source_of(finding.file)) {
      subject.code = code_of(*source);
      const auto other = subject.same_file ? source : source_of(finding.other_file);
      add_accesses(subject, *source, other, found);
    }
  }
  subject.between_blocks = finding.other_block.has_value();
  subject.unfenced_signal = finding.unfenced_signal;
  subject.early_signal = finding.early_signal;
  const auto warp = [&](const Dim3& thread) { return rank_in(thread, block) / warp_lanes; };
  subject.one_warp = !finding.other_block && finding.other_thread &&
                     warp(*finding.other_thread) == warp(finding.thread);
  return subject;
}

void add_remedies(ToldOfProgram& told, const ProgramOutcome& outcome, const Trace* trace) {
  FindingAdvice advice(trace);
  std::vector<HintSubject> subjects;
  for (const auto& [finding, launches, more, remedy, way] : told.findings) {
    std::optional<FindingAccesses> found;
    const auto launch = std::ranges::find(outcome.launches, finding.launch, &ProgramLaunch::number);
    const bool known = launch != outcome.launches.end();
    if (trace != nullptr && known) {
      found = finding_accesses(*trace, finding, launch_in(*trace, *launch));
    }
    subjects.push_back(advice.subject(finding, known ? launch->block : Dim3{}, found));
  }
  join(told.findings, subjects);
}

void add_remedies(ToldOfTrace& told, const Trace& trace) {
  FindingAdvice advice(&trace);
  std::vector<HintSubject> subjects;
  for (const auto& [finding, launches, more, remedy, way] : told.findings) {
    subjects.push_back(advice.subject(finding, finding_accesses(trace, finding)));
  }
  join(told.findings, subjects);
}

}  // namespace warpscope
