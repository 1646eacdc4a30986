#include "kernels/random/curand_sequence.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/random/normal.hpp"
#include "kernels/random/philox.hpp"
#include "kernels/random/xorwow.hpp"

namespace warpscope {
namespace {

/// The GPU's __sincosf() times a radius of at most 6.8.
constexpr double curand_is_off = 6.8 * 0x1p-19;

void add_pair(Reference& reference, std::uint32_t a, std::uint32_t b) {
  for (const ExactNumber& number : exact_normals(a, b)) {
    reference.values.push_back(number.value);
    reference.tolerance.push_back(number.tolerance + curand_is_off);
  }
}

void add_exact(Reference& reference, double value) {
  reference.values.push_back(value);
  reference.tolerance.push_back(0);
}

void add_philox(Reference& reference, const CurandSequence& sequence) {
  constexpr std::int64_t threads = 65536;
  for (std::int64_t four = 0; four < (sequence.count + 3) / 4; ++four) {
    const Words4 words = philox_of_thread(sequence.seed, static_cast<std::uint32_t>(four % threads),
                                          static_cast<std::uint32_t>(four / threads));
    if (sequence.normal) {
      add_pair(reference, words.x, words.y);
      add_pair(reference, words.z, words.w);
      continue;
    }
    for (const std::uint32_t word : {words.x, words.y, words.z, words.w}) {
      add_exact(reference, static_cast<double>(uniform_of(word)));
    }
  }
}

void add_xorwow(Reference& reference, const CurandSequence& sequence) {
  constexpr std::size_t threads = 4096;
  std::vector<Xorwow> states = xorwow_states(sequence.seed, threads);
  const std::int64_t draws = sequence.normal ? (sequence.count + 1) / 2 : sequence.count;
  for (std::int64_t draw = 0; draw < draws; ++draw) {
    Xorwow& state = states[static_cast<std::size_t>(draw) % threads];
    const std::uint32_t word = state.draw();
    if (sequence.normal) {
      add_pair(reference, word, state.draw());
    } else {
      add_exact(reference, word);
    }
  }
}

}  // namespace

Reference curand_reference(const CurandSequence& sequence) {
  Reference reference;
  sequence.philox ? add_philox(reference, sequence) : add_xorwow(reference, sequence);
  reference.values.resize(static_cast<std::size_t>(sequence.count));
  reference.tolerance.resize(reference.values.size());
  return reference;
}

}  // namespace warpscope
