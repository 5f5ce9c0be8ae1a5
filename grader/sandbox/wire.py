"""The values that cross the pipe between grader and child, and the frames they travel in.

A frame is two big-endian lengths of four bytes, a msgpack text of the second length, and then the bytes of the arrays
it speaks of, up to the first. Nothing that arrives is trusted: both lengths are bounded before anything is decoded (a
text of 64 MB can hold millions of values, each many times its size in memory), the text is decoded into closed types,
and an array's size is computed with Python integers.
"""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING

import msgspec

from grader.model import Aval, TracePoint, Value

if TYPE_CHECKING:
    import numpy as np

MAX_FRAME = 64 * 1024 * 1024
"""Bytes of one frame's body; a longer one is refused unread."""
MAX_TEXT = 4 * 1024 * 1024
"""Bytes of an answer without the values of its arrays; a longer one is not decoded."""
MAX_WORDS = 4000
"""Characters of an error's text; a child sends fewer."""
MAX_NAME = 200
"""Characters of a type's name; a child sends fewer."""
MAX_LINE = 2_000_000
"""A submission of 1 MB has fewer lines."""
MAX_DIMENSIONS = 32
MAX_DEPTH = 32
"""Levels of containers in a result; a child sends fewer."""
_HEADER = 4

ITEM_SIZES = {
    "bool": 1,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "int64": 8,
    "uint8": 1,
    "uint16": 2,
    "uint32": 4,
    "uint64": 8,
    "float16": 2,
    "bfloat16": 2,
    "float32": 4,
    "float64": 8,
    "complex64": 8,
    "complex128": 16,
}
"""Bytes per element of every dtype that can cross."""


class WireError(Exception):
    """A frame or a value in it that the protocol does not allow; the text says what."""


class Frame(Value, frozen=True, tag_field="$"):
    """Base of what is told apart by a tag on the wire."""


class Array(Frame, frozen=True, tag="array"):
    """An array by its bytes, in C order and native byte order."""

    kind: str
    """``jax.Array`` or ``numpy.ndarray`` for exactly these types, ``numpy.generic`` for a NumPy scalar."""
    dtype: str
    shape: tuple[int, ...]
    data: bytes
    weak_type: bool = False

    def numpy(self) -> np.ndarray:
        """Build the (read-only) array."""
        import numpy as np  # noqa: PLC0415 - only who looks at values pays for numpy

        if self.dtype == "bfloat16":
            import ml_dtypes  # noqa: PLC0415

            return np.frombuffer(self.data, dtype=ml_dtypes.bfloat16).reshape(self.shape)
        return np.frombuffer(self.data, dtype=self.dtype).reshape(self.shape)


class Scalar(Frame, frozen=True, tag="scalar"):
    """A plain Python value, of exactly this type."""

    type: str
    """``NoneType``, ``bool``, ``int``, ``float``, ``complex`` or ``str``."""
    value: bool | int | float | str | None = None
    imag: float = 0.0


class Opaque(Frame, frozen=True, tag="opaque"):
    """Anything else: only the name of its type crosses."""

    type: str


class Sequence(Frame, frozen=True, tag="sequence"):
    """A tuple, list or named tuple (``type`` is then its name)."""

    type: str
    items: tuple[Node, ...] = ()


class Mapping(Frame, frozen=True, tag="mapping"):
    """A dict with string keys, in its own order."""

    keys: tuple[str, ...] = ()
    items: tuple[Node, ...] = ()


Node = Array | Scalar | Opaque | Sequence | Mapping
"""A tree of values: what a function was given or gave back."""


class Parameter(Value, frozen=True):
    """One parameter of the entrypoint, as ``inspect`` sees it."""

    name: str
    kind: str
    """``positional-only``, ``positional``, ``var-positional``, ``keyword-only`` or ``var-keyword``."""
    has_default: bool


class Loaded(Frame, frozen=True, tag="loaded"):
    """The submission was imported and binds the entrypoint to something callable."""

    type: str
    """Name of the entrypoint's type: ``function``, ``PjitFunction``, ..."""
    callable: bool = True
    parameters: tuple[Parameter, ...] | None = None
    """None when the entrypoint has no signature to look at."""
    one_argument: bool = True
    """Whether a call with one positional argument fits the signature; True when there is none to look at."""
    coroutine: bool = False
    generator: bool = False
    line: int | None = None
    """Where the entrypoint's code starts in the submission."""


class NotLoaded(Frame, frozen=True, tag="not-loaded"):
    """The import raised, or the entrypoint is not there: see ``model.ImportFailed``."""

    error: str
    line: int | None = None


class Traced(Frame, frozen=True, tag="traced"):
    """Facts of the traces that were asked for, in the same order."""

    points: tuple[TracePoint, ...]


