#include <array>

#include "app/views/banks_view.hpp"
#include "app/views/caption_view.hpp"
#include "app/views/lanes_view.hpp"
#include "app/views/memory_view.hpp"
#include "app/views/source_view.hpp"
#include "app/views/stage_view.hpp"
#include "app/views/timeline_view.hpp"
#include "app/views/totals_view.hpp"

namespace warpscope {
namespace {

struct Entry {
  std::string_view id;
  std::unique_ptr<View> (*make)();
};

template <class V>
std::unique_ptr<View> make() {
  return std::make_unique<V>();
}

constexpr std::array list{
    Entry{"source", make<SourceView>},     Entry{"stage", make<StageView>},
    Entry{"banks", make<BanksView>},       Entry{"lanes", make<LanesView>},
    Entry{"memory", make<MemoryView>},     Entry{"totals", make<TotalsView>},
    Entry{"timeline", make<TimelineView>}, Entry{"caption", make<CaptionView>},
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

const std::vector<std::string_view>& view_ids() {
  static const std::vector<std::string_view> ids = [] {
    std::vector<std::string_view> all;
    for (const Entry& entry : list) all.push_back(entry.id);
    return all;
  }();
  return ids;
}

}  // namespace warpscope
