# SPDX-License-Identifier: Apache-2.0
from .room import bad_room, good_room
