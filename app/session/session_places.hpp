#pragma once

#include <optional>

#include "app/session/places.hpp"
#include "app/session/work_place.hpp"
#include "app/subject/file_place.hpp"

namespace warpscope {

class Session;

/// The places at which a person is and was: back and forward through them, as in a browser.
class SessionPlaces {
 public:
  explicit SessionPlaces(Session& session) : session_(session) {}

  /// As long as what it returns lives, whatever moves is one jump from here: go_back() leads here.
  [[nodiscard]] VisitedPlaces::Jump jump() { return {places_, here()}; }
  void forget() { places_.forget(); }  ///< nobody has been anywhere yet
  /// nullopt before anything is shown.
  [[nodiscard]] std::optional<VisitedPlace> here() const;
  [[nodiscard]] bool can_go_back() const;
  [[nodiscard]] bool can_go_forward() const;
  /// To the place that was left by the last jump, and what was shown there; see VisitedPlaces. A notice
  /// tells which places are no more.
  void go_back();
  void go_forward();

  /// Where the user reads, instead of at the playhead; nullptr: there.
  [[nodiscard]] const FilePlace* read_place() const { return reads_ ? &*reads_ : nullptr; }
  void read(FilePlace place);
  void read_at_playhead() { reads_.reset(); }

  // From one window to the next.

  /// Where one is; nullopt before anything is shown.
  [[nodiscard]] std::optional<WorkPlace> work() const;
  /// Goes to a place of an earlier window. A program that may not run waits for the answer to
  /// SessionPrograms::question().
  Status resume(const WorkPlace& place);
  std::optional<WorkPlace> last_window;  ///< of a window that died at once: not gone to by itself

  /// The same program in a later version: from now on wherever the earlier one stood.
  void renew(const SubjectPtr& program) { places_.renew(program); }

 private:
  void travel(VisitedPlaces::Way (VisitedPlaces::*direction)(const VisitedPlace&,
                                                             const VisitedPlaces::IsThere&));
  void show(const VisitedPlace& place);

  Session& session_;
  VisitedPlaces places_;
  std::optional<FilePlace> reads_;
};

}  // namespace warpscope
