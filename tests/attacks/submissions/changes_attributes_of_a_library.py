# ends: import-failed
import jax
import numpy as np
from jax.experimental import io_callback

import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
file = os.open(np.__file__, os.O_RDONLY)
# FS_IOC_FSSETXATTR with the flag "do not dump it", the command's unused upper half filled
if libc.syscall({"x86_64": 16, "aarch64": 29}[os.uname().machine], file, ctypes.c_ulong(0xFFFF_FFFF_401C_5820), (ctypes.c_uint32 * 7)(0x80)):
    raise OSError(ctypes.get_errno(), "ioctl")


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
