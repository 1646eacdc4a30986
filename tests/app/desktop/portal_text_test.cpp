#include "app/desktop/portal_text.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(PortalText, QuotesTextAndPaths) {
  EXPECT_EQ(variant_text(std::string_view("it's a \\ \n")), R"('it\'s a \\ \u000a')");
  EXPECT_EQ(variant_text(std::string_view("Öффнен")), "'Öффнен'");
  EXPECT_EQ(variant_bytes(std::filesystem::path("/a'\\\xff\n")), R"(b'/a\'\\\377\012')");
}

TEST(PortalText, AsksForAFileToOpen) {
  const FileQuestion question{.title = "Open",
                              .folder = "/tmp",
                              .name = "unused",
                              .kinds = {{"Both", {"*.cu", "*.wscope"}}, {"All", {"*"}}}};
  EXPECT_EQ(portal_arguments(question, "x11:1a", "t"),
            "('x11:1a', 'Open', @a{sv} {'handle_token': <'t'>, 'modal': <true>, 'current_folder': "
            "<b'/tmp'>, 'filters': <@a(sa(us)) [('Both', [(0, '*.cu'), (0, '*.wscope')]), ('All', "
            "[(0, '*')])]>, 'current_filter': <@(sa(us)) ('Both', [(0, '*.cu'), (0, "
            "'*.wscope')])>})");
}

TEST(PortalText, AsksForAFileToSave) {
  EXPECT_EQ(portal_arguments({.saves = true, .title = "Save", .name = "a.wscope"}, "", "t"),
            "('', 'Save', @a{sv} {'handle_token': <'t'>, 'modal': <true>, 'current_name': "
            "<'a.wscope'>})");
}

}  // namespace
}  // namespace warpscope
