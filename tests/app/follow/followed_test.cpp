// Pins, filters and landmarks, held against plain loops over random traces.
#include "app/follow/followed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "app/follow/cell_accesses.hpp"
#include "app/follow/landmark.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

/// Three launches of four warps: loads, stores and atomics of any lanes, at lines 3 to 8, some of them called
/// from lines 20 and 21.
Trace random_trace(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  test::TraceMaker make(128);
  const std::array arrays{make.shared("data", 64), make.global("in", 64), make.matrix("tile", 8, 8),
                          make.shared("more", 64)};
  for (int launch = 0; launch < 3; ++launch) {
    if (launch > 0) make.launch(128);
    for (int step = 0; step < 3; ++step) {
      for (int n = 1 + below(8); n > 0; --n) {
        make.warp(below(4));
        const int array = arrays[static_cast<std::size_t>(below(4))];
        const auto line = static_cast<std::uint32_t>(3 + below(6));
        const std::uint32_t mask = below(3) == 0 ? all_lanes : random() | 1U;
        const int stride = below(9), from = below(64);
        const auto index = [&](int lane) { return (from + stride * lane) % 64; };
        switch (below(3)) {
          case 0: make.load(array, line, mask, index); break;
          case 1: make.store(array, line, mask, index, test::all(random() % 100)); break;
          default: make.atomic_add(array, line, mask, index, test::all(random() % 100));
        }
      }
      make.barrier("step", step);
    }
  }
  Trace trace = make.take();
  for (std::uint32_t line : {20U, 21U}) trace.locations.push_back({0, line});
  const auto calls = static_cast<std::int32_t>(trace.locations.size()) - 2;
  const auto known = static_cast<std::uint32_t>(trace.locations.size());
  for (std::uint32_t location = 0; location + 2 < known; ++location) {
    for (const std::int32_t call : {calls, calls + 1}) {
      CodeLocation called = trace.locations[location];
      called.caller = call;
      trace.locations.push_back(called);
    }
  }
  for (Access& access : trace.accesses) {
    const int way = below(3);
    if (way > 0) access.location = known + 2 * access.location + static_cast<unsigned>(way - 1);
  }
  return trace;
}

Pin random_pin(const Trace& trace, std::mt19937& random) {
  const auto below = [&](unsigned end) { return static_cast<std::int32_t>(random() % end); };
  switch (random() % 5) {
    case 0: return PinnedLane{below(32)};
    case 1: return PinnedWarp{below(4)};
    case 2: return PinnedThread{below(128)};
    case 3: return cell_pin(trace, below(4), below(64));
    default: return PinnedLine{{trace.sources.front().name, 3U + std::uint32_t(random() % 6)}};
  }
}

AccessFilter random_filter(const Trace& trace, std::mt19937& random) {
  AccessFilter filter;
  const std::string& file = trace.sources.front().name;
  if (random() % 3 == 0) filter.array = trace.arrays[random() % 4].name;
  if (random() % 4 == 0) filter.line = FileLine{file, 3U + std::uint32_t(random() % 6)};
  if (random() % 3 == 0) filter.warp = static_cast<std::int32_t>(random() % 4);
  if (random() % 4 == 0) filter.launch = 1 + static_cast<std::int64_t>(random() % 3);
  if (random() % 4 == 0) filter.caller = FileLine{file, 20U + std::uint32_t(random() % 2)};
  return filter;
}

bool touches(const Trace& trace, const Access& access, int k, int array, ElementIndex index) {
  const ElementIndex first = trace.lane_indices(access)[static_cast<std::size_t>(k)];
  return access.array == array && first <= index && index < first + access.elements;
}

