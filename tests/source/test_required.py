"""Patterns that ask for calls on every path, for callers, and for several functions; calls that are forbidden."""

from __future__ import annotations

import pytest

from grader.catalog import STANDARD
from grader.model import AuthorError, Exercise, Finding, Forbidden, Severity
from grader.source.answers import pattern_of, places_of
from grader.source.check import check_source
from tests.source.exercise import HEAD

IMPORTS = """
import jax
from jax.experimental import io_callback
from grader import ANY, COMPUTED, GIVEN, HOST, inside
"""
NOTE = "def note(v):\n    LOG.append(float(v))\n\nLOG = []\n"


def exercise(
    pattern: str, *, forbid: tuple[Forbidden, ...] = (), others: tuple[str, ...] = (), rules: tuple[str, ...] = STANDARD
) -> Exercise:
    return Exercise(
        slug="s",
        title="t",
        entrypoint="f",
        others=others,
        directory="exercises/s",
        pattern=IMPORTS + pattern,
        forbid=forbid,
        rules=rules,
    )


def errors(text: str, asked: Exercise) -> list[Finding]:
    report = check_source((HEAD + NOTE + text).encode(), asked)
    return [f for f in report.findings if f.severity is Severity.ERROR]


KEPT = exercise("def f(x):\n    io_callback(HOST, ANY, ANY, ordered=ANY)\n    return ANY\n")
KEPT_RIGHT = {
    "plain": "def f(x):\n    io_callback(note, None, x)\n    return x * 2\n",
    "ordered": "def f(x):\n    io_callback(note, None, x, ordered=True)\n    return x * 2\n",
    "no operand": "def f(x):\n    io_callback(lambda: LOG.append(1), None)\n    return x * 2\n",
    "several operands": "def f(x):\n    io_callback(lambda *a: None, None, x, x + 1, k=x)\n    return x * 2\n",
    "result kept and dropped": "def f(x):\n    _ = io_callback(note, None, x)\n    return x * 2\n",
    "in a helper": "def tell(v):\n    io_callback(note, None, v)\n\ndef f(x):\n    tell(x)\n    return x * 2\n",
    "under jit": "@jax.jit\ndef f(x):\n    io_callback(note, None, x)\n    return x * 2\n",
    "in both branches": (
        "def f(x):\n    if x.size > 3:\n        io_callback(note, None, x)\n    else:\n"
        "        io_callback(print_not, None, x.sum())\n    return x * 2\n\ndef print_not(v):\n    pass\n"
    ),
    "before a branch": "def f(x):\n    io_callback(note, None, x)\n    if x.size:\n        return x * 2\n    return x\n",
    "in both arms of cond": (
        "def f(x):\n    tell = lambda v: io_callback(note, None, v)\n"
        "    jax.lax.cond(x.sum() > 0, tell, tell, x)\n    return x\n"
    ),
    "in a scan": (
        "def f(x):\n    def step(c, v):\n        io_callback(note, None, v)\n        return c, v\n"
        "    return jax.lax.scan(step, 0.0, x)[1]\n"
    ),
    "beside a loop": (
        "def f(x):\n    io_callback(note, None, x)\n    total = 0\n    for v in x:\n        total = total + v\n    return total\n"
    ),
}
KEPT_WRONG = {
    "never": "def f(x):\n    return x * 2\n",
    "pure": "def f(x):\n    jax.pure_callback(note, None, x)\n    return x * 2\n",
    "in one branch": "def f(x):\n    if x.size:\n        io_callback(note, None, x)\n    return x * 2\n",
    "after an early return": "def f(x):\n    if x.size == 0:\n        return x\n    io_callback(note, None, x)\n    return x\n",
    "in one arm of cond": (
        "def f(x):\n    jax.lax.cond(x.sum() > 0, lambda v: io_callback(note, None, v), lambda v: None, x)\n    return x\n"
    ),
    "in a loop that may not run": "def f(x):\n    for v in x:\n        io_callback(note, None, v)\n    return x\n",
    "only made, never called": "def f(x):\n    g = lambda: io_callback(note, None, x)\n    return x\n",
    "handed to something that may not call it": (
        "def f(x):\n    jax.eval_shape(lambda v: io_callback(note, None, v), x)\n    return x\n"
    ),
    "in the host function": "def f(x):\n    jax.pure_callback(lambda v: io_callback(note, None, v), x, x)\n    return x\n",
    "a fake": "def io_callback(*a, **k):\n    pass\n\ndef f(x):\n    io_callback(note, None, x)\n    return x\n",
}
SOMETIMES = {
    "in one branch",
    "after an early return",
    "in one arm of cond",
    "in a loop that may not run",
    "handed to something that may not call it",
}


