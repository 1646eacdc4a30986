#include "instrumentation/analysis/relayout.hpp"

#include <gtest/gtest.h>

#include "instrumentation/analysis/replay.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::Lanes;
using test::TraceMaker;

Lanes rising() {
  Lanes values{};
  for (int lane = 0; lane < warp_lanes; ++lane) values[lane] = static_cast<std::uint32_t>(lane + 1);
  return values;
}

/// A tile between two other arrays, filled by rows and read by a column.
Trace column_read(int columns = 32, ElementType type = {}) {
  TraceMaker maker(32);
  const int head = maker.shared("head", 7);
  const int tile = maker.matrix("tile", 32, columns, type);
  const int tail = maker.shared("tail", 64);
  maker.store(
      head, 2, 0x7fU, [](int lane) { return lane; }, rising());
  for (int row = 0; row < 32; ++row) {
    maker.store(
        tile, 3, test::first_lanes(columns), [&](int lane) { return row * columns + lane; },
        test::all(static_cast<std::uint32_t>(100 + row)));
  }
  maker.store(
      tail, 4, all_lanes, [](int lane) { return 2 * lane; }, rising());
  maker.barrier("fill");
  maker.load(tile, 5, all_lanes, [&](int lane) { return lane * columns + 3; });
  maker.load(tail, 6, all_lanes, [](int lane) { return 2 * lane; });
  maker.barrier("read");
  return maker.take();
}

Layouts layouts(const std::string& text) {
  const auto read = parse_layouts("it", text);
  EXPECT_TRUE(read) << text;
  return read.value();
}

Relayout relayout(const std::string& text) { return layouts(text).front(); }

Trace moved(const Trace& trace, const std::string& change) {
  Result<Trace> result = relaid(trace, layouts(change));
  EXPECT_TRUE(result) << result.error().message;
  EXPECT_EQ(find_fault(result.value()), std::nullopt) << change;
  EXPECT_EQ(replay_violation(result.value()), "") << change;
  return std::move(result).value();
}

TEST(Relayout, IsReadAsItIsWritten) {
  for (const char* written :
       {"tile:pad=1", "data:pad=4/16", "tile:xor", "tile:xor=2", "tile:xor=1/4", "a::b:xor",
        "As:pad=4; Bs:pad=4/32", "tile:xor=col32", "tile:xor=col32/4", "tile:xor=2+col16",
        "tile:xor=1+col16/2", "tile:index=row*(W+1) + col", "t:index=row ? col : i"}) {
    EXPECT_EQ(text(layouts(written)), written);
  }
  for (const char* wrong : {"",
                            "tile",
                            ":pad=1",
                            "tile:",
                            "tile:pad",
                            "tile:pad=",
                            "tile:pad=0",
                            "tile:pad=1/",
                            "tile:pad=1/0",
                            "tile:pad=1025",
                            "tile:pad=-1",
                            "tile:pad=1x",
                            "tile:xor=",
                            "tile:xor=0",
                            "tile:xorr",
                            "tile:fold",
                            "tile:xor=1/",
                            "tile:xor=col",
                            "tile:xor=col0",
                            "tile:xor=1+",
                            "tile:xor=1+2",
                            "tile:index=",
                            ":index=i",
                            "tile:xor;",
                            "tile:xor; tile:pad=1"}) {
    const auto refused = parse_layouts("--relayout", wrong);
    ASSERT_FALSE(refused) << wrong;
    EXPECT_NE(refused.error().message.find("--relayout "), std::string::npos);
  }
}