/// What a pin means, lane by lane.
bool means(const Pin& pin, const Trace& trace, const Access& access, int lane, int k) {
  if (const auto* at = std::get_if<PinnedLane>(&pin)) return at->lane == lane;
  if (const auto* at = std::get_if<PinnedWarp>(&pin)) return at->warp == access.warp;
  if (const auto* at = std::get_if<PinnedThread>(&pin)) {
    return at->thread == access.warp * warp_lanes + lane;
  }
  if (const auto* at = std::get_if<PinnedCell>(&pin)) {
    return trace.arrays[static_cast<std::size_t>(access.array)].name == at->array &&
           touches(trace, access, k, access.array, at->index);
  }
  const auto* line = std::get_if<PinnedLine>(&pin);
  return line != nullptr && trace.line_of(access) == line->at.line;
}

/// What a filter means.
bool lets_pass(const AccessFilter& filter, const Trace& trace, const Access& access) {
  if (filter.array && trace.arrays[static_cast<std::size_t>(access.array)].name != *filter.array) {
    return false;
  }
  if (filter.line && trace.line_of(access) != filter.line->line) return false;
  if (filter.warp && access.warp != *filter.warp) return false;
  if (filter.launch && trace.steps[access.step].launch + 1 != *filter.launch) return false;
  if (!filter.caller) return true;
  const std::int32_t caller = trace.location_of(access).caller;
  return caller >= 0 &&
         trace.locations[static_cast<std::size_t>(caller)].line == filter.caller->line;
}

TEST(Followed, PinsTheLanesAndLetsPassTheAccessesThatALoopFinds) {
  std::size_t pinned = 0, passed = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Trace trace = random_trace(seed);
    std::mt19937 random(seed);
    const Following wanted{random_pin(trace, random), random_filter(trace, random)};
    Followed followed(trace, wanted);
    followed.take(followed.make_lists());
    std::vector<std::uint32_t> with_pin, passing;
    for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
      const Access& access = trace.accesses[i];
      std::uint32_t lanes = 0;
      for_each_lane(access.mask, [&](int lane, int k) {
        if (means(wanted.pin, trace, access, lane, k)) lanes |= 1U << unsigned(lane);
      });
      ASSERT_EQ(followed.lanes_of(i) & access.mask, lanes) << "seed " << seed;
      ASSERT_EQ(followed.is_pinned(i), lanes != 0);
      ASSERT_EQ(followed.passes(i), lets_pass(wanted.filter, trace, access)) << "seed " << seed;
      if (lanes != 0) with_pin.push_back(i);
      if (lets_pass(wanted.filter, trace, access)) passing.push_back(i);
      const int array = static_cast<int>(random() % 4);
      const auto index = static_cast<ElementIndex>(random() % 64);
      bool uses = false;
      for_each_lane(access.mask, [&](int lane, int k) {
        uses = uses || (has_lane(lanes, lane) && touches(trace, access, k, array, index));
      });
      ASSERT_EQ(followed.uses(i, array, index), uses);
    }
    ASSERT_NE(followed.pinned(), nullptr);
    EXPECT_EQ(followed.pinned()->all(), with_pin);
    if (wanted.filter.on()) {
      ASSERT_NE(followed.passing(), nullptr);
      EXPECT_EQ(followed.passing()->all(), passing);
      for (std::uint32_t first = 0; first < trace.accesses.size(); ++first) {
        const auto last = first + static_cast<std::uint32_t>(random() % 5);
        const bool any = std::ranges::any_of(
            passing, [&](std::uint32_t access) { return first <= access && access < last; });
        EXPECT_EQ(followed.passing()->any_in(first, last), any);
      }
      for (std::uint32_t line = 1; line < 25; ++line) {
        const bool any = std::ranges::any_of(passing, [&](std::uint32_t access) {
          const CodeLocation& at = trace.location_of(trace.accesses[access]);
          return at.source == 0 && at.line == line;
        });
        EXPECT_EQ(followed.passing()->any_at(0, line), any);
      }
      for (std::uint32_t launch = 0; launch < trace.launches.size(); ++launch) {
        const bool any = std::ranges::any_of(passing, [&](std::uint32_t access) {
          return trace.steps[trace.accesses[access].step].launch == launch;
        });
        EXPECT_EQ(followed.passing()->any_of(launch), any);
      }
    }
    pinned += with_pin.size();
    passed += passing.size();
  }
  EXPECT_GT(pinned, 1000U);
  EXPECT_GT(passed, 1000U);
}

