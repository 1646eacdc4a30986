#include "app/shell/home/home_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/shell/home/chapter_picture.hpp"
#include "app/shell/home/home_measures.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

constexpr TextStyle course_words{Face::sans_bold, 20, {}};

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

}  // namespace

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

}  // namespace warpscope
