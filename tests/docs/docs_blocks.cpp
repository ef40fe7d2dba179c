// SPDX-License-Identifier: Apache-2.0
#include "docs_blocks.hpp"

const kiln::Context& docs_context() {
  static const kiln::Context context;
  return context;
}

kiln_context docs_context_c(void) { return docs_context().get(); }

void docs_check(int holds, const char* what, const char* file, int line) {
  kiln_error_info error;
  kiln_last_error(&error);
  INFO(file << ":" << line << ": " << what << "; the last error: " << error.message);
  CHECK(holds);
}
