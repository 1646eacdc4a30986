#include "instrumentation/run/embedded.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace warpscope {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Embedded, HoldsEveryKernelSourceByteForByte) {
  const std::filesystem::path root = WARPSCOPE_SOURCE_DIR;
  std::size_t kernels = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "kernels")) {
    if (entry.path().extension() != ".cuh") continue;
    ++kernels;
    const std::string path = std::filesystem::relative(entry.path(), root).string();
    EXPECT_EQ(embedded_text(path), read(entry.path())) << path;
  }
  EXPECT_GT(kernels, 0U);
  EXPECT_EQ(embedded_paths("kernels/").size(), kernels);
}

TEST(Embedded, FindsEveryPathThatItNames) {
  // Also of two files whose names begin alike, as vector_functions.h and vector_functions.hpp do.
  for (const std::string_view path : embedded_paths()) {
    EXPECT_NE(embedded(path).data(), nullptr) << path;
  }
}

TEST(Embedded, HoldsTheFonts) {
  for (const char* path : {"fonts/Inter-Regular.otf", "fonts/Inter-SemiBold.otf"}) {
    EXPECT_TRUE(embedded_text(path).starts_with("OTTO")) << path;
  }
  const auto mono = embedded_text("fonts/JetBrainsMono-Regular.ttf");
  EXPECT_EQ(mono.substr(0, 4), std::string_view("\0\1\0\0", 4));
}

TEST(Embedded, EndsEachFileWithAZeroByteAndAlignsIt) {
  for (const auto path : embedded_paths()) {
    const auto bytes = embedded(path);
    EXPECT_EQ(*(bytes.data() + bytes.size()), std::byte{0}) << path;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 16, 0U) << path;
  }
}

TEST(Embedded, ListsPathsSortedAndFindsEachOfThem) {
  const auto paths = embedded_paths();
  ASSERT_FALSE(paths.empty());
  EXPECT_TRUE(std::ranges::is_sorted(paths));
  for (const auto path : paths) EXPECT_NE(embedded(path).data(), nullptr) << path;
}

TEST(Embedded, GivesNothingForAnUnknownPath) {
  EXPECT_EQ(embedded("fonts/Inter").data(), nullptr);
  EXPECT_EQ(embedded("").data(), nullptr);
  EXPECT_TRUE(embedded_text("zzz").empty());
  EXPECT_TRUE(embedded_paths("zzz").empty());
}

}  // namespace
}  // namespace warpscope
