#pragma once

#include "kernels/program.hpp"

namespace warpscope {

template <class... Families>
struct FamilyList {};

/// THE list of families, in the order in which they are offered, a line each. The struct stands in
/// kernels/FOLDER/family.hpp: GraphSearchFamily in kernels/graph_search. CMake reads these lines, too,
/// and writes a source for each family and machine (instrumentation/programs.cmake).
// clang-format off
using Families = FamilyList<
    struct ReduceFamily,
    struct ScanFamily,
    struct HistogramFamily,
    struct SortFamily,
    struct MatrixFamily,
    struct MemoryFamily,
    struct SolverFamily,
    struct SparseFamily,
    struct FftFamily,
    struct RandomFamily>;
// clang-format on

// A family is a struct with
//   static constexpr Family info       its name, its folder and its title
//   using Kernels = KernelList<…>      in the order in which they are offered
//   template <class Machine> static void add_programs(ProgramTable<Machine>&)
// Who does its tasks, too, stands in kernels/FOLDER/rivals.hpp: see kernels/rival.hpp.

/// F::add_programs. Instantiated once per family and machine, each in a generated source of its own,
/// because that is what compiles for long; family_programs.hpp defines it.
template <class F, class Machine>
void add_family_programs(ProgramTable<Machine>& table);

/// Every program of a machine.
template <class Machine>
[[nodiscard]] ProgramTable<Machine> all_programs() {
  ProgramTable<Machine> table;
  [&]<class... F>(FamilyList<F...>) { (add_family_programs<F>(table), ...); }(Families{});
  return table;
}

}  // namespace warpscope
