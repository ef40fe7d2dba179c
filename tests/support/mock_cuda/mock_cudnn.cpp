// SPDX-License-Identifier: Apache-2.0
// A mock libcudnn over the mock driver, whose device memory is the host's: convolutions of float32 and float64 by the
// definition, at once or with their stream's work.
#include "cuda/libraries/cuda_abi.hpp"
#include "host_conv.hpp"
#include "mock_cuda.hpp"

using namespace kiln::cuda;

namespace kiln::cuda {
struct cudnnContext {
  CUstream stream = nullptr;
};
struct cudnnTensorStruct {
  int dtype = -1;
  std::vector<int> extents, strides;
};
struct cudnnFilterStruct {
  int dtype = -1, layout = -1;
  std::vector<int> extents;
};
struct cudnnConvolutionStruct {
  std::vector<int> padding, strides, dilation;
  int mode = -1, compute = -1, math = -1, groups = 1;
};
}  // namespace kiln::cuda

namespace {

constexpr int kBadParameter = 2000, kNotSupported = 3000;

kiln::mock::CudnnControl& control() {
  static auto* instance = new kiln::mock::CudnnControl;
  return *instance;
}

// The convolution that the descriptors describe. False if they do not fit each other.
bool read(std::int32_t operation, cudnnTensor x, cudnnFilter w, cudnnConvolution conv, cudnnTensor y,
          kiln_backend_conv& out) {
  const std::size_t axes = conv->padding.size();
  if (axes < 2 || x->extents.size() != axes + 2 || y->extents.size() != axes + 2 || w->extents.size() != axes + 2)
    return false;
  out.operation = operation;
  out.channels_last = x->strides[1] == 1 && w->layout == kCudnnChannelsLast;
  out.flip = conv->mode == kCudnnConvolution;
  out.batch = x->extents[0], out.groups = conv->groups;
  out.x_channels = x->extents[1], out.y_channels = y->extents[1];
  bool fits = w->extents[0] == y->extents[1] && w->extents[1] * conv->groups == x->extents[1] &&
              y->extents[0] == x->extents[0] && w->dtype == x->dtype && y->dtype == x->dtype;
  int step = out.channels_last ? x->extents[1] : 1;
  for (std::size_t d = axes; d-- > 0;) {
    const int in = x->extents[d + 2], taps = w->extents[d + 2];
    const int reach = (taps - 1) * conv->dilation[d] + 1;
    fits = fits && x->strides[d + 2] == step &&
           y->extents[d + 2] == (in + 2 * conv->padding[d] - reach) / conv->strides[d] + 1;
    step *= in;
    const std::size_t to = 3 - axes + d;
    out.x_extents[to] = in, out.filter_extents[to] = taps, out.y_extents[to] = y->extents[d + 2];
    out.strides[to] = conv->strides[d], out.dilation[to] = conv->dilation[d], out.padding[to] = conv->padding[d];
  }
  return fits;
}

int algorithms(int most, int* count, CudnnAlgorithm* found) {
  if (control().algorithms_result != 0) return control().algorithms_result;
  *count = 0;
  for (const auto& known : control().algorithms) {
    if (*count == most) break;
    CudnnAlgorithm& to = found[(*count)++];
    to = {};
    to.algorithm = known.algorithm, to.status = known.status, to.determinism = known.deterministic;
    to.memory = control().workspace;
  }
  return 0;
}

int size_of(std::size_t* bytes) {
  *bytes = control().workspace;
  return 0;
}

int run(std::int32_t operation, cudnnHandle handle, const void* alpha, cudnnTensor x, void* xs, cudnnFilter w, void* ws,
        cudnnConvolution conv, int algorithm, void* workspace, std::size_t bytes, const void* beta, cudnnTensor y,
        void* ys) {
  auto& seen = control();
  if (seen.result != 0) return seen.result;
  kiln_backend_conv c;
  if (!read(operation, x, w, conv, y, c)) return kBadParameter;
  const bool wide = x->dtype == kCudnnDouble;
  const double one = wide ? *static_cast<const double*>(alpha) : *static_cast<const float*>(alpha),
               zero = wide ? *static_cast<const double*>(beta) : *static_cast<const float*>(beta);
  if (one != 1 || zero != 0 || bytes < seen.workspace || (seen.workspace > 0 && !workspace)) return kNotSupported;
  ++seen.convolutions;
  seen.algorithm = algorithm, seen.math = conv->math, seen.compute = conv->compute;
  const int dtype = x->dtype;  // the descriptors may change before the work runs
  const auto work = [=] {
    if (dtype == kCudnnFloat)
      kiln::test::host_conv(c, static_cast<float*>(xs), static_cast<float*>(ws), static_cast<float*>(ys));
    if (dtype == kCudnnDouble)
      kiln::test::host_conv(c, static_cast<double*>(xs), static_cast<double*>(ws), static_cast<double*>(ys));
  };
  if (seen.enqueue) return seen.enqueue(handle->stream, work);
  work();
  return 0;
}

template <class Object>
int make(Object** out) {
  *out = new Object;
  ++control().live;
  return 0;
}
template <class Object>
int drop(Object* object) {
  delete object;
  --control().live;
  return 0;
}

}  // namespace

