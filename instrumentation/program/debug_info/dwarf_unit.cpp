#include "instrumentation/program/debug_info/dwarf_unit.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "instrumentation/program/debug_info/symbol_names.hpp"

namespace warpscope {

namespace {

constexpr int deepest_entry = 200;
constexpr std::string_view lambda = "lambda";

bool contains(const std::vector<CodeRange>& ranges, std::uint64_t address) {
  return std::ranges::any_of(ranges, [&](const CodeRange& range) {
    return range.begin <= address && address < range.end;
  });
}

/// An address in an expression: written out, or by its number in .debug_addr.
std::optional<std::uint64_t> operand_address(Dwarf_Attribute& location, const Dwarf_Op& op) {
  switch (op.atom) {
    case DW_OP_addr:
    case DW_OP_const4u:
    case DW_OP_const8u:
    case DW_OP_constu: return op.number;
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index: {
      Dwarf_Attribute attribute;
      Dwarf_Addr address = 0;
      if (::dwarf_getlocation_attr(&location, &op, &attribute) != 0 ||
          ::dwarf_formaddr(&attribute, &address) != 0) {
        return std::nullopt;
      }
      return address;
    }
    case DW_OP_constx:
    case DW_OP_GNU_const_index: {
      Dwarf_Attribute attribute;
      Dwarf_Word number = 0;
      if (::dwarf_getlocation_attr(&location, &op, &attribute) != 0 ||
          ::dwarf_formudata(&attribute, &number) != 0) {
        return std::nullopt;
      }
      return number;
    }
    default: return std::nullopt;
  }
}

/// Where a variable with static storage lies. Registers, stack and lists of places are no such.
bool read_place(const Dwarf_Die& die, VariableEntry& variable) {
  auto attribute = attribute_of(die, DW_AT_location);
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (!attribute || ::dwarf_getlocation(&*attribute, &ops, &count) != 0 || count == 0 ||
      count > 3) {
    return false;
  }
  const auto first = operand_address(*attribute, ops[0]);
  if (!first) return false;
  variable.offset = *first;
  variable.place = VariableEntry::Place::address;
  const bool literal = ops[0].atom != DW_OP_addr && ops[0].atom != DW_OP_addrx &&
                       ops[0].atom != DW_OP_GNU_addr_index;
  for (std::size_t i = 1; i < count; ++i) {
    switch (ops[i].atom) {
      case DW_OP_plus_uconst: variable.offset += ops[i].number; break;
      case DW_OP_GNU_push_tls_address:
      case DW_OP_form_tls_address:
        variable.place = VariableEntry::Place::thread_local_offset;
        break;
      default: return false;
    }
  }
  return !literal || variable.place == VariableEntry::Place::thread_local_offset;
}

}  // namespace

std::vector<CodeRange> ranges_of(const Dwarf_Die& die, const std::vector<CodeRange>& within) {
  std::vector<CodeRange> ranges;
  auto* const entry = const_cast<Dwarf_Die*>(&die);
  Dwarf_Addr base = 0;
  CodeRange range;
  for (std::ptrdiff_t at = 0;
       (at = ::dwarf_ranges(entry, at, &base, &range.begin, &range.end)) > 0;) {
    if (range.begin < range.end && contains(within, range.begin)) ranges.push_back(range);
  }
  return ranges;
}

/// What an entry lies in.
struct DwarfUnit::Around {
  std::int32_t scope = -1;
  Dwarf_Off function = 0;
  std::string function_name;
  std::string qualifier;  // of classes
};

DwarfUnit::DwarfUnit(const Dwarf_Die& unit, const std::vector<CodeRange>& executable,
                     std::uint64_t& budget)
    : executable_(executable), budget_(budget), folder_(text_of(unit, DW_AT_comp_dir)) {
  read_children(unit, {}, 0);
  make_segments();
  read_lines(unit);
}

void DwarfUnit::read_children(const Dwarf_Die& die, const Around& around, int depth) {
  if (depth >= deepest_entry) return;
  for_each_child(die, [&](const Dwarf_Die& child) {
    if (budget_ == 0) return false;
    --budget_;
    read_entry(child, around, depth + 1);
    return true;
  });
}

void DwarfUnit::read_entry(const Dwarf_Die& die, const Around& around, int depth) {
  switch (tag_of(die)) {
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block: return read_children(die, around, depth);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type: return read_class(die, around, depth);
    case DW_TAG_subprogram: return read_function(die, around, depth);
    case DW_TAG_inlined_subroutine: return read_inlined(die, around, depth);
    case DW_TAG_variable: return read_variable(die, around);
    default: return;
  }
}

void DwarfUnit::read_class(const Dwarf_Die& die, const Around& around, int depth) {
  const std::string name = text_of(die, DW_AT_name);
  if (!name.empty() && number_of(die, DW_AT_byte_size) && !flag_of(die, DW_AT_declaration)) {
    structures_[name].push_back(offset_of(die));
  }
  Around within = around;
  // clang's lambdas have no name, GCC's are called "<lambda(int)>".
  if (name.empty() || name.starts_with('<')) {
    const bool inner = around.function_name.starts_with(lambda);
    within.qualifier = lambda;
    if (inner) within.qualifier = around.function_name;
    if (!inner && !around.function_name.empty()) {
      within.qualifier += " in " + around.function_name;
    }
  } else {
    within.qualifier += tidy_name(name) + "::";
  }
  read_children(die, within, depth);
}

void DwarfUnit::read_function(const Dwarf_Die& die, const Around& around, int depth) {
  Around within = around;
  within.function = offset_of(die);
  if (!around.qualifier.empty()) qualifiers_[within.function] = around.qualifier;
  within.qualifier.clear();
  if (std::string name = function_name(die); !name.empty()) within.function_name = std::move(name);
  within.scope = -1;
  if (add_scope(die, {.entry = within.function})) {
    within.scope = static_cast<std::int32_t>(scopes_.size()) - 1;
  }
  read_children(die, within, depth);
}

void DwarfUnit::read_inlined(const Dwarf_Die& die, const Around& around, int depth) {
  Around within = around;
  // GCC inlines functions of its own without a name: their code belongs to the caller.
  if (around.scope >= 0 && own_entry_of(die, DW_AT_abstract_origin) &&
      add_scope(die, {.entry = offset_of(die),
                      .caller = around.scope,
                      .call_file = number_of(die, DW_AT_call_file).value_or(0),
                      .call_line =
                          static_cast<std::uint32_t>(number_of(die, DW_AT_call_line).value_or(0)),
                      .call_column = static_cast<std::uint32_t>(
                          number_of(die, DW_AT_call_column).value_or(0))})) {
    within.scope = static_cast<std::int32_t>(scopes_.size()) - 1;
  }
  read_children(die, within, depth);
}

void DwarfUnit::read_variable(const Dwarf_Die& die, const Around& around) {
  VariableEntry variable{.entry = offset_of(die), .function = around.function};
  // The declaration of a member or of a constant is no variable.
  const bool placeless = around.qualifier.empty() && !attribute_of(die, DW_AT_location) &&
                         !attribute_of(die, DW_AT_const_value);
  if (read_place(die, variable) || placeless) variables_.push_back(variable);
}

std::string DwarfUnit::function_name(const Dwarf_Die& die) const {
  const auto found = function_names_.find(offset_of(die));
  if (found != function_names_.end()) return found->second;
  return function_names_[offset_of(die)] = make_function_name(die);
}

std::string DwarfUnit::make_function_name(const Dwarf_Die& die) const {
  auto entry = std::optional(die);
  std::string name = tidy_name(text_of(die, DW_AT_name));
  for (int hops = 0; entry && hops < 8; ++hops) {
    if (const auto found = qualifiers_.find(offset_of(*entry)); found != qualifiers_.end()) {
      if (!found->second.starts_with(lambda)) return found->second + name;
      if (found->second != lambda) return found->second;
      // Where clang does not say what is around it.
      const std::string around = function_around_lambda(linkage_name_of(die));
      return around.empty() ? found->second : found->second + " in " + around;
    }
    auto next = own_entry_of(*entry, DW_AT_abstract_origin);
    entry = next ? next : own_entry_of(*entry, DW_AT_specification);
  }
  return name;
}

bool DwarfUnit::add_scope(const Dwarf_Die& die, const CodeScope& scope) {
  const auto ranges = ranges_of(die, executable_);
  if (ranges.empty()) return false;
  const auto index = static_cast<std::int32_t>(scopes_.size());
  scopes_.push_back(scope);
  for (const CodeRange& range : ranges) ranges_.push_back({range, index});
  return true;
}

void DwarfUnit::make_segments() {
  struct Event {
    std::uint64_t address;
    bool begin;
    std::int32_t scope;
  };
  std::vector<Event> events;
  events.reserve(2 * ranges_.size());
  for (const auto& [range, scope] : ranges_) {
    events.push_back({range.begin, true, scope});
    events.push_back({range.end, false, scope});
  }
  std::ranges::sort(events, [](const Event& a, const Event& b) { return a.address < b.address; });
  // A scope is numbered after what it is inlined into, so the innermost is the last.
  std::multiset<std::int32_t> open;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.begin) {
      open.insert(event.scope);
    } else if (const auto found = open.find(event.scope); found != open.end()) {
      open.erase(found);
    }
    if (i + 1 < events.size() && events[i + 1].address == event.address) continue;
    segments_.push_back({event.address, open.empty() ? -1 : *open.rbegin()});
  }
  ranges_ = {};
}

