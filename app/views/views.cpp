#include <array>

#include "app/panes/banks/banks_view.hpp"
#include "app/panes/caption/caption_view.hpp"
#include "app/panes/formula/formula_view.hpp"
#include "app/panes/heat/heat_view.hpp"
#include "app/panes/lanes/lanes_view.hpp"
#include "app/panes/lesson/lesson_view.hpp"
#include "app/panes/lines/lines_view.hpp"
#include "app/panes/memory/memory_view.hpp"
#include "app/panes/source/source_view.hpp"
#include "app/panes/timeline/timeline_view.hpp"
#include "app/panes/timing/timing_view.hpp"
#include "app/panes/totals/totals_view.hpp"
#include "app/stage/stage_view.hpp"

namespace warpscope {
namespace {

struct Entry {
  std::string_view id;
  std::unique_ptr<View> (*make)();
  Slot slot;
};

template <class V>
std::unique_ptr<View> make() {
  return std::make_unique<V>();
}

// In a place that several share, the first is in front until another one is called.
constexpr std::array list{
    Entry{"source", make<SourceView>, Slot::source},
    Entry{"stage", make<StageView>, Slot::stage},
    Entry{"banks", make<BanksView>, Slot::banks},
    Entry{"lanes", make<LanesView>, Slot::lanes},
    Entry{"memory", make<MemoryView>, Slot::memory},
    Entry{"totals", make<TotalsView>, Slot::totals},
    Entry{"lines", make<LinesView>, Slot::totals},
    Entry{"timeline", make<TimelineView>, Slot::timeline},
    Entry{"caption", make<CaptionView>, Slot::caption},
    Entry{"lesson", make<LessonView>, Slot::lesson},
    Entry{"heat", make<HeatView>, Slot::memory},
    Entry{"timing", make<TimingView>, Slot::memory},
    Entry{"formula", make<FormulaView>, Slot::banks},
};

}  // namespace

std::vector<std::unique_ptr<View>> make_views() {
  std::vector<std::unique_ptr<View>> views;
  for (const Entry& entry : list) views.push_back(entry.make());
  return views;
}

std::unique_ptr<View> make_view(std::string_view id) {
  for (const Entry& entry : list) {
    if (entry.id == id) return entry.make();
  }
  return nullptr;
}

std::vector<std::string_view> views_of(Slot slot) {
  std::vector<std::string_view> ids;
  for (const Entry& entry : list) {
    if (entry.slot == slot) ids.push_back(entry.id);
  }
  return ids;
}

const std::vector<std::string_view>& view_ids() {
  static const std::vector<std::string_view> ids = [] {
    std::vector<std::string_view> all;
    for (const Entry& entry : list) all.push_back(entry.id);
    return all;
  }();
  return ids;
}

}  // namespace warpscope
