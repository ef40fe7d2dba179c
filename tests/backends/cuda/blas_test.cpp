// SPDX-License-Identifier: Apache-2.0
// cuBLAS over mock libraries: what a row-major product becomes, and where there is none.
#include "cuda_support.hpp"

using namespace kiln::test;

namespace {

kiln::mock::CublasControl& cublas() {
  auto& control = control_of<kiln::mock::CublasControl>("KILN_TEST_MOCK_CUBLAS", "kiln_mock_cublas_control");
  control = {};
  ::setenv("KILN_CUBLAS_LIBRARY", variable("KILN_TEST_MOCK_CUBLAS").c_str(), 1);
  return control;
}

MemoryHandle upload(Opened& o, const std::vector<float>& values) {
  const MemoryHandle memory = o.allocate(values.size() * 4);
  o.context->memory_write(o.queue, memory, 0, values.data(), values.size() * 4, true);
  return memory;
}

}  // namespace

TEST_CASE("cuda: row-major products by cuBLAS, which works on columns", "[cuda]") {
  auto& control = cublas();
  {
    Opened o;
    // Rows of 4 elements of which 2 or 3 count; the first of A and B is skipped.
    const MemoryHandle a = upload(o, {9, 1, 2, 3, 9, 4, 5, 6}), b = upload(o, {9, 1, 2, 3, 4, 5, 6});
    const MemoryHandle c = upload(o, std::vector<float>(8, 1));
    Gemm gemm;
    gemm.m = gemm.n = 2;
    gemm.k = 3;
    gemm.a = {a, 4, 4, 0};
    gemm.b = {b, 4, 2, 0};
    gemm.c = {c, 0, 2, 4};
    gemm.alpha[0] = 2;
    gemm.beta[0] = 1;
    gemm.batch = 2;
    CHECK(contains(o.context->blas_identity(), "libmock_cublas.so "));
    REQUIRE(o.context->blas_gemm(o.queue, gemm));
    CHECK(o.read<float>(c, 8) == std::vector<float>{45, 57, 99, 129, 45, 57, 99, 129});
    CHECK(control.compute == 68);
    CHECK(control.math_mode == 16);
    gemm.b_operation = Gemm::Operation::transpose;
    gemm.b.leading = 3;
    gemm.beta[0] = 0;
    REQUIRE(o.context->blas_gemm(o.queue, gemm));
    CHECK(o.read<float>(c, 4) == std::vector<float>{28, 64, 64, 154});
    CHECK(control.with_workspace);
    CHECK(control.streams_set == 1);
    gemm.tf32 = true;
    REQUIRE(o.context->blas_gemm(o.queue, gemm));
    CHECK(control.compute == 77);
    gemm.dtype = KILN_COMPLEX64;
    REQUIRE(o.context->blas_gemm(o.queue, gemm));
    CHECK(control.compute == 77);
    gemm.dtype = KILN_FLOAT64;
    REQUIRE(o.context->blas_gemm(o.queue, gemm));
    CHECK(control.compute == 70);

    control.result = 15;  // not supported
    CHECK_FALSE(o.context->blas_gemm(o.queue, gemm));
    control.result = 13;
    CHECK(contains(error_of([&] { o.context->blas_gemm(o.queue, gemm); }).message(), "cuBLAS status 13"));
    control.result = 0;
    gemm.m = std::int64_t{1} << 31;
    CHECK_FALSE(o.context->blas_gemm(o.queue, gemm));
    gemm.m = 2;
    gemm.dtype = KILN_INT32;
    CHECK_FALSE(o.context->blas_gemm(o.queue, gemm));
    CHECK(control.products == 5);
    for (const MemoryHandle memory : {a, b, c}) o.context->memory_free(memory);
  }
  CHECK(control.live_handles == 0);
}

TEST_CASE("cuda: no cuBLAS is no product", "[cuda]") {
  auto& control = cublas();
  Gemm gemm;
  gemm.m = gemm.n = gemm.k = gemm.a.leading = gemm.b.leading = gemm.c.leading = 1;
  {
    Opened o;
    control.create_result = 1;
    CHECK_FALSE(o.context->blas_gemm(o.queue, gemm));
  }
  ::setenv("KILN_CUBLAS_LIBRARY", "/no/such/library", 1);
  Opened o;
  CHECK(o.context->blas_identity().empty());
  CHECK_FALSE(o.context->blas_gemm(o.queue, gemm));
}

TEST_CASE("cuda: products on several queues share a workspace one after the other", "[cuda]") {
  cublas();
  Opened o;
  const MemoryHandle memory = o.allocate(16);
  Gemm gemm;
  gemm.m = gemm.n = gemm.k = 1;
  gemm.a = gemm.b = {memory, 0, 1, 0};
  gemm.c = {memory, 4, 1, 0};
  gemm.alpha[0] = 1;
  const QueueHandle other = o.context->queue_create(false);
  const auto waits = [&](QueueHandle queue) {
    o.cuda.calls.clear();
    REQUIRE(o.context->blas_gemm(queue, gemm));
    CHECK(o.cuda.count("cuEventRecord") <= o.cuda.count("cuStreamWaitEvent"));
    return o.cuda.count("cuStreamWaitEvent");
  };
  CHECK(waits(o.queue) == 0);
  CHECK(waits(o.queue) == 0);
  CHECK(waits(other) == 1);
  CHECK(waits(o.queue) == 1);
  CHECK(waits(other) == 1);
  // What a queue that is gone has queued may still run.
  o.context->queue_destroy(other);
  CHECK(waits(o.queue) == 1);
  CHECK(waits(o.queue) == 0);
  // So do replays.
  const QueueHandle third = o.context->queue_create(false);
  const std::vector<Command> commands(2, command("gemm", gemm));
  const RecordingHandle recording = o.context->recording_create(commands);
  o.cuda.calls.clear();
  o.context->recording_replay(third, recording, 1);
  CHECK(o.cuda.count("cuStreamWaitEvent") == 1);
  CHECK(waits(o.queue) == 1);
  o.context->recording_destroy(recording);
  o.context->queue_destroy(third);
  o.context->memory_free(memory);
}
