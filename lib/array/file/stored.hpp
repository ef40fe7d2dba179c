// SPDX-License-Identifier: Apache-2.0
// What readers find in a file and writers put into one: arrays as bytes, by name. Readers believe nothing that a file
// says: they throw, and allocate no more than the file is long.
#pragma once

#include <optional>

#include "array/file/bytes.hpp"
#include "base/dtype.hpp"
#include "layout/dims.hpp"

namespace kiln::array::file {

// An array in a file. Its bytes lie in the file, and are as many as shape and dtype need.
struct Stored {
  std::string name;
  base::DType dtype = KILN_BOOL;
  layout::Dims shape;
  bool fortran = false;  // elements in Fortran order
  std::uint64_t offset = 0, bytes = 0;
  // Of an entry of a zip file, npy header and elements: its start, its length, its CRC-32.
  std::uint64_t entry_offset = 0, entry_bytes = 0;
  std::optional<std::uint32_t> crc;
};

// An array to be written. `read` gives its elements in C order.
struct ToStore {
  std::string_view name;
  base::DType dtype;
  layout::Dims shape;
  std::uint64_t bytes;
};
// The elements of array `index`, valid until the next call.
class Elements {
 public:
  virtual ~Elements() = default;
  virtual std::span<const std::byte> read(std::size_t index) = 0;
};

std::vector<Stored> read_npz(const Input& input, const Where& where);
std::vector<Stored> read_safetensors(const Input& input, const Where& where);
void write_npz(Output& output, std::span<const ToStore> arrays, Elements& elements, const Where& where);
void write_safetensors(Output& output, std::span<const ToStore> arrays, Elements& elements, const Where& where);

// Throws unless a name is UTF-8, has a byte or more, no zero among them, and occurs once. `what` is what it names.
void check_names(std::span<const std::string_view> names, kiln_status status, const Where& where);
// How many bytes the elements take; none where that is more than 2^63 - 1.
std::optional<std::uint64_t> bytes_of(base::DType dtype, const layout::Dims& shape) noexcept;

}  // namespace kiln::array::file
