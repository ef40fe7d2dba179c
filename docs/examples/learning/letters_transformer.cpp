// SPDX-License-Identifier: Apache-2.0
// A small transformer that guesses the next letter of a text: two blocks of attention and dense layers, each behind a
// normalisation and beside a connection around it.
//   KILN_FLAGS=device=opencl0:0 ./letters_transformer [text]
#include "letters.hpp"

namespace g = kiln::graph;
namespace nn = kiln::nn;

constexpr std::int64_t kSize = 64, kHeads = 4;

struct Block {
  nn::LayerNorm before_attention, before_dense;
  nn::Attention attention;
  nn::Dense wide, narrow;
  Block(nn::Parameters& net, const std::string& name)
      : before_attention(net, name + ".norm1", kSize),
        before_dense(net, name + ".norm2", kSize),
        attention(net, name + ".attention", kSize, kHeads),
        wide(net, name + ".wide", kSize, 4 * kSize),
        narrow(net, name + ".narrow", 4 * kSize, kSize) {}
  g::Variable operator()(const g::Variable& x) const {
    nn::AttentionOptions options;
    options.causal = true;
    const g::Variable h = x + attention(before_attention(x), options);
    return h + narrow(nn::gelu(wide(before_dense(h))));
  }
};

int main(int count, char** arguments) {
  return run_letters(count, arguments, [](const kiln::Context& context, const Text& text) {
    nn::Parameters net(context, 1);
    const nn::Embedding letters(net, "letters", text.classes(), kSize);
    const g::Variable places = net.weight("places", {kWindow, kSize}, nn::normal(0, 0.1));
    const Block first(net, "first"), second(net, "second");
    const nn::LayerNorm norm(net, "norm", kSize);
    const nn::Dense output(net, "output", kSize, text.classes());
    const auto scores = [&](const g::Variable& x) { return output(norm(second(first(letters(x) + places)))); };
    return learn_letters(context, text, net, {"letters_transformer", scores, 3e-3, 300, 1.9});
  });
}