TEST(Landmarks, AreTheNearestOnesThatALoopFinds) {
  std::size_t found_any = 0;
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    const DocumentPtr document = test::document_of(random_trace(seed));
    const Trace& trace = *document->trace;
    const auto count = static_cast<std::uint32_t>(trace.accesses.size());
    std::mt19937 random(seed);
    const Following wanted{random_pin(trace, random), random_filter(trace, random)};
    const Followed followed(trace, wanted);
    const std::uint32_t from = random() % count;
    const auto cell = cell_at(trace, followed, from);
    const auto holds = [&](Landmark landmark, std::uint32_t i) {
      const Access& access = trace.accesses[i];
      const AccessCost& cost = document->summary.accesses[i];
      bool pinned = false, uses_cell = false;
      for_each_lane(access.mask, [&](int lane, int k) {
        pinned = pinned || means(wanted.pin, trace, access, lane, k);
        uses_cell = uses_cell || (cell && touches(trace, access, k, cell->array, cell->index));
      });
      switch (landmark) {
        case Landmark::conflict: return cost.wavefronts > cost.ideal;
        case Landmark::uncoalesced:
          return cost.sectors > 0 && cost.sectors > ideal_sectors(trace, access);
        case Landmark::finding: return false;
        case Landmark::line: return trace.line_of(access) == trace.line_of(trace.accesses[from]);
        case Landmark::cell: return uses_cell;
        case Landmark::array: return access.array == trace.accesses[from].array;
        case Landmark::pinned: return pinned;
      }
      return false;
    };
    for (int kind = 0; kind <= static_cast<int>(last_landmark); ++kind) {
      for (const bool forward : {true, false}) {
        const auto landmark = static_cast<Landmark>(kind);
        std::optional<FoundLandmark> expected;
        for (std::uint32_t d = 1; d < count && !expected; ++d) {
          const std::uint32_t i = (forward ? from + d : from + count - d) % count;
          if (!lets_pass(wanted.filter, trace, trace.accesses[i]) || !holds(landmark, i)) continue;
          expected = FoundLandmark{i, forward ? from + d >= count : d > from};
        }
        EXPECT_EQ(find_landmark(*document, followed, from, landmark, forward), expected)
            << "seed " << seed << ", landmark " << kind << ", from " << from;
        found_any += expected ? 1 : 0;
      }
    }
  }
  EXPECT_GT(found_any, 500U);
}

TEST(Landmarks, TheWorstAccessIsOfTheLineThatLosesMostInAll) {
  test::TraceMaker make(64);
  const int data = make.shared("data", 1024);
  // Line 5: one conflict of 32 ways. Line 6: many of 4 ways, which lose more in all.
  make.load(data, 5, all_lanes, [](int lane) { return 32 * lane; });
  for (int n = 0; n < 20; ++n) make.load(data, 6, all_lanes, [](int lane) { return 4 * lane; });
  make.load(data, 6, all_lanes, [](int lane) { return 8 * lane; });
  make.launch(64);
  make.load(data, 7, all_lanes, [](int lane) { return lane; });
  make.load(data, 5, all_lanes, [](int lane) { return 2 * lane; });
  const DocumentPtr document = test::document_of(make.take());
  const Followed all(*document->trace, {});
  EXPECT_EQ(worst_access(*document, all, 0, WorstOf::run), 21U);
  EXPECT_EQ(worst_access(*document, all, 0, WorstOf::line), 0U);
  EXPECT_EQ(worst_access(*document, all, 22, WorstOf::launch), 23U);
  EXPECT_EQ(worst_access(*document, all, 23, WorstOf::line), 0U);
  const Followed filtered(*document->trace,
                          {.pin = {}, .filter = {.line = FileLine{"hand_made.cuh", 5}}});
  EXPECT_EQ(worst_access(*document, filtered, 3, WorstOf::run), 0U);
  EXPECT_EQ(worst_access(*document, filtered, 3, WorstOf::line), std::nullopt);
}

