#include "instrumentation/trace/json_fault.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

using FaultJson = nlohmann::json;

/// Keeps nothing of what is read but where it ends to be JSON.
class FaultFinder final : public nlohmann::json_sax<FaultJson> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool key(string_t&) override { return true; }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    position_ = position;
    return false;
  }

  /// Bytes up to the fault, counting the one that is wrong; 0: there is none.
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] bool too_deep() const { return depth_ > deepest_json; }

 private:
  bool open() { return ++depth_ <= deepest_json; }
  bool close() {
    --depth_;
    return true;
  }

  std::size_t position_ = 0;
  int depth_ = 0;
};

}  // namespace

Sentence json_fault(std::string_view text) {
  FaultFinder finder;
  FaultJson::sax_parse(text, &finder);
  if (finder.too_deep()) {
    return say("it is no JSON object: its brackets nest more than {} deep", deepest_json);
  }
  if (finder.position() == 0) return say("it is no JSON object");
  const std::string_view before = text.substr(0, std::min(finder.position(), text.size() + 1) - 1);
  const std::size_t line = before.rfind('\n');  // npos + 1 is 0
  return say("it is no JSON object: see line {0}, column {1}", std::ranges::count(before, '\n') + 1,
             count_characters(before.substr(line + 1)) + 1);
}

}  // namespace warpscope
