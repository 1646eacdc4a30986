#include "app/lesson/kept_stop.hpp"

#include <gtest/gtest.h>

#include "app/lesson/lesson_tour.hpp"
#include "app/subject/catalogue_subject.hpp"

namespace warpscope {
namespace {

KeptMoment moment_of(std::string_view kernel, std::int64_t size, int block) {
  KeptMoment moment;
  moment.options.request.kernel = kernel;
  moment.options.request.size = size;
  moment.options.request.block = block;
  moment.options.request.machine = MachineKind::emulator;
  auto whole = catalogue_subject(kernel)->complete(moment.options.request);
  EXPECT_TRUE(whole.ok()) << kernel;
  moment.options.request = whole.value();
  moment.access = 4;
  moment.text = "The stride doubles.";
  return moment;
}

std::string kept(std::string_view lesson, const KeptMoment& moment) {
  const auto text = with_stop(lesson, moment, "lecture.yaml", {});
  EXPECT_TRUE(text.ok()) << (text ? "" : text.error().message);
  return text ? text.value() : std::string();
}

Lesson read(const std::string& text) {
  std::vector<Mistake> mistakes;
  auto lesson = read_lesson(text, "lecture.yaml", mistakes);
  for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text() << '\n' << text;
  EXPECT_TRUE(lesson) << text;
  return lesson.value_or(Lesson());
}

TEST(KeptStop, EveryStopRunsAsItsMomentDidWhateverCameBefore) {
  KeptMoment first = moment_of("reduce_strided", 128, 64);
  first.options.model = BankModel::cc1;
  first.options.request.parameters["type"] = "float";
  first.view = "banks";
  first.stage = "tree";
  KeptMoment second = moment_of("scan_blelloch", 64, 32);
  second.options.variant = Variant{.kernel = "scan_padded32"};
  const KeptMoment third = moment_of("scan_blelloch", 128, 64);
  const std::string text = kept(kept(kept("", first), second), third);
  const Lesson lesson = read(text);
  ASSERT_EQ(lesson.stops.size(), 3U) << text;
  const KeptMoment* moments[] = {&first, &second, &third};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto options = options_of(lesson, k, {});
    ASSERT_TRUE(options.ok()) << options.error().message;
    const auto wanted = catalogue_subject(moments[k]->options.request.kernel)
                            ->complete(moments[k]->options.request);
    EXPECT_EQ(options->request, wanted.value()) << text;
    EXPECT_EQ(options->model, moments[k]->options.model);
    EXPECT_EQ(options->variant, moments[k]->options.variant);
    EXPECT_EQ(lesson.stops[k].at.number, 5);
    EXPECT_EQ(lesson.stops[k].text.en, "The stride doubles.");
  }
  EXPECT_EQ(lesson.stops[0].view, "banks");
  EXPECT_EQ(lesson.stops[0].stage, "tree");
}

TEST(KeptStop, WhatIsTypedStaysWhatItIs) {
  KeptMoment moment = moment_of("reduce_strided", 64, 64);
  moment.text = "a \"b\" \\ : {c} # d\n- run: e";
  EXPECT_EQ(read(kept("", moment)).stops[0].text.en, "a \"b\" \\ : {c} # d - run: e");
}

TEST(KeptStop, WhatStandsInTheFileStays) {
  const std::string before =
      "# mine\nkernel: reduce_strided\nstops:\n    - text: {en: \"One.\"}  # the first\n"
      "    - at: {access: 3}\n      text: {en: \"Two.\"}";
  const std::string text = kept(before, moment_of("reduce_strided", 64, 64));
  EXPECT_TRUE(text.starts_with(before + "\n    - run: {fresh: true")) << text;
  EXPECT_EQ(read(text).stops.size(), 3U);
}

TEST(KeptStop, SaysWhyNothingCanBeAdded) {
  const KeptMoment moment = moment_of("reduce_strided", 64, 64);
  const auto why = [&](std::string_view lesson, const KeptMoment& of) {
    const auto text = with_stop(lesson, of, "lecture.yaml", {});
    EXPECT_FALSE(text.ok()) << text.value();
    return text ? std::string() : text.error().message;
  };
  EXPECT_NE(why("kernel: reduce_strided\nstops:\n  - text: {en: \"One.\"}\nlearned: {en: \"x\"}\n",
                moment)
                .find("must be the last thing in it"),
            std::string::npos);
  EXPECT_NE(why("kernel: reduce_strided\nstops: [{text: {en: \"One.\"}}]\n", moment)
                .find("must be the last thing in it"),
            std::string::npos);
  EXPECT_NE(why("kernel: no_such\nstops:\n  - text: {en: \"One.\"}\n", moment).find("no_such"),
            std::string::npos);
  KeptMoment change = moment;
  change.options.variant = Variant{.model = BankModel::cc1};
  EXPECT_NE(why("", change).find("end the comparison first"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