void DwarfUnit::read_lines(Dwarf_Die unit) {
  if (::dwarf_getsrcfiles(&unit, &files_, &file_count_) != 0) file_count_ = 0;
  Dwarf_Lines* table = nullptr;
  std::size_t count = 0;
  if (::dwarf_getsrclines(&unit, &table, &count) != 0) return;
  lines_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Dwarf_Line* const line = ::dwarf_onesrcline(table, i);
    AddressLine row;
    int number = 0;
    Dwarf_Files* files = nullptr;
    if (line == nullptr || ::dwarf_lineaddr(line, &row.address) != 0 ||
        ::dwarf_lineno(line, &number) != 0 || ::dwarf_lineendsequence(line, &row.end) != 0) {
      continue;
    }
    if (::dwarf_line_file(line, &files, &row.file) != 0) row.file = file_count_;
    row.line = number < 0 ? 0 : static_cast<std::uint32_t>(number);
    if (int column = 0; ::dwarf_linecol(line, &column) == 0 && column > 0) {
      row.column = static_cast<std::uint32_t>(column);
    }
    if (row.end || contains(executable_, row.address)) lines_.push_back(row);
  }
  // libdw sorts them; a damaged file shall not be what a search relies on.
  std::ranges::stable_sort(lines_, {}, &AddressLine::address);
}

