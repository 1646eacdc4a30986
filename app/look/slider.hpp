#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/look/look.hpp"

namespace warpscope {

struct Document;

/// A part of Look: what the user set of the sliders of views, by their ids.
struct SliderSettings {
  std::map<std::string, int, std::less<>> values;  ///< those that are missing follow the document
  std::string chosen;                              ///< id of the one that keys move; may be empty

  [[nodiscard]] std::optional<int> find(std::string_view id) const {
    const auto found = values.find(id);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
};

/// The value of a slider, and where it can go. The value may lie between two stops, or, if it is a
/// document's, beyond the ends.
struct SliderState {
  int value = 0;
  int low = 0, high = 0;  ///< both can be reached
  int step = 1;           ///< stops are multiples of it, and both ends

  /// The value so many stops further on.
  [[nodiscard]] constexpr int moved(int stops) const {
    int at = value;
    for (; stops > 0; --stops) at = std::min(high, (at / step + 1) * step);
    for (; stops < 0; ++stops) at = std::max(low, (at - 1) / step * step);
    return std::clamp(at, low, high);
  }
  /// The stop nearest to a place between the ends, 0..1.
  [[nodiscard]] int at(float share) const {
    const float exact = static_cast<float>(low) + share * static_cast<float>(high - low);
    const int near = static_cast<int>(std::lround(exact / static_cast<float>(step))) * step;
    return share >= 1 ? high : std::clamp(near, low, high);
  }
  [[nodiscard]] constexpr float share() const {
    if (high <= low) return 0;
    return std::clamp(static_cast<float>(value - low) / static_cast<float>(high - low), 0.0F, 1.0F);
  }
};

/// A number that the user chooses for a view: with the mouse, by key, or with export's --slider.
/// Unless it is chosen, it follows the document. Commands and the command line know no view: they
/// find sliders in the lists of views.
struct LookSlider {
  std::string_view id;     ///< "registers": --slider registers=40
  std::string_view about;  ///< of the command line's help: "registers of a thread"
  int low = 0, high = 0;   ///< what may be typed; a document may allow less
  std::span<const std::string_view> names{};  ///< of the values from 0 on; empty: they are numbers
  bool (*shown)(const Look&) = nullptr;       ///< whether the view shows it at present
  void (*show)(Look&) = nullptr;              ///< makes the view show it: opens its page
  /// At an access of the document, on which the launch depends.
  SliderState (*state)(const Look&, const Document&, std::uint32_t access) = nullptr;
};

/// Arrays of sliders as one.
template <std::size_t... n>
[[nodiscard]] constexpr auto joined_sliders(const std::array<LookSlider, n>&... parts) {
  std::array<LookSlider, (n + ...)> all;
  auto end = all.begin();
  ((end = std::ranges::copy(parts, end).out), ...);
  return all;
}

}  // namespace warpscope
