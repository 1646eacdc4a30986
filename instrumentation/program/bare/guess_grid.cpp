#include "instrumentation/program/bare/guess_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>
#include <utility>

#include "instrumentation/program/bare/bare_types.hpp"
#include "instrumentation/program/bare/guess_words.hpp"

namespace warpscope::guess {

namespace {

constexpr std::int64_t most_guessed = 1U << 16U;  // elements of a buffer
constexpr std::int32_t usual_blocks = 4;
constexpr std::int32_t most_blocks_guessed = 1024;

}  // namespace

RangeReport Grid::look() const { return index_ranges(kernel_, names_, launch_); }

std::vector<std::int64_t> Grid::block_constants() const {
  std::vector<std::int64_t> found;
  const auto add = [&](std::optional<std::int64_t> value) {
    if (value && *value >= 1 && *value <= 1024) found.push_back(*value);
  };
  for (const auto& [name, value] : launch_.numbers) {
    if (names_a_block(name) || names_a_tile(name)) add(value);
  }
  for (const BareWord& word : kernel_.body) {
    if (word.kind != CudaToken::Kind::name ||
        (!names_a_block(word.text) && !names_a_tile(word.text)))
      continue;
    if (const BareText* const text = names_.constant(word.text)) {
      add(constant_value(*text, names_, launch_.numbers));
    }
  }
  return found;
}

std::vector<Dim3> Grid::block_candidates() const {
  std::vector<Dim3> all;
  const auto constants = block_constants();
  const auto add = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (x * y * z <= 1024 && x >= 1 && y >= 1) {
      all.push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                     static_cast<std::int32_t>(z)});
    }
  };
  if (mentions_side(words_, "threadIdx", "z")) {
    for (const std::int64_t side : {8, 4}) add(side, side, 4);
    return all;
  }
  if (mentions_side(words_, "threadIdx", "y")) {
    for (const std::int64_t x : constants) {
      add(x, x, 1);
      for (const std::int64_t y : constants) add(x, y, 1);
      for (const std::int64_t y : {8, 4}) add(x, y, 1);
    }
    for (const auto& [x, y] : {std::pair{16, 16}, {32, 32}, {32, 8}, {8, 8}, {32, 4}, {4, 4}}) {
      add(x, y, 1);
    }
    return all;
  }
  for (const std::int64_t x : constants) add(x, 1, 1);
  if (!mentions(words_, "threadIdx") && !mentions(words_, "thread_rank")) {
    return {Dim3{1, 1, 1}};
  }
  const bool has_buffers = std::ranges::any_of(kernel_.parameters, &BareParameter::is_pointer);
  const RangeReport report = look();
  if (!has_buffers && report.shared.empty()) return {Dim3{32, 1, 1}};  // it only prints
  for (const std::int64_t x : {256, 128, 64, 32, 512, 1024, 16}) add(x, 1, 1);
  for (const auto& [name, use] : report.shared) {
    if (use.extents.size() == 1 && use.extents[0] > 32) add(use.extents[0], 1, 1);
  }
  return all;
}

double Grid::coverage(const RangeReport& report) {
  double all = 0;
  for (const auto& [name, use] : report.shared) {
    double used = 1;
    for (std::size_t d = 0; d < use.extents.size(); ++d) {
      const WholeRange &touched = use.touched[d], &stored = use.stored[d];
      if (touched.lo > touched.hi) continue;
      if (touched.hi < WholeRange::unbounded && touched.hi >= use.extents[d]) return -1;
      if (touched.lo > -WholeRange::unbounded && touched.lo < 0) return -1;
      if (stored.lo > stored.hi || stored.hi >= WholeRange::unbounded) continue;
      used *= static_cast<double>(stored.hi + 1) / static_cast<double>(use.extents[d]);
    }
    constexpr std::int64_t small = 32;  // one element for each warp of the largest block
    if (use.extents.size() > 1 || use.extents[0] > small) all += used;
  }
  return all;
}

void Grid::choose_block() {
  launch_.block = {256, 1, 1};
  launch_.grid = {2, is_flat() ? 1 : 2, 1};
  set_numbers(1024, usual_side);
  if (given_.block) {
    launch_.block = *given_.block;
    return;
  }
  std::vector<Dim3> candidates = block_candidates();
  if (const auto bound = constant_value(kernel_.bounds, names_, launch_.numbers)) {
    const auto most = std::clamp<std::int64_t>(*bound, 1, 1024);
    std::erase_if(candidates, [&](const Dim3& each) { return each.count() > most; });
    if (is_flat()) {
      candidates.insert(candidates.begin(), Dim3{static_cast<std::int32_t>(most), 1, 1});
    } else if (candidates.empty()) {
      candidates.push_back({static_cast<std::int32_t>(std::min<std::int64_t>(most, 32)), 1, 1});
    }
  }
  double best = -2;
  for (const Dim3& each : candidates) {
    launch_.block = each;
    set_numbers(usual_size(each), usual_side);
    const double covered = coverage(look());
    constexpr double clearly = 0.01;
    if (covered > best + clearly) {
      best = covered;
      chosen_block_ = each;
    }
  }
  launch_.block = chosen_block_;
}

std::int64_t Grid::usual_size(const Dim3& block) {
  const std::int64_t threads = block.count();
  const std::int64_t size = threads * (threads > 256 ? 2 : usual_blocks);
  return std::max<std::int64_t>(size, 64);
}

