// SPDX-License-Identifier: Apache-2.0
// Making functions: what the program asks for is checked, and specialisations are kept by signature.
#include "graph/function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_set>

#include "base/flags.hpp"
#include "base/fork_guard.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "graph/elementwise_op.hpp"
#include "graph/fused_reduce.hpp"
#include "graph/listing.hpp"
#include "graph/modes.hpp"
#include "graph/pass.hpp"
#include "graph/place.hpp"
#include "graph/profile.hpp"
#include "graph/random_ops.hpp"
#include "graph/specialise.hpp"
#include "graph/sweep_op.hpp"
#include "graph/transfer_op.hpp"

namespace kiln::graph {
namespace {

constexpr std::size_t kMaxSpecialisations = 32;

std::string ordinal(std::size_t i) { return std::to_string(i + 1); }

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

}  // namespace

runtime::Context& default_context() {
  static std::mutex mutex;
  // Released at exit by nobody: other statics may hold arrays.
  static Ref<runtime::Context>& context = *new Ref<runtime::Context>;
  {
    const std::lock_guard lock(mutex);
    if (context) return *context;
  }
  // Without the lock, as opening logs a line.
  auto opened = runtime::Context::open(base::flag_text("device"), runtime::ContextOptions::from_flags());
  const std::lock_guard lock(mutex);
  if (!context) context = std::move(opened);
  return *context;
}

std::string function_text(const FunctionSpec& spec) {
  return spec.name.empty() ? "function" : fmt::format("function '{}'", spec.name);
}

void apply_flags(FunctionSpec& spec) {
  const std::string mode = base::flag_text("mode"), unused = base::flag_text("on_unused_input");
  spec.mode = mode == "FAST_COMPILE"   ? Mode::fast_compile
              : mode == "DebugMode"    ? Mode::debug
              : mode == "NanGuardMode" ? Mode::nan_guard
                                       : Mode::fast_run;
  spec.on_unused = unused == "warn"     ? OnUnused::warn
                   : unused == "ignore" ? OnUnused::ignore
                                        : OnUnused::raise;
  spec.keep_memory = !base::flag_bool("allow_gc");
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
    // Of a device that failed there is nothing to tell.
  }
}

Ref<Function> Function::create(FunctionSpec spec) {
  auto self = Ref<Function>::adopt(new Function(std::move(spec)));
  self->check();
  if (self->spec_.profile) self->profile_ = std::make_unique<Profile>();
  self->compile_known();
  return self;
}

// A function of shared variables alone has one signature now: errors are found, and there is something to
// see.
void Function::compile_known() {
  if (!spec_.inputs.empty()) return;
  const std::lock_guard lock(mutex_);
  specialise({});
}

std::unique_ptr<Watch> Function::watch_calls() {
  if (spec_.mode == Mode::nan_guard) return nan_guard(spec_);
  if (profile_) return profile_->watch(spec_);
  return nullptr;
}

