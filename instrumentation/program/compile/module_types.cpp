#include "instrumentation/program/compile/module_types.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace warpscope {
namespace {

using Text = std::string_view;

constexpr int deepest_nesting = 24;

bool is_type_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' ||
         c == '-' || c == ':';
}

void skip_blanks(Text& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

/// Behind the bracket that closes the one at the front; npos: it does not close.
std::size_t end_of_brackets(Text text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      i = text.find('"', i + 1);
      if (i == Text::npos) return Text::npos;
    } else if (c == '(' || c == '[' || c == '{' || c == '<') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}' || c == '>') && --depth == 0) {
      return i + 1;
    }
  }
  return Text::npos;
}

/// The end of the type's first part: a word, a name, or what stands in brackets.
std::size_t end_of_first_part(Text text) {
  if (text.empty()) return 0;
  if (text.front() == '[' || text.front() == '{' || text.front() == '<') {
    return end_of_brackets(text);
  }
  std::size_t end = text.front() == '%' ? 1 : 0;
  if (end < text.size() && text[end] == '"') {
    const std::size_t quote = text.find('"', end + 1);
    return quote == Text::npos ? Text::npos : quote + 1;
  }
  while (end < text.size() && is_type_letter(text[end])) ++end;
  return end;
}

std::optional<std::uint64_t> type_number(Text text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr == text.data()) return std::nullopt;
  return number;
}

/// "4 x float" of an array or vector.
struct TypeElements {
  std::uint64_t count = 0;
  Text type;
};
std::optional<TypeElements> type_elements(Text inside) {
  skip_blanks(inside);
  const auto count = type_number(inside);
  const std::size_t by = inside.find(" x ");
  if (!count || by == Text::npos) return std::nullopt;
  inside.remove_prefix(by + 3);
  const Text type = ModuleTypes::take(inside);
  if (type.empty()) return std::nullopt;
  return TypeElements{*count, type};
}

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// CUDA's vectors of two and of four are moved in one piece.
std::uint64_t alignment_of_vector(Text name) {
  using VectorRow = std::pair<Text, std::uint64_t>;
  static constexpr std::array known{
      VectorRow{"char2", 2},      VectorRow{"uchar2", 2},        VectorRow{"char4", 4},
      VectorRow{"uchar4", 4},     VectorRow{"short2", 4},        VectorRow{"ushort2", 4},
      VectorRow{"short4", 8},     VectorRow{"ushort4", 8},       VectorRow{"int2", 8},
      VectorRow{"uint2", 8},      VectorRow{"int4", 16},         VectorRow{"uint4", 16},
      VectorRow{"long2", 16},     VectorRow{"ulong2", 16},       VectorRow{"long4", 16},
      VectorRow{"ulong4", 16},    VectorRow{"longlong2", 16},    VectorRow{"ulonglong2", 16},
      VectorRow{"longlong4", 16}, VectorRow{"ulonglong4", 16},   VectorRow{"float2", 8},
      VectorRow{"float4", 16},    VectorRow{"double2", 16},      VectorRow{"double4", 16},
      VectorRow{"__half2", 4},    VectorRow{"__nv_bfloat162", 4}};
  for (const Text before : {Text("%struct."), Text("%class.")}) {
    if (!name.starts_with(before)) continue;
    const auto* const found =
        std::ranges::find(known, name.substr(before.size()), &VectorRow::first);
    if (found != known.end()) return found->second;
  }
  return 1;
}

}  // namespace

void ModuleTypes::read(Text line) {
  if (!line.starts_with('%')) return;
  const std::size_t end = end_of_first_part(line);
  constexpr Text is_type = " = type ";
  if (end == Text::npos || !line.substr(end).starts_with(is_type)) return;
  named_.emplace(line.substr(0, end), line.substr(end + is_type.size()));
}

Text ModuleTypes::take(Text& text) {
  const Text all = text;
  const std::size_t end = end_of_first_part(text);
  if (end == 0 || end == Text::npos) return {};
  std::size_t length = end;
  while (true) {
    Text rest = all.substr(length);
    if (rest.starts_with('*')) {
      ++length;
    } else if (rest.starts_with(" addrspace(")) {
      length += rest.find(')') + 1;
    } else if (rest.starts_with(" (")) {  // of a function; only a pointer to it has a value
      const std::size_t closed = end_of_brackets(rest.substr(1));
      if (closed == Text::npos || !rest.substr(closed + 1).starts_with('*')) break;
      length += 1 + closed;
    } else {
      break;
    }
  }
  text.remove_prefix(length);
  skip_blanks(text);
  return all.substr(0, length);
}

