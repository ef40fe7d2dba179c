// SPDX-License-Identifier: Apache-2.0
// Rounding to whole numbers where the processor has an instruction for it: PoCL's own take 3 to 6 of them.
#if defined(KILN_OPENCL) && (defined(__SSE4_1__) || defined(__aarch64__))
#define kiln_ceil_f32 __builtin_ceilf
#define kiln_floor_f32 __builtin_floorf
#define kiln_trunc_f32 __builtin_truncf
#define kiln_rint_f32 __builtin_rintf
#define kiln_ceil_f64 __builtin_ceil
#define kiln_floor_f64 __builtin_floor
#define kiln_trunc_f64 __builtin_trunc
#define kiln_rint_f64 __builtin_rint
#else
#define kiln_ceil_f32 ceil
#define kiln_floor_f32 floor
#define kiln_trunc_f32 trunc
#define kiln_rint_f32 rint
#define kiln_ceil_f64 ceil
#define kiln_floor_f64 floor
#define kiln_trunc_f64 trunc
#define kiln_rint_f64 rint
#endif
