#include "app/shell/window.hpp"

#include <backends/imgui_impl_glfw.h>
#include <dlfcn.h>
#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/desktop/portal_dialog.hpp"
#include "app/gl/offscreen_context.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/desktop_motion.hpp"
#include "app/session/place_keeper.hpp"
#include "app/session/settings.hpp"
#include "app/shell/window_inbox.hpp"
#include "app/shell/workbench.hpp"
#include "app/subject/timings.hpp"
#include "app/ui/heat_painter.hpp"
#include "app/ui/imgui_compat.h"
#include "app/ui/retained_picture.hpp"
#include "instrumentation/executor/executor.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// This program, to be started once more; empty where the system does not tell.
std::filesystem::path own_program() {
  const std::filesystem::path self = "/proc/self/exe";
  std::error_code none;
  return std::filesystem::exists(self, none) ? self : std::filesystem::path();
}

constexpr float longest_step = 0.1F;                        // of one frame, after a long wait
constexpr int narrowest_window = 480, lowest_window = 320;  // below the layout's least, it scrolls
constexpr int settling_frames = 3;                          // Dear ImGui wants them after an event

int refuse(const std::string& sentence, ErrorKind kind) {
  std::fprintf(stderr, "warpscope: %s\n", printable_message(sentence).c_str());
  return static_cast<int>(kind);
}

std::string no_display(const std::string& reason) {
  return "No window can be opened: " + reason +
         ". Without a display use the commands that need none: warpscope list, report, compare, "
         "trace, export, verify; warpscope --help tells more.";
}

/// GLFW while it lives.
class Library {
 public:
  Library() {
    glfwSetErrorCallback([](int, const char* text) { last_error() = text; });
    ok_ = glfwInit() == GLFW_TRUE;
  }
  ~Library() {
    if (ok_) glfwTerminate();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  [[nodiscard]] bool ok() const { return ok_; }
  /// Without the stop at its end.
  [[nodiscard]] static std::string& last_error() {
    static std::string text;
    return text;
  }

 private:
  bool ok_ = false;
};

using WindowPtr = std::unique_ptr<GLFWwindow, decltype(&glfwDestroyWindow)>;

WindowPtr open_window() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  int x = 0, y = 0, width = 1600, height = 900;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    int room_w = width, room_h = height;
    glfwGetMonitorWorkarea(monitor, &x, &y, &room_w, &room_h);
    width = std::min(width, room_w);
    height = std::min(height, room_h);
  }
  WindowPtr window(glfwCreateWindow(width, height, "Warpscope", nullptr, nullptr),
                   glfwDestroyWindow);
  if (window) {
    glfwSetWindowSizeLimits(window.get(), narrowest_window, lowest_window, GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
  }
  return window;
}

/// Dear ImGui on a GLFW window while it lives.
class Ui {
 public:
  Ui(GLFWwindow* window, Fonts& fonts)
      : window_(window), fonts_(fonts), context_(ImGui::CreateContext(&fonts.atlas())) {
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ~Ui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext(context_);
  }
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  [[nodiscard]] HeatPainter& heat() { return heat_; }

  void set_scale(float scale) {
    if (scale == fonts_.scale()) return;
    fonts_.rebuild(scale);
    compat::reload_font_texture();
    if (picture_) picture_->forget();
  }

  template <class Build>
  void frame(const Color& background, Build build) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    build();
    ImGui::Render();
    show(background);
  }

  /// A thread with a context of the window system gets none through EGL beside it.
  [[nodiscard]] ExportHost export_host() {
    return {.leave = [] { glfwMakeContextCurrent(nullptr); },
            .come_back =
                [this] {
                  OffscreenContext::leave();
                  glfwMakeContextCurrent(window_);
                },
            .program = own_program()};
  }

 private:
  /// The content of a window after its buffers were swapped is undefined, so its picture is kept
  /// beside it.
  void show(const Color& background) {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    const bool fits = picture_ != nullptr && picture_->pixels().width() == width &&
                      picture_->pixels().height() == height;
    if (!fits) {
      auto made = RetainedPicture::create(width, height);
      if (!made) return;  // larger than the device can hold, or minimised to nothing
      picture_ = std::move(made).value();
    }
    picture_->draw(background, *ImGui::GetDrawData());
    picture_->pixels().show();
    glfwSwapBuffers(window_);
  }

  GLFWwindow* window_;
  Fonts& fonts_;
  ImGuiContext* context_;
  HeatPainter heat_;
  std::unique_ptr<RetainedPicture> picture_;
};

