#include "instrumentation/program/bare/bare_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"

namespace warpscope {
namespace {

using ArgumentKind = BareArgument::Kind;

constexpr std::array<std::pair<std::string_view, ArgumentKind>, 6> contents_words{{
    {"zero", ArgumentKind::zero},
    {"ones", ArgumentKind::ones},
    {"ramp", ArgumentKind::ramp},
    {"random", ArgumentKind::random},
    {"shuffled", ArgumentKind::shuffled},
    {"letters", ArgumentKind::letters},
}};
constexpr std::int64_t most_elements = std::int64_t{1} << 28U;
constexpr std::int64_t most_value = std::int64_t{1} << 40U;

bool is_blank_letter(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }
bool is_digit_letter(char letter) { return letter >= '0' && letter <= '9'; }
bool is_setup_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
         is_digit_letter(letter);
}

bool is_plain_name(std::string_view text) {
  return !text.empty() && !is_digit_letter(text[0]) && std::ranges::all_of(text, is_setup_letter);
}

/// "unsigned int", "std::uint8_t", "Pair<int, 4>".
bool is_type_name(std::string_view text) {
  if (text.empty() || is_digit_letter(text[0])) return false;
  return std::ranges::all_of(text, [](char letter) {
    return is_setup_letter(letter) || letter == ':' || letter == '<' || letter == '>' ||
           letter == ' ' || letter == ',';
  });
}

/// "-3", "0x1f", "1.5e-3f", "true"
bool is_number_text(std::string_view text) {
  if (text == "true" || text == "false") return true;
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || !(is_digit_letter(text[0]) || text[0] == '.')) return false;
  const char* const end = text.data() + text.size();
  if (text.starts_with("0x")) {
    std::uint64_t number = 0;
    const auto [last, error] = std::from_chars(text.data() + 2, end, number, 16);
    return error == std::errc{} && last == end && text.size() > 2;
  }
  double number = 0;
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{}) return false;
  const std::string_view suffix(last, static_cast<std::size_t>(end - last));
  const bool fraction =
      text.find('.') != std::string_view::npos || text.find('e') != std::string_view::npos;
  return suffix.empty() || (suffix == "f" && fraction);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const char letter : text) {
    if (is_blank_letter(letter)) {
      if (!words.empty() && !words.back().empty()) words.emplace_back();
    } else {
      if (words.empty()) words.emplace_back();
      words.back() += letter;
    }
  }
  if (!words.empty() && words.back().empty()) words.pop_back();
  return words;
}

/// Commas in < > are a type's.
std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char letter = i < text.size() ? text[i] : ',';
    if (letter == '<') ++depth;
    if (letter == '>') --depth;
    if (letter == ',' && (depth <= 0 || i == text.size())) {
      items.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return items;
}

Error wrong_item(std::string_view item, std::string_view expected) {
  return usage_error(tr("\"{0}\" is not understood: {1}.", item, expected));
}

std::optional<std::int64_t> setup_number(std::string_view text, std::int64_t least,
                                         std::int64_t most) {
  std::int64_t number = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || last != text.data() + text.size()) return std::nullopt;
  if (number < least || number > most) return std::nullopt;
  return number;
}

std::optional<Dim3> extent_of(std::string_view text) {
  std::array<std::int32_t, 3> sides{1, 1, 1};
  std::size_t begin = 0;
  for (std::int32_t& side : sides) {
    const std::size_t cross = std::min(text.find('x', begin), text.size());
    const auto number = setup_number(text.substr(begin, cross - begin), 1,
                                     std::numeric_limits<std::int32_t>::max());
    if (!number) return std::nullopt;
    side = static_cast<std::int32_t>(*number);
    if (cross == text.size()) return Dim3{sides[0], sides[1], sides[2]};
    begin = cross + 1;
  }
  return std::nullopt;
}

/// "256", "16x16"
std::string extent_words(const Dim3& extent) {
  std::string text = std::to_string(extent.x);
  if (extent.y != 1 || extent.z != 1) text += fmt::format("x{}", extent.y);
  if (extent.z != 1) text += fmt::format("x{}", extent.z);
  return text;
}

class SetupReader {
 public:
  Result<BareSetup> read(std::string_view text) {
    if (text.size() > most_letters) return usage_error(tr("It is longer than 10,000 letters."));
    auto items = items_of(text);
    if (!items.empty() && words_of(items.back()).empty()) items.pop_back();
    for (const std::string_view item : items) {
      const auto words = words_of(item);
      if (words.empty()) {
        return usage_error(tr("There is nothing between two commas: remove one of them."));
      }
      std::string shown;
      for (const std::string& word : words) shown += (shown.empty() ? "" : " ") + word;
      if (Status status = read_item(shown, words); !status) return status.error();
    }
    return std::move(setup_);
  }

 private:
  static constexpr std::size_t most_letters = 10'000;

