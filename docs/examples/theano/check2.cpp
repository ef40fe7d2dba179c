// SPDX-License-Identifier: Apache-2.0
// Theano's check2.py: exp() of a shared vector, the result left on the device.
//   KILN_FLAGS=device=opencl0:0,floatX=float32 ./check2 [iterations]
#include "check.hpp"

namespace g = kiln::graph;

int main(int count, char** arguments) {
  return run_check(count, arguments, [](int iterations) {
    const kiln::Context context;
    const g::Variable x = g::shared(random_vector(context));
    const g::Function f({.outputs = {g::exp(x).transfer(context)}});
    std::cout << f.toposort() << "\n";
    const kiln::GpuArray r = time_calls(f, iterations);
    std::cout << "Result is " << r << "\n";
    print_device(f);
  });
}
