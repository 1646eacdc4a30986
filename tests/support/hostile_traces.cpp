#include "tests/support/hostile_traces.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope::test {
namespace {

constexpr auto least = std::numeric_limits<std::int32_t>::min();
constexpr auto most = std::numeric_limits<std::int32_t>::max();

/// One launch, one array; adds steps and accesses to the end.
class Draft {
 public:
  Draft() {
    trace.header.kernel = "hostile";
    trace.header.title = "Hostile";
    trace.header.size = 64;
    trace.sources.push_back({"hostile.cuh", "a\nb\ndata[i] = data[j] + 1;\n"});
    trace.locations.push_back({0, 3});
    trace.arrays.push_back({"data", Space::shared, {}, 64, 0, 0});
    launch();
  }

  void launch() {
    Launch launch;
    launch.kernel = "hostile";
    launch.block = {64};
    launch.shared_bytes = 256;
    launch.first_step = static_cast<std::uint32_t>(trace.steps.size());
    trace.launches.push_back(launch);
  }
  void step(const std::string& name = "step", bool barrier = true) {
    Step step;
    step.name = name;
    step.barrier = barrier;
    step.launch = static_cast<std::uint32_t>(trace.launches.size()) - 1;
    step.first_access = static_cast<std::uint32_t>(trace.accesses.size());
    trace.steps.push_back(step);
    ++trace.launches.back().step_count;
  }
  /// `index` and `word` are called with the lane.
  template <class Index, class Word>
  void access(Operation operation, std::uint32_t mask, Index index, Word word, int array = 0,
              int warp = 0, std::uint8_t elements = 1, bool has_result = false) {
    if (trace.steps.empty()) step();
    Access access;
    access.first_index = trace.indices.size();
    access.first_word = trace.words.size();
    access.location = 0;
    access.mask = mask;
    access.step = static_cast<std::uint32_t>(trace.steps.size()) - 1;
    access.warp = warp;
    access.array = array;
    access.operation = operation;
    access.elements = elements;
    access.has_result = has_result;
    const auto words = trace.lane_words(access);
    for_each_lane(mask, [&](int lane, int) {
      trace.indices.push_back(index(lane));
      for (std::size_t k = 0; k < words; ++k) trace.words.push_back(word(lane));
    });
    trace.accesses.push_back(access);
    ++trace.steps.back().access_count;
  }
  /// A load and a store of every lane, so that there is something to see.
  void ordinary(int array = 0) {
    const auto own = [](int lane) { return lane; };
    const auto value = [](int lane) { return static_cast<std::uint32_t>(lane); };
    access(Operation::load, all_lanes, own, value, array);
    access(Operation::store, all_lanes, own, value, array);
  }

