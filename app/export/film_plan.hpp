#pragma once

#include <cstdint>
#include <vector>

#include "app/subject/document.hpp"

namespace warpscope {

/// One picture of a film: the access that happens, and how far its animation has come.
struct FilmFrame {
  std::uint32_t access = 0;
  float motion = 1;  ///< 0..1 in time; see Player::eased
  friend bool operator==(const FilmFrame&, const FilmFrame&) = default;
};

/// A film of a range of accesses, at the pace at which the window plays them: one with many
/// wavefronts takes longer. Each access moves and comes to rest; the last one stays for a second.
class FilmPlan {
 public:
  static constexpr int most_fps = 60, most_gif_fps = 50;  ///< a GIF counts hundredths of a second
  static constexpr std::uint64_t most_frames = 20000;

  struct Pace {
    int fps = 30;
    float speed = 1;  ///< 1: as the window plays at 1×
  };
  /// Fails if there would be more than most_frames; the sentence says how long the film would last.
  [[nodiscard]] static Result<FilmPlan> make(const Summary& summary, std::uint32_t first,
                                             std::uint32_t last, Pace pace);

  [[nodiscard]] std::uint32_t first() const { return first_; }
  [[nodiscard]] std::uint32_t last() const { return last_; }
  [[nodiscard]] int fps() const { return pace_.fps; }
  [[nodiscard]] std::uint64_t frame_count() const;
  [[nodiscard]] double seconds() const;
  [[nodiscard]] FilmFrame frame(std::uint64_t number) const;

 private:
  struct Part {
    std::uint64_t first_frame = 0;
    int frames = 0;  ///< of the access
    int moving = 0;  ///< of them, until it rests
  };
  FilmPlan(std::uint32_t first, std::uint32_t last, Pace pace)
      : first_(first), last_(last), pace_(pace) {}
  [[nodiscard]] Part part_of(int wavefronts) const;

  std::uint32_t first_, last_;
  Pace pace_;
  std::vector<Part> parts_;  // an access each
};

}  // namespace warpscope
