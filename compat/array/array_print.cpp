// SPDX-License-Identifier: Apache-2.0
// gpuarray/array.h: arrays as text, written to the caller's files.
#include <gpuarray/array.h>
#include <gpuarray/util.h>

#include <cstring>
#include <vector>

#include "compat/array/array_struct.hpp"
#include "compat/half.hpp"

using namespace kiln::compat;

namespace {

template <class T>
void print_as(std::FILE* file, const char* format, const unsigned char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  std::fprintf(file, format, value);
}

// Writes a number as printf's %.*g does, but with a decimal point in every locale.
void print_real(std::FILE* file, int digits, double value) {
  std::fputs(fmt::format("{:.{}g}", value, digits).c_str(), file);
}

// Returns false for a type that has no text.
bool print_element(std::FILE* file, int typecode, const unsigned char* at) {
  switch (typecode) {
    case GA_BOOL:
    case GA_UBYTE:
      std::fprintf(file, "%u", unsigned(*at));
      return true;
    case GA_BYTE:
      std::fprintf(file, "%d", int(static_cast<signed char>(*at)));
      return true;
    case GA_SHORT:
      print_as<std::int16_t>(file, "%hd", at);
      return true;
    case GA_USHORT:
      print_as<std::uint16_t>(file, "%hu", at);
      return true;
    case GA_INT:
      print_as<int>(file, "%d", at);
      return true;
    case GA_UINT:
      print_as<unsigned>(file, "%u", at);
      return true;
    case GA_LONG:
    case GA_SSIZE:
      print_as<ssize_t>(file, "%zd", at);
      return true;
    case GA_ULONG:
    case GA_SIZE:
      print_as<std::size_t>(file, "%zu", at);
      return true;
    case GA_HALF: {
      std::uint16_t bits;
      std::memcpy(&bits, at, sizeof bits);
      print_real(file, 5, double(float_of_half(bits)));
      return true;
    }
    case GA_FLOAT: {
      float value;
      std::memcpy(&value, at, sizeof value);
      print_real(file, 9, double(value));
      return true;
    }
    case GA_DOUBLE: {
      double value;
      std::memcpy(&value, at, sizeof value);
      print_real(file, 17, value);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

extern "C" {

void GpuArray_fprintf(FILE* fd, const GpuArray* a) {
  if (!fd || !a) return;
  std::fprintf(fd, "GpuNdArray <%p, data: %p (%p)> nd=%u\n", static_cast<const void*>(a), static_cast<void*>(a->data),
               a->data ? a->data->native : nullptr, a->nd);
  std::fprintf(fd, "\tdims: %p, str: %p\n", static_cast<void*>(a->dimensions), static_cast<void*>(a->strides));
  std::fprintf(fd, "\tITEMSIZE: %zd\n\tTYPECODE: %d\n\tOFFSET: %zu\n", ssize_t(gpuarray_get_elsize(a->typecode)),
               a->typecode, a->offset);
  std::fprintf(fd, "\tHOST_DIMS:      ");
  for (unsigned i = 0; i < a->nd; ++i) std::fprintf(fd, "%zu\t", a->dimensions[i]);
  std::fprintf(fd, "\n\tHOST_STRIDES: ");
  for (unsigned i = 0; i < a->nd; ++i) std::fprintf(fd, "%zd\t", a->strides[i]);
  std::fprintf(fd, "\nFLAGS:");
  const struct {
    int flag;
    const char* name;
  } flags[] = {{GA_C_CONTIGUOUS, "GA_C_CONTIGUOUS"},
               {GA_F_CONTIGUOUS, "GA_F_CONTIGUOUS"},
               {GA_ALIGNED, "GA_ALIGNED"},
               {GA_WRITEABLE, "GA_WRITEABLE"}};
  const char* separator = "";
  for (const auto& flag : flags) {
    if (!(a->flags & flag.flag)) continue;
    std::fprintf(fd, "%s %s", separator, flag.name);
    separator = ",";
  }
  std::fputc('\n', fd);
}

int GpuArray_fdump(FILE* fd, const GpuArray* a) {
  const char* op = __func__;
  return guard(context_of(a), [&] {
    require(fd, op, "fd");
    require_array(a, op, "a");
    const std::size_t itemsize = element_size(a->typecode, op), count = element_count(*a);
    if (!GpuArray_ISONESEGMENT(a)) fail(GA_UNSUPPORTED_ERROR, "{}: a is not contiguous", op);
    std::vector<unsigned char> bytes(itemsize * count);
    if (const int code = gpudata_read(bytes.data(), a->data, a->offset, bytes.size()))
      fail(code, "{}", gpucontext_error(a->data->context, code));
    for (std::size_t i = 0; i < count; ++i) {
      std::fprintf(fd, "[%zu] = ", i);
      if (!print_element(fd, a->typecode, bytes.data() + i * itemsize))
        fail(GA_UNSUPPORTED_ERROR, "{}: elements of typecode {} have no text", op, a->typecode);
      std::fputc('\n', fd);
    }
  });
}

}  // extern "C"
