#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/commands/command.hpp"
#include "app/look/view_info.hpp"
#include "app/session/session.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// Actions that only the window itself can do. Unset in tests and pictures: the commands are then
/// disabled.
struct WindowActions {
  std::function<void()> toggle_full_screen;
  std::function<void()> quit;
  std::function<bool()> is_full_screen;
  std::function<std::string()> clipboard;  ///< its text
};

/// The obstacle of commands about the run that is shown: there may be none.
[[nodiscard]] std::function<Sentence()> needs_run(const Session& session);
/// The obstacle of commands that only a window can run, if it is not `there`.
[[nodiscard]] std::function<Sentence()> needs_window(bool there);

/// The group of the commands that lead to the next and the previous access of some kind.
inline constexpr std::string_view landmark_group = tr_noop("Next, previous");

/// Parts of make_commands.
void add_move_commands(Commands& commands, Session& session);
void add_search_commands(Commands& commands, Session& session);
void add_follow_commands(Commands& commands, Session& session);
void add_landmark_commands(Commands& commands, Session& session);
void add_play_commands(Commands& commands, Session& session);
void add_run_commands(Commands& commands, Session& session);
void add_program_commands(Commands& commands, Session& session, const WindowActions& window);
void add_stage_commands(Commands& commands, Session& session, std::span<const StageInfo> stages);
void add_view_commands(Commands& commands, Session& session, std::span<const ViewInfo> views);
void add_source_commands(Commands& commands, Session& session);
void add_slider_commands(Commands& commands, Session& session, std::span<const ViewInfo> views);
void add_look_commands(Commands& commands, Session& session, const WindowActions& window);
void add_bookmark_commands(Commands& commands, Session& session);
void add_comparison_commands(Commands& commands, Session& session);
void add_lecture_commands(Commands& commands, Session& session, const WindowActions& window);
void add_lesson_commands(Commands& commands, Session& session);
void add_measure_commands(Commands& commands, Session& session);

/// While a question of a lesson is open, a digit answers it: takes the choice of that number, or begins to type. Returns
/// whether the key did so.
bool answer_with_digit(Session& session, const Chord& chord);

/// THE list of commands. `session` and what `lists` point to must outlive them. A notice says why a command
/// that was asked for cannot be run.
[[nodiscard]] Commands make_commands(Session& session, const ViewLists& lists,
                                     const WindowActions& window = {});

}  // namespace warpscope
