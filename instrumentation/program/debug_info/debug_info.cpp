#include "instrumentation/program/debug_info/debug_info.hpp"

#include <algorithm>

#include "instrumentation/program/debug_info/program_variables.hpp"

namespace warpscope {

namespace {

std::vector<CodeRange> executable_sections(const ElfFile& file) {
  std::vector<CodeRange> ranges;
  for (::Elf_Scn* s = nullptr; (s = ::elf_nextscn(file.get(), s)) != nullptr;) {
    GElf_Shdr header;
    if (::gelf_getshdr(s, &header) == nullptr || (header.sh_flags & SHF_EXECINSTR) == 0) continue;
    ranges.push_back({header.sh_addr, header.sh_addr + header.sh_size});
  }
  return ranges;
}

}  // namespace

struct DebugInfo::Inside {
  struct DwarfEnd {
    void operator()(::Dwarf* read) const { ::dwarf_end(read); }
  };
  struct Unit {
    Dwarf_Die die;
    std::unique_ptr<DwarfUnit> read;
  };
  struct UnitRange {
    CodeRange range;
    std::size_t unit = 0;
  };

  ElfFile file;
  std::unique_ptr<::Dwarf, DwarfEnd> dwarf;
  std::vector<CodeRange> executable;
  std::vector<DefinedSymbol> symbols;
  std::vector<Unit> units;
  std::vector<UnitRange> ranges;  // of the units' code, by where they begin
  std::uint64_t budget = 0;

  explicit Inside(ElfFile elf) : file(std::move(elf)) {}

  const DwarfUnit& read(Unit& unit) {
    if (!unit.read) unit.read = std::make_unique<DwarfUnit>(unit.die, executable, budget);
    return *unit.read;
  }

  const DwarfUnit* unit_at(std::uint64_t address) {
    const auto after = std::ranges::upper_bound(ranges, address, {},
                                                [](const UnitRange& r) { return r.range.begin; });
    if (after == ranges.begin() || address >= std::prev(after)->range.end) return nullptr;
    return &read(units[std::prev(after)->unit]);
  }

  std::optional<Dwarf_Die> entry(Dwarf_Off offset) {
    Dwarf_Die die;
    if (::dwarf_offdie(dwarf.get(), offset, &die) == nullptr) return std::nullopt;
    return die;
  }

  std::string function_name(const DwarfUnit& unit, std::int32_t scope) {
    const auto die = scope < 0 ? std::nullopt : entry(unit.scope(scope).entry);
    return die ? unit.function_name(*die) : std::string();
  }

  /// Such as the assignment of a structure: its line would be that of the structure.
  bool made_by_compiler(Dwarf_Off function) {
    const auto die = entry(function);
    // GCC says it of lambdas, too.
    return die && flag_of(*die, DW_AT_artificial) && text_of(*die, DW_AT_name) != "operator()";
  }

  /// A structure's definition, if all that have the name are of one size.
  std::optional<Dwarf_Die> definition(const std::string& name) {
    std::optional<Dwarf_Die> found;
    for (Unit& unit : units) {
      const auto& structures = read(unit).structures();
      const auto named = structures.find(name);
      if (named == structures.end()) continue;
      for (const Dwarf_Off offset : named->second) {
        const auto die = entry(offset);
        if (!die) continue;
        if (found && number_of(*found, DW_AT_byte_size) != number_of(*die, DW_AT_byte_size)) {
          return std::nullopt;
        }
        if (!found) found = die;
      }
    }
    return found;
  }

  FindDefinition find_definition() {
    return [this](const std::string& name) { return definition(name); };
  }

