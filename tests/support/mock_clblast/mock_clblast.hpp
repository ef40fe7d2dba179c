// SPDX-License-Identifier: Apache-2.0
// A mock libclblast, for any OpenCL device: products by the definition on the host, and what tests want to go
// wrong.
#pragma once

namespace kiln::mock {

struct ClblastControl {
  int products = 0, batches = 0, clears = 0;  // calls
  int status = 0;                             // what the next products return, doing nothing
  bool wrong = false;                         // one element of C is off
  bool fours = false;                         // sums of a multiple of four products, at least k
  bool spills = false;                        // writes beside C
  bool fast = false;                          // a call like the one before it finds its results in place
  int delay_us = 0;                           // of each call
};

}  // namespace kiln::mock

extern "C" kiln::mock::ClblastControl* kiln_mock_clblast_control();
