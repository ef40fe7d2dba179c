// SPDX-License-Identifier: Apache-2.0
// Where the time of a function's calls goes. Steps stand between timed events of their queue, which are read
// when they have passed, so nothing waits; what the host computes is timed on the host.
#pragma once

#include <chrono>
#include <deque>
#include <map>

#include "graph/function/specialise.hpp"

namespace kiln::graph {

class Profile {
 public:
  // For one call; the profile outlives it.
  std::unique_ptr<Watch> watch(const FunctionSpec& spec);
  void compiled(double seconds) {
    compile_seconds_ += seconds;
    ++compiled_;
  }
  // Both wait for what is under way.
  std::string report(const std::string& name);
  std::string trace(const std::string& name);  // JSON of Chrome's trace viewer

 private:
  friend class ProfileWatch;
  enum class Kind { host, device, transfer };
  using EventRef = Ref<runtime::Event>;
  struct Row {  // a step, an upload or a result
    Kind kind = Kind::device;
    std::string op, what;
    std::uint64_t calls = 0, bytes = 0;
    double first = 0, seconds = 0, most = 0;  // the first call; the others
  };
  struct Pending {
    std::size_t row = 0;
    EventRef begin, end;  // null: timed by the host
    int thread = 0;
    double host_begin = 0, host_seconds = 0;
  };
  struct Sample {  // of the trace
    std::size_t row = 0;
    int thread = 0;  // 0: the host; devices from 1
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
    double zero_seconds = 0;  // on the host's clock
    bool clock = true;        // else the host waits for each step and looks at its own
  };
  std::map<runtime::Context*, Device> devices_;
  std::uint64_t calls_ = 0, compiled_ = 0, planned_bytes_ = 0, intermediate_bytes_ = 0;
  double call_seconds_ = 0, compile_seconds_ = 0;
};

}  // namespace kiln::graph
