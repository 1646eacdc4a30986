#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/command.hpp"
#include "app/commands/palette.hpp"
#include "app/desktop/file_dialog.hpp"
#include "app/lesson/glossary.hpp"
#include "app/session/session.hpp"
#include "app/shell/editor_form.hpp"
#include "app/shell/export_sheet.hpp"
#include "app/shell/file_browser.hpp"
#include "app/shell/kernel_form.hpp"
#include "app/shell/menu_entries.hpp"
#include "app/shell/program_form.hpp"
#include "app/subject/layout_draft.hpp"
#include "app/subject/layout_search.hpp"
#include "app/ui/focus_ring.hpp"
#include "app/ui/widgets.hpp"

namespace warpscope {

class Scene;

/// Everything that lies over the window: lists to choose from, fields to fill in, palette and key
/// sheet. SessionPopup says which one is shown.
class Popups {
 public:
  /// `files`: the desktop's dialog for files; nullptr: there is none.
  Popups(Session& session, const Commands& commands, ExportHost host, FileDialog* files);

  /// `scene` says where the controls are that the popups belong to.
  void draw(const Scene& scene, const WidgetStyle& shown);

  /// The exports under way; to be advanced once in every frame.
  [[nodiscard]] ExportSheet& exports() { return exports_; }
  [[nodiscard]] const ExportSheet& exports() const { return exports_; }
  /// Where the keyboard is in the popup.
  [[nodiscard]] const FocusRing& focus() const { return focus_; }
  /// Where the menu of a right click stands: inside the window, beside the mouse, as wide as its words.
  [[nodiscard]] static Rect menu_place(const MenuShown& menu, const WidgetStyle& style,
                                       float room_w, float room_h);
  /// For how long they stay as they are if nothing happens.
  [[nodiscard]] float seconds_until_change() const;

 private:
  /// One row of a list and what choosing it does.
  struct Choice {
    std::string text, detail;
    bool chosen = false;
    std::function<Status()> choose;
    std::string part = {};   ///< heading above it
    std::string about = {};  ///< said below the list while it is highlighted
    std::string words = {};  ///< by which it is found too
  };
  [[nodiscard]] std::vector<Choice> choices() const;
  [[nodiscard]] std::vector<Choice> kernels(bool rival) const;
  [[nodiscard]] std::vector<Choice> what_ifs() const;
  [[nodiscard]] std::vector<Choice> layouts() const;
  [[nodiscard]] Choice layout_choice(const LayoutTrial& trial, bool cheapest,
                                     std::size_t tried) const;
  /// Choices for the right side, beside another kernel.
  /// Of a program of the user's own: as it was before the last save, and its other launches.
  [[nodiscard]] std::vector<Choice> own_sides() const;
  [[nodiscard]] std::vector<Choice> other_sides() const;
  [[nodiscard]] std::vector<Choice> machines() const;
  [[nodiscard]] std::vector<Choice> speeds() const;
  /// Lessons of a chapter of the course.
  [[nodiscard]] std::vector<Choice> lessons() const;
  /// What accesses may be filtered by; those in force are marked, and choosing one again ends it.
  [[nodiscard]] std::vector<Choice> filters() const;
  /// The ways to the next and the previous access of some kind, with their keys.
  [[nodiscard]] std::vector<Choice> landmarks() const;
  /// Launches of a program.
  [[nodiscard]] std::vector<Choice> launches() const;
  /// The controls that the toolbar has no room for.
  [[nodiscard]] std::vector<Choice> hidden() const;
  [[nodiscard]] Choice option(std::string text, std::string detail, bool chosen,
                              Options next) const;

