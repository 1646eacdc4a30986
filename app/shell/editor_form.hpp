#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.hpp"
#include "app/ui/code_editor.hpp"
#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// The place where a program's text is written: the editor, what the compiler says beside its lines, and what to do
/// with it.
class EditorForm {
 public:
  /// `session` must outlive it.
  explicit EditorForm(Session& session) : session_(session) {}

  /// To be called when it appears.
  void open();
  /// `room`: how high it may be, in logical pixels. Returns whether it is to close.
  [[nodiscard]] bool draw(const WidgetStyle& style, float room);

 private:
  enum class State : std::uint8_t { idle, building, running, broken, ran };
  [[nodiscard]] const ConsolePage* page() const;
  [[nodiscard]] State state() const;
  void collect_notes();
  void run();
  void save();
  void hear(const Status& done, bool runs);
  void draw_told(const WidgetStyle& style);
  void draw_conflict(const WidgetStyle& style);
  [[nodiscard]] bool draw_buttons(const WidgetStyle& style);
  [[nodiscard]] float height_below(const WidgetStyle& style) const;

  Session& session_;
  CodeEditor editor_;
  std::vector<LineNote> notes_;              // of the last build
  std::uint64_t noted_ = 0;                  // revision of the page that they are of
  Sentence problem_;                         // why it was not saved or run
  bool conflict_ = false;                    // that is what became of the file
  bool runs_after_ = false;                  // once that is settled
  std::optional<std::uint64_t> waits_from_;  // for a page after this one, to close
  int generation_ = 0;
};

}  // namespace warpscope
