#include "instrumentation/program/source/kernel_finder.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace warpscope {
namespace {

/// Where a template parameter's name would stand, before its default; `named`: it stands there.
std::size_t template_name(const CudaCode& code, CudaCode::Range parameter, bool& named) {
  std::size_t end = parameter.begin;
  while (end < parameter.end && code.word(end) != "=") {
    std::size_t last = end;
    if (code.word(end) == "(" || code.word(end) == "[" || code.word(end) == "{")
      last = code.close(end);
    if (code.word(end) == "<") last = code.close_angle(end);
    end = (last < parameter.end ? last : end) + 1;
  }
  end = std::min(end, parameter.end);
  const std::string_view last = code.word(end - 1), before = end >= 2 ? code.word(end - 2) : "";
  constexpr std::array<std::string_view, 4> no_names{"class", "typename", "auto", "struct"};
  named = end > parameter.begin + 1 && code.is_name(end - 1) &&
          std::ranges::find(no_names, last) == no_names.end() && !is_arithmetic(last) &&
          before != "::";
  return named ? end - 1 : end;
}

/// The parameters between two brackets, without their default arguments.
std::string parameters_text(const CudaCode& code, CudaCode::Range brackets) {
  std::string text;
  for (const CudaCode::Range& parameter : code.parts(brackets.begin, brackets.end)) {
    std::size_t end = parameter.begin;
    while (end < parameter.end && code.word(end) != "=") ++end;
    if (!text.empty()) text += ", ";
    text += code.joined({parameter.begin, end});
  }
  return text;
}

bool has_parameter(const CudaCode& code, CudaCode::Range brackets, std::string_view name) {
  return std::ranges::any_of(code.parts(brackets.begin, brackets.end),
                             [&](CudaCode::Range each) { return code.has(each, name); });
}

}  // namespace

std::string KernelFinder::text(bool overloaded) const {
  const std::string type =
      overloaded ? "void (*)(" + parameters + ")" : "decltype(" + address + ")";
  return template_head + "::ws::found_kernel<" + type + ", " + address + "> ws_of_" + name +
         declared + ";";
}

std::optional<KernelFinder> kernel_finder(const CudaCode& code, std::string_view name,
                                          CudaCode::Range template_parameters,
                                          CudaCode::Range parameters) {
  KernelFinder made;
  made.name = name;
  made.address = "&" + made.name;
  made.parameters = parameters_text(code, parameters);
  made.declared = code.joined({parameters.begin, parameters.end + 1});
  if (template_parameters.begin == template_parameters.end) return made;
  std::string header, arguments;
  made.in_body = !has_parameter(code, parameters, name);
  for (const CudaCode::Range& parameter :
       code.parts(template_parameters.begin, template_parameters.end)) {
    bool named = false;
    const std::size_t at = template_name(code, parameter, named);
    const bool pack = code.has({parameter.begin, at}, ".");
    made.in_body = made.in_body && named;
    const std::string own =
        named ? std::string(code.word(at))
              : "ws_t" + std::to_string(parameter.begin - template_parameters.begin);
    if (!header.empty()) header += ", ";
    header += code.joined({parameter.begin, at}) + " " + own;
    const std::size_t rest = named ? at + 1 : at;
    if (rest < parameter.end) header += " " + code.joined({rest, parameter.end});
    if (!arguments.empty()) arguments += ", ";
    arguments += own + (pack ? "..." : "");
  }
  if (header.empty() || code.word(template_parameters.end) != ">") {
    return std::nullopt;  // CudaCode::none, or >> as its end
  }
  made.template_head = "template <" + header + "> ";
  made.address += "<" + arguments + ">";
  return made;
}

std::string parameter_type(const CudaCode& code, CudaCode::Range parameter) {
  std::vector<std::string_view> words;
  for (std::size_t i = parameter.begin; i < parameter.end; ++i) {
    const std::string_view is = code.word(i);
    if (is == "=") break;
    if (is == "__restrict__" || is == "__restrict" || is == "__grid_constant__") continue;
    words.push_back(is);
  }
  std::size_t array = 0;
  while (array < words.size() && words[array] != "[") ++array;
  const bool is_array = array < words.size();
  words.resize(array);
  const auto is_word = [](std::string_view is) {
    return !is.empty() &&
           (is[0] == '_' || (is[0] >= 'a' && is[0] <= 'z') || (is[0] >= 'A' && is[0] <= 'Z'));
  };
  // The last of two words is the parameter's name: "unsigned n", "T* data". Not "unsigned int".
  // NOLINTBEGIN(bugprone-branch-clone): two rules of the language, one consequence
  if (words.size() > 1 && is_word(words.back()) && !is_arithmetic(words.back()) &&
      words.back() != "const" && words[words.size() - 2] != "::" &&
      words[words.size() - 2] != "struct" && words[words.size() - 2] != "const") {
    words.pop_back();
  } else if (words.size() > 2 && is_word(words.back()) && words[words.size() - 2] == "const" &&
             words[words.size() - 3] == "*") {
    words.pop_back();  // T* const data
  }
  // NOLINTEND(bugprone-branch-clone)
  if (!words.empty() && words.back() == "const" && words.size() > 1 &&
      words[words.size() - 2] == "*") {
    words.pop_back();
  }
  std::string type;
  for (const std::string_view each : words) {
    type += each;
    type += ' ';
  }
  return is_array ? type + '*' : type;
}

}  // namespace warpscope
