#include <gtest/gtest.h>

#include "tests/support/caption_in.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::caption_in;
using test::first_lanes;
using test::TraceMaker;

template <class Index>
Caption of_load(std::uint32_t mask, Index index) {
  TraceMaker make(32);
  make.load(make.shared("data", 4096, {}), 2, mask, index);
  Trace trace = make.take();
  trace.sources[0].text = "first\n  x = data[tid];\n";
  return caption_in("ru", trace, summarize(trace, BankModel::cc5), 0);
}

TEST(CaptionRussian, TellsAConflictAndWhoIsIdle) {
  const Caption text = of_load(first_lanes(16), [](int lane) { return 16 * lane + 8; });
  EXPECT_EQ(
      text.sentence,
      "Варп 0 читает data[tid] (строка 2): 16 нитей обращаются к 16 разным словам всего из "
      "2 банков, поэтому чтение занимает 8 волн вместо одной. Половина нитей варпа простаивает.");
  EXPECT_EQ(text.verdict, "конфликт 8-го порядка");
  EXPECT_EQ(text.detail, "8 волн, идеал 1");
  EXPECT_TRUE(text.costly);
}

TEST(CaptionRussian, SaysWhatTakesTheWavefronts) {
  TraceMaker make(32);
  const int data = make.shared("data", 4096, {});
  make.store(data, 2, all_lanes, [](int lane) { return 32 * lane; }, {});
  Trace trace = make.take();
  trace.sources[0].text = "first\n  data[tid] = x;\n";
  const Caption text = caption_in("ru", trace, summarize(trace, BankModel::cc5), 0);
  EXPECT_NE(text.sentence.find("поэтому запись занимает 32 волны вместо одной."), std::string::npos)
      << text.sentence;
  EXPECT_EQ(text.detail, "32 волны, идеал 1");
}

TEST(CaptionRussian, CountsNoBanksOfElementsThatTakeSeveral) {
  TraceMaker make(32);
  const int data = make.shared("data", 4096, {Scalar::f64, 1});
  make.load(data, 2, all_lanes, [](int lane) { return 33 * lane; });
  const Trace trace = make.take();
  const Caption text = caption_in("ru", trace, summarize(trace, BankModel::cc3x4), 0);
  EXPECT_NE(text.sentence.find("32 разным элементам, банки которых совпадают, поэтому"),
            std::string::npos)
      << text.sentence;
}

TEST(CaptionRussian, CountsInTheCaseThatANumberNeeds) {
  EXPECT_NE(of_load(first_lanes(1), [](int) { return 3; })
                .sentence.find("1 нить обращается к одному слову"),
            std::string::npos);
  EXPECT_NE(of_load(first_lanes(21), [](int lane) { return lane; })
                .sentence.find("21 нить обращается к 21 слову из 21 банка: 1 волна."),
            std::string::npos);
  EXPECT_NE(of_load(first_lanes(12), [](int lane) { return lane; }).sentence.find("12 нитей"),
            std::string::npos);
  EXPECT_NE(of_load(first_lanes(3), [](int lane) { return 32 * lane; }).detail.find("3 волны"),
            std::string::npos);
  EXPECT_NE(of_load(first_lanes(21), [](int lane) { return 32 * lane; })
                .sentence.find("чтение занимает 21 волну вместо одной"),
            std::string::npos);
}

TEST(CaptionRussian, CountsTheIdle) {
  const auto idle = [](int active) {
    const std::string text = of_load(first_lanes(active), [](int lane) { return lane; }).sentence;
    return text.substr(text.rfind(". ") + 2);
  };
  EXPECT_EQ(idle(31), "Простаивает 1 нить из 32.");
  EXPECT_EQ(idle(29), "Простаивают 3 нити из 32.");
  EXPECT_EQ(idle(11), "Простаивает 21 нить из 32.");
  EXPECT_EQ(idle(21), "Простаивает 11 нитей из 32.");
  EXPECT_EQ(idle(16), "Половина нитей варпа простаивает.");
}

TEST(CaptionRussian, AtomicsOnWordsAreBitwise) {
  TraceMaker make(32);
  const int data = make.shared("data", 64, {});
  for (const std::uint32_t line : {2U, 3U}) {
    make.atomic_add(data, line, all_lanes, [](int) { return 5; }, {});
  }
  Trace trace = make.take();
  trace.accesses[0].operation = Operation::atomic_and;
  trace.accesses[1].operation = Operation::atomic_or;
  const Summary summary = summarize(trace, BankModel::cc5);
  EXPECT_NE(caption_in("ru", trace, summary, 0).sentence.find("поэтому побитовое И занимает"),
            std::string::npos)
      << caption_in("ru", trace, summary, 0).sentence;
  EXPECT_NE(caption_in("ru", trace, summary, 1).sentence.find("применяет побитовое ИЛИ к «data»"),
            std::string::npos);
}

TEST(CaptionRussian, OfOneLaneNothingIsSaidOfOthers) {
  TraceMaker make(32);
  const int sum = make.global("sum", 8);
  make.atomic_add(sum, 2, 1, [](int) { return 0; }, {});
  const Trace trace = make.take();
  const Caption text = caption_in("ru", trace, summarize(trace, BankModel::cc5), 0);
  EXPECT_NE(text.sentence.find("1 нить обращается к одному элементу: 1 сектор (32 байта)."),
            std::string::npos)
      << text.sentence;
  EXPECT_EQ(text.detail, "работает одна нить");
}

