#include "instrumentation/analysis/caption_russian.hpp"

#include <cstdlib>
#include <iterator>
#include <set>
#include <string_view>

#include "instrumentation/analysis/caption_parts.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

/// 1, 21, 101, but not 11: such numbers take the singular.
bool singular(std::int64_t number) { return number % 10 == 1 && number % 100 != 11; }

/// 2 to 4, 22, but not 12: such numbers take the plural, all larger ones the genitive.
/// Whose numbers these sentences have, whatever the window speaks.
int russian_language() { return find_language("ru").value_or(english); }

bool is_few(std::int64_t number) {
  const std::int64_t last = number % 10, tens = number % 100;
  return last >= 2 && last <= 4 && (tens < 12 || tens > 14);
}

std::string threads_text(std::int64_t n) { return counted_russian(n, "нить", "нити", "нитей"); }
/// The genitive, behind "до": "31 нити", "8 нитей".
std::string threads_of_text(std::int64_t n) {
  return std::to_string(n) + (singular(n) ? " нити" : " нитей");
}
std::string waves_text(std::int64_t n) { return counted_russian(n, "волна", "волны", "волн"); }
/// The accusative, for what an access takes: "21 волну".
std::string taken_waves_text(std::int64_t n) {
  return counted_russian(n, "волну", "волны", "волн");
}
std::string sectors_text(std::int64_t n) {
  return counted_russian(n, "сектор", "сектора", "секторов");
}
/// With their size: "4 сектора по 32 байта".
std::string sized_sectors_text(std::int64_t n) {
  return sectors_text(n) + (n == 1 ? " (32 байта)" : " по 32 байта");
}

/// The dative, for what lanes turn to: "одному слову", "16 разным словам".
std::string different(std::int64_t number, const std::string& one, const std::string& many) {
  if (number == 1) return "одному " + one;
  return std::to_string(number) + (singular(number) ? " разному " + one : " разным " + many);
}

/// "32 нити обращаются к ".
std::string actors_text(int lanes) {
  return threads_text(lanes) + (singular(lanes) ? " обращается к " : " обращаются к ");
}

std::string ideal_text(std::int64_t ideal) { return ", идеал " + std::to_string(ideal); }

std::string russian_subject(const Trace& trace, const Access& access) {
  std::string text = "Варп " + std::to_string(access.warp) + ' ';
  text += traits_of(access.operation).russian_does;
  if (access.operation != Operation::shuffle) text += ' ' + written_as(trace, access);
  return text + " (строка " + std::to_string(trace.line_of(access)) + "): ";
}

std::string idle_text(const Trace& trace, const Access& access) {
  const int threads = threads_of_warp(trace, access);
  const int idle = threads - access.active();
  if (idle == 0) return {};
  if (2 * idle == threads) return " Половина нитей варпа простаивает.";
  return (is_few(idle) ? " Простаивают " : " Простаивает ") + threads_text(idle) + " из " +
         std::to_string(threads) + ".";
}

void tell_shared(Caption& caption, const SharedRequest& request, Operation operation,
                 BankModel model) {
  const Demand demand = demand_of(model, request);
  const Wavefronts cost = wavefronts(model, request);
  const std::string waves = waves_text(cost.actual);
  caption.costly = cost.conflicts() > 0;
  caption.detail = waves + ideal_text(cost.ideal);
  caption.sentence +=
      actors_text(demand.lanes) + (demand.wide() ? different(demand.words, "элементу", "элементам")
                                                 : different(demand.words, "слову", "словам"));
  const std::string banks =
      std::to_string(demand.banks) + (singular(demand.banks) ? " банка" : " банков");
  if (caption.costly) {
    caption.verdict = "конфликт " + std::to_string(cost.degree) + "-го порядка";
    const bool one_by_one = model == BankModel::cc1 && !is_atomic(operation) && !demand.wide() &&
                            demand.stacked < cost.degree;
    const bool few = demand.words >= 2 * demand.banks && !one_by_one;
    caption.sentence += (few ? " всего из " : " из ") + banks +
                        (one_by_one ? ", а разослать сразу можно только одно слово" : "") +
                        ", поэтому " + std::string(traits_of(operation).russian_deed) +
                        " занимает " + taken_waves_text(cost.actual) + " вместо " +
                        std::to_string(cost.ideal);
    return;
  }
  caption.verdict = "без конфликтов";
  const bool one_word = demand.lanes > 1 && demand.words == 1;
  if (one_word && operation == Operation::load) {
    caption.verdict = "рассылка";
    caption.sentence += ", его значение рассылается всем: " + waves;
  } else if (one_word && operation == Operation::store && demand.elements == 1) {
    caption.sentence += ", и остаётся значение одной из них";
  } else {
    caption.sentence += (demand.words > 1 ? " из " + banks : "") + ": " + waves +
                        (cost.actual > 1 ? ", меньше нельзя" : "");
  }
}

