#include "instrumentation/program/debug_info/dwarf_types.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string_view>

namespace warpscope {

namespace {

constexpr int deepest_type = 64;  // qualifiers, arrays and members within one another
constexpr std::size_t most_members = 1024;
constexpr std::size_t longest_name = 1000;
constexpr std::uint64_t largest_structure = 232'448;  // what a block's shared memory can hold

std::optional<ElementType> integer(std::uint64_t bytes, bool is_signed) {
  switch (bytes) {
    case 1: return ElementType{is_signed ? Scalar::i8 : Scalar::u8};
    case 2: return ElementType{is_signed ? Scalar::i16 : Scalar::u16};
    case 4: return ElementType{is_signed ? Scalar::i32 : Scalar::u32};
    case 8: return ElementType{is_signed ? Scalar::i64 : Scalar::u64};
    default: return std::nullopt;
  }
}

std::optional<ElementType> real(std::uint64_t bytes, std::string_view name) {
  switch (bytes) {
    case 2:
      return ElementType{name.ends_with("bf16") || name.ends_with("bfloat16_t") ? Scalar::bf16
                                                                                : Scalar::f16};
    case 4: return ElementType{Scalar::f32};
    case 8: return ElementType{Scalar::f64};
    default: return std::nullopt;
  }
}

std::optional<ElementType> base_type(const Dwarf_Die& die, std::uint64_t bytes) {
  switch (number_of(die, DW_AT_encoding).value_or(0)) {
    case DW_ATE_boolean:
      return bytes == 1 ? std::optional(ElementType{Scalar::b8}) : integer(bytes, false);
    case DW_ATE_signed:
    case DW_ATE_signed_char: return integer(bytes, true);
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF: return integer(bytes, false);
    case DW_ATE_float: return real(bytes, text_of(die, DW_AT_name));
    default: return std::nullopt;
  }
}

/// GCC's names of integers as people write them.
std::string plain_name(const std::string& name) {
  static constexpr std::array<std::array<std::string_view, 2>, 8> names{{
      {"short int", "short"},
      {"short unsigned int", "unsigned short"},
      {"long int", "long"},
      {"long unsigned int", "unsigned long"},
      {"long long int", "long long"},
      {"long long unsigned int", "unsigned long long"},
      {"unsigned short int", "unsigned short"},
      {"unsigned long int", "unsigned long"},
  }};
  for (const auto& [written, plain] : names) {
    if (name == written) return std::string(plain);
  }
  return name;
}

/// The types of CUDA that this program knows without their members.
std::optional<ElementType> cuda_type(std::string_view name) {
  struct Named {
    std::string_view name;
    ElementType type;
  };
  static constexpr std::array whole{
      Named{"__half", {Scalar::f16}},
      Named{"half", {Scalar::f16}},
      Named{"__half2", {Scalar::f16, 2}},
      Named{"half2", {Scalar::f16, 2}},
      Named{"__nv_bfloat16", {Scalar::bf16}},
      Named{"nv_bfloat16", {Scalar::bf16}},
      Named{"__nv_bfloat162", {Scalar::bf16, 2}},
      Named{"nv_bfloat162", {Scalar::bf16, 2}},
      Named{"dim3", {Scalar::u32, 3}},
  };
  static constexpr std::array vectors{
      Named{"char", {Scalar::i8}},      Named{"uchar", {Scalar::u8}},
      Named{"short", {Scalar::i16}},    Named{"ushort", {Scalar::u16}},
      Named{"int", {Scalar::i32}},      Named{"uint", {Scalar::u32}},
      Named{"long", {Scalar::i64}},     Named{"ulong", {Scalar::u64}},
      Named{"longlong", {Scalar::i64}}, Named{"ulonglong", {Scalar::u64}},
      Named{"float", {Scalar::f32}},    Named{"double", {Scalar::f64}},
  };
  for (const Named& known : whole) {
    if (name == known.name) return known.type;
  }
  if (name.empty() || name.back() < '1' || name.back() > '4') return std::nullopt;
  for (const Named& known : vectors) {
    if (name.substr(0, name.size() - 1) == known.name) {
      return ElementType{known.type.scalar, static_cast<std::uint8_t>(name.back() - '0')};
    }
  }
  return std::nullopt;
}

/// Whether the members are those that CUDA's type has: somebody may call another type float4.
bool agrees(const Structure& structure, ElementType vector) {
  if (structure.bytes != static_cast<std::uint32_t>(vector.bytes())) return false;
  if (vector.scalar == Scalar::f16 || vector.scalar == Scalar::bf16) return true;
  if (structure.members.size() != vector.components) return false;
  const ElementType scalar{vector.scalar};
  for (std::size_t i = 0; i < structure.members.size(); ++i) {
    const Member& member = structure.members[i];
    if (member.name != std::string(1, "xyzw"[i]) || member.type != scalar || member.count != 1 ||
        member.offset != i * static_cast<std::size_t>(scalar.bytes())) {
      return false;
    }
  }
  return true;
}

std::int64_t product(const std::vector<std::int64_t>& extents) {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count)) return -1;
  }
  return count;
}

