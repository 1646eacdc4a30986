// Every intrinsic that has one right answer, over many operands, as one hash each. The same text compiled by nvcc and run
// on a GPU gives exact_intrinsics.txt.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

// A line for each function.
// clang-format off

#ifdef __WARPSCOPE__
#define LAUNCH(kernel) kernel / $(1, 1)()
#else
#define LAUNCH(kernel) kernel<<<1, 1>>>()
#endif

struct Hash {
  unsigned long long state;
  __device__ Hash() : state(0xcbf29ce484222325ull) {}
  __device__ void word(unsigned long long v) {
    state = (state ^ v) * 0x100000001b3ull;
    state ^= state >> 29;
  }
  __device__ void of(float v) { word(v != v ? 0x7fffffffu : __float_as_uint(v)); }
  __device__ void of(double v) {
    word(v != v ? 0x7fffffffffffffffull : (unsigned long long)__double_as_longlong(v));
  }
  __device__ void of(__half v) { word(__hisnan(v) ? 0x7fff : __half_as_ushort(v)); }
  __device__ void of(__nv_bfloat16 v) { word(__hisnan(v) ? 0x7fff : __bfloat16_as_ushort(v)); }
  __device__ void of(__half2 v) {
    of(v.x);
    of(v.y);
  }
  __device__ void of(__nv_bfloat162 v) {
    of(v.x);
    of(v.y);
  }
  __device__ void of(int v) { word((unsigned int)v); }
  __device__ void of(unsigned int v) { word(v); }
  __device__ void of(short v) { word((unsigned short)v); }
  __device__ void of(unsigned short v) { word(v); }
  __device__ void of(signed char v) { word((unsigned char)v); }
  __device__ void of(unsigned char v) { word(v); }
  __device__ void of(bool v) { word(v); }
  __device__ void of(long long v) { word((unsigned long long)v); }
  __device__ void of(unsigned long long v) { word(v); }
};

// Operands: the edges first, then patterns of bits.
__device__ unsigned long long scrambled(unsigned int i) {
  unsigned long long v = (i + 1) * 0x9e3779b97f4a7c15ull;
  v ^= v >> 32;
  v *= 0xd6e8feb86659fd93ull;
  return v ^ v >> 32;
}
__device__ float float_at(int i) {
  const unsigned int edges[] = {0,          0x80000000, 1,          0x80000001, 0x00800000, 0x3f000000,
                                0xbf000000, 0x3f800000, 0xbf800000, 0x3fc00000, 0xbfc00000, 0x40200000,
                                0xc0200000, 0x4b000001, 0x4b7fffff, 0x4effffff, 0x4f000000, 0xcf000000,
                                0xcf000001, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000, 0xdf000000,
                                0x5f7fffff, 0x5f800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                                0x7fc00000, 0x477fefff, 0x477ff000, 0x33000000, 0x33000001, 0x38800000};
  const int count = sizeof edges / sizeof *edges;
  if (i < count) return __uint_as_float(edges[i]);
  const unsigned long long v = scrambled(i);
  if (i % 2) return __uint_as_float((unsigned int)v);
  return (float)(int)v / (float)(1u << (v >> 59));
}
__device__ double double_at(int i) {
  if (i < 36) return float_at(i);
  const unsigned long long v = scrambled(i);
  if (i % 3 == 0) return __longlong_as_double((long long)v);
  return (double)(long long)v / (double)(1ull << (v >> 58));
}
__device__ int int_at(int i) {
  const int edges[] = {0, 1, -1, 2, -2, 0x7fffffff, (int)0x80000000, 0x00ffffff, 0x01000001, 0x7fffff80,
                       0x7fffffc0, 0x7f807f80, (int)0x80007fff, 31, 32, 33};
  const int count = sizeof edges / sizeof *edges;
  return i < count ? edges[i] : (int)(scrambled(i) >> (scrambled(i) & 31));
}
__device__ long long long_at(int i) {
  if (i < 16) return (long long)int_at(i) << (i % 3 * 16);
  return (long long)(scrambled(i) >> (scrambled(i + 99) & 63));
}
__device__ __half half_at(int i) { return __ushort_as_half((unsigned short)(i * 641 + i / 7)); }
__device__ __nv_bfloat16 bfloat_at(int i) {
  return __ushort_as_bfloat16((unsigned short)(i * 641 + i / 7));
}

#define LOOP(name, expression)                                    \
  {                                                               \
    Hash hash;                                                    \
    for (int i = 0; i < 400; i++) {                               \
      const int j = (i * 37 + 11) % 400, k = (i * 101 + 7) % 400; \
      (void)j, (void)k;                                           \
      hash.of(expression);                                        \
      if (SHOW) {                                                 \
        Hash one;                                                 \
        one.state = 0;                                            \
        one.of(expression);                                       \
        printf("  %d: %016llx\n", i, one.state);                  \
      }                                                           \
    }                                                             \
    printf("%s %016llx\n", name, hash.state);                     \
  }
