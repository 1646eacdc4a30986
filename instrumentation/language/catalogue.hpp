#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace warpscope {

/// A catalogue as msgfmt(1) writes it (.mo). Not Boost.Locale's reader, which brings all of ICU, a package of 9 MB; nor
/// libintl, which wants catalogues as files and locales that are installed.
class Catalogue {
 public:
  /// `file` must live as long as the catalogue: its texts are pointed at, not copied. A damaged one has no
  /// messages, since what it would translate stays readable in English.
  explicit Catalogue(std::span<const std::byte> file);
  ~Catalogue();
  Catalogue(Catalogue&&) noexcept;
  Catalogue& operator=(Catalogue&&) noexcept;

  /// nullptr if it is not there. A message with a context is "context\4message", one with a plural
  /// "one\0many" (GNU gettext's manual, "The Format of GNU MO Files").
  [[nodiscard]] const char* find(std::string_view message) const;
  /// The form for so many of a message with a plural.
  [[nodiscard]] const char* find(std::string_view message, std::int64_t count) const;
  /// A line of the header, "Language" or "X-Language-Name"; empty if there is none.
  [[nodiscard]] std::string header(std::string_view field) const;
  [[nodiscard]] std::size_t size() const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace warpscope
