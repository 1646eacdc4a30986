#pragma once

#include <thread>

#include "app/session/session.hpp"

namespace warpscope::test {

/// Waits until a session shows what it was asked to record.
inline void settle(Session& session) {
  while (session.recording.on() || session.comparison.looking_for_layout()) {
    session.tick(0);
    std::this_thread::yield();
  }
  session.tick(0);
}

}  // namespace warpscope::test
