// SPDX-License-Identifier: Apache-2.0
// The format of https://github.com/huggingface/safetensors: the length of a JSON header in 8 bytes, the header, then
// the elements of all arrays without a gap. The header is read by hand: it has a fixed form, no other part of Kiln
// reads JSON, and names that occur twice must be seen.
#include <algorithm>
#include <numeric>

#include "array/file/scanner.hpp"
#include "base/text.hpp"

namespace kiln::array::file {

namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMostJsonBytes = 100'000'000;  // the format's own limit
constexpr std::string_view kMetadata = "__metadata__";

struct TensorType {
  std::string_view name;
  base::DType dtype;
};
constexpr TensorType kTensorTypes[] = {
    {"BOOL", KILN_BOOL},   {"I8", KILN_INT8},       {"I16", KILN_INT16},     {"I32", KILN_INT32},
    {"I64", KILN_INT64},   {"U8", KILN_UINT8},      {"U16", KILN_UINT16},    {"U32", KILN_UINT32},
    {"U64", KILN_UINT64},  {"F16", KILN_FLOAT16},   {"BF16", KILN_BFLOAT16}, {"F32", KILN_FLOAT32},
    {"F64", KILN_FLOAT64}, {"C64", KILN_COMPLEX64},
};

void read_metadata(Scanner& scanner) {
  scanner.expect("{");
  if (scanner.take("}")) return;
  do {
    scanner.json_string();
    scanner.expect(":");
    scanner.json_string();
  } while (scanner.take(","));
  scanner.expect("}");
}

// One array's object: {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}.
Stored read_tensor(Scanner& scanner, std::string name, std::uint64_t data, const Input& input, const Where& where) {
  Stored found;
  std::string dtype;
  layout::Dims offsets;
  unsigned seen = 0;
  scanner.expect("{");
  do {
    const std::string key = scanner.json_string();
    const unsigned bit = key == "dtype" ? 1 : key == "shape" ? 2 : key == "data_offsets" ? 4 : 0;
    if (bit == 0 || (seen & bit))
      refuse(KILN_FILE_ERROR, where, "entry '{}' has the key '{}', expected dtype, shape and data_offsets once", name,
             key);
    seen |= bit;
    scanner.expect(":");
    if (bit == 1) dtype = scanner.json_string();
    if (bit == 2) found.shape = scanner.extents("[", "]", false);
    if (bit == 4) offsets = scanner.extents("[", "]", false);
  } while (scanner.take(","));
  scanner.expect("}");
  if (seen != 7) refuse(KILN_FILE_ERROR, where, "entry '{}' lacks a key, expected dtype, shape and data_offsets", name);

  const auto type = std::find_if(std::begin(kTensorTypes), std::end(kTensorTypes),
                                 [&](const TensorType& each) { return each.name == dtype; });
  if (type == std::end(kTensorTypes))
    refuse(KILN_UNSUPPORTED, where, "entry '{}' has dtype '{}', which Kiln does not have", name, dtype);
  found.dtype = type->dtype;
  const auto bytes = bytes_of(found.dtype, found.shape);
  const std::uint64_t data_bytes = input.size() - data;
  if (offsets.size() != 2 || offsets[0] > offsets[1] || std::uint64_t(offsets[1]) > data_bytes)
    refuse(KILN_FILE_ERROR, where,
           "entry '{}' has data_offsets [{}], expected a begin and an end in the {} bytes behind the header", name,
           fmt::join(offsets.begin(), offsets.end(), ", "), data_bytes);
  found.bytes = std::uint64_t(offsets[1] - offsets[0]);
  if (bytes != found.bytes)
    refuse(KILN_FILE_ERROR, where, "entry '{}' has {} bytes, expected {} for shape [{}] of {}", name, found.bytes,
           bytes ? std::to_string(*bytes) : "more than 2^63 - 1",
           fmt::join(found.shape.begin(), found.shape.end(), ", "), base::dtype_name(found.dtype));
  found.offset = data + std::uint64_t(offsets[0]);
  found.name = std::move(name);
  return found;
}

// The entries' bytes must be all bytes behind the header, each once.
void check_ranges(std::span<const Stored> arrays, std::uint64_t data, std::uint64_t end, const Where& where) {
  std::vector<const Stored*> order;
  for (const Stored& each : arrays) order.push_back(&each);
  std::sort(order.begin(), order.end(), [](const Stored* a, const Stored* b) {
    return std::pair(a->offset, a->bytes) < std::pair(b->offset, b->bytes);
  });
  std::uint64_t at = data;
  for (const Stored* each : order) {
    if (each->offset != at)
      refuse(KILN_FILE_ERROR, where, "entry '{}' begins at byte {} behind the header, expected {}: entries {}",
             each->name, each->offset - data, at - data, each->offset < at ? "overlap" : "leave a hole");
    at += each->bytes;
  }
  if (at != end)
    refuse(KILN_FILE_ERROR, where, "entries end at byte {} behind the header, expected {}, where the file ends",
           at - data, end - data);
}

}  // namespace

