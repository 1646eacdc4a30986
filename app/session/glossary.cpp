#include "app/session/glossary.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "app/subject/letter_case.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::array terms{
    Term{"warp", tr_noop("warp"),
         "warp warps warp's варп варпа варпу варпом варпе варпы варпов варпам варпами варпах",
         tr_noop("A warp is 32 threads of a block that share an instruction at a time; since Volta "
                 "they may part on the way. Every access shown here is made by one warp.")},
    Term{"lane", tr_noop("lane"), "lane lanes нить нити нитью нитей нитям нитями нитях",
         tr_noop("A lane is one of the 32 threads of a warp, numbered 0 to 31. While an "
                 "instruction does not concern a lane, the lane is idle.")},
    Term{"access", tr_noop("access"),
         "access accesses обращение обращения обращению обращением обращении обращений обращениям "
         "обращениями обращениях",
         tr_noop("An access is one instruction with which one warp reads or writes memory.")},
    Term{"bank", tr_noop("bank"),
         "bank banks банк банка банку банком банке банки банков банкам банками банках",
         tr_noop("Shared memory is divided into banks, 32 today and 16 on the first GPUs (1.x); "
                 "neighbouring words lie in neighbouring banks. A bank delivers one word in a "
                 "wavefront.")},
    Term{"wavefront", tr_noop("wavefront"),
         "wavefront wavefronts волна волны волне волну волной волн волнам волнами волнах",
         tr_noop("A wavefront is one pass through the banks of shared memory: each bank delivers "
                 "at most one word. Where one bank holds several of the wanted words, several "
                 "follow one another.")},
    Term{"conflict", tr_noop("bank conflict"),
         "conflict conflicts конфликт конфликта конфликту конфликтом конфликте конфликты "
         "конфликтов конфликтам конфликтами конфликтах банк-конфликт банк-конфликта банк-конфликты "
         "банк-конфликтов банк-конфликтом банк-конфликте",
         tr_noop("Lanes of one access that want different words of one bank are in conflict: the "
                 "bank delivers the words one after another. N-way: one bank has N turns.")},
    Term{"degree", tr_noop("degree of a conflict"), "degree degrees",
         tr_noop(
             "The degree of a bank conflict is the most different words that the access wants of "
             "one bank. At degree N, an N-way conflict, that bank has N turns; 1 is no conflict."),
         "степень конфликта, степени конфликта, степенью конфликта, степеней конфликта"},
    Term{"conflict-free", tr_noop("conflict-free"), "conflict-free",
         tr_noop(
             "No lane waits for another at a bank: the access takes as few wavefronts as it can.")},
    Term{"broadcast", tr_noop("broadcast"),
         "broadcast broadcasts рассылка рассылки рассылке рассылку рассылкой рассылок рассылать "
         "рассылает рассылают рассылало рассылается рассылаются рассылался рассылалась рассылалось "
         "рассылались разослать разослал разослала разослало разослано",
         tr_noop("Several lanes read one word, which is handed to all of them at once.")},
    Term{"sector", tr_noop("sector"),
         "sector sectors сектор сектора сектору сектором секторе секторы секторов секторам "
         "секторами секторах",
         tr_noop("A sector is 32 neighbouring bytes of global memory, the least that is moved. An "
                 "access costs as many sectors as its lanes touch.")},
    Term{"coalescing", tr_noop("coalescing"),
         "coalescing coalesced uncoalesced коалесинг коалесинга коалесингу коалесингом коалесинге",
         tr_noop("Coalescing: lanes whose addresses lie side by side share sectors, so that one "
                 "access moves few of them.")},
    Term{"barrier", tr_noop("barrier"),
         "barrier barriers барьер барьера барьеру барьером барьере барьеры барьеров барьерам "
         "барьерами барьерах",
         tr_noop("A barrier, __syncthreads(), holds every thread of the block until all have "
                 "reached it. What was written before it, all can read behind it."),
         "", "", "памяти"},
    Term{"step", tr_noop("step"),
         "step steps шаг шага шагу шагом шаге шаги шагов шагам шагами шагах",
         tr_noop("A step is what the block does from one barrier, or place that the kernel names, "
                 "to the next."),
         "", "с при нод чётный чётном нечётный нечётном", "обращения сетки равен"},
    Term{"modelled", tr_noop("modelled"),
         "modelled смоделирован смоделирована смоделировано смоделированы",
         tr_noop("Modelled: computed from the recorded addresses, by a model of the banks and "
                 "sectors. No clock and no counter is involved."),
         "по модели"},
    Term{"measured", tr_noop("measured"), "measured измерен измерена измерено измерены",
         tr_noop("Measured: counted or timed by a real GPU.")},
    Term{"excessive", tr_noop("excessive"), "excessive",
         tr_noop("Excessive wavefronts are those above the ideal: what conflicts cost."),
         "лишняя волна, лишней волны, лишнюю волну, лишние волны, лишних волн, лишним волнам, "
         "лишними волнами"},
    Term{"ideal", tr_noop("ideal"), "ideal идеал идеала идеалу идеалом идеале",
         tr_noop("The ideal is the fewest wavefronts, or sectors, that would do.")},
    Term{"multiprocessor", tr_noop("multiprocessor"),
         "multiprocessor multiprocessors multiprocessor's мультипроцессор мультипроцессора "
         "мультипроцессору мультипроцессором мультипроцессоре мультипроцессоры мультипроцессоров",
         tr_noop("A GPU consists of multiprocessors. Each holds whole blocks, as many as there is "
                 "room for, and issues the instructions of whichever of their warps is ready.")},
    Term{"resident", tr_noop("resident"),
         "resident резидентный резидентного резидентному резидентным резидентном резидентные "
         "резидентных резидентными",
         tr_noop("A block or warp is resident from when a multiprocessor takes it in until it "
                 "ends: its registers and its shared memory are its own all the while.")},
    Term{"occupancy", tr_noop("occupancy"), "occupancy заполненность заполненности заполненностью",
         tr_noop("Occupancy is the share of a multiprocessor's warp slots that hold resident "
                 "warps. The more there are, the more of one another's waiting they can hide.")},
    Term{"register", tr_noop("register"),
         "register registers регистр регистра регистру регистром регистре регистры регистров "
         "регистрам регистрами регистрах",
         tr_noop("Registers hold a thread's own values. All threads of a multiprocessor share one "
                 "register file: the more a thread takes, the fewer fit.")},
};