TEST(Landmarks, WorstWeighsSectorsAgainstWavefronts) {
  test::TraceMaker make(32);
  const int data = make.shared("data", 1024), in = make.global("in", 2048);
  make.load(data, 5, all_lanes, [](int lane) { return 32 * lane; });  // 31 wavefronts lost
  make.load(in, 6, all_lanes, [](int lane) { return 8 * lane; });     // 28 sectors lost
  const DocumentPtr document = test::document_of(make.take());
  const Followed all(*document->trace, {});
  // A sector takes the multiprocessor longer than a wavefront.
  EXPECT_EQ(worst_access(*document, all, 0, WorstOf::run), 1U);
}

TEST(Landmarks, AFindingIsWhereItsThreadsAre) {
  test::TraceMaker make(64);
  const int data = make.shared("data", 64);
  make.store(
      data, 5, all_lanes, [](int lane) { return lane; }, test::all(1));
  make.load(data, 6, all_lanes, [](int lane) { return lane; });
  make.warp(1);
  make.load(data, 7, all_lanes, [](int lane) { return lane; });
  make.barrier("step");
  Trace trace = make.take();
  Finding race;
  race.line = 7;
  race.other_line = 5;
  race.thread = 35;
  race.other_thread = 3;
  race.array = data;
  race.index = 3;
  race.message = Sentence("A race.");
  trace.findings.push_back(race);
  const DocumentPtr document = test::document_of(std::move(trace));
  const Followed all(*document->trace, {});
  const auto next = find_landmark(*document, all, 0, Landmark::finding, true);
  EXPECT_EQ(next, (FoundLandmark{2, false}));
  EXPECT_EQ(find_landmark(*document, all, 2, Landmark::finding, true), (FoundLandmark{0, true}));
}

TEST(CellAccesses, ListsReadsWritesAndAtomicsOfOneElement) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const Trace trace = random_trace(seed);
    std::mt19937 random(seed);
    const CellPlace cell{static_cast<int>(random() % 4), static_cast<ElementIndex>(random() % 64)};
    const auto now = static_cast<std::uint32_t>(random() % trace.accesses.size());
    const bool shared = trace.arrays[static_cast<std::size_t>(cell.array)].space == Space::shared;
    const auto launch_of = [&](std::uint32_t i) {
      return trace.steps[trace.accesses[i].step].launch;
    };
    std::vector<CellAccess> expected;
    for (std::uint32_t i = 0; i < trace.accesses.size(); ++i) {
      std::uint32_t lanes = 0;
      for_each_lane(trace.accesses[i].mask, [&](int lane, int k) {
        if (touches(trace, trace.accesses[i], k, cell.array, cell.index))
          lanes |= 1U << unsigned(lane);
      });
      if (lanes != 0 && (!shared || launch_of(i) == launch_of(now))) expected.push_back({i, lanes});
    }
    EXPECT_EQ(cell_accesses(trace, cell, now), expected) << "seed " << seed;
  }
}

TEST(CellAccesses, TellValuesAndMakeATable) {
  test::TraceMaker make(32);
  const int data = make.shared("data", 8);
  make.store(
      data, 4, 0b110, [](int lane) { return lane; }, test::all(7));
  make.load(data, 5, 0b11, [](int) { return 2; });
  make.atomic_add(
      data, 6, 0b1, [](int) { return 2; }, test::all(3));
  const Trace trace = make.take();
  const CellPlace cell{data, 2};
  const auto list = cell_accesses(trace, cell, 0);
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0], (CellAccess{0, 0b100}));
  EXPECT_EQ(list[1], (CellAccess{1, 0b11}));
  EXPECT_EQ(cell_access_value(trace, cell, list[1], 1), "7");
  EXPECT_EQ(cell_access_value(trace, cell, list[2], 0), "3");
  EXPECT_EQ(cell_accesses_csv(trace, cell, list),
            "element,access,launch,step,warp,lane,thread,file,line,operation,value\r\n"
            "data[2],0,1,,0,2,2,hand_made.cuh,4,store,7\r\n"
            "data[2],1,1,,0,0,0,hand_made.cuh,5,load,7\r\n"
            "data[2],1,1,,0,1,1,hand_made.cuh,5,load,7\r\n"
            "data[2],2,1,,0,0,0,hand_made.cuh,6,atomic add,3\r\n");
}

