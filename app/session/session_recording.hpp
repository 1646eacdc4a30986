#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "app/session/recorder.hpp"
#include "app/session/settings.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

class Session;

/// The run that is shown, and how the one that is wanted comes to be shown: recorded in the
/// background, while the older one stays.
class SessionRecording {
 public:
  SessionRecording(Session& session, Recorder::Make make, std::function<void()> wake);
  ~SessionRecording();  ///< waits until a trace that is being saved is written
  SessionRecording(const SessionRecording&) = delete;
  SessionRecording& operator=(const SessionRecording&) = delete;

  [[nodiscard]] const Recording& shown() const { return shown_; }
  /// Shows finished documents at once, without recording.
  void show(Recording documents);

  /// Makes what is wanted again, without a way back, and goes to `access` once it is there.
  void begin(std::optional<std::uint32_t> access = {});
  /// Goes to this access once what is being made is there.
  void then_go_to(std::uint32_t access) { wanted_access_ = access; }
  [[nodiscard]] bool on() const { return recorder_.busy(); }
  /// True while an older recording is still being stopped; a new one waits for that.
  [[nodiscard]] bool stopping() const { return recorder_.stopping(); }
  /// How long it has been recording, or stopping.
  [[nodiscard]] double seconds() const { return recorder_.seconds(); }
  void cancel();

  /// Writes the trace at the left, off the frame thread; a toast tells how it went. Fails if it
  /// cannot begin, for example while another trace is being written.
  Status save(const std::filesystem::path& path);

  /// Takes over what was recorded, cancelled or saved. Returns whether anything changed.
  bool tick();

 private:
  bool take_recording();
  /// What stands beside a program is no longer what was wanted there: a save has overtaken it.
  void take_overtaken();
  bool take_cancelled();
  bool take_saved();
  void fail(const Error& error);
  void complete_comparison();
  /// Brings back the formula that was typed for the kernel that is shown now; if there is none, the
  /// formula makes room for the banks.
  void change_formula(const std::string& from, const std::string& to);

  Session& session_;
  Recording shown_;
  std::map<std::string, Playground, std::less<>> formulas_;  // by topic: of what is not shown
  std::optional<std::uint32_t> wanted_access_;  // where to go once the recording is there
  bool cancelled_ = false;                      // and it is not yet said that it has ended
  Background<Done> saving_;
  std::filesystem::path saving_to_;
  std::function<void()> wake_;
  Recorder recorder_;  // last: its work uses the rest
};

}  // namespace warpscope
