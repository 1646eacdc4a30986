#include "app/cli/printable_stream.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace warpscope {
namespace {

TEST(PrintableStream, PassesOnTextAndNothingThatATerminalObeys) {
  std::ostringstream out;
  PrintableStream stream(out);
  stream << "Line 1\n\tя‖𝕏 " << 7 << "\x1b[31m\u202e" << '\n';
  stream.finish();
  EXPECT_EQ(out.str(), "Line 1\n\tя‖𝕏 7\ufffd[31m\ufffd\n");
}

TEST(PrintableStream, ACharacterMayComeInPieces) {
  std::ostringstream out;
  PrintableStream stream(out);
  for (const char byte : std::string("a‖я𝕏")) stream.put(byte);
  stream.finish();
  EXPECT_EQ(out.str(), "a‖я𝕏");
}

TEST(PrintableStream, WhatIsCutShortIsReplacedAtTheEnd) {
  std::ostringstream out;
  PrintableStream stream(out);
  stream << "a\xe2\x80";
  EXPECT_EQ(out.str(), "a");
  stream.finish();
  EXPECT_EQ(out.str(), "a\ufffd\ufffd");
}

TEST(PrintableStream, TellsOnceThatOutputBegins) {
  std::ostringstream out;
  int begun = 0;
  PrintableStream stream(out, [&] { ++begun; });
  EXPECT_EQ(begun, 0);
  stream << "a"
         << "b";
  EXPECT_EQ(begun, 1);
}

/// A full disk.
class Full : public std::streambuf {};

TEST(PrintableStream, ThrowsWhatTheStreamBehindItThrows) {
  Full full;
  std::ostream out(&full);
  out.exceptions(std::ios::badbit);
  PrintableStream stream(out);
  EXPECT_THROW(stream << "text" << std::flush, std::ios_base::failure);
}

}  // namespace
}  // namespace warpscope
