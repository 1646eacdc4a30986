#include "instrumentation/trace/guarded.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpscope {
namespace {

template <class Thrown>
Error error_of_thrown(const Thrown& thrown) {
  const Status status = guarded("count to three", [&]() -> Status { throw thrown; });
  return status ? Error{ErrorKind::usage, "Nothing was caught."} : status.error();
}

TEST(Guarded, GivesWhatTheWorkGives) {
  EXPECT_EQ(guarded("count", [] { return Result(3); }).value(), 3);
  const Error own{ErrorKind::usage, "Its own."};
  EXPECT_EQ(guarded("count", [&] { return Status(own); }).error().message, "Its own.");
}

TEST(Guarded, MakesASentenceOfWhateverIsThrown) {
  EXPECT_EQ(error_of_thrown(std::bad_alloc()).kind, ErrorKind::unavailable);
  EXPECT_EQ(error_of_thrown(std::bad_alloc()).message,
            "There is not enough memory to count to three; choose a smaller size, or close other "
            "programs.");
  EXPECT_EQ(error_of_thrown(std::runtime_error("two is missing")).kind, ErrorKind::failed);
  EXPECT_EQ(error_of_thrown(std::runtime_error("two is missing")).message,
            "Warpscope could not count to three: two is missing. This is a fault of Warpscope; "
            "please report it.");
  EXPECT_EQ(error_of_thrown(7).kind, ErrorKind::failed);
  // The work is named in words of the command line.
  for (const Error& error : {error_of_thrown(std::bad_alloc()), error_of_thrown(7)}) {
    EXPECT_EQ(error.for_window().english().find("count to three"), std::string::npos);
  }
}

TEST(Guarded, AVectorTooLongForAnyMemoryLacksMemory) {
  const Status status = guarded("count", []() -> Status {
    std::vector<int> numbers;
    numbers.reserve(numbers.max_size() + 1);
    return Done{};
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::unavailable);
}

}  // namespace
}  // namespace warpscope
