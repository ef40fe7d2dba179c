// SPDX-License-Identifier: Apache-2.0
// What the trials of vendors' libraries against Kiln's kernels have in common. Private to array/product and array/conv.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "array/array.hpp"

namespace kiln::array {

// What a trial found out.
struct Finding {
  bool vendor = false;    // the vendor's library is right, and faster than Kiln's kernels
  std::int64_t way = 0;   // for convolutions: the library's way
  std::string lasting;    // for the disk: "vendor" or "own", then why; "": not to be kept
  std::string complaint;  // to be logged
};

// The element at place `at` of an array of a real floating-point dtype.
double trial_element(std::span<const std::byte> array, DType dtype, std::size_t at);
// A buffer of `count` numbers from -1 to 1 with full mantissas.
Ref<runtime::Buffer> trial_numbers(runtime::Context& context, DType dtype, std::size_t count, std::uint64_t seed,
                                   const char* operation);
// Fills a buffer with NaN of any dtype.
void trial_clear(runtime::Buffer& buffer, const char* operation);
// The seconds that each way takes. The least of several rounds counts, because other work of the machine can only add
// time. No round begins after so many seconds.
std::vector<double> trial_times(runtime::Context& context, std::span<const std::function<void()>> ways, int rounds,
                                double seconds, const char* operation);
// Runs a trial, and makes what it throws a finding: `what` names the vendor's library.
Finding trial_run(runtime::Context& context, const char* what, const char* operation,
                  const std::function<Finding()>& trial);
// The text of Kiln's kernels of products, on which findings depend.
std::string product_texts(runtime::Context& context, DType dtype);
// The name of a finding on disk. `depends_on` is all that it depends on beside device, driver and tuning tables: how it
// is measured, the class, the vendor's libraries, Kiln's kernels. The tables are in every name: they say which kernels
// compute a class, how large it is, and which of the library's ways are tried.
std::string finding_name(runtime::Context& context, std::string_view depends_on);

}  // namespace kiln::array
