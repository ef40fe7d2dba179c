// SPDX-License-Identifier: Apache-2.0
// Random programs with loops and choices. A program is a list of operations on numbered values; those of a step of a
// loop are a list inside the loop. Every second program has shared variables, which loops update, and random streams,
// which steps draw from. build_program() makes a graph of it, and ProgramHost evaluates it on the host, element by
// element, without any code of the library.
#pragma once

#include <array>
#include <memory>
#include <random>
#include <unordered_map>

#include "graph/ops/random_ops.hpp"
#include "loop_support.hpp"

namespace kiln::test {

// Numbers of the program's extents: those of the arguments, then those that loops make.
using Extents = std::vector<int>;
enum ArgumentExtent { kSteps, kElements, kThree, kArgumentExtents };
inline constexpr std::size_t kLoopShapings = 2;  // choices of the arguments' extents

struct ProgramLoop;
struct ProgramOperation {
  enum class Kind {
    function,   // `which` of loop_functions()
    reduce,     // over all axes if `which` is negative, else over that axis
    row,        // the first one, or the last one if `which` is not 0
    flip,       // along axis 0
    product,    // with a matrix
    condition,  // whether the reduction over all axes exceeds `number`
    loop,
    choice,   // a condition, the values of one side, and those of the other
    convert,  // a number of the program from a variable of another dtype, or from a count if `which` is 1
    count,    // three times a count, and another count or condition if there is one, and 1, modulo 101
    draw      // from the stream `which`, in the shape of its operand if it has one
  } kind;
  std::vector<int> operands, results;
  int which = 0;
  double number = 0;
  std::shared_ptr<ProgramLoop> loop;
  int draw = 0;  // of program_draws()
};
struct ProgramDraw {
  Distribution distribution;
  double numbers[2];
};
std::span<const ProgramDraw> program_draws(bool integers);

// A shared variable. Counters are integers from 0 to 100 that only counts and conversions read.
struct ProgramVariable {
  DType dtype;
  bool counter = false;
};
struct ProgramUpdate {
  int variable = -1;  // its value is the present one wherever the program reads it
  int next = -1;      // a value of the step, or of the program
};
struct ProgramSequence {
  int value = -1;
  std::vector<std::int64_t> taps;
  std::vector<int> inner;  // the values of a step, one for each tap
  std::int64_t low() const;
  std::int64_t high() const;
};
struct ProgramResult {
  int initial = -1;  // -1: no step reads it
  std::vector<std::int64_t> taps;
  bool last_only = false;
  std::vector<int> inner;
  int next = -1;  // the value of the step
  int rows = -1;  // the extent along axis 0 that the step's value has as many of at most, with zeros behind; or none
  std::int64_t depth() const;
};
struct ProgramLoop {
  std::vector<ProgramSequence> sequences;
  std::vector<ProgramResult> results;
  std::vector<ProgramUpdate> updates;  // their last values are results behind the others
  std::vector<int> streams;            // which the steps draw from
  std::int64_t steps = kUnknown, truncate = kUnknown, every = 0;
  bool backwards = false;
  int condition = -1;  // of until
  int rows = -1;       // the extent of its results
  std::vector<ProgramOperation> body;
};

class LoopProgram {
 public:
  LoopProgram(std::uint64_t seed, bool wide);
  std::string text() const;
  std::int64_t below(std::int64_t n) { return std::int64_t(rng_() % std::uint64_t(n)); }
  bool chance(int one_in) { return below(one_in) == 0; }
  double element();  // of an argument

  DType dtype = KILN_FLOAT64;
  bool integers() const { return dtype == KILN_INT64; }
  int gradients = 0;           // how often the cost is differentiated
  bool known_extents = false;  // the graph is told the extents of the first shaping
  std::int64_t sizes[kLoopShapings][kArgumentExtents] = {};
  std::vector<Extents> values;
  int arguments = 0;                       // the first values are these
  std::vector<ProgramVariable> variables;  // the next values are these
  std::vector<std::array<std::uint64_t, 2>> streams;
  bool default_updates = true;  // of the streams
  std::vector<ProgramOperation> operations;
  std::vector<ProgramUpdate> updates;
  std::vector<int> outputs;
  const ProgramVariable* variable(int value) const;  // null: the value is none
  bool differentiable(int value) const;              // is it an argument or a variable with derivatives?
  bool exact() const;                                // is everything float64?

 private:
  using Operations = std::vector<ProgramOperation>;
  using Scope = std::vector<int>;  // the values that an operation may read
  struct Extent {
    std::int64_t least = 0;
    int depth = 0;        // in how many loops it is made
    bool varies = false;  // a condition decides it
    int most = -1;        // of rows of a loop with a condition: the extent that is the most; -1: steps differ in it
  };

