// Whatever a sound trace holds (a file may come from anywhere), no view may crash on it.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "app/panes/view_list.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::Shown;

/// Makes traces that keep the promises of trace_check.hpp and no others.
class OddTraces {
 public:
  explicit OddTraces(std::uint32_t seed) : random_(seed) {}

  Trace make() {
    Trace trace;
    trace.header.kernel = "odd";
    for (std::uint32_t s = 0; s < 1 + below(3); ++s) {
      trace.sources.push_back({"odd" + std::to_string(s) + ".cuh", "a\n  b[i] = 1;\n" + letters()});
    }
    for (std::uint32_t a = 0; a < 1 + below(6); ++a) trace.arrays.push_back(array(a));
    add_locations(trace);
    add_structures(trace);
    for (std::uint32_t l = 0; l < 1 + below(5); ++l) add_launch(trace);
    for (std::uint32_t h = 0; h < below(4); ++h) {
      trace.host.push_back(
          {below(static_cast<std::uint32_t>(trace.launches.size()) + 1), letters()});
    }
    add_findings(trace);
    if (below(2) == 0) trace.header.program = "odd.cu";
    return trace;
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  std::string letters() {
    std::string text;
    for (std::uint32_t i = below(40); i > 0; --i) text += static_cast<char>(' ' + below(90));
    return text;
  }
  Array array(std::uint32_t number) {
    Array array;
    array.name = number == 0 ? "" : letters();
    array.space = static_cast<Space>(below(4));
    array.type = {static_cast<Scalar>(below(static_cast<std::uint32_t>(last_scalar) + 1)),
                  static_cast<std::uint8_t>(1 + below(4))};
    array.count = below(3) == 0 ? below(3) : below(600);
    array.base = array.space == Space::shared ? below(500) : 0;
    array.columns = below(2) == 0 ? below(static_cast<std::uint32_t>(array.count) + 1) : 0;
    return array;
  }
  Dim3 extent(std::uint32_t most) {
    const auto side = [&] {
      return below(3) == 0 ? 1 : static_cast<std::int32_t>(1 + below(most));
    };
    return {side(), side(), side()};
  }
  void add_locations(Trace& trace) {
    for (std::uint32_t k = 0; k < 8; ++k) {
      CodeLocation location{below(static_cast<std::uint32_t>(trace.sources.size())), below(9)};
      if (k > 0 && below(2) == 0) {
        location.caller = static_cast<std::int32_t>(below(k));
        location.function = letters();
      }
      trace.locations.push_back(location);
    }
  }
  void add_findings(Trace& trace) {
    for (std::uint32_t f = below(5); f > 0; --f) {
      Finding finding;
      finding.kind = static_cast<FindingKind>(below(static_cast<std::uint32_t>(last_finding_kind)));
      finding.line = below(9);
      finding.other_line = below(9);
      finding.source = static_cast<std::int32_t>(below(2)) - 1;
      const auto steps = static_cast<std::uint32_t>(trace.steps.size());
      finding.step = below(std::max(steps, 1U));
      finding.thread = static_cast<std::int32_t>(below(130)) - 1;
      finding.other_thread = static_cast<std::int32_t>(below(130)) - 1;
      finding.block = static_cast<std::int64_t>(below(3)) - 1;
      finding.array = static_cast<std::int32_t>(below(2)) - 1;
      finding.index = ElementIndex{below(40)} - 2;
      finding.message = letters();
      trace.findings.push_back(finding);
    }
  }
  /// Some arrays hold structures: of their cells, and of one member that covers two.
  void add_structures(Trace& trace) {
    for (Array& array : trace.arrays) {
      if (below(3) > 0) continue;
      const auto bytes = static_cast<std::uint32_t>(array.type.bytes());
      array.structure = static_cast<std::int32_t>(trace.structures.size());
      trace.structures.push_back({letters(),
                                  bytes * (2 + below(4)),
                                  {{letters(), 0, array.type}, {"", bytes, array.type}}});
    }
  }
  void add_launch(Trace& trace) {
    Launch launch;
    launch.kernel = letters();
    launch.grid = extent(9);
    launch.block = below(2) == 0 ? extent(5) : Dim3{static_cast<std::int32_t>(1 + below(100))};
    launch.traced_block = below(static_cast<std::uint32_t>(launch.blocks()));
    launch.source = below(static_cast<std::uint32_t>(trace.sources.size()));
    launch.shared_bytes = below(2) * below(6000);
    launch.first_step = static_cast<std::uint32_t>(trace.steps.size());
    launch.step_count = below(6);
    trace.launches.push_back(launch);
    for (std::uint32_t s = 0; s < launch.step_count; ++s) add_step(trace);
  }
  void add_step(Trace& trace) {
    Step step;
    step.name = letters();
    if (below(2) == 0) step.value = static_cast<std::int64_t>(random_());
    step.barrier = below(2) == 0;
    step.launch = static_cast<std::uint32_t>(trace.launches.size()) - 1;
    step.first_access = static_cast<std::uint32_t>(trace.accesses.size());
    step.access_count = below(12);
    trace.steps.push_back(step);
    std::uint32_t warp = 0;
    for (std::uint32_t a = 0; a < step.access_count; ++a) {
      const auto warps = static_cast<std::uint32_t>((trace.launches.back().threads() + 31) / 32);
      warp = std::min(warp + below(2), warps - 1);
      add_access(trace, warp);
    }
  }
  void add_access(Trace& trace, std::uint32_t warp) {
    Access access;
    access.first_index = trace.indices.size();
    access.first_word = trace.words.size();
    access.location = below(static_cast<std::uint32_t>(trace.locations.size()));
    const std::uint32_t lanes = std::min<std::uint32_t>(
        static_cast<std::uint32_t>(trace.launches.back().threads()) - warp * 32, 32);
    const std::uint32_t last = lanes == 32 ? all_lanes : (1U << lanes) - 1;
    access.mask = static_cast<std::uint32_t>(random_()) & last;
    if (access.mask == 0) access.mask = 1;
    access.step = static_cast<std::uint32_t>(trace.steps.size()) - 1;
    access.warp = static_cast<std::int32_t>(warp);
    access.array =
        static_cast<std::int32_t>(below(static_cast<std::uint32_t>(trace.arrays.size())));
    const auto operations = static_cast<std::uint32_t>(operation_traits.size());
    access.operation = static_cast<Operation>(below(2) == 0 ? below(4) : below(operations));
    const int bytes = trace.arrays[access.array].type.bytes();
    if (is_atomic(access.operation)) {
      access.has_result = below(2) == 0;
    } else if (access.operation != Operation::shuffle && below(4) == 0 && bytes <= 8) {
      access.elements = static_cast<std::uint8_t>(below(2) == 0 ? 2 : max_lane_bytes / bytes);
    }
    for (int k = 0; k < access.active(); ++k) {
      const bool wild = below(20) == 0;
      const auto far = static_cast<ElementIndex>((std::uint64_t{random_()} << 32 | random_()) %
                                                 (2 * std::uint64_t{max_element_index}));
      trace.indices.push_back(wild ? far - max_element_index : ElementIndex{below(40)} - 2);
      for (std::size_t w = 0; w < trace.lane_words(access); ++w) {
        trace.words.push_back(below(3) == 0 ? static_cast<std::uint32_t>(random_()) : below(5));
      }
    }
    trace.accesses.push_back(access);
  }

  std::mt19937 random_;
};

TEST(OddTraces, NoViewFallsOverThem) {
  OddTraces odd(11);
  // A console may know another run than the trace.
  const ConsolePage ended = test::racing_program().page, broken = test::broken_page();
  const FilePlace place{"/home/ada/odd1.cuh", 2};
  const std::array<const ConsolePage*, 4> consoles{nullptr, nullptr, &ended, &broken};
  int drawn = 0;
  for (int round = 0; round < 600; ++round) {
    SCOPED_TRACE(round);
    const Trace trace = odd.make();
    ASSERT_EQ(find_fault(trace), std::nullopt);
    const auto document = document_of(trace);
    const auto count = static_cast<std::uint32_t>(trace.accesses.size());
    for (const std::string_view id : view_ids()) {
      const std::unique_ptr<View> view = make_view(id);
      view->on_document(*document);
      for (int picture = 0; count > 0 && picture < 4; ++picture) {
        Shown shown{.area = picture % 2 == 0 ? Rect{0, 0, 640, 360} : Rect{0, 0, 180, 60},
                    .lecture = picture == 3,
                    .motion = picture == 1 ? 0.4F : 1};
        const Point at{static_cast<float>(odd.below(640)), static_cast<float>(odd.below(360))};
        shown.pointer = {.at = at, .inside = true, .pressed = true, .down = true};
        const auto stages = view_lists().stages;
        shown.stage = stages[odd.below(stages.size())].id;
        for (const ViewOption& each : look_options(view_lists().views)) {
          if (odd.below(8) != 0) continue;
          each.option->choose(shown.look, odd.below(each.option->choices.size()));
        }
        shown.console = consoles[odd.below(consoles.size())];
        if (odd.below(4) == 0) shown.read_place = &place;
        const auto canvas = shown.draw(*view, *document, odd.below(count));
        EXPECT_FALSE(canvas.blank()) << id;
        EXPECT_LT(shown.wishes.seek.value_or(0), count) << id;
        ++drawn;
      }
    }
    for (std::uint32_t access = 0; access < count; ++access) {
      EXPECT_FALSE(caption(trace, document->summary, access).sentence.empty());
    }
  }
  EXPECT_GT(drawn, 10000);
}

}  // namespace
}  // namespace warpscope
