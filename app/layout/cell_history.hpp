#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What a cell went through until one moment. Numbers are one too high, 0 says: never.
struct CellState {
  std::uint32_t read = 0;  ///< the access that last read it, + 1
  std::uint32_t node = 0;  ///< the version that was last written to it, + 1
  [[nodiscard]] bool touched() const { return read != 0 || node != 0; }
};

/// The last read and the last version of every cell that a trace touches, in memory of every space,
/// at any moment. A step forward costs what the access touches; a jump at most a part of the trace.
class CellHistory {
 public:
  CellHistory() = default;
  /// Both must outlive it.
  CellHistory(const Trace& trace, const Dataflow& flow);

  /// Moves to the moment after the trace's first `count` accesses.
  void seek(std::uint32_t count);
  [[nodiscard]] std::uint32_t moment() const { return moment_; }
  /// What the launch of the last access saw: shared memory and registers of earlier launches are
  /// gone.
  [[nodiscard]] CellState at(int array, std::int64_t index) const;
  /// The version that comes after the present one; FlowEdge::no_node where none does.
  [[nodiscard]] std::uint32_t next(int array, std::int64_t index) const;
  /// The words that the cell is known to hold; none where nothing has been seen of it.
  [[nodiscard]] std::span<const std::uint32_t> value(int array, std::int64_t index) const;

 private:
  static constexpr int page_bits = 6;
  static constexpr std::uint32_t no_slot = 0xffffffffU;
  struct Pages {
    std::int64_t first = 0;            // number of the first page
    std::vector<std::uint32_t> slots;  // where each page's cells begin; no_slot: never touched
    bool sparse = false;               // few touches, far apart: pages are in the map instead
    std::unordered_map<std::int64_t, std::uint32_t> far;
  };
  struct KeyFrame {
    std::uint32_t moment = 0;
    std::uint32_t node = 0;  // first that is not played
    std::vector<CellState> cells;
  };

  void find_pages();
  void give_slots();
  [[nodiscard]] static std::uint32_t page(const Pages& pages, std::int64_t number);
  void link_versions();
  void make_key_frames();
  void play(std::uint32_t count);
  [[nodiscard]] std::uint32_t slot(int array, std::int64_t index) const;
  [[nodiscard]] bool gone(int array, std::uint32_t access) const;

  const Trace* trace_ = nullptr;
  const Dataflow* flow_ = nullptr;
  std::vector<Pages> pages_;  // per array
  std::vector<CellState> cells_;
  std::vector<std::uint32_t> first_version_;  // per slot: node + 1
  std::vector<std::uint32_t> next_version_;   // per node: node + 1
  std::vector<KeyFrame> frames_;
  std::uint32_t moment_ = 0;
  std::uint32_t next_node_ = 0;  // first that is not played
};

}  // namespace warpscope
