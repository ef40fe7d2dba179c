// SPDX-License-Identifier: Apache-2.0
// The parts of `kiln bench`: measuring, asking the peers, and writing down what came of it.
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

// Seconds of one call in each round; a round is `calls` calls queued together and waited for.
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
  std::int64_t size = 0;  // elements asked for
  double bytes = 0, operations = 0;
  // Whether arithmetic bounds it, not memory: then floating-point operations tell how fast it is.
  bool arithmetic() const { return operations > 8 * bytes; }
  Rounds own, copy;                         // the copy moves as many bytes; empty where there is none
  std::map<std::string, Rounds> peers;      // by name
  std::map<std::string, std::string> lack;  // why a peer has no figure
};

// What could not be measured.
struct LeftOut {
  std::string operation;
  kiln_dtype dtype;
  std::int64_t size;
  std::string reason;
};

struct Peer {
  std::string name, version, error;  // error: why it, or its last measurements, are missing
};

struct Report {
  std::string device, name, platform, driver, language, kind;
  std::uint64_t compute_units = 0;
  std::string host, date;
  Rounds launch;  // of a kernel that computes one element
  Rounds read;    // of one whose result the host waits for and reads
  std::vector<Measurement> measurements;
  std::vector<LeftOut> left_out;
  std::vector<Peer> peers;  // asked, in this order
};

// ---- bench_measure.cpp ----

// Times calls on a device, and the device's own copy beside them.
class Timer {
 public:
  Timer(const kiln::Context& context, double round_seconds)
      : context_(context), round_seconds_(round_seconds) {}
  Rounds launch(bool read);
  // Rounds of the call and of the copy take turns, so that their ratio is of one moment.
  void measure(const std::function<void()>& run, Measurement& into);

 private:
  double round(const std::function<void()>& run, int calls);
  int find_calls(const std::function<void()>& run);
  std::function<void()> find_copy(double bytes);

  kiln::Context context_;
  double round_seconds_;
  std::map<std::size_t, bool> vendor_copies_;  // by bytes: whether the vendor's copy is the faster one
};

// ---- bench_peers.cpp ----

struct PeerOptions {
  std::vector<std::string> names;
  bool must_exist = false;     // one that is not installed is worth a word
  std::string python, device;  // device: "cpu" or "cuda:0"
  double round_seconds = 0;
  double seconds = 0;         // without any answer, until a peer is given up
  bool given_results = true;  // where a library takes a place for the result; else each is a new array
};
// Fills in the peers' rounds of every measurement, and report.peers.
void ask_peers(const PeerOptions& options, const std::function<void(const std::string&)>& progress,
               Report& report);

// ---- bench_report.cpp, bench_plot.cpp ----

void print_table(const Report& report);
std::string json_text(const Report& report);
// Size against bandwidth as SVG.
std::string plot_text(const Report& report);

}  // namespace kiln_tool::bench
