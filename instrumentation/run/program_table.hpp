#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/catalogue.hpp"
#include "kernels/problem.hpp"
#include "kernels/reduce/reduction.hpp"
#include "kernels/scan/block_scan.hpp"

namespace warpscope {

/// A run in numbers, independent of the element type (ints are exact in double).
struct Setup {
  std::vector<double> input;  ///< repeated until it fills `size` elements
  std::int64_t size = 0;
  int grid = 1;
  int block = 1;
};

struct Outcome {
  std::vector<double> output;
  std::string mismatch;     ///< empty: equals the reference
  std::uint64_t bytes = 0;  ///< that must cross the memory bus
};

/// One kernel for one element type and operator on one machine.
template <class Machine>
struct Program {
  std::string_view id;
  std::string_view type;  ///< "int", "float"
  std::string_view op;    ///< "add", "min", "max"
  Outcome (*run)(Machine& machine, const Setup& setup, bool check);
};

template <class T>
inline constexpr std::string_view type_name;
template <>
inline constexpr std::string_view type_name<int> = "int";
template <>
inline constexpr std::string_view type_name<float> = "float";
/// Empty where every value lies within its tolerance, else a sentence about the first that does
/// not.
[[nodiscard]] std::string first_mismatch(const std::vector<double>& output,
                                         const Reference& reference);

template <class HostProgram, class T, class Machine>
Outcome run_program(Machine& machine, const Setup& setup, bool check) {
  Problem<T> problem{{setup.input.begin(), setup.input.end()}, setup.size, setup.grid, setup.block};
  const std::vector<T> output = HostProgram::run(machine, problem);
  Outcome outcome{{output.begin(), output.end()}, {}, HostProgram::bytes(problem)};
  if (check) outcome.mismatch = first_mismatch(outcome.output, HostProgram::reference(problem));
  return outcome;
}

template <class T, template <class> class Op, class Machine, class... Kernels>
void add_reductions(std::vector<Program<Machine>>& table, std::string_view op,
                    KernelList<Kernels...>) {
  (table.push_back(
       {Kernels::info.id, type_name<T>, op, run_program<Reduction<Kernels, T, Op>, T, Machine>}),
   ...);
}

template <class T, class Machine, class... Kernels>
void add_scans(std::vector<Program<Machine>>& table, KernelList<Kernels...>) {
  (table.push_back(
       {Kernels::info.id, type_name<T>, "add", run_program<BlockScan<Kernels, T>, T, Machine>}),
   ...);
}

/// Every program for one element type: instantiated once per machine and type, each in a file of
/// its own, because that is what compiles for long.
template <class Machine, class T>
[[nodiscard]] std::vector<Program<Machine>> make_programs() {
  std::vector<Program<Machine>> table;
  add_reductions<T, Add>(table, "add", Reductions{});
  add_reductions<T, Min>(table, "min", Reductions{});
  add_reductions<T, Max>(table, "max", Reductions{});
  add_scans<T>(table, Scans{});
  return table;
}

}  // namespace warpscope
