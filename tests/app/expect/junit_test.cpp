#include "app/expect/junit.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

TEST(Junit, EscapesWhatXmlDoesNotTake) {
  EXPECT_EQ(xml_escaped("a < b && c > \"d\" 'e'"),
            "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &apos;e&apos;");
  EXPECT_EQ(xml_escaped("]]>"), "]]&gt;");
  EXPECT_EQ(xml_escaped(std::string("\0\x1b\xff\xc3\xa4", 5)), "\uFFFD\uFFFD\uFFFDä");
}

TEST(Junit, HasATestForTheRunAndEachExpectation) {
  ToldExpectation failed;
  failed.text = "a<b>: excessive == 0";
  failed.file = "sum.cu";
  failed.line = 3;
  failed.state = ToldExpectation::State::failed;
  failed.figures = {{"excessive", 31744, true}};
  failed.launch = 2;
  failed.kernel = "a<b>";
  failed.place_file = "sum.cu";
  failed.place_line = 17;
  ToldExpectation fulfilled;
  fulfilled.text = "exit == 0";
  ToldExpectation unmatched;
  unmatched.text = "x: exit == 0";
  unmatched.state = ToldExpectation::State::unmatched;
  unmatched.reason = say("The program launched no kernel.");
  const std::vector<ToldExpectation> told{failed, fulfilled, unmatched};
  EXPECT_EQ(
      junit_xml({.program = "sum.cu", .seconds = 0.25, .trouble = {}}, told),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites tests=\"4\" failures=\"1\" errors=\"1\" time=\"0.250\">\n"
      "  <testsuite name=\"sum.cu\" tests=\"4\" failures=\"1\" errors=\"1\" time=\"0.250\">\n"
      "    <testcase classname=\"sum.cu\" name=\"run\" time=\"0.250\"/>\n"
      "    <testcase classname=\"sum.cu\" name=\"a&lt;b&gt;: excessive == 0\" file=\"sum.cu\" "
      "line=\"3\">\n"
      "      <failure type=\"failed\" message=\"excessive ~ 31744 in launch 2 (a&lt;b&gt;) at "
      "sum.cu:17\">excessive ~ 31744 in launch 2 (a&lt;b&gt;) at sum.cu:17</failure>\n"
      "    </testcase>\n"
      "    <testcase classname=\"sum.cu\" name=\"exit == 0\"/>\n"
      "    <testcase classname=\"sum.cu\" name=\"x: exit == 0\">\n"
      "      <error type=\"unmatched\" message=\"The program launched no kernel.\">The program "
      "launched no kernel.</error>\n"
      "    </testcase>\n"
      "  </testsuite>\n"
      "</testsuites>\n");
}

TEST(Junit, OfARunThatFailed) {
  const std::string xml = junit_xml({.program = "sum.cu", .seconds = 1, .trouble = "A race."}, {});
  EXPECT_NE(xml.find("failures=\"1\""), std::string::npos);
  EXPECT_NE(xml.find("message=\"A race.\""), std::string::npos);
}

}  // namespace
}  // namespace warpscope
