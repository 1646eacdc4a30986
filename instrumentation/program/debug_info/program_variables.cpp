#include "instrumentation/program/debug_info/program_variables.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "instrumentation/program/debug_info/elf_symbols.hpp"
#include "instrumentation/program/debug_info/symbol_names.hpp"

namespace warpscope {

namespace {

/// clang says nothing of variables that are only declared. A pointer of this name beside the
/// declaration tells the type, see debug_info.hpp.
constexpr std::string_view type_mark = "__ws_type_of_";

/// Whether a symbol may be that of a variable: "data", "_ZL4data", "_ZZ1kvE4data", GCC's "data.0".
bool names_variable(const std::string& symbol, const std::string& name,
                    const std::string& linkage_name) {
  if (name.empty()) return false;
  return symbol == linkage_name || symbol == name || symbol.starts_with(name + '.') ||
         (symbol.starts_with("_Z") && symbol.find(counted_name(name)) != std::string::npos);
}

/// What compilers add for themselves.
bool is_internal(const std::string& symbol) {
  return symbol.starts_with("_ZGV") || symbol.starts_with("__tls_guard") ||
         symbol.starts_with("_ZTV") || symbol.starts_with("_ZTI");
}

}  // namespace

std::vector<DefinedSymbol> defined_symbols(const ElfFile& file) {
  std::vector<DefinedSymbol> symbols;
  const auto keep = [&](const GElf_Sym& symbol, const char* name, std::size_t section) {
    const int type = GELF_ST_TYPE(symbol.st_info);
    if (section == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT && type != STT_TLS)) return;
    if (std::string_view(name).starts_with(local_alias_prefix)) return;
    symbols.push_back({name, symbol.st_value, symbol.st_size, section, type});
  };
  if (!file.for_each_symbol(SHT_SYMTAB, keep)) file.for_each_symbol(SHT_DYNSYM, keep);
  std::ranges::sort(symbols, [](const DefinedSymbol& a, const DefinedSymbol& b) {
    return std::tie(a.value, a.name, a.type) < std::tie(b.value, b.name, b.type);
  });
  return symbols;
}

std::span<const DefinedSymbol> symbols_with_value(const std::vector<DefinedSymbol>& sorted,
                                                  std::uint64_t value) {
  const auto begin = std::ranges::lower_bound(sorted, value, {}, &DefinedSymbol::value);
  const auto end = std::ranges::upper_bound(sorted, value, {}, &DefinedSymbol::value);
  return {begin, end};
}

void ProgramVariables::add(const DwarfUnit& unit) {
  for (const VariableEntry& entry : unit.variables()) {
    Told told{.entry = entry};
    if (::dwarf_offdie(dwarf_, entry.entry, &told.die) == nullptr) continue;
    told.name = text_of(told.die, DW_AT_name);
    if (told.name.empty()) continue;
    told.linkage_name = linkage_name_of(told.die);
    told.file = unit.file(number_of(told.die, DW_AT_decl_file).value_or(SIZE_MAX));
    Dwarf_Die function;
    if (entry.function != 0 && ::dwarf_offdie(dwarf_, entry.function, &function) != nullptr) {
      told.function = linkage_name_of(function);
      if (told.function.empty()) told.function = text_of(function, DW_AT_name);
    }
    if (entry.place == VariableEntry::Place::unknown) {
      placeless_.push_back(std::move(told));
    } else if (told.name.starts_with(type_mark)) {
      marks_.push_back(std::move(told));
    } else if (const DefinedSymbol* const symbol = symbol_of(told);
               symbol != nullptr && writable(symbol->section)) {
      keep(describe(told), *symbol);
    }
  }
}

bool ProgramVariables::writable(std::size_t section) const {
  GElf_Shdr header;
  ::Elf_Scn* const found = ::elf_getscn(file_.get(), section);
  // What the loader makes constant after it has put addresses into it, too.
  return found != nullptr && ::gelf_getshdr(found, &header) != nullptr &&
         (header.sh_flags & SHF_WRITE) != 0 &&
         !file_.section_name(section).starts_with(".data.rel.ro");
}