TEST(Relayout, SpeaksAsTheSourceDoes) {
  const Array tile{.name = "tile", .count = 1024, .columns = 32};
  const Array small{.name = "small", .count = 512, .columns = 16};
  const Array data{.name = "data", .count = 64};
  EXPECT_EQ(source_text(relayout("tile:pad=1"), tile).text(), "tile[32][33]");
  EXPECT_EQ(source_text(relayout("tile:xor"), tile).text(), "tile[row][col ^ row]");
  EXPECT_EQ(source_text(relayout("small:xor"), small).text(), "small[row][col ^ row % 16]");
  EXPECT_EQ(source_text(relayout("small:xor=2"), small).text(), "small[row][col ^ row / 2]");
  EXPECT_EQ(source_text(relayout("tile:xor=1/4"), tile).text(), "tile[row][col ^ row % 8 * 4]");
  EXPECT_EQ(source_text(relayout("tile:pad=4/8"), tile).text(), "tile[row][col + col / 8 * 4]");
  EXPECT_EQ(source_text(relayout("tile:pad=1/32"), tile).text(), "tile[32][33]");
  const Array wide{.name = "wide", .count = 2048, .columns = 128};
  EXPECT_EQ(source_text(relayout("wide:xor=col32/4"), wide).text(),
            "wide[row][col ^ col / 32 * 4]");
  EXPECT_EQ(source_text(relayout("wide:xor=col8/2"), wide).text(),
            "wide[row][col ^ col / 8 % 4 * 2]");
  EXPECT_EQ(source_text(relayout("wide:xor=2+col32"), wide).text(),
            "wide[row][col ^ row / 2 ^ col / 32]");
  EXPECT_EQ(source_text(relayout("data:xor=col8"), data).text(), "data[i ^ i / 8]");
  EXPECT_EQ(source_text(relayout("data:xor=col4"), data).text(), "data[i ^ i / 4 % 4]");
  EXPECT_EQ(source_text(relayout("tile:index=row*(W+1)+col"), tile).text(), "tile[row*(W+1)+col]");
  EXPECT_EQ(source_text(relayout("data:pad=1/32"), data).text(), "one element more after every 32");
  EXPECT_EQ(source_text(relayout("data:pad=4/128"), data).text(),
            "4 elements more after every 128");
}

TEST(Relayout, KeepsEveryValueOfEveryAccess) {
  const Trace trace = column_read();
  for (const char* change : {"tile:pad=1",
                             "tile:pad=3",
                             "tile:xor",
                             "tile:xor=2",
                             "tile:xor=1/4",
                             "tile:pad=4/8",
                             "tile:pad=1/12",
                             "tile:pad=1/32",
                             "head:pad=1/2",
                             "tail:pad=1/32",
                             "tail:pad=1",
                             "head:pad=1/2; tile:pad=1/16; tail:pad=2",
                             "tail:pad=1; tile:xor",
                             "tile:xor=col16",
                             "tile:xor=1+col16/2",
                             "tile:xor=2+col8",
                             "tail:xor=col16/2",
                             "tile:index=row*(W+1) + col",
                             "tile:index=row*W + (col ^ row % W)",
                             "tile:index=(H - 1 - row)*W + col",
                             "tail:index=i + i/32",
                             "head:index=2*i; tile:index=row*(W+3)+col; tail:xor=col32"}) {
    const Trace other = moved(trace, change);
    EXPECT_EQ(other.words, trace.words) << change;
    ASSERT_EQ(other.accesses.size(), trace.accesses.size());
    EXPECT_EQ(other.header.parameters.at("relayout"), change);
    EXPECT_EQ(layouts_of(other), layouts(change));
    for (const Launch& launch : other.launches) {
      EXPECT_EQ(other.snapshots[0].size(), launch.shared_bytes);
    }
    const auto back = without_relayout(other);
    ASSERT_TRUE(back) << change;
    EXPECT_EQ(back->indices, trace.indices) << change;
    EXPECT_EQ(back->snapshots, trace.snapshots) << change;
    EXPECT_EQ(back->arrays, trace.arrays) << change;
    EXPECT_TRUE(layouts_of(*back).empty());
  }
  EXPECT_FALSE(without_relayout(trace)) << "there is none";
}

