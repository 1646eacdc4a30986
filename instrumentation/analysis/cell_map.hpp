#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

namespace warpscope {

/// A number per element of an array of any length, `nothing` until set. Keeps only the pages that
/// were touched, and finds the page of the last call again at once: lanes mostly stay together.
class CellMap {
 public:
  static constexpr std::uint32_t nothing = 0xffffffffU;

  [[nodiscard]] std::uint32_t get(std::int64_t index) {
    const Page* page = find(index);
    return page == nullptr ? nothing : (*page)[slot(index)];
  }
  void set(std::int64_t index, std::uint32_t value) {
    if (find(index) == nullptr) {
      page_ = &pages_[last_number_];
      page_->fill(nothing);
    }
    (*page_)[slot(index)] = value;
  }
  void clear() {
    pages_.clear();
    page_ = nullptr;
    last_number_ = no_page;
  }

 private:
  static constexpr int page_bits = 6;
  static constexpr std::int64_t no_page = INT64_MIN;
  using Page = std::array<std::uint32_t, 1U << page_bits>;

  static std::size_t slot(std::int64_t index) {
    return static_cast<std::size_t>(index) & ((std::size_t{1} << page_bits) - 1);
  }
  Page* find(std::int64_t index) {
    const std::int64_t number = index >> page_bits;
    if (number != last_number_) {
      const auto found = pages_.find(number);
      page_ = found == pages_.end() ? nullptr : &found->second;
      last_number_ = number;
    }
    return page_;
  }

  std::unordered_map<std::int64_t, Page> pages_;  // references stay valid when it grows
  Page* page_ = nullptr;                          // of last_number_; null if it has none
  std::int64_t last_number_ = no_page;
};

}  // namespace warpscope
