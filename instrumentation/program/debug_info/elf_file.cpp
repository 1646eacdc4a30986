#include "instrumentation/program/debug_info/elf_file.hpp"

#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {

namespace {

constexpr std::uint64_t largest_elf_file = std::uint64_t{1} << 31;

}  // namespace

Result<ElfFile> ElfFile::open(const std::filesystem::path& path) {
  auto bytes = read_whole_file(path, largest_elf_file);
  if (!bytes) return bytes.error();
  ElfFile file;
  file.bytes_ = std::make_unique<std::vector<std::byte>>(std::move(bytes).value());
  const Error none = usage_error(path.string() +
                                 " is no ELF file, which a compiled program would be; build the "
                                 "program again");
  if (file.bytes_->empty() || ::elf_version(EV_CURRENT) == EV_NONE) return none;
  file.elf_.reset(::elf_memory(reinterpret_cast<char*>(file.bytes_->data()), file.bytes_->size()));
  GElf_Ehdr header;
  if (!file.elf_ || ::elf_kind(file.elf_.get()) != ELF_K_ELF ||
      ::gelf_getehdr(file.elf_.get(), &header) == nullptr) {
    return none;
  }
  return file;
}

bool ElfFile::linked() const {
  GElf_Ehdr header;
  return ::gelf_getehdr(get(), &header) != nullptr && header.e_type != ET_REL;
}

std::string ElfFile::section_name(std::size_t section) const {
  std::size_t names = 0;
  GElf_Shdr header;
  ::Elf_Scn* const found = section == SHN_UNDEF ? nullptr : ::elf_getscn(get(), section);
  if (found == nullptr || ::gelf_getshdr(found, &header) == nullptr) return {};
  if (::elf_getshdrstrndx(get(), &names) != 0) return {};
  const char* const name = ::elf_strptr(get(), names, header.sh_name);
  return name == nullptr ? std::string() : name;
}

bool ElfFile::for_each_symbol(
    std::uint32_t table,
    const std::function<void(const GElf_Sym&, const char*, std::size_t)>& visit) const {
  ::Elf_Scn* symbols = nullptr;
  ::Elf_Data* wide_sections = nullptr;  // where there are 65,280 sections or more
  GElf_Shdr header{};
  for (::Elf_Scn* s = nullptr; (s = ::elf_nextscn(get(), s)) != nullptr;) {
    GElf_Shdr other;
    if (::gelf_getshdr(s, &other) == nullptr) continue;
    if (other.sh_type == table && symbols == nullptr) {
      symbols = s;
      header = other;
    }
    if (other.sh_type == SHT_SYMTAB_SHNDX) wide_sections = ::elf_getdata(s, nullptr);
  }
  ::Elf_Data* const data = symbols == nullptr ? nullptr : ::elf_getdata(symbols, nullptr);
  const std::size_t size = ::gelf_fsize(get(), ELF_T_SYM, 1, EV_CURRENT);
  if (data == nullptr || size == 0) return false;
  for (std::size_t i = 0; i < data->d_size / size; ++i) {
    GElf_Sym symbol;
    Elf32_Word wide = 0;
    if (::gelf_getsymshndx(data, table == SHT_SYMTAB ? wide_sections : nullptr, static_cast<int>(i),
                           &symbol, &wide) == nullptr) {
      break;
    }
    const char* const name = ::elf_strptr(get(), header.sh_link, symbol.st_name);
    if (name == nullptr || *name == 0) continue;
    visit(symbol, name, symbol.st_shndx == SHN_XINDEX ? wide : symbol.st_shndx);
  }
  return true;
}

}  // namespace warpscope
