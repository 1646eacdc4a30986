#include "app/lesson/claim_places.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "app/lesson/claim_values.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/lesson/lesson_place.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::string_view rival_name = "rival", own_step_name = "step",
                           all_lanes_where = "all_lanes_where";

/// A value of all accesses of a place: "sum_", and how values become one.
struct Aggregate {
  std::string_view prefix;
  double (*of)(const std::vector<double>& values);  ///< never empty
};
constexpr std::array aggregates{
    Aggregate{"sum_",
              [](const std::vector<double>& values) {
                double sum = 0;
                for (const double value : values) sum += value;
                return sum;
              }},
    Aggregate{"most_", [](const std::vector<double>& values) { return std::ranges::max(values); }},
    Aggregate{"least_", [](const std::vector<double>& values) { return std::ranges::min(values); }},
    Aggregate{"different_",
              [](const std::vector<double>& values) {
                return static_cast<double>(std::set<double>(values.begin(), values.end()).size());
              }},
};

/// Counts of a place itself.
std::optional<double> count_of(const FoundClaimPlace& place, std::string_view id) {
  double sum = 0;
  if (id == "count") {
    for (const auto& run : place.runs) sum += static_cast<double>(run.accesses.size());
    return sum;
  }
  if (id == "lanes") {
    for (const auto& run : place.runs) {
      for (const std::uint32_t access : run.accesses) {
        sum += run.document->trace->accesses[access].active();
      }
    }
    return sum;
  }
  if (id == "elements") {
    for (const auto& run : place.runs) {
      std::set<std::pair<std::int32_t, ElementIndex>> elements;
      for (const std::uint32_t number : run.accesses) {
        const Access& access = run.document->trace->accesses[number];
        for_each_element(*run.document->trace, access,
                         [&](ElementIndex index) { elements.emplace(access.array, index); });
      }
      sum += static_cast<double>(elements.size());
    }
    return sum;
  }
  return std::nullopt;
}

Error unknown_name(std::string_view id) {
  std::vector<std::string> names{"count", "lanes", "elements"};
  for (const RunValue& value : run_values()) names.emplace_back(value.id);
  for (const QuestionKind& kind : question_kinds()) names.emplace_back(kind.id);
  return usage_error(tr("Nothing is called \"{0}\". {1}", quotable(id), did_you_mean(id, names)));
}

Result<double> aggregate_of(const FoundClaimPlace& place, const Aggregate& aggregate,
                            std::string_view id) {
  std::vector<double> values;
  for (const auto& run : place.runs) {
    for (const std::uint32_t access : run.accesses) {
      bool known = false;
      const auto value = run_value(*run.document, access, id, known);
      if (!known) return unknown_name(id);
      if (value) values.push_back(*value);
    }
  }
  if (values.empty() && aggregate.prefix == "sum_") return 0.0;
  if (values.empty()) return usage_error(tr("None of the accesses has \"{}\".", quotable(id)));
  return aggregate.of(values);
}

Result<double> value_of(const FoundClaimPlace& place, std::string_view id) {
  if (const auto count = count_of(place, id)) return *count;
  if (place.runs.front().accesses.empty()) {
    for (const Aggregate& each : aggregates) {
      if (id.starts_with(each.prefix)) {
        return aggregate_of(place, each, id.substr(each.prefix.size()));
      }
    }
    return usage_error(tr("No access fits, of which \"{}\" could be told.", quotable(id)));
  }
  const Document& document = *place.runs.front().document;
  bool known = false;
  const auto value = run_value(document, place.picked, id, known);
  if (known && place.runs.size() > 1) {
    return usage_error(
        tr("\"{0}\" is that of one run, but the place is of {1}; write sum_, most_, "
           "least_ or different_ before it.",
           quotable(id), place.runs.size()));
  }
  if (value) return *value;
  if (known) return usage_error(tr("The access has no \"{}\".", quotable(id)));
  for (const Aggregate& each : aggregates) {
    if (id.starts_with(each.prefix)) {
      return aggregate_of(place, each, id.substr(each.prefix.size()));
    }
  }
  return unknown_name(id);
}

/// "other.degree" → "other" and "degree"; without a point the first is empty.
std::pair<std::string_view, std::string_view> place_and_id(std::string_view name) {
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos) return {"", name};
  return {name.substr(0, point), name.substr(point + 1)};
}

