/* SPDX-License-Identifier: Apache-2.0
 * The kernel cache on disk: one folder, one file an entry. */
#ifndef KILN_CACHE_H
#define KILN_CACHE_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_disk_cache_info {
  size_t struct_size;
  const char* path;   /* the folder; lives until the thread's next call of this function */
  const char* reason; /* why the cache is off, or ""; lives as long */
  uint64_t entries;
  uint64_t bytes;
  uint64_t damaged;   /* entries that fail their digest; counted by verify only */
  uint64_t temporary; /* left-over temporary files */
} kiln_disk_cache_info;
#define KILN_DISK_CACHE_INFO_INIT \
  { sizeof(kiln_disk_cache_info), 0, 0, 0, 0, 0, 0 }

typedef enum kiln_disk_cache_action {
  KILN_CACHE_STAT = 0,   /* count */
  KILN_CACHE_VERIFY = 1, /* read every entry; remove damaged ones */
  KILN_CACHE_PRUNE = 2,  /* remove least recently used entries beyond `bytes` */
  KILN_CACHE_CLEAR = 3   /* remove all entries */
} kiln_disk_cache_action;

/* Acts on the folder of the flag cache_path and tells what is there afterwards (for VERIFY, damaged counts
 * what was found). `bytes` is for PRUNE. Safe while other processes use the cache. */
KILN_API kiln_status kiln_disk_cache(kiln_disk_cache_action action, uint64_t bytes,
                                     kiln_disk_cache_info* out);

#ifdef __cplusplus
}
#endif
#endif
