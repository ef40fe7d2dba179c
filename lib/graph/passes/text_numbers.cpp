// SPDX-License-Identifier: Apache-2.0
#include "graph/passes/text_numbers.hpp"

#include <utility>

namespace kiln::graph {
namespace {

thread_local TextNumbers* current_numbers = nullptr;
constexpr std::int64_t kExtents = -1;  // marks extents; the keys of constants begin with a dtype

}  // namespace

TextNumbers::Scope::Scope(TextNumbers* numbers) : outer_(std::exchange(current_numbers, numbers)) {}
TextNumbers::Scope::~Scope() { current_numbers = outer_; }

bool may_write_extents(std::vector<std::int64_t> extents) {
  extents.insert(extents.begin(), kExtents);
  return !current_numbers || current_numbers->may_write(std::move(extents));
}

std::optional<Scalar> written_scalar(const Value& value) {
  const auto scalar = constant_scalar(value);
  if (!scalar || !current_numbers) return scalar;
  std::vector<std::int64_t> key{std::int64_t(scalar->dtype)};
  std::byte bytes[16] = {};
  scalar->store(bytes);
  for (const std::byte byte : bytes) key.push_back(std::int64_t(byte));
  return current_numbers->may_write(std::move(key)) ? scalar : std::nullopt;
}

}  // namespace kiln::graph
