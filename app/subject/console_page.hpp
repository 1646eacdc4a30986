#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/subject/file_place.hpp"
#include "app/subject/told_expectation.hpp"
#include "app/subject/told_findings.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "instrumentation/program/run/run_progress.hpp"

namespace warpscope {

/// What is known at one moment of the last build and run of a program of the user's own: what the
/// console shows. It is newer than the document beside it while a run is under way, and after one
/// that gave nothing to show. Immutable.
struct ConsolePage {
  enum class State : std::uint8_t {
    building,   ///< `stage` says what is done
    running,    ///< its output comes, and `progress`
    ended,      ///< `outcome` says how
    not_built,  ///< `failure` and `diagnostics` say why
  };
  State state = State::building;
  std::uint64_t revision = 0;                  ///< rises with every change
  std::filesystem::path file;                  ///< its first source file, as the user named it
  std::string program;                         ///< "transpose.cu"
  std::filesystem::path folder;                ///< that names of files in messages are relative to
  std::string stage;                           ///< "compiling transpose.cu"
  double build_seconds = 0;                    ///< 0: not known yet
  bool from_cache = false;                     ///< nothing had to be compiled
  Sentence failure;                            ///< one sentence; empty: nothing failed
  std::vector<Diagnostic> diagnostics;         ///< errors and warnings of the build
  std::vector<SourceFile> listing;             ///< the user's files as they were when it was built
  std::vector<std::filesystem::path> sources;  ///< what it was built from, included files, too
  std::vector<BareLaunch> bare_launches;       ///< of a program without main()
  std::vector<std::string> output;             ///< the program's last lines, fit to be shown
  std::uint64_t dropped_lines = 0;             ///< that came before those
  std::shared_ptr<const RunProgress>
      progress;  ///< what it has done so far, while it runs; may be nullptr
  std::optional<ProgramOutcome> outcome;  ///< once it has ended; a crash has one, too

  /// What `outcome` has found, each cause once, as all panes count it.
  ToldOfProgram told;

  /// What became of the expectations that its files state, once it has ended.
  std::vector<ToldExpectation> expectations;

  bool recorded = false;  ///< the run gave something to show

  /// Whether `outcome` tells what the program did: one that was cancelled or crashed may have told
  /// nothing.
  [[nodiscard]] bool knows_outcome() const {
    return outcome && (outcome->end == ProgramOutcome::End::returned ||
                       !outcome->launches.empty() || !outcome->findings.empty());
  }
  /// What is wrong as far as that is known: of a program that runs, so far; nullptr: nothing is known.
  [[nodiscard]] const ProgramOutcome* found() const {
    if (outcome) return &*outcome;
    const bool any = progress && progress->findings + progress->notes > 0;
    return any ? &progress->found : nullptr;
  }
  /// Nothing came of the last build: what the other panes show is older.
  [[nodiscard]] bool outdates_document() const { return state == State::not_built; }
};

}  // namespace warpscope
