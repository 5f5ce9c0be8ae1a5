"""What an exercise's tests call: the learner's function, one input at a time, and a judge of what came back.

The function runs in the sandbox; this side sends arrays, gets bytes, and compares them here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from grader.model import Outcome
from grader.sandbox.client import Session
from grader.sandbox.wire import Array, Loaded, Mapping, Node, Opaque, Raised, Returned, Scalar
from grader.sandbox.wire import Sequence as Items
from grader.words import in_words

SHOWN = 8
"""Elements of an array that a message shows."""
UNTRACEABLE = re.compile(
    r"'block_until_ready' method is not available on traced|Tracer.* has no attribute '?block_until_ready"
)
WAITING_ADVICE = (
    "not checked: `.block_until_ready()` cannot be traced; `jax.block_until_ready(result)` waits and can be"
)


class LearnerError(AssertionError):
    """The learner's function raised; the text is for the learner, ``line`` is the learner's own."""

    def __init__(self, message: str, line: int | None = None) -> None:
        """Keep the line beside the text."""
        self.line = line
        super().__init__(message)


class Ended(AssertionError):  # noqa: N818 - an outcome, not an error of its own
    """The process that runs the submission ended; there is nothing left to ask."""

    def __init__(self, outcome: Outcome) -> None:
        """Keep how it ended."""
        self.outcome = outcome
        super().__init__(type(outcome).__name__)


class Result:
    """What one call gave back."""

    def __init__(self, returned: Returned, args: Sequence[np.ndarray]) -> None:
        """Keep the answer and the inputs it belongs to."""
        self.tree: Node = returned.result
        self.input_unchanged = returned.inputs_kept
        self._args = args

    @property
    def leaf(self) -> Array:
        """Return the one array; fail with its real type when it is something else."""
        if isinstance(self.tree, Array):
            return self.tree
        forgotten = " (is there a `return` on every path?)" if _kind(self.tree) == "None" else ""
        raise LearnerError(f"{self._for()}expected an array, got {_kind(self.tree)}{forgotten}")

    @property
    def array(self) -> np.ndarray:
        """Return the value as a NumPy array."""
        return self.leaf.numpy()

    @property
    def is_jax_array(self) -> bool:
        """Tell whether it is exactly a ``jax.Array``."""
        return isinstance(self.tree, Array) and self.tree.kind == "jax.Array"

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the shape."""
        return self.leaf.shape

    @property
    def dtype(self) -> str:
        """Return the dtype's name."""
        return self.leaf.dtype

    def plain(self, *, arrays: bool = True) -> Any:
        """Return the result as Python values: lists, dicts, numbers, strings; fail where something else stands.

        Arrays become lists and numbers, unless ``arrays`` is False: then they are something else.
        """
        return _plain(self.tree, self._for(), arrays=arrays)

    def leaves(self) -> list[Array]:
        """List the arrays of a nested result, in order; fail where something else stands."""
        found: list[Array] = []
        todo: list[Node] = [self.tree]
        while todo:
            node = todo.pop(0)
            if isinstance(node, Array):
                found.append(node)
            elif isinstance(node, (Items, Mapping)):
                todo = [*node.items, *todo]
            else:
                raise LearnerError(f"{self._for()}expected arrays, got {_kind(node)} among them")
        return found

    def check(self, expected: np.ndarray, *, tolerance: float = 0.0) -> None:
        """Compare with the expected array: type, shape, dtype, then every value.

        NaN equals NaN and -0.0 differs from 0.0; ``tolerance`` is relative, 0 asks for the very same values.
        """
        check_array(self.leaf, expected, self._for(), tolerance=tolerance)

    def _for(self) -> str:
        if not self._args:
            return ""
        shown = ", ".join(show(a) for a in self._args)
        return f"for {shown}: "


def _plain(node: Node, context: str, *, arrays: bool) -> Any:
    match node:
        case Scalar(type="complex", value=real, imag=imag) if isinstance(real, int | float):
            return complex(real, imag)
        case Scalar(value=value):
            return value
        case Array() if arrays or (node.kind, node.dtype) == ("numpy.generic", "float64"):  # that one is a float
            return node.numpy().tolist()
        case Array():
            raise LearnerError(f"{context}expected plain numbers, got {_kind(node)} among them: `float(...)` makes one")
        case Items(items=items):
            return [_plain(item, context, arrays=arrays) for item in items]
        case Mapping(keys=keys, items=items):
            return {key: _plain(item, context, arrays=arrays) for key, item in zip(keys, items, strict=True)}
    raise LearnerError(f"{context}expected plain values, got {_kind(node)} among them")


def check_array(found: Array, expected: np.ndarray, context: str = "", *, tolerance: float = 0.0) -> None:
    """Fail with a learner-facing text unless an array is the expected one."""
    if found.kind != "jax.Array":
        raise LearnerError(f"{context}expected a JAX array, got a {found.kind}")
    if found.shape != expected.shape:
        raise LearnerError(f"{context}expected shape {expected.shape}, got {found.shape}")
    if found.dtype != expected.dtype.name:
        raise LearnerError(f"{context}expected dtype {expected.dtype.name}, got {found.dtype}")
    values = found.numpy()
    wrong = _different(values, expected, tolerance)
    if not wrong.any():
        return
    where = tuple(int(i) for i in np.argwhere(wrong)[0])
    if expected.size <= SHOWN:
        raise LearnerError(f"{context}expected {show(expected)}, got {show(values)}")
    index = ", ".join(map(str, where))
    count = int(wrong.sum())
    raise LearnerError(
        f"{context}element [{index}] should be {expected[where]}, but is {values[where]}"
        + (f" ({count} of {expected.size} elements differ)" if count > 1 else "")
    )


