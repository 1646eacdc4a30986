#include <array>
#include <cstdlib>

#include "instrumentation/analysis/caption_grammar.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace russian_words {
namespace {

/// The forms of a noun: "1 нить", "2 нити", "5 нитей".
struct Forms {
  const char *one, *few, *many;
};

/// 1, 21, 101, but not 11: such numbers take the singular.
bool singular(std::int64_t number) { return number % 10 == 1 && number % 100 != 11; }

/// 2 to 4, 22, but not 12: such numbers take the plural, all larger ones the genitive.
bool is_few(std::int64_t number) {
  const std::int64_t last = number % 10, tens = number % 100;
  return last >= 2 && last <= 4 && (tens < 12 || tens > 14);
}

std::string counted(std::int64_t number, const Forms& noun) {
  return whole_text(number) + ' ' +
         (singular(number) ? noun.one : (is_few(number) ? noun.few : noun.many));
}

std::string threads_text(std::int64_t n) { return counted(n, {"нить", "нити", "нитей"}); }
/// The genitive, behind "до" and "из": "31 нити", "8 нитей".
std::string threads_of_text(std::int64_t n) {
  return whole_text(n) + (singular(n) ? " нити" : " нитей");
}
std::string waves_text(std::int64_t n) { return counted(n, {"волна", "волны", "волн"}); }
/// The accusative, for what an access takes: "21 волну".
std::string taken_waves_text(std::int64_t n) { return counted(n, {"волну", "волны", "волн"}); }
std::string sectors_text(std::int64_t n) { return counted(n, {"сектор", "сектора", "секторов"}); }
/// With their size: "4 сектора по 32 байта".
std::string sized_sectors_text(std::int64_t n) {
  return sectors_text(n) + (n == 1 ? " (32 байта)" : " по 32 байта");
}
std::string bytes_text(std::int64_t n) { return counted(n, {"байт", "байта", "байт"}); }

/// The genitive, behind "вместо" and "хватило бы": "одной", "одного", "4".
std::string instead_text(std::int64_t n, const char* one) { return n == 1 ? one : whole_text(n); }

/// The dative, for what lanes turn to: "одному слову", "16 разным словам", "21 слову".
std::string different(std::int64_t number, const std::string& one, const std::string& many) {
  if (number == 1) return "одному " + one;
  return whole_text(number) + (singular(number) ? ' ' + one : " разным " + many);
}

/// "32 нити обращаются к ".
std::string actors_text(int lanes) {
  return threads_text(lanes) + (singular(lanes) ? " обращается к " : " обращаются к ");
}

std::string ideal_text(std::int64_t ideal) { return ", идеал " + whole_text(ideal); }
std::string enough_text(const GlobalRequest& request) {
  return request.sectors > request.ideal ? ", хватило бы " + instead_text(request.ideal, "одного")
                                         : std::string(", меньше нельзя");
}
std::string cost_text(const GlobalRequest& request) {
  return sectors_text(request.sectors) + ideal_text(request.ideal);
}
std::string moved_text(const GlobalRequest& request) {
  return (singular(request.bytes) ? "нужен " : "нужно ") + bytes_text(request.bytes) +
         ", передано " + whole_text(std::int64_t{request.sectors} * sector_bytes);
}

/// What a warp does to the array whose name follows, and the noun for it.
struct Deed {
  std::string_view does, noun;
};
/// In the order of the operations.
constexpr std::array deeds =
    std::to_array<Deed>({{"читает", "чтение"},
                         {"пишет в", "запись"},
                         {"прибавляет к", "сложение"},
                         {"обменивается регистрами", "обмен"},
                         {"вычитает из", "вычитание"},
                         {"заменяет", "замена"},
                         {"оставляет минимум в", "взятие минимума"},
                         {"оставляет максимум в", "взятие максимума"},
                         {"увеличивает", "увеличение"},
                         {"уменьшает", "уменьшение"},
                         {"применяет побитовое И к", "побитовое И"},
                         {"применяет побитовое ИЛИ к", "побитовое ИЛИ"},
                         {"применяет побитовое исключающее ИЛИ к", "побитовое исключающее ИЛИ"},
                         {"сравнивает и заменяет", "сравнение с заменой"},
                         {"копирует в", "копирование"}});
static_assert(deeds.size() == operation_traits.size());
const Deed& deed(Operation operation) { return deeds[static_cast<std::size_t>(operation)]; }

/// "строка 12 в helper.cuh, вызов на строке 40 в kernel.cu".
std::string line_text(const CaptionLine& at) {
  std::string text = "строка " + std::to_string(at.line);
  if (!at.file.empty()) text += " в " + at.file;
  if (at.caller == 0) return text;
  text += ", вызов на строке " + std::to_string(at.caller);
  return at.caller_file.empty() ? text : text + " в " + at.caller_file;
}

std::string subject(const CaptionFacts& facts) {
  const std::string line = " (" + line_text(facts.at) + "): ";
  const std::string warp = std::to_string(facts.warp);
  if (exchanges(facts.operation)) {
    return "Нити варпа " + warp + " обмениваются регистрами" + line;
  }
  std::string text = "Варп " + warp + ' ';
  text += deed(facts.operation).does;
  const std::string& code = facts.what.expression;
  text += is_bare_name(code) ? " «" + code + "»" : ' ' + code;
  if (!facts.what.array.empty()) text += ", массив " + facts.what.array;
  return text + line;
}

std::string idle_text(const CaptionFacts& facts) {
  const int idle = facts.threads - facts.lanes;
  if (idle == 0) return {};
  if (2 * idle == facts.threads) return " Половина нитей варпа простаивает.";
  return (is_few(idle) ? " Простаивают " : " Простаивает ") + threads_text(idle) + " из " +
         std::to_string(facts.threads) + ".";
}

/// Fills in verdict and detail, and goes on with the sentence behind the subject.
struct Teller {
  Caption& caption;
  const CaptionFacts& facts;