std::int32_t DwarfUnit::scope_at(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(segments_, address, {}, &Segment::begin);
  return after == segments_.begin() ? -1 : std::prev(after)->scope;
}

const AddressLine* DwarfUnit::line_at(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(lines_, address, {}, &AddressLine::address);
  if (after == lines_.begin() || std::prev(after)->end) return nullptr;
  return &*std::prev(after);
}

const AddressLine* DwarfUnit::known_line_at(std::uint64_t address) const {
  const AddressLine* const row = line_at(address);
  if (row == nullptr || row->line != 0) return row;
  const std::int32_t scope = scope_at(address);
  const auto serves = [&](const AddressLine& near) {
    return near.line != 0 && !near.end && scope_at(near.address) == scope;
  };
  constexpr std::ptrdiff_t far = 64;  // rows
  const AddressLine* const first = lines_.data();
  const AddressLine* const behind = first + lines_.size();
  for (const AddressLine* near = row; near > first && row - near < far && !near->end;) {
    if (serves(*--near)) return near;
  }
  for (const AddressLine* near = row; ++near < behind && near - row < far && !near->end;) {
    if (serves(*near)) return near;
  }
  return row;
}

std::string DwarfUnit::file(std::size_t number) const {
  if (const auto found = file_names_.find(number); found != file_names_.end()) {
    return found->second;
  }
  const char* const name =
      number < file_count_ ? ::dwarf_filesrc(files_, number, nullptr, nullptr) : nullptr;
  if (name == nullptr) return {};
  return file_names_[number] = (std::filesystem::path(folder_) / name).lexically_normal().string();
}

}  // namespace warpscope
