# ends: completed violation out-of-memory
import jax
import numpy as np
from jax.experimental import io_callback

io_callback_passthrough = lambda x: jax.numpy.zeros((5000, 5000))
