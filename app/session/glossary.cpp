#include "app/session/glossary.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpscope {
namespace {

constexpr std::array terms{
    Term{
        "warp", "warp", "варп",
        "warp warps warp's варп варпа варпу варпом варпе варпы варпов варпам варпами варпах",
        "A warp is 32 threads of a block that share an instruction at a time; since Volta they may "
        "part on the way. Every access shown here is made by one warp.",
        "Варп — 32 нити блока, которые выполняют одну команду на всех; начиная с Volta они могут и "
        "разойтись. Каждое обращение здесь делает один варп."},
    Term{"lane", "lane", "нить варпа", "lane lanes нить нити нитью нитей нитям нитями нитях",
         "A lane is one of the 32 threads of a warp, numbered 0 to 31. While an instruction does "
         "not concern a lane, the lane is idle.",
         "Нить варпа (lane) — одна из 32 его нитей, с номером от 0 до 31. Нить, которой команда не "
         "касается, в это время простаивает."},
    Term{"access", "access", "обращение",
         "access accesses обращение обращения обращению обращением обращении обращений обращениям "
         "обращениями обращениях",
         "An access is one instruction with which one warp reads or writes memory.",
         "Обращение — одна команда, которой один варп читает память или пишет в неё."},
    Term{"bank", "bank", "банк",
         "bank banks банк банка банку банком банке банки банков банкам банками банках",
         "Shared memory is divided into banks, 32 today and 16 on the first GPUs (1.x); "
         "neighbouring "
         "words lie in neighbouring banks. A bank delivers one word in a wavefront.",
         "Разделяемая память разделена на банки: сегодня их 32, у первых GPU (1.x) — 16; соседние "
         "слова лежат в соседних банках. За одну волну банк выдаёт одно слово."},
    Term{
        "wavefront", "wavefront", "волна",
        "wavefront wavefronts волна волны волне волну волной волн волнам волнами волнах",
        "A wavefront is one pass through the banks of shared memory: each bank delivers at most "
        "one word. Where one bank holds several of the wanted words, several follow one another.",
        "Волна (wavefront) — один проход через банки разделяемой памяти: каждый банк выдаёт не "
        "больше одного слова. Если в одном банке нужно несколько слов, волны идут одна за другой."},
    Term{"conflict", "bank conflict", "конфликт банков",
         "conflict conflicts конфликт конфликта конфликту конфликтом конфликте конфликты "
         "конфликтов конфликтам конфликтами конфликтах банк-конфликт банк-конфликта банк-конфликты "
         "банк-конфликтов банк-конфликтом банк-конфликте",
         "Lanes of one access that want different words of one bank are in conflict: the bank "
         "delivers the words one after another. N-way: one bank has N turns.",
         "Нити одного обращения, которым нужны разные слова одного банка, конфликтуют: банк выдаёт "
         "слова по очереди. Конфликт N-го порядка: один банк занят N раз."},
    Term{"degree", "degree of a conflict", "степень конфликта", "degree degrees",
         "The degree of a bank conflict is the most different words that the access wants of one "
         "bank. At degree N, an N-way conflict, that bank has N turns; 1 is no conflict.",
         "Степень конфликта — наибольшее число разных слов, которые обращению нужны из одного "
         "банка. При степени N (конфликт N-го порядка) этот банк занят N раз; 1 — конфликта нет.",
         "степень конфликта, степени конфликта, степенью конфликта, степеней конфликта"},
    Term{"conflict-free", "conflict-free", "без конфликтов", "conflict-free",
         "No lane waits for another at a bank: the access takes as few wavefronts as it can.",
         "Ни одна нить не ждёт другую у банка: обращение занимает наименьшее число волн."},
    Term{"broadcast", "broadcast", "рассылка",
         "broadcast broadcasts рассылка рассылки рассылке рассылку рассылкой рассылок рассылать "
         "рассылает рассылают рассылало рассылается рассылаются рассылался рассылалась рассылалось "
         "рассылались разослать разослал разослала разослало разослано",
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
         "Коалесинг (объединение запросов): нити с соседними адресами попадают в общие секторы, и "
         "обращение передаёт их меньше."},
    Term{"barrier", "barrier", "барьер",
         "barrier barriers барьер барьера барьеру барьером барьере барьеры барьеров барьерам "
         "барьерами барьерах",
         "A barrier, __syncthreads(), holds every thread of the block until all have reached it. "
         "What was written before it, all can read behind it.",
         "Барьер, __syncthreads(), держит каждую нить блока, пока до него не дойдут все. "
         "Записанное до барьера после него могут читать все.",
         "", "", "памяти"},
    Term{"step", "step", "шаг", "step steps шаг шага шагу шагом шаге шаги шагов шагам шагами шагах",
         "A step is what the block does from one barrier, or place that the kernel names, to the "
         "next.",
         "Шаг — то, что блок делает от одного барьера или названного ядром места до следующего.",
         "", "с при нод чётный чётном нечётный нечётном", "обращения сетки равен"},
    Term{"modelled", "modelled", "смоделировано",
         "modelled смоделирован смоделирована смоделировано смоделированы",
         "Modelled: computed from the recorded addresses, by a model of the banks and sectors. No "
         "clock and no counter is involved.",
         "Смоделировано: вычислено по записанным адресам, по модели банков и секторов. Часы и "
         "счётчики не участвуют.",
         "по модели"},
    Term{"measured", "measured", "измерено", "measured измерен измерена измерено измерены",
         "Measured: counted or timed by a real GPU.",
         "Измерено: сосчитано или замерено на настоящем GPU."},
    Term{"excessive", "excessive", "лишние волны", "excessive",
         "Excessive wavefronts are those above the ideal: what conflicts cost.",
         "Лишние волны — те, что сверх идеала: цена конфликтов.",
         "лишняя волна, лишней волны, лишнюю волну, лишние волны, лишних волн, лишним волнам, "
         "лишними волнами"},
    Term{"ideal", "ideal", "идеал", "ideal идеал идеала идеалу идеалом идеале",
         "The ideal is the fewest wavefronts, or sectors, that would do.",
         "Идеал — наименьшее число волн или секторов, которого хватило бы."},
    Term{
        "multiprocessor", "multiprocessor", "мультипроцессор",
        "multiprocessor multiprocessors multiprocessor's мультипроцессор мультипроцессора "
        "мультипроцессору мультипроцессором мультипроцессоре мультипроцессоры мультипроцессоров",
        "A GPU consists of multiprocessors. Each holds whole blocks, as many as there is room for, "
        "and issues the instructions of whichever of their warps is ready.",
        "GPU состоит из мультипроцессоров. Каждый держит целые блоки, сколько поместится, и "
        "выполняет команды того варпа, который готов."},
    Term{"resident", "resident", "резидентный",
         "resident резидентный резидентного резидентному резидентным резидентном резидентные "
         "резидентных резидентными",
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
         "Чем их больше, тем лучше они покрывают ожидание друг друга."},
    Term{"register", "register", "регистр",
         "register registers регистр регистра регистру регистром регистре регистры регистров "
         "регистрам регистрами регистрах",
         "Registers hold a thread's own values. All threads of a multiprocessor share one register "
         "file: the more a thread takes, the fewer fit.",
         "Регистры хранят значения одной нити. Регистровый файл у мультипроцессора один на все "
         "нити: чем больше берёт каждая, тем меньше их помещается."},
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
