#include "app/stage/bins/bins_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "instrumentation/analysis/caption.hpp"
#include "tests/app/stage/shown_picture.hpp"

namespace warpscope {
namespace {

using test::emulated;
using test::Shown;

TEST(BinsPicture, IsReadableAtEverySizeAndMoment) {
  test::expect_readable_at_all_moments<BinsPicture>({{"histogram_shared_atomic", 2048, 256},
                                                     {"histogram_global_atomic", 2048, 256},
                                                     {"histogram64_bin_major", 2048, 64},
                                                     {"histogram256_tagged", 768, 192},
                                                     {"radix_split", 128, 64},
                                                     {"cyclic_reduction", 256, 128},
                                                     {"parallel_cyclic_reduction", 128, 128},
                                                     {"bitonic_shared", 1024, 512},
                                                     {"reduce_strided", 256, 256}},
                                                    6'000);
}

/// The frames of lanes stood in their two-digit values, in a window of 1280 × 720.
TEST(BinsPicture, NoFrameStandsInTheDigitsOfALane) {
  const auto document = emulated("histogram_shared_atomic", 1024, 256);
  BinsPicture picture;
  picture.on_document(*document);
  Shown shown{.area = {337, 100, 600, 230}};
  int values = 0;
  for (std::uint32_t access = 0; access < document->trace->accesses.size(); access += 3) {
    const auto canvas = shown.draw(picture, *document, access);
    for (const auto& text : canvas.texts()) {
      if (text.style.face != Face::mono || text.text.size() != 2) continue;
      for (const auto& frame : canvas.strokes()) {
        if (frame.rect.w > 40 || !frame.rect.contains(text.rect.center())) continue;
        EXPECT_GE(text.rect.x - frame.rect.x, 2.9F) << text.text << " of access " << access;
      }
      ++values;
    }
  }
  EXPECT_GT(values, 100);
}

/// A histogram on the emulator, and its first access that counts.
struct Counted {
  DocumentPtr document;
  std::uint32_t access = 0;

  Counted(const char* kernel, const char* input, BankModel model, const char* weight = nullptr) {
    RunRequest request{.kernel = kernel, .size = 256, .block = 64};
    request.machine = MachineKind::emulator;
    request.input.kind = input;
    if (weight != nullptr) request.parameters["weight"] = weight;
    auto made = make_document(request, model);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
    document = made.value();
    while (!is_atomic(document->trace->accesses[access].operation)) ++access;
  }
  [[nodiscard]] RecordingCanvas drawn() const {
    BinsPicture picture;
    picture.on_document(*document);
    Shown shown;
    return shown.draw(picture, *document, access);
  }
};

TEST(BinsPicture, SaysWhatTheBankModelSaysOfLanesThatWantOneBin) {
  for (const BankModel model : all_bank_models) {
    const bool shortcut = model == BankModel::cc5;  // for the constant 1
    const Counted ones("histogram_shared_atomic", "ones", model, "1");
    const auto canvas = ones.drawn();
    EXPECT_EQ(ones.document->summary.accesses[ones.access].wavefronts, shortcut ? 1 : 32);
    EXPECT_TRUE(canvas.says(shortcut ? "conflict-free: 32 lanes on bin 1 count as one"
                                     : "-way conflict: 32 lanes want bin 1"))
        << label(model);
    EXPECT_TRUE(canvas.says("× 32"));
    EXPECT_TRUE(canvas.says("32 counted in 64 bins"));
    const Counted twos("histogram_shared_atomic", "ones", model, "2");
    EXPECT_TRUE(twos.drawn().says("-way conflict: 32 lanes want bin 1")) << label(model);
    const Counted ramp("histogram_shared_atomic", "ramp", model, "2");
    const AccessCost& cost = ramp.document->summary.accesses[ramp.access];
    EXPECT_TRUE(ramp.drawn().says(cost.wavefronts > cost.ideal
                                      ? "-way conflict: bins"
                                      : "conflict-free: no two lanes want the same counter"))
        << label(model);
  }
  const Counted global("histogram_global_atomic", "ones", BankModel::cc5);
  EXPECT_EQ(global.document->summary.accesses[global.access].sectors, 32);
  EXPECT_TRUE(global.drawn().says("32 lanes want bin 1: 32 sectors"));
}

/// It told of lanes that want one bin in red, where other bins of one bank were the conflict.
TEST(BinsPicture, JudgesAnAccessAsTheBanksDo) {
  bool shares = false, one_bin = false;
  for (const char* weight : {"1", "2"}) {
    const Counted random("histogram_shared_atomic", "random", BankModel::cc5, weight);
    BinsPicture picture;
    picture.on_document(*random.document);
    int seen = 0;
    for (std::uint32_t a = 0; a < random.document->trace->accesses.size() && seen < 12; ++a) {
      const Access& access = random.document->trace->accesses[a];
      const bool shared = random.document->trace->arrays[access.array].space == Space::shared;
      if (!is_atomic(access.operation) || !shared) continue;
      ++seen;
      Shown shown;
      const auto canvas = shown.draw(picture, *random.document, a);
      const std::string judged =
          caption(*random.document->trace, random.document->summary, a).verdict;
      EXPECT_TRUE(canvas.says(judged + ": ")) << judged;
      shares = shares || canvas.says(" share bank ");
      one_bin = one_bin || canvas.says(" lanes want bin");
    }
  }
  EXPECT_TRUE(shares);
  EXPECT_TRUE(one_bin);
}

TEST(BinsPicture, NamesTheRoundsOfLanesThatTryAgain) {
  const auto document = emulated("histogram256_tagged", 768, 192);
  BinsPicture picture;
  picture.on_document(*document);
  bool first = false, second = false;
  for (std::uint32_t a = 0; a < document->trace->accesses.size(); ++a) {
    if (document->trace->accesses[a].operation != Operation::store) continue;
    Shown shown;
    const auto canvas = shown.draw(picture, *document, a);
    first = first || canvas.says("round 1 of 2: 1 lane overwritten");
    second = second || canvas.says("counters signed") || canvas.says("× 2");
  }
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
}

/// Boxes in the colour of the present, without the legend's.
std::ptrdiff_t marked(const std::vector<RecordingCanvas::Box>& boxes, Rect area) {
  return std::ranges::count_if(boxes, [&](const RecordingCanvas::Box& box) {
    return box.color == dark_theme().now && box.rect.bottom() < area.bottom() - 16;
  });
}

TEST(BinsPicture, OutlinesWhatIsReadAndFillsWhatIsWritten) {
  for (const char* kernel : {"reduce_strided", "radix_split", "parallel_cyclic_reduction"}) {
    const auto document = emulated(kernel, 64, 64);
    BinsPicture picture;
    picture.on_document(*document);
    for (std::uint32_t a = 0; a < document->trace->accesses.size(); a += 3) {
      Shown shown;
      const auto canvas = shown.draw(picture, *document, a);
      const bool reads = document->trace->accesses[a].operation == Operation::load;
      const auto fills = marked(canvas.fills(), shown.area);
      const auto strokes = marked(canvas.strokes(), shown.area);
      EXPECT_TRUE(reads ? strokes > 0 && fills == 0 : fills > 0 && strokes == 0)
          << kernel << " access " << a << ": " << fills << " fills, " << strokes << " outlines";
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(BinsPicture, SaysWhereAnAccessIsThatItsBinsDoNotShow) {
  const auto document = emulated("radix_split", 64, 64);
  const Trace& trace = *document->trace;
  BinsPicture picture;
  picture.on_document(*document);
  Shown shown;
  const auto canvas = shown.draw(picture, *document, 0);
  EXPECT_TRUE(canvas.says("now reads keys[i]: elements 0 … 31 of 64"));
  Frame frame;
  frame.document = document.get();
  EXPECT_EQ(picture.subtitle(frame), "ping · now reads keys");
  std::uint32_t shown_one = 0;
  while (trace.arrays[trace.accesses[shown_one].array].name != "ping") ++shown_one;
  frame.access = shown_one;
  EXPECT_EQ(picture.subtitle(frame), "ping");
}

TEST(BinsPicture, SaysWhatWouldFillIt) { test::expect_placeholder<BinsPicture>("buckets"); }

/// The texts of a picture of the costliest counting access, without the names of cells.
std::vector<std::string> words_of(const Document& document, std::uint32_t access) {
  BinsPicture picture;
  picture.on_document(document);
  Shown shown;
  const auto canvas = shown.draw(picture, document, access);
  std::vector<std::string> words;
  for (const auto& text : canvas.texts()) words.push_back(text.text);
  return words;
}

TEST(BinsPicture, PaddingIsFoldedOutOfTheBins) {
  for (const char* kernel : {"histogram64_thread_major", "histogram_shared_atomic",
                             "cyclic_reduction", "reduce_strided"}) {
    RunRequest request;
    request.kernel = kernel;
    request.machine = MachineKind::emulator;
    const auto plain = make_document(request, BankModel::cc5);
    request.what_if.pad = 32;
    const auto padded = make_document(request, BankModel::cc5);
    ASSERT_TRUE(plain && padded) << kernel;
    for (const std::uint32_t part : {1U, 2U, 3U}) {
      const auto access =
          part * (static_cast<std::uint32_t>(plain.value()->trace->accesses.size()) - 1) / 3;
      EXPECT_EQ(words_of(*padded.value(), access), words_of(*plain.value(), access)) << kernel;
    }
    BinsPicture picture;
    picture.on_document(*padded.value());
    Frame frame;
    frame.document = padded.value().get();
    EXPECT_NE(picture.subtitle(frame).find("padding folded out"), std::string::npos);
  }
}

TEST(BinsPicture, ZoomedInFollowsThePlayhead) {
  const auto document = emulated("histogram_shared_atomic");
  const Trace& trace = *document->trace;
  BinsPicture view;
  view.on_document(*document);
  Shown shown{.seconds = 10};
  shown.zoom = {.factor = 16};
  (void)shown.draw(view, *document, 0);
  shown.zoom = {};
  std::set<double> places;
  for (std::uint32_t a = 0; a < trace.accesses.size(); a += 8) {
    (void)shown.draw(view, *document, a);
    if (shown.wishes.zoom) places.insert(shown.wishes.zoom->place.x);
  }
  EXPECT_GT(places.size(), 3U);
}

}  // namespace
}  // namespace warpscope
