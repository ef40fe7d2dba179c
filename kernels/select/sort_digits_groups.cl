// SPDX-License-Identifier: Apache-2.0
// Defines how a group looks at the elements of a part, on devices with many work-items. KILN_COUNT_DIGITS counts the
// digits at `shift` of the elements whose keys begin with `base`, and leaves the item's greatest key in `greatest`.
// KILN_LEAST_ABOVE leaves the least key above `found` in least[0].
#define KILN_BINS KILN_LOCAL uint bins[KILN_DIGITS]
#define KILN_BIN(d) bins[d]
#define KILN_LEAST KILN_LOCAL KILN_KEY least[KILN_GROUP]
#define KILN_AHEAD 8  // elements of an item that are in flight

// Runs the statements `each` for the keys of `count` elements. All loads of a turn come before their uses.
#define KILN_EACH_KEY(from, count, each)                                                  \
  for (uint t = item; t < (count); t += KILN_AHEAD * KILN_GROUP) {                        \
    KILN_ELEMENT elements[KILN_AHEAD];                                                    \
    _Pragma("unroll") for (uint u = 0; u < KILN_AHEAD; ++u) {                             \
      const uint at = t + u * KILN_GROUP;                                                 \
      elements[u] = (from)[at < (count) ? at : t];                                        \
    }                                                                                     \
    _Pragma("unroll") for (uint u = 0; u < KILN_AHEAD; ++u) {                             \
      const KILN_KEY key = KILN_KEY_OF(elements[u]);                                      \
      if (t + u * KILN_GROUP < (count)) { each }                                          \
    }                                                                                     \
  }
#define KILN_COUNT_DIGITS(from, count, shift, base)                                       \
  for (uint d = item; d < KILN_DIGITS; d += KILN_GROUP) bins[d] = 0;                      \
  barrier(CLK_LOCAL_MEM_FENCE);                                                           \
  KILN_EACH_KEY(from, count, const KILN_KEY digit = (key >> (shift)) - (base);            \
                if (digit < KILN_DIGITS) atomic_inc(&bins[(uint)digit]);                  \
                greatest = key > greatest ? key : greatest;)                              \
  barrier(CLK_LOCAL_MEM_FENCE);
#define KILN_LEAST_ABOVE(from, count, found)                                              \
  least[item] = KILN_ALL;                                                                 \
  KILN_EACH_KEY(from, count, if (key > (found) && key < least[item]) least[item] = key;)  \
  KILN_GROUP_LEAST(least)