#define MOCK __attribute__((visibility("default")))

extern "C" {

MOCK kiln::mock::CudnnControl* kiln_mock_cudnn_control() { return &control(); }

MOCK int cudnnCreate(cudnnHandle* out) { return control().create_result != 0 ? control().create_result : make(out); }
MOCK int cudnnDestroy(cudnnHandle handle) { return drop(handle); }
MOCK int cudnnSetStream(cudnnHandle handle, CUstream stream) {
  handle->stream = stream;
  ++control().streams_set;
  return 0;
}
MOCK int cudnnCreateTensorDescriptor(cudnnTensor* out) { return make(out); }
MOCK int cudnnDestroyTensorDescriptor(cudnnTensor tensor) { return drop(tensor); }
MOCK int cudnnSetTensorNdDescriptor(cudnnTensor to, int dtype, int count, const int* extents, const int* strides) {
  if (count < 4) return kBadParameter;
  *to = {dtype, {extents, extents + count}, {strides, strides + count}};
  return 0;
}
MOCK int cudnnCreateFilterDescriptor(cudnnFilter* out) { return make(out); }
MOCK int cudnnDestroyFilterDescriptor(cudnnFilter filter) { return drop(filter); }
MOCK int cudnnSetFilterNdDescriptor(cudnnFilter to, int dtype, int layout, int count, const int* extents) {
  if (count < 4) return kBadParameter;
  *to = {dtype, layout, {extents, extents + count}};
  return 0;
}
MOCK int cudnnCreateConvolutionDescriptor(cudnnConvolution* out) { return make(out); }
MOCK int cudnnDestroyConvolutionDescriptor(cudnnConvolution conv) { return drop(conv); }
MOCK int cudnnSetConvolutionNdDescriptor(cudnnConvolution to, int axes, const int* padding, const int* strides,
                                         const int* dilation, int mode, int compute) {
  to->padding.assign(padding, padding + axes);
  to->strides.assign(strides, strides + axes);
  to->dilation.assign(dilation, dilation + axes);
  to->mode = mode, to->compute = compute, to->math = -1, to->groups = 1;
  return 0;
}
MOCK int cudnnSetConvolutionMathType(cudnnConvolution to, int math) {
  to->math = math;
  return 0;
}
MOCK int cudnnSetConvolutionGroupCount(cudnnConvolution to, int groups) {
  to->groups = groups;
  return 0;
}
MOCK int cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle, cudnnTensor, cudnnFilter, cudnnConvolution, cudnnTensor,
                                                int most, int* count, CudnnAlgorithm* found) {
  return algorithms(most, count, found);
}
MOCK int cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle, cudnnFilter, cudnnTensor, cudnnConvolution,
                                                     cudnnTensor, int most, int* count, CudnnAlgorithm* found) {
  return algorithms(most, count, found);
}
MOCK int cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle, cudnnTensor, cudnnTensor, cudnnConvolution,
                                                       cudnnFilter, int most, int* count, CudnnAlgorithm* found) {
  return algorithms(most, count, found);
}
MOCK int cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle, cudnnTensor, cudnnFilter, cudnnConvolution, cudnnTensor,
                                                 int, std::size_t* bytes) {
  return size_of(bytes);
}
MOCK int cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle, cudnnFilter, cudnnTensor, cudnnConvolution,
                                                      cudnnTensor, int, std::size_t* bytes) {
  return size_of(bytes);
}
MOCK int cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle, cudnnTensor, cudnnTensor, cudnnConvolution,
                                                        cudnnFilter, int, std::size_t* bytes) {
  return size_of(bytes);
}
MOCK int cudnnConvolutionForward(cudnnHandle handle, const void* alpha, cudnnTensor x, const void* xs, cudnnFilter w,
                                 const void* ws, cudnnConvolution conv, int algorithm, void* workspace,
                                 std::size_t bytes, const void* beta, cudnnTensor y, void* ys) {
  return run(KILN_BACKEND_CONV_OUTPUT, handle, alpha, x, const_cast<void*>(xs), w, const_cast<void*>(ws), conv,
             algorithm, workspace, bytes, beta, y, ys);
}
MOCK int cudnnConvolutionBackwardData(cudnnHandle handle, const void* alpha, cudnnFilter w, const void* ws,
                                      cudnnTensor y, const void* ys, cudnnConvolution conv, int algorithm,
                                      void* workspace, std::size_t bytes, const void* beta, cudnnTensor x, void* xs) {
  return run(KILN_BACKEND_CONV_INPUT, handle, alpha, x, xs, w, const_cast<void*>(ws), conv, algorithm, workspace, bytes,
             beta, y, const_cast<void*>(ys));
}
MOCK int cudnnConvolutionBackwardFilter(cudnnHandle handle, const void* alpha, cudnnTensor x, const void* xs,
                                        cudnnTensor y, const void* ys, cudnnConvolution conv, int algorithm,
                                        void* workspace, std::size_t bytes, const void* beta, cudnnFilter w, void* ws) {
  return run(KILN_BACKEND_CONV_FILTERS, handle, alpha, x, const_cast<void*>(xs), w, ws, conv, algorithm, workspace,
             bytes, beta, y, const_cast<void*>(ys));
}

}  // extern "C"
