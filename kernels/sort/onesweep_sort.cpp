#include "kernels/sort/onesweep_sort.hpp"

#include "instrumentation/language/say.hpp"

namespace warpscope {

Sentence OnesweepSort::mismatch(const Problem<int>& problem, const std::vector<unsigned>& output) {
  const std::vector<int> signed_keys = problem.slice(0, problem.size);
  std::vector<unsigned> keys(signed_keys.begin(), signed_keys.end());
  if (output.size() != keys.size()) {
    return say("The result has {0} keys, the reference {1}.", output.size(), keys.size());
  }
  std::ranges::sort(keys);
  const auto [got, expected] = std::ranges::mismatch(output, keys);
  if (got == output.end()) return {};
  return say("Key {0} is {1}, the reference says {2}.", got - output.begin(), *got, *expected);
}

}  // namespace warpscope
