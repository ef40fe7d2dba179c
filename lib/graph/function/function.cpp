// SPDX-License-Identifier: Apache-2.0
// Makes and copies functions, checks what the program asks for, and gives the texts of describe().
#include "graph/function/function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <unordered_set>

#include "base/flags/flags.hpp"
#include "base/log.hpp"
#include "base/plugin/fork_guard.hpp"
#include "base/text.hpp"
#include "graph/function/modes.hpp"
#include "graph/function/parts.hpp"
#include "graph/function/profile.hpp"
#include "graph/inspect/listing.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/ops/random_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// The names of passes in the text of a flag, separated by colons. Throws KILN_FLAG_ERROR for a name that no pass has.
std::vector<std::string> passes_of(const char* flag) {
  std::vector<std::string> passes;
  const std::string text = base::flag_text(flag);
  const std::vector<std::string> known = pass_names();
  for (const std::string_view part : base::split(text, ':')) {
    const std::string name(base::trim(part));
    if (name.empty()) continue;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const std::string hint = base::suggestion(name, known);
      fail(KILN_FLAG_ERROR, "flag {}: no pass is called '{}'{} {}", flag, name,
           hint.empty() ? ", expected some of" : hint + " There are", base::join(known, ", "));
    }
    passes.push_back(name);
  }
  return passes;
}

// See FunctionSpec::make_callee.
Callee make_function_callee(FunctionSpec spec) {
  const Ref<Function> function = Function::create(std::move(spec));
  const auto call = [function](NodeArrays arrays) {
    std::vector<Argument> arguments;
    for (array::Array* const each : arrays) arguments.push_back({.array = each});
    return function->call(arguments);
  };
  return {call, [function] { return function->kept_bytes() + function->result_bytes(); },
          [function] { return function->describe("explain"); }};
}

}  // namespace

runtime::Context& default_context() {
  static std::mutex mutex;
  // Never destroyed, as other static objects may hold arrays of it at exit.
  static Ref<runtime::Context>& context = *new Ref<runtime::Context>;
  {
    const std::lock_guard lock(mutex);
    if (context) return *context;
  }
  // Opened without holding the lock, as opening writes a log message and the log callback may come back here.
  auto opened = runtime::Context::open(base::flag_text("device"), runtime::ContextOptions::from_flags(), "function");
  const std::lock_guard lock(mutex);
  if (!context) context = std::move(opened);
  return *context;
}

std::string function_text(const FunctionSpec& spec) {
  return spec.name.empty() ? "function" : fmt::format("function '{}'", base::excerpt(spec.name));
}

Values computed_values(const FunctionSpec& spec) {
  Values values;
  for (const FunctionOutput& output : spec.outputs) values.push_back(output.value);
  for (const auto& [variable, value] : spec.updates) values.push_back(value);
  return values;
}

void apply_flags(FunctionSpec& spec) {
  const std::string mode = base::flag_text("mode"), unused = base::flag_text("on_unused_input");
  spec.mode = mode == "FAST_COMPILE"   ? Mode::fast_compile
              : mode == "DebugMode"    ? Mode::debug
              : mode == "NanGuardMode" ? Mode::nan_guard
                                       : Mode::fast_run;
  spec.on_unused = unused == "warn" ? OnUnused::warn : unused == "ignore" ? OnUnused::ignore : OnUnused::raise;
  spec.keep_memory = !base::flag_bool("allow_gc");
  spec.signatures = base::flag_count("signatures");
  spec.profile = base::flag_bool("profile");
  spec.report_profile = spec.profile;
  const std::string optimizer = base::flag_text("optimizer");
  spec.optimizer = optimizer == "None"           ? Optimizer::none
                   : optimizer == "fast_compile" ? Optimizer::fast_compile
                                                 : Optimizer::fast_run;
  spec.excluded_passes = passes_of("optimizer_excluding");
  spec.included_passes = passes_of("optimizer_including");
  const auto policy = [](const char* flag) {
    const std::string value = base::flag_text(flag);
    return value == "raise" ? OnUnused::raise : value == "warn" ? OnUnused::warn : OnUnused::ignore;
  };
  spec.host_ops = policy("assert_no_cpu_op");
  spec.float64 = policy("warn_float64");
}

Function::Function(FunctionSpec spec) : spec_(std::move(spec)) {}
Function::~Function() {
  if (!profile_ || !spec_.report_profile || base::forked()) return;
  try {
    const std::string report = profile_->report(spec_.name);
    for (const std::string_view line : base::split(base::trim(report), '\n'))
      base::log(KILN_LOG_INFO, std::string(line));
  } catch (...) {
    // The device has failed, so there is no profile to report.
  }
}

Ref<Function> Function::create(FunctionSpec spec) {
  auto self = Ref<Function>::adopt(new Function(std::move(spec)));
  self->spec_.make_callee = make_function_callee;
  self->check();
  self->parts_ = divide(self->spec_, *self->context_);
  if (self->parts_) return self;
  if (self->spec_.profile) self->profile_ = std::make_unique<Profile>();
  self->compile_known();
  return self;
}

