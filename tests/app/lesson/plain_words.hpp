#pragma once

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/glossary.hpp"

namespace warpscope::test {

/// English words of questions that need no explanation: everyday words, and those of mathematics at
/// school. A word that is not among them belongs into assets/glossary.yaml.
inline const std::set<std::string, std::less<>>& plain_words() {
  static const std::set<std::string, std::less<>> words = [] {
    std::istringstream list(R"(
about add added additions adds after again all along alternate among and angle another any apart are
arm array arrays asks back band because become becomes before begins begun belong below between bits
both brings but bytes cannot change circle column columns come comes compare compares comparison
computed computes condition constant could count counter counters counts cuda data decides deep
depends diagonal did differ different distance divides does done doubles down dropped each eight
either element elements else end ends entries entry equal equation equations error even evenly every
everything extend fall fastest few fifth fill fills find finds finished first five float floats
follow followed for four fourth from full gaps global goes gpus group had half halves hardware has
have here highest hits hold holds how index input inputs instead into ints its itself joins just
kept know largest last learns least leaves left less lie lies like line lines live lives long
longest looks loop low lowest made make makes many matrices matrix may meet meets merge mod mode
modulo moment more most move moved moves multiply must near need needs neighbour neighbour's
neighbouring neighbours new next not nothing now number numbers occurs odd often once one ones only
order other others out over own pair pairs partial partners pays per pieces ping place places points
products put puts queue random reaches read reads reduces result results right rise round rounded
row row's rows run run's runs same says scattered second serve serves set shape share shortcut side
sign signal single six smaller solution some sort sorted spread squares stand stands status stays
still such sum sums system systems table tag take takes temp than that the their them then there
these they this those threadidx three through tid time times today together too took touch touched
transforms tree tries turn twice two unknown unknowns unless until unused used usual value values
variable vector vectors wait waiting waits want wanted wants way well what whatever when where which
while whole whose wide will with within without work worked worst would write writes written zero
)");
    std::set<std::string, std::less<>> made;
    for (std::string word; list >> word;) made.insert(word);
    return made;
  }();
  return words;
}

/// Words of an English text, of three letters or more, that are neither plain nor explained. Names of
/// code, such as data[tid] or level_begin, and titles in quotation marks are not looked at.
inline std::vector<std::string> unexplained_words(std::string_view text) {
  std::string left(text);
  for (const TermPlace& place : terms_in(text)) {
    std::fill(left.begin() + static_cast<std::ptrdiff_t>(place.begin),
              left.begin() + static_cast<std::ptrdiff_t>(place.end), ' ');
  }
  constexpr std::string_view opens = "“", closes = "”";
  for (std::size_t at = left.find(opens); at != std::string::npos; at = left.find(opens, at)) {
    const std::size_t end = std::min(left.find(closes, at), left.size() - closes.size());
    left.replace(at, end + closes.size() - at, " ");
  }
  std::vector<std::string> found;
  std::string word;
  bool code = false;
  const auto end_word = [&](char next) {
    while (word.ends_with('-') || word.ends_with('\'')) word.pop_back();
    const bool is_name = code || next == '[' || next == '(';
    if (word.size() >= 3 && !is_name && !plain_words().contains(word)) found.push_back(word);
    word.clear();
    code = false;
  };
  for (const char c : left) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalpha(byte) != 0) {
      word += static_cast<char>(std::tolower(byte));
    } else if ((c == '-' || c == '\'') && !word.empty()) {
      word += c;
    } else if (c == '_' || (c >= '0' && c <= '9')) {
      code = true;
    } else {
      end_word(c);
    }
  }
  end_word(' ');
  return found;
}

}  // namespace warpscope::test
