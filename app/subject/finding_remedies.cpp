#include "app/subject/finding_remedies.hpp"

#include <array>

#include "app/subject/fault_remedies.hpp"
#include "app/subject/race_remedies.hpp"

namespace warpscope {
namespace {

struct Cause {
  FindingKind kind;
  bool between_blocks;  ///< of a race: no barrier orders what is to be ordered
  Sentence (*remedy)(const CodeStatements&, const HintSubject&);
};

// Of one kind, the more special cause comes first.
constexpr auto causes = std::to_array<Cause>({
    {FindingKind::race, false, between_streams},
    {FindingKind::race, false, host_too_early},
    {FindingKind::race, false, shared_update},
    {FindingKind::race, false, compared_store},
    {FindingKind::race, false, many_writers},
    {FindingKind::race, false, next_round},
    {FindingKind::race, false, same_moment},
    {FindingKind::race, false, between_statements},
    {FindingKind::race, true, signal_without_fence},
    {FindingKind::race, true, early_signal},
    {FindingKind::race, true, shared_update},
    {FindingKind::race, true, compared_store},
    {FindingKind::race, true, many_writers},
    {FindingKind::out_of_bounds, false, one_too_many},
    {FindingKind::out_of_bounds, false, index_beyond},
    {FindingKind::barrier_divergence, false, barrier_in_branch},
    {FindingKind::uninitialised_read, false, not_cleared},
    {FindingKind::uninitialised_read, false, read_too_early},
});

}  // namespace

Sentence finding_remedy(const HintSubject& subject) {
  if (subject.code == nullptr || subject.line == 0) return {};
  for (const Cause& cause : causes) {
    if (cause.kind != subject.kind || cause.between_blocks != subject.between_blocks) continue;
    if (Sentence remedy = cause.remedy(*subject.code, subject); !remedy.empty()) return remedy;
  }
  return {};
}

}  // namespace warpscope
