// SPDX-License-Identifier: Apache-2.0
// Products by the vendor's BLAS, a mock CLBlast: when it is asked, what it is asked, and what becomes of its
// faults.
#include <dlfcn.h>
#include <stdlib.h>

#include <cmath>
#include <complex>
#include <filesystem>
#include <mutex>

#include "../support/product_support.hpp"
#include "../support/tuned.hpp"
#include "../support/vendor_support.hpp"
#include "array/product/blas.hpp"
#include "array/product/epilogue.hpp"
#include "array/product/product.hpp"
#include "base/flags/flags.hpp"
#include "base/log.hpp"
#include "catch.hpp"
#include "devices.hpp"
#include "mock_clblast.hpp"
#include "mock_cuda.hpp"
#include "runtime/context/recording.hpp"

using namespace kiln;
using array::Array;
using array::Dims;
using array::GemmWay;
using base::Ref;
using base::Scalar;
using layout::Layout;
using test::failure_of;
using test::Forced;
using test::has;
using test::Lines;
using test::read;
using test::Rig;
using test::Tuned;
using test::Values;

namespace {

mock::ClblastControl& mock_clblast() {
  static auto* const control = [] {
    void* const library = ::dlopen(::getenv("KILN_CLBLAST_LIBRARY"), RTLD_NOW);
    REQUIRE(library != nullptr);
    return reinterpret_cast<mock::ClblastControl* (*)()>(::dlsym(library, "kiln_mock_clblast_control"))();
  }();
  *control = {};
  return *control;
}

// Small integers: exact in any order of summation.
Values product_on_host(const Dims& size, const Values& a, const Values& b) {
  Values c;
  for (std::int64_t i = 0; i < size[0]; ++i)
    for (std::int64_t j = 0; j < size[1]; ++j) {
      double sum = 0;
      for (std::int64_t p = 0; p < size[2]; ++p)
        sum += a[std::size_t(i * size[2] + p)] * b[std::size_t(p * size[1] + j)];
      c.push_back(sum);
    }
  return c;
}

// A product that is worth a measurement, right however it is computed.
void multiply(const Rig& rig, std::int64_t n = 112) {
  const auto a = rig.make({n, 100}, 3), b = rig.make({100, n}, 5);
  const auto c = array::matmul(*a, *b, nullptr, "matmul");
  CHECK(read(*c) == product_on_host({n, n, 100}, read(*a), read(*b)));
}

}  // namespace

