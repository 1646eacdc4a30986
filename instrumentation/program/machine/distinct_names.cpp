#include "instrumentation/program/machine/distinct_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope {

std::string DistinctNames::take(const std::string& base) {
  if (taken_.try_emplace(base, Taken{.base = base}).second) return base;
  std::uint64_t& next = next_.try_emplace(base, 2).first->second;
  for (;;) {
    const std::uint64_t number = next++;
    std::string name = fmt::format("{}_{}", base, number);
    if (taken_.try_emplace(name, Taken{.base = base, .number = number}).second) return name;
  }
}

void DistinctNames::take_again(const std::string& name) {
  const auto [known, fresh] = taken_.try_emplace(name, Taken{.base = name});
  if (!fresh) ++known->second.times;
}

void DistinctNames::give_back(const std::string& name) {
  const auto found = taken_.find(name);
  if (found == taken_.end() || --found->second.times > 0) return;
  const Taken was = std::move(found->second);
  taken_.erase(found);
  const auto next = next_.find(was.base);
  if (was.number > 1 && next != next_.end()) next->second = std::min(next->second, was.number);
}

}  // namespace warpscope
