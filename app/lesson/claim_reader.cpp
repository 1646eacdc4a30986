#include "app/lesson/claim_reader.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/lesson/lesson_run_reader.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_claims = 100, most_expressions = 40, most_places = 40, most_runs = 40;
constexpr std::size_t longest_says = 2000;  // bytes, in all languages

/// A single expression, or a list of them.
std::vector<std::string> read_expressions(YamlFields& fields, const YAML::Node& map,
                                          const char* key) {
  std::vector<std::string> expressions;
  const YAML::Node node = map[key];
  if (!node.IsDefined()) return expressions;
  if (node.IsScalar()) {
    expressions.push_back(printable(node.Scalar()));
    return expressions;
  }
  if (!node.IsSequence() || node.size() > most_expressions) {
    fields.complain(node, tr("\"{0}\" must be an expression, or a list of at most {1} of them.",
                             key, most_expressions));
    return expressions;
  }
  for (const auto& item : node) {
    if (item.IsScalar()) {
      expressions.push_back(printable(item.Scalar()));
    } else {
      fields.complain(item, tr("This is no expression; put it in quotes if it holds brackets or "
                               "a colon."));
    }
  }
  return expressions;
}

bool is_place_name(std::string_view name) {
  constexpr std::size_t longest = 40;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && name.size() <= longest && std::ranges::all_of(name, fits) &&
         !(name.front() >= '0' && name.front() <= '9');
}

void read_runs(YamlFields& fields, const YAML::Node& node, bool of_program, ClaimPlace& place) {
  if (!node.IsDefined()) return;
  if (!node.IsSequence()) {
    place.runs.push_back(read_run(fields, node, of_program));
    return;
  }
  if (node.size() == 0 || node.size() > most_runs) {
    return fields.complain(node,
                           tr("\"run\" must be a map, or a list of 1 to {} maps.", most_runs));
  }
  for (const auto& item : node) place.runs.push_back(read_run(fields, item, of_program));
}

ClaimPlace read_claim_place(YamlFields& fields, std::string name, const YAML::Node& node,
                            bool of_program) {
  ClaimPlace place;
  place.name = std::move(name);
  place.line = YamlFields::line_of(node);
  if (!fields.has_keys(node, tr("A place of \"let\""), {"of", "run", "at", "where"})) return place;
  const std::string of = chosen(fields, node, "of", {"rival", "step"});
  if (of == "rival") place.of = ClaimPlace::Of::rival;
  if (of == "step") place.of = ClaimPlace::Of::step;
  read_runs(fields, node["run"], of_program, place);
  if (const YAML::Node at = node["at"]; at.IsDefined()) {
    place.at = read_place(fields, at, of_program);
  }
  place.where = printable(fields.text(node, "where").value_or(""));
  return place;
}

std::vector<ClaimPlace> read_places(YamlFields& fields, const YAML::Node& node, bool of_program) {
  std::vector<ClaimPlace> places;
  if (!node.IsDefined()) return places;
  if (!node.IsMap() || node.size() > most_places) {
    fields.complain(node, tr("\"let\" must be a map of at most {} places, such as "
                             "{{other: {{run: {{size: 64}}}}}}.",
                             most_places));
    return places;
  }
  for (const auto& entry : node) {
    const std::string name = entry.first.IsScalar() ? entry.first.Scalar() : "";
    if (!is_place_name(name) || name == "rival" || name == "step") {
      fields.complain(entry.first, tr("\"{}\" cannot be a place's name: take letters, digits and "
                                      "_, and neither \"rival\" nor \"step\".",
                                      quotable(name)));
      continue;
    }
    places.push_back(read_claim_place(fields, name, entry.second, of_program));
  }
  return places;
}

std::optional<Claim> read_claim(YamlFields& fields, const YAML::Node& node, bool of_program) {
  if (!fields.has_keys(node, tr("A claim"), {"says", "is", "holds", "let"})) return std::nullopt;
  Claim claim;
  claim.line = YamlFields::line_of(node);
  claim.let = read_places(fields, node["let"], of_program);
  const bool says = node["says"].IsDefined();
  claim.is = read_expressions(fields, node, "is");
  claim.holds = read_expressions(fields, node, "holds");
  if (!says) {
    if (claim.let.empty() || !claim.is.empty() || !claim.holds.empty()) {
      fields.complain(node, tr("A claim needs \"says\": the part of the stop's words that it is "
                               "about."));
    }
    return claim;
  }
  claim.says = fields.words(node, "says", true);
  if (claim.says.all("").size() > longest_says) {
    fields.complain(node["says"],
                    tr("\"says\" has more than {} bytes; take a part of it.", longest_says));
    claim.says = {};
  }
  if (claim.is.empty() && claim.holds.empty()) {
    fields.complain(node, tr("A claim needs \"is\", an expression for each {{}}, or \"holds\", a "
                             "condition."));
    claim.says = {};
  }
  return claim;
}

}  // namespace

std::vector<Claim> read_claims(YamlFields& fields, const YAML::Node& node, bool of_program) {
  std::vector<Claim> claims;
  if (!node.IsDefined()) return claims;
  if (!node.IsSequence() || node.size() > most_claims) {
    fields.complain(node, tr("\"claims\" must be a list of at most {}.", most_claims));
    return claims;
  }
  for (const auto& item : node) {
    if (auto claim = read_claim(fields, item, of_program)) claims.push_back(std::move(*claim));
  }
  return claims;
}

}  // namespace warpscope
