#include "app/subject/finding_hints.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "instrumentation/language/message.hpp"

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
    {FindingKind::undefined_result,
     tr_noop("Keep the operands in the range for which C++ says what comes out."),
     {}},
});

std::string race_hint(const HintSubject& subject) {
  if (subject.host) {
    return tr(
        "Let whatever comes second wait for the first: a stream for an event, the host with "
        "cudaDeviceSynchronize().");
  }
  const std::string_view barrier = subject.cuda ? "__syncthreads()" : "block.sync()";
  const bool known = subject.line > 0 && subject.other_line > 0;
  if (!known || !subject.same_file) return tr("Put {} between the two accesses.", barrier);
  if (subject.line == subject.other_line) {
    return tr(
        "On line {0}, separate what threads read from what others write with {1}; or give each "
        "thread an element of its own, or use an atomic operation.",
        subject.line, barrier);
  }
  const auto [first, second] = std::minmax(subject.line, subject.other_line);
  // The later line came first: in an earlier turn of a loop, or in a warp that was ahead.
  const bool backwards = subject.other_line > subject.line;
  return backwards ? tr("Put {0} between line {1} and line {2}; if a loop leads back, also at its "
                        "end.",
                        barrier, first, second)
                   : tr("Put {0} between line {1} and line {2}.", barrier, first, second);
}

}  // namespace

std::string finding_hint(const HintSubject& subject) {
  if (subject.kind == FindingKind::race) return race_hint(subject);
  const auto found = std::ranges::find(kind_hints, subject.kind, &KindHint::kind);
  if (found == kind_hints.end()) return {};
  return std::string(tr(subject.host && !found->host.empty() ? found->host : found->kernel));
}

}  // namespace warpscope
