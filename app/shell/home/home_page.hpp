#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands/command.hpp"
#include "app/programs/recent_programs.hpp"
#include "app/session/session.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/home/living_picture.hpp"
#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// Where one starts and comes back to: what the program is for, the lesson to go on with, a kernel at work, the course
/// with what is done of it, and one's own programs. Narrow windows get fewer columns, low ones scroll.
class HomePage {
 public:
  /// Both must outlive the page.
  HomePage(Session& session, const Commands& commands) : session_(session), commands_(commands) {}

  /// Places everything in a window of that size, in logical pixels. Returns the page, from 0, 0: it may be higher.
  Rect lay_out(const TextMeasure& measure, float width, float height);

  struct Input {
    Pointer pointer;
    float seconds = 0;   ///< since the last frame
    bool still = false;  ///< see Frame::still
  };
  /// Draws what was laid out.
  void draw(Canvas& canvas, const Theme& theme, const Input& input);

  /// Moves between what can be chosen, and chooses it; false if it is no key of the page.
  bool press(const Chord& chord);
  /// The place that the keys have moved to since the last call: it must be in sight.
  [[nodiscard]] std::optional<Rect> take_moved() { return std::exchange(moved_, std::nullopt); }
  /// What can be done with the thing at a place of the page; nullopt: nothing is there.
  [[nodiscard]] std::optional<ContextMenu> menu_at(Point at) const;
  /// The place that the keys have moved to, if they have.
  [[nodiscard]] std::optional<Rect> keyed() const;
  /// Of the last frame: what the mouse is over, in words; empty: nothing is to be said.
  [[nodiscard]] const std::string& tooltip() const { return tooltip_; }
  [[nodiscard]] Rect tooltip_about() const { return about_; }
  /// Of the last frame.
  [[nodiscard]] float seconds_until_change() const { return picture_.seconds_until_change(); }

 private:
  enum class Kind : std::uint8_t { button, primary, field, link, chapter, program, lecture };
  /// Something that can be chosen.
  struct Item {
    Kind kind = Kind::button;
    Rect rect;
    std::string text;
    std::string detail = {};
    std::function<void()> choose;
    std::size_t number = 0;  // of the chapter, or the program
    std::string tooltip = {};
  };
  /// Words in lines, from the top left corner of a place.
  struct Paragraph {
    Point at;
    std::vector<std::string> lines;
    TextStyle style;
    float leading = 20;
    enum class Ink : std::uint8_t { text, muted } ink = Ink::text;
    [[nodiscard]] float height() const { return static_cast<float>(lines.size()) * leading; }
  };
  struct Panel {
    Rect rect;
    bool strong = false;  // what one goes on with
  };

  void lay_out_bar(const TextMeasure& measure, float width);
  /// Each of these returns where its part ends.
  float lay_out_hero(const TextMeasure& measure, Rect area, float least_height, float padding);
  float lay_out_start(const TextMeasure& measure, Rect area);
  float lay_out_programs(const TextMeasure& measure, Rect area);
  float lay_out_lectures(const TextMeasure& measure, Rect area, bool low);
  void look_at_lectures();
  float lay_out_course(const TextMeasure& measure, Rect area, bool low, float taller);
  Paragraph& add(const TextMeasure& measure, Rect room, std::string_view text, TextStyle style,
                 float leading, int most, Paragraph::Ink ink = Paragraph::Ink::text);
  /// A button as wide as its words, at the left of `row`, which shrinks.
  void add_button(const TextMeasure& measure, Rect& row, Kind kind, std::string text,
                  std::function<void()> choose);
  [[nodiscard]] std::function<void()> run(std::string_view command) const;
  [[nodiscard]] std::string lesson_title(std::string_view id) const;

  [[nodiscard]] ContextMenu menu_of_chapter(const Item& item) const;
  [[nodiscard]] ContextMenu menu_of_program(const Item& item) const;
  void draw_item(Canvas& canvas, const Theme& theme, const Item& item, bool hovered, bool focused);
  void draw_chapter(Canvas& canvas, const Theme& theme, const Item& item, bool hovered);
  void draw_program(Canvas& canvas, const Theme& theme, const Item& item, bool hovered);

  Session& session_;
  const Commands& commands_;
  LivingPicture picture_;
  std::vector<Item> items_;
  std::vector<Paragraph> words_;
  std::vector<Panel> panels_;
  std::vector<ListedProgram> programs_;
  RecentPrograms listed_of_;  // of which they were listed
  /// A lesson file of the user's own, as it was when the list was made.
  struct Lecture {
    std::filesystem::path file;
    Words title;
    bool absent = false;
    Sentence problem;  // why it cannot be read; empty: it can be, or is absent
  };
  std::vector<Lecture> lectures_;
  std::optional<RecentPrograms> lectures_of_;
  Rect page_, picture_place_, progress_;
  float share_ = 0;                   // of the chapter that is done
  int columns_ = 5;                   // of chapters
  float picture_height_ = 0;          // of a chapter
  std::size_t current_ = 0;           // chapter that one goes on with
  std::optional<std::size_t> focus_;  // unset: the first that is primary
  bool keyed_ = false;                // the keys have moved it
  std::optional<Rect> moved_;
  std::string tooltip_;
  Rect about_;
};

}  // namespace warpscope
