# SPDX-License-Identifier: Apache-2.0
import pathlib

one = 1
