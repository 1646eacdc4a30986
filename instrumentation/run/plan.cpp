#include "instrumentation/run/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/kernel_title.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/what_if.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/parameter_value.hpp"

namespace warpscope {

namespace {

using Parameters = std::map<std::string, std::string>;

std::int64_t square_root(std::int64_t number) {
  return std::llround(std::sqrt(static_cast<double>(number)));
}

bool fits(const KernelInfo& kernel, std::int64_t size, std::int64_t tile) {
  switch (kernel.shape) {
    case Shape::any: return size >= 1;
    case Shape::power_of_two:
      return size >= tile && std::has_single_bit(static_cast<std::uint64_t>(size));
    case Shape::square: return size >= tile && size % tile == 0;
    case Shape::segments: break;
  }
  const std::int64_t unit = kernel.max_grid > 0 ? kernel.elements_per_thread : tile;
  return size >= tile && size % unit == 0;
}

Result<int> choose_block(const KernelInfo& kernel, const RunRequest& request,
                         const Parameters& parameters, std::int64_t size) {
  const std::vector<int> blocks = legal_blocks(kernel);
  if (request.block) {
    if (std::ranges::count(blocks, *request.block) > 0) return *request.block;
    const std::string possible = fmt::format("{}", fmt::join(blocks, ", "));
    return usage_error(
        tr("A block of {0} threads is not possible: {1} takes blocks of {2} threads.",
           *request.block, kernel.id, possible),
        say("A block of {0} threads is not possible: {1} takes blocks of {2} threads.",
            *request.block, said_title(kernel), possible));
  }
  if (size == kernel.default_size && kernel.block_at_default_size > 0) {
    return kernel.block_at_default_size;
  }
  // A problem that is too small for the default block gets the largest block that it fills. One
  // that is large enough but no multiple is refused: a tiny block would make another kernel of it.
  auto block = std::ranges::find(blocks, kernel.default_block);
  while (block != blocks.begin() && tile_of(kernel, *block, parameters) > size) --block;
  return *block;
}

/// The sizes that are legal, in words for the window. `unit`: 0 for powers of two.
Sentence size_rule(const KernelInfo& kernel, std::int64_t size, std::int64_t unit,
                   std::int64_t tile) {
  if (unit == 0) return size < tile ? say("powers of two from {} on", tile) : say("powers of two");
  return kernel.shape == Shape::square ? say("sides of matrices that are multiples of {}", unit)
                                       : say("multiples of {}", unit);
}

/// "a multiple of 512" and the two sizes next to `size`.
Error illegal_size(const KernelInfo& kernel, const Parameters& parameters, std::int64_t size,
                   int block) {
  const std::int64_t tile = tile_of(kernel, block, parameters);
  std::int64_t below = 0, above = 0, unit = 0;
  std::string rule;
  if (kernel.shape == Shape::power_of_two) {
    below = static_cast<std::int64_t>(
        std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(size, 1))));
    above = 2 * below;
    rule = tr("a power of two");
  } else {
    const bool strides = kernel.max_grid > 0 && size >= tile;
    unit = strides ? kernel.elements_per_thread : tile;
    below = size / unit * unit;
    above = below + unit;
    rule = tr("a multiple of {}", unit);
  }
  const std::string nearest =
      below >= tile ? tr("{0} or {1}", below, above) : fmt::format("{}", std::max(above, tile));
  const Sentence in_window =
      // Translators: {3} says which sizes are possible, such as "powers of two"; {4} is one of them, or
      // two.
      say("{0} cannot work on size {1}. Sizes for blocks of {2} threads: {3}. Try {4}, or another "
          "block size.",
          said_title(kernel), size, block, size_rule(kernel, size, unit, tile),
          below >= tile ? say("{0} or {1}", below, above) : Sentence(nearest));
  if (size < tile) {
    rule = kernel.shape == Shape::square
               ? tr("{0}, at least {1} ({2} is too small a size for a matrix of that side)", rule,
                    tile, size)
               : tr("{0}, at least {1} ({2} is too small a size for so many elements)", rule, tile,
                    size);
  }
  // Translators: {3} says which sizes are possible, such as "a multiple of 512"; {4} is one of them, or two.
  return usage_error(
      tr("{0} cannot work on size {1}: with blocks of {2} threads it needs {3}. Try {4}, or "
         "another --block.",
         kernel.id, size, block, rule, nearest),
      in_window);
}

