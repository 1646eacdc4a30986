#include "kernels/sort/radix_sort.hpp"

#include <fmt/format.h>

#include <functional>

#include "instrumentation/language/say.hpp"

namespace warpscope {

namespace {

/// Places of the keys when sorted stably by rank(key).
template <class Key, class Rank>
std::vector<std::size_t> stable_order(const std::vector<Key>& keys, Rank rank) {
  auto order = places<std::size_t>(std::ssize(keys));
  std::ranges::stable_sort(order, std::less{},
                           [&](std::size_t place) { return rank(keys[place]); });
  return order;
}

/// Of floats without regard to how they are stored: signed NaNs, negative numbers from −inf on, −0,
/// 0, positive ones, NaNs. NaNs among themselves by their fraction, away from zero.
std::int64_t rank_of_float(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffU);
  return bits >> 31U != 0 ? -1 - magnitude : magnitude;
}

template <class Output>
Sentence wrong_count(const Output& output, std::int64_t size) {
  if (std::ssize(output) == 2 * size) return {};
  return say("The result has {0} keys and values, the reference {1}.", output.size(), 2 * size);
}

}  // namespace

std::vector<unsigned> RadixSort::unsigned_keys(const Problem<int>& problem) {
  const std::vector<int> keys = problem.slice(0, problem.size);
  return {keys.begin(), keys.end()};
}

std::vector<int> RadixSort::order_of_bits(const Problem<int>& problem) {
  std::vector<int> bits = places<int>(problem.number("bits"));
  if (problem.choice("first") == "highest") std::ranges::reverse(bits);
  return bits;
}

Sentence RadixSort::mismatch(const Problem<int>& problem, const std::vector<unsigned>& output) {
  if (Sentence wrong = wrong_count(output, problem.size); !wrong.empty()) return wrong;
  const std::vector<unsigned> keys = unsigned_keys(problem);
  const std::vector<int> bits = order_of_bits(problem);
  // The bit of the last pass counts most.
  const auto order = stable_order(keys, [&](unsigned key) {
    unsigned rank = 0;
    for (std::size_t k = 0; k < bits.size(); ++k) rank |= (key >> bits[k] & 1U) << k;
    return rank;
  });
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (output[i] == keys[order[i]] && output[keys.size() + i] == order[i]) continue;
    return say("Key {0} is {1} from place {2}, the reference says {3} from place {4}.", i,
               output[i], output[keys.size() + i], keys[order[i]], order[i]);
  }
  return {};
}

Sentence RadixFloatSort::mismatch(const Problem<float>& problem,
                                  const std::vector<double>& output) {
  if (Sentence wrong = wrong_count(output, problem.size); !wrong.empty()) return wrong;
  const std::vector<float> floats = problem.slice(0, problem.size);
  const auto order = stable_order(floats, rank_of_float);
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  for (std::size_t i = 0; i < floats.size(); ++i) {
    const auto got = static_cast<float>(output[i]);
    const double place = output[floats.size() + i];
    const float expected = floats[order[i]];
    if (bits(got) == bits(expected) && place == static_cast<double>(order[i])) continue;
    return say(
        "Key {0} is {1} ({2:#010x}) from place {3}, the reference says {4} ({5:#010x}) "
        "from place {6}.",
        i, fmt::format("{}", got), bits(got), place, fmt::format("{}", expected), bits(expected),
        order[i]);
  }
  return {};
}

}  // namespace warpscope
