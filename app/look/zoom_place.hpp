#pragma once

#include <map>
#include <string>
#include <string_view>

namespace warpscope {

/// Where somebody looks at a picture, and how closely.
struct ZoomPlace {
  double factor = 1;        ///< 1: as large as the picture is by itself
  double x = 0.5, y = 0.5;  ///< the middle of what is in sight, in parts of the picture
  friend bool operator==(const ZoomPlace&, const ZoomPlace&) = default;
};

/// A part of Look: where the user looks at each picture, by the picture and the run that it shows.
struct ZoomPlaces {
  std::map<std::string, ZoomPlace, std::less<>> of;  ///< the others are whole
  friend bool operator==(const ZoomPlaces&, const ZoomPlaces&) = default;

  [[nodiscard]] ZoomPlace find(std::string_view picture) const {
    const auto found = of.find(picture);
    return found == of.end() ? ZoomPlace{} : found->second;
  }
};

/// What keys ask of the picture that they are about.
struct ZoomAsk {
  double factor = 1;         ///< so many times larger
  int across = 0, down = 0;  ///< to what lies beside, so many steps
  bool whole = false;
  friend bool operator==(const ZoomAsk&, const ZoomAsk&) = default;
};

}  // namespace warpscope
