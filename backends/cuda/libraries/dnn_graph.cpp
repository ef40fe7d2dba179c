// SPDX-License-Identifier: Apache-2.0
#include "cuda/libraries/dnn_graph.hpp"

#include <algorithm>
#include <climits>
#include <optional>
#include <span>

#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

using backend::Conv;
using DnnOperation = Conv::Operation;

constexpr std::int64_t kTensorAlignment = 16;  // bytes; what the library's vectors need
constexpr std::int64_t kMostNotes = 32;
constexpr std::int64_t kMostKnobs = 64;  // of an engine; cuDNN tells how many there are only when it gives them

// The names of the arrays in a graph.
constexpr std::int64_t kX = 'x', kY = 'y', kFilters = 'w';

struct DnnTypes {
  int data = -1, compute = kCudnnFloat;
};

// The products of float16 and bfloat16 numbers are exact in float32, so that tensor cores lose nothing.
DnnTypes dnn_types(kiln_dtype dtype) {
  switch (dtype) {
    case KILN_FLOAT16:
      return {kCudnnHalf, kCudnnFloat};
    case KILN_BFLOAT16:
      return {kCudnnBfloat16, kCudnnFloat};
    case KILN_FLOAT32:
      return {kCudnnFloat, kCudnnFloat};
    case KILN_FLOAT64:
      return {kCudnnDouble, kCudnnDouble};
    default:
      return {};
  }
}

// The zeros behind axis d: as many as before it if these give y's extent, else as many as the extent needs. Nothing if
// no number of zeros gives it.
std::optional<std::int64_t> padding_behind(const Conv& c, int d) {
  const std::int64_t reach = (c.filter_extents[d] - 1) * c.dilation[d] + 1, before = c.padding[d];
  const auto gives = [&](std::int64_t behind) {
    const std::int64_t room = c.x_extents[d] + before + behind - reach;
    return room >= 0 && room / c.strides[d] + 1 == c.y_extents[d];
  };
  const std::int64_t least = (c.y_extents[d] - 1) * c.strides[d] + reach - c.x_extents[d] - before;
  for (const std::int64_t behind : {before, std::max<std::int64_t>(least, 0)})
    if (gives(behind)) return behind;
  return std::nullopt;
}

// Whether cuDNN can describe the convolution: its arrays have no more elements than an int counts, and there is padding
// that gives y's extents.
bool describable(const Conv& c) {
  if (c.axes < 1 || c.axes > 3 || dnn_types(c.dtype).data < 0) return false;
  std::int64_t x = c.batch, y = c.batch, filters = 1;
  const auto grow = [](std::int64_t& count, std::int64_t by) {
    if (by < 1 || by > INT_MAX || count > INT_MAX / by) return false;
    count *= by;
    return true;
  };
  if (c.batch < 1 || c.batch > INT_MAX || c.groups < 1 || c.groups > INT_MAX) return false;
  bool fits = grow(x, c.x_channels) && grow(y, c.y_channels) && grow(filters, c.y_channels) &&
              grow(filters, c.x_channels / c.groups);
  for (int d = 0; d < c.axes && fits; ++d) {
    fits = grow(x, c.x_extents[d]) && grow(y, c.y_extents[d]) && grow(filters, c.filter_extents[d]);
    for (const std::int64_t number : {c.strides[d], c.dilation[d]}) fits = fits && number >= 1 && number <= INT_MAX;
    fits = fits && c.padding[d] >= 0 && c.padding[d] <= INT_MAX / 2 && padding_behind(c, d).has_value();
  }
  return fits;
}

// The numbers of all axes as cuDNN has them: an axis of one element stands before a single spatial one.
struct Numbers {
  std::int64_t values[5] = {};
  int count = 0;
  Numbers(int axes, std::int64_t missing, const std::int64_t* spatial, std::initializer_list<std::int64_t> first = {}) {
    for (const std::int64_t value : first) values[count++] = value;
    if (axes == 1) values[count++] = missing;
    for (int d = 0; d < axes; ++d) values[count++] = spatial[d];
  }
};

// The strides of a packed array of these extents: (batch, channels, spatial axes...).
Numbers packed_strides(const Numbers& extents, bool channels_last) {
  Numbers strides = extents;
  std::int64_t step = channels_last ? extents.values[1] : 1;
  for (int d = extents.count; d-- > 2;) {
    strides.values[d] = step;
    step *= extents.values[d];
  }
  strides.values[1] = channels_last ? 1 : step;
  strides.values[0] = channels_last ? step : step * extents.values[1];
  return strides;
}

