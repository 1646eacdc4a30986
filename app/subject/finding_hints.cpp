#include "app/subject/finding_hints.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "app/subject/finding_remedies.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {
namespace {

/// The hint of a kind whose lines do not matter.
struct KindHint {
  FindingKind kind;
  std::string_view kernel, host;  // no `host`: the same
};
constexpr auto kind_hints = std::to_array<KindHint>({
    {FindingKind::out_of_bounds,
     tr_noop("Make the array longer, or let only those threads access it whose index is inside."),
     tr_noop("Copy or set no more bytes than lie there.")},
    {FindingKind::uninitialised_read,
     tr_noop(
         "Write the value before it is read; if another thread writes it, put a barrier between."),
     tr_noop("Write all of the memory before it is read.")},
    {FindingKind::barrier_divergence,
     tr_noop(
         "Let every thread come that the barrier waits for: move it out of branches and loops that "
         "only some take, or let the others leave before it by an early return. A mask names "
         "exactly the lanes that come."),
     {}},
    {FindingKind::race, {}, {}},
    {FindingKind::undefined_order,
     tr_noop("Let one lane write, or combine the values with an atomic operation."),
     {}},
    {FindingKind::numerics,
     tr_noop("Try another input: with these numbers the method gives no result to trust."),
     {}},
    {FindingKind::misaligned,
     tr_noop("Move smaller pieces, or begin at an address that is a multiple of what is moved."),
     {}},
    {FindingKind::use_after_free, tr_noop("Free the memory only after its last use."), {}},
    {FindingKind::foreign_memory,
     tr_noop("Hand the kernel a pointer that cudaMalloc() gave, and copy the data there before."),
     tr_noop("Let the host use its own memory, and the device its own; cudaMemcpy() copies between "
             "them.")},
    {FindingKind::wrong_call, tr_noop("Correct the call: it cannot do what it is asked."), {}},
    {FindingKind::unchecked_error,
     tr_noop(
         "Look at what each call of CUDA returns, and ask cudaGetLastError() after each launch."),
     {}},
    {FindingKind::assertion,
     tr_noop(
         "The program itself found this wrong: follow the values that it checks back to where they "
         "come from."),
     {}},
    {FindingKind::unfreed_memory,
     tr_noop("Memory that is freed can be used again; at the program's end the driver frees all."),
     {}},
    {FindingKind::unfinished_copy,
     tr_noop("Wait for the copy first: __pipeline_commit(), __pipeline_wait_prior(0), and "
             "__syncthreads() if other threads use it."),
     {}},
    {FindingKind::undefined_result,
     tr_noop("Keep the operands in the range for which C++ says what comes out."),
     {}},
});

Sentence race_hint(const HintSubject& subject) {
  if (subject.host) {
    return say(
        "Let whatever comes second wait for the first: a stream for an event, the host with "
        "cudaDeviceSynchronize().");
  }
  if (subject.between_blocks) {
    return say(
        "No barrier of a block orders blocks: give each block elements of its own, use an atomic "
        "operation, or split the kernel into two launches at this place.");
  }
  return say(
      "Nothing orders the two accesses: a barrier that all threads reach would, between what one "
      "thread writes and what the other one uses.");
}

}  // namespace

Sentence finding_hint(const HintSubject& subject) {
  Sentence remedy = finding_remedy(subject);
  return remedy.empty() ? general_hint(subject) : remedy;
}

Sentence general_hint(const HintSubject& subject) {
  if (subject.kind == FindingKind::race) return race_hint(subject);
  const auto found = std::ranges::find(kind_hints, subject.kind, &KindHint::kind);
  if (found == kind_hints.end()) return {};
  return say(subject.host && !found->host.empty() ? found->host : found->kernel);
}

}  // namespace warpscope
