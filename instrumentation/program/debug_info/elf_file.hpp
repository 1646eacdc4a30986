#pragma once

#include <gelf.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// An ELF file, read into memory as a whole: one that is replaced or cut meanwhile does no harm.
class ElfFile {
 public:
  /// ErrorKind::usage: not there, no regular file, no ELF file.
  [[nodiscard]] static Result<ElfFile> open(const std::filesystem::path& path);

  [[nodiscard]] std::size_t size() const { return bytes_->size(); }
  [[nodiscard]] ::Elf* get() const { return elf_.get(); }
  /// Whether it is a shared object or a program, whose symbols for others are a table of their own.
  [[nodiscard]] bool linked() const;
  /// Name of a section; empty: there is none of that number.
  [[nodiscard]] std::string section_name(std::size_t section) const;
  /// Calls visit(symbol, name, section) for each named symbol of a kind of table (SHT_SYMTAB or SHT_DYNSYM).
  /// `section` is the number of the section that defines it, or SHN_UNDEF, SHN_ABS, SHN_COMMON.
  /// False: there is no such table.
  bool for_each_symbol(std::uint32_t table,
                       const std::function<void(const GElf_Sym&, const char* name,
                                                std::size_t section)>& visit) const;

 private:
  struct End {
    void operator()(::Elf* elf) const { ::elf_end(elf); }
  };
  // On the heap: the Elf points into it, wherever this object is moved.
  std::unique_ptr<std::vector<std::byte>> bytes_;
  std::unique_ptr<::Elf, End> elf_;
};

}  // namespace warpscope
