#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/stage/network/network_layout.hpp"
#include "app/views/parts/focus_map.hpp"

namespace warpscope {

/// Room for what a network shows large.
struct NetworkRoom {
  std::size_t wires = 16;
  std::uint32_t columns = 6;
  friend bool operator==(const NetworkRoom&, const NetworkRoom&) = default;
};

/// What a network shows large: the operations of the warp at work in the present column, as many as the
/// room can hold with all their wires, and the columns around it.
struct NetworkFocus {
  NetworkExcerpt part;
  std::uint32_t group = 0;  ///< the present one
  std::int32_t warp = 0;
  std::uint32_t shown = 0;  ///< operations of that column that are shown whole
};

/// The same for all moments at which a warp is at the same operations. `wanted`: a wire that it covers
/// if the warp works on it; -1: the first ones. The network has a group.
[[nodiscard]] NetworkFocus choose_network_focus(const NetworkLayout& layout, const Trace& trace,
                                                std::uint32_t access, NetworkRoom room,
                                                std::int32_t wanted = -1);

/// The whole network as a map: a column each, a block for each phase. Keeps a reference to the layout.
[[nodiscard]] FocusMap network_map(const NetworkLayout& layout, const Trace& trace,
                                   std::uint32_t access, const NetworkFocus& focus);
/// The moment that a place of the map stands for, and its wire.
struct NetworkMoment {
  std::uint32_t access = 0;
  std::int32_t wire = 0;
};
[[nodiscard]] NetworkMoment network_moment(const NetworkLayout& layout, const MapPlace& place);

/// "0 … 7, 512 … 519": the elements of the wires of an excerpt.
[[nodiscard]] std::string focused_wires_text(const NetworkLayout& excerpt);

}  // namespace warpscope