  template <class Fits>
  int pick(const Scope& scope, Fits&& fits) {
    for (int tries = 0; tries < 20; ++tries) {
      const auto n = std::int64_t(scope.size());
      const int value = scope[std::size_t(std::max(below(n), below(n)))];
      if (fits(values[std::size_t(value)])) return value;
    }
    return -1;
  }
  int made(const Extents& extents, Scope& scope);
  bool leads(const Extents& extents, std::int64_t least) const;
  bool has_elements(const Extents& extents) const;
  bool may_leave(const Extents& extents, int depth) const;
  int rows_made(const Extents& extents, int first, int depth) const;
  int function_of(std::size_t operands);
  int add_function(Operations& to, Scope& scope, int x, int y);
  int add_condition(Operations& to, Scope& scope, const Scope& from);
  void grow(Operations& to, Scope& scope, int depth);
  void reduce(Operations& to, Scope& scope);
  void product(Operations& to, Scope& scope);
  void choice(Operations& to, Scope& scope);
  void loop(Operations& to, Scope& scope, int depth);
  std::int64_t add_sequences(ProgramLoop& loop, const Scope& scope, bool fold);
  void add_states(ProgramLoop& loop, const Scope& scope, bool map, bool fold);
  void add_body(ProgramLoop& loop, const Scope& scope, int depth);
  bool limit(ProgramLoop& loop, std::int64_t least, int depth);
  void add_variables(Scope& scope, bool wide);
  bool converted(int variable) const;  // has it another dtype than the program's numbers?
  int pick_count(const Extents& extents);
  void state_operation(Operations& to, Scope& scope);
  void draw(Operations& to, Scope& scope);
  int count(Operations& to, int value);
  int convert(Operations& to, Scope& scope, int value);
  void add_updates(ProgramLoop& loop);
  void begin_updates(ProgramLoop& loop, Scope& scope);
  void end_updates(ProgramLoop& loop, Scope& scope, std::size_t own);
  void add_last_values(const ProgramLoop& loop, ProgramOperation& operation, Scope& scope, bool outside);
  void end_state(Scope& scope);
  std::string state_text() const;
  std::string text_of(const Operations& operations, const std::string& indent) const;

  std::mt19937_64 rng_;
  std::vector<Extent> extents_;
  Scope counts_, conditions_;          // what counts may read
  std::vector<ProgramUpdate> finals_;  // last values that loops outside of steps give variables
};

using Doubles = std::vector<double>;

// ---- What they are made of ----

// A number and how it changes along one direction.
struct Dual {
  double value = 0, change = 0;
};

// A record of operations on numbers, for derivatives.
class Tape {
 public:
  int number(Dual value) { return add(value, -1, {}, -1, {}); }
  int add(Dual value, int x, Dual by_x, int y = -1, Dual by_y = {});
  const Dual& at(int number) const { return entries_[std::size_t(number)].value; }
  // The derivatives of a number by all others, themselves with changes.
  std::vector<Dual> derivatives(int of) const;

 private:
  struct Entry {
    Dual value;
    int from[2];
    Dual slopes[2];
  };
  std::vector<Entry> entries_;
};

struct LoopFunction {
  const char* text;  // for build()
  std::size_t operands;
  bool smooth;
  int (*of)(Tape& tape, int a, int b);
};
std::span<const LoopFunction> loop_functions(bool integers);

// The values of all numbers of the program. `given` has its arguments and variables; `states` those of its streams,
// which become those behind all draws.
Values build_program(const LoopProgram& program, Values given, Values& states);
graph::Value program_cost(const LoopProgram& program, const Values& values);

// A random stream, as docs/reference/operations/random.md describes it.
struct HostStream {
  std::uint64_t seed = 0, counter = 0;
  Doubles draw(const ProgramDraw& what, DType dtype, std::size_t count);
  std::vector<HostStream> of_steps(std::int64_t steps);
};

struct HostTensor {
  Dims shape;
  std::vector<int> numbers;  // on the tape
};

class ProgramHost {
 public:
  // `elements`: of the arguments, then of the variables.
  ProgramHost(const LoopProgram& program, std::size_t shaping, const std::vector<std::vector<double>>& elements,
              const std::vector<HostStream>& streams);
  // The outputs, then the derivatives of the cost by the arguments and variables, as often as the program says.
  struct Result {
    Dims shape;
    Doubles numbers;
  };
  std::vector<Result> results();
  // Behind results(): the new value of each variable, and of each stream.
  std::vector<Result> variables() const;
  const std::vector<HostStream>& streams() const { return streams_; }

 private:
  using Changes = std::vector<Doubles>;  // of the arguments and variables
  // What a step draws from: for each stream of the loop one for each step.
  using StepStreams = std::vector<std::vector<HostStream>>;
  Result result(int value) const;
  Changes evaluate(const Changes& changes, bool of_derivatives);
  void run(const std::vector<ProgramOperation>& operations);
  std::int64_t run_steps(const ProgramLoop& loop, const std::vector<HostTensor>& wholes,
                         const std::vector<std::int64_t>& spans, std::int64_t steps, const StepStreams& streams,
                         std::vector<std::vector<HostTensor>>& rows);
  void run_loop(const ProgramOperation& operation);
  HostTensor reduced(const HostTensor& x, int axis);
  HostTensor product(const HostTensor& x, const HostTensor& w);
  HostTensor function(const LoopFunction& f, const std::vector<int>& operands);
  HostTensor state(const ProgramOperation& operation);
  HostTensor detached(const HostTensor& x);
  HostTensor padded(HostTensor x, std::int64_t rows);

  const LoopProgram& program_;
  std::size_t shaping_;
  const std::vector<std::vector<double>>& elements_;
  const std::vector<HostStream>& first_streams_;
  std::vector<HostStream> streams_;
  Tape tape_;
  std::vector<HostTensor> values_;
  std::unordered_map<int, std::int64_t> most_;  // rows of loops at most, by their extent
};

}  // namespace kiln::test