void Function::check() {
  const std::string what = function_text(spec_);
  std::unordered_set<const Op*> given;
  for (std::size_t i = 0; i < spec_.inputs.size(); ++i) {
    const Value& variable = spec_.inputs[i].variable;
    if (!variable) fail(KILN_INVALID_ARGUMENT, "{}: input {} is empty", what, ordinal(i));
    if (!op_as<Input>(variable))
      fail(KILN_INVALID_ARGUMENT, "{}: input {} is {}, expected a variable that nothing computes", what,
           ordinal(i), node_text(*variable.node));
    if (!given.insert(&variable.op()).second)
      fail(KILN_INVALID_ARGUMENT, "{}: {} is given as an input twice", what, node_text(*variable.node));
    if (spec_.inputs[i].value) check_argument(i, {.array = spec_.inputs[i].value.get()});
  }
  Values values;
  for (std::size_t i = 0; i < spec_.outputs.size(); ++i) {
    if (!spec_.outputs[i].value) fail(KILN_INVALID_ARGUMENT, "{}: output {} is empty", what, ordinal(i));
    values.push_back(spec_.outputs[i].value);
  }
  std::unordered_set<const Op*> updated;
  for (auto& [variable, value] : spec_.updates) {
    if (!variable || !value) fail(KILN_INVALID_ARGUMENT, "{}: an update is empty", what);
    const auto* leaf = op_as<SharedLeaf>(variable);
    if (!leaf)
      fail(KILN_INVALID_ARGUMENT, "{}: the update of {}: expected a shared variable", what,
           node_text(*variable.node));
    if (!updated.insert(&variable.op()).second)
      fail(KILN_INVALID_ARGUMENT, "{}: two updates of {}, expected one", what, node_text(*variable.node));
    if (value.type().dtype != variable.type().dtype)
      fail(KILN_TYPE_ERROR, "{}: the update of {} has dtype {}, expected {}: cast it", what,
           node_text(*variable.node), base::dtype_name(value.type().dtype),
           base::dtype_name(variable.type().dtype));
    if (value.type().ndim() != variable.type().ndim())
      fail(KILN_SHAPE_ERROR, "{}: the update of {} is {}, expected {} dimensions", what,
           node_text(*variable.node), type_text(value.type()), variable.type().ndim());
    values.push_back(value);
  }
  if (spec_.default_updates)
    for (auto& [variable, value] : random_updates(values))
      if (updated.insert(&variable.op()).second) {
        spec_.updates.emplace_back(variable, value);
        values.push_back(value);
      }
  if (values.empty())
    fail(KILN_INVALID_ARGUMENT, "{}: no outputs and no updates, expected at least one", what);
  for (auto& [value, with] : spec_.givens) {
    if (!value || !with) fail(KILN_INVALID_ARGUMENT, "{}: a given is empty", what);
    if (value.type().dtype != with.type().dtype || value.type().ndim() != with.type().ndim())
      fail(KILN_TYPE_ERROR, "{}: {} is given as {}, expected {}", what, node_text(*value.node),
           type_text(with.type()), type_text(value.type()));
  }
  // What the outputs read once givens are put in.
  std::unordered_set<const Op*> read;
  for (const NodeRef& node : topological(with_givens(values, spec_.givens))) {
    if (op_as<Input>(*node)) {
      if (!given.count(&node->op()))
        fail(KILN_INVALID_ARGUMENT, "{}: {} is needed, but is neither among the inputs nor given a value",
             what, node_text(*node));
      read.insert(&node->op());
    }
    if (const auto* leaf = op_as<SharedLeaf>(*node)) {
      const Ref<Shared> shared(&leaf->shared());
      if (std::find(shared_.begin(), shared_.end(), shared) == shared_.end()) shared_.push_back(shared);
    }
  }
  for (const auto& [variable, value] : spec_.updates) {
    const Ref<Shared> shared(&op_as<SharedLeaf>(variable)->shared());
    if (std::find(shared_.begin(), shared_.end(), shared) == shared_.end()) shared_.push_back(shared);
  }
  check_kinds(spec_, values);
  for (const FunctionInput& input : spec_.inputs) {
    if (read.count(&input.variable.op())) continue;
    const std::string message = fmt::format("{}: the input {} is not read by any output or update", what,
                                            node_text(*input.variable.node));
    if (spec_.on_unused == OnUnused::raise) fail(KILN_INVALID_ARGUMENT, "{}", message);
    if (spec_.on_unused == OnUnused::warn) base::log(KILN_LOG_WARNING, message);
  }
  // A function of shared variables of one context runs there.
  if (!spec_.context && !shared_.empty()) spec_.context = &shared_[0]->context();
  context_ = Ref<runtime::Context>(spec_.context ? spec_.context : &default_context());
}

void Function::check_argument(std::size_t i, const Argument& argument) const {
  const Value& variable = spec_.inputs[i].variable;
  const Type& type = variable.type();
  const Dims& shape = argument.array ? argument.array->shape() : argument.shape;
  const DType dtype = argument.array ? argument.array->dtype() : argument.dtype;
  const auto where = [&] {
    return fmt::format("{}: input {} '{}'", function_text(spec_), ordinal(i), variable.node->label());
  };
  if (shape.size() != type.ndim())
    fail(KILN_SHAPE_ERROR, "{}: got shape {}, expected {}", where(), layout::shape_text(shape),
         type_text(type));
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (type.shape[d] != kUnknown && type.shape[d] != shape[d])
      fail(KILN_SHAPE_ERROR, "{}: got shape {}, expected {}", where(), layout::shape_text(shape),
           type_text(type));
  if (dtype != type.dtype && base::promote(dtype, type.dtype) != type.dtype && !spec_.downcast)
    fail(KILN_TYPE_ERROR, "{}: got dtype {}, expected {}; allow_input_downcast converts", where(),
         base::dtype_name(dtype), base::dtype_name(type.dtype));
}

std::vector<std::int64_t> Function::signature(std::span<const Argument> arguments) const {
  if (arguments.size() != spec_.inputs.size())
    fail(KILN_INVALID_ARGUMENT, "{}: got {} arguments, expected {}", function_text(spec_), arguments.size(),
         spec_.inputs.size());
  std::vector<std::int64_t> key;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    check_argument(i, arguments[i]);
    const Dims& shape = arguments[i].array ? arguments[i].array->shape() : arguments[i].shape;
    key.insert(key.end(), shape.begin(), shape.end());
  }
  for (const auto& shared : shared_) {
    const auto value = shared->value();
    key.insert(key.end(), value->shape().begin(), value->shape().end());
  }
  return key;
}

std::uint64_t Function::count_reshapes() const {
  std::uint64_t count = 0;
  for (const auto& shared : shared_) count += shared->reshapes();
  return count;
}

