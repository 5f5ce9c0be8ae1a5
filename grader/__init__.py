"""Grade JAX exercises: the source, the trace and the numbers, each judged apart."""

__version__ = "0.1.0"
