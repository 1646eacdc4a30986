#pragma once

#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope {

/// Variables of the environment that a test may change: other tests of its process find them as
/// they were.
class KeptEnvironment {
 public:
  KeptEnvironment(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      const char* value = std::getenv(name);
      kept_.emplace_back(name, value == nullptr ? std::nullopt : std::optional<std::string>(value));
    }
  }
  ~KeptEnvironment() {
    for (const auto& [name, value] : kept_) {
      if (value) {
        ::setenv(name.c_str(), value->c_str(), 1);
      } else {
        ::unsetenv(name.c_str());
      }
    }
  }
  KeptEnvironment(const KeptEnvironment&) = delete;
  KeptEnvironment& operator=(const KeptEnvironment&) = delete;

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> kept_;
};

}  // namespace warpscope
