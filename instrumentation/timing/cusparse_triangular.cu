#include "instrumentation/timing/cusparse_handle.cuh"
#include "kernels/sparse/triangular_system.hpp"

namespace warpscope {

#if __has_include(<cusparse.h>)
namespace {

/// The functions of cuSPARSE that solve a sparse triangular system.
class CusparseTriangular : public CusparseHandle {
 public:
  [[nodiscard]] static Result<std::shared_ptr<CusparseTriangular>> open() {
    const auto found = library();
    if (!found) return found.error();
    auto cusparse = std::make_shared<CusparseTriangular>();
    const SharedLibrary& in = found.value();
    const bool whole = cusparse->find(in) &&
                       in.find("cusparseCreateCsr", cusparse->create_matrix_) &&
                       in.find("cusparseDestroySpMat", cusparse->destroy_matrix_) &&
                       in.find("cusparseSpMatSetAttribute", cusparse->set_attribute_) &&
                       in.find("cusparseCreateDnVec", cusparse->create_vector_) &&
                       in.find("cusparseDestroyDnVec", cusparse->destroy_vector_) &&
                       in.find("cusparseSpSV_createDescr", cusparse->create_solver_) &&
                       in.find("cusparseSpSV_destroyDescr", cusparse->destroy_solver_) &&
                       in.find("cusparseSpSV_bufferSize", cusparse->bytes_) &&
                       in.find("cusparseSpSV_analysis", cusparse->analyse_) &&
                       in.find("cusparseSpSV_solve", cusparse->solve_);
    if (!whole) {
      return Error{ErrorKind::unavailable,
                   "The cuSPARSE that was found has no SpSV (it came with CUDA 11.3)."};
    }
    cusparse->start();
    return cusparse;
  }

  /// L x = b: what cuSPARSE wants to know of it, and what it has found out.
  struct System {
    cusparseSpMatDescr_t lower = nullptr;
    cusparseDnVecDescr_t b = nullptr, x = nullptr;
    cusparseSpSVDescr_t solver = nullptr;
  };
  [[nodiscard]] System describe(const DeviceMatrix& lower, float* b, float* x) const {
    System system;
    system.lower = lower.describe(create_matrix_);
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
    check_cusparse(set_attribute_(system.lower, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)),
                   "describing a triangle to cuSPARSE");
    check_cusparse(
        set_attribute_(system.lower, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)),
        "describing a diagonal to cuSPARSE");
    check_cusparse(create_vector_(&system.b, lower.rows(), b, CUDA_R_32F),
                   "describing b to cuSPARSE");
    check_cusparse(create_vector_(&system.x, lower.rows(), x, CUDA_R_32F),
                   "describing x to cuSPARSE");
    check_cusparse(create_solver_(&system.solver), "describing a solver to cuSPARSE");
    return system;
  }
  void forget(const System& system) const {
    destroy_solver_(system.solver);
    destroy_vector_(system.x);
    destroy_vector_(system.b);
    destroy_matrix_(system.lower);
  }
  [[nodiscard]] std::size_t scratch_bytes(const System& system) const {
    std::size_t bytes = 0;
    check_cusparse(bytes_(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, system.lower, system.b,
                          system.x, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, system.solver, &bytes),
                   "asking cuSPARSE for its scratch memory");
    return bytes;
  }
  /// The solver keeps `scratch` and needs it at each solve().
  void analyse(const System& system, void* scratch) const {
    check_cusparse(
        analyse_(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, system.lower, system.b, system.x,
                 CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, system.solver, scratch),
        "letting cuSPARSE look at a triangle");
  }
  void solve(const System& system) const {
    check_cusparse(solve_(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, system.lower, system.b,
                          system.x, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, system.solver),
                   "running cuSPARSE");
  }

 private:
  static constexpr float one_ = 1;
  decltype(cusparseCreateCsr)* create_matrix_ = nullptr;
  decltype(cusparseDestroySpMat)* destroy_matrix_ = nullptr;
  decltype(cusparseSpMatSetAttribute)* set_attribute_ = nullptr;
  decltype(cusparseCreateDnVec)* create_vector_ = nullptr;
  decltype(cusparseDestroyDnVec)* destroy_vector_ = nullptr;
  decltype(cusparseSpSV_createDescr)* create_solver_ = nullptr;
  decltype(cusparseSpSV_destroyDescr)* destroy_solver_ = nullptr;
  decltype(cusparseSpSV_bufferSize)* bytes_ = nullptr;
  decltype(cusparseSpSV_analysis)* analyse_ = nullptr;
  decltype(cusparseSpSV_solve)* solve_ = nullptr;
};

class TriangularSet {
 public:
  TriangularSet(const RivalInput& input, const std::string& rows,
                std::shared_ptr<CusparseTriangular> cusparse)
      : TriangularSet(triangular_system(rows, whole_array<float>(input)), std::move(cusparse)) {}
  ~TriangularSet() { cusparse_->forget(system_); }
  TriangularSet(const TriangularSet&) = delete;
  TriangularSet& operator=(const TriangularSet&) = delete;

  void prepare() {}
  [[nodiscard]] std::size_t scratch_bytes() const { return 1; }
  void call(const CudaMemory&) { cusparse_->solve(system_); }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    append_array(all, x_->as<float>(), lower_.rows());
    return all;
  }

 private:
  TriangularSet(const TriangularSystem& system, std::shared_ptr<CusparseTriangular> cusparse)
      : cusparse_(std::move(cusparse)),
        lower_(system.lower),
        b_(upload_values(system.right_side)),
        x_(device_array<float>(lower_.rows())),
        system_(cusparse_->describe(lower_, b_->as<float>(), x_->as<float>())),
        scratch_(std::make_unique<CudaMemory>(
            std::max<std::size_t>(cusparse_->scratch_bytes(system_), 1))) {
    cusparse_->analyse(system_, scratch_->as<void>());
  }

  std::shared_ptr<CusparseTriangular> cusparse_;
  DeviceMatrix lower_;
  std::unique_ptr<CudaMemory> b_, x_;
  CusparseTriangular::System system_;
  std::unique_ptr<CudaMemory> scratch_;  // its own, since it holds what the look has found
};

}  // namespace

Result<std::unique_ptr<Rival>> make_cusparse_spsv(const LibraryTask& task) {
  const auto cusparse = CusparseTriangular::open();
  if (!cusparse) return cusparse.error();
  return std::unique_ptr<Rival>(std::make_unique<LibraryRival<TriangularSet>>(
      task, task.request.parameters.at("rows"), cusparse.value()));
}

#else

Result<std::unique_ptr<Rival>> make_cusparse_spsv(const LibraryTask&) { return no_cusparse(); }

#endif

}  // namespace warpscope
