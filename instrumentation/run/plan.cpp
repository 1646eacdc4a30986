#include "instrumentation/run/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "instrumentation/emulator/block_emulator.hpp"
#include "instrumentation/run/cases.hpp"
#include "instrumentation/run/nearest.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

namespace {

Error usage(std::string message) { return {ErrorKind::usage, std::move(message)}; }

Result<int> choose_block(const KernelInfo& kernel, const RunRequest& request, std::int64_t size) {
  const auto allowed = [&] {
    return fmt::format("{} needs a power of two of threads from {} to {}", kernel.id,
                       kernel.min_block, kernel.max_block);
  };
  if (request.block) {
    const int block = *request.block;
    if (block < kernel.min_block || block > kernel.max_block ||
        !std::has_single_bit(static_cast<unsigned>(block))) {
      return usage(fmt::format("A block of {} threads is not possible: {}.", block, allowed()));
    }
    return block;
  }
  // Small problems shrink the default block until it divides them.
  int block = kernel.default_block;
  while (
      block > kernel.min_block &&
      (size < std::int64_t{block} * kernel.elements_per_thread ||
       (kernel.max_grid == 0 && size % (std::int64_t{block} * kernel.elements_per_thread) != 0))) {
    block /= 2;
  }
  return block;
}

Error illegal_size(const KernelInfo& kernel, std::int64_t size, std::int64_t unit, int block) {
  const std::int64_t below = size / unit * unit;
  const std::string nearest =
      below >= unit ? fmt::format("{} or {}", below, below + unit) : fmt::format("{}", unit);
  return usage(fmt::format(
      "{} cannot work on {} elements: with blocks of {} threads and {} element{} each it needs a "
      "multiple of {}. Try {}, or another --block.",
      kernel.id, size, block, kernel.elements_per_thread,
      kernel.elements_per_thread == 1 ? "" : "s", unit, nearest));
}

Result<std::string> choice(const RunRequest& request, const std::string& key,
                           const std::vector<std::string>& allowed) {
  const auto found = request.parameters.find(key);
  if (found == request.parameters.end()) return allowed.front();
  if (std::find(allowed.begin(), allowed.end(), found->second) != allowed.end())
    return found->second;
  return usage(fmt::format("{}={} is not possible: {} takes one of {}.", key, found->second,
                           request.kernel, fmt::join(allowed, ", ")));
}

}  // namespace

Result<const KernelInfo*> find_kernel(std::string_view id) {
  std::vector<std::string> ids;
  for (const KernelInfo* kernel : catalogue()) {
    if (kernel->id == id) return kernel;
    ids.emplace_back(kernel->id);
  }
  return usage(fmt::format("There is no kernel \"{}\". {} warpscope list shows them all.", id,
                           did_you_mean(id, ids)));
}

Result<Plan> make_plan(const RunRequest& request) {
  const auto found = find_kernel(request.kernel);
  if (!found) return found.error();
  const KernelInfo& kernel = *found.value();
  const std::int64_t size = request.size.value_or(kernel.default_size);
  if (size <= 0) {
    return usage(fmt::format("A size of {} is not possible: {} needs at least {} element{}.", size,
                             kernel.id, kernel.min_block * kernel.elements_per_thread,
                             kernel.min_block * kernel.elements_per_thread == 1 ? "" : "s"));
  }
  const std::int64_t cap = request.machine == MachineKind::emulator ? emulator_size_cap : size_cap;
  if (size > cap) {
    return usage(fmt::format("A size of {} is more than {} elements, the most that {} takes.", size,
                             cap,
                             request.machine == MachineKind::emulator ? "the emulator" : "a run"));
  }
  const auto legal = legal_parameters(kernel);
  for (const auto& [key, value] : request.parameters) {
    if (!legal.contains(key)) {
      return usage(fmt::format("{} has no parameter \"{}\": it has type and op.", kernel.id, key));
    }
  }
  const auto block = choose_block(kernel, request, size);
  if (!block) return block.error();

  const std::int64_t per_block = std::int64_t{block.value()} * kernel.elements_per_thread;
  const std::int64_t unit = kernel.max_grid > 0 ? kernel.elements_per_thread : per_block;
  if (size % unit != 0 || size < per_block) {
    return illegal_size(kernel, size, size < per_block ? per_block : unit, block.value());
  }
  Plan plan{.kernel = &kernel, .size = size, .block = block.value()};
  const std::int64_t blocks = size / per_block;
  plan.grid = static_cast<int>(kernel.max_grid > 0 ? std::min<std::int64_t>(blocks, kernel.max_grid)
                                                   : blocks);
  if (request.traced_block < 0 || request.traced_block >= plan.grid) {
    return usage(fmt::format("Block {} cannot be traced: this launch has blocks 0 to {}.",
                             request.traced_block, plan.grid - 1));
  }
  for (const auto& [name, values] : legal) {
    auto value = choice(request, name, values);
    if (!value) return value.error();
    (name == "type" ? plan.type : plan.op) = value.value();
  }
  return plan;
}

Result<RunRequest> complete(const RunRequest& request) {
  const auto plan = make_plan(request);
  if (!plan) return plan.error();
  RunRequest full = request;
  full.size = plan->size;
  full.block = plan->block;
  full.parameters = {{"type", plan->type}, {"op", plan->op}};
  return full;
}

}  // namespace warpscope
