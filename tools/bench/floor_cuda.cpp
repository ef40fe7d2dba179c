// SPDX-License-Identifier: Apache-2.0
// Hand-written CUDA driver API: one float4 an item, 128 items a block. libcuda and NVRTC are opened at run
// time.
#include <dlfcn.h>

#include <cstdint>
#include <stdexcept>

#include "floor.hpp"

namespace {

using Pointer = std::uint64_t;

const char* kCudaSource = R"(
extern "C" __global__ void quads(float4* o, const float4* i, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) { float4 v = i[t]; o[t] = make_float4(expf(v.x), expf(v.y), expf(v.z), expf(v.w)); }
}
)";

template <class F>
F* symbol(void* library, const char* name) {
  auto* found = reinterpret_cast<F*>(dlsym(library, name));
  if (!found) throw std::runtime_error(std::string("no ") + name);
  return found;
}

class CudaFloor final : public Floor {
 public:
  CudaFloor(void* cuda, void* nvrtc) : cuda_(cuda) {
    call<int(unsigned)>("cuInit", 0u);
    int device = 0;
    call<int(int*, int)>("cuDeviceGet", &device, 0);
    void* context = nullptr;
    call<int(void**, int)>("cuDevicePrimaryCtxRetain", &context, device);
    call<int(void*)>("cuCtxSetCurrent", context);
    call<int(void**, unsigned)>("cuStreamCreate", &stream_, 1u);
    void* program = nullptr;
    symbol<int(void**, const char*, const char*, int, const char* const*, const char* const*)>(
        nvrtc, "nvrtcCreateProgram")(&program, kCudaSource, "floor.cu", 0, nullptr, nullptr);
    const char* options[] = {"--gpu-architecture=compute_80"};
    if (symbol<int(void*, int, const char* const*)>(nvrtc, "nvrtcCompileProgram")(program, 1, options))
      throw std::runtime_error("nvrtcCompileProgram");
    std::size_t bytes = 0;
    symbol<int(void*, std::size_t*)>(nvrtc, "nvrtcGetPTXSize")(program, &bytes);
    std::string ptx(bytes, '\0');
    symbol<int(void*, char*)>(nvrtc, "nvrtcGetPTX")(program, ptx.data());
    void* module = nullptr;
    call<int(void**, const void*)>("cuModuleLoadData", &module, ptx.data());
    call<int(void**, void*, const char*)>("cuModuleGetFunction", &kernel_, module, "quads");
    launch_ = symbol<Launch>(cuda_, "cuLaunchKernel");
    synchronize_ = symbol<int(void*)>(cuda_, "cuStreamSynchronize");
    read_ = symbol<int(void*, Pointer, std::size_t, void*)>(cuda_, "cuMemcpyDtoHAsync_v2");
  }

  double loop(const std::vector<float>& values, int iterations) override {
    prepare(values);
    launch(values.size());
    synchronize_(stream_);
    const double start = now();
    for (int i = 0; i < iterations; ++i) launch(values.size());
    synchronize_(stream_);
    return now() - start;
  }

  double loop_host(const std::vector<float>& values, int iterations) override {
    prepare(values);
    void* host = nullptr;
    call<int(void**, std::size_t, unsigned)>("cuMemHostAlloc", &host, values.size() * 4, 0u);
    const double start = now();
    for (int i = 0; i < iterations; ++i) {
      launch(values.size());
      read_(host, out_, values.size() * 4, stream_);
      synchronize_(stream_);
    }
    const double seconds = now() - start;
    call<int(void*)>("cuMemFreeHost", host);
    return seconds;
  }

  double copy(std::size_t n, int repeats) override {
    Pointer a = 0, b = 0;
    call<int(Pointer*, std::size_t)>("cuMemAlloc_v2", &a, n * 4);
    call<int(Pointer*, std::size_t)>("cuMemAlloc_v2", &b, n * 4);
    call<int(Pointer, unsigned, std::size_t, void*)>("cuMemsetD32Async", a, 0x3fc00000u, n, stream_);
    auto* copy = symbol<int(Pointer, Pointer, std::size_t, void*)>(cuda_, "cuMemcpyDtoDAsync_v2");
    copy(b, a, n * 4, stream_);
    synchronize_(stream_);
    const double start = now();
    for (int i = 0; i < repeats; ++i) copy(b, a, n * 4, stream_);
    synchronize_(stream_);
    const double seconds = (now() - start) / repeats;
    call<int(Pointer)>("cuMemFree_v2", a);
    call<int(Pointer)>("cuMemFree_v2", b);
    return seconds;
  }

 private:
  using Launch = int(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                     void**);

  template <class F, class... Args>
  void call(const char* name, Args... arguments) {
    if (const int code = symbol<F>(cuda_, name)(arguments...))
      throw std::runtime_error(std::string(name) + ": " + std::to_string(code));
  }

  void prepare(const std::vector<float>& values) {
    if (in_) return;
    call<int(Pointer*, std::size_t)>("cuMemAlloc_v2", &in_, values.size() * 4);
    call<int(Pointer*, std::size_t)>("cuMemAlloc_v2", &out_, values.size() * 4);
    call<int(Pointer, const void*, std::size_t)>("cuMemcpyHtoD_v2", in_, static_cast<const void*>(values.data()),
                                                 values.size() * 4);
  }

  void launch(std::size_t count) {
    int n = int(count / 4);
    void* arguments[] = {&out_, &in_, &n};
    if (launch_(kernel_, unsigned(n + 127) / 128, 1, 1, 128, 1, 1, 0, stream_, arguments, nullptr))
      throw std::runtime_error("cuLaunchKernel");
  }

  void* cuda_;
  void* stream_ = nullptr;
  void* kernel_ = nullptr;
  Launch* launch_ = nullptr;
  int (*synchronize_)(void*) = nullptr;
  int (*read_)(void*, Pointer, std::size_t, void*) = nullptr;
  Pointer in_ = 0, out_ = 0;
};

}  // namespace

std::unique_ptr<Floor> cuda_floor() {
  void* cuda = dlopen("libcuda.so.1", RTLD_NOW);
  void* nvrtc = nullptr;
  for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"})
    if (!nvrtc) nvrtc = dlopen(name, RTLD_NOW);
  if (!cuda || !nvrtc) return nullptr;
  return std::make_unique<CudaFloor>(cuda, nvrtc);
}
