# SPDX-License-Identifier: Apache-2.0
from . import good


def f():
    from .bad_types import g

    return g
