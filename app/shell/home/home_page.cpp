#include "app/shell/home/home_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "app/layout/text_wrap.hpp"
#include "app/layout/window_scroll.hpp"
#include "app/shell/home/chapter_picture.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float least_width = 560;  // below it, the page scrolls sideways
constexpr float two_columns = 960;  // hero and programs side by side
constexpr float bar_height = 56, card_gap = 12, card_padding = 14, card_corner = 8;
constexpr float button_height = 40, program_height = 52;
constexpr float brand_room = 172;

constexpr TextStyle small_words{Face::sans, 12, {}}, plain_words{Face::sans, 14, {}},
    bold_words{Face::sans_bold, 14, {}}, course_words{Face::sans_bold, 20, {}};

/// The id of a language in two capitals: "EN".
std::string language_sign(std::string_view id) {
  std::string sign(id.substr(0, 2));
  for (char& c : sign) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return sign;
}

std::string lessons_text(std::size_t count) {
  const auto number = static_cast<std::int64_t>(count);
  return tr_n("{1} lesson", "{1} lessons", number, whole_text(number));
}

/// How far somebody has come in a chapter.
std::string chapter_state(const Progress& progress, const Chapter& chapter) {
  const int done = progress.done_in(chapter);
  const auto all = static_cast<int>(chapter.lessons.size());
  if (done == all) return tr("done ✓");
  if (done > 0) return tr("{0} of {1}", done, all);
  return lessons_text(chapter.lessons.size());
}

/// How long a chapter takes, and the numbers of the chapters that come before it: "40 min · after 1, 2".
std::string chapter_facts(const Chapter& chapter) {
  if (chapter.needs.empty()) return tr("{} min", chapter.minutes);
  std::string numbers;
  for (const std::size_t need : chapter.needs) {
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(need + 1);
  }
  // Translators: {1} are numbers of chapters of the course, "1, 2", which come before this one.
  return tr("{0} min · after {1}", chapter.minutes, numbers);
}

/// The chapters that come before one, a line each, with what is done of them.
std::string needs_text(const Course& course, const Chapter& chapter, const Progress& progress) {
  std::string text;
  for (const std::size_t need : chapter.needs) {
    const Chapter& before = course.chapters[need];
    const bool done = progress.done_in(before) == static_cast<int>(before.lessons.size());
    const std::string name = fmt::format("{} {}", need + 1, before.title.now());
    // Translators: the field is a chapter of the course, with its number, which comes before this one.
    text +=
        (text.empty() ? "" : "\n") + (done ? tr("First: {}, done ✓", name) : tr("First: {}", name));
  }
  return text;
}

/// The distance from the middle of one place to that of another, if that lies in the direction; else a negative one.
float distance_along(const Rect& from, const Rect& to, Point direction) {
  const Point a = from.center(), b = to.center();
  const Point way{b.x - a.x, b.y - a.y};
  const float along = way.x * direction.x + way.y * direction.y;
  const float aside = std::abs(way.x * direction.y) + std::abs(way.y * direction.x);
  // Of what lies level, the nearest; what lies aside is another row, or another column.
  const bool apart =
      direction.x != 0 ? (direction.x > 0 ? to.x >= from.right() - 1 : to.right() <= from.x + 1)
                       : (direction.y > 0 ? to.y >= from.bottom() - 1 : to.bottom() <= from.y + 1);
  return apart && along > 0 ? along + 3 * aside : -1;
}

}  // namespace

