// SPDX-License-Identifier: Apache-2.0
// Runs samples: uploads inputs in layouts the seed chooses, runs with and without destinations, compares with
// the host's reference.
#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

#include "operation.hpp"

namespace kiln::operations {

namespace {

std::string shape_text(const Shape& shape) {
  std::string out = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) out += (i ? ", " : "") + std::to_string(shape[i]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

std::string number_text(Number value, kiln_dtype dtype) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(is_integer(dtype) ? 20 : dtype == KILN_FLOAT64 || dtype == KILN_COMPLEX128 ? 17 : 9);
  out << value.real();
  if (is_complex(dtype)) out << (std::signbit(value.imag()) ? "" : "+") << value.imag() << "i";
  return out.str();
}

double allowed_units(const Tolerance& tolerance, kiln_dtype dtype) {
  if (is_complex(dtype)) return tolerance.complex;
  switch (real_dtype(dtype)) {
    case KILN_FLOAT16:
      return tolerance.float16;
    case KILN_BFLOAT16:
      return tolerance.bfloat16;
    case KILN_FLOAT32:
      return tolerance.float32;
    case KILN_FLOAT64:
      return tolerance.float64;
    default:
      return 0;
  }
}

bool nan(Number value) { return std::isnan(value.real()) || std::isnan(value.imag()); }

// One real part; `at` is the size the error is measured at.
bool part_near(Real got, Real want, Real at, double units, kiln_dtype dtype) {
  if (units == 0 || std::isinf(want) || std::isinf(got)) {
    if (got == want) return got != 0 || std::signbit(got) == std::signbit(want) || units > 0;
    // A rounding may reach infinity.
    const Real ulp = unit_in_last_place(dtype, at);
    return units > 0 && std::isinf(got) && std::isfinite(want) && std::signbit(got) == std::signbit(want) &&
           !std::isfinite(convert(dtype, std::abs(want) + units * ulp).real());
  }
  return std::abs(got - want) <= units * unit_in_last_place(dtype, at);
}

bool near(Number got, Number want, Real scale, double units, kiln_dtype dtype) {
  if (nan(want) || nan(got)) return nan(want) && nan(got);
  if (!is_complex(dtype) && scale == 0 && got.real() == 0 && want.real() == 0)
    return std::signbit(got.real()) == std::signbit(want.real());
  if (!is_complex(dtype))
    return part_near(got.real(), want.real(), std::max(std::abs(want.real()), scale), units, dtype);
  const Real size = magnitude(want), at = std::isinf(size) ? scale : std::max(size, scale);
  return part_near(got.real(), want.real(), at, units, dtype) && part_near(got.imag(), want.imag(), at, units, dtype);
}

// A part by itself: what it is, the sign of zero, and its error at its own size. A device may have no
// subnormals.
bool apart(Real got, Real want, bool any_sign, double units, kiln_dtype dtype) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got);
  if (any_sign) got = std::copysign(got, want);
  const Real least = unit_in_last_place(dtype, 0) / unit_in_last_place(dtype, 1);
  if (got == 0 && std::abs(want) < least) return want != 0 || std::signbit(got) == std::signbit(want);
  return part_near(got, want, std::abs(want), units, dtype);
}

// A subnormal part of a number, or 0, where a device without subnormals has made that of it.
Number flushed(Number want, Number got) {
  const auto part = [](Real w, Real g) { return g == 0 && std::abs(w) < 0x1p-126L && w != 0 ? g : w; };
  return {part(want.real(), got.real()), part(want.imag(), got.imag())};
}

}  // namespace

std::string compare(const Tolerance& tolerance, const GpuArray& result, const Expected& expected) {
  const HostArray got = download(result);
  const HostArray& want = expected.array;
  if (got.shape != want.shape) return "has shape " + shape_text(got.shape) + ", expected " + shape_text(want.shape);
  const double units = allowed_units(tolerance, want.dtype);
  const kiln_dtype real = real_dtype(got.dtype);
  const bool flushes = (real == KILN_FLOAT32 || real == KILN_BFLOAT16) && !result.context().properties().has_subnormals;
  for (std::size_t i = 0; i < want.values.size(); ++i) {
    const Real scale = expected.scale.empty() ? 0 : expected.scale[i];
    Number value = got.dtype == want.dtype ? want.values[i] : cast(want.dtype, got.dtype, want.values[i]);
    if (flushes) value = flushed(value, got.values[i]);
    const auto parts = expected.parts.empty() ? Expected::together : expected.parts[i];
    const bool any_sign = parts == Expected::apart_of_any_sign;
    const Number have = got.values[i];
    const bool right = parts == Expected::together ? near(have, value, scale, units, got.dtype)
                                                   : apart(have.real(), value.real(), any_sign, units, got.dtype) &&
                                                         apart(have.imag(), value.imag(), any_sign, units, got.dtype);
    if (!right)
      return "element " + std::to_string(i) + " of " + shape_text(want.shape) + " is " +
             number_text(got.values[i], got.dtype) + ", expected " + number_text(value, got.dtype);
  }
  return "";
}

