// SPDX-License-Identifier: Apache-2.0
// `kiln bench`: times the operations of the table on a device, beside the device's own copy and the peers.
#include "bench/bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <set>
#include <thread>

#include "commands.hpp"
#include "names.hpp"
#include "progress.hpp"

namespace kiln_tool {

using kiln::operations::Operation;

namespace {

// The operations that are timed without --all: those that a user most likely asks about.
const std::vector<std::string> kMain = {"assign",        "add",         "exp",     "fused_elementwise",
                                        "sum",           "reduce_max",  "argmax",  "var",
                                        "cumsum",        "sort",        "argsort", "topk",
                                        "take",          "scatter_add", "concat",  "random_uniform",
                                        "random_normal", "gemm",        "gemv"};

constexpr std::int64_t kLargeGpu = std::int64_t(1) << 27, kLargeCpu = std::int64_t(1) << 24;
constexpr std::uint64_t kMostBytes =
    128;  // the most bytes that an element of the main operations needs, workspace included

std::string host_processor() {
  std::ifstream facts("/proc/cpuinfo");
  std::string name = "unknown processor";
  for (std::string line; std::getline(facts, line);)
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos) {
      name = line.substr(line.find(": ") + 2);
      break;
    }
  name += ", " + std::to_string(std::thread::hardware_concurrency()) + " threads";
  // The load of the machine is reported, since other work on it explains odd figures.
  double load = 0;
  if (getloadavg(&load, 1) != 1) return name;
  char text[64];
  std::snprintf(text, sizeof text, ", load average %.1f", load);
  return name + text;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// The bytes of host memory that may be used without harm to other programs; 0: unknown.
std::uint64_t available_memory() {
  std::ifstream facts("/proc/meminfo");
  for (std::string line; std::getline(facts, line);)
    if (line.rfind("MemAvailable:", 0) == 0) return std::strtoull(line.c_str() + 13, nullptr, 10) * 1024;
  return 0;
}

// Opens the device. A device that computes in host memory does not refuse more than the host has, so the pool
// gets a limit.
kiln::Context open(const std::string& device) {
  kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
  kiln::Context context = device.empty() ? kiln::Context() : kiln::Context(device);
  options.memory_budget = available_memory() / 4 * 3;
  if (std::string(context.properties().kind) != "cpu" || !options.memory_budget) return context;
  return kiln::Context(context.device(), options);
}

std::vector<const Operation*> choose(const BenchOptions& options) {
  std::vector<const Operation*> chosen;
  std::vector<std::string> timed;
  const auto& names = options.operations.empty() ? kMain : options.operations;
  for (const Operation& operation : kiln::operations::operations()) {
    const bool named = std::find(names.begin(), names.end(), operation.name) != names.end();
    if (operation.timings) timed.push_back(operation.name);
    if (operation.timings && (options.all || named)) chosen.push_back(&operation);
  }
  for (const std::string& name : names)
    if (std::none_of(chosen.begin(), chosen.end(), [&](const Operation* o) { return o->name == name; }))
      throw std::runtime_error("bench: no operation '" + name + "' that is timed" + suggestion(name, timed) +
                               "; kiln selftest --list prints them");
  return chosen;
}

bool takes(const Operation& operation, kiln_dtype dtype) {
  return std::find(operation.dtypes.begin(), operation.dtypes.end(), dtype) != operation.dtypes.end();
}

// The dtypes that were asked for. Without any it is the first that the operation takes of float32, int32 and
// its own list.
std::vector<kiln_dtype> dtypes_of(const Operation& operation, const std::vector<kiln_dtype>& asked) {
  if (!asked.empty()) return asked;
  for (kiln_dtype d : {KILN_FLOAT32, KILN_INT32})
    if (takes(operation, d)) return {d};
  return {operation.dtypes.at(0)};
}

bool too_large(kiln_status status) {
  return status == KILN_OUT_OF_MEMORY || status == KILN_OUT_OF_HOST_MEMORY || status == KILN_OVERFLOW;
}

// Times the calls of an operation. Returns false if one failed for another reason than its size.
bool measure(const kiln::Context& context, const Operation& operation, kiln_dtype dtype, std::int64_t size,
             bench::Timer& timer, bench::Report& report) {
  const auto leave_out = [&](const std::string& reason) {
    report.left_out.push_back({operation.name, dtype, size, reason});
  };
  if (!takes(operation, dtype)) {
    leave_out("it does not take this dtype");
    return true;
  }
  if (!kiln::operations::has_dtype(context, dtype)) {
    leave_out("no float64 on this device");
    return true;
  }
  try {
    for (const auto& timing : operation.timings(context, dtype, size)) {
      bench::Measurement m;
      m.operation = operation.name;
      m.what = timing.text;
      m.dtype = dtype;
      m.size = size;
      m.bytes = timing.bytes;
      m.operations = timing.operations;
      timer.measure(timing.run, m);
      report.measurements.push_back(std::move(m));
    }
  } catch (const kiln::Error& error) {
    leave_out(error.what());
    return too_large(error.status());
  }
  return true;
}

bench::PeerOptions peer_options(const BenchOptions& options, const kiln_context_properties& device) {
  bench::PeerOptions peers;
  const bool cpu = std::string(device.kind) == "cpu";
  peers.python = options.python;
  peers.round_seconds = options.round_seconds;
  peers.seconds = options.peer_seconds;
  peers.given_results = !options.peers_new_results;
  peers.must_exist = !options.peers.empty();
  const std::string name = device.device;
  peers.device = cpu ? "cpu" : name.rfind("cuda", 0) == 0 ? "cuda:" + name.substr(4) : "cuda:0";
  // Without --peers NumPy is left out beside a GPU, since it would take minutes.
  if (options.peers.empty())
    peers.names =
        cpu ? std::vector<std::string>{"numpy", "torch", "jax"} : std::vector<std::string>{"cupy", "torch", "jax"};
  for (const std::string& peer : options.peers)
    if (peer != "none") peers.names.push_back(peer);
  return peers;
}

// Fails before anything is measured if the file cannot be written.
void check_writable(const std::string& path) {
  if (!path.empty() && !std::ofstream(path, std::ios::app))
    throw std::runtime_error("bench: cannot write '" + path + "'");
}

void write(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream file(path, std::ios::trunc);
  file << text << std::flush;
  if (!file) throw std::runtime_error("bench: cannot write '" + path + "'");
}

std::vector<std::int64_t> sizes_of(const BenchOptions& options, const kiln_context_properties& device) {
  std::set<std::int64_t> sizes;
  for (const std::string& text : options.sizes) sizes.insert(*parse_size(text));
  if (!options.size_range.empty()) {
    const auto range = *parse_size_range(options.size_range);
    sizes.insert(range.begin(), range.end());
  }
  if (sizes.empty()) {
    std::int64_t size = std::string(device.kind) == "cpu" ? kLargeCpu : kLargeGpu;
    while (size > 1 && std::uint64_t(size) * kMostBytes > device.total_memory) size /= 2;
    sizes.insert(size);
  }
  return {sizes.begin(), sizes.end()};
}

}  // namespace

std::optional<std::int64_t> parse_size(const std::string& text) {
  const auto whole = [](const std::string& part) -> std::optional<double> {
    char* end = nullptr;
    const double value = std::strtod(part.c_str(), &end);
    const bool digit = !part.empty() && part[0] >= '0' && part[0] <= '9';
    if (!digit || *end || !(value >= 1 && value <= 0x1p53) || value != std::floor(value)) return std::nullopt;
    return value;
  };
  const std::size_t power = text.find('^');
  if (power == std::string::npos) {
    const auto value = whole(text);
    return value ? std::optional(std::int64_t(*value)) : std::nullopt;
  }
  const auto base = whole(text.substr(0, power)), exponent = whole(text.substr(power + 1));
  if (!base || !exponent || std::pow(*base, *exponent) > 0x1p53) return std::nullopt;
  return std::int64_t(std::pow(*base, *exponent));
}

std::optional<std::vector<std::int64_t>> parse_size_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto low = parse_size(text.substr(0, colon)), high = parse_size(text.substr(colon + 1));
  if (!low || !high || *low > *high) return std::nullopt;
  // The sizes are chosen so that a decade has a little more than two.
  const double range = std::log10(double(*high) / double(*low));
  const int steps = std::max(1, int(std::ceil(range * 2)));
  std::vector<std::int64_t> sizes;
  for (int i = 0; i <= steps; ++i)
    sizes.push_back(std::int64_t(std::llround(double(*low) * std::pow(10, range * i / steps))));
  return sizes;
}

