#include "instrumentation/program/bare/bare_kernel.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/program/source/kernel_finder.hpp"
#include "instrumentation/program/source/marked_comments.hpp"

namespace warpscope {
namespace {

std::string_view without_blanks_around(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

using SetupComment = MarkedComment;

/// Those that say how a kernel is launched.
std::vector<SetupComment> setup_comments(std::string_view text, const CudaCode& code) {
  std::vector<SetupComment> found;
  for (MarkedComment& each : marked_comments(text, code)) {
    if (!expectation_in(each.text)) found.push_back(std::move(each));
  }
  return found;
}

int line_at(std::string_view text, std::size_t at) {
  return static_cast<int>(std::ranges::count(text.substr(0, at), '\n')) + 1;
}

class BareKernelReader {
 public:
  BareKernelReader(std::string_view text, const CudaCode& code)
      : text_(text), code_(code), comments_(setup_comments(text, code)) {}

  BareKernels run() {
    for (std::size_t i = 0; i < code_.size(); ++i) {
      if (code_.hidden(i) || code_.token(i).directive != 0) continue;
      if (code_.word(i) == "__global__") read(i);
    }
    BareKernels made;
    made.kernels = std::move(kernels_);
    for (const SetupComment& each : comments_) {
      if (each.at != used_mark) made.stray_lines.push_back(line_at(text_, each.at));
    }
    return made;
  }

 private:
  static constexpr std::size_t used_mark = static_cast<std::size_t>(-1);

  void read(std::size_t i) {
    std::size_t name = i + 1;
    BareKernel kernel;
    while (name < code_.size() && !(code_.is_name(name) && code_.word(name + 1) == "(")) {
      if (code_.word(name) == ";" || code_.word(name) == "{" || code_.word(name) == "}") return;
      ++name;
    }
    while (is_attribute(code_.word(name))) {  // __launch_bounds__(256) before the name
      const std::size_t close = code_.close(name + 1);
      if (close == CudaCode::none) return;
      if (code_.word(name) == "__launch_bounds__") read_bounds(name + 1, kernel);
      name = close + 1;
      while (name < code_.size() && !(code_.is_name(name) && code_.word(name + 1) == "(")) {
        if (code_.word(name) == ";" || code_.word(name) == "{") return;
        ++name;
      }
    }
    if (name + 1 >= code_.size()) return;
    const std::size_t open = name + 1, close = code_.close(open);
    if (close == CudaCode::none) return;
    std::size_t body = close + 1;
    while (code_.after_attribute(body) != body) {
      if (code_.word(body) == "__launch_bounds__") read_bounds(body + 1, kernel);
      body = code_.after_attribute(body);
    }
    if (code_.word(body) != "{" || code_.close(body) == CudaCode::none) return;  // no definition
    const std::size_t begin = code_.declaration_begin(i);
    for (std::size_t k = begin; k < i; ++k) {
      if (code_.word(k) == "__launch_bounds__") read_bounds(k + 1, kernel);
      if (code_.word(k) == "template" && !read_template(k + 1, kernel)) return;
    }
    kernel.name = code_.word(name);
    kernel.space = spaces_around(begin);
    kernel.line = line_at(text_, code_.token(name).begin);
    kernel.body = bare_text(code_, {body + 1, code_.close(body)});
    for (const CudaCode::Range& part : code_.parts(open, close)) read_parameter(part, kernel);
    take_setup(begin, code_.token(name).begin, kernel);
    add(std::move(kernel));
  }

  void read_bounds(std::size_t open, BareKernel& kernel) {
    const std::size_t close = code_.close(open);
    if (code_.word(open) != "(" || close == CudaCode::none) return;
    const auto parts = code_.parts(open, close);
    if (!parts.empty()) kernel.bounds = bare_text(code_, parts.front());
  }

  /// False: a specialisation, which its template stands for.
  bool read_template(std::size_t open, BareKernel& kernel) {
    const std::size_t close = code_.word(open) == "<" ? code_.close_angle(open) : CudaCode::none;
    if (close == CudaCode::none || close == open + 1) return false;
    for (const CudaCode::Range& part : code_.parts(open, close)) {
      BareTemplateParameter parameter;
      std::size_t end = part.begin;
      while (end < part.end && code_.word(end) != "=") ++end;
      parameter.has_default = end < part.end;
      if (parameter.has_default) parameter.default_value = bare_text(code_, {end + 1, part.end});
      if (code_.has(part, ".") && kernel.problem.empty()) {
        kernel.problem = tr("its template takes any number of arguments");
      }
      if (end - part.begin >= 2 && code_.is_name(end - 1)) {
        parameter.name = code_.word(end - 1);
        const std::string_view first = code_.word(part.begin);
        if (first != "typename" && first != "class") {
          parameter.type = code_.joined({part.begin, end - 1});
        }
      } else if (!parameter.has_default && kernel.problem.empty()) {
        kernel.problem = tr("its template has a parameter without a name");
      }
      if (code_.word(part.begin) == "template" && kernel.problem.empty()) {
        kernel.problem = tr("its template takes a template");
      }
      kernel.template_parameters.push_back(std::move(parameter));
    }
    return true;
  }

  void read_parameter(CudaCode::Range part, BareKernel& kernel) {
    if (part.end - part.begin == 1 && code_.word(part.begin) == "void") return;
    BareParameter parameter;
    parameter.type = parameter_type(code_, part);
    while (parameter.type.ends_with(' ')) parameter.type.pop_back();
    std::size_t end = part.begin;
    while (end < part.end && code_.word(end) != "=" && code_.word(end) != "[") ++end;
    if (end > part.begin && code_.is_name(end - 1)) parameter.name = code_.word(end - 1);
    std::string element = parameter.type;
    const auto stars = std::ranges::count(element, '*');
    parameter.is_pointer = stars > 0;
    if (element.find('(') != std::string::npos || stars > 1 ||
        element.find('&') != std::string::npos) {
      kernel.problem =
          tr("its parameter {} is neither a number nor a pointer to elements", parameter.name);
    }
    if (parameter.is_pointer) element.resize(element.find('*'));
    parameter.is_const = parameter.is_pointer && take_word(element, "const");
    take_word(element, "const");
    take_word(element, "volatile");
    take_word(element, "struct");
    while (element.ends_with(' ')) element.pop_back();
    // "T x": without its name, a parameter of one word has lost its type.
    if (parameter.name.empty() || element.empty() || is_arithmetic(parameter.name)) {
      kernel.problem = tr("one of its parameters has no name");
    }
    parameter.element = std::move(element);
    kernel.parameters.push_back(std::move(parameter));
  }

  /// Removes all of them.
  static bool take_word(std::string& text, std::string_view word) {
    bool found = false;
    std::string left;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const std::string_view each = std::string_view(text).substr(at, end - at);
      if (each == word) {
        found = true;
      } else if (!each.empty()) {
        left += left.empty() ? "" : " ";
        left += each;
      }
      at = end + 1;
    }
    text = std::move(left);
    return found;
  }

  /// "a::b" of the namespaces around a token.
  [[nodiscard]] std::string spaces_around(std::size_t i) const {
    std::string spaces;
    for (std::size_t k = 0; k < i; ++k) {
      if (code_.word(k) != "namespace" || code_.hidden(k) || code_.token(k).directive != 0)
        continue;
      std::size_t open = k + 1;
      std::string name;
      while (code_.is_name(open) || code_.word(open) == "::") name += code_.word(open++);
      if (code_.word(open) != "{" || code_.close(open) == CudaCode::none) continue;
      if (code_.close(open) > i && !name.empty()) spaces += (spaces.empty() ? "" : "::") + name;
    }
    return spaces;
  }

  /// The comments between the declaration before this one and its name.
  void take_setup(std::size_t begin, std::size_t name, BareKernel& kernel) {
    std::size_t first = begin;
    while (first > 0 && (code_.token(first - 1).directive != 0 || code_.hidden(first - 1))) --first;
    const std::size_t from = first == 0 ? 0 : code_.token(first - 1).end;
    for (SetupComment& each : comments_) {
      if (each.at == used_mark || each.at < from || each.at >= name) continue;
      // Behind the code of a line, a comment is about that code.
      const std::size_t line = text_.rfind('\n', each.at);
      const std::size_t start = line == std::string_view::npos ? 0 : line + 1;
      if (!without_blanks_around(text_.substr(start, each.at - start)).empty()) continue;
      if (kernel.setup_line == 0) kernel.setup_line = line_at(text_, each.at);
      if (!kernel.setup.empty() && !kernel.setup.ends_with(',')) kernel.setup += ",";
      kernel.setup += (kernel.setup.empty() ? "" : " ") + each.text;
      each.at = used_mark;
    }
  }

  void add(BareKernel kernel) {
    const auto types = [](const BareKernel& of) {
      std::string all;
      for (const BareParameter& each : of.parameters) all += each.type + ",";
      return all;
    };
    const bool known = std::ranges::any_of(kernels_, [&](const BareKernel& other) {
      return other.name == kernel.name && other.space == kernel.space &&
             types(other) == types(kernel);
    });
    if (!known) kernels_.push_back(std::move(kernel));
  }

  std::string_view text_;
  const CudaCode& code_;
  std::vector<SetupComment> comments_;
  std::vector<BareKernel> kernels_;
};

}  // namespace

BareKernels find_bare_kernels(std::string_view text, const CudaCode& code) {
  return BareKernelReader(text, code).run();
}

}  // namespace warpscope
