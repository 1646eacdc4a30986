#include "app/desktop/file_uri.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpscope {
namespace {

TEST(FileUri, NamesAFile) {
  const auto path = [](std::string_view uri) {
    const auto file = file_of_uri(uri);
    return file ? file->string() : file.error().message;
  };
  EXPECT_EQ(path("file:///home/me/reduce.cu"), "/home/me/reduce.cu");
  EXPECT_EQ(path("FILE:/tmp/a"), "/tmp/a");
  EXPECT_EQ(path("file://localhost/tmp/a"), "/tmp/a");
  EXPECT_EQ(path("file:///a%20b/%D0%AF%c3%a9%25%23"), "/a b/\xd0\xaf\xc3\xa9%#");
  EXPECT_EQ(path("file:///%ff"), "/\xff") << "names are bytes";
  EXPECT_EQ(path("file:///" + std::string(4094, 'a')), "/" + std::string(4094, 'a'));
}

TEST(FileUri, RefusesWhatIsNoFileHere) {
  for (const std::string_view uri :
       {"", "/home/me/a.cu", "file:", "file:a.cu", "file://", "file://a.cu", "file://host/a.cu",
        "file:////host/a.cu", "http://localhost/a.cu", "smb://host/a.cu", "file:///a?b",
        "file:///a#b", "file:///a%", "file:///a%2", "file:///a%zz", "file:///a%2fb",
        "file:///a%2Fb", "file:///a%00.cu"}) {
    const auto file = file_of_uri(uri);
    EXPECT_FALSE(file) << uri;
  }
  EXPECT_FALSE(file_of_uri(std::string_view("file:///a\0b", 11)));
}

TEST(FileUri, RefusesWhatIsTooLongForAPathAndQuotesABitOfIt) {
  std::string escaped = "file:///";
  for (int i = 0; i < 4095; ++i) escaped += "%61";
  EXPECT_FALSE(file_of_uri(escaped));
  escaped.resize(escaped.size() - 3);
  EXPECT_TRUE(file_of_uri(escaped));
  const auto huge = file_of_uri("file:///" + std::string(10'000'000, 'a'));
  ASSERT_FALSE(huge);
  EXPECT_LT(huge.error().message.size(), 600U);
}

}  // namespace
}  // namespace warpscope
