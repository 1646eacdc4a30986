#include "app/programs/editor_launch.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using EditorWords = std::vector<std::string>;

/// A machine that has exactly these programs.
Result<EditorCommand> command_for(const std::map<std::string, std::string>& variables,
                                  const EditorWords& programs,
                                  const std::string& file = "/p/sum.cu", std::uint32_t line = 12) {
  return editor_command(
      [&](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? "" : found->second;
      },
      file, line,
      [&](const std::string& program) { return std::ranges::count(programs, program) > 0; });
}

struct EditorCase {
  std::string editor;
  EditorWords expected;
  bool at_line = true;
};

TEST(EditorLaunch, EachKnownEditorIsToldTheLineInItsOwnWay) {
  const std::vector<EditorCase> cases{
      {"code", {"code", "-g", "/p/sum.cu:12"}},
      {"codium", {"codium", "-g", "/p/sum.cu:12"}},
      {"cursor", {"cursor", "-g", "/p/sum.cu:12"}},
      {"code --wait", {"code", "--wait", "-g", "/p/sum.cu:12"}},
      {"gvim", {"gvim", "+12", "/p/sum.cu"}},
      {"vim -g", {"vim", "-g", "+12", "/p/sum.cu"}},
      {"emacs", {"emacs", "+12", "/p/sum.cu"}},
      {"emacsclient", {"emacsclient", "-n", "+12", "/p/sum.cu"}},
      {"emacsclient --no-wait -c", {"emacsclient", "--no-wait", "-c", "+12", "/p/sum.cu"}},
      {"gedit", {"gedit", "+12", "/p/sum.cu"}},
      {"gnome-text-editor",
       {"gnome-text-editor", "/p/sum.cu"},
       false},  // "+12" was a file to older ones
      {"kate", {"kate", "-l", "12", "/p/sum.cu"}},
      {"kwrite", {"kwrite", "-l", "12", "/p/sum.cu"}},
      {"geany", {"geany", "-l", "12", "/p/sum.cu"}},
      {"clion", {"clion", "--line", "12", "/p/sum.cu"}},
      {"subl", {"subl", "/p/sum.cu:12"}},
      {"zed", {"zed", "/p/sum.cu:12"}},
      {"/opt/bin/zed --new", {"/opt/bin/zed", "--new", "/p/sum.cu:12"}},
      {"my-editor", {"my-editor", "/p/sum.cu"}, false},
      {"xdg-open", {"xdg-open", "/p/sum.cu"}, false},
  };
  for (const EditorCase& c : cases) {
    SCOPED_TRACE(c.editor);
    const auto command = command_for({{"VISUAL", c.editor}}, {c.expected.front()});
    ASSERT_TRUE(command) << command.error().message;
    EXPECT_EQ(command->words, c.expected);
    EXPECT_EQ(command->at_line, c.at_line);
  }
}

TEST(EditorLaunch, AnEditorOfTheTerminalGetsOne) {
  const std::vector<EditorCase> cases{
      {"vi", {"vi", "+12", "/p/sum.cu"}},
      {"nvim", {"nvim", "+12", "/p/sum.cu"}},
      {"nano", {"nano", "+12", "/p/sum.cu"}},
      {"micro", {"micro", "+12", "/p/sum.cu"}},
      {"kak", {"kak", "+12", "/p/sum.cu"}},
      {"joe", {"joe", "+12", "/p/sum.cu"}},
      {"hx", {"hx", "/p/sum.cu:12"}},
      {"helix", {"helix", "/p/sum.cu:12"}},
      {"ed", {"ed", "/p/sum.cu"}, false},
      {"emacs -nw", {"emacs", "-nw", "+12", "/p/sum.cu"}},
      {"emacsclient -nw", {"emacsclient", "-nw", "+12", "/p/sum.cu"}},
  };
  for (const EditorCase& c : cases) {
    SCOPED_TRACE(c.editor);
    const auto command = command_for({{"EDITOR", c.editor}}, {c.expected.front(), "xterm"});
    ASSERT_TRUE(command) << command.error().message;
    EditorWords expected{"xterm", "-e"};
    expected.insert(expected.end(), c.expected.begin(), c.expected.end());
    EXPECT_EQ(command->words, expected);
    EXPECT_EQ(command->editor, c.expected.front());
    EXPECT_EQ(command->at_line, c.at_line);
  }
}

