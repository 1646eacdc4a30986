#include "app/session/session_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <system_error>
#include <utility>

#include "app/comparison/resume_place.hpp"
#include "app/programs/editor_launch.hpp"
#include "app/programs/setup_line.hpp"
#include "app/programs/starters.hpp"
#include "app/session/session.hpp"
#include "app/subject/command_words.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/bare/bare_setup.hpp"

namespace warpscope {
namespace {

/// A window has to stay quick: more is for the command line.
constexpr std::int64_t most_recorded_accesses = 300'000;
/// A program that measures times launches a kernel a hundred times: the others are to be seen, too.
constexpr int most_recorded_of_kernel = 10;
constexpr float fresh_seconds = 10;  // for which the window tells how long ago a save was

/// As SaveWatch names them.
std::vector<std::filesystem::path> absolute_files(std::vector<std::filesystem::path> files) {
  std::error_code ignored;
  for (std::filesystem::path& file : files) file = std::filesystem::absolute(file, ignored);
  return files;
}

/// As the user would type it: short if it lies below the working folder.
std::filesystem::path typed_path(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::current_path(unknown);
  if (unknown || file.is_relative()) return file;
  std::filesystem::path near = file.lexically_relative(folder);
  return near.empty() || *near.begin() == ".." ? file : near;
}

/// The further source files, as options.
std::string other_files(const ProgramChoice& choice) {
  std::string words;
  for (std::size_t k = 1; k < choice.request.build.files.size(); ++k) {
    std::error_code unknown;
    const auto file = std::filesystem::absolute(choice.request.build.files[k], unknown).string();
    words += " --with " + quoted_words({&file, 1});
  }
  return words;
}

/// `model`: under which the launch where it opens costs most.
void limit_recording(ProgramChoice& choice, BankModel model) {
  choice.request.options.banks = model;
  auto& limit = choice.request.options.record_accesses;
  limit = std::min(limit, most_recorded_accesses);
  if (choice.launch == LaunchChoice{}) {
    choice.request.options.record_of_kernel = most_recorded_of_kernel;
  }
  choice.all_launches = true;
}

Status check_there(const std::filesystem::path& file) {
  std::error_code unknown;
  if (std::filesystem::exists(file, unknown)) return Done{};
  return usage_error(say("There is no file {}.", file.string()));
}

Error no_programs() { return usage_error(say("Programs cannot be compiled from here.")); }

/// The first thing that is wrong, with its place, for a notice of a line or two.
Sentence first_error(const ConsolePage& page) {
  const auto error =
      std::ranges::find(page.diagnostics, Diagnostic::Severity::error, &Diagnostic::severity);
  if (error == page.diagnostics.end()) return page.failure;
  std::string place = std::filesystem::path(error->file).filename().string();
  if (error->line > 0) place += fmt::format(":{}", error->line);
  const bool ended = error->message.ends_with('?') || error->message.ends_with('.');
  return {fmt::format("{}: {}{}", place, error->message, ended ? "" : ".")};
}

}  // namespace

SessionPrograms::SessionPrograms(Session& session, const std::function<void()>& wake)
    : session_(session), console_(wake), saves_(wake) {}

const SinceSave* SessionPrograms::since_save() const { return session_.shown().since_save.get(); }

bool SessionPrograms::tick(float seconds) {
  const bool heard = hear_console();
  return take_saved(seconds) || heard;
}

void SessionPrograms::use(const ProgramRunner& runner) {
  programs_ = console_.heard(runner);
  quiet_programs_ = runner;
  quiet_programs_.run = [run = runner.run](const BuiltProgram& program,
                                           const ProgramRequest& request, const ProgramOutput&,
                                           std::stop_token stop) {
    return run(program, request, ProgramOutput([](std::string_view) {}), std::move(stop));
  };
}

Status SessionPrograms::open_beside(const std::filesystem::path& file) {
  if (Status there = check_there(file); !there) return there.error();
  if (!names_a_program(file.string())) {
    return session_.comparison.with(variant_with(file_subject(file)));
  }
  if (!programs_.build) return no_programs();
  ProgramChoice choice;
  choice.request.build.files = {typed_path(file)};
  if (auto why = why_ask(file, HowOpened::found, trust_)) {
    asked_ = Asked{std::move(choice), *std::move(why), true};
    session_.popup.shown = Popup::question;
    return Done{};
  }
  return put_beside(std::move(choice));
}

Status SessionPrograms::put_beside(ProgramChoice choice) {
  limit_recording(choice, session_.options().model);
  choice.version = ++versions_;
  // Its output is not that of the console, which belongs to the left side.
  const Variant variant{.opened = program_subject(std::move(choice), quiet_programs_)};
  if (Status changed = session_.comparison.with(variant); !changed) return changed;
  watch();
  return Done{};
}

Status SessionPrograms::open(const std::filesystem::path& file, HowOpened how) {
  ProgramChoice choice;
  choice.request.build.files = {typed_path(file)};
  std::error_code unknown;
  if (const auto* known = find_recent_program(recent_, std::filesystem::absolute(file, unknown))) {
    choice.request.arguments = known->arguments;
    if (const Status read = read_option_words(known->options, choice); !read) {
      session_.notices.complain(read.error());  // it is opened as if nobody had chosen anything
    }
  }
  return open(std::move(choice), how);
}

Status SessionPrograms::open(ProgramChoice choice, HowOpened how) {
  if (Status there = check_program_files(choice.request.build); !there) return there.error();
  const std::filesystem::path& file = choice.request.build.files.front();
  if (auto why = why_ask(file, how, trust_)) {
    asked_ = Asked{std::move(choice), *std::move(why)};
    session_.popup.shown = Popup::question;
    return Done{};
  }
  // Whoever typed it or made it here will find it among those opened before, and is not asked then.
  if (how != HowOpened::found) static_cast<void>(trust_.allow(file));
  since_saved_.reset();
  return change(std::move(choice));
}

Status SessionPrograms::answer(bool run) {
  if (!asked_) return Done{};
  Asked asked = *std::exchange(asked_, std::nullopt);
  if (!run) return Done{};
  if (const Status kept = trust_.allow(asked.choice.request.build.files.front()); !kept) {
    session_.notices.complain(kept.error());
  }
  if (asked.beside) return put_beside(std::move(asked.choice));
  return open(std::move(asked.choice), HowOpened::made);
}

void SessionPrograms::remember(const std::filesystem::path& allowed,
                               const std::filesystem::path& recent) {
  auto trust = ProgramTrust::load(allowed);
  if (!trust) session_.notices.complain(trust.error());
  trust_ = trust ? std::move(trust).value() : ProgramTrust(allowed);
  recent_path_ = recent;
  auto list = load_recent_programs(recent);
  if (!list) session_.notices.complain(list.error());
  if (list) recent_ = std::move(list).value();
}

void SessionPrograms::remember_shown() {
  const SubjectPtr subject = session_.options().subject();
  if (subject->file().empty() || !session_.shown().left || recent_path_.empty()) return;
  std::error_code unknown;
  RecentProgram now{.file = std::filesystem::absolute(subject->file(), unknown),
                    .kernel = session_.shown().left->trace->header.kernel,
                    .time = static_cast<std::int64_t>(std::time(nullptr))};
  if (subject->can().take_options) {
    const ProgramChoice* program = subject->program();
    now.options = program_option_words(*program) + other_files(*program);
    now.arguments = program->request.arguments;
  }
  const bool first = !recent_.empty() && recent_.front().file == now.file;
  if (first) now.time = recent_.front().time;  // a save opens nothing
  if (first && recent_.front() == now) return;
  if (const Status kept = keep_recent_program(recent_, std::move(now), recent_path_); !kept) {
    session_.notices.complain(kept.error());
  }
}

void SessionPrograms::forget(const std::filesystem::path& file) {
  if (const Status done = forget_recent_program(recent_, file, recent_path_); !done) {
    session_.notices.complain(done.error());
  }
}

Status SessionPrograms::create(const Starter& starter) {
  const auto made = new_program(default_program_folder(), starter);
  if (!made) return made.error();
  session_.notices.say(
      say("Wrote {}. Open it in your editor: each save is shown here.", made->string()),
      say("Edit"), "program.edit");
  return session_.open(made.value(), HowOpened::made);
}

Status SessionPrograms::paste(std::string_view text) {
  const auto made = paste_program(default_program_folder(), text);
  if (!made) return made.error();
  session_.notices.say(say("Wrote {}.", made->string()), say("Edit"), "program.edit");
  return session_.open(made.value(), HowOpened::made);
}

Status SessionPrograms::record_block(const Dim3& block) {
  const ProgramChoice* const present = session_.options().subject()->program();
  if (present == nullptr) return Done{};
  ProgramChoice choice = *present;
  choice.request.options.traced_block = block;
  Status changed = change(std::move(choice));
  wrong_block_ = changed.ok();
  return changed;
}

Status SessionPrograms::change(ProgramChoice choice) {
  if (!programs_.build) return no_programs();
  if (Status there = check_program_files(choice.request.build); !there) return there.error();
  limit_recording(choice, session_.options().model);
  choice.version = ++versions_;
  Options next = session_.options();
  next.variant.reset();
  next.opened = program_subject(std::move(choice), programs_);
  if (Status changed = session_.change(std::move(next)); !changed) return changed;
  watch();
  return Done{};
}

Status SessionPrograms::run_again(bool saved) {
  const SubjectPtr present = session_.options().subject();
  if (!present->can().take_options) {
    return usage_error(say("Nothing is run again: what is shown is no program of your own."));
  }
  ProgramChoice choice = *present->program();
  choice.version = ++versions_;
  if (saved) ++choice.saves;
  choice.request.options.banks = session_.options().model;
  const SubjectPtr again = program_subject(std::move(choice), programs_);
  session_.history.renew(again);
  session_.places.renew(again);
  const auto& right = session_.options().variant;
  if (right) session_.history.vary(renewed(*right));
  session_.recording.begin();
  watch();
  return Done{};
}

Variant SessionPrograms::renewed(Variant variant) {
  if (SessionComparison::is_before_save(variant) && session_.shown().left) {
    variant.opened = SessionComparison::before_save(*session_.shown().left).opened;
  } else if (variant.opened && variant.opened->can().take_options) {
    ProgramChoice choice = *variant.opened->program();
    choice.version = ++versions_;
    choice.request.options.banks = variant.model.value_or(session_.options().model);
    variant.opened = program_subject(std::move(choice), quiet_programs_);
  }
  return variant;
}

Status SessionPrograms::write_setups(const std::vector<BareLaunch>& launches) {
  const SubjectPtr present = session_.options().subject();
  const ConsolePage* page = console();
  if (!present->can().take_options || page == nullptr) return Done{};
  for (const BareLaunch& launch : launches) {
    if (const auto setup = parse_bare_setup(launch.setup); !setup) return setup.error();
  }
  const auto same_place = [](const BareLaunch& a, const BareLaunch& b) {
    return a.kernel == b.kernel && a.file == b.file && a.line == b.line;
  };
  if (!std::ranges::equal(launches, page->bare_launches, same_place)) {
    return usage_error(say("The program was saved meanwhile: open this again to write into it."));
  }
  // From the last one up, so that the lines of the others stay where they are.
  std::vector<BareLaunch> from_below = launches;
  std::ranges::sort(from_below, std::greater<>{}, &BareLaunch::line);
  for (const BareLaunch& launch : from_below) {
    const auto line = static_cast<std::uint32_t>(launch.line);
    if (Status written = write_setup_line(launch.file, line, launch.setup); !written) {
      return written.error();
    }
  }
  session_.notices.say(say("The launch is written above the kernel."));
  ProgramChoice choice = *present->program();
  if (choice.request.build.setups.empty()) return Done{};  // it runs since it was saved
  choice.request.build.setups.clear();                     // they would hide what the file says now
  return change(std::move(choice));
}

std::vector<SessionPrograms::OtherLaunch> SessionPrograms::other_launches() const {
  const Playhead& head = session_.playback.left();
  const ConsolePage* const page = console();
  if (!head.ready() || page == nullptr || !page->outcome) return {};
  const Launch& present =
      head.document()->trace->launch_of(head.document()->trace->accesses[head.position()]);
  std::vector<OtherLaunch> list;
  for (const ProgramLaunch& launch : page->outcome->launches) {
    const bool shown = launch.kernel == present.kernel && launch.grid == present.grid &&
                       launch.block == present.block;
    if (launch.trace_launch < 0 || shown) continue;
    const bool listed = std::ranges::any_of(list, [&](const OtherLaunch& other) {
      return other.kernel == launch.kernel && other.grid == launch.grid &&
             other.block == launch.block;
    });
    if (!listed) list.push_back({launch.number, launch.kernel, launch.grid, launch.block});
  }
  std::ranges::stable_sort(
      list, {}, [&](const OtherLaunch& other) { return other.kernel == present.kernel; });
  return list;
}

Status SessionPrograms::compare_launches(int other) {
  const Playhead& head = session_.playback.left();
  const ProgramChoice* const present = session_.options().subject()->program();
  if (present == nullptr || !head.ready()) return Done{};
  const Trace& trace = *head.document()->trace;
  const std::uint32_t own = trace.steps[trace.accesses[head.position()].step].launch;
  const auto only = [&](std::int64_t number) {
    ProgramChoice choice = *present;
    choice.launch = {.kernel = {}, .number = static_cast<int>(number)};
    choice.all_launches = false;
    choice.version = ++versions_;
    return choice;
  };
  Options next = session_.options();
  next.opened = program_subject(only(launch_number(trace, own)), programs_);
  next.variant = Variant{.opened = program_subject(only(other), quiet_programs_)};
  if (Status changed = session_.change(std::move(next)); !changed) return changed;
  watch();
  return Done{};
}

bool SessionPrograms::shows_one_launch() const {
  const ProgramChoice* const present = session_.options().subject()->program();
  return present != nullptr && !present->all_launches;
}

Status SessionPrograms::show_all_launches() {
  ProgramChoice choice = *session_.options().subject()->program();
  choice.launch = {};
  return change(std::move(choice));
}

void SessionPrograms::seek_launch(std::uint32_t launch) {
  if (!session_.playback.left().ready()) return;
  const Document& document = *session_.playback.left().document();
  if (launch >= document.trace->launches.size()) return;
  const auto [begin, end] = launch_accesses(*document.trace, launch);
  if (begin == end) {
    return session_.notices.say(say("Launch {} accesses nothing that is recorded.",
                                    launch_number(*document.trace, launch)));
  }
  std::uint32_t costliest = begin;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (cost_of(document, i) > cost_of(document, costliest)) costliest = i;
  }
  static_cast<void>(session_.places.jump());
  session_.playback.seek(costliest);
}

