// SPDX-License-Identifier: Apache-2.0
// Arrays to and from files by name (kiln/file.h).
//
//   kiln::save("model.safetensors", {{"w", w}, {"b", b}});
//   const kiln::NamedArrays arrays = kiln::load(context, "model.safetensors");
//   kiln::GpuArray w = arrays.at("w");
#ifndef KILN_CXX_FILE_HPP
#define KILN_CXX_FILE_HPP

#include <kiln/file.h>

#include <kiln/cxx/array.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kiln {

using NamedArrays = std::map<std::string, GpuArray>;

// Writes arrays to a file in the order of their names. The format is what the path ends in unless it is given.
inline void save(const std::string& path, const NamedArrays& arrays, kiln_file_format format = KILN_FORMAT_AUTO) {
  std::vector<kiln_named_array> named;
  for (const auto& [name, array] : arrays) named.push_back({name.c_str(), detail::need(array)});
  detail::check(kiln_arrays_save(path.c_str(), format, named.size(), named.data()));
}

// All arrays of a file, on the context.
inline NamedArrays load(const Context& context, const std::string& path, kiln_file_format format = KILN_FORMAT_AUTO) {
  std::size_t count = 0;
  kiln_named_array* named = nullptr;
  detail::check(kiln_arrays_load(detail::need(context), path.c_str(), format, &count, &named));
  const std::unique_ptr<kiln_named_array, void (*)(kiln_named_array*)> owner(named, kiln_arrays_release);
  NamedArrays arrays;
  for (std::size_t i = 0; i < count; ++i)
    arrays.emplace(named[i].name,
                   GpuArray(detail::ArrayHandle::adopt(std::exchange(named[i].array, nullptr)), context));
  return arrays;
}

}  // namespace kiln

#endif
