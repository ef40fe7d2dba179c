// SPDX-License-Identifier: Apache-2.0
// A floor: the same work written by hand against a vendor's API, as fast as we know how. Times are seconds of
// the whole region, with one wait at the end unless said.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

struct Floor {
  virtual ~Floor() = default;
  // `iterations` launches of out = exp(in) over the values, one wait at the end.
  virtual double loop(const std::vector<float>& values, int iterations) = 0;
  // The same, copying each result into pinned host memory and waiting for it.
  virtual double loop_host(const std::vector<float>& values, int iterations) = 0;
  // One device copy of n floats (seconds for one, of `repeats`).
  virtual double copy(std::size_t n, int repeats) = 0;
};

// Null if the device string is not of this vendor's or it cannot be opened.
std::unique_ptr<Floor> opencl_floor(const std::string& platform, bool cpu);
std::unique_ptr<Floor> cuda_floor();

double now();
