// SPDX-License-Identifier: Apache-2.0
// Checks a call, finds its specialisation (by dtypes) and its plan (by layouts), and launches. Results are as if all
// inputs were read first. So an output that overlaps an input is first written to a temporary, unless elements of the
// same index lie at the same place.
#include "array/elementwise/elementwise.hpp"

#include <algorithm>
#include <mutex>
#include <set>

#include "array/elementwise/elementwise_program.hpp"
#include "array/launch/destination.hpp"
#include "base/flags/flags.hpp"
#include "base/text.hpp"

namespace kiln::array {

namespace {

// The most parameters of one object. Its calls keep a few dozen bytes for each on the stack.
constexpr std::size_t kMostParameters = 1024;

// A copy of a name that is never freed: queues may refer to the names of operations at any later time.
const char* intern(const std::string& text) {
  static std::mutex* mutex = new std::mutex;
  static std::set<std::string>* names = new std::set<std::string>;
  std::lock_guard lock(*mutex);
  return names->insert(text).first->c_str();
}

struct Role {
  int output = -1;  // its number in Impl::outputs; -1: no output
  int input = -1;   // its number in Impl::inputs; -1: no input
};

// What a specialisation depends on: the kind and dtype of each operand.
struct Signature {
  std::uint8_t kind[kMostParameters];
  std::int8_t dtype[kMostParameters];
  std::size_t count = 0;
  bool operator==(const Signature& o) const {
    return count == o.count && std::equal(kind, kind + count, o.kind) && std::equal(dtype, dtype + count, o.dtype);
  }
};

struct Specialisation {
  Specialisation(runtime::Context& context, const Signature& s, expr::Program p)
      : signature(s), program(context, std::move(p)) {}
  Signature signature;
  ElementwiseProgram program;
};

}  // namespace

struct Elementwise::Impl {
  std::vector<expr::Statements::Output> outputs;  // without temporaries, in statement order
  std::vector<std::string> inputs;
  std::vector<Role> parameters;
  std::vector<std::size_t> output_parameter;  // parameter number of each output
  std::vector<std::size_t> input_parameter;   // and of each input
  const char* operation = "elementwise";
  std::mutex mutex;
  std::vector<std::unique_ptr<Specialisation>> specialisations;
  std::size_t last = 0;

