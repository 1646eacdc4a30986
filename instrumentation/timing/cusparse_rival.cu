#include "instrumentation/timing/library_rival.cuh"
#include "instrumentation/timing/shared_library.hpp"
#include "kernels/sparse/sparse_matrix.hpp"
#if __has_include(<cusparse.h>)
#include <cusparse.h>
#endif

namespace warpscope {

#if __has_include(<cusparse.h>)
namespace {

void check_cusparse(cusparseStatus_t status, const char* doing) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  const bool no_memory = status == CUSPARSE_STATUS_ALLOC_FAILED;
  throw DeviceError{no_memory ? cudaErrorMemoryAllocation : cudaErrorUnknown,
                    std::string(doing) + ": cuSPARSE says " + std::to_string(status)};
}

/// A batch of tridiagonal systems in device memory, one after another. x holds the right sides, and
/// after a call the solutions.
struct DeviceSystems {
  int equations = 0, count = 0;
  const float *lower = nullptr, *diagonal = nullptr, *upper = nullptr;
  float* x = nullptr;
};

/// A sparse matrix in device memory, in compressed sparse rows.
struct DeviceMatrix {
  std::int64_t rows = 0, entries = 0;
  int *row_begin = nullptr, *column = nullptr;
  float* value = nullptr;
};

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

/// The functions of cuSPARSE for tridiagonal systems.
class CusparseSystems : public CusparseHandle {
 public:
  [[nodiscard]] static Result<std::shared_ptr<CusparseSystems>> open() {
    const auto found = library();
    if (!found) return found.error();
    auto cusparse = std::make_shared<CusparseSystems>();
    const SharedLibrary& in = found.value();
    const bool whole = cusparse->find(in) &&
                       in.find("cusparseSgtsv2StridedBatch_bufferSizeExt", cusparse->bytes_) &&
                       in.find("cusparseSgtsv2StridedBatch", cusparse->solve_);
    if (!whole) {
      return Error{ErrorKind::unavailable, "The cuSPARSE that was found has no gtsv2StridedBatch."};
    }
    cusparse->start();
    return cusparse;
  }

  [[nodiscard]] std::size_t scratch_bytes(const DeviceSystems& all) const {
    std::size_t bytes = 0;
    check_cusparse(bytes_(handle_, all.equations, all.lower, all.diagonal, all.upper, all.x,
                          all.count, all.equations, &bytes),
                   "asking cuSPARSE for its scratch memory");
    return bytes;
  }
  void solve(const DeviceSystems& all, void* scratch) {
    check_cusparse(solve_(handle_, all.equations, all.lower, all.diagonal, all.upper, all.x,
                          all.count, all.equations, scratch),
                   "running cuSPARSE");
  }

 private:
  decltype(cusparseSgtsv2StridedBatch_bufferSizeExt)* bytes_ = nullptr;
  decltype(cusparseSgtsv2StridedBatch)* solve_ = nullptr;
};

class SystemsSet {
 public:
  SystemsSet(const RivalInput& input, int equations, std::shared_ptr<CusparseSystems> cusparse)
      : cusparse_(std::move(cusparse)),
        lower_(upload_array<float>(input, 0)),
        diagonal_(upload_array<float>(input, 1)),
        upper_(upload_array<float>(input, 2)),
        right_side_(upload_array<float>(input, 3)),
        x_(device_array<float>(input.count)),
        all_{equations,           static_cast<int>(input.count / equations),
             lower_->as<float>(), diagonal_->as<float>(),
             upper_->as<float>(), x_->as<float>()} {}

  void prepare() { copy_on_stream(*x_, *right_side_); }
  [[nodiscard]] std::size_t scratch_bytes() const { return cusparse_->scratch_bytes(all_); }
  void call(const CudaMemory& scratch) { cusparse_->solve(all_, scratch.as<void>()); }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    append_array(all, all_.x, std::int64_t{all_.count} * all_.equations);
    return all;
  }

 private:
  std::shared_ptr<CusparseSystems> cusparse_;
  std::unique_ptr<CudaMemory> lower_, diagonal_, upper_, right_side_, x_;
  DeviceSystems all_;
};

/// The functions of cuSPARSE that multiply a sparse matrix by a vector.
class CusparseProduct : public CusparseHandle {
 public:
  [[nodiscard]] static Result<std::shared_ptr<CusparseProduct>> open() {
    const auto found = library();
    if (!found) return found.error();
    auto cusparse = std::make_shared<CusparseProduct>();
    const SharedLibrary& in = found.value();
    const bool whole = cusparse->find(in) &&
                       in.find("cusparseCreateCsr", cusparse->create_matrix_) &&
                       in.find("cusparseDestroySpMat", cusparse->destroy_matrix_) &&
                       in.find("cusparseCreateDnVec", cusparse->create_vector_) &&
                       in.find("cusparseDestroyDnVec", cusparse->destroy_vector_) &&
                       in.find("cusparseSpMV_bufferSize", cusparse->bytes_) &&
                       in.find("cusparseSpMV_preprocess", cusparse->preprocess_) &&
                       in.find("cusparseSpMV", cusparse->multiply_);
    if (!whole) {
      return Error{ErrorKind::unavailable,
                   "The cuSPARSE that was found has no SpMV_preprocess (it came with CUDA 12.4)."};
    }
    cusparse->start();
    return cusparse;
  }

