// The popup that asks before times are measured on this machine, and shows the measuring.

#include <string>
#include <vector>

#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

const KernelInfo* shown_kernel(const Session& session) {
  if (!session.playback.left().ready()) return nullptr;
  return session.playback.left().document()->subject->kernel();
}

}  // namespace

std::string Popups::usual_sizes() const {
  const KernelInfo* kernel = shown_kernel(session_);
  // The size of a product is the side of a matrix.
  return kernel != nullptr && kernel->shape == Shape::square ? "2^8:2^12" : "2^20:2^26";
}

void Popups::draw_measure(const WidgetStyle& style) {
  if (session_.measuring.running()) return draw_measuring(style);
  heading(style, tr("Measure times here"));
  const KernelInfo* kernel = shown_kernel(session_);
  if (kernel == nullptr) {
    paragraph(style, tr("Only the catalogue's kernels can be timed; this trace is of another one."),
              style.theme.muted);
    return;
  }
  paragraph(
      style,
      cuda_status().device.empty()
          ? std::string(tr("Native kernels at full speed on this GPU, beside the libraries and "
                           "the limits of the device."))
          : tr("Native kernels at full speed on {}, beside the libraries and the limits of "
               "the device.",
               cuda_status().device),
      style.theme.muted);
  const std::string family(kernel->family->name);
  const std::vector<std::string> labels{tr("All of {}", tr(std::string_view(family))),
                                        tr("{} alone", tr(kernel->title))};
  if (const int clicked = chips(style, labels, family_ ? 0 : 1); clicked >= 0) {
    family_ = clicked == 0;
  }
  const std::string problem = problem_.text();
  const bool entered = text_field(style, "sizes", fields_[0],
                                  {.label = tr("Sizes, doubling from the first to the last"),
                                   .hint = tr("e.g. 2^20:2^26"),
                                   .message = problem,
                                   .focus = appears_});
  hairline(style);
  if (!button(style, tr("Measure"), true) && !entered) return;
  finish(session_.measuring.start(
      {.what = family_ ? family : std::string(kernel->id), .sizes = fields_[0]}));
}

void Popups::draw_measuring(const WidgetStyle& style) {
  heading(style, tr("A measurement is running"));
  const MeasureProgress now = session_.measuring.progress();
  progress_bar(style,
               now.total > 0 ? static_cast<float>(now.done) / static_cast<float>(now.total) : 0.0F);
  const std::string text = now.cancelled ? std::string(tr("Ending …"))
                           : now.total == 0
                               ? std::string(tr("Starting …"))
                               : tr("{0} of {1}: {2}", now.done, now.total, now.what.text());
  paragraph(style, text, style.theme.text);
  paragraph(
      style,
      tr("The window can be used meanwhile: Escape closes this, and the measurement goes on."),
      style.theme.muted);
  hairline(style);
  if (button(style, tr("Cancel measuring"), false, !now.cancelled)) session_.measuring.cancel();
}

}  // namespace warpscope
