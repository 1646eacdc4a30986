#include "app/stage/tree/tree_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/stage_focus.hpp"
#include "tests/app/stage/shown_picture.hpp"
#include "tests/support/cut_trace.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::Shown;
using test::small_stage;

TEST(TreePicture, IsReadableAndCheapAtEverySizeAndMoment) {
  test::expect_readable_at_all_moments<TreePicture>(
      {
          {"reduce_strided", 8, 8},
          {"reduce_sequential", 256, 256},
          {"reduce_divergent", 1024, 1024},
          {"reduce_unrolled", 256, 128},
          {"reduce_shuffle", 2048, 1024},
          {"reduce_vectorized", 4096, 256},
          {"scan_hillis_steele", 1024, 1024},
          {"scan_blelloch", 16, 8},
          {"scan_blelloch", 2048, 1024},
          {"scan_padded32", 512, 256},
      },
      6'000);
}

TEST(TreePicture, WritesEveryValueOfSixteenElementsInASmallWindow) {
  for (const char* kernel : {"scan_blelloch", "reduce_strided", "reduce_sequential"}) {
    const auto document =
        emulated(kernel, 16, kernel == std::string_view("scan_blelloch") ? 8 : 16);
    TreePicture view;
    view.on_document(*document);
    Shown shown{.area = small_stage};
    const auto canvas = shown.draw(view, *document, test::last_access(*document));
    for (const FlowNode& node : document->flow.nodes) {
      const std::string value = node_value(*document->trace, document->flow, node);
      EXPECT_TRUE(canvas.says(value)) << kernel << ": " << value;
    }
    const auto digits = std::ranges::count_if(
        canvas.texts(), [](const auto& text) { return text.style.face == Face::mono; });
    EXPECT_EQ(static_cast<std::size_t>(digits), document->flow.nodes.size() + 16)
        << "and the ruler";
  }
}

TEST(TreePicture, TreesBesideEachOtherHaveEvenAxes) {
  const auto document = emulated("reduce_sequential", 256, 256);
  const auto apart = [&](bool compared) {
    TreePicture view;
    view.on_document(*document);
    Shown shown{.area = {0, 0, 598, 500}, .compared = compared};
    shown.look.set(StageFocus::off);  // of whole trees
    const auto canvas = shown.draw(view, *document, 0);
    std::vector<float> ruler;
    for (const auto& text : canvas.texts()) {
      if (text.style.face == Face::mono) ruler.push_back(text.rect.center().x);
    }
    EXPECT_GE(ruler.size(), 5U);
    return ruler.size() < 5 ? 1.0F : (ruler[4] - ruler[3]) / (ruler[2] - ruler[1]);
  };
  EXPECT_NEAR(apart(true), 1, 0.15);
  EXPECT_GT(std::abs(apart(false) - 1), 0.3);
}

TEST(TreePicture, SaysWhatGreyIsWhereValuesAreNotUsed) {
  const auto scan = emulated("scan_blelloch", 16, 8), sum = emulated("reduce_strided", 16, 16);
  TreePicture view;
  view.on_document(*scan);
  Shown shown{.area = small_stage};
  EXPECT_TRUE(shown.draw(view, *scan, 0).says("grey: not used later"));
  view.on_document(*sum);
  EXPECT_FALSE(shown.draw(view, *sum, 0).says("grey: not used later"));
}

TEST(TreePicture, ValuesAppearWhenTheyAreStored) {
  const auto document = emulated("reduce_strided", 8, 8);
  const FlowNode& sum = document->flow.nodes[document->flow.nodes.size() - 2];  // before the output
  const std::string value = node_value(*document->trace, document->flow, sum);
  TreePicture view;
  view.on_document(*document);
  Shown before{.motion = 0.5F}, after{};
  EXPECT_FALSE(before.draw(view, *document, sum.access).says(value));
  EXPECT_TRUE(after.draw(view, *document, sum.access).says(value));
}

TEST(TreePicture, PresentStepIsNamedInTheColourOfNow) {
  const auto document = emulated("reduce_strided", 16, 16);
  TreePicture view;
  view.on_document(*document);
  Shown shown;
  const auto canvas = shown.draw(view, *document, document->trace->steps[2].first_access);
  int marked = 0;
  for (const auto& text : canvas.texts()) {
    if (text.style.face == Face::sans_bold && text.style.color == dark_theme().now) {
      EXPECT_EQ(text.text, "s = 2");
      ++marked;
    }
  }
  EXPECT_EQ(marked, 1);
}

/// The place at which the picture shows a node's value.
Point find_text(const RecordingCanvas& canvas, const std::string& value) {
  for (const auto& text : canvas.texts()) {
    if (text.text == value && text.style.face == Face::mono) return text.rect.center();
  }
  ADD_FAILURE() << "no text " << value;
  return {};
}

TEST(TreePicture, HoverTellsWhatANodeWasMadeFromAndClickGoesThere) {
  const auto document = emulated("reduce_strided", 8, 8);
  const FlowNode& sum = document->flow.nodes[document->flow.nodes.size() - 2];
  const auto last = static_cast<std::uint32_t>(document->trace->accesses.size()) - 1;
  TreePicture view;
  view.on_document(*document);
  Shown shown;
  const auto canvas = shown.draw(view, *document, last);
  EXPECT_TRUE(shown.wishes.tooltip.empty());

  shown.pointer.inside = true;
  shown.pointer.at = find_text(canvas, node_value(*document->trace, document->flow, sum));
  (void)shown.draw(view, *document, last);
  EXPECT_NE(shown.wishes.tooltip.find("data[0] = "), std::string::npos) << shown.wishes.tooltip;
  EXPECT_NE(shown.wishes.tooltip.find("data[4] = "), std::string::npos) << shown.wishes.tooltip;
  EXPECT_NE(shown.wishes.tooltip.find("8 first values"), std::string::npos) << shown.wishes.tooltip;
  EXPECT_FALSE(shown.wishes.seek);

  shown.pointer.pressed = shown.pointer.released = true;
  (void)shown.draw(view, *document, last);
  EXPECT_EQ(shown.wishes.seek, sum.access);
}

TEST(TreePicture, ScrollsToThePresentRowWhereNotAllFit) {
  const auto document = emulated("scan_blelloch", 2048, 1024);
  const auto last = static_cast<std::uint32_t>(document->trace->accesses.size()) - 1;
  TreePicture view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 560, 200}};
  EXPECT_TRUE(shown.draw(view, *document, 0).says("load"));
  TreePicture later;
  later.on_document(*document);
  EXPECT_TRUE(shown.draw(later, *document, last).says("store"));
}

