#include "app/subject/block_choices.hpp"

#include <algorithm>

namespace warpscope {

FindingsOfBlocks findings_of_blocks(const Trace& trace, std::uint32_t launch) {
  FindingsOfBlocks found;
  for (const Finding& finding : trace.findings) {
    if (finding.step >= trace.steps.size() || trace.steps[finding.step].launch != launch) continue;
    if (!is_fault(finding)) continue;
    ++found[finding.block < 0 ? trace.launches[launch].traced_block : finding.block];
  }
  return found;
}

FindingsOfBlocks findings_of_blocks(const ProgramOutcome& outcome, int launch) {
  FindingsOfBlocks found;
  const auto made = std::ranges::find(outcome.launches, launch, &ProgramLaunch::number);
  if (made == outcome.launches.end()) return found;
  const Dim3& grid = made->grid;
  for (const ProgramFinding& finding : outcome.findings) {
    if (finding.launch != launch || !is_faulty(finding.kind)) continue;
    const Dim3& block = finding.block;
    ++found[block.x + std::int64_t{grid.x} * (block.y + std::int64_t{grid.y} * block.z)];
  }
  return found;
}

std::vector<BlockChoice> block_choices(std::int64_t count, const FindingsOfBlocks& found,
                                       std::int64_t present, std::size_t most) {
  std::vector<BlockChoice> list;
  for (const auto& [block, findings] : found) {
    if (block < count && list.size() < most) list.push_back({block, findings});
  }
  for (std::int64_t block = 0; block < count && list.size() < most; ++block) {
    if (!found.contains(block)) list.push_back({block, 0});
  }
  if (present < count && !list.empty() &&
      std::ranges::count(list, present, &BlockChoice::block) == 0) {
    const auto known = found.find(present);
    list.back() = {present, known == found.end() ? 0 : known->second};
  }
  return list;
}

}  // namespace warpscope