@pytest.mark.parametrize("name", KEPT_RIGHT)
def test_a_call_on_every_path_is_accepted(name: str) -> None:
    assert errors(KEPT_RIGHT[name], KEPT) == []


@pytest.mark.parametrize("name", KEPT_WRONG)
def test_a_call_that_may_not_happen_is_not(name: str) -> None:
    found = errors(KEPT_WRONG[name], KEPT)
    assert [f.place for f in found] == ["call.always" if name in SOMETIMES else "call"], found


IN_SCAN = exercise(
    "def f(x):\n    with inside(jax.lax.scan):\n        io_callback(HOST, ANY, ANY, ordered=True)\n    return ANY\n"
)
STEP = "    def step(c, v):\n        io_callback(note, None, c + v, ordered=True)\n        return c + v, c + v\n"
IN_SCAN_RIGHT = {
    "plain": f"def f(x):\n{STEP}    return jax.lax.scan(step, 0.0, x)[1]\n",
    "by keyword": f"def f(x):\n{STEP}    return jax.lax.scan(f=step, init=0.0, xs=x)[1]\n",
    "imported": f"from jax.lax import scan\ndef f(x):\n{STEP}    _, out = scan(step, 0.0, x)\n    return out\n",
    "jitted step": f"def f(x):\n{STEP}    return jax.lax.scan(jax.jit(step), 0.0, x)[1]\n",
    "partial": (
        "import functools\ndef tell(log, c, v):\n    io_callback(log, None, c + v, ordered=True)\n    return c + v, c\n"
        "def f(x):\n    return jax.lax.scan(functools.partial(tell, note), 0.0, x)[1]\n"
    ),
    "scan in scan": f"def f(x):\n{STEP}    outer = lambda c, v: jax.lax.scan(step, c, x)\n    return jax.lax.scan(outer, 0.0, x)\n",
}
IN_SCAN_WRONG = {
    "outside": (
        "def f(x):\n    io_callback(note, None, x, ordered=True)\n    return jax.lax.scan(lambda c, v: (c, v), 0.0, x)[1]\n",
        "call.inside",
    ),
    "in lax.map": (
        "def f(x):\n    return jax.lax.map(lambda v: io_callback(note, None, v, ordered=True), x)\n",
        "call.inside",
    ),
    "not ordered": (
        f"def f(x):\n{STEP.replace(', ordered=True', '')}    return jax.lax.scan(step, 0.0, x)[1]\n",
        "ordered",
    ),
    "in Python on one path": (
        f"def f(x):\n{STEP}    if x.size:\n        return jax.lax.scan(step, 0.0, x)[1]\n    return step(0.0, x)[1]\n",
        "call.inside",
    ),
    "a claim only a pattern may make": (
        "from grader import inside\ndef f(x):\n    with inside(jax.lax.scan):\n"
        "        io_callback(note, None, x, ordered=True)\n    return x\n",
        "call.inside",
    ),
}


@pytest.mark.parametrize("name", IN_SCAN_RIGHT)
def test_a_call_inside_its_caller_is_accepted(name: str) -> None:
    assert errors(IN_SCAN_RIGHT[name], IN_SCAN) == []


@pytest.mark.parametrize("name", IN_SCAN_WRONG)
def test_a_call_elsewhere_is_not(name: str) -> None:
    text, place = IN_SCAN_WRONG[name]
    assert [f.place for f in errors(text, IN_SCAN)] == [place]


