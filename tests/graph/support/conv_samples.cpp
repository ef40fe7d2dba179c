// SPDX-License-Identifier: Apache-2.0
// Convolutions, pooling and upsampling: what array operations give.
#include "array/conv/conv.hpp"
#include "array/pool/pool.hpp"
#include "ops_samples.hpp"

namespace kiln::test {

std::vector<Sample> image_samples() {
  using array::ConvOptions;
  using array::PoolOp;
  ConvOptions grouped{Dims{2, 1}, Dims{1, 1}, ConvOptions::Border::numbers, Dims{1, 0, 1, 1}, 2, true, false};
  ConvOptions last;
  last.border = ConvOptions::Border::half;
  last.flip = false;
  last.channels_last = true;
  const array::PoolOptions windows{Dims{2, 3}, Dims{2, 2}, Dims{1, 0, 0, 1}, true, false};
  const auto convolved = [](const ConvOptions& options, const Dims& extents = {}) {
    Attributes a;
    a.conv = options;
    a.shape = extents;
    a.has_shape = !extents.empty();
    return a;
  };
  const auto reference = [](auto run) -> Reference {
    return [run](const Inputs& in) { return std::vector<Doubles>{numbers(*run(in.arrays()))}; };
  };
  std::vector<Sample> out{
      {"conv", "image filters", convolved(grouped),
       reference([=](const Arrays& a) { return array::conv(*a[0], *a[1], grouped, nullptr, "test"); })},
      {"conv", "t t", convolved(last),
       reference([=](const Arrays& a) { return array::conv(*a[0], *a[1], last, nullptr, "test"); })},
      {"conv_transpose", "map filters", convolved(grouped, Dims{4, 5}), reference([=](const Arrays& a) {
         return array::conv_transpose(*a[0], *a[1], grouped, Dims{4, 5}, nullptr, "test");
       })},
      {"conv_filter_gradient", "image map", convolved(grouped, Dims{2, 3}), reference([=](const Arrays& a) {
         return array::conv_filter_gradient(*a[0], *a[1], grouped, Dims{2, 3}, nullptr, "test");
       })}};
  for (const PoolOp op : {PoolOp::max, PoolOp::sum, PoolOp::average, PoolOp::average_padded}) {
    Attributes a;
    a.pool = windows;
    a.flag = int(op);
    out.push_back({"pool", "image", a, reference([=](const Arrays& arrays) {
                     return array::pool(*arrays[0], op, windows, nullptr, "test");
                   })});
    out.push_back({"pool_gradient", "image pooled", a, reference([=](const Arrays& arrays) {
                     return array::pool_gradient(*arrays[0], *arrays[1], op, windows, nullptr, "test");
                   })});
  }
  for (const int flag : {0, 1}) {
    Attributes a;
    a.shape = Dims{7, 3};
    a.has_shape = true;
    a.flag = flag;
    out.push_back({"upsample", "image", a, reference([=](const Arrays& arrays) {
                     return array::upsample(*arrays[0], flag == 1, Dims{7, 3}, false, nullptr, "test");
                   })});
    out.push_back({"upsample_gradient", "image", a, reference([=](const Arrays& arrays) {
                     return array::upsample_gradient(*arrays[0], flag == 1, Dims{7, 3}, false, nullptr, "test");
                   })});
  }
  return out;
}

}  // namespace kiln::test