class Returned(Frame, frozen=True, tag="returned"):
    """A call came back with a value."""

    result: Node
    inputs_kept: bool = True
    """Whether the input arrays still held the same bytes afterwards."""


class Raised(Frame, frozen=True, tag="raised"):
    """A call raised. The child's JAX may be poisoned from here on: ask ``Session.fresh`` for the next call."""

    type: str
    """The exception's type; for an error that JAX wrapped, the type named in the embedded traceback."""
    message: str
    """``Type: text``, the innermost error's own line."""
    line: int | None = None
    """The learner's innermost line."""
    text: str = ""
    """The source text of that line, without its indentation."""
    in_host_callback: bool = False
    """True when a host callback raised it."""


class Exhausted(Frame, frozen=True, tag="exhausted"):
    """The child ran into its memory limit and could still say so."""


class Exited(Frame, frozen=True, tag="exited"):
    """The submission asked the interpreter to exit; the child goes no further."""

    code: int


class PrintedAt(Frame, frozen=True, tag="printed-at"):
    """Where the submission first wrote on standard output."""

    line: int | None
    """The learner's innermost line; None where none led there: in a thread, say."""


class Ready(Frame, frozen=True, tag="ready"):
    """The child has restricted itself and started its backend."""

    guards: tuple[str, ...]
    """Names of the guards that took hold."""
    rss_kb: int
    """Resident memory before any learner code, in KiB."""


class Hello(Frame, frozen=True, tag="hello"):
    """Ask whether the child is ready."""


class Load(Frame, frozen=True, tag="load"):
    """Import this source, then look the entrypoint up."""

    source: bytes
    entrypoint: str
    memory_mb: int
    cpu_seconds: float


class Trace(Frame, frozen=True, tag="trace"):
    """Trace the entrypoint on abstract arguments."""

    points: tuple[tuple[Aval, ...], ...]


class Call(Frame, frozen=True, tag="call"):
    """Call the entrypoint."""

    args: tuple[Node, ...]
    options: Mapping = Mapping()
    transform: str = "eager"
    """``eager``, ``jit``, ``vmap``, ``grad``, or several applied from the right: ``jit vmap``."""
    function: str = ""
    """Name of the function to call; empty for the entrypoint."""


class Read(Frame, frozen=True, tag="read"):
    """Send a module-level value of the submission."""

    name: str


class FirstPrint(Frame, frozen=True, tag="first-print"):
    """Ask where the submission first wrote on standard output."""


Question = Hello | Load | Trace | Call | Read | FirstPrint
Answer = Ready | Loaded | NotLoaded | Traced | Returned | Raised | Exhausted | Exited | PrintedAt


class Ask(Value, frozen=True):
    """A question; the child must repeat its nonce."""

    nonce: bytes
    body: Question


class Reply(Value, frozen=True):
    """An answer to the question with that nonce."""

    nonce: bytes
    body: Answer


_encode = msgspec.msgpack.Encoder().encode
_decode_ask = msgspec.msgpack.Decoder(Ask).decode
_decode_reply = msgspec.msgpack.Decoder(Reply).decode


def frame(message: Ask | Reply) -> bytes:
    """Encode a message with its lengths before it; WireError when it is too large."""
    values: list[bytes] = []
    if isinstance(message, Reply) and isinstance(message.body, Returned):
        returned = message.body
        hollow = Returned(result=_hollow(returned.result, values), inputs_kept=returned.inputs_kept)
        message = Reply(nonce=message.nonce, body=hollow)
    text = _encode(message)
    length = _HEADER + len(text) + sum(map(len, values))
    if length > MAX_FRAME or (isinstance(message, Reply) and len(text) > MAX_TEXT):
        raise WireError(f"a message of {length} bytes is too large to send")
    return b"".join((length.to_bytes(_HEADER, "big"), len(text).to_bytes(_HEADER, "big"), text, *values))


def _hollow(node: Node, values: list[bytes]) -> Node:
    """Return the tree without its arrays' bytes, which are added to ``values`` in the order of the tree."""
    match node:
        case Array():
            values.append(node.data)
            return msgspec.structs.replace(node, data=b"")
        case Sequence():
            return Sequence(type=node.type, items=tuple(_hollow(item, values) for item in node.items))
        case Mapping():
            return Mapping(keys=node.keys, items=tuple(_hollow(item, values) for item in node.items))
    return node


def ask_from(body: bytes) -> Ask:
    """Decode what the grader asked (read in the child, which trusts it)."""
    return _decode_ask(memoryview(body)[_HEADER:])


