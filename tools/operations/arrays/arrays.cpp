// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/array.h that make and copy elements.
#include <complex>

#include "rows.hpp"

namespace kiln::operations {

namespace {

// What any dtype is made of.
const std::complex<double> kValues[] = {{3.75, -1}, {-2.5, 0}, {NAN, 0}, {0, 0}, {300, 2}};

std::vector<Sample> full_samples(Random&, kiln_dtype d) {
  std::vector<Sample> out;
  const Shape shapes[] = {{4, 7}, {300}, {2, 3}, {}, {0, 2}};
  for (std::size_t i = 0; i < std::size(kValues); ++i) {
    const Shape shape = shapes[i];
    const std::complex<double> value = kValues[i];
    out.push_back(without_destination(
        "value " + std::to_string(i), {},
        [=](const Context& context, Given) { return Arrays{GpuArray::full(context, shape, value, d)}; },
        [=](const Inputs&) {
          return std::vector<Expected>{
              elements(d, shape, [&](const Shape&) { return cast(KILN_COMPLEX128, d, Number(value)); })};
        }));
  }
  return out;
}

std::vector<Sample> zeros_samples(Random&, kiln_dtype d) {
  std::vector<Sample> out;
  for (const Shape& shape : {Shape{5, 7}, Shape{}, Shape{3, 0}})
    out.push_back(without_destination(
        std::to_string(shape.size()) + "-d", {},
        [=](const Context& context, Given) { return Arrays{GpuArray::zeros(context, shape, d)}; },
        [=](const Inputs&) {
          return std::vector<Expected>{elements(d, shape, [](const Shape&) { return Number(0); })};
        }));
  return out;
}

std::vector<Sample> fill_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const Shape shapes[] = {{4, 7}, {5, 6, 3}, {30}, {}, {0, 2}};
  for (std::size_t i = 0; i < std::size(kValues); ++i) {
    const std::complex<double> value = kValues[i];
    out.push_back(modifying(
        "value " + std::to_string(i), {ordinary(random, d, shapes[i])}, [=](Given in) { in[0].fill(value); },
        [=](const Inputs& in) {
          return elements(d, in[0].shape, [&](const Shape&) { return cast(KILN_COMPLEX128, d, Number(value)); });
        }));
  }
  return out;
}

HostArray as(const HostArray& array, kiln_dtype d) {
  HostArray out{d, array.shape, {}};
  for (Number value : array.values) out.values.push_back(cast(array.dtype, d, value));
  return out;
}

// Elements whose conversion is interesting: special ones, ones of any size.
HostArray convertible(Random& random, kiln_dtype d) {
  HostArray out = special(d);
  const HostArray large =
      is_integer(d) ? within(random, d, {40}, -0x1p63L, 0x1p64L) : within(random, d, {40}, -70000, 70000);
  out.values.insert(out.values.end(), large.values.begin(), large.values.end());
  out.shape = {std::int64_t(out.values.size())};
  return out;
}

std::vector<Sample> astype_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto all = all_dtypes();
  // From another one for each dtype, so that short runs have every conversion's kind.
  for (std::size_t i = 0; i < all.size(); ++i) {
    const kiln_dtype to = all[(std::size_t(d) + 7 + i * 2) % all.size()];
    HostArray input = convertible(random, d);
    if (i % 4 == 3) input = ordinary(random, d, {6, 5, 4});
    out.push_back(without_destination(
        std::string("to ") + kiln_dtype_name(to), {std::move(input)},
        [=](const Context&, Given in) { return Arrays{in[0].astype(to)}; },
        [=](const Inputs& in) {
          return std::vector<Expected>{{as(in[0], to), {}}};
        }));
  }
  return out;
}

std::vector<Sample> copy_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, bool turned, kiln_order order) {
    Shape result = shape;
    if (turned) result.assign(shape.rbegin(), shape.rend());
    out.push_back(without_destination(
        std::move(text), {mixed(random, d, shape)},
        [=](const Context&, Given in) { return Arrays{(turned ? in[0].transpose() : in[0]).copy(order)}; },
        [=](const Inputs& in) {
          return std::vector<Expected>{elements(
              d, result, [&](const Shape& at) { return element(in[0], turned ? Shape(at.rbegin(), at.rend()) : at); })};
        }));
  };
  add("(70, 40) transposed", {70, 40}, true, KILN_ORDER_C);
  add("(5, 33, 7)", {5, 33, 7}, false, KILN_ORDER_C);
  add("(9, 8) as Fortran has it", {9, 8}, false, KILN_ORDER_F);
  add("(4, 5, 6) transposed, in the order of its own", {4, 5, 6}, true, KILN_ORDER_KEEP);
  add("0-d", {}, false, KILN_ORDER_C);
  add("no elements", {0, 3}, false, KILN_ORDER_F);
  return out;
}

std::vector<Sample> assign_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, HostArray source) {
    out.push_back(modifying(
        std::move(text), {ordinary(random, d, shape), std::move(source)}, [](Given in) { in[0].assign(in[1]); },
        [=](const Inputs& in) {
          return elements(d, shape, [&](const Shape& at) { return cast(in[1].dtype, d, element(in[1], at)); });
        }));
  };
  add("(40, 30)", {40, 30}, mixed(random, d, {40, 30}));
  add("a row of int16 to each", {6, 50}, ordinary(random, KILN_INT16, {50}));
  add("a 0-d float32", {5, 3}, ordinary(random, KILN_FLOAT32, {}));
  add("no elements", {0, 3}, ordinary(random, d, {3}));
  // Onto the same memory.
  out.push_back(modifying(
      "shifted by one", {mixed(random, d, {200})}, [](Given in) { in[0](slice(1, none)).assign(in[0](slice(0, -1))); },
      [=](const Inputs& in) {
        return elements(d, {200},
                        [&](const Shape& at) { return in[0].values[std::size_t(at[0] == 0 ? 0 : at[0] - 1)]; });
      }));
  return out;
}

