#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The accesses of a trace grouped by a small number (warp, line), each group in trace order.
class AccessGroups {
 public:
  AccessGroups() = default;

  template <class Key>
  AccessGroups(std::span<const Access> accesses, Key key) {
    std::size_t groups = 0;
    for (const Access& access : accesses) groups = std::max<std::size_t>(groups, key(access) + 1);
    first_.assign(groups + 1, 0);
    for (const Access& access : accesses) ++first_[key(access) + 1];
    for (std::size_t g = 0; g < groups; ++g) first_[g + 1] += first_[g];
    ids_.resize(accesses.size());
    std::vector<std::uint32_t> next(first_);
    for (std::uint32_t i = 0; i < accesses.size(); ++i) ids_[next[key(accesses[i])]++] = i;
  }

  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t key) const {
    if (key + 1 >= first_.size()) return {};
    return std::span(ids_).subspan(first_[key], first_[key + 1] - first_[key]);
  }

 private:
  std::vector<std::uint32_t> first_;  // where each group begins in ids_, and the end
  std::vector<std::uint32_t> ids_;
};

}  // namespace warpscope