def reply_from(body: bytes, nonce: bytes) -> Answer:
    """Decode and check what a child answered; WireError says how it broke the protocol."""
    whole = memoryview(body)
    length = int.from_bytes(whole[:_HEADER], "big")
    if length > min(MAX_TEXT, len(whole) - _HEADER):
        raise WireError(f"an answer whose text claims {length} bytes")
    text, values = whole[_HEADER : _HEADER + length], whole[_HEADER + length :]
    try:
        reply = _decode_reply(text)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise WireError(f"malformed answer: {error}") from None
    if reply.nonce != nonce:
        raise WireError("an answer to a question that was not asked")
    if isinstance(reply.body, Returned):
        result, rest = _filled(reply.body.result, values)
        if rest:
            raise WireError(f"{len(rest)} bytes beyond the arrays of the answer")
        return Returned(result=result, inputs_kept=reply.body.inputs_kept)
    if values:
        raise WireError("bytes beyond the answer")
    _check_words(reply.body)
    _check_lines(reply.body)
    return reply.body


def _check_words(answer: Answer) -> None:
    """Refuse an error's text that no child of ours would send: it would go into every report."""
    match answer:
        case Raised():
            words = [answer.type, answer.message, answer.text]
        case NotLoaded():
            words = [answer.error]
        case Traced():
            words = [point.error or "" for point in answer.points]
        case _:
            return
    if any(len(text) > MAX_WORDS for text in words):
        raise WireError("an error whose text is too long")


def _check_lines(answer: Answer) -> None:
    """Refuse lines that no file has: every report points at them."""
    match answer:
        case Raised() | NotLoaded() | Loaded() | PrintedAt():
            lines = [answer.line]
        case Traced():
            lines = [line for p in answer.points for line in (p.error_line, *(eqn.line for eqn in p.callbacks))]
        case _:
            return
    if not all(line is None or 0 < line <= MAX_LINE for line in lines):
        raise WireError("a line that no file has")


def _filled(node: Node, values: memoryview, depth: int = 0) -> tuple[Node, memoryview]:
    """Give every array of a tree its bytes; return the tree and the bytes that are left."""
    if depth > MAX_DEPTH:
        raise WireError("values nested too deep")
    match node:
        case Scalar() | Opaque():
            _check_name(node.type)
        case Array():
            size = _size_of(node)
            if len(values) < size:
                raise WireError(f"{len(values)} bytes for an array {node.dtype}{list(node.shape)}")
            return msgspec.structs.replace(node, data=bytes(values[:size])), values[size:]
        case Sequence() | Mapping():
            if isinstance(node, Mapping) and len(node.keys) != len(node.items):
                raise WireError("a mapping whose keys and values differ in number")
            if isinstance(node, Sequence):
                _check_name(node.type)
            items = []
            for item in node.items:
                filled, values = _filled(item, values, depth + 1)
                items.append(filled)
            return msgspec.structs.replace(node, items=tuple(items)), values
    return node, values


def _check_name(name: str) -> None:
    """Refuse a type's name that no child of ours would send: messages quote it."""
    if len(name) > MAX_NAME:
        raise WireError("a type whose name is too long")


def _size_of(array: Array) -> int:
    """Check that an array is possible; return how many bytes it takes."""
    size = ITEM_SIZES.get(array.dtype)
    if size is None:
        raise WireError(f"an array of unknown dtype {array.dtype[:40]!r}")
    if array.kind not in ("jax.Array", "numpy.ndarray", "numpy.generic"):
        raise WireError(f"an array of unknown kind {array.kind[:40]!r}")
    if array.data:
        raise WireError("an array with its bytes in the wrong place")
    if len(array.shape) > MAX_DIMENSIONS or any(not 0 <= side <= MAX_FRAME for side in array.shape):
        raise WireError(f"an array of impossible shape {array.shape[:8]}")
    return math.prod(array.shape) * size


class FrameReader:
    """Collects one frame from the pieces a pipe delivers, never holding more than one frame's bytes."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def empty(self) -> bool:
        """Whether no byte is waiting."""
        return not self._buffer

    def feed(self, piece: bytes) -> bytes | None:
        """Add a piece; return the body once it is whole. WireError: too long, or bytes beyond the frame."""
        self._buffer += piece
        if len(self._buffer) < _HEADER:
            return None
        length = int.from_bytes(self._buffer[:_HEADER], "big")
        if length > MAX_FRAME:
            raise WireError(f"an answer that claims {length} bytes")
        if len(self._buffer) > _HEADER + length:
            raise WireError("bytes beyond the answer")
        if len(self._buffer) < _HEADER + length:
            return None
        body = bytes(self._buffer[_HEADER:])
        self._buffer.clear()
        return body


def read_frame(descriptor: int) -> bytes | None:
    """Read one frame, blocking; None at the end of the stream."""
    header = _read_exactly(descriptor, _HEADER)
    return None if header is None else _read_exactly(descriptor, int.from_bytes(header, "big"))


def _read_exactly(descriptor: int, count: int) -> bytes | None:
    parts = []
    while count:
        part = os.read(descriptor, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of ``data``, blocking."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
