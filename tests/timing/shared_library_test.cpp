#include "instrumentation/timing/shared_library.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(SharedLibrary, OpensTheFirstThatIsThere) {
  const auto library = SharedLibrary::open({"libnothing.so.1", "libm.so.6"}, "");
  ASSERT_TRUE(library) << library.error().message;
  double (*cosine)(double) = nullptr;
  ASSERT_TRUE(library->find("cos", cosine));
  EXPECT_EQ(cosine(0), 1);
  EXPECT_FALSE(library->find("no_such_function", cosine));
}

TEST(SharedLibrary, SaysWhatToInstall) {
  const auto library = SharedLibrary::open({"libnothing.so.1"}, "Install nothing.");
  ASSERT_FALSE(library);
  EXPECT_EQ(library.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(library.error().message.rfind("libnothing.so.1 was not found. Install nothing.", 0), 0U)
      << library.error().message;
}

}  // namespace
}  // namespace warpscope
