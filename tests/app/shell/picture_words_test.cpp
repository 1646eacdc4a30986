// Exported pictures in the pseudo-language: what stands outside of its brackets must be data.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/comparison/comparison.hpp"
#include "app/layout/window_layout.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/picture.hpp"
#include "app/subject/cuda_twin.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/trace_names.hpp"
#include "tests/support/pseudo_words.hpp"

namespace warpscope {
namespace {

using test::emulated;

/// The texts of an SVG picture, in the order in which they are drawn.
std::vector<std::string> texts_of(std::string_view svg) {
  std::vector<std::string> texts;
  for (std::size_t at = svg.find("<text"); at != std::string_view::npos;
       at = svg.find("<text", at)) {
    const std::size_t begin = svg.find('>', at) + 1;
    at = svg.find("</text>", begin);
    std::string text(svg.substr(begin, at - begin));
    for (const auto& [sign, plain] : {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}}) {
      for (std::size_t i = text.find(sign); i != std::string::npos; i = text.find(sign)) {
        text.replace(i, std::string_view(sign).size(), plain);
      }
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

class PictureWords : public testing::TestWithParam<const char*> {
 protected:
  /// What is drawn of the request, in SVG.
  std::vector<std::string> drawn(PictureRequest request) {
    request.format = "svg";
    request.theme = "dark";
    request.language = "pseudo";
    const auto picture = render_picture(request);
    EXPECT_TRUE(picture) << picture.error().message;
    if (!picture) return {};
    return texts_of(
        {reinterpret_cast<const char*>(picture.value().data()), picture.value().size()});
  }
  /// Captions have a grammar for each language, and are English in one that has none.
  void allow_caption(const Document& document, std::uint32_t access) {
    const Caption said = caption(*document.trace, document.summary, access);
    for (const std::string& text : {said.step, said.sentence, said.verdict, said.detail}) {
      captions_ += text + '\n';
    }
  }
  void expect_data(const std::string& where, const std::vector<std::string>& texts,
                   const std::string& names) {
    EXPECT_FALSE(texts.empty()) << where;
    std::vector<std::string> said;
    for (const std::string& text : texts) {
      if (captions_.find(text) == std::string::npos) said.push_back(text);
    }
    for (const std::string& rest : test::outside_brackets(said)) {
      for (const std::string& word : test::words_of(rest)) {
        if (everywhere_.contains(word) || names.find(word) != std::string::npos) continue;
        ADD_FAILURE() << where << ": " << word << " in: " << rest;
      }
    }
  }

  DocumentPtr document_ = emulated(GetParam());
  std::uint32_t access_ = document_->telling.access;
  std::string captions_;
  /// Names, units and words of formulas, which are the same everywhere.
  const std::set<std::string> everywhere_{"CUB",       "CUDA",   "CPU",  "GPU",  "TFLOP",
                                          "GFLOP",     "mod",    "lane", "Ctrl", "recorded",
                                          "Warpscope", "stride", "width"};
};

TEST_P(PictureWords, OfViewsAreMessages) {
  allow_caption(*document_, access_);
  const std::set<std::string_view> of_sources{"source", "lines"};
  for (const ViewInfo& info : view_lists().views) {
    if (info.id == "lesson" || info.id == "caption") continue;
    PictureRequest request{.document = document_,
                           .view = std::string(info.id),
                           .access = access_,
                           .width = 960,
                           .height = 720};
    const std::string names = of_sources.contains(info.id)
                                  ? test::names_in(*document_->trace) + cuda_twin(GetParam())
                                  : test::names_without_source(*document_->trace);
    for (const LookOption& option : info.options) {
      for (std::size_t choice = 0; choice < option.choices.size(); ++choice) {
        request.look = {};
        option.choose(request.look, choice);
        expect_data(std::string(info.id) + " " + std::string(option.choices[choice].id),
                    drawn(request), names);
      }
    }
    if (info.options.empty()) expect_data(std::string(info.id), drawn(request), names);
  }
}

TEST_P(PictureWords, OfTheWindowAreMessages) {
  const DocumentPtr other = emulated("scan_blelloch");
  const auto recording = std::make_shared<Recording>();
  recording->options.request = document_->request;
  recording->options.variant = Variant{.kernel = "scan_blelloch"};
  recording->left = document_;
  recording->right = other;
  recording->comparison = std::make_shared<const Comparison>(compare(*document_, *other));
  allow_caption(*document_, access_);
  for (std::uint32_t at = 0; at < other->trace->accesses.size(); ++at) allow_caption(*other, at);
  const std::string names = test::names_in(*document_->trace) + test::names_in(*other->trace);
  for (const LayoutKind kind : {LayoutKind::study, LayoutKind::lecture, LayoutKind::inspect}) {
    for (const bool compares : {false, true}) {
      PictureRequest request{.document = document_,
                             .view = "window",
                             .access = access_,
                             .width = 1280,
                             .height = 720,
                             .layout = std::string(names_of(kind).id)};
      if (compares) request.comparison = recording;
      expect_data(request.layout + (compares ? ", compared" : ""), drawn(request), names);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, PictureWords, testing::Values("reduce_strided", "matmul_tiled"));

}  // namespace
}  // namespace warpscope
