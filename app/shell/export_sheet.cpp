#include "app/shell/export_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "app/shell/controls.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/process/process.hpp"

namespace warpscope {
namespace {

constexpr float number_width = 72;
// Time that an export may take of every frame: while the user waits for it, and while the window is
// in use.
constexpr std::chrono::milliseconds watched_time{80}, beside_time{12};

struct Preset {
  const char* width;
  const char* height;
};
constexpr std::array sizes{Preset{"1280", "720"}, Preset{"1920", "1080"}, Preset{"3840", "2160"}};
constexpr std::array speeds{0.5F, 1.0F, 2.0F, 4.0F, 8.0F};

/// Names the fields below it, apart from those above.
void title(const WidgetStyle& style, std::string_view text) {
  ImGui::Dummy({0, 2 * style.fonts.scale()});
  paragraph(style, text, style.theme.muted);
}

/// Chips of texts that fill a field.
void fill_from(const WidgetStyle& style, std::string& field, const std::vector<std::string>& labels,
               const std::vector<std::string>& values) {
  const auto chosen = std::ranges::find(values, field);
  const int clicked =
      chips(style, labels, chosen == values.end() ? -1 : static_cast<int>(chosen - values.begin()));
  if (clicked >= 0) field = values[static_cast<std::size_t>(clicked)];
}

/// The accesses of the step in which the playhead stands, as typed.
std::string present_step(const Playhead& head) {
  const Trace& trace = *head.document()->trace;
  const Step& step = trace.steps[trace.accesses[head.position()].step];
  return fmt::format("{}:{}", step.first_access,
                     step.first_access + std::max(step.access_count, 1U) - 1);
}

/// What is written, and where.
std::string summary_of(const ExportWish& wish) {
  std::error_code unknown;
  const std::filesystem::path folder =
      std::filesystem::absolute(wish.output, unknown).parent_path();
  // Translators: {0} is what is written, as "Access 5, 1920 × 1080 pixels", {1} a folder.
  return tr("{0}, in the folder {1}", ExportForm::summary(wish),
            folder.lexically_normal().string());
}

}  // namespace

ExportSheet::ExportSheet(Session& session, ExportHost host, FileDialog* files)
    : session_(session), host_(std::move(host)), files_(files) {
  form_.offer_handouts(host_.program);
}

ExportSheet::~ExportSheet() {
  if (export_) away([this] { export_.reset(); });
}

void ExportSheet::away(const std::function<void()>& work) const {
  ImGuiContext* const context = ImGui::GetCurrentContext();
  if (host_.leave) host_.leave();
  work();
  if (host_.come_back) host_.come_back();
  ImGui::SetCurrentContext(context);
}

void ExportSheet::open() {
  problem_ = {};
  file_.reset();
  agreed_.clear();
  has_ffmpeg_ = !find_program("ffmpeg").empty();
  const std::string view = std::exchange(session_.popup.picture_view, {});
  if (!export_) form_.open(session_, view);
}

float ExportSheet::seconds_until_change() const {
  if (session_.popup.picture_copied) return 0;
  if (copying_.valid()) return 0.03F;
  return export_ ? export_->seconds_until_change() : 1e6F;
}

void ExportSheet::advance() {
  if (std::exchange(session_.popup.picture_copied, false)) copy();
  if (copying_.ready()) hear_copy();
  if (!export_) return;
  const bool watched = session_.popup.shown == Popup::picture;
  away([this, watched] { export_->advance(watched ? watched_time : beside_time); });
  if (!export_->result()) return;
  const Status result = *export_->result();
  const ExportWish wish = export_->wish();
  away([this] { export_.reset(); });
  finish(wish, result);
}

void ExportSheet::copy() {
  if (export_ || copied_from_) {
    session_.notices.complain(usage_error(say("Another export goes on: copy when it is done.")));
    return;
  }
  Result<ExportWish> wish = form_.one_picture(session_);
  Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!wish || !folder) {
    session_.notices.complain(wish ? folder.error() : wish.error());
    return;
  }
  copied_from_ = std::make_shared<const TemporaryFolder>(std::move(folder).value());
  wish->output = copied_from_->path() / "warpscope.png";
  start(std::move(wish).value());
}

