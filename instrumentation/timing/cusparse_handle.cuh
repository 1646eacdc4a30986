#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/timing/library_rival.cuh"
#include "instrumentation/timing/shared_library.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#if __has_include(<cusparse.h>)
#include <cusparse.h>
#endif

namespace warpscope {

#if __has_include(<cusparse.h>)

inline void check_cusparse(cusparseStatus_t status, const char* doing) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  const bool no_memory = status == CUSPARSE_STATUS_ALLOC_FAILED;
  throw DeviceError{no_memory ? cudaErrorMemoryAllocation : cudaErrorUnknown,
                    std::string(doing) + ": cuSPARSE says " + std::to_string(status)};
}

/// A handle of cuSPARSE, which works on the timing stream.
class CusparseHandle {
 public:
  CusparseHandle() = default;
  ~CusparseHandle() {
    if (handle_ != nullptr) destroy_(handle_);
  }
  CusparseHandle(const CusparseHandle&) = delete;
  CusparseHandle& operator=(const CusparseHandle&) = delete;

 protected:
  [[nodiscard]] static Result<SharedLibrary> library() {
    return SharedLibrary::open(
        {"libcusparse.so.12", "libcusparse.so.13", "libcusparse.so"},
        "Install cuSPARSE (package libcusparse-13-0, or libcusparse12) to compare with it.");
  }
  [[nodiscard]] bool find(const SharedLibrary& in) {
    return in.find("cusparseCreate", create_) && in.find("cusparseDestroy", destroy_) &&
           in.find("cusparseSetStream", set_stream_);
  }
  void start() {
    check_cusparse(create_(&handle_), "starting cuSPARSE");
    check_cusparse(set_stream_(handle_, timing_stream()), "starting cuSPARSE");
  }
  cusparseHandle_t handle_ = nullptr;

 private:
  decltype(cusparseCreate)* create_ = nullptr;
  decltype(cusparseDestroy)* destroy_ = nullptr;
  decltype(cusparseSetStream)* set_stream_ = nullptr;
};

template <class T>
std::unique_ptr<CudaMemory> upload_values(const std::vector<T>& values) {
  auto memory = device_array<T>(std::ssize(values));
  check(
      cudaMemcpy(memory->template as<T>(), values.data(), memory->bytes(), cudaMemcpyHostToDevice),
      "copying a rival's matrix");
  return memory;
}

/// A sparse matrix in device memory, in compressed sparse rows.
class DeviceMatrix {
 public:
  explicit DeviceMatrix(const SparseMatrix& a)
      : rows_(a.rows()),
        entries_(a.entries()),
        row_begin_(upload_values(a.row_begin)),
        column_(upload_values(a.column)),
        value_(upload_values(a.value)) {}
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  /// For cuSPARSE, with `create` being its cusparseCreateCsr().
  [[nodiscard]] cusparseSpMatDescr_t describe(decltype(cusparseCreateCsr)* create) const {
    cusparseSpMatDescr_t description = nullptr;
    check_cusparse(create(&description, rows_, rows_, entries_, row_begin_->as<int>(),
                          column_->as<int>(), value_->as<float>(), CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
                   "describing a matrix to cuSPARSE");
    return description;
  }

 private:
  std::int64_t rows_, entries_;
  std::unique_ptr<CudaMemory> row_begin_, column_, value_;
};

#else

inline Error no_cusparse() {
  return {ErrorKind::unavailable,
          "This program was built without cuSPARSE's headers. Install libcusparse-dev and build "
          "it again."};
}

#endif

}  // namespace warpscope
