#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/comparison/comparison.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// Views that are tables as well: "totals", "lines".
[[nodiscard]] std::span<const std::string_view> csv_tables();

/// The table as RFC 4180 says: CRLF ends every record, the first names the columns, units stand in
/// the names. Every record begins with kernel, elements and bank model, so that tables of several
/// runs can be put one below the other. `table` is one of csv_tables().
///   totals  figure, modelled, measured: a record per figure; empty where there is none
///   lines   a record per source line, space, operation, array and caller: requests, wavefronts, sectors, …
[[nodiscard]] std::string table_csv(const Document& document, std::string_view table);

/// The same of two runs. Every record begins with the two kernels and bank models; `change` is right − left.
///   totals  figure, left, right, change: of whole grids
///   lines   a record per pair of lines, or of arrays where the runs have other sources (LineComparison), what changed
///           most first, then one of all lines of each memory: places, wavefronts or sectors, and those of whole grids
[[nodiscard]] std::string compared_csv(const Document& left, const Document& right,
                                       const Comparison& comparison, std::string_view table);

}  // namespace warpscope