  Trace trace;
};

using Cases = std::vector<HostileTraceCase>;

void add(Cases& cases, std::string what, Draft draft) {
  cases.push_back({std::move(what), std::move(draft.trace)});
}

void add_types(Cases& cases) {
  for (int scalar = 0; scalar <= static_cast<int>(last_scalar); ++scalar) {
    for (std::uint8_t components = 1; components <= 4; ++components) {
      for (int space = 0; space <= static_cast<int>(last_space); ++space) {
        Draft draft;
        const ElementType type{static_cast<Scalar>(scalar), components};
        Array& array = draft.trace.arrays[0];
        array.type = type;
        array.space = static_cast<Space>(space);
        if (array.space == Space::local) {
          if (type.bytes() != 4) continue;  // no sound trace has others
          array = in_local_memory(array.name, type, 3, 64);
        }
        draft.ordinary();
        draft.access(
            Operation::atomic_add, 0x80000001, [](int lane) { return lane == 0 ? least : most; },
            [](int) { return 0xffffffffU; });
        draft.step("next", false);
        draft.ordinary();
        add(cases, fmt::format("{} in {}", type.name(), name(static_cast<Space>(space))),
            std::move(draft));
      }
    }
  }
}

/// Several elements a lane, results of atomics, structures, and elements beyond 32 bits.
void add_programs(Cases& cases) {
  const auto value = [](int lane) { return static_cast<std::uint32_t>(lane * 7 % 32); };
  for (const std::int64_t first : {std::int64_t{-3}, std::int64_t{61}, std::int64_t{1} << 31,
                                   max_array_elements - 33, max_element_index - 200}) {
    for (const Space space : {Space::shared, Space::global}) {
      for (const std::uint8_t elements : {1, 2, 4}) {
        Draft draft;
        draft.trace.arrays[0].space = space;
        if (space == Space::global) draft.trace.arrays[0].count = max_array_elements;
        draft.trace.arrays.push_back({"from", Space::global, {}, max_array_elements});
        draft.trace.structures.push_back({"Pair", 8, {{"a", 0, {}}, {"b", 4, {}}}});
        draft.trace.arrays[1].structure = 0;
        const auto in_order = [&](int lane) { return first + lane * elements; };
        const auto scattered = [&](int lane) { return first + lane * 13 % 32 * elements; };
        for (int round = 0; round < 2; ++round) {
          draft.access(Operation::load, all_lanes, in_order, value, 1, 0, elements);
          draft.access(Operation::store, all_lanes, scattered, value, 0, 0, elements);
          draft.access(Operation::atomic_cas, all_lanes, scattered, value, 0, 0, 1, true);
          draft.step("next", round == 0);
        }
        add(cases, fmt::format("{} elements a lane from {} of {}", elements, first, name(space)),
            std::move(draft));
      }
    }
  }
}

void add_requests(Cases& cases) {
  const std::array<std::pair<const char*, std::int32_t (*)(int)>, 7> indices{{
      {"all least", [](int) { return least; }},
      {"all most", [](int) { return most; }},
      {"both ends", [](int lane) { return lane % 2 == 0 ? least : most; }},
      {"below zero", [](int lane) { return -1 - lane; }},
      {"far apart", [](int lane) { return lane * 67'108'863; }},
      {"behind the end", [](int lane) { return 60 + lane; }},
      {"one", [](int) { return 5; }},
  }};
  const std::array<std::uint32_t, 4> masks{1U, 0x80000000U, 0x55555555U, all_lanes};
  for (std::size_t operation = 0; operation < operation_traits.size(); ++operation) {
    for (const auto& [name_of_index, index] : indices) {
      for (const std::uint32_t mask : masks) {
        // All atomics are drawn alike.
        if (operation > 3 && mask != all_lanes) continue;
        Draft draft;
        const auto value = [&](int lane) {
          return lane % 2 == 0 ? 0x80000000U : std::bit_cast<std::uint32_t>(-0.0F) - 1;
        };
        draft.access(static_cast<Operation>(operation), mask, index, value);
        draft.ordinary();
        draft.access(static_cast<Operation>(operation), mask, index, value);
        add(cases,
            fmt::format("{} of {}, mask {:x}", name(static_cast<Operation>(operation)),
                        name_of_index, mask),
            std::move(draft));
      }
    }
  }
}

void add_shapes(Cases& cases) {
  const auto shape = [&](const char* what, auto change) {
    Draft draft;
    draft.ordinary();
    change(draft.trace);
    add(cases, what, std::move(draft));
  };
  for (const std::int64_t size :
       {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max()}) {
    shape("an odd size", [&](Trace& trace) { trace.header.size = size; });
  }
  for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, std::int64_t{262'000}}) {
    shape("an odd count", [&](Trace& trace) { trace.arrays[0].count = count; });
  }
  for (const std::int64_t columns : {1, 2, 63, 64}) {
    shape("odd columns", [&](Trace& trace) { trace.arrays[0].columns = columns; });
  }
  shape("the largest array", [](Trace& trace) {
    trace.arrays[0] = {"data", Space::global,     {Scalar::f64, 4}, max_array_elements,
                       0,      max_array_elements};
    trace.words.resize(trace.words.size() * 8);
    for (Access& access : trace.accesses) access.first_word *= 8;
  });
  shape("shared memory up to its end", [](Trace& trace) {
    trace.arrays[0].base = max_shared_bytes - 256;
    trace.launches[0].shared_bytes = max_shared_bytes;
  });
  shape("an array off its alignment", [](Trace& trace) { trace.arrays[0].base = 3; });
  shape("the largest block", [](Trace& trace) { trace.launches[0].block = {8, 2, 64}; });
  shape("the largest grid", [](Trace& trace) {
    trace.launches[0].grid = {most, max_grid_rows, max_grid_rows};
    trace.launches[0].traced_block = trace.launches[0].blocks() - 1;
  });
  shape("a volume of blocks", [](Trace& trace) { trace.launches[0].grid = {7, 3, 5}; });
  shape("lines beyond the source",
        [](Trace& trace) { trace.locations[0].line = max_source_lines; });
  shape("line 0", [](Trace& trace) { trace.locations[0].line = 0; });
  shape("steps with the ends of all values",
        [](Trace& trace) { trace.steps[0].value = std::numeric_limits<std::int64_t>::min(); });
  shape("a finding of everything", [](Trace& trace) {
    for (int kind = 0; kind <= static_cast<int>(last_finding_kind); ++kind) {
      trace.findings.push_back({.kind = static_cast<FindingKind>(kind),
                                .line = max_source_lines,
                                .other_line = max_source_lines,
                                .thread = -1,
                                .other_thread = max_block_threads - 1,
                                .array = 0,
                                .index = -max_element_index,
                                .times = std::numeric_limits<std::uint64_t>::max(),
                                .message = say("")});
    }
  });
  for (const std::size_t bytes : {0U, 1U, 3U, 255U, 257U, max_shared_bytes}) {
    shape("an odd snapshot", [&](Trace& trace) {
      trace.snapshots.emplace_back(bytes, std::uint8_t{0xa5});
      trace.steps[0].snapshot = 0;
    });
  }
}

void add_empties(Cases& cases) {
  cases.push_back({"nothing at all", {}});
  Draft no_access;
  add(cases, "a launch without steps", no_access);
  no_access.step();
  add(cases, "a step without accesses", no_access);
  no_access.trace.arrays.clear();
  add(cases, "no arrays", no_access);
  Draft many_steps;
  for (int k = 0; k < 3000; ++k) many_steps.step(fmt::format("{}", k % 7), k % 3 == 0);
  many_steps.ordinary();
  add(cases, "3000 steps, one with accesses", std::move(many_steps));
  Draft launches;
  for (int k = 0; k < 1000; ++k) launches.launch();
  launches.ordinary();
  for (std::uint32_t k = 0; k < 500; ++k) launches.trace.host.push_back({k, say("copies")});
  add(cases, "1001 launches, one with accesses", std::move(launches));
  Draft busy;
  for (int k = 0; k < 200; ++k) {
    if (k > 0) busy.launch();
    busy.step("s", true);
    busy.ordinary();
  }
  add(cases, "200 launches with accesses", std::move(busy));
  Draft arrays;
  for (int k = 0; k < 500; ++k) {
    arrays.trace.arrays.push_back(
        {fmt::format("a{}", k), static_cast<Space>(k % 4), {}, k, 0, k / 2});
    arrays.ordinary(k);
  }
  add(cases, "501 arrays that lie above one another", std::move(arrays));
  Draft sources;
  sources.ordinary();
  for (int k = 0; k < 300; ++k) sources.trace.sources.push_back({"", ""});
  add(cases, "300 sources without names", std::move(sources));
  Draft parameters;
  parameters.ordinary();
  for (int k = 0; k < 200; ++k) parameters.trace.header.parameters[fmt::format("p{}", k)] = "";
  add(cases, "200 parameters", std::move(parameters));
}

void add_names(Cases& cases) {
  const std::vector<std::string> names{
      "",
      " ",
      "\n\n\n",
      "\x1b[2J\x1b]0;title\x07",
      "\u202eksrow ti",
      std::string(1'000, 'w'),
      std::string(100'000, 'w'),
      "name with blanks that goes on and on and on and on and on and on and on",
      "𝕏𝕐ℤ 漢字 עברית العربية",
      "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
      "\xff\xfe",
      "%s%n%d {} {0} {{",
      "##id##other###third",
      "data[i] = data[j]",
      "</text><script>&amp;\"'",
      "../../etc/passwd",
      "=1+1",
  };
  for (const std::string& name : names) {
    Draft draft;
    draft.ordinary();
    Trace& trace = draft.trace;
    trace.header = {.kernel = name,
                    .title = name,
                    .size = 64,
                    .input = name,
                    .parameters = {{name, name}, {"type", name}, {"op", name}},
                    .machine = name,
                    .device = name,
                    .date = name};
    trace.arrays[0].name = trace.launches[0].kernel = trace.steps[0].name = name;
    trace.sources[0].name = name;
    trace.host.push_back({1, name});
    trace.findings.push_back({.array = 0, .message = name});
    add(cases, "names such as " + name.substr(0, 20), std::move(draft));
  }
}

void add_sources(Cases& cases) {
  std::string operators, brackets, quotes;
  for (int k = 0; k < 3000; ++k) {
    operators += "template <class T>\nvoid operator()(T& block) {\n";
    brackets += "a[";
    quotes += "\"a\" 'b' 7 for ";
  }
  const std::vector<std::string> texts{"",
                                       "\n",
                                       "no line end",
                                       std::string(100'000, '\n'),
                                       std::string(300'000, 'x'),
                                       "a\nb\n" + std::string(200'000, '['),
                                       "a\nb\n" + brackets,
                                       "a\nb\n" + quotes,
                                       "a\nb\n" + operators,
                                       std::string(50'000, '{'),
                                       "/*" + std::string(50'000, '\n'),
                                       "\"\\",
                                       "\r\n\r\n\r\ndata[i]\r\n",
                                       "a\nb\n\t\t\tdata[i] = 1;\t\n",
                                       std::string("a\nb\n\0\0data[i] = 1;\0\n", 21),
                                       "a\nb\n\xff\xfe\x1b[2J data[i] = 1;\n",
                                       "a\nb\nblock.sync(\"step\", ",
                                       "a\nb\ndata.atomic_add(data.atomic_add("};
  for (const std::string& text : texts) {
    Draft draft;
    draft.trace.sources[0].text = text;
    draft.access(
        Operation::atomic_add, all_lanes, [](int lane) { return lane; }, [](int) { return 1U; });
    draft.ordinary();
    add(cases, fmt::format("a source of {} bytes", text.size()), std::move(draft));
  }
}

}  // namespace

std::vector<HostileTraceCase> hostile_traces() {
  Cases cases;
  add_types(cases);
  add_requests(cases);
  add_programs(cases);
  add_shapes(cases);
  add_empties(cases);
  add_names(cases);
  add_sources(cases);
  return cases;
}

}  // namespace warpscope::test
