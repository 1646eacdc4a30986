#include "instrumentation/program/machine/watched_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <iterator>

#include "instrumentation/program/debug_info/structure_cells.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_source.hpp"

namespace warpscope {
namespace {

ElementType integer_of(std::size_t bytes) {
  switch (bytes) {
    case 1: return {Scalar::u8, 1};
    case 2: return {Scalar::u16, 1};
    case 8: return {Scalar::i64, 1};
    default: return {Scalar::i32, 1};
  }
}

/// The cells of an array of that type, and its structure: a vector such as float4 is a structure
/// of its components, since a program may well touch one of them alone.
void describe(const ProgramType& type, bool made_by_gcc, MemoryRegion& region) {
  Array& array = region.array;
  std::optional<Structure>& structure = region.structure;
  structure.reset();
  if (type.element && type.element->components == 1) {
    array.type = *type.element;
  } else if (type.element) {
    array.type = {type.element->scalar, 1};
    Structure made{.name = type.name, .bytes = static_cast<std::uint32_t>(type.bytes)};
    for (std::uint32_t k = 0; k < type.element->components; ++k) {
      made.members.push_back({.name = std::string(1, "xyzw"[k % 4]),
                              .offset = k * static_cast<std::uint32_t>(array.type.bytes()),
                              .type = array.type});
    }
    structure = std::move(made);
  } else if (type.structure) {
    array.type = cell_type(*type.structure);
    structure = type.structure;
  } else {
    array.type = integer_of(type.bytes);
  }
  if (!structure) return;
  region.is_vector = type.element.has_value();
  region.alignment = static_cast<std::uint8_t>(std::min<std::size_t>(type.alignment, 16));
  region.halves = made_by_gcc && region.alignment == 8;
  // nvcc aligns an array in shared memory by 16, whatever its type asks for.
  const std::uint32_t apart = structure->bytes & -structure->bytes;
  region.at_once = array.space == Space::shared
                       ? std::max(region.alignment, static_cast<std::uint8_t>(std::min(apart, 16U)))
                       : region.alignment;
}

/// Of an array of several dimensions whose first one is not said, as of a dynamic one or of what a
/// parameter float (*p)[32] points to: as many as there is room for.
void fill_first_extent(const ProgramType& type, std::vector<std::int64_t>& extents,
                       std::size_t bytes) {
  std::int64_t rest = static_cast<std::int64_t>(type.bytes);
  for (std::size_t k = 1; k < extents.size(); ++k) rest *= extents[k];
  if (extents.size() < 2 || rest <= 0 || static_cast<std::int64_t>(bytes) % rest != 0) {
    extents.clear();
  } else {
    extents.front() = static_cast<std::int64_t>(bytes) / rest;
  }
}

/// How many indices the source gives the array, whose cells are known.
void give_shape(MemoryRegion& region, const ProgramType& type) {
  if (type.extents.size() < 2) return;
  region.array.columns =
      type.extents.back() * static_cast<std::int64_t>(type.bytes) / region.array.type.bytes();
  std::int64_t bytes = static_cast<std::int64_t>(type.bytes);
  for (const std::int64_t extent : type.extents) bytes *= extent;
  if (bytes == static_cast<std::int64_t>(region.bytes)) region.array.extents = type.extents;
}

/// The text of a function, from its declaration to the brace that ends it; empty: not there.
std::string text_of_function(const ProgramFunction& function) {
  const std::string& text = program_source(function.file).text;
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < function.line && begin != std::string::npos; ++line) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  int depth = 0;
  for (std::size_t at = text.find('{', begin); at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return text.substr(begin, at + 1 - begin);
  }
  return {};
}

bool says_word(std::string_view text, std::string_view word) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = text.find(word); at < text.size(); at = text.find(word, at + 1)) {
    const std::size_t behind = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) &&
        (behind == text.size() || !is_letter(text[behind]))) {
      return true;
    }
  }
  return false;
}

bool is_plain_bytes(const ProgramType& type) {
  return type.bytes <= 1 && (!type.element || type.element->bytes() == 1) && !type.structure;
}

}  // namespace

std::int64_t MemoryRegion::elements() const {
  return structure ? static_cast<std::int64_t>(bytes) / structure->bytes : array.count;
}

std::string MemoryRegion::element_text(const std::byte* address) const {
  const std::int64_t cell = array.type.bytes();
  const std::int64_t at = offset(address);
  std::int64_t index = at / cell;
  if (at % cell < 0) --index;
  if (structure) {
    const std::int64_t cells = structure->bytes / cell;
    index = index >= 0 ? index / cells : (index - cells + 1) / cells;
  }
  const bool own = called.empty() || called.front().extents.empty();
  return name() + subscript_text(own ? array.extents : called.front().extents, index);
}

