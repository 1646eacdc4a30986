#include "app/shell/handout_page.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/layout/text_wrap.hpp"
#include "app/panes/lesson/lesson_chips.hpp"
#include "app/shell/chrome.hpp"
#include "app/shell/side_names.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float margin_x = 64, margin_top = 52, margin_bottom = 48;
constexpr float paper_leading = 1.45F;  // in ems
constexpr float title_size = 24, heading_size = 20, text_size = 16, small_size = 13;
constexpr float box_side = 14, box_row = 30, answer_row = 34, box_gap = 10, choice_gap = 36;
constexpr int least_answer_rows = 3;
constexpr float least_picture = 180, most_picture = 560, label_row = 26;

/// Paragraphs and boxes one below the other; the same code measures them and draws them.
class PaperColumn {
 public:
  PaperColumn(Canvas& canvas, const Theme& theme, Rect area)
      : canvas_(canvas), theme_(theme), area_(area), y_(area.y) {}

  [[nodiscard]] Rect rest() const { return {area_.x, y_, area_.w, area_.bottom() - y_}; }
  [[nodiscard]] float y() const { return y_; }
  void skip(float height) { y_ += height; }
  /// Only measures from here on.
  void measure() { draws_ = false; }

  void text(std::string_view words, const TextStyle& style, float indent = 0, int most = 40) {
    const auto width = [&](std::string_view part) { return canvas_.width(part, style); };
    while (!words.empty()) {
      const std::size_t end = std::min(words.find('\n'), words.size());
      for (const auto line : wrap_text(words.substr(0, end), area_.w - indent, most, width)) {
        const float row = style.size * paper_leading;
        if (draws_) {
          canvas_.text_fit({area_.x + indent, y_ + row / 2}, line, style, area_.w - indent);
        }
        y_ += row;
      }
      words.remove_prefix(std::min(end + 1, words.size()));
    }
  }
  /// Choices behind boxes in which marks may stand: side by side, as far as they have room.
  struct Choice {
    std::string words, mark;
  };
  void choices(const std::vector<Choice>& all) {
    float x = area_.x;
    for (const Choice& each : all) {
      const float width =
          box_side + box_gap + canvas_.width(each.words, {Face::mono, text_size - 1, {}});
      if (x > area_.x && x + width > area_.right()) {
        x = area_.x;
        y_ += box_row;
      }
      if (draws_) draw_choice({x, y_, std::min(width, area_.right() - x), box_row}, each);
      x += width + choice_gap;
    }
    if (!all.empty()) y_ += box_row;
  }
  /// As many lines to write on as `height` has room for.
  void lines(float height) {
    const int rows = static_cast<int>(height / answer_row);
    for (int row = 0; row < rows; ++row) {
      y_ += answer_row;
      if (draws_) canvas_.line({area_.x, y_}, {area_.right(), y_}, theme_.hairline);
    }
  }

 private:
  void draw_choice(Rect row, const Choice& choice) {
    const Rect box{row.x, row.center().y - box_side / 2, box_side, box_side};
    const Color ink = choice.mark.empty() ? theme_.muted : theme_.free;
    canvas_.stroke(box, ink, 1.2F, 2);
    canvas_.text(box.center(), choice.mark, {Face::sans_bold, small_size - 1, ink}, Align::center);
    canvas_.text_fit({box.right() + box_gap, row.center().y}, choice.words,
                     {Face::mono, text_size - 1, choice.mark.empty() ? theme_.text : theme_.free},
                     row.w - box_side - box_gap);
  }

  Canvas& canvas_;
  const Theme& theme_;
  Rect area_;
  float y_;
  bool draws_ = true;
};

class PageWriter {
 public:
  PageWriter(Canvas& canvas, const HandoutPage& page)
      : canvas_(canvas),
        page_(page),
        guide_(page.session.lesson),
        theme_(page.scene.theme()),
        area_{margin_x, margin_top, handout_width - 2 * margin_x,
              handout_height - margin_top - margin_bottom} {}

  void write() {
    draw_foot();
    PaperColumn sheet(canvas_, theme_, area_);
    write_head(sheet);
    if (!guide_.found()) {
      // Translators: on a printed page, in place of a stop that cannot be run; the field is a file or an id.
      return sheet.text(tr("This stop cannot be shown: warpscope lesson {} --check says why.",
                           guide_.lesson().id),
                        style(Face::sans, text_size, theme_.costly));
    }
    if (page_.notes) write_speaker(sheet);
    sheet.text(guide_.stop().text.now(), style(Face::sans, text_size, theme_.text));
    sheet.skip(12);
    PaperColumn below(canvas_, theme_, sheet.rest());
    below.measure();
    write_below(below);
    if (asks() && !page_.answers) below.skip(answer_row * least_answer_rows);
    const float above = below.y();
    write_learned(below);
    const float learned = below.y() - above;
    const float room = sheet.rest().h - (below.y() - sheet.y()) - 16;
    draw_pictures(sheet, std::clamp(room, 0.0F, most_picture));
    write_below(sheet);
    // Room for the answer, or for notes.
    if (!page_.answers) sheet.lines(sheet.rest().h - learned - answer_row / 2);
    write_learned(sheet);
  }

