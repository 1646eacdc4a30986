#include "app/commands/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <utility>

#include "app/commands/command_group.hpp"
#include "app/commands/show_term.hpp"
#include "app/lesson/course.hpp"
#include "app/lesson/glossary.hpp"
#include "app/lesson/progress_table.hpp"
#include "app/subject/run_choices.hpp"
#include "instrumentation/analysis/source_phases.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/language/typed_number.hpp"
#include "instrumentation/trace/printable.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

constexpr std::array item_kinds{tr_noop("term"),    tr_noop("kernel"),  tr_noop("lesson"),
                                tr_noop("lecture"), tr_noop("program"), tr_noop("setting"),
                                tr_noop("command")};
/// Commands that a newcomer should see before anything is typed.
constexpr std::array<std::string_view, 8> first_commands{
    "lesson", "kernel", "glossary", "open", "program.new", "what_if", "size", "help"};
/// Commands of other groups that are settings, too.
constexpr std::array<std::string_view, 6> more_settings{"language", "motion",     "banks",
                                                        "machine",  "play.speed", "banks.next"};
constexpr std::size_t first_programs = 3;

/// Texts in every language, by which something is found whatever the window speaks.
template <class Say>
std::vector<std::string> in_all_languages(const Say& say) {
  std::vector<std::string> texts;
  for (int language = 0; language < static_cast<int>(languages().size()); ++language) {
    const InLanguage scope(language);
    texts.push_back(say());
  }
  return texts;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + ' ';
  return all;
}

SearchWords words_to_find(const std::vector<std::string>& names, std::string_view others,
                          std::string_view texts = {}) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return search_words(views, others, texts);
}

/// Collects the items.
class PaletteMaker {
 public:
  PaletteMaker(Session& session, const Commands& commands, std::vector<PaletteItem>& items)
      : session_(session), commands_(commands), items_(items) {}

  void add_terms() {
    for (const Term& term : glossary()) {
      PaletteItem item = begin(PaletteKind::term, term.id);
      item.title = term.name();
      item.about = term.meaning();
      item.words = search_words(term);
      item.choose = [&session = session_, &term]() -> Status {
        session.popup.term = term.id;
        session.popup.shown = Popup::glossary;
        return Done{};
      };
      items_.push_back(std::move(item));
    }
  }

  void add_kernels() {
    for (const KernelInfo* kernel : catalogue()) {
      const auto title = [kernel] {
        // Translators: a kernel's family and its title.
        return tr("{0} · {1}", tr(kernel->family->title), tr(kernel->title));
      };
      PaletteItem item = begin(PaletteKind::kernel, std::string(kernel->id));
      item.title = title();
      item.about = tr(kernel->summary);
      std::vector<std::string> names = in_all_languages(title);
      for (std::string& own : in_all_languages([kernel] { return std::string(tr(kernel->title)); }))
        names.push_back(std::move(own));
      names.emplace_back(kernel->id);
      item.words = words_to_find(
          names, kernel->family->name,
          joined(in_all_languages([kernel] { return std::string(tr(kernel->summary)); })));
      item.choose = [&session = session_, kernel] { return session.choose_kernel(kernel->id); };
      if (kernel->shape != Shape::square) {  // whose size is a side
        item.choose_sized = [&session = session_, kernel](std::int64_t size) {
          return session.choose_kernel(kernel->id, {}, size);
        };
      }
      items_.push_back(std::move(item));
    }
  }

  void add_lessons() {
    const auto lectures = session_.lectures.at_hand();
    for (const std::string& id : session_.lesson.ids()) {
      // A lecture that was begun is a lesson, too.
      if (std::ranges::count(lectures, std::filesystem::path(id)) > 0) continue;
      const Words title = session_.lesson.title_of(id);
      if (title.en.empty()) continue;
      PaletteItem item = begin(PaletteKind::lesson, id);
      item.title = title.now();
      std::vector<std::string> names{title.en};
      for (const auto& [language, name] : title.others) names.push_back(name);
      std::string others = id;
      const auto kernel = find_kernel(id);
      if (kernel) {
        item.about = tr(kernel.value()->summary);
        others +=
            " " +
            joined(in_all_languages([&kernel] { return std::string(tr(kernel.value()->title)); }));
      } else if (const auto chapter = own_course().chapter_of(id)) {
        const Chapter& of = own_course().chapters[*chapter];
        item.about = of.about.now();
        others += " " + of.title.all(" ") + " " + of.about.all(" ");
      }
      item.words = words_to_find(names, others);
      item.choose = [&session = session_, id]() -> Status {
        if (!find_kernel(id)) {
          session.lesson.begin(id, true);
          return Done{};
        }
        if (session.lesson.on()) session.lesson.leave();
        if (Status chosen = session.choose_kernel(id); !chosen) return chosen;
        session.lesson.start();
        return Done{};
      };
      items_.push_back(std::move(item));
    }
  }

