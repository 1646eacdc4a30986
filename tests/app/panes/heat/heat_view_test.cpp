#include "app/panes/heat/heat_view.hpp"

#include <gtest/gtest.h>

#include "app/panes/heat/heat_layout.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::expect_readable;
using test::Shown;

class HeatViewTest : public testing::Test {
 protected:
  HeatViewTest() { view_.on_document(*document_); }

  RecordingCanvas draw(const Pointer& pointer = {}, std::uint32_t access = 0) {
    shown_.pointer = pointer;
    return shown_.draw(view_, *document_, access);
  }
  /// The map's rectangle.
  Rect map() { return draw().heats().at(0).rect; }
  [[nodiscard]] std::size_t count() const { return document_->trace->accesses.size(); }

  DocumentPtr document_ = emulated("reduce_strided", 2048, 256);
  HeatView view_;
  Shown shown_{.area = {20, 20, 900, 420}, .seconds = 10};
};

TEST_F(HeatViewTest, ShowsTheWholeTraceAtFirst) {
  const RecordingCanvas canvas = draw();
  ASSERT_EQ(canvas.heats().size(), 1U);
  const HeatSlice& slice = canvas.heats()[0].slice;
  EXPECT_EQ(slice.rows, 32);
  EXPECT_EQ(slice.from, 0);
  EXPECT_EQ(slice.columns, static_cast<int>(count()));
  EXPECT_EQ(slice.to, static_cast<float>(count()));
  const HeatMap map(*document_->trace, BankModel::cc5);
  for (int access = 0; access < slice.columns; ++access) {
    for (int bank = 0; bank < 32; ++bank) {
      ASSERT_EQ(slice.cell(access, bank), map.at(bank, static_cast<std::size_t>(access)));
    }
  }
  EXPECT_TRUE(canvas.says("wavefronts"));
  EXPECT_TRUE(canvas.says("bank not used"));
  EXPECT_TRUE(canvas.says("bank")) << "the axis downwards";
  EXPECT_TRUE(canvas.says("access ")) << "the axis of time";
  EXPECT_TRUE(canvas.says("32"));
  EXPECT_TRUE(canvas.says("combine 1"));
}

TEST_F(HeatViewTest, WheelZoomsAboutThePointerAndDoubleClickShowsAll) {
  const Rect map = this->map();
  const Point at{map.x + map.w * 0.25F, map.center().y};
  for (int i = 0; i < 6; ++i) draw({.at = at, .inside = true, .wheel = 1});
  const HeatWindow window = view_.window();
  EXPECT_LT(window.span(), 0.4 * static_cast<double>(count()));
  EXPECT_NEAR(window.from + 0.25 * window.span(), 0.25 * static_cast<double>(count()), 0.01);
  draw({.at = at, .inside = true, .pressed = true, .down = true, .double_clicked = true});
  EXPECT_EQ(view_.window(), whole_window(count()));
}

TEST_F(HeatViewTest, DraggingMovesAndIsNoClick) {
  const Rect map = this->map();
  const Point at = map.center();
  for (int i = 0; i < 8; ++i) draw({.at = at, .inside = true, .wheel = 1});
  const HeatWindow before = view_.window();
  draw({.at = at, .inside = true, .pressed = true, .down = true});
  const Point away{at.x - map.w / 2, at.y};
  draw({.at = away, .inside = true, .down = true});
  EXPECT_NEAR(view_.window().from, before.from + before.span() / 2, 0.01);
  draw({.at = away, .inside = true, .released = true});
  EXPECT_FALSE(shown_.wishes.seek) << "let go after moving";
  draw({.at = at, .inside = true});
  EXPECT_NEAR(view_.window().from, before.from + before.span() / 2, 0.01) << "let go";
}

TEST_F(HeatViewTest, AClickGoesToTheAccess) {
  const Rect map = this->map();
  const std::size_t wanted = count() / 3;
  const Point at{map.x + map.w * (static_cast<float>(wanted) + 0.5F) / static_cast<float>(count()),
                 map.y + 1};
  draw({.at = at, .inside = true, .pressed = true, .down = true});
  EXPECT_FALSE(shown_.wishes.seek);
  draw({.at = at, .inside = true, .released = true});
  EXPECT_EQ(shown_.wishes.seek, static_cast<std::uint32_t>(wanted));
}