TEST(EditorLaunch, EachTerminalIsToldTheCommandInItsOwnWay) {
  const std::vector<std::pair<std::string, EditorWords>> cases{
      {"x-terminal-emulator", {"x-terminal-emulator", "-e"}},
      {"gnome-terminal", {"gnome-terminal", "--"}},
      {"konsole", {"konsole", "-e"}},
      {"xfce4-terminal", {"xfce4-terminal", "-x"}},
      {"alacritty", {"alacritty", "-e"}},
      {"kitty", {"kitty"}},
      {"foot", {"foot"}},
      {"wezterm", {"wezterm", "start"}},
      {"konsole --hide-menubar", {"konsole", "--hide-menubar", "-e"}},
      {"a-new-one", {"a-new-one", "-e"}},
  };
  for (const auto& [terminal, begin] : cases) {
    SCOPED_TRACE(terminal);
    const auto command =
        command_for({{"EDITOR", "vim"}, {"TERMINAL", terminal}}, {"vim", begin.front(), "xterm"});
    ASSERT_TRUE(command) << command.error().message;
    EditorWords expected = begin;
    expected.insert(expected.end(), {"vim", "+12", "/p/sum.cu"});
    EXPECT_EQ(command->words, expected) << "TERMINAL comes before those that are merely there";
  }
}

TEST(EditorLaunch, ChoosesVisualThenEditorThenTheDesktop) {
  const EditorWords all{"code", "gedit", "xdg-open"};
  EXPECT_EQ(command_for({{"VISUAL", "code"}, {"EDITOR", "gedit"}}, all)->editor, "code");
  EXPECT_EQ(command_for({{"VISUAL", " "}, {"EDITOR", "gedit"}}, all)->editor, "gedit");
  const auto desktop = command_for({}, all);
  EXPECT_EQ(desktop->words, (EditorWords{"xdg-open", "/p/sum.cu"}));
  EXPECT_FALSE(desktop->at_line);
}

/// Without VISUAL and xdg-open, *open in editor* was a notice, and there was no way to edit.
TEST(EditorLaunch, FindsOneThatIsThereWhereNobodySaysWhich) {
  const auto command = command_for({}, {"vi", "gedit", "xterm"});
  ASSERT_TRUE(command) << command.error().message;
  EXPECT_EQ(command->words, (EditorWords{"gedit", "+12", "/p/sum.cu"})) << "one with a window";
  const auto terminal = command_for({}, {"vi", "nano", "xterm"});
  ASSERT_TRUE(terminal) << terminal.error().message;
  EXPECT_EQ(terminal->words, (EditorWords{"xterm", "-e", "nano", "+12", "/p/sum.cu"}));
  const auto none = command_for({}, {"ed", "xterm"});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("/p/sum.cu"), std::string::npos)
      << "which file to open by other means: " << none.error().message;
}

TEST(EditorLaunch, TakesACommandApartAsAShellDoes) {
  const std::string place = "/opt/My Editor/subl";
  const EditorWords expected{place, "-a b", "/p/sum.cu:12"};
  for (const std::string& value : {"'" + place + "' '-a b'", "\"" + place + "\" \"-a b\"",
                                   std::string("/opt/My\\ Editor/subl   -a\\ b"),
                                   std::string("\"/opt/My Editor\"/subl '-a'\" b\"")}) {
    const auto command = command_for({{"VISUAL", value}}, {place});
    ASSERT_TRUE(command) << value << ": " << command.error().message;
    EXPECT_EQ(command->words, expected) << value;
  }
  EXPECT_EQ(command_for({{"VISUAL", place}}, {place})->words, (EditorWords{place, "/p/sum.cu:12"}))
      << "a path without quotes";
  const auto harmless = command_for({{"VISUAL", "code; rm -rf $HOME `x` && y"}}, {"code;"});
  EXPECT_EQ(harmless->words,
            (EditorWords{"code;", "rm", "-rf", "$HOME", "`x`", "&&", "y", "/p/sum.cu"}));
}

