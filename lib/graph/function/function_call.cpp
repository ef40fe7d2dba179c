// SPDX-License-Identifier: Apache-2.0
// Function::call and Function::run. A call first records the work of all its steps, so that once variables
// begin to change only the device itself can fail. If a second call has its arrays in the same memory, its
// recording is kept and replayed for later calls.

#include <algorithm>

#include "graph/function/call.hpp"
#include "graph/function/modes.hpp"
#include "graph/function/parts.hpp"
#include "runtime/build_ahead.hpp"

namespace kiln::graph {
namespace {

constexpr std::size_t kMaxBindings = 8;
using Segments = std::vector<Specialisation::Segment>;

// Divides the steps into segments: runs of steps on one context that can be recorded together.
Segments segments(const Specialisation& s) {
  Segments list;
  for (std::size_t i = 0; i < s.steps.size(); ++i) {
    const Step& step = s.steps[i];
    const bool joins = !list.empty() && step.recordable && list.back().context == step.context &&
                       s.steps[list.back().begin].recordable;
    if (!joins) list.push_back({i, i, {}, step.context});
    list.back().end = i + 1;
  }
  return list;
}

// Builds kernels of the steps at the same time, where threads do not wait for each other's compilers: each step runs up
// to its first kernel that is not built yet. What is missing then, and what fails, the recording meets again.
void build_ahead(const Segments& list, const Call& call, const Specialisation& s) {
  for (const auto& segment : list) {
    if (!s.steps[segment.begin].recordable || !segment.context->properties().parallel_builds) continue;
    constexpr int kMostKernels = 3;  // of a step, one after the other
    for (int kernel = 0; kernel < kMostKernels; ++kernel) {
      runtime::BuildAhead ahead(*segment.context);
      {
        const runtime::Recording::Capture dropped(*segment.context, kOperation);
        for (std::size_t i = segment.begin; i < segment.end; ++i) try {
            call.run(s.steps[i]);
          } catch (const runtime::BuildAhead::NotBuilt&) {
            continue;
          } catch (const backend::Error&) {
            continue;
          }
      }
      if (!ahead.build()) break;
    }
  }
}

// Builds the kernels of every step by recording them and dropping the recording. A kernel that cannot be
// built then fails before a variable changes.
void build_segments(Specialisation& s, const Call& call) {
  s.temporaries.clear();
  const Segments list = segments(s);
  build_ahead(list, call, s);
  for (const auto& segment : list) {
    if (!s.steps[segment.begin].recordable) continue;
    try {
      const runtime::Recording::Capture dropped(*segment.context, kOperation);
      for (std::size_t i = segment.begin; i < segment.end; ++i) call.run(s.steps[i]);
      s.temporaries.push_back({segment.context, dropped.scratch_bytes()});
    } catch (const backend::Error& error) {
      if (error.status() != KILN_UNSUPPORTED) throw;
    }
  }
  s.built = true;
}

// Records the segments; those that a backend cannot record are left to be run step by step. All kernels are
// built and all memory is allocated meanwhile. `repeats`: the recordings will be replayed by later calls.
void record(Specialisation& s, Segments& list, const Call& call, bool repeats) {
  std::vector<std::vector<std::uint32_t>> after;
  if (repeats && call.apart()) after = dependencies(s);
  s.temporaries.clear();
  for (auto& segment : list) {
    if (!s.steps[segment.begin].recordable) continue;
    try {
      runtime::Recording::Capture capture(*segment.context, kOperation);
      for (std::size_t i = segment.begin; i < segment.end; ++i) {
        if (!after.empty()) {
          std::vector<std::uint32_t> sections;
          for (const std::uint32_t step : after[i])
            if (step >= segment.begin) sections.push_back(step - std::uint32_t(segment.begin));
          capture.section(std::move(sections));
        }
        if (changes_shared(s, s.steps[i])) capture.effects();
        call.run(s.steps[i]);
      }
      s.temporaries.push_back({segment.context, capture.scratch_bytes()});
      segment.recording = capture.finish(call.externals(*segment.context), kOperation, repeats);
    } catch (const backend::Error& error) {
      if (error.status() != KILN_UNSUPPORTED) throw;
      segment.recording = nullptr;
    }
  }
}

bool valid(const Specialisation::Binding& binding) {
  return std::all_of(binding.segments.begin(), binding.segments.end(),
                     [](const auto& segment) { return !segment.recording || segment.recording->valid(); });
}

// Runs the segments. If the device fails after variables have begun to change, their values are lost, so
// their contexts are marked as failed.
void run(Specialisation& s, const Segments& list, const Call& call, std::size_t times) {
  bool begun = false;
  for (const auto& segment : list) {
    try {
      if (segment.recording) {
        segment.recording->replay(call.externals(*segment.context), times, kOperation);
        for (std::size_t i = segment.begin; i < segment.end; ++i) begun = begun || changes_shared(s, s.steps[i]);
      } else {
        call.run_each(segment.begin, segment.end, begun);
      }
    } catch (const backend::Error& error) {
      if (begun) call.lose(error);
      throw;
    }
  }
}

}  // namespace

std::vector<Ref<array::Array>> Function::call(std::span<const Argument> arguments) { return run(arguments, 1); }

std::vector<Ref<array::Array>> Function::run_steps(std::span<const Argument> arguments, std::size_t& times) {
  const std::unique_ptr<Watch> watch = watch_calls();
  const bool debug = spec_.mode == Mode::debug;
  while (true) {
    Specialisation& s = specialise(arguments);
    Arrays expected;
    if (debug) expected = check_passes(spec_, s, shared_, arguments, *s.home);
    Call call(spec_, s, shared_, input_memory_, watch.get());
    call.take_arguments(arguments);
    if (!call.fits()) continue;
    call.take_memory(spec_.keep_memory);
    if (watch) {
      if (!s.built) build_segments(s, call);
      graph::run(s, {{0, s.steps.size(), {}, s.home.get()}}, call, 1);
      call.replace_shared();
      watch->called();
      if (--times == 0) return call.results();
      continue;
    }
    const std::vector<std::uint64_t> key = call.key();
    Specialisation::Binding* binding = nullptr;
    for (std::size_t i = 0; i < s.bindings.size(); ++i)
      if (s.bindings[i]->key == key) {
        if (!valid(*s.bindings[i])) {
          s.bindings.erase(s.bindings.begin() + std::ptrdiff_t(i));
          break;
        }
        std::rotate(s.bindings.begin(), s.bindings.begin() + std::ptrdiff_t(i),
                    s.bindings.begin() + std::ptrdiff_t(i) + 1);
        binding = s.bindings.front().get();
        break;
      }
    std::size_t done = 1;
    if (!binding) {
      // Recording allocates memory, builds kernels and times matrix products before the first command is queued.
      Segments list = segments(s);
      if (!s.built) build_ahead(list, call, s);
      record(s, list, call, false);
      s.built = true;
      graph::run(s, list, call, 1);
      auto made = std::make_unique<Specialisation::Binding>();
      made->key = key;
      if (s.bindings.size() == kMaxBindings) s.bindings.pop_back();
      s.bindings.insert(s.bindings.begin(), std::move(made));
    } else {
      if (binding->segments.empty() && !s.steps.empty()) {
        binding->segments = segments(s);
        record(s, binding->segments, call, true);
      }
      const bool replaces =
          std::any_of(s.updates.begin(), s.updates.end(), [](const Update& update) { return update.replaces; });
      // Where nothing has to happen between two calls, one recording is replayed several times at once.
      if (binding->segments.size() == 1 && binding->segments[0].recording && !replaces && !debug &&
          !call.live_argument())
        done = times;
      graph::run(s, binding->segments, call, done);
    }
    call.replace_shared();
    times -= std::min(times, done);
    if (debug) {
      Arrays results = call.results();
      check_call(spec_, s, shared_, expected, results);
      if (times == 0) return results;
    }
    if (times == 0) return call.results();
  }
}

std::vector<Ref<array::Array>> Function::run_parts(std::span<const Argument> arguments, std::size_t times) {
  signature(arguments, *context_);  // checks the arguments
  for (; times > 1; --times) parts_->call(arguments);
  return parts_->call(arguments);
}

std::vector<Ref<array::Array>> Function::run(std::span<const Argument> arguments, std::size_t times) {
  const Work work(*this);
  if (parts_) return run_parts(arguments, times);
  std::vector<Ref<array::Array>> results;
  std::string noted;
  {
    // A call reports bad indices at its end, as none of its steps is a good place to stop.
    const runtime::Context::IndexHold hold;
    const auto refused = [&] {
      try {
        results = run_steps(arguments, times);
        return false;
      } catch (const FusedRefused& error) {
        if (!leave_apart(error)) throw;
        return true;
      }
    };
    if (refused()) results = run_steps(arguments, times);
    noted = hold.kept();
  }
  report_indices(std::move(noted));
  return results;
}

// Throws KILN_INDEX_ERROR for the first index out of range that the call found, if the call waited for its work.
void Function::report_indices(std::string first) {
  const Specialisation& s = *specialisations_.front();
  const auto on_host = [](const Result& result) { return result.host; };
  const auto waits = [](const Step& step) { return !step.recordable; };
  const bool waited =
      std::any_of(s.results.begin(), s.results.end(), on_host) || std::any_of(s.steps.begin(), s.steps.end(), waits);
  for (const auto& context : s.contexts) {
    if (!context->options().check_index || !(waited || context->options().launch_blocking)) continue;
    const std::string found = context->take_indices("function");
    if (first.empty()) first = found;
  }
  if (!first.empty()) fail(KILN_INDEX_ERROR, "{}: {}", function_text(spec_), first);
}

}  // namespace kiln::graph