DnnDescriptor array_of(const CudnnApi& api, const Conv& c, std::int64_t name, const Numbers& extents) {
  const int type = dnn_types(c.dtype).data;
  const Numbers strides = packed_strides(extents, c.channels_last);
  DnnDescriptor array(api, kCudnnTensorKind);
  array.set(kCudnnTensorType, kCudnnDataTypeType, 1, &type)
      .set(kCudnnTensorExtents, kCudnnInt64Type, extents.count, extents.values)
      .set(kCudnnTensorStrides, kCudnnInt64Type, strides.count, strides.values)
      .set(kCudnnTensorNumber, kCudnnInt64Type, 1, &name)
      .set(kCudnnTensorAlignment, kCudnnInt64Type, 1, &kTensorAlignment)
      .finish();
  return array;
}

DnnDescriptor geometry_of(const CudnnApi& api, const Conv& c) {
  const int compute = dnn_types(c.dtype).compute;
  const bool single = std::all_of(c.filter_extents, c.filter_extents + c.axes, [](auto taps) { return taps == 1; });
  const int mode = c.flip && !single ? kCudnnConvolutionProper : kCudnnCrossCorrelation;
  std::int64_t behind[3] = {};
  for (int d = 0; d < c.axes; ++d) behind[d] = padding_behind(c, d).value_or(0);
  const Numbers before_axes(c.axes, 0, c.padding), behind_axes(c.axes, 0, behind), strides(c.axes, 1, c.strides),
      dilation(c.axes, 1, c.dilation);
  const std::int64_t axes = strides.count;
  DnnDescriptor geometry(api, kCudnnConvolutionKind);
  geometry.set(kCudnnConvolutionCompute, kCudnnDataTypeType, 1, &compute)
      .set(kCudnnConvolutionMode, kCudnnModeType, 1, &mode)
      .set(kCudnnConvolutionAxes, kCudnnInt64Type, 1, &axes)
      .set(kCudnnConvolutionDilation, kCudnnInt64Type, axes, dilation.values)
      .set(kCudnnConvolutionStrides, kCudnnInt64Type, axes, strides.values)
      .set(kCudnnConvolutionPaddingBefore, kCudnnInt64Type, axes, before_axes.values)
      .set(kCudnnConvolutionPaddingBehind, kCudnnInt64Type, axes, behind_axes.values)
      .finish();
  return geometry;
}

// The operation: result = 1 * convolution + 0 * result.
DnnDescriptor operation_of(const CudnnApi& api, const Conv& c, const DnnDescriptor& geometry, const DnnDescriptor& x,
                           const DnnDescriptor& filters, const DnnDescriptor& y) {
  const bool wide = c.dtype == KILN_FLOAT64;
  const double one = 1, zero = 0;
  const float short_one = 1, short_zero = 0;
  const int type = wide ? kCudnnDoubleType : kCudnnFloatType;
  const auto number = [&](const double& value, const float& shorter) -> const void* {
    return wide ? static_cast<const void*>(&value) : &shorter;
  };
  const int kind = c.operation == DnnOperation::output  ? kCudnnForwardKind
                   : c.operation == DnnOperation::input ? kCudnnByInputKind
                                                        : kCudnnByFiltersKind;
  const int first = c.operation == DnnOperation::output  ? kCudnnForwardFirst
                    : c.operation == DnnOperation::input ? kCudnnByInputFirst
                                                         : kCudnnByFiltersFirst;
  DnnDescriptor operation(api, kind);
  operation.set(first, type, 1, number(one, short_one))
      .set(first + 1, type, 1, number(zero, short_zero))
      .set(first + 2, geometry)
      .set(first + 3, filters)
      .set(first + 4, x)
      .set(first + 5, y)
      .finish();
  return operation;
}

