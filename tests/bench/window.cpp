// How long the window's frames and seeks take with a trace of a million warp accesses, at 1920 × 1080:
// built without rasterising, in processor time of the frame thread; and rasterised while it plays,
// for every stage kind, in wall time and in processor time of all threads, of which a software
// rasteriser has many. Rasterised frames are what changed over the last one until the device is done,
// the same and read back, and the whole frame drawn anew.
// Prints percentiles, or JSON; asserts nothing.
//
//   bench_window [--json] [--kernel ID] [ACCESSES]        a hand-made trace, or a kernel's own
//   bench_window [--json] --program FILE.cu               a program of the user's own, and how long it
//                                                         takes from a save to the frame that shows it

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/programs/program_console.hpp"
#include "app/shell/scene.hpp"
#include "app/shell/workbench.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "instrumentation/trace/temporary.hpp"
#include "tests/support/long_trace.hpp"

namespace warpscope {
namespace {

/// Of this thread, so that other work of the machine does not count.
double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double milliseconds(const std::function<void()>& work) {
  const double start = cpu_milliseconds();
  work();
  return cpu_milliseconds() - start;
}

/// Of all threads of the process.
double all_cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double wall_milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

struct Figures {
  double p50 = 0, p99 = 0, most = 0;
};

Figures figures_of(std::vector<double> times) {
  std::ranges::sort(times);
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  return {at(0.5), at(0.99), times.back()};
}

nlohmann::json json_of(const Figures& figures) {
  const auto rounded = [](double ms) { return std::round(ms * 1000) / 1000; };
  return {
      {"p50", rounded(figures.p50)}, {"p99", rounded(figures.p99)}, {"max", rounded(figures.most)}};
}

/// A window off screen that shows a trace, and what was measured of it.
class Bench {
 public:
  Bench(OffscreenUi& ui, nlohmann::json& report)
      : ui_(ui),
        report_(report),
        commands_(make_commands(session_, view_lists())),
        bench_(session_, commands_, ui.fonts(), {}, &ui.heat()) {}

  void show(const std::shared_ptr<const Trace>& trace);
  /// Opens a copy of a program, and saves it ten times.
  Status open_and_save(const std::filesystem::path& file);
  void build_frames();
  void draw_frames(const StageInfo& kind);

 private:
  void tick() { session_.tick(1 / 60.0F); }
  void frame() { bench_.frame(1 / 60.0F); }
  void build() {
    tick();
    ui_.build([this] { frame(); });
  }
  void settle();
  void play(float speed);
  void add(std::string_view name, std::vector<double> times) {
    report_[std::string(name)] = json_of(figures_of(std::move(times)));
  }

  OffscreenUi& ui_;
  nlohmann::json& report_;
  Session session_{Settings{}, record_with_views};
  Commands commands_;
  Workbench bench_;
};

void Bench::show(const std::shared_ptr<const Trace>& trace) {
  DocumentPtr document;
  add("summary_dataflow_replay", {milliseconds([&] {
        document = std::make_shared<const Document>(RunRequest{}, trace, BankModel::cc5);
      })});
  const auto views = std::make_shared<ViewSet>();
  add("views_prepare", {milliseconds([&] { views->show(document); })});
  session_.recording.show({Options{}, document, nullptr, views, {}});
  add("first_frame", {milliseconds([&] { build(); })});
  // Background work for a long trace must not count among the frames.
  add("stage_prepares_in_background", {wall_milliseconds([&] { settle(); })});
}

Status Bench::open_and_save(const std::filesystem::path& file) {
  session_.programs.use(
      {.build = build_program, .run = run_program, .find_compiler = find_compiler});
  if (Status opened = session_.open(file, HowOpened::typed); !opened) return opened;
  const auto shown = [&](const DocumentPtr& before) {
    while (session_.playback.left().document() == before) {
      if (session_.programs.console() != nullptr &&
          session_.programs.console()->outdates_document())
        return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      tick();
    }
    return true;
  };
  std::vector<double> saves, builds, frames;
  for (int k = 0; k < 11; ++k) {
    const DocumentPtr before = session_.playback.left().document();
    std::ofstream(file, std::ios::app) << "// " << k << '\n';
    bool compiled = false;
    saves.push_back(wall_milliseconds([&] {
      compiled = shown(before);
      frames.push_back(milliseconds([&] { build(); }));
    }));
    if (!compiled) return usage_error(session_.programs.console()->failure);
    builds.push_back(1e3 * session_.programs.console()->build_seconds);
    if (k == 0) {  // that was opening it
      for (auto* times : {&saves, &builds, &frames}) times->clear();
    }
    settle();
  }
  add("save_to_frame", saves);
  add("of_that_building", builds);
  add("first_frame", frames);
  return Done{};
}

void Bench::settle() {
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    build();
  } while (bench_.seconds_until_change() == 0);
}

void Bench::play(float speed) {
  session_.playback.seek(0);
  session_.playback.player.set_speed(speed);
  if (!session_.playback.player.playing()) session_.playback.toggle();
}

void Bench::build_frames() {
  std::mt19937 random(7);
  std::uniform_int_distribution<std::uint32_t> anywhere(0, session_.playback.left().count() - 1);
  std::vector<double> stepping, seeking, frames_after, playing;
  for (int i = 0; i < 300; ++i) {
    session_.playback.step(Granularity::access, true);
    stepping.push_back(milliseconds([&] { build(); }));
  }
  for (int i = 0; i < 300; ++i) {
    const std::uint32_t place = anywhere(random);
    seeking.push_back(milliseconds([&] { session_.playback.seek(place); }));
    frames_after.push_back(milliseconds([&] { build(); }));
  }
  play(Player::max_speed);
  for (int i = 0; i < 300; ++i) playing.push_back(milliseconds([&] { build(); }));
  session_.playback.toggle();
  add("frame_stepping", stepping);
  add("frame_playing_8x", playing);
  add("seek_random", seeking);
  add("frame_after_seek", frames_after);
}

/// Rasterised ones.
void Bench::draw_frames(const StageInfo& kind) {
  session_.views.choose_stage(kind.id);
  settle();
  nlohmann::json& mine = report_["rasterised"][std::string(kind.id)];
  const auto measure = [&](const std::string& name, int frames, const auto& draw) {
    play(1);
    tick();
    draw();
    ui_.finish();
    std::vector<double> times, of_all;
    for (int i = 0; i < frames; ++i) {
      if (!session_.playback.player.playing()) session_.playback.toggle();
      tick();
      const double start = all_cpu_milliseconds();
      times.push_back(wall_milliseconds(draw));
      of_all.push_back(all_cpu_milliseconds() - start);
    }
    mine[name] = json_of(figures_of(times));
    mine[name + "_processor"] = json_of(figures_of(of_all));
  };
  const auto built = [this] { frame(); };
  measure("changes", 300, [&] {
    ui_.draw(bench_.background(), built);
    ui_.finish();
  });
  measure("changes_read_back", 300,
          [&] { static_cast<void>(ui_.render(bench_.background(), built)); });
  measure("whole", 100, [&] {
    ui_.draw_all(bench_.background(), built);
    ui_.finish();
  });
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d", std::localtime(&now));
  return text;
}

std::string processor() {
  const std::string cores = ", " + std::to_string(std::thread::hardware_concurrency()) + " cores";
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2) + cores;
  }
  return "unknown" + cores;
}

