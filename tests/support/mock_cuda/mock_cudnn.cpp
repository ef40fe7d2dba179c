// SPDX-License-Identifier: Apache-2.0
// A mock libcudnn over the mock driver, whose device memory is the host's: the descriptors of the graph API, and
// convolutions of float32 and float64 by the definition, at once or with their stream's work.
#include <cstring>
#include <map>

#include "cuda/libraries/cuda_abi.hpp"
#include "host_conv.hpp"
#include "mock_cuda.hpp"

using namespace kiln::cuda;

namespace kiln::cuda {
struct cudnnContext {
  CUstream stream = nullptr;
};
}  // namespace kiln::cuda

namespace {

using Engine = kiln::mock::CudnnControl::Engine;
constexpr int kBadParameter = 2000, kNotSupported = 3000;

kiln::mock::CudnnControl& control() {
  static auto* instance = new kiln::mock::CudnnControl;
  return *instance;
}

struct Attribute {
  int type = -1;
  std::int64_t count = 0;
  std::vector<char> bytes;
};

// What cuDNN knows of a descriptor. References to other descriptors are copies, as the caller may drop those.
struct Object {
  int kind = 0;
  bool finished = false;
  std::map<int, Attribute> attributes;
  std::map<int, Object> references;
  Engine engine;  // of a configuration, an engine and a plan