TEST_F(HeatViewTest, HoverNamesBankAccessLineWavefrontsAndWords) {
  const HeatMap amounts(*document_->trace, BankModel::cc5);
  std::uint32_t access = 0;
  while (amounts.at(0, access) != 8) ++access;
  const Rect map = this->map();
  const Point at{map.x + map.w * (static_cast<float>(access) + 0.5F) / static_cast<float>(count()),
                 map.y + 1};
  draw({.at = at, .inside = true});
  const std::string text = shown_.wishes.tooltip;
  EXPECT_NE(text.find("access " + std::to_string(access) + ","), std::string::npos) << text;
  EXPECT_NE(text.find("bank 0: 8 wavefronts, of 8 in all, ideal 1"), std::string::npos) << text;
  EXPECT_NE(text.find("line " + std::to_string(
                                    document_->trace->line_of(document_->trace->accesses[access]))),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("data["), std::string::npos) << text;
}

TEST_F(HeatViewTest, PlayheadOutsideIsMarkedAtTheEdge) {
  const Rect map = this->map();
  for (const float edge : {map.x + 1, map.right() - 1}) {
    draw({.at = map.center(), .inside = true, .double_clicked = true});
    for (int i = 0; i < 10; ++i) draw({.at = {edge, map.center().y}, .inside = true, .wheel = 1});
    const bool left = edge < map.center().x;
    EXPECT_EQ(view_.window().from < 1, left);
    const auto last = static_cast<std::uint32_t>(count()) - 1;
    const std::size_t inside = draw({}, left ? 0 : last).shapes();
    EXPECT_EQ(draw({}, left ? 0 : last).shapes(), inside) << "a line and a triangle in any case";
  }
}

TEST_F(HeatViewTest, APlayheadThatMovesStaysInSight) {
  const Rect map = this->map();
  for (int i = 0; i < 10; ++i) draw({.at = {map.x + 1, map.y}, .inside = true, .wheel = 1});
  for (const std::uint32_t access : {static_cast<std::uint32_t>(count()) - 1, 0U, 3U}) {
    draw({}, access);
    EXPECT_LE(view_.window().from, access);
    EXPECT_GE(view_.window().to, access + 1 - 1e-6);
    EXPECT_LT(view_.window().span(), 0.2 * static_cast<double>(count())) << "as close as before";
  }
}

TEST_F(HeatViewTest, CellsWithRoomSayTheirNumber) {
  shown_.area = {20, 20, 900, 700};
  const Rect map = this->map();
  for (int i = 0; i < 20; ++i) draw({.at = map.center(), .inside = true, .wheel = 1});
  ASSERT_NEAR(view_.window().span(), 8, 1e-6);
  const auto numbers = [](const RecordingCanvas& canvas) {
    return std::ranges::count_if(canvas.texts(),
                                 [](const auto& text) { return text.style.face == Face::mono; });
  };
  EXPECT_GT(numbers(draw()), 38 + 8) << "more than banks and legend";
  expect_readable(draw(), shown_.area);
}

TEST_F(HeatViewTest, ShowsTheWordsOfSharedMemoryToo) {
  for (const auto& [kind, words] :
       {std::pair{HeatRows::use, "not yet written"}, std::pair{HeatRows::writer, "written by warp"},
        std::pair{HeatRows::age, "long ago"}}) {
    shown_.look.set(kind);
    const RecordingCanvas canvas = draw();
    expect_readable(canvas, shown_.area);
    EXPECT_TRUE(canvas.says(words)) << names_of(kind).label;
    EXPECT_TRUE(canvas.says("word")) << "the axis downwards";
    EXPECT_TRUE(canvas.says("shows: " + std::string(names_of(kind).label)));
    const HeatSlice& slice = canvas.heats().at(0).slice;
    const HeatMap map = word_map(*document_->trace, kind, word_rows(*document_->trace));
    ASSERT_EQ(slice.rows, map.banks());
    for (int access = 0; access < slice.columns; access += 5) {
      for (int row = 0; row < slice.rows; ++row) {
        ASSERT_EQ(slice.cell(access, row), map.at(row, static_cast<std::size_t>(access)));
      }
    }
  }
}

TEST_F(HeatViewTest, AClickOnTheAxisShowsSomethingElse) {
  const RecordingCanvas canvas = draw();
  for (const char* button : {"bank", "shows: wavefronts of banks"}) {
    const auto text = std::ranges::find(canvas.texts(), button, &RecordingCanvas::Text::text);
    ASSERT_NE(text, canvas.texts().end()) << button;
    draw({.at = text->rect.center(), .inside = true, .pressed = true, .down = true});
    EXPECT_EQ(shown_.wishes.command, "heat.next") << button;
  }
}

