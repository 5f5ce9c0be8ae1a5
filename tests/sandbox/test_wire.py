"""Frames on the pipe: what is whole arrives as it was sent, and every way to break one is refused with its cause."""

from __future__ import annotations

import os
import tracemalloc

import msgspec
import numpy as np
import pytest

from grader.model import Aval, TracePoint
from grader.sandbox import wire
from grader.sandbox.wire import (
    MAX_FRAME,
    MAX_TEXT,
    Array,
    FrameReader,
    Mapping,
    Opaque,
    Raised,
    Reply,
    Returned,
    Scalar,
    Sequence,
    WireError,
)

NONCE = b"n" * 16


def array(value: np.ndarray, **changed: object) -> Array:
    fields = {"kind": "jax.Array", "dtype": value.dtype.name, "shape": value.shape, "data": value.tobytes()}
    return Array(**fields | changed)  # type: ignore[arg-type]


def body_of(frame: bytes, *, step: int = 1 << 16) -> bytes:
    """Feed a frame in pieces, as a pipe would."""
    reader = FrameReader()
    for start in range(0, len(frame), step):
        body = reader.feed(frame[start : start + step])
        if body is not None:
            assert start + step >= len(frame)
            return body
    raise AssertionError("the frame never became whole")


def by_hand(text: bytes, values: bytes = b"", *, claimed: int | None = None) -> bytes:
    """Build the body of a frame as a liar would."""
    return (len(text) if claimed is None else claimed).to_bytes(4, "big") + text + values


def text_of(body: wire.Answer) -> bytes:
    return msgspec.msgpack.encode(Reply(nonce=NONCE, body=body))


GOOD = {
    "float": array(np.arange(3, dtype=np.float32)),
    "empty": array(np.zeros((0, 4), np.int8)),
    "scalar array": array(np.array(2.5)),
    "bool": array(np.array([True, False])),
    "complex": array(np.array([1 + 2j])),
    "none": Scalar(type="NoneType"),
    "text": Scalar(type="str", value="naïve"),
    "opaque": Opaque(type="Thing"),
    "tuple of arrays": Sequence(type="tuple", items=(array(np.ones(2)), array(np.zeros((2, 2), np.uint8)))),
    "dict": Mapping(
        keys=("a", "b"), items=(array(np.arange(5)), Sequence(type="list", items=(Scalar(type="int", value=1),)))
    ),
}


@pytest.mark.parametrize("step", [1, 3, 1 << 16], ids=["a byte at a time", "three at a time", "at once"])
@pytest.mark.parametrize("node", GOOD.values(), ids=GOOD)
def test_a_result_arrives_as_it_was_sent(node: wire.Node, step: int) -> None:
    sent = Returned(result=node, inputs_kept=False)
    assert wire.reply_from(body_of(wire.frame(Reply(nonce=NONCE, body=sent)), step=step), NONCE) == sent


@pytest.mark.parametrize(
    "answer",
    [
        wire.Loaded(type="function"),
        wire.NotLoaded(error="ImportError: no", line=3),
        wire.Exited(code=3),
        wire.Exhausted(),
        Raised(type="ValueError", message="ValueError: " + "x" * 2000),
        wire.Traced(points=(TracePoint(inputs=(Aval(shape=(3,), dtype="float32"),), error="TypeError: no"),)),
    ],
    ids=lambda a: type(a).__name__,
)
def test_other_answers_arrive_as_they_were_sent(answer: wire.Answer) -> None:
    assert wire.reply_from(body_of(wire.frame(Reply(nonce=NONCE, body=answer))), NONCE) == answer


@pytest.mark.parametrize("node", [GOOD["float"], GOOD["dict"]], ids=["array", "dict"])
def test_a_question_arrives_as_it_was_sent(node: wire.Node) -> None:
    ask = wire.Ask(nonce=NONCE, body=wire.Call(args=(node,)))
    assert wire.ask_from(body_of(wire.frame(ask))) == ask


def test_the_largest_result_that_fits_arrives() -> None:
    sent = Returned(result=array(np.zeros((MAX_FRAME >> 2) - 1024, np.float32)))
    assert wire.reply_from(body_of(wire.frame(Reply(nonce=NONCE, body=sent))), NONCE) == sent


def test_a_result_that_does_not_fit_is_not_sent() -> None:
    with pytest.raises(WireError, match="too large to send"):
        wire.frame(Reply(nonce=NONCE, body=Returned(result=array(np.zeros(MAX_FRAME, np.uint8)))))


# -- torn and oversize frames ----------------------------------------------------------------------------------------


def test_a_torn_frame_never_becomes_an_answer() -> None:
    frame = wire.frame(Reply(nonce=NONCE, body=Returned(result=GOOD["tuple of arrays"])))
    for length in range(len(frame)):
        assert FrameReader().feed(frame[:length]) is None


@pytest.mark.parametrize("length", [0, 1, 3, 4, 7, 40])
def test_a_pipe_that_ends_inside_a_frame_gives_nothing(length: int) -> None:
    frame = wire.frame(Reply(nonce=NONCE, body=Returned(result=GOOD["float"])))
    reader, writer = os.pipe()
    wire.write_all(writer, frame[:length])
    os.close(writer)
    try:
        assert wire.read_frame(reader) is None
    finally:
        os.close(reader)


@pytest.mark.parametrize("length", [MAX_FRAME + 1, 2**31, 2**32 - 1])
def test_an_oversize_frame_is_refused_by_its_first_four_bytes(length: int) -> None:
    reader = FrameReader()
    assert reader.feed(length.to_bytes(4, "big")[:3]) is None
    with pytest.raises(WireError, match=f"claims {length} bytes"):
        reader.feed(length.to_bytes(4, "big")[3:])


