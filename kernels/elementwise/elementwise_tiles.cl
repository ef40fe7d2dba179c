// SPDX-License-Identifier: Apache-2.0
// Elementwise computation where some inputs are turned: their neighbours in memory are neighbours along the last axis
// before the innermost one. The kernel works by tiles of KILN_TILE rows and columns. It reads a tile of each turned
// input along its memory and keeps it, in local memory or, on CPU devices, in private memory; other operands are
// accessed as in the other kernels. KILN_CPU is 1 on CPU devices, where elementwise_blocks.cl comes before this file.
//
// Arguments: as in elementwise_rows.cl. On CPU devices also `chunk` tiles of a work-item and the number of all `tiles`.
//
// The generator (lib/codegen/elementwise) defines, besides the macros of elementwise_rows.cl and, on CPU devices,
// elementwise_blocks.cl:
//   KILN_ROWS              extent of the axis before the innermost one
//   KILN_TILE_ROW(r)       declares the offsets of row r of the tile
//   KILN_HELD              declares the memory of the kept tiles
//   KILN_HOLD              reads column j of the tiles (CPU devices), or element (j, i)
//   KILN_TURN              turns the next rows of the kept tiles into rows of the result (CPU devices)
#if KILN_CPU
// A work-item computes tiles `begin` to `end` - 1, and turns 8 rows of the kept tiles at a time.
KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_POINTERS
  const KILN_INDEX across = (n + KILN_TILE - 1) / KILN_TILE, down = (KILN_ROWS + KILN_TILE - 1) / KILN_TILE;
  const KILN_INDEX begin = (KILN_INDEX)get_group_id(0) * chunk, end = tiles - begin < chunk ? tiles : begin + chunk;
  for (KILN_INDEX tile = begin; tile < end; ++tile) {
    const KILN_INDEX from = tile % across * KILN_TILE, above = tile / across % down * KILN_TILE;
    const KILN_INDEX row = tile / across / down * KILN_ROWS + above, first = row;
    const int width = n - from < KILN_TILE ? (int)(n - from) : KILN_TILE;
    const int height = KILN_ROWS - above < KILN_TILE ? (int)(KILN_ROWS - above) : KILN_TILE;
    // Prefetch the next tile's columns while this tile is computed.
    const int ahead = n - from > KILN_TILE ? KILN_TILE : 0;
    KILN_ROW_OFFSETS
    KILN_HELD
    for (int j = 0; j < width; ++j) {
      KILN_HOLD(j)
    }
    for (int strip = 0; strip < height; strip += 8) {
      const int some = height - strip < 8 ? height - strip : 8;
      KILN_TURN
      for (int r = strip; r < strip + some; ++r) {
        const KILN_INDEX row = first + r, stop = from + width;
        KILN_TILE_ROW(r)
        KILN_INDEX i = from;
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
        if (width == KILN_TILE && (KILN_ADDRESSES(i)) % 32 == 0) {
          KILN_EACH_BLOCK(i, stop, )
        }
#endif
        KILN_EACH(i, stop)
      }
    }
  }
#if defined(KILN_IN_BLOCK) && defined(KILN_STREAM)
  KILN_STREAMED
#endif
}
#else
// A group of 32 by 8 work-items computes a tile. Rows of the tiles in local memory are padded by one element, so that
// the elements of a column lie in different banks. KILN_PLACE declares the row and the column of an item's k-th
// element.
#define KILN_PLACE(k)                                            \
  const int r = (k) / (KILN_TILE / 32) * 8 + y;                  \
  const KILN_INDEX row = first + r;                              \
  const KILN_INDEX i = from + (k) % (KILN_TILE / 32) * 32 + x;   \
  KILN_TILE_ROW(r)
KILN_KERNEL void elementwise(KILN_PARAMETERS) {
  KILN_HELD
  KILN_POINTERS
  const KILN_INDEX across = (n + KILN_TILE - 1) / KILN_TILE, down = (KILN_ROWS + KILN_TILE - 1) / KILN_TILE;
  const KILN_INDEX tile = (KILN_INDEX)get_group_id(0);
  const KILN_INDEX from = tile % across * KILN_TILE, above = tile / across % down * KILN_TILE;
  const KILN_INDEX row = tile / across / down * KILN_ROWS + above, first = row;
  const int width = n - from < KILN_TILE ? (int)(n - from) : KILN_TILE;
  const int height = KILN_ROWS - above < KILN_TILE ? (int)(KILN_ROWS - above) : KILN_TILE;
  const int x = (int)get_local_id(0), y = (int)get_local_id(1);
  KILN_ROW_OFFSETS
#pragma unroll
  for (int j = 0; j < KILN_TILE; j += 8)
#pragma unroll
    for (int i = 0; i < KILN_TILE; i += 32)
      if (j + y < width && i + x < height) {
        KILN_HOLD(j + y, i + x)
      }
  barrier(CLK_LOCAL_MEM_FENCE);
  // In whole tiles an item reads KILN_AHEAD elements before it writes the first, as in elementwise_rows.cl.
  const int whole = width == KILN_TILE && height == KILN_TILE;
#pragma unroll
  for (int k = 0; k < KILN_TILE / 8 * (KILN_TILE / 32); k += KILN_AHEAD) {
    if (whole) {
      KILN_TAKEN
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_PLACE(k + u)
        KILN_TAKE(i, u)
      }
#pragma unroll
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_PLACE(k + u)
        KILN_GIVE(i, u)
      }
    } else {
      for (int u = 0; u < KILN_AHEAD; ++u) {
        KILN_PLACE(k + u)
        if (r < height && i - from < width) {
          KILN_ONE(i)
        }
      }
    }
  }
}
#endif
