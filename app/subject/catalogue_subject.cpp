#include "app/subject/catalogue_subject.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/run/kernel_title.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/what_if.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

class CatalogueSubject final : public Subject {
 public:
  explicit CatalogueSubject(std::string_view id) : id_(id), kernel_(kernel_of(id_)) {}

  [[nodiscard]] std::string id() const override { return id_; }
  [[nodiscard]] std::string_view kind() const override {
    return tr_noop("kernel of the catalogue");
  }
  [[nodiscard]] std::string topic() const override { return id_; }
  [[nodiscard]] std::string title() const override { return kernel_title(id_); }
  [[nodiscard]] const KernelInfo* kernel() const override { return kernel_; }
  [[nodiscard]] Abilities can() const override { return {.change_block = true}; }
  [[nodiscard]] std::filesystem::path notes_path(
      const std::filesystem::path& folder) const override {
    return folder.empty() || id_.empty() ? std::filesystem::path() : folder / (id_ + ".json");
  }

  [[nodiscard]] std::span<const Parameter> parameters() const override {
    return kernel_ == nullptr ? std::span<const Parameter>() : kernel_->parameters;
  }
  [[nodiscard]] std::vector<std::string> inputs() const override {
    return kernel_ == nullptr ? std::vector<std::string>() : input_kinds(*kernel_);
  }
  [[nodiscard]] Result<std::vector<int>> blocks() const override {
    if (kernel_ == nullptr) return find_kernel(id_).error();
    return legal_blocks(*kernel_);
  }
  [[nodiscard]] std::vector<SourceBarrier> barriers() const override {
    return kernel_ == nullptr ? std::vector<SourceBarrier>() : barriers_of(*kernel_);
  }

  [[nodiscard]] RunRequest request() const override {
    RunRequest own;
    own.kernel = id_;
    return own;
  }
  [[nodiscard]] Status check(const RunOption& option, std::string_view name,
                             const std::string& text, const RunRequest& before) const override {
    if (kernel_ == nullptr || option.check == nullptr) return Done{};  // complete() refuses it
    return option.check(name, text, before, *kernel_);
  }
  [[nodiscard]] Result<RunRequest> complete(const RunRequest& wanted) const override {
    return warpscope::complete(wanted);
  }
  [[nodiscard]] Result<Recorded> record(const RunRequest& wanted,
                                        std::stop_token stop) const override {
    Result<RunRequest> completed = complete(wanted);
    if (!completed) return completed.error();
    Result<RunResult> result = run(wanted, std::move(stop));
    if (!result) return result.error();
    return Recorded{catalogue_subject(id_),      std::move(completed).value(),
                    std::move(result->trace),    true,
                    std::move(result->mismatch), std::move(result->wrong)};
  }

 private:
  std::string id_;
  const KernelInfo* kernel_;
};

}  // namespace

SubjectPtr catalogue_subject(std::string_view id) {
  static const std::vector<SubjectPtr> all = [] {
    std::vector<SubjectPtr> subjects;
    for (const KernelInfo* kernel : catalogue()) {
      subjects.push_back(new_subject<CatalogueSubject>(kernel->id));
    }
    return subjects;
  }();
  const auto kernels = catalogue();
  const auto found = std::ranges::find(kernels, id, &KernelInfo::id);
  if (found == kernels.end()) return new_subject<CatalogueSubject>(id);
  return all[static_cast<std::size_t>(found - kernels.begin())];
}

std::string kernel_title(std::string_view id) {
  const KernelInfo* kernel = kernel_of(id);
  return kernel == nullptr ? std::string(id) : kernel_title(*kernel);
}

}  // namespace warpscope
