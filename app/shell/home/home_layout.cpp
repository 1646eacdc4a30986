#include "app/shell/home/home_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/layout/text_wrap.hpp"
#include "app/layout/window_scroll.hpp"
#include "app/shell/home/home_measures.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float least_width = 560;  // below it, the page scrolls sideways
constexpr float two_columns = 960;  // hero and programs side by side
constexpr float button_height = 40, program_height = 52;
constexpr float low_program = 30;  // a program's name and folder on one line
constexpr float between_programs = 6, between_low_programs = 4;
constexpr float brand_room = 172;

/// The id of a language in two capitals: "EN".
std::string language_sign(std::string_view id) {
  std::string sign(id.substr(0, 2));
  for (char& c : sign) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return sign;
}

}  // namespace

std::string HomePage::lesson_title(std::string_view id) const {
  const Lesson* const lesson = session_.lesson.lesson_of(id);
  return lesson == nullptr ? std::string(id) : lesson->title.in(session_.settings.language);
}

HomePage::Paragraph& HomePage::add(const TextMeasure& measure, Rect room, std::string_view text,
                                   TextStyle style, float leading, int most, Paragraph::Ink ink) {
  const auto width = [&](std::string_view part) { return measure.width(part, style); };
  Paragraph paragraph{{room.x, room.y}, {}, style, leading, ink};
  for (const std::string_view line : wrap_text(text, room.w, most, width)) {
    paragraph.lines.emplace_back(line);
  }
  return words_.emplace_back(std::move(paragraph));
}

void HomePage::add_button(const TextMeasure& measure, Rect& row, Kind kind, std::string text,
                          std::function<void()> choose) {
  const float width = std::min(row.w, measure.width(text, bold_words) + 33);
  const Rect rect = row.cut_left(width);
  row.cut_left(8);
  items_.push_back(
      {kind, {rect.x, rect.y, rect.w, rect.h}, std::move(text), {}, std::move(choose)});
}

Rect HomePage::lay_out(const TextMeasure& measure, float width, float height) {
  if (const RecentPrograms& known = session_.programs.recent(); known != listed_of_) {
    programs_ = listed_programs(known);
    listed_of_ = known;
  }
  look_at_lectures();
  constexpr float least_hero = 268, least_taller = -34;
  const bool low = height < 800;
  float taller = 0;  // pictures of chapters, if the window has room left; negative: it lacks some
  bool tight = false;
  const auto place = [&](float room) {
    items_.clear();
    words_.clear();
    panels_.clear();
    const float margin = room >= 1200 ? 24 : 16;
    lay_out_bar(measure, room);
    Rect area{margin, home_bar + 4, room - 2 * margin, 1e6F};
    const float hero = tight ? least_hero : std::clamp(height * 0.37F, least_hero, 440.0F);
    area.y = lay_out_hero(measure, area, hero, low ? 16 : 24) + (low ? 14 : 20);
    area.y = lay_out_course(measure, area, low, taller) + (low ? 12 : 20);
    return lay_out_lectures(measure, area, low) + (low ? 10 : 20);
  };
  const float room = std::max(width, least_width);
  float bottom = place(room);
  for (const float less : {0.0F, least_taller}) {
    if (low || bottom <= height) break;
    tight = true;
    taller = less;
    bottom = place(room);
  }
  page_ = {0, 0, room, bottom};
  if (bottom > height && width > least_width) {  // the bar at the right takes its part
    page_.w = std::max(least_width, width - WindowScroll::bar);
    page_.h = bottom = place(page_.w);
  }
  const float rows =
      std::ceil(static_cast<float>(own_course().chapters.size()) / static_cast<float>(columns_));
  if (bottom < height) {
    taller = std::min(taller + (height - bottom) / rows, 70.0F);
    place(page_.w);
  }
  page_.h = std::max(page_.h, height);
  if (focus_ && *focus_ >= items_.size()) focus_.reset();
  return page_;
}

