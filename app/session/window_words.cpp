#include "app/session/window_words.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace warpscope {

std::string window_words(std::string sentence) {
  if (sentence.find("warpscope ") != std::string::npos) return sentence;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> words{{
      {"another --block", "another block size"},
      {"take --machine emulator", "take the emulator as the machine"},
      {"--machine emulator", "The emulator"},
      {"give --size", "take the size"},
      {"--size", "size"},
      {"--block", "block size"},
  }};
  for (const auto& [option, said] : words) {
    for (std::size_t at = 0; (at = sentence.find(option, at)) != std::string::npos;) {
      std::string word(said);
      const bool begins = at == 0 || (at >= 2 && sentence.substr(at - 2, 2) == ". ");
      if (!begins && word.starts_with("The ")) word[0] = 't';
      sentence.replace(at, option.size(), word);
      at += word.size();
    }
  }
  return sentence;
}

}  // namespace warpscope
