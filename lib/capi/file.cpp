// SPDX-License-Identifier: Apache-2.0
// kiln/file.h: arrays to and from files.
#include "array/file/arrays_file.hpp"

#include <cstdlib>
#include <memory>

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

kiln_file_format check_format(const kiln_file_format& format, const char* path, const char* operation) {
  const auto known =
      check_enum(format, KILN_FORMAT_AUTO, KILN_FORMAT_SAFETENSORS, operation, "format", "kiln_file_format");
  return array::format_of(path, known, operation);
}

struct ArraysRelease {
  void operator()(kiln_named_array* arrays) const noexcept { kiln_arrays_release(arrays); }
};

}  // namespace

extern "C" {

kiln_status kiln_arrays_save(const char* path, kiln_file_format format, size_t count, const kiln_named_array* arrays) {
  return guard(__func__, [&](const char* op) {
    require(path, op, "path");
    const auto known = check_format(format, path, op);
    check_count(count, op, "count");
    if (count > 0) require(arrays, op, "arrays");
    std::vector<array::NamedArray> named;
    for (std::size_t i = 0; i < count; ++i) {
      require(arrays[i].name, op, "arrays.name", i);
      named.push_back({arrays[i].name, array::itself(use(arrays[i].array, op, "arrays.array", i))});
    }
    array::save_arrays(path, known, named, op);
  });
}

kiln_status kiln_arrays_load(kiln_context context, const char* path, kiln_file_format format, size_t* count,
                             kiln_named_array** out) {
  if (count) *count = 0;
  if (out) *out = nullptr;
  return guard(__func__, context, "context", [&](const char* op, auto& owner) {
    require(path, op, "path");
    require(out, op, "out");
    auto loaded = array::load_arrays(owner, path, check_format(format, path, op), op);
    std::unique_ptr<kiln_named_array, ArraysRelease> list(
        static_cast<kiln_named_array*>(std::calloc(loaded.size() + 1, sizeof(kiln_named_array))));
    if (!list) throw std::bad_alloc();
    for (std::size_t i = 0; i < loaded.size(); ++i) {
      list.get()[i].name = new_string(loaded[i].name, nullptr);
      list.get()[i].array = to_handle(loaded[i].array.detach());
    }
    if (count) *count = loaded.size();
    *out = list.release();
  });
}

void kiln_arrays_release(kiln_named_array* arrays) {
  if (!arrays) return;
  for (kiln_named_array* each = arrays; each->name; ++each) {
    kiln_array_release(each->array);
    std::free(const_cast<char*>(each->name));
  }
  std::free(arrays);
}

}  // extern "C"
