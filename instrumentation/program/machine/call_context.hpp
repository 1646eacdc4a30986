#pragma once

#include <cstdint>
#include <map>
#include <memory>

namespace warpscope {

/// A chain of calls that led a lane to where it is: the return addresses of all functions that have
/// not returned yet. Equal chains are one object, so lanes compare them by address.
struct CallContext {
  const CallContext* caller = nullptr;
  std::uintptr_t call = 0;  ///< return address of the innermost call
  int depth = 0;

  [[nodiscard]] CallContext* entered(std::uintptr_t from) {
    std::unique_ptr<CallContext>& callee = callees_[from];
    if (!callee) {
      callee = std::make_unique<CallContext>();
      callee->caller = this;
      callee->call = from;
      callee->depth = depth + 1;
    }
    return callee.get();
  }

 private:
  std::map<std::uintptr_t, std::unique_ptr<CallContext>> callees_;
};

/// A place in a program, and the calls that led there.
struct CodePlace {
  std::uintptr_t at = 0;  ///< return address of a call into the machine
  CallContext* context = nullptr;
  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

/// Which of two lanes is further behind, negative if the first: as if all calls were inlined, so
/// whoever is at the lower address of the outermost function that they do not share. Lanes meet
/// again that way after a branch, for a compiler that keeps the order of the source.
[[nodiscard]] int compare_progress(const CallContext* a, std::uintptr_t a_at, const CallContext* b,
                                   std::uintptr_t b_at);

}  // namespace warpscope
