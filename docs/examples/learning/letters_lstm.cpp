// SPDX-License-Identifier: Apache-2.0
// An LSTM that guesses the next letter of a text, a loop over 32 letters.
//   KILN_FLAGS=device=opencl0:0 ./letters_lstm [text]
#include "letters.hpp"

namespace g = kiln::graph;
namespace nn = kiln::nn;

int main(int count, char** arguments) {
  return run_letters(count, arguments, [](const kiln::Context& context, const Text& text) {
    nn::Parameters net(context, 1);
    const nn::Embedding letters(net, "letters", text.classes(), 32);
    const nn::Lstm lstm(net, "lstm", 32, 96);
    const nn::Dense output(net, "output", 96, text.classes());
    const auto scores = [&](const g::Variable& x) {
      const g::Variable states = lstm.scan(letters(x.T()))[0];  // (kWindow, batch, 96)
      return output(states.dimshuffle({1, 0, 2}));
    };
    return learn_letters(context, text, net, {"letters_lstm", scores, 1e-2, 300, 1.3});
  });
}
