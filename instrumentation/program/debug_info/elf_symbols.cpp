#include "instrumentation/program/debug_info/elf_symbols.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>

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

/// An object that is changed in place.
class ChangedObject {
 public:
  explicit ChangedObject(const std::filesystem::path& path)
      : file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    if (file_ >= 0 && ::elf_version(EV_CURRENT) != EV_NONE) {
      elf_.reset(::elf_begin(file_, ELF_C_RDWR, nullptr));
    }
    for (::Elf_Scn* s = nullptr; elf_ && (s = ::elf_nextscn(elf_.get(), s)) != nullptr;) {
      GElf_Shdr header;
      if (::gelf_getshdr(s, &header) == nullptr) continue;
      if (header.sh_type == SHT_SYMTAB_SHNDX) return;  // of a size that no program of users has
      if (header.sh_type != SHT_SYMTAB) continue;
      symbols_ = s;
      names_ = ::elf_getscn(elf_.get(), header.sh_link);
    }
  }
  ~ChangedObject() {
    elf_.reset();
    if (file_ >= 0) ::close(file_);
  }
  ChangedObject(const ChangedObject&) = delete;
  ChangedObject& operator=(const ChangedObject&) = delete;

  /// Global symbols lie at the end of the table, so more of them change no number of those that are there.
  bool add(const std::vector<std::pair<std::string, GElf_Sym>>& more) {
    GElf_Shdr names_header;
    if (symbols_ == nullptr || names_ == nullptr ||
        ::gelf_getshdr(names_, &names_header) == nullptr) {
      return false;
    }
    std::string text;
    for (const auto& [name, symbol] : more) text.append(name).push_back('\0');
    const std::size_t size = ::gelf_fsize(elf_.get(), ELF_T_SYM, 1, EV_CURRENT);
    std::vector<std::byte> table(more.size() * size);
    ::Elf_Data* const names = ::elf_newdata(names_);
    ::Elf_Data* const symbols = ::elf_newdata(symbols_);
    if (names == nullptr || symbols == nullptr) return false;
    names->d_buf = text.data();
    names->d_size = text.size();
    names->d_align = 1;
    symbols->d_buf = table.data();
    symbols->d_size = table.size();
    symbols->d_type = ELF_T_SYM;
    symbols->d_align = 8;
    std::size_t at = names_header.sh_size;
    for (std::size_t k = 0; k < more.size(); ++k) {
      GElf_Sym symbol = more[k].second;
      symbol.st_name = static_cast<GElf_Word>(at);
      at += more[k].first.size() + 1;
      if (::gelf_update_sym(symbols, static_cast<int>(k), &symbol) == 0) return false;
    }
    return ::elf_update(elf_.get(), ELF_C_WRITE) >= 0;
  }

 private:
  struct End {
    void operator()(::Elf* elf) const { ::elf_end(elf); }
  };
  int file_;
  std::unique_ptr<::Elf, End> elf_;
  ::Elf_Scn *symbols_ = nullptr, *names_ = nullptr;
};

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

Result<std::vector<std::string>> defined_for_others(const std::filesystem::path& path) {
  return names_of_symbols(path, [](const GElf_Sym& symbol, std::size_t section) {
    return section != SHN_UNDEF && GELF_ST_BIND(symbol.st_info) != STB_LOCAL;
  });
}

Result<std::vector<std::string>> symbols_with_prefix(const std::filesystem::path& path,
                                                     std::string_view prefix) {
  const auto file = ElfFile::open(path);
  if (!file) return file.error();
  std::set<std::string> names;
  file->for_each_symbol(SHT_SYMTAB, [&](const GElf_Sym&, const char* name, std::size_t) {
    if (std::string_view(name).starts_with(prefix)) names.insert(name);
  });
  return std::vector<std::string>(names.begin(), names.end());
}

Status add_local_aliases(const std::filesystem::path& object, const std::string& prefix,
                         const std::vector<std::string>& wanted) {
  std::map<std::string, GElf_Sym> local;
  {
    const auto file = ElfFile::open(object);
    if (!file) return file.error();
    file->for_each_symbol(SHT_SYMTAB, [&](const GElf_Sym& symbol, const char* name, std::size_t) {
      const int type = GELF_ST_TYPE(symbol.st_info);
      if (GELF_ST_BIND(symbol.st_info) == STB_LOCAL &&
          (type == STT_OBJECT || type == STT_FUNC || type == STT_TLS)) {
        local.emplace(name, symbol);
      }
    });
  }
  std::vector<std::pair<std::string, GElf_Sym>> more;
  for (const std::string& name : wanted) {
    if (!name.starts_with(prefix)) continue;
    const auto found = local.find(name.substr(prefix.size()));
    if (found == local.end()) continue;
    GElf_Sym symbol = found->second;
    symbol.st_info = GELF_ST_INFO(STB_GLOBAL, GELF_ST_TYPE(symbol.st_info));
    symbol.st_other = STV_HIDDEN;
    more.emplace_back(name, symbol);
  }
  if (more.empty()) return Done{};
  if (!ChangedObject(object).add(more)) {
    return Error{ErrorKind::failed, object.string() + " cannot be given further symbols"};
  }
  return Done{};
}

}  // namespace warpscope