TEST_CASE("blas=vendor: row-major operands as they lie, and what the vendor does not take", "[vendor]") {
  auto& control = mock_clblast();
  {
    const Rig rig(runtime::VendorChoice::vendor);
    const auto a = rig.make({5, 7}, 1), b = rig.make({7, 6}, 2), c = rig.make({5, 6}, 3);
    const Values want = product_on_host({5, 6, 7}, read(*a), read(*b));
    const auto turned = [](const Ref<Array>& array) {
      return array::copy(*array::view(*array, layout::reverse_axes(array->layout()), false), KILN_ORDER_C, "test");
    };
    const auto at = turned(a), bt = turned(b);
    for (const int forms : {0, 1, 2, 3}) {
      const Ref<Array>&x = forms & 1 ? at : a, &y = forms & 2 ? bt : b;
      array::fill(*c, Scalar::real(KILN_FLOAT32, NAN), "test");
      array::gemm(forms & 1, forms & 2 ? KILN_CONJUGATE_TRANSPOSE : 0, {1, 0}, *x, *y, {0, 0}, *c, "test");
      CHECK(read(*c) == want);
    }
    CHECK(control.products == 4);
    // Columns of a larger matrix, alpha and beta.
    const auto wide = rig.make({7, 11}, 2);
    auto part = wide->layout();
    part.shape[1] = 6;
    part.offset = 3 * 4;
    const auto inside = array::view(*wide, part, false);
    array::gemm(0, 0, {2, 0}, *a, *inside, {-1, 0}, *c, "test");
    Values sums = product_on_host({5, 6, 7}, read(*a), read(*inside));
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = 2 * sums[i] - want[i];
    CHECK(read(*c) == sums);
    CHECK(control.products == 5);
    // C along its columns is the product of the transposed.
    const auto columns = array::view(*rig.make({6, 5}, 1), layout::reverse_axes(rig.make({6, 5}, 1)->layout()), true);
    array::gemm(0, 0, {1, 0}, *a, *b, {0, 0}, *columns, "test");
    CHECK(read(*columns) == want);
    CHECK(control.products == 6);
    // Batches, of which B is shared; a second axis of them is a loop.
    const auto batch =
        array::matmul(*rig.make({2, 3, 5, 7}, 1),
                      *array::view(*rig.make({3, 7, 6}, 2), rig.make({3, 7, 6}, 2)->layout(), false), nullptr, "test");
    CHECK(control.batches == 2);
    CHECK(read(*batch) == read(*[&] {
            const Forced forced(GemmWay::builtin);
            return array::matmul(*rig.make({2, 3, 5, 7}, 1), *rig.make({3, 7, 6}, 2), nullptr, "test");
          }()));
    // One call for a batch along two axes where enough calls are saved: heads of attention, whose axes do not make one.
    const auto heads = [](const Ref<Array>& x, std::initializer_list<std::size_t> order) {
      Layout layout = x->layout();
      std::size_t d = 0;
      for (const std::size_t axis : order) {
        layout.shape[d] = x->layout().shape[axis];
        layout.strides[d++] = x->layout().strides[axis];
      }
      return array::view(*x, layout, false);
    };
    const auto queries = rig.make({6, 4, 3, 5}, 1), keys = rig.make({6, 4, 3, 5}, 2);
    const auto left_heads = heads(queries, {0, 2, 1, 3}), right_heads = heads(keys, {0, 2, 3, 1});
    const auto stacked = array::copy(*left_heads, KILN_ORDER_C, "test");
    for (const Ref<Array>& factor : {left_heads, stacked}) {
      const int calls = control.batches;
      const auto scores = array::matmul(*factor, *right_heads, nullptr, "test");
      CHECK(control.batches == calls + 1);
      const Forced forced(GemmWay::builtin);
      CHECK(read(*scores) == read(*array::matmul(*factor, *right_heads, nullptr, "test")));
    }
    // Steps within rows, rows that run backwards, integers, float16: Kiln's kernels.
    const int before = control.products;
    const auto stepped = array::view(*rig.make({5, 14}, 1), {{5, 7}, {56, 8}, 0}, false);
    array::gemm(0, 0, {1, 0}, *stepped, *b, {0, 0}, *c, "test");
    CHECK(read(*c) == product_on_host({5, 6, 7}, read(*stepped), read(*b)));
    array::matmul(*rig.make({5, 7}, 1, KILN_INT32), *rig.make({7, 6}, 1, KILN_INT32), nullptr, "test");
    array::matmul(*rig.make({5, 7}, 1, KILN_FLOAT16), *rig.make({7, 6}, 1, KILN_FLOAT16), nullptr, "test");
    CHECK(control.products == before);

    if (array::has_dtype(*rig.context, KILN_FLOAT64)) {
      const auto x = rig.make({4, 9}, 1, KILN_FLOAT64), y = rig.make({9, 3}, 2, KILN_FLOAT64);
      CHECK(read(*array::matmul(*x, *y, nullptr, "test")) == product_on_host({4, 3, 9}, read(*x), read(*y)));
      CHECK(control.products == before + 1);
    }
    // (1 + 2i) times the conjugate of (3 + i), over both forms.
    using Complex = std::complex<float>;
    const std::vector<Complex> left(4, {1, 2}), right(4, {3, 1});
    const auto u = array::from_host(*rig.context, KILN_COMPLEX64, Dims{2, 2}, nullptr, KILN_COMPLEX64, left.data());
    const auto v = array::from_host(*rig.context, KILN_COMPLEX64, Dims{2, 2}, nullptr, KILN_COMPLEX64, right.data());
    const auto w = array::empty(*rig.context, KILN_COMPLEX64, Dims{2, 2}, "test");
    array::gemm(0, KILN_CONJUGATE_TRANSPOSE, {0, 1}, *u, *v, {0, 0}, *w, "test");
    std::vector<Complex> got(4);
    array::read(*w, got.data(), nullptr, "test");
    CHECK(got == std::vector<Complex>(4, {-10, 10}));

    control.status = -4;  // no memory for a workspace: Kiln's kernels
    multiply(rig, 8);
    control.status = -5;
    const auto failure = [&] { return failure_of([&] { array::matmul(*a, *b, nullptr, "matmul"); }); };
    CHECK(has(failure(), "matmul on opencl"));
    CHECK(has(failure(), "CLBlastSgemm: CL_OUT_OF_RESOURCES (-5)"));
    control.status = -1005;
    CHECK(has(failure(), "CLBlast status -1005"));
    control.status = 0;
    multiply(rig, 8);
    CHECK(control.clears == 0);
  }
  CHECK(control.clears == 1);  // its programs would keep the OpenCL context
}