void tell_shuffle(Caption& caption, const Trace& trace, const Access& access) {
  const Partner partner = partner_of(trace, access);
  caption.verdict = "обмен регистрами";
  caption.detail = "без разделяемой памяти";
  caption.sentence += access.active() == 1 ? "нить читает регистр " : "каждая нить читает регистр ";
  if (partner.lane >= 0) {
    caption.sentence += "нити " + std::to_string(partner.lane);
  } else if (partner.distance == 0) {
    caption.sentence += "своей напарницы";
  } else {
    caption.sentence += "нити с номером на " + std::to_string(std::abs(partner.distance)) +
                        (partner.distance > 0 ? " больше" : " меньше") + ", если она есть";
  }
  caption.sentence += ", без разделяемой памяти";
}

void tell_constant(Caption& caption, const Trace& trace, const Access& access) {
  const auto indices = trace.lane_indices(access);
  const auto words = std::ssize(std::set<ElementIndex>(indices.begin(), indices.end()));
  caption.costly = words > 1;
  caption.verdict = caption.costly        ? "разных слов: " + std::to_string(words)
                    : access.active() > 1 ? "рассылка"
                                          : "одно слово";
  caption.detail = waves_text(words) + ideal_text(1);
  caption.sentence += actors_text(access.active()) + different(words, "слову", "словам") +
                      " константной памяти" + (caption.costly ? ", по очереди: " : ": ") +
                      waves_text(words);
}

void tell_local(Caption& caption, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  const std::int64_t element = same_local_element(trace, access);
  caption.costly = request.sectors > request.ideal;
  caption.verdict = sectors_text(request.sectors) + ideal_text(request.ideal);
  caption.detail = "нужно байт: " + whole_text(request.bytes) +
                   ", передано: " + whole_text(request.sectors * sector_bytes);
  if (element >= 0) {
    const bool alone = access.active() == 1;
    caption.sentence += std::string(alone ? "нить" : "каждая нить") + " обращается к элементу " +
                        std::to_string(element) + " своего массива" +
                        (alone ? ": " : ", а они лежат рядом: ") +
                        sized_sectors_text(request.sectors);
  } else {
    caption.sentence +=
        "нити обращаются к разным элементам своих массивов, а те лежат в разных "
        "строках: " +
        sized_sectors_text(request.sectors) +
        (caption.costly ? ", хватило бы " + std::to_string(request.ideal)
                        : std::string(", меньше нельзя"));
  }
}

void tell_atomic(Caption& caption, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  const Contention met = contention(trace, access);
  const std::string cost = sectors_text(request.sectors) + ideal_text(request.ideal);
  caption.costly = request.sectors > request.ideal || met.lanes > 1;
  caption.sentence +=
      actors_text(access.active()) + different(met.elements, "элементу", "элементам");
  if (met.lanes == 1) {
    caption.verdict = cost;
    caption.detail = access.active() == 1 ? "работает одна нить" : "у каждой нити свой элемент";
    caption.sentence += ": " + sized_sectors_text(request.sectors);
    return;
  }
  caption.verdict = threads_text(met.lanes) + " на одном элементе";
  caption.detail = cost;
  if (met.elements > 1) {
    caption.sentence += ", на одном сходятся до " + threads_of_text(met.lanes);
  }
  caption.sentence += " и ждут друг друга, и каждый раз сектор считается заново";
}

