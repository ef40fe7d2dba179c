// SPDX-License-Identifier: Apache-2.0
// Writes what `kiln bench` measured as a table and as JSON.
#include <cstdio>
#include <iostream>

#include "bench/bench.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace kiln_tool::bench {

namespace {

std::string number(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string json_number(double value) { return number("%.9g", value); }

std::string size_text(std::int64_t size) {
  int exponent = 0;
  while (std::int64_t(1) << exponent < size && exponent < 62) ++exponent;
  return exponent >= 10 && std::int64_t(1) << exponent == size ? "2^" + std::to_string(exponent) : std::to_string(size);
}

// The value with three significant digits.
std::string short_number(double value) {
  return number(value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3g", value);
}

double amount(const Measurement& m) { return m.arithmetic() ? m.operations : m.bytes; }
std::string rate_text(const Measurement& m, const Rounds& rounds) {
  return amount(m) > 0 && !rounds.empty() ? short_number(amount(m) / rounds.median() / 1e9) : "-";
}

std::string seconds_json(const Rounds& rounds) {
  std::string text;
  for (double seconds : rounds.seconds) text += (text.empty() ? "" : ", ") + json_number(seconds);
  return "[" + text + "]";
}

using Members = std::vector<std::pair<std::string, std::string>>;

void add_rounds(Members& members, const std::string& prefix, const Rounds& rounds) {
  members.emplace_back(prefix + "seconds_per_call_in_rounds", seconds_json(rounds));
  members.emplace_back(prefix + "median_seconds_per_call", json_number(rounds.median()));
  members.emplace_back(prefix + "calls_per_round", std::to_string(rounds.calls));
}

std::string measurement_json(const Measurement& m) {
  Members members = {{"operation", json_string(m.operation)},
                     {"what", json_string(m.what)},
                     {"dtype", json_string(kiln_dtype_name(m.dtype))},
                     {"size_elements", std::to_string(m.size)}};
  if (m.bytes > 0) {
    members.emplace_back("bytes", json_number(m.bytes));
    members.emplace_back("bytes_per_second", json_number(m.bytes / m.own.median()));
  }
  if (m.operations > 0) {
    members.emplace_back("floating_point_operations", json_number(m.operations));
    members.emplace_back("floating_point_operations_per_second", json_number(m.operations / m.own.median()));
  }
  add_rounds(members, "", m.own);
  if (!m.copy.empty()) {
    add_rounds(members, "copy_", m.copy);
    members.emplace_back("bandwidth_over_copy_bandwidth", json_number(m.copy.median() / m.own.median()));
  }
  Members peers;
  for (const auto& [name, rounds] : m.peers) {
    Members facts;
    add_rounds(facts, "", rounds);
    facts.emplace_back("peer_seconds_over_kiln_seconds", json_number(rounds.median() / m.own.median()));
    peers.emplace_back(name, json_object(facts));
  }
  for (const auto& [name, reason] : m.lack) peers.emplace_back(name, json_object({{"left_out", json_string(reason)}}));
  members.emplace_back("peers", json_object(peers));
  return json_object(members);
}

}  // namespace

void print_table(const Report& report) {
  std::cout << report.device << ": " << report.name << " (" << report.platform << ", " << report.driver << "), kiln "
            << library_version() << "; host " << report.host << '\n';
  std::vector<std::string> header = {"OPERATION", "",     "DTYPE", "SIZE", "MS",     "LEAST",
                                     "GREATEST",  "RATE", "",      "COPY", "OF COPY"};
  constexpr std::size_t kTexts = 3;
  std::vector<const Peer*> peers;
  for (const Peer& peer : report.peers) {
    if (!peer.error.empty()) std::cerr << "kiln: bench: " << peer.name << ": " << peer.error << '\n';
    if (peer.version.empty()) continue;
    std::cout << peer.name << ": " << peer.version << '\n';
    peers.push_back(&peer);
    header.push_back(peer.name);
    header.push_back("over " + peer.name);
  }
  std::cout << "launch of a kernel of one element: " << short_number(report.launch.median() * 1e6)
            << " microseconds; with its result read by the host: " << short_number(report.read.median() * 1e6)
            << "\n"
               "copy: the device's own, of as many bytes, in GB/s; over: how many times faster than the peer\n\n";
  Table table(header, kTexts);
  for (const Measurement& m : report.measurements) {
    std::vector<std::string> row = {m.operation,
                                    m.what,
                                    kiln_dtype_name(m.dtype),
                                    size_text(m.size),
                                    number("%#.4g", m.own.median() * 1e3),
                                    number("%#.4g", m.own.least() * 1e3),
                                    number("%#.4g", m.own.greatest() * 1e3),
                                    rate_text(m, m.own),
                                    m.arithmetic() ? "GFLOP/s" : "GB/s",
                                    m.copy.empty() ? "-" : short_number(m.bytes / m.copy.median() / 1e9),
                                    m.copy.empty() ? "-" : number("%.2f", m.copy.median() / m.own.median())};
    for (const Peer* peer : peers) {
      const auto found = m.peers.find(peer->name);
      const bool has = found != m.peers.end();
      row.push_back(has ? rate_text(m, found->second) : "-");
      row.push_back(has ? number("%.2f", found->second.median() / m.own.median()) : "-");
    }
    table.add(std::move(row));
  }
  table.print();
  for (const LeftOut& left : report.left_out)
    std::cout << "left out: " << left.operation << ", " << kiln_dtype_name(left.dtype) << ", " << size_text(left.size)
              << ": " << left.reason << '\n';
}

std::string json_text(const Report& report) {
  std::vector<std::string> peers, measurements, left_out;
  for (const Peer& peer : report.peers)
    peers.push_back(json_object({{"name", json_string(peer.name)},
                                 {"version", json_string(peer.version)},
                                 {"error", json_string(peer.error)}}));
  for (const Measurement& m : report.measurements) measurements.push_back(measurement_json(m));
  for (const LeftOut& left : report.left_out)
    left_out.push_back(json_object({{"operation", json_string(left.operation)},
                                    {"dtype", json_string(kiln_dtype_name(left.dtype))},
                                    {"size_elements", std::to_string(left.size)},
                                    {"reason", json_string(left.reason)}}));
  Members members = {{"kiln_version", json_string(library_version())},
                     {"date", json_string(report.date)},
                     {"host_processor", json_string(report.host)},
                     {"device", json_string(report.device)},
                     {"name", json_string(report.name)},
                     {"platform", json_string(report.platform)},
                     {"driver", json_string(report.driver)},
                     {"language", json_string(report.language)},
                     {"kind", json_string(report.kind)},
                     {"compute_units", std::to_string(report.compute_units)}};
  add_rounds(members, "launch_", report.launch);
  add_rounds(members, "read_", report.read);
  members.emplace_back("peers", json_array(peers));
  members.emplace_back("measurements", json_array(measurements));
  members.emplace_back("left_out", json_array(left_out));
  return json_object(members) + "\n";
}

}  // namespace kiln_tool::bench
