/* SPDX-License-Identifier: Apache-2.0
 * The backends inside libkiln.a. In a module each record is called kiln_backend_module; packaging/make_archive.py
 * renames them. lib/runtime/context/registry.cpp reads the list. */
#include <kiln/backend.h>

extern const kiln_backend_exports kiln_backend_opencl, kiln_backend_cuda;
extern const kiln_backend_exports* const kiln_builtin_backends[];
const kiln_backend_exports* const kiln_builtin_backends[] = {&kiln_backend_opencl, &kiln_backend_cuda, NULL};
