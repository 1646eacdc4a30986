#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/analysis/source_barriers.hpp"
#include "instrumentation/program/protocol/program_outcome.hpp"
#include "instrumentation/run/run_option_table.hpp"

namespace warpscope {

class Subject;
struct ProgramChoice;
struct Recorded;

/// A pointer to a subject, or to none. Two are equal if they hold the same thing, even as two
/// objects.
class SubjectPtr {
 public:
  SubjectPtr() = default;
  explicit SubjectPtr(std::shared_ptr<const Subject> held) : held_(std::move(held)) {}

  explicit operator bool() const { return held_ != nullptr; }
  const Subject& operator*() const { return *held_; }
  const Subject* operator->() const { return held_.get(); }
  friend bool operator==(const SubjectPtr& a, const SubjectPtr& b);

 private:
  std::shared_ptr<const Subject> held_;
};

/// What can be done with a subject. Whoever offers something asks this, never what kind of subject it is, so that
/// another kind is a class and nothing else.
struct Abilities {
  bool take_options =
      false;           ///< it is built and run with options of a program, which program() has
  bool print = false;  ///< it is built and run with a console of its own: messages, output, outcome
  bool ask_first = false;  ///< it executes what a file brought, so the user is asked whether it may
  bool change_block = false;  ///< any number of threads can be tried
  bool lay_out_again =
      false;  ///< its memory can be laid out otherwise in what was recorded, without another run
};

/// A thing to show: a kernel of the catalogue, or the trace in a file. It knows what it is and how
/// to run it: nobody else looks up a kernel by its id. Immutable. Each kind is a class in a file of
/// its own; find_subject.cpp lists them.
class Subject {
 public:
  virtual ~Subject() = default;

  // Identity.

  /// Distinguishes it from others of its kind, and names it in messages: "reduce_strided",
  /// "a.wscope".
  [[nodiscard]] virtual std::string id() const = 0;
  /// "kernel of the catalogue"
  [[nodiscard]] virtual std::string_view kind() const = 0;
  /// The id of the kernel that is seen. Lessons belong to it, and so do the choices that a user
  /// makes for one kernel only. Empty: not known before a file is read.
  [[nodiscard]] virtual std::string topic() const = 0;
  /// The kernel that is seen: "Reduction · 2 strided indexing".
  [[nodiscard]] virtual std::string title() const = 0;
  /// The name that distinguishes it from a subject beside it: the name of its file, else the title.
  [[nodiscard]] virtual std::string name() const { return title(); }
  /// The catalogue's entry of the kernel that is seen, such as family and shape; nullptr if the
  /// catalogue lacks it.
  [[nodiscard]] virtual const KernelInfo* kernel() const { return nullptr; }
  /// What can be done with it.
  [[nodiscard]] virtual Abilities can() const { return {}; }
  /// The options that it is built and run with; nullptr unless can().take_options.
  [[nodiscard]] virtual const ProgramChoice* program() const { return nullptr; }
  /// The source files of the user's own that it is built from, the main one first: they are edited and watched, and
  /// a lesson may lie beside them. Empty: none.
  [[nodiscard]] virtual std::span<const std::filesystem::path> sources() const { return {}; }
  [[nodiscard]] bool can_be_edited() const { return !sources().empty(); }
  /// Saves of its sources that were seen since it was opened.
  [[nodiscard]] virtual std::uint64_t saves() const { return 0; }
  /// Distinguishes what its file held at different times: rises when the file is saved.
  [[nodiscard]] virtual std::uint64_t version() const { return 0; }
  /// The file that it is read from; empty: none.
  [[nodiscard]] virtual std::filesystem::path file() const { return {}; }
  /// Memory that stays in use as long as it is remembered, about.
  [[nodiscard]] virtual std::uint64_t held_bytes() const { return 0; }
  /// The file that keeps its bookmarks; `folder` is for subjects without a place of their own.
  /// Empty: none.
  [[nodiscard]] virtual std::filesystem::path notes_path(
      const std::filesystem::path& folder) const = 0;

  // Choices for its run.

  /// Why it is not run here, so that machine, block and barriers stay as they are; empty: it is run.
  [[nodiscard]] virtual std::string_view why_not_run() const { return {}; }
  [[nodiscard]] bool runs() const { return why_not_run().empty(); }
  /// Why no other machine can run it; empty: the user chooses.
  [[nodiscard]] virtual std::string_view why_one_machine() const { return {}; }
  [[nodiscard]] virtual std::span<const Parameter> parameters() const { return {}; }
  /// Kinds of input, the default first.
  [[nodiscard]] virtual std::vector<std::string> inputs() const { return {}; }
  /// Threads that a block may have, rising; an error says why there is no choice.
  [[nodiscard]] virtual Result<std::vector<int>> blocks() const = 0;
  /// Barriers that may be dropped.
  [[nodiscard]] virtual std::vector<SourceBarrier> barriers() const { return {}; }
  /// True if its size is the side of a matrix.
  [[nodiscard]] bool is_square() const {
    return kernel() != nullptr && kernel()->shape == Shape::square;
  }

  // Running it.

  /// The request that leaves every choice to it.
  [[nodiscard]] virtual RunRequest request() const { return {}; }
  /// Checks that it takes `text` for an option, which the error calls `name`. `request` has the
  /// options before this one.
  [[nodiscard]] virtual Status check(const RunOption& option, std::string_view name,
                                     const std::string& text, const RunRequest& request) const = 0;
  /// Fills in the defaults and checks legality without running.
  [[nodiscard]] virtual Result<RunRequest> complete(const RunRequest& request) const = 0;
  /// True if two requests give the same trace.
  [[nodiscard]] virtual bool same_trace(const RunRequest& a, const RunRequest& b) const {
    return a == b;
  }
  /// Runs or reads it. Errors as run(), or as read_trace().
  [[nodiscard]] virtual Result<Recorded> record(const RunRequest& request,
                                                std::stop_token stop) const = 0;
};

/// Whether both are the same thing, maybe as it was at different times: see Subject::version().
[[nodiscard]] bool is_version_of(const Subject& a, const Subject& b);

template <class Kind, class... Arguments>
[[nodiscard]] SubjectPtr new_subject(Arguments&&... arguments) {
  return SubjectPtr(std::make_shared<const Kind>(std::forward<Arguments>(arguments)...));
}

/// How the program that was run ended, if it is one of the user's own.
struct RunEnd {
  bool well = true;                     ///< it returned 0
  std::int64_t faults = 0;              ///< that were found in all of it
  std::int64_t other_launches = 0;      ///< those of them that are of launches that are not shown
  std::vector<ProgramFinding> notes{};  ///< ProgramOutcome::notes of what is shown
  int launch = 0;  ///< the number of the one that is shown; 0: not of a program that ran
};

/// The result of running or reading a subject.
struct Recorded {
  SubjectPtr subject;    ///< of a file: with what its header says
  RunRequest request{};  ///< completed; kernel empty if none of the catalogue was run
  std::shared_ptr<const Trace> trace;
  bool checked = false;    ///< the result was held against the reference
  std::string mismatch{};  ///< where they differ first, in English; empty: equal, or not checked
  Sentence wrong{};        ///< the same for who reads another language
  RunEnd end{};
};

}  // namespace warpscope
