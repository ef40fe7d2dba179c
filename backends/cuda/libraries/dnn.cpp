// SPDX-License-Identifier: Apache-2.0
// Convolutions by cuDNN. A call that cuDNN refuses, for whatever reason, is Kiln's: if the device has failed, Kiln's
// kernels report it.
#include "cuda/libraries/dnn.hpp"

#include <algorithm>
#include <climits>

#include "base/plugin/driver_support.hpp"
#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

using backend::Conv;
using DnnOperation = Conv::Operation;

constexpr int kMostAlgorithms = 16;  // cuDNN has 8 of each operation

struct DnnTypes {
  int data = -1, compute = kCudnnFloat, math = kCudnnFmaMath;
};

// The products of float16 and bfloat16 numbers are exact in float32, so that tensor cores lose nothing.
DnnTypes dnn_types(kiln_dtype dtype) {
  switch (dtype) {
    case KILN_FLOAT16:
      return {kCudnnHalf, kCudnnFloat, kCudnnTensorOpMath};
    case KILN_BFLOAT16:
      return {kCudnnBfloat16, kCudnnFloat, kCudnnTensorOpMath};
    case KILN_FLOAT32:
      return {kCudnnFloat, kCudnnFloat, kCudnnFmaMath};
    case KILN_FLOAT64:
      return {kCudnnDouble, kCudnnDouble, kCudnnDefaultMath};
    default:
      return {};
  }
}

// Whether an algorithm computes products and sums of the elements as they are. Fourier transforms are left out: their
// errors depend on the greatest element of the whole input. Winograd's transforms round in the elements' own type, so
// they are left out for types of two bytes.
bool suits(std::int32_t operation, int algorithm, kiln_dtype dtype) {
  const bool halves = dtype == KILN_FLOAT16 || dtype == KILN_BFLOAT16;
  enum Kind { sums, fourier, winograd };
  const auto kind = [&]() -> Kind {
    switch (operation) {
      case DnnOperation::output:
        return algorithm < 4 ? sums : algorithm < 6 ? fourier : winograd;
      case DnnOperation::input:
        return algorithm < 2 ? sums : algorithm < 4 ? fourier : winograd;
      default:
        return algorithm == 0 || algorithm == 1 || algorithm == 3 ? sums
               : algorithm == 2 || algorithm == 6                 ? fourier
                                                                  : winograd;
    }
  }();
  return kind == sums || (kind == winograd && !halves);
}

// Whether cuDNN can describe the convolution: numbers fit an int, and as many zeros behind each axis as before it give
// y's extents.
bool describable(const Conv& c) {
  if (c.axes < 1 || c.axes > 3 || dnn_types(c.dtype).data < 0) return false;
  std::int64_t x = c.batch, y = c.batch;
  const auto grow = [](std::int64_t& count, std::int64_t by) {
    if (by < 1 || by > INT_MAX || count > INT_MAX / by) return false;
    count *= by;
    return true;
  };
  if (c.batch < 1 || c.batch > INT_MAX || c.groups < 1 || c.groups > INT_MAX) return false;
  std::int64_t filters = 1;
  bool fits = grow(x, c.x_channels) && grow(y, c.y_channels) && grow(filters, c.y_channels) &&
              grow(filters, c.x_channels / c.groups);
  for (int d = 0; d < c.axes && fits; ++d) {
    fits = grow(x, c.x_extents[d]) && grow(y, c.y_extents[d]) && grow(filters, c.filter_extents[d]);
    for (const std::int64_t number : {c.strides[d], c.dilation[d]}) fits = fits && number >= 1 && number <= INT_MAX;
    if (!fits || c.padding[d] < 0 || c.padding[d] > INT_MAX / 2) return false;
    const std::int64_t reach = (c.filter_extents[d] - 1) * c.dilation[d] + 1;
    const std::int64_t room = c.x_extents[d] + 2 * c.padding[d] - reach;
    fits = room >= 0 && room / c.strides[d] + 1 == c.y_extents[d];
  }
  return fits;
}

