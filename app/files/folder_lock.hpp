#pragma once

#include <filesystem>

namespace warpscope {

/// While it lives, nobody else who asks for it reads and rewrites files of that folder: another window
/// may. Waits half a second at most, then goes on without; files that are replaced as a whole stay
/// readable either way.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_;
};

}  // namespace warpscope
