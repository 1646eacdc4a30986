#include "instrumentation/language/environment_language.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "instrumentation/language/language.hpp"

namespace warpscope {
namespace {

constexpr const char* variables[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};

/// The environment as it was comes back after each test.
class EnvironmentLanguage : public testing::Test {
 protected:
  EnvironmentLanguage() {
    for (const char* name : variables) {
      const char* const value = std::getenv(name);
      before_[name] = value == nullptr ? std::nullopt : std::optional<std::string>(value);
    }
  }
  ~EnvironmentLanguage() override {
    for (const auto& [name, value] : before_) {
      if (value) {
        ::setenv(name.c_str(), value->c_str(), 1);
      } else {
        ::unsetenv(name.c_str());
      }
    }
  }

  static std::string_view in(const std::map<std::string, std::string>& environment) {
    for (const char* name : variables) ::unsetenv(name);
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    return language_id(language_of_environment());
  }

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

TEST_F(EnvironmentLanguage, IsEnglishWhereNobodyAsks) {
  EXPECT_EQ(in({}), "en");
  EXPECT_EQ(in({{"LANG", ""}}), "en");
  EXPECT_EQ(in({{"LANG", "xx_XX.UTF-8"}}), "en");
}

TEST_F(EnvironmentLanguage, IsThatOfTheLocale) {
  EXPECT_EQ(in({{"LANG", "ru_RU.UTF-8"}}), "ru");
  EXPECT_EQ(in({{"LANG", "ru"}}), "ru");
  EXPECT_EQ(in({{"LANG", "ru_UA.KOI8-U@variant"}}), "ru");
  EXPECT_EQ(in({{"LANG", "en_GB.UTF-8"}, {"LC_MESSAGES", "ru_RU.UTF-8"}}), "ru");
  EXPECT_EQ(in({{"LANG", "en_GB.UTF-8"}, {"LC_ALL", "ru_RU"}, {"LC_MESSAGES", "en_GB"}}), "ru");
  EXPECT_EQ(in({{"LANG", "ru_RU.UTF-8"}, {"LC_ALL", "en_GB.UTF-8"}}), "en");
  EXPECT_EQ(in({{"LANG", "ru_RU.UTF-8"}, {"LC_ALL", ""}}), "ru") << "empty is not set";
}

TEST_F(EnvironmentLanguage, IsTheFirstThatIsKnownOfTheList) {
  EXPECT_EQ(in({{"LANGUAGE", "ru"}, {"LANG", "en_GB.UTF-8"}}), "ru");
  EXPECT_EQ(in({{"LANGUAGE", "xx:ru_RU:en"}, {"LANG", "en_GB.UTF-8"}}), "ru");
  EXPECT_EQ(in({{"LANGUAGE", "en:ru"}, {"LANG", "ru_RU.UTF-8"}}), "en");
  EXPECT_EQ(in({{"LANGUAGE", "xx:"}, {"LANG", "ru_RU.UTF-8"}}), "ru");
}

TEST_F(EnvironmentLanguage, IsEnglishInTheLocaleOfPrograms) {
  for (const char* locale : {"C", "POSIX", "C.UTF-8"}) {
    EXPECT_EQ(in({{"LC_ALL", locale}, {"LANG", "ru_RU.UTF-8"}}), "en") << locale;
    EXPECT_EQ(in({{"LC_ALL", locale}, {"LANGUAGE", "ru"}}), "en") << locale;
  }
  EXPECT_EQ(in({{"LANGUAGE", "ru"}}), "en") << "without a locale";
}

}  // namespace
}  // namespace warpscope