void ExportSheet::hear_copy() {
  copied_from_.reset();
  if (const Result<Done> copied = copying_.take(); !copied) {
    session_.notices.complain(copied.error());
    return;
  }
  if (session_.popup.shown == Popup::picture) session_.popup.shown = Popup::none;
  session_.notices.say(say("The picture is in the clipboard."));
}

void ExportSheet::finish(const ExportWish& wish, const Status& result) {
  if (copied_from_ && result) {
    copying_ = Background<Done>("copy the picture", [folder = copied_from_, copy = host_.copy,
                                                     file = wish.output] { return copy(file); });
    return;
  }
  copied_from_.reset();
  if (result) {
    const std::string path = wish.output.string();
    if (session_.popup.shown == Popup::picture) session_.popup.shown = Popup::none;
    session_.notices.say(wish.numbered ? say("Saved {}, numbered.", path) : say("Saved {}.", path));
  } else if (session_.popup.shown == Popup::picture) {
    problem_ = result.error().for_window();
  } else {
    session_.notices.complain(result.error());
  }
}

void ExportSheet::start(ExportWish wish) {
  problem_ = {};
  if (host_.instead) {
    finish(wish, host_.instead(wish));
    return;
  }
  export_ = std::make_unique<WindowExport>(session_, std::move(wish));
}

void ExportSheet::cancel() {
  away([this] { export_.reset(); });
  session_.popup.shown = Popup::none;
  session_.notices.say(say("The export was cancelled."));
}

void ExportSheet::draw(const WidgetStyle& style, bool appears) {
  if (export_) {
    draw_progress(style);
  } else {
    draw_form(style, appears);
  }
}

void ExportSheet::draw_progress(const WidgetStyle& style) {
  const std::uint64_t drawn = export_->drawn(), total = export_->total();
  heading(style, tr("Exporting {}", export_->wish().output.filename().string()));
  const float part = total == 0 ? 0
                                : static_cast<float>(drawn) /
                                      static_cast<float>(std::max<std::uint64_t>(1, total));
  progress_bar(style, part);
  paragraph(style,
            total == 0 ? std::string(tr("Preparing …"))
            : export_->wish().format->kind == ExportKind::table ||
                    export_->wish().format->kind == ExportKind::events
                ? tr("Access {0} of {1}", drawn, total)
            : drawn == total ? tr_n("All {} pictures are drawn; the last ones are written …",
                                    "All {} pictures are drawn; the last ones are written …",
                                    static_cast<std::int64_t>(total))
                             : tr("Picture {0} of {1}", drawn + 1, total),
            style.theme.text);
  paragraph(style,
            tr("The window can be used meanwhile: Escape closes this, and the export goes on."),
            style.theme.muted);
  hairline(style);
  if (button(style, tr("Cancel the export"))) cancel();
}

void ExportSheet::draw_form(const WidgetStyle& style, bool appears) {
  heading(style, tr("Export"));
  draw_format(style);
  draw_subject(style);
  if (form_.draws()) draw_style(style);
  if (form_.is_handout()) {
    draw_answers(style);
  } else if (form_.draws()) {
    draw_size(style);
    draw_accesses(style);
  }
  if (form_.films()) draw_pace(style);
  const bool entered = draw_file(style, appears);

  // Shown while the user types, so that nobody has to try.
  const Result<ExportWish> wish = form_.wish(session_);
  if (!wish) paragraph(style, wish.error().for_window().text(), style.theme.costly);
  if (wish) paragraph(style, summary_of(wish.value()), style.theme.muted);
  if (form_.films() && !has_ffmpeg_) {
    paragraph(style,
              tr("There is no ffmpeg in PATH, and films cannot be made without it: install it, or "
                 "choose PNG."),
              style.theme.now);
  }
  if (!problem_.empty()) paragraph(style, problem_.text(), style.theme.costly);
  if (!wish) {
    hairline(style);
    button(style, tr("Export"), true, false);
    return;
  }
  const auto chosen = write_choice(style, tr("Export"), file_of(wish.value()), entered);
  const bool one = form_.draws() && !form_.films() && !form_.is_handout() && !wish->numbered;
  if (one) {
    beside(style);
    if (button(style, tr("Copy the picture"))) return copy();
  }
  if (!chosen) return;
  ExportWish taken = wish.value();
  taken.output = *chosen;
  start(std::move(taken));
}

