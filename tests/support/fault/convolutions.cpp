// SPDX-License-Identifier: Apache-2.0
// The stand-in for a vendor's library of convolutions.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "fault/plan.hpp"
#include "host_conv.hpp"

namespace kiln::fault {

Convolutions& convolutions() noexcept {
  static Convolutions control;
  return control;
}

namespace {

bool same_call(const backend::Conv& a, const backend::Conv& b) {
  const auto same = [](const backend::Conv::Range& x, const backend::Conv::Range& y) {
    return x.memory == y.memory && x.offset == y.offset;
  };
  return a.operation == b.operation && a.way == b.way && a.batch == b.batch &&
         std::equal(a.x_extents, a.x_extents + 3, b.x_extents) && same(a.x, b.x) && same(a.y, b.y) &&
         same(a.filters, b.filters);
}

}  // namespace

bool queue_convolution(backend::Context& inner, backend::QueueHandle queue, const backend::Conv& c) {
  static std::map<std::int64_t, backend::Conv> last;  // by each way
  using Operation = backend::Conv::Operation;
  Convolutions& control = convolutions();
  if (control.refuses || c.dtype != KILN_FLOAT32 || c.workspace_bytes < control.workspace ||
      (control.workspace > 0 && !c.workspace.memory))
    return false;
  ++control.calls;
  control.way = c.way;
  if (control.fast != c.way && control.delay_us > 0) ::usleep(static_cast<useconds_t>(control.delay_us));
  const auto before = last.find(c.way);
  const bool known = before != last.end() && same_call(c, before->second);
  last[c.way] = c;
  if (known && control.fast == c.way) {
    // Unless the results were cleared since then.
    const backend::Conv::Range& range = c.operation == Operation::output  ? c.y
                                        : c.operation == Operation::input ? c.x
                                                                          : c.filters;
    float first = 0;
    inner.memory_read(queue, range.memory, range.offset, &first, sizeof first, true);
    if (!std::isnan(first)) return true;
  }
  std::vector<float> x(std::size_t(test::conv_x_elements(c))), y(std::size_t(test::conv_y_elements(c))),
      filters(std::size_t(test::conv_filter_elements(c)));
  struct Side {
    std::int32_t operation;
    std::vector<float>& values;
    const backend::Conv::Range& range;
  };
  const Side sides[] = {
      {Operation::input, x, c.x}, {Operation::filters, filters, c.filters}, {Operation::output, y, c.y}};
  for (const Side& side : sides)
    if (side.operation != c.operation)
      inner.memory_read(queue, side.range.memory, side.range.offset, side.values.data(), side.values.size() * 4, true);
  test::host_conv(c, x.data(), filters.data(), y.data());
  for (const Side& side : sides) {
    if (side.operation != c.operation) continue;
    if (control.wrong == c.way) side.values.back() += 1;
    if (control.spills == c.way) side.values.push_back(0);
    inner.memory_write(queue, side.range.memory, side.range.offset, side.values.data(), side.values.size() * 4, true);
  }
  return true;
}

}  // namespace kiln::fault
