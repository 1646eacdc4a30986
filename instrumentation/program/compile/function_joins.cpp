#include "instrumentation/program/compile/function_joins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "instrumentation/program/abi/warpscope_abi.h"
#include "instrumentation/program/compile/joined_accesses.hpp"
#include "instrumentation/program/compile/module_addresses.hpp"

namespace warpscope {
namespace {

using Text = std::string_view;

constexpr std::size_t most_known = 256;  // values and groups, as many as a thread has registers

/// A call of a hook: "  call void @__tsan_read4(i8* %45), !dbg !917".
struct HookCall {
  bool store = false, plain = true;  // else volatile, or of a place that need not be aligned
  std::uint32_t bytes = 0;
  Text pointer_type, pointer;  // "i8*", "%45"
};
std::optional<HookCall> read_hook(Text line) {
  constexpr Text call = "call void @__tsan_";
  const std::size_t at = line.find(call);
  if (at == Text::npos) return std::nullopt;
  Text name = line.substr(at + call.size());
  HookCall hook;
  for (const Text kind : {Text("unaligned_"), Text("volatile_")}) {
    if (!name.starts_with(kind)) continue;
    hook.plain = false;
    name.remove_prefix(kind.size());
  }
  hook.store = name.starts_with("write");
  if (!hook.store && !name.starts_with("read")) return std::nullopt;
  name.remove_prefix(hook.store ? 5 : 4);
  const auto read = std::from_chars(name.data(), name.data() + name.size(), hook.bytes);
  if (read.ec != std::errc() || *read.ptr != '(') return std::nullopt;
  const std::vector<Text> arguments =
      arguments_at(name, static_cast<std::size_t>(read.ptr - name.data()));
  if (arguments.size() != 1) return std::nullopt;
  hook.pointer = arguments.front();
  hook.pointer_type = ModuleTypes::take(hook.pointer);
  if (hook.pointer_type.empty()) return std::nullopt;
  return hook;
}

constexpr Text atomic_call = "@ws_atomic(";

/// What stands between the brackets of a call, at its commas, without types and attributes.
std::vector<Text> call_values(Text line, std::size_t open) {
  std::vector<Text> values;
  for (Text value : arguments_at(line, open)) {
    while (value.starts_with(' ')) value.remove_prefix(1);
    static_cast<void>(ModuleTypes::take(value));
    for (bool found = true; std::exchange(found, false);) {
      for (const Text word : {Text("noundef "), Text("nonnull "), Text("readonly "),
                              Text("nocapture "), Text("writeonly ")}) {
        if (!value.starts_with(word)) continue;
        value.remove_prefix(word.size());
        found = true;
      }
    }
    values.push_back(value);
  }
  return values;
}

/// Whether a line names a value, and not a longer one.
bool mentions_value(Text line, Text name) {
  for (std::size_t at = line.find(name); at != Text::npos; at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end == line.size() || Text(" ,)*:=}]").find(line[end]) != Text::npos) return true;
  }
  return false;
}

/// Calls that neither change memory nor wait for other lanes.
bool parts_nothing(Text line) {
  if (line.find("@llvm.") != Text::npos) return line.find("@llvm.mem") == Text::npos;
  if (line.find(" asm ") != Text::npos) return line.find("~{memory}") == Text::npos;
  return std::ranges::any_of(
      std::array<Text, 8>{"@__sanitizer_cov_trace_pc", "@__tsan_func_", "@ws_shuffle", "@ws_ballot",
                          "@ws_match", "@ws_reduce", "@ws_activemask", "@ws_clock"},
      [line](Text name) { return line.find(name) != Text::npos; });
}

/// Finds, in one function, which hooks become one, and which are not needed.
class FunctionJoins {
 public:
  explicit FunctionJoins(const JoinSurroundings& around)
      : addresses_(around.types), around_(around) {}

  /// `lines`: those of the function. Appends them to `out`, changed; counts joined accesses in `joined`.
  void run(const std::vector<Text>& lines, std::string& out, std::uint64_t& joined) {
    for (const Text line : lines) addresses_.read(line);
    changes_.assign(lines.size(), {});
    Text goes_on_at;  // the label of an invocation's usual way
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const Text line = lines[k];
      if (!line.empty() && line.front() != ' ') {
        if (goes_on_at.empty() || !line.starts_with(goes_on_at)) close();
        goes_on_at = {};
      } else if (const auto hook = read_hook(line)) {
        access(k, *hook, k + 1 < lines.size() ? lines[k + 1] : Text());
      } else if (line.find(" call ") != Text::npos || line.find(" invoke ") != Text::npos) {
        if (line.find(atomic_call) != Text::npos && is_one_of_warp(lines, k)) {
          changes_[k].of_warp = true;
        }
        if (!parts_nothing(line) && !calls_pure(line)) close();
      } else if (constexpr Text to = "          to label %"; line.starts_with(to)) {
        goes_on_at = line.substr(to.size());
        goes_on_at = goes_on_at.substr(0, goes_on_at.find(' '));
      } else if (line.find("cmpxchg ") != Text::npos || line.find("atomicrmw ") != Text::npos ||
                 line.find("  fence ") != Text::npos) {
        close();
      }
    }
    close();
    for (std::size_t k = 0; k < lines.size(); ++k) write(lines[k], changes_[k], out, joined);
  }