// A function without inputs has one signature now. Compiling it at once finds errors early, and describe()
// has something to show.
void Function::compile_known() {
  if (!spec_.inputs.empty()) return;
  const Work work(*this);
  specialise({});
}

std::unique_ptr<Watch> Function::watch_calls() {
  if (spec_.mode == Mode::nan_guard) return nan_guard(spec_);
  if (profile_) return profile_->watch(spec_);
  return nullptr;
}

// What the step of a loop gets often has the name of a variable outside, and no value there.
static void check_no_step(const std::string& function, const Value& input) {
  const std::string& loop = op_as<Input>(input)->loop();
  if (!loop.empty())
    fail(KILN_INVALID_ARGUMENT, "{}: {} is what a step of {} gets, and has no value outside the loop", function,
         value_text(input), loop);
}

void Function::check() {
  const std::string what = function_text(spec_);
  std::unordered_set<const Op*> given;
  for (std::size_t i = 0; i < spec_.inputs.size(); ++i) {
    const Value& variable = spec_.inputs[i].variable;
    if (!variable) fail(KILN_INVALID_ARGUMENT, "{}: input {} is empty", what, i + 1);
    if (!op_as<Input>(variable))
      fail(KILN_INVALID_ARGUMENT, "{}: input {} is {}, expected a variable that nothing computes", what, i + 1,
           node_text(*variable.node));
    check_no_step(what, variable);
    if (!given.insert(&variable.op()).second)
      fail(KILN_INVALID_ARGUMENT, "{}: {} is given as an input twice", what, node_text(*variable.node));
    if (spec_.inputs[i].value) check_argument(i, {.array = spec_.inputs[i].value.get()});
  }
  Values values;
  for (std::size_t i = 0; i < spec_.outputs.size(); ++i) {
    if (!spec_.outputs[i].value) fail(KILN_INVALID_ARGUMENT, "{}: output {} is empty", what, i + 1);
    values.push_back(spec_.outputs[i].value);
  }
  std::unordered_set<const Op*> updated;
  for (auto& [variable, value] : spec_.updates) {
    if (!variable || !value) fail(KILN_INVALID_ARGUMENT, "{}: an update is empty", what);
    value = state_after_loop(value);
    const auto* leaf = op_as<SharedLeaf>(variable);
    if (!leaf)
      fail(KILN_INVALID_ARGUMENT, "{}: the update of {}: expected a shared variable", what, node_text(*variable.node));
    if (!updated.insert(&variable.op()).second)
      fail(KILN_INVALID_ARGUMENT, "{}: two updates of {}, expected one", what, node_text(*variable.node));
    if (value.type().dtype != variable.type().dtype)
      fail(KILN_TYPE_ERROR, "{}: the update of {} has dtype {}, expected {}: cast it", what, node_text(*variable.node),
           base::dtype_name(value.type().dtype), base::dtype_name(variable.type().dtype));
    if (value.type().ndim() != variable.type().ndim())
      fail(KILN_SHAPE_ERROR, "{}: the update of {} is {}, expected {}", what, node_text(*variable.node),
           type_text(value.type()), base::plural(variable.type().ndim(), "dimension"));
    values.push_back(value);
  }
  if (spec_.default_updates)
    for (auto& [variable, value] : random_updates(values))
      if (updated.insert(&variable.op()).second) {
        spec_.updates.emplace_back(variable, value);
        values.push_back(value);
      }
  if (values.empty()) fail(KILN_INVALID_ARGUMENT, "{}: no outputs and no updates, expected at least one", what);
  for (auto& [value, with] : spec_.givens) {
    if (!value || !with) fail(KILN_INVALID_ARGUMENT, "{}: a given is empty", what);
    const bool same = value.type().dtype == with.type().dtype;
    if (!same || value.type().ndim() != with.type().ndim())
      fail(same ? KILN_SHAPE_ERROR : KILN_TYPE_ERROR, "{}: {} is given as {}, expected {}", what, value_text(value),
           value_text(with), same ? "as many dimensions" : "the same dtype");
  }
  // Collects what the outputs read after givens are replaced.
  std::unordered_set<const Shared*> known;
  const auto add_shared = [&](Shared& shared) {
    if (known.insert(&shared).second) shared_.emplace_back(&shared);
  };
  std::unordered_set<const Op*> read;
  for (const NodeRef& node : topological(with_givens(values, spec_.givens))) {
    if (op_as<Input>(*node)) {
      check_no_step(what, {node, 0});
      if (!given.count(&node->op()))
        fail(KILN_INVALID_ARGUMENT, "{}: {} is needed, but is neither among the inputs nor given a value", what,
             node_text(*node));
      read.insert(&node->op());
    }
    if (const auto* leaf = op_as<SharedLeaf>(*node)) {
      add_shared(leaf->shared());
    }
  }
  for (const auto& [variable, value] : spec_.updates) {
    add_shared(op_as<SharedLeaf>(variable)->shared());
  }
  check_kinds(spec_, values);
  for (const FunctionInput& input : spec_.inputs) {
    if (read.count(&input.variable.op())) continue;
    const std::string message =
        fmt::format("{}: {} is not read by any output or update", what, node_text(*input.variable.node));
    if (spec_.on_unused == OnUnused::raise)
      fail(KILN_INVALID_ARGUMENT, "{}; the option on_unused_input = KILN_UNUSED_IGNORE allows it", message);
    if (spec_.on_unused == OnUnused::warn) base::log(KILN_LOG_WARNING, message);
  }
  // If there are shared variables, the function runs on the context of the first one.
  if (!spec_.context && !shared_.empty()) spec_.context = &shared_[0]->context();
  context_ = Ref<runtime::Context>(spec_.context ? spec_.context : &default_context());
}