bool MemoryRegion::copies_what_is_there(const std::byte* address,
                                        std::span<const std::uint8_t> known) const {
  if (!structure || is_vector) return false;
  const auto first = static_cast<std::uint64_t>(offset_in_structure(address));
  const bool of_member = std::ranges::any_of(structure->members, [&](const Member& member) {
    const auto end = member.offset + static_cast<std::uint64_t>(member.type.bytes()) * member.count;
    return member.offset < first + known.size() && first < end;
  });
  return !of_member || std::ranges::any_of(known, [](std::uint8_t byte) { return byte != 0; });
}

void MemoryRegion::settle_type(const SimtLane& first_access) {
  if (!untyped) return;
  untyped = false;
  const std::size_t width = first_access.bytes;
  if (width != 1) {  // what the source counts is not what its accesses are
    array.extents.clear();
    for (ArrayName& name : called) name.extents.clear();
  }
  if (width > 1 && width <= 8) {
    array.type = first_access.waits == SimtLane::Waits::atomic ? ElementType{first_access.scalar, 1}
                                                               : integer_of(width);
    array.count = static_cast<std::int64_t>(bytes / width);
    if (allocation != nullptr) array.columns = static_cast<std::int64_t>(allocation->pitch / width);
  } else if (width == 16) {
    array.type = {Scalar::i32, 1};
    array.count = static_cast<std::int64_t>(bytes / 4);
  }
}

WatchedMemory::WatchedMemory(const WatchedKernel& kernel)
    : kernel_(kernel), made_by_gcc_(kernel.code != nullptr && kernel.code->made_by_gcc()) {
  find_shared_variables();
}

void WatchedMemory::forget_counted() {
  for (MemoryRegion& region : regions_) region.ids[1] = -1;
}

void WatchedMemory::put_away(Shared& shared, bool watched) const {
  shared.bytes.clear();
  shared.written.clear();
  for (const MemoryRegion* region : shared_) {
    shared.bytes.insert(shared.bytes.end(), region->begin, region->begin + region->bytes);
    if (!watched) continue;
    shared.written.insert(shared.written.end(), region->written.begin(), region->written.end());
  }
}

void WatchedMemory::take_back(const Shared& shared) {
  std::size_t at = 0;
  for (MemoryRegion* region : shared_) {
    std::memcpy(region->begin, shared.bytes.data() + at, region->bytes);
    if (!shared.written.empty()) {
      std::memcpy(region->written.data(), shared.written.data() + at, region->bytes);
    }
    at += region->bytes;
  }
}

void WatchedMemory::begin_block() {
  for (MemoryRegion* region : shared_) {
    std::ranges::fill(region->written, std::uint8_t{0});
    std::memset(region->begin, DeviceMemory::the().unset(), region->bytes);
  }
}

MemoryRegion& WatchedMemory::add_shared(const ProgramVariable& variable, std::byte* begin,
                                        std::size_t bytes) {
  MemoryRegion& region = regions_.emplace_back();
  region.begin = begin;
  region.bytes = bytes;
  region.array.name = variable.name;
  region.array.space = Space::shared;
  describe(variable.type, made_by_gcc_, region);
  region.untyped = region.guessed = is_plain_bytes(variable.type);
  give_shape(region, variable.type);
  region.array.count = static_cast<std::int64_t>(bytes) / region.array.type.bytes();
  region.written.assign(bytes, 0);
  shared_.push_back(&region);
  return region;
}

void WatchedMemory::place_shared(MemoryRegion& region) {
  if (region.placed) return;
  region.placed = true;
  const auto offset = static_cast<std::uint64_t>(region.begin - shared_begin_);
  const auto alignment =
      static_cast<std::int64_t>(offset == 0 ? 16 : std::min<std::uint64_t>(offset & -offset, 16));
  shared_used_ = (shared_used_ + alignment - 1) / alignment * alignment;
  region.array.base = static_cast<std::uint32_t>(shared_used_);
  shared_used_ += static_cast<std::int64_t>(region.bytes);
}

