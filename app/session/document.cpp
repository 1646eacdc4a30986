#include "app/session/document.hpp"

#include <utility>

namespace warpscope {

Document::Document(RunRequest from, std::shared_ptr<const Trace> recorded, BankModel model,
                   std::string difference)
    : request(std::move(from)),
      trace(std::move(recorded)),
      summary(summarize(*trace, model)),
      flow(dataflow(*trace)),
      replay(*trace),
      measured(find_measured(*trace)),
      mismatch(std::move(difference)) {}

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

}  // namespace warpscope
