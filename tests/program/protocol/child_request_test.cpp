#include "instrumentation/program/protocol/child_request.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpscope {
namespace {

TEST(ChildRequestTest, ComesBackAsItWent) {
  ChildRequest request;
  request.object = "/a/b.so";
  request.arguments = {"./b", "", "\xff\x01", "ü"};
  request.options.schedule_seed = 12345678901234567890U;
  request.options.traced_block = {1, 2, 3};
  request.options.banks = BankModel::cc2;
  request.options.time_limit = 0.25;
  request.output_to_standard_error = true;
  request.folder = "/tmp/\xff";
  request.options.compared = {.blocks = BlockOrder::shuffled, .seed = 3, .unset = 0xa5};
  request.options.compared->told = {.allocation = 0, .variable = "v"};
  request.language = "ru";
  const int file = write_request(request);
  ASSERT_GE(file, 0);
  EXPECT_GT(file, STDERR_FILENO);
  const auto back = read_request(file);
  ::close(file);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back->object, request.object);
  EXPECT_EQ(back->arguments, request.arguments);
  EXPECT_EQ(back->options.schedule_seed, request.options.schedule_seed);
  EXPECT_EQ(back->options.traced_block, request.options.traced_block);
  EXPECT_EQ(back->options.banks, BankModel::cc2);
  EXPECT_EQ(back->options.time_limit, 0.25);
  EXPECT_TRUE(back->output_to_standard_error);
  EXPECT_FALSE(back->output_by_lines);
  EXPECT_EQ(back->folder, "/tmp/\xff");
  ASSERT_TRUE(back->options.compared);
  EXPECT_EQ(back->options.compared->blocks, BlockOrder::shuffled);
  EXPECT_EQ(back->options.compared->unset, 0xa5);
  EXPECT_EQ(back->options.compared->told, request.options.compared->told);
  EXPECT_EQ(back->language, "ru");
}

TEST(ChildRequestTest, OneOfAnotherVersionOrCutShortIsRefused) {
  const int file = write_request({.object = "/a/b.so", .arguments = {"./b"}});
  ASSERT_GE(file, 0);
  struct stat status {};
  ASSERT_EQ(::fstat(file, &status), 0);
  ASSERT_EQ(::ftruncate(file, status.st_size - 1), 0);
  EXPECT_FALSE(read_request(file).ok());
  const char other = 77;
  ASSERT_EQ(::pwrite(file, &other, 1, 0), 1);
  const auto refused = read_request(file);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("different versions"), std::string::npos);
  ASSERT_EQ(::ftruncate(file, 0), 0);
  EXPECT_FALSE(read_request(file).ok());
  ::close(file);
}

}  // namespace
}  // namespace warpscope
