/* SPDX-License-Identifier: Apache-2.0
 * A net of two dense layers that learns the exclusive or of two numbers by Adam, in C: what kiln/cxx/nn.hpp does is
 * done by the same operations of kiln/graph.h. KILN_FLAGS=device=opencl0:0 ./dense_adam_c [steps] */
#include <kiln/kiln.h>

#include <stdio.h>
#include <stdlib.h>

enum { kUnits = 8, kParameters = 4, kMost = 256 };

/* All that the program has to give back. */
static kiln_context context;
static kiln_function train;
static kiln_array result;
static kiln_variable made[kMost];
static size_t made_count;

static void finish(int status) {
  kiln_array_release(result);
  kiln_function_release(train);
  while (made_count > 0) kiln_variable_release(made[--made_count]);
  kiln_context_release(context);
  exit(status);
}

/* Ends the program if a call failed. */
static void must(kiln_status status) {
  kiln_error_info error;
  if (status == KILN_OK) return;
  kiln_last_error(&error);
  fprintf(stderr, "%s: %s\n%s", kiln_status_name(error.status), error.message, error.build_log);
  finish(1);
}

/* Keeps a variable until the program ends. */
static kiln_variable keep(kiln_variable variable) {
  if (made_count == kMost) {
    fprintf(stderr, "more than %d variables\n", (int)kMost);
    kiln_variable_release(variable);
    finish(1);
  }
  return made[made_count++] = variable;
}

/* ---- Operations by name ---- */

static kiln_variable apply1(const char* operation, kiln_variable x) {
  kiln_variable out = NULL;
  must(kiln_graph_apply(operation, 1, &x, NULL, 1, &out));
  return keep(out);
}
static kiln_variable apply2(const char* operation, kiln_variable x, kiln_variable y) {
  const kiln_variable inputs[] = {x, y};
  kiln_variable out = NULL;
  must(kiln_graph_apply(operation, 2, inputs, NULL, 1, &out));
  return keep(out);
}
static kiln_variable number(double value) {
  kiln_variable out = NULL;
  must(kiln_graph_number(value, &out));
  return keep(out);
}
static kiln_variable input(const char* name, kiln_dtype dtype, size_t ndim) {
  kiln_variable out = NULL;
  must(kiln_graph_input(name, dtype, ndim, NULL, &out));
  return keep(out);
}
/* A shared variable with these elements, or with zeros. */
static kiln_variable shared(const char* name, size_t ndim, const int64_t* shape, const float* elements) {
  static const float zeros[2 * kUnits + 1] = {0};
  kiln_array array = NULL;
  kiln_variable out = NULL;
  kiln_status status;
  must(kiln_array_from_host(context, KILN_FLOAT32, ndim, shape, NULL, KILN_FLOAT32, elements ? elements : zeros,
                            &array));
  status = kiln_graph_shared(array, name, NULL, 0, &out);
  kiln_array_release(array);
  must(status);
  return keep(out);
}

/* x weight + bias. The graph learns the layer's extents, so that a call with others names the layer. */
static kiln_variable dense(const char* name, kiln_variable x, kiln_variable weight, kiln_variable bias,
                           const int64_t* shape) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  kiln_variable known = NULL, result_of;
  options.shape = shape;
  options.shape_count = 2;
  must(kiln_graph_apply("specify_shape", 1, &weight, &options, 1, &known));
  result_of = apply2("add", apply2("dot", x, keep(known)), bias);
  must(kiln_variable_set_name(result_of, name));
  return result_of;
}

static kiln_variable expression(const char* text, size_t count, const char* const* names, const kiln_variable* values) {
  kiln_variable out = NULL;
  must(kiln_graph_expression(text, count, names, values, &out));
  return keep(out);
}
/* The new values of two averages and of a parameter: D. Kingma and J. Ba, "Adam: a method for stochastic optimization"
 * (2015), algorithm 1, in step t. */