 private:
  /// Memories that a pointer of one never leads into another.
  enum class Memory : std::uint8_t { shared, local, other };
  struct Change {
    bool left_out = false;
    bool of_warp = false;       // an atomic that one lane does for all
    std::uint32_t bytes = 0;    // that the joined access moves; 0: as it is
    std::int64_t distance = 0;  // of its first byte from the hook's own
    HookCall hook;
  };
  struct Member {
    std::size_t line = 0;
    std::uint32_t at = 0;         // of its first byte: the constant part of the address
    std::uint32_t alignment = 1;  // that its type gives it
    HookCall hook;
  };
  /// Accesses of one kind at constant distances.
  struct Group {
    LinearValue address;  // without the constant
    Memory memory = Memory::other;
    const SharedVariable* variable = nullptr;
    bool store = false;
    std::uint32_t bytes = 0;
    std::vector<Member> members;
  };
  struct KnownValue {
    LinearValue address;
    std::uint32_t bytes = 0;
    Memory memory = Memory::other;
  };

  /// Of functions that have nothing to do with memory: "call float @expf(float %3)".
  [[nodiscard]] bool calls_pure(Text line) const {
    const std::size_t at = line.find('@');
    return at != Text::npos && around_.pure.contains(line.substr(at, end_of_global(line, at) - at));
  }

  /// Whether all lanes of a warp see the same value there, for all that can be seen.
  [[nodiscard]] bool is_uniform(const LinearValue& value, int depth = 0) const {
    constexpr int deepest = 16;
    return std::ranges::all_of(value.terms, [&](const auto& term) {
      const Text name = term.first;
      if (name.find("@ws_") != Text::npos) return name.find("@ws_thread_index") == Text::npos;
      if (name.starts_with('@')) return true;
      const Text text = addresses_.definition(name);
      if (text.empty()) return around_.is_kernel;  // a parameter
      constexpr Text load = "load ";
      if (!text.starts_with(load) || depth > deepest) return false;
      Text rest = text.substr(load.size());
      static_cast<void>(ModuleTypes::take(rest));
      if (!rest.starts_with(", ")) return false;
      rest.remove_prefix(2);
      static_cast<void>(ModuleTypes::take(rest));
      return is_uniform(addresses_.linear(rest.substr(0, rest.find(','))), depth + 1);
    });
  }

  /// Whether nvcc lets a warp's lanes add up first, or whatever the operation is, and one of them do the atomic: all on
  /// one element, of 32 bits, or of 64 and a constant that is added. Where the result is used it does so for sums only.
  /// Seen in the code for sm_90 of every operation and type, with results used and not, of constants and variables.
  [[nodiscard]] bool is_one_of_warp(const std::vector<Text>& lines, std::size_t line) const {
    const std::vector<Text> values =
        call_values(lines[line], lines[line].find(atomic_call) + atomic_call.size() - 1);
    if (values.size() != 5) return false;
    const auto number = [](Text text) {
      int value = -1;
      std::from_chars(text.data(), text.data() + text.size(), value);
      return value;
    };
    const int operation = number(values[0]), type = number(values[1]);
    const bool sum = operation == ws_atomic_add || operation == ws_atomic_sub;
    const bool wide = type == ws_i64 || type == ws_u64;
    const bool narrow = type == ws_i32 || type == ws_u32;
    const bool others = operation == ws_atomic_min || operation == ws_atomic_max ||
                        operation == ws_atomic_and || operation == ws_atomic_or ||
                        operation == ws_atomic_xor;
    if (!(sum && (narrow || wide)) && !(others && narrow)) return false;
    if (!is_uniform(addresses_.linear(values[2]))) return false;
    const LinearValue slot = addresses_.linear(values[3]);
    if (slot.terms.size() != 1) return false;
    const Text place = slot.terms.begin()->first;
    if (sum && narrow) return true;
    return wide ? is_constant_in(lines, line, place) : !is_result_used(lines, line, place);
  }
  /// What is put into the place of the operand, by the headers' assembly.
  [[nodiscard]] static bool is_constant_in(const std::vector<Text>& lines, std::size_t line,
                                           Text place) {
    for (std::size_t k = line; k-- > 0;) {
      if (lines[k].find("\"=*m,r") == Text::npos || !mentions_value(lines[k], place)) continue;
      const Text before = lines[k].substr(0, lines[k].rfind(')', lines[k].find(") #")));
      return before.substr(before.rfind(' ') + 1).find('%') == Text::npos;
    }
    return false;
  }
  [[nodiscard]] static bool is_result_used(const std::vector<Text>& lines, std::size_t line,
                                           Text place) {
    Text result;
    for (std::size_t k = line; k < lines.size() && result.empty(); ++k) {
      if (lines[k].find("\"=r,*m") != Text::npos && mentions_value(lines[k], place)) {
        result = ModuleAddresses::result_of(lines[k]);
      }
    }
    return !result.empty() && std::ranges::any_of(lines, [result](Text each) {
      return mentions_value(each, result) && ModuleAddresses::result_of(each) != result &&
             each.find("@llvm.dbg.") == Text::npos;
    });
  }

