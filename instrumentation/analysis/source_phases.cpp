#include "instrumentation/analysis/source_phases.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t longest_title = 72;  // characters; a longer comment is prose
constexpr std::string_view rule_letters = "-=*#~_/+";

/// What one line of a file is, as far as headings ask.
struct ScannedLine {
  std::string comment;   // of a line without code; without its marks
  bool code = false;     // something but blanks and comments
  bool barrier = false;  // of the whole block
  int depth = 0;         // blocks that are open where the line begins
  int least_depth = 0;   // that are open where the fewest are, within it
  bool in_function = false;
  bool opens_function = false;
};

bool is_blank(char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; }
bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool waits_for_block(std::string_view code) {
  constexpr std::array names = std::to_array<std::string_view>(
      {"__syncthreads(", "__syncthreads_and(", "__syncthreads_or(", "__syncthreads_count(",
       "block.sync(", "grid.sync(", ".arrive_and_wait("});
  return std::ranges::any_of(
      names, [&](std::string_view name) { return code.find(name) != std::string_view::npos; });
}

/// Whether the code before a brace is the head of a function, a loop or a branch, not a struct or a namespace.
bool opens_code(std::string_view before) {
  before = without_blanks(before);
  for (const std::string_view word : {"const", "noexcept", "override", "mutable"}) {
    if (before.ends_with(word))
      before = without_blanks(before.substr(0, before.size() - word.size()));
  }
  return before.ends_with(')');
}

/// Reads a file line by line, and keeps track of comments, strings and braces.
class LineScanner {
 public:
  std::vector<ScannedLine> scan(std::string_view text) {
    std::vector<ScannedLine> lines;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      lines.push_back(line(text.substr(0, end)));
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return lines;
  }

 private:
  ScannedLine line(std::string_view text) {
    ScannedLine at;
    at.depth = at.least_depth = static_cast<int>(blocks_.size());
    at.in_function = function_depth_ > 0;
    std::string code, comment;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::string_view rest = text.substr(i);
      if (in_comment_) {
        in_comment_ = !rest.starts_with("*/");
        if (in_comment_) {
          comment += text[i];
        } else {
          ++i;
        }
      } else if (quote != 0) {
        if (text[i] == '\\')
          ++i;
        else if (text[i] == quote)
          quote = 0;
      } else if (rest.starts_with("//")) {
        comment += rest.substr(2);
        break;
      } else if (rest.starts_with("/*")) {
        in_comment_ = true;
        ++i;
      } else {
        // A quote between digits divides them: 1'000.
        if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_digit(text[i - 1]))))
          quote = text[i];
        code += text[i];
        note(text[i], at);
      }
    }
    at.code = !without_blanks(code).empty();
    at.barrier = waits_for_block(code);
    if (!at.code) at.comment = without_blanks(comment);
    return at;
  }

  void note(char letter, ScannedLine& at) {
    if (letter == '{') {
      blocks_.push_back(opens_code(head_) || function_depth_ > 0);
      if (blocks_.back() && function_depth_++ == 0) at.opens_function = true;
    } else if (letter == '}' && !blocks_.empty()) {
      if (blocks_.back()) --function_depth_;
      blocks_.pop_back();
      at.least_depth = std::min(at.least_depth, static_cast<int>(blocks_.size()));
    }
    if (letter == '{' || letter == '}' || letter == ';') {
      head_.clear();
    } else {
      head_ += letter;
    }
  }

  std::vector<bool> blocks_;  // whether each is of code
  int function_depth_ = 0;    // blocks of code that are open
  std::string head_;          // the code since the last statement
  bool in_comment_ = false;
};

bool is_rule(std::string_view comment) {
  return comment.size() >= 3 && comment.find_first_not_of(rule_letters) == std::string_view::npos;
}

/// Without rules at its ends, and a stop or colon behind it. Says whether there was a rule.
std::string_view without_rules(std::string_view comment, bool& ruled) {
  const std::size_t first = std::min(comment.find_first_not_of(rule_letters), comment.size());
  ruled = first >= 3;
  if (ruled) comment.remove_prefix(first);
  const std::size_t last = comment.find_last_not_of(rule_letters);
  if (last != std::string_view::npos && comment.size() - last - 1 >= 3) {
    comment = comment.substr(0, last + 1);
    ruled = true;
  }
  comment = without_blanks(comment);
  while (comment.ends_with('.') || comment.ends_with(':')) comment.remove_suffix(1);
  return comment;
}