TEST(Relayout, AFormulaIsThePaddingThatItDescribes) {
  const Trace trace = column_read();
  const Trace padded = moved(trace, "tile:pad=1"),
              written = moved(trace, "tile:index=row*(W+1)+col");
  EXPECT_EQ(written.indices, padded.indices);
  EXPECT_EQ(written.arrays, padded.arrays);
  EXPECT_EQ(written.snapshots, padded.snapshots);
  EXPECT_EQ(relayout_words(written), "tile[row*(W+1)+col]");
  const auto effect = relayout_effect(trace, layouts("tile:index=row*(W+1)+col"), BankModel::cc5);
  ASSERT_TRUE(effect);
  EXPECT_EQ(effect->extra_bytes, 128);
  EXPECT_LT(effect->after, effect->before);
}

TEST(Relayout, AFormulaThatCannotBeIsExplained) {
  const Trace trace = column_read();
  const auto refusal_of = [&](const std::string& formula) {
    const auto result = relaid(trace, layouts("tile:index=" + formula));
    return result ? std::string() : result.error().message;
  };
  EXPECT_NE(refusal_of("row*W +").find("column 8"), std::string::npos) << refusal_of("row*W +");
  EXPECT_NE(refusal_of("row*W + x").find("'x' is not known: use row, col, W, H or i."),
            std::string::npos)
      << refusal_of("row*W + x");
  EXPECT_EQ(refusal_of("col"), "tile[0][0] and tile[1][0] would both lie at place 0.");
  EXPECT_EQ(refusal_of("col - row"), "tile[1][0] would lie at place -1, before the array's begin.");
  EXPECT_NE(refusal_of("i * 100000").find("beyond all shared memory"), std::string::npos);
  EXPECT_NE(refusal_of("i * 20").find("bytes of shared memory"), std::string::npos);
  EXPECT_EQ(refusal_of("i"), "");
}

TEST(Relayout, ColumnsSwapAmongAsManyAsDivideARow) {
  const Trace trace = column_read();
  for (const char* const wrong : {"tile:xor=col32", "tile:xor=col3", "tile:xor=col8/8",
                                  "tile:xor=col8/16", "head:xor=col2", "tile:xor=col64"}) {
    EXPECT_FALSE(relaid(trace, layouts(wrong))) << wrong;
  }
  EXPECT_TRUE(relaid(column_read(24), layouts("tile:xor=col8"))) << "8 divides 24";
}

TEST(Relayout, PadsTheRowsOfOneArrayAndMovesWhatLiesBehind) {
  const Trace trace = column_read();
  const Trace other = moved(trace, "tile:pad=1");
  EXPECT_EQ(other.arrays[0], trace.arrays[0]);
  EXPECT_EQ(other.arrays[1].base, trace.arrays[1].base);
  EXPECT_EQ(other.arrays[1].columns, 33);
  EXPECT_EQ(other.arrays[1].count, 32 * 33);
  EXPECT_EQ(other.arrays[2].base, trace.arrays[2].base + 128);
  EXPECT_EQ(other.arrays[2].count, trace.arrays[2].count);
  EXPECT_EQ(other.launches[0].shared_bytes, trace.launches[0].shared_bytes + 128);
  EXPECT_EQ(relayout_words(other), "tile[32][33]");
  const Summary before = summarize(trace, BankModel::cc5), after = summarize(other, BankModel::cc5);
  EXPECT_EQ(before.totals.shared_load.wavefronts, 32U + 2);
  EXPECT_EQ(after.totals.shared_load.wavefronts, 1U + 2);
}

TEST(Relayout, OfSeveralArraysIsTheSumOfEach) {
  const Trace trace = column_read();
  const auto effect = [&](const char* change) {
    return relayout_effect(trace, layouts(change), BankModel::cc5).value();
  };
  const RelayoutEffect tile = effect("tile:pad=1"), tail = effect("tail:pad=1/32"),
                       both = effect("tile:pad=1; tail:pad=1/32");
  EXPECT_EQ(tile.after, 33U);
  EXPECT_EQ(tail.after, 2U) << "0, 2, 4 … 30, 33, 35 …: no two lanes meet in a bank";
  EXPECT_EQ(both.before, tile.before + tail.before);
  EXPECT_EQ(both.after, tile.after + tail.after);
  EXPECT_EQ(both.extra_bytes, tile.extra_bytes + tail.extra_bytes);
  const Trace other = moved(trace, "tile:pad=1; tail:pad=1/32");
  EXPECT_EQ(relayout_words(other), "tile[32][33], tail with 1 more in 32");
  const Summary after = summarize(other, BankModel::cc5);
  EXPECT_EQ(after.totals.shared_load.wavefronts, 1U + 1);
}

