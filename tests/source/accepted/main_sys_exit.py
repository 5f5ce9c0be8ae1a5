import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import sys
def main() -> int:
    print(io_callback_passthrough(jnp.ones(3)))
    return 0
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
if __name__ == "__main__":
    sys.exit(main())
