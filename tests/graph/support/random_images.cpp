// SPDX-License-Identifier: Apache-2.0
// Random convolutions, transposed ones, pooling and upsampling. Matrices are images of one extent: their rows are a
// batch, or filters, of one channel.
#include <algorithm>

#include "random_graph.hpp"

namespace kiln::test {

void RandomGraph::image() {
  const auto fits = [](const RandomValue& v) { return base::is_float(v.dtype()) && v.ndim() == 2; };
  const RandomValue *x = pick(fits), *y = pick(fits);
  if (!x || !y) return;
  Attributes a;
  const bool last = chance(2);
  const auto as_image = [last](const Value& v) {
    Attributes order;
    order.axes = last ? Dims{0, 1, -1} : Dims{0, -1, 1};
    return op("dimshuffle", {v}, order);
  };
  const Range r = x->range, q = y->range;
  const double u = unit(x->dtype() == KILN_FLOAT64 ? KILN_FLOAT64 : KILN_FLOAT32);
  if (chance(2)) {
    a.pool = {Dims{1 + below(3)}, Dims{1 + below(2)}, {}, true, last};
    const double window = double(a.pool.window[0]);
    a.flag = int(below(3));
    if (a.flag == 0 && !r.exact) a.flag = 1;  // which element is the greatest must not depend on rounding
    const Range of[] = {r,
                        {window * r.bound, r.bits, r.exact, window * (r.error + window * u * r.bound * !r.exact)},
                        {r.bound, 0, false, r.error + (window + 2) * u * r.bound}};
    return void(attempt({x}, of[a.flag], false, fmt::format("pool {} last {}", a.flag, last),
                        [&](const Values& v) { return op("pool", {as_image(v[0])}, a); }));
  }
  if (chance(3)) {
    const bool linear = chance(2);
    a.shape = Dims{1 + below(9)};
    a.has_shape = true;
    a.flag = int(linear) + 2 * int(last);
    const Range of = linear ? Range{r.bound, 0, false, r.error + 4 * u * r.bound} : r;
    return void(attempt({x}, of, false, fmt::format("upsample linear {} last {}", linear, last),
                        [&](const Values& v) { return op("upsample", {as_image(v[0])}, a); }));
  }
  double n = 1;
  for (std::size_t s = 0; s < kShapings; ++s) n = std::max(n, double(std::min(x->shape(s)[1], y->shape(s)[1])));
  using Border = array::ConvOptions::Border;
  a.conv = {Dims{1 + below(2)}, Dims{1 + below(2)}, chance(2) ? Border::full : Border::half, {}, 1, chance(2), last};
  const double bound = r.bound * q.bound;
  const Range out{n * bound, r.bits + q.bits, r.exact && q.exact,
                  n * (r.bound * q.error + q.bound * r.error) + n * n * u * bound * !(r.exact && q.exact)};
  if (chance(3)) {
    // The rows of y are the channels of the result.
    Attributes order;
    order.axes = last ? Dims{-1, 1, 0} : Dims{-1, 0, 1};
    a.conv = {Dims{1 + below(2)}, Dims{1 + below(2)}, Border::full, {}, 1, chance(2), last};
    return void(attempt({x, y}, out, false, fmt::format("conv_transpose last {}", last), [&](const Values& v) {
      return op("conv_transpose", {as_image(v[0]), op("dimshuffle", {v[1]}, order)}, a);
    }));
  }
  attempt({x, y}, out, false, fmt::format("conv last {}", last), [&](const Values& v) {
    return op("conv", {as_image(v[0]), as_image(v[1])}, a);
  });
}

}  // namespace kiln::test
