#include "instrumentation/process/detached.hpp"

#include <system_error>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/process/spawn.hpp"

namespace warpscope {

Status start_detached(const std::filesystem::path& program,
                      const std::vector<std::string>& arguments) {
  std::vector<std::string> words{program.filename().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Spawned spawned =
      spawn({.program = program, .words = std::move(words), .session = true, .detached = true});
  if (spawned.error == 0) return Done{};
  return Error{ErrorKind::failed, tr("{0} cannot be started: {1}.", program.string(),
                                     std::generic_category().message(spawned.error))};
}

}  // namespace warpscope
