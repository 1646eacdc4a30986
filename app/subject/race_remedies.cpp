#include "app/subject/race_remedies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "app/subject/code_uses.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

using StatementKind = CodeStatement::Kind;
constexpr std::size_t no_statement = CodeStatement::none;

/// The statement of a line that uses the array; none: it is not clear which.
std::size_t statement_at(const CodeStatements& code, std::uint32_t line, const std::string& array) {
  const auto all = code.on_line(line);
  if (all.size() == 1) return all.front();
  std::size_t found = no_statement;
  for (const std::size_t i : all) {
    const auto uses = uses_of(code, i, array);
    if (uses.empty()) continue;
    if (found != no_statement) return no_statement;
    found = i;
  }
  // A macro may use it.
  const auto simple = [&](std::size_t i) { return code.at(i).kind == StatementKind::simple; };
  if (found == no_statement && std::ranges::count_if(all, simple) == 1) {
    found = *std::ranges::find_if(all, simple);
  }
  return found;
}

bool is_barrier_at(const CodeStatements& code, std::size_t token) {
  const std::string_view word = code.code().word(token);
  if (!code.code().is_name(token) || code.code().word(token + 1) != "(") return false;
  return word.starts_with("__syncthreads") || word == "sync" || word == "__syncwarp" ||
         word == "arrive_and_wait";
}

bool has_barrier(const CodeStatements& code, CudaCode::Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (is_barrier_at(code, i)) return true;
  }
  return false;
}

/// The two statements of a race as the source has them, and what both stand in.
struct Pair {
  std::size_t first = no_statement, second = no_statement;  ///< by their places in the source
  std::vector<std::size_t> around;                          ///< outermost first
  std::size_t outer_first = no_statement,  ///< what they stand in apart, or they themselves
      outer_second = no_statement;
  std::size_t loop = no_statement;  ///< the innermost one around both

  [[nodiscard]] bool known() const { return first != no_statement; }
  [[nodiscard]] bool one_statement() const { return first == second; }
};

Pair pair_of(const CodeStatements& code, const HintSubject& subject) {
  Pair pair;
  if (!subject.same_file) return pair;
  std::size_t a = statement_at(code, subject.other_line, subject.array);
  std::size_t b = statement_at(code, subject.line, subject.array);
  if (a == no_statement || b == no_statement) return pair;
  if (code.at(a).tokens.begin > code.at(b).tokens.begin) std::swap(a, b);
  const auto of_a = code.path(a), of_b = code.path(b);
  const auto [at_a, at_b] = std::ranges::mismatch(of_a, of_b);
  if (at_a == of_a.begin()) return pair;  // of two functions
  pair.first = a;
  pair.second = b;
  pair.around.assign(of_a.begin(), at_a);
  if (a == b) pair.around.pop_back();
  pair.outer_first = at_a == of_a.end() ? a : *at_a;
  pair.outer_second = at_b == of_b.end() ? b : *at_b;
  const auto loop = std::find_if(pair.around.rbegin(), pair.around.rend(), [&](std::size_t i) {
    return code.at(i).kind == StatementKind::loop;
  });
  if (loop != pair.around.rend()) pair.loop = *loop;
  return pair;
}

/// Whether a race in a loop is one between rounds; unset: not known. A barrier in the loop tells: nothing races across it.
std::optional<bool> between_rounds(const CodeStatements& code, const Pair& pair,
                                   const HintSubject& subject) {
  if (pair.loop == no_statement) return false;
  const CudaCode::Range first = code.own_tokens(pair.first), second = code.own_tokens(pair.second);
  if (has_barrier(code, code.at(pair.loop).body)) {
    return !pair.one_statement() && has_barrier(code, {first.end, second.begin});
  }
  if (!subject.one_round) return std::nullopt;
  return !*subject.one_round;
}

