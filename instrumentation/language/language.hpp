#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// A language that the program can speak. English is that of the sources; each catalogue in po/ is another one.
struct Language {
  std::string id;         ///< that of the catalogue's file, as ISO 639 names it: "ru"
  std::string name;       ///< its name for itself, from the catalogue's header "X-Language-Name"
  bool complete = false;  ///< nothing is missing in it: its header has "X-Complete: yes"
};

/// English first, then those of the catalogues by id. The place in this list stands for the language.
[[nodiscard]] const std::vector<Language>& languages();
inline constexpr int english = 0;
/// Every message between ⟦ and ⟧ and made 40 % longer: shows what is not translated, and what has no room.
/// Not in the list; its id is "pseudo".
inline constexpr int pseudo_language = -1;

/// The place of a language in the list; nothing if there is none of this id.
[[nodiscard]] std::optional<int> find_language(std::string_view id);
[[nodiscard]] std::string_view language_id(int language);
/// Of languages().
[[nodiscard]] std::vector<std::string> language_ids();

/// What tr() speaks on this thread: what InLanguage says, else what set_language() said; English at first.
[[nodiscard]] int current_language();
/// For all threads. What was made in another language stays as it is.
void set_language(int language);

/// While it lives, this thread speaks another language: JSON and files are English, whatever the window is.
class InLanguage {
 public:
  explicit InLanguage(int language);
  ~InLanguage();
  InLanguage(const InLanguage&) = delete;
  InLanguage& operator=(const InLanguage&) = delete;

 private:
  std::optional<int> before_;
};

}  // namespace warpscope
