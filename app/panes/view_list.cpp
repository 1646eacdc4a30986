#include "app/panes/view_list.hpp"

#include <array>

#include "app/panes/banks/banks_view.hpp"
#include "app/panes/caption/caption_view.hpp"
#include "app/panes/console/expectations_view.hpp"
#include "app/panes/console/findings_view.hpp"
#include "app/panes/console/launches_view.hpp"
#include "app/panes/console/output_view.hpp"
#include "app/panes/formula/formula_view.hpp"
#include "app/panes/heat/heat_view.hpp"
#include "app/panes/lanes/lanes_view.hpp"
#include "app/panes/lesson/lesson_view.hpp"
#include "app/panes/lines/lines_view.hpp"
#include "app/panes/memory/memory_view.hpp"
#include "app/panes/multiprocessor/multiprocessor_view.hpp"
#include "app/panes/since_save/since_save_view.hpp"
#include "app/panes/source/source_view.hpp"
#include "app/panes/timeline/timeline_view.hpp"
#include "app/panes/timing/timing_view.hpp"
#include "app/panes/totals/totals_view.hpp"
#include "app/stage/stage_view.hpp"

namespace warpscope {
namespace {

struct Entry {
  ViewInfo info;
  std::unique_ptr<View> (*make)();
};

template <class V>
constexpr Entry entry{V::info, []() -> std::unique_ptr<View> { return std::make_unique<V>(); }};

// clang-format off
/// THE list of views, in the order in which they are offered. If several share a place, the first
/// is in front until another one is called.
constexpr std::array list{
    entry<SourceView>,
    entry<StageView>,
    entry<BanksView>,
    entry<LanesView>,
    entry<MemoryView>,
    entry<TotalsView>,
    entry<LinesView>,
    entry<TimelineView>,
    entry<CaptionView>,
    entry<LessonView>,
    entry<HeatView>,
    entry<TimingView>,
    entry<MultiprocessorView>,
    entry<FormulaView>,
    entry<OutputView>,
    entry<FindingsView>,
    entry<LaunchesView>,
    entry<ExpectationsView>,
    entry<SinceSaveView>,
};
// clang-format on

const std::vector<ViewInfo>& infos() {
  static const std::vector<ViewInfo> all = [] {
    std::vector<ViewInfo> of_list;
    for (const Entry& view : list) of_list.push_back(view.info);
    return of_list;
  }();
  return all;
}

}  // namespace

const ViewLists& view_lists() {
  static const ViewLists lists{infos(), stage_infos()};
  return lists;
}

std::vector<std::unique_ptr<View>> make_views() {
  std::vector<std::unique_ptr<View>> views;
  for (const Entry& each : list) views.push_back(each.make());
  return views;
}

std::unique_ptr<View> make_view(std::string_view id) {
  for (const Entry& each : list) {
    if (each.info.id == id) return each.make();
  }
  return nullptr;
}

std::vector<std::string_view> views_of(Slot slot) {
  std::vector<std::string_view> ids;
  for (const ViewInfo& info : infos()) {
    if (info.slot == slot) ids.push_back(info.id);
  }
  return ids;
}

const std::vector<std::string_view>& view_ids() {
  static const std::vector<std::string_view> ids = [] {
    std::vector<std::string_view> all;
    for (const ViewInfo& info : infos()) all.push_back(info.id);
    return all;
  }();
  return ids;
}

}  // namespace warpscope
