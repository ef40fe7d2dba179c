// SPDX-License-Identifier: Apache-2.0
#include "array/file/npy.hpp"

#include <algorithm>

#include "array/file/scanner.hpp"

namespace kiln::array::file {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint64_t kAlignment = 64;
constexpr std::uint64_t kMostNpyHeaderBytes = 1 << 16;  // Kiln's shapes and dtypes take some hundreds

struct NumpyType {
  std::string_view name;
  base::DType dtype;
};
// NumPy has no bfloat16. The package ml_dtypes adds it, and NumPy writes its elements as two bytes without a meaning.
constexpr NumpyType kNumpyTypes[] = {
    {"|b1", KILN_BOOL},    {"|i1", KILN_INT8},      {"<i2", KILN_INT16},       {"<i4", KILN_INT32},
    {"<i8", KILN_INT64},   {"|u1", KILN_UINT8},     {"<u2", KILN_UINT16},      {"<u4", KILN_UINT32},
    {"<u8", KILN_UINT64},  {"<f2", KILN_FLOAT16},   {"<V2", KILN_BFLOAT16},    {"<f4", KILN_FLOAT32},
    {"<f8", KILN_FLOAT64}, {"<c8", KILN_COMPLEX64}, {"<c16", KILN_COMPLEX128}, {"|V2", KILN_BFLOAT16},
};

base::DType dtype_of(std::string_view name, std::string_view entry, const Where& where) {
  for (const NumpyType& type : kNumpyTypes)
    if (type.name == name) return type.dtype;
  if (name.starts_with('>'))
    refuse(KILN_UNSUPPORTED, where, "entry '{}' has dtype '{}', which is big-endian, expected little-endian", entry,
           name);
  refuse(KILN_UNSUPPORTED, where, "entry '{}' has dtype '{}', which Kiln does not have", entry, name);
}

// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
void read_dictionary(std::string_view text, Stored& array, const Where& where) {
  Scanner scanner(text, where, fmt::format("entry '{}', the npy header", array.name));
  std::string dtype;
  unsigned seen = 0;
  scanner.expect("{");
  do {
    if (seen != 0 && scanner.take("}")) break;
    const std::string key = scanner.python_string();
    const unsigned bit = key == "descr" ? 1 : key == "fortran_order" ? 2 : key == "shape" ? 4 : 0;
    if (bit == 0 || (seen & bit)) scanner.unexpected("the keys descr, fortran_order and shape once");
    seen |= bit;
    scanner.expect(":");
    if (bit == 1) {
      if (scanner.take("["))
        refuse(KILN_UNSUPPORTED, where, "entry '{}' has elements with fields, expected numbers", array.name);
      dtype = scanner.python_string();
    }
    if (bit == 2) {
      array.fortran = scanner.take("True");
      if (!array.fortran) scanner.expect("False");
    }
    if (bit == 4) array.shape = scanner.extents("(", ")", true);
    if (scanner.take(",")) continue;
    scanner.expect("}");
    break;
  } while (true);
  if (!scanner.at_end()) scanner.unexpected("nothing but spaces");
  if (seen != 7) scanner.unexpected("the keys descr, fortran_order and shape");
  array.dtype = dtype_of(dtype, array.name, where);
}

}  // namespace

std::string make_npy_header(base::DType dtype, const layout::Dims& shape) {
  const auto type = std::find_if(std::begin(kNumpyTypes), std::end(kNumpyTypes),
                                 [&](const NumpyType& each) { return each.dtype == dtype; });
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type->name,
                                       fmt::join(shape.begin(), shape.end(), ", "), shape.size() == 1 ? "," : "");
  const std::size_t before = kMagic.size() + 4;
  dictionary.append(kAlignment - (before + dictionary.size() + 1) % kAlignment, ' ');
  dictionary += '\n';
  std::string header(kMagic);
  header += {'\1', '\0'};
  put_number(header, static_cast<std::uint16_t>(dictionary.size()));
  return header + dictionary;
}

void read_npy_header(const Input& input, Stored& array, const Where& where) {
  const auto short_entry = [&] {
    refuse(KILN_FILE_ERROR, where, "entry '{}' has {} bytes, which end within its npy header", array.name,
           array.entry_bytes);
  };
  constexpr std::uint64_t kMostBefore = 12;
  const auto before = input.take(array.entry_offset, std::min(array.entry_bytes, kMostBefore));
  if (!text_of(before).starts_with(kMagic))
    refuse(KILN_FILE_ERROR, where, "entry '{}' does not begin as an npy file", array.name);
  if (before.size() < kMostBefore) short_entry();
  const unsigned version = number_at<std::uint8_t>(before, 6);
  if (version < 1 || version > 3)
    refuse(KILN_UNSUPPORTED, where, "entry '{}' has version {} of the npy format, expected 1 to 3", array.name,
           version);
  const std::uint64_t start = version == 1 ? 10 : 12;
  const std::uint64_t length = version == 1 ? number_at<std::uint16_t>(before, 8) : number_at<std::uint32_t>(before, 8);
  if (length > kMostNpyHeaderBytes)
    refuse(KILN_UNSUPPORTED, where, "entry '{}' has an npy header of {} bytes, expected at most {}", array.name, length,
           kMostNpyHeaderBytes);
  if (!Input::fits(start, length, array.entry_bytes)) short_entry();
  const auto dictionary = input.take(array.entry_offset + start, length);
  read_dictionary(text_of(dictionary), array, where);
  const auto bytes = bytes_of(array.dtype, array.shape);
  array.offset = array.entry_offset + start + length;
  array.bytes = array.entry_bytes - start - length;
  if (bytes != array.bytes)
    refuse(KILN_FILE_ERROR, where, "entry '{}' has {} bytes of elements, expected {} for shape ({}) of {}", array.name,
           array.bytes, bytes ? std::to_string(*bytes) : "more than 2^63 - 1",
           fmt::join(array.shape.begin(), array.shape.end(), ", "), base::dtype_name(array.dtype));
}

}  // namespace kiln::array::file
