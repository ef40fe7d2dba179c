// SPDX-License-Identifier: Apache-2.0
// Calls of functions. What a call queues is noted first, so that nothing but the device itself can refuse it
// when variables begin to change; the second call with the same places of memory keeps the notes for later
// ones.
#include <fmt/format.h>

#include <algorithm>

#include "graph/function/call.hpp"
#include "graph/function/modes.hpp"

namespace kiln::graph {
namespace {

constexpr std::size_t kMaxBindings = 8;
using Segments = std::vector<Specialisation::Segment>;

// Steps that can be recorded together.
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

// Builds the kernels of every step before the first is queued, so that one that cannot be built leaves shared
// variables as they were.
void build_segments(Specialisation& s, const Call& call) {
  s.temporaries.clear();
  for (const auto& segment : segments(s)) {
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

// Notes what the segments queue; those that cannot be noted stay as they are. All memory and all kernels are
// there when it is done. `repeats`: for calls to come.
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

// Where the device refuses work when variables have begun to change, they are in no state that a program
// could go on from, and neither are their contexts.
void run(Specialisation& s, const Segments& list, const Call& call, std::size_t times) {
  bool begun = false;
  for (const auto& segment : list) {
    try {
      if (segment.recording) {
        segment.recording->replay(call.externals(*segment.context), times, kOperation);
        for (std::size_t i = segment.begin; i < segment.end; ++i)
          begun = begun || changes_shared(s, s.steps[i]);
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

std::vector<Ref<array::Array>> run_once(const FunctionSpec& spec, Specialisation& s,
                                        std::span<const Ref<Shared>> shared,
                                        std::span<const Argument> arguments) {
  InputMemory memory;
  Call call(spec, s, shared, memory, nullptr);
  call.take_arguments(arguments);
  call.take_memory(false);
  bool begun = false;
  call.run_each(0, s.steps.size(), begun);
  return call.results();
}

std::vector<Ref<array::Array>> Function::call(std::span<const Argument> arguments) {
  return run(arguments, 1);
}

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
      // Memory is taken, kernels are built and products measured before the first command is queued.
      Segments list = segments(s);
      record(s, list, call, false);
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
      const bool replaces = std::any_of(s.updates.begin(), s.updates.end(),
                                        [](const Update& update) { return update.replaces; });
      // One list over and over, where nothing happens between two calls.
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

std::vector<Ref<array::Array>> Function::run(std::span<const Argument> arguments, std::size_t times) {
  const Work work(*this);
  std::vector<Ref<array::Array>> results;
  std::string noted;
  {
    // Steps, results and what the host computes wait: none of them is a place to stop in.
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

// Indices out of range that the call noted, if it waited for them; of several the first.
void Function::report_indices(std::string first) {
  const Specialisation& s = *specialisations_.front();
  const auto on_host = [](const Result& result) { return result.host; };
  const auto waits = [](const Step& step) { return !step.recordable; };
  const bool waited = std::any_of(s.results.begin(), s.results.end(), on_host) ||
                      std::any_of(s.steps.begin(), s.steps.end(), waits);
  for (const auto& context : s.contexts) {
    if (!context->options().check_index || !(waited || context->options().launch_blocking)) continue;
    const std::string found = context->take_indices("function");
    if (first.empty()) first = found;
  }
  if (!first.empty()) fail(KILN_INDEX_ERROR, "{}: {}", function_text(spec_), first);
}

}  // namespace kiln::graph
