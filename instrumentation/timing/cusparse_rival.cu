#include "instrumentation/timing/cusparse_handle.cuh"

namespace warpscope {

#if __has_include(<cusparse.h>)
namespace {

/// A batch of tridiagonal systems in device memory, one after another. x holds the right sides, and
/// after a call the solutions.
struct DeviceSystems {
  int equations = 0, count = 0;
  const float *lower = nullptr, *diagonal = nullptr, *upper = nullptr;
  float* x = nullptr;
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
    product.a = a.describe(create_matrix_);
    check_cusparse(create_vector_(&product.x, a.rows(), x, CUDA_R_32F), "describing x to cuSPARSE");
    check_cusparse(create_vector_(&product.y, a.rows(), y, CUDA_R_32F), "describing y to cuSPARSE");
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

class ProductSetOfRows {
 public:
  ProductSetOfRows(const RivalInput& input, const std::string& rows,
                   std::shared_ptr<CusparseProduct> cusparse)
      : cusparse_(std::move(cusparse)),
        a_(sparse_matrix(rows, input.count)),
        x_(upload_array<float>(input)),
        y_(device_array<float>(input.count)),
        product_(cusparse_->describe(a_, x_->as<float>(), y_->as<float>())) {
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
  DeviceMatrix a_;
  std::unique_ptr<CudaMemory> x_, y_, scratch_;
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

Result<std::unique_ptr<Rival>> make_cusparse_gtsv(const LibraryTask&) { return no_cusparse(); }
Result<std::unique_ptr<Rival>> make_cusparse_spmv(const LibraryTask&) { return no_cusparse(); }

#endif

}  // namespace warpscope
