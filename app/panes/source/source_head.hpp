#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// One of the calls through which an access came about.
struct SourceCall {
  std::string name;                    ///< of the function, or of the kernel
  std::uint32_t source = 0, line = 0;  ///< where it is: in all but the last, at the call
};
/// The kernel first, the function of the access last; empty if it stands in the kernel itself.
[[nodiscard]] std::vector<SourceCall> calls_to(const Trace& trace, const Access& access);

/// The files to choose from, in one row. A click asks to read another one; one on the file of the
/// playhead asks to go back to it.
struct SourceFiles {
  std::vector<std::string> names;  ///< as the trace names them
  std::size_t shown = 0;
  std::optional<std::size_t> now;  ///< the file in which the playhead stands
};
/// Width of all names.
[[nodiscard]] float files_width(const Canvas& canvas, const SourceFiles& files,
                                const TypeScale& type);
void draw_files(Canvas& canvas, Rect row, const SourceFiles& files, const TypeScale& type,
                const Frame& frame, Wishes& wishes);

[[nodiscard]] float calls_width(const Canvas& canvas, std::span<const SourceCall> calls,
                                const TypeScale& type);
/// "reduce ▸ warp_sum". A click on a call asks to read its line.
void draw_calls(Canvas& canvas, Rect row, std::span<const SourceCall> calls, const TypeScale& type,
                const Frame& frame, Wishes& wishes);

}  // namespace warpscope