ProgramVariable ProgramVariables::describe(const Told& told) const {
  ProgramVariable variable;
  variable.name = told.name;
  variable.linkage_name = told.linkage_name;
  variable.function = told.function;
  variable.file = told.file;
  variable.line = static_cast<std::uint32_t>(number_of(told.die, DW_AT_decl_line).value_or(0));
  variable.type = program_type_of(told.die, find_);
  return variable;
}

const DefinedSymbol* ProgramVariables::symbol_of(const Told& told) const {
  const int type =
      told.entry.place == VariableEntry::Place::thread_local_offset ? STT_TLS : STT_OBJECT;
  const auto same = symbols_with_value(symbols_, told.entry.offset);
  const auto found = std::ranges::find_if(same, [&](const DefinedSymbol& symbol) {
    return symbol.type == type && names_variable(symbol.name, told.name, told.linkage_name);
  });
  return found == same.end() ? nullptr : &*found;
}

void ProgramVariables::keep(ProgramVariable variable, const DefinedSymbol& symbol) {
  variable.linkage_name = symbol.name;
  variable.thread_local_storage = symbol.type == STT_TLS;
  variable.offset = symbol.value;
  variable.bytes = symbol.bytes;
  variable.section = file_.section_name(symbol.section);
  // Of functions that are inlined everywhere, debug information may lack the name.
  if (std::string around = function_around(symbol.name, variable.name); !around.empty()) {
    variable.function = std::move(around);
  }
  told_.insert(&symbol);
  variables_.push_back(std::move(variable));
}

void ProgramVariables::add_declared(const Told& told, const DefinedSymbol& symbol) {
  if (!names_variable(symbol.name, told.name, told.linkage_name)) return;
  const std::string around = function_around(symbol.name, told.name);
  // Not any variable of that name that the compiler has removed.
  if (around.empty() ? !flag_of(told.die, DW_AT_external) : around != told.function) return;
  keep(describe(told), symbol);
}

void ProgramVariables::add_marked(const Told& told, const DefinedSymbol& symbol) {
  const std::string name = told.name.substr(type_mark.size());
  if (name != last_name(symbol.name)) return;
  ProgramVariable variable = describe(told);
  variable.name = name;
  if (variable.type.pointers == 0) return;
  variable.type.extents = {0};
  if (--variable.type.pointers == 0) {
    const auto inner = std::exchange(variable.type.pointed_extents, {});
    variable.type.extents.insert(variable.type.extents.end(), inner.begin(), inner.end());
  }
  if (const DefinedSymbol* const mark = symbol_of(told)) {
    if (std::string around = function_around(mark->name, told.name); !around.empty()) {
      variable.function = std::move(around);
    }
  }
  keep(std::move(variable), symbol);
}

std::vector<ProgramVariable> ProgramVariables::take() {
  for (const DefinedSymbol& symbol : symbols_) {
    if (symbol.type != STT_TLS || told_.contains(&symbol)) continue;
    if (is_internal(symbol.name)) {
      ProgramVariable internal;
      internal.name = symbol.name;
      internal.of_compiler = true;
      keep(std::move(internal), symbol);
      continue;
    }
    for (const Told& told : marks_) add_marked(told, symbol);
    if (told_.contains(&symbol)) continue;
    for (const Told& told : placeless_) add_declared(told, symbol);
    if (told_.contains(&symbol)) continue;
    ProgramVariable unknown;
    unknown.name = last_name(symbol.name);
    unknown.type.extents = {0};
    keep(std::move(unknown), symbol);
  }
  const auto place = [](const ProgramVariable& v) {
    return std::tie(v.thread_local_storage, v.offset, v.linkage_name, v.function, v.file, v.line);
  };
  std::ranges::stable_sort(variables_, {}, place);
  const auto same = [](const ProgramVariable& a, const ProgramVariable& b) {
    return std::tie(a.thread_local_storage, a.offset, a.linkage_name, a.function) ==
           std::tie(b.thread_local_storage, b.offset, b.linkage_name, b.function);
  };
  variables_.erase(std::unique(variables_.begin(), variables_.end(), same), variables_.end());
  return std::move(variables_);
}

}  // namespace warpscope