TEST_CASE("blas=auto and own: small products, CPU devices", "[vendor]") {
  auto& control = mock_clblast();
  {
    const Rig own(runtime::VendorChoice::builtin), rig;
    multiply(rig);  // a CPU device
    const Forced forced(GemmWay::measured);
    multiply(own);
    multiply(rig, 50);
  }
  CHECK(control.products == 0);
  CHECK(control.clears == 0);
}

TEST_CASE("what follows a product is in Kiln's kernel, or behind the vendor's", "[vendor]") {
  for (const auto blas : {runtime::VendorChoice::vendor, runtime::VendorChoice::builtin}) {
    auto& control = mock_clblast();
    const Rig rig(blas);
    const base::DType types[] = {KILN_FLOAT32, KILN_FLOAT32};
    auto statements = expr::parse_statements("r0 = max(x0, 0) - x1");
    statements.inputs = {"x0", "x1"};
    const auto epilogue = array::ProductEpilogue::create(*rig.context, statements, types, {types, 1});
    const std::int64_t m = 12, n = 17, k = 300;
    const auto a = rig.make({m, k}, 3), b = rig.make({k, n}, 5), rest = rig.make({m, n}, 7);
    Values want = product_on_host({m, n, k}, read(*a), read(*b));
    const Values less = read(*rest);
    for (std::size_t i = 0; i < want.size(); ++i) want[i] = std::max(want[i], 0.0) - less[i];
    for (const bool in_place : {false, true}) {
      CAPTURE(int(blas), in_place);
      const auto into = in_place ? rest : array::empty(*rig.context, KILN_FLOAT32, rest->shape(), "test");
      Array* const inputs[] = {rest.get()};
      Array* const outputs[] = {into.get()};
      epilogue->call(*a, *b, inputs, outputs, "test");
      CHECK(read(*into) == want);
    }
    CHECK(control.products == (blas == runtime::VendorChoice::vendor ? 2 : 0));
  }
}

TEST_CASE("blas=auto: the faster one that is right, measured once, also by later processes", "[vendor]") {
  const Forced forced(GemmWay::measured);
  for (const bool fast : {true, false}) {
    auto& control = mock_clblast();
    const std::string folder = std::string(::getenv("KILN_TEST_FOLDER")) + (fast ? "/fast" : "/slow");
    std::filesystem::remove_all(folder);
    control.fast = fast;
    control.delay_us = fast ? 0 : 20000;
    for (int process = 0; process < 2; ++process) {
      const Rig rig(runtime::VendorChoice::automatic, "opencl:pocl", folder);
      multiply(rig);
      const int measured = control.products;
      // The first call of both forms of the check and those that are timed; then the product itself.
      CHECK((process == 0 ? measured >= 4 : measured == (fast ? 1 : 0)));
      multiply(rig, 120);  // the same class
      CHECK(control.products == measured + (fast ? 1 : 0));
      control.products = 0;
    }
    // Other transpositions are another class.
    const Rig rig(runtime::VendorChoice::automatic, "opencl:pocl", folder);
    const auto a = rig.make({100, 112}, 3), b = rig.make({100, 112}, 5), c = rig.make({112, 112}, 0);
    array::gemm(1, 0, {1, 0}, *a, *b, {0, 0}, *c, "test");
    CHECK(control.products >= 4);
    std::filesystem::remove_all(folder);
  }
}

