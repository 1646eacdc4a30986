#include "kernels/sort/sorted_pairs.hpp"

#include "instrumentation/language/say.hpp"

namespace warpscope {

Sentence pairs_mismatch(const Problem<int>& problem, const std::vector<int>& output,
                        std::int64_t length, bool ascending) {
  if (std::ssize(output) != 2 * problem.size) {
    return say("The result has {0} keys and values, the reference {1}.", output.size(),
               2 * problem.size);
  }
  const auto count = static_cast<std::size_t>(problem.size);
  std::vector<bool> seen(count);
  for (std::int64_t first = 0; first < problem.size; first += length) {
    std::vector<int> expected = problem.slice(first, length);
    std::ranges::sort(expected);
    if (!ascending) std::ranges::reverse(expected);
    for (std::int64_t k = 0; k < length; ++k) {
      const auto i = static_cast<std::size_t>(first + k);
      const int key = output[i], place = output[count + i];
      if (key != expected[static_cast<std::size_t>(k)]) {
        return say("Key {0} is {1}, the reference says {2}.", i, key,
                   expected[static_cast<std::size_t>(k)]);
      }
      if (place < first || place >= first + length || seen[static_cast<std::size_t>(place)] ||
          problem.at(place) != key) {
        return say("Value {0} is {1}, which is not an unused place of its key {2}.", i, place, key);
      }
      seen[static_cast<std::size_t>(place)] = true;
    }
  }
  return {};
}

}  // namespace warpscope