  Specialisation& find(runtime::Context& context, std::span<const Operand> operands, const char* op);
  // Refuses a plain integer that a dtype given to it by the specialisation cannot hold.
  void check_numbers(const Specialisation& s, std::span<const Operand> operands, const char* op) const;
};

Elementwise::Elementwise() : impl_(std::make_unique<Impl>()) {}
Elementwise::~Elementwise() = default;

namespace {

std::vector<std::string> parameter_names(const expr::Statements& statements, const char* text) {
  std::vector<std::string> names;
  if (!text) {
    for (const auto& output : statements.outputs) names.push_back(output.name);
    for (const auto& input : statements.inputs)
      if (std::find(names.begin(), names.end(), input) == names.end()) names.push_back(input);
    return names;
  }
  for (auto part : base::split(text, ',')) {
    std::string name(base::trim(part));
    if (name.empty()) fail(KILN_INVALID_ARGUMENT, "elementwise: parameters '{}' has an empty name", text);
    if (std::find(names.begin(), names.end(), name) != names.end())
      fail(KILN_INVALID_ARGUMENT, "elementwise: parameter '{}' is listed twice", name);
    names.push_back(std::move(name));
  }
  return names;
}

int position(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? -1 : int(at - names.begin());
}

}  // namespace

Ref<Elementwise> Elementwise::create(runtime::Context& context, expr::Statements statements, const char* parameters,
                                     bool hold_context) {
  auto self = Ref<Elementwise>::adopt(new Elementwise);
  self->context_ = &context;
  if (hold_context) self->held_ = Ref<runtime::Context>(&context);
  Impl& impl = *self->impl_;
  self->names_ = parameter_names(statements, parameters);
  if (self->names_.size() > kMostParameters)
    fail(KILN_INVALID_ARGUMENT, "elementwise: {} parameters, expected at most {}", self->names_.size(),
         kMostParameters);
  impl.parameters.resize(self->names_.size());
  std::string label;
  for (auto& output : statements.outputs) {
    const int at = position(self->names_, output.name);
    if (at < 0) continue;  // a temporary
    impl.parameters[at].output = int(impl.outputs.size());
    impl.output_parameter.push_back(std::size_t(at));
    label += (label.empty() ? "" : ", ") + output.name;
    impl.outputs.push_back(std::move(output));
  }
  if (impl.outputs.empty()) fail(KILN_INVALID_ARGUMENT, "elementwise: no parameter is assigned, expected an output");
  for (auto& input : statements.inputs) {
    const int at = position(self->names_, input);
    if (at < 0)
      fail(KILN_INVALID_ARGUMENT, "elementwise: '{}' is read but is not among the parameters{}", input,
           base::suggestion(input, self->names_));
    impl.parameters[at].input = int(impl.inputs.size());
    impl.input_parameter.push_back(std::size_t(at));
    impl.inputs.push_back(std::move(input));
  }
  for (std::size_t i = 0; i < impl.parameters.size(); ++i) {
    if (impl.parameters[i].output < 0 && impl.parameters[i].input < 0)
      fail(KILN_INVALID_ARGUMENT, "elementwise: parameter '{}' is neither read nor assigned", self->names_[i]);
    self->kinds_.push_back(impl.parameters[i].output < 0  ? KILN_PARAMETER_INPUT
                           : impl.parameters[i].input < 0 ? KILN_PARAMETER_OUTPUT
                                                          : KILN_PARAMETER_INPUT_OUTPUT);
  }
  for (const auto& name : self->names_) self->name_pointers_.push_back(name.c_str());
  impl.operation = intern("elementwise (" + label + ")");
  return self;
}

Specialisation& Elementwise::Impl::find(runtime::Context& context, std::span<const Operand> operands, const char* op) {
  Signature signature;
  signature.count = operands.size();
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Operand& operand = operands[i];
    signature.kind[i] = std::uint8_t(operand.kind);
    signature.dtype[i] = std::int8_t(operand.kind == Operand::Kind::array   ? int(operand.array->dtype())
                                     : operand.kind == Operand::Kind::fresh ? operand.dtype
                                                                            : int(operand.scalar.dtype));
  }
  const std::size_t known = specialisations.size();
  for (std::size_t i = 0, at = last; i < known; ++i, at = at + 1 == known ? 0 : at + 1) {
    if (specialisations[at]->signature == signature) {
      last = at;
      return *specialisations[at];
    }
  }
  std::vector<expr::InputType> input_types;
  for (std::size_t parameter : input_parameter) {
    const Operand& operand = operands[parameter];
    expr::InputType type;
    type.scalar = operand.kind != Operand::Kind::array;
    type.weak = operand.kind == Operand::Kind::number;
    type.dtype = type.scalar ? operand.scalar.dtype : operand.array->dtype();
    input_types.push_back(type);
  }
  std::vector<int> output_dtypes;
  for (std::size_t parameter : output_parameter) output_dtypes.push_back(signature.dtype[parameter]);
  expr::Program program = expr::compile(outputs, inputs, input_types, output_dtypes, base::flag_floatX());
  for (const auto& value : program.values) check_dtype(context, value.dtype, op);
  specialisations.push_back(std::make_unique<Specialisation>(context, signature, std::move(program)));
  last = specialisations.size() - 1;
  return *specialisations.back();
}

void Elementwise::Impl::check_numbers(const Specialisation& s, std::span<const Operand> operands,
                                      const char* op) const {
  for (const expr::Program::Input& input : s.program.whole().inputs) {
    const Operand& operand = operands[input_parameter[input.argument]];
    if (input.fits && !expr::fits(operand.scalar.i, input.dtype))
      fail(KILN_OVERFLOW, "{}: argument '{}' is the number {}, which does not fit {}", op, input.name, operand.scalar.i,
           base::dtype_name(input.dtype));
  }
}

