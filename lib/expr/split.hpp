// SPDX-License-Identifier: Apache-2.0
// Divides a program that has more inputs and outputs than a kernel takes into several programs, which run one
// after the other with temporaries between them.
#pragma once

#include <functional>
#include <vector>

#include "expr/program.hpp"

namespace kiln::expr {

// An input or output of a part: one of the whole program's, or a temporary.
struct Place {
  bool temporary = false;
  std::size_t number = 0;
};
struct Part {
  Program program;
  std::vector<Place> inputs, outputs;  // in the order of program.inputs and program.outputs
};
struct Temporary {
  DType dtype = KILN_BOOL;
  std::size_t last = 0;  // the index of the part that reads it last
};
struct Split {
  std::vector<Part> parts;
  std::vector<Temporary> temporaries;
};

// Whether a kernel takes so many arrays, including outputs, and scalars. Every kernel must take 4 arrays and
// 3 scalars, which a single value may need.
using Fits = std::function<bool(std::size_t arrays, std::size_t scalars)>;
// Makes as few parts as possible without reordering values. Inputs that no value reads are in no part.
Split split(const Program& program, const Fits& fits);

}  // namespace kiln::expr
