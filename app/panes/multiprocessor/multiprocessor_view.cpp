#include "app/panes/multiprocessor/multiprocessor_view.hpp"

#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// THE list of pages.
std::unique_ptr<MachinePage> make_page(MultiprocessorPage page) {
  switch (page) {
    case MultiprocessorPage::occupancy: return std::make_unique<OccupancyPage>();
    case MultiprocessorPage::latency: return std::make_unique<LatencyPage>();
    case MultiprocessorPage::operations: return std::make_unique<OperationsPage>();
    case MultiprocessorPage::memory: return std::make_unique<MemoryPage>();
    case MultiprocessorPage::copies: return std::make_unique<CopiesPage>();
    case MultiprocessorPage::count: break;
  }
  return nullptr;
}

}  // namespace

MultiprocessorView::MultiprocessorView() {
  for (const MultiprocessorPage page : all_values<MultiprocessorPage>) {
    pages_[static_cast<std::size_t>(page)] = make_page(page);
  }
}

MachinePage& MultiprocessorView::open_page(const Frame& frame) const {
  return *pages_[static_cast<std::size_t>(frame.look.get<MultiprocessorPage>())];
}

std::string MultiprocessorView::subtitle(const Frame& frame) const {
  return frame.document == nullptr ? "" : open_page(frame).subtitle(frame);
}

void MultiprocessorView::on_document(const Document& document) {
  for (const auto& page : pages_) page->on_document(document);
}

void MultiprocessorView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  if (frame.document == nullptr) {
    draw_placeholder(canvas, area, *frame.theme, tr("The multiprocessor, once a kernel has run."));
    return;
  }
  if (pages_.size() > 1) {
    const TypeScale type = type_scale(frame.lecture);
    draw_page_names(canvas, area.cut_bottom(type.small * 1.7F), frame, wishes);
  }
  open_page(frame).draw(canvas, area, frame, wishes);
}

/// The names of all pages, the open one underlined; a click opens the next one.
void MultiprocessorView::draw_page_names(Canvas& canvas, Rect row, const Frame& frame,
                                         Wishes& wishes) const {
  constexpr float gap = 16;
  const Theme& theme = *frame.theme;
  const float size = type_scale(frame.lecture).small;
  for (const MultiprocessorPage page : all_values<MultiprocessorPage>) {
    const bool open = page == frame.look.get<MultiprocessorPage>();
    const std::string_view name = pages_[static_cast<std::size_t>(page)]->title();
    const TextStyle style{open ? Face::sans_bold : Face::sans, size,
                          open ? theme.text : theme.muted};
    const float width = canvas.width(name, {Face::sans_bold, size, {}});
    if (width > row.w) return;
    const Rect at = row.cut_left(width);
    row.cut_left(gap);
    canvas.text({at.x, at.center().y}, name, style);
    if (open) {
      canvas.fill({at.x, at.center().y + size * 0.7F, canvas.width(name, style), 2}, theme.active,
                  1);
    }
    const bool pressed = frame.pointer.over_control(at) && frame.pointer.pressed;
    if (pressed && !open) wishes.command = names_of(page).command;
  }
}

}  // namespace warpscope
