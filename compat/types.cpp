// SPDX-License-Identifier: Apache-2.0
// Types by their codes: those of libgpuarray, and registered ones.
#include <cstdarg>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "compat/objects.hpp"

namespace kiln::compat {

namespace {

// Stands for codes that name no type, since callers read the typecode of the struct that they get.
constexpr gpuarray_type kNone = {nullptr, 0, 0, -1};
constexpr gpuarray_type kBuffer = {nullptr, sizeof(void*), alignof(void*), GA_BUFFER};

// An entry without a name is no type.
constexpr gpuarray_type kScalars[GA_NBASE] = {
    {"ga_bool", 1, 1, GA_BOOL},
    {"ga_byte", 1, 1, GA_BYTE},
    {"ga_ubyte", 1, 1, GA_UBYTE},
    {"ga_short", 2, 2, GA_SHORT},
    {"ga_ushort", 2, 2, GA_USHORT},
    {"ga_int", 4, 4, GA_INT},
    {"ga_uint", 4, 4, GA_UINT},
    {"ga_long", 8, 8, GA_LONG},
    {"ga_ulong", 8, 8, GA_ULONG},
    {"ga_longlong", 16, 8, GA_LONGLONG},
    {"ga_ulonglong", 16, 8, GA_ULONGLONG},
    {"ga_float", 4, 4, GA_FLOAT},
    {"ga_double", 8, 8, GA_DOUBLE},
    {"ga_quad", 16, 8, GA_QUAD},
    {"ga_cfloat", 8, 4, GA_CFLOAT},
    {"ga_cdouble", 16, 8, GA_CDOUBLE},
    {"ga_cquad", 32, 8, GA_CQUAD},
    {},
    {},
    {},
    {},
    {},
    {},
    {"ga_half", 2, 2, GA_HALF},
    {"ga_size", sizeof(std::size_t), alignof(std::size_t), GA_SIZE},
    {"ga_ssize", sizeof(ssize_t), alignof(ssize_t), GA_SSIZE},
};

// The size is the number of elements times their size, also for vectors of 3. libgpuarray states no alignment
// for vectors.
#define KILN_VECTOR(name, NAME, bytes, count) \
  { "ga_" name #count, bytes *count, 0, GA_##NAME##count }
#define KILN_VECTOR_PAIR(name, NAME, bytes, count) \
  KILN_VECTOR(name, NAME, bytes, count), KILN_VECTOR("u" name, U##NAME, bytes, count)
#define KILN_INTEGER_VECTORS(name, NAME, bytes)                                       \
  KILN_VECTOR_PAIR(name, NAME, bytes, 2), KILN_VECTOR_PAIR(name, NAME, bytes, 3),     \
      KILN_VECTOR_PAIR(name, NAME, bytes, 4), KILN_VECTOR_PAIR(name, NAME, bytes, 8), \
      KILN_VECTOR_PAIR(name, NAME, bytes, 16)
#define KILN_REAL_VECTORS(name, NAME, bytes)                                                               \
  KILN_VECTOR(name, NAME, bytes, 2), KILN_VECTOR(name, NAME, bytes, 4), KILN_VECTOR(name, NAME, bytes, 8), \
      KILN_VECTOR(name, NAME, bytes, 16)
constexpr gpuarray_type kVectors[] = {
    KILN_INTEGER_VECTORS("byte", BYTE, 1), KILN_INTEGER_VECTORS("short", SHORT, 2),
    KILN_INTEGER_VECTORS("int", INT, 4),   KILN_INTEGER_VECTORS("long", LONG, 8),
    KILN_REAL_VECTORS("float", FLOAT, 4),  KILN_REAL_VECTORS("double", DOUBLE, 8),
    KILN_REAL_VECTORS("half", HALF, 2),
};
constexpr int kFirstVector = GA_BYTE2;
static_assert(std::size(kVectors) == GA_NVEC - kFirstVector);
static_assert([] {
  for (int i = 0; i < GA_NVEC - kFirstVector; ++i)
    if (kVectors[i].typecode != kFirstVector + i) return false;
  return true;
}());

struct Registered {
  std::shared_mutex mutex;
  std::vector<const gpuarray_type*> types;
};
Registered& registered() {
  static Registered& made = *new Registered;  // never destroyed, as the callers' structs may live as long
  return made;
}

int use_flags(int typecode) noexcept {
  if (typecode == GA_BUFFER) return 0;
  int flags = 0;
  if (gpuarray_get_type(typecode)->size < 4) flags |= GA_USE_SMALL;  // an unknown type has size 0
  if (typecode == GA_DOUBLE || typecode == GA_CDOUBLE || (typecode >= GA_DOUBLE2 && typecode <= GA_DOUBLE16))
    flags |= GA_USE_DOUBLE;
  if (typecode >= GA_CFLOAT && typecode <= GA_CDOUBLE) flags |= GA_USE_COMPLEX;
  if (typecode == GA_HALF || (typecode >= GA_HALF2 && typecode <= GA_HALF16)) flags |= GA_USE_HALF;
  return flags;
}

}  // namespace

const gpuarray_type* known_type(int typecode) noexcept {
  const gpuarray_type* type = gpuarray_get_type(typecode);
  return type == &kNone ? nullptr : type;
}

kiln_dtype dtype_of(int typecode) noexcept {
  switch (typecode) {
    case GA_BOOL:
      return KILN_BOOL;
    case GA_BYTE:
      return KILN_INT8;
    case GA_UBYTE:
      return KILN_UINT8;
    case GA_SHORT:
      return KILN_INT16;
    case GA_USHORT:
      return KILN_UINT16;
    case GA_INT:
      return KILN_INT32;
    case GA_UINT:
      return KILN_UINT32;
    case GA_LONG:
    case GA_SSIZE:
      return KILN_INT64;
    case GA_ULONG:
    case GA_SIZE:
      return KILN_UINT64;
    case GA_FLOAT:
      return KILN_FLOAT32;
    case GA_DOUBLE:
      return KILN_FLOAT64;
    case GA_HALF:
      return KILN_FLOAT16;
    case GA_CFLOAT:
      return KILN_COMPLEX64;
    case GA_CDOUBLE:
      return KILN_COMPLEX128;
    default:
      return KILN_DTYPE_AUTO;
  }
}

MovedAs moved_as(int typecode, const char* operation) {
  const gpuarray_type* type = known_type(typecode);
  if (!type || typecode == GA_BUFFER) fail(GA_INVALID_ERROR, "{}: unknown typecode {}", operation, typecode);
  switch (type->size) {
    case 1:
      return {KILN_UINT8, 1};
    case 2:
      return {KILN_UINT16, 1};
    case 4:
      return {KILN_UINT32, 1};
    case 8:
      return {KILN_UINT64, 1};
    default:
      return {KILN_UINT8, std::int64_t(type->size)};
  }
}

}  // namespace kiln::compat

using namespace kiln::compat;

extern "C" {

const gpuarray_type* gpuarray_get_type(int typecode) {
  if (typecode == GA_BUFFER) return &kBuffer;
  if (typecode >= 0 && typecode < GA_NBASE) return kScalars[typecode].cluda_name ? &kScalars[typecode] : &kNone;
  if (typecode >= kFirstVector && typecode < GA_NVEC) return &kVectors[typecode - kFirstVector];
  if (typecode < GA_ENDVEC) return &kNone;
  Registered& known = registered();
  const std::shared_lock lock(known.mutex);
  const auto index = std::size_t(typecode - GA_ENDVEC);
  return index < known.types.size() ? known.types[index] : &kNone;
}

size_t gpuarray_get_elsize(int typecode) { return gpuarray_get_type(typecode)->size; }

int gpuarray_register_type(gpuarray_type* t, int* ret) {
  int typecode = -1;
  const int code = guard(nullptr, [&] {
    require(t, "gpuarray_register_type", "the type");
    Registered& known = registered();
    const std::unique_lock lock(known.mutex);
    const std::size_t next = GA_ENDVEC + known.types.size();
    if (next > std::size_t(INT32_MAX)) fail(GA_XLARGE_ERROR, "gpuarray_register_type: too many types");
    known.types.push_back(t);
    typecode = t->typecode = int(next);
  });
  if (code != GA_NO_ERROR && ret) *ret = code;
  return typecode;
}

int gpuarray_type_flags(int init, ...) {
  int flags = 0;
  va_list list;
  va_start(list, init);
  for (int typecode = init; typecode != -1; typecode = va_arg(list, int)) flags |= use_flags(typecode);
  va_end(list);
  return flags;
}

int gpuarray_type_flagsa(unsigned int n, gpuelemwise_arg* arg) {
  int flags = 0;
  for (unsigned i = 0; arg && i < n; ++i) flags |= use_flags(arg[i].typecode);
  return flags;
}

}  // extern "C"