Specialisation& Function::specialise(std::span<const Argument> arguments) {
  std::vector<std::int64_t> key = signature(arguments);
  if (newest_ && newest_->signature == key) return *newest_;
  for (auto& known : specialisations_)
    if (known->signature == key) {
      newest_ = known.get();
      return *newest_;
    }
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t reshapes = count_reshapes();
  auto made = std::make_unique<Specialisation>();
  std::vector<Type> types;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    types.push_back({spec_.inputs[i].variable.type().dtype,
                     arguments[i].array ? arguments[i].array->shape() : arguments[i].shape});
  made->graph = optimise(spec_, types, *context_, nullptr);
  made->inputs = std::move(types);
  make_steps(spec_, shared_, *context_, *made);
  schedule(*made);
  plan_memory(*made);
  // Meanwhile another thread gave a shared variable another shape.
  if (count_reshapes() != reshapes || signature(arguments) != key) return specialise(arguments);
  made->signature = std::move(key);
  made->compile_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (profile_) profile_->compiled(made->compile_seconds);
  if (specialisations_.size() == kMaxSpecialisations) specialisations_.erase(specialisations_.begin());
  specialisations_.push_back(std::move(made));
  newest_ = specialisations_.back().get();
  return *newest_;
}

bool Function::leave_apart(const backend::Error& error) {
  const bool fused =
      newest_ && std::any_of(newest_->steps.begin(), newest_->steps.end(), [](const Step& step) {
        return step.node &&
               (op_as<Composite>(*step.node) || op_as<FusedReduce>(*step.node) || op_as<Sweep>(*step.node));
      });
  auto& excluded = spec_.excluded_passes;
  if (!fused || std::find(excluded.begin(), excluded.end(), "fusion") != excluded.end()) return false;
  for (const char* pass : {"fusion", "sweep"}) {
    excluded.emplace_back(pass);
    auto& included = spec_.included_passes;
    included.erase(std::remove(included.begin(), included.end(), pass), included.end());
  }
  base::log(KILN_LOG_WARNING, fmt::format("{}: compiled without fusion, as the device's compiler refused a "
                                          "fused kernel: {}",
                                          function_text(spec_), error.message()));
  newest_ = nullptr;
  specialisations_.clear();
  return true;
}

void Function::synchronize() {
  std::vector<Ref<runtime::Context>> used{context_};
  const auto add = [&](runtime::Context* context) {
    for (const auto& known : used)
      if (known.get() == context) return;
    if (context) used.emplace_back(context);
  };
  {
    const std::lock_guard lock(mutex_);
    for (const auto& shared : shared_) add(&shared->context());
    for (const auto& s : specialisations_)
      for (const Step& step : s->steps) add(step.context);
  }
  for (const auto& context : used) context->synchronize("function");
}

void Function::release_memory() {
  const std::lock_guard lock(mutex_);
  newest_ = nullptr;
  specialisations_.clear();
}

std::uint64_t peak_bytes(const Specialisation& s, const runtime::Context* context) {
  std::uint64_t bytes = 0;
  for (const auto* list : {&s.arenas, &s.temporaries})
    for (const Arena& arena : *list)
      if (!context || arena.context == context) bytes += arena.bytes;
  return bytes;
}

std::uint64_t Function::planned_bytes() {
  const std::lock_guard lock(mutex_);
  return newest_ ? peak_bytes(*newest_) : 0;
}

Ref<Function> Function::copy(std::span<const std::pair<Value, Value>> swap, std::string name,
                             bool updates) const {
  FunctionSpec spec;
  {
    const std::lock_guard lock(mutex_);  // a call may leave passes out
    spec = spec_;
  }
  spec.name = std::move(name);
  if (!updates) spec.updates.clear();
  spec.default_updates = false;  // those that there were are among the others
  for (auto& [variable, value] : spec.updates)
    for (const auto& [old, fresh] : swap)
      if (variable == old) variable = fresh;
  for (const auto& pair : swap) spec.givens.push_back(pair);
  spec.on_unused = OnUnused::ignore;
  return create(std::move(spec));
}

std::string Function::describe(std::string_view what) {
  const std::lock_guard lock(mutex_);
  if (!newest_ && spec_.inputs.empty()) specialise({});
  if (what == "profile" || what == "trace") {
    if (!profile_)
      fail(KILN_INVALID_ARGUMENT, "{}: it is not profiled: make it with profile, or set the flag",
           function_text(spec_));
    return what == "profile" ? profile_->report(spec_.name) : profile_->trace(spec_.name);
  }
  if (what == "passes") {
    History history;
    if (newest_) {
      optimise(spec_, newest_->inputs, *context_, &history);
    } else {
      Values values;
      for (const FunctionOutput& output : spec_.outputs) values.push_back(output.value);
      for (const auto& [variable, value] : spec_.updates) values.push_back(value);
      history.push_back({"built", std::move(values), {}});
    }
    return passes_text(history);
  }
  const Listing listing = make_listing(spec_, newest_);
  if (what == "toposort") return toposort_text(listing);
  if (what == "debugprint") return debugprint_text(listing);
  if (what == "dot") return dot_text(listing);
  if (what == "svg") return svg_text(listing);
  if (what == "explain") return explain_text(spec_, *context_, listing, newest_);
  const std::vector<std::string> known{"toposort", "debugprint", "dot",   "svg",
                                       "explain",  "passes",     "trace", "profile"};
  const std::string hint = base::suggestion(what, known);
  fail(KILN_INVALID_ARGUMENT, "function.describe: got '{}'{}{}", what,
       hint.empty() ? ", expected one of " : hint + " There are ", base::join(known, ", "));
}

}  // namespace kiln::graph
