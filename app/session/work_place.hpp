#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/look/zoom_place.hpp"
#include "instrumentation/run/run.hpp"

namespace warpscope {

/// Where somebody is in a window, so that another start can lead there.
struct WorkPlace {
  std::filesystem::path
      file;        ///< absolute, of a program or a trace; empty: a kernel of the catalogue
  RunRequest run;  ///< of that kernel
  std::uint32_t access = 0;
  std::string lesson;    ///< id of the lesson of the course that is on; empty: none
  std::size_t stop = 0;  ///< of it, from 0
  std::string layout;    ///< the id of a LayoutKind
  ZoomPlaces zooms{};    ///< of the pictures that are not shown whole
  /// Texts of programs that are in no file, see ProgramEditor::unsaved().
  std::map<std::filesystem::path, std::string> unsaved;
  friend bool operator==(const WorkPlace&, const WorkPlace&) = default;
};

/// A place in a file.
struct WrittenPlace {
  std::optional<WorkPlace> place;  ///< unset: only the texts are left
  bool early = false;  ///< the window had only just been opened, or that place had not been gone to
  std::map<std::filesystem::path, std::string> unsaved;
};
/// As JSON. Texts that are larger than the editor takes are left out.
[[nodiscard]] std::string place_text(const WorkPlace& place, bool early);
/// What a window leaves that is closed: texts alone.
[[nodiscard]] std::string unsaved_text(const std::map<std::filesystem::path, std::string>& unsaved);
/// nullopt if it is damaged, or of a newer Warpscope.
[[nodiscard]] std::optional<WrittenPlace> read_place_text(std::string_view text);

}  // namespace warpscope