  [[nodiscard]] const SharedVariable* variable_of(const LinearValue& address) const {
    const SharedVariable* found = nullptr;
    for (const auto& [name, factor] : address.terms) {
      if (!name.starts_with('@') || name.starts_with("@ws_")) continue;
      const auto at = std::ranges::find(around_.shared, name, &SharedVariable::name);
      if (at == around_.shared.end() || factor != 1 || found != nullptr) return nullptr;
      found = &*at;
    }
    return found;
  }
  [[nodiscard]] bool is_local(const LinearValue& address) const {
    return std::ranges::any_of(address.terms, [this](const auto& term) {
      return addresses_.definition(term.first).starts_with("alloca ");
    });
  }
  [[nodiscard]] static bool apart(const KnownValue& value, const LinearValue& address,
                                  std::uint32_t bytes) {
    if (!value.address.same_terms(address)) return false;
    const std::uint32_t distance = address.constant - value.address.constant;
    return distance >= value.bytes && distance <= ~std::uint32_t{0} - bytes + 1;
  }

  /// `moved`: the load or store that the hook is for.
  void access(std::size_t line, const HookCall& hook, Text moved) {
    const LinearValue address = addresses_.linear(hook.pointer);
    if (address.terms.size() == 1 && address.terms.begin()->first.starts_with("@ws_")) {
      return;  // a lane's own number
    }
    const SharedVariable* const variable = variable_of(address);
    const Memory memory = variable != nullptr ? Memory::shared
                          : is_local(address) ? Memory::local
                                              : Memory::other;
    if (!hook.plain) {
      if (hook.store) forget(memory, address, hook.bytes);
      close_groups([memory](const Group& each) { return each.memory == memory; });
      return;
    }
    const auto same = std::ranges::find_if(known_values_, [&](const KnownValue& each) {
      return each.bytes == hook.bytes && each.address.same_terms(address) &&
             each.address.constant == address.constant;
    });
    if (!hook.store && same != known_values_.end()) {
      changes_[line].left_out = true;
      return;
    }
    if (hook.store) forget(memory, address, hook.bytes);
    if (known_values_.size() == most_known) known_values_.erase(known_values_.begin());
    known_values_.push_back({address, hook.bytes, memory});
    LinearValue terms = address;
    terms.constant = 0;
    const auto own = [&](const Group& each) {
      return each.memory == memory && each.store == hook.store && each.bytes == hook.bytes &&
             each.address.same_terms(terms);
    };
    // A store parts all others, and a load the stores before it.
    close_groups([&](const Group& each) {
      return each.memory == memory && (hook.store || each.store) && !own(each);
    });
    if (groups_.size() == most_known) close_groups([](const Group&) { return true; });
    auto group = std::ranges::find_if(groups_, own);
    if (group == groups_.end()) {
      groups_.push_back({std::move(terms), memory, variable, hook.store, hook.bytes, {}});
      group = std::prev(groups_.end());
    }
    group->members.push_back({line, address.constant, alignment_in(moved), hook});
  }

  /// ", align 8" of a load or store.
  [[nodiscard]] static std::uint32_t alignment_in(Text moved) {
    return std::max<std::uint32_t>(static_cast<std::uint32_t>(number_behind(moved, ", align ")), 1);
  }

  void forget(Memory memory, const LinearValue& address, std::uint32_t bytes) {
    std::erase_if(known_values_, [&](const KnownValue& each) {
      return each.memory == memory && !apart(each, address, bytes);
    });
  }