TEST(CaptionRussian, SaysWhyOneElementTakesManySectors) {
  TraceMaker make(32);
  const int bins = make.global("bins", 64);
  make.atomic_add(bins, 2, all_lanes, [](int) { return 1; }, {});
  make.atomic_add(bins, 3, all_lanes, [](int lane) { return lane < 8 ? 3 : lane; }, {});
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  const Caption one = caption_in("ru", trace, summary, 0);
  EXPECT_NE(one.sentence.find("к одному элементу и ждут друг друга, и каждый раз сектор считается "
                              "заново."),
            std::string::npos)
      << one.sentence;
  EXPECT_EQ(one.detail, "32 сектора, идеал 1");
  EXPECT_NE(caption_in("ru", trace, summary, 1).sentence.find(", на одном сходятся до 8 нитей и"),
            std::string::npos)
      << caption_in("ru", trace, summary, 1).sentence;
}

TEST(CaptionRussian, ABroadcastIsCalledSo) {
  const Caption text = of_load(all_lanes, [](int) { return 5; });
  EXPECT_EQ(text.verdict, "рассылка");
  EXPECT_NE(text.sentence.find("рассылается всем: 1 волна."), std::string::npos) << text.sentence;
  EXPECT_FALSE(text.costly);
}

TEST(CaptionRussian, NamesTheArrayThatTheSourceCallsOtherwise) {
  TraceMaker make(32);
  make.load(make.global("ping", 64, {}), 2, all_lanes, [](int lane) { return lane; });
  make.store(make.shared("data", 64, {}), 3, all_lanes, [](int lane) { return lane; }, {});
  Trace trace = make.take();
  trace.sources[0].text = "first\n  x = from[tid];\n  data[tid] = x;\n";
  const Summary summary = summarize(trace, BankModel::cc5);
  const Caption load = caption_in("ru", trace, summary, 0);
  EXPECT_TRUE(load.sentence.starts_with("Варп 0 читает from[tid], массив ping (строка 2): "))
      << load.sentence;
  EXPECT_EQ(load.detail, "нужно 128 байт, передано 128");
  EXPECT_TRUE(caption_in("ru", trace, summary, 1)
                  .sentence.starts_with("Варп 0 пишет в data[tid] (строка 3): "));
}

TEST(CaptionRussian, LanesExchangeRegisters) {
  TraceMaker make(32);
  make.shuffle(make.registers(), 4, all_lanes, [](int lane) { return (lane + 16) % 32; }, {});
  make.shuffle(make.registers(), 5, all_lanes,
               [](int lane) { return lane < 16 ? lane + 16 : lane; }, {});
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  EXPECT_EQ(caption_in("ru", trace, summary, 0).sentence,
            "Нити варпа 0 обмениваются регистрами (строка 4): каждая читает регистр своей "
            "напарницы.");
  EXPECT_EQ(caption_in("ru", trace, summary, 1).sentence,
            "Нити варпа 0 обмениваются регистрами (строка 5): каждая читает регистр нити с номером "
            "на 16 больше, если такая есть.");
}

TEST(CaptionRussian, OneIsAWordWhereItHasACase) {
  TraceMaker make(32);
  make.load(make.global("in", 1024, {}), 2, first_lanes(4), [](int lane) { return 8 * lane; });
  make.load(make.constant("factors", 64), 3, all_lanes, [](int lane) { return lane % 3; });
  const Trace trace = make.take();
  const Summary summary = summarize(trace, BankModel::cc5);
  const Caption load = caption_in("ru", trace, summary, 0);
  EXPECT_NE(load.sentence.find("4 сектора по 32 байта, хватило бы одного."), std::string::npos)
      << load.sentence;
  EXPECT_EQ(caption_in("ru", trace, summary, 1).verdict, "3 разных слова");
}

TEST(CaptionRussian, GroupsTheDigitsOfAllNumbers) {
  TraceMaker make(32);
  const int data = make.shared("data", 32, {});
  for (int step = 0; step < 1100; ++step) {
    make.load(data, 2, all_lanes, [](int lane) { return lane; });
    make.barrier("load");
  }
  const Trace trace = make.take();
  const std::string step = caption_in("ru", trace, summarize(trace, BankModel::cc5), 1049).step;
  EXPECT_TRUE(step.starts_with("Шаг 1\u202f050 из 1\u202f100 · загрузка (load)")) << step;
}

TEST(CaptionRussian, OneOfTheThreadsIsLeft) {
  TraceMaker make(32);
  make.store(make.shared("data", 32, {}), 2, all_lanes, [](int) { return 5; }, {});
  Trace trace = make.take();
  trace.sources[0].text = "first\n  data[5] = x;\n";
  const Caption text = caption_in("ru", trace, summarize(trace, BankModel::cc5), 0);
  EXPECT_NE(
      text.sentence.find("32 нити обращаются к одному слову, и остаётся значение одной из них"),
      std::string::npos)
      << text.sentence;
}

}  // namespace
}  // namespace warpscope
