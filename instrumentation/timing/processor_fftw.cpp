#include "instrumentation/timing/processor_fftw.hpp"

#include <algorithm>
#include <new>

#include "instrumentation/language/message.hpp"

namespace warpscope {

Result<Fftw> Fftw::open() {
  const auto library =
      SharedLibrary::open({"libfftw3f.so.3", "libfftw3f.so"},
                          tr("Install FFTW (package libfftw3-single3) to compare with it."));
  if (!library) return library.error();
  Fftw fftw;
  const SharedLibrary& in = library.value();
  const bool whole = in.find("fftwf_plan_dft_1d", fftw.plan_) &&
                     in.find("fftwf_execute_dft", fftw.execute_) &&
                     in.find("fftwf_destroy_plan", fftw.destroy_) &&
                     in.find("fftwf_malloc", fftw.allocate_) && in.find("fftwf_free", fftw.free_);
  if (whole) return fftw;
  return Error{ErrorKind::unavailable, tr("The FFTW that was found has no fftwf_plan_dft_1d().")};
}

std::shared_ptr<Fftw::Number[]> Fftw::numbers(std::size_t count) const {
  void* memory = allocate_(std::max<std::size_t>(count, 1) * sizeof(Number));
  if (memory == nullptr) throw std::bad_alloc();
  return {static_cast<Number*>(memory), free_};
}

Fftw::Plan Fftw::plan(int points, bool inverse, Number* in, Number* out) const {
  constexpr unsigned measured = 0, unaligned = 1U << 1U;  // FFTW_MEASURE, FFTW_UNALIGNED
  // Longer signals all begin as the first one does.
  constexpr int least_aligned = 8;
  const unsigned flags = points >= least_aligned ? measured : measured | unaligned;
  return {plan_(points, in, out, inverse ? 1 : -1, flags), destroy_};
}

}  // namespace warpscope
