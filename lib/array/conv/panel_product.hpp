// SPDX-License-Identifier: Apache-2.0
// Products of panels that convolutions pack, on CPU devices. Private to array/conv.
#pragma once

#include "array/product/gemm_launch.hpp"

namespace kiln::array {

class PanelProduct : GemmPanelLaunches {
 public:
  // A sum takes rounds of `round` places along k. `gemm` must live as long as this; only the strides of its factors'
  // batch axes count.
  PanelProduct(const Gemm& gemm, const codegen::Traits& traits, std::int64_t round, const char* operation)
      : GemmPanelLaunches(gemm, traits, nullptr, operation), panels_(plan_panels(round)) {}

  // Memory for the panels of a round. Those of A may be there already.
  runtime::Buffer& a_room() {
    panels_.a = panel_room(panels_.a_line, panels_.a_outer * panels_.a_inner, panels_.round);
    return *panels_.a;
  }
  runtime::Buffer& b_room() {
    panels_.b = panel_room(panels_.b_line, panels_.b_outer * panels_.b_inner, panels_.round);
    return *panels_.b;
  }
  void set_a(Ref<runtime::Buffer> a, std::int64_t start = 0) { panels_.a = std::move(a), panels_.a_start = start; }
  const Ref<runtime::Buffer>& a_panels() const { return panels_.a; }
  // Elements of the panels of one matrix.
  std::int64_t a_one() const { return panels_.a_line * panels_.round; }
  std::int64_t b_one() const { return panels_.b_line * panels_.round; }
  void run(std::int64_t first, std::int64_t places) {
    if (!panels_.sums) panels_.sums = sums_room(panels_);
    multiply_panels(panels_, first, places);
  }

 private:
  Panels panels_;
};

}  // namespace kiln::array
