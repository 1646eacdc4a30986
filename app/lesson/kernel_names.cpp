#include "app/lesson/kernel_names.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "instrumentation/language/message.hpp"
#include "instrumentation/run/kernel_title.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

bool in_identifier(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string with_kernel_titles(const std::string& text) {
  if (text.find('_') == std::string::npos) return text;
  std::string made;
  for (auto at = text.begin(); at != text.end();) {
    const auto end = std::find_if_not(at, text.end(), in_identifier);
    const std::string_view word(at, end);
    const bool code = end != text.end() && (*end == '<' || *end == '(' || *end == '=');
    // Words of everyday speech are ids as well, "compact" or "jacobi".
    const bool may_be_id = word.find('_') != std::string_view::npos && !code;
    const KernelInfo* const kernel = may_be_id ? kernel_of(word) : nullptr;
    // Translators: the title of a kernel, in quotation marks.
    made += kernel != nullptr ? tr("“{}”", kernel_title(*kernel)) : std::string(word);
    for (at = end; at != text.end() && !in_identifier(*at); ++at) made += *at;
  }
  return made;
}

}  // namespace warpscope
