#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A cell's last read and last version at one moment. Numbers are one too high; 0 means never.
struct CellState {
  std::uint32_t read = 0;  ///< the access that last read it, + 1
  std::uint32_t node = 0;  ///< the version that was last written to it, + 1
  [[nodiscard]] bool touched() const { return read != 0 || node != 0; }
};

/// All cells at one moment, by slot.
struct CellMoment {
  std::uint32_t moment = 0;  ///< accesses that have happened
  std::uint32_t node = 0;    ///< first version that has not
  std::vector<CellState> cells;
};

/// The part that all histories of a trace share: a slot for every cell that is ever touched, the
/// versions of each, and key frames. Made in time linear in the trace.
class CellVersions {
 public:
  static constexpr std::uint32_t no_slot = 0xffffffffU;

  CellVersions(const Trace& trace, const Dataflow& flow);

  /// no_slot if the trace never touches the cell.
  [[nodiscard]] std::uint32_t slot(int array, std::int64_t index) const;
  /// The version, + 1, that follows `last`, + 1, in a slot; 0 if none does.
  [[nodiscard]] std::uint32_t next(std::uint32_t slot, std::uint32_t last) const;
  /// The last key frame at or before a moment.
  [[nodiscard]] const CellMoment& frame_before(std::uint32_t count) const;
  /// Goes forward to the moment after the trace's first `count` accesses.
  void play(const Trace& trace, const Dataflow& flow, std::uint32_t count, CellMoment& now) const;

 private:
  static constexpr int page_bits = 6;
  struct Pages {
    std::int64_t first = 0;            // number of the first page
    std::vector<std::uint32_t> slots;  // where each page's cells begin; no_slot: never touched
    bool sparse = false;               // few touches, far apart: pages are in the map instead
    std::unordered_map<std::int64_t, std::uint32_t> far;
  };
  void find_pages(const Trace& trace, const Dataflow& flow);
  void give_slots(const Trace& trace, const Dataflow& flow);
  [[nodiscard]] static std::uint32_t page(const Pages& pages, std::int64_t number);
  void link_versions(const Dataflow& flow);
  void make_key_frames(const Trace& trace, const Dataflow& flow);

  std::vector<Pages> pages_;  // per array
  std::uint32_t slots_ = 0;
  std::vector<std::uint32_t> first_version_;  // per slot: node + 1
  std::vector<std::uint32_t> next_version_;   // per node: node + 1
  std::vector<CellMoment> frames_;
};

}  // namespace warpscope
