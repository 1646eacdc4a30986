#include <algorithm>
#include <utility>

#include "app/shell/controls.hpp"
#include "app/shell/popups.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The GPUs that had such banks, by the name of their first generation.
std::string_view generation(BankModel model) {
  switch (model) {
    case BankModel::cc1: return "Tesla";
    case BankModel::cc2: return "Fermi";
    case BankModel::cc3x4:
    case BankModel::cc3x8: return "Kepler";
    case BankModel::cc5: return "Maxwell … Blackwell";
  }
  return "";
}

}  // namespace

Popups::Choice Popups::option(std::string text, std::string detail, bool chosen,
                              Options next) const {
  return {std::move(text), std::move(detail), chosen,
          [this, next = std::move(next)] { return session_.change(next); }};
}

std::vector<Popups::Choice> Popups::choices() const {
  const Options& now = session_.options();
  std::vector<Choice> list;
  switch (session_.popup.shown) {
    case Popup::kernel: return kernels(false);
    case Popup::rival: return kernels(true);
    case Popup::what_if: return what_ifs();
    case Popup::machine: return machines();
    case Popup::speed: return speeds();
    case Popup::more: return hidden();
    case Popup::launch: return launches();
    case Popup::filter: return filters();
    case Popup::landmark: return landmarks();
    case Popup::starter: return starter_choices();
    case Popup::chapter: return lessons();
    case Popup::banks:
      for (const BankModel model : all_bank_models) {
        Options next = now;
        next.model = model;
        list.push_back(option(std::string(tr(label(model))), std::string(generation(model)),
                              model == now.model, std::move(next)));
      }
      break;
    case Popup::granularity:
      for (const auto by :
           {Granularity::access, Granularity::barrier, Granularity::phase, Granularity::launch}) {
        const bool launches = session_.playback.left().ready() &&
                              has_launches(*session_.playback.left().document()->trace);
        if (by == Granularity::launch && !launches) continue;
        list.push_back({granularity_label(by), "", by == session_.playback.player.granularity,
                        [this, by]() -> Status {
                          session_.playback.player.granularity = by;
                          return Done{};
                        }});
      }
      break;
    default: break;
  }
  return list;
}

std::vector<Popups::Choice> Popups::machines() const {
  const Options& now = session_.options();
  const CudaStatus& cuda = cuda_status();
  std::vector<Choice> list;
  const auto add = [&](MachineKind kind, const char* text, std::string detail, std::string about) {
    Options next = now;
    next.request.machine = kind;
    list.push_back(option(text, std::move(detail), kind == now.request.machine, std::move(next)));
    list.back().about = std::move(about);
  };
  if (const std::string_view why = now.subject()->why_one_machine(); !why.empty()) {
    add(now.request.machine, tr("emulator"), tr("this computer"), std::string(why));
    return list;
  }
  add(MachineKind::automatic, tr("automatic"), cuda.usable ? cuda.device : tr("emulator"),
      tr("The GPU if there is one, else the emulator. Both record the same trace."));
  add(MachineKind::emulator, tr("emulator"), tr("this computer"),
      tr("Warps in lockstep on the CPU; finds races, indices out of bounds and uninitialised "
         "reads."));
  add(MachineKind::cuda, "CUDA", cuda.usable ? cuda.device : tr("not here"),
      cuda.usable ? tr("Records on {}.", cuda.device) : cuda.problem);
  return list;
}

std::vector<Popups::Choice> Popups::hidden() const {
  std::vector<Choice> list;
  for (const std::string_view id : hidden_) {
    const Command* command = commands_.find(id);
    if (command == nullptr || !command->enabled()) continue;
    list.push_back(
        {shown_title(*command), command->keys.empty() ? "" : shown_text(command->keys.front()),
         false, [this, command]() -> Status {
           session_.popup.shown = Popup::none;  // first: the command may open another one
           command->run();
           return Done{};
         }});
  }
  if (list.empty()) {
    list.push_back(
        {tr("The toolbar shows all it has"), "", false, []() -> Status { return Done{}; }});
  }
  return list;
}

std::vector<Popups::Choice> Popups::lessons() const {
  std::vector<Choice> list;
  const auto& chapters = own_course().chapters;
  if (session_.popup.chapter >= chapters.size()) return list;
  const Chapter& chapter = chapters[session_.popup.chapter];
  const std::string& next = session_.progress.next_in(chapter);
  for (const std::string& id : chapter.lessons) {
    const Lesson* const lesson = session_.lesson.lesson_of(id);
    if (lesson == nullptr) continue;
    const LessonProgress* const known = session_.progress.find(id);
    std::string detail;
    if (known != nullptr) {
      detail =
          known->done ? tr("done ✓") : tr("stop {0} of {1}", known->furthest + 1, known->stops);
      if (known->score.asked > 0) detail += " · " + score_text(known->score);
    }
    list.push_back({lesson->title.in(session_.settings.language), std::move(detail), id == next,
                    [this, &id]() -> Status {
                      session_.lesson.begin(id);
                      return Done{};
                    }});
    list.back().about = lesson->learned.in(session_.settings.language);
  }
  if (!list.empty()) {
    // Translators: a chapter of the course, and how many minutes it takes.
    list.front().part =
        tr("{0} · {1} min", chapter.title.in(session_.settings.language), chapter.minutes);
  }
  return list;
}

std::vector<Popups::Choice> Popups::speeds() const {
  std::vector<Choice> list;
  for (const float speed : {0.25F, 0.5F, 1.0F, 2.0F, 4.0F, 8.0F}) {
    list.push_back({speed_label(speed), "", speed == session_.playback.player.speed(),
                    [this, speed]() -> Status {
                      session_.playback.player.set_speed(speed);
                      return Done{};
                    }});
  }
  return list;
}

}  // namespace warpscope