TEST(EditorLaunch, AFileMayHaveAnyName) {
  EXPECT_EQ(command_for({{"VISUAL", "gedit"}}, {"gedit"}, "-rf.cu", 1)->words,
            (EditorWords{"gedit", "+1", "./-rf.cu"}));
  EXPECT_EQ(command_for({{"VISUAL", "subl"}}, {"subl"}, "/a b/c:d.cu", 3)->words,
            (EditorWords{"subl", "/a b/c:d.cu:3"}));
  const auto beginning = command_for({{"VISUAL", "code"}}, {"code"}, "/p/sum.cu", 0);
  EXPECT_EQ(beginning->words, (EditorWords{"code", "/p/sum.cu"}));
  EXPECT_FALSE(beginning->at_line);
}

TEST(EditorLaunch, SaysWhatToSet) {
  const auto message = [](const std::map<std::string, std::string>& variables,
                          const EditorWords& programs) {
    const auto command = command_for(variables, programs);
    return command ? std::string("it worked") : command.error().message;
  };
  EXPECT_NE(message({}, {}).find("set VISUAL"), std::string::npos);
  EXPECT_NE(message({{"VISUAL", "cod"}}, {"code"}).find("VISUAL names cod"), std::string::npos);
  EXPECT_NE(message({{"EDITOR", "'code"}}, {"code"}).find("quote"), std::string::npos);
  EXPECT_NE(message({{"EDITOR", "vim"}}, {"vim"}).find("set TERMINAL"), std::string::npos);
  EXPECT_NE(message({{"EDITOR", "vim"}, {"TERMINAL", "no"}}, {"vim", "xterm"}).find("TERMINAL"),
            std::string::npos);
}

/// The text of a file, as soon as it ends with "done".
std::string awaited(const std::string& file) {
  for (int patience = 0; patience < 500; ++patience) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    if (text.str().ends_with("done\n")) return text.str();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return "it did not come";
}

/// The processes that this one still has to wait for. Others' tests may have left some.
std::set<std::string> children() {
  std::set<std::string> found;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(thread.path() / "children");
    for (std::string child; file >> child;) found.insert(child);
  }
  return found;
}

TEST(EditorLaunch, StartsItOnItsOwn) {
  const std::set<std::string> before = children();
  const TestFolder folder;
  const std::string editor = folder.file("subl"), heard = folder.file("heard"),
                    file = folder.file("a b.cu");
  std::ofstream(file) << "\n";
  // Its session and parent, where its streams go, and what it was told.
  std::ofstream(editor)
      << "#!/bin/sh\n(ps -o sid= -p $$; ps -o ppid= -p $$; readlink /proc/$$/fd/0 "
         "/proc/$$/fd/1 /proc/$$/fd/2; printf '%s\\n' \"$@\" done) > '"
      << heard << ".part'\nmv '" << heard << ".part' '" << heard << "'\n";
  std::filesystem::permissions(editor, std::filesystem::perms::owner_all);
  const KeptEnvironment environment{"VISUAL"};
  ASSERT_EQ(setenv("VISUAL", ("'" + editor + "' --new").c_str(), 1), 0);
  const auto opened = open_in_editor(file, 7);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened.value().text(), "subl opens a b.cu at line 7.");
  std::istringstream words(awaited(heard));
  long session = 0, parent = 0;
  std::string input, output, errors, option, place;
  words >> session >> parent >> input >> output >> errors >> option >> std::ws;
  std::getline(words, place);
  EXPECT_NE(session, ::getsid(0));
  EXPECT_NE(parent, ::getpid());
  EXPECT_EQ(input + output + errors, "/dev/null/dev/null/dev/null");
  EXPECT_EQ(option, "--new");
  EXPECT_EQ(place, file + ":7");
  for (const std::string& child : children()) {
    EXPECT_TRUE(before.contains(child)) << child << " is left to wait for";
  }
}

TEST(EditorLaunch, SaysWhyItDidNotStart) {
  const TestFolder folder;
  const std::string editor = folder.file("broken"), file = folder.file("sum.cu");
  EXPECT_NE(open_in_editor(file, 1).error().message.find("no file"), std::string::npos);
  std::ofstream(file) << "\n";
  std::ofstream(editor) << "no program";
  std::filesystem::permissions(editor, std::filesystem::perms::owner_all);
  const KeptEnvironment environment{"VISUAL"};
  ASSERT_EQ(setenv("VISUAL", editor.c_str(), 1), 0);
  const auto opened = open_in_editor(file, 1);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("cannot be started"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
