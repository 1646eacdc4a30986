#include "app/subject/document.hpp"

#include <utility>

#include "app/subject/catalogue_subject.hpp"
#include "app/subject/fitting_stage.hpp"
#include "app/subject/recorded_subject.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/work.hpp"
#include "instrumentation/patterns/cell_history.hpp"
#include "instrumentation/trace/guarded.hpp"

namespace warpscope {
namespace {

Recorded recorded_by_hand(RunRequest request, std::shared_ptr<const Trace> trace) {
  const bool ran = !request.kernel.empty();
  SubjectPtr subject =
      ran ? catalogue_subject(request.kernel) : recorded_subject({}, trace->header);
  return {std::move(subject), std::move(request), std::move(trace), ran};
}

std::string_view stage_of_opening(const Document& document) {
  if (document.subject->kernel() != nullptr) return {};
  const Trace& trace = *document.trace;
  if (trace.accesses.empty()) return {};
  return fitting_stage(trace, trace.steps[trace.accesses[document.telling.access].step].launch);
}

}  // namespace

std::shared_ptr<const Document::Shared> Document::analysed(const Trace& trace) {
  Dataflow flow = dataflow(trace);
  std::vector<std::uint64_t> work = work_of_steps(trace, flow);
  return std::shared_ptr<const Shared>(
      new Shared{std::move(flow), Replay(trace), std::move(work), FaultMarks(trace)});
}

Document::Document(Recorded recorded, BankModel model)
    : shared_(analysed(*recorded.trace)),
      subject(std::move(recorded.subject)),
      request(std::move(recorded.request)),
      trace(std::move(recorded.trace)),
      summary(summarize(*trace, model)),
      telling(telling_access(*trace, summary)),
      flow(shared_->flow),
      replay(shared_->replay),
      work(shared_->work),
      faults(shared_->faults),
      measured(subject->kernel() == nullptr ? std::nullopt : find_measured(*trace)),
      checked(recorded.checked),
      mismatch(std::move(recorded.mismatch)),
      wrong(std::move(recorded.wrong)),
      end(recorded.end),
      fitting_stage(stage_of_opening(*this)),
      cells_(std::make_shared<Cells>()),
      offers_(std::make_shared<const LayoutOffers>(trace, model)) {}

Document::Document(RunRequest from, std::shared_ptr<const Trace> made, BankModel model)
    : Document(recorded_by_hand(std::move(from), std::move(made)), model) {}

Document::Document(const Document& other, BankModel model)
    : shared_(other.shared_),
      subject(other.subject),
      request(other.request),
      trace(other.trace),
      summary(summarize(*trace, model)),
      telling(telling_access(*trace, summary)),
      flow(shared_->flow),
      replay(shared_->replay),
      work(shared_->work),
      faults(shared_->faults),
      measured(other.measured),
      checked(other.checked),
      mismatch(other.mismatch),
      wrong(other.wrong),
      end(other.end),
      fitting_stage(stage_of_opening(*this)),
      cells_(other.cells_),
      offers_(std::make_shared<const LayoutOffers>(trace, model)) {}

CellHistory Document::cell_history() const {
  std::call_once(cells_->once,
                 [this] { cells_->versions = std::make_shared<const CellVersions>(*trace, flow); });
  return {*trace, flow, cells_->versions};
}

Result<DocumentPtr> make_document(const Subject& subject, const RunRequest& request,
                                  BankModel model, std::stop_token stop) {
  Result<Recorded> recorded = subject.record(request, std::move(stop));
  if (!recorded) return recorded.error();
  const auto analyse = [&]() -> Result<DocumentPtr> {
    return DocumentPtr(std::make_shared<const Document>(std::move(recorded).value(), model));
  };
  // If a trace is too large, callers have better advice than to choose a smaller size.
  return subject.runs() ? guarded("analyse " + subject.id(), analyse) : analyse();
}

Result<DocumentPtr> make_document(const RunRequest& request, BankModel model,
                                  std::stop_token stop) {
  return make_document(*catalogue_subject(request.kernel), request, model, std::move(stop));
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
