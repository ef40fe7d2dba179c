// SPDX-License-Identifier: Apache-2.0
// Sorts sets of arrays into launches, and launches the kernels of bundles.
#include "array/elementwise/elementwise_bundle.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <tuple>

#include "base/flags/flags.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using codegen::BundleClass;
using codegen::Inner;

Ref<ElementwiseBundle> ElementwiseBundle::create(runtime::Context& context, expr::Statements statements,
                                                 std::span<const DType> inputs, std::span<const DType> outputs,
                                                 std::vector<bool> single) {
  auto self = Ref<ElementwiseBundle>::adopt(new ElementwiseBundle(context));
  std::vector<expr::InputType> types;
  for (const DType dtype : inputs) types.push_back({dtype, false, false});
  const std::vector<int> dtypes(outputs.begin(), outputs.end());
  self->program_ = expr::compile(statements.outputs, statements.inputs, types, dtypes, base::flag_floatX());
  self->inner_.assign(outputs.size(), Inner::unit);
  for (const bool one : single) self->inner_.push_back(one ? Inner::zero : Inner::unit);
  self->alone_ = Elementwise::create(context, std::move(statements), nullptr);
  return self;
}

bool ElementwiseBundle::fits(const backend::DeviceProperties& device, std::size_t arrays) {
  return arrays <= layout::kMaxOperands &&
         codegen::bundle_parameter_bytes(std::bit_ceil(2 * arrays), 2 * arrays, 2) <= device.parameter_bytes;
}

// Whether the kernels of bundles can run the set: its arrays are contiguous, and have one element or as many as
// outputs.
bool ElementwiseBundle::regular(std::span<Array* const> set) const {
  const std::int64_t size = set[0]->size();
  if (size > traits_.tuning->elementwise.bundle_elements) return false;
  for (std::size_t k = 0; k < set.size(); ++k) {
    if (inner_[k] == Inner::zero ? set[k]->size() != 1 : set[k]->size() != size || !set[k]->c_contiguous())
      return false;
  }
  return true;
}

// Whether no array that is written shares memory with another array, but for an input of the same set that lies exactly
// there.
bool ElementwiseBundle::apart(std::span<Array* const> arrays) const {
  struct Range {
    const runtime::Buffer* buffer;
    std::int64_t begin, end;
    std::size_t set;
    bool written;
  };
  std::vector<Range> ranges;
  const std::size_t operands = inner_.size();
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto begin = std::int64_t(arrays[i]->memory_offset());
    ranges.push_back({&arrays[i]->buffer(), begin, begin + arrays[i]->size() * std::int64_t(arrays[i]->itemsize()),
                      i / operands, i % operands < program_.outputs.size()});
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) {
    return std::tie(a.buffer, a.begin, a.end) < std::tie(b.buffer, b.begin, b.end);
  });
  // Each range is compared with those that begin before it ends.
  for (std::size_t i = 0; i < ranges.size(); ++i)
    for (std::size_t j = i + 1; j < ranges.size() && ranges[j].buffer == ranges[i].buffer; ++j) {
      const Range &a = ranges[i], &b = ranges[j];
      if (b.begin >= a.end) break;
      if (!a.written && !b.written) continue;
      const bool same = a.begin == b.begin && a.end == b.end && a.set == b.set;
      if (!same || (a.written && b.written)) return false;
    }
  return true;
}

void ElementwiseBundle::run_alone(std::span<Array* const> set, const char* operation) {
  std::vector<Operand> operands;
  for (Array* array : set) operands.emplace_back(*array);
  alone_->call(operands, operation);
}

// Sets `first` to `first` + `sets` - 1. Operands at the same place are one array. The number of memory arguments is a
// power of two, so that few kernels serve whatever memories the arrays have.
ElementwiseBundle::Pack ElementwiseBundle::pack(std::span<Array* const> arrays, std::size_t first,
                                                std::size_t sets) const {
  Pack pack;
  pack.first = first;
  pack.sets = sets;
  pack.kind.inner = inner_;
  std::map<std::uint64_t, std::size_t> known;
  std::map<backend::MemoryHandle, std::size_t> memories;
  const std::size_t operands = inner_.size();
  for (std::size_t i = first * operands; i < (first + sets) * operands; ++i) {
    Array* const array = arrays[i];
    const auto [memory, unseen] = memories.try_emplace(array->buffer().memory(), memories.size());
    if (unseen) pack.memories.push_back(&array->buffer());
    const std::uint64_t place = codegen::bundle_place(memory->second, std::uint64_t(array->memory_offset()));
    const auto [at, fresh] = known.try_emplace(place, pack.arrays.size());
    if (fresh) {
      pack.arrays.push_back(array);
      pack.places.push_back(place);
      pack.written.push_back(false);
    }
    pack.kind.arrays.push_back(std::uint16_t(at->second));
    if (i % operands < program_.outputs.size()) pack.written[at->second] = true;
  }
  pack.kind.memories = std::bit_ceil(pack.memories.size());
  return pack;
}

