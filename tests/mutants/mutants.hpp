#pragma once

// Kernels of the catalogue without one barrier, or without the waits of the warps: both the
// emulator and compute-sanitizer's racecheck must notice each of them.

#include <array>
#include <string_view>

#include "kernels/fft/family.hpp"
#include "kernels/histogram/family.hpp"
#include "kernels/matrix/family.hpp"
#include "kernels/program.hpp"
#include "kernels/reduce/family.hpp"
#include "kernels/scan/family.hpp"
#include "kernels/solver/family.hpp"
#include "kernels/sort/family.hpp"
#include "kernels/sparse/family.hpp"
#include "tests/mutants/mutant_machine.hpp"

namespace warpscope::mutants {

constexpr bool equal(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

// Types of their own: nvcc takes no strings in the arguments of a kernel's template.
struct NothingDropped {
  static constexpr bool sync(const char*) { return false; }
  static constexpr bool syncwarp() { return false; }
};
struct NoLoad : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "load"); }
};
struct NoCombine : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "combine"); }
};
struct NoJoin : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "join"); }
};
struct NoUp : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "up"); }
};
struct NoMerge : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "merge"); }
};
struct NoDown : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "down"); }
};
struct NoHalfClean : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "half clean"); }
};
struct NoClear : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "clear"); }
};
struct NoWait : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "wait"); }
};
struct NoMultiply : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "multiply"); }
};
struct NoReduce : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "reduce"); }
};
struct NoSubstitute : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "substitute"); }
};
struct NoScan : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "scan"); }
};
struct NoCount : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "count"); }
};
struct NoScale : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "scale"); }
};
struct NoSums : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "sums"); }
};
struct NoLevel : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "level"); }
};
struct NoPermute : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "permute"); }
};
struct NoButterflies : NothingDropped {
  static constexpr bool sync(const char* name) { return equal(name, "butterflies"); }
};
struct NoSyncwarp : NothingDropped {
  static constexpr bool syncwarp() { return true; }
};

/// A mutant's host program on one machine.
template <class Machine>
struct MutantProgram {
  std::string_view id;       ///< of the kernel that was changed
  std::string_view dropped;  ///< "sync combine", "syncwarp"
  Outcome (*run)(Machine& machine, const Setup& setup);
};

template <class HostProgram, class T, class Drop, class Machine>
Outcome run_mutant(Machine& machine, const Setup& setup) {
  MutantMachine<Machine, Drop> mutant(machine);
  return run_program<HostProgram, T>(mutant, setup, false);
}