// Whether an engine computes products and sums of the elements as they are, the same way each time. Fourier transforms
// are left out: their errors depend on the greatest element of the whole input. Winograd's transforms round in the
// elements' own type, so they are left out for types of two bytes. Tensor cores shorten float32. An engine that is
// compiled at run time is left out too: that takes as long as compiling Kiln's kernels, for each shape, and its kernels
// end with its plan, though a recording may hold them.
bool suits(const DnnDescriptor& engine, kiln_dtype dtype) {
  int notes[kMostNotes] = {};
  const auto numerical =
      std::size_t(engine.get(kCudnnEngineNumericalNotes, kCudnnNumericalNoteType, kMostNotes, notes));
  const bool halves = dtype == KILN_FLOAT16 || dtype == KILN_BFLOAT16;
  for (const int note : std::span(notes, numerical)) {
    if (note == kCudnnShorterInputs || note == kCudnnShorterSums || note == kCudnnFourier ||
        note == kCudnnDiffersEachTime)
      return false;
    if ((note == kCudnnTensorCores && dtype == KILN_FLOAT32) ||
        (note >= kCudnnWinograd && note <= kCudnnLastWinograd && halves))
      return false;
  }
  const auto behavior = std::size_t(engine.get(kCudnnEngineBehaviorNotes, kCudnnBehaviorNoteType, kMostNotes, notes));
  const auto known = std::span(notes, behavior);
  return std::find(known.begin(), known.end(), kCudnnCompilesAtRunTime) == known.end();
}

// The descriptors of a list of at most `most` that is an attribute of another descriptor.
std::vector<DnnDescriptor> list_of(const CudnnApi& api, const DnnDescriptor& owner, int attribute, int kind,
                                   std::int64_t most) {
  std::vector<DnnDescriptor> list;
  std::vector<cudnnDescriptor> handles;
  for (std::int64_t i = 0; i < most; ++i) handles.push_back(list.emplace_back(api, kind).handle());
  const bool whole = std::all_of(list.begin(), list.end(), [](const auto& each) { return each.good(); });
  const std::int64_t given = whole ? owner.get(attribute, kCudnnDescriptorType, most, handles.data()) : 0;
  while (std::int64_t(list.size()) > given) list.pop_back();
  return list;
}

// The number of an engine with its knobs, the same for other shapes and in other processes: the engine's own, and a
// hash (FNV-1a) of the knobs.
std::int64_t way_number(const CudnnApi& api, const DnnDescriptor& engine, const DnnDescriptor& config) {
  constexpr int kHashBits = 40;
  std::int64_t number = 0;
  engine.get(kCudnnEngineNumber, kCudnnInt64Type, 1, &number);
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](std::int64_t value) { hash = (hash ^ std::uint64_t(value)) * 0x100000001b3; };
  for (const DnnDescriptor& knob : list_of(api, config, kCudnnConfigKnobs, kCudnnKnobKind, kMostKnobs)) {
    int type = 0;
    std::int64_t value = 0;
    knob.get(kCudnnKnobType, kCudnnKnobTypeType, 1, &type);
    knob.get(kCudnnKnobValue, kCudnnInt64Type, 1, &value);
    add(type);
    add(value);
  }
  return (number & 0xFFFF) << kHashBits | std::int64_t(hash >> (64 - kHashBits));
}

// Adds the plans of what cuDNN recommends in this mode.
void add_plans(const CudnnApi& api, cudnnHandle handle, const DnnDescriptor& graph, kiln_dtype dtype, int mode,
               DnnConv& to) {
  DnnDescriptor heuristics(api, kCudnnHeuristicsKind);
  heuristics.set(kCudnnHeuristicsGraph, graph).set(kCudnnHeuristicsMode, kCudnnHeuristicsType, 1, &mode);
  if (!heuristics.finish()) return;
  const std::int64_t count = heuristics.count(kCudnnHeuristicsConfigs, kCudnnDescriptorType);
  for (DnnDescriptor& config : list_of(api, heuristics, kCudnnHeuristicsConfigs, kCudnnConfigKind, count)) {
    const DnnDescriptor engine(api, kCudnnEngineKind);
    cudnnDescriptor engine_handle = engine.handle();
    if (!engine.good() || config.get(kCudnnConfigEngine, kCudnnDescriptorType, 1, &engine_handle) != 1 ||
        !suits(engine, dtype))
      continue;
    const std::int64_t way = way_number(api, engine, config);
    if (std::any_of(to.plans.begin(), to.plans.end(), [&](const auto& known) { return known.way.way == way; }))
      continue;
    DnnDescriptor plan(api, kCudnnPlanKind);
    plan.set(kCudnnPlanHandle, kCudnnHandleType, 1, &handle).set(kCudnnPlanConfig, config);
    std::int64_t workspace = -1;
    if (!plan.finish() || plan.get(kCudnnPlanWorkspace, kCudnnInt64Type, 1, &workspace) != 1 || workspace < 0) continue;
    to.plans.push_back({{way, std::uint64_t(workspace)}, std::move(plan)});
    to.parts.push_back(std::move(config));
  }
}

