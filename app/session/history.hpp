#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "app/subject/options.hpp"

namespace warpscope {

/// Undo and redo: what was shown before and after `present`, and at which access.
class History {
 public:
  explicit History(Options present) : present_(std::move(present)) {}
  [[nodiscard]] const Options& present() const { return present_; }
  [[nodiscard]] bool can_undo() const { return !past_.empty(); }
  [[nodiscard]] bool can_redo() const { return !future_.empty(); }
  /// `place` is the access at which the present ones are left.
  void change(Options next, std::uint32_t place = 0);
  /// The same program in a later version: from now on wherever the earlier one stood.
  void renew(const SubjectPtr& program);
  /// Another right side, without a way back.
  void vary(Variant variant) { present_.variant = std::move(variant); }
  /// Each gives the access at which the options that it brings back were left.
  std::uint32_t undo(std::uint32_t place = 0);
  std::uint32_t redo(std::uint32_t place = 0);

 private:
  struct Moment {
    Options options;
    std::uint32_t place = 0;
  };
  std::uint32_t go(std::vector<Moment>& from, std::vector<Moment>& to, std::uint32_t place);

  std::vector<Moment> past_, future_;
  Options present_;
};

}  // namespace warpscope