template <class Machine>
constexpr auto all_mutants() {
  using Entry = MutantProgram<Machine>;
  return std::array{
      Entry{"reduce_divergent", "sync combine",
            run_mutant<Reduction<ReduceDivergent, int, Add>, int, NoCombine, Machine>},
      Entry{"reduce_strided", "sync load",
            run_mutant<Reduction<ReduceStrided, int, Add>, int, NoLoad, Machine>},
      Entry{"reduce_strided", "sync combine",
            run_mutant<Reduction<ReduceStrided, int, Add>, int, NoCombine, Machine>},
      Entry{"reduce_sequential", "sync combine",
            run_mutant<Reduction<ReduceSequential, int, Add>, int, NoCombine, Machine>},
      Entry{"reduce_unrolled_syncwarp", "syncwarp",
            run_mutant<Reduction<ReduceUnrolledSyncwarp, int, Add>, int, NoSyncwarp, Machine>},
      Entry{"reduce_shuffle", "sync join",
            run_mutant<Reduction<ReduceShuffle, int, Add>, int, NoJoin, Machine>},
      Entry{"reduce_to_one", "sync join",
            run_mutant<ReductionToOne<int, Add>, int, NoJoin, Machine>},
      Entry{"reduce_last_block", "sync join",
            run_mutant<ReductionLastBlock<int, Add>, int, NoJoin, Machine>},
      Entry{"reduce_last_block", "sync count",
            run_mutant<ReductionLastBlock<int, Add>, int, NoCount, Machine>},
      Entry{"scan_hillis_steele", "sync combine",
            run_mutant<BlockScan<ScanHillisSteele, int>, int, NoCombine, Machine>},
      Entry{"scan_reductions", "sync load",
            run_mutant<BlockScan<ScanReductions, int>, int, NoLoad, Machine>},
      Entry{"scan_reductions", "sync combine",
            run_mutant<BlockScan<ScanReductions, int>, int, NoCombine, Machine>},
      Entry{"scan_merging", "sync load",
            run_mutant<BlockScan<ScanMerging, int>, int, NoLoad, Machine>},
      Entry{"scan_merging", "sync merge",
            run_mutant<BlockScan<ScanMerging, int>, int, NoMerge, Machine>},
      Entry{"scan_segmented", "sync load", run_mutant<SegmentedScan<int>, int, NoLoad, Machine>},
      Entry{"scan_segmented", "sync combine",
            run_mutant<SegmentedScan<int>, int, NoCombine, Machine>},
      Entry{"compact", "sync up", run_mutant<Compaction<int>, int, NoUp, Machine>},
      Entry{"scan_blelloch", "sync load",
            run_mutant<BlockScan<ScanBlelloch, int>, int, NoLoad, Machine>},
      Entry{"scan_blelloch", "sync up",
            run_mutant<BlockScan<ScanBlelloch, int>, int, NoUp, Machine>},
      Entry{"scan_padded32", "sync down",
            run_mutant<BlockScan<ScanPadded32, int>, int, NoDown, Machine>},
      Entry{"scan_warp_shuffle", "sync sums",
            run_mutant<BlockScan<ScanWarpShuffle, int>, int, NoSums, Machine>},
      Entry{"scan_lookback", "sync sums", run_mutant<LookbackScan<int>, int, NoSums, Machine>},
      Entry{"scan_block_sums", "sync up", run_mutant<LargeScan<int>, int, NoUp, Machine>},
      Entry{"histogram_shared_atomic", "sync clear",
            run_mutant<SharedAtomicHistogram<2>, std::uint8_t, NoClear, Machine>},
      Entry{"histogram_shared_atomic", "sync wait",
            run_mutant<SharedAtomicHistogram<2>, std::uint8_t, NoWait, Machine>},
      Entry{"histogram64_permuted32", "sync wait",
            run_mutant<ByteCounterHistogram<Histogram64Permuted32>, std::uint8_t, NoWait, Machine>},
      Entry{"histogram256_tagged", "syncwarp",
            run_mutant<TaggedHistogram, std::uint8_t, NoSyncwarp, Machine>},
      Entry{"bitonic_shared", "sync half clean",
            run_mutant<NetworkSort<BitonicShared>, int, NoHalfClean, Machine>},
      Entry{"radix_split", "sync scan", run_mutant<RadixSort, int, NoScan, Machine>},
      Entry{"matmul_tiled", "sync load", run_mutant<Product<MatmulTiled>, float, NoLoad, Machine>},
      Entry{"matmul_tiled", "sync multiply",
            run_mutant<Product<MatmulTiled>, float, NoMultiply, Machine>},
      Entry{"transpose_padded", "sync load",
            run_mutant<Transposition<TransposePadded>, int, NoLoad, Machine>},
      Entry{"cyclic_reduction", "sync reduce",
            run_mutant<TridiagonalSolver<CyclicReduction>, float, NoReduce, Machine>},
      Entry{"cyclic_reduction", "sync substitute",
            run_mutant<TridiagonalSolver<CyclicReduction>, float, NoSubstitute, Machine>},
      Entry{"parallel_cyclic_reduction", "sync reduce",
            run_mutant<TridiagonalSolver<ParallelCyclicReduction>, float, NoReduce, Machine>},
      Entry{"power_method", "sync load", run_mutant<PowerSolver, float, NoLoad, Machine>},
      Entry{"power_method", "sync combine", run_mutant<PowerSolver, float, NoCombine, Machine>},
      Entry{"power_method", "sync scale", run_mutant<PowerSolver, float, NoScale, Machine>},
      Entry{"sptrsv_levels", "sync level", run_mutant<TriangularSolver, float, NoLevel, Machine>},
      Entry{"fft_stockham", "sync butterflies",
            run_mutant<Transform<FftStockham>, float, NoButterflies, Machine>},
      Entry{"fft_bit_reversed", "sync permute",
            run_mutant<Transform<FftBitReversed>, float, NoPermute, Machine>},
      Entry{"fft_padded", "sync butterflies",
            run_mutant<Transform<FftPadded>, float, NoButterflies, Machine>},
      Entry{"fft_radix4", "sync butterflies",
            run_mutant<Transform<FftRadix4>, float, NoButterflies, Machine>},
      Entry{"poisson_fft", "sync butterflies",
            run_mutant<PoissonSolver, float, NoButterflies, Machine>}};
}

}  // namespace warpscope::mutants
