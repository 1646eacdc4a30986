#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "app/subject/measurements.hpp"
#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/analysis/replay.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/analysis/telling.hpp"
#include "instrumentation/run/run.hpp"

namespace warpscope {

class CellHistory;
class CellVersions;

/// A trace with everything computed from it, immutable: what views draw. Made off the frame thread.
struct Document : std::enable_shared_from_this<Document> {
 private:
  /// What does not depend on the bank model: large, so documents of one trace share it.
  struct Shared {
    Dataflow flow;
    Replay replay;
  };
  std::shared_ptr<const Shared> shared_;

 public:
  RunRequest request;  ///< completed; kernel empty for a trace read from a file
  std::shared_ptr<const Trace> trace;
  Summary summary;
  Telling telling;  ///< where it opens
  const Dataflow& flow;
  const Replay& replay;
  std::optional<Measured> measured;  ///< what a real GPU said of the same kernel, if recorded
  std::string mismatch;              ///< result against reference; empty: equal, or unknown

  Document(RunRequest request, std::shared_ptr<const Trace> trace, BankModel model,
           std::string mismatch = {});
  /// The same under another bank model.
  Document(const Document& other, BankModel model);

  /// The history of its cells, at the start. What takes long is made when first asked for, once for
  /// all who ask, on whatever thread.
  [[nodiscard]] CellHistory cell_history() const;

 private:
  struct Cells {
    std::once_flag once;
    std::shared_ptr<const CellVersions> versions;
  };
  std::shared_ptr<Cells> cells_;
};
using DocumentPtr = std::shared_ptr<const Document>;

/// Records and analyses. Errors as run().
[[nodiscard]] Result<DocumentPtr> make_document(const RunRequest& request, BankModel model,
                                                std::stop_token stop = {});
/// What an access costs above the ideal, and what at all: passes of shared or constant memory, or
/// sectors of global memory. Larger is costlier.
[[nodiscard]] std::pair<int, int> cost_of(const Document& document, std::uint32_t access);

/// The same document under another bank model; only what counts is made anew.
[[nodiscard]] DocumentPtr with_model(const Document& document, BankModel model);

}  // namespace warpscope
