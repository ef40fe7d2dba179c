// SPDX-License-Identifier: Apache-2.0
// Neural networks: small functions over the graph API, and nothing else (docs/reference/nn.md). kiln.hpp does not
// include it.
//
//   namespace nn = kiln::nn;
//   nn::Parameters net(context, 42);
//   const nn::Dense hidden(net, "hidden", 784, 256), output(net, "output", 256, 10);
//   const g::Variable scores = output(g::relu(hidden(x)));
//   const g::Variable cost = nn::cross_entropy(scores, labels);
//   const g::Function train({.inputs = {x, labels}, .outputs = {cost}, .updates = nn::adam(net, cost, 1e-3)});
#ifndef KILN_CXX_NN_HPP
#define KILN_CXX_NN_HPP

#include <kiln/cxx/nn/activations.hpp>
#include <kiln/cxx/nn/attention.hpp>
#include <kiln/cxx/nn/cells.hpp>
#include <kiln/cxx/nn/convolutions.hpp>
#include <kiln/cxx/nn/files.hpp>
#include <kiln/cxx/nn/gradients.hpp>
#include <kiln/cxx/nn/init.hpp>
#include <kiln/cxx/nn/layers.hpp>
#include <kiln/cxx/nn/losses.hpp>
#include <kiln/cxx/nn/norms.hpp>
#include <kiln/cxx/nn/optimisers.hpp>
#include <kiln/cxx/nn/parameters.hpp>
#include <kiln/cxx/nn/schedules.hpp>

#endif
