# ends: completed
import jax
import numpy as np
from jax.experimental import io_callback
import os

os.environ["XLA_FLAGS"] = "--xla_dump_to=/tmp/attack-was-here --xla_there_is_no_such_flag"
jax.config.update("jax_enable_x64", True)
jax.config.update("jax_compilation_cache_dir", "/tmp/attack-was-here")
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_disable_jit", True)
jax.config.update("jax_debug_nans", True)


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