bool ExportSheet::draw_file(const WidgetStyle& style, bool appears) {
  title(style, tr("File"));
  const bool focus = std::exchange(focus_file_, false) || appears;
  const bool entered =
      text_field(style, "path", form_.path, {.hint = tr("e.g. picture.png"), .focus = focus});
  if (files_ == nullptr || !files_->is_there()) return entered;
  if (const auto answer = files_->take()) hear_desktop(*answer);
  if (button(style, tr("Choose …"), false, !files_->asks())) ask_desktop();
  return entered;
}

void ExportSheet::ask_desktop() {
  problem_ = {};
  std::error_code unknown;
  const std::filesystem::path whole = std::filesystem::absolute(form_.path, unknown);
  const ExportFormat& format = form_.format();
  files_->ask({.saves = true,
               .title = tr("Export"),
               .folder = unknown ? std::filesystem::path() : whole.parent_path(),
               .name = std::filesystem::path(form_.path).filename().string(),
               .kinds = {{std::string(tr(format.label)), {fmt::format("*.{}", format.ending)}},
                         {tr("All files"), {"*"}}}});
}

void ExportSheet::hear_desktop(const FileAnswer& answer) {
  focus_file_ =
      answer.kind == FileAnswer::Kind::no_dialog || answer.kind == FileAnswer::Kind::refused;
  problem_ = answer.problem;
  if (answer.kind != FileAnswer::Kind::chosen) return;
  form_.path = answer.file.string();
  agreed_ = answer.file;
  file_.reset();
}

const FileToWrite& ExportSheet::file_of(const ExportWish& wish) {
  const bool known = file_ && file_->wish.output == wish.output &&
                     file_->wish.first == wish.first && file_->wish.last == wish.last &&
                     file_->wish.numbered == wish.numbered;
  if (!known) {
    file_ = {wish, {wish.output, ExportForm::replaced(wish), ExportForm::beside(wish).output}};
    // The dialog has asked whether to replace it; it knows nothing of numbered pictures.
    if (!wish.numbered && wish.output == agreed_) file_->file.there.clear();
  }
  return file_->file;
}

void ExportSheet::draw_format(const WidgetStyle& style) {
  std::vector<std::string> labels;
  int chosen = -1;
  for (const ExportFormat& format : export_formats()) {
    if (&format == &form_.format()) chosen = static_cast<int>(labels.size());
    labels.emplace_back(tr(format.label));
  }
  title(style, tr("Format: {}", tr(form_.format().about)));
  const int clicked = chips(style, labels, chosen);
  if (clicked < 0) return;
  const bool drew = form_.draws(), filmed = form_.films();
  form_.choose(export_formats()[static_cast<std::size_t>(clicked)]);
  problem_ = {};
  // A film covers several accesses, a picture mostly one.
  if (form_.draws() && session_.playback.left().ready() && (filmed != form_.films() || !drew)) {
    form_.accesses = form_.films() ? all_accesses(session_.playback.left())
                                   : std::to_string(session_.playback.left().position());
  }
}

void ExportSheet::draw_subject(const WidgetStyle& style) {
  const auto& subjects = form_.subjects();
  if (subjects.empty()) return;
  std::vector<std::string> labels;
  for (const ExportForm::Subject& subject : subjects)
    labels.emplace_back(tr(std::string_view(subject.title)));
  title(style, tr("What"));
  const IdScope id(1);
  if (const int clicked = chips(style, labels, form_.subject()); clicked >= 0) {
    form_.choose_subject(clicked);
  }
}

