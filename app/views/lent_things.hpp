#pragma once

#include <algorithm>
#include <vector>

namespace warpscope {

/// Things that somebody lends and that others ask for by type, at most one of each. Neither side's types
/// are known here, and they need not be complete. What is lent has to outlive it.
class LentThings {
 public:
  /// In place of an earlier one of this type; nullptr takes it back.
  template <class T>
  void lend(const T* thing) {
    const auto known = std::ranges::find(things_, &key<T>, &Lent::key);
    if (known != things_.end()) {
      known->thing = thing;
    } else {
      things_.push_back({&key<T>, thing});
    }
  }
  /// nullptr if nobody lends one.
  template <class T>
  [[nodiscard]] const T* ask() const {
    const auto known = std::ranges::find(things_, &key<T>, &Lent::key);
    return known == things_.end() ? nullptr : static_cast<const T*>(known->thing);
  }

 private:
  struct Lent {
    const char* key;
    const void* thing;
  };
  /// Its address stands for the type.
  template <class T>
  static inline char key = 0;

  std::vector<Lent> things_;
};

}  // namespace warpscope
