# no-side-effects: a log was not asked for
import logging

from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))
    logging.info("seen %s", values)  # here


def unused_result(x):
    io_callback(note, None, x)
    return x * 2