void tell_global(Caption& caption, const Trace& trace, const Access& access) {
  const GlobalRequest request = global_request(trace, access);
  caption.costly = request.sectors > request.ideal;
  caption.verdict = sectors_text(request.sectors) + ideal_text(request.ideal);
  caption.detail = "нужно байт: " + whole_text(request.bytes) +
                   ", передано: " + whole_text(request.sectors * sector_bytes);
  caption.sentence += actors_text(access.active()) + whole_text(request.bytes) +
                      (singular(request.bytes) ? " байту: " : " байтам: ") +
                      sized_sectors_text(request.sectors);
  if (request.requests > 1) {
    caption.sentence += " за " + counted_russian(request.requests, "запрос", "запроса", "запросов");
  }
  caption.sentence += caption.costly ? ", хватило бы " + std::to_string(request.ideal)
                                     : std::string(", меньше нельзя");
}

std::string russian_step(const Trace& trace, const Access& access) {
  const Step& step = trace.steps[access.step];
  const Launch& launch = trace.launches[step.launch];
  std::string text = "Шаг " + std::to_string(access.step - launch.first_step + 1) + " из " +
                     std::to_string(launch.step_count);
  if (launch_total(trace) > 1) {
    const std::int64_t recorded = std::ssize(trace.launches), all = launch_total(trace);
    text = "Запуск " + std::to_string(launch_number(trace, step.launch)) + " из " +
           std::to_string(all) +
           (recorded > 1 && recorded < all ? " (записано " + std::to_string(recorded) + ")" : "") +
           ", шаг " + std::to_string(access.step - launch.first_step + 1) + " из " +
           std::to_string(launch.step_count);
  }
  const std::string label = step_label(trace, step);
  return label.empty() ? text : text + " · " + label;
}

/// Names a launch at its first access, if the trace has several launches; else empty.
std::string russian_host(const Trace& trace, std::uint32_t access) {
  const auto launch_at = [&](std::uint32_t a) {
    return trace.steps[trace.accesses[a].step].launch;
  };
  const bool begins = access == 0 || launch_at(access - 1) != launch_at(access);
  if (!begins || trace.launches.size() < 2) return {};
  const Launch& launch = trace.launches[launch_at(access)];
  return "Хост запускает " + launch.kernel + ": блоков " + whole_text(launch.blocks()) +
         ", нитей в блоке " + whole_text(launch.threads()) + ".";
}

}  // namespace

std::string counted_russian(std::int64_t number, const char* one, const char* few,
                            const char* many) {
  const InLanguage speaking(russian_language());
  const char* noun = singular(number) ? one : (is_few(number) ? few : many);
  return whole_text(number) + ' ' + noun;
}

Caption caption_russian(const Trace& trace, const Summary& summary, std::uint32_t number) {
  const InLanguage speaking(russian_language());
  const Access& access = trace.accesses[number];
  Caption caption;
  caption.step = russian_step(trace, access);
  caption.host = russian_host(trace, number);
  caption.sentence = russian_subject(trace, access);
  if (const auto request = shared_request(trace, access)) {
    tell_shared(caption, *request, access.operation, summary.model);
  } else if (access.operation == Operation::shuffle) {
    tell_shuffle(caption, trace, access);
  } else if (trace.arrays[access.array].space == Space::constant) {
    tell_constant(caption, trace, access);
  } else if (trace.arrays[access.array].space == Space::local) {
    tell_local(caption, trace, access);
  } else if (is_atomic(access.operation)) {
    tell_atomic(caption, trace, access);
  } else {
    tell_global(caption, trace, access);
  }
  caption.sentence += '.' + idle_text(trace, access);
  return caption;
}

Caption caption_in(std::string_view language, const Trace& trace, const Summary& summary,
                   std::uint32_t access) {
  return language == "ru" ? caption_russian(trace, summary, access)
                          : caption(trace, summary, access);
}

}  // namespace warpscope
