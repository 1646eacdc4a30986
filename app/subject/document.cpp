#include "app/subject/document.hpp"

#include <utility>

#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/patterns/cell_history.hpp"
#include "instrumentation/trace/guarded.hpp"

namespace warpscope {

Document::Document(RunRequest from, std::shared_ptr<const Trace> recorded, BankModel model,
                   std::string difference)
    : shared_(new Shared{dataflow(*recorded), Replay(*recorded)}),
      request(std::move(from)),
      trace(std::move(recorded)),
      summary(summarize(*trace, model)),
      telling(telling_access(*trace, summary)),
      flow(shared_->flow),
      replay(shared_->replay),
      measured(find_measured(*trace)),
      mismatch(std::move(difference)),
      cells_(std::make_shared<Cells>()) {}

Document::Document(const Document& other, BankModel model)
    : shared_(other.shared_),
      request(other.request),
      trace(other.trace),
      summary(summarize(*trace, model)),
      telling(telling_access(*trace, summary)),
      flow(shared_->flow),
      replay(shared_->replay),
      measured(other.measured),
      mismatch(other.mismatch),
      cells_(other.cells_) {}

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
  return guarded("analyse " + request.kernel, [&]() -> Result<DocumentPtr> {
    return DocumentPtr(std::make_shared<const Document>(std::move(completed).value(),
                                                        std::move(result->trace), model,
                                                        std::move(result->mismatch)));
  });
}

DocumentPtr with_model(const Document& document, BankModel model) {
  return std::make_shared<const Document>(document, model);
}

std::pair<int, int> cost_of(const Document& document, std::uint32_t access) {
  const AccessCost& cost = document.summary.accesses[access];
  if (cost.sectors == 0) return {cost.wavefronts - cost.ideal, cost.wavefronts};
  const Trace& trace = *document.trace;
  return {cost.sectors - ideal_sectors(trace, trace.accesses[access]), cost.sectors};
}

}  // namespace warpscope
