#pragma once

#include <span>
#include <string_view>

#include "kernels/kernel_info.hpp"
#include "kernels/program.hpp"

namespace warpscope {

/// THE list: every kernel that Warpscope knows, family by family, in the order in which it is
/// offered. Each family's own list is in kernels/FOLDER/family.hpp.
[[nodiscard]] std::span<const KernelInfo* const> catalogue();
/// nullptr: there is none.
[[nodiscard]] const KernelInfo* kernel_of(std::string_view id);

// Defined in the families' headers. Instantiated once per family and machine, each in a generated
// file of its own (instrumentation/programs.cmake), because that is what compiles for long.
template <class Machine>
void add_reduce_programs(ProgramTable<Machine>& table);
template <class Machine>
void add_scan_programs(ProgramTable<Machine>& table);
template <class Machine>
void add_histogram_programs(ProgramTable<Machine>& table);
template <class Machine>
void add_sort_programs(ProgramTable<Machine>& table);
template <class Machine>
void add_matrix_programs(ProgramTable<Machine>& table);
template <class Machine>
void add_memory_programs(ProgramTable<Machine>& table);
template <class Machine>
void add_solver_programs(ProgramTable<Machine>& table);

/// Every program of a machine.
template <class Machine>
[[nodiscard]] ProgramTable<Machine> all_programs() {
  ProgramTable<Machine> table;
  add_reduce_programs(table);
  add_scan_programs(table);
  add_histogram_programs(table);
  add_sort_programs(table);
  add_matrix_programs(table);
  add_memory_programs(table);
  add_solver_programs(table);
  return table;
}

}  // namespace warpscope
