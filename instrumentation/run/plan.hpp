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
  std::map<std::string, std::string> parameters{};  ///< every one that the kernel has
};

/// A list as the catalogue writes it, "int float", word by word.
[[nodiscard]] std::vector<std::string> words_of(std::string_view list);

[[nodiscard]] Result<Plan> make_plan(const RunRequest& request);

/// Fails where one of them is no parameter of the kernel, whatever its value.
[[nodiscard]] Status check_parameter_names(const KernelInfo& kernel,
                                           const std::map<std::string, std::string>& parameters);

/// Blocks that a kernel takes, rising.
[[nodiscard]] std::vector<int> legal_blocks(const KernelInfo& kernel);
/// Elements that one block works on, its parameters taken into account; for matrices the side of
/// the tile that it works on.
[[nodiscard]] std::int64_t tile_of(const KernelInfo& kernel, int block,
                                   const std::map<std::string, std::string>& parameters);
/// Numbers that the input of a problem of this size has.
[[nodiscard]] std::int64_t input_count(const KernelInfo& kernel, std::int64_t size);
/// "int", "float": what the kernel's elements are.
[[nodiscard]] std::string element_type(const KernelInfo& kernel,
                                       const std::map<std::string, std::string>& parameters);

/// The numbers of a request's input; long generated ones are a part that is to be repeated. What
/// random numbers are is said by the kernel's range; floats have one decimal, so that sums are not
/// exact.
[[nodiscard]] Result<std::vector<double>> make_input(const InputSpec& spec, const Plan& plan);

/// Makes findings of what the host program says of its result.
void add_remarks(TraceBuilder& builder, const Outcome& outcome);

/// What a machine is given.
[[nodiscard]] Result<Setup> make_setup(const InputSpec& spec, const Plan& plan);

}  // namespace warpscope
