#pragma once

#include <array>
#include <cstdint>

#include "app/look/choice.hpp"
#include "app/look/look.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// What the stage shows large where the values of the whole picture cannot be read.
enum class StageFocus : std::uint8_t {
  on,   ///< what the warp at work does, and the whole as a map above it
  off,  ///< the whole picture
  count,
};
inline constexpr std::array stage_focuses = std::to_array<Choice<StageFocus>>({
    {StageFocus::on, "on", tr_noop("the group at work")},
    {StageFocus::off, "off", tr_noop("the whole picture")},
});
[[nodiscard]] constexpr const auto& choices_of(StageFocus) { return stage_focuses; }

inline constexpr LookOption stage_focus_option = option_of<StageFocus>(
    {.id = "focus",
     .about = tr_noop("Whether a picture too small to read shows the group at work large"),
     .title = tr_noop("Stage:"),
     .next_command = "stage.focus",
     .next_title = tr_noop("Stage: the group at work large, or the whole picture"),
     .next_key = "Shift+G",
     .next_sheet = tr_noop("Group at work large"),
     .undoable = true,
     .calls_view = false});

}  // namespace warpscope
