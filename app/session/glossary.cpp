#include "app/session/glossary.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpscope {
namespace {

constexpr std::array terms{
    Term{"warp", "warp", "варп",
         "warp warps warp's варп варпа варпу варпом варпе варпы варпов варпам варпами варпах",
         "A warp is 32 threads of a block that execute each instruction together. Every access "
         "shown here is made by one warp.",
         "Варп — 32 нити блока, которые вместе выполняют каждую инструкцию. Каждое обращение здесь "
         "делает один варп."},
    Term{"lane", "lane", "нить варпа", "lane lanes нить нити нитью нитей нитям нитями нитях",
         "A lane is one of the 32 threads of a warp, numbered 0 to 31. While an instruction does "
         "not concern a lane, the lane is idle.",
         "Нить варпа (lane) — одна из 32 его нитей, с номером от 0 до 31. Нить, которой инструкция "
         "не касается, в это время простаивает."},
    Term{"access", "access", "обращение",
         "access accesses обращение обращения обращению обращением обращении обращений обращениям "
         "обращениями обращениях",
         "An access is one instruction with which one warp reads or writes memory.",
         "Обращение — одна инструкция, которой один варп читает или записывает память."},
    Term{"bank", "bank", "банк",
         "bank banks банк банка банку банком банке банки банков банкам банками банках",
         "Shared memory is divided into banks, 32 today and 16 on the GPUs of the lectures; "
         "neighbouring words lie in neighbouring banks. A bank delivers one word in a wavefront.",
         "Разделяемая память разделена на банки: сегодня их 32, у GPU из лекций 16; соседние слова "
         "лежат в соседних банках. За одну волну банк выдаёт одно слово."},
    Term{"wavefront", "wavefront", "волна",
         "wavefront wavefronts волна волны волне волну волной волн волнам волнами волнах",
         "A wavefront is one pass through the banks of shared memory: each bank delivers at most "
         "one word. Where one bank holds several of the wanted words, several follow one another.",
         "Волна (wavefront) — одна выдача банков разделяемой памяти: каждый банк выдаёт не больше "
         "одного слова. Если в одном банке нужны несколько слов, волны идут одна за другой."},
    Term{"conflict", "bank conflict", "банк-конфликт",
         "conflict conflicts конфликт конфликта конфликту конфликтом конфликте конфликты "
         "конфликтов конфликтам конфликтами конфликтах банк-конфликт банк-конфликта банк-конфликты "
         "банк-конфликтов банк-конфликтом банк-конфликте",
         "Lanes of one access that want different words of one bank are in conflict: the bank "
         "delivers the words one after another. N-way: one bank has N turns.",
         "Нити одного обращения, которым нужны разные слова одного банка, конфликтуют: банк выдаёт "
         "слова по очереди. Конфликт N-го порядка: один банк занят N раз."},
    Term{"conflict-free", "conflict-free", "без конфликтов", "conflict-free",
         "No lane waits for another at a bank: the access takes as few wavefronts as it can.",
         "Ни одна нить не ждёт другую у банка: обращение занимает наименьшее число волн."},
    Term{"broadcast", "broadcast", "рассылка",
         "broadcast broadcasts рассылка рассылки рассылке рассылку рассылкой рассылается",
         "Several lanes read one word, which is handed to all of them at once.",
         "Несколько нитей читают одно слово, и оно выдаётся всем сразу."},
    Term{"sector", "sector", "сектор",
         "sector sectors сектор сектора сектору сектором секторе секторы секторов секторам "
         "секторами секторах",
         "A sector is 32 neighbouring bytes of global memory, the least that is moved. An access "
         "costs as many sectors as its lanes touch.",
         "Сектор — 32 соседних байта глобальной памяти, меньше не передаётся. Обращение стоит "
         "столько секторов, сколько затрагивают его нити."},
    Term{"coalescing", "coalescing", "коалесинг",
         "coalescing coalesced uncoalesced коалесинг коалесинга коалесингу коалесингом коалесинге",
         "Coalescing: lanes whose addresses lie side by side share sectors, so that one access "
         "moves few of them.",
         "Коалесинг (объединение запросов): нити с соседними адресами делят секторы, и обращение "
         "передаёт их меньше."},
    Term{"barrier", "barrier", "барьер",
         "barrier barriers барьер барьера барьеру барьером барьере барьеры барьеров барьерам "
         "барьерами барьерах",
         "A barrier, __syncthreads(), holds every thread of the block until all have reached it. "
         "What was written before it, all can read behind it.",
         "Барьер, __syncthreads(), держит каждую нить блока, пока до него не дойдут все. "
         "Записанное до барьера после него могут читать все."},
    Term{"step", "step", "шаг", "step steps шаг шага шагу шагом шаге шаги шагов шагам шагами шагах",
         "A step is what the block does from one barrier, or place that the kernel names, to the "
         "next.",
         "Шаг — то, что блок делает от одного барьера или названного ядром места до следующего."},
    Term{"modelled", "modelled", "смоделировано", "modelled",
         "Modelled: computed from the recorded addresses, by a model of the banks and sectors. No "
         "clock and no counter is involved.",
         "Смоделировано: вычислено по записанным адресам, по модели банков и секторов. Часы и "
         "счётчики не участвуют."},
    Term{"measured", "measured", "измерено", "measured",
         "Measured: counted or timed by a real GPU.",
         "Измерено: сосчитано или засечено настоящим GPU."},
    Term{"excessive", "excessive", "лишнее", "excessive",
         "Excessive wavefronts are those above the ideal: what conflicts cost.",
         "Лишние волны — те, что сверх идеала: цена конфликтов."},
    Term{"ideal", "ideal", "идеал", "ideal идеал идеала идеалу",
         "The ideal is the fewest wavefronts, or sectors, that would do.",
         "Идеал — наименьшее число волн или секторов, которого хватило бы."},
    Term{
        "multiprocessor", "multiprocessor", "мультипроцессор",
        "multiprocessor multiprocessors multiprocessor's мультипроцессор мультипроцессора "
        "мультипроцессору мультипроцессором мультипроцессоре мультипроцессоры мультипроцессоров",
        "A GPU consists of multiprocessors. Each holds whole blocks, as many as there is room for, "
        "and issues the instructions of whichever of their warps is ready.",
        "GPU состоит из мультипроцессоров. Каждый держит целые блоки, сколько поместится, и "
        "выполняет инструкции того варпа, который готов."},
    Term{"resident", "resident", "резидентный",
         "resident резидентный резидентные резидентных резидентным резидентными",
         "A block or warp is resident from when a multiprocessor takes it in until it ends: its "
         "registers and its shared memory are its own all the while.",
         "Блок или варп резидентный, пока он размещён на мультипроцессоре: всё это время его "
         "регистры и разделяемая память принадлежат ему."},
    Term{"occupancy", "occupancy", "заполненность",
         "occupancy заполненность заполненности заполненностью",
         "Occupancy is the share of a multiprocessor's warp slots that hold resident warps. The "
         "more "
         "there are, the more of one another's waiting they can hide.",
         "Заполненность (occupancy) — доля слотов мультипроцессора, занятых резидентными варпами. "
         "Чем их больше, тем больше ожиданий они закрывают друг у друга."},
    Term{"register", "register", "регистр",
         "register registers регистр регистра регистру регистром регистре регистры регистров "
         "регистрам регистрами регистрах",
         "Registers hold a thread's own values. All threads of a multiprocessor share one register "
         "file: the more a thread takes, the fewer fit.",
         "Регистры хранят значения одной нити. Регистровый файл у мультипроцессора один на все "
         "нити: чем больше берёт каждая, тем меньше их помещается."},
};

using Form = std::pair<std::string_view, const Term*>;

/// All forms, sorted.
const std::vector<Form>& all_forms() {
  static const std::vector<Form> list = [] {
    std::vector<Form> made;
    for (const Term& term : terms) {
      std::string_view rest = term.forms;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        made.emplace_back(rest.substr(0, end), &term);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    std::ranges::sort(made);
    return made;
  }();
  return list;
}

/// How many bytes the letter at the start of a text takes; 0: it begins with none.
std::size_t letter_bytes(std::string_view text) {
  if (text.empty()) return 0;
  const char c = text.front();
  const bool ascii = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  if (ascii || c == '_') return 1;
  const bool cyrillic = (c == '\xD0' || c == '\xD1') && text.size() > 1;
  return cyrillic ? 2 : 0;
}

/// The word at the start of a text: letters, and hyphens and apostrophes between them.
std::size_t word_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t more = letter_bytes(text.substr(end));
    if (more > 0) {
      end += more;
      continue;
    }
    const bool joins = end > 0 && (text[end] == '-' || text[end] == '\'');
    if (!joins || letter_bytes(text.substr(end + 1)) == 0) break;
    ++end;
  }
  return end;
}

