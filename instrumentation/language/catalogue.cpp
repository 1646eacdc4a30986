#include "instrumentation/language/catalogue.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace warpscope {
namespace {

constexpr std::uint32_t magic = 0x950412de;  // little-endian, as msgfmt writes it here

/// A number of the file; 0 behind its end, so that what a damaged one names is not found.
std::uint32_t number_at(std::span<const std::byte> file, std::size_t offset) {
  std::uint32_t number = 0;
  if (file.size() < sizeof number || offset > file.size() - sizeof number) return 0;
  std::memcpy(&number, file.data() + offset, sizeof number);
  return number;
}

/// The text that an entry (length, offset) of one of the two tables names; a zero byte follows it.
std::string_view text_at(std::span<const std::byte> file, std::size_t entry) {
  const std::size_t length = number_at(file, entry), offset = number_at(file, entry + 4);
  if (offset >= file.size() || length >= file.size() - offset) return {};
  if (file[offset + length] != std::byte{0}) return {};
  return {reinterpret_cast<const char*>(file.data()) + offset, length};
}

}  // namespace

/// "nplurals=3; plural=(n%10==1 && …)": C's expressions, which are muParser's but for the remainder.
class PluralRule {
 public:
  explicit PluralRule(const std::string& header) {
    parser_.DefineVar("n", &n_);
    parser_.DefineOprt(
        "%", [](double a, double b) { return b == 0 ? 0 : std::fmod(a, b); }, mu::prMUL_DIV);
    const std::size_t at = header.find("plural=", header.find(';'));
    std::string expression = at == std::string::npos ? "n != 1" : header.substr(at + 7);
    expression.erase(std::min(expression.find(';'), expression.size()));
    try {
      parser_.SetExpr(expression);
    } catch (const mu::Parser::exception_type&) {
      parser_.SetExpr("0");
    }
  }

  std::size_t form(std::int64_t count) {
    const std::lock_guard lock(mutex_);
    n_ = static_cast<double>(std::abs(count));
    try {
      const double form = parser_.Eval();
      return form > 0 && form < 10 ? static_cast<std::size_t>(form) : 0;
    } catch (const mu::Parser::exception_type&) {
      return 0;
    }
  }

 private:
  std::mutex mutex_;
  double n_ = 0;
  mu::Parser parser_;
};

struct Catalogue::Content {
  std::unordered_map<std::string_view, std::string_view> messages;
  std::unique_ptr<PluralRule> plurals;
};

Catalogue::Catalogue(std::span<const std::byte> file) : content_(std::make_unique<Content>()) {
  if (number_at(file, 0) == magic) {
    const std::size_t count = number_at(file, 8), originals = number_at(file, 12),
                      translations = number_at(file, 16);
    for (std::size_t i = 0; i < count && 8 * i < file.size(); ++i) {
      const std::string_view message = text_at(file, originals + 8 * i);
      content_->messages.emplace(message, text_at(file, translations + 8 * i));
    }
  }
  content_->plurals = std::make_unique<PluralRule>(header("Plural-Forms"));
}

Catalogue::~Catalogue() = default;
Catalogue::Catalogue(Catalogue&&) noexcept = default;
Catalogue& Catalogue::operator=(Catalogue&&) noexcept = default;

const char* Catalogue::find(std::string_view message) const {
  const auto found = content_->messages.find(message);
  return found == content_->messages.end() || found->second.empty() ? nullptr
                                                                    : found->second.data();
}

const char* Catalogue::find(std::string_view message, std::int64_t count) const {
  const auto found = content_->messages.find(message);
  if (found == content_->messages.end()) return nullptr;
  std::string_view forms = found->second;
  for (std::size_t form = content_->plurals->form(count); form > 0; --form) {
    const std::size_t end = forms.find('\0');
    if (end == std::string_view::npos) return nullptr;
    forms.remove_prefix(end + 1);
  }
  return forms.empty() || forms.front() == '\0' ? nullptr : forms.data();
}

std::string Catalogue::header(std::string_view field) const {
  const auto found = content_->messages.find("");
  if (found == content_->messages.end()) return {};
  const std::string_view all = found->second;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    const std::string_view line = all.substr(at, end - at);
    if (line.starts_with(field) && line.substr(field.size()).starts_with(": ")) {
      return std::string(line.substr(field.size() + 2));
    }
    at = end + 1;
  }
  return {};
}

std::size_t Catalogue::size() const { return content_->messages.size(); }

}  // namespace warpscope
