#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/comparison/alignment.hpp"
#include "app/comparison/line_comparison.hpp"
#include "app/subject/document.hpp"
#include "app/subject/grid_totals.hpp"
#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// One line of the table between two runs.
struct DifferenceRow {
  std::string
      label;  ///< "Load wavefronts", English: label_text() translates it; of a time, the device
  std::uint64_t left = 0, right = 0;
  bool detail = false;          ///< belongs to the row above
  bool more_is_better = false;  ///< as of a share of lanes that work
  bool neutral = false;         ///< neither is better: it was taken away on purpose
  bool nanoseconds = false;     ///< a measured time; told in milliseconds
  std::string_view id{};        ///< "barriers", "steps"; empty: nothing asks for the row
  bool left_scaled = false, right_scaled = false;  ///< estimated from the blocks that were counted
};
/// In the current language: "Load wavefronts", "H200, ms".
[[nodiscard]] std::string label_text(const DifferenceRow& row);
/// "1,056", "≈1,056"; of a time its milliseconds, "0.0561".
[[nodiscard]] std::string left_text(const DifferenceRow& row);
[[nodiscard]] std::string right_text(const DifferenceRow& row);
/// How much more the right side has: "−56", "≈+3", "0"; of a time by how many per cent: "−12 %".
[[nodiscard]] std::string change_text(const DifferenceRow& row);
/// Of whole grids. Leaves out rows in which both are zero.
[[nodiscard]] std::vector<DifferenceRow> difference(const GridTotals& left,
                                                    const GridTotals& right);

/// A sentence about two runs.
struct Note {
  Sentence text;
  bool costly = false;                       ///< something is wrong
  std::optional<std::uint32_t> access = {};  ///< of the left, where it shows
};

/// If the recorded blocks of two runs stand for unlike work, a sentence that says so: then their totals
/// do not say which is better. Blocks of the catalogue's kernels do unlike work if they work on different
/// numbers of elements; those of programs if their grids differ.
[[nodiscard]] std::optional<Sentence> unlike_work(const Document& left, const Document& right);
/// The same of whole runs: of the catalogue's kernels on different numbers of elements. Nobody knows how many
/// a program of the user's own works on.
[[nodiscard]] std::optional<Sentence> unlike_sizes(const Trace& left, const Trace& right);

/// A comparison of two documents. Made off the frame thread.
struct Comparison {
  Alignment alignment;
  std::vector<DifferenceRow> rows;  ///< of whole grids
  Sentence unlike = {};             ///< see unlike_sizes(), also the first of the notes
  std::int64_t left_blocks = 0, right_blocks = 0;  ///< of all launches
  std::vector<Note>
      notes;  ///< what is wrong at one side; for one kernel, where the traces diverge first
  LineComparison lines = {};
};
/// `right_first`: the left side came of the right one, which is shown before it: then the words call that one the left.
[[nodiscard]] Comparison compare(const Document& left, const Document& right,
                                 bool right_first = false);

/// The place where two traces of one kernel diverge first, or that they do not.
struct FirstDifference {
  Sentence text;
  std::optional<std::uint32_t> left, right;  ///< the access, if there is one
};
/// Nullopt for two kernels.
[[nodiscard]] std::optional<FirstDifference> first_difference(const Trace& left,
                                                              const Trace& right);

}  // namespace warpscope