// An unknown of a triangular system is made from indices and coefficients, too, which come first.
TEST(TreePicture, DrawsEightEdgesFromOtherNodesWhateverElseAValueNeeds) {
  const auto document = emulated("sptrsv_levels", 32, 32);
  const Trace& trace = *document->trace;
  const Dataflow& flow = document->flow;
  std::size_t edges = 0, longest = 0;
  for (const FlowNode& node : flow.nodes) {
    if (trace.arrays[node.array].space != Space::shared) continue;
    std::size_t unknowns = 0;
    for (const FlowEdge& edge : edges_of(flow, node)) unknowns += edge.array == node.array ? 1 : 0;
    edges += std::min<std::size_t>(unknowns, 8);
    longest = std::max(longest, unknowns);
  }
  EXPECT_EQ(longest, 23U);
  TreePicture view;
  view.on_document(*document);
  Shown shown;
  const Color done = mix(dark_theme().panel, dark_theme().active, 0.55F);
  const std::uint32_t solved = trace.steps.back().first_access;
  const std::size_t lines = shown.draw(view, *document, solved).inked(done);
  EXPECT_GE(lines, edges);
  EXPECT_LE(lines, 2 * edges) << "a bend or none";
}

TEST(TreePicture, SaysWhatWouldFillIt) { test::expect_placeholder<TreePicture>("tree"); }

TEST(TreePicture, HoverTellsThatSourcesAreLeftOut) {
  const auto document = test::document_of(test::sums_of_many(2048, 8));
  const TreeLayout layout(*document->trace, document->flow);
  const FlowUses uses(*document->trace, document->flow);
  Frame frame;
  frame.document = document.get();
  frame.access = test::last_access(*document);
  const Ancestry none;
  const TreeScene scene{*document, frame, layout, none, uses, {}, {}};
  const auto last = static_cast<std::uint32_t>(document->flow.nodes.size()) - 1;
  const std::string cut = describe_node(scene, last);
  EXPECT_NE(cut.find("what it was made from is left out"), std::string::npos) << cut;
  const std::string whole = describe_node(scene, last - 32);
  EXPECT_EQ(whole.find("left out"), std::string::npos) << whole;
}

