// SPDX-License-Identifier: Apache-2.0
// Notes the time of each part of a watched call, and writes the profile and the trace.
#include "graph/function/profile.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "graph/inspect/listing.hpp"

namespace kiln::graph {
namespace {

constexpr const char* kProfileOperation = "profile";
constexpr std::size_t kShownRows = 20;  // in each table

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

}  // namespace

class ProfileWatch final : public Watch {
 public:
  ProfileWatch(Profile& profile, const FunctionSpec& spec) : profile_(profile), spec_(spec), begin_(profile.now()) {}
  void called() override { ++profile_.calls_; }
  ~ProfileWatch() override { profile_.call_seconds_ += profile_.now() - begin_; }

  void before(Specialisation& s, Part part, std::size_t index) override {
    pending_.row = profile_.row_of(spec_, s, part, index);
    context_ = place(s, part, index);
    pending_.begin = pending_.end = {};
    pending_.thread = 0;
    events_ = false;
    if (context_) {
      auto& device = profile_.devices_[context_];
      if (device.thread == 0) device.thread = int(profile_.devices_.size());
      pending_.thread = device.thread;
      if (!device.zero) {
        device.zero = context_->record(runtime::QueueId::compute, kProfileOperation);
        device.zero_seconds = profile_.now();
        device.clock = has_clock(*device.zero);
      }
      events_ = device.clock;
    }
    if (events_) {
      // If nothing was queued on this queue since the last part ended, that part's end event is also this part's begin.
      pending_.begin = last_ && &last_->context() == context_
                           ? last_
                           : context_->record(runtime::QueueId::compute, kProfileOperation);
    } else if (context_) {
      context_->synchronize(kProfileOperation);
    } else if (part == Part::result) {
      // The result may still be being computed. Waiting for it here leaves only the transfer to be timed.
      s.slots[s.results[index].slot].context->synchronize(kProfileOperation);
    }
    pending_.host_begin = profile_.now();
  }

  void after(Specialisation& s, Part part, std::size_t index, NodeArrays, NodeArrays) override {
    if (context_ && !events_) context_->synchronize(kProfileOperation);
    pending_.host_seconds = profile_.now() - pending_.host_begin;
    if (events_) pending_.end = context_->record(runtime::QueueId::compute, kProfileOperation);
    last_ = pending_.end;
    // An argument that was on the device already is not counted.
    if (part == Part::upload && !s.uploads[index].moves) return;
    profile_.add(pending_);
  }

 private:
  static bool has_clock(runtime::Event& event) {
    try {
      runtime::Event::elapsed(event, event, kProfileOperation);
      return true;
    } catch (const backend::Error& error) {
      if (error.status() != KILN_UNSUPPORTED) throw;
      return false;
    }
  }

  // The context on whose compute queue the part runs; null if the host does it.
  static runtime::Context* place(const Specialisation& s, Part part, std::size_t index) {
    if (part == Part::step) {
      const Step& step = s.steps[index];
      if (step.node && step.node->op().on_host()) return nullptr;
      // The host waits for the source of a transfer between contexts, so the time is measured on the source's queue.
      for (const std::size_t slot : step.inputs)
        if (slot != SIZE_MAX && !s.slots[slot].host && s.slots[slot].context != step.context)
          return s.slots[slot].context;
      return step.context;
    }
    runtime::Context* context =
        part == Part::upload ? s.uploads[index].context : s.slots[s.results[index].slot].context;
    return context->options().single_stream ? context : nullptr;
  }

