// SPDX-License-Identifier: Apache-2.0
// Counts, lengths and texts that nobody means: each is refused by a status that says so, before much memory
// is taken, before the caller's lists are read beyond their ends, and with a message of a readable length.
// Lists lie at the end of a page, behind which there is none.
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "support.hpp"

namespace {
std::atomic<std::size_t> largest{0};  // request since it was last set to 0

void* take(std::size_t bytes) {
  std::size_t known = largest;
  while (known < bytes && !largest.compare_exchange_weak(known, bytes)) {
  }
  return std::malloc(bytes ? bytes : 1);
}
}  // namespace

void* operator new(std::size_t n) {
  if (void* const p = take(n)) return p;
  throw std::bad_alloc();
}
void* operator new[](std::size_t n) { return operator new(n); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return take(n); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return take(n); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace {

// `count` objects at the end of a page.
template <class T>
class AtTheEnd {
 public:
  explicit AtTheEnd(std::initializer_list<T> values) : page_(std::size_t(sysconf(_SC_PAGESIZE))) {
    base_ = static_cast<char*>(mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(base_ != MAP_FAILED);
    REQUIRE(mprotect(base_ + page_, page_, PROT_NONE) == 0);
    data_ = reinterpret_cast<T*>(base_ + page_) - values.size();
    std::memcpy(static_cast<void*>(data_), values.begin(), values.size() * sizeof(T));
  }
  AtTheEnd(const AtTheEnd&) = delete;
  AtTheEnd& operator=(const AtTheEnd&) = delete;
  ~AtTheEnd() { munmap(base_, 2 * page_); }
  T* get() const { return data_; }

 private:
  std::size_t page_;
  char* base_ = nullptr;
  T* data_ = nullptr;
};

bool says_so(kiln_status status) {
  switch (status) {
    case KILN_INVALID_ARGUMENT:
    case KILN_SHAPE_ERROR:
    case KILN_INDEX_ERROR:
    case KILN_OVERFLOW:
    case KILN_OUT_OF_MEMORY:  // a size that a device might have
    case KILN_UNSUPPORTED:
    case KILN_PARSE_ERROR:
    case KILN_TYPE_ERROR:
    case KILN_FLAG_ERROR:
    case KILN_NO_DEVICE:
      return true;
    default:
      return false;
  }
}

// Texts may be kept for the message or parsed, lists may not: so `room` for what a call takes.
#define IS_REFUSED(room, ...)                     \
  do {                                            \
    largest = 0;                                  \
    const kiln_status status_ = (__VA_ARGS__);    \
    const std::size_t taken_ = largest;           \
    INFO(#__VA_ARGS__ << ": " << last_message()); \
    CHECK(says_so(status_));                      \
    CHECK(taken_ <= (room));                      \
    CHECK(last_message().size() < 2000);          \
  } while (0)
constexpr std::size_t kRoom = std::size_t{1} << 20;

struct Things {
  kiln_context c = nullptr;
  kiln_array a = nullptr, matrix = nullptr, places = nullptr;
  kiln_elementwise kernel = nullptr;
  kiln_reduction reduction = nullptr;
  kiln_scan scan = nullptr;
  kiln_random random = nullptr;
  kiln_expression expression = nullptr;
  Things() {
    const std::int64_t twelve = 12, shape[] = {3, 4}, one = 1, zero = 0;
    WORKS(kiln_context_create(test_devices().front().c_str(), nullptr, &c));
    WORKS(kiln_array_zeros(c, KILN_FLOAT32, 1, &twelve, &a));
    WORKS(kiln_array_zeros(c, KILN_FLOAT32, 2, shape, &matrix));
    WORKS(kiln_array_from_host(c, KILN_INT64, 1, &one, nullptr, KILN_INT64, &zero, &places));
    WORKS(kiln_elementwise_create(c, "r = a + 1", nullptr, &kernel));
    WORKS(kiln_reduction_create(c, "s = 0", "s = a", "s = s + s_", "r = s", &reduction));
    WORKS(kiln_scan_create(c, "s = 0", "s = a", "s = s + s_", "r = s", &scan));
    WORKS(kiln_random_create(c, 1, &random));
    WORKS(kiln_expression_parse("a", &expression));
  }
  ~Things() {
    for (const kiln_array array : {a, matrix, places}) kiln_array_release(array);
    kiln_elementwise_release(kernel);
    kiln_reduction_release(reduction);
    kiln_scan_release(scan);
    kiln_random_release(random);
    kiln_expression_release(expression);
    kiln_context_release(c);
  }
};

}  // namespace

TEST_CASE("counts of lists that nobody has") {
  const Things t;
  const AtTheEnd<kiln_array> arrays{t.a}, places{t.places}, matrices{t.matrix};
  const AtTheEnd<std::int64_t> numbers{2};
  const AtTheEnd<kiln_array> outs{nullptr};
  const AtTheEnd<std::size_t> sizes{4};
  const AtTheEnd<kiln_index> index{{KILN_INDEX_INTEGER, 0, 0, 0}};
  const AtTheEnd<kiln_argument> arguments{kiln_argument{}};
  const AtTheEnd<kiln_expression> expressions{t.expression};
  const AtTheEnd<const char*> names{"r"};
  const kiln_scale one = {1, 0};
  kiln_array out = nullptr;
  std::int64_t shape[KILN_MAX_DIMS];
  std::size_t ndim = 0;
  arguments.get()->value.array = t.a;
  for (const std::size_t n : {SIZE_MAX, std::size_t{1000000000}, SIZE_MAX / 8 + 1, SIZE_MAX / 4}) {
    CAPTURE(n);
    const std::int64_t* const given = numbers.get();
    IS_REFUSED(kRoom, kiln_array_empty(t.c, KILN_FLOAT32, n, given, &out));
    IS_REFUSED(kRoom, kiln_array_zeros(t.c, KILN_FLOAT32, n, given, &out));
    IS_REFUSED(kRoom, kiln_array_full(t.c, KILN_FLOAT32, n, given, KILN_FLOAT32, &one, &out));
    IS_REFUSED(kRoom, kiln_array_from_host(t.c, KILN_FLOAT32, n, given, nullptr, KILN_FLOAT32, &one, &out));
    IS_REFUSED(kRoom, kiln_array_reshape(t.a, n, given, KILN_COPY_NEVER, &out));
    IS_REFUSED(kRoom, kiln_array_broadcast_to(t.a, n, given, &out));
    IS_REFUSED(kRoom, kiln_array_index(t.a, n, index.get(), &out));
    IS_REFUSED(kRoom, kiln_array_flip(t.a, n, given, &out));
    IS_REFUSED(kRoom, kiln_array_broadcast_shape(n, arrays.get(), &ndim, shape));
    IS_REFUSED(kRoom, kiln_array_concat(n, arrays.get(), 0, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_stack(n, arrays.get(), 0, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_split(t.a, 0, n, given, outs.get()));
    IS_REFUSED(kRoom, kiln_array_split(t.a, 0, n, nullptr, outs.get()));
    IS_REFUSED(kRoom, kiln_array_meshgrid(n, arrays.get(), 1, outs.get()));
    IS_REFUSED(kRoom, kiln_array_tile(t.a, n, given, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_roll(t.a, n, given, given, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_take_at(t.a, n, places.get(), nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_put_at(t.a, n, places.get(), t.a));
    IS_REFUSED(kRoom, kiln_array_scatter_add_at(t.a, n, places.get(), t.a));
    IS_REFUSED(kRoom, kiln_array_nonzero(t.a, n, outs.get()));
    IS_REFUSED(kRoom, kiln_array_nonzero_into(t.a, n, places.get(), nullptr));
    IS_REFUSED(kRoom, kiln_array_nonzero_into(t.a, n, places.get(), outs.get()));
    IS_REFUSED(kRoom, kiln_array_tensordot(t.a, t.a, n, given, given, nullptr, &out));
    IS_REFUSED(kRoom, kiln_blas_gemm_list(KILN_NO_TRANSPOSE, KILN_NO_TRANSPOSE, one, n, matrices.get(), matrices.get(),
                                          one, matrices.get()));
    IS_REFUSED(kRoom, kiln_blas_gemv_list(KILN_NO_TRANSPOSE, one, n, matrices.get(), arrays.get(), one, arrays.get()));
    IS_REFUSED(kRoom, kiln_blas_ger_list(0, one, n, arrays.get(), arrays.get(), matrices.get()));
    IS_REFUSED(kRoom, kiln_elementwise_call(t.kernel, n, arguments.get()));
    IS_REFUSED(kRoom, kiln_array_apply("exp", n, arguments.get(), nullptr, &out));
    kiln_dtype dtype = KILN_BOOL;
    IS_REFUSED(kRoom, kiln_array_apply_dtype("exp", n, arguments.get(), &dtype));
    kiln_expression expression = nullptr;
    IS_REFUSED(kRoom, kiln_expression_apply("exp", n, expressions.get(), &expression));
    kiln_elementwise elementwise = nullptr;
    IS_REFUSED(kRoom, kiln_elementwise_create_from(t.c, n, names.get(), expressions.get(), nullptr, &elementwise));
    IS_REFUSED(kRoom, kiln_reduction_call(t.reduction, n, arrays.get(), nullptr, 1, outs.get()));
    IS_REFUSED(kRoom, kiln_reduction_call(t.reduction, 1, arrays.get(), nullptr, n, outs.get()));
    IS_REFUSED(kRoom, kiln_reduction_call_into(t.reduction, 1, arrays.get(), nullptr, n, outs.get(), outs.get()));
    IS_REFUSED(kRoom, kiln_scan_call(t.scan, n, arrays.get(), nullptr, 1, outs.get()));
    IS_REFUSED(kRoom, kiln_scan_call(t.scan, 1, arrays.get(), nullptr, n, outs.get()));
    IS_REFUSED(kRoom, kiln_scan_call_into(t.scan, 1, arrays.get(), nullptr, n, outs.get(), outs.get()));
    kiln_reduce_options options = KILN_REDUCE_OPTIONS_INIT;
    options.axes = given;
    options.axis_count = n;
    IS_REFUSED(kRoom, kiln_array_reduce(t.a, KILN_REDUCE_SUM, &options, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_vector_norm(t.a, 2, &options, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_average(t.a, t.a, &options, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_weighted_var(t.a, t.a, &options, nullptr, &out));
    IS_REFUSED(kRoom, kiln_random_uniform(t.random, KILN_FLOAT32, n, given, 0, 1, nullptr, &out));
    IS_REFUSED(kRoom, kiln_random_normal(t.random, KILN_FLOAT32, n, given, 0, 1, nullptr, &out));
    IS_REFUSED(kRoom, kiln_random_exponential(t.random, KILN_FLOAT32, n, given, 1, nullptr, &out));
    IS_REFUSED(kRoom, kiln_random_integers(t.random, KILN_INT32, n, given, 0, 9, nullptr, &out));
    IS_REFUSED(kRoom, kiln_random_bernoulli(t.random, KILN_BOOL, n, given, 0.5, nullptr, &out));
    IS_REFUSED(kRoom, kiln_random_bits(t.random, KILN_UINT32, n, given, nullptr, &out));
    CHECK(out == nullptr);
    CHECK(*outs.get() == nullptr);
  }
}

TEST_CASE("sizes and repetitions that nobody has") {
  const Things t;
  kiln_array out = nullptr;
  float host[12] = {};
  for (const std::int64_t n : {INT64_MAX, INT64_MAX / 4, std::int64_t{1} << 50}) {
    CAPTURE(n);
    IS_REFUSED(kRoom, kiln_array_empty(t.c, KILN_FLOAT32, 1, &n, &out));
    IS_REFUSED(kRoom, kiln_array_tile(t.a, 1, &n, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_repeat(t.a, n, 0, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_topk(t.a, n, 0, 1, &out, nullptr));
    IS_REFUSED(kRoom, kiln_array_eye(t.c, KILN_FLOAT32, n, n, 0, nullptr, &out));
    IS_REFUSED(kRoom, kiln_array_linspace(t.c, KILN_FLOAT32, KILN_FLOAT32, host, host + 1, n, 1, nullptr, &out));
    IS_REFUSED(kRoom, kiln_random_permutation(t.random, n, nullptr, &out));
    IS_REFUSED(kRoom, kiln_random_choice(t.random, n, n, 1, nullptr, nullptr, &out));
    const std::int64_t widths[] = {n, n};
    IS_REFUSED(kRoom, kiln_array_pad(t.a, widths, KILN_PAD_EDGE, KILN_FLOAT32, nullptr, nullptr, &out));
    IS_REFUSED(kRoom,
               kiln_array_diagonal(t.matrix, n, 0, 1, &out) == KILN_OK ? KILN_INVALID_ARGUMENT : KILN_SHAPE_ERROR);
    kiln_array_release(out);
    out = nullptr;
    // As many differences as anybody likes: none is left.
    WORKS(kiln_array_diff(t.a, n, 0, nullptr, nullptr, nullptr, &out));
    kiln_array_release(out);
    out = nullptr;
  }
  for (const std::size_t n : {SIZE_MAX, SIZE_MAX / 2 + 1, std::size_t{1} << 50}) {
    CAPTURE(n);
    kiln_buffer buffer = nullptr;
    IS_REFUSED(kRoom, kiln_buffer_create(t.c, n, KILN_BUFFER_DEVICE, nullptr, &buffer));
    IS_REFUSED(kRoom, kiln_array_read(t.a, host, n));
    IS_REFUSED(kRoom, kiln_array_write(t.a, host, n));
    IS_REFUSED(kRoom, kiln_array_read_as(t.a, KILN_FLOAT64, host, n));
    WORKS(kiln_array_buffer(t.a, &buffer));
    IS_REFUSED(kRoom, kiln_buffer_read(buffer, 0, host, n));
    IS_REFUSED(kRoom, kiln_buffer_read(buffer, n, host, 4));
    IS_REFUSED(kRoom, kiln_buffer_write(buffer, 0, host, n));
    IS_REFUSED(kRoom, kiln_buffer_fill(buffer, 0, n, host, 4));
    IS_REFUSED(kRoom, kiln_buffer_fill(buffer, 0, 4, host, n));
    IS_REFUSED(kRoom, kiln_buffer_copy(buffer, 0, buffer, n, 4));
    IS_REFUSED(kRoom, kiln_buffer_copy(buffer, 0, buffer, 8, n));
    kiln_array view = nullptr;
    const std::int64_t four = 4;
    IS_REFUSED(kRoom, kiln_array_from_buffer(buffer, KILN_FLOAT32, 1, &four, nullptr, INT64_MAX, &view));
    kiln_buffer_release(buffer);
  }
}

TEST_CASE("texts of any length") {
  const Things t;
  // What a call keeps or parses of a text is a multiple of it.
  constexpr std::size_t kLength = 300000, kMuch = 64 * kLength;
  const std::string text(kLength, 'x'), quotes(kLength, '\''), digits(kLength, '9');
  kiln_array out = nullptr;
  kiln_context c = nullptr;
  kiln_elementwise elementwise = nullptr;
  kiln_expression expression = nullptr;
  kiln_reduction reduction = nullptr;
  kiln_scan scan = nullptr;
  kiln_program program = nullptr;
  kiln_dtype dtype = KILN_BOOL;
  kiln_flag_info flag;
  const kiln_argument argument{};
  for (const std::string* const each : {&text, &quotes, &digits}) {
    const char* const s = each->c_str();
    CAPTURE(s[0]);
    IS_REFUSED(kMuch, kiln_context_create(s, nullptr, &c));
    IS_REFUSED(kMuch, kiln_context_named(s, &c));
    IS_REFUSED(kMuch, kiln_dtype_from_name(s, &dtype));
    IS_REFUSED(kMuch, kiln_flag_find(s, &flag));
    IS_REFUSED(kMuch, kiln_flag_set(s, "1"));
    for (const char* const name :
         {"device", "floatX", "preallocate", "contexts", "fastmath", "run_ahead", "cache_path", "sched"})
      if (s[0] != 'x' || std::strcmp(name, "device") != 0) IS_REFUSED(kMuch, kiln_flag_set(name, s));
    kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
    options.sched = s;
    IS_REFUSED(kMuch, kiln_context_create("opencl", &options, &c));
    options = KILN_CONTEXT_OPTIONS_INIT;
    options.cache_path = s;
    IS_REFUSED(kMuch, kiln_context_create("opencl", &options, &c));
    options = KILN_CONTEXT_OPTIONS_INIT;
    options.preallocate = s;
    if (s[0] != '9') IS_REFUSED(kMuch, kiln_context_create("opencl", &options, &c));
    IS_REFUSED(kMuch, kiln_array_apply(s, 1, &argument, nullptr, &out));
    IS_REFUSED(kMuch, kiln_array_apply_dtype(s, 1, &argument, &dtype));
    IS_REFUSED(kMuch, kiln_expression_apply(s, 1, &t.expression, &expression));
    IS_REFUSED(kMuch, kiln_elementwise_create(t.c, s, nullptr, &elementwise));
    IS_REFUSED(kMuch, kiln_elementwise_create(t.c, "r = a", s, &elementwise));
    IS_REFUSED(kMuch, kiln_elementwise_create_from(t.c, 1, &s, &t.expression, "nothing", &elementwise));
    IS_REFUSED(kMuch, kiln_reduction_create(t.c, s, "s = a", "s = s + s_", "r = s", &reduction));
    IS_REFUSED(kMuch, kiln_reduction_create(t.c, "s = 0", s, "s = s + s_", "r = s", &reduction));
    IS_REFUSED(kMuch, kiln_reduction_create(t.c, "s = 0", "s = a", s, "r = s", &reduction));
    IS_REFUSED(kMuch, kiln_reduction_create(t.c, "s = 0", "s = a", "s = s + s_", s, &reduction));
    IS_REFUSED(kMuch, kiln_scan_create(t.c, s, "s = a", "s = s + s_", "r = s", &scan));
    IS_REFUSED(kMuch, kiln_program_create(t.c, "KILN_KERNEL void f() {}", KILN_LANGUAGE_PORTABLE, s, &program));
    IS_REFUSED(kMuch, kiln_context_adopt(s, nullptr, nullptr, &c));
  }
  // Names in the places of names.
  WORKS(kiln_program_create(t.c, "KILN_KERNEL void f() {}", KILN_LANGUAGE_PORTABLE, nullptr, &program));
  kiln_kernel kernel = nullptr;
  IS_REFUSED(kMuch, kiln_kernel_create(program, text.c_str(), 0, nullptr, &kernel));
  for (const std::size_t n : {SIZE_MAX, std::size_t{1000000000}}) {
    const kiln_parameter parameter = {};
    IS_REFUSED(kRoom, kiln_kernel_create(program, "f", n, &parameter, &kernel));
  }
  WORKS(kiln_kernel_create(program, "f", 0, nullptr, &kernel));
  for (const std::size_t n : {SIZE_MAX, std::size_t{1000000000}}) {
    const std::size_t four = 4;
    IS_REFUSED(kRoom, kiln_kernel_launch(kernel, n, &four, &four, 0, nullptr));
    IS_REFUSED(kRoom, kiln_kernel_launch(kernel, 1, &four, &four, n, nullptr));
  }
  kiln_kernel_release(kernel);
  kiln_program_release(program);
  // A kernel may have a long name, but not one that the driver dies of.
  for (const std::size_t length : {std::size_t{200}, std::size_t{5000}}) {
    const std::string long_name(length, 'k');
    WORKS(kiln_program_create(t.c, ("KILN_KERNEL void " + long_name + "() {}").c_str(), KILN_LANGUAGE_PORTABLE, nullptr,
                              &program));
    const std::size_t four = 4;
    if (length == 200) {
      WORKS(kiln_kernel_create(program, long_name.c_str(), 0, nullptr, &kernel));
      WORKS(kiln_kernel_launch(kernel, 1, &four, nullptr, 0, nullptr));
      IS_REFUSED(kRoom, kiln_kernel_launch(kernel, 1, &four, nullptr, 7, nullptr));
      WORKS(kiln_context_synchronize(t.c));
      kiln_kernel_release(kernel);
    } else {
      IS_REFUSED(kRoom, kiln_kernel_create(program, long_name.c_str(), 0, nullptr, &kernel));
    }
    kiln_program_release(program);
  }
  const std::string name = text + " = a", twice = text + ", " + text, reads = "r = " + text,
                    again = text + " = a; " + text + " = b";
  IS_REFUSED(kMuch, kiln_elementwise_create(t.c, reads.c_str(), "r", &elementwise));
  IS_REFUSED(kMuch, kiln_elementwise_create(t.c, "r = a", twice.c_str(), &elementwise));
  IS_REFUSED(kMuch, kiln_elementwise_create(t.c, ("r = " + text + "(a)").c_str(), nullptr, &elementwise));
  IS_REFUSED(kMuch, kiln_reduction_create(t.c, "s = 0", reads.c_str(), "s = s + s_", "r = s", &reduction));
  IS_REFUSED(kMuch, kiln_flag_set("contexts", (text + "->opencl0:0;" + text + "->opencl0:0").c_str()));
  // A name that is good, and what is said of it.
  if (kiln_elementwise_create(t.c, name.c_str(), nullptr, &elementwise) == KILN_OK) {
    IS_REFUSED(kMuch, kiln_elementwise_call(elementwise, 1, &argument));
    kiln_argument arguments[2] = {};
    IS_REFUSED(kMuch, kiln_elementwise_call(elementwise, 2, arguments));
    kiln_elementwise_release(elementwise);
  }
  CHECK(last_message().size() < 2000);
}
