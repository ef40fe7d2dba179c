// SPDX-License-Identifier: Apache-2.0
// Packs the filters of a transposed convolution with strides for gemm_panels.cl, on CPU devices. Such a convolution is a
// product for each class of taps: along an axis d, those that leave the same rest when they are divided by classesd.
// Each product needs the filters of its taps alone, in panels of KILN_WIDTH lines, stored along k, with zeros behind the
// last line. The products' panels come one product after the other, in C order of the classes; within one, each group's.
// The number of a place along k is tap * channels + channel. The memory of the filters, in which taps are neighbours, is
// read once. A work-item packs `chunk` channels of one panel of all products.
//
// Arguments: the filters and the panels; `lines`, the lines of a group; `channels`; `groups`; Td, classesd: taps and
// classes of an axis; strides: of a group, a line, a channel and the taps.
//
// Macros: KILN_R, KILN_STORED, KILN_LOAD(x) as in gemm.cl; KILN_WIDTH; KILN_TAPS: taps at most.
KILN_KERNEL void conv_pack_taps(KILN_ARG(const KILN_STORED, from), KILN_ARG(KILN_R, to), KILN_INDEX lines,
                                KILN_INDEX channels, KILN_INDEX groups, KILN_INDEX chunk, KILN_INDEX T1, KILN_INDEX T2,
                                KILN_INDEX T3, KILN_INDEX classes1, KILN_INDEX classes2, KILN_INDEX classes3,
                                KILN_INDEX group_step, KILN_INDEX line_step, KILN_INDEX channel_step, KILN_INDEX t1,
                                KILN_INDEX t2, KILN_INDEX t3) {
  KILN_PTR(const KILN_STORED, from);
  KILN_PTR(KILN_R, to);
  const KILN_INDEX panels = (lines - 1) / KILN_WIDTH + 1, chunks = (channels - 1) / chunk + 1;
  KILN_INDEX item = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX first = item % chunks * chunk, last = channels - first < chunk ? channels : first + chunk;
  item /= chunks;
  const KILN_INDEX panel = item % panels, group = item / panels;
  const int width = (int)(lines - panel * KILN_WIDTH < KILN_WIDTH ? lines - panel * KILN_WIDTH : KILN_WIDTH);
  // Where each tap lies in the filters and in the panels.
  KILN_INDEX source[KILN_TAPS], place[KILN_TAPS];
  KILN_INDEX start = 0;
  int taps = 0;
  for (KILN_INDEX c = 0; c < classes1 * classes2 * classes3; ++c) {
    const KILN_INDEX c3 = c % classes3, c2 = c / classes3 % classes2, c1 = c / classes3 / classes2;
    if (c1 >= T1 || c2 >= T2 || c3 >= T3) continue;
    const KILN_INDEX n1 = (T1 - 1 - c1) / classes1 + 1, n2 = (T2 - 1 - c2) / classes2 + 1, n3 = (T3 - 1 - c3) / classes3 + 1;
    const KILN_INDEX count = n1 * n2 * n3;
    for (KILN_INDEX t = 0; t < count; ++t) {
      source[taps] = (c1 + t / n3 / n2 * classes1) * t1 + (c2 + t / n3 % n2 * classes2) * t2 + (c3 + t % n3 * classes3) * t3;
      place[taps++] = start + (group * panels + panel) * count * channels + t * channels;
    }
    start += groups * panels * count * channels;
  }
  from += group * group_step + panel * KILN_WIDTH * line_step;
  for (KILN_INDEX channel = first; channel < last; ++channel) {
    for (int tap = 0; tap < taps; ++tap) {
      KILN_GLOBAL const KILN_STORED *x = from + (channel * channel_step + source[tap]);
      KILN_GLOBAL KILN_R *y = to + (place[tap] + channel) * KILN_WIDTH;
      if (width == KILN_WIDTH) {
        for (int i = 0; i < KILN_WIDTH; ++i) y[i] = KILN_LOAD(x[i * line_step]);
      } else {
        for (int i = 0; i < width; ++i) y[i] = KILN_LOAD(x[i * line_step]);
        for (int i = width; i < KILN_WIDTH; ++i) y[i] = (KILN_R)0;
      }
    }
  }
}