def test_bytes_after_a_frame_are_refused() -> None:
    with pytest.raises(WireError, match="beyond the answer"):
        FrameReader().feed(wire.frame(Reply(nonce=NONCE, body=wire.Exhausted())) + b"\0")


# -- answers that lie ------------------------------------------------------------------------------------------------

HOLLOW = {
    name: msgspec.structs.replace(GOOD["float"], data=b"", **changed)
    for name, changed in {  # type: ignore[type-var]
        "dtype": {"dtype": "object"},
        "kind": {"kind": "jax.core.Tracer"},
        "negative": {"shape": (-1,)},
        "vast": {"shape": (2**40, 2**40)},
        "vast but empty": {"shape": (0, 2**40)},
        "dimensions": {"shape": (1,) * 33},
    }.items()
}
LIES = {
    "nothing": (b"", "claims 0 bytes"),
    "no text": (by_hand(b""), "malformed"),
    "half a length": (b"\0\0", "claims 0 bytes"),
    "a text longer than the frame": (by_hand(b"x", claimed=1000), "claims 1000 bytes"),
    "a text longer than any": (by_hand(b"\x90" * 64, b"\0" * (MAX_TEXT + 9), claimed=MAX_TEXT + 1), "claims"),
    "noise": (by_hand(bytes(range(1, 200))), "malformed"),
    "a string": (by_hand(msgspec.msgpack.encode("passed")), "malformed"),
    "another nonce": (by_hand(msgspec.msgpack.encode(Reply(nonce=b"m" * 16, body=wire.Exhausted()))), "not asked"),
    "an unknown answer": (by_hand(msgspec.msgpack.encode({"nonce": NONCE, "body": {"$": "passed"}})), "malformed"),
    "values after an error": (by_hand(text_of(wire.Exhausted()), b"\0"), "beyond the answer"),
    "too few values": (by_hand(text_of(Returned(result=array(np.zeros(3), data=b""))), b"\0" * 23), "23 bytes for"),
    "too many values": (by_hand(text_of(Returned(result=array(np.zeros(3), data=b""))), b"\0" * 25), "1 bytes beyond"),
    "values in the text": (by_hand(text_of(Returned(result=array(np.zeros(3)))), b"\0" * 24), "wrong place"),
    "keys without values": (by_hand(text_of(Returned(result=Mapping(keys=("a",))))), "differ in number"),
    "a long error": (by_hand(text_of(Raised(type="E", message="x" * 5000))), "too long"),
    "a long import error": (by_hand(text_of(wire.NotLoaded(error="x" * 5000))), "too long"),
    "a long trace error": (by_hand(text_of(wire.Traced(points=(TracePoint(inputs=(), error="x" * 5000),)))), "too long"),
    "a line below the first": (by_hand(text_of(Raised(type="E", message="E", line=0))), "no file has"),
    "a line beyond any": (by_hand(text_of(wire.NotLoaded(error="E", line=2**60))), "no file has"),
    "a negative line": (by_hand(text_of(wire.Loaded(type="function", line=-1))), "no file has"),
    "a traced line below the first": (
        by_hand(text_of(wire.Traced(points=(TracePoint(inputs=(), error="E", error_line=-7),)))),
        "no file has",
    ),
    "a long name": (by_hand(text_of(Returned(result=Opaque(type="x" * 300)))), "name is too long"),
    "a long name of a list": (by_hand(text_of(Returned(result=Sequence(type="x" * 300)))), "name is too long"),
    **{
        f"an array of impossible {name}": (by_hand(text_of(Returned(result=node)), b"\0" * 12), "impossible|unknown")
        for name, node in HOLLOW.items()
    },
}  # fmt: skip


@pytest.mark.parametrize(("body", "cause"), LIES.values(), ids=LIES)
def test_an_answer_that_lies_is_refused_with_its_cause(body: bytes, cause: str) -> None:
    with pytest.raises(WireError, match=cause):
        wire.reply_from(body, NONCE)


def returned_by_hand(result: bytes) -> bytes:
    """Build an answer around a result that no encoder of ours would write."""
    encode = msgspec.msgpack.encode
    body = b"\x82" + encode("$") + encode("returned") + encode("result") + result
    return b"\x82" + encode("nonce") + encode(NONCE) + encode("body") + body


def items_by_hand(count: int, items: bytes) -> bytes:
    encode = msgspec.msgpack.encode
    head = b"\x83" + encode("$") + encode("sequence") + encode("type") + encode("list") + encode("items")
    return head + b"\xdd" + count.to_bytes(4, "big") + items


ONE = msgspec.msgpack.encode(Scalar(type=""))


def test_what_is_built_by_hand_here_is_right() -> None:
    answer = wire.reply_from(by_hand(returned_by_hand(items_by_hand(2, ONE * 2))), NONCE)
    assert answer == Returned(result=Sequence(type="list", items=(Scalar(type=""), Scalar(type=""))))


@pytest.mark.parametrize("depth", [wire.MAX_DEPTH + 2, 900, 50_000])
def test_values_nested_without_end_are_refused(depth: int) -> None:
    with pytest.raises(WireError, match=r"malformed|too deep"):
        wire.reply_from(by_hand(returned_by_hand(items_by_hand(1, b"") * depth + ONE)), NONCE)


def test_an_answer_of_many_tiny_values_cannot_fill_the_graders_memory() -> None:
    count = (MAX_FRAME - 1000) // len(ONE)
    body = by_hand(returned_by_hand(items_by_hand(count, ONE * count)))
    tracemalloc.start()
    try:
        with pytest.raises(WireError, match="claims"):
            wire.reply_from(body, NONCE)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < MAX_FRAME
