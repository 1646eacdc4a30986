#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/source/build_request.hpp"

namespace warpscope {

/// How a kernel of some name can be called.
struct KernelShape {
  bool is_template = false;
  bool overloaded = false;      ///< several kernels have this name, or other functions, too
  int template_arguments = 0;   ///< that a launch must give, or they are deduced
  bool template_pack = false;   ///< and any number more
  int parameters = 0;           ///< of the function
  bool has_defaults = false;    ///< of its parameters
  bool has_finder = false;      ///< ws_of_NAME() can tell which function is meant
  std::string parameter_types;  ///< as written, to tell overloads from declarations

  /// Whether ws_of_NAME() is declared.
  [[nodiscard]] bool is_found() const { return has_finder && (is_template || overloaded); }
};

/// What is known of kernels before a file is rewritten: those of the files that it includes.
struct KnownKernels {
  std::map<std::string, KernelShape> shapes;  ///< by name, without namespaces
  std::set<std::string> functions;            ///< other functions that are no members, likewise
  std::set<std::string> repeated_variables;   ///< of the device: each file has its own of that name
  void add(const std::string& name, const KernelShape& shape);
  void add(const KnownKernels& others);
};

/// An #include of a file that may be the user's.
struct IncludedName {
  std::string name;        ///< as written
  bool quoted = false;     ///< "…", else <…>
  std::size_t begin = 0;   ///< of the name in the original text, with its quotes
  std::size_t length = 0;  ///< with its quotes
};

/// Text that the original does not have. Whatever follows on its line has moved.
struct InsertedText {
  int line = 0;
  int column = 0;  ///< of the original: the text stands before it
  int length = 0;
};

/// A variable of the device that several files, or several instances of a template, may define under one name:
/// compilers ignore its section, so that the linker has to put it there.
struct PlacedVariable {
  std::string name;  ///< without namespaces and template arguments
  std::string section;
  bool in_function = false;
};

struct RewrittenSource {
  std::string text;                    ///< with as many lines as the original
  std::vector<InsertedText> inserted;  ///< by line, then column
  KnownKernels kernels;                ///< what the file itself defines or declares
  std::vector<IncludedName> includes;  ///< those that #if 0 does not hide
  std::vector<PlacedVariable> placed;
  /// Variables of the device that other files see: defined here, or only declared.
  std::set<std::string> defined_variables, declared_variables;
  bool has_main = false;
  bool changed = false;
  /// Launches that cannot be understood; what is not supported. The text is such that a compiler stops at each of them,
  /// unless the preprocessor hides it: only then has it to be told.
  std::vector<Diagnostic> problems;

  /// The original's column of a column of `text`.
  [[nodiscard]] int original_column(int line, int column) const;
};

/// Replaces kernel<<<grid, block, shared, stream>>>(arguments) by a call that any C++ compiler takes, in place:
/// lines stay, and columns too wherever possible. Leaves strings, comments, raw strings and character
/// constants alone. The compiler's command line defines what the text needs: rewritten_macros().
///
///   k<<<g, b>>>(x)      k/$(g, b)  (x)
///   template <class T> __global__ void t(T p);    … template <class T>
///                           ::ws::found_kernel<decltype(&t<T>), &t<T>> ws_of_t(T p);
///   t<<<g, b>>>(x)      [&](auto&&...ws_a){return
///                           decltype(ws_of_t(static_cast<decltype(ws_a)&&>(ws_a)...)){};}/$(g, b)  (x)
///   overloaded<<<g, b>>>(x)     as of a template
///   with_default<<<g, b>>>()     [&](auto&&...ws_a){with_default(static_cast<…>(ws_a)...);}/$(g, b)  ()
///   k<<<g, b>>>(x, {1, 2})       k/$(g, b)  .of(k)(x, {1, 2})
///   t<<<g, b>>>(x, {1, 2})       t/$(g, b)  .of(decltype(ws_of_t(x, {1, 2})){})(x, {1, 2})
///   __device__ int v;   __ws_gvar_ int v;
///   template <class T> __device__ T v;   template <class T> __ws_gtpl_ T v;
///   __global__ void k() {}    __global__ void k() {} WS_KERNEL(k)
///   template <class T> __global__ void t(T) {}   … {WS_INSTANCE(void (*)(T), &t<T>) }
///   extern __shared__ int s[];    extern __ws_dyns_ int s[];
///   a << n + 1, in a function of the device    a << ::ws::by* n + 1
///   if (i >= n) return; in a function of the device    if (i >= n) {::ws_left();return;}
///   #if __CUDA_ARCH__ in a function of the device    #if __WS_DEVICE__
[[nodiscard]] RewrittenSource rewrite_launches(std::string_view text, std::string_view file,
                                               const KnownKernels& known);

/// "NAME=VALUE", for -D: what rewritten text says beyond the words of our headers, which are $, __device__,
/// __constant__, __ws_gvar_, __ws_gtpl_, __ws_ctempl_, __ws_mtmpl_, __ws_dyns_, __WS_DEVICE__, ws_left, ws::by,
/// ws::found_kernel, ws::kernel_instance and ws::register_kernel(&kernel).
[[nodiscard]] const std::vector<std::string>& rewritten_macros();

}  // namespace warpscope