TEST_F(HeatViewTest, HoverTellsWhoWroteAWord) {
  shown_.look.set(HeatRows::writer);
  const Rect map = this->map();
  draw({.at = {map.right() - 1, map.y + 1}, .inside = true});
  const std::string text = shown_.wishes.tooltip;
  EXPECT_NE(text.find("data[0]: written by line"), std::string::npos) << text;
  EXPECT_NE(text.find("warp 0, lane 0"), std::string::npos) << text;
  EXPECT_NE(text.find("ago"), std::string::npos) << text;
}

TEST(HeatView, OneWavefrontRecedesAndCostsStandOut) {
  for (const Theme* theme : all_themes()) {
    const Color paper = theme->panel;
    double last = 0;
    for (int wavefronts = 1; wavefronts <= 32; wavefronts *= 2) {
      const double now = contrast(heat_color(*theme, wavefronts), paper);
      EXPECT_GT(now, last) << theme->id << ", " << wavefronts;
      last = now;
    }
    EXPECT_LT(contrast(heat_color(*theme, 1), paper), 2) << theme->id;
    EXPECT_GT(contrast(heat_color(*theme, 8), paper), 2.5) << theme->id;
  }
}

TEST(HeatView, WithoutSharedMemoryThereAreNoWords) {
  const auto document = emulated("global_stride", 128, 128);
  HeatView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 900, 420}};
  shown.look.set(HeatRows::use);
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  expect_readable(canvas, shown.area);
  EXPECT_TRUE(canvas.says("shows: wavefronts of banks"));
}

TEST(HeatView, NamesLaunches) {
  const auto document = test::document_of(test::several_launches());
  HeatView view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 900, 420}};
  const RecordingCanvas canvas = shown.draw(view, *document, 0);
  expect_readable(canvas, shown.area);
  EXPECT_TRUE(canvas.says(document->trace->launches[0].kernel) || canvas.says("1"));
}

TEST(HeatView, IsReadableAtEveryZoom) {
  const auto document = emulated("scan_blelloch", 1024, 128);
  for (const Rect area : {Rect{20, 20, 925, 560}, Rect{20, 20, 276, 261}, Rect{0, 0, 232, 64}}) {
    for (const bool lecture : {false, true}) {
      HeatView view;
      view.on_document(*document);
      Shown shown{.area = area, .lecture = lecture};
      shown.look.set(lecture ? HeatRows::writer : HeatRows::banks);
      for (int zoom = 0; zoom < 24; ++zoom) {
        shown.pointer = {.at = {area.x + area.w * 0.7F, area.y + area.h * 0.5F}, .inside = true};
        shown.pointer.wheel = 1;
        SCOPED_TRACE(zoom);
        expect_readable(shown.draw(view, *document, 40), area);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(HeatStops, CoverTheMapOnceAndCanBeToldApart) {
  for (const std::size_t accesses : {5U, 54U, 900U, 40'000U}) {
    for (const int banks : {16, 32, 512}) {
      const HeatLayout layout =
          heat_layout({10, 20, 600, 160}, 12, 30, false, banks, {0, static_cast<double>(accesses)});
      float covered = 0;
      for (const HeatStop& stop : heat_stops(layout, accesses)) {
        const bool last = stop.spot.last == accesses;
        const bool lowest = stop.spot.bank + stop.banks == banks;
        EXPECT_TRUE(last || stop.rect.w >= 5.9F) << stop.rect.w;
        EXPECT_TRUE(lowest || stop.rect.h >= 2.9F) << stop.rect.h;
        covered += stop.rect.w * stop.rect.h;
        const HeatSpot again = heat_stop_at(layout, stop.rect.center(), accesses);
        EXPECT_EQ(again.first, stop.spot.first);
        EXPECT_EQ(again.last, stop.spot.last);
        EXPECT_GE(again.bank, stop.spot.bank);
        EXPECT_LT(again.bank, stop.spot.bank + stop.banks);
      }
      EXPECT_NEAR(covered, layout.map.w * layout.map.h, 0.01F * layout.map.w * layout.map.h);
    }
  }
}

}  // namespace
}  // namespace warpscope
