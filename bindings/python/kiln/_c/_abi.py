# SPDX-License-Identifier: Apache-2.0
"""The C ABI of libkiln: codes, structs, and the prototypes of the functions that the package calls (kiln/*.h)."""

from __future__ import annotations

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    Union,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint,
    c_uint64,
    c_void_p,
)
from typing import Any, Dict, Optional, Tuple

# kiln_dtype
DTYPE_AUTO = -1
# kiln_argument_kind
ARGUMENT_ARRAY, ARGUMENT_SCALAR, ARGUMENT_NEW, ARGUMENT_NUMBER, ARGUMENT_INTEGER = range(5)
# kiln_parameter_kind, of kiln_elementwise_kinds
PARAMETER_INPUT, PARAMETER_OUTPUT, PARAMETER_INPUT_OUTPUT = range(3)
# kiln_index_kind
INDEX_INTEGER, INDEX_SLICE, INDEX_NEW_AXIS, INDEX_ELLIPSIS = range(4)
# KILN_INDEX_NONE
INDEX_NONE = -(2**63)
# kiln_tristate
TRISTATE_FLAG = -1
# kiln_reshape_copy and kiln_dlpack_copy
COPY_IF_NEEDED, COPY_NEVER, COPY_ALWAYS = range(3)
# kiln_dlpack_order
ORDER_HOST, ORDER_QUEUE, ORDER_NONE = range(3)
# kiln_file_format
FILE_FORMATS = {None: 0, "npz": 1, "safetensors": 2}
# kiln_order
ORDERS = {"C": 0, "F": 1, "K": 2}
# kiln_reduce_op
REDUCE = {
    name: code
    for code, name in enumerate(["sum", "prod", "max", "min", "mean", "var", "std", "any", "all", "count_nonzero",
                                 "argmax", "argmin"])
}
# kiln_conv_border
CONV_PADDED, CONV_VALID, CONV_HALF, CONV_FULL = range(4)
# kiln_upsample_mode
UPSAMPLE = {name: code for code, name in enumerate(["nearest", "linear"])}
# kiln_pool_op
POOL = {name: code for code, name in enumerate(["max", "sum", "average", "average_padded"])}


class ErrorInfo(Structure):
    _fields_ = [("status", c_int), ("vendor_code", c_int64), ("message", c_char_p), ("build_log", c_char_p)]


class BackendInfo(Structure):
    _fields_ = [("name", c_char_p), ("path", c_char_p), ("reason", c_char_p), ("notes", c_char_p),
                ("device_count", c_size_t)]


class DeviceInfo(Structure):
    _fields_ = [("device", c_char_p), ("name", c_char_p), ("platform", c_char_p), ("driver", c_char_p),
                ("uid", c_char_p), ("kind", c_char_p)]


class FlagInfo(Structure):
    _fields_ = [("name", c_char_p), ("type", c_char_p), ("value", c_char_p), ("default_value", c_char_p),
                ("source", c_char_p), ("help", c_char_p)]


class ContextOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("single_stream", c_int), ("launch_blocking", c_int), ("fastmath", c_int),
                ("preallocate", c_char_p), ("memory_budget", c_uint64), ("sched", c_char_p), ("cache_path", c_char_p)]


class ContextProperties(Structure):
    _fields_ = [("struct_size", c_size_t), ("device", c_char_p), ("name", c_char_p), ("vendor", c_char_p),
                ("platform", c_char_p), ("driver", c_char_p), ("language", c_char_p), ("uid", c_char_p),
                ("kind", c_char_p), ("compute_units", c_uint64), ("max_local_size", c_uint64),
                ("max_local_sizes", c_uint64 * 3), ("local_memory", c_uint64), ("total_memory", c_uint64),
                ("largest_block", c_uint64), ("has_float16", c_int), ("has_float64", c_int),
                ("unified_memory", c_int)]


class MemoryInfo(Structure):
    _fields_ = [("struct_size", c_size_t), ("total", c_uint64), ("free", c_uint64), ("largest_block", c_uint64),
                ("in_use", c_uint64), ("peak", c_uint64), ("reserved", c_uint64), ("allocations", c_uint64),
                ("reuses", c_uint64)]


class ArrayInfo(Structure):
    _fields_ = [("struct_size", c_size_t), ("dtype", c_int), ("ndim", c_size_t), ("shape", POINTER(c_int64)),
                ("strides", POINTER(c_int64)), ("offset", c_int64), ("size", c_int64), ("bytes", c_size_t),
                ("c_contiguous", c_int), ("f_contiguous", c_int), ("writable", c_int)]


class NamedArray(Structure):
    _fields_ = [("name", c_char_p), ("array", c_void_p)]


class Index(Structure):
    _fields_ = [("kind", c_int), ("start", c_int64), ("stop", c_int64), ("step", c_int64)]


class ArgumentValue(Union):
    _fields_ = [("array", c_void_p), ("new_array", POINTER(c_void_p)), ("i64", c_int64), ("u64", c_uint64),
                ("f64", c_double), ("c128", c_double * 2)]


