// SPDX-License-Identifier: Apache-2.0
// Calls of reductions and scans that the program writes.
#ifndef KILN_CXX_FOLD_CALL_HPP
#define KILN_CXX_FOLD_CALL_HPP

#include <kiln/cxx/array.hpp>

#include <string>
#include <vector>

namespace kiln {
namespace detail {

// `call` makes the C call from the number and list of the inputs, the number of outputs, the list of
// destinations and the list that receives the results.
template <class Call>
std::vector<GpuArray> call_fold(const char* name, const Context& context, const std::vector<GpuArray>& inputs,
                                std::size_t outputs, const std::vector<GpuArray>& out, Call&& call) {
  std::vector<kiln_array> arrays, made(outputs), to(outputs);
  if (!out.empty() && out.size() != outputs)
    throw Error(KILN_INVALID_ARGUMENT, std::string(name) + ": out has " + plural(out.size(), "array", "arrays") +
                                           ", expected " + std::to_string(outputs));
  for (const GpuArray& input : inputs) arrays.push_back(detail::need(input, arrays.size()));
  for (std::size_t i = 0; i < out.size(); ++i) to[i] = out[i].get();
  check(call(arrays.size(), arrays.data(), outputs, to.data(), made.data()));
  std::vector<GpuArray> result;
  for (kiln_array array : made) result.emplace_back(ArrayHandle::adopt(array), context);
  return result;
}

}  // namespace detail
}  // namespace kiln

#endif
