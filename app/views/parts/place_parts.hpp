#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// A line of a file that a trace or a message names.
[[nodiscard]] FilePlace place_of(const Frame& frame, const std::string& file, std::uint32_t line);
/// Whether a place is in that file. Without a console, nobody knows the folders: names are compared.
[[nodiscard]] bool is_in_file(const Frame& frame, const FilePlace& place, const std::string& file);

/// What a click at a place of a file asks for: to read it, and with Ctrl or twice to edit it.
void wish_place(const FilePlace& place, const Pointer& pointer, Wishes& wishes);
/// Says so in a tooltip; tr() translates it.
inline constexpr std::string_view place_tooltip =
    tr_noop("click to show the line; twice, or with Ctrl, to open it in your editor");

/// Text in a coloured frame with round ends. Returns its width.
float chip_width(const Canvas& canvas, std::string_view text, const TextStyle& style);
void draw_chip(Canvas& canvas, Rect rect, std::string_view text, TextStyle style, Color color,
               const Theme& theme);

/// A wavy line below a text, as of a spelling mistake.
void draw_wave(Canvas& canvas, float left, float right, float y, Color color);

}  // namespace warpscope
