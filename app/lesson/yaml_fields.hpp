#pragma once

#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"

namespace warpscope {

/// Reads the fields of one lesson file and notes what is wrong, with file and line.
class YamlFields {
 public:
  YamlFields(std::string_view file, std::vector<Mistake>& mistakes)
      : file_(file), mistakes_(mistakes) {}

  [[nodiscard]] const std::string& file() const { return file_; }
  /// How many there are by now.
  [[nodiscard]] std::size_t mistakes() const { return mistakes_.size(); }
  void complain(const YAML::Node& node, const std::string& message);
  void complain(int line, const std::string& message);
  [[nodiscard]] static int line_of(const YAML::Node& node) { return node.Mark().line + 1; }

  /// True if it is a map; complains of keys that are unknown or repeated.
  bool has_keys(const YAML::Node& node, std::string_view what,
                const std::vector<std::string>& known);

  /// The text below `key`, printable; nullopt if it is missing, or, with a complaint, if it is not
  /// a single value or longer than any text of a lesson.
  [[nodiscard]] std::optional<std::string> text(const YAML::Node& map, const char* key);
  [[nodiscard]] std::optional<std::int64_t> number(
      const YAML::Node& map, const char* key, std::int64_t least = 0,
      std::int64_t most = std::numeric_limits<std::int64_t>::max());
  /// Whole numbers in a list; "0..15" stands for all of them.
  [[nodiscard]] std::vector<std::int64_t> numbers(const YAML::Node& map, const char* key,
                                                  std::int64_t most);
  /// {en: …, ru: …}. `required`: English must be there.
  [[nodiscard]] Words words(const YAML::Node& map, const char* key, bool required);

 private:
  void add_range(std::vector<std::int64_t>& list, const YAML::Node& item, std::int64_t most);

  std::string file_;
  std::vector<Mistake>& mistakes_;
};

/// The text below `key` if it is one of `known`, else, with a complaint, empty.
[[nodiscard]] std::string chosen(YamlFields& fields, const YAML::Node& map, const char* key,
                                 const std::vector<std::string>& known);

}  // namespace warpscope
