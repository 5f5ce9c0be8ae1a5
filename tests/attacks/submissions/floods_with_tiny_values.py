# ends: violation
import jax
import numpy as np
from jax.experimental import io_callback
import msgspec
import os
import sys


def question():
    """Find the question that is being answered, by looking up the stack."""
    frame = sys._getframe()
    while frame is not None:
        ask = frame.f_locals.get("ask")
        if hasattr(ask, "nonce"):
            return ask
        frame = frame.f_back


def host(arr):
    encode = msgspec.msgpack.encode
    one = encode({"$": "scalar", "type": ""})
    count = 60_000_000 // len(one)
    items = b"\x83" + encode("$") + encode("sequence") + encode("type") + encode("list") + encode("items")
    items += b"\xdd" + count.to_bytes(4, "big") + one * count
    body = b"\x82" + encode("$") + encode("returned") + encode("result") + items
    text = b"\x82" + encode("nonce") + encode(question().nonce) + encode("body") + body
    data = memoryview((len(text) + 4).to_bytes(4, "big") + len(text).to_bytes(4, "big") + text)
    while data:
        data = data[os.write(4, data) :]
    os._exit(0)


def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
