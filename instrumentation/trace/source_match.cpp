#include "instrumentation/trace/source_match.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace warpscope {
namespace {

/// For each source of `a` one of `b`, or -1: the file of the same name, else of the same text, else
/// the one whose kernels are launched in its place.
std::vector<std::int32_t> paired_sources(const Trace& a, const Trace& b) {
  std::vector<std::int32_t> pairs(a.sources.size(), -1);
  std::vector<bool> taken(b.sources.size(), false);
  const auto pair = [&](std::size_t i, std::size_t j) {
    pairs[i] = static_cast<std::int32_t>(j);
    taken[j] = true;
  };
  const auto pair_by = [&](auto member) {
    for (std::size_t i = 0; i < a.sources.size(); ++i) {
      for (std::size_t j = 0; pairs[i] < 0 && j < b.sources.size(); ++j) {
        if (!taken[j] && a.sources[i].*member == b.sources[j].*member) pair(i, j);
      }
    }
  };
  pair_by(&SourceFile::name);
  pair_by(&SourceFile::text);
  for (std::size_t l = 0; l < std::min(a.launches.size(), b.launches.size()); ++l) {
    const std::size_t i = a.launches[l].source, j = b.launches[l].source;
    if (i < pairs.size() && j < taken.size() && pairs[i] < 0 && !taken[j]) pair(i, j);
  }
  return pairs;
}

/// "barrier of line 12" -> "barrier of line " and 12.
std::optional<std::pair<std::string_view, std::uint32_t>> named_line(std::string_view name) {
  constexpr std::string_view sign = " of line ";
  const std::size_t at = name.rfind(sign);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t number = at + sign.size();
  std::uint32_t line = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data() + number, end, line);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return std::pair{name.substr(0, number), line};
}

}  // namespace

SourceMatch::SourceMatch(const Trace& a, const Trace& b) : a_(&a) {
  files_.resize(a.sources.size());
  in_a_.resize(a.sources.size());
  in_b_.resize(a.sources.size());
  const auto pairs = paired_sources(a, b);
  for (std::size_t s = 0; s < files_.size(); ++s) {
    File& file = files_[s];
    file.other = pairs[s];
    if (file.other < 0) continue;
    const std::string& before = a.sources[s].text;
    const std::string& after = b.sources[static_cast<std::size_t>(file.other)].text;
    if (before == after) continue;
    file.changed = true;
    file.spans = line_spans(before, after);
    file.lines = moved_lines(before, after);
    in_a_[s] = trimmed_lines(before);
    in_b_[s] = trimmed_lines(after);
  }
}

bool SourceMatch::same(const CodeLocation& of_a, const CodeLocation& of_b) const {
  if (of_a.source >= files_.size()) return false;
  const File& file = files_[of_a.source];
  if (file.other != static_cast<std::int32_t>(of_b.source)) return false;
  const bool known_line = of_a.line > 0 && of_a.line < file.spans.size();
  if (!file.changed || !known_line) return of_a.line == of_b.line;
  const LineSpan& span = file.spans[of_a.line];
  if (of_b.line >= span.first && of_b.line < span.end) return true;
  // A part of the text that changed places with another is the same code as well.
  const auto &before = in_a_[of_a.source], &after = in_b_[of_a.source];
  const bool known = of_b.line > 0 && of_a.line <= before.size() && of_b.line <= after.size() &&
                     !before[of_a.line - 1].empty();
  return known && before[of_a.line - 1] == after[of_b.line - 1];
}

std::uint32_t SourceMatch::moved_line(const CodeLocation& of_a) const {
  if (of_a.source >= files_.size() || files_[of_a.source].other < 0) return 0;
  const File& file = files_[of_a.source];
  return file.changed && of_a.line < file.lines.size() ? file.lines[of_a.line] : of_a.line;
}

bool SourceMatch::same_name(const Step& of_a, const Step& of_b) const {
  if (of_a.name == of_b.name) return true;
  const auto a = named_line(of_a.name), b = named_line(of_b.name);
  if (!a || !b || a->first != b->first) return false;
  // The name does not say in which file the line is.
  for (std::uint32_t source = 0; source < files_.size(); ++source) {
    const std::int32_t other = files_[source].other;
    if (other < 0) continue;
    if (same({source, a->second}, {static_cast<std::uint32_t>(other), b->second})) return true;
  }
  return false;
}

std::string SourceMatch::step_name(const Step& of_a) const {
  const std::uint32_t source = a_->launches[of_a.launch].source;
  if (source >= files_.size() || !files_[source].changed) return of_a.name;
  const auto named = named_line(of_a.name);
  if (!named || named->second >= files_[source].lines.size()) return of_a.name;
  return std::string(named->first) + std::to_string(files_[source].lines[named->second]);
}

}  // namespace warpscope
