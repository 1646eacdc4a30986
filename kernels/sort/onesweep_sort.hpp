#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/sort/radix_digits.cuh"
#include "kernels/sort/radix_onesweep.cuh"

namespace warpscope {

/// Host side of radix_onesweep: the keys in order.
struct OnesweepSort {
  template <class Machine>
  static std::vector<unsigned> run(Machine& machine, const Problem<int>& problem) {
    if (problem.block == FullSpeedTile::threads) {
      return run(machine, problem, FullSpeedTile{}, FullSpeedDigits{});
    }
    return run(machine, problem, WatchedTile{}, WatchedDigits{});
  }

  static Sentence mismatch(const Problem<int>& problem, const std::vector<unsigned>& output);

  /// What must cross the memory bus: keys in and out.
  static std::uint64_t bytes(const Problem<int>& problem) {
    return 2 * static_cast<std::uint64_t>(problem.size) * sizeof(unsigned);
  }

 private:
  template <class Machine, class Tile, class Digits>
  static std::vector<unsigned> run(Machine& machine, const Problem<int>& problem, Tile tile,
                                   Digits counting) {
    const auto in = machine.template upload<unsigned>("in", problem);
    const auto tiles = static_cast<int>((problem.size + Tile::keys - 1) / Tile::keys);
    // Whole tiles: what the last one is filled up with comes to lie behind the keys.
    const std::int64_t room = std::int64_t{tiles} * Tile::keys;
    auto keys = machine.template allocate<unsigned>("keys", room);
    auto other_keys = machine.template allocate<unsigned>("other_keys", room);
    const auto found = find_starts(machine, in, problem.size, tiles, counting);
    const auto tickets = machine.template allocate<int>("tickets", digit_places);
    machine.clear(tickets);

    const auto sweep = [&](auto from, auto to, int pass) {
      machine.launch(RadixOnesweep{}, tiles, Tile::threads, RadixOnesweep::shared_bytes<Tile>(),
                     from, to, found, tickets, pass, tile);
    };
    sweep(in, keys, 0);
    for (int pass = 1; pass < digit_places; ++pass) {
      sweep(keys.read_only(), other_keys, pass);
      std::swap(keys, other_keys);
    }
    std::vector<unsigned> sorted = machine.download(keys);
    if (!sorted.empty()) sorted.resize(static_cast<std::size_t>(problem.size));
    return sorted;
  }

  /// What tiles will find, with the starts of the digits in the first row of each pass.
  template <class Machine, class Buffer, class Digits>
  static auto find_starts(Machine& machine, Buffer in, std::int64_t size, int tiles,
                          Digits counting) {
    const auto counted = static_cast<int>((size + Digits::keys - 1) / Digits::keys);
    const int rows = tiles + 1;
    const auto counts =
        machine.template allocate<int>("counts", std::int64_t{digit_places} * digits, digits);
    const auto found =
        machine.template allocate<int>("found", std::int64_t{digit_places} * rows * digits, digits);
    machine.clear(counts);
    machine.clear(found);
    machine.launch(RadixDigits{}, std::min(counted, RadixDigits::most_blocks), Digits::threads,
                   RadixDigits::shared_count<Digits>() * sizeof(int), in, counts, counting);
    machine.launch(RadixStarts{}, digit_places, digits, RadixStarts::shared_count() * sizeof(int),
                   counts, found, rows);
    return found;
  }
};

}  // namespace warpscope
