#include "instrumentation/program/source/rewrite_launches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "instrumentation/process/process.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// What our headers mean to rewritten text, in few lines.
constexpr const char* stub_header = R"(#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static thread_local
#define __constant__ __attribute__((section("ws_constant")))
#define __ws_gvar_ __attribute__((section("ws_device")))
#define __managed__ __attribute__((section("ws_managed")))
#define __ws_const__ static __constant__
#define __ws_gst__ static __ws_gvar_
#define __ws_gtpl_ __ws_gvar_
#define __ws_ctempl_ __constant__
#define __ws_mtmpl_ __managed__
#define __ws_dyns_ __thread
#define __WS_DEVICE__ 800
#define WS_KERNEL(name) static const int ws_registered_##name = ::ws::register_kernel(&name);
extern "C" void ws_left(void);
#define WS_JOINED(a, b) a##b
#define WS_JOIN(a, b) WS_JOINED(a, b)
#define WS_OVERLOAD(type, name) static const int WS_JOIN(ws_registered_, __COUNTER__) = ::ws::register_kernel(static_cast<type>(&name));
#define WS_INSTANCE(...) static_cast<void>(::ws::kernel_instance<__VA_ARGS__>::is_known);
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
struct int2 { int x, y; };
namespace ws {
template <class... P> int register_kernel(void (*)(P...)) { return 0; }
template <class... A> struct arguments {};
template <class K, K kernel> struct found_kernel {};
template <class... P> struct typed_call { typedef void (*kernel)(P...); };
template <class... P> struct typed_launch { typed_call<P...> operator()(const P&...) const { return {}; } };
struct launch {
  template <class... A> arguments<A...> operator()(A&&...) const { return {}; }
  template <class... P> typed_launch<P...> of(void (*)(P...)) const { return {}; }
  template <class... P, void (*kernel)(P...)> typed_launch<P...> of(found_kernel<void (*)(P...), kernel>) const { return {}; }
};
template <class... P> void operator/(typename typed_call<P...>::kernel, typed_call<P...>) {}
}
inline ws::launch $(dim3, dim3, unsigned long = 0, void* = nullptr) { return {}; }
namespace ws {
template <class K, K kernel> struct kernel_instance { static const bool is_known; };
struct shift_mark { template <class T> T operator*(T count) const { return count; } };
static const shift_mark by = {};
template <class A> A&& value();
template <class K, K kernel> void use(found_kernel<K, kernel>*) { static_assert(sizeof(kernel) > 1, ""); }
inline void use(void*) {}
}
template <class F, class... A> void operator/(const F& kernel, ws::arguments<A...>) {
  ws::use(static_cast<decltype(kernel(ws::value<A>()...))*>(nullptr));
}
)";

/// Kernels that the cases launch.
constexpr const char* declared = R"(__global__ void plain(int* p, int n = 1);
__global__ void nothing();
template <class T> __global__ void deduced(T* p, int n);
template <int N, class T> __global__ void partly(T* p);
template <int N, class T = int> __global__ void by_default(int* p);
template <class... T> __global__ void variadic(T... p);
__global__ void over(int* p); __global__ void over(float* p); void over(int* p, int n);
namespace space { __global__ void kernel(int* p); template <class T> __global__ void deduced2(T* p); }
template <class T> struct Of { static const int value = 32; Of(int) {} operator int() const { return 1; } };
void host_function(int n, int m, int* p, void (*function)(int*), void (**table)(int*), void* stream)
)";

struct LaunchCase {
  const char* name;
  const char* original;
  const char* rewritten;  // null: as the original
  enum class Where { body, file, fragment } where = Where::body;
};
using Where = LaunchCase::Where;

void PrintTo(const LaunchCase& each, std::ostream* out) { *out << each.name; }

#define LAMBDA(name) "[&](auto&&...ws_a){" name "(static_cast<decltype(ws_a)&&>(ws_a)...);}"
#define FIND(space, name)                                   \
  "[&](auto&&...ws_a){return decltype(" space "ws_of_" name \
  "(static_cast<decltype(ws_a)&&>(ws_a)...)){};}"
#define FINDER(header, arguments, name, parameters)                                      \
  " template <" header "> ::ws::found_kernel<decltype(&" name "<" arguments ">), &" name \
  "<" arguments ">> ws_of_" name parameters ";"

#define FOUND(types, address, name, parameters) \
  " ::ws::found_kernel<void (*)(" types "), &" address "> ws_of_" name parameters ";"
#define OVERLOAD(types, name) " WS_OVERLOAD(void (*)(" types "), " name ")"
#define INSTANCE(types, address) " WS_INSTANCE(void (*)(" types "), &" address ")"

