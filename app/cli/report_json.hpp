#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/subject/document.hpp"
#include "app/subject/grid_totals.hpp"
#include "app/subject/told_findings.hpp"
#include "instrumentation/trace/json_text.hpp"

namespace warpscope {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

/// The launch that a report is about, as compiled.
struct JoinedDocument {
  DocumentPtr document;  ///< null: there is none
  Sentence missing{};    ///< why; empty: nobody asked
};

/// The shape that other programs rely on: docs/json.md.
[[nodiscard]] Json report_json(const Document& document, const JoinedDocument& joined = {});

/// The "totals" of a report: shared_load, …, barriers.
[[nodiscard]] Json totals_json(const Totals& totals);

/// The same of a whole grid, and how it was counted.
[[nodiscard]] Json grid_json(const GridTotals& grid, BankModel model);

/// An entry for each.
[[nodiscard]] Json findings_json(const Trace& trace, const std::vector<ToldOnce<Finding>>& told);
[[nodiscard]] Json finding_json(const ToldOnce<ProgramFinding>& told);
/// [x, y, z]
[[nodiscard]] Json place_json(const Dim3& place);

/// "shared_load", "global_store", "shuffle": the key of the totals that a line belongs to.
[[nodiscard]] std::string operation_key(Space space, Operation operation);

}  // namespace warpscope
