#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/program/debug_info/dwarf_types.hpp"
#include "instrumentation/program/debug_info/dwarf_unit.hpp"
#include "instrumentation/program/debug_info/elf_file.hpp"

namespace warpscope {

/// A symbol that the file defines.
struct DefinedSymbol {
  std::string name;
  std::uint64_t value =
      0;  ///< address within the file; of thread-local ones the offset in their block
  std::uint64_t bytes = 0;
  std::size_t section = 0;
  int type = 0;  ///< STT_FUNC, STT_OBJECT or STT_TLS
};
/// By value, then name. From the file's own table of symbols, else from that for the loader.
[[nodiscard]] std::vector<DefinedSymbol> defined_symbols(const ElfFile& file);

/// Those of sorted symbols that have a value.
[[nodiscard]] std::span<const DefinedSymbol> symbols_with_value(
    const std::vector<DefinedSymbol>& sorted, std::uint64_t value);

/// What `variables()` of DebugInfo gives: entries of debug information tell names and types, symbols
/// which of the entries are there at all, since the linker drops what several objects define.
class ProgramVariables {
 public:
  ProgramVariables(const ElfFile& file, const std::vector<DefinedSymbol>& symbols, ::Dwarf* dwarf,
                   const FindDefinition& find)
      : file_(file), symbols_(symbols), dwarf_(dwarf), find_(find) {}

  void add(const DwarfUnit& unit);
  /// Sorted by place.
  [[nodiscard]] std::vector<ProgramVariable> take();

 private:
  /// An entry, with what it says.
  struct Told {
    VariableEntry entry;
    Dwarf_Die die{};
    std::string name, linkage_name, function;
    std::string file;
  };
  /// The symbol of an entry that tells its place; null: the linker dropped it.
  [[nodiscard]] const DefinedSymbol* symbol_of(const Told& told) const;
  [[nodiscard]] bool writable(std::size_t section) const;
  [[nodiscard]] ProgramVariable describe(const Told& told) const;
  void keep(ProgramVariable variable, const DefinedSymbol& symbol);
  void add_declared(const Told& told, const DefinedSymbol& symbol);
  void add_marked(const Told& told, const DefinedSymbol& symbol);

  const ElfFile& file_;
  const std::vector<DefinedSymbol>& symbols_;
  ::Dwarf* dwarf_;
  const FindDefinition& find_;
  std::vector<Told> placeless_;
  std::vector<Told> marks_;  // see type_mark
  std::set<const DefinedSymbol*> told_;
  std::vector<ProgramVariable> variables_;
};

}  // namespace warpscope
