#include "app/session/document.hpp"

#include <utility>

#include "app/layout/cell_history.hpp"
#include "instrumentation/analysis/coalescing.hpp"

namespace warpscope {

Document::Document(RunRequest from, std::shared_ptr<const Trace> recorded, BankModel model,
                   std::string difference)
    : request(std::move(from)),
      trace(std::move(recorded)),
      summary(summarize(*trace, model)),
      flow(dataflow(*trace)),
      replay(*trace),
      measured(find_measured(*trace)),
      mismatch(std::move(difference)),
      cells_(std::make_shared<Cells>()) {}

CellHistory Document::cell_history() const {
  std::call_once(cells_->once,
                 [this] { cells_->versions = std::make_shared<const CellVersions>(*trace, flow); });
  return {*trace, flow, cells_->versions};
}

Result<DocumentPtr> make_document(const RunRequest& request, BankModel model,
                                  std::stop_token stop) {
  Result<RunRequest> completed = complete(request);
  if (!completed) return completed.error();
  Result<RunResult> result = run(completed.value(), stop);
  if (!result) return result.error();
  return DocumentPtr(std::make_shared<const Document>(
      std::move(completed).value(), std::move(result->trace), model, std::move(result->mismatch)));
}

DocumentPtr with_model(const Document& document, BankModel model) {
  // Dataflow and replay do not depend on the bank model: only the summary is made anew.
  auto other = std::make_shared<Document>(document);
  other->summary = summarize(*other->trace, model);
  return other;
}

std::pair<int, int> cost_of(const Document& document, std::uint32_t access) {
  const AccessCost& cost = document.summary.accesses[access];
  if (cost.sectors == 0) return {cost.wavefronts - cost.ideal, cost.wavefronts};
  const Trace& trace = *document.trace;
  return {cost.sectors - ideal_sectors(trace, trace.accesses[access]), cost.sectors};
}

std::uint32_t costliest_access(const Document& document) {
  std::uint32_t costliest = 0;
  std::pair<int, int> most{-1, -1};
  for (std::uint32_t access = 0; access < document.trace->accesses.size(); ++access) {
    const std::pair<int, int> cost = cost_of(document, access);
    if (cost <= most) continue;
    most = cost;
    costliest = access;
  }
  return costliest;
}

}  // namespace warpscope
