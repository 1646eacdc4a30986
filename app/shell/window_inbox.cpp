#include "app/shell/window_inbox.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

#include "app/ui/imgui_compat.h"

namespace warpscope {
namespace {

Inbox& inbox(GLFWwindow* window) { return *static_cast<Inbox*>(glfwGetWindowUserPointer(window)); }

}  // namespace

void Inbox::put(std::optional<Chord> chord) {
  if (!chord) return;
  // A text field has the keys, but Escape closes it, however slow the frames are.
  if (ImGui::GetIO().WantTextInput && chord->key != "Escape") return;
  chords.push_back(std::move(*chord));
}

void listen(GLFWwindow* window, Inbox& box) {
  glfwSetWindowUserPointer(window, &box);
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
    if (action == GLFW_RELEASE) return;
    inbox(w).put(inbox(w).keyboard.key(key, glfwGetKeyName(key, scancode), modifiers));
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
    if (action == GLFW_PRESS) inbox(w).put(Keyboard::mouse(button));
  });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    inbox(w).dropped.assign(paths, paths + count);
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned code_point) {
    inbox(w).put(inbox(w).keyboard.character(code_point));
  });
}

void hold_short_keys(GLFWwindow* window, Inbox& box) {
  box.key_listener = glfwSetKeyCallback(
      window, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
        Inbox& here = inbox(w);
        if (action == GLFW_PRESS) here.fresh.push_back(key);
        if (action == GLFW_RELEASE && std::ranges::count(here.fresh, key) > 0) {
          here.short_keys.push_back({key, scancode, modifiers});
          return;
        }
        here.key_listener(w, key, scancode, action, modifiers);
      });
}

bool release_short_keys(GLFWwindow* window, Inbox& box) {
  box.fresh.clear();
  const auto waiting = std::exchange(box.short_keys, {});
  for (const Inbox::ShortKey& each : waiting) {
    box.key_listener(window, each.key, each.scancode, GLFW_RELEASE, each.modifiers);
  }
  return !waiting.empty();
}

void toggle_full_screen(GLFWwindow* window, Inbox& box) {
  if (glfwGetWindowMonitor(window) != nullptr) {
    glfwSetWindowMonitor(window, nullptr, box.x, box.y, box.width, box.height, 0);
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (mode == nullptr) return;
  glfwGetWindowPos(window, &box.x, &box.y);
  glfwGetWindowSize(window, &box.width, &box.height);
  glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

}  // namespace warpscope