void Grid::fit_sizes() {
  const bool several_blocks = mentions(words_, "blockIdx");
  const std::int64_t threads = launch_.block.count();
  std::int64_t size = is_flat() ? usual_size(launch_.block) : usual_side;
  std::int64_t side = is_solid() ? usual_side / 4 : usual_side;
  for (const std::int64_t each : {std::int64_t{launch_.block.x}, std::int64_t{launch_.block.y}}) {
    if (!is_flat() && each > 1 && side % each != 0) side = (side / each + 1) * each;
  }
  if (!is_flat()) size = side;
  if (!several_blocks && !given_.grid) {
    launch_.grid = {1, 1, 1};
    size = one_block_size(threads);
    set_numbers(size, std::min(side, size));
  } else {
    set_numbers(size, side);
    choose_grid();
  }
  settle_contents();
  for (int attempt = 0; attempt < 4 && too_large(); ++attempt) {
    size = std::max<std::int64_t>(size / 4, 16);
    side = std::max<std::int64_t>(side / 2, 16);
    set_numbers(size, side);
    if (several_blocks) choose_grid();
    settle_contents();
  }
}

std::int64_t Grid::one_block_size(std::int64_t threads) {
  set_numbers(threads, std::min(threads, usual_side));
  if (!is_flat()) return launch_.block.x;
  const RangeReport report = look();
  std::int64_t touched = 0;
  for (const auto& [name, use] : report.arrays) {
    if (use.bounded && use.direct) touched = std::max(touched, use.elements.hi + 1);
  }
  const bool plausible = touched >= threads && touched <= threads * 8 &&
                         std::has_single_bit(static_cast<std::uint64_t>(touched));
  return plausible ? touched : threads;
}

bool Grid::too_large() const {
  const RangeReport report = look();
  return std::ranges::any_of(kernel_.parameters, [&](const BareParameter& parameter) {
    if (!parameter.is_pointer || given_.find(parameter.name) != nullptr) return false;
    return elements_of(parameter, report).first > most_guessed;
  });
}

std::int64_t Grid::side_along(unsigned side) const {
  const std::int64_t columns = number_with(Role::columns), rows = number_with(Role::rows);
  const std::int64_t size = number_with(Role::size), matrix = number_with(Role::side);
  if (side == 4) return number_with(Role::depth);
  if (is_flat() && size > 0) return size;
  const std::int64_t own = side == 1 ? columns : rows;
  if (own > 0) return own;
  return size > 0 ? size : std::max({columns, rows, matrix});
}

void Grid::choose_grid() {
  if (given_.grid) {
    launch_.grid = *given_.grid;
    return;
  }
  launch_.grid = {1, 1, 1};
  constexpr std::array<std::pair<std::string_view, unsigned>, 3> sides{
      {{"x", 1U}, {"y", 2U}, {"z", 4U}}};
  for (const auto& [name, bit] : sides) {
    if (mentions_side(words_, "blockIdx", name)) choose_grid_along(bit);
  }
}

std::int32_t& Grid::grid_side(unsigned bit) {
  return bit == 1 ? launch_.grid.x : bit == 2 ? launch_.grid.y : launch_.grid.z;
}

Grid::Cover Grid::cover_along(unsigned bit) const {
  const RangeReport report = look();
  Cover cover{.covered = true};
  for (const BlockLimit& each : report.limits) {
    if ((each.blocks & bit) == 0) continue;
    cover.limited = true;
    cover.covered = cover.covered && each.most >= each.limit - 1;
  }
  if (cover.limited) return cover;
  std::int64_t reached = -1;
  for (const BlockLimit& each : report.unlimited) {
    if ((each.blocks & bit) != 0 && each.with_threads) reached = std::max(reached, each.most);
  }
  bool with_threads = reached >= 0;
  if (!with_threads) {
    for (const auto& [name, use] : report.arrays) {
      if (!use.bounded || !use.direct || use.by_block_only) continue;
      reached = std::max(reached, use.elements.hi);
      with_threads = true;
    }
    const std::int64_t rows = number_with(Role::rows);
    if (rows > 0) {  // a block for each of them
      cover.blocks = static_cast<std::int32_t>(std::min<std::int64_t>(rows, most_blocks_guessed));
    }
  }
  const std::int64_t side = side_along(bit);
  if (cover.blocks == 0 && (!with_threads || side == 0)) cover.blocks = unsized_blocks();
  cover.covered = reached >= side - 1;
  return cover;
}

std::int32_t Grid::unsized_blocks() const { return is_flat() ? usual_blocks : 2; }

void Grid::choose_grid_along(unsigned bit) {
  std::int32_t& blocks = grid_side(bit);
  blocks = 1;
  const Cover one = cover_along(bit);
  if (!one.limited && one.blocks > 0) {
    blocks = one.blocks;
    return;
  }
  if (one.covered) {
    // A loop that strides over the grid is to be seen.
    if (one.limited && mentions(words_, "gridDim")) blocks = 2;
    return;
  }
  while (blocks < most_blocks_guessed && !cover_along(bit).covered) blocks *= 2;
  if (!cover_along(bit).covered) {
    blocks = unsized_blocks();
    return;
  }
  std::int32_t enough = blocks;
  for (std::int32_t too_few = blocks / 2; enough - too_few > 1;) {
    blocks = (too_few + enough) / 2;
    (cover_along(bit).covered ? enough : too_few) = blocks;
  }
  blocks = enough;
}

}  // namespace warpscope::guess