// clang-format off
const LaunchCase cases[] = {
    // Launches.
    {"Plain", "plain<<<1, 32>>>(p, n);", "plain/$(1, 32)  (p, n);"},
    {"NoArguments", "nothing<<<1, 1>>>();", "nothing/$(1, 1)  ();"},
    {"AllFour", "plain<<<n, m, 0, stream>>>(p, n);", "plain/$(n, m, 0, stream)  (p, n);"},
    {"Dim3", "plain<<<dim3(1, 2), dim3(3, 4, 5)>>>(p, n);",
     "plain/$(dim3(1, 2), dim3(3, 4, 5))  (p, n);"},
    {"Braces", "plain<<<dim3{1, 2}, {3, 4, 5}>>>(p, n);",
     "plain/$(dim3{1, 2}, {3, 4, 5})  (p, n);"},
    {"SpaceBefore", "plain <<< 1, 32 >>> (p, n);", "plain /$( 1, 32 )   (p, n);"},
    {"SpacedChevrons", "plain << < 1, n >> 2 >> > (p, n); over << <1, 1>>>(p);",
     "plain /$ ( 1, n >> 2 )    (p, n); " FIND("", "over") " /$ (1, 1)  (p);"},
    {"SeveralLines", "plain\n  <<<1,\n     32>>>\n  (p,\n   n);",
     "plain\n  /$(1,\n     32)  \n  (p,\n   n);"},
    {"CommentsBetween", "plain/*<<<*/<<<1, /*>>>(*/ 32>>>/**/(p, n); // <<<1>>>(2)",
     "plain/*<<<*//$(1, /*>>>(*/ 32)  /**/(p, n); // <<<1>>>(2)"},
    {"TwoInOneLine", "plain<<<1, 1>>>(p, n); plain<<<2, 2>>>(p, m);",
     "plain/$(1, 1)  (p, n); plain/$(2, 2)  (p, m);"},
    {"TwoInOneStatement", "plain<<<1, 1>>>(p, n), plain<<<2, 2>>>(p, m);",
     "plain/$(1, 1)  (p, n), plain/$(2, 2)  (p, m);"},
    {"Less", "plain<<<n < 32 ? 1 : n / 32, 32>>>(p, n);",
     "plain/$(n < 32 ? 1 : n / 32, 32)  (p, n);"},
    {"LessWithoutSpaces", "plain<<<n<32?1:n/32, m<n?1:2>>>(p, n);",
     "plain/$(n<32?1:n/32, m<n?1:2)  (p, n);"},
    {"Greater", "plain<<<(n > 32) ? 1 : 2, n>m ? 1 : 2>>>(p, n);",
     "plain/$((n > 32) ? 1 : 2, n>m ? 1 : 2)  (p, n);"},
    {"ShiftRight", "plain<<<(n + 255) >> 8, n >> 2>>>(p, n);",
     "plain/$((n + 255) >> 8, n >> 2)  (p, n);"},
    {"ShiftLeft", "plain<<<1 << 4, n<<2>>>(p, n);", "plain/$(1 << 4, n<<2)  (p, n);"},
    {"ThreeInParentheses", "plain<<<(n >> (m > 3)), 1>>>(p, n);",
     "plain/$((n >> (m > 3)), 1)  (p, n);"},
    {"TemplateInside", "plain<<<Of<int>::value, Of<Of<int>>::value>>>(p, n);",
     "plain/$(Of<int>::value, Of<Of<int>>::value)  (p, n);"},
    {"ThreeClosersInside", "plain<<<Of<Of<Of<int>>>::value, 32>>>(p, n);",
     "plain/$(Of<Of<Of<int>>>::value, 32)  (p, n);"},
    {"ThreeClosersAndCall", "plain<<<Of<Of<Of<int>>>(n) + 1, 32>>>(p, n);",
     "plain/$(Of<Of<Of<int>>>(n) + 1, 32)  (p, n);"},
    {"FourClosers", "over<<<1, Of<int>>>>(p);", "over/$(1, Of<int>)  (p);", Where::fragment},
    {"Sizeof", "plain<<<1, n, n * sizeof(Of<Of<int>>)>>>(p, n);",
     "plain/$(1, n, n * sizeof(Of<Of<int>>))  (p, n);"},
    {"ShiftsInArguments", "plain<<<1, 1>>>(p, n >> 2);", "plain/$(1, 1)  (p, n >> 2);"},
    {"Lambda", "plain<<<[&] { return n > 1 ? 2 : 3; }(), 1>>>(p, n);",
     "plain/$([&] { return n > 1 ? 2 : 3; }(), 1)  (p, n);"},
    {"Namespace", "space::kernel<<<1, 1>>>(p); ::space::kernel<<<1, 1>>>(p);",
     "space::kernel/$(1, 1)  (p); ::space::kernel/$(1, 1)  (p);"},
    {"Pointer", "function<<<1, 1>>>(p); (*function)<<<1, 1>>>(p);",
     "function/$(1, 1)  (p); (*function)/$(1, 1)  (p);"},
    {"Table", "table[n]<<<1, 1>>>(p);", "table[n]/$(1, 1)  (p);"},
    {"If", "if (n) plain<<<1, 1>>>(p, n); else plain<<<2, 1>>>(p, n);",
     "if (n) plain/$(1, 1)  (p, n); else plain/$(2, 1)  (p, n);"},
    {"Conditional", "n ? plain<<<1, 1>>>(p, n) : plain<<<2, 1>>>(p, n);",
     "n ? plain/$(1, 1)  (p, n) : plain/$(2, 1)  (p, n);"},
    {"Loop", "for (int i = 0; i < n; ++i) plain<<<i, 1>>>(p, i);",
     "for (int i = 0; i < n; ++i) plain/$(i, 1)  (p, i);"},
    {"Preprocessor", "plain<<<\n#ifdef X\n  1,\n#else\n  2,\n#endif\n  3>>>(p, n);",
     "plain/$(\n#ifdef X\n  1,\n#else\n  2,\n#endif\n  3)  (p, n);"},
    {"BracedArgument", "plain<<<1, 1>>>(p, {n}); space::kernel<<<1, 1>>>({});",
     "plain/$(1, 1)  .of(plain)(p, {n}); space::kernel/$(1, 1)  .of(space::kernel)({});"},
    {"BracedOfPointers",
     "table[n]<<<1, 1>>>({p}); if (n) (*function)<<<1, 1>>>({p}); else function<<<1, 1>>>({p});",
     "table[n]/$(1, 1)  .of(table[n])({p}); if (n) (*function)/$(1, 1)  .of((*function))({p}); "
     "else function/$(1, 1)  .of(function)({p});"},
    {"BracedOfTemplate", "deduced<<<1, 1>>>(p,  // why\n  {n});",
     "deduced/$(1, 1)  .of(decltype(ws_of_deduced(p, {n})){})(p,  // why\n  {n});"},
    {"BracedOfOverloaded", "over<<<1, 1>>>({p}); by_default<4><<<1, 1>>>({p});",
     "over/$(1, 1)  .of(decltype(ws_of_over({p})){})({p}); "
     "by_default<4>/$(1, 1)  .of(by_default<4>)({p});"},
    {"BracedInNamespace", "namespace there = space; there::kernel<<<1, 1>>>({p});",
     "namespace there = space; there::kernel/$(1, 1)  .of(there::kernel)({p});"},
    {"BracesWithinArguments", "plain<<<1, 1>>>(p, int{n}); nothing<<<{1}, {2}>>>();",
     "plain/$(1, 1)  (p, int{n}); nothing/$({1}, {2})  ();"},
    {"Return", "return plain<<<1, 1>>>(p, n);", "return plain/$(1, 1)  (p, n);"},
    {"DefaultArgument", "plain<<<1, 1>>>(p);", LAMBDA("plain") "/$(1, 1)  (p);"},
    // Templates and overloads.
    {"Explicit", "deduced<int><<<1, 1>>>(p, n);", "deduced<int>/$(1, 1)  (p, n);"},
    {"ExplicitWithSpace", "deduced< int ><<<1, 1>>>(p, n);", "deduced< int >/$(1, 1)  (p, n);"},
    {"Deduced", "deduced<<<1, 1>>>(p, n);", FIND("", "deduced") "/$(1, 1)  (p, n);"},
    {"DeducedInNamespace", "space::deduced2<<<1, 1>>>(p);",
     FIND("space::", "deduced2") "/$(1, 1)  (p);"},
    {"DeducedFromTheRoot", "::space::deduced2<<<1, 1>>>(p);",
     FIND("::space::", "deduced2") "/$(1, 1)  (p);"},
    {"PartlyDeduced", "partly<4><<<1, 1>>>(p);", FIND("", "partly<4>") "/$(1, 1)  (p);"},
    {"FullyGiven", "partly<4, int><<<1, 1>>>(p);", "partly<4, int>/$(1, 1)  (p);"},
    {"Parenthesised", "partly<(4 > 3), int><<<1, 1>>>(p);", "partly<(4 > 3), int>/$(1, 1)  (p);"},
    {"ByDefault", "by_default<4><<<1, 1>>>(p);", "by_default<4>/$(1, 1)  (p);"},
    {"Variadic", "variadic<<<1, 1>>>(n, m);", FIND("", "variadic") "/$(1, 1)  (n, m);"},
    {"VariadicGiven", "variadic<int, int><<<1, 1>>>(n, m);", "variadic<int, int>/$(1, 1)  (n, m);"},
    {"Overloaded", "over<<<1, 1>>>(p); over(p, n);",
     FIND("", "over") "/$(1, 1)  (p); over(p, n);"},
    {"DeducedTwice", "deduced<<<1, 1>>>(p, 1); deduced<<<1, 1>>>(p, 2);",
     FIND("", "deduced") "/$(1, 1)  (p, 1); " FIND("", "deduced") "/$(1, 1)  (p, 2);"},
    {"TemplateOfTemplate", "variadic<Of<int>><<<1, 1>>>(Of<int>(1));",
     "variadic<Of<int>>/$(1, 1)  (Of<int>(1));"},
    {"InHostTemplate",
     "template <class T> __global__ void own(T* p);\n"
     "template <class T> void launch(T* p) { own<T><<<1, 1>>>(p); own<<<1, 1>>>(p); }\n"
     "template void launch<int>(int*);",
     "template <class T> __global__ void own(T* p);" FINDER(
         "class T", "T", "own",
         "(T* p)") "\n"
                   "template <class T> void launch(T* p) { own<T>/$(1, 1)  (p); " FIND(
                       "", "own") "/$(1, 1)  (p); }\n"
                                  "template void launch<int>(int*);",
     Where::file},
    {"GenericLauncher", "template <class K> void launch(K kernel, int* p) { kernel<<<1, 1>>>(p); }",
     "template <class K> void launch(K kernel, int* p) { kernel/$(1, 1)  (p); }", Where::file},
    {"Member", "struct S { void (*k)(int*); void go(int* p) { this->k<<<1, 1>>>(p); } };",
     "struct S { void (*k)(int*); void go(int* p) { this->k/$(1, 1)  (p); } };", Where::file},
    {"SpecialisedKernel",
     "template <class T> __global__ void own(T* p);\n"
     "template <> __global__ void own<int>(int* p) {}\n"
     "template __global__ void own<float>(float*);",
     "template <class T> __global__ void own(T* p);" FINDER(
         "class T", "T", "own", "(T* p)") "\n"
                                          "template <> __global__ void own<int>(int* p) {}\n"
                                          "template __global__ void own<float>(float*);",
     Where::fragment},
    // Macros.
    {"Macro",
     "#define GO(k, g, b, ...) k<<<g, b>>>(__VA_ARGS__)\nvoid f(int* p) { GO(plain, 1, 2, p, 3); }",
     "#define GO(k, g, b, ...) k/$(g, b)  (__VA_ARGS__)\nvoid f(int* p) { GO(plain, 1, 2, p, 3); }",
     Where::file},
    {"MacroOfTwoLines",
     "#define GO(k, g) k<<<g, \\\n  32>>> \\\n  (p, 1)\nvoid f(int* p) { GO(plain, 1); }",
     "#define GO(k, g) k/$(g, \\\n  32)   \\\n  (p, 1)\nvoid f(int* p) { GO(plain, 1); }",
     Where::file},
    {"ConfigurationMacro",
     "#define ARGS(g, b) <<<g, b>>>\nvoid f(int* p) { plain ARGS(1, 2)(p, 3); }",
     "#define ARGS(g, b) /$(g, b)  \nvoid f(int* p) { plain ARGS(1, 2)(p, 3); }", Where::file},
    {"ArgumentsMacro", "#define ARGUMENTS (p, 3)\nvoid f(int* p) { plain<<<1, 2>>> ARGUMENTS; }",
     "#define ARGUMENTS (p, 3)\nvoid f(int* p) { plain/$(1, 2)   ARGUMENTS; }", Where::file},
    {"InAMacrosArgument",
     "#define CHECK(...) __VA_ARGS__\nvoid f(int* p) { CHECK(plain<<<1, 2>>>(p, 3)); }",
     "#define CHECK(...) __VA_ARGS__\nvoid f(int* p) { CHECK(plain/$(1, 2)  (p, 3)); }",
     Where::file},
    {"DeducedInMacro", "#define GO deduced<<<1, 2>>>(p, 3)\nvoid f(int* p) { GO; }",
     "#define GO " FIND("", "deduced") "/$(1, 2)  (p, 3)\nvoid f(int* p) { GO; }", Where::file},
    // What is no launch.
    {"String", "const char* s = \"k<<<1, 1>>>(2)\"; const char* t = \"\\\"k<<<1, 1>>>(2)\";",
     nullptr},
    {"RawString",
     "const char* s = R\"(k<<<1, 1>>>(2) \" )\"; const char* t = R\"x(k<<<1>>>(2)\" )\" )x\";",
     nullptr},
    {"PrefixedStrings",
     "auto s = u8R\"(<<<1>>>(2))\"; auto t = L\"<<<1>>>(2)\"; auto u = LR\"(<<<1>>>(2))\";",
     nullptr},
    {"Characters", "char a = '\"', b = '\\'', c = '<'; int d = n << c; char e = '\"';", nullptr},
    {"DigitSeparators", "int a = 1'000'000, b = 0x1'F; plain<<<1'0, 1>>>(p, 0b1'1);",
     "int a = 1'000'000, b = 0x1'F; plain/$(1'0, 1)  (p, 0b1'1);"},
    {"LineComment", "// k<<<1, 1>>>(2) \\\n k<<<1, 1>>>(2)\nint a;", nullptr},
    {"BlockComment", "/* k<<<1, 1>>>(2)\n k<<<1, 1>>>(2) // */ int a;", nullptr},
    {"SpacedOperator", "a.operator<< <1>(2); b << a<1>(2); c << (d < 2);", nullptr,
     Where::fragment},
    {"TemplateClosers", "Of<Of<Of<int>>> a(1); int b = n >> 1 >> 2;", nullptr},
    {"ConflictMarkers", "<<<<<<< HEAD\nint a;\n=======\nint b;\n>>>>>>> other\n", nullptr,
     Where::fragment},
    {"Operator", "std::ostream& operator<<<char>(std::ostream&, char);", nullptr, Where::fragment},
    {"Hidden", "#if 0\ndon't k<<<1, 1>>>(2)\n#endif\nint a;", nullptr},
    {"HiddenWithNested",
     "#if 0\n#if 1\nk<<<1, 1>>>(2)\n#endif\nk<<<1, 1>>>(2)\n#else\nnothing<<<1, 1>>>();\n#endif",
     "#if 0\n#if 1\nk<<<1, 1>>>(2)\n#endif\nk<<<1, 1>>>(2)\n#else\nnothing/$(1, 1)  ();\n#endif"},
    {"ErrorDirective", "#ifdef NOT\n#error don't k<<<1, 1>>>(2)\n#endif\nint a;", nullptr},
    // Variables of the device.
    {"Variable", "__device__ int a;", "__ws_gvar_ int a;", Where::file},
    {"Variables", "__device__ int a = 1, b; int __device__ c; __device__ int* d;",
     "__ws_gvar_ int a = 1, b; int __ws_gvar_ c; __ws_gvar_ int* d;", Where::file},
    {"VariableArrays", "__device__ float a[2] = {1, 2}, b[2][3]; __device__ int2 c{1, 2};",
     "__ws_gvar_ float a[2] = {1, 2}, b[2][3]; __ws_gvar_ int2 c{1, 2};", Where::file},
    {"StaticVariable", "static __device__ int a; __device__ static int b; extern __device__ int c;",
     "static __ws_gvar_ int a; __ws_gvar_ static int b; extern __ws_gvar_ int c;", Where::file},
    {"VariableInFunction", "__device__ int next() { static __device__ int count; return ++count; }",
     "__device__ int next() { static __ws_gtpl_ int count; return ++count; }", Where::file},
    {"VariableTemplates",
     "template <class T> __device__ T a = T(1); template <class T, int N> __constant__ T b[N];\n"
     "template <class T> static __managed__ T c; template <> __device__ float a<float> = 2;\n"
     "template __device__ int a<int>; template <class T> __constant__ const T d = T(3);\n"
     "template <class T> __device__ T function(T x) { return x; }",
     "template <class T> __ws_gtpl_ T a = T(1); template <class T, int N> __ws_ctempl_ T b[N];\n"
     "template <class T> static __ws_mtmpl_ T c; template <> __ws_gvar_ float a<float> = 2;\n"
     "template            int a<int>; template <class T> __ws_ctempl_       T d = T(3);\n"
     "template <class T> __device__ T function(T x) { return x; }",
     Where::file},
    {"InlineVariable", "inline __device__ int a = 3;", "inline __ws_gtpl_ int a = 3;", Where::fragment},
    {"VariableInClass",
     "struct S { static __device__ int count; __device__ int get() { return count; } };",
     "struct S { static __ws_gvar_ int count; __device__ int get() { return count; } };",
     Where::file},
    {"VariableOfTemplate", "__device__ Of<Of<int>> a(3); __device__ Of<int>* b;",
     "__ws_gvar_ Of<Of<int>> a(3); __ws_gvar_ Of<int>* b;", Where::file},
    {"VariableOfStruct",
     "__device__ struct Point { int x; } point; __device__ struct Point* other;",
     "__ws_gvar_ struct Point { int x; } point; __ws_gvar_ struct Point* other;", Where::file},
    {"FunctionPointer",
     "__device__ int f(int); __device__ int (*a)(int) = f; __device__ int (*b[2])(int);",
     "__device__ int f(int); __ws_gvar_ int (*a)(int) = f; __ws_gvar_ int (*b[2])(int);",
     Where::file},
    {"AlignedVariable", "__device__ alignas(16) int a[4]; [[maybe_unused]] __device__ int b;",
     "alignas(16) __ws_gvar_ int a[4]; [[maybe_unused]] __ws_gvar_ int b;", Where::fragment},
    {"Functions",
     "__device__ int f(); __device__ __forceinline__ int g(int a = 3) { return a; }\n"
     "static __device__ int h(int); __host__ __device__ int i(); __device__ int (*j(int))(int);\n"
     "struct S { __device__ S(); __device__ ~S(); __device__ S& operator=(const S&) = default; };\n"
     "template <class T, int N> __device__ T k(T (&a)[N]) { return a[0]; }\n"
     "__device__ auto l() -> int; __device__ operator_like();",
     nullptr, Where::fragment},
    {"DeviceLambda",
     "auto f = [=] __device__ (int i) { return i + n; }; auto g = [] __host__ __device__ { return "
     "1; };",
     nullptr, Where::fragment},
    {"SharedVariable", "__device__ void f() { __shared__ int a[32]; __device__ __shared__ int b; }",
     nullptr, Where::fragment},
    {"ManagedVariable", "__device__ __managed__ int a; __managed__ int b;", nullptr, Where::file},
    {"Constant", "__constant__ int a[4]; __device__ __constant__ float b;", nullptr, Where::file},
    {"ConstConstant", "__constant__ const float a[2] = {1, 2};",
     "__ws_const__       float a[2] = {1, 2};", Where::file},
    {"ConstBehind", "static __constant__ float const a[2] = {1, 2};",
     "static __constant__ float       a[2] = {1, 2};", Where::file},
    {"ConstantsOfAllKinds",
     "__constant__ int a; __constant__ const int b[1] = {1}; __constant__ const int c = 3;\nint "
     "d[c];",
     "__constant__ int a; __ws_const__       int b[1] = {1};              const int c = 3;\nint "
     "d[c];",
     Where::file},
    {"PointerToConst",
     "__constant__ const float* a; __device__ const float* b; __device__ const char* const c = "
     "nullptr;",
     "__constant__ const float* a; __ws_gvar_ const float* b; __ws_gst__ const char*       c = "
     "nullptr;",
     Where::file},
    {"Folded", "__device__ const int a = 3; static __device__ constexpr float b[] = {1}; int c[a];",
     nullptr, Where::file},
    {"ConstexprConstant", "__constant__ constexpr int a[2] = {1, 2};",
     "             constexpr int a[2] = {1, 2};", Where::file},
    {"ConstTable", "__device__ const float a[2] = {1, 2}; __device__ int b;",
     "__ws_gst__       float a[2] = {1, 2}; __ws_gvar_ int b;", Where::file},
    // Kernels.
    {"Kernel", "__global__ void own(int* p) { *p = 1; }",
     "__global__ void own(int* p) { *p = 1; } WS_KERNEL(own)", Where::file},
    {"KernelWithBounds",
     "__launch_bounds__(256, 2) __global__ void a(int) {}\nvoid __global__ __launch_bounds__(1) "
     "b(void)\n{\n}\n",
     "__launch_bounds__(256, 2) __global__ void a(int) {} WS_KERNEL(a)\nvoid __global__ "
     "__launch_bounds__(1) b(void)\n{\n} WS_KERNEL(b)\n",
     Where::file},
    {"KernelInNamespace", "namespace a::b { namespace { __global__ void own() { if (1) {} } } }",
     "namespace a::b { namespace { __global__ void own() { if (1) {} } WS_KERNEL(own) } }",
     Where::file},
    {"KernelInC",
     "extern \"C\" __global__ void a() {}\nextern \"C\" { static __global__ void b() {} }",
     "extern \"C\" __global__ void a() {} WS_KERNEL(a)\nextern \"C\" { static __global__ void b() "
     "{} WS_KERNEL(b) }",
     Where::file},
    {"KernelOverloaded", "__global__ void a(int) {}\n__global__ void a(float* p, int n = 1);",
     "__global__ void a(int) {}" OVERLOAD("int", "a") FOUND("int", "a", "a", "(int)") "\n"
     "__global__ void a(float* p, int n = 1);" FOUND("float* p, int n", "a", "a", "(float* p, int n = 1)"),
     Where::file},
    {"KernelAndOtherFunction", "int a(int b) { return b; }\n__global__ void a(int* p) {}",
     "int a(int b) { return b; }\n"
     "__global__ void a(int* p) {}" OVERLOAD("int* p", "a") FOUND("int* p", "a", "a", "(int* p)"),
     Where::file},
    {"KernelAndWhatIsNoFunctionOfItsName",
     "struct S { void a(); static int a; }; void S::a() {} __global__ void a(int* p) {}",
     "struct S { void a(); static int a; }; void S::a() {} __global__ void a(int* p) {} WS_KERNEL(a)",
     Where::fragment},
    {"KernelDeclaredBefore",
     "__global__ void a(const float* x, int n);\n__global__ void a(const float* in, int) {}",
     "__global__ void a(const float* x, int n);\n__global__ void a(const float* in, int) {} "
     "WS_KERNEL(a)",
     Where::file},
    {"KernelTemplate", "template <class T> __global__ void a(T) {}",
     "template <class T> __global__ void a(T) {" INSTANCE("T", "a<T>") "}" FINDER("class T", "T", "a", "(T)"),
     Where::file},
    {"KernelTemplateWithAParameterOfItsName", "template <class T> __global__ void a(T a) {}",
     "template <class T> __global__ void a(T a) {}" FINDER("class T", "T", "a", "(T a)"), Where::file},
    {"KernelTemplateWithDefaults",
     "template <class T, int N = 3, class = void> __global__ void a(const T* __restrict__ in,\n  T (&out)[N]) {}\n"
     "void f(float* p, float (&q)[3]) { a<<<1, 1>>>(p, q); }",
     "template <class T, int N = 3, class = void> __global__ void a(const T* __restrict__ in,\n  T (&out)[N]) {}"
     FINDER("class T, int N = 3, class ws_t9 = void", "T, N, ws_t9", "a",
            "(const T* __restrict__ in, T (&out)[N])")
     "\nvoid f(float* p, float (&q)[3]) { " FIND("", "a") "/$(1, 1)  (p, q); }",
     Where::file},
    {"KernelTemplateWithAPack",
     "template <int n, unsigned, template <class> class C, class... Ts>\n__global__ void b(C<int>, Ts... ts);\n"
     "void f() { b<1, 2><<<1, 1>>>(Of<int>(1), 2.0f, 'c'); }",
     "template <int n, unsigned, template <class> class C, class... Ts>\n__global__ void b(C<int>, Ts... ts);"
     FINDER("int n, unsigned ws_t4, template <class> class C, class... Ts", "n, ws_t4, C, Ts...", "b",
            "(C<int>, Ts... ts)")
     "\nvoid f() { " FIND("", "b<1, 2>") "/$(1, 1)  (Of<int>(1), 2.0f, 'c'); }",
     Where::file},
    {"KernelTemplateDeclaredAndDefined",
     "template <class T> __global__ void a(T p, int n = 1);\ntemplate <class T> __global__ void "
     "a(T q, int m) {}",
     "template <class T> __global__ void a(T p, int n = 1);" FINDER(
         "class T", "T", "a",
         "(T p, int n = 1)") "\n"
                             "template <class T> __global__ void a(T q, int m) {" INSTANCE(
                                 "T q, int m", "a<T>") "}" FINDER("class T", "T", "a", "(T q, int m)"),
     Where::file},
    {"KernelTemplateOverloaded",
     "template <class T> __global__ void a(T p);\ntemplate <class T> __global__ void a(T p, T q);",
     "template <class T> __global__ void a(T p); template <class T>" FOUND("T p", "a<T>", "a", "(T p)") "\n"
     "template <class T> __global__ void a(T p, T q); template <class T>"
     FOUND("T p, T q", "a<T>", "a", "(T p, T q)"),
     Where::file},
    {"UsingATemplate", "using space::deduced2;\nvoid f(int* p) { deduced2<<<1, 1>>>(p); }",
     "using space::deduced2; using space::ws_of_deduced2;\nvoid f(int* p) { " FIND(
         "", "deduced2") "/$(1, 1)  (p); }",
     Where::file},
    {"KernelByChoice",
     "#ifdef X\n__global__ void a(int) {\n#else\n__global__ void a(int, int) "
     "{\n#endif\n}\n__global__ void b() {}",
     "#ifdef X\n__global__ void a(int) {\n#else\n__global__ void a(int, int) "
     "{\n#endif\n}\n__global__ void b() {} WS_KERNEL(b)",
     Where::file},
    {"KernelAfterClasses",
     "struct S : Of<int> { int a{1}; S() : Of<int>(1), a{2} { } bool operator<(const S&) const { "
     "return true; } };\n"
     "enum class E : int { a, b }; int c[] = {1, 2}; union U { int a; } u;\n"
     "__global__ void own(S s) {}",
     "struct S : Of<int> { int a{1}; S() : Of<int>(1), a{2} { } bool operator<(const S&) const { "
     "return true; } };\n"
     "enum class E : int { a, b }; int c[] = {1, 2}; union U { int a; } u;\n"
     "__global__ void own(S s) {} WS_KERNEL(own)",
     Where::file},
    {"KernelInMacro", "#define KERNEL(name) __global__ void name(int) {}\nKERNEL(a)", nullptr,
     Where::file},
    // What means something else on the device.
    {"DynamicShared",
     "__global__ void own() { extern __shared__ float a[]; extern __attribute__((aligned(16))) "
     "__shared__ int b[]; }\n"
     "extern __shared__ int c[]; __device__ void f() { __shared__ float d[2]; int extern_; "
     "__shared__ int e; }",
     "__global__ void own() { extern __ws_dyns_ float a[]; extern __attribute__((aligned(16))) "
     "__ws_dyns_ int b[]; } WS_KERNEL(own)\n"
     "extern __ws_dyns_ int c[]; __device__ void f() { __shared__ float d[2]; int extern_; "
     "__shared__ int e; }",
     Where::file},
    // nvcc takes alignas behind the word, C++ before it.
    {"Alignment",
     "__device__ alignas(16) float a[4];\n"
     "__global__ void k() { __shared__  alignas(2 * 8) float b[8]; extern __shared__ float c[]; }",
     "alignas(16) __ws_gvar_ float a[4];\n"
     "__global__ void k() { alignas(2 * 8)  __shared__ float b[8]; extern __ws_dyns_ float c[]; } "
     "WS_KERNEL(k)",
     Where::file},
    {"Architecture",
     "#if __CUDA_ARCH__ >= 700\n#endif\n__device__ int f() {\n#ifdef __CUDA_ARCH__\n  return "
     "__CUDA_ARCH__;\n"
     "#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ > 600\n#endif\n}\n"
     "__host__ __device__ void g() {\n#ifdef __CUDA_ARCH__\n#endif\n}",
     "#if __CUDA_ARCH__ >= 700\n#endif\n__device__ int f() {\n#ifdef __WS_DEVICE__\n  return "
     "__WS_DEVICE__;\n"
     "#elif defined(__WS_DEVICE__) && __WS_DEVICE__ > 600\n#endif\n}\n"
     "__host__ __device__ void g() {\n#ifdef __CUDA_ARCH__\n#endif\n}",
     Where::file},
    {"EarlyReturns",
     "__global__ void f(int n) { if (n) return; for (;;) { return; } return; }\n"
     "__device__ int g(int n) { if (n) return 1; return 0; }\n"
     "void h(int n) { if (n) return; }",
     "__global__ void f(int n) { if (n) {::ws_left();return;} for (;;) { {::ws_left();return;} } "
     "return; } WS_KERNEL(f)\n"
     "__device__ int g(int n) { if (n) return 1; return 0; }\n"
     "void h(int n) { if (n) return; }",
     Where::file},
    {"Shifts",
     "__device__ int f(int a, int n) { return a << n | a >> n + 1 | a << 3 | 1 << 2 * n; }\n"
     "__device__ bool g(int a, int n) { Of<Of<int>> x(1); return a < n >> 1 + n; }\n"
     "int h(int a, int n) { return a << n; }\n"
     "__host__ __device__ int i(int a, int n) { return a <<= n, a << n; }\n"
     "struct S { __device__ S operator<<(int) { return *this; } };\n"
     "#define SHIFT(a, n) (a << n)",
     "__device__ int f(int a, int n) { return a << ::ws::by* n | a >> ::ws::by* n + 1 | a << 3 | 1 "
     "<< ::ws::by* 2 * n; }\n"
     "__device__ bool g(int a, int n) { Of<Of<int>> x(1); return a < n >> 1 + n; }\n"
     "int h(int a, int n) { return a << n; }\n"
     "__host__ __device__ int i(int a, int n) { return a <<= n, a << n; }\n"
     "struct S { __device__ S operator<<(int) { return *this; } };\n"
     "#define SHIFT(a, n) (a << n)",
     Where::file},
    // Conditions around functions of the device.
    {"ArchitectureAroundDeviceCode",
     "template <class T> __device__ T f(T v);\n#if __CUDA_ARCH__ >= 800\ntemplate <> __device__ int f<int>(int v) { if (v) { v = 1; } return v; }\n#endif",
     "template <class T> __device__ T f(T v);\n#if __WS_DEVICE__ >= 800\ntemplate <> __device__ int f<int>(int v) { if (v) { v = 1; } return v; }\n#endif",
     Where::file},
    {"OldAtomicAddOfOnesOwn",
     "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600\n__device__ double atomicAdd(double* a, double v);\n#endif",
     "#if defined(__WS_DEVICE__) && __WS_DEVICE__ < 600\n__device__ double atomicAdd(double* a, double v);\n#endif",
     Where::file},
    {"ArchitectureAroundBothSides",
     "#ifdef __CUDA_ARCH__\n__device__ int f() { return 1; }\n#else\nint f() { return 2; }\n#endif",
     nullptr, Where::file},
    {"ArchitectureAroundHostDevice",
     "#ifdef __CUDA_ARCH__\n__host__ __device__ int f() { return 1; }\n#endif", nullptr,
     Where::file},
    {"ArchitectureInsideAGuard",
     "#ifndef A_H\nvoid h() { }\n# if __CUDA_ARCH__ >= 700\n__device__ int f();\n# endif\n#endif",
     "#ifndef A_H\nvoid h() { }\n# if __WS_DEVICE__ >= 700\n__device__ int f();\n# endif\n#endif",
     Where::file},
    // Assembly that is no GPU's.
    {"CompilerBarrier", "__device__ void f() { asm volatile(\"\" ::: \"memory\"); }", nullptr,
     Where::file},
    {"HostAssembly", "void f() { asm volatile(\"nop\"); }", nullptr, Where::file},
};
// clang-format on

