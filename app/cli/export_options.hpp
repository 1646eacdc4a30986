#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/arguments.hpp"
#include "app/cli/frontend.hpp"
#include "app/cli/typed_run_options.hpp"
#include "app/export/export_format.hpp"
#include "app/export/film_plan.hpp"
#include "app/follow/landmark.hpp"
#include "app/look/slider.hpp"
#include "instrumentation/run/numbers.hpp"

namespace warpscope {

/// The options of export, as typed. An empty text takes the default.
struct ExportOptions {
  std::string target, view, step, steps, format, size, theme, layout, scale, zoom, stage, stop, why,
      lessons, lesson, fps, speed, compare, pin, output;
  std::map<std::string_view, std::string> look;  ///< by the id of each option of a view
  std::string sliders;                           ///< "registers=40,block=256"
  bool answered = false, answers = false, notes = false, with_banks = false;
  RunOptions run;
};
void add_export_options(Arguments& command, ExportOptions& options);

/// From --format, else from the output file's ending.
[[nodiscard]] Result<const ExportFormat*> chosen_format(const ExportOptions& options);
/// Fails if an option would change nothing, rather than ignore it.
[[nodiscard]] Status no_idle_options(const ExportOptions& options, const ExportFormat& format);
/// The view or table to export; fails if the format does not have it.
[[nodiscard]] Result<std::string> chosen_view(const ExportOptions& options,
                                              const ExportFormat& format);
/// View, size and theme; no document yet.
[[nodiscard]] Result<PictureRequest> chosen_picture(const ExportOptions& options,
                                                    const ExportFormat& format);
/// What a slider may be set to, in words.
[[nodiscard]] std::string slider_range_text(const LookSlider& slider);
/// Theme, layout, scale and how the stage draws.
[[nodiscard]] Status choose_look(const ExportOptions& options, PictureRequest& picture);
/// Opens the pages, and in the window brings forward the views, that typed options and sliders are
/// about; fails if they cannot all be shown. Comes after choose_look and the choice of the view.
[[nodiscard]] Status show_chosen(const ExportOptions& options, PictureRequest& picture);
/// Fails if the look of a lesson's stop sets what an option sets.
[[nodiscard]] Status no_idle_look(const ExportOptions& options, const StopLook& stop);
/// The comparison of a document with what --compare names; nullptr if that is not given.
[[nodiscard]] Result<std::shared_ptr<const Recording>> chosen_comparison(
    const ExportOptions& options, const DocumentPtr& document, Invocation& invocation);
/// The table of all accesses of an element, beside csv_tables().
inline constexpr std::string_view cell_table = "cell";
/// The element that --pin names; fails if it names none.
[[nodiscard]] Result<CellPlace> chosen_cell(const ExportOptions& options, const Document& document);
/// What --pin means in the picture's document; changes nothing if it is not given.
[[nodiscard]] Status choose_pin(const ExportOptions& options, PictureRequest& picture);
/// The stop of the lesson of the picture's document, if one is asked for.
[[nodiscard]] Status choose_stop(const ExportOptions& options, PictureRequest& picture);
/// Parses a number; returns `unless_given` if nothing is typed.
[[nodiscard]] Result<float> parse_factor(const char* option, const std::string& text, float low,
                                         float high, float unless_given);
/// The accesses to draw as pictures; by default the telling one.
[[nodiscard]] Result<NumberRange> chosen_steps(const ExportOptions& options,
                                               const Document& document);
/// The plan of a film; by default it shows all accesses.
[[nodiscard]] Result<FilmPlan> chosen_film(const ExportOptions& options, const ExportFormat& format,
                                           const Document& document);

}  // namespace warpscope
