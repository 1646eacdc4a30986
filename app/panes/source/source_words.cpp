#include "app/panes/source/source_words.hpp"

#include <algorithm>
#include <array>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr std::array vocabulary{
    CodeWord{
        "block.sync", "__syncthreads()",
        tr_noop(
            "A barrier: every thread waits until all of the block are here. The name in brackets "
            "says what the block has done since the last one."),
        "barrier"},
    CodeWord{"block.step", "",
             tr_noop("It only gives what came before it a name, for the caption and the stage."),
             "step"},
    CodeWord{"block.syncwarp", "__syncwarp()",
             tr_noop("The 32 lanes of the warp wait for one another."), "lockstep"},
    CodeWord{"block.size", "blockDim.x", tr_noop("How many threads the block has."), "block"},
    CodeWord{"block.thread_rank", "threadIdx.x",
             tr_noop("This thread's number in its block, from 0. In a block of two dimensions: "
                     "threadIdx.y * blockDim.x + threadIdx.x."),
             "thread"},
    CodeWord{"block.group_index", "blockIdx.x", tr_noop("The number of this block, from 0."),
             "grid"},
    CodeWord{"block.group_count", "gridDim.x", tr_noop("How many blocks the launch has."), "grid"},
    CodeWord{"block.thread_index", "threadIdx",
             tr_noop("This thread's place in its block: .x and .y."), "block-shape"},
    CodeWord{"block.dim_threads", "blockDim",
             tr_noop("How many threads the block has in each direction: .x and .y."),
             "block-shape"},
    CodeWord{"block.block_index", "blockIdx", tr_noop("This block's place in the grid: .x and .y."),
             "grid"},
    CodeWord{"block.dim_blocks", "gridDim",
             tr_noop("How many blocks the grid has in each direction: .x and .y."), "grid"},
    CodeWord{
        "block.shfl", "__shfl_sync(0xffffffff, value, lane)",
        tr_noop("Each lane reads the value in a register of that lane, without shared memory."),
        "shuffle"},
    CodeWord{
        "block.shfl_down", "__shfl_down_sync(0xffffffff, value, distance)",
        tr_noop("Each lane reads the value of the lane whose number is higher by the distance."),
        "shuffle"},
    CodeWord{
        "block.shfl_up", "__shfl_up_sync(0xffffffff, value, distance)",
        tr_noop("Each lane reads the value of the lane whose number is lower by the distance."),
        "shuffle"},
    CodeWord{"block.ballot", "__ballot_sync(0xffffffff, condition)",
             tr_noop("A mask of 32 bits: those of the lanes for which the condition holds."),
             "ballot"},
    CodeWord{"block.turns", "",
             tr_noop("Lanes leave this loop in different turns. In CUDA it is an ordinary loop."),
             "divergence"},
    CodeWord{
        ".go_on", "",
        tr_noop("The condition in brackets is that of the loop. In CUDA it stands there alone."),
        "divergence"},
    CodeWord{"block.fence", "__threadfence()",
             tr_noop("Who sees what this thread writes behind it, in any block, sees what it wrote "
                     "before."),
             "fence"},
    CodeWord{".atomic_add", "atomicAdd(&array[index], value)",
             tr_noop("Adds with no other thread between, and returns the value from before."),
             "atomic"},
    CodeWord{".load_relaxed", "cuda::atomic_ref(array[index]).load(cuda::memory_order_relaxed)",
             tr_noop("A load that other blocks may write to at the same time.")},
    CodeWord{".store_relaxed",
             "cuda::atomic_ref(array[index]).store(value, cuda::memory_order_relaxed)",
             tr_noop("A store that other blocks may read at the same time.")},
    CodeWord{"shared_array", "__shared__ int name[count];",
             tr_noop("An array in shared memory, one for the whole block."), "shared-memory"},
    CodeWord{
        "local_array", "int name[count];",
        tr_noop(
            "An array of each thread's own. Its index is known only when it runs, so it lies in "
            "local memory."),
        "local-memory"},
    CodeWord{
        "reconverge", "",
        tr_noop(
            "Lanes that went different ways go on together from here. In CUDA the hardware sees "
            "to that; __syncwarp() makes sure of it."),
        "reconvergence"},
    CodeWord{"Global", "int*", tr_noop("An array in global memory, of the type in brackets."),
             "global-memory"},
    CodeWord{"Constant", "__constant__ int name[count];",
             tr_noop("An array in constant memory, of the type in brackets."), "constant-memory"},
    CodeWord{"WS_DEVICE", "__device__", tr_noop("Code that runs on the GPU.")},
    CodeWord{"WS_UNROLL", "#pragma unroll",
             tr_noop("The compiler writes the turns of this loop out one by one.")},
    CodeWord{"operator", "__global__ void kernel(…)",
             tr_noop("Here begins what every thread of the launch runs."), "kernel"},
    CodeWord{
        "Block", "",
        tr_noop("The block that the thread belongs to. In CUDA no parameter is needed: threadIdx, "
                "blockIdx and __syncthreads() are always there."),
        "block"},
    CodeWord{"Vec2", "float2", tr_noop("Two elements that move as one access."), "vector-access"},
    CodeWord{"Vec3", "float3", tr_noop("Three elements side by side, which move one by one.")},
    CodeWord{"Vec4", "float4", tr_noop("Four elements that move as one access of 16 bytes."),
             "vector-access"},
    CodeWord{"Place2", "dim3", tr_noop("A place or an extent in two directions, .x and .y.")},
    CodeWord{"multiply_add", "fmaf(a, b, c)", tr_noop("a · b + c with one rounding."),
             "multiply-add"},
    CodeWord{"square_root", "sqrtf(x)", tr_noop("The square root.")},
    CodeWord{"lanes_in", "__popc(mask)", tr_noop("How many lanes a mask has."), "lane"},
    CodeWord{"lanes_below", "(1u << lane) - 1",
             tr_noop("The mask of all lanes with a lower number."), "lane"},
    CodeWord{"full_warp", "0xffffffff", tr_noop("The mask of all 32 lanes."), "warp"},
    CodeWord{"op", "a + b",
             tr_noop("The operation that is chosen for the run: sum, minimum or maximum.")},
};

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// A run of letters, digits and underscores.
struct Run {
  std::size_t first = 0, end = 0;  ///< equal: there is none
  [[nodiscard]] std::string_view in(std::string_view text) const {
    return text.substr(first, end - first);
  }
};
Run run_at(std::string_view text, std::size_t byte) {
  Run run{byte, byte};
  if (byte >= text.size() || !is_of_word(text[byte])) return run;
  while (run.first > 0 && is_of_word(text[run.first - 1])) --run.first;
  while (run.end < text.size() && is_of_word(text[run.end])) ++run.end;
  return run;
}