#ifndef SHOW
#define SHOW 0
#endif
#define F1(f) LOOP(#f, f(float_at(i)))
#define F2(f) LOOP(#f, f(float_at(i), float_at(j)))
#define F3(f) LOOP(#f, f(float_at(i), float_at(j), float_at(k)))
#define D1(f) LOOP(#f, f(double_at(i)))
#define D2(f) LOOP(#f, f(double_at(i), double_at(j)))
#define D3(f) LOOP(#f, f(double_at(i), double_at(j), double_at(k)))
#define I1(f) LOOP(#f, f(int_at(i)))
#define I2(f) LOOP(#f, f(int_at(i), int_at(j)))
#define I3(f) LOOP(#f, f(int_at(i), int_at(j), int_at(k)))
#define U2(f) LOOP(#f, f((unsigned int)int_at(i), (unsigned int)int_at(j)))
#define U3(f) LOOP(#f, f((unsigned int)int_at(i), (unsigned int)int_at(j), (unsigned int)int_at(k)))
#define L1(f) LOOP(#f, f(long_at(i)))
#define L2(f) LOOP(#f, f(long_at(i), long_at(j)))
#define M1(f, F) F(f##_rn) F(f##_rz) F(f##_ru) F(f##_rd)

__global__ void integers() {
  I1(__popc) I1(__clz) I1(__ffs) I1(__brev) L1(__popcll) L1(__clzll) L1(__ffsll) L1(__brevll)
  U3(__byte_perm) U3(__funnelshift_l) U3(__funnelshift_lc) U3(__funnelshift_r) U3(__funnelshift_rc)
  LOOP("__funnelshift", __funnelshift_l(int_at(i), int_at(j), i % 70) ^
                            __funnelshift_lc(int_at(i), int_at(j), i % 70) * 3 ^
                            __funnelshift_r(int_at(i), int_at(j), i % 70) * 5 ^
                            __funnelshift_rc(int_at(i), int_at(j), i % 70) * 7)
  I2(__mul24) U2(__umul24) I2(__mulhi) U2(__umulhi) L2(__mul64hi) L2(__umul64hi)
  I3(__sad) U3(__usad) I2(__hadd) I2(__rhadd) U2(__uhadd) U2(__urhadd)
  I3(__dp4a) U3(__dp4a) I3(__dp2a_lo) I3(__dp2a_hi) U3(__dp2a_lo) U3(__dp2a_hi)
  I2(min) I2(max) U2(min) U2(max) L2(min) L2(max) F2(min) F2(max) D2(min) D2(max)
  LOOP("min mixed", min(int_at(i), (unsigned int)int_at(j)))
  LOOP("max mixed", max((unsigned long long)long_at(i), long_at(j)))
  LOOP("__fns", __fns((unsigned int)int_at(i), i % 32, j % 9 - 4))
}

#define V(f) U2(f##2) U2(f##4)
#define VI(f) LOOP(#f "2", f##2((unsigned int)int_at(i))) LOOP(#f "4", f##4((unsigned int)int_at(i)))
#define VC(f) V(__vset##f) V(__vcmp##f)
__global__ void video() {
  V(__vadd) V(__vsub) V(__vaddss) V(__vaddus) V(__vsubss) V(__vsubus) V(__vabsdiffs) V(__vabsdiffu)
  V(__vavgs) V(__vavgu) V(__vhaddu) V(__vmins) V(__vminu) V(__vmaxs) V(__vmaxu) V(__vsads) V(__vsadu)
  VI(__vneg) VI(__vnegss) VI(__vabs) VI(__vabsss)
  VC(eq) VC(ne) VC(ges) VC(geu) VC(gts) VC(gtu) VC(les) VC(leu) VC(lts) VC(ltu)
  I3(__vimax3_s32) U3(__vimax3_u32) I3(__vimin3_s32) U3(__vimin3_u32) U3(__vimax3_s16x2)
  U3(__vimax3_u16x2) U3(__vimin3_s16x2) U3(__vimin3_u16x2) I3(__viaddmax_s32) U3(__viaddmax_u32)
  I3(__viaddmin_s32) U3(__viaddmin_u32) U3(__viaddmax_s16x2) U3(__viaddmax_u16x2) U3(__viaddmin_s16x2)
  U3(__viaddmin_u16x2) I2(__vimax_s32_relu) I2(__vimin_s32_relu) U2(__vimax_s16x2_relu)
  U2(__vimin_s16x2_relu) I3(__vimax3_s32_relu) I3(__vimin3_s32_relu) U3(__vimax3_s16x2_relu)
  U3(__vimin3_s16x2_relu) I3(__viaddmax_s32_relu) I3(__viaddmin_s32_relu) U3(__viaddmax_s16x2_relu)
  U3(__viaddmin_s16x2_relu)
  bool p = false, q = false;
  LOOP("__vibmax_s32", __vibmax_s32(int_at(i), int_at(j), &p) + p)
  LOOP("__vibmin_u32", __vibmin_u32(int_at(i), int_at(j), &p) + p)
  LOOP("__vibmax_s16x2", __vibmax_s16x2(int_at(i), int_at(j), &p, &q) + p + 2 * q)
  LOOP("__vibmin_u16x2", __vibmin_u16x2(int_at(i), int_at(j), &p, &q) + p + 2 * q)
}

