"""What grader and server say to each other over their socket: both are ours and trust each other."""

from __future__ import annotations

import socket
from collections.abc import Sequence

import msgspec

from grader.model import Value


class Message(Value, frozen=True, tag_field="$"):
    """Base of the messages."""


class Up(Message, frozen=True, tag="up"):
    """Say that the server is ready to fork."""

    notes: tuple[str, ...] = ()
    """Guards that did not hold up when they were tried."""


class Spawn(Message, frozen=True, tag="spawn"):
    """Fork a child; five descriptors come along: its ends of requests, replies, both streams and dumps."""


class Spawned(Message, frozen=True, tag="spawned"):
    """Name the new child; its pidfd comes along where the system has such."""

    pid: int
    """As the server sees it."""


class Reap(Message, frozen=True, tag="reap"):
    """End this child and all it left behind, and tell how it had ended."""

    pid: int


class Reaped(Message, frozen=True, tag="reaped"):
    """Tell how a child ended."""

    pid: int
    code: int
    """Exit code, or minus the signal."""
    cpu_seconds: float
    peak_kb: int


class Refused(Message, frozen=True, tag="refused"):
    """Say why the server will not serve."""

    why: str


ToServer = Spawn | Reap
ToGrader = Up | Spawned | Reaped | Refused

_HEADER = 4
_encode = msgspec.msgpack.Encoder().encode
_to_server = msgspec.msgpack.Decoder(ToServer).decode
_to_grader = msgspec.msgpack.Decoder(ToGrader).decode


def send(end: socket.socket, message: ToServer | ToGrader, descriptors: Sequence[int] = ()) -> None:
    """Send a message, small enough to go in one piece, with descriptors attached to its first byte."""
    body = _encode(message)
    socket.send_fds(end, [len(body).to_bytes(_HEADER, "big") + body], list(descriptors))


def _receive(end: socket.socket, most: int) -> tuple[bytes, list[int]]:
    # Descriptors arrive with the first byte of a message, so its header is read alone.
    head, descriptors, _, _ = socket.recv_fds(end, _HEADER, most)
    while head and len(head) < _HEADER:
        head += end.recv(_HEADER - len(head))
    if not head:
        raise EOFError
    length, parts = int.from_bytes(head, "big"), b""
    while len(parts) < length:
        piece = end.recv(length - len(parts))
        if not piece:
            raise EOFError
        parts += piece
    return parts, descriptors


def receive_in_server(end: socket.socket) -> tuple[ToServer, list[int]]:
    """Wait for the grader; EOFError when it is gone."""
    body, descriptors = _receive(end, 5)
    return _to_server(body), descriptors


def receive_in_grader(end: socket.socket) -> tuple[ToGrader, list[int]]:
    """Wait for the server; EOFError when it is gone, TimeoutError past the socket's timeout."""
    body, descriptors = _receive(end, 1)
    return _to_grader(body), descriptors
