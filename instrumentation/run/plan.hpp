#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/trace_builder.hpp"
#include "kernels/program.hpp"

namespace warpscope {

/// A legal request in launch terms.
struct Plan {
  const KernelInfo* kernel = nullptr;
  std::int64_t size = 0;
  int grid = 1;
  int block = 1;
  int traced_block = 0;
  std::map<std::string, std::string> parameters{};  ///< all that the kernel has
};

/// A list as the catalogue writes it, "int float", word by word.
[[nodiscard]] std::vector<std::string> words_of(std::string_view list);

[[nodiscard]] Result<Plan> make_plan(const RunRequest& request);

/// Fails if one of them is no parameter of the kernel, whatever its value.
[[nodiscard]] Status check_parameter_names(const KernelInfo& kernel,
                                           const std::map<std::string, std::string>& parameters);

/// Blocks that a kernel takes, rising.
[[nodiscard]] std::vector<int> legal_blocks(const KernelInfo& kernel);
/// Elements that one block works on with these parameters; for matrices, the side of its tile.
[[nodiscard]] std::int64_t tile_of(const KernelInfo& kernel, int block,
                                   const std::map<std::string, std::string>& parameters);
/// Numbers that the input of a problem of this size has.
[[nodiscard]] std::int64_t input_count(const KernelInfo& kernel, std::int64_t size);
/// The type of the kernel's elements: "int", "float".
[[nodiscard]] std::string element_type(const KernelInfo& kernel,
                                       const std::map<std::string, std::string>& parameters);

/// The numbers of a request's input; of a long generated one, a part that is to be repeated. The
/// kernel's range says which random numbers are drawn; floats have one decimal, so that sums are
/// not exact.
[[nodiscard]] Result<std::vector<double>> make_input(const InputSpec& spec, const Plan& plan);

/// Turns the host program's remarks on its result into findings.
void add_remarks(TraceBuilder& builder, const Outcome& outcome);

/// What a machine is given.
[[nodiscard]] Result<Setup> make_setup(const InputSpec& spec, const Plan& plan);

}  // namespace warpscope
