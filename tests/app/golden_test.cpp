// Pictures of single panes, held against those in tests/golden. What the rasteriser shades at an
// edge may differ; what the pane says may not. After a change that is meant, look at the new ones:
//
//   WARPSCOPE_GOLDEN=write test_app --gtest_filter='Golden*'
#include <gtest/gtest.h>
#include <imgui.h>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "app/shell/picture.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

constexpr int width = 480, height = 270;

struct Golden {
  std::string name, kernel;
  std::int64_t size;
  int block;
  std::uint32_t access;
  std::uint32_t other;  ///< access that looks different
  std::string theme = "dark";
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

/// Share of 8 × 8 squares whose mean colour differs by more than a shade. An edge that is drawn a
/// little softer hardly moves a square's mean; another digit moves it far.
double difference(const Pixels& a, const Pixels& b) {
  if (a.w != b.w || a.h != b.h || a.rgb.empty()) return 1;
  constexpr int side = 8;
  constexpr int shade = 10;  // of 255
  int squares = 0, different = 0;
  for (int top = 0; top + side <= a.h; top += side) {
    for (int left = 0; left + side <= a.w; left += side) {
      int sums[3] = {};
      for (int y = top; y < top + side; ++y) {
        for (int x = left; x < left + side; ++x) {
          for (int c = 0; c < 3; ++c) {
            const auto i = static_cast<std::size_t>((y * a.w + x) * 3 + c);
            sums[c] += int{a.rgb[i]} - int{b.rgb[i]};
          }
        }
      }
      ++squares;
      const auto far = [](int sum) { return std::abs(sum) > shade * side * side; };
      different += far(sums[0]) || far(sums[1]) || far(sums[2]) ? 1 : 0;
    }
  }
  return static_cast<double>(different) / squares;
}
constexpr double most_difference = 0.002;  // 4 of 1,980 squares

std::filesystem::path path_of(const Golden& golden) {
  return std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/golden" / (golden.name + ".png");
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
    const auto document = test::emulated(golden.kernel, golden.size, golden.block);
    const auto made =
        render_picture({document, golden.name, access, "png", width, height, golden.theme});
    EXPECT_TRUE(made) << made.error().message;
    return made ? made.value() : std::vector<std::byte>{};
  }
};

TEST_P(GoldenPicture, LooksAsBefore) {
  const Golden& golden = GetParam();
  const std::vector<std::byte> now = picture(golden, golden.access);
  const char* flag = std::getenv("WARPSCOPE_GOLDEN");
  if (flag != nullptr && std::string_view(flag) == "write") {
    std::ofstream(path_of(golden), std::ios::binary)
        .write(reinterpret_cast<const char*>(now.data()), static_cast<std::streamsize>(now.size()));
    GTEST_SKIP() << "wrote " << path_of(golden);
  }
  if (std::string_view(ImGui::GetVersion()) != "1.86") {
    GTEST_SKIP() << "Dear ImGui " << ImGui::GetVersion() << " places text a little differently.";
  }
  const auto before = read_file(path_of(golden));
  ASSERT_FALSE(before.empty()) << path_of(golden) << " is missing: write it, see above.";
  const double differs = difference(decode(before), decode(now));
  if (differs <= most_difference) return;
  const auto seen = std::filesystem::temp_directory_path() / ("golden_" + golden.name + ".png");
  std::ofstream(seen, std::ios::binary)
      .write(reinterpret_cast<const char*>(now.data()), static_cast<std::streamsize>(now.size()));
  FAIL() << 100 * differs << " % of the picture differ from " << path_of(golden) << "; look at "
         << seen << " and write it anew if it is what you meant.";
}

/// The comparison finds what a person would: the next access, another value.
TEST_P(GoldenPicture, AnotherMomentIsSeen) {
  const Golden& golden = GetParam();
  const Pixels here = decode(picture(golden, golden.access));
  const Pixels next = decode(picture(golden, golden.other));
  EXPECT_GT(difference(here, next), most_difference);
}

/// And passes what a person would not see.
TEST_P(GoldenPicture, ShadesOfTheRasteriserAreNot) {
  const Golden& golden = GetParam();
  const Pixels exact = decode(picture(golden, golden.access));
  Pixels soft = exact;
  for (std::size_t i = 0; i < soft.rgb.size(); ++i) {
    const int noise = static_cast<int>(static_cast<std::uint32_t>(i) * 2654435761U >> 28) - 8;
    soft.rgb[i] = static_cast<std::uint8_t>(std::clamp(soft.rgb[i] + noise, 0, 255));
  }
  EXPECT_LE(difference(exact, soft), most_difference);
}

INSTANTIATE_TEST_SUITE_P(Panes, GoldenPicture, testing::ValuesIn(goldens()),
                         [](const auto& named) { return named.param.name; });

}  // namespace
}  // namespace warpscope
