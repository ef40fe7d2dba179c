// SPDX-License-Identifier: Apache-2.0
// A program of more inputs and outputs than a kernel takes as several, one after the other, with temporaries
// between them. Pure.
#pragma once

#include <functional>
#include <vector>

#include "expr/program.hpp"

namespace kiln::expr {

// What an input or an output of a part is: one of the whole program's, or a temporary.
struct Place {
  bool temporary = false;
  std::size_t number = 0;
};
struct Part {
  Program program;
  std::vector<Place> inputs, outputs;  // in the order of the program's
};
struct Temporary {
  DType dtype = KILN_BOOL;
  std::size_t last = 0;  // the part that reads it last
};
struct Split {
  std::vector<Part> parts;
  std::vector<Temporary> temporaries;
};

// Whether a kernel takes so many arrays, outputs included, and scalars. Any takes 4 and 3: those of one
// value.
using Fits = std::function<bool(std::size_t arrays, std::size_t scalars)>;
// As few parts as the order of the program's values allows. Inputs that nothing reads are in none.
Split split(const Program& program, const Fits& fits);

}  // namespace kiln::expr
