// SPDX-License-Identifier: Apache-2.0
#include "array/file/arrays_file.hpp"

#include <bit>

#include "array/file/disk_file.hpp"
#include "array/file/stored.hpp"
#include "array/file/zip.hpp"

namespace kiln::array {

namespace {

using file::refuse;
using file::Where;

// The formats are little-endian, and elements are moved as they are.
void check_byte_order(const Where& where) {
  if (std::endian::native != std::endian::little)
    refuse(KILN_UNSUPPORTED, where, "this machine is big-endian, expected a little-endian one");
}

// Reads arrays from their devices, one at a time.
class DeviceElements final : public file::Elements {
 public:
  DeviceElements(std::span<const NamedArray> arrays, const char* operation) : arrays_(arrays), operation_(operation) {}
  std::span<const std::byte> read(std::size_t index) override {
    const Array& from = *arrays_[index].array;
    bytes_.resize(from.bytes());
    array::read(from, bytes_.data(), nullptr, operation_);
    return bytes_;
  }

 private:
  std::span<const NamedArray> arrays_;
  const char* operation_;
  std::vector<std::byte> bytes_;
};

// The elements of an array in a file, whose checksum is compared if it has one.
std::span<const std::byte> read_elements(const file::Input& input, const file::Stored& stored,
                                         std::vector<std::byte>& room, const Where& where) {
  const bool whole = stored.crc.has_value();
  room.resize(static_cast<std::size_t>(whole ? stored.entry_bytes : stored.bytes));
  input.read(whole ? stored.entry_offset : stored.offset, room);
  if (whole) {
    const std::uint32_t got = file::crc32(0, room);
    if (got != *stored.crc)
      refuse(KILN_FILE_ERROR, where, "entry '{}' is damaged: its CRC-32 is {:08x}, expected {:08x}", stored.name, got,
             *stored.crc);
  }
  const auto elements = std::span(room).last(static_cast<std::size_t>(stored.bytes));
  if (stored.dtype == KILN_BOOL)  // NumPy takes any byte but 0 for true, kernels need 1
    for (std::byte& each : elements) each = std::byte(each != std::byte(0));
  return elements;
}

}  // namespace

kiln_file_format format_of(std::string_view path, kiln_file_format given, const char* operation) {
  if (given != KILN_FORMAT_AUTO) return given;
  if (path.ends_with(".npz")) return KILN_FORMAT_NPZ;
  if (path.ends_with(".safetensors")) return KILN_FORMAT_SAFETENSORS;
  fail(KILN_INVALID_ARGUMENT, "{}: got the path '{}' and no format, expected one that ends in .npz or .safetensors",
       operation, path);
}

void save_arrays(std::string_view path, kiln_file_format format, std::span<const NamedArray> arrays,
                 const char* operation) {
  const Where where{operation, path};
  check_byte_order(where);
  std::vector<std::string_view> names;
  std::vector<file::ToStore> to_store;
  for (const NamedArray& each : arrays) {
    names.push_back(each.name);
    to_store.push_back({each.name, each.array->dtype(), each.array->shape(), each.array->bytes()});
  }
  file::check_names(names, KILN_INVALID_ARGUMENT, where);
  DeviceElements elements(arrays, operation);
  file::DiskOutput output(where);
  (format == KILN_FORMAT_NPZ ? file::write_npz : file::write_safetensors)(output, to_store, elements, where);
  output.commit();
}

std::vector<NamedArray> load_arrays(runtime::Context& context, std::string_view path, kiln_file_format format,
                                    const char* operation) {
  const Where where{operation, path};
  check_byte_order(where);
  const file::DiskInput input(where);
  const auto found = (format == KILN_FORMAT_NPZ ? file::read_npz : file::read_safetensors)(input, where);
  for (const file::Stored& each : found)
    if (!has_dtype(context, each.dtype))
      refuse(KILN_TYPE_ERROR, where, "entry '{}' is {}, which the device does not have", each.name,
             base::dtype_name(each.dtype));
  std::vector<NamedArray> arrays;
  std::vector<std::byte> room;
  for (const file::Stored& each : found) {
    const auto elements = read_elements(input, each, room, where);
    const Dims strides = each.fortran ? layout::f_strides(each.shape, base::dtype_size(each.dtype)) : Dims();
    arrays.push_back({each.name, from_host(context, each.dtype, each.shape, each.fortran ? &strides : nullptr,
                                           each.dtype, elements.data(), operation)});
  }
  return arrays;
}

}  // namespace kiln::array