  template <class T>
  std::vector<T> numbers(int attribute) const {
    const auto at = attributes.find(attribute);
    if (at == attributes.end()) return {};
    std::vector<T> values(at->second.bytes.size() / sizeof(T));
    std::memcpy(values.data(), at->second.bytes.data(), values.size() * sizeof(T));
    return values;
  }
  template <class T>
  T number(int attribute) const {
    const std::vector<T> values = numbers<T>(attribute);
    return values.size() == 1 ? values[0] : T(-1);
  }
};

std::size_t size_of(int type) {
  switch (type) {
    case kCudnnDataTypeType:
    case kCudnnModeType:
    case kCudnnHeuristicsType:
    case kCudnnFloatType:
      return 4;
    default:
      return 8;
  }
}

// The convolution that an operation describes. False if its parts do not fit each other.
bool read(const Object& operation, kiln_backend_conv& out, int& dtype) {
  const int first = operation.kind == kCudnnForwardKind     ? kCudnnForwardFirst
                    : operation.kind == kCudnnByFiltersKind ? kCudnnByFiltersFirst
                                                            : kCudnnByInputFirst;
  for (int part = 2; part < 6; ++part)
    if (!operation.references.count(first + part)) return false;
  const Object &conv = operation.references.at(first + 2), &filters = operation.references.at(first + 3),
               &x = operation.references.at(first + 4), &y = operation.references.at(first + 5);
  dtype = x.number<int>(kCudnnTensorType);
  const auto numbers = [](const Object& object, int attribute) { return object.numbers<std::int64_t>(attribute); };
  const auto xs = numbers(x, kCudnnTensorExtents), ys = numbers(y, kCudnnTensorExtents),
             ws = numbers(filters, kCudnnTensorExtents), steps = numbers(x, kCudnnTensorStrides),
             strides = numbers(conv, kCudnnConvolutionStrides), dilation = numbers(conv, kCudnnConvolutionDilation),
             before = numbers(conv, kCudnnConvolutionPaddingBefore),
             behind = numbers(conv, kCudnnConvolutionPaddingBehind);
  const auto axes = std::size_t(conv.number<std::int64_t>(kCudnnConvolutionAxes));
  if (axes < 2 || axes > 3 || xs.size() != axes + 2 || ys.size() != axes + 2 || ws.size() != axes + 2) return false;
  for (const auto* list : {&strides, &dilation, &before, &behind})
    if (list->size() != axes) return false;
  out.operation = operation.kind == kCudnnForwardKind     ? KILN_BACKEND_CONV_OUTPUT
                  : operation.kind == kCudnnByFiltersKind ? KILN_BACKEND_CONV_FILTERS
                                                          : KILN_BACKEND_CONV_INPUT;
  out.channels_last = steps[1] == 1;
  out.flip = conv.number<int>(kCudnnConvolutionMode) == kCudnnConvolutionProper;
  out.batch = xs[0], out.x_channels = xs[1], out.y_channels = ys[1];
  if (ws[1] < 1 || xs[1] % ws[1] != 0) return false;
  out.groups = xs[1] / ws[1];
  bool fits = ws[0] == ys[1] && ys[0] == xs[0];
  for (const Object* array : {&y, &filters}) fits = fits && array->number<int>(kCudnnTensorType) == dtype;
  std::int64_t step = out.channels_last ? xs[1] : 1;
  for (std::size_t d = axes; d-- > 0;) {
    const std::int64_t reach = (ws[d + 2] - 1) * dilation[d] + 1;
    fits = fits && steps[d + 2] == step && before[d] >= 0 && behind[d] >= 0 &&
           ys[d + 2] == (xs[d + 2] + before[d] + behind[d] - reach) / strides[d] + 1;
    step *= xs[d + 2];
    const std::size_t to = 3 - axes + d;
    out.x_extents[to] = xs[d + 2], out.filter_extents[to] = ws[d + 2], out.y_extents[to] = ys[d + 2];
    out.strides[to] = strides[d], out.dilation[to] = dilation[d], out.padding[to] = before[d];
  }
  const bool wide = conv.number<int>(kCudnnConvolutionCompute) == kCudnnDouble;
  const auto scale = [&](int part) {
    return wide ? operation.number<double>(first + part) : operation.number<float>(first + part);
  };
  return fits && scale(0) == 1 && scale(1) == 0;
}

const Object& operation_of(const Object& graph) { return graph.references.at(kCudnnGraphOperations); }

int execute(cudnnHandle handle, const Object& plan, const Object& pack) {
  auto& seen = control();
  if (seen.result != 0) return seen.result;
  const Object& operation = operation_of(plan.references.at(kCudnnPlanConfig).references.at(kCudnnHeuristicsGraph));
  kiln_backend_conv c;
  int dtype = -1;
  if (!read(operation, c, dtype)) return kBadParameter;
  const auto names = pack.numbers<std::int64_t>(kCudnnPackNumbers);
  const auto arrays = pack.numbers<void*>(kCudnnPackPointers);
  if (names != std::vector<std::int64_t>{'x', 'w', 'y'} || arrays.size() != 3) return kBadParameter;
  if (seen.workspace > 0 && !pack.number<void*>(kCudnnPackWorkspace)) return kNotSupported;
  ++seen.convolutions;
  seen.engine = plan.engine.number;
  for (const int first : {kCudnnForwardFirst, kCudnnByInputFirst, kCudnnByFiltersFirst})
    if (const auto conv = operation.references.find(first + 2); conv != operation.references.end())
      seen.compute = conv->second.number<int>(kCudnnConvolutionCompute);
  const auto work = [=] {
    if (dtype == kCudnnFloat)
      kiln::test::host_conv(c, static_cast<float*>(arrays[0]), static_cast<float*>(arrays[1]),
                            static_cast<float*>(arrays[2]));
    if (dtype == kCudnnDouble)
      kiln::test::host_conv(c, static_cast<double*>(arrays[0]), static_cast<double*>(arrays[1]),
                            static_cast<double*>(arrays[2]));
  };
  if (seen.enqueue) return seen.enqueue(handle->stream, work);
  work();
  return 0;
}

// Gives a list, of which the first `most` values are wanted.
template <class T>
int give(const std::vector<T>& list, std::int64_t most, std::int64_t* count, void* to) {
  *count = std::int64_t(list.size());
  if (to) std::memcpy(to, list.data(), sizeof(T) * std::min(list.size(), std::size_t(most)));
  return 0;
}

const std::vector<Engine>& recommended(const Object& heuristics) {
  return heuristics.number<int>(kCudnnHeuristicsMode) == kCudnnFallback ? control().fallback : control().engines;
}

}  // namespace

#define MOCK __attribute__((visibility("default")))

