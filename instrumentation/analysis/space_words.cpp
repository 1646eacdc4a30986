#include "instrumentation/analysis/space_words.hpp"

#include <array>
#include <cstddef>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

using Number = const std::string&;

// Translators: the memory in which a variable lives, as an answer to choose, has the context "memory".
constexpr std::array space_words = std::to_array<SpaceWords>({
    {
        .space = Space::shared,
        .memory = [] { return tr_c("a memory", "shared"); },
        .lives = [] { return tr_c("memory", "shared"); },
        .saturates = [] { return tr_c("warps saturate this memory", "shared"); },
        .heading = [] { return tr("Shared memory"); },
        .served = nullptr,
        .waits = [] { return tr("waits for shared memory"); },
        .why_fewest =
            [] {
              return tr("Every access of this kernel to shared memory is conflict-free. Why?");
            },
        .counts =
            [](std::int64_t requests, Number number, std::uint64_t) {
              return tr_n("passes through the banks of shared memory, for {1} request",
                          "passes through the banks of shared memory, for {1} requests", requests,
                          number);
            },
    },
    {
        .space = Space::global,
        .memory = [] { return tr_c("a memory", "global"); },
        .lives = [] { return tr_c("memory", "global"); },
        .saturates = [] { return tr_c("warps saturate this memory", "global"); },
        .heading = [] { return tr("Global memory"); },
        .served = tr_noop("Global sectors"),
        .waits = [] { return tr("waits for global memory"); },
        .why_fewest =
            [] {
              return tr(
                  "Every access of this kernel to global memory takes the fewest sectors. Why?");
            },
        .counts =
            [](std::int64_t requests, Number number, std::uint64_t ideal) {
              return tr_n(
                  "32-byte sectors of global memory, for {1} request;\n"
                  "side by side the same bytes would take {2}",
                  "32-byte sectors of global memory, for {1} requests;\n"
                  "side by side the same bytes would take {2}",
                  requests, number, ideal);
            },
    },
    {
        .space = Space::registers,
        .memory = [] { return tr_c("a memory", "shuffle"); },
        .lives = [] { return tr_c("memory", "registers"); },
        .saturates = [] { return tr_c("a memory", "shuffle"); },
        .heading = [] { return tr_c("memory", "registers"); },
        .served = nullptr,
        .waits = [] { return tr("waits for a shuffle"); },
        .why_fewest =
            [] { return tr("The lanes of this warp exchange registers, without memory. How?"); },
        .counts = [](std::int64_t, Number, std::uint64_t) { return std::string(); },
    },
    {
        .space = Space::constant,
        .memory = [] { return tr_c("a memory", "constant"); },
        .lives = [] { return tr_c("memory", "constant"); },
        .saturates = [] { return tr_c("warps saturate this memory", "constant"); },
        .heading = [] { return tr("Constant memory"); },
        .served = tr_noop("Constant wavefronts"),
        .waits = [] { return tr("waits for constant memory"); },
        .why_fewest =
            [] {
              return tr("Every access of this kernel to constant memory takes one wavefront. Why?");
            },
        .counts =
            [](std::int64_t requests, Number number, std::uint64_t) {
              return tr_n(
                  "a wavefront of the constant cache hands one word to any number of lanes; "
                  "{1} request need at least one each",
                  "a wavefront of the constant cache hands one word to any number of lanes; "
                  "{1} requests need at least one each",
                  requests, number);
            },
    },
    {
        .space = Space::local,
        .memory = [] { return tr_c("a memory", "local"); },
        .lives = [] { return tr_c("memory", "local"); },
        .saturates = [] { return tr_c("warps saturate this memory", "local"); },
        .heading = [] { return tr("Local memory"); },
        .served = tr_noop("Local sectors"),
        .waits = [] { return tr("waits for local memory"); },
        .why_fewest =
            [] {
              return tr(
                  "Every access of this kernel to local memory takes the fewest sectors. Why?");
            },
        .counts =
            [](std::int64_t requests, Number number, std::uint64_t ideal) {
              return tr_n(
                  "32-byte sectors of local memory, for {1} request;\n"
                  "side by side the same bytes would take {2}",
                  "32-byte sectors of local memory, for {1} requests;\n"
                  "side by side the same bytes would take {2}",
                  requests, number, ideal);
            },
    },
});

static_assert(space_words.size() == space_traits.size());
static_assert([] {
  for (std::size_t i = 0; i < space_words.size(); ++i) {
    if (space_words[i].space != Space(i)) return false;
  }
  return true;
}());

}  // namespace

const SpaceWords& words_of(Space space) { return space_words[static_cast<std::size_t>(space)]; }

}  // namespace warpscope
