#include "instrumentation/analysis/bank_model.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>
#include <utility>

#include "instrumentation/analysis/atomic_loop.hpp"
#include "instrumentation/analysis/copy_model.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {
namespace {

struct Description {
  std::string_view id, label;
  int banks, bank_bytes;
  std::uint32_t interleave;  // bytes of one bank before the next bank's begin
};

// CUDA C Programming Guide, "Compute Capabilities", the paragraphs on shared memory of each.
constexpr std::array<Description, all_bank_models.size()> descriptions{{
    {"cc1", tr_noop("16 × 4 B (1.x)"), 16, 4, 4},
    {"cc2", tr_noop("32 × 4 B (2.x)"), 32, 4, 4},
    {"cc3x4", tr_noop("32 × 8 B, 4-byte mode (3.x)"), 32, 8, 4},
    {"cc3x8", tr_noop("32 × 8 B, 8-byte mode (3.x)"), 32, 8, 8},
    {"cc5", tr_noop("32 × 4 B (5.x and later)"), 32, 4, 4},
}};

const Description& describe(BankModel model) {
  return descriptions[static_cast<std::size_t>(model)];
}

/// How a request is cut up. Its lanes' bytes are fetched in pieces, each by groups of lanes whose
/// data just fit through all banks at once. A piece spans one slot, which is one bank or a few
/// neighbouring ones; a slot delivers one row of the memory per pass. Sizes are powers of two.
struct Shape {
  std::uint32_t piece;   // bytes per lane in one part
  std::uint32_t pieces;  // per lane, any number
  std::uint32_t slot;    // bytes: a bank's interleave, or the piece if it is wider
  std::uint32_t slots;   // in one turn through the banks
  std::uint32_t row;     // bytes that all banks together deliver in a pass
  int lanes;             // of one part
  bool one_broadcast;    // 1.x: only one word per pass may go to several lanes
  bool turns;            // lanes that want one word are served one after the other
  int extra_passes;      // of each part
};

/// Whether every two active lanes whose numbers differ in this bit want the same element.
bool pairs_share(const SharedRequest& request, unsigned bit) {
  bool share = true;
  for_each_lane(request.mask, [&](int lane, int) {
    const unsigned partner = static_cast<unsigned>(lane) ^ bit;
    const bool active = (request.mask >> partner & 1) != 0;
    const std::uint32_t address = request.address[static_cast<std::size_t>(lane)];
    share = share && (!active || request.address[partner] == address);
  });
  return share;
}

Shape shape_of(BankModel model, const SharedRequest& request) {
  const Description& hardware = describe(model);
  const auto bytes = static_cast<std::uint32_t>(request.bytes);
  const auto banks = static_cast<std::uint32_t>(hardware.banks);
  // 1.x: wider accesses are compiled into 32-bit ones, which is why arrays of double conflict two
  // ways there. Elsewhere 16 bytes is the widest instruction, and a float3 makes three of 4 bytes.
  const std::uint32_t widest = model == BankModel::cc1 ? 4 : 16;
  Shape shape{};
  shape.piece = std::min(bytes & -bytes, widest);
  shape.pieces = bytes / shape.piece;
  shape.slot = std::max(shape.piece, hardware.interleave);
  shape.slots = banks * hardware.interleave / shape.slot;
  shape.row = banks * static_cast<std::uint32_t>(hardware.bank_bytes);
  // 1.x: a request per half-warp. Later: a warp's 4-byte, a half-warp's 8-byte and a quarter-warp's
  // 16-byte words fill 32 banks of 4 bytes; banks of 8 bytes (3.x) take twice that.
  const int whole = std::min(hardware.banks, warp_lanes);
  const auto fitting = static_cast<int>(shape.row / std::max(shape.piece, 4U));
  shape.lanes = std::min(whole, fitting);
  // Measured: such a load needs no more than half of its lanes' bytes, and takes twice the lanes.
  const bool wide_load =
      model == BankModel::cc5 && shape.piece > 4 && !request.store && !request.atomic;
  if (wide_load && (pairs_share(request, 1) || pairs_share(request, 2))) shape.lanes *= 2;
  shape.one_broadcast = model == BankModel::cc1;
  shape.turns = request.atomic && !counts_together(model, request);
  // 2.x, "128-bit accesses": one more than the ways counted within a quarter-warp.
  shape.extra_passes = model == BankModel::cc2 && shape.piece == 16 ? 1 : 0;
  return shape;
}

using Passes = std::array<int, warp_lanes>;

/// Any number of words may be broadcast (2.x and later): a lane waits for the rows that its slot
/// delivers to lanes before it. Stores to one word count once too: one of them survives. Atomics
/// to one word take turns, unless the hardware counts them together.
int serve_rows(const Shape& shape, const SharedRequest& request, std::uint32_t part,
               std::uint32_t offset, Passes& pass_of_lane) {
  const int slot_bits = std::countr_zero(shape.slot), row_bits = std::countr_zero(shape.row);
  std::array<std::array<std::uint32_t, warp_lanes>, warp_lanes> rows;  // [pass][slot]; count says
  std::array<std::uint8_t, warp_lanes> count{};                        // how many are filled
  int passes = 0;
  for (; part != 0; part &= part - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(part));
    const std::uint32_t address = request.address[lane] + offset;
    const std::uint32_t slot = address >> slot_bits & (shape.slots - 1);
    const std::uint32_t row = address >> row_bits;
    std::size_t pass = shape.turns ? count[slot] : 0;
    while (pass < count[slot] && rows[pass][slot] != row) ++pass;
    if (pass == count[slot]) rows[count[slot]++][slot] = row;
    pass_of_lane[lane] = static_cast<int>(pass);
    passes = std::max<int>(passes, count[slot]);
  }
  return passes;
}

