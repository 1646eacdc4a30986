#include "app/lesson/lesson_tour.hpp"

#include <algorithm>
#include <utility>

#include "app/lesson/lesson_answer.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

std::optional<FoundAnswer> find_answer(const Document& document, std::uint32_t access,
                                       const Question& question, const std::string& file,
                                       std::vector<Mistake>& mistakes) {
  Result<FoundAnswer> answer = found_answer(document, access, question);
  if (answer) return std::move(answer).value();
  mistakes.push_back({file, question.line, answer.error().message});
  return std::nullopt;
}

/// The document of `options`; reuses that of the stop before if it ran the same.
Result<DocumentPtr> document_for(const Options& options, const std::vector<WalkedStop>& walked,
                                 const std::stop_token& stop) {
  if (!walked.empty() && walked.back().document) {
    const WalkedStop& last = walked.back();
    if (last.options.opened == options.opened && last.options.request == options.request) {
      return last.options.model == options.model ? last.document
                                                 : with_model(*last.document, options.model);
    }
  }
  return make_document(*options.subject(), options.request, options.model, stop);
}

}  // namespace

void apply(const StopRun& run, Options& options) {
  RunRequest& request = options.request;
  if (run.fresh) {
    RunRequest by_itself;
    by_itself.kernel = request.kernel;
    by_itself.machine = request.machine;
    options = {};
    request = std::move(by_itself);
  }
  if (run.kernel && *run.kernel != request.kernel) {
    request = for_kernel(request, *run.kernel);
    options.variant.reset();  // it stood beside the other kernel
  }
  if (run.compare) {
    options.variant.reset();
    if (!run.compare->empty()) options.variant = Variant{.kernel = *run.compare};
  }
  if (run.banks) options.model = *run.banks;
  for (const auto& [option, text] : run.options) {
    static_cast<void>(
        option->read(option->id, text, request));  // its form was checked by the reader
  }
}

Result<Options> options_of(const Lesson& lesson, std::size_t stop, const Options& program) {
  Options options;
  if (!lesson.program.empty()) {
    options = program;
    options.variant.reset();
    for (std::size_t i = 0; i <= stop; ++i) apply(lesson.stops[i].run, options);
    return options;
  }
  options.request.kernel = lesson.kernel;
  options.request.machine = MachineKind::emulator;  // everybody sees the same
  for (std::size_t i = 0; i <= stop; ++i) apply(lesson.stops[i].run, options);
  Result<RunRequest> legal = options.subject()->complete(options.request);
  if (!legal) return legal.error();
  options.request = std::move(legal).value();
  if (options.variant) {
    if (const auto right = varied(options); !right) return right.error();
  }
  return options;
}

void apply(const StopLook& stop, Look& look) {
  for (const auto& [option, choice] : stop.options) {
    // Choosing the present one again may reverse an order.
    if (option->chosen(look) != choice) option->choose(look, choice);
  }
  if (stop.sliders.empty()) return;
  SliderSettings settings;
  for (const auto& [slider, value] : stop.sliders) {
    settings.values.insert_or_assign(std::string(slider->id), value);
  }
  look.set(std::move(settings));
}

std::string stage_of(const Lesson& lesson, std::size_t stop) {
  std::vector<std::string_view> kernels{lesson.kernel};  // before each stop, and at the last one
  for (std::size_t i = 0; i <= stop; ++i) {
    const auto& kernel = lesson.stops[i].run.kernel;
    kernels.push_back(kernel ? std::string_view(*kernel) : kernels.back());
  }
  const std::string_view here = kernels.back();
  for (std::size_t i = stop + 1; i-- > 0 && kernels[i + 1] == here;) {
    if (!lesson.stops[i].stage.empty()) return lesson.stops[i].stage;
  }
  return here == lesson.kernel ? lesson.stage : std::string();
}