  void add_lectures() {
    for (const std::filesystem::path& file : session_.lectures.at_hand()) {
      const auto title = session_.lesson.library().title_in(file);
      if (!title) continue;  // whatever it is, it is no lecture
      PaletteItem item = begin(PaletteKind::lecture, file.string());
      item.title = title.value().now();
      item.detail = printable(file.filename().string());
      std::vector<std::string> names{title.value().en, file.stem().string()};
      for (const auto& [language, name] : title.value().others) names.push_back(name);
      item.words = words_to_find(names, file.parent_path().string() + ' ' +
                                            joined(in_all_languages([] { return tr("lecture"); })));
      item.choose = [&session = session_, file] { return session.lectures.open(file); };
      items_.push_back(std::move(item));
    }
  }

  void add_programs() {
    std::size_t count = 0;
    for (const ListedProgram& listed : listed_programs(session_.programs.recent())) {
      if (listed.absent) continue;
      const std::filesystem::path& file = listed.program.file;
      PaletteItem item = begin(PaletteKind::program, file.string());
      item.title = file.filename().string();
      item.detail = file.parent_path().string();
      if (count < first_programs) item.first = 100 - static_cast<int>(count++);
      item.words = words_to_find({item.title, file.stem().string()},
                                 item.detail + ' ' + listed.program.kernel + ' ' +
                                     joined(in_all_languages([] { return tr("own program"); })));
      item.choose = [&session = session_, file] { return session.open(file); };
      items_.push_back(std::move(item));
    }
  }

  /// What can be set to one of a few values: a row for each.
  void add_settings() {
    for (const std::string_view theme : theme_ids) {
      add_setting(
          "theme." + std::string(theme),
          [theme] { return tr("Theme: {}", theme_label(theme).text()); },
          [theme] { return theme_label(theme).text(); }, session_.settings.theme == theme,
          [&session = session_, theme] { session.settings.theme = theme; });
    }
    for (const Motion motion : {Motion::desktop, Motion::less, Motion::full}) {
      add_setting(
          "motion." + std::string(motion_ids.at(static_cast<std::size_t>(motion))),
          [motion] { return tr("Motion: {}", motion_label(motion)); },
          [motion] { return motion_label(motion); }, session_.settings.motion == motion,
          [&session = session_, motion] {
            session.settings.motion = motion;
            session.playback.follow_motion();
          });
    }
    for (const Language& language : languages()) {
      add_setting(
          "language." + language.id, [&language] { return tr("Language: {}", language.name); },
          [&language] { return language.name; }, session_.settings.language == language.id,
          [&session = session_, &language] { session.settings.language = language.id; });
    }
    for (const BankModel model : all_bank_models) {
      add_setting(
          "banks." + std::string(id(model)), [model] { return tr("Banks: {}", tr(label(model))); },
          [model] { return std::string(tr(label(model))); }, session_.options().model == model,
          changes([model](Options& next) { next.model = model; }));
    }
  }

  /// Sizes and blocks of the kernel that is shown: "512 threads".
  void add_runs() {
    const Options& now = session_.options();
    const SubjectPtr subject = now.subject();
    if (subject->kernel() == nullptr || !subject->runs()) return;
    const auto full = subject->complete(now.request);
    if (!full) return;
    const RunRequest& shown = full.value();
    const bool one_block = block_count(shown) == 1;
    for (const std::int64_t size : size_choices(*subject, shown)) {
      auto made = with_size(*subject, shown, size, one_block);
      if (!made) continue;
      const std::string text = whole_text(size);
      add_setting(
          "size." + std::to_string(size), [&] { return tr("Elements: {}", text); },
          [&] { return std::to_string(size); }, shown.size == size,
          changes([request = made.value()](Options& next) { next.request = request; }));
    }
    for (const int block : blocks_of(*subject)) {
      RunRequest wanted = shown;
      wanted.block = block;
      auto made = with_what_follows(*subject, wanted, RunChoice::block);
      if (!made) continue;
      add_setting(
          "block." + std::to_string(block), [block] { return tr("Block: {} threads", block); },
          [block] { return std::to_string(block); }, shown.block == block,
          changes([request = made.value()](Options& next) { next.request = request; }));
    }
  }