namespace {

[[noreturn]] void bad_operand(const char* op, const std::string& name, const char* got, const char* expected) {
  fail(KILN_INVALID_ARGUMENT, "{}: argument '{}' is {}, expected {}", op, name, got, expected);
}

// Grows `shape` to the broadcast of itself and `other`; false where they do not broadcast.
bool broadcast(Dims& shape, const Dims& other) {
  while (shape.size() < other.size()) shape.insert(0, 1);
  const std::size_t missing = shape.size() - other.size();
  for (std::size_t d = 0; d < other.size(); ++d) {
    std::int64_t& extent = shape[missing + d];
    if (extent == other[d] || other[d] == 1) continue;
    if (extent != 1) return false;
    extent = other[d];
  }
  return true;
}

std::string shapes_text(const std::vector<std::string>& names, std::span<const Operand> operands) {
  std::string out;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (operands[i].kind == Operand::Kind::array)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", names[i], layout::shape_text(operands[i].array->shape()));
  return out;
}

}  // namespace

void Elementwise::check_operands(std::span<const Operand> operands, const char* op) const {
  if (operands.size() != names_.size())
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {}: {}", op, base::plural(operands.size(), "argument"),
         names_.size(), base::join(names_, ", "));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Operand& operand = operands[i];
    const bool output = impl_->parameters[i].output >= 0, input = impl_->parameters[i].input >= 0;
    if (operand.kind == Operand::Kind::array) {
      const Array& array = *operand.array;
      if (&array.context() != &context())
        refuse_context(fmt::format("{}: argument '{}' is an array", op, names_[i]), array.context(), "this context",
                       context());
      if (output) {
        check_writable(array, op);
        if (!array.c_contiguous() && layout::overlaps_itself(array.layout(), array.itemsize()))
          fail(KILN_READ_ONLY, "{}: output '{}' has elements that share memory", op, names_[i]);
      }
      if (input && !array.buffer().kernel_readable())
        bad_operand(op, names_[i], "in a write-only buffer", "a readable array");
    } else if (output && operand.kind != Operand::Kind::fresh) {
      bad_operand(op, names_[i], "a scalar", "an output array");
    } else if (!output && operand.kind == Operand::Kind::fresh) {
      bad_operand(op, names_[i], "a new output", "an input");
    } else if (output && input) {
      bad_operand(op, names_[i], "a new output", "an array, since the expression reads it too");
    }
  }
}

// The shape that a call visits: that of an output that is given, or else the shape to which all inputs broadcast.
Dims Elementwise::shape_of_call(std::span<const Operand> operands, const char* op) const {
  const Array* given = nullptr;  // an output
  for (std::size_t i : impl_->output_parameter) {
    if (operands[i].kind != Operand::Kind::array) continue;
    if (given && operands[i].array->shape() != given->shape())
      fail(KILN_SHAPE_ERROR, "{}: outputs of different shapes: {}", op, shapes_text(names_, operands));
    given = operands[i].array;
  }
  Dims shape;
  if (given) shape = given->shape();
  for (std::size_t i : impl_->input_parameter) {
    if (operands[i].kind != Operand::Kind::array) continue;
    const Dims& own = operands[i].array->shape();
    if (own == shape) continue;
    if (!broadcast(shape, own) || (given && shape != given->shape()))
      fail(KILN_SHAPE_ERROR, "{}: shapes do not broadcast{}: {}", op, given ? " to the output's" : "",
           shapes_text(names_, operands));
  }
  return shape;
}

