#include "app/subject/fitting_stage.hpp"

#include <algorithm>
#include <set>

#include "app/subject/fault_story.hpp"

namespace warpscope {

std::string_view fitting_stage(const Trace& trace, std::uint32_t launch) {
  constexpr std::size_t least_rounds = 3;
  if (launch >= trace.launches.size()) return "grid";
  if (tells_faults(trace) && std::ranges::any_of(trace.findings, is_fault)) return "fault";
  const Launch& chosen = trace.launches[launch];
  std::uint64_t accesses = 0, atomics = 0;
  std::set<std::uint32_t> rounds;  // steps that touch shared memory which is no matrix
  bool matrix = false;             // or what is as one: rows of lanes in local memory
  for (std::uint32_t s = 0; s < chosen.step_count; ++s) {
    const Step& step = trace.steps[chosen.first_step + s];
    for (std::uint32_t k = 0; k < step.access_count; ++k) {
      const Access& access = trace.accesses[step.first_access + k];
      const Array& array = trace.arrays[access.array];
      ++accesses;
      atomics += static_cast<std::uint64_t>(is_atomic(access.operation));
      matrix = matrix || array.space == Space::local;
      if (array.space != Space::shared) continue;
      matrix = matrix || array.columns > 0;
      rounds.insert(chosen.first_step + s);
    }
  }
  constexpr std::uint64_t share = 5;  // an atomic at the end of a reduction makes no bins
  if (share * atomics > accesses) return "bins";
  return !matrix && rounds.size() >= least_rounds ? "tree" : "grid";
}

bool stage_suits(std::string_view id, const Trace& trace, const Dataflow& flow) {
  constexpr std::size_t looked_at = 512;
  constexpr std::uint32_t most_sources = 8;  // of a butterfly of four complex numbers
  if (id == "fault") return tells_faults(trace);
  if (id != "network") return true;
  std::size_t sources = 0, of_few = 0;
  const std::size_t every = flow.nodes.size() / looked_at + 1;
  for (std::size_t n = 0; n < flow.nodes.size(); n += every) {
    const std::size_t edges = flow.nodes[n].edge_count;
    sources += edges;
    if (edges <= most_sources) of_few += edges;
  }
  return 2 * of_few >= sources;
}

}  // namespace warpscope