  /// y = A x: what cuSPARSE wants to know of it.
  struct Product {
    cusparseSpMatDescr_t a = nullptr;
    cusparseDnVecDescr_t x = nullptr, y = nullptr;
  };
  [[nodiscard]] Product describe(const DeviceMatrix& a, float* x, float* y) const {
    Product product;
    check_cusparse(create_matrix_(&product.a, a.rows, a.rows, a.entries, a.row_begin, a.column,
                                  a.value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                  CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
                   "describing a matrix to cuSPARSE");
    check_cusparse(create_vector_(&product.x, a.rows, x, CUDA_R_32F), "describing x to cuSPARSE");
    check_cusparse(create_vector_(&product.y, a.rows, y, CUDA_R_32F), "describing y to cuSPARSE");
    return product;
  }
  void forget(const Product& product) const {
    destroy_vector_(product.y);
    destroy_vector_(product.x);
    destroy_matrix_(product.a);
  }
  [[nodiscard]] std::size_t scratch_bytes(const Product& product) const {
    std::size_t bytes = 0;
    check_cusparse(bytes_(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, product.a, product.x,
                          &zero_, product.y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes),
                   "asking cuSPARSE for its scratch memory");
    return bytes;
  }
  void preprocess(const Product& product, void* scratch) const {
    check_cusparse(
        preprocess_(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, product.a, product.x, &zero_,
                    product.y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, scratch),
        "letting cuSPARSE look at a matrix");
  }
  void multiply(const Product& product, void* scratch) const {
    check_cusparse(multiply_(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, product.a, product.x,
                             &zero_, product.y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, scratch),
                   "running cuSPARSE");
  }

 private:
  static constexpr float one_ = 1, zero_ = 0;
  decltype(cusparseCreateCsr)* create_matrix_ = nullptr;
  decltype(cusparseDestroySpMat)* destroy_matrix_ = nullptr;
  decltype(cusparseCreateDnVec)* create_vector_ = nullptr;
  decltype(cusparseDestroyDnVec)* destroy_vector_ = nullptr;
  decltype(cusparseSpMV_bufferSize)* bytes_ = nullptr;
  decltype(cusparseSpMV_preprocess)* preprocess_ = nullptr;
  decltype(cusparseSpMV)* multiply_ = nullptr;
};

template <class T>
std::unique_ptr<CudaMemory> upload_values(const std::vector<T>& values) {
  auto memory = device_array<T>(std::ssize(values));
  check(
      cudaMemcpy(memory->template as<T>(), values.data(), memory->bytes(), cudaMemcpyHostToDevice),
      "copying a rival's matrix");
  return memory;
}

class ProductSetOfRows {
 public:
  ProductSetOfRows(const RivalInput& input, const std::string& rows,
                   std::shared_ptr<CusparseProduct> cusparse)
      : cusparse_(std::move(cusparse)),
        x_(upload_array<float>(input)),
        y_(device_array<float>(input.count)) {
    const SparseMatrix a = sparse_matrix(rows, input.count);
    row_begin_ = upload_values(a.row_begin);
    column_ = upload_values(a.column);
    value_ = upload_values(a.value);
    product_ = cusparse_->describe(
        {a.rows(), a.entries(), row_begin_->as<int>(), column_->as<int>(), value_->as<float>()},
        x_->as<float>(), y_->as<float>());
    // Of the set's own, since it holds what the look at the matrix has found.
    scratch_ =
        std::make_unique<CudaMemory>(std::max<std::size_t>(cusparse_->scratch_bytes(product_), 1));
    cusparse_->preprocess(product_, scratch_->as<void>());
  }
  ~ProductSetOfRows() { cusparse_->forget(product_); }
  ProductSetOfRows(const ProductSetOfRows&) = delete;
  ProductSetOfRows& operator=(const ProductSetOfRows&) = delete;

  void prepare() {}
  [[nodiscard]] std::size_t scratch_bytes() const { return 1; }
  void call(const CudaMemory&) { cusparse_->multiply(product_, scratch_->as<void>()); }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    append_array(all, y_->as<float>(), static_cast<std::int64_t>(y_->bytes() / sizeof(float)));
    return all;
  }

 private:
  std::shared_ptr<CusparseProduct> cusparse_;
  std::unique_ptr<CudaMemory> x_, y_, row_begin_, column_, value_, scratch_;
  CusparseProduct::Product product_;
};

}  // namespace

Result<std::unique_ptr<Rival>> make_cusparse_gtsv(const LibraryTask& task) {
  const auto cusparse = CusparseSystems::open();
  if (!cusparse) return cusparse.error();
  const int equations = std::atoi(task.request.parameters.at("equations").c_str());
  return std::unique_ptr<Rival>(
      std::make_unique<LibraryRival<SystemsSet>>(task, equations, cusparse.value()));
}

Result<std::unique_ptr<Rival>> make_cusparse_spmv(const LibraryTask& task) {
  const auto cusparse = CusparseProduct::open();
  if (!cusparse) return cusparse.error();
  return std::unique_ptr<Rival>(std::make_unique<LibraryRival<ProductSetOfRows>>(
      task, task.request.parameters.at("rows"), cusparse.value()));
}

#else

namespace {
Error no_cusparse() {
  return {ErrorKind::unavailable,
          "This program was built without cuSPARSE's headers. Install libcusparse-dev and build "
          "it again."};
}
}  // namespace

Result<std::unique_ptr<Rival>> make_cusparse_gtsv(const LibraryTask&) { return no_cusparse(); }
Result<std::unique_ptr<Rival>> make_cusparse_spmv(const LibraryTask&) { return no_cusparse(); }

#endif

}  // namespace warpscope