TEST(Ancestry, DoesNotCountOriginsWhereSomeAreLeftOut) {
  const auto document = test::document_of(test::sums_of_many(2048, 8));
  const auto last = static_cast<std::uint32_t>(document->flow.nodes.size()) - 1;
  Ancestry ancestry;
  ancestry.follow(document->flow, last);
  EXPECT_EQ(ancestry.origins(), 0U);
  ancestry.follow(document->flow, last - 32);
  EXPECT_EQ(ancestry.origins(), 2048U);
}

TEST(Ancestry, HoldsWhatANodeDependsOnAndNothingElse) {
  const auto document = emulated("reduce_strided", 16, 16);
  const Dataflow& flow = document->flow;
  Ancestry ancestry;
  const auto last = static_cast<std::uint32_t>(flow.nodes.size()) - 1;
  ancestry.follow(flow, last);
  EXPECT_EQ(ancestry.origins(), 16U);
  for (std::uint32_t n = 0; n < flow.nodes.size(); ++n) EXPECT_TRUE(ancestry.contains(n));
  ancestry.follow(flow, 3);
  EXPECT_TRUE(ancestry.contains(3));
  EXPECT_FALSE(ancestry.contains(last));
}

TEST(EdgePath, PassesItsBendWaitsAndEndsAtTheNode) {
  const EdgePath path{{10, 0}, {10, 60}, {40, 80}};
  EXPECT_FLOAT_EQ(path.at(0).y, 0);
  EXPECT_FLOAT_EQ(path.at(0.1F).x, 10);
  EXPECT_FLOAT_EQ(path.at(0.5F).x, 22);
  EXPECT_FLOAT_EQ(path.at(0.5F).y, 68);
  EXPECT_FLOAT_EQ(path.at(1).x, 40);
  EXPECT_FLOAT_EQ(path.at(1).y, 80);
}

TEST(TreePicture, KeysScrollIt) {
  const auto document = emulated("scan_hillis_steele", 64, 64);
  TreePicture view;
  view.on_document(*document);
  Shown shown{.area = {0, 0, 600, 120}};  // a few rows of it
  const auto first = shown.draw(view, *document, 0);
  shown.seconds = 10;
  shown.zoom = {.down = 1};
  const auto lower = shown.draw(view, *document, 0);
  const auto texts = [](const RecordingCanvas& canvas) {
    std::vector<std::string> all;
    for (const auto& text : canvas.texts()) {
      if (text.style.face != Face::mono) all.push_back(text.text);
    }
    return all;
  };
  EXPECT_NE(texts(first), texts(lower));
  shown.zoom = {.down = -1};
  EXPECT_EQ(texts(shown.draw(view, *document, 0)), texts(first));
}

TEST(TreePicture, ZoomedInFollowsLoadsAsItDoesStores) {
  const auto document = emulated("scan_blelloch", 1024, 512);
  const Trace& trace = *document->trace;
  std::uint32_t load = 0;  // of the last warp, that reads what an early step is made of
  while (trace.accesses[load].warp < 15 || trace.accesses[load].operation != Operation::load ||
         trace.arrays[trace.accesses[load].array].space != Space::shared) {
    ASSERT_LT(++load, trace.accesses.size());
  }
  TreePicture view;
  view.on_document(*document);
  Shown shown{.seconds = 10};
  shown.zoom = {.factor = 16};
  (void)shown.draw(view, *document, 0);
  shown.zoom = {};
  (void)shown.draw(view, *document, load);
  ASSERT_TRUE(shown.wishes.zoom);
  EXPECT_GT(shown.wishes.zoom->place.x, 0.85);
}

// Its loads wait in registers until the first exchange, a step later.
TEST(TreePicture, LoadsThatAreHeldOverAStepAreSeen) {
  const auto document = emulated("reduce_vectorized", 4096, 256);
  const Trace& trace = *document->trace;
  TreePicture view;
  view.on_document(*document);
  std::size_t loads = 0;
  for (std::uint32_t a = 0; a < trace.accesses.size(); ++a) {
    const bool load = trace.accesses[a].operation == Operation::load &&
                      trace.arrays[trace.accesses[a].array].space == Space::global;
    if (!load) continue;
    ++loads;
    Shown shown{.area = {0, 0, 1280, 700}};
    EXPECT_GT(shown.draw(view, *document, a).inked(dark_theme().now), 0U) << "access " << a;
  }
  EXPECT_GT(loads, 0U);
}

