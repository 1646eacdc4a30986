#include "app/files/set_aside.hpp"

#include <string>
#include <system_error>

#include "instrumentation/language/say.hpp"

namespace warpscope {

Result<std::filesystem::path> set_aside(const std::filesystem::path& path) {
  constexpr int most = 99;
  std::error_code error;
  for (int i = 1; i <= most; ++i) {
    std::filesystem::path aside = path;
    aside += i == 1 ? std::string(".bak") : ".bak" + std::to_string(i);
    if (std::filesystem::exists(std::filesystem::symlink_status(aside, error))) continue;
    std::filesystem::rename(path, aside, error);
    if (!error) return aside;
    break;
  }
  return Error{ErrorKind::failed, say("The damaged file {} could not be kept as .bak, so nothing "
                                      "was written: move the file away.",
                                      path.string())};
}

}  // namespace warpscope
