#include "app/expect/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using State = ToldExpectation::State;

bool is_error(const ToldExpectation& told) {
  return told.state == State::unmatched || told.state == State::unknown;
}

/// English, as the names of figures are.
std::string figures_of(const ToldExpectation& told) {
  std::string text;
  for (const ExpectedFigure& figure : told.figures) {
    text += fmt::format("{}{} {} {:.15g}", text.empty() ? "" : ", ", figure.name,
                        figure.scaled ? "~" : "=", figure.value);
  }
  return text;
}

std::string message_of(const ToldExpectation& told) {
  std::string message = told.reason.english();
  const std::string figures = figures_of(told);
  if (!figures.empty()) message += (message.empty() ? "" : " ") + figures;
  if (told.launch != 0) message += fmt::format(" in launch {} ({})", told.launch, told.kernel);
  if (told.place_line != 0) message += fmt::format(" at {}:{}", told.place_file, told.place_line);
  return message;
}

void add_case(std::string& xml, const JunitRun& run, const ToldExpectation& told) {
  const std::string place = told.file.empty() ? std::string()
                                              : fmt::format(" file=\"{}\" line=\"{}\"",
                                                            xml_escaped(told.file), told.line);
  xml += fmt::format("    <testcase classname=\"{}\" name=\"{}\"{}", xml_escaped(run.program),
                     xml_escaped(told.text), place);
  if (told.state == State::fulfilled) {
    xml += "/>\n";
    return;
  }
  const std::string message = xml_escaped(message_of(told));
  const char* const kind = is_error(told) ? "error" : "failure";
  xml += fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{2}</{0}>\n    </testcase>\n",
                     kind, id(told.state), message);
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&apos;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string junit_xml(const JunitRun& run, std::span<const ToldExpectation> told) {
  const auto failed = std::count_if(told.begin(), told.end(), [](const ToldExpectation& each) {
    return each.state == State::failed;
  });
  const auto errors = std::count_if(told.begin(), told.end(), is_error);
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", told.size() + 1,
                  failed + (run.trouble.empty() ? 0 : 1), errors, run.seconds);
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites {0}>\n  <testsuite name=\"{1}\" {0}>\n", counts,
                     xml_escaped(run.program));
  xml += fmt::format("    <testcase classname=\"{}\" name=\"run\" time=\"{:.3f}\"",
                     xml_escaped(run.program), run.seconds);
  const std::string trouble = xml_escaped(run.trouble);
  xml += run.trouble.empty() ? "/>\n"
                             : fmt::format(
                                   ">\n      <failure type=\"run\" message=\"{0}\">{0}</failure>\n"
                                   "    </testcase>\n",
                                   trouble);
  for (const ToldExpectation& each : told) add_case(xml, run, each);
  xml += "  </testsuite>\n</testsuites>\n";
  return xml;
}

}  // namespace warpscope