TEST_CASE("blas=auto: without a cache on disk, the contexts of a process measure once for a tuning", "[vendor]") {
  const Forced forced(GemmWay::measured);
  auto& control = mock_clblast();
  control.fast = true;
  control.delay_us = 0;
  for (int context = 0; context < 4; ++context) {
    control.products = 0;
    const Rig rig(runtime::VendorChoice::automatic, "opencl:pocl", "off");
    const Tuned tuned(*rig.context, [&](codegen::Tuning& numbers) { numbers.gemm.depth += context / 2; });
    const auto a = rig.make({200, 112}, 3), b = rig.make({112, 112}, 5);  // a class of its own
    CHECK(read(*array::matmul(*a, *b, nullptr, "matmul")) == product_on_host({200, 112, 112}, read(*a), read(*b)));
    CHECK((context % 2 == 0 ? control.products >= 4 : control.products == 1));
  }
}

TEST_CASE("blas=auto: a vendor that is wrong, or fails, is not used, and this is logged", "[vendor]") {
  const Forced forced(GemmWay::measured);
  Lines log;
  const auto run = [&](auto&& set) {
    auto& control = mock_clblast();
    control.fast = true;
    set(control);
    const Rig rig;
    log.lines.clear();
    multiply(rig);
    const int trial = control.products;
    multiply(rig);
    CHECK(trial >= 1);
    CHECK(control.products == trial);
    return log.lines;
  };
  for (bool mock::ClblastControl::*const fault :
       {&mock::ClblastControl::wrong, &mock::ClblastControl::spills, &mock::ClblastControl::fours}) {
    const auto lines = run([&](auto& control) { control.*fault = true; });
    REQUIRE(lines.size() == 1);
    CHECK(has(lines[0], "matmul on opencl"));
    CHECK(has(lines[0], "gave wrong results for float32 00 tf32 0 m 128 n 128 k 128 batch 1"));
  }
  const auto lines = run([](auto& control) { control.status = -5; });
  REQUIRE(lines.size() == 1);
  CHECK(has(lines[0], "the trial of the vendor's BLAS failed"));
  CHECK(has(lines[0], "CL_OUT_OF_RESOURCES"));
  CHECK(run([](auto& control) { control.status = -4; }).empty());  // no memory: refused
}

TEST_CASE("blas=auto: every backend call of a measured product fails once", "[vendor]") {
  const Forced forced(GemmWay::measured);
  auto& control = mock_clblast();
  control.fast = true;
  Lines log;
  { const Rig first(runtime::VendorChoice::automatic, "fault:opencl:pocl"); }  // loads the module
  void* const module = ::dlopen(::getenv("KILN_TEST_FAULT_MODULE"), RTLD_NOW | RTLD_NOLOAD);
  REQUIRE(module != nullptr);
  const auto plan = reinterpret_cast<int (*)(std::uint64_t, int, const char*, int)>(::dlsym(module, "kiln_fault_plan"));
  const auto failures = reinterpret_cast<std::uint64_t (*)()>(::dlsym(module, "kiln_fault_failures"));
  const auto live = reinterpret_cast<std::int64_t (*)()>(::dlsym(module, "kiln_fault_live"));
  const std::int64_t alive = live();
  int right = 0, failed = 0;
  for (std::uint64_t call = 1;; call += test::many() ? 1 : 5) {
    // The finding is not kept: each round measures.
    {
      const Rig rig(runtime::VendorChoice::automatic, "fault:opencl:pocl");
      const auto a = rig.make({112, 100}, 3), b = rig.make({100, 112}, 5);
      const Values x = read(*a), y = read(*b);
      plan(call, 0, nullptr, KILN_BACKEND_ERROR);
      try {
        const auto c = array::matmul(*a, *b, nullptr, "matmul");
        const bool hit = failures() > 0;
        plan(0, 0, nullptr, KILN_BACKEND_ERROR);
        CHECK(read(*c) == product_on_host({112, 112, 100}, x, y));
        if (!hit) break;
        ++right;
      } catch (const backend::Error& error) {
        CHECK(error.status() == KILN_BACKEND_ERROR);
        CHECK(has(error.message(), "matmul on fault:opencl"));
        ++failed;
      }
      plan(0, 0, nullptr, KILN_BACKEND_ERROR);
    }
    REQUIRE(call < 1000);
  }
  CAPTURE(right, failed);
  CHECK(live() == alive);
  CHECK(right > 0);
  CHECK(failed > 0);
}

