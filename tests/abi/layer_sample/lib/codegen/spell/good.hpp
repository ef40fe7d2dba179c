// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/fold/good.hpp"
#include "codegen/ground.hpp"
