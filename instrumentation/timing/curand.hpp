#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "instrumentation/timing/rival_input.hpp"
#include "instrumentation/timing/shared_library.hpp"
#include "kernels/random/curand_sequence.hpp"

namespace warpscope {

/// What a rival of the random numbers is asked for.
[[nodiscard]] CurandSequence curand_sequence(const RivalInfo& rival, const RivalRequest& request,
                                             const RivalInput& input);

/// A generator of cuRAND's library, on the processor or, where CUDA is built, on the GPU. Calls
/// return what cuRAND says: 0 if it did as told.
class CurandGenerator {
 public:
  /// ErrorKind::unavailable if the library is not installed, or makes no such generator.
  [[nodiscard]] static Result<CurandGenerator> on_processor(const CurandSequence& sequence);
  /// `stream` is a cudaStream_t.
  [[nodiscard]] static Result<CurandGenerator> on_device(const CurandSequence& sequence,
                                                         void* stream);

  /// Goes back to the first number, with all states made.
  [[nodiscard]] int restart() const;
  /// The next numbers: floats, or of XORWOW's uniform ones the words. There must be room for one more
  /// than the sequence has, since cuRAND draws normal numbers in pairs.
  [[nodiscard]] int draw(void* out) const;

 private:
  // As curand.h declares them; its enumerations are ints.
  struct Calls {
    int (*create)(void** generator, int kind) = nullptr;
    int (*create_host)(void** generator, int kind) = nullptr;
    int (*destroy)(void* generator) = nullptr;
    int (*set_stream)(void* generator, void* stream) = nullptr;
    int (*set_seed)(void* generator, unsigned long long seed) = nullptr;
    int (*set_offset)(void* generator, unsigned long long offset) = nullptr;
    int (*set_ordering)(void* generator, int order) = nullptr;
    int (*make_seeds)(void* generator) = nullptr;
    int (*words)(void* generator, unsigned* out, std::size_t count) = nullptr;
    int (*uniform)(void* generator, float* out, std::size_t count) = nullptr;
    int (*normal)(void* generator, float* out, std::size_t count, float mean,
                  float deviation) = nullptr;
  };
  [[nodiscard]] static Result<Calls> open();
  [[nodiscard]] static Result<CurandGenerator> make(const Calls& calls, void* generator,
                                                    const CurandSequence& sequence, int made);

  Calls calls_;
  CurandSequence sequence_;
  std::shared_ptr<void> generator_;
};

}  // namespace warpscope
