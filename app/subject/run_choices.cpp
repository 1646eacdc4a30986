#include "app/subject/run_choices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <set>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/plan.hpp"

namespace warpscope {
namespace {

/// The largest size of the request's machine.
std::int64_t largest_size(const KernelInfo& kernel, const RunRequest& request) {
  return request.machine == MachineKind::emulator ? kernel.max_emulated_size : kernel.max_size;
}

std::int64_t tile(const KernelInfo& kernel, const RunRequest& request) {
  return tile_of(kernel, request.block.value_or(kernel.default_block), request.parameters);
}

/// The power of two next to `size`, from `least` on and not above `most`.
std::int64_t nearest_power(std::int64_t size, std::int64_t least, std::int64_t most) {
  const auto floor = [](std::int64_t number) {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(number)));
  };
  const std::int64_t below = floor(std::max<std::int64_t>(size, 1));
  const std::int64_t nearest = size - below < 2 * below - size ? below : 2 * below;
  const std::int64_t first = floor(2 * least - 1);
  return std::clamp(nearest, first, std::max(first, floor(most)));
}

std::int64_t nearest_multiple(std::int64_t size, std::int64_t unit, std::int64_t least,
                              std::int64_t most) {
  const std::int64_t nearest = (std::min(size, most) + unit / 2) / unit * unit;
  return std::max(nearest > most ? nearest - unit : nearest, least);
}

/// The request, or the same with the traced block that the kernel takes unless told otherwise.
Result<RunRequest> completed(const Subject& subject, RunRequest request) {
  Result<RunRequest> full = subject.complete(request);
  if (full || !request.traced_block) return full;
  request.traced_block.reset();
  Result<RunRequest> other = subject.complete(request);
  return other ? std::move(other) : std::move(full);
}

bool is_block_of(const KernelInfo& kernel, int block) {
  return std::ranges::count(legal_blocks(kernel), block) > 0;
}

Error no_such_block(const KernelInfo& kernel) {
  return usage_error(say("The block must be one of {} threads.",
                         fmt::format("{}", fmt::join(legal_blocks(kernel), ", "))));
}

Result<RunRequest> with_its_size(const Subject& subject, RunRequest wanted) {
  const auto size = nearest_size(subject, wanted);
  if (!size) {
    return usage_error(say("A block of {0} threads needs {1} elements, which is too many.",
                           *wanted.block, Grouped(tile(*subject.kernel(), wanted))));
  }
  wanted.size = size;
  return completed(subject, std::move(wanted));
}

/// The largest block that the size fills.
Result<RunRequest> with_its_block(const Subject& subject, RunRequest wanted) {
  const KernelInfo& kernel = *subject.kernel();
  const bool too_small = *wanted.size < tile(kernel, wanted);
  const Error refused = usage_error(say("The size must be {}.", size_rule(subject, wanted)));
  if (!too_small) return refused;
  std::vector<int> blocks = legal_blocks(kernel);
  std::ranges::reverse(blocks);
  for (const int block : blocks) {
    if (block >= *wanted.block) continue;
    RunRequest smaller = wanted;
    smaller.block = block;
    if (Result<RunRequest> full = completed(subject, std::move(smaller))) return full;
  }
  return refused;
}

}  // namespace

Result<RunRequest> with_what_follows(const Subject& subject, const RunRequest& wanted,
                                     RunChoice choice) {
  Result<RunRequest> full = completed(subject, wanted);
  const KernelInfo* kernel = subject.kernel();
  if (full || kernel == nullptr || !subject.runs()) return full;
  if (choice == RunChoice::block && wanted.block && !is_block_of(*kernel, *wanted.block)) {
    return no_such_block(*kernel);
  }
  // The size may be left to the kernel.
  RunRequest whole = wanted;
  if (!whole.size) whole.size = kernel->default_size;
  if (!whole.block) whole.block = kernel->default_block;
  if (choice != RunChoice::size) {
    Result<RunRequest> other = with_its_size(subject, std::move(whole));
    // Neither the size nor the block is at fault: the parameter is.
    return other || choice == RunChoice::block ? std::move(other) : std::move(full);
  }
  const std::int64_t most = largest_size(*kernel, whole);
  if (*whole.size > most) {
    return usage_error(say("The size must be at most {}.", Grouped(most)));
  }
  return with_its_block(subject, std::move(whole));
}

Result<RunRequest> with_size(const Subject& subject, const RunRequest& request, std::int64_t size,
                             bool one_block) {
  RunRequest wanted = request;
  wanted.size = size;
  const KernelInfo* kernel = subject.kernel();
  if (kernel == nullptr || !one_block || !request.block) {
    return with_what_follows(subject, wanted, RunChoice::size);
  }
  std::vector<int> blocks = legal_blocks(*kernel);
  std::ranges::sort(blocks);
  for (const int block : blocks) {
    if (block < *request.block) continue;
    wanted.block = block;
    Result<RunRequest> full = completed(subject, wanted);
    if (full && block_count(full.value()) == 1) return full;
  }
  wanted.block = request.block;
  return with_what_follows(subject, wanted, RunChoice::size);
}