TEST(ParsePin, ReadsWhatIsTyped) {
  const Trace trace = test::several_launches();
  const auto pin = [&](std::string_view text) {
    const auto parsed = parse_pin(trace, 0, text);
    EXPECT_TRUE(parsed.ok()) << text;
    return parsed.ok() ? parsed.value() : Pin{};
  };
  EXPECT_EQ(pin("5"), Pin(PinnedLane{5}));
  EXPECT_EQ(pin(" lane 31 "), Pin(PinnedLane{31}));
  EXPECT_EQ(pin("warp 1"), Pin(PinnedWarp{1}));
  EXPECT_EQ(pin("thread 37"), Pin(PinnedThread{37}));
  EXPECT_EQ(pin("line 5").index(), Pin(PinnedLine{}).index());
  EXPECT_EQ(pin("tile[1][1]"), Pin(PinnedCell{"tile", Space::shared, 34}));
  EXPECT_EQ(pin("temp[63]"), Pin(PinnedCell{"temp", Space::shared, 63}));
  for (const char* text :
       {"", "lane", "32", "lane -1", "warp 2", "thread 64", "temp[64]", "temp[-1]", "temp[",
        "temp[1]x", "none[0]", "line 0", "99999999999999999999"}) {
    EXPECT_FALSE(parse_pin(trace, 0, text).ok()) << text;
  }
}

TEST(PinText, NamesWhatIsPinned) {
  const Trace trace = test::several_launches();
  EXPECT_EQ(pin_text({}, trace, 0), "");
  EXPECT_EQ(pin_text(PinnedLane{5}, trace, 0), "lane 5");
  EXPECT_EQ(pin_text(PinnedCell{"temp", Space::shared, 3}, trace, 0), "temp[3]");
  EXPECT_EQ(pin_text(PinnedCell{"tile", Space::shared, 34}, trace, 0), "tile[34]");
  EXPECT_EQ(pin_text(PinnedCell{"gone", Space::shared, 34}, trace, 0), "gone[34]");
  EXPECT_EQ(filter_text({.array = "data", .warp = 2, .launch = 3}), "data, warp 2, launch 3");
}

TEST(NextPassing, StaysWithinTheRun) {
  const Trace trace = test::several_launches();
  const Followed followed(trace, {.pin = {}, .filter = {.launch = 2}});
  const std::uint32_t first = trace.steps[trace.launches[1].first_step].first_access;
  EXPECT_EQ(next_passing(trace, followed, 0, true), first);
  EXPECT_EQ(next_passing(trace, followed, first, false), std::nullopt);
}

TEST(Followed, AFilterLetsOnePhasePass) {
  test::TraceMaker make;
  make.source(
      "__global__ void k() {\n  // ---- phase 1: load\n  a();\n  // ---- phase 2: sum\n  "
      "b();\n}\n");
  const int data = make.shared("data", 32);
  const auto own = [](int lane) { return lane; };
  for (const std::uint32_t line : {3U, 5U, 5U}) make.load(data, line, all_lanes, own);
  Trace trace = make.take();
  trace.header.program = "k.cu";
  const auto second = phase_of(trace, trace.accesses[1]);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->title, "phase 2: sum");
  EXPECT_EQ(filter_text({.phase = second}), "phase 2");
  const Followed followed(trace, {.filter = {.phase = second}});
  EXPECT_FALSE(followed.passes(0));
  EXPECT_TRUE(followed.passes(1));
  EXPECT_EQ(followed.make_lists().passing->size(), 2U);
}

}  // namespace
}  // namespace warpscope
