#pragma once

#include "instrumentation/language/tr_noop.hpp"
#include "kernels/program.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/compact.cuh"
#include "kernels/scan/compaction.hpp"
#include "kernels/scan/large_scan.hpp"
#include "kernels/scan/lookback_scan.hpp"
#include "kernels/scan/scan_blelloch.cuh"
#include "kernels/scan/scan_block_sums.cuh"
#include "kernels/scan/scan_distribute.cuh"
#include "kernels/scan/scan_hillis_steele.cuh"
#include "kernels/scan/scan_lookback.cuh"
#include "kernels/scan/scan_merging.cuh"
#include "kernels/scan/scan_padded16.cuh"
#include "kernels/scan/scan_padded16_twice.cuh"
#include "kernels/scan/scan_padded32.cuh"
#include "kernels/scan/scan_reductions.cuh"
#include "kernels/scan/scan_segmented.cuh"
#include "kernels/scan/scan_warp_shuffle.cuh"
#include "kernels/scan/segmented_scan.hpp"

namespace warpscope {

using BlockScans = KernelList<ScanReductions, ScanHillisSteele, ScanMerging, ScanBlelloch,
                              ScanPadded16, ScanPadded16Twice, ScanPadded32, ScanWarpShuffle>;

template <class T, class Machine, class... Kernels>
void add_block_scans(ProgramTable<Machine>& table, std::string_view type, KernelList<Kernels...>) {
  (add_program<BlockScan<Kernels, T>, T>(table, Kernels::info.id, {{"type", type}, {"op", "add"}}),
   ...);
}

/// Both kernels of it are offered: they differ in what their pages explain.
template <class T, class Machine>
void add_large_scan(ProgramTable<Machine>& table, std::string_view type) {
  for (const std::string_view id : {ScanBlockSums::info.id, ScanDistribute::info.id}) {
    add_program<LargeScan<T>, T>(table, id, {{"type", type}, {"op", "add"}});
  }
}

struct ScanFamily {
  static constexpr Family info{.name = "scan", .folder = "scan", .title = tr_noop("Scan")};
  using Kernels = KernelList<ScanReductions, ScanHillisSteele, ScanMerging, ScanBlelloch,
                             ScanPadded16, ScanPadded16Twice, ScanPadded32, ScanBlockSums,
                             ScanDistribute, ScanWarpShuffle, ScanLookback, ScanSegmented, Compact>;

  template <class Machine>
  static void add_programs(ProgramTable<Machine>& table) {
    add_all<int>(table, "int");
    add_all<float>(table, "float");
  }

 private:
  template <class T, class Machine>
  static void add_all(ProgramTable<Machine>& table, std::string_view type) {
    const Choices add{{"type", type}, {"op", "add"}};
    add_block_scans<T>(table, type, BlockScans{});
    add_large_scan<T>(table, type);
    add_program<LookbackScan<T>, T>(table, ScanLookback::info.id, add);
    add_program<SegmentedScan<T>, T>(table, ScanSegmented::info.id, add);
    add_program<Compaction<T>, T>(table, Compact::info.id, {{"type", type}});
  }
};

}  // namespace warpscope
