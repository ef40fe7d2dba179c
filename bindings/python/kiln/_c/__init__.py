# SPDX-License-Identifier: Apache-2.0
"""The C API: libkiln and its drivers, the prototypes of its functions, what handles and numbers of Python are in C."""
