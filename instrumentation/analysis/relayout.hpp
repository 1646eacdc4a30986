#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Another declaration, or another indexing, of one shared array: what a programmer would change to
/// avoid bank conflicts. Of a trace it concerns all shared arrays of that name.
struct Relayout {
  /// Its name; of an array that is a member of structures both, "s.tile". Empty: nothing changes.
  std::string array{};
  /// Unused elements after each row of a matrix, or after each `every` elements: of a row, or of an array
  /// that is no matrix.
  int pad = 0;
  int every = 0;  ///< 0: not said, which is a whole row, or 32 elements of an array that has none
  /// If `pad` is 0: column c of row r moves to c ^ (r / rows * unit), within the row.
  int rows = 0;
  int unit =
      1;  ///< columns that stay side by side, a power of two: as many as a lane moves at once
  /// Likewise: column c moves to c ^ (c / columns * unit), among each `columns` of a row, or of an array that has none. With
  /// `rows` it moves by both.
  int columns = 0;
  /// If set, and the rest is not: the index of one's own, as places_by_formula() takes it.
  std::string formula{};

  [[nodiscard]] bool swizzles() const { return rows > 0 || columns > 0; }
  explicit operator bool() const { return !array.empty(); }
  friend bool operator==(const Relayout&, const Relayout&) = default;
};

/// Layouts of several arrays at once, each of which is named once.
using Layouts = std::vector<Relayout>;

inline constexpr int default_every = 32;
inline constexpr int max_relayout = 1024;  ///< of each of its numbers

/// "tile:pad=1", "data:pad=1/16" (after each 16 elements), "tile:xor", "tile:xor=2" (c ^ r / 2), "tile:xor=1/4"
/// (c ^ r * 4), "tile:xor=col32/4" (c ^ c / 32 * 4), "tile:xor=2+col32" (both), "tile:index=row*(W+1)+col"; of several
/// arrays separated by "; ".
[[nodiscard]] std::string text(const Relayout& relayout);
[[nodiscard]] std::string text(const Layouts& layouts);
/// Reads such a text. ErrorKind::usage if it is malformed, or names an array twice; the sentence calls it
/// `name`.
[[nodiscard]] Result<Relayout> parse_relayout(std::string_view name, std::string_view text);
[[nodiscard]] Result<Layouts> parse_layouts(std::string_view name, std::string_view text);
/// The layouts with that one in place of another of its array.
[[nodiscard]] Layouts with_layout(Layouts layouts, const Relayout& relayout);
/// The array that an access of shared memory is to, as a Relayout names it: "tile", "s.tile".
[[nodiscard]] std::string layout_name(const Trace& trace, const Access& access);
/// Without knowledge of the array: "tile with 1 more in a row", "tile with columns ^ row".
[[nodiscard]] std::string words(const Relayout& relayout);
[[nodiscard]] std::string words(const Layouts& layouts);
/// As the source would say it, of an array before it moves: "tile[32][33]", "tile[row][col ^ row]",
/// "tile[row][col ^ col / 32 * 4]", "tile[row][col + col / 32]", "data[i ^ i / 32 % 32]", "tile[row*(W+1)+col]", "one element
/// more after every 32".
[[nodiscard]] Sentence source_text(const Relayout& relayout, const Array& array);

/// The same run with those layouts of its arrays: indices, counts, the places of arrays behind them,
/// snapshots and findings move; lines, lanes and values stay. The header's parameter "relayout" has
/// their text. Fails if the trace lacks an array or has another layout already, if a block
/// would need more shared memory than it can have, and if an access would be torn apart: it moves
/// several elements at once, or parts of a structure.
[[nodiscard]] Result<Trace> relaid(const Trace& trace, const Layouts& layouts);
/// Whether a trace can lie so; errors as relaid().
[[nodiscard]] Status possible_layouts(const Trace& trace, const Layouts& layouts);
/// The layouts that a trace is the result of, as the header says it; none: it is in its own.
[[nodiscard]] Layouts layouts_of(const Trace& trace);
/// In the words of the source where they are short, of a trace that is relaid; else empty.
[[nodiscard]] std::string relayout_words(const Trace& trace);
/// Undoes relaid(); nullopt for a trace in its own layout.
[[nodiscard]] std::optional<Trace> without_relayout(const Trace& trace);

/// The wavefronts of all accesses to the arrays, as they are and in other layouts.
struct RelayoutEffect {
  std::uint64_t before = 0, after = 0;
  std::int64_t extra_bytes = 0;  ///< of shared memory
};
/// Computes it without a new trace. Errors as relaid(), or ErrorKind::failed if stopped.
[[nodiscard]] Result<RelayoutEffect> relayout_effect(const Trace& trace, const Layouts& layouts,
                                                     BankModel model, std::stop_token stop = {});

/// The request of an access after the relayout of its array; nullopt if the access would be torn
/// apart, or the relayout does not apply to its array.
[[nodiscard]] std::optional<SharedRequest> relaid_request(const Trace& trace, const Access& access,
                                                          const Relayout& relayout);
/// The same of several accesses, in their order.
[[nodiscard]] std::vector<std::optional<SharedRequest>> relaid_requests(
    const Trace& trace, std::span<const std::uint32_t> accesses, const Relayout& relayout);

}  // namespace warpscope