/// Whether a condition lets whole warps through: `t < 32`.
bool of_whole_warps(const CodeStatements& code, const CodeStatement& branch) {
  const CudaCode& tokens = code.code();
  const CudaCode::Range head = branch.head;
  if (branch.word != "if" || head.end - head.begin < 3) return false;
  const std::string_view last = tokens.word(head.end - 1), sign = tokens.word(head.end - 2);
  constexpr std::array<std::string_view, 4> warps{"32", "64", "warpSize", "WARP_SIZE"};
  return sign == "<" && std::ranges::find(warps, last) != warps.end() &&
         std::ranges::none_of(std::array{"&", "|"}, [&](std::string_view sign_between) {
           return code.text(head).find(sign_between) != std::string::npos;
         });
}

/// What may stand around a barrier, and which barrier it then is.
struct Room {
  std::string barrier;
  const CodeStatement* branch = nullptr;  ///< that not all threads enter
  const CodeStatement* loop = nullptr;    ///< whose rounds differ from thread to thread
};

Room room_in(const CodeStatements& code, const std::vector<std::size_t>& around,
             const HintSubject& subject) {
  Room room{subject.cuda ? "__syncthreads()" : "block.sync()"};
  for (const std::size_t i : around) {
    const CodeStatement& of = code.at(i);
    if (of.kind == StatementKind::function || !code.varies(i)) continue;
    if (of.kind == StatementKind::branch && subject.one_warp && subject.cuda &&
        of_whole_warps(code, of)) {
      room.barrier = "__syncwarp()";
      continue;
    }
    (of.kind == StatementKind::loop ? room.loop : room.branch) = &of;
  }
  return room;
}

Sentence uneven_loop(const Room& room) {
  return say(
      "The loop of line {0} has not as many rounds in all threads, so no barrier can stand in it: "
      "let all threads do as many, with an if around what only some do, and put {1} outside of "
      "that if.",
      room.loop->line, room.barrier);
}

bool is_branch(const CodeStatements& code, std::size_t i) {
  return code.at(i).kind == StatementKind::branch;
}

/// What CUDA's atomics take of a type.
enum class AtomicType : std::uint8_t { whole, wide, floating, small, unknown };
AtomicType atomic_type(const std::string& type) {
  constexpr std::array<std::string_view, 4> small{"char", "short", "bool", "int8_t"};
  const auto has = [&](std::string_view word) { return type.find(word) != std::string::npos; };
  if (std::ranges::any_of(small, has) || has("int16_t") || has("uint8_t")) return AtomicType::small;
  if (has("half") || has("bfloat")) return AtomicType::unknown;
  if (has("float") || has("double")) return AtomicType::floating;
  if (type == "unsigned long long" || type == "unsigned long long int") return AtomicType::whole;
  if (has("long") || has("int64_t") || has("size_t")) return AtomicType::wide;
  return AtomicType::whole;
}

std::string address_of(const std::string& element) {
  return element.starts_with('*') ? element.substr(1) : "&" + element;
}