  void close() {
    close_groups([](const Group&) { return true; });
    known_values_.clear();
  }
  template <typename Which>
  void close_groups(const Which& which) {
    for (const Group& group : groups_) {
      if (which(group)) join(group);
    }
    std::erase_if(groups_, which);
  }

  /// Bytes from the beginning of what a kernel has in shared memory.
  [[nodiscard]] std::uint64_t place_of(const SharedVariable& variable) const {
    std::uint64_t at = 0;
    for (const SharedVariable& each : around_.shared) {
      if (!each.sized) continue;
      at = (at + each.layout.alignment - 1) / each.layout.alignment * each.layout.alignment;
      if (each.name == variable.name) return at;
      at += each.layout.size;
    }
    return (at + widest_joined - 1) / widest_joined * widest_joined;
  }

  /// Whether what lies `at` there is seen to be a multiple of `width`.
  [[nodiscard]] bool aligned(const Group& group, std::uint32_t at, std::uint32_t width) const {
    const bool by_type = std::ranges::any_of(group.members, [&](const Member& each) {
      return each.alignment >= width && (at - each.at) % width == 0;
    });
    if (by_type) return true;
    if (group.variable == nullptr || group.bytes < 4) return false;
    const auto place = static_cast<std::uint32_t>(place_of(*group.variable));
    return addresses_.known_zeros(group.address) >= std::countr_zero(width) &&
           (at + place) % width == 0 && at % width == 0;
  }

  void join(const Group& group) {
    if (group.members.size() < 2 || group.bytes >= widest_joined) return;
    std::vector<const Member*> left;
    for (const Member& each : group.members) left.push_back(&each);
    std::ranges::stable_sort(
        left, {}, [](const Member* each) { return static_cast<std::int32_t>(each->at); });
    while (left.size() > 1) {
      std::size_t taken = 0;
      for (std::uint32_t width = widest_joined; width > group.bytes && taken == 0; width /= 2) {
        const std::uint32_t places = width / group.bytes, first = left.front()->at;
        // Of a load of four, nobody need ask for the first or the last.
        for (const std::uint32_t begin : {first, first - group.bytes}) {
          std::uint32_t found = 0;
          while (found < left.size() && left[found]->at == first + found * group.bytes &&
                 left[found]->at - begin < width) {
            ++found;
          }
          const bool enough = found == places || (places == 4 && found == 3 && !group.store);
          if (!enough || !aligned(group, begin, width)) continue;
          become_one({left.begin(), left.begin() + found}, begin, width, group.store);
          taken = found;
          break;
        }
      }
      left.erase(left.begin(),
                 left.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(taken, 1)));
    }
  }

  void become_one(const std::vector<const Member*>& members, std::uint32_t begin,
                  std::uint32_t width, bool store) {
    const auto by_line = [](const Member* a, const Member* b) { return a->line < b->line; };
    const Member* const leader = store ? *std::ranges::max_element(members, by_line)
                                       : *std::ranges::min_element(members, by_line);
    for (const Member* each : members) changes_[each->line].left_out = each != leader;
    Change& change = changes_[leader->line];
    change.bytes = width;
    change.distance = static_cast<std::int32_t>(begin - leader->at);
    change.hook = leader->hook;
  }

  static void write(Text line, const Change& change, std::string& out, std::uint64_t& joined) {
    if (change.left_out) return;
    if (change.of_warp) {
      const std::size_t at = line.find(atomic_call) + atomic_call.size() - 1;
      out += fmt::format("{}_of_warp{}\n", line.substr(0, at), line.substr(at));
      return;
    }
    if (change.bytes == 0) {
      out.append(line).push_back('\n');
      return;
    }
    const std::string name = fmt::format("%ws.joined.{}", joined++);
    const std::size_t end =
        line.find(change.hook.pointer, line.find('(')) + change.hook.pointer.size();
    out += fmt::format("  {} = getelementptr i8, {} {}, i64 {}\n", name, change.hook.pointer_type,
                       change.hook.pointer, change.distance);
    out += fmt::format("  call void @__tsan_{}{}({} {}{}\n", change.hook.store ? "write" : "read",
                       change.bytes, change.hook.pointer_type, name, line.substr(end));
  }

  ModuleAddresses addresses_;
  const JoinSurroundings& around_;
  std::vector<Change> changes_;
  std::vector<Group> groups_;
  std::vector<KnownValue> known_values_;
};

}  // namespace

std::string with_joined_accesses_of(const std::vector<std::string_view>& lines,
                                    const JoinSurroundings& around, std::uint64_t& joined) {
  std::string out;
  FunctionJoins(around).run(lines, out, joined);
  return out;
}

}  // namespace warpscope
