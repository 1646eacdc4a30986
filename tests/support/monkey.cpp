#include "tests/support/monkey.hpp"

#include "app/panes/view_list.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <thread>

namespace warpscope::test {
namespace {

constexpr std::size_t kept = 5;   // of the slowest frames
constexpr int most_rescales = 8;  // each draws all fonts anew
constexpr float frame_time = 1 / 60.0F;

double wall_ms() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Of this thread: other work of the machine does not count.
double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

Monkey::Monkey(OffscreenUi& ui, std::uint32_t seed)
    : ui_(ui),
      random_(seed),
      session_(Settings{}, record_with_views),
      commands_(make_commands(session_, view_lists())),
      bench_(session_, commands_, ui.fonts(), {.instead = [this](const ExportWish&) -> Status {
               ++report_.pictures;
               return Done{};
             }}) {
  static_cast<void>(session_.choose_kernel("reduce_strided"));
  settle(20);
}

void Monkey::settle(double seconds) {
  const double end = wall_ms() + 1000 * seconds;
  while (session_.recording.on() && wall_ms() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    session_.tick(0);
  }
  note("a recording that ended");
  frame({.mouse = mouse_});
}

const Monkey::Report& Monkey::run(std::uint64_t inputs) {
  for (std::uint64_t i = 0; i < inputs; ++i) {
    ++report_.inputs;
    act();
    if (below(40) == 0) settle(0.2);
  }
  return report_;
}

void Monkey::act() {
  struct Deed {
    std::uint32_t weight;
    void (Monkey::*act)();
  };
  constexpr std::array deeds{
      Deed{46, &Monkey::press_known}, Deed{8, &Monkey::press_unknown}, Deed{12, &Monkey::click},
      Deed{2, &Monkey::drag},         Deed{8, &Monkey::wheel},         Deed{8, &Monkey::move},
      Deed{6, &Monkey::right_click},  Deed{8, &Monkey::type},          Deed{10, &Monkey::hit_key},
      Deed{3, &Monkey::open_popup},   Deed{1, &Monkey::resize},
  };
  std::uint32_t all = 0;
  for (const Deed& deed : deeds) all += deed.weight;
  std::uint32_t place = below(all);
  for (const Deed& deed : deeds) {
    if (place < deed.weight) return (this->*deed.act)();
    place -= deed.weight;
  }
}

void Monkey::press(const Chord& chord, const std::string& why) {
  bench_.press(chord);
  note(why + warpscope::text(chord));
}

/// Several keys may come between two frames.
void Monkey::press_known() {
  const auto& all = commands_.all();
  const Command& command = all[below(static_cast<std::uint32_t>(all.size()))];
  if (command.keys.empty()) {
    commands_.run(command.id);
    note("command " + command.id);
  } else {
    press(command.keys[below(static_cast<std::uint32_t>(command.keys.size()))], "key ");
  }
  rescale();
  if (below(3) == 0) frame({.mouse = mouse_});
}

void Monkey::press_unknown() {
  constexpr std::array<std::string_view, 12> names{"Left", "F5",  "F12", "Enter", "",  "~",
                                                   "\x7f", "F99", "9",   "Ctrl+", "!", "@"};
  std::string key(names[below(static_cast<std::uint32_t>(names.size()))]);
  if (below(2) == 0) key = std::string(1, static_cast<char>(' ' + below(95)));
  press({below(2) == 0, below(2) == 0, below(2) == 0, key}, "unknown key ");
}

Point Monkey::somewhere() {
  // Now and then beyond the window's edges.
  const auto along = [this](float length) {
    return static_cast<float>(below(static_cast<std::uint32_t>(length) + 40)) - 10;
  };
  return {along(width_), along(height_)};
}

void Monkey::click() {
  mouse_ = somewhere();
  note("click");
  frame({.mouse = mouse_, .mouse_down = true});
  frame({.mouse = mouse_});
}

/// Often what it offers is done, too.
void Monkey::right_click() {
  mouse_ = somewhere();
  note("right click");
  frame({.mouse = mouse_, .right_down = true});
  frame({.mouse = mouse_});
  if (below(3) == 0) return;
  for (std::uint32_t i = below(8); i > 0; --i) {
    frame({.mouse = mouse_, .keys = {Key::down}});
    frame({.mouse = mouse_});
  }
  note("menu entry");
  frame({.mouse = mouse_, .keys = {Key::enter}});
}

void Monkey::drag() {
  mouse_ = somewhere();
  const Point to = somewhere();
  note("drag");
  constexpr int steps = 4;
  for (int i = 0; i < steps; ++i) {
    frame({.mouse = mouse_, .mouse_down = true});
    mouse_.x += (to.x - mouse_.x) / 2;
    mouse_.y += (to.y - mouse_.y) / 2;
  }
  frame({.mouse = mouse_});
}

void Monkey::wheel() {
  constexpr std::array notches{-1.0F, 1.0F, 0.25F, -40.0F, 1e6F, -3.0F};
  if (below(2) == 0) mouse_ = somewhere();
  note("wheel");
  frame({.mouse = mouse_, .wheel = notches[below(static_cast<std::uint32_t>(notches.size()))]});
}

void Monkey::move() {
  mouse_ = below(12) == 0 ? Point{-1, -1} : somewhere();
  note("mouse");
  frame({.mouse = mouse_});
}

std::string Monkey::text() {
  constexpr std::array<std::string_view, 18> words{
      "7",
      "0",
      "-1",
      "512",
      "99999999999999999999",
      "step 3",
      "l 2",
      "stride",
      "1e9",
      "größe",
      "日本語",
      "🙂",
      "%s%n",
      "nan",
      "reduce",
      "\t",
      "\x01\x02",
      "a very long word that fills the field and more than the field"};
  if (below(3) > 0) return std::string(words[below(static_cast<std::uint32_t>(words.size()))]);
  std::string letters;
  for (std::uint32_t i = below(8); i > 0; --i) {
    const char letter = static_cast<char>(' ' + below(95));
    letters += letter == '/' || letter == '\\' || letter == '~' ? '_' : letter;
  }
  return letters;
}

void Monkey::type() {
  FakeInput input{.mouse = mouse_};
  input.text = text();
  note("text \"" + input.text + '"');
  frame(input);
}

void Monkey::hit_key() {
  constexpr std::array keys{Key::enter, Key::tab,     Key::escape,   Key::backspace, Key::del,
                            Key::left,  Key::right,   Key::up,       Key::down,      Key::home,
                            Key::end,   Key::page_up, Key::page_down};
  FakeInput input{.mouse = mouse_};
  input.keys = {keys[below(static_cast<std::uint32_t>(keys.size()))]};
  input.ctrl = below(6) == 0;
  input.shift = below(6) == 0;
  note("control key " + std::to_string(static_cast<int>(input.keys.front())));
  frame(input);
  if (below(4) == 0) frame({.mouse = mouse_});
}

void Monkey::open_popup() {
  // As a click on its button does, if it has one.
  constexpr std::array opening{"kernel",  "size",       "input", "machine",     "banks", "palette",
                               "help",    "open",       "save",  "rival",       "jump",  "picture",
                               "play.by", "play.speed", "block", "traced_block"};
  const char* id = opening[below(static_cast<std::uint32_t>(opening.size()))];
  commands_.run(id);
  note(std::string("command ") + id);
  frame({.mouse = mouse_});
}

void Monkey::resize() {
  constexpr std::array<std::array<float, 2>, 8> sizes{{{1280, 720},
                                                       {1920, 1080},
                                                       {1024, 640},
                                                       {320, 200},
                                                       {3840, 2160},
                                                       {1, 1},
                                                       {2000, 300},
                                                       {400, 1600}}};
  const auto& size = sizes[below(static_cast<std::uint32_t>(sizes.size()))];
  width_ = size[0];
  height_ = size[1];
  ImGui::GetIO().DisplaySize = {width_, height_};
  note("window of " + std::to_string(static_cast<int>(width_)) + " x " +
       std::to_string(static_cast<int>(height_)));
  frame({.mouse = mouse_});
}

/// As the window does when the user asks for another size of everything.
void Monkey::rescale() {
  const float wanted = drawn_scale(session_.settings.scale, 1);
  if (wanted == scale_ || rescales_ == most_rescales) return;
  ++rescales_;
  scale_ = wanted;
  ui_.rescale(scale_);
}

void Monkey::frame(const FakeInput& input) {
  // Mostly in time; now and then the machine was busy, or no time has passed.
  const std::uint32_t luck = below(50);
  const float seconds = luck == 0 ? 5.0F : luck == 1 ? 0.0F : frame_time;
  const double wall = wall_ms();
  const double cpu = cpu_ms();
  session_.tick(seconds);
  ui_.build([&] { bench_.frame(std::min(seconds, 0.1F)); }, input);
  const Slowest now{wall_ms() - wall, cpu_ms() - cpu, cause_};
  ++report_.frames;
  if (session_.playback.left().ready()) {
    const Trace* trace = session_.playback.left().document()->trace.get();
    if (trace != shown_) ++report_.recordings;
    shown_ = trace;
  }
  auto& slowest = report_.slowest;
  const auto place =
      std::ranges::upper_bound(slowest, now.cpu_ms, std::ranges::greater{}, &Slowest::cpu_ms);
  slowest.insert(place, now);
  if (slowest.size() > kept) slowest.pop_back();
}

std::string Monkey::fault() const {
  const Playhead& left = session_.playback.left();
  if (left.ready() && left.position() >= left.count()) return "the playhead left the trace";
  const Playhead& right = session_.playback.right();
  if (right.ready() && right.position() >= right.count()) return "the rival's playhead left it";
  const Settings& settings = session_.settings;
  if (!(settings.scale >= min_scale && settings.scale <= max_scale)) return "the scale ran away";
  if (find_theme(settings.theme) == nullptr) return "there is no theme " + settings.theme;
  const Splitters& borders = settings.borders[static_cast<std::size_t>(session_.views.layout)];
  for (const float share : {borders.left, borders.right, borders.left_upper, borders.middle_upper,
                            borders.right_upper, borders.compare_upper}) {
    if (!(share >= 0.05F && share <= 0.95F)) return "a border between panes left the window";
  }
  const float speed = session_.playback.player.speed();
  if (!(speed >= Player::min_speed && speed <= Player::max_speed)) return "the speed ran away";
  return {};
}

void Monkey::calm_down() {
  for (int i = 0; i < 4; ++i) {
    press(chord("Escape"), "key ");
    frame({});
  }
  settle(20);
}

Sandbox::Sandbox() {
  for (const char* name : {"XDG_CONFIG_HOME", "HOME"}) {
    setenv(name, folder_.path().c_str(), 1);
  }
}

}  // namespace warpscope::test