std::string wrapped(const LaunchCase& each, const char* text,
                    const std::string& before = declared) {
  switch (each.where) {
    case Where::body: return before + "{\n" + text + "\n}\n";
    case Where::file: return before + ";\n" + text;
    case Where::fragment: return text;
  }
  return {};
}

std::vector<LaunchCase> whole_files() {
  std::vector<LaunchCase> found(std::begin(cases), std::end(cases));
  std::erase_if(found, [](const LaunchCase& each) { return each.where == Where::fragment; });
  return found;
}
std::string name_of(const testing::TestParamInfo<LaunchCase>& each) { return each.param.name; }

class RewriteLaunches : public testing::TestWithParam<LaunchCase> {};
class RewrittenLaunches : public testing::TestWithParam<LaunchCase> {};

TEST_P(RewriteLaunches, Gives) {
  const LaunchCase& each = GetParam();
  const RewrittenSource made = rewrite_launches(wrapped(each, each.original), "a.cu", {});
  const std::string before = rewrite_launches(declared, "a.cu", {}).text;
  EXPECT_EQ(made.text,
            wrapped(each, each.rewritten == nullptr ? each.original : each.rewritten, before));
  EXPECT_EQ(made.changed, made.text != wrapped(each, each.original));
  for (const Diagnostic& problem : made.problems) ADD_FAILURE() << problem.message;
}

