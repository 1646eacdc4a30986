// Compares how 5.x and later do atomics in shared memory with a GPU's counters; tests/gpu/shared_atomics.py writes the file.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "instrumentation/analysis/atomic_loop.hpp"

namespace warpscope {
namespace {

using nlohmann::json;

const json& atomics_record() {
  static const json read = [] {
    std::ifstream file(WARPSCOPE_SOURCE_DIR "/assets/measurements/h100/shared_atomics.json");
    return file ? json::parse(file, nullptr, false) : json();
  }();
  return read;
}

struct MeasuredAtomic {
  Operation operation = Operation::atomic_add;
  Scalar scalar = Scalar::i32;
  std::uint8_t components = 1;
};
const std::map<std::string, MeasuredAtomic> measured_operations{
    {"float_add", {Operation::atomic_add, Scalar::f32}},
    {"float_add_used", {Operation::atomic_add, Scalar::f32}},
    {"double_add", {Operation::atomic_add, Scalar::f64}},
    {"long_add", {Operation::atomic_add, Scalar::u64}},
    {"long_add_used", {Operation::atomic_add, Scalar::u64}},
    {"int_add", {Operation::atomic_add, Scalar::i32}},
    {"int_add_used", {Operation::atomic_add, Scalar::i32}},
    {"int_min", {Operation::atomic_min, Scalar::i32}},
    {"int_max_used", {Operation::atomic_max, Scalar::i32}},
    {"int_exchange", {Operation::atomic_exchange, Scalar::i32}},
    {"float_exchange", {Operation::atomic_exchange, Scalar::f32}},
    {"int_cas", {Operation::atomic_cas, Scalar::i32}},
    {"int_cas_used", {Operation::atomic_cas, Scalar::i32}},
    {"int_and", {Operation::atomic_and, Scalar::i32}},
    {"int_or_used", {Operation::atomic_or, Scalar::i32}},
    {"int_inc", {Operation::atomic_inc, Scalar::u32}},
    {"int_sub", {Operation::atomic_sub, Scalar::i32}},
    {"long_exchange", {Operation::atomic_exchange, Scalar::u64}},
    {"long_cas", {Operation::atomic_cas, Scalar::u64}},
    {"half_add", {Operation::atomic_add, Scalar::f16}},
    {"half2_add", {Operation::atomic_add, Scalar::f16, 2}},
};

/// A pattern is its mask and its elements.
SharedRequest request_of_atomics(const json& pattern, const MeasuredAtomic& what) {
  SharedRequest request;
  const ElementType type{what.scalar, what.components};
  request.mask =
      static_cast<std::uint32_t>(std::stoul(pattern.at(0).get<std::string>(), nullptr, 16));
  request.bytes = type.bytes();
  request.store = request.atomic = true;
  request.way = atomic_way(what.operation, type);
  const auto text = pattern.at(1).get<std::string>();
  // Halves are every other one, so that each has a word of its own.
  const int stride = type.bytes() == 2 ? 4 : type.bytes();
  for (std::size_t lane = 0; lane < request.address.size(); ++lane) {
    request.address[lane] =
        static_cast<std::uint32_t>(std::stoi(text.substr(2 * lane, 2), nullptr, 16) * stride);
  }
  return request;
}

struct AtomicFigures {
  int load_wavefronts = 0, load_conflicts = 0, atomic_wavefronts = 0, atomic_conflicts = 0;
  friend bool operator==(const AtomicFigures&, const AtomicFigures&) = default;
};

AtomicFigures counted_of(const json& launch) {
  return {launch.at("load_wavefronts"), launch.at("load_conflicts"), launch.at("atomic_wavefronts"),
          launch.at("atomic_conflicts")};
}

void add_to(AtomicFigures& to, const Wavefronts& load, const Wavefronts& atomic) {
  to.load_wavefronts += load.actual;
  to.load_conflicts += load.conflicts();
  to.atomic_wavefronts += atomic.actual;
  to.atomic_conflicts += atomic.conflicts();
}

AtomicFigures modelled_of(const json& launch) {
  AtomicFigures figures;
  for (const json& pattern : launch.at("patterns")) {
    const SharedRequest request =
        request_of_atomics(pattern, measured_operations.at(launch.at("op")));
    if (request.way == AtomicWay::loop) {
      const std::vector<SharedRequest> warps(launch.at("warps").get<std::size_t>(), request);
      for (const AtomicLoop& loop : atomic_loops(warps)) add_to(figures, loop.load, loop.swap);
      continue;
    }
    Wavefronts loaded;
    if (request.way == AtomicWay::retry) {
      SharedRequest load = request;
      load.store = load.atomic = false;
      loaded = wavefronts(BankModel::cc5, load);
    }
    add_to(figures, loaded, wavefronts(BankModel::cc5, request));
  }
  return figures;
}

TEST(AtomicCalibration, EveryPatternOfOneWarpIsCountedAsModelled) {
  ASSERT_TRUE(atomics_record().is_object())
      << "assets/measurements/h100/shared_atomics.json is missing or damaged: take it anew with "
         "tests/gpu/shared_atomics.py";
  std::map<std::string, int> launches;
  for (const json& launch : atomics_record().at("launches")) {
    const auto op = launch.at("op").get<std::string>();
    if (!measured_operations.contains(op) || launch.at("warps") != 1) continue;
    ++launches[op];
    AtomicFigures model = modelled_of(launch);
    const AtomicFigures hardware = counted_of(launch);
    // nvcc first tries it as an atomic of global memory, a wavefront that is not modelled.
    if (op == "half2_add") {
      model.atomic_wavefronts += static_cast<int>(launch.at("patterns").size());
    }
    if (op == "int_cas") {
      // Nothing waits for its result, so a pattern's swaps run into the stores that clear memory for the next one.
      EXPECT_NEAR(model.atomic_wavefronts, hardware.atomic_wavefronts,
                  0.05 * hardware.atomic_wavefronts);
    } else {
      EXPECT_EQ(model, hardware) << op << ' ' << launch;
    }
  }
  EXPECT_EQ(launches.size(), measured_operations.size());
  for (const auto& [op, number] : launches) EXPECT_EQ(number, 50) << op;
}

TEST(AtomicCalibration, CopiesOfNeighboursAreCountedAsModelled) {
  ASSERT_TRUE(atomics_record().is_object());
  std::map<int, int> launches;
  for (const json& launch : atomics_record().at("launches")) {
    const auto op = launch.at("op").get<std::string>();
    if (!op.starts_with("copy_")) continue;
    const int bytes = std::stoi(op.substr(5));
    ++launches[bytes];
    int model = 0;
    for (const json& pattern : launch.at("patterns")) {
      const auto components = static_cast<std::uint8_t>(bytes / 4);
      SharedRequest request =
          request_of_atomics(pattern, {Operation::atomic_exchange, Scalar::u32, components});
      request.atomic = false;
      request.copy = true;
      request.reading = request.mask;
      for (std::size_t lane = 0; lane < request.source.size(); ++lane) {
        request.source[lane] = static_cast<std::uint32_t>(lane) * static_cast<unsigned>(bytes);
      }
      model += wavefronts(BankModel::cc5, request).actual;
    }
    EXPECT_EQ(model, launch.at("copy_wavefronts")) << launch;
  }
  EXPECT_EQ(launches, (std::map<int, int>{{4, 50}, {8, 50}, {16, 50}}));
}

TEST(AtomicCalibration, TwoWarpsThatStandInOneAnothersWayAreNearlyAsModelled) {
  ASSERT_TRUE(atomics_record().is_object());
  std::map<std::string, int> counts, model;
  for (const json& launch : atomics_record().at("launches")) {
    if (launch.at("warps") != 2) continue;
    const auto op = launch.at("op").get<std::string>();
    counts[op] += counted_of(launch).atomic_wavefronts;
    model[op] += modelled_of(launch).atomic_wavefronts;
  }
  ASSERT_EQ(counts.size(), 2);
  for (const auto& [op, number] : counts) {
    EXPECT_NEAR(static_cast<double>(model[op]) / number, 1, 0.05) << op;
  }
}

}  // namespace
}  // namespace warpscope
