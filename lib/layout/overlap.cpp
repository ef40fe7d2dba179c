// SPDX-License-Identifier: Apache-2.0
// Whether two layouts, or two indices of one layout, share a byte. The question is a linear equation in
// bounded integers. Range tests answer nearly all cases. A search that is pruned by greatest common divisors
// answers the others, up to a limit of steps.
#include "layout/layout.hpp"

namespace kiln::layout {
namespace {

__extension__ using Wide = __int128;

enum class Answer { no, yes, unknown };

constexpr std::size_t kMaxTerms = 2 * KILN_MAX_DIMS + 1;
constexpr int kWorkLimit = 1 << 14;

// coefficient * x for 0 <= x <= bound; both are positive.
struct Term {
  Wide coefficient, bound;
};

Wide gcd(Wide a, Wide b) noexcept {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

Wide floor_div(Wide a, Wide b) noexcept { return a / b - (a % b < 0); }
Wide ceil_div(Wide a, Wide b) noexcept { return a / b + (a % b > 0); }

// The x with a * x = 1 modulo m, for coprime a and m.
Wide inverse(Wide a, Wide m) noexcept {
  if (m == 1) return 0;
  Wide r0 = m, r1 = a % m, x0 = 0, x1 = 1;
  while (r1 != 0) {
    const Wide q = r0 / r1;
    const Wide r2 = r0 - q * r1, x2 = x0 - q * x1;
    r0 = r1;
    r1 = r2;
    x0 = x1;
    x1 = x2;
  }
  return x0 < 0 ? x0 + m : x0;
}

// Finds out whether the terms can sum to a value in [low, high].
class Search {
 public:
  void add(Wide coefficient, Wide bound) noexcept {
    if (coefficient == 0 || bound == 0) return;
    terms_[count_++] = {coefficient < 0 ? -coefficient : coefficient, bound};
  }
  Answer run(Wide low, Wide high, int& work) noexcept {
    Wide divisor = 0;
    for (std::size_t i = 0; i < count_; ++i) divisor = gcd(divisor, terms_[i].coefficient);
    if (divisor == 0) return low <= 0 && high >= 0 ? Answer::yes : Answer::no;
    low = ceil_div(low, divisor);
    high = floor_div(high, divisor);
    if (low > high) return Answer::no;
    for (std::size_t i = 0; i < count_; ++i) terms_[i].coefficient /= divisor;
    add(1, high - low);  // the sum may be anywhere in the range
    prepare();
    work_ = &work;
    return descend(0, high);
  }

 private:
  struct Level {
    Wide largest;           // the largest sum of this and all later terms
    Wide divisor;           // the greatest common divisor of this and all later coefficients
    Wide modulus, inverse;  // x is target / divisor * inverse (mod modulus): later terms cannot make up for another x
  };

  void prepare() noexcept {
    std::sort(terms_, terms_ + count_, [](const Term& a, const Term& b) { return a.coefficient > b.coefficient; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (kept > 0 && terms_[kept - 1].coefficient == terms_[i].coefficient) {
        terms_[kept - 1].bound += terms_[i].bound;
      } else {
        terms_[kept++] = terms_[i];
      }
    }
    count_ = kept;
    levels_[count_] = {0, 0, 1, 0};
    for (std::size_t i = count_; i-- > 0;) {
      const auto& later = levels_[i + 1];
      const auto& term = terms_[i];
      const Wide divisor = gcd(term.coefficient, later.divisor);
      const Wide modulus = later.divisor == 0 ? 1 : later.divisor / divisor;
      levels_[i] = {later.largest + term.coefficient * term.bound, divisor, modulus,
                    inverse(term.coefficient / divisor, modulus)};
    }
  }

  Answer descend(std::size_t at, Wide target) noexcept {
    const auto& level = levels_[at];
    if (target < 0 || target > level.largest) return Answer::no;
    if (at == count_) return Answer::yes;
    if (target % level.divisor != 0) return Answer::no;
    // The target is divisible by the last coefficient and not above its largest multiple.
    if (at + 1 == count_) return Answer::yes;
    const auto& term = terms_[at];
    const Wide low = std::max<Wide>(0, ceil_div(target - levels_[at + 1].largest, term.coefficient));
    const Wide high = std::min(term.bound, target / term.coefficient);
    const Wide residue = target / level.divisor % level.modulus * level.inverse % level.modulus;
    const Wide shift = (residue - low) % level.modulus;
    for (Wide x = low + (shift < 0 ? shift + level.modulus : shift); x <= high; x += level.modulus) {
      if (--*work_ < 0) return Answer::unknown;
      const auto answer = descend(at + 1, target - x * term.coefficient);
      if (answer != Answer::no) return answer;
    }
    return Answer::no;
  }

  std::size_t count_ = 0;
  int* work_ = nullptr;
  Term terms_[kMaxTerms];
  Level levels_[kMaxTerms + 1];
};

struct Axis {
  Wide stride, last;  // absolute stride, extent - 1
};

}  // namespace

bool may_overlap(const Layout& a, std::size_t a_itemsize, const Layout& b, std::size_t b_itemsize) {
  if (a.size() == 0 || b.size() == 0) return false;
  const auto a_span = byte_span(a, a_itemsize, "may_overlap"), b_span = byte_span(b, b_itemsize, "may_overlap");
  if (a_span.high <= b_span.low || b_span.high <= a_span.low) return false;
  if (a.offset == b.offset) return true;
  // Elements overlap if the steps up from a's lowest and down from b's highest element sum to about their distance.
  Search search;
  for (std::size_t i = 0; i < a.ndim(); ++i) search.add(a.strides[i], a.shape[i] - 1);
  for (std::size_t i = 0; i < b.ndim(); ++i) search.add(b.strides[i], b.shape[i] - 1);
  const Wide a_item = static_cast<Wide>(a_itemsize), b_item = static_cast<Wide>(b_itemsize);
  const Wide distance = static_cast<Wide>(b_span.high) - b_item - a_span.low;
  int work = kWorkLimit;
  return search.run(distance - (a_item - 1), distance + (b_item - 1), work) != Answer::no;
}

bool overlaps_itself(const Layout& layout, std::size_t itemsize) {
  if (layout.size() == 0) return false;
  Axis axes[KILN_MAX_DIMS];
  std::size_t count = 0;
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    if (layout.shape[i] == 1) continue;
    const Wide stride = layout.strides[i];
    axes[count++] = {stride < 0 ? -stride : stride, layout.shape[i] - 1};
  }
  std::sort(axes, axes + count, [](const Axis& a, const Axis& b) { return a.stride > b.stride; });
  const Wide item = static_cast<Wide>(itemsize);
  Wide inner = item;  // bytes from the first to the last element along all axes with smaller strides
  bool nested = true;
  for (std::size_t i = count; i-- > 0;) {
    nested = nested && axes[i].stride >= inner;
    inner += axes[i].stride * axes[i].last;
  }
  if (nested) return false;
  // Tries each axis k as the first along which the indices of two elements differ; the difference counts as positive.
  int work = kWorkLimit;
  for (std::size_t k = 0; k < count; ++k) {
    Search search;
    Wide middle = -axes[k].stride;
    search.add(axes[k].stride, axes[k].last - 1);
    for (std::size_t j = k + 1; j < count; ++j) {
      search.add(axes[j].stride, 2 * axes[j].last);
      middle += axes[j].stride * axes[j].last;
    }
    if (search.run(middle - (item - 1), middle + (item - 1), work) != Answer::no) return true;
  }
  return false;
}

}  // namespace kiln::layout
