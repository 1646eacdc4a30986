#include "app/panes/banks/banks_view.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

#include "app/layout/banks_layout.hpp"
#include "app/panes/banks/constant_layout.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;
using test::with_degree;

SharedRequest strided(std::uint32_t stride, int bytes = 4) {
  SharedRequest request{all_lanes, bytes, false, {}};
  for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
    request.address[lane] = lane * stride * static_cast<std::uint32_t>(bytes);
  }
  return request;
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() - 0.01F && b.x < a.right() - 0.01F && a.y < b.bottom() - 0.01F &&
         b.y < a.bottom() - 0.01F;
}

TEST(ConstantLayout, HasAPassPerWordOneBelowTheOther) {
  for (const Rect area : {Rect{20, 20, 436, 420}, Rect{0, 0, 240, 90}}) {
    for (const int words : {1, 2, 7, 32}) {
      std::vector<ElementIndex> indices;
      for (int lane = 0; lane < warp_lanes; ++lane) indices.push_back(100 - lane % words);
      const ConstantLayout layout = constant_layout(area, 50, all_lanes, indices);
      ASSERT_EQ(layout.words.size(), static_cast<std::size_t>(words));
      std::uint32_t served = 0;
      for (std::size_t i = 0; i < layout.words.size(); ++i) {
        const ConstantWord& word = layout.words[i];
        EXPECT_EQ(word.index, 100 - static_cast<ElementIndex>(i)) << "by their first lanes";
        EXPECT_EQ(served & word.lanes, 0U);
        served |= word.lanes;
        EXPECT_GE(word.rect.x, area.x);
        EXPECT_LE(word.rect.right(), area.right() - 50);
        EXPECT_LE(word.rect.bottom(), area.bottom() + 0.01F);
        if (i > 0) {
          EXPECT_GE(word.rect.y, layout.words[i - 1].rect.bottom() - 0.01F);
          EXPECT_GE(word.rect.x, layout.words[i - 1].rect.right() - 0.01F);
        }
      }
      EXPECT_EQ(served, all_lanes);
    }
  }
}

TEST(BanksView, TellsOfTheWordsOfConstantMemory) {
  const auto document = test::document_of(test::several_launches());
  BanksView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 436, 420}};
  const RecordingCanvas canvas = shown.draw(view, *document, 5);
  expect_readable(canvas, shown.area);
  for (const char* text :
       {"wavefront 1", "wavefront 3", "3 different words", "3 wavefronts, ideal 1"}) {
    EXPECT_TRUE(canvas.says(text)) << text;
  }
  for (const auto& text : canvas.texts()) {
    if (text.text == "2") shown.pointer = {.at = text.rect.center(), .inside = true};
  }
  static_cast<void>(shown.draw(view, *document, 5));
  EXPECT_NE(shown.wishes.tooltip.find("step[2]"), std::string::npos) << shown.wishes.tooltip;
  EXPECT_NE(shown.wishes.tooltip.find("wavefront 3 of 3"), std::string::npos);
}

TEST(BanksLayout, HoldsEveryWavefrontWithoutOverlap) {
  for (const Rect area : {Rect{20, 20, 436, 420}, Rect{0, 0, 276, 200}}) {
    for (const BankModel model : all_bank_models) {
      for (const std::uint32_t stride : {0U, 1U, 2U, 3U, 4U, 8U, 16U, 32U, 33U}) {
        for (const int bytes : {4, 16}) {
          SCOPED_TRACE(std::string(id(model)) + " stride " + std::to_string(stride));
          const SharedRequest request = strided(stride, bytes);
          const BanksLayout layout = banks_layout(area, 60, model, request);
          EXPECT_EQ(layout.passes, wavefronts(model, request).actual);
          std::uint32_t served = 0;
          for (std::size_t i = 0; i < layout.cells.size(); ++i) {
            const Rect& cell = layout.cells[i].rect;
            served |= layout.cells[i].lanes;
            EXPECT_GT(cell.w, 0);
            EXPECT_GT(cell.h, 0);
            EXPECT_GE(cell.x, area.x - 0.01F);
            EXPECT_LE(cell.right(), area.right());
            const Rect& bank = layout.banks[static_cast<std::size_t>(layout.cells[i].bank)];
            EXPECT_NEAR(cell.center().x, bank.center().x, 0.01F) << "it stands under its bank";
            EXPECT_LE(cell.bottom(), area.bottom() + 0.01F);
            for (std::size_t j = 0; j < i; ++j) {
              EXPECT_FALSE(overlap(cell, layout.cells[j].rect));
            }
          }
          EXPECT_EQ(served, all_lanes);
        }
      }
    }
  }
}

