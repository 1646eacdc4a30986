#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/subject/document.hpp"
#include "instrumentation/analysis/access_patterns.hpp"
#include "instrumentation/analysis/index_formula.hpp"

namespace warpscope {

/// What an access of a line needs at most, as the array is and as a formula lays it out.
struct DraftLine {
  std::uint32_t line = 0;
  Operation operation = Operation::load;
  int before = 0, after = 0, ideal = 0;  ///< wavefronts
  friend bool operator==(const DraftLine&, const DraftLine&) = default;
};

/// What a formula does to an array.
struct DraftAnswer {
  std::optional<FormulaProblem> problem;  ///< then there is nothing else
  KnownEffect effect{};                   ///< on the whole run
  std::string refusal{};  ///< why it is not possible there; empty: it is, or that is not known yet
  std::vector<DraftLine> lines;  ///< that access the array, in order
  [[nodiscard]] bool good() const { return !problem; }
};

/// A shared array whose index a user writes.
struct DraftArray {
  const Array* array = nullptr;  ///< of the document's trace
  std::string shape;             ///< "float As[32][128]"
  std::string index;             ///< as it is: "row*W + col", "i"
  std::uint64_t wavefronts = 0, ideal = 0;
};

/// Formulas for the indices of shared arrays, tried on the recorded accesses.
class LayoutDraft {
 public:
  LayoutDraft() = default;
  /// `access`: its array comes first; then those that lose most wavefronts. Members of structures are not among them.
  explicit LayoutDraft(DocumentPtr document, std::optional<std::uint32_t> access = {});

  [[nodiscard]] const std::vector<DraftArray>& arrays() const { return arrays_; }
  /// The answer for an array of the list; the formulas of the list's arrays are asked of the whole run one by one. Empty: the
  /// array as it is.
  [[nodiscard]] const DraftAnswer& answer(std::size_t array, const std::string& formula);
  /// What all formulas do together; an empty one leaves its array as it is. Unknown while it is computed; no effect if there
  /// is none, or they do not fit together.
  [[nodiscard]] KnownEffect together(const std::vector<std::string>& formulas) const;
  /// The layouts that the formulas mean.
  [[nodiscard]] Layouts layouts(const std::vector<std::string>& formulas) const;
  /// Why they are not possible together; empty: they are.
  [[nodiscard]] std::string refusal(const std::vector<std::string>& formulas) const;
  [[nodiscard]] const DocumentPtr& document() const { return document_; }

 private:
  struct Kept {
    std::string formula;
    DraftAnswer answer;
  };
  [[nodiscard]] DraftAnswer computed(std::size_t array, const std::string& formula) const;
  void ask_run(std::size_t array, const std::string& formula, DraftAnswer& answer) const;

  DocumentPtr document_;
  std::vector<DraftArray> arrays_;
  std::vector<std::vector<AccessPattern>> patterns_;  // by array
  std::map<std::size_t, Kept> kept_;                  // the last answer of each array
};

}  // namespace warpscope
