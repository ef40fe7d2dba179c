# SPDX-License-Identifier: Apache-2.0
from kiln.bad_inside import f

h = f
