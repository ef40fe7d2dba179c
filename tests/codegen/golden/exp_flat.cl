#ifndef KILN_VECTORS
#if defined(KILN_OPENCL) && (defined(__FMA__) || defined(__aarch64__)) && !defined(__FAST_RELAXED_MATH__)
#define KILN_VECTORS 1
#else
#define KILN_VECTORS 0
#endif
#ifdef KILN_OPENCL
#define KILN_VECTOR_FUNCTION static inline __attribute__((always_inline))
#else
#define KILN_VECTOR_FUNCTION KILN_FUNCTION
#endif
#define KILN_16(number) ((float16)(number))
#define KILN_STEP_16(p, x, c) p = fma(p, x, KILN_16(c))
#define KILN_SIGNED_16(y, x) as_float16(as_int16(y) | (as_int16(x) & (int16)(1 << 31)))
#if KILN_VECTORS
KILN_VECTOR_FUNCTION int kiln_some_x16(int16 mask) {
  const long2 bytes = as_long2(convert_char16(mask));
  return (bytes.x | bytes.y) != 0;
}
#endif
#endif
#if KILN_VECTORS
KILN_VECTOR_FUNCTION float kiln_exp_f32(float x) {
  const float y = x > 110.0f ? 110.0f : x < -110.0f ? -110.0f : x;
  const float k = fma(y, 0x1.715476p+0f, 0x1.8p+23f) - 0x1.8p+23f;
  const float r = fma(k, 0x1.05c61p-29f, fma(k, -0x1.62e43p-1f, y));
  float p = 0x1.6850ep-10f;
  p = fma(p, r, 0x1.123bccp-7f);
  p = fma(p, r, 0x1.555b98p-5f);
  p = fma(p, r, 0x1.55548ep-3f);
  p = fma(p, r, 0x1.fffff8p-2f);
  p = fma(p, r, 1.0f);
  p = fma(p, r, 1.0f);
  const int n = (int)k, part = n >> 1;
  return p * as_float((part + 127) << 23) * as_float((n - part + 127) << 23);
}
#else
#define kiln_exp_f32 exp
#endif
#define KILN_INDEX uint
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_V 4
typedef union { uint4 wide; float item[4]; } kiln_vec0;
typedef union { uint4 wide; float item[4]; } kiln_vec1;
#define KILN_LOAD(i) kiln_vec0 x0; \
kiln_vec1 x1; x1.wide = *(KILN_GLOBAL const uint4*)(p1 + (i)); \

#define KILN_STORE(i) *(KILN_GLOBAL uint4*)(p0 + (i)) = x0.wide; \

#define KILN_BODY(j) const float v0 = x1.item[j]; \
const float v1 = kiln_exp_f32(v0); \
x0.item[j] = v1; \

#define KILN_ONE(i) const float v0 = p1[0 + (int)i]; \
const float v1 = kiln_exp_f32(v0); \
p0[0 + (int)i] = v1; \

KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX i = (KILN_INDEX)get_global_id(0) * KILN_V;
  if (i + KILN_V <= n) {
    KILN_LOAD(i)
#pragma unroll
    for (int j = 0; j < KILN_V; ++j) {
      KILN_BODY(j)
    }
    KILN_STORE(i)
  } else {
    for (KILN_INDEX k = i; k < n; ++k) {
      KILN_ONE(k)
    }
  }
}