using Form = std::pair<std::string_view, const Term*>;

/// The parts of a list that are not empty.
std::vector<std::string_view> parted(std::string_view list, std::string_view separator) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (end > 0) parts.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + separator.size(), list.size()));
  }
  return parts;
}

/// All forms and pairs, sorted.
const std::vector<Form>& all_forms() {
  static const std::vector<Form> list = [] {
    std::vector<Form> made;
    for (const Term& term : terms) {
      for (const std::string_view form : parted(term.forms, " ")) made.emplace_back(form, &term);
      for (const std::string_view pair : parted(term.pairs, ", ")) made.emplace_back(pair, &term);
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

/// "8-way" names a conflict's degree.
bool is_degree(std::string_view word) {
  constexpr std::string_view ending = "-way";
  if (!word.ends_with(ending) || word.size() == ending.size()) return false;
  return std::ranges::all_of(word.substr(0, word.size() - ending.size()),
                             [](char c) { return c >= '0' && c <= '9'; });
}

/// The first form that is not before `small`, in small letters.
std::vector<Form>::const_iterator form_from(std::string_view small) {
  return std::ranges::lower_bound(all_forms(), small, {}, &Form::first);
}

const Term* term_of(std::string_view word) {
  if (is_degree(word)) return find_term("conflict");
  const std::string small = small_letters(word);
  const auto found = form_from(small);
  return found != all_forms().end() && found->first == small ? found->second : nullptr;
}

/// The term of two words, the second of which is looked at only if some pair begins so.
const Term* term_of_pair(std::string_view first, std::string_view second) {
  const std::string begin = small_letters(first) + ' ';
  for (auto at = form_from(begin); at != all_forms().end() && at->first.starts_with(begin); ++at) {
    if (at->first.substr(begin.size()) == small_letters(second)) return at->second;
  }
  return nullptr;
}

/// A word of a text, in bytes.
struct WordPlace {
  std::size_t begin = 0, end = 0;
};

std::vector<WordPlace> words_of_text(std::string_view text) {
  std::vector<WordPlace> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = word_length(text.substr(at));
    if (length > 0) words.push_back({at, at + length});
    at += std::max<std::size_t>(length, 1);
  }
  return words;
}

bool is_one_of(std::string_view word, std::string_view list) {
  const auto all = parted(list, " ");
  return std::ranges::find(all, small_letters(word)) != all.end();
}

/// Whether a form of `term`, the i-th word of `text`, means another thing, or may do so for all that
/// this line of a text shows.
bool means_another(const Term& term, std::string_view text, std::span<const WordPlace> words,
                   std::size_t i) {
  const auto word = [&](std::size_t k) {
    return text.substr(words[k].begin, words[k].end - words[k].begin);
  };
  const bool russian = letter_bytes(word(i)) == 2;
  if (!russian || words.size() == 1) return false;
  const auto is_beside = [&](std::size_t left) {  // nothing but a space between them
    return words[left].end + 1 == words[left + 1].begin && text[words[left].end] == ' ';
  };
  const bool begins_line = i == 0 && small_letters(word(i)) == word(i);
  const bool ends_line = words[i].end == text.size();
  if (!term.not_behind.empty() && begins_line) return true;
  if (!term.not_before.empty() && ends_line) return true;
  return (i > 0 && is_beside(i - 1) && is_one_of(word(i - 1), term.not_behind)) ||
         (i + 1 < words.size() && is_beside(i) && is_one_of(word(i + 1), term.not_before));
}

}  // namespace

std::string_view Term::name() const { return tr(english); }
std::string_view Term::meaning() const { return tr(in_english); }

std::span<const Term> glossary() { return terms; }

const Term* find_term(std::string_view id) {
  const auto found = std::ranges::find(terms, id, &Term::id);
  return found == terms.end() ? nullptr : &*found;
}

std::vector<TermPlace> terms_in(std::string_view text) {
  std::vector<TermPlace> places;
  const std::vector<WordPlace> words = words_of_text(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto [begin, end] = words[i];
    const std::string_view word = text.substr(begin, end - begin);
    if (i + 1 < words.size() && end + 1 == words[i + 1].begin && text[end] == ' ') {
      const WordPlace next = words[i + 1];
      const Term* const pair = term_of_pair(word, text.substr(next.begin, next.end - next.begin));
      if (pair != nullptr) {
        places.push_back({pair, begin, next.end});
        ++i;
        continue;
      }
    }
    const Term* const term = term_of(word);
    if (term == nullptr || means_another(*term, text, words, i)) continue;
    const bool goes_on = !places.empty() && places.back().term == term &&
                         places.back().end + 1 == begin && text[begin - 1] == ' ';
    if (goes_on) {
      places.back().end = end;
    } else {
      places.push_back({term, begin, end});
    }
  }
  return places;
}

}  // namespace warpscope