 private:
  [[nodiscard]] static TextStyle style(Face face, float size, Color color) {
    return {face, size, color};
  }
  [[nodiscard]] bool asks() const { return guide_.stop().question && guide_.found()->answer; }
  [[nodiscard]] bool is_last() const { return guide_.number() + 1 == guide_.lesson().stops.size(); }
  [[nodiscard]] std::string title() const;
  void write_head(PaperColumn& sheet) const;
  void draw_foot() const;
  /// What is to be said, in a frame at the top, and the next stop's first words.
  void write_speaker(PaperColumn& sheet) const;
  /// "Minutes 12 to 15 of 45"; empty if no stop says how long it takes.
  [[nodiscard]] std::string time() const;
  /// What stands below the pictures, but for room to write.
  void write_below(PaperColumn& sheet) const;
  /// What the lesson comes to, at the end of its last page.
  void write_learned(PaperColumn& sheet) const;
  void write_question(PaperColumn& sheet) const;
  void write_choices(PaperColumn& sheet) const;
  void write_answer(PaperColumn& sheet) const;
  /// The view to draw: the stop's, unless it would tell the answer; empty: each of them would.
  [[nodiscard]] std::string picture() const;
  void draw_pictures(PaperColumn& sheet, float room) const;
  void draw_picture(PaperColumn& sheet, const std::string& view, bool rival, float height) const;

  Canvas& canvas_;
  const HandoutPage& page_;
  const LessonGuide& guide_;
  const Theme& theme_;
  Rect area_;
};

std::string PageWriter::title() const {
  const std::string& own = guide_.lesson().title.now();
  if (!own.empty()) return own;
  const DocumentPtr& document = page_.session.playback.left().document();
  return document ? run_label(*document) : guide_.lesson().id;
}

void PageWriter::write_head(PaperColumn& sheet) const {
  const bool first = guide_.number() == 0;
  sheet.text(title(), first ? style(Face::sans_bold, title_size, theme_.text)
                            : style(Face::sans, small_size, theme_.muted));
  sheet.skip(first ? 8 : 2);
  canvas_.fill({area_.x, sheet.y(), area_.w, 1}, theme_.hairline);
  sheet.skip(14);
  // Translators: the heading of a page on paper.
  std::string heading = tr("Stop {}", guide_.number() + 1);
  if (guide_.stop().optional) heading = tr("Stop {}, optional", guide_.number() + 1);
  const TextStyle large = style(Face::sans_bold, heading_size, theme_.text);
  const DocumentPtr& document = page_.session.playback.left().document();
  if (document) {
    std::string run = run_label(*document);
    if (const std::string size = run_size_text(*document); !size.empty()) run += " · " + size;
    run += " · " + std::string(tr(label(document->summary.model)));
    const float used = canvas_.width(heading, large) + 16;
    canvas_.text_fit({area_.right(), sheet.y() + heading_size * paper_leading / 2}, run,
                     style(Face::sans, small_size, theme_.muted), area_.w - used, Align::right);
  }
  sheet.text(heading, large);
  sheet.skip(6);
}

std::string PageWriter::time() const {
  int before = 0, all = 0;
  const std::vector<Stop>& stops = guide_.lesson().stops;
  for (std::size_t k = 0; k < stops.size(); ++k) {
    if (k < guide_.number()) before += stops[k].minutes;
    all += stops[k].minutes;
  }
  if (all == 0) return {};
  // Translators: on a lecturer's page, when a stop begins and ends; {2} are the minutes of the whole lecture.
  return tr("Minutes {0} to {1} of {2}", before, before + guide_.stop().minutes, all);
}

void PageWriter::write_speaker(PaperColumn& sheet) const {
  const float top = sheet.y();
  const TextStyle said = style(Face::sans_bold, text_size, theme_.text);
  const TextStyle aside = style(Face::sans, small_size, theme_.muted);
  constexpr float indent = 16;
  sheet.text(time(), style(Face::sans_bold, small_size, theme_.active), indent);
  sheet.text(guide_.stop().speaker.now(), said, indent);
  const std::size_t next = guide_.number() + 1;
  if (next < guide_.lesson().stops.size()) {
    const Stop& stop = guide_.lesson().stops[next];
    const std::string& words =
        stop.text.now().empty() && stop.question ? stop.question->text.now() : stop.text.now();
    // Translators: on a lecturer's page, the first words of the next stop.
    sheet.text(tr("Next: {}", words), aside, indent, 1);
  }
  canvas_.fill({area_.x, top, 4, sheet.y() - top}, theme_.active, 2);
  sheet.skip(12);
}

void PageWriter::draw_foot() const {
  const float y = handout_height - margin_bottom + 20;
  const TextStyle small = style(Face::sans, small_size - 1, theme_.muted);
  canvas_.fill({area_.x, y - 14, area_.w, 1}, theme_.hairline);
  // Translators: at the foot of a page on paper.
  const std::string number =
      tr("Page {0} of {1}", guide_.number() + 1, guide_.lesson().stops.size());
  canvas_.text({area_.right(), y}, number, small, Align::right);
  canvas_.text_fit({area_.x, y}, "Warpscope", small, area_.w / 2);
}

