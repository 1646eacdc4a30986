#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/desktop/file_dialog.hpp"

namespace warpscope {

// Values as GVariant writes them in text (its format string and g_variant_parse()).

/// "'it\'s'". The text must be UTF-8, or nothing can read it.
[[nodiscard]] std::string variant_text(std::string_view text);
/// "b'/a/\377'": a path is bytes.
[[nodiscard]] std::string variant_bytes(const std::filesystem::path& path);

/// The arguments of OpenFile or SaveFile of org.freedesktop.portal.FileChooser, of type (ssa{sv}). `parent` is our
/// window, "x11:1a00003", or empty; `token` ends the name of the request's object.
[[nodiscard]] std::string portal_arguments(const FileQuestion& question, std::string_view parent,
                                           std::string_view token);

}  // namespace warpscope
