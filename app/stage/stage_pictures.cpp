#include <algorithm>
#include <array>

#include "app/stage/bins/bins_picture.hpp"
#include "app/stage/fault/fault_picture.hpp"
#include "app/stage/grid/grid_picture.hpp"
#include "app/stage/network/network_picture.hpp"
#include "app/stage/series/series_picture.hpp"
#include "app/stage/tree/tree_picture.hpp"

namespace warpscope {
namespace {

struct StageEntry {
  StageInfo info;
  std::unique_ptr<StagePicture> (*make)();
};

template <class P>
constexpr StageEntry stage_entry{
    P::info, []() -> std::unique_ptr<StagePicture> { return std::make_unique<P>(); }};

// clang-format off
/// THE list of stage pictures; the first is drawn unless another is asked for.
constexpr std::array stage_list{
    stage_entry<TreePicture>,
    stage_entry<NetworkPicture>,
    stage_entry<GridPicture>,
    stage_entry<BinsPicture>,
    stage_entry<SeriesPicture>,
    stage_entry<FaultPicture>,
};
// clang-format on

constexpr auto stage_info_list = [] {
  std::array<StageInfo, stage_list.size()> infos{};
  std::ranges::transform(stage_list, infos.begin(), &StageEntry::info);
  return infos;
}();

}  // namespace

std::span<const StageInfo> stage_infos() { return stage_info_list; }

std::unique_ptr<StagePicture> make_stage_picture(std::string_view id) {
  return stage_list[index_of(stage_infos(), id)].make();
}

}  // namespace warpscope
