import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import unittest
class T(unittest.TestCase):
    def test_it(self):
        self.assertEqual(io_callback_passthrough(jnp.ones(1))[0], 2)
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
if __name__ == "__main__":
    unittest.main()