TEST_P(RewrittenLaunches, AreWhatCompilersTake) {
  const LaunchCase& each = GetParam();
  int compilers = 0;
  const TestFolder folder;
  const std::string file = folder.file("rewritten.cpp");
  std::ofstream(file) << stub_header << "#line 1\n"
                      << rewrite_launches(wrapped(each, each.original), "a.cu", {}).text;
  for (const char* name : {"clang++", "g++"}) {
    const auto compiler = find_program(name);
    if (compiler.empty()) continue;
    ++compilers;
    auto process = Process::start(compiler, {"-fsyntax-only", "-w", "-std=c++17", file});
    ASSERT_TRUE(process);
    EXPECT_EQ(process.value()->wait(), 0) << name << ": " << process.value()->last_words();
  }
  if (compilers == 0) GTEST_SKIP() << "neither clang++ nor g++ is here";
}

INSTANTIATE_TEST_SUITE_P(Table, RewriteLaunches, testing::ValuesIn(cases), name_of);
INSTANTIATE_TEST_SUITE_P(Table, RewrittenLaunches, testing::ValuesIn(whole_files()), name_of);

RewrittenSource rewritten(std::string_view text, const KnownKernels& known = {}) {
  return rewrite_launches(text, "a.cu", known);
}

struct ProblemCase {
  const char* text;
  int line, column;
  const char* message;
  const char* rewritten;
};

