#include "instrumentation/timing/curand.hpp"

#include <cstdlib>

#include "instrumentation/language/message.hpp"

namespace warpscope {

CurandSequence curand_sequence(const RivalInfo& rival, const RivalRequest& request,
                               const RivalInput& input) {
  const auto choice = [&](const char* name) {
    return rival_choice(rival, name, request.parameters);
  };
  CurandSequence sequence;
  sequence.philox = rival.task->id == "philox";
  sequence.normal = choice("distribution") == "normal";
  sequence.seed = elements_of<std::uint32_t>(input).front();
  sequence.count = input.count;
  if (!sequence.philox) sequence.count *= std::atoll(choice("readings").c_str());
  return sequence;
}

Result<CurandGenerator::Calls> CurandGenerator::open() {
  const auto library = SharedLibrary::open(
      {"libcurand.so.10", "libcurand.so"},
      tr("Install cuRAND (package libcurand-13-0, or libcurand10) to compare with it."));
  if (!library) return library.error();
  const SharedLibrary& in = library.value();
  Calls calls;
  const bool whole = in.find("curandCreateGenerator", calls.create) &&
                     in.find("curandCreateGeneratorHost", calls.create_host) &&
                     in.find("curandDestroyGenerator", calls.destroy) &&
                     in.find("curandSetStream", calls.set_stream) &&
                     in.find("curandSetPseudoRandomGeneratorSeed", calls.set_seed) &&
                     in.find("curandSetGeneratorOffset", calls.set_offset) &&
                     in.find("curandSetGeneratorOrdering", calls.set_ordering) &&
                     in.find("curandGenerateSeeds", calls.make_seeds) &&
                     in.find("curandGenerate", calls.words) &&
                     in.find("curandGenerateUniform", calls.uniform) &&
                     in.find("curandGenerateNormal", calls.normal);
  if (whole) return calls;
  return Error{ErrorKind::unavailable,
               tr("The cuRAND that was found has no curandGenerateNormal().")};
}

Result<CurandGenerator> CurandGenerator::make(const Calls& calls, void* generator,
                                              const CurandSequence& sequence, int made) {
  constexpr int legacy = 103;  // CURAND_ORDERING_PSEUDO_LEGACY: the same on every device
  CurandGenerator result;
  result.calls_ = calls;
  result.sequence_ = sequence;
  if (made == 0) {
    result.generator_ = {generator, [destroy = calls.destroy](void* it) { destroy(it); }};
    made = calls.set_seed(generator, sequence.seed);
  }
  if (made == 0) made = calls.set_ordering(generator, legacy);
  if (made == 0) return result;
  return Error{ErrorKind::unavailable,
               tr("cuRAND does not make this generator: it says {}.", made)};
}

namespace {
int curand_kind(const CurandSequence& sequence) {
  return sequence.philox ? 161 : 101;  // CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_PSEUDO_XORWOW
}
}  // namespace

Result<CurandGenerator> CurandGenerator::on_processor(const CurandSequence& sequence) {
  const auto calls = open();
  if (!calls) return calls.error();
  void* generator = nullptr;
  const int made = calls->create_host(&generator, curand_kind(sequence));
  return make(calls.value(), generator, sequence, made);
}

Result<CurandGenerator> CurandGenerator::on_device(const CurandSequence& sequence, void* stream) {
  const auto calls = open();
  if (!calls) return calls.error();
  void* generator = nullptr;
  int made = calls->create(&generator, curand_kind(sequence));
  if (made == 0) made = calls->set_stream(generator, stream);
  return make(calls.value(), generator, sequence, made);
}

int CurandGenerator::restart() const {
  const int moved = calls_.set_offset(generator_.get(), 0);
  return moved != 0 ? moved : calls_.make_seeds(generator_.get());
}

int CurandGenerator::draw(void* out) const {
  const auto count = static_cast<std::size_t>(sequence_.count);
  if (sequence_.normal) {
    return calls_.normal(generator_.get(), static_cast<float*>(out), (count + 1) / 2 * 2, 0, 1);
  }
  if (sequence_.philox) {
    return calls_.uniform(generator_.get(), static_cast<float*>(out), count);
  }
  return calls_.words(generator_.get(), static_cast<unsigned*>(out), count);
}

}  // namespace warpscope
