#include "app/session/desktop_motion.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "instrumentation/process/process.hpp"
#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

constexpr std::uint64_t largest_ini = 1 << 20;
constexpr std::chrono::milliseconds patience{2000};

std::string_view stripped(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// As GLib and KDE read them.
bool is_off(std::string_view value) { return value == "0" || value == "false"; }

bool file_asks(const std::filesystem::path& file, std::string_view section, std::string_view key) {
  const Result<std::string> text = read_text_file(file, largest_ini);
  if (!text) return false;
  const auto value = ini_value(text.value(), section, key);
  if (!value) return false;
  if (is_off(*value)) return true;
  // KDE writes factors such as 0.0 as well.
  const std::string number(*value);
  char* end = nullptr;
  const double factor = std::strtod(number.c_str(), &end);
  return end != number.c_str() && *end == '\0' && factor == 0;
}

bool gnome_asks() {
  const std::filesystem::path gsettings = find_program("gsettings");
  if (gsettings.empty()) return false;
  const auto asked =
      Process::start(gsettings, {"get", "org.gnome.desktop.interface", "enable-animations"},
                     Process::Output::lines);
  return asked && asked.value()->read_line(patience) == "false";
}

}  // namespace

bool reduces_motion(Motion chosen, bool desktop_asks) {
  return chosen == Motion::less || (chosen == Motion::desktop && desktop_asks);
}

std::optional<std::string_view> ini_value(std::string_view text, std::string_view section,
                                          std::string_view key) {
  bool inside = false;
  std::optional<std::string_view> found;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = stripped(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.starts_with('[') && line.ends_with(']')) {
      inside = line.substr(1, line.size() - 2) == section;
    }
    const auto equals = line.find('=');
    if (!inside || equals == std::string_view::npos) continue;
    if (stripped(line.substr(0, equals)) == key) found = stripped(line.substr(equals + 1));
  }
  return found;
}

bool desktop_asks_for_less_motion() {
  const std::filesystem::path folder = user_config_folder().parent_path();
  if (!folder.empty()) {
    for (const char* gtk : {"gtk-4.0", "gtk-3.0"}) {
      if (file_asks(folder / gtk / "settings.ini", "Settings", "gtk-enable-animations"))
        return true;
    }
    if (file_asks(folder / "kdeglobals", "KDE", "AnimationDurationFactor")) return true;
  }
  return gnome_asks();
}

void DesktopMotion::ask(const std::function<void()>& answered) {
  asking_ = Background<bool>(
      "ask the desktop", []() -> Result<bool> { return desktop_asks_for_less_motion(); }, answered);
}

std::optional<bool> DesktopMotion::take() {
  if (!asking_.ready()) return std::nullopt;
  const Result<bool> asks = asking_.take();
  return asks ? std::optional(asks.value()) : std::nullopt;
}

}  // namespace warpscope