std::optional<std::int64_t> nearest_size(const Subject& subject, const RunRequest& request) {
  const KernelInfo* kernel = subject.kernel();
  if (kernel == nullptr) return std::nullopt;
  const std::int64_t size = request.size.value_or(kernel->default_size);
  const std::int64_t least = tile(*kernel, request), most = largest_size(*kernel, request);
  RunRequest near = request;
  switch (kernel->shape) {
    case Shape::any: near.size = std::clamp<std::int64_t>(size, 1, most); break;
    case Shape::power_of_two: near.size = nearest_power(size, least, most); break;
    case Shape::square: near.size = nearest_multiple(size, least, least, most); break;
    case Shape::segments: {
      const bool strides = kernel->max_grid > 0 && size >= least;
      near.size =
          nearest_multiple(size, strides ? kernel->elements_per_thread : least, least, most);
      break;
    }
  }
  if (!completed(subject, near)) return std::nullopt;
  return near.size;
}

std::optional<int> nearest_block(const Subject& subject, int block) {
  const auto blocks = subject.blocks();
  if (!blocks || blocks->empty()) return std::nullopt;
  return *std::ranges::min_element(
      blocks.value(), {}, [block](int other) { return std::abs(std::int64_t{other} - block); });
}

std::vector<std::int64_t> size_choices(const Subject& subject, const RunRequest& request) {
  constexpr std::int64_t smallest = 8, largest = 65536;
  constexpr std::size_t most_choices = 9, before_default = 3;
  const KernelInfo* kernel = subject.kernel();
  if (kernel == nullptr || !subject.runs()) return {};
  const std::int64_t cap =
      std::min({largest, kernel->max_emulated_size, largest_size(*kernel, request)});
  RunRequest tried = request;
  const auto legal = [&](std::int64_t size) {
    tried.size = size;
    return with_what_follows(subject, tried, RunChoice::size).ok();
  };
  std::set<std::int64_t> sizes;
  const auto add_doubled = [&](std::int64_t first) {
    for (std::int64_t size = first; size <= cap; size *= 2) {
      if (legal(size)) sizes.insert(size);
    }
  };
  add_doubled(smallest);
  add_doubled(tile(*kernel, request));
  sizes.insert(kernel->default_size);
  std::vector<std::int64_t> list(sizes.begin(), sizes.end());
  // Around the kernel's own, which shows its point; larger ones are of more use than smaller ones.
  const auto own =
      static_cast<std::size_t>(std::ranges::find(list, kernel->default_size) - list.begin());
  const std::size_t first = own - std::min(own, before_default);
  list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(first));
  if (list.size() > most_choices) list.resize(most_choices);
  const std::int64_t now = request.size.value_or(kernel->default_size);
  if (std::ranges::count(list, now) > 0 || !legal(now)) return list;
  if (list.size() == most_choices)
    now < list.front() ? list.erase(list.begin()) : list.erase(list.end() - 1);
  list.insert(std::ranges::upper_bound(list, now), now);
  return list;
}

int block_count(const RunRequest& request) {
  const auto plan = make_plan(request);
  return plan ? plan->grid : 0;
}

Sentence size_rule(const Subject& subject, const RunRequest& request) {
  const KernelInfo* kernel = subject.kernel();
  if (kernel == nullptr) return {};
  const Grouped least(tile(*kernel, request));
  switch (kernel->shape) {
    // Translators: what a size must be; also "The size must be {}."
    case Shape::any: return say("any number from 1");
    // Translators: what a size must be; also "The size must be {}."
    case Shape::power_of_two: return say("a power of two from {}", least);
    // Translators: what a size must be; also "The size must be {}."
    case Shape::square: return say("the side of a matrix, a multiple of {}", least);
    case Shape::segments: break;
  }
  if (kernel->max_grid == 0) {
    // Translators: what a size must be; also "The size must be {}."
    return say("a multiple of {}", least);
  }
  // Translators: what a size must be; also "The size must be {}."
  return say("a multiple of {0} from {1}", kernel->elements_per_thread, least);
}

std::string work_of_a_block(const Subject& subject, const RunRequest& request) {
  const KernelInfo* kernel = subject.kernel();
  if (kernel == nullptr) return {};
  const std::int64_t elements = tile(*kernel, request);
  if (kernel->shape == Shape::square) {
    return tr("A block works on a tile of {0} × {0} elements.", whole_text(elements));
  }
  return tr_n("A block works on {1} element.", "A block works on {1} elements.", elements,
              whole_text(elements));
}

}  // namespace warpscope
