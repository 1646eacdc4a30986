#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "instrumentation/program/debug_info/dwarf_die.hpp"

namespace warpscope {

/// Addresses within the file: from `begin` to before `end`.
struct CodeRange {
  std::uint64_t begin = 0, end = 0;
};

/// A function, or a call that the compiler inlined.
struct CodeScope {
  Dwarf_Off entry = 0;
  std::int32_t caller = -1;  ///< the scope that it is inlined into; -1: a function of its own
  std::uint64_t call_file = 0;
  std::uint32_t call_line = 0;
  std::uint32_t call_column = 0;
};

/// A row of the table of lines: it holds until the next one.
struct AddressLine {
  std::uint64_t address = 0;
  std::uint32_t line = 0;
  bool end = false;  ///< nothing is known from here on
  std::uint32_t column = 0;
  std::size_t file = 0;
};

/// A variable as one entry of debug information tells of it.
struct VariableEntry {
  Dwarf_Off entry = 0;
  Dwarf_Off function = 0;  ///< the entry of the function around it; 0: none
  enum class Place : std::uint8_t {
    address,
    thread_local_offset,
    unknown,  ///< defined elsewhere, or the compiler does not say where
  };
  Place place = Place::unknown;
  std::uint64_t offset = 0;
};

/// A compilation unit, in the form in which addresses are found quickly.
class DwarfUnit {
 public:
  /// Reads it all. Only code within `executable` counts: of functions that the linker dropped, debug
  /// information stays, with addresses near 0. `budget`: how many entries may still be read.
  DwarfUnit(const Dwarf_Die& unit, const std::vector<CodeRange>& executable, std::uint64_t& budget);

  /// The innermost function or inlined call there; -1: none.
  [[nodiscard]] std::int32_t scope_at(std::uint64_t address) const;
  [[nodiscard]] const AddressLine* line_at(std::uint64_t address) const;
  /// An instruction that the compiler made of several lines has none of them: that of its nearest neighbour in the same
  /// function then, one before it if there is one.
  [[nodiscard]] const AddressLine* known_line_at(std::uint64_t address) const;
  [[nodiscard]] const CodeScope& scope(std::int32_t index) const {
    return scopes_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] std::string file(std::size_t number) const;
  [[nodiscard]] const std::vector<VariableEntry>& variables() const { return variables_; }
  /// "reduce<256>", "Particle::move", "lambda in reduce<256>".
  [[nodiscard]] std::string function_name(const Dwarf_Die& die) const;
  /// Named structures that are defined here: their entries.
  [[nodiscard]] const std::unordered_map<std::string, std::vector<Dwarf_Off>>& structures() const {
    return structures_;
  }

 private:
  struct Around;
  struct Segment {
    std::uint64_t begin = 0;  // holds until the next one begins
    std::int32_t scope = -1;
  };
  struct ScopeRange {
    CodeRange range;
    std::int32_t scope = -1;
  };

  void read_children(const Dwarf_Die& die, const Around& around, int depth);
  void read_entry(const Dwarf_Die& die, const Around& around, int depth);
  void read_class(const Dwarf_Die& die, const Around& around, int depth);
  void read_function(const Dwarf_Die& die, const Around& around, int depth);
  void read_inlined(const Dwarf_Die& die, const Around& around, int depth);
  void read_variable(const Dwarf_Die& die, const Around& around);
  [[nodiscard]] bool add_scope(const Dwarf_Die& die, const CodeScope& scope);
  [[nodiscard]] std::string make_function_name(const Dwarf_Die& die) const;
  void make_segments();
  void read_lines(Dwarf_Die unit);

  const std::vector<CodeRange>& executable_;
  std::uint64_t& budget_;
  std::string folder_;  // the compiler's, for names that are relative
  Dwarf_Files* files_ = nullptr;
  std::size_t file_count_ = 0;
  std::vector<CodeScope> scopes_;
  std::vector<ScopeRange> ranges_;
  std::vector<Segment> segments_;
  std::vector<AddressLine> lines_;
  std::vector<VariableEntry> variables_;
  mutable std::unordered_map<std::size_t, std::string> file_names_;
  mutable std::unordered_map<Dwarf_Off, std::string> function_names_;
  // What stands before the name of a member function; by its entry.
  std::unordered_map<Dwarf_Off, std::string> qualifiers_;
  std::unordered_map<std::string, std::vector<Dwarf_Off>> structures_;
};

/// The ranges of an entry that begin in one of `within`.
[[nodiscard]] std::vector<CodeRange> ranges_of(const Dwarf_Die& die,
                                               const std::vector<CodeRange>& within);

}  // namespace warpscope