/// 1.x, "32-bit broadcast access": in each pass one word is chosen and goes to every lane that
/// wants it; each other bank serves one lane. Which word is chosen is unspecified: here it is that
/// of the lowest waiting lane. Stores follow the same rule, atomics have no broadcast.
int serve_one_broadcast(const SharedRequest& request, std::uint32_t part, std::uint32_t offset,
                        Passes& pass_of_lane) {
  int passes = 0;
  for (; part != 0; ++passes) {
    const auto word_of = [&](int lane) {
      return (request.address[static_cast<std::size_t>(lane)] + offset) / 4;
    };
    const std::uint32_t chosen = word_of(std::countr_zero(part));
    std::uint32_t busy_banks = request.atomic ? 0 : 1U << chosen % 16;
    std::uint32_t waiting = part;
    for (; waiting != 0; waiting &= waiting - 1) {
      const int lane = std::countr_zero(waiting);
      const std::uint32_t bank = 1U << word_of(lane) % 16;
      const bool broadcast = !request.atomic && word_of(lane) == chosen;
      if (!broadcast && (busy_banks & bank) != 0) continue;
      busy_banks |= bank;
      part &= ~(1U << lane);
      pass_of_lane[static_cast<std::size_t>(lane)] = passes;
    }
  }
  return passes;
}

/// Lanes that are served together, and the bytes of theirs that are.
struct Part {
  std::uint32_t lanes = 0;
  std::uint32_t offset = 0, bytes = 0;  // of the piece within each lane's element
  int done = 0;                         // passes before it
};

