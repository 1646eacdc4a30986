#pragma once

#include <span>
#include <vector>

#include "kernels/families.hpp"
#include "kernels/rival.hpp"

namespace warpscope {

/// What a family adds to the catalogue and to the table of rivals.
struct FamilyEntry {
  Family family;
  std::vector<const KernelInfo*> kernels;
  std::span<const RivalInfo> rivals;
  std::span<const CountedInfo> counted;
};
/// An entry for each of Families, in that order. Defined in a generated source, which includes them
/// all (instrumentation/programs.cmake).
[[nodiscard]] std::span<const FamilyEntry> families();

template <class... Kernels>
[[nodiscard]] std::vector<const KernelInfo*> infos_of(KernelList<Kernels...>) {
  return {&Kernels::info...};
}
/// Needs the headers of the families and of their rivals.
template <class... F>
[[nodiscard]] std::vector<FamilyEntry> entries_of(FamilyList<F...>) {
  return {FamilyEntry{F::info, infos_of(typename F::Kernels{}), rivals_of<F>, counted_of<F>}...};
}

}  // namespace warpscope