std::vector<std::string> prefixed(const std::vector<std::string>& places, auto functions) {
  std::vector<std::string> names;
  for (const std::string& place : places) {
    for (const auto& function : functions) {
      names.push_back(std::string(place).append(place.empty() ? "" : ".").append(function.id));
    }
  }
  return names;
}

/// Accesses for which the expression holds.
Result<std::vector<std::uint32_t>> kept_accesses(const Document& document, const std::string& where,
                                                 std::vector<std::uint32_t> accesses) {
  if (where.empty()) return accesses;
  std::vector<std::uint32_t> found;
  for (const std::uint32_t access : accesses) {
    ExpressionNames names;
    names.value = [&](std::string_view name) -> Result<double> {
      bool known = false;
      const auto value = run_value(document, access, name, known);
      if (!known) return unknown_name(name);
      return value.value_or(0);
    };
    for (const LaneFunction& each : lane_functions()) names.of_number.emplace_back(each.id);
    for (const RunFunction& each : run_functions()) names.of_text.emplace_back(each.id);
    names.text_value = [&](std::string_view function, const std::string& text) {
      return run_function(document, access, function, text);
    };
    names.number_value = [&](std::string_view function, double lane) {
      return lane_function(document, access, function, lane);
    };
    const Result<Computed> holds = compute(where, names);
    if (!holds) return holds.error();
    if (holds.value().value != 0) found.push_back(access);
  }
  return found;
}

}  // namespace

void ClaimRuns::add(const Options& options, DocumentPtr document) {
  known_.push_back({options, std::move(document)});
}

Result<DocumentPtr> ClaimRuns::of(const Options& options) {
  const Known* same_run = nullptr;
  for (const Known& known : known_) {
    if (known.options.opened != options.opened || known.options.request != options.request)
      continue;
    if (known.options.model == options.model) return known.document;
    same_run = &known;
  }
  Result<DocumentPtr> made =
      same_run != nullptr
          ? Result<DocumentPtr>(with_model(*same_run->document, options.model))
          : make_document(*options.subject(), options.request, options.model, stop_);
  if (made) add(options, made.value());
  return made;
}

ClaimPlaces::ClaimPlaces(const Lesson& lesson, std::size_t stop, const WalkedStop& walked,
                         ClaimRuns& runs)
    : own_place_(lesson.stops[stop].at), options_(walked.options), runs_(runs) {
  FoundClaimPlace own;
  const auto all = find_places(*walked.document, own_place_);
  own.runs.push_back({walked.document, all ? all.value() : std::vector<std::uint32_t>()});
  own.picked = walked.found->access;
  places_.emplace("", std::move(own));
}

Result<FoundClaimPlace> ClaimPlaces::found_rival() {
  if (!options_.variant) {
    return usage_error(tr("This stop compares with no kernel, so there is no \"rival\"."));
  }
  const Result<Options> right = varied(options_);
  if (!right) return right.error();
  FoundClaimPlace found;
  ClaimPlace all;
  all.at.emplace();
  const Status filled = fill(all, right.value(), found);
  if (!filled) return filled.error();
  return found;
}

FoundClaimPlace ClaimPlaces::own_step() const {
  const FoundClaimPlace& own = places_.at("");
  const Trace& trace = *own.runs.front().document->trace;
  const Step& here = trace.steps[trace.accesses[own.picked].step];
  FoundClaimPlace found;
  found.picked = here.first_access;
  FoundClaimPlace::InRun& run = found.runs.emplace_back();
  run.document = own.runs.front().document;
  for (std::uint32_t k = 0; k < here.access_count; ++k) {
    run.accesses.push_back(here.first_access + k);
  }
  return found;
}

Result<const FoundClaimPlace*> ClaimPlaces::find(std::string_view name) {
  if (const auto known = places_.find(name); known != places_.end()) return &known->second;
  if (name == own_step_name) return &places_.emplace(name, own_step()).first->second;
  if (name != rival_name) {
    return usage_error(tr("There is no place \"{}\"; name it below \"let\".", quotable(name)));
  }
  Result<FoundClaimPlace> found = found_rival();
  if (!found) return found.error();
  return &places_.emplace(name, std::move(found).value()).first->second;
}

