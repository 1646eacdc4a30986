#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// How a generation of GPUs serves one warp's access to shared memory.
/// Source: CUDA C Programming Guide, shared memory, per compute capability. What the guide leaves
/// open of cc5 is what an H200 counts, for each of the 2,865 accesses in
/// assets/measurements/h200/bank_patterns.json (tests/analysis/bank_calibration_test.cpp):
/// - 4 bytes and fewer: the whole warp at once, as many passes as one bank has words to deliver.
/// - 8 bytes in half-warps, 16 bytes in quarter-warps. Loads in twice as many lanes if every two
///   active lanes n and n ^ 1 want the same element, or every two active lanes n and n ^ 2; a lane
///   whose partner is inactive does not stand in the way.
/// - atomicAdd of a 32-bit integer: as many passes as lanes want one bank, same word or not. The
///   constant 1 whose result is unused (ATOMS.POPC.INC, sm_80 and later): lanes of one word are
///   counted together, as many passes as one bank has words.
/// A half-warp or quarter-warp without active lanes costs nothing; each other one counts as one
/// pass that is no conflict. How atomics are done otherwise: AtomicWay.
enum class BankModel : std::uint8_t {
  cc1,    ///< 1.x: 16 banks of 4 bytes, a request per half-warp, one word broadcast per pass
  cc2,    ///< 2.x: 32 banks of 4 bytes, any words broadcast, 8-byte accesses in half-warps
  cc3x4,  ///< 3.x: 32 banks of 8 bytes, 4-byte mode
  cc3x8,  ///< 3.x: 32 banks of 8 bytes, 8-byte mode
  cc5,    ///< 5.x and later: 32 banks of 4 bytes, any words broadcast
};
inline constexpr std::array all_bank_models{BankModel::cc1, BankModel::cc2, BankModel::cc3x4,
                                            BankModel::cc3x8, BankModel::cc5};

[[nodiscard]] std::string_view id(BankModel model);     ///< "cc5"
[[nodiscard]] std::string_view label(BankModel model);  ///< "32 × 4 B (5.x and later)", English
[[nodiscard]] std::optional<BankModel> bank_model(std::string_view id);
[[nodiscard]] int bank_count(BankModel model);
[[nodiscard]] int bank_bytes(BankModel model);
/// Bank of a byte address of shared memory.
[[nodiscard]] int bank_of(BankModel model, std::uint32_t address);

/// How 5.x and later do an atomic in shared memory. Source: SASS of nvcc 13.0 for sm_90, and what an H100 counts for 500
/// random patterns of one warp for each of 21 operations: assets/measurements/h100/shared_atomics.json
/// (tests/analysis/atomic_calibration_test.cpp). Not modelled: min, max, and, or of 8 bytes skip what would change
/// nothing, and half2's sum costs a pass more, tried as one of global memory. What the compiler adds up over a warp before the atomic is not known here.
enum class AtomicWay : std::uint8_t {
  native,  ///< integers of 4 bytes, exchanges: one pass for each turn (ATOMS.ADD, .MIN, .EXCH, …)
  swap,    ///< compare-and-swap: two passes for each turn, and one conflict less than turns
  loop,  ///< sums of float, double and integers of 8 bytes: see AtomicLoop. What the counters call no conflict, one
         ///< lane that tries again after another, is beyond the ideal of wavefronts()
  retry,  ///< half: one load, then compare-and-swap of its word until each lane has succeeded once
};
[[nodiscard]] AtomicWay atomic_way(Operation operation, const ElementType& type);

/// The addresses of one warp instruction in shared memory.
struct SharedRequest {
  std::uint32_t mask = 0;  ///< active lanes
  int bytes = 4;           ///< per lane: 1, 2, 4, 8 or 16
  bool store = false;
  bool atomic = false;  ///< lanes that want one word take turns
  AtomicWay way = AtomicWay::native;
  bool counting = false;  ///< atomic that adds the constant 1 to an int, its result unused
  std::array<std::uint32_t, warp_lanes>
      address{};              ///< byte address per lane; inactive lanes ignored
  bool copy = false;          ///< asynchronous, from global memory: CopyPart
  std::uint32_t reading = 0;  ///< of a copy: lanes that read something; others write zeros
  std::array<std::uint32_t, warp_lanes>
      source{};  ///< byte address in global memory of each of them, from a multiple of 128 bytes
};

/// Whether the hardware counts the lanes that want one word together, instead of one after another.
[[nodiscard]] bool counts_together(BankModel model, const SharedRequest& request);

/// Passes through the banks that one warp request needs.
struct Wavefronts {
  int actual = 0;
  int ideal = 0;   ///< passes if no two lanes wanted different words of one bank
  int degree = 0;  ///< the N of "N-way": passes of the request's worst part (half-warp, …)
  [[nodiscard]] int conflicts() const { return actual - ideal; }
  friend bool operator==(const Wavefronts&, const Wavefronts&) = default;
};
[[nodiscard]] Wavefronts wavefronts(BankModel model, const SharedRequest& request);

/// One bank's delivery in one pass, as the banks view draws it. Pass numbers run to
/// wavefronts().actual - 1.
struct BankDelivery {
  int pass = 0;        ///< from 0
  int first_pass = 0;  ///< of the lanes that are served together: half-warp, quarter-warp, …
  int bank = 0;
  std::uint32_t lanes = 0;    ///< who gets it
  std::uint32_t address = 0;  ///< of its first byte, a multiple of 4
  friend bool operator==(const BankDelivery&, const BankDelivery&) = default;
};
/// All deliveries of a request, by pass, then bank. An element wider than a bank's word comes from
/// several banks, or from one bank in several passes.
[[nodiscard]] std::vector<BankDelivery> bank_deliveries(BankModel model,
                                                        const SharedRequest& request);

/// In how many passes each bank has something to deliver; banks the model has not stay 0. More
/// than 255 count as 255.
[[nodiscard]] std::array<std::uint8_t, warp_lanes> passes_of_banks(BankModel model,
                                                                   const SharedRequest& request);

/// The request that an access to a shared array makes; nullopt for other spaces and shuffles. The loads of a copy are those of
/// its line that stand right before it in the trace, which `access` must be of.
/// Whether an atomic's result is used, Access::has_result tells; a trace does not know whether its operand
/// is a constant: here an int or unsigned 1 in all lanes is, as in a histogram.
[[nodiscard]] std::optional<SharedRequest> shared_request(const Trace& trace, const Access& access);

}  // namespace warpscope
