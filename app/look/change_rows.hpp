#pragma once

#include <array>
#include <cstdint>

#include "app/look/look.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// What the tables between two runs tell.
enum class ChangeRows : std::uint8_t {
  fitting,  ///< lines of a program of the user's own, totals of kernels of the catalogue
  totals,
  lines,
  count,
};
inline constexpr std::array change_rows = std::to_array<Choice<ChangeRows>>({
    {ChangeRows::fitting, "fitting", tr_noop("what suits the program")},
    {ChangeRows::totals, "totals", tr_noop("totals"), "changes.totals", "Ctrl+Shift+T"},
    {ChangeRows::lines, "lines", tr_noop("line by line"), "changes.lines", "Ctrl+Shift+A"},
});
[[nodiscard]] constexpr const auto& choices_of(ChangeRows) { return change_rows; }

inline constexpr LookOption changes_option =
    option_of<ChangeRows>({.id = "changes",
                           .about = tr_noop("What the table between two runs tells"),
                           .title = tr_noop("Changes:"),
                           .sheet = tr_noop("Totals or lines"),
                           .next_command = "changes.next",
                           .next_title = tr_noop("Changes between two runs: totals or lines"),
                           .next_key = "Ctrl+Shift+D",
                           .next_sheet = "",
                           .calls_view = false});

}  // namespace warpscope
