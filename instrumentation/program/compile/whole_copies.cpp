#include "instrumentation/program/compile/whole_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "instrumentation/program/compile/module_text.hpp"

namespace warpscope {
namespace {

using Text = std::string_view;

constexpr std::uint64_t widest_piece = 16, most_pieces = 16;

/// The end of a name that begins at `from`: "%12", "%\"a b\"", "%agg.tmp".
std::size_t end_of_local_name(Text line, std::size_t from) {
  if (from + 1 < line.size() && line[from + 1] == '"') {
    const std::size_t end = line.find('"', from + 2);
    return end == Text::npos ? line.size() : end + 1;
  }
  return std::min(line.find_first_of(" ,)*=", from), line.size());
}

Text first_local_name(Text line, std::size_t from) {
  const std::size_t at = line.find('%', from);
  return at == Text::npos ? Text() : line.substr(at, end_of_local_name(line, at) - at);
}

/// An end of a copy: "i8* noundef nonnull align 8 dereferenceable(8) %5".
struct CopyEnd {
  Text type;   // "i8*", "ptr"
  Text value;  // "%5", "bitcast (…)"
  std::uint64_t alignment = 1;
};
std::optional<CopyEnd> read_copy_end(Text argument) {
  while (argument.starts_with(' ')) argument.remove_prefix(1);
  CopyEnd pointer{.type = argument.substr(0, argument.find(' ')), .value = {}};
  if (pointer.type != "i8*" && pointer.type != "ptr") return std::nullopt;
  std::size_t value = Text::npos;
  for (const Text begin : {" %", " @", " bitcast (", " getelementptr "}) {
    value = std::min(value, argument.find(begin));
  }
  if (value == Text::npos) return std::nullopt;
  pointer.value = argument.substr(value + 1);
  pointer.alignment =
      std::max<std::uint64_t>(number_behind(argument.substr(0, value), " align "), 1);
  return pointer;
}

struct StructureCopy {
  CopyEnd to, from;
  std::uint64_t bytes = 0;
  Text place;  // ", !dbg !12"
};
std::optional<StructureCopy> read_copy(Text line) {
  constexpr Text call = "  call void @llvm.memcpy.p0";
  if (!line.starts_with(call)) return std::nullopt;
  const auto arguments = arguments_at(line, line.find('('));
  constexpr Text size = " i64 ";
  if (arguments.size() != 4 || !arguments[2].starts_with(size) || arguments[3] != " i1 false") {
    return std::nullopt;
  }
  const auto to = read_copy_end(arguments[0]), from = read_copy_end(arguments[1]);
  if (!to || !from) return std::nullopt;
  StructureCopy copy{
      .to = *to, .from = *from, .bytes = number_behind(arguments[2], size), .place = {}};
  const std::size_t place = line.find(", !dbg !");
  if (place != Text::npos) {
    const std::size_t end = line.find(',', place + 1);
    copy.place = line.substr(place, end == Text::npos ? Text::npos : end - place);
  }
  return copy;
}

Text vector_of_bytes(std::uint64_t bytes) {
  switch (bytes) {
    case 16: return "<4 x i32>";
    case 8: return "<2 x i32>";
    case 4: return "<2 x i16>";
    case 2: return "<2 x i8>";
    default: return "i8";
  }
}

struct CopyPiece {
  std::uint64_t offset = 0, bytes = 0;
};
std::vector<CopyPiece> pieces_of(const StructureCopy& copy) {
  const std::uint64_t alignment = std::min({copy.to.alignment, copy.from.alignment, widest_piece});
  std::vector<CopyPiece> pieces;
  for (std::uint64_t at = 0; at < copy.bytes;) {
    std::uint64_t bytes = alignment;
    while (bytes > copy.bytes - at) bytes /= 2;
    pieces.push_back({at, bytes});
    at += bytes;
    if (pieces.size() > most_pieces) return {};
  }
  return pieces;
}

class CopyWriter {
 public:
  std::string run(Text module) {
    out_.reserve(module.size() + module.size() / 8);
    while (!module.empty()) {
      const std::size_t end = std::min(module.find('\n'), module.size() - 1) + 1;
      this->line(module.substr(0, end));
      module.remove_prefix(end);
    }
    return std::move(out_);
  }

 private:
  void line(Text line) {
    if (line.starts_with("define ")) local_.clear();
    note_local(line);
    const auto copy = read_copy(line.substr(0, line.find('\n')));
    if (!copy || (is_local(copy->to) && is_local(copy->from)) || !write(*copy)) out_ += line;
  }

  /// Remembers names of local variables and of their parts.
  void note_local(Text line) {
    if (!line.starts_with("  %")) return;
    const Text name = first_local_name(line, 0);
    const Text made = line.substr(2 + name.size());
    if (made.starts_with(" = alloca ")) {
      local_.emplace(name);
    } else if (made.starts_with(" = bitcast ") || made.starts_with(" = getelementptr ")) {
      // Types have names, too: "%struct.Pair*".
      for (std::size_t at = made.find('%'); at != Text::npos; at = made.find('%', at + 1)) {
        if (local_.contains(first_local_name(made, at))) local_.emplace(name);
      }
    }
  }
  [[nodiscard]] bool is_local(const CopyEnd& pointer) const {
    return local_.contains(pointer.value);
  }

  bool write(const StructureCopy& copy) {
    const std::vector<CopyPiece> pieces = pieces_of(copy);
    if (pieces.empty()) return false;
    const std::uint64_t number = ++copies_;
    for (const CopyPiece& piece : pieces) {
      const std::string name = fmt::format("%ws.copied.{}.{}", number, piece.offset);
      const std::string address = this->address(copy.from, piece, name + ".from");
      out_ += fmt::format("  {} = load {}, {}, align {}{}\n", name, vector_of_bytes(piece.bytes),
                          address, piece.bytes, copy.place);
    }
    for (const CopyPiece& piece : pieces) {
      const std::string name = fmt::format("%ws.copied.{}.{}", number, piece.offset);
      const std::string address = this->address(copy.to, piece, name + ".to");
      out_ += fmt::format("  store {} {}, {}, align {}{}\n", vector_of_bytes(piece.bytes), name,
                          address, piece.bytes, copy.place);
    }
    return true;
  }

  /// "ptr %5", or "<4 x i32>* %name" and before it the instructions that make it.
  std::string address(const CopyEnd& pointer, const CopyPiece& piece, const std::string& name) {
    std::string value(pointer.value);
    if (piece.offset > 0) {
      out_ += fmt::format("  {}.byte = getelementptr inbounds i8, {} {}, i64 {}\n", name,
                          pointer.type, value, piece.offset);
      value = name + ".byte";
    }
    if (pointer.type == "ptr") return "ptr " + value;
    out_ +=
        fmt::format("  {} = bitcast i8* {} to {}*\n", name, value, vector_of_bytes(piece.bytes));
    return fmt::format("{}* {}", vector_of_bytes(piece.bytes), name);
  }

  std::string out_;
  std::set<std::string, std::less<>> local_;  // of the present function
  std::uint64_t copies_ = 0;
};

}  // namespace

std::string with_whole_copies(std::string_view module) { return CopyWriter().run(module); }

}  // namespace warpscope
