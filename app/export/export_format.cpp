#include "app/export/export_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {
namespace {

constexpr std::array formats{
    ExportFormat{"png", "PNG", tr_noop("a picture"), "png", ExportKind::picture},
    ExportFormat{"svg", "SVG", tr_noop("a picture that scales"), "svg", ExportKind::picture},
    ExportFormat{"pdf", "PDF", tr_noop("a picture for papers and print"), "pdf",
                 ExportKind::picture},
    ExportFormat{"gif", "GIF", tr_noop("a film for slides and web pages, through ffmpeg"), "gif",
                 ExportKind::film},
    ExportFormat{"mp4", "MP4", tr_noop("a film, through ffmpeg"), "mp4", ExportKind::film},
    ExportFormat{"csv", "CSV", tr_noop("a table for a spreadsheet"), "csv", ExportKind::table},
    ExportFormat{"chrome", "Perfetto", tr_noop("all accesses on a time axis, for ui.perfetto.dev"),
                 "json", ExportKind::events},
};

}  // namespace

std::span<const ExportFormat> export_formats() { return formats; }

const ExportFormat* find_export_format(std::string_view name) {
  const auto* const found = std::ranges::find_if(formats, [name](const ExportFormat& format) {
    return format.id == name || format.ending == name;
  });
  return found == formats.end() ? nullptr : found;
}

std::filesystem::path numbered(const std::filesystem::path& path, std::uint64_t number,
                               std::uint64_t last, std::size_t least) {
  const auto digits = std::max(least, std::to_string(last).size());
  std::filesystem::path result = path.parent_path() / path.stem();
  result += fmt::format("-{:0{}}", number, digits);
  result += path.extension();
  return result;
}

}  // namespace warpscope