void Function::check_argument(std::size_t i, const Argument& argument) const {
  const Value& variable = spec_.inputs[i].variable;
  const Type& type = variable.type();
  const Dims& shape = argument.array ? argument.array->shape() : argument.shape;
  const DType dtype = argument.array ? argument.array->dtype() : argument.dtype;
  const auto where = [&] {
    const std::string& label = variable.node->label();
    return fmt::format("{}: input {}{}", function_text(spec_), i + 1,
                       label.empty() ? "" : fmt::format(" '{}'", base::excerpt(label)));
  };
  if (shape.size() != type.ndim())
    fail(KILN_SHAPE_ERROR, "{}: got shape {}, expected {}", where(), layout::shape_text(shape), type_text(type));
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (type.shape[d] != kUnknown && type.shape[d] != shape[d])
      fail(KILN_SHAPE_ERROR, "{}: got shape {}, expected {}", where(), layout::shape_text(shape), type_text(type));
  if (dtype != type.dtype && base::promote(dtype, type.dtype) != type.dtype && !spec_.downcast)
    fail(KILN_TYPE_ERROR, "{}: got dtype {}, expected {}; allow_input_downcast converts", where(),
         base::dtype_name(dtype), base::dtype_name(type.dtype));
}

Ref<Function> Function::copy(std::span<const std::pair<Value, Value>> swap, std::string name, bool updates) const {
  FunctionSpec spec;
  {
    const Work work(*this);  // a call on another thread may change the list of passes
    spec = spec_;
  }
  spec.name = std::move(name);
  if (!updates) spec.updates.clear();
  spec.default_updates = false;  // those that the original function had are among its updates
  for (auto& [variable, value] : spec.updates)
    for (const auto& [old, fresh] : swap)
      if (variable == old) variable = fresh;
  for (const auto& pair : swap) spec.givens.push_back(pair);
  spec.on_unused = OnUnused::ignore;
  return create(std::move(spec));
}

// The picture of a function in parts is that of the graph as it was built.
std::string Function::describe_parts(std::string_view what) {
  if (what == "trace") return parts_->second->describe(what);
  return fmt::format("{}, part 1: up to the end of loops with until\n{}\n{}, part 2: what reads their rows\n{}",
                     function_text(spec_), parts_->first->describe(what), function_text(spec_),
                     parts_->second->describe(what));
}

std::string Function::describe(std::string_view what) {
  const Work work(*this);
  for (const char* each : {"explain", "passes", "profile", "trace"})
    if (parts_ && what == each) return describe_parts(what);
  if (!newest() && !parts_ && spec_.inputs.empty()) specialise({});
  if (what == "profile" || what == "trace") {
    if (!profile_)
      fail(KILN_INVALID_ARGUMENT, "{}: it is not profiled: make it with profile, or set the flag",
           function_text(spec_));
    return what == "profile" ? profile_->report(spec_.name) : profile_->trace(spec_.name);
  }
  if (what == "passes") {
    History history;
    if (const Specialisation* const s = newest())
      optimise(spec_, s->inputs, *s->home, &history);
    else
      history.push_back({"built", computed_values(spec_), {}});
    return passes_text(history);
  }
  const Listing listing = make_listing(spec_, newest());
  if (what == "toposort") return toposort_text(listing);
  if (what == "debugprint") return debugprint_text(listing);
  if (what == "dot") return dot_text(listing);
  if (what == "svg") return svg_text(listing);
  if (what == "explain") return explain_text(spec_, newest() ? *newest()->home : *context_, listing, newest());
  const std::vector<std::string> known{"toposort", "debugprint", "dot", "svg", "explain", "passes", "trace", "profile"};
  const std::string hint = base::suggestion(what, known);
  fail(KILN_INVALID_ARGUMENT, "function.describe: got '{}'{}{}", base::excerpt(what),
       hint.empty() ? ", expected one of " : hint + " There are ", base::join(known, ", "));
}

}  // namespace kiln::graph