/// A type without what stands around it: names, qualifiers, arrays and pointers.
struct PeeledType {
  std::optional<Dwarf_Die> core;  // none: void, or a damaged file
  std::string name;               // of the last typedef before arrays and pointers end
  std::vector<std::int64_t> extents, pointed_extents;
  int pointers = 0;
  std::uint8_t components = 1;  // of the compilers' own vectors
  std::size_t alignment = 1;    // that a typedef asks for
};

constexpr std::size_t widest_access = 16;

/// Of `asked` and the alignment that an entry asks for the stricter one.
std::size_t stricter_alignment(const Dwarf_Die& die, std::size_t asked) {
  const std::uint64_t own = number_of(die, DW_AT_alignment).value_or(1);
  return std::max<std::size_t>(asked, std::has_single_bit(own) ? own : 1);
}

/// CUDA aligns vectors of 2 and 4 as a whole.
std::size_t alignment_of(const ElementType& type) {
  const auto bytes = static_cast<std::size_t>(type.bytes());
  if (std::has_single_bit(bytes)) return std::min(bytes, widest_access);
  return static_cast<std::size_t>(ElementType{type.scalar}.bytes());
}

std::vector<std::int64_t> extents_of(const Dwarf_Die& array) {
  std::vector<std::int64_t> extents;
  for_each_child(array, [&](const Dwarf_Die& range) {
    if (tag_of(range) != DW_TAG_subrange_type) return true;
    const auto count = number_of(range, DW_AT_count);
    const auto last = number_of(range, DW_AT_upper_bound);
    const std::uint64_t extent = count ? *count : last ? *last + 1 : 0;
    // clang writes -1 where the number is not known.
    constexpr auto most = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    extents.push_back(extent > most ? 0 : static_cast<std::int64_t>(extent));
    return extents.size() < std::size_t{deepest_type};
  });
  return extents;
}

PeeledType peel_type(const Dwarf_Die& typed) {
  PeeledType peeled;
  std::optional<Dwarf_Die> die = entry_of(typed, DW_AT_type);
  for (int depth = 0; die && depth < deepest_type; ++depth) {
    switch (tag_of(*die)) {
      case DW_TAG_typedef:
        if (peeled.name.empty()) peeled.name = text_of(*die, DW_AT_name);
        peeled.alignment = stricter_alignment(*die, peeled.alignment);
        break;
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type: break;
      case DW_TAG_pointer_type:
      case DW_TAG_reference_type:
      case DW_TAG_rvalue_reference_type:
        ++peeled.pointers;
        peeled.name.clear();
        peeled.alignment = 1;
        break;
      case DW_TAG_array_type: {
        const auto extents = extents_of(*die);
        if (flag_of(*die, DW_AT_GNU_vector) && extents.size() == 1 && extents[0] >= 1 &&
            extents[0] <= 4) {
          peeled.components = static_cast<std::uint8_t>(extents[0]);
        } else {
          auto& all = peeled.pointers > 0 ? peeled.pointed_extents : peeled.extents;
          all.insert(all.end(), extents.begin(), extents.end());
        }
        peeled.name.clear();
        break;
      }
      default: peeled.core = die; return peeled;
    }
    die = entry_of(*die, DW_AT_type);
  }
  return peeled;
}