GRADS = ("jax.grad", "jax.value_and_grad")
AUX = exercise(
    "def f(x):\n    jax.value_and_grad(HOST, has_aux=True)(ANY)\n    return ANY\n\n\n"
    "def f__grad(x):\n    jax.grad(HOST, has_aux=True)(ANY)\n    return ANY\n\n\ndef g(a, b):\n    return ANY\n",
    others=("g",),
    forbid=(
        Forbidden(calls=("jax.experimental.io_callback",), inside=GRADS, message="No callback is differentiated."),
    ),
)
G = "def g(a, b):\n    return a\n"
LOSS = "def loss(w):\n    return (w ** 2).sum(), w\n"
AUX_RIGHT = {
    "plain": f"{LOSS}{G}def f(x):\n    (v, a), d = jax.value_and_grad(loss, has_aux=True)(x)\n    return d\n",
    "grad": f"{LOSS}{G}def f(x):\n    d, a = jax.grad(loss, has_aux=True)(x)\n    return d\n",
    "made at import": f"{LOSS}{G}D = jax.jit(jax.value_and_grad(loss, has_aux=True))\ndef f(x):\n    return D(x)[1]\n",
    "decorated": (
        f"import functools\n@functools.partial(jax.value_and_grad, has_aux=True)\n{LOSS}{G}def f(x):\n    return loss(x)[1]\n"
    ),
    "callback after it": (
        f"{LOSS}{G}def f(x):\n    (v, a), d = jax.value_and_grad(loss, has_aux=True)(x)\n    io_callback(note, None, v)\n    return d\n"
    ),
    "more parameters with defaults": f"{LOSS}def g(a, b, c=1):\n    return a\ndef f(x):\n    return jax.grad(loss, has_aux=True)(x)[0]\n",
    "any number": f"{LOSS}def g(*all):\n    return all[0]\ndef f(x):\n    return jax.grad(loss, has_aux=True)(x)[0]\n",
}
AUX_WRONG = {
    "made but not called": (f"{LOSS}{G}def f(x):\n    jax.value_and_grad(loss, has_aux=True)\n    return x\n", "call"),
    "no aux": (f"def loss(w):\n    return (w ** 2).sum()\n{G}def f(x):\n    return jax.grad(loss)(x)\n", "has_aux"),
    "callback under grad": (
        f"def loss(w):\n    io_callback(note, None, w.sum())\n    return (w ** 2).sum(), w\n{G}def f(x):\n"
        "    return jax.grad(loss, has_aux=True)(x)[0]\n",
        "call.forbidden",
    ),
    "callback in a helper under grad": (
        f"def tell(v):\n    io_callback(note, None, v)\ndef loss(w):\n    tell(w)\n    return (w ** 2).sum(), w\n{G}def f(x):\n"
        "    return jax.jit(jax.grad(loss, has_aux=True))(x)[0]\n",
        "call.forbidden",
    ),
    "no second function": (f"{LOSS}def f(x):\n    return jax.grad(loss, has_aux=True)(x)[0]\n", ""),
    "second function too narrow": (
        f"{LOSS}def g(a):\n    return a\ndef f(x):\n    return jax.grad(loss, has_aux=True)(x)[0]\n",
        "",
    ),
}


@pytest.mark.parametrize("name", AUX_RIGHT)
def test_several_answers_and_functions_are_accepted(name: str) -> None:
    assert errors(AUX_RIGHT[name], AUX) == []


@pytest.mark.parametrize("name", AUX_WRONG)
def test_what_is_forbidden_or_missing_is_found(name: str) -> None:
    text, place = AUX_WRONG[name]
    assert place in [f.place for f in errors(text, AUX)]