// The numbers of all axes as cuDNN has them: an axis of one element stands before a single spatial one.
struct Numbers {
  int values[5] = {};
  int count = 0;
  Numbers(int axes, std::int64_t missing, const std::int64_t* spatial, std::initializer_list<std::int64_t> first = {}) {
    for (const std::int64_t value : first) values[count++] = static_cast<int>(value);
    if (axes == 1) values[count++] = static_cast<int>(missing);
    for (int d = 0; d < axes; ++d) values[count++] = static_cast<int>(spatial[d]);
  }
};

// The strides of a packed array of these extents: (batch, channels, spatial axes...).
Numbers packed_strides(const Numbers& extents, bool channels_last) {
  Numbers strides = extents;
  int step = channels_last ? extents.values[1] : 1;
  for (int d = extents.count; d-- > 2;) {
    strides.values[d] = step;
    step *= extents.values[d];
  }
  strides.values[1] = channels_last ? 1 : step;
  strides.values[0] = channels_last ? step : step * extents.values[1];
  return strides;
}

void* range_address(const Conv::Range& range) {
  if (!range.memory) return nullptr;
  return reinterpret_cast<void*>(as_memory(range.memory).pointer + range.offset);
}

}  // namespace

bool Dnn::start(const DriverApi& driver) {
  if (tried_) return handle_ != nullptr;
  tried_ = true;
  load_cudnn(api_, driver.version);
  if (!api_.missing.empty()) return false;
  if (api_.cudnnCreate(&handle_) != 0) handle_ = nullptr;
  if (!handle_) return false;
  const bool ready = api_.cudnnCreateTensorDescriptor(&x_) == 0 && api_.cudnnCreateTensorDescriptor(&y_) == 0 &&
                     api_.cudnnCreateFilterDescriptor(&filters_) == 0 &&
                     api_.cudnnCreateConvolutionDescriptor(&conv_) == 0;
  if (!ready) destroy();
  return ready;
}

std::string Dnn::identity(const DriverApi& driver) {
  const std::lock_guard lock(mutex_);
  if (!start(driver)) return {};
  return base::file_identity(api_.path);
}

void Dnn::destroy() noexcept {
  if (conv_) api_.cudnnDestroyConvolutionDescriptor(conv_);
  if (filters_) api_.cudnnDestroyFilterDescriptor(filters_);
  for (const cudnnTensor tensor : {x_, y_})
    if (tensor) api_.cudnnDestroyTensorDescriptor(tensor);
  if (handle_) api_.cudnnDestroy(handle_);
  conv_ = nullptr;
  filters_ = nullptr;
  x_ = y_ = nullptr;
  handle_ = nullptr;
}

void Dnn::forget(CUstream stream) noexcept {
  const std::lock_guard lock(mutex_);
  if (stream_ == stream) stream_ = nullptr;
}

bool Dnn::describe(const Conv& c) {
  if (!describable(c)) return false;
  const DnnTypes types = dnn_types(c.dtype);
  const Numbers x(c.axes, 1, c.x_extents, {c.batch, c.x_channels}), y(c.axes, 1, c.y_extents, {c.batch, c.y_channels}),
      filters(c.axes, 1, c.filter_extents, {c.y_channels, c.x_channels / c.groups});
  const Numbers padding(c.axes, 0, c.padding), strides(c.axes, 1, c.strides), dilation(c.axes, 1, c.dilation);
  const auto tensor = [&](cudnnTensor to, const Numbers& extents) {
    const Numbers steps = packed_strides(extents, c.channels_last);
    return api_.cudnnSetTensorNdDescriptor(to, types.data, extents.count, extents.values, steps.values) == 0;
  };
  const int layout = c.channels_last ? kCudnnChannelsLast : kCudnnChannelsFirst;
  const bool single = std::all_of(c.filter_extents, c.filter_extents + c.axes, [](auto taps) { return taps == 1; });
  const int mode = c.flip && !single ? kCudnnConvolution : kCudnnCrossCorrelation;
  return tensor(x_, x) && tensor(y_, y) &&
         api_.cudnnSetFilterNdDescriptor(filters_, types.data, layout, filters.count, filters.values) == 0 &&
         api_.cudnnSetConvolutionNdDescriptor(conv_, padding.count, padding.values, strides.values, dilation.values,
                                              mode, types.compute) == 0 &&
         api_.cudnnSetConvolutionMathType(conv_, types.math) == 0 &&
         api_.cudnnSetConvolutionGroupCount(conv_, static_cast<int>(c.groups)) == 0;
}

