#pragma once

#include <unistd.h>

#include <cstdlib>

namespace warpscope::test {

/// While it lives, temporary folders lie in memory if there is such a place: thousands of small
/// files would otherwise wait for a disk.
class TemporaryInMemory {
 public:
  TemporaryInMemory() {
    if (::access("/dev/shm", W_OK | X_OK) == 0) ::setenv("TMPDIR", "/dev/shm", 1);
  }
  ~TemporaryInMemory() { ::unsetenv("TMPDIR"); }
  TemporaryInMemory(const TemporaryInMemory&) = delete;
  TemporaryInMemory& operator=(const TemporaryInMemory&) = delete;
};

}  // namespace warpscope::test
