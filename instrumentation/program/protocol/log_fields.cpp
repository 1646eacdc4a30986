#include "instrumentation/program/protocol/log_fields.hpp"

namespace warpscope {

void FieldWriter::operator()(const Sentence& sentence) {
  nlohmann::json json;
  write_sentence(json, "said", sentence);
  (*this)(std::string_view(json_text(json)));
}

void FieldReader::operator()(Sentence& sentence) {
  const nlohmann::json json = parse_json(raw_text());
  const bool is_one = json.is_object() && json.contains("said") && json.at("said").is_string();
  if (!is_one) return spoil();
  sentence = read_sentence(json, "said", longest_sentence);
}

std::string_view FieldReader::raw_text() {
  std::uint32_t length = 0;
  (*this)(length);
  const auto bytes = raw(length);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> FieldReader::raw(std::size_t bytes) {
  if (!good_ || bytes > left_.size()) {
    spoil();
    return {};
  }
  const auto taken = left_.first(bytes);
  left_ = left_.subspan(bytes);
  return taken;
}

}  // namespace warpscope
