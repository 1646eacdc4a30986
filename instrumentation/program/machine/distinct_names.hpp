#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace warpscope {

/// Names of things that live at the same time, told apart by a number: "p", "p_2", "p_3".
class DistinctNames {
 public:
  /// The base itself, else the one with the lowest number that nothing living has.
  std::string take(const std::string& base);
  /// The same name again, of what lives again.
  void take_again(const std::string& name);
  void give_back(const std::string& name);

 private:
  struct Taken {
    std::string base;
    std::uint64_t number = 1;
    int times = 1;
  };
  std::unordered_map<std::string, Taken> taken_;
  // By base: the numbers from 2 to below this one are taken.
  std::unordered_map<std::string, std::uint64_t> next_;
};

}  // namespace warpscope
