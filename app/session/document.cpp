#include "app/session/document.hpp"

#include <utility>
#include <vector>

#include "app/layout/cell_history.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/trace/guarded.hpp"

namespace warpscope {

Document::Document(RunRequest from, std::shared_ptr<const Trace> recorded, BankModel model,
                   std::string difference)
    : shared_(new Shared{dataflow(*recorded), Replay(*recorded)}),
      request(std::move(from)),
      trace(std::move(recorded)),
      summary(summarize(*trace, model)),
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

namespace {

/// By the lanes at work, of memory within the block four times: its values are what pictures show.
std::uint32_t middle_of_richest_step(const Trace& trace) {
  const auto weight = [&](const Access& access) {
    const Space space = trace.arrays[access.array].space;
    const bool inside = space == Space::shared || space == Space::registers;
    return static_cast<std::uint64_t>(access.active()) * (inside ? 4 : 1);
  };
  std::uint64_t most = 0;
  std::uint32_t middle = 0;
  for (const Step& step : trace.steps) {
    std::uint64_t all = 0;
    const std::uint32_t end = step.first_access + step.access_count;
    for (std::uint32_t a = step.first_access; a < end; ++a) all += weight(trace.accesses[a]);
    if (all <= most) continue;
    most = all;
    middle = step.first_access + step.access_count / 2;
  }
  return middle;
}

}  // namespace

std::uint32_t costliest_access(const Document& document) {
  std::vector<std::uint32_t> costliest;  // that cost the same
  std::pair<int, int> most{0, 0};
  for (std::uint32_t access = 0; access < document.trace->accesses.size(); ++access) {
    const std::pair<int, int> cost = cost_of(document, access);
    if (cost < most || cost.first == 0) continue;
    if (cost > most) costliest.clear();
    most = cost;
    costliest.push_back(access);
  }
  if (costliest.empty()) return middle_of_richest_step(*document.trace);
  return costliest[costliest.size() / 2];
}

}  // namespace warpscope