TEST(RewriteLaunchesProblems, AreToldWithTheirPlace) {
  const ProblemCase problems[] = {
      {"__device__ int f() {\n  int i; asm(\"mov.u32 %0, %laneid;\" : \"=r\"(i)); return i; }", 2,
       10,
       "Inline PTX is not emulated (mov.u32 %0, %laneid): write threadIdx.x % warpSize instead.",
       "__device__ int f() {\n  int i; $$m                                  ; return i; }"},
      {"__global__ void k() {\n\tasm volatile (\"membar.gl;\" ::\n: \"memory\"); }", 2, 2,
       "Inline PTX is not emulated (membar.gl): write __threadfence() instead.",
       "__global__ void k() {\n\t$$m                          \n           ; } WS_KERNEL(k)"},
      {"void f() { auto g = [=] __device__ (int i) { __asm__(\"strange\"); }; }", 1, 46,
       "Inline PTX is not emulated (strange): write it in CUDA C++.", nullptr},
      {"#define LANE(x) asm(\"mov.u32 %0, \" \\\n  \"%%laneid;\" : \"=r\"(x))\n", 1, 17,
       "Inline PTX is not emulated (mov.u32 %0, %%laneid): write threadIdx.x % warpSize instead.",
       "#define LANE(x) $$m                \\\n                        \n"},
      {"__global__ void k() { child<<<1, 1>>>(); }", 1, 28,
       "A kernel that launches a kernel (dynamic parallelism) is not emulated: launch it from the "
       "host.",
       "__global__ void k() { child$$(1, 1)  (); } WS_KERNEL(k)"},
      {"__global__ void k(int2, int = 1) {}\nvoid f() { k<<<1, 1>>>({1, 2}); }", 2, 13,
       "This launch has an argument in braces, and does not say which parameter it is for: write "
       "its "
       "type before the braces, such as float2{1, 2}.",
       "__global__ void k(int2, int = 1) {} WS_KERNEL(k)\nvoid f() { k$$(1, 1)  ({1, 2}); }"},
      {"void f() {\n k<<<1, 1>>; }", 2, 3,
       "The launch that begins with <<< has no >>> and arguments in parentheses: write "
       "kernel<<<grid, block>>>(arguments).",
       "void f() {\n k<<<1, 1>>; }"},
  };
  for (const ProblemCase& each : problems) {
    const RewrittenSource made = rewritten(each.text);
    ASSERT_EQ(made.problems.size(), 1U) << each.text;
    const Diagnostic& problem = made.problems.front();
    EXPECT_EQ(problem.file, "a.cu");
    EXPECT_EQ(problem.line, each.line) << each.text;
    EXPECT_EQ(problem.column, each.column) << each.text;
    EXPECT_EQ(problem.message, each.message);
    EXPECT_NE(std::string_view(each.text).find(problem.source_line), std::string_view::npos);
    if (each.rewritten != nullptr) {
      EXPECT_EQ(made.text, each.rewritten);
    }
  }
}

