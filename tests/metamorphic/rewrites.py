"""Rewrites that keep the meaning. Each takes a random generator and a tree it may change, and says whether it applied."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable

from tests.metamorphic.programs import (
    ENTRY,
    entry,
    expr,
    fresh,
    functions,
    has_entry_def,
    inside_lambda,
    owner_of,
    replace,
    stmts,
    the_call,
)

Rewrite = Callable[[random.Random, ast.Module], bool]


def _after_imports(tree: ast.Module) -> int:
    return next((i for i, s in enumerate(tree.body) if not isinstance(s, (ast.Import, ast.ImportFrom))), len(tree.body))


def reorder_keywords(rng: random.Random, tree: ast.Module) -> bool:
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and len(n.keywords) > 1]
    if not calls:
        return False
    rng.shuffle(rng.choice(calls).keywords)
    return True


def alias_import(rng: random.Random, tree: ast.Module) -> bool:
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "jax.experimental":
            alias = statement.names[0]
            old, new = alias.asname or alias.name, fresh(tree, rng, "cb")
            alias.asname = new
            for node in ast.walk(tree):
                if isinstance(node, ast.Name) and node.id == old:
                    node.id = new
            tree.body.insert(_after_imports(tree), stmts(f"io_callback = {new}")[0])
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == new:
                    node.func.id = "io_callback"
            return True
    return False


def rename_locals(rng: random.Random, tree: ast.Module) -> bool:
    for function in rng.sample(functions(tree), len(functions(tree))):
        nested = [
            n
            for n in ast.walk(function)
            if isinstance(n, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) and n is not function
        ]
        declared = {x for n in ast.walk(function) if isinstance(n, (ast.Global, ast.Nonlocal)) for x in n.names}
        inner = {a.arg for n in nested for a in ast.walk(n) if isinstance(a, ast.arg)}
        inner |= {m.id for n in nested for m in ast.walk(n) if isinstance(m, ast.Name) and isinstance(m.ctx, ast.Store)}
        names = (
            {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            - declared
            - inner
        )
        names -= {"io_callback"}
        if not names:
            continue
        old, new = rng.choice(sorted(names)), fresh(tree, rng)
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id == old:
                node.id = new
        return True
    return False


def rename_parameter(rng: random.Random, tree: ast.Module) -> bool:
    if not has_entry_def(tree):
        return False
    function = entry(tree)
    if not function.args.args:
        return False
    old, new = function.args.args[0].arg, fresh(tree, rng, "arr")
    if any(isinstance(n, ast.arg) and n.arg == old for n in ast.walk(function) if n is not function.args.args[0]):
        return False
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new
    function.args.args[0].arg = new
    return True


def hoist_argument(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    found = None if call is None else owner_of(tree, call)
    if call is None or found is None or inside_lambda(found[0][found[1]], call):
        return False
    block, index = found
    slots = [(call.args, i) for i, a in enumerate(call.args) if not isinstance(a, (ast.Name, ast.Starred))]
    chosen = rng.choice([*slots, *((k, None) for k in call.keywords if k.arg is not None)] or [None])
    if chosen is None:
        return False
    name = fresh(tree, rng)
    holder, at = chosen
    if at is None:
        value, holder.value = holder.value, ast.Name(name, ast.Load())
    else:
        value, holder[at] = holder[at], ast.Name(name, ast.Load())
    block.insert(index, ast.Assign([ast.Name(name, ast.Store())], value))
    return True


def options_in_dict(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    if call is None:
        return False
    named = [k for k in call.keywords if k.arg is not None]
    if not named:
        return False
    keyword = rng.choice(named)
    call.keywords.remove(keyword)
    value = ast.unparse(keyword.value)
    form = rng.choice(
        [
            "{{'{n}': {v}}}",
            "dict({n}={v})",
            "{{**{{}}, '{n}': {v}}}",
            "dict([('{n}', {v})])",
            "({{'{n}': False}} | {{'{n}': {v}}})",
        ]
    )
    call.keywords.append(ast.keyword(None, expr(form.format(n=keyword.arg, v=value))))
    return True


def dict_filled_before(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    found = None if call is None else owner_of(tree, call)
    if call is None or found is None or inside_lambda(found[0][found[1]], call):
        return False
    named = [k for k in call.keywords if k.arg is not None]
    if not named:
        return False
    keyword = rng.choice(named)
    name = fresh(tree, rng, "opts")
    value = ast.unparse(keyword.value)
    call.keywords.remove(keyword)
    call.keywords.append(ast.keyword(None, ast.Name(name, ast.Load())))
    form = rng.choice(
        [
            "{d} = {{}}\n{d}['{n}'] = {v}",
            "{d} = dict()\n{d}.update({n}={v})",
            "{d} = {{'{n}': None}}\n{d}.update({{'{n}': {v}}})",
            "{d} = {{}}\n{d}.setdefault('{n}', {v})",
        ]
    )
    block, index = found
    block[index:index] = stmts(form.format(d=name, n=keyword.arg, v=value))
    return True


TRUES = (
    "not False",
    "1 == 1",
    "bool(1)",
    "True if 2 > 1 else False",
    "True and True",
    "all((True,))",
    "3 in (1, 2, 3)",
    "None is None",
    "len('ab') == 2",
)


def spell_true(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    if call is None:
        return False
    for keyword in call.keywords:
        if keyword.arg == "ordered" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True:
            keyword.value = expr(rng.choice(TRUES))
            return True
    return False


def constant_at_module_level(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    if call is None:
        return False
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Constant):
            name = fresh(tree, rng, "FLAG").upper()
            value = ast.unparse(keyword.value)
            form, use = rng.choice(
                [
                    ("{n} = {v}", "{n}"),
                    ("{n}: bool = {v}", "{n}"),
                    ("class {n}:\n    value = {v}", "{n}.value"),
                    ("{n} = ({v}, None)", "{n}[0]"),
                    ("{n} = {{'v': {v}}}", "{n}['v']"),
                    ("def {n}():\n    return {v}", "{n}()"),
                ]
            )
            keyword.value = expr(use.format(n=name))
            tree.body[_after_imports(tree) : _after_imports(tree)] = stmts(form.format(n=name, v=value))
            return True
    return False


WRAPS = (
    "if True:\n    pass",
    "try:\n    pass\nfinally:\n    pass",
    "with contextlib.nullcontext():\n    pass",
    "for _ in range(1):\n    pass",
    "while True:\n    pass",
    "if 1 > 2:\n    raise ValueError\nelse:\n    pass",
    "try:\n    pass\nexcept Exception:\n    raise",
    "match 1:\n    case 1:\n        pass",
)


def wrap_body(rng: random.Random, tree: ast.Module) -> bool:
    candidates = [f for f in functions(tree) if isinstance(f.body[-1], ast.Return) and len(f.body) < 30]
    if not candidates:
        return False
    function = rng.choice(candidates)
    wrapper = stmts(rng.choice(WRAPS))[0]
    for node in ast.walk(wrapper):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and len(block) == 1 and isinstance(block[0], ast.Pass):
                block[:] = function.body
                function.body = [wrapper]
                return True
    return False


DEAD = (
    "if False:\n    return None",
    "unused = lambda q: q + 1",
    "def never(q):\n    print(q)\n    return q",
    "'a note'",
    "assert True",
    "if __name__ == '__main__':\n    print('demo')",
    "pass",
    "seen = []\nseen.append(1)",
    "for _i in (1, 2):\n    _j = _i",
)


def add_dead_code(rng: random.Random, tree: ast.Module) -> bool:
    function = rng.choice(functions(tree))
    new = rng.choice(DEAD)
    function.body[0:0] = stmts(new)
    return True


def return_through(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    found = None if call is None else owner_of(tree, call)
    if found is None or not isinstance(found[0][found[1]], ast.Return):
        return False
    block, index = found
    statement = block[index]
    assert isinstance(statement, ast.Return)
    assert statement.value is not None
    name, value = fresh(tree, rng, "out"), ast.unparse(statement.value)
    form = rng.choice(
        [
            "{n} = {v}\nreturn {n}",
            "({n},) = ({v},)\nreturn {n}",
            "[{n}] = [{v}]\nreturn {n}",
            "{n}, *_rest = {v}, 0\nreturn {n}",
            "return ({n} := {v})",
            "{n} = [{v}]\nreturn {n}[0]",
            "{n} = {{'r': {v}}}\nreturn {n}['r']",
            "return (lambda: {v})()",
            "return jax.block_until_ready({v})",
            "return jnp.asarray({v})",
            "{n} = None\n{n} = {v}\nreturn {n}",
            "for {n} in ({v},):\n    pass\nreturn {n}",
            "return ({v}, 'other')[0]",
            "def {n}():\n    return {v}\nreturn {n}()",
            "{n} = {v}\n_copy = {n}\ndel {n}\nreturn _copy",
        ]
    )
    block[index : index + 1] = stmts(form.format(n=name, v=value)) if "return" in form else []
    return True


def wrap_entry(rng: random.Random, tree: ast.Module) -> bool:
    if not has_entry_def(tree):
        return False
    function = entry(tree)
    inner = fresh(tree, rng, "impl")
    function.name = inner
    form = rng.choice(
        [
            "def {e}(x):\n    return {i}(x)",
            "{e} = {i}",
            "{e} = jax.jit({i})",
            "{e} = lambda x: {i}(x)",
            "{e} = functools.partial({i})",
            "def {e}(x):\n    inner = jax.jit({i})\n    return inner(x)",
            "def {e}(*args):\n    return {i}(*args)",
            "class {c}:\n    @staticmethod\n    def run(x):\n        return {i}(x)\n\n{e} = {c}.run",
            "def {c}(f):\n    @functools.wraps(f)\n    def w(*a, **k):\n        return f(*a, **k)\n    return w\n\n@{c}\ndef {e}(x):\n    return {i}(x)",
        ]
    )
    tree.body.extend(stmts(form.format(e=ENTRY, i=inner, c=fresh(tree, rng, "C"))))
    return True


def call_with_star(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    if call is None or not call.args or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    count = rng.randint(1, len(call.args))
    packed = call.args[-count:]
    maker = rng.choice([ast.Tuple, ast.List])
    call.args[-count:] = [ast.Starred(maker(packed, ast.Load()), ast.Load())]
    return True


def partial_call(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    if call is None or not call.keywords:
        return False
    form = rng.choice(["functools.partial(io_callback)", "(lambda *a, **k: io_callback(*a, **k))"])
    if form.startswith("functools"):
        moved = call.keywords
        call.keywords = []
        func = expr(form)
        assert isinstance(func, ast.Call)
        func.keywords = moved
        call.func = func
    else:
        call.func = expr(form)
    return True


def lambda_to_def(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    found = None if call is None else owner_of(tree, call)
    if call is None or found is None or inside_lambda(found[0][found[1]], call):
        return False
    for index, arg in enumerate(call.args):
        if isinstance(arg, ast.Lambda):
            name = fresh(tree, rng, "host")
            function = stmts(f"def {name}(): pass")[0]
            assert isinstance(function, ast.FunctionDef)
            function.args, function.body = arg.args, [ast.Return(arg.body)]
            call.args[index] = ast.Name(name, ast.Load())
            found[0].insert(found[1], function)
            return True
    return False


def wrap_host(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    if call is None or not call.args or isinstance(call.args[0], ast.Starred):
        return False
    host = ast.unparse(call.args[0])
    form = rng.choice(
        ["functools.partial({h})", "(lambda v: ({h})(v))", "(lambda f: f)({h})", "[{h}][0]", "{{'h': {h}}}['h']"]
    )
    call.args[0] = expr(form.format(h=host))
    return True


SHAPES = (
    "tuple({x}.shape)",
    "jnp.shape({x})",
    "({x}.size,)",
    "(len({x}),)",
    "({x}.shape[0],)",
    "(*{x}.shape,)",
    "np.shape({x})",
)
DTYPES = ("jnp.result_type({x})", "np.dtype({x}.dtype)", "{x}.dtype.name")


def spell_declaration(rng: random.Random, tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in {"shape", "dtype"} and isinstance(node.value, ast.Name):
            parent_ok = any(
                isinstance(c, ast.Call) and (node in c.args or any(k.value is node for k in c.keywords))
                for c in ast.walk(tree)
            )
            if parent_ok and rng.random() < 0.5:
                forms = SHAPES if node.attr == "shape" else DTYPES
                replace(tree, node, expr(rng.choice(forms).format(x=node.value.id)))
                return True
    return False


def spell_callee(rng: random.Random, tree: ast.Module) -> bool:
    call = the_call(tree)
    if call is None:
        return False
    call.func = expr(
        rng.choice(
            [
                "jax.experimental.io_callback",
                "getattr(jax.experimental, 'io_callback')",
                "(io_callback if True else None)",
                "(io_callback,)[0]",
                "(None or io_callback)",
            ]
        )
    )
    return True


def struct_by_kwargs(rng: random.Random, tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "ShapeDtypeStruct":
            if len(node.args) == 2 and not any(isinstance(a, ast.Starred) for a in node.args):
                shape, dtype = node.args
                style = rng.randrange(3)
                if style == 0:
                    node.args, node.keywords = [], [ast.keyword("dtype", dtype), ast.keyword("shape", shape)]
                elif style == 1:
                    node.args = [ast.Starred(ast.Tuple([shape, dtype], ast.Load()), ast.Load())]
                else:
                    node.args = [shape]
                    node.keywords = [ast.keyword(None, ast.Dict([ast.Constant("dtype")], [dtype]))]
                return True
    return False


REWRITES: tuple[Rewrite, ...] = (
    reorder_keywords,
    alias_import,
    rename_locals,
    rename_parameter,
    hoist_argument,
    options_in_dict,
    dict_filled_before,
    spell_true,
    constant_at_module_level,
    wrap_body,
    add_dead_code,
    return_through,
    wrap_entry,
    call_with_star,
    partial_call,
    lambda_to_def,
    wrap_host,
    spell_declaration,
    spell_callee,
    struct_by_kwargs,
)


def rewrite(rng: random.Random, tree: ast.Module, count: int) -> list[str]:
    """Apply up to ``count`` random rewrites in place; the names of those that applied."""
    applied = []
    for _ in range(count):
        chosen = rng.choice(REWRITES)
        if chosen(rng, tree):
            ast.fix_missing_locations(tree)
            applied.append(chosen.__name__)
    return applied
