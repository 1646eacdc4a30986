#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/desktop/file_dialog.hpp"
#include "app/desktop/picture_clipboard.hpp"
#include "app/session/session.hpp"
#include "app/shell/export_form.hpp"
#include "app/shell/window_export.hpp"
#include "app/shell/write_choice.hpp"
#include "app/ui/widgets.hpp"
#include "instrumentation/executor/background.hpp"
#include "instrumentation/trace/temporary.hpp"

namespace warpscope {

/// The services that an export needs of its window. All may be unset.
struct ExportHost {
  /// Leaves the window's OpenGL context, so that another one may be current; and comes back.
  std::function<void()> leave = {}, come_back = {};
  /// Takes the wish instead of writing it, for tests.
  std::function<Status(const ExportWish&)> instead = {};
  /// This program, which prints hand-outs; empty: none is offered.
  std::filesystem::path program = {};
  /// Puts a PNG file into the clipboard, in the background.
  std::function<Status(const std::filesystem::path&)> copy = copy_picture;
};

/// The sheet that asks what to export, and shows the export while it runs. Closing it does not end
/// a running export; a toast tells the outcome.
class ExportSheet {
 public:
  /// Pictures are drawn in a context of their own. `session` must outlive the sheet, and so must `files`, the desktop's
  /// dialog for files; nullptr: there is none.
  ExportSheet(Session& session, ExportHost host, FileDialog* files);
  ~ExportSheet();
  ExportSheet(const ExportSheet&) = delete;
  ExportSheet& operator=(const ExportSheet&) = delete;

  /// To be called before it is shown.
  void open();
  void draw(const WidgetStyle& style, bool appears);
  /// Lets a running export go on; called in every frame, whether the sheet is shown or not.
  void advance();

  [[nodiscard]] bool running() const { return export_ != nullptr; }
  [[nodiscard]] float seconds_until_change() const;

 private:
  void draw_form(const WidgetStyle& style, bool appears);
  void draw_format(const WidgetStyle& style);
  void draw_subject(const WidgetStyle& style);
  /// Theme and language, and of the window its layout.
  void draw_style(const WidgetStyle& style);
  void draw_size(const WidgetStyle& style);
  void draw_answers(const WidgetStyle& style);
  void draw_accesses(const WidgetStyle& style);
  void draw_pace(const WidgetStyle& style);
  /// Returns whether Enter was pressed in the field of the file.
  bool draw_file(const WidgetStyle& style, bool appears);
  void ask_desktop();
  void hear_desktop(const FileAnswer& answer);
  void draw_progress(const WidgetStyle& style);
  /// Where the wish would be written; the file system is asked once for each.
  [[nodiscard]] const FileToWrite& file_of(const ExportWish& wish);
  void start(ExportWish wish);
  /// Exports a picture to a file of our own and copies that.
  void copy();
  void hear_copy();
  void finish(const ExportWish& wish, const Status& result);
  void cancel();
  /// Runs work that may draw in other contexts, and takes the window's own back.
  void away(const std::function<void()>& work) const;

  Session& session_;
  ExportHost host_;
  ExportForm form_;
  bool has_ffmpeg_ = true;
  Sentence problem_;
  struct KnownFile {
    ExportWish wish;
    FileToWrite file;
  };
  std::optional<KnownFile> file_;
  FileDialog* files_;
  std::filesystem::path agreed_;  // that the user told the desktop's dialog to write, or to replace
  bool focus_file_ = false;
  std::unique_ptr<WindowExport> export_;
  std::shared_ptr<const TemporaryFolder> copied_from_;  // while a picture is copied
  Background<Done> copying_;
};

}  // namespace warpscope