/// Serves the request part by part; `visit(part, pass_of_lane)` sees each of them.
template <class Visit>
Wavefronts serve_parts(BankModel model, const SharedRequest& request, Visit visit) {
  assert(request.bytes > 0);
  const Shape shape = shape_of(model, request);
  const std::uint32_t lanes_of_part =
      shape.lanes == warp_lanes ? all_lanes : (1U << shape.lanes) - 1;
  Wavefronts sum;
  Passes pass_of_lane;  // of the present part's lanes
  for (std::uint32_t piece = 0; piece < shape.pieces; ++piece) {
    for (int first = 0; first < warp_lanes; first += shape.lanes) {
      const std::uint32_t part = request.mask & lanes_of_part << first;
      if (part == 0) continue;
      const std::uint32_t offset = piece * shape.piece;
      const int passes =
          shape.extra_passes + (shape.one_broadcast
                                    ? serve_one_broadcast(request, part, offset, pass_of_lane)
                                    : serve_rows(shape, request, part, offset, pass_of_lane));
      visit(Part{part, offset, shape.piece, sum.actual}, pass_of_lane);
      sum.actual += passes;
      sum.degree = std::max(sum.degree, passes);
      ++sum.ideal;
    }
  }
  return sum;
}

/// Two passes for each turn: one compares, one swaps.
template <class Visit>
Wavefronts serve_swap(const SharedRequest& request, int done, Visit visit) {
  int parts = 0;
  Wavefronts sum = serve_parts(BankModel::cc5, request, [&](Part part, const Passes& turns) {
    ++parts;
    part.done = done + 2 * part.done;
    for (const int second : {0, 1}) {
      Passes passes{};
      for_each_lane(part.lanes, [&](int lane, int) {
        const auto slot = static_cast<std::size_t>(lane);
        passes[slot] = 2 * turns[slot] + second;
      });
      visit(part, passes);
    }
  });
  // Conflicts are the turns behind the first of each part.
  sum.ideal = sum.actual + parts;
  sum.actual *= 2;
  return sum;
}

template <class Visit>
Wavefronts serve_loop(const SharedRequest& request, Visit visit) {
  Wavefronts sum;
  for (const LoopRound& round : loop_rounds(request)) {
    ++sum.degree;
    for (const std::uint32_t lanes : round.parts) {
      if (lanes == 0) continue;
      const auto bytes = static_cast<std::uint32_t>(request.bytes);
      for (const int pass : {0, 1}) {
        Passes passes{};
        passes.fill(pass);
        visit(Part{lanes, 0, bytes, sum.actual}, passes);
      }
      sum.actual += 2;
    }
    if (sum.degree == 1) sum.ideal = sum.actual;  // nobody would have to try again
  }
  return sum;
}

/// Each round all lanes that are left swap in turn, and the first of each word succeeds.
template <class Visit>
Wavefronts serve_retry(const SharedRequest& request, Visit visit) {
  SharedRequest left = request;
  left.way = AtomicWay::swap;
  left.bytes = 4;
  for (std::uint32_t& address : left.address) address &= ~3U;
  Wavefronts sum;
  while (left.mask != 0) {
    const Wavefronts round = serve_swap(left, sum.actual, visit);
    sum.actual += round.actual;
    sum.ideal += round.ideal;
    sum.degree = std::max(sum.degree, round.degree);
    std::vector<std::uint32_t> changed;
    for_each_lane(left.mask, [&](int lane, int) {
      const std::uint32_t word = left.address[static_cast<std::size_t>(lane)];
      if (std::ranges::find(changed, word) != changed.end()) return;
      changed.push_back(word);
      left.mask &= ~(1U << static_cast<unsigned>(lane));
    });
  }
  return sum;
}

template <class Visit>
Wavefronts serve_copy(const SharedRequest& request, Visit visit) {
  Wavefronts sum;
  const auto bytes = static_cast<std::uint32_t>(request.bytes);
  for (const CopyPart& part : copy_parts(request)) {
    visit(Part{part.lanes, 0, bytes, sum.actual}, part.pass_of_lane);
    sum.actual += part.passes;
    sum.degree = std::max(sum.degree, part.passes);
  }
  const int together = warp_lanes * 4 / std::max(request.bytes, 4);
  for (int first = 0; first < warp_lanes; first += together) {
    const std::uint32_t lanes = together == warp_lanes ? all_lanes : (1U << together) - 1;
    if ((request.mask & lanes << first) != 0) ++sum.ideal;
  }
  sum.ideal = std::min(sum.ideal, sum.actual);
  // Of whole lines: how often one is needed again.
  if (bytes > 8) sum.degree = (sum.actual + sum.ideal - 1) / std::max(sum.ideal, 1);
  return sum;
}

