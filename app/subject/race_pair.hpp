#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/subject/code_statements.hpp"
#include "app/subject/finding_hints.hpp"

namespace warpscope {

/// A statement around those of a race, in the function that holds both or in one that called it.
struct RaceSurrounding {
  const CodeStatements* code = nullptr;
  std::size_t statement = CodeStatement::none;
  bool varies = false;  ///< threads of a block may differ in its head
  friend bool operator==(const RaceSurrounding&, const RaceSurrounding&) = default;
  [[nodiscard]] const CodeStatement& of() const { return code->at(statement); }
};

/// The two statements of a race as the source has them, and what both stand in. If the accesses are of functions that were
/// called at different places, these are the statements that call them.
struct RacePair {
  const CodeStatements* code = nullptr;  ///< of both statements; null: they are not known
  std::size_t first = CodeStatement::none, second = CodeStatement::none;  ///< as they stand
  std::vector<RaceSurrounding> around;  ///< outermost first, those of callers, too
  std::size_t inner = 0;                ///< of `around`: where those of this function begin
  std::size_t outer_first = CodeStatement::none,  ///< what they stand in apart, or they themselves
      outer_second = CodeStatement::none;
  std::optional<RaceSurrounding> loop;      ///< the innermost one around both
  std::set<std::string_view> thread_names;  ///< what differs from thread to thread there

  [[nodiscard]] bool known() const { return code != nullptr; }
  [[nodiscard]] bool one_statement() const { return first == second; }
};
[[nodiscard]] RacePair race_pair(const CodeStatements& code, const HintSubject& subject);

/// What differs from thread to thread in the function of a statement of `code`, given the calls that led there; nullopt: it
/// is called by kernels, and how is not known.
[[nodiscard]] std::optional<std::set<std::string_view>> names_of_threads(
    const CodeStatements& code, std::size_t statement, const HintSubject& subject);

/// The statement of a line that makes the access to the array; none: it is not clear which.
/// `writes`: what the access does; unset: not known.
[[nodiscard]] std::size_t statement_at(const CodeStatements& code, std::uint32_t line,
                                       const std::string& array, std::optional<bool> writes);

[[nodiscard]] bool has_barrier(const CodeStatements& code, CudaCode::Range range);

/// Whether a race in a loop is one between rounds; unset: not known. A barrier in the loop tells: nothing races across it.
[[nodiscard]] std::optional<bool> between_rounds(const RacePair& pair, const HintSubject& subject);

/// What may stand around a barrier, and which barrier it then is.
struct BarrierRoom {
  std::string barrier;
  const CodeStatement* branch = nullptr;  ///< that not all threads enter
  const CodeStatement* loop = nullptr;    ///< whose rounds differ from thread to thread
  bool in_caller = false;                 ///< the branch is of a caller
  [[nodiscard]] bool of_warp() const { return barrier == "__syncwarp()"; }
};
/// Two statements, or one, between whose parts a barrier is missing.
struct MissingBarrier {
  RacePair pair;
  BarrierRoom room;
  [[nodiscard]] bool within() const { return pair.one_statement(); }
  [[nodiscard]] const CodeStatement& first() const { return pair.code->at(pair.outer_first); }
  [[nodiscard]] const CodeStatement& second() const { return pair.code->at(pair.outer_second); }
};

/// Of the first `count` of what stands around.
[[nodiscard]] BarrierRoom room_in(const RacePair& pair, std::size_t count,
                                  const HintSubject& subject);

}  // namespace warpscope
