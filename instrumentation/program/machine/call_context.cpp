#include "instrumentation/program/machine/call_context.hpp"

namespace warpscope {

int compare_progress(const CallContext* a, std::uintptr_t a_at, const CallContext* b,
                     std::uintptr_t b_at) {
  // The one that is deeper in calls stands, in the function that both are in, at its call.
  int deeper = 0;
  for (; a->depth > b->depth; a = a->caller) {
    a_at = a->call;
    deeper = -1;
  }
  for (; b->depth > a->depth; b = b->caller) {
    b_at = b->call;
    deeper = 1;
  }
  while (a != b) {
    a_at = a->call;
    b_at = b->call;
    a = a->caller;
    b = b->caller;
    deeper = 0;
  }
  if (a_at != b_at) return a_at < b_at ? -1 : 1;
  return deeper;
}

}  // namespace warpscope