  void operator()(const SharedFacts& shared) const {
    const auto& [demand, cost, copy, one_broadcast] = shared;
    caption.detail = waves_text(cost.actual) + ideal_text(cost.ideal);
    caption.sentence += actors_text(demand.lanes) +
                        (demand.wide() ? different(demand.words, "элементу", "элементам")
                                       : different(demand.words, "слову", "словам"));
    const std::string banks =
        std::to_string(demand.banks) + (singular(demand.banks) ? " банка" : " банков");
    if (caption.costly) {
      caption.verdict = "конфликт " + std::to_string(cost.degree) + "-го порядка";
      const bool few = demand.words >= 2 * demand.banks && !one_broadcast;
      // An element that is wider than a word takes several banks.
      caption.sentence +=
          (copy            ? (demand.bytes <= 8
                                  ? std::string(", банки которых совпадают здесь или у источника")
                                  : std::string(", а за проход копируется лишь то, что взято из "
                                                           "одной строки в 128 байт, попадает в одну и лежит "
                                                           "в обеих одинаково"))
           : demand.wide() ? ", банки которых совпадают"
                           : (few ? " всего из " : " из ") + banks) +
          (one_broadcast ? ", а разослать сразу можно только одно слово" : "") + ", поэтому " +
          std::string(deed(facts.operation).noun) + " занимает " + taken_waves_text(cost.actual) +
          " вместо " + instead_text(cost.ideal, "одной");
      return;
    }
    caption.verdict = "без конфликтов";
    const std::string waves = waves_text(cost.actual);
    const bool one_word = demand.lanes > 1 && demand.words == 1;
    if (one_word && facts.operation == Operation::load) {
      caption.verdict = "рассылка";
      caption.sentence += ", его значение рассылается всем: " + waves;
    } else if (one_word && stores(facts.operation) && demand.elements == 1) {
      caption.sentence += ", и остаётся значение одной из них";
    } else {
      caption.sentence += (demand.words > 1 && !demand.wide() ? " из " + banks : "") + ": " +
                          waves + (cost.actual > 1 ? ", меньше нельзя" : "");
    }
  }

  void operator()(const ShuffleFacts& partner) const {
    caption.verdict = "обмен регистрами";
    caption.detail = "без разделяемой памяти";
    caption.sentence += facts.lanes == 1 ? "нить читает регистр " : "каждая читает регистр ";
    if (partner.lane >= 0) {
      caption.sentence += "нити " + std::to_string(partner.lane);
    } else if (partner.distance == 0) {
      caption.sentence += "своей напарницы";
    } else {
      caption.sentence += "нити с номером на " + whole_text(std::abs(partner.distance)) +
                          (partner.distance > 0 ? " больше" : " меньше") + ", если такая есть";
    }
  }

  void operator()(const ConstantFacts& constant) const {
    caption.verdict = caption.costly
                          ? counted(constant.words, {"разное слово", "разных слова", "разных слов"})
                      : facts.lanes > 1 ? "рассылка"
                                        : "одно слово";
    caption.detail = waves_text(constant.words) + ideal_text(1);
    caption.sentence += actors_text(facts.lanes) + different(constant.words, "слову", "словам") +
                        " константной памяти" + (caption.costly ? ", по очереди: " : ": ") +
                        waves_text(constant.words);
  }

