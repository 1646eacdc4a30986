// Pictures of single panes, held against those in tests/golden. What the rasteriser shades at an
// edge may differ; what the pane says may not. Versions of Dear ImGui place text a little
// differently: tests/golden holds the pictures of 1.86, and a folder such as tests/golden/1.90 those
// that must differ from them. After a change that is meant, or for another version, write them and
// look at them:
//
//   WARPSCOPE_WRITE_GOLDEN=1 test_app --gtest_filter='*GoldenPicture.LooksAsBefore*'
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

#include "app/shell/picture.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/ui/offscreen.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

constexpr int width = 480, height = 270;

struct Golden {
  std::string name;    ///< of the view, unless `stage` says how the stage draws
  std::string kernel;  ///< empty: a race, made by hand
  std::int64_t size;
  int block;
  std::uint32_t access;
  std::uint32_t other;  ///< access that looks different
  std::string theme = "dark";
  std::string stage = {};
  int w = width, h = height;
  [[nodiscard]] std::string view() const { return stage.empty() ? name : "stage"; }
  [[nodiscard]] DocumentPtr document() const {
    return kernel.empty() ? test::document_of(test::racing_trace())
                          : test::emulated(kernel, size, block);
  }
};
void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

const std::vector<Golden>& goldens() {
  static const std::vector<Golden> all{
      {"stage", "scan_blelloch", 16, 8, 20, 10},
      {"banks", "reduce_strided", 256, 256, 40, 41},
      {"memory", "transpose_padded", 64, 256, 20, 10},
      {"source", "reduce_strided", 256, 256, 40, 41, "light"},
      {"lines", "histogram256_tagged", 3840, 192, 100, 0},
      {"timeline", "scan_blelloch", 256, 128, 60, 10, "light"},
      {"fault", "", 0, 0, 2, 0, "light", "fault"},
      {"focus_network", "bitonic_shared", 128, 64, 200, 300, "dark", "network", 640, 360},
      {"focus_tree", "scan_blelloch", 256, 128, 73, 20, "dark", "tree", 640, 360},
      {"focus_grid", "transpose_tiled", 64, 256, 96, 20, "light", "grid", 640, 360},
      {"focus_bins", "histogram256_tagged", 3840, 192, 130, 100, "light", "bins", 640, 360},
  };
  return all;
}

struct Pixels {
  int w = 0, h = 0;
  std::vector<std::uint8_t> rgb;
};

Pixels decode(std::span<const std::byte> png) {
  Pixels pixels;
  int channels = 0;
  stbi_uc* data =
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                            static_cast<int>(png.size()), &pixels.w, &pixels.h, &channels, 3);
  if (data == nullptr) return {};
  pixels.rgb.assign(data, data + static_cast<std::ptrdiff_t>(pixels.w) * pixels.h * 3);
  stbi_image_free(data);
  return pixels;
}

/// How many 8 × 8 squares differ in their mean colour by more than a shade. An edge that is drawn a
/// little softer hardly changes a square's mean; another digit changes it much.
int different_squares(const Pixels& a, const Pixels& b) {
  if (a.w != b.w || a.h != b.h || a.rgb.empty()) return std::numeric_limits<int>::max();
  constexpr int side = 8;
  constexpr int shade = 10;  // of 255
  int different = 0;
  for (int top = 0; top < a.h; top += side) {
    for (int left = 0; left < a.w; left += side) {
      int sums[3] = {}, pixels = 0;
      for (int y = top; y < std::min(top + side, a.h); ++y) {
        for (int x = left; x < std::min(left + side, a.w); ++x, ++pixels) {
          for (int c = 0; c < 3; ++c) {
            const auto i = static_cast<std::size_t>((y * a.w + x) * 3 + c);
            sums[c] += int{a.rgb[i]} - int{b.rgb[i]};
          }
        }
      }
      const auto far = [&](int sum) { return std::abs(sum) > shade * pixels; };
      different += far(sums[0]) || far(sums[1]) || far(sums[2]) ? 1 : 0;
    }
  }
  return different;
}
constexpr int most_different = 4;

const std::filesystem::path golden_folder =
    std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/golden";
constexpr std::string_view common_version = "1.86";  // of the pictures that lie in no subfolder

/// "1.90" of "1.90.1" and of "1.90 WIP": later numbers change no text.
std::string series_of(std::string_view version) {
  const std::size_t minor = version.find('.') + 1;
  return std::string(version.substr(0, version.find_first_not_of("0123456789", minor)));
}

/// The place of the picture for a version of Dear ImGui, whether it exists or not.
std::filesystem::path own_path(const std::string& name, std::string_view version) {
  const std::string series = series_of(version);
  return (series == common_version ? golden_folder : golden_folder / series) / (name + ".png");
}

/// The picture that a version is compared with: its own, else the common one.
std::filesystem::path golden_path(const std::string& name, std::string_view version) {
  const std::filesystem::path own = own_path(name, version);
  return std::filesystem::exists(own) ? own : golden_folder / (name + ".png");
}

/// Whether an environment variable is 1.
bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && std::string_view(value) == "1";
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

std::vector<std::byte> read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto all = std::as_bytes(std::span(bytes));
  return {all.begin(), all.end()};
}

class GoldenPicture : public OffscreenTest, public testing::WithParamInterface<Golden> {
 protected:
  void SetUp() override {
    OffscreenTest::SetUp();
    ui_.reset();  // each picture is drawn in a user interface of its own
  }
  static std::vector<std::byte> picture(const Golden& golden, std::uint32_t access) {
    PictureRequest request{golden.document(), golden.view(), access,      "png",
                           golden.w,          golden.h,      golden.theme};
    request.stage = golden.stage;
    const auto made = render_picture(request);
    EXPECT_TRUE(made) << made.error().message;
    return made ? made.value() : std::vector<std::byte>{};
  }
};

