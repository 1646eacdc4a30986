#pragma once

#include <unistd.h>

#include <cstdlib>

#include "tests/support/kept_environment.hpp"

namespace warpscope::test {

/// While it lives, temporary folders lie in memory if there is such a place: thousands of small
/// files would otherwise wait for a disk.
class TemporaryInMemory {
 public:
  TemporaryInMemory() {
    if (::access("/dev/shm", W_OK | X_OK) == 0) ::setenv("TMPDIR", "/dev/shm", 1);
  }

 private:
  KeptEnvironment environment_{"TMPDIR"};
};

}  // namespace warpscope::test