std::vector<Stored> read_safetensors(const Input& input, const Where& where) {
  if (input.size() < kLengthBytes)
    refuse(KILN_FILE_ERROR, where, "got {} bytes, expected at least {} of a safetensors file", input.size(),
           kLengthBytes);
  const auto length = number_at<std::uint64_t>(input.take(0, kLengthBytes), 0);
  const std::uint64_t most = std::min(kMostJsonBytes, input.size() - kLengthBytes);
  if (length > most)
    refuse(KILN_FILE_ERROR, where, "got a header of {} bytes, expected at most {} in a safetensors file", length, most);
  const auto header = input.take(kLengthBytes, length);
  const std::uint64_t data = kLengthBytes + length;
  Scanner scanner(text_of(header), where, "the header");
  std::vector<Stored> arrays;
  bool metadata = false;
  scanner.expect("{");
  if (!scanner.take("}")) {
    do {
      std::string name = scanner.json_string();
      scanner.expect(":");
      if (name != kMetadata) {
        arrays.push_back(read_tensor(scanner, std::move(name), data, input, where));
        continue;
      }
      if (std::exchange(metadata, true)) refuse(KILN_FILE_ERROR, where, "got {} twice, expected it once", kMetadata);
      read_metadata(scanner);
    } while (scanner.take(","));
    scanner.expect("}");
  }
  if (!scanner.at_end()) scanner.unexpected("nothing but spaces");
  std::vector<std::string_view> names;
  for (const Stored& each : arrays) names.push_back(each.name);
  check_names(names, KILN_FILE_ERROR, where);
  check_ranges(arrays, data, input.size(), where);
  return arrays;
}

void write_safetensors(Output& output, std::span<const ToStore> arrays, Elements& elements, const Where& where) {
  // Large elements come first, so that all lie at multiples of their size.
  std::vector<std::size_t> order(arrays.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return base::dtype_size(arrays[a].dtype) > base::dtype_size(arrays[b].dtype);
  });
  std::string header = "{";
  std::uint64_t at = 0;
  for (const std::size_t i : order) {
    const ToStore& each = arrays[i];
    if (each.name == kMetadata)
      refuse(KILN_INVALID_ARGUMENT, where, "got the name '{}', which the format keeps for itself", each.name);
    const auto type = std::find_if(std::begin(kTensorTypes), std::end(kTensorTypes),
                                   [&](const TensorType& one) { return one.dtype == each.dtype; });
    if (type == std::end(kTensorTypes))
      refuse(KILN_UNSUPPORTED, where, "'{}' is {}, which safetensors files do not have", each.name,
             base::dtype_name(each.dtype));
    header += fmt::format(R"({}{}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                          at || header.size() > 1 ? "," : "", base::json_quote(each.name), type->name,
                          fmt::join(each.shape.begin(), each.shape.end(), ","), at, at + each.bytes);
    at += each.bytes;
  }
  header += '}';
  header.append((8 - header.size() % 8) % 8, ' ');
  if (header.size() > kMostJsonBytes)
    refuse(KILN_INVALID_ARGUMENT, where, "names and shapes take {} bytes, expected at most {}", header.size(),
           kMostJsonBytes);
  std::string length;
  put_number(length, std::uint64_t(header.size()));
  output.write(length);
  output.write(header);
  for (const std::size_t i : order) output.write(elements.read(i));
}

}  // namespace kiln::array::file
