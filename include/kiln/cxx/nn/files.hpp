// SPDX-License-Identifier: Apache-2.0
// Variables to and from files by name (kiln/cxx/file.hpp).
//
//   nn::save("net.safetensors", net.model());
//   nn::load("net.safetensors", net.model());
#ifndef KILN_CXX_NN_FILES_HPP
#define KILN_CXX_NN_FILES_HPP

#include <kiln/cxx/file.hpp>
#include <kiln/cxx/nn/parameters.hpp>

#include <set>

namespace kiln::nn {

namespace detail {
[[noreturn]] inline void fail_named_twice(const std::string& where, const std::string& name) {
  fail(KILN_INVALID_ARGUMENT, where, "got '" + name + "' twice, expected another name for each variable");
}
}  // namespace detail

// Names that are given twice are refused, as a file has one array for each.
inline void save(const std::string& path, const Named& variables, kiln_file_format format = KILN_FORMAT_AUTO) {
  NamedArrays arrays;
  for (const auto& [name, variable] : variables)
    if (!arrays.emplace(name, variable.get_value(true)).second)
      detail::fail_named_twice("nn.save: '" + path + "'", name);
  kiln::save(path, arrays, format);
}

// Gives each variable the array of its name. The file must have these names and no others, with shapes and dtypes as
// the variables have them; otherwise no variable changes.
inline void load(const std::string& path, const Named& variables, kiln_file_format format = KILN_FORMAT_AUTO) {
  if (variables.empty()) return;
  const std::string where = "nn.load: '" + path + "'";
  std::set<std::string> names;
  for (const auto& [name, variable] : variables)
    if (!names.insert(name).second) detail::fail_named_twice(where, name);
  const NamedArrays arrays = kiln::load(variables.front().second.get_value(true).context(), path, format);
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