int Dnn::algorithms(std::int32_t operation, int most, int* count, CudnnAlgorithm* found) const {
  switch (operation) {
    case DnnOperation::output:
      return api_.cudnnGetConvolutionForwardAlgorithm_v7(handle_, x_, filters_, conv_, y_, most, count, found);
    case DnnOperation::input:
      return api_.cudnnGetConvolutionBackwardDataAlgorithm_v7(handle_, filters_, y_, conv_, x_, most, count, found);
    default:
      return api_.cudnnGetConvolutionBackwardFilterAlgorithm_v7(handle_, x_, y_, conv_, filters_, most, count, found);
  }
}

int Dnn::workspace(std::int32_t operation, int algorithm, std::size_t* bytes) const {
  switch (operation) {
    case DnnOperation::output:
      return api_.cudnnGetConvolutionForwardWorkspaceSize(handle_, x_, filters_, conv_, y_, algorithm, bytes);
    case DnnOperation::input:
      return api_.cudnnGetConvolutionBackwardDataWorkspaceSize(handle_, filters_, y_, conv_, x_, algorithm, bytes);
    default:
      return api_.cudnnGetConvolutionBackwardFilterWorkspaceSize(handle_, x_, y_, conv_, filters_, algorithm, bytes);
  }
}

std::vector<backend::ConvWay> Dnn::ways(const DriverApi& driver, const Conv& c) {
  std::vector<backend::ConvWay> ways;
  const std::lock_guard lock(mutex_);
  if (!start(driver) || !describe(c)) return ways;
  CudnnAlgorithm found[kMostAlgorithms] = {};
  int count = 0;
  if (algorithms(c.operation, kMostAlgorithms, &count, found) != 0) return ways;
  for (const CudnnAlgorithm& each : std::span(found, static_cast<std::size_t>(std::clamp(count, 0, kMostAlgorithms)))) {
    if (each.status != 0 || each.determinism != kCudnnDeterministic || !suits(c.operation, each.algorithm, c.dtype))
      continue;
    // An algorithm comes once for each math type that it has. The descriptor's own type is used.
    if (std::any_of(ways.begin(), ways.end(), [&](const auto& known) { return known.way == each.algorithm; })) continue;
    std::size_t bytes = 0;
    if (workspace(c.operation, each.algorithm, &bytes) == 0) ways.push_back({each.algorithm, bytes});
  }
  return ways;
}

bool Dnn::run(const DriverApi& driver, const Queue& queue, const Conv& c) {
  const std::lock_guard lock(mutex_);
  if (!start(driver) || !describe(c)) return false;
  if (stream_ != queue.stream) {
    stream_ = nullptr;
    if (api_.cudnnSetStream(handle_, queue.stream) != 0) return false;
    stream_ = queue.stream;
  }
  const bool wide = c.dtype == KILN_FLOAT64;
  const double ones[] = {1, 0};
  const float one[] = {1, 0};
  const void* const alpha = wide ? static_cast<const void*>(&ones[0]) : &one[0];
  const void* const beta = wide ? static_cast<const void*>(&ones[1]) : &one[1];
  void *const x = range_address(c.x), *const y = range_address(c.y), *const filters = range_address(c.filters),
              *const work = range_address(c.workspace);
  const auto way = static_cast<int>(c.way);
  switch (c.operation) {
    case DnnOperation::output:
      return api_.cudnnConvolutionForward(handle_, alpha, x_, x, filters_, filters, conv_, way, work, c.workspace_bytes,
                                          beta, y_, y) == 0;
    case DnnOperation::input:
      return api_.cudnnConvolutionBackwardData(handle_, alpha, filters_, filters, y_, y, conv_, way, work,
                                               c.workspace_bytes, beta, x_, x) == 0;
    default:
      return api_.cudnnConvolutionBackwardFilter(handle_, alpha, x_, x, y_, y, conv_, way, work, c.workspace_bytes,
                                                 beta, filters_, filters) == 0;
  }
}

}  // namespace kiln::cuda
