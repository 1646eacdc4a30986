#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpscope {

/// The memory that an array lies in. Files name it by SpaceTraits::name: append only.
enum class Space : std::uint8_t {
  shared,
  global,
  registers,  ///< one cell per thread of the block: what warp shuffles read
  constant,   ///< read-only, one word per pass: the constant cache broadcasts
  local,      ///< each thread's own, in device memory: see local_memory.hpp
};

/// How a memory serves an access of a warp, which is what the access costs.
enum class Service : std::uint8_t {
  banks,    ///< in wavefronts: passes through banks, which conflicts make more
  words,    ///< in wavefronts: one for each different word
  sectors,  ///< in sectors of 32 bytes
  none,     ///< without memory
};

/// The facts about one memory that analyses and pictures need. Its sentences are in
/// analysis/space_words.cpp, its sums in analysis/totals_table.cpp, its times in
/// analysis/machine_model.cpp.
struct SpaceTraits {
  Space space;
  std::string_view name;  ///< in files, JSON and lessons
  Service service;
  bool lasting;           ///< outlives the launch, and other blocks see it
  std::string_view term;  ///< the glossary's
};

/// THE list, in the order of the enumeration.
inline constexpr std::array space_traits = std::to_array<SpaceTraits>({
    {Space::shared, "shared", Service::banks, false, "shared-memory"},
    {Space::global, "global", Service::sectors, true, "global-memory"},
    {Space::registers, "registers", Service::none, false, "register"},
    {Space::constant, "constant", Service::words, true, "constant-memory"},
    {Space::local, "local", Service::sectors, false, "local-memory"},
});

static_assert([] {
  for (std::size_t i = 0; i < space_traits.size(); ++i) {
    if (space_traits[i].space != Space(i)) return false;
  }
  return true;
}());

inline constexpr auto last_space = Space(space_traits.size() - 1);

[[nodiscard]] constexpr const SpaceTraits& traits_of(Space space) {
  return space_traits[static_cast<std::size_t>(space)];
}
[[nodiscard]] constexpr std::string_view name(Space space) { return traits_of(space).name; }
[[nodiscard]] constexpr Service service_of(Space space) { return traits_of(space).service; }
/// Whether accesses move sectors of 32 bytes: global and local memory are one memory of the device.
[[nodiscard]] constexpr bool moves_sectors(Space space) {
  return service_of(space) == Service::sectors;
}
/// Whether accesses take wavefronts.
[[nodiscard]] constexpr bool takes_wavefronts(Space space) {
  return service_of(space) == Service::banks || service_of(space) == Service::words;
}
/// Whether what it holds is there before the launch and after it.
[[nodiscard]] constexpr bool is_lasting(Space space) { return traits_of(space).lasting; }

}  // namespace warpscope