TEST_P(GoldenPicture, LooksAsBefore) {
  const Golden& golden = GetParam();
  const std::vector<std::byte> now = picture(golden, golden.access);
  const char* version = ImGui::GetVersion();
  const std::filesystem::path own = own_path(golden.name, version);
  const std::filesystem::path path = golden_path(golden.name, version);
  const int differ = different_squares(decode(read_file(path)), decode(now));
  if (is_set("WARPSCOPE_WRITE_GOLDEN")) {
    // A version that draws like the common one needs no picture of its own.
    if (own != path && differ <= most_different) return;
    write_file(own, now);
    GTEST_SKIP() << "wrote " << own;
  }
  if (differ <= most_different) return;
  const auto seen = std::filesystem::temp_directory_path() / ("golden_" + golden.name + ".png");
  write_file(seen, now);
  if (own != path && !is_set("WARPSCOPE_REQUIRE_GL")) {
    GTEST_SKIP() << "There is no picture of " << golden.name << " for Dear ImGui " << version
                 << "; look at " << seen << " and write it, as the head of this file says.";
  }
  FAIL() << differ << " squares of the picture differ from " << path << ", Dear ImGui " << version
         << "; look at " << seen
         << " and, if it is what you meant, write it, as the head of this file says.";
}

TEST(GoldenFolders, AreOfAVersionsFirstTwoNumbers) {
  for (const char* version : {"1.90", "1.90.1", "1.90.9b", "1.90 WIP", "1.90WIP"}) {
    EXPECT_EQ(series_of(version), "1.90") << version;
  }
  EXPECT_EQ(own_path("banks", "1.86"), golden_folder / "banks.png");
  EXPECT_EQ(own_path("banks", "1.92.1"), golden_folder / "1.92" / "banks.png");
  EXPECT_EQ(golden_path("banks", "0.1"), golden_folder / "banks.png") << "it has none of its own";
}

/// The program's picture for the README at a moment; empty if nothing can be drawn.
Pixels readme_picture(int step) {
  const TestFolder folder;
  const auto path = folder.path() / "readme_window.png";
  const std::string command =
      fmt::format("{} export reduce_strided --machine emulator --step {} -o {} > /dev/null 2>&1",
                  WARPSCOPE_BINARY, step, path.string());
  return std::system(command.c_str()) == 0 ? decode(read_file(path)) : Pixels{};
}

TEST(ReadmePicture, IsWhatTheProgramDraws) {
  const Pixels drawn = readme_picture(36);
  if (drawn.rgb.empty() && !is_set("WARPSCOPE_REQUIRE_GL")) GTEST_SKIP() << "Nothing can be drawn.";
  const Pixels next = readme_picture(37);
  EXPECT_GT(different_squares(drawn, next), most_different) << "another moment is seen";
  const auto file = std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "assets/pictures/window.png";
  const int differ = different_squares(decode(read_file(file)), drawn);
  if (series_of(ImGui::GetVersion()) != common_version && differ > most_different) {
    GTEST_SKIP() << "The README shows the window with Dear ImGui " << common_version << ".";
  }
  EXPECT_LE(differ, most_different) << "The README says how " << file << " is made anew.";
}

TEST(DifferentSquares, AreThoseInWhichAPersonSeesADifference) {
  Pixels plain{480, 270, std::vector<std::uint8_t>(480 * 270 * 3, 100)};
  const auto with_spots = [&](int count, int apart) {
    Pixels spotted = plain;
    for (int i = 0; i < count; ++i) {
      const int x = i % 20 * apart, y = i / 20 * apart;
      spotted.rgb[static_cast<std::size_t>((y * 480 + x) * 3)] = 228;  // half of all contrast
    }
    return different_squares(plain, spotted);
  };
  EXPECT_EQ(with_spots(400, 8), 0) << "one in a square: the rasteriser's";
  EXPECT_GT(with_spots(400, 1), most_different) << "together: another text";
  Pixels smaller{472, 270, std::vector<std::uint8_t>(472 * 270 * 3, 100)};
  EXPECT_GT(different_squares(plain, smaller), most_different);
}

/// The comparison finds what a person would find: the next access, another value.
TEST_P(GoldenPicture, AnotherMomentIsSeen) {
  const Golden& golden = GetParam();
  const Pixels here = decode(picture(golden, golden.access));
  const Pixels next = decode(picture(golden, golden.other));
  EXPECT_GT(different_squares(here, next), most_different);
}

/// And it passes what a person would not see.
TEST_P(GoldenPicture, ShadesOfTheRasteriserAreNot) {
  const Golden& golden = GetParam();
  const Pixels exact = decode(picture(golden, golden.access));
  Pixels soft = exact;
  for (std::size_t i = 0; i < soft.rgb.size(); ++i) {
    const int noise = static_cast<int>(static_cast<std::uint32_t>(i) * 2654435761U >> 28) - 8;
    soft.rgb[i] = static_cast<std::uint8_t>(std::clamp(soft.rgb[i] + noise, 0, 255));
  }
  EXPECT_LE(different_squares(exact, soft), most_different);
}

INSTANTIATE_TEST_SUITE_P(Panes, GoldenPicture, testing::ValuesIn(goldens()),
                         [](const auto& named) { return named.param.name; });

}  // namespace
}  // namespace warpscope