const ConsolePage* SessionPrograms::console() const {
  const SubjectPtr subject = session_.options().subject();
  if (!subject->can().print || !console_page_) return nullptr;
  const bool own = console_page_->file == subject->file();
  return own ? console_page_.get() : nullptr;
}

bool SessionPrograms::hear_console() {
  auto page = console_.page();
  if (page == console_page_) return false;
  const bool fails =
      page->outdates_document() && !(console_page_ && console_page_->outdates_document());
  console_page_ = std::move(page);
  // Where it went wrong is what the user wants to see now; a lecture stays as it is.
  if (fails) session_.views.put_in_front("output");
  if (!console_page_->sources.empty() && sources_ != console_page_->sources) {
    sources_ = console_page_->sources;
    watch();
  }
  return true;
}

std::vector<std::filesystem::path> SessionPrograms::own_files() const {
  const SubjectPtr subject = session_.options().subject();
  if (!subject->can_be_edited()) return {};
  std::vector<std::filesystem::path> files(subject->sources().begin(), subject->sources().end());
  files.insert(files.end(), sources_.begin(), sources_.end());
  return absolute_files(std::move(files));
}

void SessionPrograms::watch() {
  std::vector<std::filesystem::path> files = own_files();
  const auto& variant = session_.options().variant;
  if (!files.empty() && variant && variant->opened) {
    const auto sources = variant->opened->sources();
    const auto beside = absolute_files({sources.begin(), sources.end()});
    files.insert(files.end(), beside.begin(), beside.end());
  }
  saves_.watch(std::move(files));
}

