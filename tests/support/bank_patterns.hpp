#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/analysis/bank_model.hpp"

namespace warpscope::test {

/// The operation of the warp in shared memory. The atomics are atomicAdd of an int as nvcc compiles
/// it: the value may differ per lane, be one that only the launch knows, or be the constant 1; the
/// old value may be used or not.
enum class PatternOp : std::uint8_t {
  load,
  store,
  add,
  add_unused,
  add_uniform,
  increment,
  increment_unused,
};
inline constexpr std::array<std::string_view, 7> pattern_op_names{
    "load", "store", "add", "add_unused", "add_uniform", "increment", "increment_unused"};

inline std::string_view name(PatternOp op) {
  return pattern_op_names[static_cast<std::size_t>(op)];
}
inline bool is_atomic(PatternOp op) { return op >= PatternOp::add; }

/// One access of one warp; the hardware's counters for it are compared with the bank model.
struct BankPattern {
  std::string_view family;  ///< how the addresses were made
  PatternOp op = PatternOp::load;
  int times = 1;  ///< how often the access is made, so that counters must scale
  SharedRequest request;
};

inline constexpr int pattern_memory = 16384;  ///< bytes of shared memory; every address lies below

/// Makes seeded patterns. An address of a lane is its element's number times the width.
class PatternMaker {
 public:
  explicit PatternMaker(std::uint32_t seed) : random_(seed) {}

  struct Family {
    std::string_view name;
    void (PatternMaker::*make)();
  };

  BankPattern make(const Family& family, PatternOp op, int bytes) {
    bytes_ = bytes;
    (this->*family.make)();
    BankPattern pattern{family.name, op};
    pattern.request.mask = mask();
    pattern.request.bytes = bytes;
    pattern.request.store = op != PatternOp::load;
    pattern.request.atomic = is_atomic(op);
    for (std::size_t lane = 0; lane < element_.size(); ++lane) {
      pattern.request.address[lane] =
          static_cast<std::uint32_t>(element_[lane] % elements() * bytes_);
    }
    return pattern;
  }

  void strided() {
    const int start = below(elements()), stride = below(41);
    each([&](int lane) { return start + lane * stride; });
  }
  void broadcast() {
    const int count = 1 + below(4);
    std::array<int, 4> chosen{};
    for (int& one : chosen) one = below(elements());
    each([&](int) { return chosen[static_cast<std::size_t>(below(count))]; });
  }
  void permutation() {
    const int start = below(elements());
    const auto order = shuffled();
    each([&](int lane) { return start + order[static_cast<std::size_t>(lane)]; });
  }
  void random() {
    const int pool = 2 << below(std::bit_width(static_cast<unsigned>(elements())) - 1);
    const int start = below(elements());
    each([&](int) { return start + below(pool); });
  }
  void one_bank() {
    const int rows = 2 + below(31), start = below(elements());
    each([&](int) { return start + below(rows) * row(); });
  }
  void rows() {
    const int count = 2 + below(7), start = below(elements());
    const auto order = shuffled();
    each([&](int lane) {
      return start + order[static_cast<std::size_t>(lane)] % row() + below(count) * row();
    });
  }
  /// Lanes that differ in one bit of their number share an element.
  void pairs() {
    below(2) == 0 ? permutation() : random();
    const auto bit = std::size_t{1} << below(5);
    for (std::size_t lane = 0; lane < element_.size(); ++lane) {
      element_[lane] = element_[lane & ~bit];
    }
  }
  void broken_pairs() {
    pairs();
    element_[static_cast<std::size_t>(below(warp_lanes))] = below(elements());
  }
  /// Neighbouring lanes share an element, and so may several groups of them.
  void groups() {
    below(2) == 0 ? permutation() : random();
    const auto size = std::size_t{2} << below(4);
    for (std::size_t lane = 0; lane < element_.size(); ++lane) {
      element_[lane] = element_[lane / size];
    }
  }
  /// Each half or quarter of the warp does the same, perhaps some rows farther.
  void parts() {
    below(2) == 0 ? permutation() : random();
    const std::size_t size = below(2) == 0 ? 8 : 16;
    const int farther = below(3) * row();
    for (std::size_t lane = size; lane < element_.size(); ++lane) {
      element_[lane] = element_[lane - size] + farther;
    }
  }
  /// Elements of a few words, for elements smaller than those.
  void same_words() {
    const int words = 1 + below(8), in_word = std::max(1, 4 / bytes_);
    std::array<int, 8> word{};
    for (int& one : word) one = below(elements() / in_word);
    each([&](int) {
      return word[static_cast<std::size_t>(below(words))] * in_word + below(in_word);
    });
  }
  /// Some lanes want one word, some other words of its bank, the rest is spread.
  void mixed() {
    const int start = below(elements()), rows = 2 + below(4), spread = 1 + below(4);
    each([&](int) {
      const int kind = below(2 + spread);
      return kind == 0 ? start : start + below(rows) * row() + (kind == 1 ? 0 : below(row()));
    });
  }

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

