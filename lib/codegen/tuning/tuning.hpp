// SPDX-License-Identifier: Apache-2.0
// All tuning tables; each algorithm has one. The traits of a device point at the tables that choose its kernels.
#pragma once

#include "codegen/tuning/conv.hpp"
#include "codegen/tuning/copy.hpp"
#include "codegen/tuning/device.hpp"
#include "codegen/tuning/elementwise.hpp"
#include "codegen/tuning/gemm.hpp"
#include "codegen/tuning/index.hpp"
#include "codegen/tuning/loop.hpp"
#include "codegen/tuning/random.hpp"
#include "codegen/tuning/reduce.hpp"
#include "codegen/tuning/row.hpp"
#include "codegen/tuning/scan.hpp"
#include "codegen/tuning/sort.hpp"

namespace kiln::codegen {

struct Tuning {
  DeviceTuning device;
  CopyTuning copy;
  ElementwiseTuning elementwise;
  ReduceTuning reduce;
  RowTuning row;
  ScanTuning scan;
  CallerScanTuning caller_scan;
  GemmTuning gemm;
  ConvTuning conv;
  SortTuning sort;
  IndexTuning index;
  RandomTuning random;
  LoopTuning loop;
};
// The built-in tables.
extern const Tuning kTuning;

}  // namespace kiln::codegen
