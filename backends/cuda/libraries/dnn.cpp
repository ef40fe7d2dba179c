// SPDX-License-Identifier: Apache-2.0
// Convolutions by cuDNN. A call that cuDNN refuses, for whatever reason, is Kiln's: if the device has failed, Kiln's
// kernels report it.
#include "cuda/libraries/dnn.hpp"

#include <algorithm>

#include "base/plugin/driver_support.hpp"
#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

// Convolutions whose plans are kept. A network has hundreds; beyond that the oldest ones are made again when needed.
constexpr std::size_t kMostKnown = 1024;

std::vector<std::int64_t> numbers_of(const backend::Conv& c) {
  std::vector<std::int64_t> numbers = {c.operation, c.dtype,  c.axes,       c.channels_last, c.flip,
                                       c.batch,     c.groups, c.x_channels, c.y_channels};
  for (const auto& axes : {c.x_extents, c.filter_extents, c.y_extents, c.strides, c.dilation, c.padding})
    numbers.insert(numbers.end(), axes, axes + std::clamp(c.axes, 0, 3));
  return numbers;
}

}  // namespace

bool Dnn::start(const DriverApi& driver) {
  if (tried_) return handle_ != nullptr;
  tried_ = true;
  load_cudnn(api_, driver.version);
  if (!api_.missing.empty()) return false;
  if (api_.cudnnCreate(&handle_) != 0) handle_ = nullptr;
  return handle_ != nullptr;
}

std::string Dnn::identity(const DriverApi& driver) {
  const std::lock_guard lock(mutex_);
  if (!start(driver)) return {};
  return base::file_identity(api_.path);
}

Dnn::~Dnn() {
  if (handle_) static_cast<void>(convs_.release());
}

void Dnn::destroy() noexcept {
  order_.clear();
  convs_->clear();
  if (handle_) api_.cudnnDestroy(handle_);
  handle_ = nullptr;
}

void Dnn::forget(CUstream stream) noexcept {
  const std::lock_guard lock(mutex_);
  if (stream_ == stream) stream_ = nullptr;
}

const DnnConv& Dnn::known(const backend::Conv& conv) {
  std::vector<std::int64_t> numbers = numbers_of(conv);
  if (const auto at = convs_->find(numbers); at != convs_->end()) return at->second;
  if (order_.size() >= kMostKnown) {
    convs_->erase(order_.front());
    order_.pop_front();
  }
  const auto at = convs_->emplace(std::move(numbers), dnn_plans(api_, handle_, conv)).first;
  order_.push_back(at);
  return at->second;
}

std::vector<backend::ConvWay> Dnn::ways(const DriverApi& driver, const backend::Conv& conv) {
  std::vector<backend::ConvWay> ways;
  const std::lock_guard lock(mutex_);
  if (!start(driver)) return ways;
  for (const DnnPlan& plan : known(conv).plans) ways.push_back(plan.way);
  return ways;
}

bool Dnn::run(const DriverApi& driver, const Queue& queue, const backend::Conv& conv) {
  const std::lock_guard lock(mutex_);
  if (!start(driver)) return false;
  const std::vector<DnnPlan>& plans = known(conv).plans;
  const auto plan =
      std::find_if(plans.begin(), plans.end(), [&](const auto& each) { return each.way.way == conv.way; });
  if (plan == plans.end() || conv.workspace_bytes < plan->way.workspace_bytes) return false;
  if (stream_ != queue.stream) {
    stream_ = nullptr;
    if (api_.cudnnSetStream(handle_, queue.stream) != 0) return false;
    stream_ = queue.stream;
  }
  return dnn_run(api_, handle_, plan->plan, conv);
}

}  // namespace kiln::cuda
