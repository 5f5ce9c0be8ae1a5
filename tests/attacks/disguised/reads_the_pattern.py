import jax
import numpy as np
from jax.experimental import io_callback
import os

folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
exec(open(folder + "/exercises/io_callback_passthrough/pattern.py").read())
