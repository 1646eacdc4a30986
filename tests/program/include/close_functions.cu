// Functions of which a GPU is free to give the last bits. The same text compiled by nvcc and run on a GPU gives
// close_functions.txt.
#include <cuda_fp16.h>

#include <cstdio>

// A line for each function.
// clang-format off

#ifdef __WARPSCOPE__
#define LAUNCH(kernel) kernel / $(1, 1)()
#else
#define LAUNCH(kernel) kernel<<<1, 1>>>()
#endif

#define ROW(name, count, expression)                                    \
  printf("%s", name);                                                   \
  for (int i = 0; i < count; i++) printf(" %.17g", (double)(expression)); \
  printf("\n");

#define F1(name) ROW(#name, 10, name(x[i]))
#define D1(name) ROW(#name, 10, name((double)x[i] * 1.0000001))
#define BOTH(name) F1(name##f) D1(name) ROW(#name "(float)", 10, name(x[i]))
#define UNIT(name)                                                                      \
  ROW(#name "f", 10, name##f(u[i])) ROW(#name, 10, name((double)u[i] * 1.0000001))      \
  ROW(#name "(float)", 10, name(u[i]))

__global__ void functions() {
  const float x[] = {0.0f, 0.5f, -0.75f, 1.0f, -2.5f, 3.14159f, 7.0f, -11.3f, 20.25f, 0.001f};
  const float u[] = {0.0f, 1e-30f, 1e-5f, 0.02f, 0.1f, 0.3f, 0.5f, 0.77f, 0.97f, 0.9999f};
  BOTH(sinpi) BOTH(cospi) BOTH(erfcx) BOTH(normcdf) BOTH(cyl_bessel_i0) BOTH(cyl_bessel_i1)
  BOTH(rcbrt) BOTH(exp10)
  UNIT(erfinv) UNIT(erfcinv) UNIT(normcdfinv) UNIT(rsqrt)
  F1(__sinf) F1(__cosf) F1(__tanf) F1(__expf) F1(__exp10f)
  ROW("__logf", 10, __logf(u[i])) ROW("__log2f", 10, __log2f(u[i])) ROW("__log10f", 10, __log10f(u[i]))
  ROW("__powf", 10, __powf(u[i], x[i])) ROW("__powf negative", 2, __powf(x[2], x[i]))
  ROW("__fdividef", 10, __fdividef(x[i], u[i] + 1)) ROW("fdividef", 10, fdividef(x[i], 3.0f))
  ROW("__fdividef large", 3, __fdividef(x[i], 1.5e38f))
  ROW("norm3df", 8, norm3df(x[i], x[i + 1], x[i + 2])) ROW("norm3d", 8, norm3d(x[i], x[i + 1], x[i + 2]))
  ROW("norm4df", 7, norm4df(x[i], x[i + 1], x[i + 2], x[i + 3]))
  ROW("norm4d", 7, norm4d(x[i], x[i + 1], x[i + 2], x[i + 3]))
  ROW("rnorm3df", 8, rnorm3df(x[i], x[i + 1], x[i + 2])) ROW("rnorm3d", 8, rnorm3d(x[i], x[i + 1], x[i + 2]))
  ROW("rnorm4df", 7, rnorm4df(x[i], x[i + 1], x[i + 2], x[i + 3]))
  ROW("rhypot", 8, rhypot((double)x[i], (double)x[i + 1])) ROW("rhypotf", 8, rhypotf(x[i], x[i + 1]))
  ROW("normf", 5, normf(i + 1, x)) ROW("rnormf", 5, rnormf(i + 2, x))
  float s, c;
  double ds, dc;
  ROW("sincosf", 10, (sincosf(x[i], &s, &c), s + 2 * c))
  ROW("sincos", 10, (sincos(x[i], &ds, &dc), ds + 2 * dc))
  ROW("sincospif", 10, (sincospif(x[i], &s, &c), s + 2 * c))
  ROW("sincospi", 10, (sincospi((double)x[i], &ds, &dc), ds + 2 * dc))
  ROW("__sincosf", 10, (__sincosf(x[i], &s, &c), s + 2 * c))
#define H1(f) ROW(#f, 10, __half2float(f(__float2half(u[i] + 0.25f))))
  H1(hrsqrt) H1(hrcp) H1(hlog) H1(hlog2) H1(hlog10) H1(hexp) H1(hexp2) H1(hexp10) H1(hcos) H1(hsin)
}

int main() {
  LAUNCH(functions);
  return cudaDeviceSynchronize() != cudaSuccess;
}
