# SPDX-License-Identifier: Apache-2.0
from . import good
from .bad_inside import f
from kiln_other import g
