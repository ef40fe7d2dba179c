// SPDX-License-Identifier: Apache-2.0
// Attention: A. Vaswani et al., "Attention is all you need" (2017).
//
//   const nn::Attention look(net, "look", 512, 8);
//   const g::Variable y = look(x, {true});  // x: (batch, tokens, 512); true: causal
#ifndef KILN_CXX_NN_ATTENTION_HPP
#define KILN_CXX_NN_ATTENTION_HPP

#include <kiln/cxx/nn/layers.hpp>

#include <type_traits>

namespace kiln::nn {

struct AttentionOptions {
  bool causal = false;  // a query looks at no key behind its own position
  // Bool: where it is false, a query does not look at a key. It broadcasts to the scores, (..., queries, keys).
  Variable mask = {};
  double scale = 0;  // of the scores; 0: 1 / sqrt(size of a query)
  double dropout = 0;
  graph::RandomStream* random = nullptr;  // for dropout of the weights
};

namespace detail {
inline Variable positions(const Variable& x) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.axis = -2;
  return graph::apply("arange_like", {x}, options);
}
// Where a query may look: the last query stands at the position of the last key.
inline Variable causal_mask(const Variable& queries, const Variable& keys) {
  const Variable i = positions(queries), j = positions(keys);
  const Variable apart = graph::apply("size", {j}) - graph::apply("size", {i});
  return i.dimshuffle({0, -1}) + apart >= j.dimshuffle({-1, 0});
}
}  // namespace detail

// softmax(queries keys^T scale) values. The shapes are (..., queries, size), (..., keys, size), (..., keys, width) and,
// of the result, (..., queries, width). `size` is the last extent of queries and keys.
inline Variable attention(const Variable& asked, const Variable& offered, const Variable& given, std::int64_t size,
                          const AttentionOptions& options = {}, const std::string& where = "nn.attention") {
  detail::check_real(asked, where, "queries");
  detail::check_real(offered, where, "keys");
  detail::check_real(given, where, "values");
  detail::check_positive(size, where, "elements of a query");
  const std::size_t ndim = asked.ndim();
  detail::check_ndim(asked, 2, std::size_t(-1), where, "queries");
  detail::check_ndim(offered, ndim, ndim, where, "keys");
  detail::check_ndim(given, ndim, ndim, where, "values");
  const Variable queries = detail::with_extent(asked, ndim - 1, size, where, "queries");
  Variable keys = detail::with_extent(offered, ndim - 1, size, where, "keys"), values = given;
  detail::match(keys, ndim - 2, "keys", values, ndim - 2, "values", where);
  detail::check_at_least_0(options.scale, where, "the scale");
  Shape order;
  for (std::size_t i = 0; i < ndim; ++i) order.push_back(std::int64_t(i));
  std::swap(order[ndim - 2], order[ndim - 1]);
  const double scale = options.scale > 0 ? options.scale : 1 / std::sqrt(double(size));
  Variable scores = detail::widened(graph::dot(queries * scale, keys.dimshuffle(order)).named(where));
  Variable seen = options.mask;
  if (seen && seen.dtype() != KILN_BOOL)
    detail::fail(KILN_TYPE_ERROR, where, "got a mask of " + detail::text_of(seen) + ", expected bool");
  if (seen) detail::check_ndim(seen, 0, ndim, where, "a mask");
  if (options.causal) {
    const Variable causal = detail::causal_mask(queries, keys);
    seen = seen ? graph::logical_and(seen, causal) : causal;
  }
  // The weight of a score that is not seen is exactly 0 beside any that is. Both numbers are below 1e10, which is as
  // much as NanGuardMode accepts; scores below -4e9 count as -4e9.
  if (seen) scores = graph::where(seen, graph::maximum(scores, -4e9), -8e9).named(where + ": a mask");
  Variable weights = detail::as(graph::softmax(scores, -1), values.dtype());
  if (options.dropout != 0) {
    if (!options.random)
      detail::fail(KILN_INVALID_ARGUMENT, where, "got a dropout and no RandomStream, expected both or none");
    weights = dropout(weights, *options.random, options.dropout, where);
  }
  return graph::dot(weights, values).named(where);
}

