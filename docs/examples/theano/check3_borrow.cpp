// SPDX-License-Identifier: Apache-2.0
// Theano's check3_borrow.py: exp() of a shared vector, left on the device in memory of the function, which
// the next call overwrites: nothing is allocated and nothing copied.
//   KILN_FLAGS=device=opencl0:0,floatX=float32 ./check3_borrow [iterations]
#include "check.hpp"

namespace g = kiln::graph;

int main(int count, char** arguments) {
  return run_check(count, arguments, [](int iterations) {
    const kiln::Context context;
    const g::Variable x = g::shared(random_vector(context));
    const g::Function f({.outputs = {g::Out(g::exp(x).transfer(context), true)}});
    std::cout << f.toposort() << "\n";
    const kiln::GpuArray r = time_calls(f, iterations);
    std::cout << "Result is " << r << "\n";
    print_device(f);
  });
}
