#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/subject/fault_marks.hpp"
#include "app/subject/layout_offers.hpp"
#include "app/subject/measurements.hpp"
#include "app/subject/subject.hpp"
#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/analysis/replay.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/analysis/telling_access.hpp"

namespace warpscope {

class CellHistory;
class CellVersions;

/// A trace with everything computed from it, for views to draw. Immutable. Made off the frame
/// thread.
struct Document : std::enable_shared_from_this<Document> {
 private:
  /// The part that does not depend on the bank model: large, so documents of one trace share it.
  struct Shared {
    Dataflow flow;
    Replay replay;
    std::vector<std::uint64_t> work;
    FaultMarks faults;
  };
  [[nodiscard]] static std::shared_ptr<const Shared> analysed(const Trace& trace);
  std::shared_ptr<const Shared> shared_;

 public:
  SubjectPtr subject;  ///< what is seen, and what its run can be asked
  RunRequest request;  ///< completed; kernel empty if none of the catalogue was run
  std::shared_ptr<const Trace> trace;
  Summary summary;
  Telling telling;  ///< where it opens
  const Dataflow& flow;
  const Replay& replay;
  const std::vector<std::uint64_t>& work;  ///< by the end of each step, see work_of_steps()
  const FaultMarks& faults;                ///< where its program is at fault
  std::optional<Measured> measured;        ///< what a real GPU said of the same kernel, if recorded
  bool checked = false;                    ///< the result was held against the reference
  std::string mismatch;  ///< where they differ first, in English; empty: equal, or not checked
  Sentence wrong;        ///< the same for who reads another language
  RunEnd end;
  /// Id of the picture in which the stage draws the launch where it opens; empty if a kernel of the
  /// catalogue was run, whose lesson knows.
  std::string_view fitting_stage;

  Document(Recorded recorded, BankModel model);
  /// The document of a trace that is in no file; `request` is empty unless a kernel was run.
  Document(RunRequest request, std::shared_ptr<const Trace> trace, BankModel model);
  /// The same under another bank model.
  Document(const Document& other, BankModel model);

  /// The history of its cells, at the start. The slow part is made when first asked for, once for
  /// all callers, on whatever thread.
  [[nodiscard]] CellHistory cell_history() const;
  /// Layouts of its arrays that would make accesses cheaper.
  [[nodiscard]] const LayoutOffers& layout_offers() const { return *offers_; }

 private:
  struct Cells {
    std::once_flag once;
    std::shared_ptr<const CellVersions> versions;
  };
  std::shared_ptr<Cells> cells_;
  std::shared_ptr<const LayoutOffers> offers_;
};
using DocumentPtr = std::shared_ptr<const Document>;

/// Records and analyses. Errors as Subject::record().
[[nodiscard]] Result<DocumentPtr> make_document(const Subject& subject, const RunRequest& request,
                                                BankModel model, std::stop_token stop = {});
/// Runs the kernel that the request names.
[[nodiscard]] Result<DocumentPtr> make_document(const RunRequest& request, BankModel model,
                                                std::stop_token stop = {});

/// An access's cost above the ideal, and its whole cost: wavefronts of shared memory, passes of
/// constant memory, or sectors of global memory. Larger is costlier.
[[nodiscard]] std::pair<int, int> cost_of(const Document& document, std::uint32_t access);

/// The same document under another bank model; recomputes only what depends on it.
[[nodiscard]] DocumentPtr with_model(const Document& document, BankModel model);

}  // namespace warpscope
