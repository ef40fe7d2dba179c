// SPDX-License-Identifier: Apache-2.0
// The parts of `kiln bench`: they measure, ask the peers, and write the report.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "operation.hpp"

namespace kiln_tool::bench {

// The seconds that one call took in each round. In a round `calls` calls are queued together and waited for.
struct Rounds {
  std::vector<double> seconds;
  int calls = 0;
  bool empty() const { return seconds.empty(); }
  double median() const;
  double least() const;
  double greatest() const;
};

struct Measurement {
  std::string operation, what;
  kiln_dtype dtype = KILN_FLOAT32;
  std::int64_t size = 0;  // the number of elements that was asked for
  double bytes = 0, operations = 0;
  // Whether arithmetic and not memory bounds the speed. Floating-point operations are reported then.
  bool arithmetic() const { return operations > 8 * bytes; }
  Rounds own, copy;                         // `copy` moves as many bytes; it is empty if there is no memory for it
  std::map<std::string, Rounds> peers;      // by name
  std::map<std::string, std::string> lack;  // by name: why a peer has no figure
};

// A measurement that could not be made, and why.
struct LeftOut {
  std::string operation;
  kiln_dtype dtype;
  std::int64_t size;
  std::string reason;
};

struct Peer {
  std::string name, version, error;  // error: why the peer, or its last measurements, are missing
};

struct Report {
  std::string device, name, platform, driver, language, kind;
  std::uint64_t compute_units = 0;
  std::string host, date;
  Rounds launch;  // a call of a kernel that computes one element
  Rounds read;    // such a call whose result the host waits for and reads
  std::vector<Measurement> measurements;
  std::vector<LeftOut> left_out;
  std::vector<Peer> peers;  // those that were asked, in this order
};

// ---- bench_measure.cpp ----

// Times calls on a device, and beside them the device's own copy.
class Timer {
 public:
  Timer(const kiln::Context& context, double round_seconds) : context_(context), round_seconds_(round_seconds) {}
  Rounds launch(bool read);
  // Measures a call. Rounds of the call and of the copy take turns, so that their ratio belongs to one
  // moment.
  void measure(const std::function<void()>& run, Measurement& into);

 private:
  double round(const std::function<void()>& run, int calls);
  int find_calls(const std::function<void()>& run);
  std::function<void()> find_copy(double bytes);

  kiln::Context context_;
  double round_seconds_;
  std::map<std::size_t, bool> vendor_copies_;  // by bytes: whether the vendor's copy is faster than a kernel's
};

// ---- bench_peers.cpp ----

struct PeerOptions {
  std::vector<std::string> names;
  bool must_exist = false;     // a peer that is not installed is reported
  std::string python, device;  // device: "cpu" or "cuda:0"
  double round_seconds = 0;
  double seconds = 0;         // the time without an answer after which a peer is given up
  bool given_results = true;  // false: each result is a new array; true: results go to a given array if the
                              // library allows that
};
// Fills in the peers' rounds of every measurement, and report.peers.
void ask_peers(const PeerOptions& options, const std::function<void(const std::string&)>& progress, Report& report);

// ---- bench_report.cpp, bench_plot.cpp ----

void print_table(const Report& report);
std::string json_text(const Report& report);
// A plot of bandwidth over size as SVG.
std::string plot_text(const Report& report);

}  // namespace kiln_tool::bench