  /// What is done so seldom that it has no key.
  void add_progress() {
    if (session_.progress.empty()) return;
    const auto title = [] { return std::string(tr("Save what I have answered as a table")); };
    PaletteItem item = begin(PaletteKind::command, "progress.save");
    item.title = title();
    item.words = words_to_find(in_all_languages(title), "csv");
    item.choose = [&session = session_]() -> Status {
      const auto saved = save_progress_csv(session.progress, progress_path());
      if (!saved) return saved.error();
      session.notices.say(say("Saved as {}.", saved->string()));
      return Done{};
    };
    items_.push_back(std::move(item));
  }

  /// What can be pinned, and what accesses can be filtered by: of the launch that is shown.
  void add_pins() {
    const Playhead& head = session_.playback.left();
    if (!head.ready()) return;
    const Trace& trace = *head.document()->trace;
    const Access& access = trace.accesses[head.position()];
    const std::uint32_t launch = trace.steps[access.step].launch;
    const auto add = [&](const Pin& pin) {
      const auto title = [&] { return tr("Pin {}", pin_text(pin, trace, launch)); };
      add_action("pin." + std::to_string(items_.size()), title,
                 [&session = session_, pin] { session.following.pin(pin); });
    };
    const int warps = (trace.launches[launch].threads() + warp_lanes - 1) / warp_lanes;
    for (int lane = 0; lane < warp_lanes; ++lane) add(PinnedLane{lane});
    for (int warp = 0; warp < warps; ++warp) add(PinnedWarp{warp});
    add(PinnedLine{line_of(trace, access)});
    const auto add_filter = [&](const AccessFilter& filter) {
      const auto title = [&] {
        return tr("See only accesses: {}",
                  filter.phase ? filter.phase->title : filter_text(filter));
      };
      add_action("filter." + std::to_string(items_.size()), title,
                 [&session = session_, filter] { session.following.add_filter(filter); });
    };
    for (const Array& array : trace.arrays) add_filter({.array = array.name});
    for (int warp = 0; warp < warps; ++warp) add_filter({.warp = warp});
    add_filter({.line = line_of(trace, access)});
    for (const auto& [file, phase] : TracePhases(trace).used(trace)) {
      add_filter({.phase = NamedPhase{file, phase.title, phase.short_title()}});
    }
  }

  /// The launches that can stand beside the present one.
  void add_other_launches() {
    for (const SessionPrograms::OtherLaunch& other : session_.programs.other_launches()) {
      const auto title = [&] {
        return tr("Compare with launch {0}: {1}", other.number, printable(other.kernel));
      };
      PaletteItem item =
          begin(PaletteKind::command, "compare.launch." + std::to_string(other.number));
      item.title = title();
      item.words = words_to_find(in_all_languages(title), other.kernel);
      item.choose = [&session = session_, number = other.number] {
        return session.programs.compare_launches(number);
      };
      items_.push_back(std::move(item));
    }
  }

  void add_commands() {
    for (const Command& command : commands_.all()) {
      if (!command.enabled() || command.id == "palette") continue;
      const bool setting = command.group == "Look" || is_among(more_settings, command.id);
      PaletteItem item = begin(setting ? PaletteKind::setting : PaletteKind::command, command.id);
      item.title = shown_title(command);
      if (!command.keys.empty()) item.detail = shown_text(command.keys.front());
      const auto early = std::ranges::find(first_commands, std::string_view(command.id));
      item.first = static_cast<int>(first_commands.end() - early);
      item.words = words_to_find(in_all_languages([&] { return shown_title(command); }),
                                 joined(in_all_languages([&] {
                                   return std::string(tr(std::string_view(command.group)));
                                 })));
      item.choose = [&command]() -> Status {
        command.run();
        return Done{};
      };
      items_.push_back(std::move(item));
    }
  }

 private:
  static PaletteItem begin(PaletteKind kind, std::string id) {
    PaletteItem item;
    item.kind = kind;
    item.id = std::move(id);
    return item;
  }
  /// An action that has no command of its own.
  template <class Say>
  void add_action(std::string id, const Say& title, std::function<void()> act) {
    PaletteItem item = begin(PaletteKind::command, std::move(id));
    item.title = title();
    item.words = words_to_find(in_all_languages(title), {});
    item.choose = [act = std::move(act)]() -> Status {
      act();
      return Done{};
    };
    items_.push_back(std::move(item));
  }
  static bool is_among(std::span<const std::string_view> list, std::string_view id) {
    return std::ranges::find(list, id) != list.end();
  }
  static std::string motion_label(Motion motion) {
    switch (motion) {
      case Motion::desktop: return std::string(tr_c("motion", "as the desktop"));
      case Motion::less: return std::string(tr_c("motion", "less"));
      case Motion::full: break;
    }
    return std::string(tr_c("motion", "full"));
  }
  /// `say` tells what is set to what, `say_value` the value alone, by which it is found, too.
  template <class Say, class SayValue>
  void add_setting(std::string id, const Say& say, const SayValue& say_value, bool chosen,
                   std::function<void()> set) {
    PaletteItem item = begin(PaletteKind::setting, std::move(id));
    item.title = say();
    item.chosen = chosen;
    std::vector<std::string> names = in_all_languages(say);
    for (std::string& value : in_all_languages(say_value)) names.push_back(std::move(value));
    item.words = words_to_find(names, {});
    item.choose = [set = std::move(set)]() -> Status {
      set();
      return Done{};
    };
    items_.push_back(std::move(item));
  }

