#include <algorithm>
#include <bit>
#include <set>

#include "app/panes/banks/bank_picture.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

std::int64_t BankScene::element(std::uint32_t address) const {
  // A word may begin before an array of bytes does.
  return std::max<std::int64_t>(std::int64_t{address} - base, 0) / cell_bytes();
}

std::string BankScene::cell(std::int64_t element) const {
  return array + '[' + std::to_string(element) + ']';
}

std::string lane_text(const BankScene& scene, const BanksLayout& layout, int lane) {
  const int thread = scene.warp * warp_lanes + lane;
  if (!has_lane(scene.request.mask, lane)) {
    return tr("lane {0}, thread {1}: inactive", lane, thread);
  }
  const std::uint32_t address = scene.request.address[static_cast<std::size_t>(lane)];
  // Below the array there is no such element, and yet an address.
  const std::int64_t index = static_cast<std::int32_t>(address - scene.base) / scene.cell_bytes();
  std::string text = tr("lane {0}, thread {1}", lane, thread) + "\n" +
                     tr("{0}, byte address {1}", scene.cell(index), address) + "\n";
  if (scene.columns > 0 && index >= 0) {
    text += tr("row {0}, column {1}", index / scene.columns, index % scene.columns) + "\n";
  }
  for (const BankCell& cell : layout.cells) {
    if (!has_lane(cell.lanes, lane)) continue;
    text += tr("bank {0}, wavefront {1}", cell.bank, cell.pass + 1) + "\n";
    break;
  }
  if (scene.value) return text + tr("value {}", scene.value(lane));
  text.pop_back();
  return text;
}

std::string word_text(const BankScene& scene, const BanksLayout& layout, const BankCell& cell) {
  std::string text = scene.cell(scene.element(cell.address));
  if (scene.cell_bytes() < 4) text += " … " + scene.cell(scene.element(cell.address + 3));
  // Translators: {0} is an element, as C++ names it, or two.
  text = tr("{0}, byte address {1}, bank {2}", text, cell.address, cell.bank) + "\n";
  const std::string lanes = lanes_text(cell.lanes);
  const bool several = std::popcount(cell.lanes) > 1;
  // Translators: the field are lanes: "lanes 0 … 15".
  text += scene.request.store ? tr("written by {}", lanes)
          : several           ? tr("read by {}: one word for all of them", lanes)
                              : tr("read by {}", lanes);
  return text + "\n" + tr("wavefront {0} of {1}", cell.pass + 1, layout.passes);
}

std::string bank_text(const BanksLayout& layout, int bank) {
  const auto served = std::ranges::count(layout.cells, bank, &BankCell::bank);
  std::set<std::uint32_t> words;
  for (const BankCell& cell : layout.cells) {
    if (cell.bank == bank) words.insert(cell.address);
  }
  if (served == 0) return tr("bank {}: not wanted", bank);
  const auto count = static_cast<std::int64_t>(words.size());
  const std::string number = count_text(count);
  if (served == count) {
    return tr_n("bank {2}: {1} word wanted, one a wavefront",
                "bank {2}: {1} words wanted, one a wavefront", count, number, bank);
  }
  // Translators: {3} says in how many: "4 wavefronts".
  return tr_n(
      "bank {2}: {1} word wanted, served in {3}:\nlanes of one word wait for one another here",
      "bank {2}: {1} words wanted, served in {3}:\nlanes of one word wait for one another here",
      count, number, bank, cost_text(Space::shared, static_cast<std::uint64_t>(served)));
}

std::string wavefront_text(const BanksLayout& layout, int pass) {
  std::uint32_t lanes = 0;
  for (const BankCell& cell : layout.cells) {
    if (cell.pass == pass) lanes |= cell.lanes;
  }
  return tr("wavefront {0} of {1} serves {2}", pass + 1, layout.passes, lanes_text(lanes));
}

}  // namespace warpscope