// 72 steps, of four names: at the left of a narrow pane there is no room for "step 36 · sum,
// distance = 16", and what tells it from its neighbours stands at its end.
TEST(TreePicture, LabelsSayWhatTellsStepsApartHoweverNarrowThePane) {
  const auto document = emulated("spmv_coo", 32, 32);
  const Trace& trace = *document->trace;
  for (const Rect area : {Rect{16, 44, 400, 280}, {20, 20, 598, 280}, {20, 20, 925, 560}}) {
    TreePicture view;
    view.on_document(*document);
    Shown shown{.area = area};
    shown.look.set(StageFocus::off);
    const auto canvas = shown.draw(view, *document, test::last_access(*document) / 2);
    int labels = 0;
    for (const auto& text : canvas.texts()) {
      if (text.style.face == Face::mono || text.text.find(" · ") == std::string::npos) continue;
      ++labels;
      EXPECT_EQ(text.text.find("…"), std::string::npos) << text.text;
      const std::size_t digits = text.text.find_first_of("0123456789");
      const auto& step = trace.steps[std::stoul(text.text.substr(digits)) - 1];
      EXPECT_TRUE(text.text.ends_with(" " + std::to_string(*step.value))) << text.text;
    }
    EXPECT_GE(labels, 8);
  }
}

// Values to the left, flags to the right: nothing else says which is which.
TEST(TreePicture, NamesTheArraysThatStandSideBySide) {
  const auto document = emulated("scan_segmented", 16, 16);
  TreePicture view;
  view.on_document(*document);
  Shown shown{.area = {20, 20, 598, 280}};
  const auto canvas = shown.draw(view, *document, 0);
  int columns = 0;
  for (const auto& text : canvas.texts()) {
    const bool named =
        text.text.find("ping") != std::string::npos || text.text.find("head") != std::string::npos;
    columns += named && text.style.face == Face::sans_bold ? 1 : 0;
  }
  EXPECT_EQ(columns, 2);
}

/// Steps of one name: "step 2 · line 5". The second makes nothing and is named where it would be.
TEST(TreePicture, NamesStepsThatWouldBeAlikeByTheirNumber) {
  test::TraceMaker make(32);
  const int in = make.global("in", 32), data = make.shared("data", 32);
  test::Lanes values = make.load(in, 3, all_lanes, test::own);
  for (int step = 0; step < 3; ++step) {
    if (step != 1) {
      make.store(data, 4, all_lanes, test::own, values);
    } else {
      values = make.load(data, 5, all_lanes, test::own);
    }
    make.barrier("barrier of line 5");
  }
  const auto document = test::document_of(make.take());
  TreePicture view;
  view.on_document(*document);
  for (const std::uint32_t step : {0U, 1U, 2U}) {
    Shown shown;
    const auto canvas = shown.draw(view, *document, document->trace->steps[step].first_access);
    EXPECT_TRUE(canvas.says("step 1 · line 5"));
    EXPECT_TRUE(canvas.says("step 3 · line 5"));
    for (const auto& text : canvas.texts()) {
      const bool now = text.style.face == Face::sans_bold && text.style.color == dark_theme().now;
      if (now) {
        EXPECT_EQ(text.text, "step " + std::to_string(step + 1) + " · line 5");
      }
    }
    EXPECT_EQ(canvas.says("step 2 · line 5"), step == 1);
  }
}

TEST(TreePicture, ShowsOneLaunchOfMany) {
  test::TraceMaker make(32);
  const int data = make.global("data", 32), far = make.global("far", 4096);
  for (int launch = 0; launch < 30; ++launch) {
    if (launch > 0) make.launch(32);
    const test::Lanes values = make.load(data, 3, all_lanes, test::own);
    make.store(
        launch == 0 ? far : data, 4, all_lanes,
        [=](int lane) { return launch == 0 ? 4000 + lane : lane; }, values);
    make.barrier("store");
  }
  const auto document = test::document_of(make.take());
  TreePicture view;
  view.on_document(*document);
  for (const std::uint32_t step : {0U, 29U}) {
    Shown shown;
    const auto canvas = shown.draw(view, *document, document->trace->steps[step].first_access);
    EXPECT_FALSE(canvas.says("more step"));
    EXPECT_FALSE(canvas.says("above"));
    test::expect_readable(canvas, shown.area);
  }
}

}  // namespace
}  // namespace warpscope
