#include "instrumentation/language/message.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <thread>

#include "instrumentation/language/catalogue.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

using namespace std::string_literals;

/// What msgfmt writes: both tables, then the texts.
std::vector<std::byte> compiled(const std::map<std::string, std::string>& messages) {
  std::vector<std::uint32_t> numbers{
      0x950412de, 0, static_cast<std::uint32_t>(messages.size()), 28, 0, 0, 0};
  numbers[4] = 28 + 8 * numbers[2];
  std::string texts;
  const std::size_t begin = 28 + 16 * messages.size();
  const auto add = [&](const std::string& text) {
    numbers.push_back(static_cast<std::uint32_t>(text.size()));
    numbers.push_back(static_cast<std::uint32_t>(begin + texts.size()));
    texts += text + '\0';
  };
  for (const auto& [message, _] : messages) add(message);
  for (const auto& [_, translation] : messages) add(translation);
  std::vector<std::byte> file(begin + texts.size());
  std::memcpy(file.data(), numbers.data(), begin);
  std::memcpy(file.data() + begin, texts.data(), texts.size());
  return file;
}

const std::string russian_plurals =
    "Language: ru\nPlural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 "
    "&& "
    "(n%100<12 || n%100>14) ? 1 : 2);\nX-Language-Name: Русский\n";

TEST(Catalogue, FindsMessagesFormsAndItsHeader) {
  const auto file = compiled({{"", russian_plurals},
                              {"Open", "Открыть"},
                              {"menu\4Open", "Открытие"},
                              {"{} lane\0{} lanes"s, "{} нить\0{} нити\0{} нитей"s},
                              {"Not done", ""}});
  const Catalogue catalogue(file);
  EXPECT_EQ(catalogue.size(), 5U);
  EXPECT_EQ(catalogue.header("Language"), "ru");
  EXPECT_EQ(catalogue.header("X-Language-Name"), "Русский");
  EXPECT_EQ(catalogue.header("Lang"), "");
  EXPECT_STREQ(catalogue.find("Open"), "Открыть");
  EXPECT_STREQ(catalogue.find("menu\4Open"), "Открытие");
  EXPECT_EQ(catalogue.find("Close"), nullptr);
  EXPECT_EQ(catalogue.find("Not done"), nullptr);
  const std::map<int, std::string> forms{
      {0, "{} нитей"},  {1, "{} нить"},  {2, "{} нити"},  {5, "{} нитей"},   {11, "{} нитей"},
      {12, "{} нитей"}, {21, "{} нить"}, {22, "{} нити"}, {111, "{} нитей"}, {1001, "{} нить"}};
  for (const auto& [count, form] : forms) {
    EXPECT_EQ(catalogue.find("{} lane\0{} lanes"s, count), form) << count;
  }
}

TEST(Catalogue, HasNoMessagesWhereItIsDamaged) {
  const auto whole = compiled({{"", russian_plurals}, {"Open", "Открыть"}, {"Shut", "Закрыть"}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<std::byte> cut(whole.begin(),
                                     whole.begin() + static_cast<std::ptrdiff_t>(size));
    const Catalogue catalogue(cut);
    const char* const found = catalogue.find("Shut");
    EXPECT_TRUE(found == nullptr || std::string_view(found) == "Закрыть") << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto changed = whole;
    changed[at] = std::byte{0xff};
    const Catalogue catalogue(changed);
    static_cast<void>(catalogue.find("Shut", 7));
  }
}

TEST(Message, IsEnglishUnlessAskedOtherwise) {
  EXPECT_STREQ(tr("No such message"), "No such message");
  EXPECT_EQ(tr("{1} of {0}", 7, "all"), "all of 7");
  EXPECT_EQ(tr_n("{} lane of {}", "{} lanes of {}", 1, "warp 0"), "1 lane of warp 0");
  EXPECT_EQ(tr_n("{} lane of {}", "{} lanes of {}", 32, "warp 0"), "32 lanes of warp 0");
  EXPECT_EQ(languages().front().id, "en");
  EXPECT_EQ(find_language("xx"), std::nullopt);
}

TEST(Message, IsLongerBetweenBracketsInThePseudoLanguage) {
  const InLanguage pseudo(*find_language("pseudo"));
  EXPECT_STREQ(tr("0123456789"), "⟦0123456789 ~~~⟧");
  EXPECT_EQ(tr("{} of {}", 1, 2), "⟦1 of 2 ~~~⟧");
  EXPECT_EQ(tr_n("{} lane", "{} lanes", 2), "⟦2 lanes ~~~⟧");
  EXPECT_EQ(tr(""), std::string());
}

TEST(Message, NamesOfDataAreTranslatedWhereTheCatalogueKnowsThem) {
  const auto named = [](const char* language, std::string_view name) {
    const InLanguage speaking(find_language(language).value());
    return name_in_language("step of a kernel", name);
  };
  EXPECT_EQ(named("ru", "up"), "вверх");
  EXPECT_EQ(named("ru", "my own step"), std::nullopt);
  EXPECT_EQ(named("ru", "if"), std::nullopt) << "is called the same";
  EXPECT_EQ(named("ru", ""), std::nullopt) << "the header of the catalogue";
  EXPECT_EQ(named("en", "up"), std::nullopt);
  EXPECT_EQ(named("pseudo", "up"), std::nullopt) << "data";
}

TEST(Message, IsInTheLanguageOfItsThread) {
  const InLanguage pseudo(pseudo_language);
  std::thread([] { EXPECT_STREQ(tr("Open"), "Open"); }).join();
  {
    const InLanguage nested(english);
    EXPECT_STREQ(tr("Open"), "Open");
  }
  EXPECT_NE(tr("Open"), "Open"s);
}

}  // namespace
}  // namespace warpscope