void WatchedMemory::find_shared_variables() {
  CodeMap* const code = kernel_.code;
  if (code == nullptr) return;
  shared_begin_ = code->thread_local_block();
  shared_size_ = code->thread_local_bytes();
  const std::string own = kernel_.function != nullptr ? kernel_.function->linkage_name : "";
  std::vector<const ProgramVariable*> dynamic;
  const auto is_dynamic = [](const ProgramVariable& variable) {
    return std::ranges::find(variable.type.extents, 0) != variable.type.extents.end();
  };
  // The kernel's own come first; those of functions that it calls follow as they are touched.
  for (const ProgramVariable& variable : code->variables()) {
    if (!variable.thread_local_storage) continue;
    if (variable.of_compiler) {
      of_compiler_.emplace_back(code->address_of(variable), variable.bytes);
      continue;
    }
    if (is_dynamic(variable)) {
      dynamic.push_back(&variable);
      continue;
    }
    MemoryRegion& region = add_shared(variable, code->address_of(variable), variable.bytes);
    if (!own.empty() && variable.function == own) place_shared(region);
  }
  order_dynamic(dynamic);
  const std::size_t wanted = kernel_.config->shared_bytes;
  if (wanted > 0 && !dynamic.empty()) {
    ProgramVariable variable = *dynamic.front();
    fill_first_extent(variable.type, variable.type.extents, wanted);
    place_shared(add_shared(variable, code->address_of(variable), wanted));
  }
  std::ranges::sort(shared_, {}, [](const MemoryRegion* region) { return region->begin; });
}

/// All of these are one array, whatever functions and files call it; the kernel's own name for it comes first.
void WatchedMemory::order_dynamic(std::vector<const ProgramVariable*>& dynamic) const {
  if (dynamic.size() < 2 || kernel_.function == nullptr) return;
  const std::string& own = kernel_.function->linkage_name;
  const std::string text = text_of_function(*kernel_.function);
  std::ranges::stable_sort(dynamic, {}, [&](const ProgramVariable* variable) {
    if (variable->function == own && !own.empty()) return 0;
    if (says_word(text, variable->name)) return 1;  // clang does not tell whose it is
    return variable->function.empty() ? 2 : 3;
  });
}

std::vector<const ProgramParameter*> WatchedMemory::parameters_into(
    const DeviceMemory::Allocation& allocation, bool only_begin) const {
  std::vector<const ProgramParameter*> found;
  if (kernel_.function == nullptr) return found;
  const auto& known = kernel_.function->parameters;
  const auto count =
      std::min<std::size_t>(known.size(), static_cast<std::size_t>(kernel_.parameter_count));
  for (std::size_t i = 0; i < count; ++i) {
    const ws_parameter& given = kernel_.parameters[i];
    if (known[i].type.pointers != 1 || given.bytes != sizeof(void*)) continue;
    const void* pointer = nullptr;
    std::memcpy(&pointer, given.address, sizeof pointer);
    if (only_begin ? pointer == allocation.begin : allocation.holds(pointer)) {
      found.push_back(&known[i]);
    }
  }
  return found;
}

namespace {

/// What the program calls an allocation as a whole: as the host's variable, if it is the only one of that
/// call; else as the kernel's parameter; else by its number.
std::string name_of_allocation(const DeviceMemory::Allocation& allocation,
                               const std::string& parameter) {
  std::string name = host_name_of(allocation.begin);
  // Which one of buffers[i] it is, the text does not say.
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (const std::size_t open = name.find('['); open != std::string::npos && name.back() == ']') {
    const std::string_view inside = std::string_view(name).substr(open + 1, name.size() - open - 2);
    if (!std::ranges::all_of(inside, is_digit)) name.resize(open);
  }
  if (!parameter.empty() && (name.empty() || shares_its_call(allocation.begin))) name = parameter;
  if (name.empty()) name = fmt::format("memory_{}", allocation.number);
  return name;
}

}  // namespace

MemoryRegion& WatchedMemory::of_allocation(DeviceMemory::Allocation& allocation) {
  MemoryRegion*& region = allocations_[allocation.number];
  if (region != nullptr) return *region;
  region = &regions_.emplace_back();
  region->begin = allocation.begin;
  region->bytes = allocation.bytes;
  region->allocation = &allocation;
  region->array.space = Space::global;
  const auto parameters = parameters_into(allocation, false);
  if (!parameters.empty()) {
    const ProgramType& type = parameters.front()->type;
    describe(type, made_by_gcc_, *region);
    region->untyped = region->guessed = is_plain_bytes(type);
    allocation.padded = allocation.padded || (region->structure && has_padding(*region->structure));
  } else {
    region->array.type = {Scalar::u8, 1};
    region->untyped = region->guessed = true;
  }
  if (allocation.name.empty()) {
    // Two allocations of one name are told apart.
    DeviceMemory::the().give_name(
        allocation, name_of_allocation(
                        allocation, parameters.empty() ? std::string() : parameters.front()->name));
  }
  region->array.name = allocation.name;
  // One that points elsewhere counts its elements from there: it is no name of these.
  for (const ProgramParameter* parameter : parameters_into(allocation, true)) {
    if (parameter->name.empty()) continue;
    ArrayName& called = region->called.emplace_back(ArrayName{.name = parameter->name});
    if (parameter->type.pointed_extents.empty()) continue;
    called.extents = {0};
    called.extents.insert(called.extents.end(), parameter->type.pointed_extents.begin(),
                          parameter->type.pointed_extents.end());
    fill_first_extent(parameter->type, called.extents, allocation.bytes);
  }
  const auto cell = static_cast<std::size_t>(region->array.type.bytes());
  region->array.count = static_cast<std::int64_t>(allocation.bytes / cell);
  region->array.columns = static_cast<std::int64_t>(allocation.pitch / cell);
  return *region;
}

