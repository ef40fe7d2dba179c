// SPDX-License-Identifier: Apache-2.0
// The table of flags: names, types, defaults and help, and the check of values. docs/reference/flags.md has the same
// table; keep the two equal.
#include "base/flags/flag_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "base/error.hpp"
#include "base/flags/backend_names.hpp"
#include "base/flags/flag_value.hpp"
#include "base/text.hpp"

namespace kiln::base {
namespace {

constexpr FlagRow kRows[] = {
    {"device", "device", "auto", "the device to open: cuda, cudaN, opencl, openclP:D, opencl:NAME, cpu, gpu, auto"},
    {"floatX", "float32|float64|float16", "float32", "the dtype that floatX stands for"},
    {"preallocate", "float", "0",
     "memory pool: <0 none, 0 grows as needed, up to 1 a fraction of the device reserved at once, above 1 "
     "MB"},
    {"sched", "default|multi|single", "default",
     "how the host waits: multi sleeps, single spins, default leaves it to the driver"},
    {"single_stream", "bool", "True", "one queue for compute and transfers; False: a queue for each"},
    {"cache_path", "path", "", "folder of compiled kernels; empty: $XDG_CACHE_HOME/kiln/v1; off: none"},
    {"cache_store", "auto|now", "auto",
     "kernels whose binary costs the driver one more compilation: auto leaves them to the driver's own "
     "cache, now stores them in the call that compiles them"},
    {"launch_blocking", "bool", "False", "every call waits for the device, so that errors surface where they arise"},
    {"run_ahead", "count", "1024",
     "commands that may be queued and not have run: a call that would queue more waits; 0: any number"},
    {"run_ahead_memory", "count", "1024",
     "MB that queued commands may touch, but for the first 64 of them; 0: any number"},
    {"fastmath", "bool", "False", "let the kernel compiler break IEEE rules"},
    {"check_index", "bool", "False",
     "indices out of range are errors of the next call that waits; False: brought to the nearest inside"},
    {"matmul_precision", "highest|tensorfloat32", "highest",
     "matrix products of float32 and complex64: tensorfloat32 lets the device round their elements"},
    {"blas", "auto|own|vendor", "auto",
     "what computes matrix products: the faster of both, Kiln's kernels, the vendor's library where it can"},
    {"conv", "auto|own|vendor", "auto",
     "what computes convolutions: the faster of both, Kiln's kernels, the vendor's library where it can"},
    {"winograd", "bool", "True",
     "Kiln's convolutions of 3 x 3 taps may be computed by transforms; False: as sums of products"},
    {"mode", "FAST_RUN|FAST_COMPILE|DebugMode|NanGuardMode", "FAST_RUN",
     "how functions are compiled and run: FAST_COMPILE has few passes, DebugMode compares every pass, "
     "NanGuardMode checks every result"},
    {"optimizer", "fast_run|fast_compile|None", "fast_run",
     "which passes of the graph compiler run: all, few, those without which nothing runs"},
    {"optimizer_excluding", "names", "", "passes of the graph compiler to leave out, separated by colons"},
    {"optimizer_including", "names", "",
     "passes of the graph compiler to run although mode or optimizer leave them out, separated by colons"},
    {"on_unused_input", "raise|warn|ignore", "raise", "inputs of a function that nothing reads"},
    {"allow_gc", "bool", "True",
     "memory of intermediate results goes back to the pool between calls of a function; False: it stays"},
    {"signatures", "positive", "32",
     "of a function, how many signatures stay compiled; beyond, the one called longest ago goes"},
    {"profile", "bool", "False", "functions measure where their time goes, for kiln_function_describe"},
    {"contexts", "contexts", "", "names of devices: dev0->cuda0;dev1->opencl0:0"},
    {"assert_no_cpu_op", "ignore|warn|raise", "ignore", "operations of a function that the host computes"},
    {"warn_float64", "ignore|warn|raise", "ignore", "values of a function that are float64"},
    {"print_active_device", "bool", "True", "log one line naming the device when it is opened"},
};

struct Alias {
  const char* name;
  const char* target;
};
constexpr Alias kAliases[] = {
    {"gpuarray.preallocate", "preallocate"}, {"gpuarray.sched", "sched"},  {"gpuarray.single_stream", "single_stream"},
    {"gpuarray.cache_path", "cache_path"},   {"lib.cnmem", "preallocate"}, {"nvcc.fastmath", "fastmath"},
};
constexpr std::string_view kNvccFlags = "nvcc.flags";

std::size_t find_row(std::string_view name) {
  return static_cast<std::size_t>(
      std::find_if(std::begin(kRows), std::end(kRows), [&](const FlagRow& row) { return name == row.name; }) -
      std::begin(kRows));
}

[[noreturn]] void fail_value(std::string_view source, const FlagRow& row, std::string_view value,
                             std::string_view expected, std::string_view hint = "") {
  fail(KILN_FLAG_ERROR, "{}: flag {}: got '{}'{}{} expected {}", source, row.name, value, hint, hint.empty() ? "," : "",
       expected);
}

std::string canonical_bool(const FlagRow& row, std::string_view value, std::string_view source) {
  const std::string text = lower(value);
  for (const char* yes : {"true", "1", "yes", "on"})
    if (text == yes) return "True";
  for (const char* no : {"false", "0", "no", "off"}) {
    if (text == no) return "False";
  }
  fail_value(source, row, value, "True or False");
}

std::string canonical_choice(const FlagRow& row, std::string_view value, std::string_view source) {
  std::vector<std::string> choices;
  for (std::string_view choice : split(row.type, '|')) {
    if (choice == value) return std::string(value);
    choices.emplace_back(choice);
  }
  fail_value(source, row, value, join(choices, ", "), suggestion(value, choices));
}

// The limit is low enough that a count of MB can be converted to bytes.
std::string canonical_count(const FlagRow& row, std::string_view value, std::uint64_t least, std::string_view source) {
  constexpr std::uint64_t kMost = 1000000000;
  std::uint64_t count = 0;
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), count);
  if (code != std::errc() || end != value.data() + value.size() || count < least || count > kMost)
    fail_value(source, row, value, fmt::format("a whole number from {} to {}", least, kMost));
  return fmt::format("{}", count);
}