void HomePage::lay_out_bar(const TextMeasure& measure, float width) {
  struct Button {
    std::string_view command;
    std::string text;
  };
  const std::vector<Button> buttons{{"language", language_sign(session_.settings.language)},
                                    {"theme", tr("Theme")},
                                    {"help", "?"}};
  float room = 0;
  for (const Button& each : buttons)
    room += std::max(40.0F, measure.width(each.text, bold_words) + 25);
  room += 8.0F * static_cast<float>(buttons.size());
  const float margin = width >= 1200 ? 24 : 16;
  Rect row{0, 10, width - margin, 36};
  Rect right = row.cut_right(room - 8);
  row.cut_left(brand_room);
  row.cut_right(16);
  const std::string hint = tr("Find a kernel, a lesson, a word, a command …");
  const float field = std::min(row.w, std::clamp(width * 0.42F, 240.0F, 640.0F));
  const float x = std::clamp(width / 2 - field / 2, row.x, row.right() - field);
  items_.push_back(
      {Kind::field,
       {x, row.y, field, row.h},
       measure.width(hint, plain_words) + measure.width("Ctrl+K", plain_words) + 44 <= field
           ? hint
           // Translators: the field in which one looks for commands and terms.
           : tr("Find …"),
       "Ctrl+K",
       run("palette")});
  for (const Button& each : buttons) {
    const Rect rect = right.cut_left(std::max(40.0F, measure.width(each.text, bold_words) + 25));
    right.cut_left(8);
    items_.push_back({Kind::button, rect, each.text, {}, run(each.command)});
    if (const Command* command = commands_.find(each.command)) {
      items_.back().tooltip = shown_title(*command);
    }
  }
}

float HomePage::lay_out_hero(const TextMeasure& measure, Rect area, float least_height,
                             float padding) {
  const bool beside = area.w >= two_columns;
  const float right = std::clamp(area.w * 0.31F, 290.0F, 640.0F);
  Rect hero{area.x, area.y, beside ? area.w - right - card_gap : area.w, least_height};
  Rect programs{hero.right() + card_gap, area.y, right, least_height};

  const std::size_t panel = panels_.size();
  panels_.push_back({});
  Rect inner = hero.inset(padding, padding);
  const bool pictured = inner.w >= 600;
  Rect text = inner;
  const bool low = padding < 20;  // words take fewer lines, so that the course comes into sight
  if (pictured) text.w = std::max(360.0F, inner.w * (low ? 0.5F : 0.46F));
  text.h = 1e5F;  // it takes what it needs
  const std::size_t words = words_.size(), items = items_.size(), panels = panels_.size();
  const float bottom = lay_out_start(measure, text);
  hero.h = std::max(least_height, bottom + padding - hero.y);
  const float down = (hero.bottom() - padding - bottom) / 2;  // to the middle
  for (std::size_t i = words; i < words_.size(); ++i) words_[i].at.y += down;
  for (std::size_t i = items; i < items_.size(); ++i) items_[i].rect.y += down;
  for (std::size_t i = panels; i < panels_.size(); ++i) panels_[i].rect.y += down;
  progress_.y += down;
  programs.h = hero.h;
  picture_place_ = pictured ? Rect{text.right() + 28, hero.y + 20,
                                   inner.right() - text.right() - 28, hero.h - 40}
                            : Rect{};
  if (!beside) programs = {area.x, hero.bottom() + card_gap, area.w, 0};
  programs.h = std::max(beside ? hero.h : 0.0F, lay_out_programs(measure, programs) - programs.y);
  if (beside) hero.h = programs.h;
  panels_[panel].rect = hero;
  panels_.push_back({programs});
  return std::max(hero.bottom(), programs.bottom());
}