MemoryRegion* WatchedMemory::shared_at(const std::byte* address) {
  const auto after = std::ranges::upper_bound(shared_, address, {}, [](const MemoryRegion* region) {
    return static_cast<const std::byte*>(region->begin);
  });
  if (after != shared_.begin()) return *std::prev(after);
  return shared_.empty() ? nullptr : shared_.front();
}

MemoryRegion& WatchedMemory::of_host(std::byte* begin, std::size_t bytes) {
  MemoryRegion*& region = variables_[begin];
  if (region != nullptr) return *region;
  region = &regions_.emplace_back();
  region->begin = begin;
  region->bytes = bytes;
  region->array.name = "registered";
  region->array.space = Space::global;
  region->array.type = {Scalar::u8, 1};
  region->array.count = static_cast<std::int64_t>(bytes);
  region->untyped = region->guessed = true;
  return *region;
}

MemoryRegion& WatchedMemory::of_variable(const ProgramVariable& variable) {
  MemoryRegion*& region = variables_[&variable];
  if (region != nullptr) return *region;
  region = &regions_.emplace_back();
  region->begin = kernel_.code->address_of(variable);
  region->bytes = static_cast<std::size_t>(variable.bytes);
  region->array.name = variable.name;
  region->array.space = variable.section == "ws_constant" ? Space::constant : Space::global;
  describe(variable.type, made_by_gcc_, *region);
  region->untyped = region->guessed = is_plain_bytes(variable.type);
  const auto cell = static_cast<std::size_t>(region->array.type.bytes());
  region->array.count = static_cast<std::int64_t>(region->bytes / cell);
  give_shape(*region, variable.type);
  return *region;
}

MemoryRegion* WatchedMemory::at(std::byte* address) {
  DeviceMemory& memory = DeviceMemory::the();
  if (memory.owns(address)) {
    DeviceMemory::Allocation* const allocation = memory.find(address);
    return allocation == nullptr ? nullptr : &of_allocation(*allocation);
  }
  // A little beyond the end of shared memory is still meant to be shared memory.
  constexpr std::ptrdiff_t near = 4096;
  if (shared_begin_ != nullptr && address >= shared_begin_ - near &&
      address < shared_begin_ + shared_size_ + near) {
    return shared_at(address);
  }
  if (const RegisteredHost host = registered_host(address); host.bytes != 0) {
    return &of_host(host.begin, host.bytes);
  }
  CodeMap* const code = kernel_.code;
  if (code == nullptr || !code->holds_data(address)) return nullptr;
  const ProgramVariable* const variable = code->variable_at(address);
  return variable == nullptr ? nullptr : &of_variable(*variable);
}

MemoryRegion& WatchedMemory::narrow(MemoryRegion& region, std::size_t cell) {
  MemoryRegion*& made = narrowed_[{&region, cell}];
  if (made == nullptr) {
    // Both are the same bytes of shared memory, so they lie at one place.
    if (region.array.space == Space::shared) place_shared(region);
    made = &regions_.emplace_back();
    made->placed = region.placed;
    made->begin = region.begin;
    made->bytes = region.bytes;
    made->allocation = region.allocation;
    made->array = region.array;
    made->array.type = integer_of(cell);
    made->array.name = fmt::format("{} as {}", region.array.name, made->array.type.name());
    for (const ArrayName& called : region.called) {
      made->called.push_back(
          {.name = fmt::format("{} as {}", called.name, made->array.type.name())});
    }
    made->array.columns = 0;
    made->array.extents.clear();
    made->array.count = static_cast<std::int64_t>(region.bytes / cell);
  }
  return *made;
}

bool WatchedMemory::is_of_compiler(const std::byte* address) const {
  return std::ranges::any_of(of_compiler_, [&](std::span<const std::byte> mark) {
    return address >= mark.data() && address < mark.data() + mark.size();
  });
}

std::vector<std::uint8_t> WatchedMemory::shared_image() const {
  std::vector<std::uint8_t> image(static_cast<std::size_t>(shared_used_), 0);
  for (const MemoryRegion* region : shared_) {
    if (!region->placed) continue;
    std::memcpy(image.data() + region->array.base, region->begin, region->bytes);
  }
  return image;
}

}  // namespace warpscope