TEST(RewriteLaunchesProblems, AreNoneWhereBothSidesMayRunIt) {
  EXPECT_TRUE(
      rewritten("__host__ __device__ void f() { k<<<1, 1>>>(); asm(\"nop\"); }").problems.empty());
  EXPECT_FALSE(
      rewritten("__host__ __device__ void f() { asm(\"bar.sync 0;\"); }").problems.empty());
  EXPECT_TRUE(
      rewritten("#if 0\n__device__ void f() { asm(\"bar.sync 0;\"); }\n#endif").problems.empty());
}

TEST(RewriteLaunches, TellsWhatAFileIncludes) {
  const std::string text =
      "#include \"a.cuh\"\n  # include <cuda_runtime.h> // x\n#include NAME\n#if 0\n#include "
      "\"b\"\n#else\n"
      "#include \"c/d.h\" /* \" */\n#endif\n// #include \"e\"\n";
  const auto includes = rewritten(text).includes;
  ASSERT_EQ(includes.size(), 3U);
  EXPECT_EQ(includes[0].name, "a.cuh");
  EXPECT_TRUE(includes[0].quoted);
  EXPECT_EQ(includes[1].name, "cuda_runtime.h");
  EXPECT_FALSE(includes[1].quoted);
  EXPECT_EQ(includes[2].name, "c/d.h");
  EXPECT_EQ(text.substr(includes[2].begin, includes[2].length), "\"c/d.h\"");
}