// As few packs as the device's arguments allow, of equally many sets as far as possible: equal packs share a kernel.
std::vector<ElementwiseBundle::Pack> ElementwiseBundle::packs(std::span<Array* const> arrays) const {
  const std::size_t sets = arrays.size() / inner_.size();
  for (std::size_t each = std::min(sets, traits_.tuning->elementwise.bundle_sets); each > 0; --each) {
    each = base::ceil_div(sets, base::ceil_div(sets, each));
    std::vector<Pack> packs;
    bool fit = true;
    for (std::size_t first = 0; first < sets && fit; first += each) {
      packs.push_back(pack(arrays, first, std::min(each, sets - first)));
      const Pack& last = packs.back();
      fit = last.memories.size() <= traits_.tuning->elementwise.bundle_memories &&
            codegen::bundle_parameter_bytes(last.kind.memories, last.arrays.size(), last.sets) <=
                context_.properties().parameter_bytes;
    }
    if (fit) return packs;
  }
  return {};
}

const ElementwiseBundle::Variant& ElementwiseBundle::variant(const BundleClass& kind, const char* operation) {
  for (const Variant& known : variants_)
    if (known.kind == kind) return known;
  backend::Source source;
  source.text = codegen::bundle_text(program_, kind, traits_);
  source.fast_math = context_.options().fast_math;
  variants_.push_back({kind, context_.program(source, operation)->kernel("elementwise_bundle", operation)});
  return variants_.back();
}

void ElementwiseBundle::launch(const Pack& pack, std::span<Array* const> arrays, const char* operation) {
  const Variant& found = variant(pack.kind, operation);
  const std::size_t operands = inner_.size();
  std::uint64_t elements = 0;
  for (std::size_t s = 0; s < pack.sets; ++s) elements += std::uint64_t(arrays[(pack.first + s) * operands]->size());
  const codegen::BundleGeometry geometry = codegen::bundle_geometry(traits_, elements);
  // The structure `at` of the kernel's.
  std::vector<std::uint64_t> at = pack.places;
  std::vector<std::uint32_t> sizes, ends;
  std::uint64_t groups = 0;
  for (std::size_t s = 0; s < pack.sets; ++s) {
    const auto size = std::uint64_t(arrays[(pack.first + s) * operands]->size());
    groups += base::ceil_div(size, geometry.chunk);
    sizes.push_back(std::uint32_t(size));
    ends.push_back(std::uint32_t(groups));
  }
  if (groups == 0) return;
  sizes.insert(sizes.end(), ends.begin(), ends.end());
  at.resize(at.size() + pack.sets);
  std::memcpy(&at[pack.places.size()], sizes.data(), sizes.size() * sizeof sizes[0]);
  const auto chunk = std::uint32_t(geometry.chunk);
  std::vector<backend::Argument> arguments;
  std::vector<runtime::BufferUse> uses;
  for (std::size_t m = 0; m < pack.kind.memories; ++m) {
    const runtime::Buffer& buffer = *pack.memories[m < pack.memories.size() ? m : 0];
    arguments.push_back({backend::Argument::Kind::memory, buffer.memory(), 0, nullptr, 0});
  }
  arguments.push_back({backend::Argument::Kind::value, nullptr, 0, at.data(), at.size() * sizeof at[0]});
  arguments.push_back({backend::Argument::Kind::value, nullptr, 0, &chunk, sizeof chunk});
  for (std::size_t a = 0; a < pack.arrays.size(); ++a)
    uses.push_back({&pack.arrays[a]->buffer(), !pack.written[a], bool(pack.written[a])});
  // An array that is written may be read too.
  for (std::size_t i = 0; i < pack.kind.arrays.size(); ++i)
    if (i % operands >= program_.outputs.size()) uses[pack.kind.arrays[i]].read = true;
  backend::Launch launch;
  launch.local[0] = std::size_t(geometry.local);
  launch.global[0] = std::size_t(groups * geometry.local);
  launch.arguments = arguments.data();
  launch.argument_count = arguments.size();
  context_.launch(*found.kernel, launch, uses, operation);
}

void ElementwiseBundle::call(std::span<Array* const> arrays, const char* operation) {
  const std::size_t operands = inner_.size();
  std::vector<Array*> together;
  const bool whole = apart(arrays);
  for (std::size_t i = 0; i < arrays.size(); i += operands) {
    const auto set = arrays.subspan(i, operands);
    if (set[0]->size() == 0) continue;
    if (whole && regular(set))
      together.insert(together.end(), set.begin(), set.end());
    else
      run_alone(set, operation);
  }
  if (together.empty()) return;
  const std::vector<Pack> found = packs(together);
  for (const Pack& pack : found) launch(pack, together, operation);
  if (!found.empty()) return;
  for (std::size_t i = 0; i < together.size(); i += operands)
    run_alone(std::span<Array* const>(together).subspan(i, operands), operation);
}

}  // namespace kiln::array