  void opened();
  /// Lists the layouts that have become known since the popup opened.
  void follow_layouts();
  void draw_content(const WidgetStyle& style);
  /// The form of the kernel or of the program that is shown.
  void draw_run(const WidgetStyle& style);
  /// Kernels by family, side by side, with a field to find one.
  void draw_kernels(const WidgetStyle& style);
  int draw_columns(const WidgetStyle& style, const std::vector<Choice>& list,
                   const std::vector<int>& first);
  [[nodiscard]] static std::vector<int> columns_of(const std::vector<Choice>& list, int most);
  static void keep_found(std::vector<Choice>& list, std::string_view typed);
  void draw_choices(const WidgetStyle& style, const std::vector<Choice>& list, float height);
  void draw_palette(const WidgetStyle& style);
  /// All terms at the left, at the right what the highlighted one means.
  void draw_glossary(const WidgetStyle& style);
  void list_terms(const WidgetStyle& style);
  void draw_term(const WidgetStyle& style, const Term& term, bool entered);
  void find_terms();
  /// What the window is and how one goes on; its second leaf are the keys.
  void draw_help(const WidgetStyle& style);
  void draw_keys(const WidgetStyle& style);
  void draw_help_leaves(const WidgetStyle& style);
  void help_keys(const WidgetStyle& style, std::string_view title,
                 std::span<const std::string_view> ids) const;
  static void help_parts(const WidgetStyle& style);
  void help_ways(const WidgetStyle& style);
  void draw_place(const WidgetStyle& style);
  Status go_to_place();  ///< that was typed there
  /// The field of the source's search, where the pane shows it.
  void draw_find(const WidgetStyle& style, Rect place);
  void draw_context(const WidgetStyle& style, const MenuShown& menu);
  void draw_bookmarks(const WidgetStyle& style);
  /// The note of the highlighted bookmark. Returns whether to go there.
  bool draw_note(const WidgetStyle& style, const Bookmark& mark);
  void draw_formula(const WidgetStyle& style);
  static void draw_formula_values(const WidgetStyle& style, Playground& question,
                                  const FormulaAnswer& found);
  static void draw_formula_access(const WidgetStyle& style, Playground& question);
  void draw_formula_examples(const WidgetStyle& style, Playground& question,
                             const FormulaPlace& place);
  /// A field for each shared array, and what the index typed there does to the run.
  void draw_index(const WidgetStyle& style);
  /// Returns whether Enter was pressed.
  bool draw_index_of(const WidgetStyle& style, std::size_t array);
  [[nodiscard]] Status compare_indices();
  void open_draft();
  /// Usual layouts that are not offered, each with the reason; of Popup::what_if.
  [[nodiscard]] std::vector<std::string> refused_layouts() const;
  [[nodiscard]] std::string usual_sizes() const;
  void draw_measure(const WidgetStyle& style);
  void draw_measuring(const WidgetStyle& style);  ///< while one runs
  /// Asks whether a program may run.
  void draw_question(const WidgetStyle& style);
  /// A field for what is to be pinned, and what is at hand.
  void draw_keep(const WidgetStyle& style);
  void draw_pin(const WidgetStyle& style);
  /// All accesses of an element that pass the filter, or those that read or write.
  void draw_cell(const WidgetStyle& style);
  void find_rows();
  void draw_answer(const WidgetStyle& style);
  [[nodiscard]] std::vector<Choice> starter_choices() const;
  /// Programs that were opened before; returns the one that was clicked.
  [[nodiscard]] std::optional<std::filesystem::path> draw_recent(const WidgetStyle& style);
  /// The folder of the program that is shown, else the working folder.
  [[nodiscard]] std::filesystem::path folder_to_browse() const;
  /// Asks by the desktop's dialog, where there is one; it asks what the popup would ask.
  void ask_desktop();
  /// Whether the desktop's dialog has the word: then all that is shown is that it is open.
  [[nodiscard]] bool desktop_asks(const WidgetStyle& style);
  /// What asks in the dialog's place is drawn, and takes the keyboard, as in a popup that has just opened.
  void ask_here();
  void hear_desktop(const FileAnswer& answer);
  [[nodiscard]] std::string open_title() const;
  /// Opens a file, or shows it beside what is open.
  [[nodiscard]] Status open_chosen(const std::filesystem::path& file);
  void draw_open(const WidgetStyle& style);
  void draw_save(const WidgetStyle& style);
  void draw_editor(const WidgetStyle& style);
  /// From here to the lower edge that the sheet may have at most: a list that keeps to it leaves the sheet still.
  [[nodiscard]] float room_left(const WidgetStyle& style) const;
  /// Closes on success, else keeps the sentence.
  void finish(const Status& status);

  Session& session_;
  const Commands& commands_;
  FileDialog* files_;
  ExportSheet exports_;
  FocusRing focus_;
  Popup shown_ = Popup::none;
  std::vector<std::string_view> hidden_;  ///< commands without room in the toolbar
  bool appears_ = false;
  bool find_entered_ = false;  ///< the field of a search takes the keyboard again
  bool widens_ = false;        // its list has got rows that may be longer
  int drawn_ = 0;              // frames since it was opened
  int highlighted_ = 0;
  float rows_width_ = 0;                      ///< that the rows of a list need
  float room_height_ = 0;                     // of the sheet, at most, in logical pixels
  std::optional<std::size_t> index_clicked_;  // field of an array that takes the keyboard now
  std::array<std::string, 4> fields_;
  FileBrowser browser_;
  LayoutSearch layouts_;                   ///< of the moment at which the popup opened
  LayoutDraft draft_;                      ///< likewise, in Popup::index
  std::vector<std::string> indices_;       ///< typed there, by array of the draft
  std::vector<std::string> index_names_;   ///< of those arrays
  bool draft_waits_ = false;               ///< an effect is still computed
  std::map<int, std::string> no_padding_;  ///< why Popup::what_if does not offer that padding
  std::vector<ListedProgram> recent_;      ///< likewise
  KernelForm kernel_form_;
  ProgramForm program_form_;
  EditorForm editor_form_;
  bool of_program_ = false;  ///< the form is that of a program
  Sentence problem_;
  Palette palette_;                  ///< of the moment at which the popup opened
  std::vector<const Term*> terms_;   ///< of the glossary, as far as they fit the query
  bool to_term_ = false;             ///< the list is to scroll to the highlighted one
  bool family_ = true;               ///< measures all of it, not just the kernel
  std::uint64_t menu_number_ = 0;    ///< of the menu that is drawn
  std::vector<std::uint32_t> rows_;  ///< of the list of accesses: those that are shown
  int rows_kind_ = 0;                ///< all, those that read, those that write
  std::size_t rows_of_ = 0;          ///< of so many accesses
  int noted_ = 0;                    ///< bookmark whose note is in the field; 0: none
};

}  // namespace warpscope