std::string base_name(const CodeUse& use) {
  const std::string& text = use.text;
  const std::size_t begin = text.find_first_not_of("* ");
  if (begin == std::string::npos) return text;
  const std::size_t end = text.find_first_of("[.- ", begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

/// The call that does an update; empty: CUDA has none for that type.
std::string atomic_call(const CodeUse& use, AtomicType type) {
  const bool adds = use.atomic == "Add";
  if (use.atomic.empty() || type == AtomicType::unknown) return {};
  if (type == AtomicType::floating && !adds) return {};
  std::string address = address_of(use.text);
  if (type == AtomicType::wide) address = "(unsigned long long *)" + address;
  if (type == AtomicType::wide && use.atomic.starts_with('M')) return {};
  return "atomic" + use.atomic + "(" + address + ", " + use.operand + ")";
}

/// The one use that a statement makes of the array, if it updates it and reads no other element of it.
std::optional<CodeUse> only_update(const CodeStatements& code, std::size_t statement,
                                   const std::string& array) {
  const auto uses = uses_of(code, statement, array);
  const auto update = std::ranges::find_if(uses, &CodeUse::updates);
  if (update == uses.end()) return std::nullopt;
  const bool alone =
      std::ranges::all_of(uses, [&](const CodeUse& use) { return use.text == update->text; });
  return alone ? std::optional(*update) : std::nullopt;
}

Sentence update_remedy(const CodeStatements& code, std::size_t statement, const CodeUse& use) {
  const std::uint32_t line = code.line_of(use.update.begin);
  const std::string type = declared_type(code, statement, base_name(use));
  const AtomicType kind = atomic_type(type);
  const std::string call = atomic_call(use, kind);
  if (!call.empty() && kind == AtomicType::small) {
    return say(
        "Give {0} elements of type int, since CUDA has no atomic operations on {1}, and write {2} "
        "in place of {3} on line {4}: several threads update one element.",
        base_name(use), type, call, code.text(use.update), line);
  }
  if (!call.empty()) {
    return say("Write {0} in place of {1} on line {2}: several threads update one element.", call,
               code.text(use.update), line);
  }
  return say(
      "Let {0} on line {1} be one atomic operation, such as a loop of atomicCAS(): several threads "
      "update one element.",
      code.text(use.update), line);
}

/// int old = bins[k]; bins[k] = old + 1;
Sentence split_update(const CodeStatements& code, std::size_t writer, const std::string& array) {
  const auto written = uses_of(code, writer, array);
  if (written.size() != 1 || !written[0].written || written[0].read) return {};
  const CudaCode& tokens = code.code();
  for (std::size_t reader = writer; reader-- > 0;) {
    if (code.at(reader).kind == StatementKind::function) break;
    if (code.at(reader).kind != StatementKind::simple) continue;
    const auto read = uses_of(code, reader, array);
    if (read.size() != 1 || read[0].written || read[0].text != written[0].text) continue;
    const CudaCode::Range takes = code.own_tokens(reader);
    std::set<std::string_view> taken;
    for (std::size_t i = takes.begin; i + 1 < takes.end; ++i) {
      if (tokens.is_name(i) && tokens.word(i + 1) == "=") taken.insert(tokens.word(i));
    }
    if (!code.names_any(written[0].update, taken)) continue;
    return say(
        "Make lines {0} and {1} one atomic operation on {2}, such as atomicAdd({3}, …): another "
        "thread updates the element between the two.",
        code.at(reader).line, code.at(writer).line, read[0].text, address_of(read[0].text));
  }
  return {};
}

/// The elements that a statement of a race reads and writes, each once.
struct Texts {
  std::vector<std::string> read, written;
};
Texts texts_of(const std::vector<CodeUse>& uses) {
  Texts texts;
  const auto add = [](std::vector<std::string>& list, const std::string& text) {
    if (std::ranges::find(list, text) == list.end()) list.push_back(text);
  };
  for (const CodeUse& use : uses) {
    if (use.written) add(texts.written, use.text);
    if (use.read) add(texts.read, use.text);
  }
  return texts;
}

}  // namespace

Sentence shared_update(const CodeStatements& code, const HintSubject& subject) {
  if (!subject.cuda || !subject.same_file) return {};
  const std::size_t second = statement_at(code, subject.line, subject.array);
  const std::size_t first = statement_at(code, subject.other_line, subject.array);
  if (second == no_statement || first == no_statement) return {};
  const auto later = only_update(code, second, subject.array);
  const auto earlier = only_update(code, first, subject.array);
  if (later && earlier) {
    Sentence one = update_remedy(code, second, *later);
    if (first == second) return one;
    return followed(update_remedy(code, first, *earlier), one);
  }
  for (const std::size_t writer : {second, first}) {
    if (Sentence split = split_update(code, writer, subject.array); !split.empty()) return split;
  }
  return {};
}

Sentence compared_store(const CodeStatements& code, const HintSubject& subject) {
  if (!subject.cuda || !subject.same_file) return {};
  for (const std::uint32_t line : {subject.line, subject.other_line}) {
    for (const std::size_t i : code.on_line(line)) {
      const auto stores = uses_of(code, i, subject.array);
      if (stores.size() != 1 || !stores[0].written || stores[0].read) continue;
      const auto path = code.path(i);
      if (path.size() < 2) continue;
      const CodeStatement& branch = code.at(path[path.size() - 2]);
      if (branch.word != "if") continue;
      const CudaCode::Range stored = stores[0].update;
      std::size_t equals = stored.begin;
      while (equals < stored.end && code.code().word(equals) != "=") ++equals;
      const std::string value = code.text({equals + 1, stored.end});
      const std::string& element = stores[0].text;
      const std::string head = code.text(branch.head);
      const auto compares = [&](const std::string& a, char sign, const std::string& b) {
        return head == fmt::format("{} {} {}", a, sign, b);
      };
      const bool largest = compares(value, '>', element) || compares(element, '<', value);
      const bool smallest = compares(value, '<', element) || compares(element, '>', value);
      if (!largest && !smallest) continue;
      const AtomicType type = atomic_type(declared_type(code, i, base_name(stores[0])));
      if (type == AtomicType::whole) {
        return say(
            "Write {0}({1}, {2}); in place of the if of line {3}: another thread stores between "
            "the comparison and the store.",
            largest ? "atomicMax" : "atomicMin", address_of(element), value, branch.line);
      }
      return say(
          "Let the comparison and the store of line {0} be one atomic operation, such as a loop of "
          "atomicCAS(): another thread stores between the two.",
          branch.line);
    }
  }
  return {};
}

Sentence many_writers(const CodeStatements& code, const HintSubject& subject) {
  const Pair pair = pair_of(code, subject);
  if (!pair.known() || !pair.one_statement()) return {};
  const auto uses = uses_of(code, pair.first, subject.array);
  const Texts texts = texts_of(uses);
  if (!texts.read.empty() || texts.written.size() != 1) return {};
  const auto names = code.thread_names(pair.first);
  for (const CodeUse& use : uses) {
    for (const auto& subscript : use.subscripts) {
      if (code.names_any(subscript, names)) return {};
    }
  }
  return say("Let only one thread write {0} on line {1}: several write different values there.",
             texts.written[0], subject.line);
}

Sentence next_round(const CodeStatements& code, const HintSubject& subject) {
  const Pair pair = pair_of(code, subject);
  if (!pair.known() || !between_rounds(code, pair, subject).value_or(false)) return {};
  const CodeStatement& loop = code.at(pair.loop);
  const Room room = room_in(code, code.path(pair.loop), subject);
  if (room.loop != nullptr) return uneven_loop(room);
  if (room.branch != nullptr) return {};
  const auto last = std::find_if(code.all().rbegin(), code.all().rend(), [&](const auto& of) {
    return of.tokens.begin >= loop.body.begin && of.tokens.end <= loop.body.end &&
           of.kind != StatementKind::compound;
  });
  // The last of those that stand in the loop itself.
  std::size_t end = last == code.all().rend()
                        ? no_statement
                        : static_cast<std::size_t>(code.all().rend() - last) - 1;
  for (std::size_t i = end; i != no_statement && i != pair.loop; i = code.at(i).parent) {
    if (code.at(i).kind == StatementKind::compound && code.at(i).parent == pair.loop) break;
    end = i;
  }
  if (end == no_statement) return {};
  const bool guarded = is_branch(code, end);
  if (!loop.braced) {
    return guarded ? say("Give the loop of line {0} braces, and put {1} at its end, outside of the "
                         "if: the next round uses what this one does.",
                         loop.line, room.barrier)
                   : say("Give the loop of line {0} braces, and put {1} at its end: the next round "
                         "uses what this one does.",
                         loop.line, room.barrier);
  }
  const std::uint32_t behind = code.at(end).last_line;
  return guarded
             ? say("Put {0} at the end of the loop of line {1}, behind line {2}, outside of the "
                   "if: the next round uses what this one does.",
                   room.barrier, loop.line, behind)
             : say("Put {0} at the end of the loop of line {1}, behind line {2}: the next round "
                   "uses what this one does.",
                   room.barrier, loop.line, behind);
}

Sentence same_moment(const CodeStatements& code, const HintSubject& subject) {
  const Pair pair = pair_of(code, subject);
  if (!pair.known() || !pair.one_statement()) return {};
  if (between_rounds(code, pair, subject).value_or(true)) return {};
  Texts texts = texts_of(uses_of(code, pair.first, subject.array));
  if (texts.written.size() != 1) return {};
  std::erase(texts.read, texts.written[0]);  // its own
  if (texts.read.size() != 1) return {};
  Room room = room_in(code, pair.around, subject);
  if (room.loop != nullptr) return uneven_loop(room);
  return room.branch != nullptr
             ? say("On line {0}, read {1} into a variable first, then put {2} outside of the if of "
                   "line {3}, and write {4} behind it.",
                   subject.line, texts.read[0], room.barrier, room.branch->line, texts.written[0])
             : say("On line {0}, read {1} into a variable first, then put {2}, and write {3} "
                   "behind it.",
                   subject.line, texts.read[0], room.barrier, texts.written[0]);
}

Sentence between_statements(const CodeStatements& code, const HintSubject& subject) {
  const Pair pair = pair_of(code, subject);
  if (!pair.known() || pair.one_statement() || pair.outer_first == pair.outer_second) return {};
  if (between_rounds(code, pair, subject).value_or(true)) return {};
  const CodeStatement& first = code.at(pair.outer_first);
  const CodeStatement& second = code.at(pair.outer_second);
  // One stands in the other's head, or the two are branches of one if.
  if (second.word == "else" || pair.outer_first == pair.around.back() ||
      pair.outer_second == pair.around.back()) {
    return {};
  }
  if (has_barrier(code, {first.tokens.end, second.tokens.begin})) return {};
  const Room room = room_in(code, pair.around, subject);
  if (room.loop != nullptr) return uneven_loop(room);
  // As late as possible: what stands between the two may race, too.
  std::uint32_t line = first.last_line;
  for (const CodeStatement& of : code.all()) {
    if (of.parent == second.parent && of.tokens.end <= second.tokens.begin) {
      line = std::max(line, of.last_line);
    }
  }
  const std::uint32_t next = second.line;
  if (room.branch != nullptr) {
    return say(
        "End the {0} of line {1} behind line {2}, put {3} there, outside of it, and begin it again "
        "before line {4}.",
        room.branch->word, room.branch->line, line, room.barrier, next);
  }
  if (line == next) {
    return say("Put {0} between the two statements of line {1}.", room.barrier, line);
  }
  const CodeStatement* around = is_branch(code, pair.outer_first)    ? &first
                                : is_branch(code, pair.outer_second) ? &second
                                                                     : nullptr;
  if (around != nullptr) {
    return say("Put {0} behind line {1} and before line {2}, outside of the {3}.", room.barrier,
               line, next, around->word);
  }
  return say("Put {0} behind line {1} and before line {2}.", room.barrier, line, next);
}

Sentence signal_without_fence(const CodeStatements&, const HintSubject& subject) {
  if (subject.unfenced_signal == 0) return {};
  return say("Put __threadfence() before the signal of line {}, behind what it speaks for.",
             subject.unfenced_signal);
}

Sentence early_signal(const CodeStatements&, const HintSubject& subject) {
  if (subject.early_signal == 0) return {};
  return say(
      "Put __syncthreads() before the signal of line {}, where all threads of the block come by, "
      "and a __threadfence() between the two.",
      subject.early_signal);
}

}  // namespace warpscope
