#include "app/lesson/kernel_names.hpp"

#include <gtest/gtest.h>

#include "app/subject/catalogue_subject.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

TEST(KernelNames, AreTheTitlesThatTheWindowShows) {
  const InLanguage speaking(*find_language("en"));
  const std::string title = kernel_title("reduce_strided");
  EXPECT_NE(title, "reduce_strided");
  EXPECT_EQ(with_kernel_titles("As in reduce_strided, but faster."),
            "As in “" + title + "”, but faster.");
  EXPECT_EQ(with_kernel_titles("reduce_strided"), "“" + title + "”");
}

TEST(KernelNames, OfCodeStay) {
  for (const char* text : {"reduce_strided<<<1, 64>>>(in)", "reduce_strided(in)", "level_begin[t]",
                           "my_reduce_strided", "reduce_strided_too", "compact", ""}) {
    EXPECT_EQ(with_kernel_titles(text), text);
  }
}

TEST(KernelNames, FollowTheLanguage) {
  const InLanguage speaking(*find_language("ru"));
  EXPECT_EQ(with_kernel_titles("Как в reduce_strided."),
            "Как в «" + kernel_title("reduce_strided") + "».");
}

}  // namespace
}  // namespace warpscope