  /// The linker's name of a function that has none in debug information, such as a C function.
  std::string symbol_at(std::uint64_t address) const {
    for (const DefinedSymbol& symbol : symbols_with_value(symbols, address)) {
      // Without GCC's ".isra.0".
      if (symbol.type == STT_FUNC) return symbol.name.substr(0, symbol.name.find('.'));
    }
    return {};
  }
};

DebugInfo::DebugInfo(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
DebugInfo::DebugInfo(DebugInfo&&) noexcept = default;
DebugInfo& DebugInfo::operator=(DebugInfo&&) noexcept = default;
DebugInfo::~DebugInfo() = default;

Result<DebugInfo> DebugInfo::open(const std::filesystem::path& object) {
  auto file = ElfFile::open(object);
  if (!file) return file.error();
  if (!file->linked()) {
    return usage_error(object.string() + " is not linked; give the shared object made from it");
  }
  auto inside = std::make_unique<Inside>(std::move(file).value());
  const Error none =
      usage_error(object.string() + " has no debug information that can be read; build it with -g");
  inside->dwarf.reset(::dwarf_begin_elf(inside->file.get(), DWARF_C_READ, nullptr));
  if (!inside->dwarf) return none;
  inside->executable = executable_sections(inside->file);
  inside->symbols = defined_symbols(inside->file);
  ::Dwarf_CU* unit = nullptr;
  std::uint8_t type = 0;
  Dwarf_Die die{};
  // An entry takes a byte at least, so there are not more of them than bytes.
  inside->budget = inside->file.size();
  while (inside->units.size() < inside->file.size() &&
         ::dwarf_get_units(inside->dwarf.get(), unit, &unit, nullptr, &type, &die, nullptr) == 0) {
    if (type != DW_UT_compile) continue;
    for (const CodeRange& range : ranges_of(die, inside->executable)) {
      inside->ranges.push_back({range, inside->units.size()});
    }
    inside->units.push_back({die, nullptr});
  }
  if (inside->units.empty()) return none;
  std::ranges::stable_sort(inside->ranges, {},
                           [](const Inside::UnitRange& r) { return r.range.begin; });
  return DebugInfo(std::move(inside));
}

std::vector<ProgramFrame> DebugInfo::frames(std::uint64_t address) const {
  const DwarfUnit* const unit = inside_->unit_at(address);
  if (unit == nullptr) return {};
  const AddressLine* const row = unit->known_line_at(address);
  std::int32_t scope = unit->scope_at(address);
  if (row == nullptr && scope < 0) return {};
  std::vector<ProgramFrame> frames;
  ProgramFrame frame;
  if (row != nullptr) frame = {unit->file(row->file), row->line, {}, row->column};
  // A caller is numbered before what it calls, so that this ends.
  for (;; scope = unit->scope(scope).caller) {
    const bool inlined = scope >= 0 && unit->scope(scope).caller >= 0;
    if (!inlined || !inside_->made_by_compiler(unit->scope(scope).entry)) {
      frame.function = inside_->function_name(*unit, scope);
      frames.push_back(std::move(frame));
    }
    if (!inlined) return frames;
    const CodeScope& call = unit->scope(scope);
    frame = {unit->file(call.call_file), call.call_line, {}, call.call_column};
  }
}

std::optional<ProgramFunction> DebugInfo::function(std::uint64_t address) const {
  const DwarfUnit* const unit = inside_->unit_at(address);
  std::int32_t scope = unit == nullptr ? -1 : unit->scope_at(address);
  if (scope < 0) return std::nullopt;
  while (unit->scope(scope).caller >= 0) scope = unit->scope(scope).caller;
  const auto die = inside_->entry(unit->scope(scope).entry);
  if (!die) return std::nullopt;
  ProgramFunction function;
  function.name = unit->function_name(*die);
  function.linkage_name = linkage_name_of(*die);
  Dwarf_Addr begin = 0;
  if (function.linkage_name.empty() &&
      ::dwarf_entrypc(const_cast<Dwarf_Die*>(&*die), &begin) == 0) {
    function.linkage_name = inside_->symbol_at(begin);
  }
  if (function.linkage_name.empty()) function.linkage_name = function.name;
  function.file = unit->file(number_of(*die, DW_AT_decl_file).value_or(SIZE_MAX));
  function.line = static_cast<std::uint32_t>(number_of(*die, DW_AT_decl_line).value_or(0));
  const FindDefinition find = inside_->find_definition();
  const auto add = [&](const auto& self, const Dwarf_Die& entry, int depth) -> void {
    for_each_child(entry, [&](const Dwarf_Die& child) {
      const int tag = tag_of(child);
      if (tag == DW_TAG_GNU_formal_parameter_pack && depth == 0) self(self, child, 1);
      if (tag == DW_TAG_formal_parameter && !flag_of(child, DW_AT_artificial)) {
        function.parameters.push_back({text_of(child, DW_AT_name), program_type_of(child, find)});
      }
      return true;
    });
  };
  // The function as it was written has all of them, also those that the optimiser removed.
  if (const auto origin = own_entry_of(*die, DW_AT_abstract_origin)) add(add, *origin, 0);
  if (function.parameters.empty()) add(add, *die, 0);
  return function;
}

bool DebugInfo::made_by_gcc() const {
  return std::ranges::any_of(inside_->units, [](const Inside::Unit& unit) {
    return text_of(unit.die, DW_AT_producer).starts_with("GNU C");
  });
}

std::vector<ProgramVariable> DebugInfo::variables() const {
  const FindDefinition find = inside_->find_definition();
  ProgramVariables variables(inside_->file, inside_->symbols, inside_->dwarf.get(), find);
  for (auto& unit : inside_->units) variables.add(inside_->read(unit));
  return variables.take();
}

}  // namespace warpscope
