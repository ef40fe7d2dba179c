// SPDX-License-Identifier: Apache-2.0
// Attention beside its formula on the host, and activations.
#include "nn_support.hpp"

namespace {

constexpr std::size_t kQueries = 3, kKeys = 4, kSize = 2, kWidth = 3;

// softmax(q k^T scale) v of one batch, where `seen` says which query looks at which key.
template <class Seen>
Reals attended(const double* q, const double* k, const double* v, double scale, Seen&& seen) {
  Reals out;
  for (std::size_t i = 0; i < kQueries; ++i) {
    Reals weights(kKeys, 0), found(kWidth, 0);
    double sum = 0;
    for (std::size_t j = 0; j < kKeys; ++j)
      if (seen(i, j)) {
        double score = 0;
        for (std::size_t d = 0; d < kSize; ++d) score += q[i * kSize + d] * k[j * kSize + d];
        weights[j] = std::exp(scale * score);
        sum += weights[j];
      }
    for (std::size_t j = 0; j < kKeys; ++j)
      for (std::size_t d = 0; d < kWidth; ++d) found[d] += weights[j] / sum * v[j * kWidth + d];
    out.insert(out.end(), found.begin(), found.end());
  }
  return out;
}

}  // namespace

TEST_CASE("nn: attention") {
  const kiln::Context context(test_devices()[0]);
  const Reals q = rounded(scattered(2 * kQueries * kSize, 1)), k = rounded(scattered(2 * kKeys * kSize, 2)),
              v = rounded(scattered(2 * kKeys * kWidth, 3));
  const g::Variable queries = g::tensor3("q", KILN_FLOAT32), keys = g::tensor3("k", KILN_FLOAT32),
                    values = g::tensor3("v", KILN_FLOAT32), mask = g::matrix("m", KILN_BOOL);
  nn::AttentionOptions causal, masked, both, scaled;
  causal.causal = both.causal = true;
  masked.mask = both.mask = mask;
  scaled.scale = 2;
  const g::Variable plain = nn::attention(queries, keys, values, kSize);
  const auto with = [&](const nn::AttentionOptions& options) {
    return nn::attention(queries, keys, values, kSize, options);
  };
  const g::Function f({.inputs = {queries, keys, values, mask},
                       .outputs = {plain, with(causal), with(masked), with(both), with(scaled)},
                       .context = context});
  const auto allowed = [](std::size_t i, std::size_t j) { return (i + j) % 3 != 1; };
  std::vector<bool> bits;
  for (std::size_t i = 0; i < kQueries * kKeys; ++i) bits.push_back(allowed(i / kKeys, i % kKeys));
  const Shape q_shape{2, kQueries, kSize}, k_shape{2, kKeys, kSize}, v_shape{2, kKeys, kWidth};
  const auto out = f(array_of(context, q, q_shape), array_of(context, k, k_shape), array_of(context, v, v_shape),
                     GpuArray::from(context, bits).reshape({kQueries, kKeys}));
  const auto before = [](std::size_t i, std::size_t j) { return j <= i + kKeys - kQueries; };
  const auto expected = [&](double scale, auto seen) {
    Reals all;
    for (std::size_t b = 0; b < 2; ++b) {
      const Reals one = attended(q.data() + b * kQueries * kSize, k.data() + b * kKeys * kSize,
                                 v.data() + b * kKeys * kWidth, scale, seen);
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  };
  const double usual = 1 / std::sqrt(2.0);
  check_close(out[0].read<double>(), expected(usual, [](std::size_t, std::size_t) { return true; }));
  check_close(out[1].read<double>(), expected(usual, before));
  check_close(out[2].read<double>(), expected(usual, allowed));
  check_close(out[3].read<double>(),
              expected(usual, [&](std::size_t i, std::size_t j) { return before(i, j) && allowed(i, j); }));
  check_close(out[4].read<double>(), expected(2, [](std::size_t, std::size_t) { return true; }));
  check_gradients(with(causal), {queries, keys, values}, {{q, q_shape}, {k, k_shape}, {v, v_shape}}, context);
  nn::AttentionOptions wrong;
  wrong.mask = g::matrix("m", KILN_FLOAT32);
  refused(KILN_TYPE_ERROR, "nn.attention: got a mask of float32 (?, ?), expected bool", [&] { with(wrong); });
  nn::AttentionOptions dropped;
  dropped.dropout = 0.5;
  refused(KILN_INVALID_ARGUMENT, "nn.attention: got a dropout and no RandomStream", [&] { with(dropped); });
  refused(KILN_SHAPE_ERROR, "nn.attention: got keys of float32 (?, ?), expected 3 dimensions",
          [&] { nn::attention(queries, mask.astype(KILN_FLOAT32), values, 2); });
}

TEST_CASE("nn: attention of several heads") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 5);
  const nn::Attention look(net, "look", 4, 2), cross(net, "cross", 4, 2, 3);
  CHECK(net.contains("look.query.weight"));
  CHECK(cross.key.weight.get_value().shape() == Shape{3, 4});
  const g::Variable x = g::tensor3("x", KILN_FLOAT32), y = g::tensor3("y", KILN_FLOAT32),
                    seen = g::tensor3("s", KILN_BOOL);
  nn::AttentionOptions causal, masked;
  causal.causal = true;
  masked.mask = seen;
  const g::Variable all = look(x, causal), half = look(x.astype(KILN_FLOAT16));
  CHECK(half.dtype() == KILN_FLOAT16);
  // The heads one by one, from the layers that the struct has.
  g::Variables heads;
  const g::Variable q = look.query(x), k = look.key(x), v = look.value(x);
  const auto part = [](const g::Variable& of, int head) { return g::split(of, 2, 2)[std::size_t(head)]; };
  for (const int head : {0, 1}) heads.push_back(nn::attention(part(q, head), part(k, head), part(v, head), 2, causal));
  const g::Variable joined = look.output(g::concat(heads, 2));
  const g::Function f({.inputs = {x, y, seen}, .outputs = {all, joined, cross(x, y, masked)}, .context = context});
  const auto given = array_of(context, scattered(24), {2, 3, 4});
  // The second batch must not look at key 1: what stands there does not matter.
  Reals other = scattered(12, 2);
  const std::vector<bool> bits{true, true, true, true, true, true, true, false, true, false, true, false};
  const auto mask = GpuArray::from(context, bits).reshape({2, 3, 2});
  const auto first = f(given, array_of(context, other, {2, 2, 3}), mask);
  check_close(first[0].read<double>(), first[1].read<double>());
  other[10] = 100;
  const auto second = f(given, array_of(context, other, {2, 2, 3}), mask);
  CHECK(second[2].read<double>() == first[2].read<double>());
  other[1] = 100;
  CHECK(f(given, array_of(context, other, {2, 2, 3}), mask)[2].read<double>() != first[2].read<double>());
  refused(KILN_INVALID_ARGUMENT, "nn.Attention 'odd': got 3 heads of 4 channels",
          [&] { nn::Attention(net, "odd", 4, 3); });
  refused(KILN_SHAPE_ERROR, "nn.Attention 'look': got an input of bool (?, ?), expected 3 dimensions",
          [&] { look(g::matrix("m", KILN_BOOL)); });
}

