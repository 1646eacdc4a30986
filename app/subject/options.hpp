#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/subject/subject.hpp"
#include "instrumentation/analysis/bank_model.hpp"

namespace warpscope {

/// What the right side of a comparison has other than the left: what is not said here is the same,
/// and moves along when it changes at the left. See variant.hpp.
struct Variant {
  std::string kernel{};  ///< another kernel; empty: the same
  SubjectPtr opened{};   ///< a file's subject instead of what stands at the left
  std::optional<BankModel> model{};
  std::optional<MachineKind> machine{};
  int block_step = 0;  ///< +1: the next larger block that the kernel takes, -1: the next smaller
  WhatIf what_if{};
  friend bool operator==(const Variant&, const Variant&) = default;
};

/// What is shown: everything that undo brings back.
struct Options {
  SubjectPtr opened{};  ///< a file's subject, shown instead of the kernel that `request` names
  RunRequest request;   ///< of a file only what may be chosen; its kernel is the last one that ran
  BankModel model = BankModel::cc5;
  std::optional<Variant> variant{};  ///< the right side of a comparison; unset: there is none
  friend bool operator==(const Options&, const Options&) = default;

  /// What is shown: never none.
  [[nodiscard]] SubjectPtr subject() const;
  void show(const SubjectPtr& subject, RunRequest with);
  /// What a run can be asked of: a file that can only be read gives way to the last kernel.
  void show_what_runs();
};

/// The parameter that says most about a run: the first beside type and operator, such as a stride;
/// nullptr where there is none.
[[nodiscard]] const Parameter* lead_parameter(std::span<const Parameter> parameters);

/// `request` for another kernel: keeps what is legal there, else takes that kernel's defaults.
[[nodiscard]] RunRequest for_kernel(RunRequest request, std::string_view kernel);
/// The same for a comparison with `left`: where there is a block with which a block of this kernel
/// works on as many elements as one of `left`, with that one.
[[nodiscard]] RunRequest for_rival(const RunRequest& left, std::string_view kernel);

/// The kernel that stands beside another one where none was chosen: the next of its family, of the
/// last one the one before it, of the only one its neighbour in the list. `kernels` is not empty.
[[nodiscard]] std::string_view neighbour_of(std::string_view kernel,
                                            std::span<const KernelInfo* const> kernels);

/// `request` without the size and the block that are the kernel's own, so that another kernel may
/// take its own; what differs from them was asked for, and stays.
[[nodiscard]] RunRequest without_own_size(RunRequest request);

}  // namespace warpscope