/// Lane k loads a float4 at column 8 k of one row, as a register-tiled product does.
TEST(Relayout, PadsWithinTheRowsOfAMatrix) {
  TraceMaker maker(32);
  const int tile = maker.matrix("tile", 16, 128);
  maker.load(tile, 5, test::first_lanes(16), [](int lane) { return 128 + 8 * lane; });
  maker.barrier("read");
  Trace trace = maker.take();
  trace.accesses[0].elements = 4;
  trace.words.assign(std::size_t{4} * 16, 0);
  EXPECT_EQ(summarize(trace, BankModel::cc5).totals.shared_load.wavefronts, 4U);
  const Trace other = moved(trace, "tile:pad=4/32");
  EXPECT_EQ(other.arrays[0].columns, 144);
  EXPECT_EQ(other.arrays[0].count, 16 * 144);
  EXPECT_EQ(other.indices[1], 144 + 8);
  EXPECT_EQ(other.indices[4], 144 + 32 + 4);
  EXPECT_EQ(summarize(other, BankModel::cc5).totals.shared_load.wavefronts, 2U);
  EXPECT_EQ(relayout_words(other), "tile[row][col + col / 32 * 4]");
  EXPECT_EQ(without_relayout(other)->arrays, trace.arrays);
  EXPECT_FALSE(relaid(trace, layouts("tile:pad=4/6"))) << "six elements hold no whole float4s";
}

TEST(Relayout, ForetellsTheWavefrontsOfTheNewTrace) {
  const auto of_array = [](const Trace& trace, const std::string& name, BankModel model) {
    const Summary summary = summarize(trace, model);
    std::uint64_t sum = 0;
    for (std::size_t a = 0; a < trace.accesses.size(); ++a) {
      if (trace.arrays[trace.accesses[a].array].name == name) sum += summary.accesses[a].wavefronts;
    }
    return sum;
  };
  for (const int columns : {16, 32}) {
    for (const ElementType type : {ElementType{}, ElementType{Scalar::f64, 1}}) {
      const Trace trace = column_read(columns, type);
      for (const char* change :
           {"tile:pad=1", "tile:pad=2", "tile:xor", "tile:xor=2", "tile:xor=1/4", "tile:pad=4/8"}) {
        for (const BankModel model : all_bank_models) {
          const auto effect = relayout_effect(trace, layouts(change), model);
          ASSERT_TRUE(effect) << effect.error().message;
          EXPECT_EQ(effect->before, of_array(trace, "tile", model));
          const Trace other = moved(trace, change);
          EXPECT_EQ(effect->after, of_array(other, "tile", model)) << change;
          EXPECT_EQ(effect->extra_bytes,
                    other.launches[0].shared_bytes - trace.launches[0].shared_bytes);
        }
      }
    }
  }
}

