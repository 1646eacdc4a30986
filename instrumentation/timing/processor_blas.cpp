#include "instrumentation/timing/processor_blas.hpp"

#include "instrumentation/language/message.hpp"

namespace warpscope {

Result<OpenBlas> OpenBlas::open() {
  const auto library = SharedLibrary::open(
      {"libopenblas.so.0", "libopenblas.so"},
      tr("Install OpenBLAS (package libopenblas0-pthread) to compare with it."));
  if (!library) return library.error();
  OpenBlas blas;
  if (library.value().find("cblas_sgemm", blas.sgemm_)) return blas;
  return Error{ErrorKind::unavailable, tr("The OpenBLAS that was found has no cblas_sgemm().")};
}

void OpenBlas::multiply(const float* a, const float* b, float* c, std::int64_t side) const {
  constexpr int row_major = 101, not_transposed = 111;
  const int n = static_cast<int>(side);
  sgemm_(row_major, not_transposed, not_transposed, n, n, n, 1, a, n, b, n, 0, c, n);
}

}  // namespace warpscope