int run_bench(const BenchOptions& options) {
  const std::vector<const Operation*> chosen = choose(options);
  std::vector<kiln_dtype> asked;
  for (const std::string& name : options.dtypes) {
    kiln_dtype dtype = KILN_BOOL;
    kiln::detail::check(kiln_dtype_from_name(name.c_str(), &dtype));
    asked.push_back(dtype);
  }
  check_writable(options.json);
  check_writable(options.plot);
  const kiln::Context context = open(options.device);
  const kiln_context_properties device = context.properties();
  bench::Report report{device.device,
                       device.name,
                       device.platform,
                       device.driver,
                       device.language,
                       device.kind,
                       device.compute_units,
                       host_processor(),
                       today(),
                       {},
                       {},
                       {},
                       {}};
  bench::Timer timer(context, options.round_seconds);
  bool good = true;
  {
    Progress progress;
    progress("launch");
    report.launch = timer.launch(false);
    report.read = timer.launch(true);
    for (const Operation* operation : chosen)
      for (kiln_dtype dtype : dtypes_of(*operation, asked))
        for (std::int64_t size : sizes_of(options, device)) {
          progress(operation->name + " " + kiln_dtype_name(dtype) + " " + std::to_string(size));
          good = measure(context, *operation, dtype, size, timer, report) && good;
        }
    context.synchronize();
    context.trim();  // the peers need room
    if (!report.measurements.empty()) bench::ask_peers(peer_options(options, device), std::cref(progress), report);
  }
  bench::print_table(report);
  write(options.json, bench::json_text(report));
  write(options.plot, bench::plot_text(report));
  if (report.measurements.empty()) std::cerr << "kiln: bench: nothing was measured\n";
  return good && !report.measurements.empty() ? 0 : 1;
}

}  // namespace kiln_tool