bool SessionPrograms::take_saved(float seconds) {
  const auto whole = [&] { return since_saved_ ? static_cast<int>(*since_saved_) : -1; };
  const int before = whole();
  if (since_saved_) *since_saved_ += seconds;
  const std::vector<std::filesystem::path> saved = saves_.saved();
  if (!saved.empty() && session_.options().subject()->can_be_edited()) {
    const std::vector<std::filesystem::path> own = own_files();
    const bool left = std::ranges::any_of(
        saved, [&](const auto& file) { return std::ranges::count(own, file) > 0; });
    if (left) {
      since_saved_ = 0;
      if (Status begun = run_again(true); !begun) session_.notices.complain(begun.error());
      return true;
    }
    if (session_.options().variant) {
      session_.history.vary(renewed(*session_.options().variant));
      session_.recording.begin();
      return true;
    }
  }
  return since_saved_ && *since_saved_ < fresh_seconds + 1 && whole() != before;
}

std::optional<float> SessionPrograms::seconds_since_save() const {
  return since_saved_ && *since_saved_ < fresh_seconds ? since_saved_ : std::nullopt;
}

void SessionPrograms::edit(const FilePlace& place) {
  const auto opened = open_in_editor(place.file, place.line);
  opened ? session_.notices.say(opened.value()) : session_.notices.complain(opened.error());
}

float SessionPrograms::seconds_until_change() const {
  if (!seconds_since_save()) return 1e6F;
  return 1 - (*since_saved_ - static_cast<float>(static_cast<int>(*since_saved_)));
}

bool SessionPrograms::tell_failure(const Error& error) {
  const bool prints = session_.options().subject()->can().print;
  if (!prints || !console_page_ || !console_page_->outdates_document()) return false;
  // The console says it, and more, where there is one.
  if (session_.views.layout == LayoutKind::study && !session_.comparison.on()) return true;
  const Sentence first = first_error(*console_page_);
  session_.notices.complain(
      {error.kind, session_.shown().left
                       ? say("{} What is shown is the last version that compiled.", first)
                       : say("{} Mend it and save: it is compiled again.", first)});
  return true;
}

}  // namespace warpscope