TEST(Relayout, RefusesWithASentence) {
  const Trace trace = column_read();
  const auto refusal = [](const Trace& of, const std::string& change) {
    const auto result = relaid(of, layouts(change));
    EXPECT_FALSE(result) << change;
    const auto effect = relayout_effect(of, layouts(change), BankModel::cc5);
    EXPECT_EQ(effect.ok(), result.ok()) << change;
    return result ? "" : result.error().message;
  };
  EXPECT_NE(refusal(trace, "foo:pad=1").find("no shared array foo"), std::string::npos);
  EXPECT_NE(refusal(trace, "tail:xor").find("no matrix"), std::string::npos);
  EXPECT_NE(refusal(trace, "tile:pad=1/64").find("tile:pad=1"), std::string::npos);
  EXPECT_NE(refusal(trace, "tile:pad=1; foo:xor").find("no shared array foo"), std::string::npos);
  EXPECT_NE(refusal(trace, "tile:xor=1/3").find("power of two"), std::string::npos);
  EXPECT_NE(refusal(trace, "tile:xor=1/32").find("power of two"), std::string::npos);
  EXPECT_NE(refusal(moved(trace, "tile:pad=1"), "tile:xor").find("already"), std::string::npos);
  EXPECT_NE(refusal(trace, "tile:pad=512").find("49152"), std::string::npos);
  EXPECT_NE(refusal(column_read(24), "tile:xor").find("power of two"), std::string::npos);

  Trace alias = trace;
  alias.arrays[2].base = alias.arrays[1].base + 64;
  EXPECT_NE(refusal(alias, "tile:pad=1").find("share their bytes"), std::string::npos);
  Trace structures = trace;
  structures.structures.push_back({.name = "S", .bytes = 8});
  structures.arrays[1].structure = 0;
  EXPECT_NE(refusal(structures, "tile:pad=1").find("structures"), std::string::npos);
}

/// Each lane loads a float4 from the row of its number.
Trace vectors() {
  TraceMaker maker(32);
  const int tile = maker.matrix("tile", 32, 32);
  maker.load(tile, 5, all_lanes, [](int lane) { return lane * 32; });
  maker.barrier("read");
  Trace trace = maker.take();
  trace.accesses[0].elements = 4;
  trace.words.assign(4 * warp_lanes, 0);
  return trace;
}

TEST(Relayout, TearsNoVectorApart) {
  const Trace trace = vectors();
  for (const char* change : {"tile:pad=1", "tile:pad=2", "tile:pad=3", "tile:xor"}) {
    const auto result = relaid(trace, layouts(change));
    ASSERT_FALSE(result) << change;
    EXPECT_NE(result.error().message.find("line 5 moves 4 elements"), std::string::npos);
    EXPECT_FALSE(relaid_request(trace, trace.accesses[0], relayout(change))) << change;
  }
  EXPECT_FALSE(relaid(trace, layouts("tile:xor=1/2")));
  EXPECT_EQ(summarize(moved(trace, "tile:xor=1/4"), BankModel::cc5).totals.shared_load.wavefronts,
            4U);
  const Trace other = moved(trace, "tile:pad=4");
  EXPECT_EQ(summarize(trace, BankModel::cc5).totals.shared_load.wavefronts, 32U);
  EXPECT_EQ(summarize(other, BankModel::cc5).totals.shared_load.wavefronts, 4U);
}

TEST(Relayout, ConcernsEachLaunchThatHasTheArray) {
  TraceMaker maker(32);
  const int data = maker.shared("data", 1024);
  maker.load(data, 4, all_lanes, [](int lane) { return 32 * lane; });
  maker.barrier("read");
  maker.launch(32, "second");
  maker.load(data, 4, all_lanes, [](int lane) { return 32 * lane; });
  maker.barrier("read");
  const Trace trace = maker.take();
  const Trace other = moved(trace, "data:pad=1/32");
  EXPECT_EQ(summarize(other, BankModel::cc5).totals.shared_load.wavefronts, 2U);
  EXPECT_EQ(relayout_effect(trace, layouts("data:pad=1/32"), BankModel::cc5)->extra_bytes, 124);
}

