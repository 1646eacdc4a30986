#include <algorithm>
#include <bit>
#include <set>

#include "app/panes/banks/bank_picture.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {

std::int64_t BankScene::element(std::uint32_t address) const {
  // A word may begin before an array of bytes does.
  return std::max<std::int64_t>(std::int64_t{address} - base, 0) / cell_bytes();
}

std::string BankScene::cell(std::int64_t element) const {
  return array + '[' + std::to_string(element) + ']';
}

std::string lane_text(const BankScene& scene, const BanksLayout& layout, int lane) {
  const std::string name =
      "lane " + std::to_string(lane) + ", thread " + std::to_string(scene.warp * warp_lanes + lane);
  if (!has_lane(scene.request.mask, lane)) return name + ": inactive";
  const std::uint32_t address = scene.request.address[static_cast<std::size_t>(lane)];
  // Below the array there is no such element, and yet an address.
  const std::int64_t index = static_cast<std::int32_t>(address - scene.base) / scene.cell_bytes();
  std::string text =
      name + "\n" + scene.cell(index) + ", byte address " + std::to_string(address) + "\n";
  if (scene.columns > 0 && index >= 0) {
    text += "row " + std::to_string(index / scene.columns) + ", column " +
            std::to_string(index % scene.columns) + "\n";
  }
  for (const BankCell& cell : layout.cells) {
    if (!has_lane(cell.lanes, lane)) continue;
    text +=
        "bank " + std::to_string(cell.bank) + ", wavefront " + std::to_string(cell.pass + 1) + "\n";
    break;
  }
  if (scene.value) return text + "value " + scene.value(lane);
  text.pop_back();
  return text;
}

std::string word_text(const BankScene& scene, const BanksLayout& layout, const BankCell& cell) {
  std::string text = scene.cell(scene.element(cell.address));
  if (scene.cell_bytes() < 4) text += " … " + scene.cell(scene.element(cell.address + 3));
  text += ", byte address " + std::to_string(cell.address) + ", bank " + std::to_string(cell.bank) +
          "\n";
  text += (scene.request.store ? "written by " : "read by ") + lanes_text(cell.lanes);
  const bool several = std::popcount(cell.lanes) > 1;
  if (several && !scene.request.store) text += ": one word for all of them";
  return text + "\nwavefront " + std::to_string(cell.pass + 1) + " of " +
         std::to_string(layout.passes);
}

std::string bank_text(const BanksLayout& layout, int bank) {
  const auto served = std::ranges::count(layout.cells, bank, &BankCell::bank);
  std::set<std::uint32_t> words;
  for (const BankCell& cell : layout.cells) {
    if (cell.bank == bank) words.insert(cell.address);
  }
  const std::string name = "bank " + std::to_string(bank);
  if (served == 0) return name + ": not wanted";
  const std::string wanted = name + ": " + counted(words.size(), "word") + " wanted, ";
  if (static_cast<std::size_t>(served) == words.size()) return wanted + "one a wavefront";
  return wanted + "served in " + counted(static_cast<std::uint64_t>(served), "wavefront") +
         ":\nlanes of one word wait for one another here";
}

std::string wavefront_text(const BanksLayout& layout, int pass) {
  std::uint32_t lanes = 0;
  for (const BankCell& cell : layout.cells) {
    if (cell.pass == pass) lanes |= cell.lanes;
  }
  return "wavefront " + std::to_string(pass + 1) + " of " + std::to_string(layout.passes) +
         " serves " + lanes_text(lanes);
}

}  // namespace warpscope
