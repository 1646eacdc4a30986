#include "app/lesson/claim_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace warpscope {
namespace {

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (static_cast<unsigned char>(c) & 0x80U);
}
bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr std::array<std::string_view, 2> unbroken_spaces{"\u00a0", "\u202f"};

/// Bytes of the blank at a place; 0: there is none.
std::size_t blank_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (text[at] == ' ' || text[at] == '\n' || text[at] == '\t') return 1;
  for (const std::string_view space : unbroken_spaces) {
    if (text.substr(at).starts_with(space)) return space.size();
  }
  return 0;
}

std::size_t end_of_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_ascii_digit(text[at])) ++at;
  return at;
}

/// Bytes of the mark between thousands at a place; 0: there is none.
std::size_t separator_at(std::string_view text, std::size_t at, bool english) {
  const std::size_t mark = english ? (at < text.size() && text[at] == ',' ? 1 : 0)
                                   : (blank_at(text, at) > 1 ? blank_at(text, at) : 0);
  if (mark == 0) return 0;
  return end_of_digits(text, at + mark) == at + mark + 3 ? mark : 0;
}

/// Whether a number that begins before goes on at a digit.
bool continues_number(std::string_view text, std::size_t at, bool english) {
  const auto digit_before = [&](std::size_t end) {
    return end > 0 && is_ascii_digit(text[end - 1]);
  };
  if (digit_before(at)) return true;
  if (at > 0 && (text[at - 1] == '.' || text[at - 1] == ',')) return digit_before(at - 1);
  return !english && std::ranges::any_of(unbroken_spaces, [&](std::string_view space) {
    return text.substr(0, at).ends_with(space) && digit_before(at - space.size()) &&
           separator_at(text, at - space.size(), english) > 0;
  });
}

/// A part of what a claim says: words, or a field.
struct ClaimPart {
  std::string words;
  std::optional<std::size_t> field;
};

/// The field that begins at `at`, and where it ends; nullopt: there is none.
std::optional<std::pair<std::optional<std::size_t>, std::size_t>> field_at(std::string_view says,
                                                                           std::size_t at) {
  if (says[at] != '{') return std::nullopt;
  const std::size_t digits = end_of_digits(says, at + 1);
  constexpr std::size_t longest = 2;
  if (digits >= says.size() || says[digits] != '}' || digits - at - 1 > longest)
    return std::nullopt;
  std::optional<std::size_t> number;
  if (digits > at + 1) number = std::strtoul(std::string(says.substr(at + 1)).c_str(), nullptr, 10);
  return std::pair{number, digits + 1};
}

std::vector<ClaimPart> claim_parts(std::string_view says) {
  std::vector<ClaimPart> parts;
  std::size_t next = 0;
  for (std::size_t at = 0; at < says.size();) {
    if (const auto field = field_at(says, at)) {
      const std::size_t number = field->first.value_or(next);
      next = number + 1;
      parts.push_back({{}, number});
      at = field->second;
      continue;
    }
    if (parts.empty() || parts.back().field) parts.emplace_back();
    parts.back().words += says[at++];
  }
  return parts;
}

/// Where `words`, which stand at `at`, end; nullopt: they do not stand there.
std::optional<std::size_t> end_of_words(std::string_view text, std::size_t at,
                                        std::string_view words) {
  for (std::size_t i = 0; i < words.size();) {
    if (const std::size_t blank = blank_at(words, i); blank > 0) {
      const std::size_t there = blank_at(text, at);
      if (there == 0) return std::nullopt;
      i += blank;
      at += there;
      continue;
    }
    if (at >= text.size() || text[at] != words[i]) return std::nullopt;
    ++i;
    ++at;
  }
  return at;
}

std::optional<ClaimMatch> match_at(std::string_view text, std::size_t begin,
                                   const std::vector<ClaimPart>& parts, bool english) {
  ClaimMatch match;
  match.begin = begin;
  std::size_t at = begin;
  for (const ClaimPart& part : parts) {
    if (!part.field) {
      const auto end = end_of_words(text, at, part.words);
      if (!end) return std::nullopt;
      at = *end;
      continue;
    }
    auto figure = written_figure(text, at, english);
    if (!figure) return std::nullopt;
    at = figure->end;
    match.figures.push_back(std::move(*figure));
    match.fields.push_back(*part.field);
  }
  match.end = at;
  return match;
}

/// Where the sentence that begins at `at` ends, behind its mark.
std::size_t end_of_sentence(std::string_view text, std::size_t at) {
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') return at + 1;
    if (c != '.' && c != '!' && c != '?') continue;
    std::size_t behind = at + 1;
    while (behind < text.size() && (text[behind] == ')' || text[behind] == '"')) ++behind;
    if (behind >= text.size() || blank_at(text, behind) > 0) return behind;
  }
  return text.size();
}