std::string PageWriter::picture() const {
  const std::string own = guide_.stop().view.empty() ? "stage" : guide_.stop().view;
  for (const std::string& view :
       {own, std::string("stage"), std::string("source"), std::string("memory")}) {
    if (!page_.scene.printed(view, false).concealed) return view;
  }
  return {};
}

void PageWriter::draw_picture(PaperColumn& sheet, const std::string& view, bool rival,
                              float height) const {
  const Scene::Printed printed = page_.scene.printed(view, rival);
  Rect area = sheet.rest();
  area.h = height;
  Rect label = area.cut_top(label_row);
  const float used =
      canvas_.text_fit({label.x, label.center().y}, printed.title,
                       style(Face::sans_bold, small_size, theme_.text), label.w * 0.6F);
  canvas_.text_fit({label.right(), label.center().y}, printed.subtitle,
                   style(Face::sans, small_size, theme_.muted), label.w - used - 16, Align::right);
  const auto write_caption = [&](PaperColumn& column) {
    column.text(printed.caption.sentence, style(Face::sans, small_size, theme_.muted));
  };
  PaperColumn words(canvas_, theme_, {area.x, 0, area.w, 0});
  words.measure();
  write_caption(words);
  const Rect below = area.cut_bottom(words.y() + 6);
  canvas_.stroke(area, theme_.hairline, 1, 6);
  page_.scene.draw_printed(canvas_, area.inset(10, 8), view, rival);
  PaperColumn under(canvas_, theme_, below);
  under.skip(6);
  write_caption(under);
  sheet.skip(height);
}

void PageWriter::draw_pictures(PaperColumn& sheet, float room) const {
  const std::string view = picture();
  if (view.empty() || room < least_picture) return;
  const bool both = page_.session.comparison.on();
  if (!both || room < 2 * least_picture) {
    draw_picture(sheet, view, false, room);
  } else {
    draw_picture(sheet, view, false, room / 2 - 6);
    sheet.skip(12);
    draw_picture(sheet, view, true, room / 2 - 6);
  }
  sheet.skip(16);
}

void PageWriter::write_below(PaperColumn& sheet) const {
  if (asks()) {
    write_question(sheet);
  } else {
    sheet.text(guide_.stop().note.now(), style(Face::sans, small_size, theme_.muted));
  }
}

void PageWriter::write_learned(PaperColumn& sheet) const {
  const std::string& learned = guide_.lesson().learned.now();
  if (!is_last() || learned.empty()) return;
  sheet.skip(12);
  sheet.text(tr("What you learned: {}", learned),
             style(Face::sans_bold, small_size + 1, theme_.text));
}

void PageWriter::write_question(PaperColumn& sheet) const {
  sheet.text(question_of(guide_).text.now(), style(Face::sans_bold, text_size, theme_.text));
  sheet.skip(4);
  write_choices(sheet);
  if (page_.answers) return write_answer(sheet);
}

void PageWriter::write_choices(PaperColumn& sheet) const {
  const Question& question = question_of(guide_);
  const std::string& answer = guide_.found()->answer->answer;  // of an order "2 1 3"
  std::vector<PaperColumn::Choice> choices;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    choices.push_back({choice_text(guide_, i), {}});
    if (page_.answers && question.form == AnswerForm::order) {
      choices.back().mark = std::to_string(answer.find(std::to_string(i + 1)) / 2 + 1);
    } else if (page_.answers && i == guide_.found()->answer->right) {
      choices.back().mark = "✓";
    }
  }
  sheet.choices(choices);
  if (question.form == AnswerForm::order && !page_.answers) {
    // Translators: below lines of source with a box before each, on paper.
    sheet.text(tr("Number them in their order."), style(Face::sans, small_size, theme_.muted));
  }
}

void PageWriter::write_answer(PaperColumn& sheet) const {
  const FoundAnswer& found = *guide_.found()->answer;
  const Question& question = question_of(guide_);
  const TextStyle plain = style(Face::sans, text_size - 1, theme_.text);
  if (question.choices.empty()) {
    sheet.text(tr("Answer: {}", told_text(guide_, found.answer)),
               style(Face::sans_bold, text_size, theme_.free));
  }
  for (std::size_t i = 0; i < found.replies.size(); ++i) {
    // A record says of all of them how long they took.
    if (question.ask == "faster") {
      sheet.text(choice_text(guide_, i) + ": " + found.replies[i].text(), plain);
    } else if (i == found.right) {
      sheet.text(found.replies[i].text(), plain);
    }
  }
  sheet.text(question.after.now(), plain);
  sheet.skip(4);
  sheet.text(guide_.stop().note.now(), style(Face::sans, small_size, theme_.muted));
}

}  // namespace

void draw_handout_page(Canvas& canvas, const HandoutPage& page) {
  PageWriter(canvas, page).write();
}

}  // namespace warpscope
