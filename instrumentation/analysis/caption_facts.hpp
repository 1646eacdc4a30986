#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/source_phases.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

// What a caption says of an access, without words: a grammar (caption_grammar.hpp) has those.

/// Where in the run an access is. Numbers count from 1.
struct CaptionPlace {
  std::int64_t step = 1, steps = 1;       ///< within the launch
  std::int64_t launch = 1, launches = 1;  ///< within the program
  std::int64_t recorded = 1;              ///< launches that the trace holds
  StepName name;                          ///< of the step
  SourcePhase phase{};                    ///< that the access is in; no title: none
};

/// One thing that the host did: it launched a kernel, or what `text` says.
struct HostDeed {
  Sentence text;                   ///< of a verb on: "copies 64 int to data"
  const Launch* launch = nullptr;  ///< of the trace
};
/// What the host did between the access before and this one; at the trace's last access, what it did
/// afterwards. Without deeds elsewhere, and if there is only a lone launch to tell.
struct HostFacts {
  std::vector<HostDeed> deeds;  ///< in order
  bool afterwards = false;
};
[[nodiscard]] HostFacts host_facts(const Trace& trace, std::uint32_t access);

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
struct SharedFacts {
  Demand demand;
  Wavefronts cost;
  bool copy = false;
  /// Words of different banks wait for one another, too: the first hardware broadcasts one at a time.
  bool one_broadcast = false;
};
/// The partner whose register each lane reads, if one rule covers all lanes: a fixed lane, or a
/// fixed distance above or below. If neither is set, each lane has a partner of its own.
struct ShuffleFacts {
  int lane = -1;
  int distance = 0;
};
struct ConstantFacts {
  int words = 0;  ///< different ones; each takes a wavefront
};
struct LocalFacts {
  GlobalRequest request;
  std::int64_t element = -1;  ///< that all lanes use of their own arrays; -1 if they differ
};
struct GlobalFacts {
  GlobalRequest request;
  bool same = false;  ///< several lanes want the same bytes
};
/// Where the lanes of an atomic meet.
struct Contention {
  int lanes = 0;  ///< on the element on which most of them meet
  int elements = 0;
};
/// An atomic on global memory.
struct ContentionFacts {
  GlobalRequest request;
  Contention met;
};

/// The line of an access, and the call that led there. Files are without their folders.
struct CaptionLine {
  std::uint32_t line = 0;
  std::string file;          ///< empty: that of the kernel, or of the call
  std::uint32_t caller = 0;  ///< line of the call; 0: the kernel itself makes the access
  std::string caller_file;   ///< empty: that of the access
};

struct CaptionFacts {
  CaptionPlace place;
  HostFacts host;
  int warp = 0;
  Operation operation = Operation::load;
  SourceName what;  ///< of the array; not of a shuffle
  CaptionLine at;
  int lanes = 0;    ///< that work
  int threads = 0;  ///< of the warp; a block's last warp may be a short one
  bool costly = false;
  std::variant<SharedFacts, ShuffleFacts, ConstantFacts, LocalFacts, GlobalFacts, ContentionFacts>
      demand;
};
[[nodiscard]] CaptionFacts caption_facts(const Trace& trace, const Summary& summary,
                                         std::uint32_t access);

/// Threads of an access's warp.
[[nodiscard]] int threads_of_warp(const Trace& trace, const Access& access);
[[nodiscard]] Contention contention(const Trace& trace, const Access& access);

}  // namespace warpscope
