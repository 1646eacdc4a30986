#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

// A host program says what the host does for a kernel, once for all machines. It is a class with
//   template <class Machine> static std::vector<Out> run(Machine&, const Problem<T>&);
//   static Sentence mismatch(const Problem<T>&, const std::vector<Out>&);  // empty: right
//   static std::uint64_t bytes(const Problem<T>&);     // that must cross the memory bus
//   static std::uint64_t operations(const Problem<T>&);  // if any: additions and so on that the task
//       needs, however it is done; a multiply-add counts two
//   static std::vector<Sentence> remarks(const Problem<T>&, const std::vector<Out>&);  // if any:
//       why the result may not be trusted; each becomes a finding of the trace
// and asks the machine for
//   upload<T>(name, problem, columns) the input as a read-only array of T, see below for columns
//   upload(name, values, columns)     any other array; columns > 0: a matrix with rows so long
//   constant(name, values)            the same in constant memory, at most 16 KiB in all
//   allocate<T>(name, count, columns) a device array of unknown content
//   clear(array)                      sets it to zero
//   array.read_only()                 the same array for a kernel that only reads it
//   launch(kernel, grid, block, shared_bytes, arguments…)    grid and block: a number or {x, y}
//   download(array)                   its content; empty while a benchmark measures, so that what
//                                     the host does next must not depend on it

/// A run in numbers, independent of the element type (ints are exact in double).
struct Setup {
  std::vector<double> input;  ///< repeated until it fills `count` elements
  std::int64_t count = 0;
  std::int64_t size = 0;
  int grid = 1;
  int block = 1;
  std::map<std::string, std::string> parameters{};
};

struct Outcome {
  std::vector<double> output;
  Sentence mismatch;              ///< empty: equals the reference
  std::uint64_t bytes = 0;        ///< that must cross the memory bus
  std::uint64_t operations = 0;   ///< that the task needs; 0: not counted
  std::vector<Sentence> remarks;  ///< why the result may not be trusted
};

/// Values of parameters that a program is compiled for: {{"type", "int"}, {"op", "add"}}.
using Choices = std::vector<std::pair<std::string_view, std::string_view>>;

/// One kernel on one machine.
template <class Machine>
struct Program {
  std::string_view id;
  Choices choices;
  Outcome (*run)(Machine& machine, const Setup& setup, bool check);
};
template <class Machine>
using ProgramTable = std::vector<Program<Machine>>;

/// The program of a kernel for given parameters; nullptr where there is none.
template <class Machine>
const Program<Machine>* find_program(const ProgramTable<Machine>& table, std::string_view id,
                                     const std::map<std::string, std::string>& parameters) {
  for (const Program<Machine>& program : table) {
    bool fits = program.id == id;
    for (const auto& [name, value] : program.choices) {
      const auto given = parameters.find(std::string(name));
      fits = fits && given != parameters.end() && given->second == value;
    }
    if (fits) return &program;
  }
  return nullptr;
}

template <class HostProgram, class T, class Machine>
Outcome run_program(Machine& machine, const Setup& setup, bool check) {
  Problem<T> problem;
  problem.input.reserve(setup.input.size());
  for (const double value : setup.input) problem.input.push_back(static_cast<T>(value));
  problem.count = setup.count;
  problem.size = setup.size;
  problem.grid = setup.grid;
  problem.block = setup.block;
  problem.parameters = setup.parameters;
  const auto output = HostProgram::run(machine, problem);
  Outcome outcome;
  outcome.output.assign(output.begin(), output.end());
  outcome.bytes = HostProgram::bytes(problem);
  if constexpr (requires { HostProgram::operations(problem); }) {
    outcome.operations = HostProgram::operations(problem);
  }
  if (!check) return outcome;
  // A reference may take longer than the run did.
  if constexpr (requires { machine.check_stop(); }) machine.check_stop();
  outcome.mismatch = HostProgram::mismatch(problem, output);
  if constexpr (requires { HostProgram::remarks(problem, output); }) {
    outcome.remarks = HostProgram::remarks(problem, output);
  }
  return outcome;
}

/// HostProgram takes a Problem<T>.
template <class HostProgram, class T, class Machine>
void add_program(ProgramTable<Machine>& table, std::string_view id, Choices choices = {}) {
  table.push_back({id, std::move(choices), run_program<HostProgram, T, Machine>});
}

/// The kernels of a family, in the order in which they are offered.
template <class... Kernels>
struct KernelList {};

}  // namespace warpscope