template <class Visit>
Wavefronts serve(BankModel model, const SharedRequest& request, Visit visit) {
  if (model == BankModel::cc5 && request.copy) return serve_copy(request, visit);
  if (model != BankModel::cc5 || !request.atomic) return serve_parts(model, request, visit);
  switch (request.way) {
    case AtomicWay::swap: return serve_swap(request, 0, visit);
    case AtomicWay::loop: return serve_loop(request, visit);
    case AtomicWay::retry: return serve_retry(request, visit);
    case AtomicWay::native: break;
  }
  return serve_parts(model, request, visit);
}

/// The 4-byte words that hold so many bytes.
template <class Visit>
void for_each_word(std::uint32_t first, std::uint32_t bytes, Visit visit) {
  const std::uint32_t words = (first % 4 + bytes + 3) / 4;  // an address may lie at the very end
  for (std::uint32_t i = 0; i < words; ++i) visit(first / 4 * 4 + 4 * i);
}

/// Whether all lanes add a 32-bit integer 1: the hardware has an instruction for that.
bool adds_one(const Trace& trace, const Access& access) {
  const ElementType type = trace.arrays[access.array].type;
  if (type.components != 1 || (type.scalar != Scalar::i32 && type.scalar != Scalar::u32)) {
    return false;
  }
  bool ones = true;
  for_each_lane(access.mask,
                [&](int, int k) { ones = ones && trace.lane_value(access, k).front() == 1; });
  return ones;
}

/// The loads of the same instruction come first: several, if the lanes read of several arrays.
void find_sources(const Trace& trace, const Access& copy, SharedRequest& request) {
  request.copy = true;
  const std::span<const Access> all = trace.accesses;
  auto at = static_cast<std::size_t>(&copy - all.data());
  for (; at > 0 && at <= all.size() && request.reading != copy.mask; --at) {
    const Access& load = all[at - 1];
    const bool of_copy = load.operation == Operation::load && load.location == copy.location &&
                         load.step == copy.step && load.warp == copy.warp;
    if (!of_copy) return;
    const std::uint32_t fresh = load.mask & ~request.reading & copy.mask;
    const auto indices = trace.lane_indices(load);
    const auto bytes =
        static_cast<ElementIndex>(trace.arrays[static_cast<std::size_t>(load.array)].type.bytes());
    for_each_lane(load.mask, [&](int lane, int k) {
      if ((fresh >> static_cast<unsigned>(lane) & 1U) == 0) return;
      request.source[static_cast<std::size_t>(lane)] =
          static_cast<std::uint32_t>(indices[static_cast<std::size_t>(k)] * bytes);
    });
    request.reading |= fresh;
  }
}

}  // namespace

std::string_view id(BankModel model) { return describe(model).id; }
std::string_view label(BankModel model) { return describe(model).label; }
int bank_count(BankModel model) { return describe(model).banks; }
int bank_bytes(BankModel model) { return describe(model).bank_bytes; }

std::optional<BankModel> bank_model(std::string_view wanted) {
  for (const BankModel model : all_bank_models) {
    if (id(model) == wanted) return model;
  }
  return std::nullopt;
}

int bank_of(BankModel model, std::uint32_t address) {
  const Description& hardware = describe(model);
  return static_cast<int>(address / hardware.interleave % static_cast<unsigned>(hardware.banks));
}