std::vector<Sample> transfer_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, bool away) {
    out.push_back(without_destination(
        std::move(text), {mixed(random, d, shape)},
        [=](const Context& context, Given in) {
          return Arrays{in[0].transfer(away ? Context(context.device()) : context)};
        },
        [=](const Inputs& in) {
          return std::vector<Expected>{{in[0], {}}};
        }));
  };
  add("to another context of the device", {30, 20}, true);
  add("to its own", {4, 5}, false);
  add("no elements", {0, 5}, true);
  return out;
}

}  // namespace

void add_arrays(std::vector<Operation>& table) {
  const ErrorSample negative{"negative extent", KILN_SHAPE_ERROR, "negative", [](const Context& context) {
                               zeros(context, {-1, 2});
                             }};
  const auto is_read_only = [](std::function<void(const GpuArray& array)> run) {
    return ErrorSample{"read-only", KILN_READ_ONLY, "read-only",
                       [=](const Context& context) { run(read_only(context, {3})); }};
  };
  Operation full = row("full", "array", {"kiln_array_full"}, all_dtypes());
  full.samples = full_samples;
  full.errors = [=] {
    return std::vector<ErrorSample>{{"too large", KILN_OVERFLOW, "2^63-1 bytes", [](const Context& context) {
                                       GpuArray::full(context, {INT64_MAX, 3}, 1.0F);
                                     }}};
  };
  time(full, [](const Context& context, kiln_dtype d, std::int64_t size) {
    return std::vector<Timing>{
        {"", [=] { GpuArray::full(context, {size}, 1.0, d); }, double(size) * double(kiln_dtype_size(d))}};
  });
  table.push_back(std::move(full));

  Operation all_zeros = row("zeros", "array", {"kiln_array_zeros"}, all_dtypes());
  all_zeros.samples = zeros_samples;
  all_zeros.errors = [=] { return std::vector<ErrorSample>{negative}; };
  table.push_back(std::move(all_zeros));

  Operation fill = row("fill", "array", {"kiln_array_fill"}, all_dtypes());
  fill.samples = fill_samples;
  fill.errors = [=] { return std::vector<ErrorSample>{is_read_only([](const GpuArray& array) { array.fill(1.0F); })}; };
  time(fill, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto array = GpuArray::empty(context, {size}, d);
    return std::vector<Timing>{{"", [=] { array.fill(1.0); }, bytes_of(array)}};
  });
  table.push_back(std::move(fill));

  Operation astype = row("astype", "array", {"kiln_array_astype"}, all_dtypes(), Gradient::exists);
  astype.samples = astype_samples;
  astype.errors = [] {
    return std::vector<ErrorSample>{{"no dtype", KILN_TYPE_ERROR, "dtype", [](const Context& context) {
                                       zeros(context, {3}).astype(kiln_dtype(KILN_COMPLEX128 + 1));
                                     }}};
  };
  time(astype, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto array = GpuArray::full(context, {size}, 1.0, d);
    std::vector<Timing> timings;
    for (const kiln_dtype to : {KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64})
      if (to != d && (d == KILN_FLOAT32 || to == KILN_FLOAT32) && has_dtype(context, to))
        timings.push_back({std::string("to ") + kiln_dtype_name(to), [=] { array.astype(to); },
                           bytes_of(array) + double(size) * double(kiln_dtype_size(to))});
    return timings;
  });
  table.push_back(std::move(astype));

  Operation copy = row("copy", "array", {"kiln_array_copy"}, all_dtypes(), Gradient::exists);
  copy.samples = copy_samples;
  copy.errors = [] {
    return std::vector<ErrorSample>{{"no array", KILN_INVALID_ARGUMENT, "GpuArray: the object is empty",
                                     [](const Context&) { GpuArray().copy(); }}};
  };
  table.push_back(std::move(copy));

  Operation assign = row("assign", "array", {"kiln_array_assign"}, all_dtypes(), Gradient::exists);
  assign.samples = assign_samples;
  assign.errors = [=] {
    return std::vector<ErrorSample>{is_read_only([](const GpuArray& array) { array.assign(array); }),
                                    {"shapes", KILN_SHAPE_ERROR, "does not broadcast",
                                     [](const Context& context) { zeros(context, {3}).assign(zeros(context, {4})); }}};
  };
  time(assign, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto from = GpuArray::full(context, matrix_of(size), 1.0, d), to = from.copy();
    const auto turned = to.reshape({to.shape()[1], to.shape()[0]});
    const double bytes = 2 * bytes_of(from);
    return std::vector<Timing>{{"", [=] { to.assign(from); }, bytes},
                               {"transposed", [=] { turned.assign(from.transpose()); }, bytes}};
  });
  table.push_back(std::move(assign));

  Operation transfer = row("transfer", "array", {"kiln_array_transfer"}, all_dtypes(), Gradient::exists);
  transfer.samples = transfer_samples;
  transfer.errors = [] {
    return std::vector<ErrorSample>{{"no context", KILN_INVALID_ARGUMENT, "context is NULL", [](const Context& c) {
                                       kiln_array out = nullptr;
                                       const auto array = zeros(c, {3});
                                       kiln::detail::check(kiln_array_transfer(array.get(), nullptr, &out));
                                     }}};
  };
  table.push_back(std::move(transfer));
}

}  // namespace kiln::operations
