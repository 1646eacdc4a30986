#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// The array of that name; if there are several, the one in shared memory.
[[nodiscard]] std::optional<std::int32_t> array_named(const Trace& trace, const std::string& name);

/// The access that a place means. Fails with what was looked for and what the trace has instead.
[[nodiscard]] Result<std::uint32_t> find_place(const Document& document, const StopPlace& place);

/// All accesses that pass its filters, in order; at least one. Fails likewise.
[[nodiscard]] Result<std::vector<std::uint32_t>> find_places(const Document& document,
                                                             const StopPlace& place);
/// The one of `found`, which are not none, that `access` of the place picks; fails if there are not so many.
[[nodiscard]] Result<std::uint32_t> pick_place(const Document& document, const StopPlace& place,
                                               const std::vector<std::uint32_t>& found);

/// Lines of the source of `access` that contain `part`, 1 is the first.
[[nodiscard]] std::vector<std::uint32_t> lines_with(const Trace& trace, std::uint32_t access,
                                                    const std::string& part);

/// Marks as views draw them: found in the trace.
struct FoundMarks {
  std::uint32_t source = 0;          ///< into Trace::sources
  std::vector<std::uint32_t> lines;  ///< of it
  std::string cuda;                  ///< part of lines of the kernel as plain CUDA; empty: of none
  std::uint32_t lanes = 0;           ///< mask
  std::uint32_t banks = 0;           ///< mask
  std::int32_t array = -1;           ///< into Trace::arrays; -1: no cells
  std::vector<std::int64_t> cells;   ///< element indices, sorted
};
/// Fails if a line or an array does not exist, or an index lies outside of it.
[[nodiscard]] Result<FoundMarks> find_marks(const Document& document, std::uint32_t access,
                                            const Marks& marks);

}  // namespace warpscope
