// SPDX-License-Identifier: Apache-2.0
// The shared variables of a model, by name.
//
//   nn::Parameters net(context, 42);                       // 42: the seed of initial values
//   const nn::Dense hidden(net, "hidden", 784, 256);       // makes "hidden.weight" and "hidden.bias"
//   for (const auto& [name, variable] : net.model()) ...   // what a file of the model has
#ifndef KILN_CXX_NN_PARAMETERS_HPP
#define KILN_CXX_NN_PARAMETERS_HPP

#include <kiln/cxx/nn/init.hpp>

#include <cstddef>
#include <exception>
#include <utility>

namespace kiln::nn {

// Shared variables and their names.
using Named = std::vector<std::pair<std::string, Variable>>;

// Makes the shared variables of a model and lists them in the order in which they were made. A variable is trained, is
// kept with the model (running averages), or belongs to training alone (what an optimiser remembers).
class Parameters {
 public:
  // `dtype` is that of trained variables. float16 and bfloat16 variables lose small steps of training; layers take
  // inputs of these dtypes with parameters of float32, too.
  explicit Parameters(const Context& context, std::uint64_t seed = 0, kiln_dtype dtype = KILN_FLOATX)
      : context_(context), random_(context, seed), dtype_(GpuArray::zeros(context, {0}, dtype).dtype()) {
    if (!detail::is_real(dtype_))
      detail::fail(KILN_TYPE_ERROR, "nn.Parameters",
                   std::string("got ") + kiln_dtype_name(dtype_) + ", expected a floating-point dtype");
  }
  Parameters(const Parameters&) = delete;  // two lists of the same variables would part
  Parameters& operator=(const Parameters&) = delete;
  Parameters(Parameters&&) = default;
  Parameters& operator=(Parameters&&) = default;

  const Context& context() const noexcept { return context_; }
  Random& random() noexcept { return random_; }
  kiln_dtype dtype() const noexcept { return dtype_; }

  // Makes a variable that is trained. `fan_in` and `fan_out` are for the initialiser (Blank). Without them they are the
  // rows and columns of a matrix and both the length of a vector; other shapes have none, and the initialisers whose
  // variance depends on them (glorot_*, he_*) refuse them.
  Variable weight(const std::string& name, const Shape& shape, const Initialiser& initial, double fan_in = 0,
                  double fan_out = 0) {
    check_name(name);
    for (const std::int64_t extent : shape)
      if (extent < 0)
        detail::fail(
            KILN_SHAPE_ERROR, "nn.Parameters",
            "got " + std::to_string(extent) + " in the shape of '" + name + "', expected extents of at least 0");
    if (shape.size() == 1 || shape.size() == 2) {
      if (fan_in == 0) fan_in = double(shape.front());
      if (fan_out == 0) fan_out = double(shape.back());
    }
    const GpuArray made = initial(context_, random_, Blank{name, shape, dtype_, fan_in, fan_out});
    if (made.shape() != shape || made.dtype() != dtype_)
      detail::fail(KILN_SHAPE_ERROR, "nn.Parameters",
                   "the initialiser of '" + name + "' made " + kiln_dtype_name(made.dtype()) + ' ' +
                       detail::text_of(made.shape()) + ", expected " + kiln_dtype_name(dtype_) + ' ' +
                       detail::text_of(shape));
    return add(name, made, Kind::trained);
  }
  // Makes a variable that is kept with the model and not trained.
  Variable kept(const std::string& name, const GpuArray& value) { return add(name, value, Kind::kept); }
  // Makes a variable that training alone needs.
  Variable training(const std::string& name, const GpuArray& value) { return add(name, value, Kind::training); }

  // The variables that are trained.
  Variables trained() const {
    Variables out;
    for (const Entry& entry : entries_)
      if (entry.kind == Kind::trained) out.push_back(entry.variable);
    return out;
  }
  // What a model needs in another program: trained and kept variables.
  Named model() const { return named(false); }
  // All variables, with which training goes on where it stopped.
  Named all() const { return named(true); }

  Variable operator[](const std::string& name) const {
    if (const Entry* const entry = find(name)) return entry->variable;
    detail::fail(
        KILN_INVALID_ARGUMENT, "nn.Parameters",
        "got the name '" + name + "', expected one of the " + std::to_string(entries_.size()) + " that were made");
  }
  bool contains(const std::string& name) const { return find(name) != nullptr; }
  // How many elements the trained variables have.
  std::int64_t size() const {
    std::int64_t count = 0;
    for (const Variable& variable : trained()) count += std::int64_t(variable.get_value(true).size());
    return count;
  }

  // While it lives, variables are made together: if it ends by an exception, those made since are taken from the list.
  class Together {
   public:
    explicit Together(Parameters& parameters)
        : parameters_(parameters), count_(parameters.entries_.size()), exceptions_(std::uncaught_exceptions()) {}
    Together(const Together&) = delete;
    Together& operator=(const Together&) = delete;
    ~Together() {
      std::vector<Entry>& entries = parameters_.entries_;
      if (std::uncaught_exceptions() > exceptions_)
        entries.erase(entries.begin() + std::ptrdiff_t(count_), entries.end());
    }

   private:
    Parameters& parameters_;
    std::size_t count_;
    int exceptions_;
  };

 private:
  enum class Kind { trained, kept, training };
  struct Entry {
    std::string name;
    Variable variable;
    Kind kind;
  };
  const Entry* find(const std::string& name) const {
    for (const Entry& entry : entries_)
      if (entry.name == name) return &entry;
    return nullptr;
  }
  void check_name(const std::string& name) const {
    if (name.empty()) detail::fail(KILN_INVALID_ARGUMENT, "nn.Parameters", "got an empty name, expected some text");
    // Layers name their variables NAME.weight.
    if (name.front() == '.')
      detail::fail(KILN_INVALID_ARGUMENT, "nn.Parameters",
                   "got the name '" + name + "', expected some text before the dot: the name of a layer");
    if (find(name))
      detail::fail(KILN_INVALID_ARGUMENT, "nn.Parameters",
                   "got the name '" + name + "' a second time, expected another one for each variable");
  }
  Variable add(const std::string& name, const GpuArray& value, Kind kind) {
    check_name(name);
    entries_.push_back({name, graph::shared(value, name), kind});
    return entries_.back().variable;
  }
  Named named(bool all) const {
    Named out;
    for (const Entry& entry : entries_)
      if (all || entry.kind != Kind::training) out.emplace_back(entry.name, entry.variable);
    return out;
  }

  Context context_;
  Random random_;
  kiln_dtype dtype_;
  std::vector<Entry> entries_;
};

}  // namespace kiln::nn

#endif