std::function<void()> HomePage::run(std::string_view command) const {
  return [this, command] { commands_.run(command); };
}

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
    Rect area{margin, bar_height + 4, room - 2 * margin, 1e6F};
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
  const float room = std::max(height - (inner.y - area.y) - buttons, 3 * (program_height + 6));
  const auto fit = static_cast<std::size_t>(room / (program_height + 6));
  for (std::size_t i = 0; i < std::min(programs_.size(), fit); ++i) {
    const ListedProgram& listed = programs_[i];
    const std::filesystem::path file = listed.program.file;
    const Rect row = inner.cut_top(program_height);
    inner.cut_top(6);
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

float HomePage::lay_out_course(const TextMeasure& measure, Rect area, bool low, float taller) {
  const Course& course = own_course();
  const Progress& progress = session_.progress;
  const std::string_view language = session_.settings.language;

  const std::string all = tr("All kernels ▸");
  const float link = measure.width(all, bold_words) + 12;
  items_.push_back(
      {Kind::link, {area.right() - link, area.y - 4, link, 32}, all, {}, run("kernel")});
  Rect line{area.x, area.y, area.w - link - 16, 28};
  const std::string title = tr("The course");
  add(measure, line, title, course_words, 26, 1);
  line.cut_left(measure.width(title, course_words) + 12);
  int done = 0;
  for (const Chapter& chapter : course.chapters) done += progress.done_in(chapter);
  const auto chapters = static_cast<std::int64_t>(course.chapters.size());
  std::string about = tr_n("{1} chapter", "{1} chapters", chapters, whole_text(chapters)) + " · " +
                      lessons_text(course.lessons());
  const std::int64_t hours = (course.minutes() + 30) / 60;
  if (hours > 0)
    about += " · " + tr_n("about {1} hour", "about {1} hours", hours, whole_text(hours));
  if (done > 0) {
    about +=
        " · " + tr_n("{1} done", "{1} done", static_cast<std::int64_t>(done), whole_text(done));
  }
  if (measure.width(about, plain_words) <= line.w) {
    add(measure, {line.x, line.y + 1, line.w, line.h}, about, plain_words, 28, 1,
        Paragraph::Ink::muted);
  }
  area.cut_top(low ? 34 : 38);

  picture_height_ = (low ? 30 : 64) + taller;
  const int columns = columns_ =
      std::clamp(static_cast<int>((area.w + card_gap) / (212 + card_gap)), 2, 6);
  const float width =
      (area.w - card_gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const std::string next = progress.next(course);
  current_ = course.chapter_of(next).value_or(course.chapters.size());
  const auto count = static_cast<int>(course.chapters.size());
  for (int first = 0; first < count; first += columns) {
    float height = 0;
    for (int i = first; i < std::min(count, first + columns); ++i) {
      const auto number = static_cast<std::size_t>(i);
      const Chapter& chapter = course.chapters[number];
      const Rect card{area.x + static_cast<float>(i - first) * (width + card_gap), area.y, width,
                      0};
      Rect inner = card.inset(card_padding, 0);
      inner.y += 12 + picture_height_ + (low ? 4 : 10);
      inner.h = 1e5F;
      inner.cut_top(add(measure, inner, fmt::format("{}  {}", i + 1, chapter.title.in(language)),
                        {Face::sans_bold, low ? 15.0F : 16.0F, {}}, 22, 2)
                        .height());
      const TextStyle plain{Face::sans, low ? 12.0F : 14.0F, {}};
      inner.cut_top(
          add(measure, inner, chapter.can.in(language), plain, low ? 16 : 20, 6).height());
      inner.cut_top(4);
      inner.cut_top(
          add(measure, inner, chapter_facts(chapter), small_words, 16, 2, Paragraph::Ink::muted)
              .height());
      height = std::max(height, inner.y - card.y + (low ? 28 : 34));
      items_.push_back({Kind::chapter,
                        card,
                        {},
                        chapter_state(progress, chapter),
                        [this, number] {
                          session_.popup.chapter = number;
                          session_.popup.shown = Popup::chapter;
                        },
                        number});
    }
    for (Item& item : items_) {
      if (item.kind == Kind::chapter && item.rect.h == 0) item.rect.h = height;
    }
    area.cut_top(height + card_gap);
  }
  for (Item& item : items_) {
    if (item.kind != Kind::chapter) continue;
    panels_.push_back({item.rect, false});
    item.tooltip = item.number == current_ ? tr("Next: {}", lesson_title(next)) : std::string();
    const Chapter& chapter = course.chapters[item.number];
    const auto say_too = [&item](const std::string& text) {
      if (!item.tooltip.empty() && !text.empty()) item.tooltip += '\n';
      item.tooltip += text;
    };
    say_too(needs_text(course, chapter, progress));
    const auto [asked, right, second, passed] = progress.score_in(chapter);
    if (asked > passed) {
      say_too(tr_n("{1} of {0} question answered right", "{1} of {0} questions answered right",
                   asked - passed, right));
    }
    if (second > 0) say_too(tr_n("{} at the second try", "{} at the second try", second));
    if (passed > 0) say_too(tr_n("{} passed over", "{} passed over", passed));
  }
  return area.y - card_gap;
}

void HomePage::draw(Canvas& canvas, const Theme& theme, const Input& input) {
  tooltip_.clear();
  draw_brand(canvas, {0, 0, page_.w, bar_height}, page_.w, theme);
  const std::size_t focused = focus_.value_or(static_cast<std::size_t>(
      std::ranges::find(items_, Kind::primary, &Item::kind) - items_.begin()));
  for (const Panel& panel : panels_) {
    const bool card = panel.strong;
    canvas.fill(panel.rect, card ? theme.raised : theme.panel, card_corner);
    canvas.stroke(panel.rect, theme.hairline, 1, card_corner);
    if (card) canvas.fill({panel.rect.x, panel.rect.y, 4, panel.rect.h}, theme.now, 2);
  }
  if (picture_place_.w > 0) {
    picture_.draw(canvas, picture_place_, theme, input.seconds, input.still,
                  session_.playback.player.reduced_motion);
  }
  if (progress_.w > 0) {
    canvas.fill(progress_, theme.hairline, 3);
    canvas.fill({progress_.x, progress_.y, std::max(6.0F, progress_.w * share_), progress_.h},
                theme.active, 3);
  }
  std::optional<std::size_t> pressed;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    const bool hovered = input.pointer.inside && item.rect.contains(input.pointer.at);
    draw_item(canvas, theme, item, hovered, keyed_ && i == focused);
    if (hovered && !item.tooltip.empty()) {
      tooltip_ = item.tooltip;
      about_ = item.rect;
    }
    if (hovered && input.pointer.pressed) pressed = i;
  }
  for (const Paragraph& words : words_) {
    TextStyle style = words.style;
    style.color = words.ink == Paragraph::Ink::text ? theme.text : theme.muted;
    float y = words.at.y + words.leading / 2;
    for (const std::string& line : words.lines) {
      canvas.text({words.at.x, y}, line, style);
      y += words.leading;
    }
  }
  if (!pressed) return;
  focus_.reset();
  keyed_ = false;
  const auto choose = items_[*pressed].choose;  // it may place everything anew
  choose();
}

void HomePage::draw_item(Canvas& canvas, const Theme& theme, const Item& item, bool hovered,
                         bool focused) {
  const Rect& r = item.rect;
  TextStyle words = bold_words;
  words.color = theme.text;
  switch (item.kind) {
    case Kind::chapter: draw_chapter(canvas, theme, item, hovered); break;
    case Kind::program:
    case Kind::lecture: draw_program(canvas, theme, item, hovered); break;
    case Kind::link:
      words.color = hovered ? theme.text : theme.active;
      canvas.text_fit({r.right(), r.center().y}, item.text, words, r.w, Align::right);
      break;
    case Kind::field: {
      canvas.fill(r, hovered ? mix(theme.raised, theme.text, 0.06F) : theme.raised, 6);
      canvas.stroke(r, theme.hairline, 1, 6);
      TextStyle muted = plain_words;
      muted.color = theme.muted;
      const float keys = canvas.width(item.detail, muted);
      canvas.text_fit({r.x + 14, r.center().y}, item.text, muted, r.w - keys - 40);
      canvas.text({r.right() - 12, r.center().y}, item.detail, muted, Align::right);
      break;
    }
    case Kind::primary:
    case Kind::button: {
      const bool primary = item.kind == Kind::primary;
      const Color ground = primary ? theme.active : theme.raised;
      canvas.fill(r, hovered ? mix(ground, theme.text, 0.1F) : ground, 6);
      if (!primary) canvas.stroke(r, hovered ? theme.muted : theme.hairline, 1, 6);
      if (primary) words.color = theme.on_accent;
      canvas.text_fit(r.center(), item.text, words, r.w - 12, Align::center);
      break;
    }
  }
  if (focused) {
    const Rect ring{r.x - 3, r.y - 3, r.w + 6, r.h + 6};
    canvas.stroke(ring, theme.text, 2, card_corner);
  }
}

void HomePage::draw_chapter(Canvas& canvas, const Theme& theme, const Item& item, bool hovered) {
  const Chapter& chapter = own_course().chapters[item.number];
  const Progress& progress = session_.progress;
  const Rect& r = item.rect;
  if (hovered) canvas.fill(r, theme.raised, card_corner);
  const bool current = item.number == current_;
  canvas.stroke(r,
                current   ? theme.now
                : hovered ? theme.muted
                          : theme.hairline,
                current ? 1.5F : 1.0F, card_corner);
  draw_chapter_picture(canvas,
                       {r.x + card_padding, r.y + 12, r.w - 2 * card_padding, picture_height_},
                       chapter.picture, theme);
  const bool done = progress.done_in(chapter) == static_cast<int>(chapter.lessons.size());
  const TextStyle state{Face::sans, 12, done ? theme.free : theme.muted};
  const float y = r.bottom() - 18;
  const float words = canvas.width(item.detail, state);
  canvas.text({r.right() - card_padding, y}, item.detail, state, Align::right);
  const float room = r.w - 2 * card_padding - words - 12;
  const auto count = static_cast<float>(chapter.lessons.size());
  const float pitch = std::min(16.0F, room / count);
  float x = r.x + card_padding;
  for (const std::string& id : chapter.lessons) {
    const LessonProgress* const known = progress.find(id);
    const Rect mark{x, y - 3, pitch - std::min(4.0F, pitch / 3), 6};
    canvas.fill(mark, theme.hairline, 3);
    const float share = known == nullptr ? 0 : known->share();
    if (share > 0) {
      canvas.fill({mark.x, mark.y, std::max(3.0F, mark.w * share), mark.h},
                  known->done ? theme.free : theme.active, 3);
    }
    x += pitch;
  }
}

void HomePage::draw_program(Canvas& canvas, const Theme& theme, const Item& item, bool hovered) {
  const Rect& r = item.rect;
  canvas.fill(r, hovered ? mix(theme.raised, theme.text, 0.08F) : theme.raised, 6);
  if (hovered) canvas.stroke(r, theme.muted, 1, 6);
  const bool lecture = item.kind == Kind::lecture;
  Rect room = r.inset(14, 0);
  if (lecture) room.cut_right(40);  // what takes it off the list
  canvas.text_fit({room.x, r.y + 18}, item.text,
                  {lecture ? Face::sans_bold : Face::mono, 14, theme.text}, room.w, Align::left,
                  Cut::middle);
  const bool problem = lecture && !item.tooltip.empty();  // which is read from its beginning
  canvas.text_fit({room.x, r.y + 36}, item.detail,
                  {Face::sans, 12, problem ? theme.costly : theme.muted}, room.w, Align::left,
                  problem ? Cut::end : Cut::middle);
}

std::optional<Rect> HomePage::keyed() const {
  if (!keyed_ || !focus_ || *focus_ >= items_.size()) return std::nullopt;
  return items_[*focus_].rect;
}

std::optional<ContextMenu> HomePage::menu_at(Point at) const {
  const auto item =
      std::ranges::find_if(items_, [at](const Item& each) { return each.rect.contains(at); });
  if (item == items_.end()) return std::nullopt;
  switch (item->kind) {
    case Kind::chapter: return menu_of_chapter(*item);
    case Kind::program: return menu_of_program(*item);
    default: return std::nullopt;
  }
}

ContextMenu HomePage::menu_of_chapter(const Item& item) const {
  const Chapter& chapter = own_course().chapters[item.number];
  const std::string& next = session_.progress.next_in(chapter);
  ContextMenu menu{chapter.title.in(session_.settings.language), {}};
  menu.actions.push_back({.title = tr("Its lessons …"), .run = item.choose});
  if (!next.empty()) {
    menu.actions.push_back({.title = tr("Begin “{}”", lesson_title(next)),
                            .run = [&session = session_, next] { session.lesson.begin(next); }});
  }
  return menu;
}

ContextMenu HomePage::menu_of_program(const Item& item) const {
  const std::filesystem::path file = programs_[item.number].program.file;
  return {item.text,
          {{.title = tr("Open"), .enabled = !programs_[item.number].absent, .run = item.choose},
           {.title = tr("Copy the folder's path"), .copy = file.parent_path().string()},
           {.title = tr("Copy the file's path"), .copy = file.string()},
           {.title = tr("Forget it: take it off this list"),
            .run = [&session = session_, file] { session.programs.forget(file); }}}};
}

bool HomePage::press(const Chord& chord) {
  if (items_.empty() || chord.ctrl || chord.alt) return false;
  const auto primary = static_cast<std::size_t>(
      std::ranges::find(items_, Kind::primary, &Item::kind) - items_.begin());
  const std::size_t here = focus_.value_or(primary);
  const auto go = [&](std::size_t to) {
    focus_ = to;
    keyed_ = true;
    moved_ = items_[to].rect.inset(-12);
    if (items_[to].rect.y < bar_height + 20) moved_ = Rect{0, 0, 1, 1};
    return true;
  };
  if (chord.key == "Tab") {
    const std::size_t count = items_.size();
    if (!keyed_ && !focus_) return go(primary);
    return go((here + (chord.shift ? count - 1 : 1)) % count);
  }
  if (chord.shift) return false;
  if (chord.key == "Enter" || chord.key == "Space") {
    const auto choose = items_[here].choose;  // it may place everything anew
    choose();
    return true;
  }
  Point direction;
  if (chord.key == "Left") direction = {-1, 0};
  if (chord.key == "Right") direction = {1, 0};
  if (chord.key == "Up") direction = {0, -1};
  if (chord.key == "Down") direction = {0, 1};
  if (direction.x == 0 && direction.y == 0) return chord.key == "Home" || chord.key == "End";
  std::optional<std::size_t> best;
  float nearest = 1e9F;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const float far = distance_along(items_[here].rect, items_[i].rect, direction);
    if (far >= 0 && far < nearest) {
      nearest = far;
      best = i;
    }
  }
  return go(best.value_or(here));
}

}  // namespace warpscope