/// Latin and Russian letters, as UTF-8.
std::string small_letters(std::string_view word) {
  std::string small(word);
  for (std::size_t i = 0; i < small.size(); ++i) {
    const auto c = static_cast<unsigned char>(small[i]);
    if (c >= 'A' && c <= 'Z') small[i] = static_cast<char>(c + 32);
    if (c != 0xD0 || i + 1 == small.size()) continue;
    const auto next = static_cast<unsigned char>(small[i + 1]);
    if (next >= 0x90 && next <= 0x9F) {  // А to П
      small[i + 1] = static_cast<char>(next + 0x20);
    } else if (next >= 0xA0 && next <= 0xAF) {  // Р to Я
      small[i] = '\xD1';
      small[i + 1] = static_cast<char>(next - 0x20);
    }
  }
  return small;
}

/// "8-way" names a conflict's degree.
bool is_degree(std::string_view word) {
  constexpr std::string_view ending = "-way";
  if (!word.ends_with(ending) || word.size() == ending.size()) return false;
  return std::ranges::all_of(word.substr(0, word.size() - ending.size()),
                             [](char c) { return c >= '0' && c <= '9'; });
}

const Term* term_of(std::string_view word) {
  if (is_degree(word)) return find_term("conflict");
  const std::string small = small_letters(word);
  const auto found =
      std::ranges::lower_bound(all_forms(), std::string_view(small), {}, &Form::first);
  return found != all_forms().end() && found->first == small ? found->second : nullptr;
}

}  // namespace

std::span<const Term> glossary() { return terms; }

const Term* find_term(std::string_view id) {
  const auto found = std::ranges::find(terms, id, &Term::id);
  return found == terms.end() ? nullptr : &*found;
}

std::vector<TermPlace> terms_in(std::string_view text) {
  std::vector<TermPlace> places;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t word = word_length(text.substr(at));
    if (word == 0) {
      ++at;
      continue;
    }
    const Term* term = term_of(text.substr(at, word));
    if (term != nullptr) {
      const bool goes_on = !places.empty() && places.back().term == term &&
                           places.back().end + 1 == at && text[at - 1] == ' ';
      if (goes_on) {
        places.back().end = at + word;
      } else {
        places.push_back({term, at, at + word});
      }
    }
    at += word;
  }
  return places;
}

}  // namespace warpscope
