// SPDX-License-Identifier: Apache-2.0
// kiln/graph.h: loops.
#include "capi/graph/graph_handles.hpp"
#include "graph/loop/loops.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

// The taps of each of `count` variables, from a list of numbers of taps and a list of all taps.
std::vector<std::vector<std::int64_t>> taps_of(size_t count, const size_t* counts, const int64_t* taps,
                                               std::int64_t without, const char* op, const char* argument) {
  std::vector<std::vector<std::int64_t>> lists(count, {without});
  if (!counts) return lists;
  size_t used = 0;
  for (size_t i = 0; i < count; ++i) {
    check_list(counts[i], op, "taps");
    if (counts[i]) require(taps, op, argument);
    lists[i].assign(taps + used, taps + used + counts[i]);
    used += counts[i];
  }
  return lists;
}

graph::ScanRequest request_of(const kiln_graph_loop& loop, const char* op) {
  graph::ScanRequest request;
  if (loop.name) request.name = loop.name;
  const graph::Values sequences = values_of(loop.sequence_count, loop.sequences, op, "loop->sequences");
  const auto ahead =
      taps_of(sequences.size(), loop.sequence_tap_counts, loop.sequence_taps, 0, op, "loop->sequence_taps");
  for (size_t i = 0; i < sequences.size(); ++i) request.sequences.push_back({sequences[i], ahead[i]});
  const auto back = taps_of(loop.output_count, loop.output_tap_counts, loop.output_taps, -1, op, "loop->output_taps");
  for (size_t i = 0; i < loop.output_count; ++i) {
    graph::ScanOutput output;
    if (loop.initial && loop.initial[i]) output.initial = to_object(loop.initial[i])->value();
    output.taps = back[i];
    output.last_only = loop.last_only && loop.last_only[i];
    request.outputs.push_back(std::move(output));
  }
  request.steps = loop.steps;
  request.backwards = loop.backwards != 0;
  request.truncate = loop.truncate_gradient;
  request.until = loop.until != 0;
  request.checkpoint_every = loop.checkpoint_every;
  request.updated = values_of(loop.update_count, loop.updated, op, "loop->updated");
  return request;
}

}  // namespace

extern "C" {

kiln_status kiln_graph_scan(const kiln_graph_loop* loop, size_t out_count, kiln_variable* out) {
  return guard_list(__func__, out_count, out, [&](const char* op) {
    require(loop, op, "loop");
    const auto given = load_struct(*loop, kiln_graph_loop KILN_GRAPH_LOOP_INIT, op, "loop");
    if (!given.body) fail(KILN_INVALID_ARGUMENT, "{}: loop->body is NULL", op);
    check_list(given.output_count, op, "loop->output_count");
    check_list(given.update_count, op, "loop->update_count");
    if (out_count != given.output_count + given.update_count)
      fail(KILN_INVALID_ARGUMENT, "{}: got {} outputs, expected {}", op, out_count,
           given.output_count + given.update_count);
    const graph::Values constants = values_of(given.non_sequence_count, given.non_sequences, op, "loop->non_sequences");
    const auto body = [&](const graph::Values& read) {
      graph::Values all = read;
      all.insert(all.end(), constants.begin(), constants.end());
      const Handles inputs(all);
      std::vector<kiln_variable> made(out_count + (given.until != 0), nullptr);
      std::vector<Ref<Variable>> taken;
      // Takes over the references in the results even if the callback fails.
      run_callback(graph::loop_text(given.name ? given.name : ""), "the body", [&] {
        const kiln_status status = given.body(given.user, inputs.size(), inputs.data(), made.size(), made.data());
        for (kiln_variable each : made) taken.push_back(each ? Ref<Variable>::adopt(to_object(each)) : Ref<Variable>());
        return status;
      });
      graph::Values values;
      for (const auto& each : taken) values.push_back(each ? each->value() : graph::Value{});
      return values;
    };
    hand_out(graph::scan(request_of(given, op), body), out);
  });
}

}  // extern "C"
