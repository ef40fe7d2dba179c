# SPDX-License-Identifier: Apache-2.0
import math

from . import bad_inside, bad_types
from .good import one