/// Sets up the first picture. A trace file is read before the window opens, so that the terminal in
/// which it was typed says if it is damaged.
Status start(Session& session, const WindowOptions& options) {
  Options wanted;
  wanted.model = options.model;
  if (options.subject) wanted.show(options.subject, options.request);
  if (options.subject && options.subject->can().ask_first) {
    // Until it runs, and behind a question whether it may, there is something to see.
    session.history.begin_with(wanted.model, options.request.what_if);
    Status opened = session.programs.open(*options.subject->program(), HowOpened::typed);
    if (!opened || session.programs.question() == nullptr) return opened;
    wanted.opened = {};
    wanted.request = {};
    wanted.request.kernel = session.settings.kernel;
    return session.change(std::move(wanted));
  }
  if (wanted.opened && !wanted.opened->runs()) {
    Result<Recording> read = record_with_views(wanted, {}, {});
    if (!read) return read.error();
    session.recording.show(std::move(read).value());
    session.opening.seek();
    return Done{};
  }
  const bool chosen = static_cast<bool>(options.subject);
  if (!chosen) wanted.request.kernel = session.settings.kernel;
  Status started = session.change(wanted);
  if (started || chosen) return started;
  // This version does not have the remembered kernel.
  wanted.request.kernel = Settings{}.kernel;
  return session.change(std::move(wanted));
}

/// Measuring starts this program itself.
MeasureHost measure_host() {
  return {.program = own_program(), .folder = timings_folder(), .problem = [] {
            return Sentence(cuda_status().problem);
          }};
}

/// "x11:1a00003", as portals name a window; empty where it has no such name, as on Wayland. Not every GLFW has the
/// function.
std::string portal_name_of(GLFWwindow* window) {
  using X11Window = unsigned long(GLFWwindow*);
  auto* const x11_window = reinterpret_cast<X11Window*>(::dlsym(RTLD_DEFAULT, "glfwGetX11Window"));
  const unsigned long number = x11_window == nullptr ? 0 : x11_window(window);
  return number == 0 ? std::string() : fmt::format("x11:{:x}", number);
}

/// The desktop's dialog for files, unless the environment's WARPSCOPE_FILE_CHOOSER asks for the window's own fields and
/// lists.
std::unique_ptr<FileDialog> file_dialog(Session& session, GLFWwindow* window) {
  const char* variable = std::getenv("WARPSCOPE_FILE_CHOOSER");
  const std::string_view wanted = variable == nullptr ? "" : variable;
  if (wanted == "own") return nullptr;
  if (!wanted.empty() && wanted != "desktop") {
    session.notices.complain(usage_error(
        say("WARPSCOPE_FILE_CHOOSER is \"{}\", but it must be own or desktop. The desktop's file "
            "dialog is used.",
            quotable(wanted))));
  }
  return std::make_unique<PortalDialog>(
      session_bus(), PortalDialog::Window{.name = [window] { return portal_name_of(window); },
                                          .wake = glfwPostEmptyEvent});
}

float scale_of(GLFWwindow* window, const Session& session) {
  const float wanted = session.settings.scale;
  int width = 0, height = 0;
  float dpi = 1, dpi_y = 1;
  glfwGetWindowSize(window, &width, &height);
  glfwGetWindowContentScale(window, &dpi, &dpi_y);
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  const bool lecture = session.views.layout == LayoutKind::lecture;
  return drawn_scale(wanted, lecture ? lecture_scale(dpi, w, h) : dpi);
}

/// Opens what was dropped on the window; one of several files is what a person means.
void drop(Session& session, const std::vector<std::string>& files) {
  session.popup.shown = Popup::none;
  if (const Status opened = session.open(files.front()); !opened) {
    session.notices.complain(opened.error());
  } else if (files.size() > 1) {
    session.notices.say(say("Only the first of the dropped files is opened."));
  }
}

/// Goes on where a window ended that crashed, unless something else was asked for; says so. One that died at once may
/// have died of its place, so that it is offered only.
void go_on(Session& session, WrittenPlace left, bool asked) {
  for (auto& [file, text] : left.unsaved) session.editor.program.restore(file, std::move(text));
  const bool was_writing = left.place && left.unsaved.contains({});
  if (left.place && !asked && left.early) {
    session.places.last_window = std::move(left.place);
    session.views.layout = LayoutKind::home;
    return session.notices.say(
        say("The last window ended as soon as it had opened, so this one starts at home."),
        say("Go there"), "restore");
  }
  if (left.place && !asked) {
    if (const Status resumed = session.places.resume(*left.place); !resumed) {
      return session.notices.complain(resumed.error());
    }
  }
  if (session.notices.toast() && session.notices.toast()->error) return;  // which is worse
  if (was_writing) {
    return session.notices.say(say("What you were writing was not saved. It is here again."),
                               say("Show"), "program.write");
  }
  if (left.place && !asked)
    session.notices.say(say("The last window ended unexpectedly: this is where you were."));
}

