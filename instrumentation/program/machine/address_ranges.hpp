#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace warpscope {

/// Ranges of addresses that nobody uses. Neighbours become one.
class AddressRanges {
 public:
  void give(std::uintptr_t begin, std::size_t bytes);
  /// From the shortest that is long enough, its begin; nothing: none is.
  std::optional<std::uintptr_t> take(std::size_t bytes);

 private:
  using Ranges = std::map<std::uintptr_t, std::size_t>;
  void add(std::uintptr_t begin, std::size_t bytes);
  void remove(Ranges::iterator range);
  Ranges ranges_;                                             // lengths by begin
  std::set<std::pair<std::size_t, std::uintptr_t>> by_size_;  // the same
};

}  // namespace warpscope
