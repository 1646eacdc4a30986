#include "app/subject/told_findings.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Joins what has one cause, in the order in which causes were first seen.
template <class Seen, class Cause>
class Joined {
 public:
  void add(const Seen& finding, Cause cause, int launch) {
    auto& list = is_faulty(finding.kind) ? lists_.findings : lists_.notes;
    add_to(list, finding, std::move(cause), launch);
  }
  void add_note(const Seen& note, Cause cause, int launch) {
    add_to(lists_.notes, note, std::move(cause), launch);
  }
  [[nodiscard]] ToldLists<Seen> take() { return std::move(lists_); }

 private:
  using List = std::vector<ToldOnce<Seen>>;
  void add_to(List& list, const Seen& finding, Cause cause, int launch) {
    const auto [known, fresh] = places_.try_emplace({&list, std::move(cause)}, list.size());
    if (fresh) {
      list.push_back({.finding = finding, .launches = {}});
    } else {
      list[known->second].finding.times += finding.times;
    }
    auto& launches = list[known->second].launches;
    const auto at = std::ranges::lower_bound(launches, launch);
    if (launch > 0 && (at == launches.end() || *at != launch)) launches.insert(at, launch);
  }

  ToldLists<Seen> lists_;
  std::map<std::pair<const List*, Cause>, std::size_t> places_;
};

/// What a sentence says, whatever threads and elements it says it of.
std::string message_of(const Sentence& sentence) {
  std::string text = sentence.id();
  for (const Sentence::Argument& argument : sentence.arguments()) {
    const auto* part = std::get_if<Sentence>(&argument.value);
    if (part != nullptr && !part->is_data()) text += '\n' + message_of(*part);
  }
  return text;
}

}  // namespace

std::string more_places_text(const std::vector<ToldPlace>& more) {
  if (more.empty()) return {};
  std::uint32_t last = 0;
  for (const ToldPlace& place : more) last = std::max({last, place.line, place.other_line});
  return tr_n("{0} more place of the same cause, line {1}",
              "{0} more places of the same cause, up to line {1}", std::ssize(more), last);
}

ToldOfProgram told_findings(const ProgramOutcome& outcome) {
  // What the host did wrong twice are two findings.
  using Cause = std::tuple<FindingKind, std::string, std::string, std::uint32_t, std::string,
                           std::uint32_t, std::string, std::size_t>;
  Joined<ProgramFinding, Cause> joined;
  const auto cause_of = [](const ProgramFinding& of, std::size_t number) {
    const std::size_t apart = of.launch > 0 && of.line > 0 ? 0 : number;
    return Cause{of.kind,       message_of(of.message), of.file,  of.line,
                 of.other_file, of.other_line,          of.array, apart};
  };
  std::size_t number = 0;
  for (const ProgramFinding& finding : outcome.findings) {
    joined.add(finding, cause_of(finding, ++number), finding.launch);
  }
  for (const ProgramFinding& note : outcome.notes) {
    joined.add_note(note, cause_of(note, ++number), note.launch);
  }
  return joined.take();
}

ToldOfTrace told_findings(const Trace& trace) {
  using Cause = std::tuple<FindingKind, std::string, std::int32_t, std::uint32_t, std::uint32_t,
                           std::string, std::size_t>;
  Joined<Finding, Cause> joined;
  std::size_t number = 0;
  for (const Finding& finding : trace.findings) {
    ++number;
    const bool known = finding.step < trace.steps.size();
    const std::uint32_t launch = known ? trace.steps[finding.step].launch : 0;
    std::string array;
    if (finding.array >= 0) {
      array = known ? name_in(trace, launch, finding.array)
                    : trace.arrays[static_cast<std::size_t>(finding.array)].name;
    }
    const std::int32_t file = finding.source >= 0 || !known
                                  ? finding.source
                                  : static_cast<std::int32_t>(trace.launches[launch].source);
    Cause cause{finding.kind,
                message_of(finding.message),
                file,
                finding.line,
                finding.other_line,
                std::move(array),
                known && finding.line > 0 ? 0 : number};
    joined.add(finding, std::move(cause),
               known ? static_cast<int>(launch_number(trace, launch)) : 0);
  }
  return joined.take();
}

}  // namespace warpscope