TEST(RewriteLaunches, TellsWhetherThereIsAMain) {
  EXPECT_TRUE(rewritten("int main() {}").has_main);
  EXPECT_TRUE(rewritten("int\nmain (int argc, char** argv)\n{}").has_main);
  EXPECT_FALSE(rewritten("// int main() {}\nint f() { return main(); }").has_main);
  EXPECT_FALSE(rewritten("struct S { void main(); };").has_main);
}

TEST(RewriteLaunches, KnowsTheKernelsOfIncludedFiles) {
  const KnownKernels known =
      rewritten("template <class T> __global__ void k(T); __global__ void o(int);").kernels;
  EXPECT_EQ(rewritten("void f() { k<<<1, 1>>>(2); o<<<1, 1>>>(2); }", known).text,
            "void f() { " FIND("", "k") "/$(1, 1)  (2); o/$(1, 1)  (2); }");
  EXPECT_EQ(rewritten("__global__ void o(float); void f() { o<<<1, 1>>>(2); }", known).text,
            "__global__ void o(float);" FOUND("float", "o", "o", "(float)") " void f() { " FIND(
                "", "o") "/$(1, 1)  (2); }");
}

TEST(RewriteLaunches, MapsColumnsBack) {
  const std::string text =
      "template <class T> __global__ void k(T);\nvoid f() { k<<<1, 1>>>(2); k<<<3, 4>>>(56); }\n";
  const RewrittenSource made = rewritten(text);
  const std::string line = made.text.substr(made.text.find('\n') + 1);
  const std::string original = text.substr(text.find('\n') + 1);
  for (const char* word : {"f()", "1, 1", "(2)", "3, 4", "(56)"}) {
    const auto column = [&](const std::string& in) { return static_cast<int>(in.find(word)) + 1; };
    EXPECT_EQ(made.original_column(2, column(line)), column(original)) << word;
    EXPECT_EQ(made.original_column(3, column(line)), column(line)) << "another line";
  }
  EXPECT_EQ(made.original_column(2, static_cast<int>(line.find("ws_a")) + 1),
            static_cast<int>(original.find("k<<<")) + 1);
}

