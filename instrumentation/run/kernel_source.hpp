#pragma once

#include <string>

#include "instrumentation/trace/trace.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// The embedded file whose lines a kernel's accesses carry. Its text is empty if it is not
/// embedded.
[[nodiscard]] SourceFile source_of(const KernelInfo& kernel);

/// The catalogue's entry for a kernel that a machine launches. Functions that are not in the
/// catalogue, as in tests, are called "kernel".
template <class Kernel>
[[nodiscard]] const KernelInfo& info_of() {
  if constexpr (requires { Kernel::info; }) {
    return Kernel::info;
  } else {
    static constexpr KernelInfo none{.id = "kernel"};
    return none;
  }
}

/// `name`, or "name 2", "name 3", …: the first that none of the `count` others has, because a trace
/// tells its arrays apart by their names.
template <class NameOf>
[[nodiscard]] std::string distinct_name(const std::string& name, std::size_t count,
                                        NameOf name_of) {
  const auto taken = [&](const std::string& wanted) {
    for (std::size_t i = 0; i < count; ++i) {
      if (name_of(i) == wanted) return true;
    }
    return false;
  };
  std::string free = name;
  for (int number = 2; taken(free); ++number) free = name + " " + std::to_string(number);
  return free;
}

// The texts of host steps, the same on every machine.
[[nodiscard]] Sentence tell_upload(const Array& array);
[[nodiscard]] Sentence tell_allocation(const Array& array);
[[nodiscard]] Sentence tell_clear(const Array& array);
[[nodiscard]] Sentence tell_download(const Array& array);

}  // namespace warpscope
