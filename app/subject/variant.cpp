#include "app/subject/variant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "app/subject/letter_case.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

/// Moves the block of a complete request by that many places in the list of legal blocks.
Status move_block(const Subject& subject, RunRequest& request, int step) {
  const auto blocks = subject.blocks();
  if (!blocks) return blocks.error();
  const auto here = std::ranges::find(blocks.value(), request.block.value_or(0)) - blocks->begin();
  const auto there = here + step;
  if (there < 0 || there >= std::ssize(blocks.value())) {
    const int block = request.block.value_or(0);
    const auto sentence = [&](const std::string& name) {
      return step < 0 ? tr("{0} takes no smaller block than one of {1} threads.", name, block)
                      : tr("{0} takes no larger block than one of {1} threads.", name, block);
    };
    return usage_error(sentence(subject.id()), sentence(subject.name()));
  }
  request.block = blocks.value()[static_cast<std::size_t>(there)];
  return Done{};
}

Result<Options> complete_right(Options right, int block_step) {
  const SubjectPtr subject = right.subject();
  auto full = subject->complete(right.request);
  if (!full) return full.error();
  right.request = std::move(full).value();
  if (block_step == 0) return right;
  if (const Status moved = move_block(*subject, right.request, block_step); !moved) {
    return moved.error();
  }
  if (const auto legal = subject->complete(right.request); !legal) return legal.error();
  return right;
}

std::string block_text(const Variant& variant, const Options& left) {
  const Result<Options> right = varied(left);
  if (right && right->request.block) return tr("blocks of {}", *right->request.block);
  return variant.block_step < 0 ? tr("smaller blocks") : tr("larger blocks");
}

bool possible(const Options& left, const Variant& variant) {
  Options options = left;
  options.variant = variant;
  return varied(options).ok();
}

}  // namespace

Result<Options> varied(const Options& left) {
  const Variant& variant = *left.variant;
  Options right{left.opened, left.request, variant.model.value_or(left.model), {}};
  if (variant.opened) {
    right.opened = variant.opened;
    right.request.what_if = variant.what_if;
    return complete_right(std::move(right), 0);
  }
  if (!variant.kernel.empty()) {
    right.opened = {};
    right.request = for_rival(left.request, variant.kernel);
  }
  if (variant.what_if.pad > 0) right.request.what_if.pad = variant.what_if.pad;
  if (!variant.what_if.layouts.empty()) right.request.what_if.layouts = variant.what_if.layouts;
  const bool runs_anew =
      variant.what_if.drop_barrier != 0 || variant.block_step != 0 || variant.machine;
  if (const SubjectPtr subject = right.subject(); runs_anew && !subject->runs()) {
    return usage_error(std::string(subject->why_not_run()));
  }
  if (variant.what_if.drop_barrier != 0) {
    right.request.what_if.drop_barrier = variant.what_if.drop_barrier;
  }
  if (variant.machine) right.request.machine = *variant.machine;
  return complete_right(std::move(right), variant.block_step);
}

Variant variant_with(const SubjectPtr& subject) {
  if (subject->file().empty()) return {.kernel = subject->id()};
  return {.opened = subject};
}

Result<int> block_steps_to(const Options& from, int block) {
  const SubjectPtr subject = from.subject();
  const auto blocks = subject->blocks();
  if (!blocks) return blocks.error();
  const auto wanted = std::ranges::find(blocks.value(), block);
  const auto present = std::ranges::find(blocks.value(), from.request.block.value_or(0));
  if (wanted == blocks->end()) {
    return usage_error(say("{0} takes no blocks of {1} threads, but of {2}.", subject->id(), block,
                           fmt::format("{}", fmt::join(blocks.value(), ", "))));
  }
  if (wanted == present) {
    return usage_error(say("{0} has blocks of {1} threads already.", subject->id(), block));
  }
  return static_cast<int>(wanted - present);
}

std::string changes_text(const Variant& variant, const Options& left) {
  std::vector<std::string> parts;
  if (variant.what_if.drop_barrier != 0) {
    parts.push_back(tr("without the barrier of line {}", variant.what_if.drop_barrier));
  }
  if (variant.what_if.pad != 0) parts.push_back(tr("padded by 1 in {}", variant.what_if.pad));
  for (const Relayout& layout : variant.what_if.layouts) parts.push_back(words(layout));
  if (variant.block_step != 0) parts.push_back(block_text(variant, left));
  if (variant.model) parts.push_back(tr("banks {}", tr(label(*variant.model))));
  if (variant.machine) {
    parts.emplace_back(*variant.machine == MachineKind::cuda ? tr("on the GPU")
                                                             : tr("on the emulator"));
  }
  std::string text = parts.empty() ? std::string() : parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) text = tr("{0}, {1}", text, parts[i]);
  return text;
}

std::vector<WhatIfChoice> what_if_choices(const Options& left) {
  std::vector<WhatIfChoice> list;
  const auto add = [&](const char* part, std::string detail, std::string about, Variant variant) {
    if (!possible(left, variant)) return;
    Options options = left;
    options.variant = variant;
    std::string text = with_capital(changes_text(variant, options));
    list.push_back(
        {part, std::move(text), std::move(detail), std::move(about), std::move(variant)});
  };
  for (const int pad : {32, 16}) {
    add(tr("Shared memory"), tr("one unused element each, one more column in a matrix"),
        tr("Rows no longer begin in the same bank: conflicts of a power of two go away."),
        {.what_if = {.pad = pad}});
  }
  for (const SourceBarrier& barrier : left.subject()->barriers()) {
    add(tr("Barriers"), barrier.text,
        tr("Nobody waits there: look for races, and whether the result is still right."),
        {.what_if = {.drop_barrier = static_cast<int>(barrier.line)}});
  }
  for (const int step : {-1, 1}) {
    add(tr("Block"), step < 0 ? tr("fewer threads in a block") : tr("more threads in a block"),
        tr("The same elements in blocks of another size."), {.block_step = step});
  }
  if (cuda_status().usable) {
    const bool on_gpu = left.request.machine == MachineKind::cuda;
    add(tr("Machine"), on_gpu ? tr("this computer") : cuda_status().device,
        tr("Both record the same trace: see whether they do."),
        {.machine = on_gpu ? MachineKind::emulator : MachineKind::cuda});
  }
  for (const BankModel model : all_bank_models) {
    if (model == left.model) continue;
    add(tr("Banks"), std::string(id(model)),
        tr("The same accesses in shared memory of other hardware."), {.model = model});
  }
  return list;
}

std::optional<Variant> kept_variant(const Options& left) {
  if (!left.variant || possible(left, *left.variant)) return left.variant;
  Variant kept = *left.variant;
  kept.what_if.drop_barrier = 0;
  kept.block_step = 0;
  if (!left.subject()->runs()) kept.machine.reset();
  if (kept == Variant{} || !possible(left, kept)) return std::nullopt;
  return kept;
}

}  // namespace warpscope
