#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/analysis/caption.hpp"

namespace warpscope {

// The parts that captions are built from.

/// "two", but "16".
[[nodiscard]] std::string in_words(std::int64_t number);
/// "two banks", "one lane".
[[nodiscard]] std::string count_of(std::int64_t number, std::string_view noun);
/// "8 wavefronts", "1 sector": costs stay digits, so that they can be compared.
[[nodiscard]] std::string cost_of(std::int64_t number, std::string_view noun);
/// "16 lanes want ", "one lane wants ".
[[nodiscard]] std::string actors(int lanes, std::string_view verb);

/// Threads of an access's warp; a block's last warp may be a short one.
[[nodiscard]] int threads_of_warp(const Trace& trace, const Access& access);

/// The partner whose register each lane reads, if one rule covers all lanes: a fixed lane, or a
/// fixed distance above or below. If neither is set, each lane has a partner of its own.
struct Partner {
  int lane = -1;
  int distance = 0;
};
[[nodiscard]] Partner partner_of(const Trace& trace, const Access& access);

/// A request's demand on shared memory, as far as it can be seen.
struct Demand {
  int lanes = 0;
  int words = 0;         // different ones; elements if they are wider than a word
  int elements = 0;      // different ones: more than words if several lie in one
  int banks = 0;         // that hold them
  int stacked = 0;       // most different words of one bank among lanes that are served together
  int bytes = 0;         // of an element
  bool counted = false;  // the hardware counts the lanes of one word together
  [[nodiscard]] bool wide() const { return bytes > 4; }
};

[[nodiscard]] Demand demand_of(BankModel model, const SharedRequest& request);

/// Lanes that add to the element on which most of them meet, and how many elements there are.
struct Contention {
  int lanes = 0;
  int elements = 0;
};
[[nodiscard]] Contention contention(const Trace& trace, const Access& access);

/// The one element that all active lanes use of their own arrays in local memory; -1 if they differ.
[[nodiscard]] std::int64_t same_local_element(const Trace& trace, const Access& access);

// Each fills in verdict and detail, and goes on with the sentence behind "Warp 0 reads …: ".
void describe_shared(Caption& caption, const SharedRequest& request, Operation operation,
                     BankModel model);
void describe_global(Caption& caption, const Trace& trace, const Access& access);
void describe_global_atomic(Caption& caption, const Trace& trace, const Access& access);
void describe_local(Caption& caption, const Trace& trace, const Access& access);
void describe_constant(Caption& caption, const Trace& trace, const Access& access);

}  // namespace warpscope