float HomePage::lay_out_start(const TextMeasure& measure, Rect area) {
  const TextStyle title{Face::sans_bold, area.w >= 400 ? 28.0F : 20.0F, {}};
  const bool large = title.size > 20;
  const auto put = [&](Rect& room, std::string_view text, const TextStyle& style, float leading,
                       int most, Paragraph::Ink ink = Paragraph::Ink::text) {
    room.cut_top(add(measure, room, text, style, leading, most, ink).height());
  };
  put(area, tr("Watch a CUDA kernel think."), title, large ? 36 : 28, 3);
  area.cut_top(4);
  put(area,
      tr("Step through it warp by warp: which line runs, what memory holds, where lanes wait, and "
         "why."),
      plain_words, 20, 4, Paragraph::Ink::muted);
  area.cut_top(14);

  const Course& course = own_course();
  const Progress& progress = session_.progress;
  const std::string next = progress.next(course);
  const bool all_done = next.empty();
  const bool begun = !progress.empty();
  const std::string lesson = all_done ? course.first() : next;
  const std::size_t number = course.chapter_of(lesson).value_or(0);
  const Chapter& chapter = course.chapters[number];

  const std::size_t card = panels_.size();
  const float top = area.y;
  panels_.push_back({{area.x, top, area.w, 0}, true});
  area = Rect{area.x + 20, area.y + 14, area.w - 36, area.h};
  const std::string head = all_done ? tr("Everything is done. Begin again:")
                           : begun  ? tr("Go on")
                                    : tr("Start here");
  put(area, head, small_words, 18, 1, Paragraph::Ink::muted);
  // Translators: the number of a chapter of the course, and its title.
  put(area, tr("Chapter {0} · {1}", number + 1, chapter.title.in(session_.settings.language)),
      {Face::sans_bold, 16, {}}, 24, 2);
  put(area, lesson_title(lesson), plain_words, 20, 2);
  share_ =
      static_cast<float>(progress.done_in(chapter)) / static_cast<float>(chapter.lessons.size());
  progress_ = {};
  if (begun) {
    progress_ = {area.x, area.y + 8, area.w, 6};
    area.cut_top(20);
  }
  area.cut_top(8);
  Rect row = area.cut_top(button_height);
  const LessonProgress* const known = progress.find(lesson);
  const bool middle = known != nullptr && !known->done && known->furthest > 0;
  add_button(measure, row, Kind::primary, begun ? tr("Go on") : tr("Start with the first lesson"),
             [this, lesson] { session_.lesson.begin(lesson); });
  const std::string again = tr("From the start");
  if (middle && row.w >= measure.width(again, bold_words) + 33) {
    add_button(measure, row, Kind::button, again,
               [this, lesson] { session_.lesson.begin(lesson, true); });
  }
  const float bottom = row.bottom() + 16;
  panels_[card].rect.h = bottom - top;
  return bottom;
}

float HomePage::lay_out_programs(const TextMeasure& measure, Rect area) {
  const float height = area.h;
  Rect inner = area.inset(16, 0);
  inner.y += 12;
  inner.h = 1e5F;
  inner.cut_top(
      add(measure, inner, tr("Your programs"), {Face::sans_bold, 16, {}}, 28, 1).height() + 4);
  std::vector<std::pair<std::string, std::string_view>> buttons_of{
      {tr("New program …"), "program.new"},
      {tr("Open …"), "open"},
      {tr("Paste a kernel"), "program.write"}};
  int rows = 1;
  float left = inner.w;
  for (const auto& [text, unused] : buttons_of) {
    const float width = measure.width(text, bold_words) + 33;
    if (left < width && left < inner.w) {
      ++rows;
      left = inner.w;
    }
    left -= width + 8;
  }
  const float buttons = static_cast<float>(rows) * (button_height + 8) + 8;
  if (programs_.empty()) {
    inner.cut_top(add(measure, inner,
                      tr("A CUDA program of your own runs here, without a GPU, and is checked for "
                         "races, indices out of bounds and uninitialised reads."),
                      plain_words, 20, 6, Paragraph::Ink::muted)
                      .height() +
                  8);
    inner.cut_top(add(measure, inner, tr("Drop a .cu or .wscope file on the window, or:"),
                      plain_words, 20, 3, Paragraph::Ink::muted)
                      .height() +
                  8);
  }
  const float room =
      std::max(height - (inner.y - area.y) - buttons, 3 * (program_height + between_programs));
  // Lower rows, if that shows more of them.
  const bool low =
      static_cast<float>(programs_.size()) * (program_height + between_programs) > room;
  const float row_height = low ? low_program : program_height;
  const float gap = low ? between_low_programs : between_programs;
  const auto fit = static_cast<std::size_t>(room / (row_height + gap));
  for (std::size_t i = 0; i < std::min(programs_.size(), fit); ++i) {
    const ListedProgram& listed = programs_[i];
    const std::filesystem::path file = listed.program.file;
    const Rect row = inner.cut_top(row_height);
    inner.cut_top(gap);
    const std::string folder = printable(file.parent_path().string());
    items_.push_back({Kind::program, row, printable(file.filename().string()),
                      listed.absent ? tr("{0} is not there now", folder) : folder,
                      [this, file] {
                        if (const Status opened = session_.open(file); !opened) {
                          session_.notices.complain(opened.error());
                        }
                      },
                      i});
  }
  // At the bottom, where the eye finds them in every window.
  inner.y = std::max(inner.y, area.y + height - buttons);
  Rect row{inner.x, inner.y, inner.w, button_height};
  const auto one = [&](std::string text, std::string_view command) {
    if (row.w < measure.width(text, bold_words) + 33)
      row = {inner.x, row.bottom() + 8, inner.w, button_height};
    add_button(measure, row, Kind::button, std::move(text), run(command));
  };
  for (auto& [text, command] : buttons_of) one(std::move(text), command);
  return row.bottom() + 16;
}

