#include "instrumentation/program/machine/pending_copies.hpp"

#include <gtest/gtest.h>

#include <array>

namespace warpscope {
namespace {

TEST(PendingCopies, EndGroupByGroup) {
  std::array<std::byte, 16> memory{};
  std::array<std::uint8_t, 16> shadow{};
  PendingCopies copies;
  copies.begin_block(2);
  const auto begin = [&](std::int32_t rank, std::size_t at, std::uint32_t site) {
    copies.begin(rank, {memory.data() + at, shadow.data() + at, 4, site});
  };
  begin(1, 0, 10);
  copies.commit(1);
  begin(1, 4, 11);
  copies.commit(1);
  begin(1, 8, 12);  // of no group
  EXPECT_EQ(shadow[0], PendingCopies::under_way);
  EXPECT_EQ(copies.at(memory.data() + 5).rank, 1);
  EXPECT_EQ(copies.at(memory.data() + 5).copy->site, 11U);
  EXPECT_EQ(copies.at(memory.data() + 12).copy, nullptr);

  copies.wait(0, 0);  // another thread's
  EXPECT_EQ(shadow[0], PendingCopies::under_way);
  copies.wait(1, 1);
  EXPECT_EQ(shadow[0], 1);
  EXPECT_EQ(shadow[4], PendingCopies::under_way);
  copies.wait(1, 7);  // more than there are
  EXPECT_EQ(shadow[4], PendingCopies::under_way);
  copies.wait(1, 0);
  EXPECT_EQ(shadow[4], 1);
  EXPECT_EQ(shadow[8], PendingCopies::under_way);
  copies.commit(1);
  copies.wait(1, 0);
  EXPECT_EQ(shadow[8], 1);
  EXPECT_EQ(shadow[12], 0);
  EXPECT_EQ(copies.at(memory.data() + 8).copy, nullptr);
}

TEST(PendingCopies, WhatWasWrittenOverMeanwhileStays) {
  std::array<std::byte, 4> memory{};
  std::array<std::uint8_t, 4> shadow{};
  PendingCopies copies;
  copies.begin_block(1);
  copies.begin(0, {memory.data(), shadow.data(), 4, 1});
  shadow[2] = 0;
  copies.commit(0);
  copies.wait(0, 0);
  EXPECT_EQ(shadow, (std::array<std::uint8_t, 4>{1, 1, 0, 1}));
}

}  // namespace
}  // namespace warpscope
