#include "instrumentation/program/debug_info/elf_symbols.hpp"

#include <set>

#include "instrumentation/program/debug_info/elf_file.hpp"

namespace warpscope {

namespace {

using SymbolTest = std::function<bool(const GElf_Sym&, std::size_t section)>;

Result<std::vector<std::string>> names_of_symbols(const std::filesystem::path& path,
                                                  const SymbolTest& wanted) {
  const auto file = ElfFile::open(path);
  if (!file) return file.error();
  std::set<std::string> names;
  const bool read =
      file->for_each_symbol(file->linked() ? SHT_DYNSYM : SHT_SYMTAB,
                            [&](const GElf_Sym& symbol, const char* name, std::size_t section) {
                              if (wanted(symbol, section)) names.insert(name);
                            });
  names.erase("_GLOBAL_OFFSET_TABLE_");  // the linker's own
  if (!read) return usage_error(path.string() + " has no symbols; build the program again");
  return std::vector<std::string>(names.begin(), names.end());
}

}  // namespace

Result<std::vector<std::string>> undefined_symbols(const std::filesystem::path& path,
                                                   bool only_thread_local) {
  return names_of_symbols(path, [&](const GElf_Sym& symbol, std::size_t section) {
    return section == SHN_UNDEF && GELF_ST_BIND(symbol.st_info) == STB_GLOBAL &&
           (!only_thread_local || GELF_ST_TYPE(symbol.st_info) == STT_TLS);
  });
}

Result<std::vector<std::string>> exported_functions(const std::filesystem::path& path) {
  return names_of_symbols(path, [](const GElf_Sym& symbol, std::size_t section) {
    const int type = GELF_ST_TYPE(symbol.st_info);
    const int visibility = GELF_ST_VISIBILITY(symbol.st_other);
    return section != SHN_UNDEF && (type == STT_FUNC || type == STT_GNU_IFUNC) &&
           GELF_ST_BIND(symbol.st_info) != STB_LOCAL &&
           (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
  });
}

}  // namespace warpscope