namespace {

// What a sample is run with.
struct Setting {
  std::vector<int> layouts;  // of inputs, then of destinations
  bool destinations = false;
  int in_place = -1;  // the input that is the destination too
  std::string text() const {
    std::string out = "layouts";
    for (int layout : layouts) out += " " + std::to_string(layout);
    if (in_place >= 0) return out + ", into input " + std::to_string(in_place);
    return out + (destinations ? ", into destinations" : "");
  }
};

std::string run(const Context& context, const Operation& operation, const Sample& sample, const Setting& setting,
                const std::vector<Expected>& expected) {
  Arrays inputs, out;
  std::vector<Placed> operands;
  for (std::size_t i = 0; i < sample.inputs.size(); ++i) {
    const HostArray& input = sample.inputs[i];
    operands.push_back(place(context, input.dtype, input.shape, setting.layouts[i], &input));
    inputs.push_back(operands.back().view);
  }
  if (setting.in_place >= 0)
    out.push_back(inputs[std::size_t(setting.in_place)]);
  else if (setting.destinations)
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const HostArray& array = expected[i].array;
      operands.push_back(place(context, array.dtype, array.shape, setting.layouts[inputs.size() + i]));
      out.push_back(operands.back().view);
    }
  const Arrays results = sample.run(context, inputs, out);
  if (results.size() != expected.size())
    return "gave " + std::to_string(results.size()) + " results, expected " + std::to_string(expected.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string which = results.size() > 1 ? "result " + std::to_string(i) + " " : "the result ";
    if (results[i].dtype() != expected[i].array.dtype)
      return which + "is " + kiln_dtype_name(results[i].dtype()) + ", expected " +
             kiln_dtype_name(expected[i].array.dtype);
    if (!out.empty() && results[i].get() != out[i].get()) return which + "is not the destination";
    const std::string problem = compare(operation.tolerance, results[i], expected[i]);
    if (!problem.empty()) return which + problem;
  }
  for (const Placed& operand : operands)
    if (!gaps_untouched(operand)) return "memory beside an operand was written";
  return "";
}

bool no_elements(const Sample& sample) {
  return std::any_of(sample.inputs.begin(), sample.inputs.end(),
                     [](const HostArray& input) { return input.values.empty(); });
}

// In what order samples are run: their own; with a turn those without elements, for which nothing is
// compiled, then the others from the one whose turn it is.
std::vector<std::size_t> order(const std::vector<Sample>& samples, const Effort& effort) {
  std::vector<std::size_t> without, with;
  for (std::size_t s = 0; s < samples.size(); ++s)
    (effort.turn && no_elements(samples[s]) ? without : with).push_back(s);
  if (effort.turn && !with.empty())
    std::rotate(with.begin(), with.begin() + std::ptrdiff_t(*effort.turn % with.size()), with.end());
  without.insert(without.end(), with.begin(), with.end());
  return without;
}

}  // namespace

bool has_dtype(const Context& context, kiln_dtype dtype) {
  return (dtype != KILN_FLOAT64 && dtype != KILN_COMPLEX128) || context.properties().has_float64;
}

std::vector<Failure> check(const Context& context, const Operation& operation, kiln_dtype dtype, std::uint64_t seed,
                           const Effort& effort, Counts& counts) {
  std::vector<Failure> failures;
  std::seed_seq sequence{std::uint64_t(seed), std::uint64_t(dtype),
                         std::uint64_t(std::hash<std::string>()(operation.name))};
  Random random(sequence);
  const auto samples = operation.samples(random, dtype);
  for (std::size_t s : order(samples, effort)) {
    const Sample& sample = samples[s];
    if (counts.samples >= effort.most_samples) break;
    const auto has = [&](const auto& arrays, auto dtype_of_one) {
      return std::all_of(arrays.begin(), arrays.end(),
                         [&](const auto& a) { return has_dtype(context, dtype_of_one(a)); });
    };
    if (!has(sample.inputs, [](const HostArray& a) { return a.dtype; })) continue;
    const auto expected = sample.expected();
    if (!has(expected, [](const Expected& e) { return e.array.dtype; })) continue;
    Setting setting;
    for (std::size_t i = 0; i < sample.inputs.size() + expected.size(); ++i)
      setting.layouts.push_back(sample.strided_inputs && (s > 0 || effort.turn) ? int(random() % kLayouts) : 0);
    if (sample.takes_destination) {
      const std::size_t form = (s + std::size_t(effort.turn ? dtype : 0)) % 3;
      setting.destinations = form == 1;
      for (std::size_t i = 0; form == 2 && expected.size() == 1 && i < sample.inputs.size(); ++i)
        if (sample.inputs[i].dtype == expected[0].array.dtype && sample.inputs[i].shape == expected[0].array.shape)
          setting.in_place = int(i);
    }
    ++counts.samples;
    std::string problem;
    try {
      problem = run(context, operation, sample, setting, expected);
    } catch (const Error& error) {
      problem = std::string("failed: ") + error.what();
    }
    if (!problem.empty())
      failures.push_back({operation.name + " of " + kiln_dtype_name(dtype) + " (" + sample.text + "; " +
                          setting.text() + "): " + problem});
    if (effort.turn && !no_elements(sample)) break;
  }
  return failures;
}

std::vector<Failure> check_errors(const Context& context, const Operation& operation, Counts& counts) {
  std::vector<Failure> failures;
  if (!operation.errors) return failures;
  for (const ErrorSample& sample : operation.errors()) {
    ++counts.errors;
    std::string problem = "did not fail";
    try {
      sample.run(context);
    } catch (const Error& error) {
      problem.clear();
      if (error.status() != sample.status)
        problem = std::string("status ") + kiln_status_name(error.status()) + " (" + error.what() + ")";
      else if (std::string(error.what()).find(sample.part) == std::string::npos)
        problem = "message '" + std::string(error.what()) + "'";
    }
    if (!problem.empty())
      failures.push_back({operation.name + " (" + sample.text + "): " + problem + ", expected " +
                          kiln_status_name(sample.status) + " with '" + sample.part + "'"});
  }
  return failures;
}

}  // namespace kiln::operations
