#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace warpscope {

/// Which of so many places are taken, with the nearest one in a few steps. One thread changes it while others look:
/// they find every place that stays taken all the while.
template <int places>
class PlaceSet {
  static_assert(places % 4096 == 0);

 public:
  void insert(int place) {
    words_[index(place / 64)].fetch_or(bit(place % 64), std::memory_order_release);
    groups_[index(place / 4096)].fetch_or(bit(place / 64 % 64), std::memory_order_release);
  }
  void erase(int place) {
    auto& word = words_[index(place / 64)];
    const std::uint64_t before = word.fetch_and(~bit(place % 64), std::memory_order_release);
    if ((before & ~bit(place % 64)) != 0) return;
    groups_[index(place / 4096)].fetch_and(~bit(place / 64 % 64), std::memory_order_release);
  }
  [[nodiscard]] bool empty() const {
    for (const auto& group : groups_)
      if (group.load(std::memory_order_acquire) != 0) return false;
    return true;
  }
  /// The last one that is taken at `place` or before it; -1: none.
  [[nodiscard]] int last_up_to(int place) const {
    if (place < 0) return -1;
    const int word = place / 64;
    if (const int found = last_in(word, ~std::uint64_t{0} >> (63 - place % 64)); found >= 0)
      return found;
    std::uint64_t mask = bit(word % 64) - 1;
    for (int group = word / 64; group >= 0; --group, mask = ~std::uint64_t{0}) {
      std::uint64_t left = groups_[index(group)].load(std::memory_order_acquire) & mask;
      while (left != 0) {
        const int k = 63 - std::countl_zero(left);
        if (const int found = last_in(group * 64 + k, ~std::uint64_t{0}); found >= 0) return found;
        left &= ~bit(k);  // erased just now
      }
    }
    return -1;
  }
  /// The first one that is taken at `place` or behind it; -1: none.
  [[nodiscard]] int first_from(int place) const {
    if (place >= places) return -1;
    const int word = place / 64;
    if (const int found = first_in(word, ~std::uint64_t{0} << place % 64); found >= 0) return found;
    std::uint64_t mask = ~(bit(word % 64) | (bit(word % 64) - 1));
    for (int group = word / 64; group < places / 4096; ++group, mask = ~std::uint64_t{0}) {
      std::uint64_t left = groups_[index(group)].load(std::memory_order_acquire) & mask;
      while (left != 0) {
        const int k = std::countr_zero(left);
        if (const int found = first_in(group * 64 + k, ~std::uint64_t{0}); found >= 0) return found;
        left &= ~bit(k);
      }
    }
    return -1;
  }

 private:
  static constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }
  static constexpr std::uint64_t bit(int number) { return std::uint64_t{1} << number; }
  [[nodiscard]] int last_in(int word, std::uint64_t mask) const {
    const std::uint64_t bits = words_[index(word)].load(std::memory_order_acquire) & mask;
    return bits == 0 ? -1 : word * 64 + 63 - std::countl_zero(bits);
  }
  [[nodiscard]] int first_in(int word, std::uint64_t mask) const {
    const std::uint64_t bits = words_[index(word)].load(std::memory_order_acquire) & mask;
    return bits == 0 ? -1 : word * 64 + std::countr_zero(bits);
  }
  std::array<std::atomic<std::uint64_t>, places / 64> words_{};
  std::array<std::atomic<std::uint64_t>, places / 4096> groups_{};  // which words are not 0
};

}  // namespace warpscope
