"""What JAX says when something goes wrong, in words that lead to the mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from grader.sandbox.wire import Raised

HELP: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), text)
    for pattern, text in (
        (
            r"missing \d+ required positional argument",
            "the host function got too few arguments: is the array passed after the declaration?",
        ),
        (
            r"takes \d+ positional arguments? but \d+ (was|were) given",
            "the host function got more arguments than it takes: options go by keyword",
        ),
        (
            r"unexpected keyword argument 'ordered'",
            "`ordered` reached the host function: only `io_callback` has that option",
        ),
        (
            r"unexpected keyword argument",
            "a misspelt option is handed on to the host function: look at the keyword",
        ),
        (
            r"Mismatched number of outputs from callback. Expected: 1, Actual: 0",
            "the host function returns nothing: is there a `return` in it?",
        ),
        (
            r"Mismatched number of outputs from callback. Expected: 0",
            "the declaration says that nothing comes back, but the host function returns something",
        ),
        (
            r"Mismatched number of outputs from callback",
            "the host function must return one array, not a list of numbers",
        ),
        (
            r"Incorrect output shape",
            "the host function's result does not have the declared shape",
        ),
        (
            r"Incorrect output dtype",
            "the host function's result does not have the declared dtype",
        ),
        (
            r"output array is read-only",
            "the array is read-only on the host: make a new one, `arr * 2`",
        ),
        (
            r"JAX arrays are immutable",
            "arrays cannot be changed in place: make a new one, `arr * 2`",
        ),
        (
            r"ShapeDtypeStruct.* is not a valid JAX type",
            "the declaration comes before the argument: host function, declaration, array",
        ),
        (r"unhashable type: .*Array", "the host function was called at once: pass the function itself"),
        (
            r"must have __hash__.*callback_func=\w*(Array|Tracer)",
            "the host function was called at once: pass the function itself",
        ),
        (
            r"unhashable type|must have __hash__",
            "JAX keeps host functions by their hash: pass a function, or an object whose class defines no equality",
        ),
        (r"cannot specify 64-bit types", "declare the array's own dtype, not a 64-bit one"),
        (
            r"carry input and carry output must have equal types",
            "the carry must come back with the shape and dtype that it went in with: look at what the loop begins with",
        ),
        (r"Cannot `vmap` ordered IO callback", "an ordered callback cannot be vmapped"),
        (r"IO callbacks do not support JVP", "a callback cannot be differentiated"),
        (
            r"vmap_method must be on",
            "this is no way to take a batch that JAX knows",
        ),
        (
            r"vmap is only supported for the pure_callback primitive when vmap_method",
            "JAX has to be told how the host function takes a batch: `vmap_method=...` in the call",
        ),
        (r"^NotImplementedError(: *$|$)", "the function is not written yet"),
    )
)

TRACED = re.compile(r"UnexpectedTracerError|Tracer\w+ConversionError|ConcretizationTypeError")
"""A tracer was used as a number: on the host it came from outside the host function, elsewhere it is JAX's own."""


def in_words(raised: Raised, args: Sequence[np.ndarray]) -> str:
    """Say what a call raised, and what it usually means."""
    where = " in the host function" if raised.in_host_callback else ""
    inputs = f" on {len(args[0])} elements" if args and args[0].ndim == 1 else ""
    text = f"the call{inputs} raised{where}: {raised.message}"
    help_text = next((words for pattern, words in HELP if pattern.search(raised.message)), "")
    if TRACED.search(raised.message):
        help_text = (
            "the host function must use its argument, not the array outside it"
            if raised.in_host_callback
            else "while JAX traces there are no numbers yet: leave `float`, `.item()` and `if` on values for later"
        )
    return f"{text} ({help_text})" if help_text else text