/// Draws frames while something moves or was touched; sleeps otherwise.
void run_frames(GLFWwindow* window, Session& session, Ui& ui, Workbench& workbench, Inbox& box,
                PlaceKeeper& keeper) {
  int settling = settling_frames;
  double last = glfwGetTime();
  DesktopMotion desktop;
  desktop.ask(glfwPostEmptyEvent);
  bool focused = true;
  while (glfwWindowShouldClose(window) == GLFW_FALSE) {
    const double wait =
        settling > 0 ? 0 : std::min(workbench.seconds_until_change(), keeper.seconds_until_due());
    const double asleep = glfwGetTime();
    if (wait > 0) {
      glfwWaitEventsTimeout(std::min(wait, 3600.0));
    } else {
      glfwPollEvents();
    }
    const double now = glfwGetTime();
    const bool touched = wait > 0 && now - asleep < wait;
    const bool busy =
        touched || !box.chords.empty() || !box.dropped.empty() || compat::input_waits();
    settling = busy ? settling_frames : std::max(0, settling - 1);

    // Who comes back from the desktop's settings may have changed them.
    const bool now_focused = glfwGetWindowAttrib(window, GLFW_FOCUSED) == GLFW_TRUE;
    if (!std::exchange(focused, now_focused) && now_focused) desktop.ask(glfwPostEmptyEvent);
    if (const auto asks = desktop.take()) session.playback.follow_motion(*asks);

    // Time first, then keys, so that whatever a key starts is seen from its beginning.
    const auto seconds = static_cast<float>(now - std::exchange(last, now));
    session.tick(seconds);
    keeper.frame(session, seconds);
    for (const Chord& chord : std::exchange(box.chords, {})) workbench.press(chord);
    if (const auto files = std::exchange(box.dropped, {}); !files.empty()) drop(session, files);
    ui.set_scale(scale_of(window, session));
    ui.frame(workbench.background(), [&] { workbench.frame(std::min(seconds, longest_step)); });
    if (release_short_keys(window, box)) settling = settling_frames;
  }
}

}  // namespace

int run_window(const WindowOptions& options) {
  // Runs last of all, when the window is already gone.
  const struct AtEnd {
    ~AtEnd() { executor().finish(); }
  } at_end;
  const Library library;
  if (!library.ok()) return refuse(no_display(Library::last_error()), ErrorKind::unavailable);

  const std::filesystem::path remembered = settings_path();
  std::error_code unknown;
  const bool newcomer = !std::filesystem::exists(remembered, unknown);
  Settings first;
  first.language = language_id(current_language());
  const Result<Settings> settings = load_settings(remembered, first);
  Session session(settings ? settings.value() : first, record_with_views, glfwPostEmptyEvent);
  if (!options.language.empty()) session.settings.language = options.language;
  session.opening.newcomer = newcomer;
  session.notes.notebook.keep(default_notes_folder());
  session.measuring.use(measure_host());
  session.programs.use(options.programs);
  session.programs.remember(program_trust_path(), recent_programs_path());
  session.lectures.remember(lectures_path());
  const Status course = session.progress.keep(progress_path());
  if (const Status started = start(session, options); !started) {
    return refuse(started.error().message, started.error().kind);
  }
  if (newcomer && !options.subject) session.views.layout = LayoutKind::home;
  if (!settings) session.notices.complain(settings.error());
  if (!course) session.notices.complain(course.error());
  for (const std::string& why : recorded_timings()->damaged) {
    session.notices.complain({ErrorKind::usage, why});
  }
  // Also on the terminal in which it was typed: it stays there
  if (session.notices.toast() && session.notices.toast()->error) {
    std::fprintf(stderr, "warpscope: %s\n",
                 printable_message(session.notices.toast()->text.text()).c_str());
  }
  if (options.lessons) {
    session.lesson.use(options.lessons);
    for (const std::filesystem::path& file : options.lessons->own_files()) {
      session.lectures.note(file);
    }
  }

  if (!options.lecture.empty()) {
    if (const Status begun = session.lectures.open(options.lecture); !begun) {
      return refuse(begun.error().message, begun.error().kind);
    }
    session.views.leave_home();
  }

  const WindowPtr window = open_window();
  if (!window) return refuse(no_display(Library::last_error()), ErrorKind::unavailable);
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    return refuse(no_display("OpenGL 3.3 could not be loaded"), ErrorKind::unavailable);
  }

  PlaceKeeper keeper(place_folder());
  const bool asked = options.subject || !options.lecture.empty();
  go_on(session, keeper.take_left(), asked);

  Inbox box;
  listen(window.get(), box);  // before Dear ImGui, which calls the callbacks that it finds
  Fonts fonts(scale_of(window.get(), session));
  Ui ui(window.get(), fonts);
  hold_short_keys(window.get(), box);
  const Commands commands =
      make_commands(session, view_lists(),
                    {[&] { toggle_full_screen(window.get(), box); },
                     [&] { glfwSetWindowShouldClose(window.get(), GLFW_TRUE); },
                     [&] { return glfwGetWindowMonitor(window.get()) != nullptr; },
                     [&] {
                       const char* text = glfwGetClipboardString(window.get());
                       return std::string(text == nullptr ? "" : text);
                     }});
  const std::unique_ptr<FileDialog> files = file_dialog(session, window.get());
  Workbench workbench(session, commands, fonts, ui.export_host(), &ui.heat(), files.get());
  run_frames(window.get(), session, ui, workbench, box, keeper);

  keeper.end(session.editor.program.unsaved());
  if (const Status saved = save_settings(session.settings, remembered); !saved) {
    std::fprintf(stderr, "warpscope: %s\n", saved.error().message.c_str());
  }
  return 0;
}

}  // namespace warpscope
