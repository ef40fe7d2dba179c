# SPDX-License-Identifier: Apache-2.0
from ..good import one

two = one + one