def _different(values: np.ndarray, expected: np.ndarray, tolerance: float) -> np.ndarray:
    if not np.issubdtype(expected.dtype, np.inexact):
        return np.asarray(values != expected)
    both_nan = np.isnan(values) & np.isnan(expected)
    with np.errstate(invalid="ignore", over="ignore"):
        if tolerance:
            equal = np.isclose(values, expected, rtol=tolerance, atol=tolerance * 1e-3)
        else:
            equal = (values == expected) & (np.signbit(values) == np.signbit(expected))
    return np.asarray(~(equal | both_nan))


def show(array: np.ndarray) -> str:
    """Show an array on one line, shortened in the middle."""
    flat = array.reshape(-1)
    if array.ndim != 1:
        return f"{array.dtype.name}{list(array.shape)}" if array.size > SHOWN else str(array.tolist())
    texts = [_number(v) for v in (flat if flat.size <= SHOWN else flat[:4])]
    if flat.size > SHOWN:
        return f"[{', '.join(texts)}, ...] ({flat.size} elements)"
    return f"[{', '.join(texts)}]"


def _number(value: Any) -> str:
    text = str(value)
    return text.removesuffix(".0")


def _kind(node: Node) -> str:
    match node:
        case Scalar(type="NoneType"):
            return "None"
        case Scalar(type=name):
            return f"a plain {name}"
        case Items(type=name, items=items):
            return f"a {name} of {len(items)}"
        case Mapping(keys=keys):
            return f"a dict of {len(keys)}"
        case Opaque(type=name) if name.endswith("Tracer"):
            return "a tracer, which stands for a value only while JAX traces (has it escaped through a global?)"
        case Opaque(type=name):
            return f"an object of type {name[:60]}"
        case Array(kind="numpy.generic", dtype=dtype):
            return f"a NumPy {dtype}"
        case Array(kind=kind):
            return f"a {kind}"
    return "something else"


class Solve:
    """The ``solve`` fixture: calls the learner's function in the sandbox."""

    def __init__(self, session: Session) -> None:
        """Ask through this session; ``ended`` is set once it has nothing left to ask."""
        self.session = session
        self.stale = False
        self.ended: Outcome | None = None
        self.waits = False
        """True when the function cannot be traced only because it waits on its result."""

    def __call__(
        self, *args: Any, jit: bool = False, transform: str | None = None, function: str = "", **options: Any
    ) -> Result:
        """Call the function on arrays, eagerly or under a transform; fail the test where it raises.

        ``transform`` is ``jit``, ``vmap``, ``grad``, or several applied from the right (``jit vmap``); ``function``
        names another function of the submission than the entrypoint; further keywords reach the function.
        """
        how = transform or ("jit" if jit else "eager")
        answer = self._ask(lambda session: session.call(args, transform=how, function=function, **options))
        if isinstance(answer, Returned):
            return Result(answer, args)
        if isinstance(answer, Raised):
            self.stale = True
            if how != "eager" and UNTRACEABLE.search(answer.message):
                self.waits = True
                pytest.skip(WAITING_ADVICE)
            raise LearnerError(in_words(answer, args), answer.line)
        self.ended = answer
        raise Ended(answer)

    def raises(self, *args: np.ndarray, transform: str = "eager") -> Raised:
        """Call the function where the exercise expects it to raise; fail the test where it does not."""
        answer = self._ask(lambda session: session.call(args, transform=transform))
        if isinstance(answer, Raised):
            self.stale = True
            return answer
        if isinstance(answer, Returned):
            raise LearnerError("expected an error, but the call came back")
        self.ended = answer
        raise Ended(answer)

    def read(self, name: str) -> Result:
        """Read a module-level value of the submission, such as a list its host function fills."""
        answer = self._ask(lambda session: session.read(name))
        if isinstance(answer, Returned):
            return Result(answer, ())
        if isinstance(answer, Raised):
            raise LearnerError(f"there is no `{name}` in the file", answer.line)
        self.ended = answer
        raise Ended(answer)

    def numbers(self, name: str) -> list[float]:
        """Read a module-level list of plain numbers; fail in words where it is anything else."""
        found = self.read(name).tree
        if not isinstance(found, Items) or found.type != "list":
            raise LearnerError(f"`{name}` is {_kind(found)}; it must be a list")
        numbers: list[float] = []
        for item in found.items:
            match item:
                case Scalar(type="float" | "int", value=int() | float() as number):
                    numbers.append(number)
                case Array(kind="numpy.generic"):
                    numbers.append(item.numpy().item())
                case Array():
                    raise LearnerError(f"`{name}` holds a {item.kind}: append a plain number, as `float(...)` makes it")
                case _:
                    raise LearnerError(f"`{name}` holds {_kind(item)}, not only numbers")
        return numbers

    def _ask(self, question: Callable[[Session], Returned | Raised | Outcome]) -> Returned | Raised | Outcome:
        if self.stale:
            # A host function that raised can make every later callback of its process fail.
            self.stale = False
            loaded = self.session.fresh()
            if not isinstance(loaded, Loaded):
                self.ended = loaded
                raise Ended(loaded)
        return question(self.session)