namespace {

/// Where the playhead stands while a question is open: at the access before, if that is of the same launch. For a value,
/// or what is clicked, in any launch: it must not be seen yet.
std::uint32_t place_before(const Trace& trace, std::uint32_t access, const Question& question) {
  if (access == 0) return access;
  const auto launch = [&](std::uint32_t of) { return trace.steps[trace.accesses[of].step].launch; };
  const bool later = overlap(told_by(question), Told::values | Told::places);
  return later || launch(access - 1) == launch(access) ? access - 1 : access;
}

/// A page whose place is wrong shows the stop's.
FoundPage find_page(const Document& document, const WhyPage& page, const FoundStop& stop,
                    const std::string& file, std::vector<Mistake>& mistakes) {
  FoundPage found{.access = stop.access, .marks = page.at ? FoundMarks{} : stop.marks};
  if (page.at) {
    const Result<std::uint32_t> place = find_place(document, *page.at);
    if (place) {
      found.access = place.value();
    } else {
      mistakes.push_back({file, page.line, place.error().message});
    }
  }
  const Result<FoundMarks> marks = find_marks(document, found.access, page.marks.value_or(Marks{}));
  if (!marks) {
    mistakes.push_back({file, page.line, marks.error().message});
  } else if (page.marks || page.at) {
    found.marks = marks.value();
  }
  return found;
}

}  // namespace

std::optional<FoundStop> find_stop(const Lesson& lesson, std::size_t index,
                                   const Document& document, std::vector<Mistake>& mistakes) {
  const Stop& stop = lesson.stops[index];
  const auto complain = [&](int line, std::string message) {
    mistakes.push_back({lesson.file, line, std::move(message)});
  };
  if (document.trace->accesses.empty()) {
    complain(stop.at_line, tr("This run accesses no memory; choose another size."));
    return std::nullopt;
  }
  const Result<std::uint32_t> place = find_place(document, stop.at);
  if (!place) {
    complain(stop.at_line, place.error().message);
    return std::nullopt;
  }
  FoundStop found;
  found.access = found.before = place.value();
  if (Result<FoundMarks> marks = find_marks(document, found.access, stop.marks); marks) {
    found.marks = std::move(marks).value();
  } else {
    complain(stop.line, marks.error().message);
  }
  for (const WhyPage& page : stop.why) {
    found.why.push_back(find_page(document, page, found, lesson.file, mistakes));
  }
  if (!stop.question) return found;
  found.answer = find_answer(document, found.access, *stop.question, lesson.file, mistakes);
  if (!found.answer) return found;
  found.before = place_before(*document.trace, found.access, *stop.question);
  // Who edits a program meanwhile is not to blame.
  if (lesson.program.empty() && overlap(told_by(*stop.question), Told::values)) {
    const Result<std::string> earlier = answer_of(document, found.before, *stop.question);
    if (earlier && earlier.value() == found.answer->answer && found.before != found.access) {
      complain(stop.question->line, tr("The cell holds {} before this access, too, where it can be "
                                       "read; ask about an access that changes it.",
                                       found.answer->answer));
    }
  }
  return found;
}

std::vector<WalkedStop> walk(const Lesson& lesson, const std::vector<std::string>& known_views,
                             std::vector<Mistake>& mistakes, const std::stop_token& stop_token,
                             const Options& program) {
  std::vector<WalkedStop> walked;
  for (std::size_t i = 0; i < lesson.stops.size() && !stop_token.stop_requested(); ++i) {
    const Stop& stop = lesson.stops[i];
    const auto check_view = [&](const std::string& view, int line) {
      if (view.empty() || known_views.empty() || std::ranges::count(known_views, view) > 0) return;
      mistakes.push_back(
          {lesson.file, line,
           tr("There is no view \"{0}\". {1}", view, did_you_mean(view, known_views))});
    };
    check_view(stop.view, stop.line);
    for (const WhyPage& page : stop.why) check_view(page.view, page.line);
    WalkedStop next;
    Result<Options> options = options_of(lesson, i, program);
    if (!options) {
      mistakes.push_back({lesson.file, stop.run_line, options.error().message});
      walked.push_back(std::move(next));
      continue;
    }
    next.options = std::move(options).value();
    if (Result<DocumentPtr> document = document_for(next.options, walked, stop_token); document) {
      next.document = document.value();
      next.found = find_stop(lesson, i, *next.document, mistakes);
    } else {
      mistakes.push_back({lesson.file, stop.run_line, document.error().message});
    }
    walked.push_back(std::move(next));
    if (!lesson.program.empty() && !walked.back().document) break;  // it would fail again
  }
  return walked;
}

}  // namespace warpscope