std::string allowed_range(const Parameter& parameter) {
  return parameter.real ? tr("a number from {0} to {1}", parameter.low, parameter.high)
                        : tr("a whole number from {0} to {1}", parameter.low, parameter.high);
}

Result<std::string> choose(const KernelInfo& kernel, const Parameter& parameter,
                           const RunRequest& request) {
  const std::vector<std::string> values = legal_parameters(kernel).at(std::string(parameter.name));
  const auto given = request.parameters.find(std::string(parameter.name));
  if (given == request.parameters.end()) return values.front();
  const std::string& text = given->second;
  const auto refused = [&](const std::string& allowed, const Sentence& in_window) {
    return usage_error(
        parameter.why.empty() ? tr("{0}={1} is not possible: {2} takes {3}.", parameter.name, text,
                                   kernel.id, allowed)
                              : tr("{0}={1} is not possible: {2} takes {3}, since {4}.",
                                   parameter.name, text, kernel.id, allowed, tr(parameter.why)),
        // Translators: a name and the value that was typed; {3} is what may be typed instead.
        say("{0} = {1} is not possible for {2}. Possible: {3}.", parameter.name, text,
            said_title(kernel), in_window));
  };
  if (std::optional<std::string> value = parameter_value(parameter, text)) {
    return std::move(*value);
  }
  if (!parameter.numeric()) {
    const std::string list = fmt::format("{}", fmt::join(values, ", "));
    return refused(tr("one of {}", list), list);
  }
  return refused(allowed_range(parameter),
                 parameter.real
                     ? say("a number from {0} to {1}", parameter.low, parameter.high)
                     : say("a whole number from {0} to {1}", parameter.low, parameter.high));
}

Result<Parameters> choose_parameters(const KernelInfo& kernel, const RunRequest& request) {
  if (const Status known = check_parameter_names(kernel, request.parameters); !known) {
    return known.error();
  }
  Parameters chosen;
  for (const Parameter& parameter : kernel.parameters) {
    auto value = choose(kernel, parameter, request);
    if (!value) return value.error();
    chosen.emplace(parameter.name, std::move(value).value());
  }
  return chosen;
}

Status check_cap(const KernelInfo& kernel, const RunRequest& request, std::int64_t size) {
  if (size <= 0) {
    return usage_error(
        tr("A size of {0} is not possible: {1} needs at least 1.", size, kernel.id),
        say("A size of {0} is not possible: {1} needs at least 1.", size, said_title(kernel)));
  }
  const bool emulated = request.machine == MachineKind::emulator;
  const std::int64_t cap = emulated ? kernel.max_emulated_size : kernel.max_size;
  if (size <= cap) return Done{};
  return usage_error(
      emulated ? tr("A size of {0} is more than {1}, the most that {2} takes on the emulator.",
                    size, cap, kernel.id)
               : tr("A size of {0} is more than {1}, the most that {2} takes here.", size, cap,
                    kernel.id),
      emulated ? say("A size of {0} is more than {1}, the most that {2} takes on the emulator.",
                     size, cap, said_title(kernel))
               : say("A size of {0} is more than {1}, the most that {2} takes here.", size, cap,
                     said_title(kernel)));
}

int blocks_of(const KernelInfo& kernel, std::int64_t size, std::int64_t tile) {
  const std::int64_t along = (size + tile - 1) / tile;
  if (kernel.shape == Shape::square) return static_cast<int>(along * along);
  return static_cast<int>(kernel.max_grid > 0 ? std::min<std::int64_t>(size / tile, kernel.max_grid)
                                              : along);
}

}  // namespace