/// How many bytes of a title are its number, "phase 2" or "3."; 0: it has none.
std::size_t number_length(std::string_view title) {
  constexpr std::array words = std::to_array<std::string_view>(
      {"phase", "step", "stage", "part", "pass", "фаза", "шаг", "этап", "часть"});
  constexpr std::array capitals =
      std::to_array<std::string_view>({"Phase", "Step", "Stage", "Part", "Pass", "Фаза", "Шаг",
                                       "Этап", "Часть", "PHASE", "STEP", "STAGE", "PART", "PASS"});
  std::size_t at = 0;
  const auto skip = [&](std::string_view word) {
    if (at == 0 && title.starts_with(word)) at = word.size();
  };
  for (const std::string_view word : words) skip(word);
  for (const std::string_view word : capitals) skip(word);
  const bool named = at > 0;
  while (named && at < title.size() && (title[at] == ' ' || title[at] == '#')) ++at;
  std::size_t end = at;
  while (end < title.size() && is_digit(title[end])) ++end;
  if (named && end == at && end < title.size() && title[end] >= 'A' && title[end] <= 'Z') ++end;
  if (end == at || end - at > 3) return 0;
  if (end == title.size()) return named ? end : 0;
  const bool closed = title[end] == '.' || title[end] == ')' || title[end] == ':';
  const bool apart = end + 1 >= title.size() || title[end + 1] == ' ';
  if (named) return closed || title[end] == ' ' || title[end] == ',' ? end : 0;
  return closed && title[end] != ':' && apart ? end : 0;  // "3. store", but not "2.5 times"
}

struct Heading {
  std::size_t line = 0;  // index of the line
  std::string title;
  bool weak = false;  // no rule and no number
};

/// A title of whole words, no longer than one may be.
std::string fitting_title(std::string_view title) {
  std::size_t end = 0;
  for (std::size_t letters = 0; end < title.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(title[end]) & 0xc0U) != 0x80U;
    if (begins && letters++ == longest_title) break;
  }
  if (end == title.size()) return printable(title);
  const std::size_t blank = title.rfind(' ', end);
  return printable(title.substr(0, blank == std::string_view::npos ? end : blank)) + "…";
}

/// The heading at a line of comment; no title: there is none.
Heading heading_at(const std::vector<ScannedLine>& lines, std::size_t i) {
  const std::string& comment = lines[i].comment;
  if (comment.empty() || is_rule(comment)) return {};
  bool ruled = false;
  const std::string_view title = without_rules(comment, ruled);
  // A box of rules around the words.
  if (i > 0 && is_rule(lines[i - 1].comment)) ruled = true;
  if (title.empty()) return {};
  const bool strong = ruled || number_length(title) > 0;
  return {i, fitting_title(title), !strong};
}

/// Whether nothing but blank lines lies between a barrier, or a function's beginning, and a line.
bool follows_barrier(const std::vector<ScannedLine>& lines, std::size_t i) {
  for (std::size_t before = i; before-- > 0;) {
    const ScannedLine& line = lines[before];
    if (!line.comment.empty()) return false;  // the second line of a comment
    if (line.code) return line.barrier || line.opens_function;
  }
  return false;
}

/// The last line of the part under a heading, as an index.
std::size_t end_of(const std::vector<ScannedLine>& lines, const Heading& heading,
                   const std::vector<Heading>& headings) {
  const int depth = lines[heading.line].depth;
  for (std::size_t i = heading.line + 1; i < lines.size(); ++i) {
    if (lines[i].least_depth < depth) return i;
    if (heading.weak && lines[i].barrier) return i;
    const bool next =
        lines[i].depth == depth && std::ranges::count(headings, i, &Heading::line) > 0;
    if (next) return i - 1;
  }
  return lines.size() - 1;
}

/// The headings of lines [first, end), all of one function.
std::vector<Heading> headings_in(const std::vector<ScannedLine>& lines, std::size_t first,
                                 std::size_t end) {
  std::vector<Heading> strong, weak;
  for (std::size_t i = first; i < end; ++i) {
    Heading heading = heading_at(lines, i);
    if (heading.title.empty()) continue;
    if (!heading.weak) {
      strong.push_back(std::move(heading));
    } else if (follows_barrier(lines, i)) {
      weak.push_back(std::move(heading));
    }
  }
  // A lone first comment tells of the whole function.
  if (weak.size() < 2) weak.clear();
  return strong.empty() ? weak : strong;
}

const SourcePhase* innermost(const std::vector<SourcePhase>& phases, std::uint32_t line) {
  const SourcePhase* found = nullptr;
  for (const SourcePhase& phase : phases) {  // in order: what lies within comes later
    if (phase.holds(line)) found = &phase;
  }
  return found;
}

bool names_own_steps(const Trace& trace) { return trace.header.program.empty(); }