__global__ void conversions() {
  M1(__float2int, F1) M1(__float2uint, F1) M1(__float2ll, F1) M1(__float2ull, F1)
  M1(__double2int, D1) M1(__double2uint, D1) M1(__double2ll, D1) M1(__double2ull, D1)
  M1(__double2float, D1) M1(__int2float, I1) M1(__uint2float, I1) M1(__ll2float, L1) M1(__ull2float, L1)
  M1(__ll2double, L1) M1(__ull2double, L1) I1(__int2double_rn) I1(__uint2double_rn)
  F1(__float_as_int) D1(__double_as_longlong) D1(__double2hiint) D1(__double2loint) I2(__hiloint2double)
}

__global__ void arithmetic() {
  M1(__fadd, F2) M1(__fsub, F2) M1(__fmul, F2) M1(__fdiv, F2) M1(__frcp, F1) M1(__fsqrt, F1)
  M1(__fmaf, F3) F1(__saturatef) F1(__frsqrt_rn)
}
__global__ void arithmetic_of_doubles() {
  M1(__dadd, D2) M1(__dsub, D2) M1(__dmul, D2) M1(__ddiv, D2) M1(__drcp, D1) M1(__dsqrt, D1)
  M1(__fma, D3)
}

#define N1(f) LOOP(#f, f(NARROW(i)))
#define N2(f) LOOP(#f, f(NARROW(i), NARROW(j)))
#define N3(f) LOOP(#f, f(NARROW(i), NARROW(j), NARROW(k)))
#define P1(f) LOOP(#f, f(PAIR(i)))
#define P2(f) LOOP(#f, f(PAIR(i), PAIR(j)))
#define P3(f) LOOP(#f, f(PAIR(i), PAIR(j), PAIR(k)))
#define NC(op) \
  N2(__h##op) N2(__h##op##u) P2(__h##op##2) P2(__h##op##u2) P2(__hb##op##2) P2(__hb##op##u2)
#define NARROW_ALL                                                                                 \
  N2(__hadd) N2(__hsub) N2(__hmul) N3(__hfma) N2(__hadd_sat) N2(__hsub_sat) N2(__hmul_sat)         \
  N3(__hfma_sat) N3(__hfma_relu) N1(__hneg) N1(__habs) N2(__hmax) N2(__hmin) N2(__hmax_nan)        \
  N2(__hmin_nan) N1(__hisnan) N1(__hisinf) P2(__hadd2) P2(__hmul2) P3(__hfma2) P2(__hmax2)         \
  P1(__hisnan2) P1(__hneg2) N1(htrunc) N1(hceil) N1(hfloor) N1(hrint)                              \
  P1(__lowhigh2highlow) NC(eq) NC(ne) NC(lt) NC(gt) NC(le) NC(ge)
#define NARROW(i) half_at(i)
#define PAIR(i) __half2(half_at(i), half_at(i + 1))
__global__ void halves() {
  NARROW_ALL
  N2(__hdiv)
  M1(__float2half, F1) D1(__double2half) N1(__half2float) M1(__int2half, I1) M1(__uint2half, I1)
  M1(__ll2half, L1) M1(__ull2half, L1) M1(__half2int, N1) M1(__half2uint, N1) M1(__half2ll, N1)
  M1(__half2ull, N1) M1(__half2short, N1) M1(__half2ushort, N1)
  N1(__half2char_rz) N1(__half2uchar_rz) N1(hsqrt)
}
#undef NARROW
#undef PAIR
#define NARROW(i) bfloat_at(i)
#define PAIR(i) __nv_bfloat162(bfloat_at(i), bfloat_at(i + 1))
__global__ void bfloats() {
  NARROW_ALL
  M1(__float2bfloat16, F1) D1(__double2bfloat16) N1(__bfloat162float) M1(__int2bfloat16, I1)
  M1(__uint2bfloat16, I1) M1(__ll2bfloat16, L1) M1(__ull2bfloat16, L1) M1(__bfloat162int, N1)
  M1(__bfloat162uint, N1) M1(__bfloat162ll, N1) M1(__bfloat162ull, N1) M1(__bfloat162short, N1)
  M1(__bfloat162ushort, N1) N1(__bfloat162char_rz) N1(__bfloat162uchar_rz)
}

int main() {
  LAUNCH(integers);
  LAUNCH(video);
  LAUNCH(conversions);
  LAUNCH(arithmetic);
  LAUNCH(arithmetic_of_doubles);
  LAUNCH(halves);
  LAUNCH(bfloats);
  return cudaDeviceSynchronize() != cudaSuccess;
}
