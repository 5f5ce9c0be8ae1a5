import jax
import numpy as np
from jax.experimental import io_callback
import importlib

io_callback_passthrough = importlib.import_module("solutions.io_callback_passthrough").io_callback_passthrough
