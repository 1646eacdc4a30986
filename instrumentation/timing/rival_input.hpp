#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "instrumentation/timing/rivals.hpp"
#include "instrumentation/timing/subject.hpp"

namespace warpscope {

/// The arrays that a task begins with, in the order in which the kernels take them. A long one is a
/// part that is repeated until there are `count` elements.
struct RivalInput {
  std::vector<std::vector<double>> arrays;
  std::int64_t count = 0;  ///< elements of each
};
/// The input that the kernels beside the rival get for this request and this set. Fails with
/// ErrorKind::usage if there is no such kind of input.
[[nodiscard]] Result<RivalInput> rival_input(const RivalInfo& rival, const RivalRequest& request,
                                             int set);

/// A number of an input as an element; negative ones keep their 32 bits as unsigned.
template <class T>
[[nodiscard]] T element_of(double number) {
  if constexpr (std::is_unsigned_v<T>) {
    return static_cast<T>(static_cast<std::int64_t>(number));
  } else {
    return static_cast<T>(number);
  }
}
/// The array as elements, without being repeated.
template <class T>
[[nodiscard]] std::vector<T> elements_of(const RivalInput& input, std::size_t array = 0) {
  std::vector<T> elements;
  elements.reserve(input.arrays[array].size());
  for (const double number : input.arrays[array]) elements.push_back(element_of<T>(number));
  return elements;
}

/// The array as elements, repeated to its full length.
template <class T>
[[nodiscard]] std::vector<T> whole_array(const RivalInput& input, std::size_t array = 0) {
  std::vector<T> elements = elements_of<T>(input, array);
  const std::size_t part = elements.size();
  elements.resize(static_cast<std::size_t>(input.count));
  for (std::size_t i = part; i < elements.size(); ++i) elements[i] = elements[i - part];
  return elements;
}

/// A kernel that takes what the rival takes; nullptr: none is in the catalogue.
[[nodiscard]] const KernelInfo* kernel_beside(const RivalInfo& rival,
                                              const std::map<std::string, std::string>& parameters);
/// Whether the request's kind of input differs from those kernels' default.
[[nodiscard]] bool has_other_input(const RivalInfo& rival, const RivalRequest& request);

/// A rival whose result can be read.
class Rival : public Timeable {
 public:
  /// The result of the set's last run, as numbers; of sorted pairs the keys, then the values. May
  /// throw TimingStopped.
  [[nodiscard]] virtual std::vector<double> output(int set) = 0;
  /// The set that ran last.
  [[nodiscard]] int last_set() const { return last_set_; }

 protected:
  void note_run(int set) { last_set_ = set; }

 private:
  int last_set_ = 0;
};

}  // namespace warpscope
