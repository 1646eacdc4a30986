#pragma once

#include <cstdint>

namespace warpscope {

/// What a figure, a word or a picture tells of a run; a set. A question asks for some of it, and while it is open
/// nobody may tell that: see Untold.
enum class Told : std::uint16_t {
  nothing = 0,
  costs = 1,   ///< wavefronts, sectors, degrees, the ideal of an access, of lines, of the run
  lanes = 2,   ///< which lanes take part in an access, and how many
  counts = 4,  ///< steps, rounds, launches, barriers, accesses, shuffles, waits: how many there are
  values = 8,  ///< what an access leaves in a cell
  ahead = 16,  ///< what becomes of values in accesses that are still to come
  memories = 32,  ///< in which memory an array lives
  shape = 64,     ///< which threads of a block form a warp
  races = 128,    ///< what was found wrong with a run
  times = 256,    ///< how long kernels take
  places = 512,   ///< which cell, lane or line an access uses
};
[[nodiscard]] constexpr Told operator|(Told a, Told b) {
  return static_cast<Told>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
[[nodiscard]] constexpr Told operator&(Told a, Told b) {
  return static_cast<Told>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
[[nodiscard]] constexpr bool overlap(Told a, Told b) { return (a & b) != Told::nothing; }

/// What an open question asks for. Everything that is shown asks it first; a default one allows all.
struct Untold {
  Told what = Told::nothing;
  /// From this access on nothing is told of what single accesses do and cost: the one that is shown with the question.
  std::uint32_t from = 0;
  std::uint32_t asked = 0;  ///< the access asked about; values and places are told up to it

  /// Whether a figure of the whole run, or of nothing that has a place in it, may be told.
  [[nodiscard]] constexpr bool allows(Told told) const { return !overlap(what, told); }
  /// Whether what an access does or costs may be told.
  [[nodiscard]] constexpr bool allows(Told told, std::uint32_t access) const {
    const Told wanted = what & told;
    if (wanted == Told::nothing) return true;
    constexpr Told of_asked = Told::values | Told::places;
    return (wanted & of_asked) == wanted ? access < asked : access < from;
  }
};

}  // namespace warpscope