extern "C" {

MOCK kiln::mock::CudnnControl* kiln_mock_cudnn_control() { return &control(); }

MOCK std::size_t cudnnGetVersion() { return control().version; }
MOCK int cudnnCreate(cudnnHandle* out) {
  if (control().create_result != 0) return control().create_result;
  *out = new kiln::cuda::cudnnContext;
  ++control().live;
  return 0;
}
MOCK int cudnnDestroy(cudnnHandle handle) {
  delete handle;
  --control().live;
  return 0;
}
MOCK int cudnnSetStream(cudnnHandle handle, CUstream stream) {
  handle->stream = stream;
  ++control().streams_set;
  return 0;
}
MOCK int cudnnBackendCreateDescriptor(int kind, cudnnDescriptor* out) {
  auto* object = new Object;
  object->kind = kind;
  *out = object;
  ++control().live;
  return 0;
}
MOCK int cudnnBackendDestroyDescriptor(cudnnDescriptor descriptor) {
  delete static_cast<Object*>(descriptor);
  --control().live;
  return 0;
}
MOCK int cudnnBackendSetAttribute(cudnnDescriptor descriptor, int attribute, int type, std::int64_t count,
                                  const void* values) {
  Object& object = *static_cast<Object*>(descriptor);
  if (object.finished || count < 1) return kBadParameter;
  if (type == kCudnnDescriptorType) {
    const Object& other = *static_cast<Object* const*>(values)[0];
    if (count != 1 || !other.finished) return kBadParameter;
    object.references[attribute] = other;
    return 0;
  }
  const char* const bytes = static_cast<const char*>(values);
  object.attributes[attribute] = {type, count, {bytes, bytes + std::size_t(count) * size_of(type)}};
  return 0;
}
MOCK int cudnnBackendFinalize(cudnnDescriptor descriptor) {
  Object& object = *static_cast<Object*>(descriptor);
  if (object.finished) return kBadParameter;
  if (object.kind == kCudnnGraphKind) {
    kiln_backend_conv conv;
    int dtype = -1;
    if (!object.references.count(kCudnnGraphOperations) || !read(operation_of(object), conv, dtype))
      return kBadParameter;
  }
  if (object.kind == kCudnnHeuristicsKind) {
    ++control().asked;
    if (control().heuristics_result != 0) return control().heuristics_result;
  }
  if (object.kind == kCudnnPlanKind) {
    object.engine = object.references.at(kCudnnPlanConfig).engine;
    if (object.engine.plan_result != 0) return object.engine.plan_result;
  }
  object.finished = true;
  return 0;
}
MOCK int cudnnBackendGetAttribute(cudnnDescriptor descriptor, int attribute, int, std::int64_t most,
                                  std::int64_t* count, void* to) {
  const Object& object = *static_cast<Object*>(descriptor);
  if (!object.finished) return kBadParameter;
  switch (attribute) {
    case kCudnnHeuristicsConfigs: {
      const std::vector<Engine>& engines = recommended(object);
      *count = std::int64_t(engines.size());
      for (std::int64_t i = 0; to && i < std::min(most, *count); ++i) {
        Object& config = *static_cast<Object**>(to)[i];
        config.engine = engines[std::size_t(i)];
        config.references[kCudnnHeuristicsGraph] = object.references.at(kCudnnHeuristicsGraph);
        config.finished = true;
      }
      return 0;
    }
    case kCudnnConfigEngine: {
      *count = 1;
      Object& engine = **static_cast<Object**>(to);
      engine.engine = object.engine;
      engine.finished = true;
      return 0;
    }
    case kCudnnConfigKnobs: {
      if (!to) return kBadParameter;
      *count = std::int64_t(object.engine.knobs.size());
      for (std::int64_t i = 0; i < std::min(most, *count); ++i) {
        Object& knob = *static_cast<Object**>(to)[i];
        knob.engine.number = object.engine.knobs[std::size_t(i)];
        knob.finished = true;
      }
      return 0;
    }
    case kCudnnKnobType:
      return give(std::vector<int>{3}, most, count, to);
    case kCudnnKnobValue:
    case kCudnnEngineNumber:
      return give(std::vector<std::int64_t>{object.engine.number}, most, count, to);
    case kCudnnEngineNumericalNotes:
      return give(object.engine.numerical, most, count, to);
    case kCudnnEngineBehaviorNotes:
      return give(object.engine.behavior, most, count, to);
    case kCudnnPlanWorkspace:
      return give(std::vector<std::int64_t>{std::int64_t(control().workspace)}, most, count, to);
    default:
      return kBadParameter;
  }
}
MOCK int cudnnBackendExecute(cudnnHandle handle, cudnnDescriptor plan, cudnnDescriptor pack) {
  return execute(handle, *static_cast<Object*>(plan), *static_cast<Object*>(pack));
}

}  // extern "C"
