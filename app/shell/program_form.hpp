#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.hpp"
#include "app/subject/block_choices.hpp"
#include "app/subject/program_options.hpp"
#include "app/ui/choice_field.hpp"

namespace warpscope {

/// The form that asks how a program of the user's own is built and run: arguments, macros, the block that is
/// recorded, whether all blocks are counted, schedule, time limit, and how its kernels without main() are launched.
class ProgramForm {
 public:
  /// `session` must outlive the form.
  explicit ProgramForm(Session& session) : session_(session) {}

  /// Takes over the program that is shown; to be called before it is drawn.
  void open();
  /// `problem`: why the run could not begin. Returns how the user's answer fared; unset: there is none yet.
  [[nodiscard]] std::optional<Status> draw(const WidgetStyle& style, const Sentence& problem);

 private:
  void list_blocks();
  /// Puts what stands in a field into a choice that is otherwise complete.
  [[nodiscard]] Status read(RunField field, ProgramChoice& choice) const;
  [[nodiscard]] Result<ProgramChoice> typed() const;
  [[nodiscard]] Status read_setups(ProgramChoice& choice) const;
  [[nodiscard]] std::vector<BareLaunch> typed_setups() const;

  /// A row with one field, and why what stands there is not accepted.
  void draw_field(const WidgetStyle& style, RunField field, std::string_view title,
                  ChoiceField shown, std::string_view note = {});
  void draw_block(const WidgetStyle& style);
  /// Whether the figures of whole grids are counted, or scaled from the recorded block.
  void draw_grids(const WidgetStyle& style);
  void draw_setups(const WidgetStyle& style);
  [[nodiscard]] bool takes_focus(RunField field);

  Session& session_;
  std::map<RunField, std::string> texts_;  // but for the launches
  std::vector<BareLaunch> setups_;         // as they were when the form opened
  std::vector<std::string> setup_texts_;
  std::optional<RunField> focus_;  // field that is to get the keyboard
  Dim3 grid_{0, 0, 0};             // of the launch that is shown; no blocks: not known
  std::vector<BlockChoice> blocks_;
  bool all_blocks_ = false;  // ProgramOptions::all_blocks
};

}  // namespace warpscope