// Checks the form only. Which backends exist is known when the device is opened.
std::string canonical_device(const FlagRow& row, std::string_view value, std::string_view source) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  std::string_view rest = value;
  if (rest.substr(0, kFault.size()) == kFault) rest.remove_prefix(kFault.size());
  const std::size_t word = std::find_if_not(rest.begin(), rest.end(), letter) - rest.begin();
  const std::string_view tail = rest.substr(word);
  const bool named = tail.size() > 1 && tail.front() == ':';
  const bool numbered = !tail.empty() && tail.front() >= '0' && tail.front() <= '9' &&
                        tail.find_first_not_of("0123456789:") == std::string_view::npos && tail.back() != ':';
  if (word != 0 && (tail.empty() || named || numbered)) return std::string(value);
  fail_value(source, row, value, "a device string such as auto, cuda0 or opencl0:0");
}

// Whether a device string may begin with the word and end with digits.
bool is_device_word(std::string_view word) {
  const auto is_backend = [&](const ShippedBackend& backend) { return backend.name == word; };
  return word == "cpu" || word == "gpu" || word == "auto" || word == "host" || is_test_backend(word) ||
         std::any_of(std::begin(kShippedBackends), std::end(kShippedBackends), is_backend);
}

// A context's name must not look like a device string.
std::string canonical_contexts(const FlagRow& row, std::string_view value, std::string_view source) {
  std::string result;
  std::vector<std::string> names;
  for (const std::string_view part : split(value, ';')) {
    if (trim(part).empty()) continue;
    const std::size_t arrow = part.find("->");
    if (arrow == std::string_view::npos) fail_value(source, row, trim(part), "NAME->DEVICE");
    const std::string name(trim(part.substr(0, arrow)));
    if (name.empty()) fail_value(source, row, trim(part), "a name before ->");
    const auto letter = [](char c) { return is_alphanumeric(c) || c == '_' || c == '-' || c == '.'; };
    if (!std::all_of(name.begin(), name.end(), letter))
      fail_value(source, row, name, "a name of letters, digits, _, - and .");
    if (is_device_word(name.substr(0, name.find_last_not_of("0123456789") + 1)))
      fail_value(source, row, name, "a name that is not a device string");
    if (std::find(names.begin(), names.end(), name) != names.end()) fail_value(source, row, name, "every name once");
    names.push_back(name);
    const std::string device = canonical_device(row, trim(part.substr(arrow + 2)), source);
    result += (result.empty() ? "" : ";") + name + "->" + device;
  }
  return result;
}

std::string canonical_path(const FlagRow& row, std::string_view value, std::string_view source) {
  if (value.empty() || value == "off" || value.front() == '/') return std::string(value);
  if (value == "~" || value.substr(0, 2) == "~/") {
    const char* home = secure_getenv("HOME");
    if (home && *home == '/') return home + std::string(value.substr(1));
    fail_value(source, row, value, "an absolute path, as HOME is not set");
  }
  fail_value(source, row, value, "an absolute path, off, or nothing for the default");
}

std::string canonical(const FlagRow& row, std::string_view text, std::string_view source) {
  const std::string_view value = trim(text);
  const std::string_view type = row.type;
  if (type == "bool") return canonical_bool(row, value, source);
  if (type == "count" || type == "positive") return canonical_count(row, value, type == "positive" ? 1 : 0, source);
  if (type == "device") return canonical_device(row, value, source);
  if (type == "names") return std::string(value);
  if (type == "contexts") return canonical_contexts(row, value, source);
  if (type == "path") return canonical_path(row, value, source);
  if (type == "float") {
    try {
      parse_preallocate(value);
    } catch (const Error& error) {
      fail(KILN_FLAG_ERROR, "{}: {}", source, error.message());
    }
    return std::string(value);
  }
  return canonical_choice(row, value, source);
}

