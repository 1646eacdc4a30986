#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/programs/program_console.hpp"
#include "app/programs/program_trust.hpp"
#include "app/programs/recent_programs.hpp"
#include "app/programs/save_watch.hpp"
#include "app/subject/file_place.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

class Session;
struct SinceSave;
struct Starter;

/// Programs of the user's own: opening them, running them again after each save, what their console
/// tells.
class SessionPrograms {
 public:
  SessionPrograms(Session& session, const std::function<void()>& wake);

  /// What compiles and runs them; to be called before any is opened.
  void use(const ProgramRunner& runner);
  /// Remembers there which programs may run and which were opened; reads what is there already.
  void remember(const std::filesystem::path& allowed, const std::filesystem::path& recent);
  [[nodiscard]] const RecentPrograms& recent() const { return recent_; }
  /// Takes a file out of that list; a notice tells if it cannot.
  void forget(const std::filesystem::path& file);

  /// As Session::open(), for a program's source, with what was last chosen for it.
  Status open(const std::filesystem::path& file, HowOpened how);
  Status open(ProgramChoice choice, HowOpened how = HowOpened::found);
  /// What to ask before a program runs; nullptr: nothing is asked.
  [[nodiscard]] const Sentence* question() const { return asked_ ? &asked_->why : nullptr; }
  /// The answer: the program may run, from now on, or is not opened.
  Status answer(bool run);
  /// Writes a small program and opens it.
  Status create(const Starter& starter);
  /// Makes a program of a kernel's text and opens it.
  Status paste(std::string_view text);
  /// Puts a program or a trace file at the right.
  Status open_beside(const std::filesystem::path& file);

  // What is shown, if it is a program.

  /// With other choices for its build and run. Can be undone.
  Status change(ProgramChoice choice);
  /// With another block recorded; then the playhead goes to what is wrong there.
  Status record_block(const Dim3& block);
  /// Whether what was recorded is such a block, once.
  [[nodiscard]] bool take_wrong_block() { return std::exchange(wrong_block_, false); }
  /// Writes how its kernels without main() are launched as a line above each of them.
  Status write_setups(const std::vector<BareLaunch>& launches);
  /// Builds and runs it again, as after each save.
  Status run_again(bool saved = false);
  /// A launch of the program that can stand beside the one at the playhead.
  struct OtherLaunch {
    int number = 0;  ///< among all launches of the program, from 1
    std::string kernel;
    Dim3 grid, block;
  };
  /// The recorded ones, the first of each kernel and shape; those of other kernels first. None if what is shown is no
  /// program.
  [[nodiscard]] std::vector<OtherLaunch> other_launches() const;
  /// Shows the launch at the playhead alone, and another one beside it, by its number. Can be undone.
  Status compare_launches(int other);
  /// Whether the program is shown so: with one of its launches only.
  [[nodiscard]] bool shows_one_launch() const;
  /// Shows all launches again, and closes the comparison.
  Status show_all_launches();
  /// Goes to the costliest access of a launch.
  void seek_launch(std::uint32_t launch);
  /// Opens a line in the user's editor; a notice tells if it cannot.
  void edit(const FilePlace& place);
  /// nullptr unless what is wanted is a program of the user's own that was built or run.
  [[nodiscard]] const ConsolePage* console() const;
  /// nullptr unless it was saved since it was opened.
  [[nodiscard]] const SinceSave* since_save() const;
  /// Seconds since a save of the left side was last seen; nullopt if that is too long ago to tell.
  [[nodiscard]] std::optional<float> seconds_since_save() const;

  // For the session, when it takes over what was recorded.

  /// Watches the files of what is wanted now.
  void watch();
  /// A program or a trace that is shown is worth remembering; one that nobody has seen is not.
  void remember_shown();
  /// Takes over what the console has heard. Returns whether anything changed.
  bool hear_console();
  /// Tells why a program could not be built or run, unless its console shows that; false: it is no
  /// program, or that is not what failed.
  [[nodiscard]] bool tell_failure(const Error& error);
  /// Lets time pass, hears the console, and runs again what was saved. Returns whether anything changed.
  bool tick(float seconds);
  /// Seconds for which tick() has nothing to show.
  [[nodiscard]] float seconds_until_change() const;

 private:
  Status put_beside(ProgramChoice choice);
  /// A right side as it is after a save.
  [[nodiscard]] Variant renewed(Variant variant);
  bool take_saved(float seconds);
  /// The files that the left side is made of, as far as they are known.
  [[nodiscard]] std::vector<std::filesystem::path> own_files() const;

  Session& session_;
  ProgramConsole console_;
  std::shared_ptr<const ConsolePage> console_page_;
  ProgramRunner programs_;        // the console hears them
  ProgramRunner quiet_programs_;  // nobody does
  SaveWatch saves_;
  struct Asked {
    ProgramChoice choice;
    Sentence why;
    bool beside = false;  // at the right
  };
  std::optional<Asked> asked_;
  ProgramTrust trust_{{}};
  RecentPrograms recent_;
  std::filesystem::path recent_path_;
  std::uint64_t versions_ = 0;                  // of programs, counted over all of them
  std::vector<std::filesystem::path> sources_;  // of the program, as far as they are known
  std::optional<float> since_saved_;
  bool wrong_block_ = false;  // is being recorded
};

}  // namespace warpscope
