#include "instrumentation/program/machine/access_window.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpscope {
namespace {

/// An array of structures of floats: "x", "y", "z", "w".
MemoryRegion floats(std::uint32_t members, std::uint8_t at_once, Space space = Space::global) {
  MemoryRegion region;
  region.array.space = space;
  region.array.type = {Scalar::f32, 1};
  region.structure = Structure{.name = "Floats", .bytes = 4 * members, .members = {}};
  region.alignment = region.at_once = at_once;
  return region;
}

/// What four lanes of a warp do, and what leaves the window of it.
class Warp {
 public:
  /// Lane i touches `cells` floats of its structure number `first + i`, from `member` on.
  void access(MemoryRegion& region, Operation operation, std::int64_t member, std::size_t cells = 1,
              std::int64_t first = 0) {
    WarpAccess& access = window_.next();
    access = {.site = 0, .mask = 15, .operation = operation, .region = &region, .cells = cells};
    const std::int64_t stride = region.structure ? region.structure->bytes / 4 : 1;
    for (std::int64_t lane = 0; lane < 4; ++lane) {
      const std::int64_t index = stride * (first + lane) + member;
      access.indices.push_back(index);
      for (std::size_t cell = 0; cell < cells; ++cell) {
        access.words.push_back(static_cast<std::uint32_t>(index) +
                               static_cast<std::uint32_t>(cell));
      }
    }
    window_.add(run_, region.structure.has_value());
  }
  /// "load 0:2": of lane 0's two floats from the first one on.
  std::vector<std::string> left() {
    std::vector<std::string> all;
    window_.flush([&](const WarpAccess& access) {
      all.push_back((access.operation == Operation::load ? "load " : "store ") +
                    std::to_string(access.indices[0]) + ':' + std::to_string(access.cells));
      // Each word here is its own index.
      for (std::size_t lane = 0; lane < 4; ++lane) {
        for (std::size_t cell = 0; cell < access.cells; ++cell) {
          EXPECT_EQ(access.words[lane * access.cells + cell],
                    static_cast<std::uint32_t>(access.indices[lane]) + cell);
        }
      }
    });
    return all;
  }
  AccessWindow& window() { return window_; }

 private:
  AccessWindow window_;
  std::uint32_t run_ = 1;
};

using Left = std::vector<std::string>;
constexpr auto load = Operation::load, store = Operation::store;

TEST(AccessWindow, JoinsMembersInAnyOrder) {
  MemoryRegion quads = floats(4, 16);
  Warp warp;
  for (const int member : {2, 0, 3, 1}) warp.access(quads, load, member);
  EXPECT_EQ(warp.left(), Left{"load 0:4"});
  EXPECT_TRUE(warp.window().empty());
}

TEST(AccessWindow, JoinsNoMoreThanAlignmentAllows) {
  MemoryRegion loose = floats(2, 4), of_eight = floats(4, 8);
  Warp warp;
  for (const int member : {0, 1}) warp.access(loose, load, member);
  for (const int member : {0, 1, 2, 3}) warp.access(of_eight, load, member);
  EXPECT_EQ(warp.left(), (Left{"load 0:1", "load 1:1", "load 0:2", "load 2:2"}));
}

TEST(AccessWindow, JoinsOnlyWhatIsAligned) {
  MemoryRegion quads = floats(4, 16);
  Warp warp;
  for (const int member : {1, 2, 3}) warp.access(quads, store, member);
  EXPECT_EQ(warp.left(), (Left{"store 1:1", "store 2:2"}));
  for (const int member : {0, 2}) warp.access(quads, store, member);
  EXPECT_EQ(warp.left(), (Left{"store 0:1", "store 2:1"}));
}

TEST(AccessWindow, KeepsElementsApart) {
  MemoryRegion pairs = floats(2, 8);
  Warp warp;
  warp.access(pairs, load, 0);
  warp.access(pairs, load, 1, 1, 32);
  EXPECT_EQ(warp.left(), (Left{"load 0:1", "load 65:1"}));
}

TEST(AccessWindow, LoadsMoveToTheFirstAndStoresToTheLast) {
  MemoryRegion pairs = floats(2, 8), others = floats(2, 8);
  Warp warp;
  for (const int member : {0, 1}) {
    warp.access(pairs, load, member);
    warp.access(others, store, member);
  }
  EXPECT_EQ(warp.left(), (Left{"load 0:2", "store 0:2"}));
}

TEST(AccessWindow, KeepsTheOrderOfWhatMayBeTheSameMemory) {
  MemoryRegion pairs = floats(2, 8), scalars;
  scalars.array.space = Space::global;
  scalars.array.type = {Scalar::f32, 1};
  Warp warp;
  warp.access(pairs, load, 0);
  warp.access(scalars, store, 0);
  warp.access(pairs, load, 1);
  EXPECT_EQ(warp.left(), (Left{"load 0:1", "store 0:1", "load 1:1"}));
  warp.access(pairs, store, 0);
  warp.access(pairs, load, 0, 2, 7);
  warp.access(pairs, store, 1);
  EXPECT_EQ(warp.left(), (Left{"store 0:1", "load 14:2", "store 1:1"}));
  scalars.array.space = Space::shared;
  warp.access(pairs, load, 0);
  warp.access(scalars, store, 0);
  warp.access(pairs, load, 1);
  EXPECT_EQ(warp.left(), (Left{"load 0:2", "store 0:1"}));
}

TEST(AccessWindow, MemberThatIsReadTwiceIsTwoAccesses) {
  MemoryRegion pairs = floats(2, 8);
  Warp warp;
  for (const int member : {0, 0, 1}) warp.access(pairs, load, member);
  EXPECT_EQ(warp.left(), (Left{"load 0:2", "load 0:1"}));
}

TEST(AccessWindow, EndsWithTheRunOfCodeOrOtherLanes) {
  MemoryRegion pairs = floats(2, 8);
  Warp warp;
  EXPECT_FALSE(warp.window().ends_before(15, 1));
  warp.access(pairs, load, 0);
  EXPECT_FALSE(warp.window().ends_before(15, 1));
  EXPECT_TRUE(warp.window().ends_before(15, 2));
  EXPECT_TRUE(warp.window().ends_before(7, 1));
}

}  // namespace
}  // namespace warpscope
