#pragma once

#include "kernels/program.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/scan_blelloch.cuh"
#include "kernels/scan/scan_hillis_steele.cuh"
#include "kernels/scan/scan_padded16.cuh"
#include "kernels/scan/scan_padded16_twice.cuh"
#include "kernels/scan/scan_padded32.cuh"

namespace warpscope {

using Scans =
    KernelList<ScanHillisSteele, ScanBlelloch, ScanPadded16, ScanPadded16Twice, ScanPadded32>;

template <class T, class Machine, class... Kernels>
void add_block_scans(ProgramTable<Machine>& table, std::string_view type, KernelList<Kernels...>) {
  (add_program<BlockScan<Kernels, T>, T>(table, Kernels::info.id, {{"type", type}, {"op", "add"}}),
   ...);
}

template <class Machine>
void add_scan_programs(ProgramTable<Machine>& table) {
  add_block_scans<int>(table, "int", Scans{});
  add_block_scans<float>(table, "float", Scans{});
}

}  // namespace warpscope
