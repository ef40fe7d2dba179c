// SPDX-License-Identifier: Apache-2.0
// Reductions that the program writes, and reductions by key (kiln/reduce.h).
//
//   kiln::Reduction dot(context, "s = 0", "s = a*b", "s = s + s_", "r = s");
//   kiln::GpuArray r = dot({x, y}, -1)[0];
#ifndef KILN_CXX_REDUCTION_HPP
#define KILN_CXX_REDUCTION_HPP

#include <kiln/cxx/fold_call.hpp>

#include <string>
#include <vector>

namespace kiln {

class Reduction {
 public:
  // Prepares a reduction (kiln_reduction_create). `outputs` is the number of results that `finish` assigns.
  Reduction(const Context& context, const std::string& identity, const std::string& map, const std::string& combine,
            const std::string& finish, std::size_t outputs = 1)
      : context_(context), outputs_(outputs) {
    detail::check(kiln_reduction_create(detail::need(context), identity.c_str(), map.c_str(), combine.c_str(),
                                        finish.c_str(), handle_.out()));
  }
  // Queues the reduction and returns its results in the order in which `finish` assigns them. `out` is empty
  // or has an array for each result; an empty array means a new one.
  std::vector<GpuArray> operator()(const std::vector<GpuArray>& inputs, const Axes& axes = {}, bool keepdims = false,
                                   const std::vector<GpuArray>& out = {}) const {
    const auto options = axes.options(keepdims);
    return detail::call_fold(
        "kiln::Reduction", context_, inputs, outputs_, out,
        [&](std::size_t count, const kiln_array* arrays, std::size_t out_count, const kiln_array* to,
            kiln_array* made) {
          return out.empty()
                     ? kiln_reduction_call(detail::need(*this), count, arrays, &options, out_count, made)
                     : kiln_reduction_call_into(detail::need(*this), count, arrays, &options, out_count, to, made);
        });
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
// for the device. Arrays in `out` have the shapes that come out; an empty one means a new array.
inline ReducedByKey reduce_by_key(const GpuArray& keys, const GpuArray& array, kiln_reduce_op op,
                                  std::int64_t axis = -1, const ReducedByKey& out = {}) {
  detail::ArrayHandle runs, values;
  detail::check(kiln_array_reduce_by_key(detail::need(keys), detail::need(array), op, axis, out.keys.get(),
                                         out.values.get(), runs.out(), values.out()));
  return {GpuArray(std::move(runs), array.context()), GpuArray(std::move(values), array.context())};
}

}  // namespace kiln

#endif