 private:
  template <class Element>
  void each(Element element) {
    for (int lane = 0; lane < warp_lanes; ++lane) {
      element_[static_cast<std::size_t>(lane)] = element(lane);
    }
  }
  std::array<int, warp_lanes> shuffled() {
    std::array<int, warp_lanes> order{};
    std::iota(order.begin(), order.end(), 0);
    for (int lane = warp_lanes - 1; lane > 0; --lane) {  // std::shuffle differs between libraries
      std::swap(order[static_cast<std::size_t>(lane)],
                order[static_cast<std::size_t>(below(lane + 1))]);
    }
    return order;
  }
  [[nodiscard]] int elements() const { return pattern_memory / bytes_; }
  [[nodiscard]] int row() const { return 128 / bytes_; }  // elements that all banks hold in a row

  /// At least one lane; all of them in two patterns of five.
  std::uint32_t mask() {
    const int kind = below(15);
    const std::uint32_t bits = random_(), more = random_();
    const int first = below(warp_lanes), count = 1 + below(warp_lanes);
    const std::uint32_t range = all_lanes >> (warp_lanes - count);
    std::uint32_t chosen = all_lanes;
    switch (kind) {
      case 6: chosen = bits; break;
      case 7: chosen = bits & more; break;
      case 8: chosen = bits | more; break;
      case 9: chosen = range; break;
      case 10: chosen = std::rotl(range, first); break;
      case 11: chosen = 1U << first; break;
      case 12: chosen = 0x55555555U << first % 2; break;
      case 13: chosen = 0xffU << first % 4 * 8 | 0xffU << count % 4 * 8; break;
      case 14: chosen = (bits & 0x55555555U) * 3; break;  // pairs of lanes
      default: break;
    }
    return chosen == 0 ? 1U << first : chosen;
  }

  std::mt19937 random_;
  int bytes_ = 4;
  std::array<int, warp_lanes> element_{};
};

/// Appends some of the patterns from `first` on once more, as accesses that are made four times.
inline void append_repeated(std::vector<BankPattern>& patterns, std::size_t first,
                            std::size_t step) {
  const std::size_t end = patterns.size();
  for (std::size_t i = first; i < end; i += step) {
    patterns.push_back(patterns[i]);
    patterns.back().times = 4;
  }
}

/// Loads and stores of every width first, then the atomics; the same list everywhere.
inline std::vector<BankPattern> bank_patterns() {
  using Maker = PatternMaker;
  constexpr std::array<Maker::Family, 11> families{{{"stride", &Maker::strided},
                                                    {"broadcast", &Maker::broadcast},
                                                    {"permutation", &Maker::permutation},
                                                    {"random", &Maker::random},
                                                    {"one bank", &Maker::one_bank},
                                                    {"rows", &Maker::rows},
                                                    {"pairs", &Maker::pairs},
                                                    {"broken pairs", &Maker::broken_pairs},
                                                    {"groups", &Maker::groups},
                                                    {"parts", &Maker::parts},
                                                    {"same words", &Maker::same_words}}};
  constexpr std::array widths{1, 2, 4, 8, 16, 8, 16};  // what is served in parts, more often
  constexpr int loads_and_stores = 2240, atomics = 110;
  PatternMaker maker(2026);
  std::vector<BankPattern> patterns;
  for (int i = 0; i < loads_and_stores; ++i) {
    const auto number = static_cast<std::size_t>(i);
    patterns.push_back(maker.make(families[number / 2 % families.size()],
                                  i % 2 == 0 ? PatternOp::load : PatternOp::store,
                                  widths[number / 2 % widths.size()]));
  }
  append_repeated(patterns, 0, 45);
  const std::size_t first_atomic = patterns.size();
  constexpr std::array<Maker::Family, 8> atomic_families{{{"same words", &Maker::same_words},
                                                          {"one bank", &Maker::one_bank},
                                                          {"mixed", &Maker::mixed},
                                                          {"random", &Maker::random},
                                                          {"pairs", &Maker::pairs},
                                                          {"stride", &Maker::strided},
                                                          {"groups", &Maker::groups},
                                                          {"permutation", &Maker::permutation}}};
  for (std::size_t i = 0; i < atomics; ++i) {  // every kind of atomic makes the same accesses
    BankPattern pattern =
        maker.make(atomic_families[i % atomic_families.size()], PatternOp::add, 4);
    for (const PatternOp op : {PatternOp::add, PatternOp::add_unused, PatternOp::add_uniform,
                               PatternOp::increment, PatternOp::increment_unused}) {
      pattern.op = op;
      patterns.push_back(pattern);
    }
  }
  append_repeated(patterns, first_atomic, 22);
  return patterns;
}

}  // namespace warpscope::test