def test_the_places_of_a_pattern_are_known() -> None:
    assert {"call", "return", "has_aux", "fun", "argnums"} <= places_of(AUX)
    assert "ordered" not in places_of(AUX)
    assert {"ordered", "result_shape_dtypes", "args[0]"} <= places_of(IN_SCAN)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("def g(x):\n    return ANY\n", "no function `f`"),
        ("def f(x):\n    return x + 1\n", "can be compared"),
        ("def f(x):\n    raise ValueError\n", "cannot be followed"),
        ("def f(x):\n    if x:\n        return ANY\n    return io_callback(HOST, ANY, x)\n", "several places"),
        ("def f(x):\n    return ANY\n\n\ndef f__two(x, y):\n    return ANY\n", "takes 2 inputs"),
    ],
)
def test_a_pattern_that_says_nothing_is_its_authors_mistake(pattern: str, words: str) -> None:
    with pytest.raises(AuthorError, match=words):
        pattern_of(exercise(pattern), "f")


SOFT = exercise(
    "def f(x):\n    return jax.nn.softmax(x)\n\n\ndef f__sum(x):\n    return jax.numpy.sum(jax.numpy.exp(x), axis=0)\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return jax.nn.softmax(x)\n",
        "def f(x):\n    return jax.nn.softmax(x=x, axis=-1)\n",
        "from jax.nn import softmax as s\n@jax.jit\ndef f(logits):\n    return s(logits, -1, None)\n",
        "def f(x):\n    return jnp.exp(x).sum(0)\n",
        "def f(x):\n    e = jnp.exp(x)\n    return e.sum(axis=0)\n",
        "def f(x):\n    return jnp.sum(jnp.exp(x), axis=0)\n",
    ],
)
def test_any_jax_function_may_stand_in_a_pattern(text: str) -> None:
    assert errors(text, SOFT) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("def f(x):\n    return jax.nn.softmax(x, axis=0)\n", "axis"),
        ("def f(x):\n    return jax.nn.softmax(x + 1)\n", "x"),
        ("def f(x):\n    return jax.nn.log_softmax(x)\n", "call"),
        ("def f(x):\n    return jnp.exp(x).sum()\n", "axis"),
    ],
)
def test_a_difference_is_named_by_its_parameter(text: str, place: str) -> None:
    assert [f.place for f in errors(text, SOFT)] == [place]


ALONE = exercise("def f(x):\n    io_callback(HOST, ANY, ANY, ordered=True)\n    return ANY\n", rules=("one-callback",))
QUIET = "lambda v: None, None, x"
ALONE_RIGHT = {
    "one": "def f(x):\n    io_callback(note, None, x, ordered=True)\n    return x\n",
    "one of two on each path": (
        "def f(x):\n    if x.size:\n        io_callback(note, None, x, ordered=True)\n    else:\n"
        f"        io_callback({QUIET}, ordered=True)\n    return x\n"
    ),
    "one helper, called twice": (
        "def tell(v):\n    io_callback(note, None, v, ordered=True)\n\ndef f(x):\n    if x.size:\n        tell(x)\n"
        "    else:\n        tell(x)\n    return x\n"
    ),
}
ALONE_WRONG = {
    "before it": f"def f(x):\n    io_callback({QUIET})\n    io_callback(note, None, x, ordered=True)\n    return x\n",
    "after it": f"def f(x):\n    io_callback(note, None, x, ordered=True)\n    jax.pure_callback({QUIET})\n    return x\n",
    "ordered as well": (
        f"def f(x):\n    io_callback(note, None, x, ordered=True)\n    io_callback({QUIET}, ordered=True)\n    return x\n"
    ),
    "on one path": (
        f"def f(x):\n    io_callback(note, None, x, ordered=True)\n    if x.size:\n        io_callback({QUIET})\n    return x\n"
    ),
    "in a helper": (
        f"def tell(x):\n    io_callback({QUIET})\n\ndef f(x):\n    tell(x)\n"
        "    io_callback(note, None, x, ordered=True)\n    return x\n"
    ),
}


@pytest.mark.parametrize("name", ALONE_RIGHT)
def test_one_callback_is_accepted(name: str) -> None:
    assert errors(ALONE_RIGHT[name], ALONE) == []


@pytest.mark.parametrize("name", ALONE_WRONG)
def test_a_callback_beside_it_is_found(name: str) -> None:
    (found,) = errors(ALONE_WRONG[name], ALONE)
    assert (found.rule, "note" in found.found) == ("one-callback", False)