Status ClaimPlaces::fill(const ClaimPlace& place, const Options& options, FoundClaimPlace& found) {
  Result<DocumentPtr> document = runs_.of(options);
  if (!document) return document.error();
  if (document.value()->trace->accesses.empty()) {
    return usage_error(tr("This run accesses no memory; choose another size."));
  }
  const StopPlace& at = place.at ? *place.at : place.of == ClaimPlace::Of::step ? any_ : own_place_;
  const auto all = find_places(*document.value(), at);
  if (!all) return all.error();
  std::vector<std::uint32_t> candidates = all.value();
  if (place.of == ClaimPlace::Of::step) {
    const std::uint32_t here = document.value()->trace->accesses[places_.at("").picked].step;
    std::erase_if(candidates, [&](std::uint32_t access) {
      return document.value()->trace->accesses[access].step != here;
    });
  }
  const auto fitting = kept_accesses(*document.value(), place.where, std::move(candidates));
  if (!fitting) return fitting.error();
  if (found.runs.empty() && !fitting.value().empty()) {
    const Result<std::uint32_t> picked = pick_place(*document.value(), at, fitting.value());
    if (!picked) return picked.error();
    found.picked = picked.value();
  }
  found.runs.push_back({document.value(), fitting.value()});
  return Done{};
}

Status ClaimPlaces::add(const ClaimPlace& place) {
  if (places_.contains(place.name)) {
    return usage_error(tr("There is a place \"{}\" already; call this one otherwise.", place.name));
  }
  Options base = options_;
  if (place.of == ClaimPlace::Of::step && !place.runs.empty()) {
    return usage_error(tr("\"of: step\" is the stop's own step; it takes no \"run\"."));
  }
  if (place.of == ClaimPlace::Of::rival) {
    const Result<const FoundClaimPlace*> there = find(rival_name);
    if (!there) return there.error();
    base = varied(options_).value();
  }
  base.variant.reset();
  FoundClaimPlace found;
  const std::vector<StopRun> as_it_is(1);
  for (const StopRun& run : place.runs.empty() ? as_it_is : place.runs) {
    Options options = base;
    apply(run, options);
    options.variant.reset();
    Result<RunRequest> legal = options.subject()->complete(options.request);
    if (!legal) return legal.error();
    options.request = std::move(legal).value();
    const Status filled = fill(place, options, found);
    if (!filled) return filled.error();
  }
  places_.emplace(place.name, std::move(found));
  return Done{};
}

Result<double> ClaimPlaces::value(std::string_view name) {
  const auto [place, id] = place_and_id(name);
  const Result<const FoundClaimPlace*> found = find(place);
  if (!found) return found.error();
  if (id == "same_accesses") {
    const Trace& own = *places_.at("").runs.front().document->trace;
    return found.value()->runs.front().document->trace->indices == own.indices ? 1.0 : 0.0;
  }
  return value_of(*found.value(), id);
}

std::vector<std::string> ClaimPlaces::names_of_places() const {
  std::vector<std::string> names{std::string(rival_name), std::string(own_step_name)};
  for (const auto& [name, place] : places_) {
    if (std::ranges::count(names, name) == 0) names.push_back(name);
  }
  return names;
}

std::vector<std::string> ClaimPlaces::text_functions() const {
  std::vector<std::string> names = prefixed(names_of_places(), run_functions());
  constexpr std::array of_all{RunFunction{all_lanes_where, {}}};
  std::ranges::move(prefixed(names_of_places(), of_all), std::back_inserter(names));
  return names;
}

std::vector<std::string> ClaimPlaces::number_functions() const {
  return prefixed(names_of_places(), lane_functions());
}

Result<double> ClaimPlaces::text_value(std::string_view function, const std::string& text) {
  const auto [place, id] = place_and_id(function);
  const Result<const FoundClaimPlace*> found = find(place);
  if (!found) return found.error();
  const bool all = id == all_lanes_where;
  double sum = 0;
  for (const auto& run : found.value()->runs) {
    if (!all) return run_function(*run.document, found.value()->picked, id, text);
    for (const std::uint32_t access : run.accesses) {
      const Result<double> lanes = run_function(*run.document, access, "lanes_where", text);
      if (!lanes) return lanes.error();
      sum += lanes.value();
    }
  }
  return sum;
}

Result<double> ClaimPlaces::lane_value(std::string_view function, double lane) {
  const auto [place, id] = place_and_id(function);
  const Result<const FoundClaimPlace*> found = find(place);
  if (!found) return found.error();
  if (found.value()->runs.front().accesses.empty()) {
    return usage_error(tr("No access fits, of which \"{}\" could be told.", id));
  }
  return lane_function(*found.value()->runs.front().document, found.value()->picked, id, lane);
}

}  // namespace warpscope