  Profile& profile_;
  const FunctionSpec& spec_;
  double begin_;
  runtime::Context* context_ = nullptr;
  bool events_ = false;
  Profile::EventRef last_;
  Profile::Pending pending_;
};

double Profile::now() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

std::unique_ptr<Watch> Profile::watch(const FunctionSpec& spec) { return std::make_unique<ProfileWatch>(*this, spec); }

std::size_t Profile::row_of(const FunctionSpec& spec, Specialisation& s, Watch::Part part, std::size_t index) {
  auto& known = s.profile_rows[int(part)];
  if (known.empty()) {
    planned_bytes_ = peak_bytes(s);
    intermediate_bytes_ = s.intermediate_bytes;
    if (part == Watch::Part::step) {
      known.assign(s.steps.size(), 0);
      const Listing listing = make_listing(spec, &s);
      for (const Item& item : listing.items) {
        if (item.step == SIZE_MAX) continue;
        const Cost cost = cost_of(item);
        known[item.step] = rows_.size() + 1;
        rows_.push_back({item.kind == Item::Kind::host_op ? Kind::host
                         : item.moves()                   ? Kind::transfer
                                                          : Kind::device,
                         item.text,
                         item.name.empty() ? call_text(listing, item)
                                           : fmt::format("'{}' = {}", item.name, call_text(listing, item)),
                         0, cost.reads + cost.writes});
      }
      for (std::size_t i = 0; i < s.steps.size(); ++i) {
        if (known[i]) continue;
        const Slot &from = s.slots[s.steps[i].inputs[0]], &to = s.slots[s.steps[i].outputs[0]];
        known[i] = rows_.size() + 1;
        rows_.push_back({from.context == to.context && !to.host ? Kind::device : Kind::transfer, "copy",
                         s.steps[i].label, 0, 2 * to.type.bytes()});
      }
    } else if (part == Watch::Part::upload) {
      for (const Upload& upload : s.uploads) {
        known.push_back(rows_.size() + 1);
        const Value& variable = spec.inputs[upload.input].variable;
        rows_.push_back({Kind::transfer, upload.host ? "HostFromGpu(gpuarray)" : "GpuFromHost(gpuarray)",
                         fmt::format("argument for {}", node_text(*variable.node)), 0, s.inputs[upload.input].bytes()});
      }
    } else {
      for (std::size_t i = 0; i < s.results.size(); ++i) {
        known.push_back(rows_.size() + 1);
        const Slot& slot = s.slots[s.results[i].slot];
        rows_.push_back({slot.host ? Kind::host : Kind::transfer, slot.host ? "copy" : "HostFromGpu(gpuarray)",
                         fmt::format("output {}", i + 1), 0, slot.type.bytes()});
      }
    }
  }
  return known[index] - 1;
}

void Profile::add(Pending pending) {
  pending_.push_back(std::move(pending));
  settle(false);
}

// Adds up parts that have ended, oldest first. With `wait` it waits for all of them.
void Profile::settle(bool wait) {
  while (!pending_.empty()) {
    const Pending& next = pending_.front();
    double seconds = next.host_seconds, begin = next.host_begin;
    const int thread = next.thread;
    if (next.end) {
      if (!wait && pending_.size() <= kPending && !next.end->done(kProfileOperation)) return;
      seconds = std::max(runtime::Event::elapsed(*next.begin, *next.end, kProfileOperation), 0.0);
      const Device& device = devices_.at(&next.end->context());
      begin = device.zero_seconds + runtime::Event::elapsed(*device.zero, *next.begin, kProfileOperation);
    }
    Row& row = rows_[next.row];
    if (row.calls++ == 0) {
      row.first = seconds;
    } else {
      row.seconds += seconds;
      row.most = std::max(row.most, seconds);
    }
    if (samples_.size() == kSamples) samples_.pop_front();
    samples_.push_back({next.row, thread, begin, seconds});
    pending_.pop_front();
  }
}

std::string Profile::report(const std::string& name) {
  settle(true);
  double spent[3] = {}, all = 0, first = 0;
  std::vector<Row> rows;
  for (Row row : rows_) {
    if (row.calls == 0) continue;
    // The first call of a step builds its kernel. Its time counts only if there is no other call.
    if (row.calls == 1) {
      row.seconds = row.most = row.first;
    } else {
      --row.calls;
      first += row.first;
    }
    spent[int(row.kind)] += row.seconds;
    all += row.seconds;
    rows.push_back(std::move(row));
  }
  std::string text = fmt::format(
      "Function profiling\n==================\n  function: {}\n  Time in {}: {:.6f}s\n"
      "  Compiled {} times: {:.6f}s; first calls of steps, where kernels are built, are not counted: "
      "{:.6f}s\n"
      "  Spent {:.6f}s({:.2f}%) in cpu op, {:.6f}s({:.2f}%) in gpu op and {:.6f}s({:.2f}%) in transfer op\n"
      "  Memory: the plan's peak is {}; all intermediate results together have {}\n",
      name.empty() ? "(no name)" : name, base::plural(calls_, "call"), call_seconds_, compiled_, compile_seconds_,
      first, spent[0], percent(spent[0], all), spent[1], percent(spent[1], all), spent[2], percent(spent[2], all),
      base::plural(planned_bytes_, "byte"), intermediate_bytes_);
  static constexpr const char* kKinds[] = {"cpu", "gpu", "transfer"};
  std::map<std::pair<std::string, int>, Row> ops;
  for (const Row& row : rows) {
    Row& sum = ops[{row.op, int(row.kind)}];
    sum.op = row.op;
    sum.kind = row.kind;
    sum.calls += row.calls;
    sum.seconds += row.seconds;
    ++sum.bytes;  // here bytes counts the nodes
  }
  std::vector<Row> sorted;
  for (auto& [key, row] : ops) sorted.push_back(row);
  const auto longer = [](const Row& a, const Row& b) { return a.seconds > b.seconds; };
  std::stable_sort(sorted.begin(), sorted.end(), longer);
  text += "\nOps\n---\n<% time> <total> <time per call> <type> <#call> <#apply> <Op name>\n";
  for (std::size_t i = 0; i < sorted.size() && i < kShownRows; ++i)
    text += fmt::format("  {:5.1f}%  {:.3e}s  {:.2e}s  {:8}  {:6}  {:4}  {}\n", percent(sorted[i].seconds, all),
                        sorted[i].seconds, sorted[i].calls ? sorted[i].seconds / double(sorted[i].calls) : 0,
                        kKinds[int(sorted[i].kind)], sorted[i].calls, sorted[i].bytes, sorted[i].op);
  if (sorted.size() > kShownRows) text += fmt::format("  ... and {} more\n", sorted.size() - kShownRows);
  sorted = std::move(rows);
  std::stable_sort(sorted.begin(), sorted.end(), longer);
  text += "\nApply\n-----\n<% time> <total> <time per call> <longest> <#call> <bytes> <GB/s> <Apply>\n";
  for (std::size_t i = 0; i < sorted.size() && i < kShownRows; ++i) {
    const Row& row = sorted[i];
    const double each = row.calls ? row.seconds / double(row.calls) : 0;
    text += fmt::format("  {:5.1f}%  {:.3e}s  {:.2e}s  {:.2e}s  {:6}  {:10}  {:6.1f}  {}\n", percent(row.seconds, all),
                        row.seconds, each, row.most, row.calls, row.bytes,
                        each > 0 ? double(row.bytes) / each * 1e-9 : 0, row.what);
  }
  if (sorted.size() > kShownRows) text += fmt::format("  ... and {} more\n", sorted.size() - kShownRows);
  return text;
}

std::string Profile::trace(const std::string& name) {
  settle(true);
  std::string text = "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n";
  text += fmt::format("{{\"ph\": \"M\", \"pid\": 1, \"name\": \"process_name\", \"args\": {{\"name\": {}}}}},\n",
                      base::json_quote(name.empty() ? "function" : name));
  const auto thread = [&](int number, const std::string& label) {
    text +=
        fmt::format("{{\"ph\": \"M\", \"pid\": 1, \"tid\": {}, \"name\": \"thread_name\", \"args\": {{\"name\": {}}}}}",
                    number, base::json_quote(label));
  };
  thread(0, "host");
  for (const auto& [context, device] : devices_) {
    text += ",\n";
    thread(device.thread, context_name(context));
  }
  static constexpr const char* kKinds[] = {"host", "device", "transfer"};
  for (const Sample& sample : samples_) {
    const Row& row = rows_[sample.row];
    text += fmt::format(
        ",\n{{\"ph\": \"X\", \"pid\": 1, \"tid\": {}, \"ts\": {:.3f}, \"dur\": {:.3f}, \"cat\": \"{}\", "
        "\"name\": {}, \"args\": {{\"node\": {}, \"bytes\": {}}}}}",
        sample.thread, sample.begin * 1e6, sample.seconds * 1e6, kKinds[int(row.kind)], base::json_quote(row.op),
        base::json_quote(row.what), row.bytes);
  }
  return text + "\n]}\n";
}

}  // namespace kiln::graph
