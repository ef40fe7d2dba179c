// SPDX-License-Identifier: Apache-2.0
// Division of numbers from 0 to 2^31 - 1 by one that the host knows. GPUs have no instruction for it, and take some
// thirty others.

// Returns n divided by a number, as uint. `by` is base::divisor() of that number: a factor below 2^32, and above it how
// far the sum is shifted (Granlund and Montgomery, Division by invariant integers using multiplication, 1994).
#define KILN_QUOTIENT(n, by) ((mul_hi((uint)(n), (uint)(by)) + (uint)(n)) >> (uint)((by) >> 32))

// Declares the last digit of `rest`, which has `count` values, and takes it from `rest`. by_<count> is the divisor.
#if KILN_WIDE
#define KILN_TAKE(digit, count)          \
  const KILN_INDEX digit = rest % count; \
  rest /= count;
#else
#define KILN_TAKE(digit, count)                                            \
  const KILN_INDEX digit##_next = (KILN_INDEX)KILN_QUOTIENT(rest, by_##count); \
  const KILN_INDEX digit = rest - digit##_next * count;                    \
  rest = digit##_next;
#endif
