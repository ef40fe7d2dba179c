// SPDX-License-Identifier: Apache-2.0
// Variables to and from files by name (kiln/cxx/file.hpp).
//
//   nn::save("net.safetensors", net.model());
//   nn::load("net.safetensors", net.model());
#ifndef KILN_CXX_NN_FILES_HPP
#define KILN_CXX_NN_FILES_HPP

#include <kiln/cxx/file.hpp>
#include <kiln/cxx/nn/parameters.hpp>

namespace kiln::nn {

inline void save(const std::string& path, const Named& variables, kiln_file_format format = KILN_FORMAT_AUTO) {
  NamedArrays arrays;
  for (const auto& [name, variable] : variables) arrays.emplace(name, variable.get_value(true));
  kiln::save(path, arrays, format);
}

// Gives each variable the array of its name. The file must have these names and no others, with shapes and dtypes as
// the variables have them; otherwise no variable changes.
inline void load(const std::string& path, const Named& variables, kiln_file_format format = KILN_FORMAT_AUTO) {
  if (variables.empty()) return;
  const NamedArrays arrays = kiln::load(variables.front().second.get_value(true).context(), path, format);
  const std::string where = "nn.load: '" + path + "'";
  for (const auto& [name, variable] : variables) {
    const auto found = arrays.find(name);
    const GpuArray value = variable.get_value(true);
    if (found == arrays.end()) detail::fail(KILN_INVALID_ARGUMENT, where, "the file lacks '" + name + "'");
    if (found->second.shape() != value.shape() || found->second.dtype() != value.dtype())
      detail::fail(KILN_SHAPE_ERROR, where,
                   "got '" + name + "' of " + kiln_dtype_name(found->second.dtype()) + ' ' +
                       detail::text_of(found->second.shape()) + ", expected " + kiln_dtype_name(value.dtype()) + ' ' +
                       detail::text_of(value.shape()));
  }
  if (arrays.size() != variables.size())
    detail::fail(
        KILN_INVALID_ARGUMENT, where,
        "got " + std::to_string(arrays.size()) + " arrays, expected the model's " + std::to_string(variables.size()));
  for (const auto& [name, variable] : variables) variable.set_value(arrays.at(name));
}

}  // namespace kiln::nn

#endif