void expect_sound(const std::string& text) {
  const RewrittenSource made = rewritten(text);
  ASSERT_EQ(std::ranges::count(made.text, '\n'), std::ranges::count(text, '\n')) << text;
  std::size_t inserted = 0;
  for (const InsertedText& each : made.inserted) inserted += static_cast<std::size_t>(each.length);
  ASSERT_EQ(made.text.size(), text.size() + inserted) << text;
  const bool may_change = std::ranges::any_of(
      std::vector<std::string_view>{"<<", "__device__", "__constant__", "__global__", "asm",
                                    "__shared__"},
      [&](std::string_view word) { return text.find(word) != std::string::npos; });
  if (!may_change) {
    ASSERT_EQ(made.text, text);
    ASSERT_TRUE(made.problems.empty());
  }
  ASSERT_EQ(made.changed, made.text != text);
  for (const IncludedName& each : made.includes) {
    ASSERT_EQ(text.substr(each.begin + 1, each.length - 2), each.name) << text;
  }
}

TEST(RewriteLaunchesFuzz, MutatedPrograms) {
  std::vector<std::string> samples;
  for (const LaunchCase& each : cases) samples.push_back(wrapped(each, each.original));
  for (const LaunchCase& each : cases) samples.emplace_back(each.original);
  test::Mutator mutate(13, samples,
                       {"<<<",
                        ">>>",
                        ">>>(",
                        "<",
                        ">",
                        ">>",
                        "/*",
                        "*/",
                        "//",
                        "R\"(",
                        ")\"",
                        "\\\n",
                        "#define X ",
                        "#if 0\n",
                        "\n#else\n",
                        "\n#endif\n",
                        "\n#include \"",
                        "__device__ ",
                        "__constant__ const ",
                        "__global__ void k(",
                        "template <",
                        "asm(\"x\"",
                        "namespace {",
                        "struct S {",
                        "operator",
                        "= {",
                        ";",
                        "::"});
  int changed = 0;
  for (int round = 0; round < 5000; ++round) {
    const std::string text = mutate.next();
    ASSERT_NO_FATAL_FAILURE(expect_sound(text));
    changed += rewritten(text).changed ? 1 : 0;
  }
  EXPECT_GT(changed, 1500);
}

TEST(RewriteLaunchesFuzz, RandomBytes) {
  std::mt19937 random(7);
  constexpr std::string_view likely = "<>(){}[];:,=\"'\\/*#\n\r RaA_1.$";
  for (int round = 0; round < 5000; ++round) {
    std::string text(random() % 200, ' ');
    for (char& letter : text) {
      const auto number = random();
      letter = number % 4 == 0 ? static_cast<char>(number >> 8U)
                               : likely[(number >> 8U) % likely.size()];
    }
    ASSERT_NO_FATAL_FAILURE(expect_sound(text));
  }
}

TEST(RewriteLaunchesFuzz, DeepAndLongTexts) {
  for (const char* piece :
       {"(", "{", "[", "<", ">", "k<<<", "a<b<", "#if 1\n", "namespace a{", "__device__ ",
        "__global__ void k(", "template<", "::", "k<<<1,1>>>(1);", "asm(\"x"}) {
    std::string text;
    while (text.size() < 20000) text += piece;
    ASSERT_NO_FATAL_FAILURE(expect_sound(text));
  }
}

}  // namespace
}  // namespace warpscope
