#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/export/export_format.hpp"
#include "app/export/film_plan.hpp"
#include "app/session/session.hpp"

namespace warpscope {

/// An export as the user asked for it in the window.
struct ExportWish {
  const ExportFormat* format = nullptr;
  std::string view;  ///< "window", a view or a table; empty for events
  // Of what is drawn; empty: as the window has it.
  std::string theme, language;       ///< ids
  std::optional<LayoutKind> layout;  ///< of the view "window"
  std::filesystem::path output;
  int width = 0, height = 0;          ///< pixels
  std::uint32_t first = 0, last = 0;  ///< accesses, from 0
  bool numbered = false;              ///< several pictures
  std::optional<FilmPlan> plan;       ///< of a film
  // Of a lesson's hand-out, whose pages take the place of accesses.
  std::string lesson;             ///< as --lesson names it; empty: it is no hand-out
  bool answers = false;           ///< with those of its questions
  std::filesystem::path program;  ///< this program, which prints it
};

/// The fields of the export sheet. Accesses count from 0, as everywhere.
class ExportForm {
 public:
  /// One thing that can be exported, and its name.
  struct Subject {
    std::string id, title;
  };

  ExportForm();

  /// Sets it up for what `session` shows now, with the name of a file that is not there yet. Format, view,
  /// size and style stay as they were chosen before.
  void open(const Session& session);
  /// The same for a picture of a view.
  void open(const Session& session, std::string_view view);
  void choose(const ExportFormat& format);
  /// The file keeps its name, with the format's ending.
  [[nodiscard]] const ExportFormat& format() const { return *format_; }
  /// Lets a lesson's hand-out be chosen, which `program`, this one, prints.
  void offer_handouts(std::filesystem::path program) { program_ = std::move(program); }
  /// The subjects of the format: window and the views that the window has for what it shows, or tables.
  [[nodiscard]] const std::vector<Subject>& subjects() const;
  [[nodiscard]] int subject() const;
  void choose_subject(int number);

  [[nodiscard]] bool draws() const;       ///< pictures or a film
  [[nodiscard]] bool is_handout() const;  ///< pages, which have no size and no accesses
  [[nodiscard]] bool films() const { return format_->kind == ExportKind::film; }

  /// A PNG of the present access, of the view and in the size and style that are chosen.
  [[nodiscard]] Result<ExportWish> one_picture(const Session& session) const;
  /// The export that the fields describe, or why there can be none.
  [[nodiscard]] Result<ExportWish> wish(const Session& session) const;
  /// A file that the export would write and that is there already; empty: none is.
  [[nodiscard]] static std::filesystem::path replaced(const ExportWish& wish);
  /// The wish with the first of "out-2.png", "out-3.png" … that replaces nothing.
  [[nodiscard]] static ExportWish beside(ExportWish wish);
  /// "54 accesses, 19.0 s, 570 frames".
  [[nodiscard]] static std::string summary(const ExportWish& wish);

  // As typed.
  std::string path, width = "1920", height = "1080", accesses, fps = "30";
  float speed = 1;
  // As chosen; empty: as the window has it.
  std::string theme, language;
  std::optional<LayoutKind> layout;
  bool answers = false;  ///< in a hand-out

 private:
  [[nodiscard]] Status read_handout(const Session& session, ExportWish& wish) const;
  [[nodiscard]] Status read_drawn(const Session& session, ExportWish& wish) const;
  [[nodiscard]] Status read_film(const Session& session, ExportWish& wish) const;

  void find_views(const Session& session);

  const ExportFormat* format_;
  std::filesystem::path program_;
  std::vector<Subject> views_, pictures_, tables_;  // pictures: the views, and what is printed
  std::string view_ = "window", table_ = "totals";
};

/// In which hand-outs are printed unless another theme is chosen.
inline constexpr const char* paper_theme = "light";

/// "12" or "3:20", counted from 0.
struct AccessRange {
  std::uint32_t first = 0, last = 0;
};
[[nodiscard]] Result<AccessRange> parse_accesses(std::string_view text, std::uint32_t count);

/// The range of all, as typed.
[[nodiscard]] std::string all_accesses(const Playhead& head);

}  // namespace warpscope
