// SPDX-License-Identifier: Apache-2.0
// NumPy's .npz: a zip file with an entry NAME.npy for each array.
#include "array/file/npy.hpp"
#include "array/file/zip.hpp"

namespace kiln::array::file {

namespace {

constexpr std::string_view kSuffix = ".npy";
constexpr std::size_t kMostNameBytes = 0xffff - 28 - kSuffix.size();  // a length of zip's has 16 bits

}  // namespace

std::vector<Stored> read_npz(const Input& input, const Where& where) {
  std::vector<Stored> arrays;
  for (ZipEntry& entry : read_zip(input, where)) {
    if (!entry.name.ends_with(kSuffix))
      refuse(KILN_FILE_ERROR, where, "got an entry '{}', expected names that end in .npy", entry.name);
    Stored& array = arrays.emplace_back();
    array.name = entry.name.substr(0, entry.name.size() - kSuffix.size());
    array.entry_offset = entry.offset;
    array.entry_bytes = entry.bytes;
    array.crc = entry.crc;
    read_npy_header(input, array, where);
  }
  std::vector<std::string_view> names;
  for (const Stored& each : arrays) names.push_back(each.name);
  check_names(names, KILN_FILE_ERROR, where);
  return arrays;
}

void write_npz(Output& output, std::span<const ToStore> arrays, Elements& elements, const Where& where) {
  for (const ToStore& each : arrays)
    if (each.name.size() > kMostNameBytes)
      refuse(KILN_INVALID_ARGUMENT, where, "the name '{}' has {} bytes, expected at most {}", each.name,
             each.name.size(), kMostNameBytes);
  ZipWriter zip(output);
  for (std::size_t i = 0; i < arrays.size(); ++i)
    zip.add(std::string(arrays[i].name) + std::string(kSuffix), make_npy_header(arrays[i].dtype, arrays[i].shape),
            elements.read(i));
  zip.finish();
}

}  // namespace kiln::array::file