class Argument(Structure):
    _fields_ = [("kind", c_int), ("dtype", c_int), ("value", ArgumentValue)]


class ReduceOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("axes", POINTER(c_int64)), ("axis_count", c_size_t), ("keepdims", c_int),
                ("dtype", c_int), ("correction", c_double)]


class ConvOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("rank", c_size_t), ("strides", POINTER(c_int64)),
                ("dilation", POINTER(c_int64)), ("padding", POINTER(c_int64)), ("border", c_int), ("groups", c_int64),
                ("filter_flip", c_int), ("channels_last", c_int)]


class PoolOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("rank", c_size_t), ("window", POINTER(c_int64)),
                ("strides", POINTER(c_int64)), ("padding", POINTER(c_int64)), ("ceil", c_int), ("channels_last", c_int)]


class NativeContext(Structure):
    _fields_ = [("struct_size", c_size_t), ("context", c_void_p), ("device", c_void_p), ("queue", c_void_p)]


class DLPackOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("copy", c_int), ("order", c_int), ("queue", c_void_p), ("host", c_int)]


RELEASE_CALLBACK = CFUNCTYPE(None, c_void_p)  # kiln_release_callback

_handle = c_void_p
_out = POINTER(c_void_p)
_extents = POINTER(c_int64)
_status = c_int
# of kiln_random_*: generator, dtype, ndim, shape
_numbers = (_handle, c_int, c_size_t, _extents)

