#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace warpscope {

// Entries of debug information (DIEs). None of these functions trusts the file: what is not there,
// or is not what it should be, is empty.

/// An attribute of the entry itself, or of the one that it completes (abstract origin, specification).
[[nodiscard]] std::optional<Dwarf_Attribute> attribute_of(const Dwarf_Die& die, unsigned name);
/// Text of such an attribute; empty: none.
[[nodiscard]] std::string text_of(const Dwarf_Die& die, unsigned name);
[[nodiscard]] std::optional<std::uint64_t> number_of(const Dwarf_Die& die, unsigned name);
[[nodiscard]] bool flag_of(const Dwarf_Die& die, unsigned name);
/// The entry that such an attribute refers to.
[[nodiscard]] std::optional<Dwarf_Die> entry_of(const Dwarf_Die& die, unsigned name);
/// The same of the entry's own attribute only.
[[nodiscard]] std::optional<Dwarf_Die> own_entry_of(const Dwarf_Die& die, unsigned name);
/// Mangled name; empty: none.
[[nodiscard]] std::string linkage_name_of(const Dwarf_Die& die);
[[nodiscard]] inline int tag_of(const Dwarf_Die& die) {
  return ::dwarf_tag(const_cast<Dwarf_Die*>(&die));
}
[[nodiscard]] inline Dwarf_Off offset_of(const Dwarf_Die& die) {
  return ::dwarf_dieoffset(const_cast<Dwarf_Die*>(&die));
}

/// Calls visit(child) for each child, until it returns false.
template <class Visit>
void for_each_child(Dwarf_Die die, Visit visit) {
  Dwarf_Die child;
  if (::dwarf_child(&die, &child) != 0) return;
  for (Dwarf_Off before = offset_of(die);;) {
    // Only forwards: a damaged file may call an entry its own sibling.
    const Dwarf_Off here = offset_of(child);
    if (here <= before || !visit(std::as_const(child))) return;
    before = here;
    Dwarf_Die next;
    if (::dwarf_siblingof(&child, &next) != 0) return;
    child = next;
  }
}

}  // namespace warpscope
