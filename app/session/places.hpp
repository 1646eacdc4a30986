#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/subject/file_place.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

/// A place at which a person was: what was shown, and where they stood in it.
struct VisitedPlace {
  SubjectPtr opened{};               ///< as in Options
  RunRequest request{};              ///< the setup, likewise
  std::uint32_t access = 0;          ///< the playhead
  std::string lesson{};              ///< id of the lesson that was on; empty: none
  std::size_t stop = 0;              ///< of it, from 0
  std::optional<FilePlace> reads{};  ///< the line that was read instead of the playhead's
  friend bool operator==(const VisitedPlace&, const VisitedPlace&) = default;
};

/// True if both are the same kernel, file or program, in whatever version.
[[nodiscard]] bool same_subject(const Subject& a, const Subject& b);
/// False if it was opened from a file that is gone. `opened` as in Options.
[[nodiscard]] bool is_there(const SubjectPtr& opened);
/// The sentence that says so.
[[nodiscard]] Sentence file_gone_text(const Subject& opened);

/// The way back and forward through the places that a person has left by a jump, as in a browser:
/// another jump ends the way forward. Steps are no jumps: they move the place that is left next.
/// Bounded: the oldest places are forgotten.
class VisitedPlaces {
 public:
  static constexpr std::size_t most = 200;

  /// As long as it lives, whatever moves is one jump from the place at which it began.
  class Jump {
   public:
    Jump(VisitedPlaces& places, const std::optional<VisitedPlace>& here) : places_(places) {
      if (places_.jumps_++ == 0 && here) places_.leave(*here);
    }
    ~Jump() { --places_.jumps_; }
    Jump(const Jump&) = delete;
    Jump& operator=(const Jump&) = delete;

   private:
    VisitedPlaces& places_;
  };

  void leave(VisitedPlace here);
  /// Nothing leads back or forward any more.
  void forget() {
    past_.clear();
    future_.clear();
  }
  [[nodiscard]] bool can_go_back(const VisitedPlace& here) const { return leads_on(past_, here); }
  [[nodiscard]] bool can_go_forward(const VisitedPlace& here) const {
    return leads_on(future_, here);
  }

  struct Way {
    std::optional<VisitedPlace> to;  ///< unset: there is no such place
    std::vector<VisitedPlace>
        gone{};  ///< nearer places that are not there any more; they are forgotten
  };
  using IsThere = std::function<bool(const VisitedPlace&)>;
  /// The next place that differs from `here` and is there. `here` is where the opposite way leads.
  [[nodiscard]] Way back(const VisitedPlace& here, const IsThere& is_there);
  [[nodiscard]] Way forward(const VisitedPlace& here, const IsThere& is_there);

  /// The same program in a later version: from now on wherever the earlier one stood.
  void renew(const SubjectPtr& program);

 private:
  [[nodiscard]] static bool leads_on(const std::vector<VisitedPlace>& way,
                                     const VisitedPlace& here);
  [[nodiscard]] static Way go(std::vector<VisitedPlace>& from, std::vector<VisitedPlace>& to,
                              const VisitedPlace& here, const IsThere& is_there);

  std::vector<VisitedPlace> past_, future_;  // the nearest is the last
  int jumps_ = 0;                            // that live
};

}  // namespace warpscope
