#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace warpscope {

struct EmbeddedFile {
  std::string_view path;
  const std::byte* begin;
  const std::byte* end;
};

/// The generated table, sorted by path. For embedded.cpp only.
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

}  // namespace warpscope