void HomePage::look_at_lectures() {
  if (lectures_of_ == session_.lectures.list()) return;
  lectures_of_ = session_.lectures.list();
  lectures_.clear();
  for (const RecentProgram& each : *lectures_of_) {
    Lecture lecture{each.file, {}, false, {}};
    std::error_code unknown;
    lecture.absent = !std::filesystem::exists(each.file, unknown);
    if (lecture.absent) {
      lectures_.push_back(std::move(lecture));
      continue;
    }
    if (auto title = session_.lesson.library().title_in(each.file)) {
      lecture.title = std::move(title).value();
    } else {
      lecture.problem = title.error().for_window();
    }
    lectures_.push_back(std::move(lecture));
  }
}

float HomePage::lay_out_lectures(const TextMeasure& measure, Rect area, bool low) {
  const std::string open = tr("Open a lecture …");
  const float link = measure.width(open, bold_words) + 12;
  items_.push_back(
      {Kind::link, {area.right() - link, area.y - 4, link, 32}, open, {}, run("open")});
  Rect line{area.x, area.y, area.w - link - 16, 28};
  const std::string title = tr("Lectures");
  const TextStyle heading{Face::sans_bold, 16, {}};
  add(measure, line, title, heading, 24, 1);
  line.cut_left(measure.width(title, heading) + 12);
  const float words =
      add(measure, {line.x, line.y + 2, line.w, line.h},
          tr("A lecture is a lesson of your own: a file with stops, words and questions. "
             "docs/lessons.md tells how to write one."),
          low ? small_words : plain_words, 20, 6, Paragraph::Ink::muted)
          .height();
  area.cut_top(std::max(28.0F, words + 4));
  if (lectures_.empty()) return area.y;

  constexpr float remove = 32;
  constexpr std::size_t most_lectures = 6;
  area.cut_top(4);
  const std::size_t count = std::min(lectures_.size(), most_lectures);
  const int columns = std::clamp(static_cast<int>((area.w + card_gap) / (300 + card_gap)), 1, 3);
  const float width =
      (area.w - card_gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  Rect row;
  for (std::size_t i = 0; i < count; ++i) {
    const Lecture& lecture = lectures_[i];
    const auto column = static_cast<int>(i) % columns;
    if (column == 0) {
      row = area.cut_top(program_height);
      area.cut_top(6);
    }
    const Rect place{area.x + static_cast<float>(column) * (width + card_gap), row.y, width, row.h};
    const std::string name = printable(lecture.file.filename().string());
    const std::string folder = printable(lecture.file.parent_path().string());
    const bool there = lecture.problem.empty() && !lecture.absent;
    const std::filesystem::path file = lecture.file;
    Item item{Kind::lecture, {place.x, place.y, place.w, place.h}, {}, {}, {}, i};
    item.text = there ? lecture.title.in(session_.settings.language) : name;
    item.detail = there            ? fmt::format("{} · {}", name, folder)
                  : lecture.absent ? tr("{0} is not there now", folder)
                                   : lecture.problem.text();
    item.tooltip = there ? std::string() : item.detail;
    item.choose = [this, file] {
      if (const Status opened = session_.open(file); !opened)
        session_.notices.complain(opened.error());
    };
    items_.push_back(std::move(item));
    items_.push_back({Kind::button,
                      {place.right() - remove - 8, place.center().y - 14, remove, 28},
                      "×",
                      {},
                      [this, file] { session_.lectures.forget(file); },
                      i,
                      tr("Take {} off the list", name)});
  }
  return area.y - 6;
}

}  // namespace warpscope
