/* SPDX-License-Identifier: Apache-2.0
 * Flags: settings of the process. A flag's value comes from the first of these that sets it:
 *
 *   kiln_flag_set()
 *   the environment: KILN_FLAGS="device=opencl0:0,floatX=float32"
 *   the rc file: the file that KILNRC names, else $XDG_CONFIG_HOME/kiln/kilnrc, else
 *     ~/.config/kiln/kilnrc; an INI file with a section [global] or a flag's own section
 *   the default
 *
 * Environment and rc file are read once, at the first use of a flag. An unknown name is KILN_FLAG_ERROR,
 * whose message suggests the nearest name. In a set-user-ID program environment and rc file are ignored. */
#ifndef KILN_FLAGS_H
#define KILN_FLAGS_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Facts of a flag. The strings stay valid until the process ends. */
typedef struct kiln_flag_info {
  const char* name; /* "device" */
  /* What values the flag takes: "string", "bool", "float", "count" (0 or more), "positive" (1 or more),
   * "device", "dtype", "path", "names", "contexts", or a list of choices such as "a|b|c". */
  const char* type;
  const char* value;         /* as text */
  const char* default_value; /* as text */
  const char* source;        /* where the value comes from: "default", "KILN_FLAGS", "kilnrc:/path:line" or
                                "kiln_flag_set" */
  const char* help;          /* what the flag does, in one line */
} kiln_flag_info;

/* How many flags there are. */
KILN_API size_t kiln_flag_count(void);
/* Fills *out with the facts of a flag, by its number, from 0 on, or by its name. KILN_FLAG_ERROR: the name is
 * unknown, or KILN_FLAGS or the rc file is malformed. KILN_INDEX_ERROR: there is no such number. */
KILN_API kiln_status kiln_flag_get(size_t index, kiln_flag_info* out);
KILN_API kiln_status kiln_flag_find(const char* name, kiln_flag_info* out);
/* Sets a flag, for example ("device", "cuda0"). Contexts that are opened later have the new value; open ones
 * keep theirs. */
KILN_API kiln_status kiln_flag_set(const char* name, const char* value);

#ifdef __cplusplus
}
#endif
#endif