TEST_CASE("a recorded product: measured outside the recording, then a command of it", "[vendor]") {
  const Forced forced(GemmWay::measured);
  auto& control = mock_clblast();
  control.fast = true;
  Lines log;  // why it was not the vendor's, if so
  const Rig rig;
  const auto a = rig.make({112, 100}, 3), b = rig.make({100, 112}, 5), c = rig.make({112, 112}, 0);
  const Values before = read(*c);
  runtime::Buffer* const externals[] = {&a->buffer(), &b->buffer(), &c->buffer()};
  Ref<runtime::Recording> recording;
  {
    runtime::Recording::Capture capture(*rig.context);
    array::gemm(0, 0, {1, 0}, *a, *b, {0, 0}, *c, "test");
    CHECK(rig.context->capturing());
    recording = capture.finish(externals);
  }
  CAPTURE(log.lines);
  CHECK(recording->commands() == 1);
  CHECK(recording->launches() == 0);
  CHECK(recording->bytes() == 0);
  const int measured = control.products;
  CHECK(measured >= 4);
  CHECK(read(*c) == before);
  control.fast = false;
  recording->replay(externals, 2, "step");
  CHECK(control.products == measured + 2);
  CHECK(read(*c) == product_on_host({112, 112, 100}, read(*a), read(*b)));
  control.status = -4;  // refused all at once
  CHECK(has(failure_of([&] { recording->replay(externals, 1, "step"); }), "CLBlast refuses a product of 'test'"));
  control.status = 0;
  // What the vendor does not take is Kiln's here too.
  const auto whole = rig.make({112, 100}, 3, KILN_INT32), other = rig.make({100, 112}, 5, KILN_INT32);
  runtime::Recording::Capture capture(*rig.context);
  const auto product = array::matmul(*whole, *other, nullptr, "test");
  CHECK(capture.finish({})->launches() > 0);
}

TEST_CASE("matmul_precision: TensorFloat-32 for float32 and complex64, where it is asked for", "[vendor]") {
  void* const library = ::dlopen(::getenv("KILN_CUBLAS_LIBRARY"), RTLD_NOW);
  REQUIRE(library != nullptr);
  auto& cublas = *reinterpret_cast<mock::CublasControl* (*)()>(::dlsym(library, "kiln_mock_cublas_control"))();
  base::Flags::set("blas", "vendor");
  const auto compute = [&](base::DType dtype) {
    auto options = runtime::ContextOptions::from_flags();
    const auto context = runtime::Context::open("cuda0", options);
    const auto a = array::empty(*context, dtype, Dims{2, 2}, "test");
    cublas.compute = 0;
    array::matmul(*a, *a, nullptr, "test");
    return cublas.compute;
  };
  const int single = 68, tensor_float = 77, whole = 70;  // of cublasComputeType_t
  CHECK(compute(KILN_FLOAT32) == single);
  CHECK(compute(KILN_COMPLEX64) == single);
  base::Flags::set("matmul_precision", "tensorfloat32");
  CHECK(compute(KILN_FLOAT32) == tensor_float);
  CHECK(compute(KILN_COMPLEX64) == tensor_float);
  CHECK(compute(KILN_FLOAT16) == single);
  CHECK(compute(KILN_BFLOAT16) == single);
  CHECK(compute(KILN_FLOAT64) == whole);
  CHECK(compute(KILN_COMPLEX128) == whole);
  base::Flags::set("matmul_precision", "highest");
  base::Flags::set("blas", "auto");
  CHECK(has(failure_of([] { base::Flags::set("matmul_precision", "tensorfloat"); }), "tensorfloat32"));
}