bool is_compound(const Dwarf_Die& die) {
  const int tag = tag_of(die);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/// What is neither structure nor array nor pointer.
std::optional<ElementType> scalar_type(const Dwarf_Die& die) {
  const std::uint64_t bytes = number_of(die, DW_AT_byte_size).value_or(0);
  switch (tag_of(die)) {
    case DW_TAG_base_type: return base_type(die, bytes);
    case DW_TAG_ptr_to_member_type: return integer(bytes, false);
    case DW_TAG_enumeration_type: {
      const auto underlying = peel_type(die).core;
      if (underlying && tag_of(*underlying) == DW_TAG_base_type)
        return base_type(*underlying, bytes);
      return integer(bytes, false);
    }
    default: return std::nullopt;
  }
}

/// The entry that says what a structure consists of.
std::optional<Dwarf_Die> definition_of(const Dwarf_Die& die, const FindDefinition& find) {
  if (!flag_of(die, DW_AT_declaration)) return die;
  const auto found = find ? find(text_of(die, DW_AT_name)) : std::nullopt;
  if (!found || !is_compound(*found) || flag_of(*found, DW_AT_declaration)) return std::nullopt;
  return found;
}

/// Reads the members of structures, those within members too.
class MemberReader {
 public:
  explicit MemberReader(const FindDefinition& find) : find_(find) {}

  /// CUDA's own type, if the structure is one.
  std::optional<ElementType> cuda_type_of(const Dwarf_Die& die, const std::string& name) {
    const auto known = cuda_type(name);
    const auto whole = definition_of(die, find_);
    if (!known || !whole) return known;  // its name alone is there
    const std::size_t around = alignment_;
    const auto described = structure(*whole, name);
    alignment_ = around;
    return described && agrees(*described, *known) ? known : std::nullopt;
  }

  /// Empty: there are too many members, or too large ones.
  std::optional<Structure> structure(const Dwarf_Die& die, const std::string& name) {
    const std::uint64_t bytes = number_of(die, DW_AT_byte_size).value_or(0);
    if (bytes == 0 || bytes > largest_structure) return std::nullopt;
    Structure described{name, static_cast<std::uint32_t>(bytes), {}};
    alignment_ = 1;
    if (!read(die, "", 0, described)) return std::nullopt;
    while (bytes % alignment_ != 0) alignment_ /= 2;  // a packed one
    return described;
  }
  /// Of the structure that was read last: as its members and its declaration ask for.
  [[nodiscard]] std::size_t alignment() const { return alignment_; }

 private:
  static constexpr int most_visits = 4096;

  bool read(const Dwarf_Die& die, const std::string& prefix, std::uint64_t begin, Structure& into) {
    if (depth_ >= deepest_type || ++visits_ > most_visits) return false;
    ++depth_;
    align(begin, stricter_alignment(die, 1));
    const bool is_union = tag_of(die) == DW_TAG_union_type;
    bool complete = true;
    for_each_child(die, [&](const Dwarf_Die& child) {
      const int tag = tag_of(child);
      if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return true;
      // Static members, the pointer to virtual functions, bit fields.
      if (flag_of(child, DW_AT_declaration) || flag_of(child, DW_AT_external) ||
          flag_of(child, DW_AT_artificial) || number_of(child, DW_AT_bit_size)) {
        return true;
      }
      const std::uint64_t offset = number_of(child, DW_AT_data_member_location).value_or(0);
      complete = offset <= largest_structure && member(child, prefix, begin + offset, into);
      return complete && !is_union;
    });
    --depth_;
    return complete;
  }

  bool member(const Dwarf_Die& die, const std::string& prefix, std::uint64_t offset,
              Structure& into) {
    const PeeledType peeled = peel_type(die);
    align(offset, stricter_alignment(die, peeled.alignment));
    const std::string name = prefix + text_of(die, DW_AT_name);
    const std::int64_t count = product(peeled.extents);
    if (count < 0 || count > std::int64_t{largest_structure} || name.size() > longest_name) {
      return false;
    }
    if (peeled.pointers > 0) return add(name, offset, {Scalar::u64}, count, into);
    if (!peeled.core) return true;
    if (is_compound(*peeled.core)) {
      const std::string type = text_of(*peeled.core, DW_AT_name);
      if (const auto known = cuda_type_of(*peeled.core, type)) {
        return add(name, offset, *known, count, into);
      }
      // A base's members, and those of a nameless part, are the structure's own.
      const bool nameless = tag_of(die) == DW_TAG_inheritance || name.size() == prefix.size();
      return parts(peeled, nameless ? prefix : name, nameless, offset, into);
    }
    if (auto type = scalar_type(*peeled.core)) {
      type->components = peeled.components;
      return add(name, offset, *type, count, into);
    }
    // A long double, or an integer of 16 bytes.
    const std::uint64_t bytes = number_of(*peeled.core, DW_AT_byte_size).value_or(0);
    if (bytes == 0 || bytes % 8 != 0 || bytes > largest_structure) return true;
    return add(name, offset, {Scalar::u64}, count * static_cast<std::int64_t>(bytes / 8), into);
  }

  bool parts(const PeeledType& peeled, const std::string& name, bool nameless, std::uint64_t offset,
             Structure& into) {
    const auto whole = definition_of(*peeled.core, find_);
    const std::uint64_t bytes = whole ? number_of(*whole, DW_AT_byte_size).value_or(0) : 0;
    const std::int64_t count = product(peeled.extents);
    for (std::int64_t i = 0; bytes > 0 && i < count; ++i) {
      std::string prefix = name;
      if (!peeled.extents.empty()) prefix += '[' + std::to_string(i) + ']';
      if (!nameless) prefix += '.';
      const std::size_t before = into.members.size();
      if (!read(*whole, prefix, offset + static_cast<std::uint64_t>(i) * bytes, into)) return false;
      if (into.members.size() == before) break;  // there is nothing in it
    }
    return true;
  }

  /// The structure is aligned so that a part at `offset` can be aligned to `bytes`.
  void align(std::uint64_t offset, std::size_t bytes) {
    while (offset % bytes != 0) bytes /= 2;  // it is packed
    alignment_ = std::max(alignment_, std::min(bytes, widest_access));
  }

  bool add(const std::string& name, std::uint64_t offset, ElementType type, std::int64_t count,
           Structure& into) {
    if (count == 0) return true;  // the open end of a structure
    align(offset, alignment_of(type));
    const auto bytes = static_cast<std::uint64_t>(type.bytes());
    if (offset > into.bytes || static_cast<std::uint64_t>(count) * bytes > into.bytes - offset ||
        into.members.size() >= most_members) {
      return false;
    }
    into.members.push_back(
        {name, static_cast<std::uint32_t>(offset), type, static_cast<std::uint32_t>(count)});
    return true;
  }

  const FindDefinition& find_;
  std::size_t alignment_ = 1;
  int depth_ = 0;
  int visits_ = 0;  // of a damaged file there could be more than anybody can wait for
};

void read_compound(const Dwarf_Die& die, const FindDefinition& find, ProgramType& type) {
  const std::string own = text_of(die, DW_AT_name);
  const std::string name = own.empty() ? type.name : own;
  MemberReader reader(find);
  const auto whole = definition_of(die, find);
  type.bytes = whole ? number_of(*whole, DW_AT_byte_size).value_or(0) : 0;
  type.element = reader.cuda_type_of(die, name);
  if (type.element) {
    type.bytes = static_cast<std::size_t>(type.element->bytes());
    type.alignment = std::max(type.alignment, alignment_of(*type.element));
  } else if (whole) {
    type.structure = reader.structure(*whole, name);
    if (type.structure && type.structure->members.empty()) type.structure.reset();
    if (type.structure) type.alignment = std::max(type.alignment, reader.alignment());
  }
}

}  // namespace

ProgramType program_type_of(const Dwarf_Die& typed, const FindDefinition& find) {
  PeeledType peeled = peel_type(typed);
  ProgramType type;
  type.name = std::move(peeled.name);
  type.extents = std::move(peeled.extents);
  type.pointed_extents = std::move(peeled.pointed_extents);
  type.pointers = peeled.pointers;
  type.alignment = peeled.alignment;
  if (!peeled.core) {
    if (type.name.empty()) type.name = "void";
    return type;
  }
  if (type.name.empty()) type.name = plain_name(text_of(*peeled.core, DW_AT_name));
  if (type.name.empty() && tag_of(*peeled.core) == DW_TAG_subroutine_type) type.name = "function";
  if (is_compound(*peeled.core)) {
    read_compound(*peeled.core, find, type);
    return type;
  }
  type.bytes = number_of(*peeled.core, DW_AT_byte_size).value_or(0) * peeled.components;
  type.element = scalar_type(*peeled.core);
  if (type.element) {
    type.element->components = peeled.components;
    type.alignment = std::max(type.alignment, alignment_of(*type.element));
  }
  return type;
}

}  // namespace warpscope
