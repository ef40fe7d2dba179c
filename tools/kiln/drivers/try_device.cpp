// SPDX-License-Identifier: Apache-2.0
// Runs one elementwise computation, which needs the driver, the compiler, and transfers in both directions.
#include "drivers/try_device.hpp"

#include <kiln/kiln.h>

#include <algorithm>
#include <iterator>

#include "output.hpp"

namespace kiln_tool {
namespace {

constexpr float kInput[] = {0, 1, 2, 3};
constexpr float kExpected[] = {1, 3, 5, 7};

bool compute(kiln_context context, kiln_elementwise& elementwise, kiln_array& input, kiln_array& output,
             float* result) {
  const std::int64_t shape = std::size(kInput);
  if (kiln_elementwise_create(context, "r = a*2 + 1", nullptr, &elementwise) != KILN_OK) return false;
  if (kiln_array_from_host(context, KILN_FLOAT32, 1, &shape, nullptr, KILN_FLOAT32, kInput, &input) != KILN_OK) {
    return false;
  }
  kiln_argument arguments[2] = {};
  arguments[0].kind = KILN_ARGUMENT_NEW;
  arguments[0].dtype = KILN_FLOAT32;
  arguments[0].value.new_array = &output;
  arguments[1].kind = KILN_ARGUMENT_ARRAY;
  arguments[1].value.array = input;
  if (kiln_elementwise_call(elementwise, 2, arguments) != KILN_OK) return false;
  return kiln_array_read(output, result, sizeof kExpected) == KILN_OK;
}

}  // namespace

kiln_status open_context(const char* device, kiln_context* out) {
  kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
  options.preallocate = "0";
  return kiln_context_create(device, &options, out);
}

std::string open_device(const std::string& device, std::string& opened) {
  kiln_context context = nullptr;
  kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
  std::string problem;
  if (open_context(device.c_str(), &context) != KILN_OK || kiln_context_get_properties(context, &properties) != KILN_OK)
    problem = last_error();
  else
    opened = properties.device;
  kiln_context_release(context);
  return problem;
}

std::string try_device(const char* device) {
  kiln_context context = nullptr;
  if (open_context(device, &context) != KILN_OK) return last_error();
  kiln_elementwise elementwise = nullptr;
  kiln_array input = nullptr, output = nullptr;
  float result[std::size(kExpected)] = {};
  std::string problem;
  if (!compute(context, elementwise, input, output, result)) {
    problem = last_error();
  } else if (!std::equal(std::begin(result), std::end(result), kExpected)) {
    problem = "a*2 + 1 of 0, 1, 2, 3 came out wrong: the driver or its compiler miscalculates";
  }
  kiln_array_release(output);
  kiln_array_release(input);
  kiln_elementwise_release(elementwise);
  kiln_context_release(context);
  return problem;
}

}  // namespace kiln_tool
