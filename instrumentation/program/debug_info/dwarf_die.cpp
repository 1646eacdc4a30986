#include "instrumentation/program/debug_info/dwarf_die.hpp"

namespace warpscope {

namespace {

// libdw takes entries that it does not change as pointers to variables.
Dwarf_Die* mutable_die(const Dwarf_Die& die) { return const_cast<Dwarf_Die*>(&die); }

}  // namespace

std::optional<Dwarf_Attribute> attribute_of(const Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  if (::dwarf_attr_integrate(mutable_die(die), name, &attribute) == nullptr) return std::nullopt;
  return attribute;
}

std::string text_of(const Dwarf_Die& die, unsigned name) {
  auto attribute = attribute_of(die, name);
  const char* const text = attribute ? ::dwarf_formstring(&*attribute) : nullptr;
  return text == nullptr ? std::string() : text;
}

std::optional<std::uint64_t> number_of(const Dwarf_Die& die, unsigned name) {
  auto attribute = attribute_of(die, name);
  Dwarf_Word number = 0;
  if (!attribute || ::dwarf_formudata(&*attribute, &number) != 0) return std::nullopt;
  return number;
}

bool flag_of(const Dwarf_Die& die, unsigned name) {
  auto attribute = attribute_of(die, name);
  bool flag = false;
  return attribute && ::dwarf_formflag(&*attribute, &flag) == 0 && flag;
}

std::optional<Dwarf_Die> entry_of(const Dwarf_Die& die, unsigned name) {
  auto attribute = attribute_of(die, name);
  Dwarf_Die entry;
  if (!attribute || ::dwarf_formref_die(&*attribute, &entry) == nullptr) return std::nullopt;
  return entry;
}

std::optional<Dwarf_Die> own_entry_of(const Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Die entry;
  if (::dwarf_attr(mutable_die(die), name, &attribute) == nullptr ||
      ::dwarf_formref_die(&attribute, &entry) == nullptr) {
    return std::nullopt;
  }
  return entry;
}

std::string linkage_name_of(const Dwarf_Die& die) {
  std::string name = text_of(die, DW_AT_linkage_name);
  return name.empty() ? text_of(die, DW_AT_MIPS_linkage_name) : name;
}

}  // namespace warpscope
