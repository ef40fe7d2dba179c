// SPDX-License-Identifier: Apache-2.0
// Reductions of the caller's own, by key, and of an array and its weights; covariances (kiln/reduce.h). An
// empty `out` means a new array.
//   kiln::Reduction dot(context, "s = 0", "s = a*b", "s = s + s_", "r = s");
//   kiln::GpuArray r = dot({x, y}, -1)[0];
#ifndef KILN_CXX_REDUCTION_HPP
#define KILN_CXX_REDUCTION_HPP

#include <kiln/cxx/array.hpp>

#include <string>
#include <vector>

namespace kiln {

// The mean by weights, which broadcast; 1-d ones lie along the axis that goes.
inline GpuArray average(const GpuArray& array, const GpuArray& weights, const Axes& axes = {},
                        bool keepdims = false, kiln_dtype dtype = KILN_DTYPE_AUTO, const GpuArray& out = {}) {
  const auto options = axes.options(keepdims, dtype);
  detail::ArrayHandle handle;
  detail::check(kiln_array_average(array.get(), weights.get(), &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
// By (sum of weights - correction).
inline GpuArray weighted_var(const GpuArray& array, const GpuArray& weights, const Axes& axes = {},
                             bool keepdims = false, double correction = 0, kiln_dtype dtype = KILN_DTYPE_AUTO,
                             const GpuArray& out = {}) {
  const auto options = axes.options(keepdims, dtype, correction);
  detail::ArrayHandle handle;
  detail::check(kiln_array_weighted_var(array.get(), weights.get(), &options, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
// Of the rows of `array`, and of those of `other` if it is not empty.
inline GpuArray cov(const GpuArray& array, const GpuArray& other = {}, double correction = 1,
                    const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_cov(array.get(), other.get(), correction, out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}
inline GpuArray corrcoef(const GpuArray& array, const GpuArray& other = {}, const GpuArray& out = {}) {
  detail::ArrayHandle handle;
  detail::check(kiln_array_corrcoef(array.get(), other.get(), out.get(), handle.out()));
  return GpuArray(std::move(handle), array.context());
}

class Reduction {
 public:
  // As kiln_reduction_create. `outputs`: how many results `finish` assigns.
  Reduction(const Context& context, const std::string& identity, const std::string& map,
            const std::string& combine, const std::string& finish, std::size_t outputs = 1)
      : context_(context), outputs_(outputs) {
    detail::check(kiln_reduction_create(context.get(), identity.c_str(), map.c_str(), combine.c_str(),
                                        finish.c_str(), handle_.out()));
  }
  // The results in the order `finish` assigns them. `out`: an array for each, an empty one means a new array.
  std::vector<GpuArray> operator()(const std::vector<GpuArray>& inputs, const Axes& axes = {},
                                   bool keepdims = false, const std::vector<GpuArray>& out = {}) const {
    std::vector<kiln_array> arrays, made(outputs_), to(outputs_);
    if (!out.empty() && out.size() != outputs_)
      throw Error(KILN_INVALID_ARGUMENT, "kiln::Reduction: out has " + std::to_string(out.size()) +
                                             " arrays, expected " + std::to_string(outputs_));
    for (const GpuArray& input : inputs) arrays.push_back(input.get());
    for (std::size_t i = 0; i < out.size(); ++i) to[i] = out[i].get();
    const auto options = axes.options(keepdims);
    detail::check(kiln_reduction_call_into(get(), arrays.size(), arrays.data(), &options, made.size(),
                                           to.data(), made.data()));
    std::vector<GpuArray> result;
    for (kiln_array array : made) result.emplace_back(detail::ArrayHandle::adopt(array), context_);
    return result;
  }
  kiln_reduction get() const noexcept { return handle_.get(); }

 private:
  detail::ReductionHandle handle_;
  Context context_;
  std::size_t outputs_;
};

struct ReducedByKey {
  GpuArray keys, values;
};
// The key of each run of equal neighbours among 1-d `keys`, and the reduction of each run along `axis`. Waits
// for the device. `out`: arrays of the shapes that come out, an empty one means a new array.
inline ReducedByKey reduce_by_key(const GpuArray& keys, const GpuArray& array, kiln_reduce_op op,
                                  std::int64_t axis = -1, const ReducedByKey& out = {}) {
  detail::ArrayHandle runs, values;
  detail::check(kiln_array_reduce_by_key(keys.get(), array.get(), op, axis, out.keys.get(), out.values.get(),
                                         runs.out(), values.out()));
  return {GpuArray(std::move(runs), array.context()), GpuArray(std::move(values), array.context())};
}

}  // namespace kiln

#endif