// Theano's flag nvcc.flags. Only its option for fast maths has a meaning here. Other options are no error, as
// the file may be shared with Theano, but a warning names them.
ResolvedSetting resolve_nvcc_flags(std::string_view value, std::string_view source, std::size_t& row) {
  ResolvedSetting result;
  result.row = row = find_row("fastmath");
  result.ignored = true;
  std::vector<std::string> unknown;
  for (std::string_view option : split(value, ' ')) {
    if (option == "--use_fast_math" || option == "-use_fast_math") {
      result.ignored = false;
      result.value = "True";
    } else if (!trim(option).empty()) {
      unknown.emplace_back(trim(option));
    }
  }
  result.warning = fmt::format("{}: nvcc.flags is a name of Theano's; ", source);
  result.warning += result.ignored ? "it sets nothing in Kiln" : "it sets fastmath=True";
  if (!unknown.empty()) result.warning += "; ignored: " + join(unknown, " ");
  return result;
}

// Theano's old "gpu1" becomes device 1 of kTheanoBackend. "gpu" alone is a device string of Kiln.
void map_old_device(ResolvedSetting& setting, std::string_view source) {
  const std::string_view value = setting.value;
  if (value.substr(0, 3) != "gpu" || value.size() == 3) return;
  if (value.find_first_not_of("0123456789", 3) != std::string_view::npos) return;
  std::string mapped = std::string(kTheanoBackend) + setting.value.substr(3);
  setting.warning = fmt::format("{}: device={} is Theano's old name for device={}", source, value, mapped);
  setting.value = std::move(mapped);
}

}  // namespace

std::span<const FlagRow> flag_rows() noexcept { return kRows; }

std::string flag_value(std::string_view name, std::string_view value, std::string_view source) {
  return canonical(kRows[find_row(name)], value, source);
}

ResolvedSetting resolve_setting(std::string_view name, std::string_view value, std::string_view source,
                                std::size_t& row) {
  row = std::size(kRows);
  if (name == kNvccFlags) return resolve_nvcc_flags(value, source, row);
  ResolvedSetting result;
  std::string_view target = name;
  for (const Alias& alias : kAliases) {
    if (name != alias.name) continue;
    target = alias.target;
    result.warning = fmt::format("{}: {} is a name of Theano's for Kiln's flag {}", source, name, target);
  }
  row = find_row(target);
  if (row == std::size(kRows)) {
    std::vector<std::string> names;
    for (const FlagRow& known : kRows) names.emplace_back(known.name);
    std::string hint = suggestion(name, names);
    if (hint.empty()) {
      std::vector<std::string> old{std::string(kNvccFlags)};
      for (const Alias& alias : kAliases) old.emplace_back(alias.name);
      hint = suggestion(name, old);
    }
    fail(KILN_FLAG_ERROR, "{}: unknown flag '{}'{}", source, name,
         hint.empty() ? ", expected one of " + join(names, ", ") : hint);
  }
  result.row = row;
  result.value = canonical(kRows[row], value, source);
  if (target == "device") map_old_device(result, source);
  return result;
}

std::vector<std::pair<std::string, std::string>> parse_contexts(std::string_view canonical) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const std::string_view part : split(canonical, ';'))
    if (const std::size_t arrow = part.find("->"); arrow != std::string_view::npos)
      rows.emplace_back(part.substr(0, arrow), part.substr(arrow + 2));
  return rows;
}

Preallocate parse_preallocate(std::string_view text) {
  const std::string_view value = trim(text);
  double number = 0;
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
  constexpr double kMebibyte = 1024.0 * 1024.0;
  constexpr double kMostMebibytes = 1e12;  // more than any device has; in bytes it fits in 64 bits
  if (code != std::errc() || end != value.data() + value.size() || !std::isfinite(number) || number > kMostMebibytes) {
    fail(KILN_FLAG_ERROR,
         "flag preallocate: got '{}', expected a number: <0 no pool, 0 nothing reserved, up to 1 a fraction "
         "of the "
         "device's memory, above 1 megabytes",
         value);
  }
  Preallocate result;
  if (number < 0) {
    result.mode = Preallocate::Mode::no_pool;
  } else if (number == 0) {
    result.mode = Preallocate::Mode::none;
  } else if (number <= 1) {
    result.mode = Preallocate::Mode::fraction;
    result.fraction = number;
  } else {
    result.mode = Preallocate::Mode::bytes;
    result.bytes = static_cast<std::uint64_t>(number * kMebibyte);
  }
  return result;
}

}  // namespace kiln::base
