// SPDX-License-Identifier: Apache-2.0
// Times calls under other numbers of the tuning tables (lib/codegen/tuning): each number as it is, and kFactors times
// of it, in turns on one device. Prints a table in Markdown: the time as it is, and the ratios of the others to it. A
// number with which no call's time changes is one that nobody needs.
//
//     measure_tuning DEVICE [ROW...]    all rows for the device's class, or those whose names begin with a ROW
//     measure_tuning --list             rows and their calls
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <set>

#include "array/tuning.hpp"
#include "capi/handles.hpp"
#include "rows.hpp"
#include "workloads.hpp"

namespace kiln::tuning {
namespace {

constexpr int kRounds = 5;
constexpr double kRoundSeconds = 0.02;
constexpr double kFactors[] = {1, 1. / 8, 0.5, 2, 8};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// One workload under one number: a context of its own.
class Case {
 public:
  Case(const std::string& device, const Row& row, double factor, const Workload& workload, bool cpu)
      : context_(device) {
    runtime::Context& context = *capi::to_object(context_.get());
    codegen::Tuning numbers = array::tuning(context);
    if (row.scale(numbers, factor) * factor < 1) throw Error(KILN_INVALID_ARGUMENT, "the number would be 0");
    array::set_tuning(context, numbers);
    call_ = workload(context_, std::int64_t{1} << (cpu ? 22 : 26));
    call_();
    context_.synchronize();
    const double start = now();
    call_();
    context_.synchronize();
    calls_ = std::clamp(int(kRoundSeconds / (now() - start)), 1, 1000);
  }
  void round() {
    const double start = now();
    for (int i = 0; i < calls_; ++i) call_();
    context_.synchronize();
    seconds_.push_back((now() - start) / calls_);
  }
  double median() {
    std::sort(seconds_.begin(), seconds_.end());
    return seconds_[seconds_.size() / 2];
  }

 private:
  Context context_;
  std::function<void()> call_;
  int calls_ = 1;
  std::vector<double> seconds_;
};

// The median at each factor; nothing where the library refuses to work so.
std::vector<std::optional<double>> measure(const std::string& device, const Row& row, const Workload& workload,
                                           bool cpu) {
  std::vector<std::optional<Case>> cases(std::size(kFactors));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    try {
      cases[i].emplace(device, row, kFactors[i], workload, cpu);
    } catch (const Error& error) {
      std::fprintf(stderr, "%s at %g times: %s\n", row.name.c_str(), kFactors[i], error.what());
    }
  }
  for (int round = 0; round < kRounds; ++round)
    for (std::optional<Case>& one : cases)
      if (one) one->round();
  std::vector<std::optional<double>> medians;
  for (std::optional<Case>& one : cases) medians.push_back(one ? std::optional(one->median()) : std::nullopt);
  return medians;
}

bool wanted(const Row& row, int count, char** parts) {
  return count == 0 ||
         std::any_of(parts, parts + count, [&](const char* part) { return row.name.rfind(part, 0) == 0; });
}

int run(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: measure_tuning DEVICE|--list [ROW...]\n");
    return 2;
  }
  for (const Row& row : rows())
    for (const std::string& name : row.workloads)
      if (!workloads().count(name)) {
        std::fprintf(stderr, "%s: there is no workload '%s'\n", row.name.c_str(), name.c_str());
        return 1;
      }
  if (std::string(argv[1]) == "--list") {
    for (const Row& row : rows())
      for (const std::string& name : row.workloads)
        std::printf("%-24s %-5s %s\n", row.name.c_str(), row.devices.c_str(), name.c_str());
    return 0;
  }
  const std::string device = argv[1];
  bool cpu = false;
  {
    const Context context(device);
    cpu = array::traits_of(*capi::to_object(context.get())).cpu;
  }
  std::printf(
      "| number | value | call | time | / 8 | / 2 | * 2 | * 8 |\n| --- | --- | --- | --- | --- | --- | --- | --- "
      "|\n");
  for (const Row& row : rows()) {
    if (row.devices == (cpu ? "many" : "cpu") || !wanted(row, argc - 2, argv + 2)) continue;
    codegen::Tuning numbers = codegen::kTuning;
    const double value = row.scale(numbers, 1);
    for (const std::string& name : row.workloads) {
      const auto medians = measure(device, row, workloads().at(name), cpu);
      std::printf("| %s | %.0f | %s |", row.name.c_str(), value, name.c_str());
      for (std::size_t i = 0; i < medians.size(); ++i) {
        if (!medians[i])
          std::printf(" refused |");
        else if (i == 0)
          std::printf(" %.4g us |", *medians[i] * 1e6);
        else
          std::printf(" %.2f |", medians[0] ? *medians[i] / *medians[0] : 0.0);
      }
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace
}  // namespace kiln::tuning

int main(int argc, char** argv) {
  try {
    return kiln::tuning::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "measure_tuning: %s\n", error.what());
    return 1;
  }
}