// The arrays that a call's kernels write: new arrays, given ones, or temporaries whose elements are then copied to the
// given ones. The object has room for the references of few outputs; those of more go to the heap. Clearing room for
// the most outputs would cost each call more than finding its plan.
struct Elementwise::Written {
  explicit Written(std::size_t outputs) : count(outputs) {
    if (count > kFew) many.reset(new Ref<Array>[2 * count]);
    fresh = many ? many.get() : few;
    temporary = fresh + count;
  }
  static constexpr std::size_t kFew = 2;
  const std::size_t count;
  Array* arrays[kMostParameters];  // by output
  bool aliased = false;            // one of them shares its buffer with an input
  Ref<Array> few[2 * kFew];
  std::unique_ptr<Ref<Array>[]> many;
  Ref<Array>*fresh, *temporary;  // by output; both are null where a given array is written directly
};

// Fills in what each output is written to. `pieces` says that several kernels write: a later one may still read
// what an earlier one would have overwritten, so outputs that overlap an input need a temporary.
void Elementwise::make_outputs(std::span<const Operand> operands, const Dims& shape, const expr::Program& program,
                               bool pieces, const char* op, Written& written) const {
  const Impl& impl = *impl_;
  for (std::size_t k = 0; k < written.count; ++k) {
    const Operand& operand = operands[impl.output_parameter[k]];
    Array*& out = written.arrays[k];
    if (operand.kind == Operand::Kind::fresh) {
      written.fresh[k] = empty(context(), program.outputs[k].dtype, shape, op);
      out = written.fresh[k].get();
      continue;
    }
    out = operand.array;
    for (std::size_t other = 0; other < k; ++other)
      if (const Operand& before = operands[impl.output_parameter[other]];
          before.kind == Operand::Kind::array && may_overlap(*before.array, *out))
        fail(KILN_INVALID_ARGUMENT, "{}: outputs '{}' and '{}' overlap", op, names_[impl.output_parameter[other]],
             names_[impl.output_parameter[k]]);
    bool unsafe = false;
    for (std::size_t i : impl.input_parameter) {
      if (operands[i].kind != Operand::Kind::array) continue;
      const Array& in = *operands[i].array;
      if (!runtime::distance(in.buffer(), out->buffer())) continue;
      written.aliased = true;
      unsafe = unsafe || !(pieces ? apart_from(*out, {&in}) : may_be_in_place(*out, in));
    }
    if (!unsafe) continue;
    written.temporary[k] = empty(context(), out->dtype(), shape, op);
    out = written.temporary[k].get();
  }
}

void Elementwise::call(std::span<const Operand> operands, const char* operation) {
  Impl& impl = *impl_;
  const char* const op = operation ? operation : impl.operation;
  check_operands(operands, op);
  const Dims shape = shape_of_call(operands, op);

  std::unique_lock lock(impl.mutex);
  Specialisation& s = impl.find(context(), operands, op);
  impl.check_numbers(s, operands, op);
  ElementwiseProgram::Pieces* const pieces = s.program.pieces(shape, operands);
  Written written(impl.outputs.size());
  make_outputs(operands, shape, s.program.whole(), pieces, op, written);
  const Operand* in[kMostParameters];
  for (std::size_t i = 0; i < impl.inputs.size(); ++i) in[i] = &operands[impl.input_parameter[i]];
  if (std::find(shape.begin(), shape.end(), 0) == shape.end())
    s.program.launch(pieces, shape, {written.arrays, written.count}, {in, impl.inputs.size()}, written.aliased, op);
  lock.unlock();  // the assignment below may call this same object, which locks
  for (std::size_t k = 0; k < written.count; ++k) {
    const Operand& operand = operands[impl.output_parameter[k]];
    if (written.temporary[k]) elementwise_assign(*operand.array, *written.temporary[k], op);
    if (written.fresh[k]) *operand.fresh = std::move(written.fresh[k]);
  }
}

DType Elementwise::result_dtype(std::span<const Operand> operands, std::size_t output, const char* operation) {
  std::lock_guard lock(impl_->mutex);
  const Specialisation& s = impl_->find(context(), operands, operation);
  impl_->check_numbers(s, operands, operation);
  return s.program.whole().outputs[output].dtype;
}

}  // namespace kiln::array