static void adam(kiln_variable parameter, kiln_variable gradient, kiln_variable first, kiln_variable second,
                 kiln_variable t, kiln_variable* next) {
  static const char* const with_first[] = {"m", "g"};
  static const char* const with_second[] = {"v", "g"};
  static const char* const with_all[] = {"w", "m", "v", "t"};
  kiln_variable values[4];
  values[0] = first;
  values[1] = gradient;
  next[0] = expression("0.9*m + 0.1*g", 2, with_first, values);
  values[0] = second;
  next[1] = expression("0.999*v + 0.001*g*g", 2, with_second, values);
  values[0] = parameter;
  values[1] = next[0];
  values[2] = next[1];
  values[3] = t;
  next[2] =
      expression("w - 0.05*(m / (1 - pow(0.9, t))) / (sqrt(v / (1 - pow(0.999, t))) + 1e-8)", 4, with_all, values);
}

/* ---- The net ---- */

static void build(void) {
  static const char* const names[kParameters] = {"hidden.weight", "hidden.bias", "output.weight", "output.bias"};
  static const int64_t shapes[kParameters][2] = {{2, kUnits}, {kUnits, 0}, {kUnits, 2}, {2, 0}};
  static const size_t ndims[kParameters] = {2, 1, 2, 1};
  kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
  kiln_variable parameters[kParameters], gradients[kParameters], updated[3 * kParameters + 1],
      next[3 * kParameters + 1], inputs[2], scores, cost, step;
  float start[2 * kUnits];
  int i, k;
  for (i = 0; i < kParameters; ++i) {
    /* Weights begin as numbers of both signs without a pattern, biases as zeros. */
    for (k = 0; k < 2 * kUnits; ++k) start[k] = ((7 * k + 3 * i) % 16 - 7.5F) / 8;
    parameters[i] = shared(names[i], ndims[i], shapes[i], ndims[i] == 2 ? start : NULL);
  }
  inputs[0] = input("x", KILN_FLOAT32, 2);
  inputs[1] = input("labels", KILN_INT64, 1);
  scores = dense("hidden", inputs[0], parameters[0], parameters[1], shapes[0]);
  scores = dense("output", apply1("tanh", scores), parameters[2], parameters[3], shapes[2]);
  cost = apply1("mean", apply2("cross_entropy", scores, inputs[1]));
  must(kiln_graph_grad(cost, kParameters, parameters, NULL, gradients));
  for (i = 0; i < kParameters; ++i) keep(gradients[i]);
  updated[3 * kParameters] = shared("adam.step", 0, NULL, NULL);
  step = next[3 * kParameters] = apply2("add", updated[3 * kParameters], number(1));
  for (i = 0; i < kParameters; ++i) {
    updated[3 * i] = shared("adam.first", ndims[i], shapes[i], NULL);
    updated[3 * i + 1] = shared("adam.second", ndims[i], shapes[i], NULL);
    updated[3 * i + 2] = parameters[i];
    adam(parameters[i], gradients[i], updated[3 * i], updated[3 * i + 1], step, next + 3 * i);
  }
  options.name = "train";
  options.input_count = 2;
  options.inputs = inputs;
  options.output_count = 1;
  options.outputs = &cost;
  options.update_count = 3 * kParameters + 1;
  options.updated = updated;
  options.new_values = next;
  must(kiln_function_create(&options, &train));
}

/* Makes `steps` steps and returns the cost before the last of them. */
static float run(size_t steps) {
  static const float points[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  static const int64_t labels[4] = {0, 1, 1, 0}, shape[2] = {4, 2};
  kiln_value arguments[2] = {{NULL, KILN_FLOAT32, 2, NULL, NULL, NULL}, {NULL, KILN_INT64, 1, NULL, NULL, NULL}};
  float cost = 0;
  arguments[0].shape = arguments[1].shape = shape;
  arguments[0].data = points;
  arguments[1].data = labels;
  must(kiln_function_run(train, 2, arguments, steps, 1, &result));
  must(kiln_array_read(result, &cost, sizeof cost));
  kiln_array_release(result);
  result = NULL;
  return cost;
}

int main(int argc, char** argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 200;
  float first, last;
  if (steps < 1) return 2;
  must(kiln_context_create(NULL, NULL, &context));
  build();
  first = run(1);
  last = run((size_t)steps);
  printf("cost before training: %.4f, after %d steps: %.4f (promised: below 0.05)\n", first, steps, last);
  finish(last < 0.05F ? 0 : 1);
  return 0;
}
