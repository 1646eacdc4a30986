#include "instrumentation/program/compile/compile_flags.hpp"

#include <fmt/format.h>

#include <system_error>

#include "instrumentation/program/source/rewrite_launches.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using Flags = std::vector<std::string>;

void append(Flags& flags, std::initializer_list<const char*> more) {
  flags.insert(flags.end(), more.begin(), more.end());
}

/// "c++17" and "gnu++17" are gnu++17, as with nvcc.
std::string gnu_standard(const std::string& standard) {
  const std::size_t plus = standard.find("++");
  return plus == std::string::npos ? standard : "gnu++" + standard.substr(plus + 2);
}

fs::path folder_path(const fs::path& folder) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(folder, failed);
  return failed ? folder : absolute;
}

/// What __FILE__ says is what the user typed, as with nvcc.
std::string file_map(const UserSource& source) {
  const fs::path shown = fs::path(source.shown).parent_path();
  return fmt::format("-fmacro-prefix-map={}/={}", source.original.parent_path().string(),
                     shown.empty() ? "" : shown.string() + "/");
}

/// Code that is not to be come to ends the launch, instead of going on with whatever function lies behind it.
constexpr const char* trap_unreachable = "-trap-unreachable";

/// What the code is like that a compiler makes.
Flags watched_code(const Compiler& compiler, const BuildRequest& request) {
  Flags flags{"-g", fmt::format("-O{}", request.optimise), "-fPIC", "-w", "-fsanitize=thread"};
  if (compiler.kind != Compiler::Kind::clang) {
    append(flags, {"-fsanitize-coverage=trace-pc", "--param=tsan-distinguish-volatile=1",
                   "-fno-tree-vectorize", "-fno-reorder-blocks",
                   "-fno-reorder-blocks-and-partition", "-fno-crossjumping", "-fno-code-hoisting",
                   "-fno-tree-tail-merge", "-fno-thread-jumps"});
    // Small functions become part of their callers, as with nvcc: of structures that they take and return by value, no
    // call would tell.
    append(flags, {"-fno-semantic-interposition", "-finline-small-functions"});
    return flags;
  }
  // A read that a write follows has its own hook, and a vector is moved whole. Blocks and branches
  // stay as they are in the source, what alike ones end with is not made one, and a loop's lie
  // together: lanes meet again behind an instruction by its address, and each block of instructions
  // has a hook.
  append(flags, {"-fno-vectorize", "-fno-slp-vectorize",
                 request.as_compiled ? "-funroll-loops" : "-fno-unroll-loops",
                 "-fsanitize-coverage=bb,trace-pc"});
  std::vector<const char*> passes{"-tsan-instrument-read-before-write=1",
                                  "-tsan-distinguish-volatile=1",
                                  "-sanitizer-coverage-prune-blocks=0",
                                  "-tail-dup-placement=0",
                                  "-branch-fold-placement=0",
                                  "-enable-tail-merge=false",
                                  "-simplifycfg-hoist-common=false",
                                  "-simplifycfg-sink-common=false",
                                  "-jump-threading-threshold=0",
                                  "-disable-vector-combine",
                                  trap_unreachable};
  // As compiled, a block that does little is copied to the ways that lead through it.
  if (!request.as_compiled) passes.push_back("-simplifycfg-max-small-block-size=-1");
  // Where lanes have met, none skips a branch because its way there has decided it.
  if (compiler.major >= 17) passes.push_back("-jump-threading-phi-threshold=0");
  for (const char* const pass : passes) append(flags, {"-mllvm", pass});
  return flags;
}

/// Of every compilation of a program: it tells the machine where device code asks for a result that C++ leaves open
/// and a GPU defines otherwise (machine/undefined_results.cpp). Nothing else needs a run-time library.
void append_checks_of_results(Flags& flags) {
  append(flags, {"-fsanitize=shift-exponent,float-cast-overflow",
                 "-fsanitize-recover=shift-exponent,float-cast-overflow"});
}

}  // namespace

Flags compile_flags(const Compiler& compiler, const BuildRequest& request, const UserSource& source,
                    const fs::path& headers) {
  const std::string extension = source.original.extension().string();
  const bool cuda = extension == ".cu", c = extension == ".c";
  const bool clang = compiler.kind == Compiler::Kind::clang;
  Flags flags{"-x", c ? "c" : "c++", "-std=" + (c ? "gnu99" : gnu_standard(request.standard))};
  const Flags code = watched_code(compiler, request);
  flags.insert(flags.end(), code.begin(), code.end());
  flags.emplace_back("-fno-strict-aliasing");
  // An optimiser for GPUs counts on sums that do not overflow, and on functions of mathematics that leave memory alone.
  flags.emplace_back(request.as_compiled ? "-fno-math-errno" : "-fwrapv");
  // A GPU's code writes to null where the program says so, and stays in a loop that does nothing: both
  // are undefined in C++, and would leave a function without an end.
  append(flags, {"-fno-delete-null-pointer-checks", "-fno-finite-loops"});
  append_checks_of_results(flags);
  // A large array touches the guard page below a lane's stack instead of jumping over it.
  flags.emplace_back("-fstack-clash-protection");
  if (c) {
    // What C compilers took for decades.
    append(flags, {"-fcommon", "-Wno-implicit-function-declaration", "-Wno-implicit-int",
                   "-Wno-int-conversion", "-Wno-incompatible-pointer-types"});
  }
  if (clang) {
    append(flags, {"-fno-strict-return"});
    // As for a GPU: a call of any function may hold a barrier, so no path gets a copy of its own.
    append(flags, {"-Xclang", "-fconvergent-functions"});
    // What nvcc only warns of.
    append(flags, {"-Wno-c++11-narrowing", "-Wno-register"});
    append(flags, {"-Wno-reserved-user-defined-literal"});  // printf("%"FORMAT)
    append(flags, {"-fno-color-diagnostics", "-fno-caret-diagnostics", "-ferror-limit=20",
                   "-ftemplate-backtrace-limit=0"});
  } else {
    append(flags, {"-fdata-sections"});  // see link_program()
    append(flags, {"-fdiagnostics-color=never", "-fno-diagnostics-show-caret", "-fmax-errors=20",
                   "-ftemplate-backtrace-limit=0"});
  }
  if (!c) {
    for (const std::string& macro : rewritten_macros()) flags.push_back("-D" + macro);
  }
  if (cuda) append(flags, {"-D__CUDACC__", "-D__NVCC__"});
  for (const std::string& define : request.defines) flags.push_back("-D" + define);
  flags.push_back("-I" + headers.string());
  for (const std::string& folder : request.include_folders) {
    flags.push_back("-I" + folder_path(folder).string());
  }
  flags.insert(flags.end(), {"-iquote", source.original.parent_path().string(), file_map(source)});
  if (cuda) append(flags, {"-include", "cuda_runtime.h"});
  return flags;
}

