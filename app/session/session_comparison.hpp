#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/subject/document.hpp"
#include "app/subject/layout_search.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

class Session;

/// What stands beside the run that is shown, and how it is chosen.
class SessionComparison {
 public:
  explicit SessionComparison(Session& session) : session_(session) {}

  /// True if two runs are shown.
  [[nodiscard]] bool on() const;
  /// True if the right run came first, as before a save or a change: then it is shown before the left one.
  [[nodiscard]] bool right_first() const;
  /// The access at the left at which two runs of one kernel diverge; nullopt if they do not.
  [[nodiscard]] std::optional<std::uint32_t> first_difference() const;

  /// Opens the comparison with this right side; unset closes it.
  Status with(std::optional<Variant> variant);
  /// The same with this kernel; empty closes it.
  Status with_kernel(std::string_view id);
  /// Puts the program as it was before the last save beside it, or the kernel's run before its block, size or
  /// parameters were changed.
  Status with_before();
  /// Whether with_before() has something to put there.
  [[nodiscard]] bool has_before() const;
  /// Call it when a recording has taken the place of another run: of a kernel that was changed, with_before() is
  /// offered.
  void follow(const DocumentPtr& before);
  /// Closes the comparison, or opens it with what was last chosen for this kernel, else with
  /// default_rival(); a program of the user's own with what was before its last save, else the user is asked.
  Status toggle();
  /// The kernel that stands beside the present one when none was chosen.
  [[nodiscard]] std::string default_rival() const;

  /// Compares with the same run, one shared array laid out otherwise; arrays whose layouts are being tried
  /// already keep them.
  void try_layout(const Relayout& relayout);
  /// The same, or, if the array lies so at the right already, as it was again.
  Status toggle_layout(const Relayout& relayout);
  /// The layouts that are being tried.
  [[nodiscard]] const Layouts& layouts() const;
  /// Compares with the cheapest layouts of all arrays, as soon as they are known; says so if nothing is cheaper.
  void try_cheapest_layouts();
  /// The same with the best layout for the present access, as soon as it is known; says so if there is
  /// none.
  void try_best_layout();
  /// True until it is known.
  [[nodiscard]] bool looking_for_layout() const { return layout_for_ || search_; }

  /// The right side that shows a program as it was before a save.
  [[nodiscard]] static Variant before_save(const Document& before);
  [[nodiscard]] static bool is_before_save(const Variant& variant);
  /// The same, or the right side that shows a kernel as it was before a change.
  [[nodiscard]] static bool is_before(const Variant& variant);

  /// Takes over layouts that were looked for. Returns whether anything changed.
  bool tick();
  /// Seconds for which tick() has nothing to do.
  [[nodiscard]] float seconds_until_change() const { return looking_for_layout() ? 0.03F : 1e6F; }

 private:
  Status with_layouts(Layouts layouts);
  [[nodiscard]] bool take_best();
  [[nodiscard]] bool take_cheapest();
  /// The key of the left side under which its chosen right side is remembered.
  [[nodiscard]] std::string side_key() const;

  Session& session_;
  SubjectPtr before_change_;  // of the kernel that is shown; none: it has not been changed
  std::map<std::string, Variant, std::less<>> sides_;  // chosen for the right, by side_key()
  std::optional<std::pair<DocumentPtr, std::uint32_t>> layout_for_;  // the access that wants one
  struct Search {
    DocumentPtr of;
    LayoutSearch layouts;
  };
  std::optional<Search> search_;
};

}  // namespace warpscope