AtomicWay atomic_way(Operation operation, const ElementType& type) {
  if (operation == Operation::atomic_exchange) return AtomicWay::native;
  if (operation == Operation::atomic_cas) return AtomicWay::swap;
  const bool narrow = type.scalar == Scalar::f16 || type.scalar == Scalar::bf16;
  if (narrow && type.components == 1) return AtomicWay::retry;
  const bool integer = !is_real(type.scalar);
  return integer && type.bytes() <= 4 ? AtomicWay::native : AtomicWay::loop;
}

bool counts_together(BankModel model, const SharedRequest& request) {
  return request.counting && model == BankModel::cc5;
}

Wavefronts wavefronts(BankModel model, const SharedRequest& request) {
  return serve(model, request, [](const Part&, const Passes&) {});
}

std::vector<BankDelivery> bank_deliveries(BankModel model, const SharedRequest& request) {
  std::vector<BankDelivery> found;
  const auto note = [&](const Part& part, const Passes& passes) {
    for_each_lane(part.lanes, [&](int lane, int) {
      const auto slot = static_cast<std::size_t>(lane);
      const std::uint32_t first = request.address[slot] + part.offset;
      const int pass = part.done + passes[slot];
      for_each_word(first, part.bytes, [&](std::uint32_t word) {
        const auto bit = 1U << static_cast<unsigned>(lane);
        found.push_back({pass, part.done, bank_of(model, word), bit, word});
      });
    });
  };
  serve(model, request, note);
  std::ranges::stable_sort(found, {},
                           [](const BankDelivery& d) { return std::pair(d.pass, d.bank); });
  std::vector<BankDelivery> merged;
  for (const BankDelivery& next : found) {
    if (!merged.empty() && merged.back().pass == next.pass && merged.back().bank == next.bank) {
      merged.back().lanes |= next.lanes;
      merged.back().address = std::min(merged.back().address, next.address);
    } else {
      merged.push_back(next);
    }
  }
  return merged;
}

std::array<std::uint8_t, warp_lanes> passes_of_banks(BankModel model,
                                                     const SharedRequest& request) {
  std::array<std::uint8_t, warp_lanes> sums{};
  serve(model, request, [&](const Part& part, const Passes& passes) {
    std::array<std::uint64_t, warp_lanes> seen{};  // a part has no more turns than lanes
    for_each_lane(part.lanes, [&](int lane, int) {
      const auto slot = static_cast<std::size_t>(lane);
      const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(passes[slot]);
      for_each_word(request.address[slot] + part.offset, part.bytes, [&](std::uint32_t word) {
        seen[static_cast<std::size_t>(bank_of(model, word))] |= bit;
      });
    });
    for (std::size_t bank = 0; bank < sums.size(); ++bank) {
      sums[bank] = static_cast<std::uint8_t>(std::min(255, sums[bank] + std::popcount(seen[bank])));
    }
  });
  return sums;
}

std::optional<SharedRequest> shared_request(const Trace& trace, const Access& access) {
  const Array& array = trace.arrays[access.array];
  if (array.space != Space::shared || exchanges(access.operation)) return std::nullopt;
  SharedRequest request;
  request.mask = access.mask;
  request.bytes = trace.lane_bytes(access);
  request.store = writes(access.operation);
  request.atomic = is_atomic(access.operation);
  if (request.atomic) request.way = atomic_way(access.operation, array.type);
  request.counting =
      access.operation == Operation::atomic_add && !access.has_result && adds_one(trace, access);
  const auto indices = trace.lane_indices(access);
  const auto bytes = static_cast<std::uint32_t>(array.type.bytes());
  for_each_lane(access.mask, [&](int lane, int k) {
    const auto index = static_cast<std::uint32_t>(indices[static_cast<std::size_t>(k)]);
    request.address[static_cast<std::size_t>(lane)] = array.base + index * bytes;
  });
  if (kind_of(access.operation) == OperationKind::copy) find_sources(trace, access, request);
  return request;
}

}  // namespace warpscope