  Status read_item(const std::string& item, const std::vector<std::string>& words) {
    const std::string& first = words[0];
    if (!is_plain_name(first)) {
      return wrong_item(item, tr("an item begins with grid, block, shared or a parameter's name"));
    }
    const bool keyword = first == "grid" || first == "block" || first == "shared" ||
                         (first == "kernel" && words.size() == 2 && is_plain_name(words[1]) &&
                          contents(words[1]) == nullptr);
    if (!named_.insert(first).second) {
      return usage_error(tr("\"{}\" is given twice: remove one of them.", first));
    }
    if (!keyword) return read_argument(item, words);
    if (words.size() != 2) {
      return wrong_item(
          item, fmt::format("write {}", first == "shared" ? tr("shared and a number of "
                                                               "bytes, such as shared 1024")
                                                          : first + " 4 or " + first + " 4x4"));
    }
    if (first == "kernel") {
      setup_.kernel = words[1];
    } else if (first == "shared") {
      setup_.shared_bytes = setup_number(words[1], 0, most_elements);
      if (!setup_.shared_bytes) {
        return wrong_item(item, tr("shared takes a number of bytes, such as shared 1024"));
      }
    } else {
      return read_extent(item, first, words[1]);
    }
    return Done{};
  }

  Status read_extent(const std::string& item, const std::string& which, const std::string& text) {
    const auto extent = extent_of(text);
    if (!extent) {
      return wrong_item(item, tr("{0} takes one to three numbers from 1 with x between "
                                 "them, such as {1} 4 or {2} 4x4",
                                 which, which, which));
    }
    constexpr std::int64_t most_threads = 1024, most_blocks = std::int64_t{1} << 31U;
    if (which == "block" && extent->count() > most_threads) {
      return wrong_item(item, tr("a block has at most 1024 threads"));
    }
    if (which == "grid" && (extent->y > 65535 || extent->z > 65535 ||
                            std::int64_t{extent->x} * extent->y * extent->z > most_blocks)) {
      return wrong_item(
          item, tr("a grid has at most 2147483647 blocks, and at most 65535 along y and z"));
    }
    (which == "grid" ? setup_.grid : setup_.block) = extent;
    return Done{};
  }

  static const std::pair<std::string_view, ArgumentKind>* contents(std::string_view word) {
    const auto* const found =
        std::ranges::find(contents_words, word, &std::pair<std::string_view, ArgumentKind>::first);
    return found == contents_words.end() ? nullptr : found;
  }

  Status read_argument(const std::string& item, const std::vector<std::string>& words) {
    BareArgument argument{.name = words[0]};
    const auto* const known = words.size() < 2 ? nullptr : contents(words[1]);
    if (known == nullptr) return read_value(item, words, std::move(argument));
    argument.kind = known->second;
    std::size_t at = 2;
    std::string buffer;
    while (at < words.size() && !is_option(words[at])) {
      buffer += (buffer.empty() ? "" : " ") + words[at++];
    }
    if (!buffer.empty() && !read_buffer(buffer, argument)) {
      return wrong_item(item, tr("behind {0} stands the number of elements in brackets, "
                                 "such as {1} {2} float[512]",
                                 words[1], words[0], words[1]));
    }
    for (; at < words.size(); at += 2) {
      const std::string number = at + 1 < words.size() ? words[at + 1] : "";
      if (Status read = read_option(item, words[at], number, argument); !read) return read;
    }
    setup_.arguments.push_back(std::move(argument));
    return Done{};
  }

  Status read_value(const std::string& item, const std::vector<std::string>& words,
                    BareArgument argument) {
    const std::string value =
        item.size() > argument.name.size() ? item.substr(argument.name.size() + 1) : std::string();
    const bool number = words.size() == 2 && is_number_text(words[1]);
    if (!number && !is_type_name(value)) {
      return wrong_item(item, tr("write {0} and a number, or zero, ones, ramp, random, "
                                 "shuffled or letters and a size, such as {1} random float[512]",
                                 argument.name, argument.name));
    }
    argument.value = value;
    setup_.arguments.push_back(std::move(argument));
    return Done{};
  }

  static bool is_option(std::string_view word) {
    return word == "by" || word == "below" || word == "halo";
  }

  /// "float[512]", "[512]"
  static bool read_buffer(std::string_view text, BareArgument& argument) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos || text.back() != ']') return false;
    std::string_view type = text.substr(0, open);
    while (type.ends_with(' ')) type.remove_suffix(1);
    const auto inside = words_of(text.substr(open + 1, text.size() - open - 2));
    const auto count =
        inside.size() == 1 ? setup_number(inside[0], 1, most_elements) : std::nullopt;
    if (!count || (!type.empty() && !is_type_name(type))) return false;
    argument.type = type;
    argument.count = *count;
    return true;
  }

  static Status read_option(const std::string& item, std::string_view option,
                            const std::string& number, BareArgument& argument) {
    if (option == "by" && argument.kind != ArgumentKind::ramp) {
      return wrong_item(item, tr("by belongs to ramp, such as ramp int[65] by 4"));
    }
    if (option == "below" && argument.kind != ArgumentKind::random) {
      return wrong_item(item, tr("below belongs to random, such as random int[512] below 64"));
    }
    const bool known = option == "by" || option == "below" || option == "halo";
    const auto value = setup_number(number, option == "by" ? -most_value : 1,
                                    option == "halo" ? most_elements : most_value);
    if (!known || !value) {
      return wrong_item(item, known ? tr("{} takes a number", option)
                                    : std::string(tr("by, below and halo may follow the size")));
    }
    (option == "by" ? argument.step : option == "below" ? argument.below : argument.halo) = *value;
    return Done{};
  }

  BareSetup setup_;
  std::set<std::string> named_;
};