void* range_address(const Conv::Range& range) {
  if (!range.memory) return nullptr;
  return reinterpret_cast<void*>(as_memory(range.memory).pointer + range.offset);
}

}  // namespace

DnnDescriptor::DnnDescriptor(const CudnnApi& api, int kind) : api_(&api) {
  good_ = api.cudnnBackendCreateDescriptor(kind, &handle_) == 0;
  if (!good_) handle_ = nullptr;
}

DnnDescriptor::~DnnDescriptor() {
  if (handle_) api_->cudnnBackendDestroyDescriptor(handle_);
}

DnnDescriptor& DnnDescriptor::set(int attribute, int type, std::int64_t count, const void* values) {
  good_ = good_ && api_->cudnnBackendSetAttribute(handle_, attribute, type, count, values) == 0;
  return *this;
}

DnnDescriptor& DnnDescriptor::set(int attribute, const DnnDescriptor& other) {
  good_ = good_ && other.good_;
  return set(attribute, kCudnnDescriptorType, 1, &other.handle_);
}

bool DnnDescriptor::finish() {
  good_ = good_ && api_->cudnnBackendFinalize(handle_) == 0;
  return good_;
}

std::int64_t DnnDescriptor::get(int attribute, int type, std::int64_t most, void* values) const {
  std::int64_t count = 0;
  if (!good_ || api_->cudnnBackendGetAttribute(handle_, attribute, type, most, &count, values) != 0) return 0;
  return std::clamp<std::int64_t>(count, 0, most);
}

std::int64_t DnnDescriptor::count(int attribute, int type) const {
  std::int64_t count = 0;
  if (!good_ || api_->cudnnBackendGetAttribute(handle_, attribute, type, 0, &count, nullptr) != 0) return 0;
  return std::max<std::int64_t>(count, 0);
}

DnnConv dnn_plans(const CudnnApi& api, cudnnHandle handle, const Conv& c) {
  DnnConv conv;
  if (!describable(c)) return conv;
  DnnDescriptor x = array_of(api, c, kX, Numbers(c.axes, 1, c.x_extents, {c.batch, c.x_channels}));
  DnnDescriptor y = array_of(api, c, kY, Numbers(c.axes, 1, c.y_extents, {c.batch, c.y_channels}));
  DnnDescriptor filters =
      array_of(api, c, kFilters, Numbers(c.axes, 1, c.filter_extents, {c.y_channels, c.x_channels / c.groups}));
  DnnDescriptor geometry = geometry_of(api, c);
  DnnDescriptor operation = operation_of(api, c, geometry, x, filters, y);
  DnnDescriptor graph(api, kCudnnGraphKind);
  graph.set(kCudnnGraphHandle, kCudnnHandleType, 1, &handle).set(kCudnnGraphOperations, operation);
  if (!graph.finish()) return conv;
  for (const int mode : {kCudnnDecisionTree, kCudnnFallback}) add_plans(api, handle, graph, c.dtype, mode, conv);
  for (DnnDescriptor* part : {&x, &y, &filters, &geometry, &operation, &graph}) conv.parts.push_back(std::move(*part));
  return conv;
}

bool dnn_run(const CudnnApi& api, cudnnHandle handle, const DnnDescriptor& plan, const Conv& c) {
  const std::int64_t numbers[] = {kX, kFilters, kY};
  void* const arrays[] = {range_address(c.x), range_address(c.filters), range_address(c.y)};
  void* const work = range_address(c.workspace);
  DnnDescriptor pack(api, kCudnnPackKind);
  pack.set(kCudnnPackNumbers, kCudnnInt64Type, 3, numbers)
      .set(kCudnnPackPointers, kCudnnPointerType, 3, arrays)
      .set(kCudnnPackWorkspace, kCudnnPointerType, 1, &work);
  return pack.finish() && api.cudnnBackendExecute(handle, plan.handle(), pack.handle()) == 0;
}

}  // namespace kiln::cuda
