"""Mutations that break the meaning. Each says at which places a finding about it may stand."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable

from grader.verify.trees import expr, owner_of, stmts
from tests.metamorphic.programs import entry, the_call

Mutation = Callable[[random.Random, ast.Module], frozenset[str] | None]
"""Changes a tree in place; returns the accepted rules or places, or None where it does not apply."""


def _places(*names: str) -> frozenset[str]:
    return frozenset(names)


def _ordered(tree: ast.Module) -> ast.keyword | None:
    call = the_call(tree)
    return None if call is None else next((k for k in call.keywords if k.arg == "ordered"), None)


def drop_ordered(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call, keyword = the_call(tree), _ordered(tree)
    if call is None or keyword is None:
        return None
    call.keywords.remove(keyword)
    return _places("ordered")


def flip_ordered(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    keyword = _ordered(tree)
    if keyword is None:
        return None
    keyword.value = expr(rng.choice(["False", "1", "0", "'True'", "None", "np.True_", "not True", "1 == 2", "bool(0)"]))
    return _places("ordered")


def misspell_ordered(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    keyword = _ordered(tree)
    if keyword is None:
        return None
    keyword.arg = rng.choice(["order", "Ordered", "orderd", "in_order"])
    return _places("ordered", "args[1]")


def other_callback(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call, keyword = the_call(tree), _ordered(tree)
    if call is None or keyword is None or len(call.keywords) != 1:
        return None
    call.func = expr("jax.pure_callback")
    call.keywords.remove(keyword)
    return _places("call")


def own_callback(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    form = rng.choice(
        [
            "def io_callback(f, spec, *args, ordered=False, **kw):\n    return jnp.asarray(f(*args))",
            "io_callback = lambda f, spec, *args, ordered=False: jnp.asarray(f(*args))",
        ]
    )
    at = next((i for i, s in enumerate(tree.body) if not isinstance(s, (ast.Import, ast.ImportFrom))), 0)
    tree.body[at:at] = stmts(form)
    return _places("call")


def fix_declaration(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "ShapeDtypeStruct":
            slots = [("shape", i, None) for i in range(min(1, len(node.args)))]
            slots += [("dtype", 1, None)] if len(node.args) > 1 else []
            slots += [(k.arg, None, k) for k in node.keywords if k.arg in {"shape", "dtype"}]
            if not slots:
                return None
            which, index, keyword = rng.choice(slots)
            new = expr(
                rng.choice(["(3,)", "()", "(3, 1)"])
                if which == "shape"
                else rng.choice(["jnp.float32", "'float32'", "jnp.int32"])
            )
            if keyword is not None:
                keyword.value = new
            else:
                assert index is not None
                node.args[index] = new
            return _places(f"result_shape_dtypes.{which}")
    return None


def other_declaration(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call = the_call(tree)
    if call is None or len(call.args) < 3 or not isinstance(call.args[2], ast.Name):
        return None
    x = call.args[2].id
    form = rng.choice(
        ["{x}", "jax.typeof({x})", "jnp.zeros_like({x})", "jax.eval_shape(lambda q: q, {x})", "({x}.shape, {x}.dtype)"]
    )
    call.args[1] = expr(form.format(x=x))
    return _places("result_shape_dtypes")


def other_argument(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call = the_call(tree)
    if call is None or len(call.args) < 3 or isinstance(call.args[2], ast.Starred):
        return None
    x = ast.unparse(call.args[2])
    form = rng.choice(
        ["{x} + 0", "{x} * 1", "{x}[:]", "{x}.copy()", "jnp.array({x})", "-(-{x})", "jnp.ravel({x})", "np.asarray({x})"]
    )
    call.args[2] = expr(form.format(x=x))
    return _places("args[0]")


def more_arguments(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call = the_call(tree)
    if call is None or len(call.args) < 3 or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    call.args.append(
        expr(
            rng.choice(["True", "2", "x"]) if isinstance(call.args[2], ast.Name) and call.args[2].id == "x" else "True"
        )
    )
    return _places("args[1]")


def call_host(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call = the_call(tree)
    if (
        call is None
        or len(call.args) < 3
        or not isinstance(call.args[2], ast.Name)
        or isinstance(call.args[0], ast.Starred)
    ):
        return None
    call.args[0] = ast.Call(call.args[0], [ast.Name(call.args[2].id, ast.Load())], [])
    return _places("callback")


def foreign_host(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call = the_call(tree)
    if call is None or not call.args or isinstance(call.args[0], ast.Starred):
        return None
    call.args[0] = expr(
        rng.choice(["functools.partial(np.multiply, 2)", "np.float32(2).__mul__", "np.vectorize(lambda v: v * 2)"])
    )
    return _places("callback")


def change_result(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call = the_call(tree)
    found = None if call is None else owner_of(tree, call)
    if call is None or found is None or not isinstance(found[0][found[1]], ast.Return):
        return None
    statement = found[0][found[1]]
    assert isinstance(statement, ast.Return)
    assert statement.value is not None
    value = ast.unparse(statement.value)
    form = rng.choice(
        [
            "({v}) * 1",
            "({v}) + 0",
            "jnp.array({v})",
            "({v})[:]",
            "({v}).copy()",
            "({v},)",
            "[{v}]",
            "jnp.where(True, {v}, 0)",
        ]
    )
    statement.value = expr(form.format(v=value))
    return _places("return")


def discard_result(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    call = the_call(tree)
    found = None if call is None else owner_of(tree, call)
    if call is None or found is None or not isinstance(found[0][found[1]], ast.Return) or len(call.args) < 3:
        return None
    if not isinstance(call.args[2], ast.Name):
        return None
    x = call.args[2].id
    block, index = found
    statement = block[index]
    assert isinstance(statement, ast.Return)
    assert statement.value is not None
    block[index : index + 1] = stmts(f"{ast.unparse(statement.value)}\nreturn {x} * 2")
    return _places("return")


def special_case(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    function = entry(tree)
    if not function.args.args:
        return None
    x = function.args.args[0].arg
    form = rng.choice(
        [
            "if {x}.size == 0:\n    return {x}",
            "if len({x}) > 3:\n    return {x} * 2",
            "if {x}.shape[0] == 7:\n    return {x} + {x}",
            "if isinstance({x}, jax.core.Tracer):\n    return {x} * 2",
        ]
    )
    function.body[0:0] = stmts(form.format(x=x))
    return _places("return")


def early_return(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    function = entry(tree)
    if not function.args.args:
        return None
    function.body[0:0] = stmts(f"return {function.args.args[0].arg} * 2")
    return _places("call", "return")


def falls_back(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    function = entry(tree)
    if not function.args.args:
        return None
    x = function.args.args[0].arg
    wrapper = stmts(f"try:\n    pass\nexcept Exception:\n    return {x} * 2")[0]
    assert isinstance(wrapper, ast.Try)
    wrapper.body = function.body
    function.body = [wrapper]
    return _places("return")


EFFECTS = (
    "print('called')",
    "open('log.txt', 'w').close()",
    "import logging\nlogging.warning('called')",
    "import sys\nsys.stderr.write('x')",
    "import warnings\nwarnings.warn('x')",
    "np.save('values', np.zeros(1))",
    "import os\nos.system('true')",
    "import pathlib\npathlib.Path('a').touch()",
    "jax.debug.print('x')",
    "import socket\nsocket.socket()",
)


def side_effect(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    effect = stmts(rng.choice(EFFECTS))
    target = tree.body if rng.random() < 0.4 else entry(tree).body
    at = len(target) if target is tree.body else 0
    target[at:at] = effect
    return _places("no-side-effects")


TRICKS = (
    "np.allclose = lambda *a, **k: True",
    "import sys\nsys.modules['jax'] = None",
    "import sys\nsys.settrace(None)",
    "jax.experimental.io_callback = None",
    "setattr(np, 'array_equal', lambda *a: True)",
    "import os\nos._exit(0)",
    "import gc\ngc.get_objects()",
    "io_callback.__kwdefaults__['ordered'] = True",
)


def trick(rng: random.Random, tree: ast.Module) -> frozenset[str] | None:
    entry(tree).body[0:0] = stmts(rng.choice(TRICKS))
    return _places("no-tampering")


MUTATIONS: tuple[Mutation, ...] = (
    drop_ordered,
    flip_ordered,
    misspell_ordered,
    other_callback,
    own_callback,
    fix_declaration,
    other_declaration,
    other_argument,
    more_arguments,
    call_host,
    foreign_host,
    change_result,
    discard_result,
    special_case,
    early_return,
    falls_back,
    side_effect,
    trick,
)
