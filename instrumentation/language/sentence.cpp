#include "instrumentation/language/sentence.hpp"

#include <fmt/args.h>

#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {

Sentence::Sentence() = default;
Sentence::Sentence(std::string data) : id_(std::move(data)) {}
Sentence::Sentence(const Sentence&) = default;
Sentence::Sentence(Sentence&&) noexcept = default;
Sentence& Sentence::operator=(const Sentence&) = default;
Sentence& Sentence::operator=(Sentence&&) noexcept = default;
Sentence::~Sentence() = default;

Sentence Sentence::of(Parts parts) {
  Sentence made;
  made.id_ = std::move(parts.id);
  made.many_ = std::move(parts.many);
  made.context_ = std::move(parts.context);
  made.arguments_ = std::move(parts.arguments);
  made.is_data_ = made.id_.empty();
  return made;
}

bool operator==(const Sentence& a, const Sentence& b) {
  return a.is_data_ == b.is_data_ && a.id_ == b.id_ && a.many_ == b.many_ &&
         a.context_ == b.context_ && a.arguments_ == b.arguments_;
}

std::string Sentence::text() const {
  if (is_data_) return id_;
  const char *message = nullptr, *fallback = id_.c_str();
  if (many_.empty()) {
    message = context_.empty() ? tr(id_.c_str()) : tr_c(context_.c_str(), id_.c_str());
  } else {
    const auto* const count = std::get_if<std::int64_t>(&arguments_.front().value);
    const std::int64_t number = count == nullptr ? 0 : *count;
    if (number != 1) fallback = many_.c_str();
    message = plural_form(id_.c_str(), many_.c_str(), number);
  }
  if (arguments_.empty()) return message;
  fmt::dynamic_format_arg_store<fmt::format_context> fields;
  for (const Argument& argument : arguments_) {
    std::visit(
        [&](const auto& value) {
          using Value = std::remove_cvref_t<decltype(value)>;
          if constexpr (std::is_same_v<Value, Sentence>) {
            fields.push_back(value.text());
          } else if constexpr (std::is_same_v<Value, Grouped>) {
            fields.push_back(number_text(value.digits));
          } else {
            fields.push_back(value);
          }
        },
        argument.value);
  }
  return detail::filled(message, fallback, fields);
}

std::string Sentence::english() const {
  const InLanguage speaking(warpscope::english);
  return text();
}

Sentence Sentence::replaced(const std::string& before, const std::string& after) const {
  Sentence made = *this;
  if (is_data_) {
    const std::size_t at = made.id_.find(before);
    if (at != std::string::npos) made.id_.replace(at, before.size(), after);
  }
  for (Argument& argument : made.arguments_) {
    if (auto* const text = std::get_if<std::string>(&argument.value)) {
      if (*text == before) *text = after;
    } else if (auto* const sentence = std::get_if<Sentence>(&argument.value)) {
      *sentence = sentence->replaced(before, after);
    }
  }
  return made;
}

Sentence say(std::string_view message) { return Sentence::of({.id = std::string(message)}); }

Sentence followed(const Sentence& first, const Sentence& second) {
  if (first.empty()) return second;
  if (second.empty()) return first;
  return Sentence::of({.id = "{0} {1}", .arguments = detail::arguments_of(first, second)});
}

Sentence say_c(std::string_view context, std::string_view message) {
  return Sentence::of({.id = std::string(message), .context = std::string(context)});
}

}  // namespace warpscope
