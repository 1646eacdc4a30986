#include "app/subject/race_remedies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "app/subject/code_uses.hpp"
#include "app/subject/race_pair.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

using StatementKind = CodeStatement::Kind;
constexpr std::size_t no_statement = CodeStatement::none;

Sentence uneven_loop(const BarrierRoom& room) {
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
        "in place of {3} on line {4}: several threads update one element, which no barrier can "
        "order.",
        base_name(use), type, call, code.text(use.update), line);
  }
  if (!call.empty()) {
    return say(
        "Write {0} in place of {1} on line {2}: several threads update one element, which no "
        "barrier can order.",
        call, code.text(use.update), line);
  }
  return say(
      "Let {0} on line {1} be one atomic operation, such as a loop of atomicCAS(): several threads "
      "update one element, which no barrier can order.",
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

/// What a statement writes of the array, and what else it reads of it.
Texts touched_in(const CodeStatements& code, std::size_t statement, const std::string& array) {
  Texts texts = texts_of(uses_of(code, statement, array));
  if (texts.written.size() == 1) std::erase(texts.read, texts.written[0]);
  return texts;
}

}  // namespace

Sentence shared_update(const CodeStatements& code, const HintSubject& subject) {
  if (!subject.cuda || !subject.same_file) return {};
  const std::size_t second = statement_at(code, subject.line, subject.array, subject.writes);
  const std::size_t first =
      statement_at(code, subject.other_line, subject.array, subject.other_writes);
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
  if (!subject.same_file || subject.line != subject.other_line) return {};
  const std::size_t writer = statement_at(code, subject.line, subject.array, subject.writes);
  if (writer == no_statement) return {};
  const auto uses = uses_of(code, writer, subject.array);
  const Texts texts = texts_of(uses);
  if (!texts.read.empty() || texts.written.size() != 1) return {};
  const auto known_names = names_of_threads(code, writer, subject);
  if (!known_names) return {};
  const auto& names = *known_names;
  for (const CodeUse& use : uses) {
    for (const auto& subscript : use.subscripts) {
      if (code.names_any(subscript, names)) return {};
    }
  }
  return say("Let only one thread write {0} on line {1}: several write different values there.",
             texts.written[0], subject.line);
}

Sentence next_round(const CodeStatements& file, const HintSubject& subject) {
  const RacePair pair = race_pair(file, subject);
  if (!pair.known() || !between_rounds(pair, subject).value_or(false)) return {};
  const CodeStatements& code = *pair.loop->code;
  if (&code != &file) return {};
  const std::size_t loop_number = pair.loop->statement;
  const CodeStatement& loop = code.at(loop_number);
  const auto count = std::ranges::find(pair.around, *pair.loop) - pair.around.begin() + 1;
  const BarrierRoom room = room_in(pair, static_cast<std::size_t>(count), subject);
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
  for (std::size_t i = end; i != no_statement && i != loop_number; i = code.at(i).parent) {
    if (code.at(i).kind == StatementKind::compound && code.at(i).parent == loop_number) break;
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

Sentence copy_not_awaited(const CodeStatements& file, const HintSubject& subject) {
  const RacePair pair = race_pair(file, subject);
  if (pair.code != &file) return {};
  const auto at = [&](std::uint32_t line, std::size_t statement) {
    const CodeStatement& of = file.at(statement);
    return of.line <= line && line <= of.last_line;
  };
  const std::size_t copy = at(subject.other_line, pair.first) ? pair.first : pair.second;
  const std::size_t use = copy == pair.first ? pair.second : pair.first;
  const CodeStatement& function = file.at(file.path(copy).front());
  if (file.names_any(file.at(copy).tokens, {"memcpy_async"})) {
    return say(
        "Before line {0}, let the group wait for what line {1} copies: wait() of cooperative "
        "groups.",
        file.at(use).line, file.at(copy).line);
  }
  const CudaCode& tokens = file.code();
  for (std::size_t i = function.body.begin; i + 2 < function.body.end; ++i) {
    if (tokens.word(i) != "__pipeline_wait_prior" || tokens.word(i + 2) == "0") continue;
    return say(
        "On line {0}, wait for more: __pipeline_wait_prior({1}) leaves {1} of the groups under "
        "way.",
        file.line_of(i), tokens.word(i + 2));
  }
  if (file.names_any(function.body, {"__pipeline_commit"})) {
    return say(
        "Before line {0}, wait for what line {1} copies: __pipeline_wait_prior(0), and behind it "
        "__syncthreads() if other threads use it.",
        file.at(use).line, file.at(copy).line);
  }
  return say(
      "Before line {0}, wait for what line {1} copies: __pipeline_commit(), "
      "__pipeline_wait_prior(0), and behind it __syncthreads() if other threads use it.",
      file.at(use).line, file.at(copy).line);
}

std::optional<MissingBarrier> missing_barrier(const CodeStatements& file,
                                              const HintSubject& subject) {
  RacePair pair = race_pair(file, subject);
  if (pair.code != &file || between_rounds(pair, subject).value_or(true)) return std::nullopt;
  if (pair.one_statement()) {
    const Texts texts = touched_in(file, pair.first, subject.array);
    if (texts.written.size() != 1 || texts.read.size() != 1) return std::nullopt;
  } else {
    const CodeStatement& first = file.at(pair.outer_first);
    const CodeStatement& second = file.at(pair.outer_second);
    const std::size_t innermost = pair.around.back().statement;
    // One stands in the other's head, or the two are branches of one if.
    if (pair.outer_first == pair.outer_second || second.word == "else" ||
        pair.outer_first == innermost || pair.outer_second == innermost ||
        has_barrier(file, {first.tokens.end, second.tokens.begin})) {
      return std::nullopt;
    }
  }
  BarrierRoom room = room_in(pair, pair.around.size(), subject);
  if (room.loop == nullptr && room.in_caller) return std::nullopt;
  return MissingBarrier{std::move(pair), std::move(room)};
}

Sentence same_moment(const CodeStatements& code, const HintSubject& subject) {
  const auto missing = missing_barrier(code, subject);
  if (!missing || !missing->within()) return {};
  const BarrierRoom& room = missing->room;
  if (room.loop != nullptr) return uneven_loop(room);
  const Texts texts = touched_in(code, missing->pair.first, subject.array);
  return room.branch != nullptr
             ? say("On line {0}, read {1} into a variable first, then put {2} outside of the if of "
                   "line {3}, and write {4} behind it.",
                   subject.line, texts.read[0], room.barrier, room.branch->line, texts.written[0])
             : say("On line {0}, read {1} into a variable first, then put {2}, and write {3} "
                   "behind it.",
                   subject.line, texts.read[0], room.barrier, texts.written[0]);
}

Sentence between_statements(const CodeStatements& code, const HintSubject& subject) {
  const auto missing = missing_barrier(code, subject);
  if (!missing || missing->within()) return {};
  const BarrierRoom& room = missing->room;
  if (room.loop != nullptr) return uneven_loop(room);
  const RacePair& pair = missing->pair;
  const CodeStatement& first = missing->first();
  const CodeStatement& second = missing->second();
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