TEST(BanksLayout, EveryWavefrontDeliversSomething) {
  for (const BankModel model : all_bank_models) {
    for (const std::uint32_t stride : {1U, 2U, 16U}) {
      for (const int bytes : {1, 4, 8, 16}) {
        SCOPED_TRACE(std::string(id(model)) + ", " + std::to_string(bytes) + " bytes");
        const SharedRequest request = strided(stride, bytes);
        const BanksLayout layout = banks_layout({0, 0, 436, 420}, 60, model, request);
        std::set<int> delivering, needed;
        for (const BankCell& cell : layout.cells) delivering.insert(cell.pass);
        for (int pass = 0; pass < layout.passes; ++pass) {
          if (layout.needed(pass)) needed.insert(pass);
        }
        // 2.x spends one more on every quarter-warp of 16-byte elements.
        const bool idle = model == BankModel::cc2 && bytes == 16;
        EXPECT_EQ(std::ssize(delivering), layout.passes - (idle ? 4 : 0));
        EXPECT_EQ(std::ssize(needed), wavefronts(model, request).ideal);
      }
    }
  }
}

TEST(BanksLayout, ABroadcastWordIsOneCell) {
  const BanksLayout layout = banks_layout({0, 0, 436, 420}, 60, BankModel::cc5, strided(0));
  ASSERT_EQ(layout.cells.size(), 1U);
  EXPECT_EQ(layout.cells[0].lanes, all_lanes);
}

TEST(BanksLayout, DotsAreFoundAgain) {
  const LaneRow row = lane_row({10, 10, 320, 16});
  for (int lane = 0; lane < warp_lanes; ++lane) {
    EXPECT_EQ(row.lane_at(row.at[static_cast<std::size_t>(lane)]), lane);
  }
  EXPECT_EQ(row.lane_at({100, 60}), -1);
}

TEST(SectorsLayout, SectorsOfOneLineStandTogether) {
  std::array<ElementIndex, warp_lanes> indices{};
  for (int lane = 0; lane < warp_lanes; ++lane) indices[static_cast<std::size_t>(lane)] = lane + 20;
  const SectorsLayout layout = sectors_layout({0, 0, 400, 300}, all_lanes, indices, 4);
  ASSERT_EQ(layout.sectors.size(), 5U);  // 2 and 3 of line 0, 4 to 6 of line 1
  ASSERT_EQ(layout.lines.size(), 2U);
  EXPECT_EQ(layout.lines[0].line, 0);
  EXPECT_EQ(layout.lines[1].line, 1);
  const auto distance = [&](std::size_t i) {
    return layout.sectors[i + 1].rect.x - layout.sectors[i].rect.right();
  };
  EXPECT_GT(distance(1), distance(0) + 8) << "a gap between two lines";
  EXPECT_NEAR(distance(2), distance(0), 0.01F);
  EXPECT_FLOAT_EQ(layout.lines[1].rect.x, layout.sectors[2].rect.x);
  EXPECT_FLOAT_EQ(layout.lines[1].rect.right(), layout.sectors[4].rect.right());
  EXPECT_LE(layout.sectors.back().rect.right(), 400);
}

TEST(SectorsLayout, CountsSectorsAsTheModelDoes) {
  std::array<ElementIndex, warp_lanes> indices{};
  for (int lane = 0; lane < warp_lanes; ++lane) {
    indices[static_cast<std::size_t>(lane)] = lane + 3;
  }
  const SectorsLayout layout = sectors_layout({0, 0, 400, 300}, all_lanes, indices, 4);
  ASSERT_EQ(layout.sectors.size(), 5U);
  EXPECT_EQ(layout.sectors[0].lanes[2], 0U);
  EXPECT_EQ(layout.sectors[0].lanes[3], 1U);
  EXPECT_EQ(layout.sectors[4].lanes[2], 1U << 31);
  EXPECT_EQ(layout.sectors[4].lanes[3], 0U);
}

