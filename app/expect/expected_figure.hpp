#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A figure that expectations may name. The names are those of the JSON (docs/json.md).
struct FigureName {
  enum class Kind : std::uint8_t {
    // Of memory: of `entry`, else of `space`, else of all.
    requests,
    served,  ///< wavefronts or sectors
    ideal,
    excessive,  ///< served above the ideal
    most,       ///< served, of the costliest access
    degree,     ///< of the worst conflict
    // Of launches as a whole.
    barriers,
    cycles,
    launches,
    blocks,
    threads,       ///< of a block; the most of the launches
    shared_bytes,  ///< of a block; the most of the launches
    checked_blocks,
    // Of what is told.
    findings,
    notes,
    // Of the program.
    exit,
  };
  Kind kind = Kind::requests;
  const TotalsEntry* entry = nullptr;
  std::optional<Space> space;
  bool joined = false;  ///< as compiled for a GPU
  bool block = false;   ///< of the recorded block, not of the whole grid

  [[nodiscard]] bool of_memory() const { return kind <= Kind::degree; }
  [[nodiscard]] bool of_findings() const { return kind == Kind::findings || kind == Kind::notes; }
};

/// "excessive", "global_load.sectors", "joined.wavefronts", "block.joined.ideal", "max.wavefronts". Fails with what
/// may have been meant.
[[nodiscard]] Result<FigureName> read_figure_name(std::string_view name);

/// All of them, without "joined." and "block.".
[[nodiscard]] const std::vector<std::string>& all_figure_names();

/// "max(wavefronts)" of "max.wavefronts": as people write it.
[[nodiscard]] std::string shown_figure_name(const std::string& name);

}  // namespace warpscope
