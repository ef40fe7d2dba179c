// SPDX-License-Identifier: Apache-2.0
// Arrays to and from files, by the C API and by kiln.hpp. bindings/python/tests/test_files.py compares with NumPy and
// has damaged files.
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "cxx_support.hpp"

namespace {

// A path in the folder that tests run in, and no file there at the end.
struct Path {
  explicit Path(const std::string& suffix) : text("test_file_" + std::to_string(::getpid()) + suffix) {}
  ~Path() { std::remove(text.c_str()); }
  std::string text;
};

void write_file(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

TEST_CASE("arrays of every dtype come back from files") {
  const kiln::Context context(test_devices()[0]);
  for (const char* const suffix : {".npz", ".safetensors"}) {
    const Path path(suffix);
    kiln::NamedArrays arrays;
    for (int number = KILN_BOOL; number <= KILN_COMPLEX128; ++number) {
      const auto dtype = static_cast<kiln_dtype>(number);
      if (dtype == KILN_COMPLEX128 && path.text.ends_with(".safetensors")) continue;
      kiln_array out = nullptr;
      if (kiln_array_zeros(context.get(), dtype, 0, nullptr, &out) == KILN_TYPE_ERROR) continue;
      kiln_array_release(out);
      std::string bytes(6 * kiln_dtype_size(dtype), '\0');
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(dtype == KILN_BOOL ? i % 2 : i + 3);
      auto array = kiln::GpuArray::empty(context, {2, 3}, dtype);
      WORKS(kiln_array_write(array.get(), bytes.data(), bytes.size()));
      arrays.emplace(kiln_dtype_name(dtype), array.transpose());
    }
    arrays.emplace("empty \"\xc3\xa4/\n", kiln::GpuArray::empty(context, {0, 3}));
    arrays.emplace("scalar", kiln::GpuArray::full(context, {}, 2.5F));
    kiln::save(path.text, arrays);
    const kiln::NamedArrays loaded = kiln::load(context, path.text);
    REQUIRE(loaded.size() == arrays.size());
    for (const auto& [name, array] : arrays) {
      CAPTURE(name);
      const kiln::GpuArray& found = loaded.at(name);
      CHECK(found.dtype() == array.dtype());
      CHECK(found.shape() == array.shape());
      std::string expected(array.info().bytes, 'x'), got(array.info().bytes, 'y');
      WORKS(kiln_array_read(array.get(), expected.data(), expected.size()));
      WORKS(kiln_array_read(found.get(), got.data(), got.size()));
      CHECK(got == expected);
    }
  }
}

TEST_CASE("a list of loaded arrays ends with NULL, and what is retained outlives it") {
  const kiln::Context context(test_devices()[0]);
  const Path path(".npz");
  const auto array = kiln::GpuArray::full(context, {2}, std::int32_t(7));
  const kiln_named_array named[] = {{"b", array.get()}, {"a", array.get()}};
  WORKS(kiln_arrays_save(path.text.c_str(), KILN_FORMAT_SAFETENSORS, 2, named));  // whatever the path ends in
  std::size_t count = 0;
  kiln_named_array* loaded = nullptr;
  WORKS(kiln_arrays_load(context.get(), path.text.c_str(), KILN_FORMAT_SAFETENSORS, &count, &loaded));
  REQUIRE(count == 2);
  CHECK(std::string(loaded[0].name) == "b");
  CHECK(std::string(loaded[1].name) == "a");
  CHECK((!loaded[2].name && !loaded[2].array));
  const kiln_array kept = kiln_array_retain(loaded[1].array);
  kiln_arrays_release(loaded);
  CHECK(kiln::GpuArray::adopt(kept).read<std::int32_t>() == std::vector<std::int32_t>{7, 7});
  FAILS(kiln_arrays_load(context.get(), path.text.c_str(), KILN_FORMAT_AUTO, &count, &loaded), KILN_FILE_ERROR,
        path.text);
  CHECK((count == 0 && !loaded));
}

TEST_CASE("a failed save leaves the old file whole and no other") {
  const kiln::Context context(test_devices()[0]);
  const Path path(".safetensors");
  write_file(path.text, "old");
  const auto array = kiln::GpuArray::full(context, {2}, 1.0F);
  const kiln_named_array twice[] = {{"a", array.get()}, {"a", array.get()}},
                         reserved[] = {{"__metadata__", array.get()}}, no_name[] = {{"", array.get()}},
                         no_text[] = {{"\xff", array.get()}};
  const char* const file = path.text.c_str();
  FAILS(kiln_arrays_save(file, KILN_FORMAT_AUTO, 2, twice), KILN_INVALID_ARGUMENT, "the name 'a' twice");
  FAILS(kiln_arrays_save(file, KILN_FORMAT_AUTO, 1, reserved), KILN_INVALID_ARGUMENT, "__metadata__");
  FAILS(kiln_arrays_save(file, KILN_FORMAT_AUTO, 1, no_name), KILN_INVALID_ARGUMENT, "empty name");
  FAILS(kiln_arrays_save(file, KILN_FORMAT_AUTO, 1, no_text), KILN_INVALID_ARGUMENT, "not UTF-8");
  FAILS(kiln_arrays_save("x.bin", KILN_FORMAT_AUTO, 1, reserved), KILN_INVALID_ARGUMENT, ".npz or .safetensors");
  FAILS(kiln_arrays_save(file, static_cast<kiln_file_format>(3), 1, reserved), KILN_INVALID_ARGUMENT, "format is 3");
  FAILS(kiln_arrays_save("/dev/null", KILN_FORMAT_NPZ, 1, twice), KILN_FILE_ERROR, "regular file");
  FAILS(kiln_arrays_save("no/such/folder.npz", KILN_FORMAT_AUTO, 1, twice), KILN_FILE_ERROR, "no/such/folder.npz");
  CHECK(read_file(path.text) == "old");
  WORKS(kiln_arrays_save(file, KILN_FORMAT_AUTO, 0, nullptr));
  CHECK(kiln::load(context, path.text).empty());
}
