#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// What a family's host program is given. `input` is repeated until it fills `count` elements, so
/// that benchmarks need not hold as much on the host as on the device.
template <class T>
struct Problem {
  std::vector<T> input;
  std::int64_t count = 0;  ///< numbers of the input: `size` of them, or as its shape says
  std::int64_t size = 0;
  int grid = 1;
  int block = 1;
  std::map<std::string, std::string> parameters{};  ///< every one that the kernel has

  [[nodiscard]] T at(std::int64_t i) const {
    return input[static_cast<std::size_t>(i) % input.size()];
  }
  /// `length` elements from the first-th on.
  [[nodiscard]] std::vector<T> slice(std::int64_t first, std::int64_t length) const {
    std::vector<T> part;
    part.reserve(static_cast<std::size_t>(length));
    for (std::int64_t i = first; i < first + length; ++i) part.push_back(at(i));
    return part;
  }
  [[nodiscard]] const std::string& choice(const std::string& name) const {
    return parameters.at(name);
  }
  [[nodiscard]] int number(const std::string& name) const {
    return std::atoi(choice(name).c_str());
  }
  [[nodiscard]] double real(const std::string& name) const {
    return std::strtod(choice(name).c_str(), nullptr);
  }
};

/// Threads of a block or blocks of a grid, in one or two dimensions. A plain number is one.
struct Extent {
  int x = 1;
  int y = 0;                                                  ///< 0: one dimension
  Extent(int columns, int rows = 0) : x(columns), y(rows) {}  // NOLINT(google-explicit-constructor)
  [[nodiscard]] int count() const { return y > 0 ? x * y : x; }
  [[nodiscard]] int columns() const { return y > 0 ? x : 0; }  ///< 0: one dimension
  [[nodiscard]] int rows() const { return y > 0 ? y : 1; }
};

/// What a result should be, in higher precision, and how far it may lie off.
struct Reference {
  std::vector<double> values;
  std::vector<double> tolerance{};  ///< absolute, per value; empty: exact
};

/// Empty where every value lies within its tolerance, else a sentence about the first that does
/// not.
[[nodiscard]] Sentence first_mismatch(const std::vector<double>& output,
                                      const Reference& reference);
template <class T>
[[nodiscard]] Sentence mismatch_of(const std::vector<T>& output, const Reference& reference) {
  return first_mismatch({output.begin(), output.end()}, reference);
}

}  // namespace warpscope
