#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.hpp"
#include "app/subject/block_choices.hpp"
#include "app/subject/run_choices.hpp"
#include "app/ui/choice_field.hpp"

namespace warpscope {

/// The form that asks how a kernel of the catalogue is run: size, block, parameters, the block that is
/// recorded, input and schedule. A choice sets whatever must change with it, and the form says so.
class KernelForm {
 public:
  /// `session` must outlive the form.
  explicit KernelForm(Session& session) : session_(session) {}

  /// Takes over the run that is shown; to be called before it is drawn.
  void open();
  /// `problem`: why the run could not begin. Returns how the user's answer fared; unset: there is none yet.
  [[nodiscard]] std::optional<Status> draw(const WidgetStyle& style, const Sentence& problem);

 private:
  /// Why the text of a field is not accepted.
  struct Problem {
    Sentence sentence;
    std::string instead = {};  ///< the nearest text that would be; empty: none is known
    Sentence offer = {};       ///< the words of the button that takes it
  };
  /// A field by its name, which is that of a parameter, too.
  using Name = std::string_view;

  /// A field got this text: takes it over, with what follows from it, or keeps the problem.
  void set(Name field, const std::string& text);
  [[nodiscard]] std::optional<Problem> read(Name field, const std::string& text);
  [[nodiscard]] std::optional<Problem> read_size(const std::string& text);
  [[nodiscard]] std::optional<Problem> read_block(const std::string& text);
  [[nodiscard]] std::optional<Problem> read_traced_block(const std::string& text);
  [[nodiscard]] std::optional<Problem> read_schedule(const std::string& text);
  [[nodiscard]] std::optional<Problem> read_parameter(const Parameter& parameter,
                                                      const std::string& text);
  /// The texts of all fields but one, as they follow from what is wanted.
  void write_texts(Name but = {});

  void draw_size(const WidgetStyle& style);
  void draw_block(const WidgetStyle& style);
  void draw_parameter(const WidgetStyle& style, const Parameter& parameter);
  void draw_traced_block(const WidgetStyle& style);
  void draw_input(const WidgetStyle& style);
  void draw_seed(const WidgetStyle& style);
  void draw_schedule(const WidgetStyle& style);
  /// `typed`: it can be typed in, too.
  ChoiceEvent draw_field(const WidgetStyle& style, Name name, ChoiceField field, bool typed = true);
  /// The line below a field: what is wrong with it, else what was set with it, else `otherwise`.
  void draw_note(const WidgetStyle& style, Name field, const std::string& otherwise);
  /// What else `made` sets than what was asked for; empty: nothing.
  [[nodiscard]] std::string also_sets(const RunRequest& made) const;
  [[nodiscard]] bool takes_focus(Name field);

  Session& session_;
  Options next_;
  SubjectPtr subject_;
  RunRequest wanted_;  // complete and legal
  std::int64_t asked_size_ = 0;
  int asked_block_ = 0;
  bool one_block_ =
      false;           // it was one when the form was opened, and nobody has chosen a block since
  std::string last_;   // field that was set last
  std::string focus_;  // field that is to get the keyboard
  std::map<std::string, std::string, std::less<>> texts_;
  std::map<std::string, Problem, std::less<>> problems_;
  std::vector<std::int64_t> sizes_;  // that are offered
  int count_ = 0;                    // blocks of the launch
  std::vector<BlockChoice> blocks_;  // that are offered
};

}  // namespace warpscope