TEST(LinearIndex, NamesTheLineThatIndicesLieOn) {
  const auto text = [](std::uint32_t mask, std::vector<ElementIndex> indices) {
    const auto line = linear_index(mask, indices);
    return line ? line->text() : "";
  };
  EXPECT_EQ(text(0b1111, {3, 19, 35, 51}), "16·lane + 3");
  EXPECT_EQ(text(0b10101, {0, 2, 4}), "lane");
  EXPECT_EQ(text(0b0110, {0, 2}), "2·lane − 2");
  EXPECT_EQ(text(0b0111, {7, 7, 7}), "7");
  EXPECT_EQ(text(0b0111, {9, 8, 7}), "−lane + 9");
  EXPECT_EQ(text(0b0111, {0, 1, 3}), "");
  EXPECT_EQ(text(0b0101, {0, 1}), "") << "no whole stride";
  EXPECT_EQ(text(0b0001, {5}), "") << "one point is no line";
}

TEST(BanksView, IsReadableForEveryAccess) {
  for (const char* kernel :
       {"reduce_strided", "reduce_shuffle", "reduce_vectorized", "scan_blelloch"}) {
    for (const BankModel model : {BankModel::cc1, BankModel::cc5}) {
      const auto document = emulated(kernel, 1024, 128, model);
      for (const Rect area :
           {Rect{20, 20, 436, 503}, Rect{20, 20, 276, 261}, Rect{0, 0, 232, 120}}) {
        for (const bool lecture : {false, true}) {
          for (std::uint32_t access = 0; access < document->trace->accesses.size(); access += 3) {
            SCOPED_TRACE(std::string(kernel) + " access " + std::to_string(access));
            BanksView view;
            view.on_document(*document);
            Shown shown{.area = area, .lecture = lecture, .motion = access % 2 == 0 ? 1.0F : 0.4F};
            expect_readable(shown.draw(view, *document, access), area);
            if (testing::Test::HasFailure()) return;
          }
        }
      }
    }
  }
}

TEST(BanksView, NamesConflictRuleAndWavefronts) {
  const auto document = emulated("reduce_strided", 256, 256);
  const std::uint32_t access = with_degree(*document, 8);
  BanksView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 436, 503}, .motion = 0.3F};
  const RecordingCanvas canvas = shown.draw(view, *document, access);
  EXPECT_TRUE(canvas.says("8-way conflict"));
  EXPECT_TRUE(canvas.says("bank = (8·lane + 4) mod 32 = 4, 12, 20, 28"));
  EXPECT_TRUE(canvas.says("wavefront 8"));
  for (const auto& text : canvas.texts()) {
    if (text.text.starts_with("wavefront ")) {
      EXPECT_EQ(text.style.color == dark_theme().now, text.text == "wavefront 3") << text.text;
    }
  }
  const RecordingCanvas free = shown.draw(view, *document, with_degree(*document, 1));
  EXPECT_TRUE(free.says("bank = (address / 4) mod 32;  index = "));
}

TEST(BanksView, HoverExplainsLaneBankAndWord) {
  const auto document = emulated("reduce_strided", 256, 256);
  const Trace& trace = *document->trace;
  const std::uint32_t access = with_degree(*document, 8);
  const SharedRequest request = shared_request(trace, trace.accesses[access]).value();
  BanksView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 436, 503}};
  const auto hover = [&](Point at) {
    shown.pointer = {.at = at, .inside = true};
    static_cast<void>(shown.draw(view, *document, access));
    return shown.wishes.tooltip;
  };
  std::string lane;
  for (float x = 20; x < 60 && !lane.starts_with("lane 0, thread "); ++x) lane = hover({x, 28});
  EXPECT_TRUE(lane.starts_with("lane 0, thread ")) << lane;
  EXPECT_NE(lane.find("byte address " + std::to_string(request.address[0])), std::string::npos);
  EXPECT_NE(lane.find("value "), std::string::npos);

  const std::string index = std::to_string(trace.lane_indices(trace.accesses[access])[0]);
  bool found = false;
  const RecordingCanvas canvas = shown.draw(view, *document, access);
  for (const auto& text : canvas.texts()) {
    if (text.text != index) continue;
    const std::string word = hover(text.rect.center());
    if (word.find("data[" + index + "]") == std::string::npos) continue;  // the bank's number
    EXPECT_NE(word.find("wavefront 1 of 8"), std::string::npos) << word;
    found = true;
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace warpscope
