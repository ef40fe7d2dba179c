// SPDX-License-Identifier: Apache-2.0
// Programs split into parts: each part is small enough, and together they compute what the whole does.
#include "expr/split.hpp"

#include <random>

#include "support.hpp"

using namespace kiln::expr;

namespace {

struct Limits {
  std::size_t arrays, scalars;
};

Split split_to(const Program& program, Limits most) {
  return split(program, [&](std::size_t arrays, std::size_t scalars) {
    return arrays <= most.arrays && scalars <= most.scalars;
  });
}

void check_parts(const Program& program, const Split& split, Limits most) {
  std::vector<int> stored(program.outputs.size(), 0);
  std::vector<int> made(split.temporaries.size(), -1), read(split.temporaries.size(), -1);
  for (std::size_t p = 0; p < split.parts.size(); ++p) {
    const Part& part = split.parts[p];
    REQUIRE(part.inputs.size() == part.program.inputs.size());
    REQUIRE(part.outputs.size() == part.program.outputs.size());
    CHECK_FALSE(part.outputs.empty());
    std::size_t arrays = part.outputs.size(), scalars = 0;
    for (std::size_t i = 0; i < part.inputs.size(); ++i) {
      const Place place = part.inputs[i];
      ++(part.program.inputs[i].scalar ? scalars : arrays);
      if (place.temporary) {
        CHECK(made.at(place.number) >= 0);
        CHECK(made[place.number] < int(p));
        CHECK(part.program.inputs[i].dtype == split.temporaries[place.number].dtype);
        read[place.number] = int(p);
      } else {
        CHECK(part.program.inputs[i].dtype == program.inputs.at(place.number).dtype);
      }
    }
    CHECK(arrays <= most.arrays);
    CHECK(scalars <= most.scalars);
    for (std::size_t i = 0; i < part.outputs.size(); ++i) {
      const Place place = part.outputs[i];
      if (place.temporary)
        made.at(place.number) = int(p);
      else
        ++stored.at(place.number);
    }
    for (const Value& value : part.program.values)
      if (value.kind == Value::Kind::input) CHECK(value.input < part.inputs.size());
  }
  for (const int count : stored) CHECK(count == 1);
  for (std::size_t t = 0; t < made.size(); ++t) CHECK(read[t] == int(split.temporaries[t].last));
}

std::vector<Scalar> run_parts(const Program& program, const Split& split, std::span<const Scalar> inputs,
                              std::int64_t index) {
  std::vector<Scalar> outputs(program.outputs.size()), temporaries(split.temporaries.size());
  for (const Part& part : split.parts) {
    std::vector<Scalar> in, out(part.outputs.size());
    for (const Place& place : part.inputs)
      in.push_back(place.temporary ? temporaries[place.number] : inputs[place.number]);
    interpret(part.program, in, index, out);
    for (std::size_t i = 0; i < out.size(); ++i)
      (part.outputs[i].temporary ? temporaries : outputs)[part.outputs[i].number] = out[i];
  }
  return outputs;
}

std::string sum_of_terms(std::size_t count, const char* term = "{}") {
  std::string text = "r = " + fmt::format(fmt::runtime(term), "x0");
  for (std::size_t i = 1; i < count; ++i) text += " + " + fmt::format(fmt::runtime(term), "x" + std::to_string(i));
  return text;
}

// A value of float32, of what was made before.
Expr grow(std::mt19937& random, std::vector<Expr>& made) {
  const auto any = [&] { return made[random() % made.size()]; };
  switch (random() % 8) {
    case 0:
      return make_apply(Fn::where, {make_apply(Fn::less, {any(), any()}), any(), any()});
    case 1:
      return make_cast(KILN_FLOAT16, any());
    case 2:
      return make_apply(Fn::add, {any(), make_cast(KILN_FLOAT32, make_index())});
    case 3:
      return make_apply(Fn::multiply, {any(), make_number(0.75)});
    case 4: {
      const Expr twice = any();
      return make_apply(Fn::multiply, {twice, twice});
    }
    default:
      return make_apply(random() % 2 ? Fn::add : Fn::fmin, {any(), any()});
  }
}

}  // namespace

TEST_CASE("a long sum is split into as few parts as can be") {
  const Program sum = compile_text(sum_of_terms(254));
  const Split parts = split_to(sum, {32, 8});
  check_parts(sum, parts, {32, 8});
  CHECK(parts.parts.size() == 9);  // 31 inputs, then 30 each beside what came before
  CHECK(parts.temporaries.size() == 8);
  // Squares do not wait for each other.
  const Program squares = compile_text(sum_of_terms(254, "{0} * {0}"));
  CHECK(split_to(squares, {32, 8}).parts.size() == 9);
  const Program few = compile_text(sum_of_terms(31));
  CHECK(split_to(few, {32, 8}).parts.size() == 1);
}

TEST_CASE("many outputs, scalars, and outputs of one value are split") {
  std::string text;
  std::map<std::string, InputType> types;
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("r{0} = x{0} * s{0}; ", i);
    types["s" + std::to_string(i)] = {KILN_FLOAT32, true, false};
  }
  const Program pairs = compile_text(text, types);
  check_parts(pairs, split_to(pairs, {8, 3}), {8, 3});
  CHECK(split_to(pairs, {8, 3}).parts.size() == 14);
  CHECK(split_to(pairs, {8, 8}).parts.size() == 10);

  std::string copies = "r0 = x + y";
  for (int i = 1; i < 20; ++i) copies += fmt::format("; r{0} = r0", i);
  const Program same = compile_text(copies);
  const Split parts = split_to(same, {6, 3});
  check_parts(same, parts, {6, 3});
  CHECK(parts.temporaries.size() == 1);
  const std::vector<Scalar> inputs{f32(2), f32(3)};
  for (const Scalar& result : run_parts(same, parts, inputs, 0)) CHECK(result.re == 5);
}

TEST_CASE("parts compute what the whole does") {
  std::mt19937 random(17);
  for (int round = 0; round < 300; ++round) {
    INFO("round " << round);
    std::vector<Expr> made;
    std::vector<std::string> names;
    std::vector<InputType> types;
    const std::size_t count = 2 + random() % 40;
    for (std::size_t i = 0; i < count; ++i) {
      names.push_back("x" + std::to_string(i));
      made.push_back(make_input(names.back()));
      types.push_back({random() % 4 ? KILN_FLOAT32 : KILN_FLOAT16, random() % 5 == 0, false});
    }
    const std::size_t operations = 1 + random() % 80;
    for (std::size_t i = 0; i < operations; ++i) made.push_back(grow(random, made));
    std::vector<Statements::Output> outputs;
    std::vector<int> own;
    for (std::size_t i = 0, n = 1 + random() % 6; i < n; ++i) {
      outputs.push_back({"r" + std::to_string(i), i ? made[random() % made.size()] : made.back()});
      own.push_back(random() % 3 ? -1 : int(KILN_FLOAT16));
    }
    const Program program = compile(outputs, names, types, own, KILN_FLOAT32);
    const Limits most{4 + random() % 10, 3 + random() % 4};
    const Split parts = split_to(program, most);
    check_parts(program, parts, most);
    std::vector<Scalar> inputs, whole(program.outputs.size());
    for (const InputType& type : types) inputs.push_back(f32(double(int(random() % 64)) / 8 - 4).cast(type.dtype));
    interpret(program, inputs, round, whole);
    CHECK(run_parts(program, parts, inputs, round) == whole);
  }
}
