// SPDX-License-Identifier: Apache-2.0
// Bounds how many kernels a function builds when each call has other extents.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "graph/node/leaf.hpp"

namespace kiln::graph {

// The numbers in the texts of a function's kernels: constants, the extents that are reduced, and the blocks that suit
// numbers of rows. The first specialisations of a function may write any numbers. Later ones write only numbers that
// are known from them; other constants become operands, other extents take kernels that have extents as arguments, and
// other numbers of rows take blocks that suit many.
class TextNumbers {
 public:
  // Begins the next specialisation.
  void next() noexcept { learns_ = specialisations_++ < kLearning; }
  // Whether a text may have the numbers.
  bool may_write(std::vector<std::int64_t> numbers) {
    if (!learns_) return known_.count(numbers) != 0;
    known_.insert(std::move(numbers));
    return true;
  }

  // While it lives, fusion in this thread asks `numbers`. Scopes may nest.
  class Scope {
   public:
    explicit Scope(TextNumbers* numbers);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    TextNumbers* outer_;
  };

 private:
  static constexpr int kLearning = 8;
  bool learns_ = true;
  std::uint64_t specialisations_ = 0;
  std::set<std::vector<std::int64_t>> known_;
};

// Whether the texts of this thread's function may have these extents, which a kernel reduces.
bool may_write_extents(std::vector<std::int64_t> extents);
// The number that a text has in place of the value; nothing if it is no constant, or has to be an operand.
std::optional<Scalar> written_scalar(const Value& value);

}  // namespace kiln::graph
