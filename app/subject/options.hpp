#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/subject/subject.hpp"
#include "instrumentation/analysis/bank_model.hpp"

namespace warpscope {

/// The changes of a comparison's right side. Whatever is not set here is as at the left, and
/// changes with it. See variant.hpp.
struct Variant {
  std::string kernel{};  ///< another kernel; empty: the same
  SubjectPtr opened{};   ///< a file's subject instead of what stands at the left
  std::optional<BankModel> model{};
  std::optional<MachineKind> machine{};
  int block_step = 0;  ///< +1: the next larger block that the kernel takes, -1: the next smaller
  WhatIf what_if{};
  friend bool operator==(const Variant&, const Variant&) = default;
};

/// The options of what is shown: everything that undo brings back.
struct Options {
  SubjectPtr opened{};  ///< a file's subject, shown instead of the kernel that `request` names
  RunRequest request;   ///< of a file only what may be chosen; its kernel is the last one that ran
  BankModel model = BankModel::cc5;
  std::optional<Variant> variant{};  ///< the right side of a comparison; unset: there is none
  friend bool operator==(const Options&, const Options&) = default;

  /// The subject that is shown; never none.
  [[nodiscard]] SubjectPtr subject() const;
  void show(const SubjectPtr& subject, RunRequest with);
  /// Shows something that can be run: a file that can only be read gives way to the last kernel.
  void show_what_runs();
};

/// The parameter that says most about a run: the first except type and operator, such as a stride;
/// nullptr if there is none.
[[nodiscard]] const Parameter* lead_parameter(std::span<const Parameter> parameters);

/// `request` for another kernel: keeps what is legal there, else takes that kernel's defaults.
[[nodiscard]] RunRequest for_kernel(RunRequest request, std::string_view kernel);
/// The same for a comparison with `left`: chooses a block that works on as many elements as a block
/// of `left`, if there is one.
[[nodiscard]] RunRequest for_rival(const RunRequest& left, std::string_view kernel);

/// The kernel to put beside another one by default: the next of its family, else the one before it
/// in the family, else its neighbour in the list. `kernels` is not empty.
[[nodiscard]] std::string_view neighbour_of(std::string_view kernel,
                                            std::span<const KernelInfo* const> kernels);

/// `request` without a size and block that are the kernel's own, so that another kernel may take
/// its own. Others were asked for, and stay.
[[nodiscard]] RunRequest without_own_size(RunRequest request);

}  // namespace warpscope