  static std::vector<int> blocks_of(const Subject& subject) {
    auto blocks = subject.blocks();
    return blocks && subject.can().change_block ? std::move(blocks).value() : std::vector<int>();
  }
  /// Shows what is wanted then, changed so.
  std::function<void()> changes(std::function<void(Options&)> change) {
    return [&session = session_, change = std::move(change)] {
      Options next = session.options();
      change(next);
      if (const Status changed = session.change(std::move(next)); !changed) {
        session.notices.complain(changed.error());
      }
    };
  }

  Session& session_;
  const Commands& commands_;
  std::vector<PaletteItem>& items_;
};

/// A size among words, and the words without it; nullopt if there is none, or nothing else.
std::optional<std::pair<std::int64_t, std::string>> size_among(std::string_view typed) {
  std::optional<std::int64_t> size;
  std::string others;
  while (!typed.empty()) {
    const std::size_t end = std::min(typed.find(' '), typed.size());
    const std::string_view word = typed.substr(0, end);
    const auto number = number_in<std::int64_t>(word);
    if (number && *number > 1) {
      if (size) return std::nullopt;
      size = number;
    } else if (!word.empty()) {
      others.append(word).append(" ");
    }
    typed.remove_prefix(std::min(end + 1, typed.size()));
  }
  if (!size || others.empty()) return std::nullopt;
  return std::pair(*size, std::move(others));
}

}  // namespace

std::string_view kind_label(PaletteKind kind) {
  return tr(item_kinds[static_cast<std::size_t>(kind)]);
}

Palette::Palette(Session& session, const Commands& commands)
    : lecturing_(session.views.layout == LayoutKind::lecture) {
  PaletteMaker maker(session, commands, items_);
  maker.add_programs();
  maker.add_commands();
  maker.add_progress();
  maker.add_pins();
  maker.add_other_launches();
  maker.add_terms();
  maker.add_kernels();
  maker.add_lessons();
  maker.add_lectures();
  maker.add_settings();
  maker.add_runs();
}

std::vector<std::pair<int, const PaletteItem*>> Palette::hits(std::string_view typed) const {
  const WordQuery query(typed);
  std::vector<std::pair<int, const PaletteItem*>> hits;
  for (const PaletteItem& item : items_) {
    // Kinds decide only between items that fit alike, or nearly so.
    int kind = static_cast<int>(PaletteKind::command) - static_cast<int>(item.kind);
    // A word's meaning would cover the slide of who looks for a kernel.
    if (lecturing_ && item.kind == PaletteKind::term) kind = 0;
    const int score = query.empty() ? 1 + item.first : query.score(item.words);
    if (score > 0) hits.emplace_back(query.empty() ? score : score + 15 * kind, &item);
  }
  return hits;
}

std::vector<std::pair<int, std::size_t>> Palette::find_sized(std::string_view typed) {
  sized_.clear();
  std::vector<std::pair<int, std::size_t>> scores;
  const auto wanted = size_among(typed);
  if (!wanted) return scores;
  for (const auto& [score, item] : hits(wanted->second)) {
    if (!item->choose_sized) continue;
    scores.emplace_back(score, sized_.size());
    PaletteItem sized = *item;
    // Translators: a kernel's title and its size.
    sized.title = tr("{0}, {1} elements", item->title, whole_text(wanted->first));
    sized.id = fmt::format("{}.{}", item->id, wanted->first);
    sized.choose = [choose = item->choose_sized, size = wanted->first] { return choose(size); };
    sized_.push_back(std::move(sized));
  }
  return scores;
}

std::vector<const PaletteItem*> Palette::find(std::string_view typed) {
  auto all = hits(typed);
  for (const auto& [score, place] : find_sized(typed)) all.emplace_back(score, &sized_[place]);
  std::ranges::stable_sort(all, std::ranges::greater{}, [](const auto& hit) { return hit.first; });
  std::vector<const PaletteItem*> found(all.size());
  std::ranges::transform(all, found.begin(), [](const auto& hit) { return hit.second; });
  return found;
}

}  // namespace warpscope
