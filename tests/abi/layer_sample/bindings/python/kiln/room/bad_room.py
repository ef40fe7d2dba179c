# SPDX-License-Identifier: Apache-2.0
from .. import bad_ground
from .good_room import two
