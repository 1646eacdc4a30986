#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/follow/followed.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// What "next" and "previous" may lead to.
enum class Landmark : std::uint8_t {
  conflict,     ///< shared or constant memory takes more wavefronts than needed
  uncoalesced,  ///< global or local memory takes more sectors than its bytes fill
  finding,      ///< something is wrong there
  line,         ///< an access of the line of the present one
  cell,         ///< of the pinned element, else of the first one that the present access uses
  array,        ///< of the array of the present one
  pinned,       ///< of what is pinned
};
inline constexpr auto last_landmark = Landmark::pinned;

/// What it is called, to be translated, and the ids of the commands that lead there.
struct LandmarkWords {
  std::string_view name, next, previous;
};
[[nodiscard]] const LandmarkWords& words_of(Landmark landmark);

/// Whether an access takes more than it needs, of its own kind of memory.
[[nodiscard]] bool is_conflict(const Document& document, std::uint32_t access);
[[nodiscard]] bool is_uncoalesced(const Document& document, std::uint32_t access);

/// An element of an array.
struct CellPlace {
  int array = 0;
  ElementIndex index = 0;
  friend bool operator==(const CellPlace&, const CellPlace&) = default;
};
/// The element that is pinned, else the first one that the access uses; nullopt if the pinned one is none of this
/// trace, or the access is a shuffle.
[[nodiscard]] std::optional<CellPlace> cell_at(const Trace& trace, const Followed& followed,
                                               std::uint32_t access);

/// Where a search ended.
struct FoundLandmark {
  std::uint32_t access = 0;
  bool wrapped = false;  ///< it went on from the other end of the run
  friend bool operator==(const FoundLandmark&, const FoundLandmark&) = default;
};

/// The nearest other access of that kind after `from`, or before it; from the end it goes on at the start.
/// Only accesses that the filter lets pass. nullopt: there is none but `from`. Looks through the trace: for a key,
/// not for every frame.
[[nodiscard]] std::optional<FoundLandmark> find_landmark(const Document& document,
                                                         const Followed& followed,
                                                         std::uint32_t from, Landmark landmark,
                                                         bool forward);
/// The nearest access after or before `from` that the filter lets pass, without going on at the other end.
[[nodiscard]] std::optional<std::uint32_t> next_passing(const Trace& trace,
                                                        const Followed& followed,
                                                        std::uint32_t from, bool forward);

/// Of what the worst access is sought.
enum class WorstOf : std::uint8_t { run, launch, line };

/// The costliest access of the line that loses most in all, in the run or in the launch of `from`; or the
/// costliest one of the line of `from`. What is lost are the modelled cycles above the ideal; without any loss
/// all cycles count. Only accesses that pass. nullopt: none does.
[[nodiscard]] std::optional<std::uint32_t> worst_access(const Document& document,
                                                        const Followed& followed,
                                                        std::uint32_t from, WorstOf scope);

}  // namespace warpscope