bool goes_in_two_steps(const Compiler& compiler, const UserSource& source) {
  return compiler.kind == Compiler::Kind::clang && source.original.extension() == ".cu";
}

bool has_code_at_speed(const BuildRequest& request) { return request.optimise > 0; }

Flags module_flags(const Compiler& compiler, const BuildRequest& request, const UserSource& source,
                   const fs::path& headers) {
  Flags flags = compile_flags(compiler, request, source, headers);
  append(flags, {"-emit-llvm", "-S", "-Xclang", "-disable-llvm-passes"});
  return flags;
}

Flags watched_object_flags(const Compiler& compiler, const BuildRequest& request) {
  Flags flags = watched_code(compiler, request);
  append(flags, {"-x", "ir", "-c"});
  return flags;
}

Flags optimised_module_flags(const Compiler& compiler, const BuildRequest& request) {
  Flags flags = watched_code(compiler, request);
  // As LLVM does it for GPUs: functions of five times the size become part of their callers, and a loop is unrolled even
  // if its end is not known, by four as a rule. Loops of one and of three additions to shared memory and a barrier are
  // unrolled whole up to 28 and 10 rounds by nvcc 13.0 (-O3 -arch=sm_90 -ptx); LLVM's own threshold, 300, stops earlier.
  // Behind -O3, which brings vectors back.
  append(flags, {"-O3", "-fno-vectorize", "-fno-slp-vectorize", "-mllvm", "-inline-threshold=1250",
                 "-mllvm", "-unroll-runtime=1", "-mllvm", "-unroll-allow-partial=1", "-mllvm",
                 "-unroll-threshold=430", "-x", "ir", "-S", "-emit-llvm"});
  return flags;
}

Flags optimised_object_flags() {
  Flags flags{"-g", "-O1", "-fPIC", "-w", "-Xclang", "-disable-llvm-passes"};
  // Blocks stay in the order of the text.
  for (const char* const pass :
       {"-disable-block-placement", "-disable-branch-fold", "-disable-tail-duplicate",
        "-disable-early-taildup", "-enable-tail-merge=false", trap_unreachable}) {
    append(flags, {"-mllvm", pass});
  }
  append(flags, {"-x", "ir", "-c"});
  return flags;
}

Flags object_at_speed_flags() {
  Flags flags{"-O2", "-fPIC", "-w", "-fsanitize=thread"};
  // Copies and fills become calls, which tell what they write, and each store is told.
  for (const char* const pass :
       {"-tsan-instrument-memory-accesses=0", "-tsan-instrument-func-entry-exit=0",
        "-tsan-instrument-atomics=0", trap_unreachable}) {
    append(flags, {"-mllvm", pass});
  }
  append(flags, {"-Xclang", "-fsanitize-coverage-type=1", "-Xclang",
                 "-fsanitize-coverage-trace-stores", "-x", "ir", "-c"});
  return flags;
}

Flags link_flags() {
  Flags flags{"-shared", "-Wl,-Bsymbolic"};
  // The machine watches what these do to memory, and the guard how a program ends.
  for (const char* const name : {"memcpy", "memmove", "memset", "malloc", "free", "calloc",
                                 "realloc", "clock", "_exit", "_Exit", "__assert_fail"}) {
    flags.push_back(fmt::format("-Wl,--wrap={}", name));
  }
  // operator new and delete, of one and of arrays.
  for (const char* const kind : {"w", "a"}) {
    for (const char* const form :
         {"", "RKSt9nothrow_t", "St11align_val_t", "St11align_val_tRKSt9nothrow_t"}) {
      flags.push_back(fmt::format("-Wl,--wrap=_Zn{}m{}", kind, form));
    }
  }
  for (const char* const kind : {"l", "a"}) {
    for (const char* const form : {"", "m", "RKSt9nothrow_t", "St11align_val_t", "mSt11align_val_t",
                                   "St11align_val_tRKSt9nothrow_t"}) {
      flags.push_back(fmt::format("-Wl,--wrap=_Zd{}Pv{}", kind, form));
    }
  }
  return flags;
}

}  // namespace warpscope
