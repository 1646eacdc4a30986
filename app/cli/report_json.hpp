#pragma once

#include <nlohmann/json.hpp>

#include "app/subject/document.hpp"
#include "instrumentation/trace/json_text.hpp"

namespace warpscope {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

/// The shape that other programs rely on. Totals are for the traced block; conflicts are wavefronts
/// - ideal. Lines name their operation as the totals do, and their file if the trace has several;
/// wavefronts, conflicts and max_degree are of the shared memory's banks, or passes of the constant
/// cache, hence 0 for global memory and shuffles. The block is the first launch's. Size and seed are
/// null for a program of the user's own.
[[nodiscard]] Json report_json(const Document& document);

/// The "totals" of a report: shared_load, …, barriers.
[[nodiscard]] Json totals_json(const Totals& totals);

[[nodiscard]] Json findings_json(const Trace& trace);

/// "shared_load", "global_store", "shuffle": the key of the totals that a line belongs to.
[[nodiscard]] std::string operation_key(Space space, Operation operation);

}  // namespace warpscope
