#include "app/session/places.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/comparison/since_save.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {

bool same_subject(const Subject& a, const Subject& b) {
  return same_program(a, b) || (a.kind() == b.kind() && a.id() == b.id());
}

bool is_there(const SubjectPtr& opened) {
  if (!opened || opened->file().empty()) return true;
  std::error_code unknown;
  return std::filesystem::exists(opened->file(), unknown);
}

Sentence file_gone_text(const Subject& opened) {
  return say("{} is not there any more.", opened.file().string());
}

void VisitedPlaces::leave(VisitedPlace here) {
  future_.clear();
  if (!past_.empty() && past_.back() == here) return;
  past_.push_back(std::move(here));
  if (past_.size() > most) past_.erase(past_.begin());
}

bool VisitedPlaces::leads_on(const std::vector<VisitedPlace>& way, const VisitedPlace& here) {
  return std::ranges::any_of(way, [&](const VisitedPlace& place) { return !(place == here); });
}

VisitedPlaces::Way VisitedPlaces::go(std::vector<VisitedPlace>& from, std::vector<VisitedPlace>& to,
                                     const VisitedPlace& here, const IsThere& is_there) {
  Way way;
  while (!from.empty() && !way.to) {
    VisitedPlace place = std::move(from.back());
    from.pop_back();
    if (place == here) continue;
    if (is_there(place)) {
      way.to = std::move(place);
    } else {
      way.gone.push_back(std::move(place));
    }
  }
  if (way.to) to.push_back(here);
  return way;
}

VisitedPlaces::Way VisitedPlaces::back(const VisitedPlace& here, const IsThere& is_there) {
  return go(past_, future_, here, is_there);
}

VisitedPlaces::Way VisitedPlaces::forward(const VisitedPlace& here, const IsThere& is_there) {
  return go(future_, past_, here, is_there);
}

void VisitedPlaces::renew(const SubjectPtr& program) {
  for (std::vector<VisitedPlace>* way : {&past_, &future_}) {
    for (VisitedPlace& place : *way) {
      const bool is_it = place.opened && is_version_of(*place.opened, *program);
      if (is_it) place.opened = program;
    }
  }
}

}  // namespace warpscope