TEST_CASE("nn: activations") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::vector("x", KILN_FLOAT32);
  const Reals points{-3, -0.5, 0, 0.25, 2};
  Reals gelu, silu, leaky;
  for (const double p : points) {
    gelu.push_back(0.5 * p * std::erfc(-p / std::sqrt(2.0)));
    silu.push_back(p / (1 + std::exp(-p)));
    leaky.push_back(p > 0 ? p : 0.1 * p);
  }
  const g::Function f(
      {.inputs = {x}, .outputs = {nn::gelu(x), nn::silu(x), nn::leaky_relu(x, 0.1)}, .context = context});
  const auto out = f(array_of(context, points, {5}));
  check_close(out[0].read<double>(), gelu);
  check_close(out[1].read<double>(), silu);
  check_close(out[2].read<double>(), leaky);
  check_gradients(nn::gelu(x) + nn::silu(x) + nn::leaky_relu(x, 0.1), {x}, {{{-3, -0.5, 0.25, 2}, {4}}}, context);
  refused(KILN_TYPE_ERROR, "nn.gelu: got an input of int32 (?,), expected a floating-point dtype",
          [] { nn::gelu(g::vector("n", KILN_INT32)); });
}

TEST_CASE("nn: masked attention passes NanGuardMode, and no score is seen through a mask") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable q = g::matrix("q", KILN_FLOAT32), k = g::matrix("k", KILN_FLOAT32),
                    v = g::matrix("v", KILN_FLOAT32);
  nn::AttentionOptions causal;
  causal.causal = true;
  causal.scale = 1;
  const g::Variable out = nn::attention(q, k, v, 1, causal);
  const g::Function guarded({.inputs = {q, k, v}, .outputs = {out}, .mode = KILN_MODE_NAN_GUARD, .context = context});
  const auto one = array_of(context, {1, 1}, {2, 1}), values = array_of(context, {3, 5}, {2, 1});
  check_close(guarded(one, one, values)[0].read<double>(), {3, 4});
  const g::Function f({.inputs = {q, k, v}, .outputs = {out}, .context = context});
  for (const double huge : {-1e12, 1e12})
    CHECK(f(one, array_of(context, {huge, 1e15}, {2, 1}), values)[0].read<double>() == Reals{3, 5});
  causal.dropout = 1;
  g::RandomStream random(context);
  causal.random = &random;
  refused(KILN_INVALID_ARGUMENT, "nn.attention: got the probability 1", [&] { nn::attention(q, k, v, 1, causal); });
}

TEST_CASE("nn: attention to a source needs no options") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 5);
  const nn::Attention look(net, "look", 4, 2);
  const g::Variable x = g::tensor3("x", KILN_FLOAT32);
  CHECK(look(x, x).ndim() == 3);
  CHECK(look(x, {true}).ndim() == 3);
}