Status check_parameter_names(const KernelInfo& kernel, const Parameters& parameters) {
  std::vector<std::string> names;
  for (const Parameter& parameter : kernel.parameters) names.emplace_back(parameter.name);
  for (const auto& [name, value] : parameters) {
    if (std::ranges::count(names, name) > 0) continue;
    return usage_error(
        names.empty()
            ? tr("{0} has no parameters, so {1}={2} says nothing.", kernel.id, name, value)
            : tr("{0} has no parameter \"{1}\". {2}", kernel.id, name, did_you_mean(name, names)),
        say("{0} has no parameter “{1}”.", said_title(kernel), name));
  }
  return Done{};
}

std::vector<int> legal_blocks(const KernelInfo& kernel) {
  std::vector<int> blocks;
  for (int block = kernel.min_block; block <= kernel.max_block; block *= kernel.block_growth) {
    blocks.push_back(block);
    if (kernel.block_growth < 2) break;
  }
  return blocks;
}

std::int64_t tile_of(const KernelInfo& kernel, int block, const Parameters& parameters) {
  std::int64_t tile = std::int64_t{block} * kernel.elements_per_thread;
  if (!kernel.per_thread.empty()) {
    const auto factor = parameters.find(std::string(kernel.per_thread));
    if (factor != parameters.end()) tile *= std::max(1, std::atoi(factor->second.c_str()));
  }
  return kernel.shape == Shape::square || kernel.square_block ? square_root(tile) : tile;
}

std::int64_t input_count(const KernelInfo& kernel, std::int64_t size) {
  switch (kernel.input) {
    case InputShape::values: break;
    case InputShape::matrix: return size * size;
    case InputShape::two_matrices: return 2 * size * size;
    case InputShape::bands: return 4 * size;
    case InputShape::system: return size * size + size;
    case InputShape::complex: return 2 * size;
  }
  return size;
}

std::string element_type(const KernelInfo& kernel, const Parameters& parameters) {
  const auto type = parameters.find("type");
  return type != parameters.end() ? type->second : std::string(kernel.type);
}

Result<const KernelInfo*> find_kernel(std::string_view id) {
  if (const KernelInfo* kernel = kernel_of(id)) return kernel;
  std::vector<std::string> ids;
  for (const KernelInfo* kernel : catalogue()) ids.emplace_back(kernel->id);
  return usage_error(tr("There is no kernel \"{0}\". {1} warpscope list shows them all.", id,
                        did_you_mean(id, ids)),
                     id.empty()
                         ? say("Nothing is shown yet: choose a kernel.")
                         : say("This Warpscope has no kernel “{}”: choose another one.", id));
}

Result<Plan> make_plan(const RunRequest& request) {
  const auto found = find_kernel(request.kernel);
  if (!found) return found.error();
  const KernelInfo& kernel = *found.value();
  const std::int64_t size = request.size.value_or(kernel.default_size);
  if (const Status legal = check_cap(kernel, request, size); !legal) return legal.error();
  auto parameters = choose_parameters(kernel, request);
  if (!parameters) return parameters.error();
  if (const Status legal = check_what_if(kernel, request); !legal) return legal.error();
  const auto block = choose_block(kernel, request, parameters.value(), size);
  if (!block) return block.error();
  const std::int64_t tile = tile_of(kernel, block.value(), parameters.value());
  if (!fits(kernel, size, tile)) {
    return illegal_size(kernel, parameters.value(), size, block.value());
  }
  Plan plan{.kernel = &kernel,
            .size = size,
            .grid = blocks_of(kernel, size, tile),
            .block = block.value(),
            .parameters = std::move(parameters).value()};
  plan.traced_block = request.traced_block.value_or(kernel.shows_last_block ? plan.grid - 1 : 0);
  if (plan.traced_block < 0 || plan.traced_block >= plan.grid) {
    return usage_error(tr("Block {0} cannot be traced: this launch has blocks 0 to {1}.",
                          plan.traced_block, plan.grid - 1));
  }
  return plan;
}

Result<RunRequest> complete(const RunRequest& request) {
  const auto plan = make_plan(request);
  if (!plan) return plan.error();
  RunRequest full = request;
  full.size = plan->size;
  full.block = plan->block;
  full.parameters = plan->parameters;
  return full;
}

}  // namespace warpscope