/// Two blocks of { float head; float tile[1024]; double tail[32]; }: one lane writes heads, all read a column of the
/// second tile and its tail. Cells are 4 bytes.
Trace structures() {
  TraceMaker maker(32);
  constexpr int cells = 2 + 1024 + 64;
  const int blocks = maker.shared("s", 2 * cells);
  maker.store(
      blocks, 2, 1U, [](int) { return 0; }, rising());
  for (int row = 0; row < 32; ++row) {
    maker.store(
        blocks, 3, all_lanes, [&](int lane) { return cells + 1 + 32 * row + lane; },
        test::all(static_cast<std::uint32_t>(100 + row)));
  }
  maker.store(
      blocks, 4, all_lanes, [](int lane) { return cells + 2 + 1024 + 2 * lane; }, rising());
  maker.barrier("fill");
  maker.load(blocks, 5, all_lanes, [](int lane) { return cells + 1 + 32 * lane; });
  maker.load(blocks, 6, all_lanes, [](int lane) { return cells + 2 + 1024 + 2 * lane; });
  maker.barrier("read");
  Trace trace = maker.take();
  trace.structures.push_back(
      {.name = "Block",
       .bytes = cells * 4,
       .members = {{.name = "head", .offset = 0},
                   {.name = "tile", .offset = 4, .count = 1024},
                   {.name = "tail", .offset = 8 + 4096, .type = {Scalar::f64, 1}, .count = 32}}});
  trace.arrays[0].structure = 0;
  return trace;
}

TEST(Relayout, PadsAnArrayThatIsAMemberOfStructures) {
  const Trace trace = structures();
  const Access& column = trace.accesses[trace.accesses.size() - 2];
  EXPECT_EQ(layout_name(trace, column), "s.tile");
  EXPECT_EQ(layout_name(trace, trace.accesses[0]), "s") << "no array";
  EXPECT_EQ(summarize(trace, BankModel::cc5).totals.shared_load.wavefronts, 32U + 2);
  for (const char* change : {"s.tile:pad=1/32", "s.tile:pad=3/16", "s.tail:pad=1/8",
                             "s.tile:pad=1/32; s.tail:pad=2/16"}) {
    const Trace other = moved(trace, change);
    EXPECT_EQ(other.words, trace.words);
    const auto effect = relayout_effect(trace, layouts(change), BankModel::cc5);
    ASSERT_TRUE(effect);
    const auto sum = [](const Trace& of) {
      const Totals totals = summarize(of, BankModel::cc5).totals;
      return totals.shared_load.wavefronts + totals.shared_store.wavefronts;
    };
    EXPECT_EQ(sum(trace) - effect->before + effect->after, sum(other)) << change;
    const auto back = without_relayout(other);
    ASSERT_TRUE(back) << change;
    EXPECT_EQ(back->indices, trace.indices) << change;
    EXPECT_EQ(back->snapshots, trace.snapshots) << change;
    EXPECT_EQ(back->structures[static_cast<std::size_t>(back->arrays[0].structure)],
              trace.structures[0])
        << change;
  }
  const Trace padded = moved(trace, "s.tile:pad=1/32");
  EXPECT_EQ(summarize(padded, BankModel::cc5).totals.shared_load.wavefronts, 1U + 2);
  const Structure& block = padded.structures[static_cast<std::size_t>(padded.arrays[0].structure)];
  EXPECT_EQ(block.members[1].count, 1024U + 31);
  EXPECT_EQ(block.members[2].offset % 8, 0U) << "doubles stay aligned";
  const Access& moved_column = padded.accesses[trace.accesses.size() - 2];
  EXPECT_EQ(element_name(padded, 0, padded.lane_indices(moved_column)[3]), "s[1].tile[99]");
  for (const char* wrong : {"s:pad=1", "s.head:pad=1", "s.none:pad=1", "s.tile:xor"}) {
    EXPECT_FALSE(relaid(trace, layouts(wrong))) << wrong;
  }
}

TEST(Relayout, OutOfBoundsStaysOutOfBounds) {
  Trace trace = column_read();
  const Access& read = trace.accesses[trace.accesses.size() - 2];
  trace.indices[read.first_index] = -5;
  trace.indices[read.first_index + 1] = 1024;
  for (const char* change : {"tile:pad=1", "tile:xor"}) {
    const Trace other = relaid(trace, layouts(change)).value();
    EXPECT_EQ(other.indices[read.first_index], -5);
    EXPECT_EQ(other.indices[read.first_index + 1], other.arrays[1].count);
  }
}

}  // namespace
}  // namespace warpscope