void ExportSheet::draw_style(const WidgetStyle& style) {
  title(style, tr("Theme and language"));
  const auto choose = [&style](std::string& field, const std::string& own,
                               const std::vector<std::string>& labels,
                               const std::vector<std::string>& values) {
    std::string shown = field.empty() ? own : field;
    fill_from(style, shown, labels, values);
    if (shown != own || !field.empty()) field = shown;
  };
  {
    const IdScope id(5);
    std::vector<std::string> labels;
    for (const std::string_view theme : theme_ids) labels.push_back(theme_label(theme).text());
    choose(form_.theme, form_.is_handout() ? paper_theme : session_.settings.theme, labels,
           {theme_ids.begin(), theme_ids.end()});
  }
  beside(style);
  {
    const IdScope id(6);
    std::vector<std::string> names, ids;
    for (const Language& language : languages()) {
      names.push_back(language.name);
      ids.push_back(language.id);
    }
    choose(form_.language, session_.settings.language, names, ids);
  }
  if (form_.subject() != 0) return;
  title(style, tr("Layout"));
  const IdScope id(7);
  constexpr std::array layouts{LayoutKind::study, LayoutKind::lecture, LayoutKind::inspect};
  const std::vector<std::string> labels{std::string(tr_c("layout", "study")),
                                        std::string(tr_c("layout", "lecture")),
                                        std::string(tr_c("layout", "inspect"))};
  const auto* const chosen =
      std::ranges::find(layouts, form_.layout.value_or(session_.views.layout));
  const int clicked = chips(
      style, labels, chosen == layouts.end() ? -1 : static_cast<int>(chosen - layouts.begin()));
  if (clicked >= 0) form_.layout = layouts.at(static_cast<std::size_t>(clicked));
}

void ExportSheet::draw_answers(const WidgetStyle& style) {
  title(style, tr("Answers of the questions"));
  const IdScope id(8);
  const std::vector<std::string> labels{tr("left out: room to write"), tr("printed")};
  if (const int clicked = chips(style, labels, form_.answers ? 1 : 0); clicked >= 0) {
    form_.answers = clicked == 1;
  }
}

void ExportSheet::draw_size(const WidgetStyle& style) {
  title(style, tr("Width and height in pixels"));
  const IdScope id(2);
  text_field(style, "width", form_.width, {.width = number_width});
  beside(style);
  text_field(style, "height", form_.height, {.width = number_width});
  beside(style);
  std::vector<std::string> labels;
  int chosen = -1;
  for (const Preset& size : sizes) {
    if (form_.width == size.width && form_.height == size.height) {
      chosen = static_cast<int>(labels.size());
    }
    labels.push_back(fmt::format("{} × {}", size.width, size.height));
  }
  if (const int clicked = chips(style, labels, chosen); clicked >= 0) {
    form_.width = sizes[static_cast<std::size_t>(clicked)].width;
    form_.height = sizes[static_cast<std::size_t>(clicked)].height;
  }
}

void ExportSheet::draw_accesses(const WidgetStyle& style) {
  const Playhead& head = session_.playback.left();
  if (!head.ready()) return;
  title(style, tr("Accesses, 0 to {}: one, or first:last", head.count() - 1));
  const IdScope id(3);
  text_field(style, "accesses", form_.accesses, {.width = 2 * number_width + 8});
  beside(style);
  fill_from(style, form_.accesses, {tr("This one"), tr("This step"), tr("All")},
            {std::to_string(head.position()), present_step(head), all_accesses(head)});
}

void ExportSheet::draw_pace(const WidgetStyle& style) {
  title(style, tr("Frames per second, and speed"));
  const IdScope id(4);
  text_field(style, "fps", form_.fps, {.width = number_width});
  beside(style);
  std::vector<std::string> labels;
  int chosen = -1;
  for (const float speed : speeds) {
    if (speed == form_.speed) chosen = static_cast<int>(labels.size());
    labels.push_back(speed_label(speed));
  }
  if (const int clicked = chips(style, labels, chosen); clicked >= 0) {
    form_.speed = speeds[static_cast<std::size_t>(clicked)];
  }
}

}  // namespace warpscope
