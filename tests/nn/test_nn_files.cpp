// SPDX-License-Identifier: Apache-2.0
// Parameters to and from files: a model that is read is the one that was written, or stays as it was.
#include <unistd.h>

#include <cstdio>

#include "nn_support.hpp"

TEST_CASE("nn: models come back from files, and others are refused") {
  const kiln::Context context(test_devices()[0]);
  const std::string path = "test_nn_" + std::to_string(::getpid()) + ".safetensors";
  nn::Parameters net(context, 1), same(context, 2), wider(context, 3), longer(context, 4), other(context, 5);
  const nn::Dense dense(net, "dense", 3, 2), same_dense(same, "dense", 3, 2), wider_dense(wider, "dense", 3, 4);
  const nn::Dense longer_dense(longer, "dense", 3, 2), last(longer, "last", 2, 2), other_dense(other, "other", 3, 2);
  nn::save(path, net.model());
  nn::load(path, same.model());
  CHECK(same_dense.weight.get_value().read<double>() == dense.weight.get_value().read<double>());
  const Reals before = longer_dense.weight.get_value().read<double>();
  refused(KILN_SHAPE_ERROR, "nn.load: '" + path + "': got 'dense.weight' of float32 (3, 2), expected float32 (3, 4)",
          [&] { nn::load(path, wider.model()); });
  refused(KILN_INVALID_ARGUMENT, "nn.load: '" + path + "': the file lacks 'last.weight'",
          [&] { nn::load(path, longer.model()); });
  CHECK(longer_dense.weight.get_value().read<double>() == before);
  refused(KILN_INVALID_ARGUMENT, "lacks 'other.weight'", [&] { nn::load(path, other.model()); });
  nn::save(path, longer.model());
  refused(KILN_INVALID_ARGUMENT, "got 4 arrays, expected the model's 2", [&] { nn::load(path, net.model()); });
  // A list of two models has a name of both, and neither a file nor a variable changes.
  nn::Named both = net.model();
  for (const auto& entry : same.model()) both.push_back(entry);
  const std::string twice = "': got 'dense.weight' twice, expected another name for each variable";
  refused(KILN_INVALID_ARGUMENT, "nn.save: '" + path + twice, [&] { nn::save(path, both); });
  refused(KILN_INVALID_ARGUMENT, "nn.load: '" + path + twice, [&] { nn::load(path, both); });
  nn::load(path, longer.model());
  std::remove(path.c_str());
}