/// Whether the code that ends at a byte names the receiver of a call: "block." of "block.sync".
bool ends_with_word(std::string_view code, std::string_view word) {
  return code.ends_with(word) &&
         (code.size() == word.size() || !is_of_word(code[code.size() - word.size() - 1]));
}

bool is_code(const SourceLine& line, std::size_t byte) {
  const auto token = std::ranges::find_if(
      line.tokens, [byte](const Token& t) { return byte >= t.first && byte < t.first + t.length; });
  return token != line.tokens.end() && token->kind != TokenKind::comment &&
         token->kind != TokenKind::string;
}

}  // namespace

std::span<const CodeWord> code_words() { return vocabulary; }

std::string code_word_text(const CodeWord& word) {
  std::string_view name = word.word;
  if (name.starts_with('.')) name.remove_prefix(1);
  const std::string_view meaning = tr(word.meaning);
  if (word.cuda.empty()) {
    // Translators: field 1 is a word of the source, field 2 sentences that say what it means.
    return tr("{0} is nothing in CUDA.\n{1}", name, meaning);
  }
  // Translators: field 1 is a word of the source, field 2 what CUDA calls it, field 3 sentences.
  return tr("{0} is {1} in CUDA.\n{2}", name, word.cuda, meaning);
}

std::optional<CodeWordPlace> code_word_at(const SourceLine& line, std::size_t byte) {
  const std::string_view text = line.text;
  constexpr std::string_view block = "block", block_dot = "block.";
  Run at = run_at(text, byte);
  // All of "block.sync" is one word.
  if (at.in(text) == block && text.substr(at.end).starts_with('.')) at = run_at(text, at.end + 1);
  if (at.first == at.end && text.substr(0, byte + 1).ends_with(block_dot)) {
    at = run_at(text, byte + 1);
  }
  if (at.first == at.end || !is_code(line, at.first)) return std::nullopt;
  const std::string_view name = at.in(text), before = text.substr(0, at.first);
  const bool of_block = ends_with_word(before, block_dot);
  const bool member = before.ends_with('.') || before.ends_with("::");
  for (const CodeWord& word : vocabulary) {
    const std::size_t dot = word.word.find('.');
    if (dot == std::string_view::npos ? member || word.word != name
                                      : word.word.substr(dot + 1) != name) {
      continue;
    }
    if (dot == 0 && !before.ends_with('.')) continue;
    const bool whole = dot != std::string_view::npos && dot > 0;  // "block.sync"
    if (whole && !of_block) continue;
    const std::size_t first = at.first - (whole ? block_dot.size() : 0);
    return CodeWordPlace{&word, static_cast<std::uint32_t>(first),
                         static_cast<std::uint32_t>(at.end - first)};
  }
  return std::nullopt;
}

}  // namespace warpscope
