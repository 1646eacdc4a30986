#include "app/programs/starters.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "app/lesson/lesson_library.hpp"
#include "app/lesson/lesson_reader.hpp"
#include "tests/support/kept_environment.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Starters, AreWholeAndHaveALesson) {
  std::set<std::string_view> ids;
  for (const Starter& starter : starters()) {
    SCOPED_TRACE(starter.id);
    EXPECT_TRUE(ids.insert(starter.id).second);
    EXPECT_EQ(find_starter(starter.id), &starter);
    EXPECT_EQ(starter.file_name, std::string(starter.id) + ".cu");
    EXPECT_FALSE(starter.title.empty());
    EXPECT_TRUE(starter.summary.ends_with('.'));
    const auto lines = std::ranges::count(starter.text, '\n');
    EXPECT_TRUE(lines >= 10 && lines <= 70) << lines;
    std::vector<Mistake> mistakes;
    const auto lesson = read_lesson(starter.lesson, "own.yaml", mistakes, {}, "own.cu");
    for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text();
    ASSERT_TRUE(lesson);
    EXPECT_NE(starter.text.find(" " + lesson->kernel + "("), std::string_view::npos);
  }
  EXPECT_EQ(find_starter("none"), nullptr);
}

TEST(Starters, NeverOverwrite) {
  const TestFolder folder;
  const fs::path below = folder.file("new/programs");
  const Starter& starter = *find_starter("vector_add");
  EXPECT_EQ(new_program(below, starter).value(), below / "vector_add.cu");
  EXPECT_EQ(content_of(below / "vector_add.cu"), starter.text);
  EXPECT_EQ(content_of(below / "vector_add.lesson.yaml"), starter.lesson);
  std::ofstream(below / "vector_add.cu") << "mine";
  EXPECT_EQ(new_program(below, starter).value(), below / "vector_add_2.cu");
  EXPECT_EQ(content_of(below / "vector_add.cu"), "mine");
  EXPECT_EQ(content_of(below / "vector_add_2.lesson.yaml"), starter.lesson);
  std::ofstream(below / "vector_add_3.lesson.yaml") << "somebody's lesson";
  fs::create_symlink("nowhere", below / "vector_add_4.cu");
  EXPECT_EQ(new_program(below, starter).value(), below / "vector_add_5.cu");
  EXPECT_FALSE(fs::exists(below / "vector_add_3.cu"));
}

TEST(Starters, SayWhyTheyCannotBeWritten) {
  const TestFolder folder;
  std::ofstream(folder.file("file")) << "no folder";
  const auto written = new_program(folder.file("file"), starters().front());
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("choose another folder"), std::string::npos);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

TEST(Starters, AFolderIsChosenThatCanBeWritten) {
  const KeptEnvironment environment{"HOME", "XDG_CONFIG_HOME"};
  const TestFolder folder;
  setenv("HOME", folder.file("home").c_str(), 1);
  setenv("XDG_CONFIG_HOME", folder.file("config").c_str(), 1);
  const fs::path before = fs::current_path();
  fs::create_directories(folder.file("home/Documents"));
  fs::create_directories(folder.file("here"));
  fs::current_path(folder.file("here"));
  EXPECT_EQ(default_program_folder(), fs::canonical(folder.file("here")));
  if (::geteuid() != 0) {
    fs::permissions(folder.file("here"), fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(default_program_folder(), folder.file("home/Documents"));
    fs::permissions(folder.file("here"), fs::perms::owner_all);
  }
  fs::create_directories(folder.file("here/kernels"));
  fs::create_directories(folder.file("here/build"));
  std::ofstream(folder.file("here/kernels/families.hpp")) << "\n";
  EXPECT_EQ(default_program_folder(), folder.file("home/Documents")) << "those are our sources";
  fs::current_path(folder.file("here/build"));
  EXPECT_EQ(default_program_folder(), folder.file("home/Documents"));
  fs::current_path(before);
}

struct PasteCase {
  std::string pasted, tidy;
};

TEST(Paste, IsTidiedOnlyWhereAllLinesAgree) {
  const std::vector<PasteCase> cases{
      {"int a;\r\nint b;\r\n", "int a;\nint b;\n"},
      {"\xef\xbb\xbfint a;", "int a;\n"},
      {"    int a;\n      int b;\n\n    int c;\n", "int a;\n  int b;\n\nint c;\n"},
      {"\tint a;\n    int b;\n", "\tint a;\n    int b;\n"},
      {"12: int a;\n13:   int b;\n", "int a;\n  int b;\n"},
      {" 9 | int a;\n10 |\n11 |   int b;\n", "int a;\n\n  int b;\n"},
      {"1: int a;\n\n2: int b;\n", "int a;\n\nint b;\n"},
      {"1: a;\nb;\n", "1: a;\nb;\n"},
      {"2: a;\n1: b;\n", "2: a;\n1: b;\n"},
      {"  case 1: a;\n  case 2: b;\n", "case 1: a;\ncase 2: b;\n"},
      {"int  a ;  // “kept”\n", "int  a ;  // “kept”\n"},
  };
  for (const PasteCase& c : cases) EXPECT_EQ(tidy_paste(c.pasted), c.tidy) << c.pasted;
}

TEST(Paste, IsNamedAfterItsFirstKernel) {
  const TestFolder folder;
  const std::vector<PasteCase> cases{
      {"__global__ void scale(float* a) {}\n__global__ void other() {}", "scale.cu"},
      {"__global__ void scale(float* a) {}", "scale_2.cu"},
      {"template <int N>\n__global__ void __launch_bounds__(256) tiled(float* a);", "tiled.cu"},
      {"__launch_bounds__(256) __global__ void bounded(float* a) {}", "bounded.cu"},
      {"// __global__ void no();\n#if 0\n__global__ void hidden() {}\n#endif\n"
       "const char* s = \"__global__ void text()\";\nextern \"C\" __global__ void yes(int n) {}",
       "yes.cu"},
      {"static __global__\nvoid\nbroken_up\n(int n) {}", "broken_up.cu"},
      {"__global__ void " + std::string(300, 'x') + "() {}", std::string(60, 'x') + ".cu"},
      {"__global__ void größe() {}", "gre.cu"},
  };
  for (const PasteCase& c : cases) {
    const auto written = paste_program(folder.file(""), c.pasted);
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->filename(), c.tidy) << c.pasted;
    EXPECT_EQ(content_of(written.value()), tidy_paste(c.pasted));
  }
}

TEST(Paste, WithoutAKernelIsRefused) {
  const TestFolder folder;
  for (const std::string& text :
       {std::string(), std::string("int main() {}"), std::string("// __global__ void k();"),
        std::string("__global__"), std::string("__global__ void"),
        std::string("__global__ void k;"), std::string("#define K __global__ void k()"),
        std::string("\0__global__ void k() {}", 24), std::string(2 << 20, ' ')}) {
    const auto written = paste_program(folder.file(""), text);
    ASSERT_FALSE(written) << text;
    EXPECT_TRUE(written.error().message.ends_with('.'));
  }
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace warpscope
