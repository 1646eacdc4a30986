#include "app/shell/window_export.hpp"

#include <chrono>
#include <span>
#include <utility>

#include "app/export/film_export.hpp"
#include "app/export/series_export.hpp"
#include "app/export/text_export.hpp"
#include "app/shell/handout_export.hpp"
#include "app/shell/picture.hpp"
#include "app/shell/scene.hpp"
#include "app/stage/stage_view.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

/// Views of their own, whose stage is drawn at once: pictures are drawn between the window's frames,
/// which must not wait.
std::shared_ptr<DocumentViews> views_for_pictures(const DocumentPtr& document,
                                                  const std::string& stage) {
  if (!document) return nullptr;
  auto views = std::make_shared<ViewSet>();
  views->show(document);
  if (auto* view = dynamic_cast<StageView*>(views->find("stage"))) view->prepare(stage);
  return views;
}

Result<std::unique_ptr<ExportJob>> start_job(const ExportWish& wish,
                                             std::unique_ptr<PictureSource> source) {
  if (wish.format->kind == ExportKind::film) {
    const FilmFormat format{wish.format->id == "gif", wish.width, wish.height, wish.plan->fps()};
    auto film = FilmExport::start({format, *wish.plan, wish.output}, std::move(source));
    if (!film) return film.error();
    return std::unique_ptr<ExportJob>(std::move(film).value());
  }
  auto series = SeriesExport::start(
      {wish.format->id, wish.first, wish.last, wish.numbered, wish.output}, std::move(source));
  if (!series) return series.error();
  return std::unique_ptr<ExportJob>(std::move(series).value());
}

}  // namespace

WindowExport::WindowExport(Session& session, ExportWish wish) : wish_(std::move(wish)) {
  const Recording& shown = session.shown();
  if (!wish_.lesson.empty()) {
    print_handout();
    return;
  }
  const bool drawn =
      wish_.format->kind == ExportKind::film || wish_.format->kind == ExportKind::picture;
  if (!drawn) {
    write_text(shown.left);
    return;
  }
  const std::uint32_t here = session.playback.left().position();
  const auto same = [](const std::string& wanted, const std::string& own) {
    return wanted.empty() || wanted == own;
  };
  const bool as_it_is = same(wish_.theme, session.settings.theme) &&
                        same(wish_.language, session.settings.language) &&
                        wish_.layout.value_or(session.views.layout) == session.views.layout;
  if (as_it_is && wish_.format->kind == ExportKind::picture && wish_.first == here &&
      wish_.last == here) {
    // The window as it stands: scrolled as it is, and at its stop of a lesson.
    session.notices.dismiss();  // a message is not part of it
    session_ = std::shared_ptr<Session>(std::shared_ptr<void>(), &session);
    stays_ = true;
    return;
  }
  // Any other export must not move what the window shows.
  session_ = std::make_shared<Session>();
  session_->views.look_like(session.views);
  if (!wish_.theme.empty()) session_->settings.theme = wish_.theme;
  if (!wish_.language.empty()) session_->settings.language = wish_.language;
  session_->views.layout = wish_.layout.value_or(session.views.layout);
  prepare(shown);
}

void WindowExport::write_text(const DocumentPtr& document) {
  auto job = wish_.format->kind == ExportKind::table
                 ? start_table(document, wish_.view, wish_.output)
                 : start_chrome_trace(document, wish_.output);
  if (job) {
    job_ = std::move(job).value();
  } else {
    result_ = Status(job.error());
  }
}

void WindowExport::print_handout() {
  auto job = HandoutExport::start(wish_);
  if (job) {
    job_ = std::move(job).value();
  } else {
    result_ = Status(job.error());
  }
}

void WindowExport::prepare(const Recording& shown) {
  const auto stage_of = [this](const DocumentPtr& document) -> std::string {
    return document ? session_->views.stage_id(*document) : "";
  };
  preparing_ = Background<Recording>(
      "prepare the export",
      [recording = shown, left = stage_of(shown.left), right = stage_of(shown.right),
       language = session_->settings.language]() mutable -> Result<Recording> {
        const InLanguage scope(find_language(language).value_or(english));
        recording.left_views = views_for_pictures(recording.left, left);
        recording.right_views = views_for_pictures(recording.right, right);
        return std::move(recording);
      });
}

Status WindowExport::start() {
  const float seconds = wish_.plan ? 1 / static_cast<float>(wish_.plan->fps()) : 0;
  auto source = open_session_pictures(
      {std::move(session_), wish_.view, wish_.width, wish_.height, 0, seconds, stays_});
  if (!source) return source.error();
  auto job = start_job(wish_, std::move(source).value());
  if (!job) return job.error();
  job_ = std::move(job).value();
  return Done{};
}

void WindowExport::advance(std::chrono::milliseconds time) {
  if (result_) return;
  if (preparing_.ready()) {
    Result<Recording> prepared = preparing_.take();
    if (!prepared) {
      result_ = Status(prepared.error());
      return;
    }
    session_->recording.show(std::move(prepared).value());
  }
  if (session_ && !preparing_.valid()) {
    if (Status started = start(); !started) result_ = started;
  }
  const auto end = std::chrono::steady_clock::now() + time;
  while (job_ && !result_ && std::chrono::steady_clock::now() < end) {
    const auto turn = job_->advance();
    waits_ = turn && turn.value() == ExportJob::Turn::waits;
    if (waits_) return;
    if (!turn) {
      result_ = Status(turn.error());
    } else if (turn.value() == ExportJob::Turn::done) {
      result_ = Status(Done{});
    }
  }
}

}  // namespace warpscope
