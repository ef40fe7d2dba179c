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
#define KILN_PARAMETERS KILN_GLOBAL float *p0_base, ulong p0_offset, KILN_GLOBAL const float *p1_base, ulong p1_offset, uint n, uint rows, uint e1, int s0_0, int s0_1, int s1_0, int s1_1, int t1
#define KILN_POINTERS KILN_PTR_RESTRICT(float, p0); \
KILN_PTR_RESTRICT(const float, p1); \

#define KILN_ROW_OFFSETS const int i1 = (int)(row % e1); const uint r0 = row / e1; \
const int i0 = (int)r0; \
const int o0 = i0 * s0_0 + i1 * s0_1; \
const int o1 = i0 * s1_0 + i1 * s1_1; \

#define KILN_AHEAD 2
#define KILN_ALONG 0
#define KILN_ONE(i) const float v0 = p1[o1 + (int)i * t1]; \
const float v1 = kiln_exp_f32(v0); \
p0[o0 + (int)i] = v1; \

#define KILN_TAKEN float x1[KILN_AHEAD]; 
#define KILN_TAKE(i, u) x1[u] = p1[o1 + (int)i * t1]; \

#define KILN_GIVE(i, u) const float v0 = x1[u]; \
const float v1 = kiln_exp_f32(v0); \
p0[o0 + (int)i] = v1; \

KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX row_step = (KILN_INDEX)get_global_size(1);
  KILN_INDEX first = (KILN_INDEX)get_global_id(1);
#if KILN_ALONG
  const KILN_INDEX step = (KILN_INDEX)get_local_size(0);
  const KILN_INDEX start = (KILN_INDEX)get_group_id(0) * step * KILN_AHEAD + (KILN_INDEX)get_local_id(0);
  for (; first < rows; first += row_step) {
    const KILN_INDEX row = first;
    KILN_ROW_OFFSETS
    if (start + (KILN_AHEAD - 1) * step < n) {
      KILN_TAKEN
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const KILN_INDEX i = start + u * step;
        KILN_TAKE(i, u)
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        const KILN_INDEX i = start + u * step;
        KILN_GIVE(i, u)
      }
    } else {
      for (KILN_INDEX i = start; i < n; i += step) {
        KILN_ONE(i)
      }
    }
  }
#else
  const KILN_INDEX i = (KILN_INDEX)get_global_id(0);
  if (i >= n) return;
#if KILN_AHEAD > 1
  for (; first + (KILN_AHEAD - 1) * row_step < rows; first += KILN_AHEAD * row_step) {
    KILN_TAKEN
#pragma unroll
    for (int u = 0; u < KILN_AHEAD; ++u) {
      const KILN_INDEX row = first + u * row_step;
      KILN_ROW_OFFSETS
      KILN_TAKE(i, u)
    }
#pragma unroll
    for (int u = 0; u < KILN_AHEAD; ++u) {
      const KILN_INDEX row = first + u * row_step;
      KILN_ROW_OFFSETS
      KILN_GIVE(i, u)
    }
  }
#endif
  for (; first < rows; first += row_step) {
    const KILN_INDEX row = first;
    KILN_ROW_OFFSETS
    KILN_ONE(i)
  }
#endif
}