bool is_word_at(std::string_view text, std::size_t at, std::string_view word) {
  if (text.size() - at < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = text[at + i];
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (low != word[i]) return false;
  }
  const std::size_t end = at + word.size();
  return (at == 0 || !is_letter(text[at - 1])) && (end >= text.size() || !is_letter(text[end]));
}

bool tells_a_cause(std::string_view sentence) {
  if (sentence.ends_with('?')) return false;
  constexpr std::array causes{"because", "since", "therefore", "thus",  "hence",  "why",
                              "due to",  "costs", "enough",    "limit", "limits", "sets"};
  constexpr std::array no_causes{"so that", "so many", "so much", "so far", "so on", "so few"};
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto stands = [&](std::string_view word) { return is_word_at(sentence, at, word); };
    if (std::ranges::any_of(causes, stands)) return true;
    if (!stands("so") || std::ranges::any_of(no_causes, stands)) continue;
    const bool or_so = at >= 3 && sentence.substr(at - 3).starts_with("or ");
    if (!or_so) return true;
  }
  return false;
}

/// Whether the number at `begin` is part of a name: H200, float4, 5.x, data[3], lane 3, (1, 2).
bool is_part_of_name(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin > 0 && (is_ascii_letter(text[begin - 1]) || text[begin - 1] == '[')) return true;
  if (text.substr(end).starts_with(".x") || (end < text.size() && is_ascii_letter(text[end])))
    return true;
  constexpr std::array<std::string_view, 19> named{
      "lane",  "lanes",  "warp",  "warps",  "bank", "banks", "thread", "threads", "row", "rows",
      "block", "column", "place", "places", "bin",  "cell",  "word",   "words",   "stop"};
  std::string_view before = text.substr(0, begin);
  if (!before.ends_with(' ')) return false;
  before.remove_suffix(1);
  return std::ranges::any_of(named, [&](std::string_view name) {
    return before.size() >= name.size() && is_word_at(before, before.size() - name.size(), name);
  });
}

}  // namespace

std::optional<WrittenFigure> written_figure(std::string_view text, std::size_t at, bool english) {
  if (at >= text.size() || !is_ascii_digit(text[at])) return std::nullopt;
  if (continues_number(text, at, english)) return std::nullopt;
  WrittenFigure figure;
  std::size_t end = end_of_digits(text, at);
  figure.plain = text.substr(at, end - at);
  if (end - at <= 3) {
    while (const std::size_t mark = separator_at(text, end, english)) {
      figure.plain += text.substr(end + mark, 3);
      end += mark + 3;
    }
  }
  const bool point = end < text.size() && (text[end] == '.' || (!english && text[end] == ','));
  if (point && end + 1 < text.size() && is_ascii_digit(text[end + 1])) {
    const std::size_t last = end_of_digits(text, end + 1);
    figure.digits = static_cast<int>(last - end - 1);
    figure.plain += '.';
    figure.plain += text.substr(end + 1, last - end - 1);
    end = last;
  }
  figure.end = end;
  return figure;
}

std::vector<ClaimMatch> find_claim(std::string_view text, std::string_view says, bool english) {
  std::vector<ClaimMatch> matches;
  const std::vector<ClaimPart> parts = claim_parts(says);
  if (parts.empty()) return matches;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (auto match = match_at(text, at, parts, english)) matches.push_back(std::move(*match));
  }
  return matches;
}

std::size_t count_fields(std::string_view says) {
  std::size_t count = 0;
  for (const ClaimPart& part : claim_parts(says)) {
    if (part.field) count = std::max(count, *part.field + 1);
  }
  return count;
}

std::vector<std::string> unclaimed_sentences(std::string_view text,
                                             std::span<const CoveredSpan> covered,
                                             std::span<const double> known) {
  std::vector<std::string> unclaimed;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = end_of_sentence(text, begin);
    const std::string_view sentence = text.substr(begin, end - begin);
    const bool claimed = std::ranges::any_of(
        covered, [&](const CoveredSpan& span) { return span.begin < end && span.end > begin; });
    bool missing = !claimed && tells_a_cause(sentence);
    for (std::size_t at = begin; at < end && !missing; ++at) {
      const auto figure = written_figure(text, at, true);
      if (!figure) continue;
      const double value = std::strtod(figure->plain.c_str(), nullptr);
      const bool stands_in = std::ranges::any_of(covered, [&](const CoveredSpan& span) {
        return span.begin <= at && figure->end <= span.end;
      });
      missing = !stands_in && !is_part_of_name(text, at, figure->end) &&
                std::ranges::count(known, value) == 0;
      at = figure->end - 1;
    }
    if (missing) unclaimed.emplace_back(sentence);
    begin = end;
    while (begin < text.size() && blank_at(text, begin) > 0) begin += blank_at(text, begin);
  }
  return unclaimed;
}

}  // namespace warpscope
