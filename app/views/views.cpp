#include <array>

#include "app/views/banks_view.hpp"
#include "app/views/caption_view.hpp"
#include "app/views/formula_view.hpp"
#include "app/views/heat_view.hpp"
#include "app/views/lanes_view.hpp"
#include "app/views/lesson_view.hpp"
#include "app/views/lines_view.hpp"
#include "app/views/memory_view.hpp"
#include "app/views/source_view.hpp"
#include "app/views/stage_view.hpp"
#include "app/views/timeline_view.hpp"
#include "app/views/timing_view.hpp"
#include "app/views/totals_view.hpp"

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
