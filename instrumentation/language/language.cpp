#include "instrumentation/language/language.hpp"

#include <atomic>

#include "instrumentation/language/catalogues.hpp"
#include "instrumentation/run/embedded.hpp"

namespace warpscope {
namespace {

constexpr std::string_view folder = "po/", ending = ".mo";
constexpr std::string_view pseudo_id = "pseudo";

std::atomic<int> of_all_threads = english;
thread_local std::optional<int> of_this_thread;

struct Known {
  std::vector<Language> languages{{"en", "English", true}};
  std::vector<Catalogue> catalogues;  ///< of the languages behind English

  Known() {
    for (const std::string_view path : embedded_paths(folder)) {
      Catalogue& catalogue = catalogues.emplace_back(embedded(path));
      std::string_view id = path.substr(folder.size());
      id.remove_suffix(ending.size());
      languages.push_back({std::string(id), catalogue.header("X-Language-Name"),
                           catalogue.header("X-Complete") == "yes"});
    }
  }
};

const Known& known() {
  static const Known all;
  return all;
}

}  // namespace

const std::vector<Language>& languages() { return known().languages; }

const Catalogue* catalogue_of(int language) {
  return language > english ? &known().catalogues.at(static_cast<std::size_t>(language - 1))
                            : nullptr;
}

std::optional<int> find_language(std::string_view id) {
  if (id == pseudo_id) return pseudo_language;
  for (std::size_t i = 0; i < languages().size(); ++i) {
    if (languages()[i].id == id) return static_cast<int>(i);
  }
  return std::nullopt;
}

std::string_view language_id(int language) {
  if (language == pseudo_language) return pseudo_id;
  return languages().at(static_cast<std::size_t>(language)).id;
}

std::vector<std::string> language_ids() {
  std::vector<std::string> ids;
  for (const Language& language : languages()) ids.push_back(language.id);
  return ids;
}

int current_language() {
  return of_this_thread ? *of_this_thread : of_all_threads.load(std::memory_order_relaxed);
}

void set_language(int language) { of_all_threads = language; }

InLanguage::InLanguage(int language) : before_(of_this_thread) { of_this_thread = language; }
InLanguage::~InLanguage() { of_this_thread = before_; }

}  // namespace warpscope