Text ModuleTypes::body(Text type) const {
  for (int depth = 0; depth < deepest_nesting && type.starts_with('%'); ++depth) {
    const auto found = named_.find(type);
    if (found == named_.end()) return type;
    type = found->second;
  }
  return type;
}

std::optional<TypeLayout> ModuleTypes::layout(Text type) const { return layout(type, 0); }

std::optional<TypeLayout> ModuleTypes::layout(Text type, int depth) const {
  if (depth > deepest_nesting || type.empty()) return std::nullopt;
  if (type.ends_with('*') || type.starts_with("ptr")) return TypeLayout{8, 8};
  if (type.starts_with('%')) {
    const Text inside = body(type);
    if (inside.starts_with('%')) return std::nullopt;
    auto found = layout(inside, depth + 1);
    if (!found) return std::nullopt;
    found->alignment = std::max(found->alignment, alignment_of_vector(type));
    return found;
  }
  if (type.front() == 'i') {
    const auto bits = type_number(type.substr(1));
    if (!bits) return std::nullopt;
    std::uint64_t bytes = 1;
    while (bytes * 8 < *bits) bytes *= 2;
    return TypeLayout{bytes, std::min<std::uint64_t>(bytes, 16)};
  }
  if (type == "half" || type == "bfloat") return TypeLayout{2, 2};
  if (type == "float") return TypeLayout{4, 4};
  if (type == "double") return TypeLayout{8, 8};
  const bool packed = type.starts_with("<{");
  if (packed || type.front() == '{') {
    Text members = packed ? type.substr(2, type.size() - 4) : type.substr(1, type.size() - 2);
    TypeLayout whole;
    skip_blanks(members);
    while (!members.empty()) {
      const auto member = layout(take(members), depth + 1);
      if (!member) return std::nullopt;
      const std::uint64_t alignment = packed ? 1 : member->alignment;
      whole.size = rounded_up(whole.size, alignment) + member->size;
      whole.alignment = std::max(whole.alignment, alignment);
      if (members.starts_with(',')) members.remove_prefix(1);
      skip_blanks(members);
    }
    whole.size = rounded_up(whole.size, whole.alignment);
    return whole;
  }
  if (type.front() == '[' || type.front() == '<') {
    const auto elements = type_elements(type.substr(1, type.size() - 2));
    if (!elements) return std::nullopt;
    auto element = layout(elements->type, depth + 1);
    if (!element || (elements->count > 0 && element->size > UINT64_MAX / elements->count)) {
      return std::nullopt;
    }
    const std::uint64_t size = element->size * elements->count;
    return TypeLayout{size,
                      type.front() == '<' ? std::max<std::uint64_t>(size, 1) : element->alignment};
  }
  return std::nullopt;
}

std::optional<ModuleTypes::Part> ModuleTypes::part(Text type, std::uint64_t index) const {
  const Text inside = body(type);
  if (inside.size() < 2) return std::nullopt;
  const bool packed = inside.starts_with("<{");
  if (packed || inside.front() == '{') {
    Text members =
        packed ? inside.substr(2, inside.size() - 4) : inside.substr(1, inside.size() - 2);
    skip_blanks(members);
    std::uint64_t at = 0;
    for (std::uint64_t k = 0; !members.empty(); ++k) {
      const Text member = take(members);
      const auto known = layout(member);
      if (!known) return std::nullopt;
      at = packed ? at : rounded_up(at, known->alignment);
      if (k == index) return Part{.type = member, .offset = at};
      at += known->size;
      if (members.starts_with(',')) members.remove_prefix(1);
      skip_blanks(members);
    }
    return std::nullopt;
  }
  if (inside.front() != '[' && inside.front() != '<') return std::nullopt;
  const auto elements = type_elements(inside.substr(1, inside.size() - 2));
  if (!elements) return std::nullopt;
  const auto element = layout(elements->type);
  if (!element) return std::nullopt;
  return Part{.type = elements->type, .offset = element->size, .of_array = true};
}

}  // namespace warpscope
