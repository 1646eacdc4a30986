#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpscope {

/// A process as /proc tells it.
struct ProcessEntry {
  pid_t id = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  char state = '?';  ///< 'R', 'S', 'T' (stopped), 'Z' (ended, not yet waited for), …
};

/// Unset if there is no such process.
[[nodiscard]] std::optional<ProcessEntry> process_entry(pid_t process);

/// Every process that descends from one, without it; children before theirs. Processes whose parent has ended belong
/// to the nearest subreaper above (PR_SET_CHILD_SUBREAPER), so a subreaper loses none.
[[nodiscard]] std::vector<ProcessEntry> descendants_of(pid_t root);

/// Ends every descendant of the calling process, which has to be a subreaper and to lead its session, and waits for
/// them. They are stopped first, so that none can start another meanwhile. Tells `child`'s status if it is among them.
/// False if some are left when `patience` is over: of another user, or inside of a device driver.
bool end_descendants(std::chrono::milliseconds patience, pid_t child, int* child_status);

/// Ends what a guard that is gone can no longer end: every process of its session, and every one whose command line
/// holds `mark`, as that of a forked process does. Not those that left the session and became another program.
void end_strays(pid_t session, std::string_view mark);

/// Bytes of memory that a process has in use; 0 if nobody knows. Shared pages count whole.
[[nodiscard]] std::uint64_t resident_bytes(pid_t process);
/// The same, but each shared page is split among those who share it. Slow: milliseconds.
[[nodiscard]] std::uint64_t proportional_bytes(pid_t process);

}  // namespace warpscope
