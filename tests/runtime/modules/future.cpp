// SPDX-License-Identifier: Apache-2.0
// A backend module of a later major version: nothing of it but the version may be used.
#include <kiln/backend.hpp>

extern "C" KILN_VISIBLE const kiln_backend_exports kiln_backend_module;
const kiln_backend_exports kiln_backend_module = {
    KILN_BACKEND_MAJOR + 7, KILN_BACKEND_MINOR, 0, SIZE_MAX, nullptr, nullptr, nullptr};
