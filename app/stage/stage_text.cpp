#include "app/stage/stage_text.hpp"

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {

std::string count_text(std::uint64_t count) { return whole_text(static_cast<std::int64_t>(count)); }

std::string sources_text(bool copy, const std::vector<std::string>& sources,
                         std::uint32_t left_out) {
  std::string list;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (i == 0) {
      list = sources[i];
    } else if (i + 1 == sources.size() && left_out == 0) {
      list = tr("{0} and {1}", list, sources[i]);
    } else {
      list = tr("{0}, {1}", list, sources[i]);
    }
  }
  // Translators: {1} is a list of cells, "keys[3] = 17, keys[4] = 5".
  if (left_out > 0) list = tr_n("{1} and {0} more", "{1} and {0} more", left_out, list);
  // Translators: of a value; the field is a cell and what it holds.
  return copy ? tr("copy of {}", list) : tr("made from {}", list);
}

std::string cut_sources_text() {
  // Translators: of a value.
  return tr("too many loads feed it: what it was made from is left out");
}

void add_line(std::string& text, std::string_view line) {
  text += '\n';
  text += line;
}

}  // namespace warpscope
