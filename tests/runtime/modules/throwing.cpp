// SPDX-License-Identifier: Apache-2.0
// A backend module that fails to start.
#include <kiln/backend.hpp>

namespace {
kiln::backend::Driver* create() { throw kiln::backend::Error(KILN_BACKEND_ERROR, "no vendor today"); }
}  // namespace

KILN_BACKEND_MODULE("throwing", create);