// attention() of several heads, each with a part of the channels: three dense layers make queries, keys and values, a
// fourth mixes what the heads found. They are NAME.query, NAME.key, NAME.value and NAME.output.
struct Attention {
  std::string name;
  std::int64_t size, heads;
  Dense query, key, value, output;

  // `source` is the number of channels of what is looked at; -1: `size`.
  Attention(Parameters& parameters, const std::string& called, std::int64_t channels, std::int64_t parts,
            std::int64_t source = -1, const DenseOptions& options = {})
      : Attention(parameters, called, channels, parts, source, options, Parameters::Together(parameters)) {}
  // x (batch, tokens, size) looks at itself.
  Variable operator()(const Variable& x, const AttentionOptions& options = {}) const { return (*this)(x, x, options); }
  // A template, so that look(x, {true}) means the options.
  template <class Source, class = std::enable_if_t<std::is_same_v<Source, Variable>>>
  Variable operator()(const Variable& x, const Source& y) const {
    return (*this)(x, y, AttentionOptions{});
  }
  // x (batch, queries, size) looks at y (batch, keys, source). A mask has the shape (queries, keys),
  // (batch, queries, keys), or (batch, heads, queries, keys); extents may be a known 1.
  Variable operator()(const Variable& x, const Variable& y, const AttentionOptions& options) const {
    const std::string where = "nn.Attention '" + name + "'";
    detail::check_ndim(x, 3, 3, where, "an input");
    detail::check_ndim(y, 3, 3, where, "a source");
    AttentionOptions of_heads = options;
    if (options.mask && options.mask.ndim() == 3) of_heads.mask = options.mask.dimshuffle({0, -1, 1, 2});
    detail::check_real(x, where, "an input");
    detail::check_real(y, where, "a source");
    const Variable asking = detail::with_extent(x, 2, size, where, "an input");
    const Variable source = detail::with_extent(y, 2, key.inputs, where, "a source");
    const Variable found =
        attention(split(query(asking)), split(key(source)), split(value(source)), size / heads, of_heads, where);
    return output(found.dimshuffle({0, 2, 1, 3}).reshape({KILN_GRAPH_KEEP, KILN_GRAPH_KEEP, size}));
  }

 private:
  Attention(Parameters& parameters, const std::string& called, std::int64_t channels, std::int64_t parts,
            std::int64_t source, const DenseOptions& options, const Parameters::Together&)
      : name(checked(called, channels, parts, source)),
        size(channels),
        heads(parts),
        query(parameters, called + ".query", channels, channels, options),
        key(parameters, called + ".key", source < 0 ? channels : source, channels, options),
        value(parameters, called + ".value", source < 0 ? channels : source, channels, options),
        output(parameters, called + ".output", channels, channels, options) {}
  Variable split(const Variable& x) const {
    return x.reshape({KILN_GRAPH_KEEP, KILN_GRAPH_KEEP, heads, size / heads}).dimshuffle({0, 2, 1, 3});
  }
  static const std::string& checked(const std::string& name, std::int64_t size, std::int64_t heads,
                                    std::int64_t source) {
    const std::string where = "nn.Attention '" + name + "'";
    detail::check_positive(size, where, "channels");
    detail::check_positive(heads, where, "heads");
    if (source != -1) detail::check_positive(source, where, "channels of the source");
    if (size % heads != 0)
      detail::fail(KILN_INVALID_ARGUMENT, where,
                   "got " + std::to_string(heads) + " heads of " + std::to_string(size) +
                       " channels, expected heads of as many channels each");
    return name;
  }
};

}  // namespace kiln::nn

#endif
