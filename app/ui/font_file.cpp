#include "app/ui/font_file.hpp"

#include <array>
#include <cassert>
#include <cstdint>
#include <string_view>

#include "instrumentation/run/embedded.hpp"

namespace warpscope {
namespace {

constexpr std::array<std::string_view, 3> paths = {
    "fonts/Inter-Regular.otf", "fonts/Inter-SemiBold.otf", "fonts/JetBrainsMono-Regular.ttf"};

/// Big-endian numbers of an OpenType file. The files are part of the program, so a wrong one is a
/// mistake of the build.
class Sfnt {
 public:
  explicit Sfnt(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] unsigned u16(std::size_t at) const {
    assert(at + 2 <= bytes_.size());
    return std::to_integer<unsigned>(bytes_[at]) << 8U | std::to_integer<unsigned>(bytes_[at + 1]);
  }
  [[nodiscard]] float s16(std::size_t at) const { return static_cast<std::int16_t>(u16(at)); }
  [[nodiscard]] std::size_t u32(std::size_t at) const {
    return std::size_t{u16(at)} << 16U | u16(at + 2);
  }
  /// Offset of a table.
  [[nodiscard]] std::size_t table(std::string_view tag) const {
    for (std::size_t entry = 12; entry < 12 + 16 * std::size_t{u16(4)}; entry += 16)
      if (u32(entry) == tag_number(tag)) return u32(entry + 8);
    assert(!"an embedded font lacks a table");
    return 0;
  }

 private:
  static std::size_t tag_number(std::string_view tag) {
    std::size_t number = 0;
    for (const char c : tag) number = number << 8U | static_cast<unsigned char>(c);
    return number;
  }

  std::span<const std::byte> bytes_;
};

FaceMetrics read_metrics(Face face) {
  const Sfnt file(font_file(face));
  const auto units_per_em = static_cast<float>(file.u16(file.table("head") + 18));
  const std::size_t hhea = file.table("hhea");
  return {.ascent = file.s16(hhea + 4) / units_per_em,
          .descent = -file.s16(hhea + 6) / units_per_em,
          .cap_height = file.s16(file.table("OS/2") + 88) / units_per_em};
}

}  // namespace

std::span<const std::byte> font_file(Face face) {
  return embedded(paths.at(static_cast<std::size_t>(face)));
}

const FaceMetrics& face_metrics(Face face) {
  static const std::array metrics = {read_metrics(Face::sans), read_metrics(Face::sans_bold),
                                     read_metrics(Face::mono)};
  return metrics.at(static_cast<std::size_t>(face));
}

}  // namespace warpscope
