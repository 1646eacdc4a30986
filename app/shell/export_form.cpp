#include "app/shell/export_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/export/csv.hpp"
#include "app/export/export_job.hpp"
#include "app/export/ffmpeg.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/write_choice.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/language/typed_number.hpp"

namespace warpscope {
namespace {

constexpr int smallest_side = 160, largest_side = 8192;
constexpr std::uint32_t most_pictures = 10000;  // files in one folder
constexpr std::string_view handout_id = "handout";

/// The file of one of several pictures, or of one page.
std::filesystem::path path_of(const ExportWish& wish, std::uint32_t number) {
  return wish.lesson.empty() ? numbered(wish.output, number, wish.last)
                             : numbered(wish.output, number, wish.last, 2);
}

/// `refusal` says what is wrong with a text, and between which numbers it must lie.
Result<int> read_number(const std::string& text, int low, int high,
                        std::string (*refusal)(const std::string& text, int low, int high)) {
  const auto number = number_in<int>(text);
  if (number && *number >= low && *number <= high) return *number;
  return usage_error(refusal(text, low, high));
}

std::string no_width(const std::string& text, int low, int high) {
  return tr("The width is \"{0}\", but it must be a whole number from {1} to {2}.", text, low,
            high);
}
std::string no_height(const std::string& text, int low, int high) {
  return tr("The height is \"{0}\", but it must be a whole number from {1} to {2}.", text, low,
            high);
}
std::string no_fps(const std::string& text, int low, int high) {
  return tr(
      "The number of frames per second is \"{0}\", but it must be a whole number from {1} to {2}.",
      text, low, high);
}

}  // namespace

Result<AccessRange> parse_accesses(std::string_view text, std::uint32_t count) {
  const std::size_t colon = text.find(':');
  const auto first = number_in<std::uint32_t>(text.substr(0, colon));
  const auto last =
      colon == std::string_view::npos ? first : number_in<std::uint32_t>(text.substr(colon + 1));
  if (first && last && *first <= *last && *last < count) return AccessRange{*first, *last};
  return usage_error(say(
      "The accesses are \"{0}\", but they must be one from 0 to {1}, or the first and the last of "
      "several, such as 0:{1}.",
      text, count - 1));
}

std::string all_accesses(const Playhead& head) { return fmt::format("0:{}", head.count() - 1); }

ExportForm::ExportForm() : format_(&export_formats().front()) {
  for (const std::string_view table : csv_tables()) {
    tables_.push_back(
        {std::string(table), table == "lines" ? tr_noop("Lines") : tr_noop("Totals")});
  }
}

/// Those that the window offers as tabs.
void ExportForm::find_views(const Session& session) {
  const bool program = !session.playback.left().document()->trace->header.program.empty();
  views_.assign({{"window", tr_noop("Window")}});
  for (const auto& view : make_views()) {
    const ViewInfo& info = view->about();
    if (info.of_programs && !program) continue;
    if (info.slot == Slot::lesson && !session.lesson.on()) continue;
    // Of a trace file nobody knows what was printed; before a save there is nothing since it.
    if (info.slot == Slot::console && session.programs.console() == nullptr) continue;
    if (info.id == "since_save" && session.programs.since_save() == nullptr) continue;
    views_.push_back({std::string(view->id()), std::string(view->title())});
  }
  pictures_ = views_;
  if (session.lesson.on() && !program_.empty()) {
    pictures_.push_back({std::string(handout_id), tr_noop("Hand-out of the lesson")});
  }
  if (std::ranges::find(pictures_, view_, &Subject::id) == pictures_.end()) view_ = "window";
}

void ExportForm::open(const Session& session) {
  if (!session.playback.left().ready()) return;
  find_views(session);
  path = fmt::format("{}.{}", session.playback.left().document()->trace->header.kernel,
                     format_->ending);
  accesses = films() ? all_accesses(session.playback.left())
                     : std::to_string(session.playback.left().position());
  if (const auto found = wish(session)) path = beside(found.value()).output.string();
}

void ExportForm::open(const Session& session, std::string_view view) {
  if (session.playback.left().ready()) find_views(session);
  if (std::ranges::count(views_, view, &Subject::id) > 0) {
    if (!draws()) format_ = &export_formats().front();
    view_ = view;
  }
  open(session);
}

void ExportForm::choose(const ExportFormat& format) {
  const bool filmed = films();
  format_ = &format;
  path = std::filesystem::path(path).replace_extension(std::string(format.ending)).string();
  if (films() && !filmed) fps = format.id == "gif" ? "20" : "30";
}

const std::vector<ExportForm::Subject>& ExportForm::subjects() const {
  static const std::vector<Subject> none;
  if (draws()) return films() ? views_ : pictures_;
  return format_->kind == ExportKind::table ? tables_ : none;
}

int ExportForm::subject() const {
  const std::string& chosen = draws() ? view_ : table_;
  const auto found = std::ranges::find(subjects(), chosen, &Subject::id);
  return found == subjects().end() ? -1 : static_cast<int>(found - subjects().begin());
}

void ExportForm::choose_subject(int number) {
  (draws() ? view_ : table_) = subjects()[static_cast<std::size_t>(number)].id;
}

bool ExportForm::is_handout() const {
  return format_->kind == ExportKind::picture && view_ == handout_id;
}

bool ExportForm::draws() const { return films() || format_->kind == ExportKind::picture; }

Status ExportForm::read_drawn(const Session& session, ExportWish& wish) const {
  const auto wide = read_number(width, smallest_side, largest_side, no_width);
  if (!wide) return wide.error();
  const auto high = read_number(height, smallest_side, largest_side, no_height);
  if (!high) return high.error();
  const auto range = parse_accesses(accesses, session.playback.left().count());
  if (!range) return range.error();
  wish.width = wide.value();
  wish.height = high.value();
  wish.first = range->first;
  wish.last = range->last;
  wish.numbered = !films() && range->first != range->last;
  if (!wish.numbered || range->last - range->first < most_pictures) return Done{};
  return usage_error(say("These are {0} pictures; {1} are the most.",
                         range->last - range->first + 1, most_pictures));
}

Status ExportForm::read_film(const Session& session, ExportWish& wish) const {
  const bool gif = format_->id == "gif";
  const auto frames =
      read_number(fps, 1, gif ? FilmPlan::most_gif_fps : FilmPlan::most_fps, no_fps);
  if (!frames) return frames.error();
  wish.width = film_side(gif, wish.width);
  wish.height = film_side(gif, wish.height);
  auto plan = FilmPlan::make(session.playback.left().document()->summary, wish.first, wish.last,
                             {frames.value(), speed});
  if (!plan) return plan.error();
  wish.plan = std::move(plan).value();
  return Done{};
}

Status ExportForm::read_handout(const Session& session, ExportWish& wish) const {
  if (!session.lesson.on())
    return usage_error(say("No lesson is on whose hand-out could be printed."));
  const Lesson& lesson = session.lesson.lesson();
  wish.lesson = lesson.program.empty() ? lesson.id : lesson.program;
  wish.program = program_;
  wish.answers = answers;
  if (wish.theme.empty()) wish.theme = paper_theme;
  if (wish.language.empty()) wish.language = session.settings.language;
  wish.numbered = wish.format->id != "pdf";
  wish.first = 1;
  wish.last = static_cast<std::uint32_t>(lesson.stops.size());
  return Done{};
}

Result<ExportWish> ExportForm::one_picture(const Session& session) const {
  ExportForm form = *this;
  form.find_views(session);
  form.format_ = find_export_format("png");
  if (form.is_handout()) form.view_ = "window";
  form.accesses = std::to_string(session.playback.left().position());
  form.path = "picture.png";
  return form.wish(session);
}

Result<ExportWish> ExportForm::wish(const Session& session) const {
  if (!session.playback.left().ready())
    return usage_error(say("Nothing is shown that could be exported."));
  ExportWish wish;
  wish.format = format_;
  wish.output = path;
  if (path.empty()) return usage_error(say("Say which file to write."));
  if (const int number = subject(); number >= 0) {
    wish.view = subjects()[static_cast<std::size_t>(number)].id;
  }
  if (draws()) {
    wish.theme = theme;
    wish.language = language;
    wish.layout = layout;
    const Status drawn = is_handout() ? read_handout(session, wish) : read_drawn(session, wish);
    if (!drawn) return drawn.error();
  }
  if (films()) {
    if (Status film = read_film(session, wish); !film) return film.error();
  }
  if (Status writable = check_writable(wish.output); !writable) return writable.error();
  return wish;
}

std::filesystem::path ExportForm::replaced(const ExportWish& wish) {
  std::error_code unknown;
  if (!wish.numbered) {
    return std::filesystem::exists(wish.output, unknown) ? wish.output : std::filesystem::path();
  }
  for (std::uint32_t access = wish.first; access <= wish.last; ++access) {
    std::filesystem::path one = path_of(wish, access);
    if (std::filesystem::exists(one, unknown)) return one;
  }
  return {};
}

ExportWish ExportForm::beside(ExportWish wish) {
  const std::filesystem::path wanted = wish.output;
  for (int number = 2; !replaced(wish).empty(); ++number) {
    wish.output = with_number(wanted, number);
  }
  return wish;
}

std::string ExportForm::summary(const ExportWish& wish) {
  if (!wish.lesson.empty()) {
    const std::string pages = tr_n("{} page of A4", "{} pages of A4", wish.last);
    // Translators: {0} is "7 pages of A4", {1} the name of a file.
    return wish.numbered ? tr("{0}, a picture each, the first is {1}", pages,
                              path_of(wish, 1).filename().string())
                         : pages;
  }
  const std::uint64_t accesses = std::uint64_t{wish.last} - wish.first + 1;
  const std::string count = tr_n("{} access", "{} accesses", static_cast<std::int64_t>(accesses));
  const std::string size = tr("{0} × {1} pixels", wish.width, wish.height);
  switch (wish.format->kind) {
    case ExportKind::film:
      return tr("{0}, {1:.1f} s, {2} frames of {3}", count, wish.plan->seconds(),
                wish.plan->frame_count(), size);
    case ExportKind::picture:
      if (!wish.numbered) return tr("Access {0}, {1}", wish.first, size);
      return tr("{0} pictures of {1}, the first is {2}", accesses, size,
                numbered(wish.output.filename(), wish.first, wish.last).string());
    case ExportKind::table: return tr("The figures of the whole run");
    case ExportKind::events: return tr("All accesses of the run, modelled time");
  }
  return {};
}

}  // namespace warpscope
