#include "instrumentation/trace/crc32c.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace warpscope {
namespace {

// RFC 3720, appendix B.4, and the usual check value.
TEST(Crc32c, PublishedValues) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(crc32c(std::as_bytes(std::span("123456789"sv))), 0xe3069283);
  EXPECT_EQ(crc32c({}), 0U);
  EXPECT_EQ(crc32c(std::vector<std::byte>(32, std::byte{0})), 0x8a9136aa);
  EXPECT_EQ(crc32c(std::vector<std::byte>(32, std::byte{0xff})), 0x62a8ab43);
}

}  // namespace
}  // namespace warpscope