std::string_view contents_word(ArgumentKind kind) {
  const auto* const found =
      std::ranges::find(contents_words, kind, &std::pair<std::string_view, ArgumentKind>::second);
  return found == contents_words.end() ? std::string_view{} : found->first;
}

std::string argument_text(const BareArgument& argument) {
  if (argument.kind == ArgumentKind::value) return argument.name + " " + argument.value;
  std::string text = fmt::format("{} {}", argument.name, contents_word(argument.kind));
  if (argument.count > 0) text += fmt::format(" {}[{}]", argument.type, argument.count);
  if (argument.step != 1) text += fmt::format(" by {}", argument.step);
  if (argument.below != 0) text += fmt::format(" below {}", argument.below);
  if (argument.halo != 0) text += fmt::format(" halo {}", argument.halo);
  return text;
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

const BareArgument* BareSetup::find(std::string_view name) const {
  const auto found = std::ranges::find(arguments, name, &BareArgument::name);
  return found == arguments.end() ? nullptr : &*found;
}
BareArgument* BareSetup::find(std::string_view name) {
  const auto found = std::ranges::find(arguments, name, &BareArgument::name);
  return found == arguments.end() ? nullptr : &*found;
}

Result<BareSetup> parse_bare_setup(std::string_view text) { return SetupReader().read(text); }

std::string bare_setup_text(const BareSetup& setup) {
  std::string text;
  const auto add = [&](const std::string& item) { text += (text.empty() ? "" : ", ") + item; };
  if (!setup.kernel.empty()) add("kernel " + setup.kernel);
  if (setup.grid) add("grid " + extent_words(*setup.grid));
  if (setup.block) add("block " + extent_words(*setup.block));
  if (setup.shared_bytes) add(fmt::format("shared {}", *setup.shared_bytes));
  for (const BareArgument& argument : setup.arguments) add(argument_text(argument));
  return text;
}

Status check_bare_setup(const BareSetup& setup, const BareKernel& kernel) {
  for (const BareArgument& argument : setup.arguments) {
    const auto parameter =
        std::ranges::find(kernel.parameters, argument.name, &BareParameter::name);
    const auto in_template =
        std::ranges::find(kernel.template_parameters, argument.name, &BareTemplateParameter::name);
    if (parameter == kernel.parameters.end() && in_template == kernel.template_parameters.end()) {
      std::vector<std::string> known{"grid", "block", "shared"};
      for (const BareParameter& each : kernel.parameters) known.push_back(each.name);
      for (const BareTemplateParameter& each : kernel.template_parameters) {
        known.push_back(each.name);
      }
      return usage_error(tr("{0} has no parameter {1}. {2}", kernel.name, argument.name,
                            did_you_mean(argument.name, known)));
    }
    const bool buffer = argument.kind != ArgumentKind::value;
    const bool number = !buffer && is_number_text(argument.value);
    if (parameter == kernel.parameters.end()) {
      const bool is_type = in_template->type.empty();
      if (buffer || number == is_type) {
        return usage_error(
            is_type ? tr("{0} is a type of the template: write {0} float.", argument.name)
                    : tr("{0} is a number of the template: write {0} 16.", argument.name));
      }
      continue;
    }
    if (parameter->is_pointer && !buffer) {
      return usage_error(
          tr("{0} is a pointer, so \"{1} {2}\" says nothing: write its contents and its size, such "
             "as {3} "
             "random {4}[512].",
             argument.name, argument.name, argument.value, argument.name, parameter->element));
    }
    if (!parameter->is_pointer && buffer &&
        (argument.kind != ArgumentKind::zero || argument.count != 0)) {
      return usage_error(
          tr("{0} is no pointer: write {1} and a number.", argument.name, argument.name));
    }
    if (!parameter->is_pointer && !buffer && !number) {
      return usage_error(
          tr("{0} is \"{1}\", but it must be a number.", argument.name, argument.value));
    }
    const bool is_template_type =
        std::ranges::find(kernel.template_parameters, parameter->element,
                          &BareTemplateParameter::name) != kernel.template_parameters.end();
    if (!argument.type.empty() && !is_template_type && parameter->element != "void" &&
        without_blanks(argument.type) != without_blanks(parameter->element)) {
      return usage_error(tr("{0} has elements of {1} and not of {2}: write {3}[{4}].",
                            argument.name, parameter->element, argument.type, parameter->element,
                            argument.count));
    }
  }
  return Done{};
}

}  // namespace warpscope