/// The function that the kernel itself calls on the way to an access; empty: it is the kernel's own.
std::string called_function(const Trace& trace, const Access& access) {
  const CodeLocation* at = &trace.location_of(access);
  if (at->caller < 0) return {};
  while (trace.locations[static_cast<std::size_t>(at->caller)].caller >= 0) {
    at = &trace.locations[static_cast<std::size_t>(at->caller)];
  }
  // A lambda stands within the kernel, and nobody knows the name that the compiler gives it.
  return at->function.starts_with("lambda") ? std::string() : at->function;
}

}  // namespace

std::string SourcePhase::short_title() const {
  const std::size_t number = number_length(title);
  const bool bare = number > 0 && is_digit(title.front());  // "3." says too little
  return number == 0 || bare ? title : title.substr(0, number);
}

std::vector<SourcePhase> phases_of(const SourceFile& source) {
  const std::vector<ScannedLine> lines = LineScanner().scan(source.text);
  std::vector<SourcePhase> phases;
  for (std::size_t first = 0; first < lines.size(); ++first) {
    if (!lines[first].opens_function) continue;
    std::size_t end = first + 1;
    while (end < lines.size() && lines[end].in_function) ++end;
    const auto headings = headings_in(lines, first + 1, end);
    for (const Heading& heading : headings) {
      std::size_t last = std::min(end_of(lines, heading, headings), end - 1);
      while (last > heading.line && !lines[last].code && lines[last].comment.empty()) --last;
      phases.push_back({heading.title, static_cast<std::uint32_t>(heading.line + 1),
                        static_cast<std::uint32_t>(last + 1)});
    }
    first = end - 1;
  }
  return phases;
}

const CodeLocation& kernel_location(const Trace& trace, std::uint32_t location) {
  const CodeLocation* at = &trace.locations[location];
  while (at->caller >= 0) at = &trace.locations[static_cast<std::size_t>(at->caller)];
  return *at;
}

SourcePhase phase_at(const Trace& trace, const Access& access) {
  if (names_own_steps(trace)) return {};
  const CodeLocation& at = kernel_location(trace, access.location);
  if (at.source >= trace.sources.size()) return {};
  const std::vector<SourcePhase> phases = phases_of(trace.sources[at.source]);
  const SourcePhase* const found = innermost(phases, at.line);
  return found == nullptr ? SourcePhase{} : *found;
}

TracePhases::TracePhases(const Trace& trace) {
  if (names_own_steps(trace)) return;
  for (std::uint32_t i = 0; i < trace.locations.size(); ++i) {
    const std::uint32_t source = kernel_location(trace, i).source;
    if (source >= trace.sources.size() || of_source_.contains(source)) continue;
    of_source_[source] = phases_of(trace.sources[source]);
  }
  std::erase_if(of_source_, [](const auto& each) { return each.second.empty(); });
}

const SourcePhase* TracePhases::of(const Trace& trace, const Access& access) const {
  const CodeLocation& at = kernel_location(trace, access.location);
  const auto phases = of_source_.find(at.source);
  return phases == of_source_.end() ? nullptr : innermost(phases->second, at.line);
}

const SourcePhase* TracePhases::of(const Trace& trace, const Step& step) const {
  if (of_source_.empty()) return nullptr;
  for (std::uint32_t i = 0; i < step.access_count; ++i) {
    const SourcePhase* const phase = of(trace, trace.accesses[step.first_access + i]);
    if (phase != nullptr) return phase;
  }
  return nullptr;
}

std::string TracePhases::title_of(const Trace& trace, const Step& step) const {
  if (const SourcePhase* const phase = of(trace, step)) return phase->short_title();
  if (names_own_steps(trace) || step.access_count == 0) return {};
  std::string first = called_function(trace, trace.accesses[step.first_access]);
  for (std::uint32_t i = 1; i < step.access_count && !first.empty(); ++i) {
    if (called_function(trace, trace.accesses[step.first_access + i]) != first) return {};
  }
  return first;
}

std::vector<TracePhases::Listed> TracePhases::used(const Trace& trace) const {
  std::set<std::pair<std::uint32_t, std::uint32_t>> lines;  // of the kernels' own code
  for (std::uint32_t i = 0; i < trace.locations.size(); ++i) {
    const CodeLocation& at = kernel_location(trace, i);
    lines.insert({at.source, at.line});
  }
  std::vector<Listed> listed;
  for (const auto& [source, phases] : of_source_) {
    for (const SourcePhase& phase : phases) {
      const auto at = lines.lower_bound({source, phase.first});
      const bool any = at != lines.end() && at->first == source && at->second <= phase.last;
      if (any) listed.push_back({trace.sources[source].name, phase});
    }
  }
  return listed;
}

}  // namespace warpscope
