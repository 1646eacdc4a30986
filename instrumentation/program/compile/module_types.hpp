#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope {

/// What an LLVM type of a module's text takes in memory, on x86-64 as on a GPU; bytes.
struct TypeLayout {
  std::uint64_t size = 0;  ///< of an element of an array
  std::uint64_t alignment =
      1;  ///< that CUDA gives it: CUDA's own vectors have more than their members
};

/// The types of a module, by their text: "[16 x float]", "%struct.float4", "{ i32, double }*".
class ModuleTypes {
 public:
  /// Takes note of a line such as "%struct.P = type { float, float }"; others are nothing to it. The text must outlive it.
  void read(std::string_view line);

  /// Takes a type off the front of `text`, and blanks behind it; empty: none stands there.
  [[nodiscard]] static std::string_view take(std::string_view& text);
  /// Without a value for what has no size that this knows of.
  [[nodiscard]] std::optional<TypeLayout> layout(std::string_view type) const;

  /// A part of an array or of a structure.
  struct Part {
    std::string_view type;
    std::uint64_t offset = 0;  ///< bytes; of an array: of its element 1
    bool of_array = false;
  };
  /// The member `index` of a structure, or an element of an array or vector.
  [[nodiscard]] std::optional<Part> part(std::string_view type, std::uint64_t index) const;

 private:
  [[nodiscard]] std::string_view body(std::string_view type) const;
  [[nodiscard]] std::optional<TypeLayout> layout(std::string_view type, int depth) const;

  std::map<std::string_view, std::string_view> named_;
};

}  // namespace warpscope
