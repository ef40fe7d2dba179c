/* SPDX-License-Identifier: Apache-2.0
 * Arrays to and from files by name: NumPy's .npz and safetensors (docs/reference/files.md). */
#ifndef KILN_FILE_H
#define KILN_FILE_H

#include <kiln/array.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kiln_file_format {
  KILN_FORMAT_AUTO = 0, /* what the path ends in: .npz or .safetensors */
  KILN_FORMAT_NPZ = 1,  /* a zip file with an entry NAME.npy for each array, not compressed */
  KILN_FORMAT_SAFETENSORS = 2
} kiln_file_format;

/* An array and its name, which is UTF-8 and not empty. */
typedef struct kiln_named_array {
  const char* name;
  kiln_array array;
} kiln_named_array;

/* Writes `count` arrays to a file, with elements in C order, and waits for them. Names must differ; the arrays may
 * belong to several contexts. The file appears as a whole: it is written under another name in the same folder and
 * renamed, so after a failure an older file is as it was. KILN_FILE_ERROR: the file cannot be written.
 * KILN_UNSUPPORTED: the format does not have a dtype (complex128 in safetensors). bfloat16 elements in an .npz file
 * have the dtype '<V2', as those of the Python package ml_dtypes. */
KILN_API kiln_status kiln_arrays_save(const char* path, kiln_file_format format, size_t count,
                                      const kiln_named_array* arrays);
/* Reads all arrays of a file into C-contiguous arrays of the context, in the file's order. *out receives *count of
 * them and one more entry, whose name and array are NULL. The caller releases all with kiln_arrays_release(); what it
 * keeps, it retains first. `count` may be NULL. KILN_FILE_ERROR: the file cannot be read, or is not what its format
 * says; no size in it is believed. KILN_UNSUPPORTED: it has compressed entries, or a dtype that Kiln does not have.
 * KILN_TYPE_ERROR: the device does not have a dtype. */
KILN_API kiln_status kiln_arrays_load(kiln_context context, const char* path, kiln_file_format format, size_t* count,
                                      kiln_named_array** out);
/* Releases the arrays of a list from kiln_arrays_load(), their names and the list. NULL does nothing. */
KILN_API void kiln_arrays_release(kiln_named_array* arrays);

#ifdef __cplusplus
}
#endif
#endif