void print(const nlohmann::json& report) {
  const auto row = [](const std::string& name, const nlohmann::json& f) {
    std::printf("%-44s p50 %8.3f ms   p99 %8.3f ms   max %8.3f ms\n", name.c_str(),
                f["p50"].get<double>(), f["p99"].get<double>(), f["max"].get<double>());
  };
  for (const auto& [name, value] : report.items()) {
    if (value.contains("p50")) row(name, value);
  }
  for (const auto& [kind, all] : report["rasterised"].items()) {
    for (const auto& [name, value] : all.items()) row(kind + ", " + name, value);
  }
}

struct Wanted {
  bool json = false;
  std::string kernel;
  std::filesystem::path program;
  std::size_t accesses = 1'000'000;
};

Result<std::shared_ptr<const Trace>> trace_of(const Wanted& wanted) {
  if (!wanted.program.empty()) return std::make_shared<const Trace>();  // it records its own
  if (wanted.kernel.empty())
    return std::make_shared<const Trace>(test::long_trace(wanted.accesses));
  auto document = make_document({.kernel = wanted.kernel}, BankModel::cc5);
  if (!document) return document.error();
  return document.value()->trace;
}

/// The user's own file stays as it is.
Status open_copy(const std::filesystem::path& program, Bench& bench) {
  const auto folder = TemporaryFolder::make();
  if (!folder) return folder.error();
  const std::filesystem::path copy = folder->path() / program.filename();
  std::filesystem::copy_file(program, copy);
  return bench.open_and_save(copy);
}

int measure(const Wanted& wanted, const std::string& command) {
  auto ui = OffscreenUi::create(1920, 1080);
  const auto trace = trace_of(wanted);
  if (!ui || !trace) {
    const Error& error = ui ? trace.error() : ui.error();
    std::fprintf(stderr, "bench_window: %s\n", error.message.c_str());
    return static_cast<int>(error.kind);
  }
  nlohmann::json report{{"kind", "window"},
                        {"device", processor()},
                        {"driver", ui.value()->renderer()},
                        {"date", today()},
                        {"command", command},
                        {"accesses", wanted.program.empty() ? trace.value()->accesses.size() : 0},
                        {"what",
                         "times in ms at 1920 x 1080; rasterised frames while it plays at "
                         "1x, by stage kind: what changes, the same and read back, the "
                         "whole frame; processor: of all threads"}};
  Bench bench(*ui.value(), report);
  if (wanted.program.empty()) {
    bench.show(trace.value());
  } else if (const Status opened = open_copy(wanted.program, bench); !opened) {
    std::fprintf(stderr, "bench_window: %s\n", opened.error().message.c_str());
    return static_cast<int>(opened.error().kind);
  }
  bench.build_frames();
  for (const StageInfo& kind : view_lists().stages) bench.draw_frames(kind);
  if (wanted.json) {
    std::printf("%s\n", report.dump(1).c_str());
  } else {
    print(report);
  }
  return 0;
}

}  // namespace
}  // namespace warpscope

int main(int argc, char** argv) {
  warpscope::Wanted wanted;
  std::string command = "bench_window";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    command.append(" ").append(argument);
    if (argument == "--json") {
      wanted.json = true;
    } else if (argument == "--program" && i + 1 < argc) {
      wanted.program = argv[++i];
      command.append(" ").append(wanted.program.filename().string());
    } else if (argument == "--kernel" && i + 1 < argc) {
      wanted.kernel = argv[++i];
      command.append(" ").append(wanted.kernel);
    } else {
      wanted.accesses = static_cast<std::size_t>(std::max(1L, std::atol(argv[i])));
    }
  }
  return warpscope::measure(wanted, command);
}
