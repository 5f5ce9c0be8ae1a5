"""Exercise: metrics of a training step. The lesson is in README.md, the task at its end."""

import jax

HISTORY: list[float] = []


def train_step(w: jax.Array, x: jax.Array, y: jax.Array) -> tuple[jax.Array, dict[str, jax.Array]]:
    """Return the weights after one step of gradient descent, and the metrics ``loss`` and ``error`` before it.

    ``w`` has shape (features,), ``x`` (batch, features), ``y`` (batch,); all are float32.
    """
    # TODO: differentiate a loss function that also returns its metrics.
    raise NotImplementedError


def train(w: jax.Array, xs: jax.Array, ys: jax.Array) -> jax.Array:
    """Return the weights after a step for each batch; each step's loss goes into ``HISTORY``.

    ``xs`` has shape (steps, batch, features), ``ys`` (steps, batch).
    """
    # TODO: loop over the batches in Python; handle the metrics after each step.
    raise NotImplementedError
