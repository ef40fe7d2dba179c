// SPDX-License-Identifier: Apache-2.0
// Measures where the time of a function's calls goes. Each step is recorded between two timed events of its
// queue. Events are read after they have passed, so that profiling does not wait for the device. Work on the
// host is timed on the host.
#pragma once

#include <chrono>
#include <deque>
#include <map>

#include "graph/function/watch.hpp"

namespace kiln::graph {

class Profile {
 public:
  // Returns the watch for one call. The profile must outlive it.
  std::unique_ptr<Watch> watch(const FunctionSpec& spec);
  void compiled(double seconds) {
    compile_seconds_ += seconds;
    ++compiled_;
  }
  // report() and trace() wait for work that is still queued.
  std::string report(const std::string& name);
  std::string trace(const std::string& name);  // JSON for Chrome's trace viewer

 private:
  friend class ProfileWatch;
  enum class Kind { host, device, transfer };
  using EventRef = Ref<runtime::Event>;
  struct Row {  // the calls of one step, upload or result
    Kind kind = Kind::device;
    std::string op, what;
    std::uint64_t calls = 0, bytes = 0;
    double first = 0, seconds = 0, most = 0;  // seconds of the first call; sum and maximum of the others
  };
  struct Pending {
    std::size_t row = 0;
    EventRef begin, end;  // null: timed on the host
    int thread = 0;
    double host_begin = 0, host_seconds = 0;
  };
  struct Sample {  // one part of a call, for the trace
    std::size_t row = 0;
    int thread = 0;  // 0 is the host, devices count from 1
    double begin = 0, seconds = 0;
  };
  static constexpr std::size_t kPending = 4096, kSamples = 20000;

  double now() const;
  std::size_t row_of(const FunctionSpec& spec, Specialisation& s, Watch::Part part, std::size_t index);
  void add(Pending pending);
  void settle(bool wait);

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<Row> rows_;
  std::deque<Pending> pending_;
  std::deque<Sample> samples_;
  struct Device {
    int thread = 0;
    EventRef zero;
    double zero_seconds = 0;  // when `zero` was recorded, by the host's clock
    // Whether events have times; otherwise the host waits for each step and uses its own clock.
    bool clock = true;
  };
  std::map<runtime::Context*, Device> devices_;
  std::uint64_t calls_ = 0, compiled_ = 0, planned_bytes_ = 0, intermediate_bytes_ = 0;
  double call_seconds_ = 0, compile_seconds_ = 0;
};

}  // namespace kiln::graph