# name: (result, arguments)
PROTOTYPES: Dict[str, Tuple[Optional[Any], Tuple[Any, ...]]] = {
    "kiln_version": (c_uint, ()),
    "kiln_last_error": (None, (POINTER(ErrorInfo),)),
    "kiln_dtype_from_name": (_status, (c_char_p, POINTER(c_int))),
    "kiln_dtype_promote": (_status, (c_int, c_int, POINTER(c_int))),
    "kiln_flag_count": (c_size_t, ()),
    "kiln_flag_get": (_status, (c_size_t, POINTER(FlagInfo))),
    "kiln_flag_find": (_status, (c_char_p, POINTER(FlagInfo))),
    "kiln_flag_set": (_status, (c_char_p, c_char_p)),
    "kiln_backend_count": (_status, (POINTER(c_size_t),)),
    "kiln_backend_get": (_status, (c_size_t, POINTER(BackendInfo))),
    "kiln_device_count": (_status, (POINTER(c_size_t),)),
    "kiln_device_get": (_status, (c_size_t, POINTER(DeviceInfo))),
    "kiln_context_create": (_status, (c_char_p, POINTER(ContextOptions), _out)),
    "kiln_context_named": (_status, (c_char_p, _out)),
    "kiln_context_release": (None, (_handle,)),
    "kiln_context_get_properties": (_status, (_handle, POINTER(ContextProperties))),
    "kiln_context_get_memory": (_status, (_handle, POINTER(MemoryInfo))),
    "kiln_context_trim": (_status, (_handle,)),
    "kiln_context_wait": (_status, (_handle, c_double, POINTER(c_int))),
    "kiln_array_empty": (_status, (_handle, c_int, c_size_t, _extents, _out)),
    "kiln_array_zeros": (_status, (_handle, c_int, c_size_t, _extents, _out)),
    "kiln_array_full": (_status, (_handle, c_int, c_size_t, _extents, c_int, c_void_p, _out)),
    "kiln_array_arange": (_status, (_handle, c_int, c_double, c_double, c_double, _handle, _out)),
    "kiln_array_linspace": (_status, (_handle, c_int, c_int, _handle, _handle, c_int64, c_int, _handle, _out)),
    "kiln_array_eye": (_status, (_handle, c_int, c_int64, c_int64, c_int64, _handle, _out)),
    "kiln_array_from_host": (_status, (_handle, c_int, c_size_t, _extents, _extents, c_int, c_void_p, _out)),
    "kiln_array_release": (None, (_handle,)),
    "kiln_array_get_info": (_status, (_handle, POINTER(ArrayInfo))),
    "kiln_array_context": (_status, (_handle, _out)),
    "kiln_array_buffer": (_status, (_handle, _out)),
    "kiln_buffer_release": (None, (_handle,)),
    "kiln_array_index": (_status, (_handle, c_size_t, POINTER(Index), _out)),
    "kiln_array_transpose": (_status, (_handle, _extents, _out)),
    "kiln_array_reshape": (_status, (_handle, c_size_t, _extents, c_int, _out)),
    "kiln_array_broadcast_to": (_status, (_handle, c_size_t, _extents, _out)),
    "kiln_array_copy": (_status, (_handle, c_int, _out)),
    "kiln_array_astype": (_status, (_handle, c_int, _out)),
    "kiln_array_assign": (_status, (_handle, _handle)),
    "kiln_array_fill": (_status, (_handle, c_int, c_void_p)),
    "kiln_array_transfer": (_status, (_handle, _handle, _out)),
    "kiln_array_read": (_status, (_handle, c_void_p, c_size_t)),
    "kiln_array_read_as": (_status, (_handle, c_int, c_void_p, c_size_t)),
    "kiln_array_wait": (_status, (_handle, c_double, POINTER(c_int))),
    "kiln_array_to_string": (_status, (_handle, c_int, c_size_t, POINTER(c_void_p), POINTER(c_size_t))),
    "kiln_string_release": (None, (c_void_p,)),
    "kiln_arrays_save": (_status, (c_char_p, c_int, c_size_t, POINTER(NamedArray))),
    "kiln_arrays_load": (_status, (_handle, c_char_p, c_int, POINTER(c_size_t), POINTER(POINTER(NamedArray)))),
    "kiln_arrays_release": (None, (POINTER(NamedArray),)),
    "kiln_array_apply_dtype": (_status, (c_char_p, c_size_t, POINTER(Argument), POINTER(c_int))),
    "kiln_array_apply": (_status, (c_char_p, c_size_t, POINTER(Argument), _handle, _out)),
    "kiln_array_reduce": (_status, (_handle, c_int, POINTER(ReduceOptions), _handle, _out)),
    "kiln_array_matmul": (_status, (_handle, _handle, _handle, _out)),
    "kiln_array_conv": (_status, (_handle, _handle, POINTER(ConvOptions), _handle, _out)),
    "kiln_array_conv_transpose": (_status, (_handle, _handle, POINTER(ConvOptions), _extents, _handle, _out)),
    "kiln_array_conv_filter_gradient": (_status, (_handle, _handle, POINTER(ConvOptions), _extents, _handle, _out)),
    "kiln_array_pool": (_status, (_handle, c_int, POINTER(PoolOptions), _handle, _out)),
    "kiln_array_upsample": (_status, (_handle, c_int, POINTER(c_int64), c_int, _handle, _out)),
    "kiln_array_upsample_gradient": (_status, (_handle, c_int, POINTER(c_int64), c_int, _handle, _out)),
    "kiln_array_pool_gradient": (_status, (_handle, _handle, c_int, POINTER(PoolOptions), _handle, _out)),
    "kiln_array_take": (_status, (_handle, _handle, c_int64, _handle, _out)),
    "kiln_array_put": (_status, (_handle, _handle, c_int64, _handle)),
    "kiln_array_compress": (_status, (_handle, _handle, _handle, _out)),
    "kiln_array_put_mask": (_status, (_handle, _handle, _handle)),
    "kiln_array_nonzero": (_status, (_handle, c_size_t, _out)),
    "kiln_elementwise_create": (_status, (_handle, c_char_p, c_char_p, _out)),
    "kiln_elementwise_release": (None, (_handle,)),
    "kiln_elementwise_parameters": (_status, (_handle, POINTER(c_size_t), POINTER(POINTER(c_char_p)))),
    "kiln_elementwise_kinds": (_status, (_handle, POINTER(c_size_t), POINTER(POINTER(c_int)))),
    "kiln_elementwise_call": (_status, (_handle, c_size_t, POINTER(Argument))),
    "kiln_array_from_buffer": (_status, (_handle, c_int, c_size_t, _extents, _extents, c_int64, _out)),
    "kiln_context_adopt": (_status, (c_char_p, POINTER(NativeContext), POINTER(ContextOptions), _out)),
    "kiln_context_get_native": (_status, (_handle, POINTER(NativeContext))),
    "kiln_context_after_queue": (_status, (_handle, c_void_p)),
    "kiln_context_before_queue": (_status, (_handle, c_void_p)),
    "kiln_buffer_adopt": (_status, (_handle, c_void_p, c_size_t, c_size_t, RELEASE_CALLBACK, c_void_p, _out)),
    "kiln_buffer_get_native": (_status, (_handle, _out, POINTER(c_size_t))),
    "kiln_array_dlpack_device": (_status, (_handle, POINTER(c_int32), POINTER(c_int32))),
    "kiln_array_to_dlpack": (_status, (_handle, POINTER(DLPackOptions), _out)),
    "kiln_array_to_dlpack_legacy": (_status, (_handle, POINTER(DLPackOptions), _out)),
    "kiln_array_from_dlpack": (_status, (_handle, c_void_p, POINTER(DLPackOptions), _out)),
    "kiln_array_from_dlpack_legacy": (_status, (_handle, c_void_p, POINTER(DLPackOptions), _out)),
    "kiln_dlpack_capsule_destructor": (None, (c_void_p,)),
    "kiln_random_create": (_status, (_handle, c_uint64, _out)),
    "kiln_random_release": (None, (_handle,)),
    "kiln_random_counter": (_status, (_handle, POINTER(c_uint64))),
    "kiln_random_set_counter": (_status, (_handle, c_uint64)),
    "kiln_random_uniform": (_status, (*_numbers, c_double, c_double, _handle, _out)),
    "kiln_random_normal": (_status, (*_numbers, c_double, c_double, _handle, _out)),
    "kiln_random_integers": (_status, (*_numbers, c_int64, c_int64, _handle, _out)),
}