  void operator()(const LocalFacts& local) const {
    caption.verdict = cost_text(local.request);
    caption.detail = moved_text(local.request);
    const std::string sectors = sized_sectors_text(local.request.sectors);
    if (local.element >= 0) {
      const bool alone = facts.lanes == 1;
      caption.sentence += std::string(alone ? "нить" : "каждая нить") + " обращается к элементу " +
                          std::to_string(local.element) + " своего массива" +
                          (alone ? ": " : ", а они лежат рядом: ") + sectors;
    } else {
      caption.sentence +=
          "нити обращаются к разным элементам своих массивов, а те лежат в разных строках: " +
          sectors + enough_text(local.request);
    }
  }

  void operator()(const GlobalFacts& global) const {
    const GlobalRequest& request = global.request;
    caption.verdict = cost_text(request);
    caption.detail = moved_text(request);
    caption.sentence += actors_text(facts.lanes) + (global.same ? "одним и тем же " : "") +
                        whole_text(request.bytes) +
                        (singular(request.bytes) ? " байту: " : " байтам: ") +
                        sized_sectors_text(request.sectors);
    if (request.requests > 1) {
      caption.sentence += " за " + counted(request.requests, {"запрос", "запроса", "запросов"});
    }
    caption.sentence += enough_text(request);
  }

  void operator()(const ContentionFacts& atomic) const {
    const auto& [request, met] = atomic;
    caption.sentence += actors_text(facts.lanes) + different(met.elements, "элементу", "элементам");
    if (met.lanes == 1) {
      caption.verdict = cost_text(request);
      caption.detail = facts.lanes == 1 ? "работает одна нить" : "у каждой нити свой элемент";
      caption.sentence += ": " + sized_sectors_text(request.sectors);
      return;
    }
    caption.verdict = threads_text(met.lanes) + " на одном элементе";
    caption.detail = cost_text(request);
    if (met.elements > 1) {
      caption.sentence += ", на одном сходятся до " + threads_of_text(met.lanes);
    }
    caption.sentence += " и ждут друг друга, и каждый раз сектор считается заново";
  }
};

/// "32 × 32 блока": the noun agrees with the last factor.
std::string extent_text(const Dim3& extent, const Forms& noun) {
  std::string before;
  int last = extent.x;
  for (const auto& [further, shown] :
       {std::pair{extent.y, extent.y != 1 || extent.z != 1}, std::pair{extent.z, extent.z != 1}}) {
    if (!shown) continue;
    before += whole_text(last) + " × ";
    last = further;
  }
  return before + counted(last, noun);
}

/// "scan_add: 4 блока по 256 нитей"
std::string launch_text(const Launch& launch) {
  return launch.kernel + ": " + extent_text(launch.grid, {"блок", "блока", "блоков"}) +
         (launch.grid.count() == 1
              ? ", в нём " + extent_text(launch.block, {"нить", "нити", "нитей"})
              : " по " + extent_text(launch.block, {"нити", "нити", "нитей"}));
}

class Grammar final : public CaptionGrammar {
 public:
  [[nodiscard]] std::string step(const CaptionPlace& place) const override {
    const std::string step = whole_text(place.step) + " из " + whole_text(place.steps);
    std::string text = "Шаг " + step;
    if (place.launches > 1) {
      text = "Запуск " + whole_text(place.launch) + " из " + whole_text(place.launches);
      if (place.recorded > 1 && place.recorded < place.launches) {
        text += " (записано " + whole_text(place.recorded) + ")";
      }
      text += ", шаг " + step;
    }
    if (!place.phase.title.empty()) {
      text += " · " + place.phase.title + " (строки " + std::to_string(place.phase.first) + "–" +
              std::to_string(place.phase.last) + ")";
    }
    const std::string name = step_text(place.name);
    return name.empty() ? text : text + " · " + name;
  }

  /// Leaves out what an older trace tells in English only.
  [[nodiscard]] std::string host(const HostFacts& host) const override {
    std::string text;
    bool launches = false;  // the last deed that was told
    for (const HostDeed& deed : host.deeds) {
      if (deed.launch == nullptr && deed.text.is_data()) continue;
      if (deed.launch == nullptr) {
        text += (text.empty() ? "" : ", ") + deed.text.text();
      } else if (launches) {  // one after another
        text += ", затем " + launch_text(*deed.launch);
      } else {
        text += (text.empty() ? "запускает " : ", запускает ") + launch_text(*deed.launch);
      }
      launches = deed.launch != nullptr;
    }
    if (text.empty()) return {};
    return (host.afterwards ? "Затем хост " : "Хост ") + text + '.';
  }

  void tell(Caption& caption, const CaptionFacts& facts) const override {
    caption.sentence = subject(facts);
    std::visit(Teller{caption, facts}, facts.demand);
    caption.sentence += '.' + idle_text(facts);
  }
};

}  // namespace
}  // namespace russian_words

const CaptionGrammar& russian_grammar() {
  static const russian_words::Grammar grammar;
  return grammar;
}

}  // namespace warpscope
