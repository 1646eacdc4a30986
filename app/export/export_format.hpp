#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace warpscope {

enum class ExportKind : std::uint8_t {
  picture,  ///< one moment, or a numbered series
  film,     ///< a range of accesses, animated
  table,    ///< figures of the whole run
  events,   ///< the whole run on a time axis, for a trace viewer
};

struct ExportFormat {
  std::string_view id;      ///< "mp4": --format on the command line
  std::string_view label;   ///< "MP4"
  std::string_view about;   ///< "a film, through ffmpeg"
  std::string_view ending;  ///< of a file name, without the dot
  ExportKind kind = ExportKind::picture;
};

/// THE list of formats, in the order in which they are offered.
[[nodiscard]] std::span<const ExportFormat> export_formats();
/// By id, or by the ending of a file name; nullptr if unknown.
[[nodiscard]] const ExportFormat* find_export_format(std::string_view name);

/// "out.png" becomes "out-0007.png" in a series whose last number has four digits or fewer. `least`: the digits that a
/// number has at least.
[[nodiscard]] std::filesystem::path numbered(const std::filesystem::path& path,
                                             std::uint64_t number, std::uint64_t last,
                                             std::size_t least = 4);

}  // namespace warpscope
