#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/arguments.hpp"
#include "app/cli/frontend.hpp"
#include "app/cli/typed_run_options.hpp"
#include "app/export/export_format.hpp"
#include "app/export/film_plan.hpp"
#include "instrumentation/run/numbers.hpp"

namespace warpscope {

/// The options of export, as typed. An empty text takes the default.
struct ExportOptions {
  std::string target, view, step, steps, format, size, theme, layout, scale, stage, stop, language,
      lessons, fps, speed, compare, output;
  std::map<std::string_view, std::string> look;  ///< by the id of each option of a view
  bool answered = false, with_banks = false;
  RunOptions run;
};
void add_export_options(Arguments& command, ExportOptions& options);

/// From --format, else from the output file's ending.
[[nodiscard]] Result<const ExportFormat*> chosen_format(const ExportOptions& options);
/// Fails where an option would change nothing: it is told, and not passed over.
[[nodiscard]] Status no_idle_options(const ExportOptions& options, const ExportFormat& format);
/// The view or table, known to the format.
[[nodiscard]] Result<std::string> chosen_view(const ExportOptions& options,
                                              const ExportFormat& format);
/// View, size and theme; no document yet.
[[nodiscard]] Result<PictureRequest> chosen_picture(const ExportOptions& options,
                                                    const ExportFormat& format);
/// Theme, layout, scale and how the stage draws.
[[nodiscard]] Status choose_look(const ExportOptions& options, PictureRequest& picture);
/// What --compare puts beside the document; nothing where it is not given.
[[nodiscard]] Status choose_comparison(const ExportOptions& options, PictureRequest& picture);
/// The stop of the lesson of the picture's document, if one is asked for.
[[nodiscard]] Status choose_stop(const ExportOptions& options, PictureRequest& picture);
/// A number; `unless_given` where nothing is typed.
[[nodiscard]] Result<float> parse_factor(const char* option, const std::string& text, float low,
                                         float high, float unless_given);
/// Of a picture: the accesses that are drawn. Where nothing is said, the telling one.
[[nodiscard]] Result<NumberRange> chosen_steps(const ExportOptions& options,
                                               const Document& document);
/// All accesses where nothing is said.
[[nodiscard]] Result<FilmPlan> chosen_film(const ExportOptions& options, const ExportFormat& format,
                                           const Document& document);

}  // namespace warpscope
