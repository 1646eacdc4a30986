#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "instrumentation/program/bare/bare_kernel.hpp"
#include "instrumentation/program/bare/bare_setup.hpp"
#include "instrumentation/program/bare/bare_words.hpp"
#include "instrumentation/program/bare/index_ranges.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope::guess {

inline constexpr std::int64_t usual_side = 64;  // of matrices and pictures

/// What a whole number is for, as its name tells.
enum class Role : std::uint8_t { other, size, columns, rows, depth, side };

/// What numbers a kernel gets, and what its template's parameters are.
class Numbers {
 protected:
  Numbers(const BareKernel& kernel, const BareNames& names, const BareSetup& given);
  ~Numbers() = default;

  Status check_parameters();
  [[nodiscard]] std::string type_of(const std::string& element) const;
  /// Whether elements are taken for whole numbers: atomics of bits, and of maxima.
  [[nodiscard]] bool bit_work() const;
  [[nodiscard]] bool is_flat() const;
  [[nodiscard]] bool is_solid() const;
  [[nodiscard]] Role role_of(const BareParameter& parameter) const;
  [[nodiscard]] static Role name_role(std::string_view parameter);
  /// Whether there is more than one extent.
  [[nodiscard]] bool has_both_extents() const;
  /// (…, int j, int k) of a bitonic step.
  [[nodiscard]] bool is_bitonic_pair() const;
  [[nodiscard]] bool has_role(Role role) const;
  [[nodiscard]] std::string other_number(const BareParameter& parameter) const;
  [[nodiscard]] bool is_matrix() const;
  /// Every number that has not been given, for a problem of this size.
  void set_numbers(std::int64_t size, std::int64_t side);
  [[nodiscard]] BareArgument scalar(const BareParameter& parameter) const;
  [[nodiscard]] std::int64_t number_with(Role role) const;

  const BareKernel& kernel_;
  const BareNames& names_;
  const BareSetup& given_;
  BareText words_;  // of the kernel and of what it calls, macros expanded
  RangeLaunch launch_;
  std::map<std::string, BareArgument> templates_;
  std::map<std::string, std::string> numbers_;

 private:
  /// The words of functions that the kernel calls count, too.
  void add_called_words();
  Status guess_template(const BareTemplateParameter& parameter);
  void use_default(const BareTemplateParameter& parameter);
  [[nodiscard]] std::string template_number(const BareTemplateParameter& parameter) const;

  const BareTemplateParameter* defaults_begin_ = nullptr;  // the first that keeps its default
};

}  // namespace warpscope::guess
