// SPDX-License-Identifier: Apache-2.0
// Theano's check1.py: exp() of a shared vector, the result handed out on the host.
//   KILN_FLAGS=device=opencl0:0,floatX=float32 ./check1 [iterations]
#include "check.hpp"

namespace g = kiln::graph;

int main(int count, char** arguments) {
  return run_check(count, arguments, [](int iterations) {
    const kiln::Context context;
    const g::Variable x = g::shared(random_vector(context));
    const g::Function f({.outputs = {g::exp(x)}});
    std::cout << f.toposort() << "\n";
    const kiln::GpuArray r = time_calls(f, iterations);
    std::cout << "Result is " << r << "\n";
    print_device(f);
  });
}
