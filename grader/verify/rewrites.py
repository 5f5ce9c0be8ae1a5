"""Rewrites that keep a program's meaning. Each changes a tree in place and says whether it applied."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Sequence

from grader.verify.edits import FAMILY
from grader.verify.trees import (
    after_imports,
    calls,
    entry,
    expr,
    fresh,
    functions,
    inside_lambda,
    need,
    owner_of,
    stmts,
    text,
)

Rewrite = Callable[[random.Random, ast.Module, str], bool]
"""Takes a random generator, the program, and the name of its entrypoint."""


def reorder_keywords(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Give keyword arguments in another order."""
    found = [n for n in calls(tree) if len(n.keywords) > 1]
    if not found:
        return False
    rng.shuffle(rng.choice(found).keywords)
    return True


def alias_import(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Import something under another name and give it its own name back."""
    found = [
        (statement, alias)
        for statement in tree.body
        if isinstance(statement, ast.Import | ast.ImportFrom)
        and not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")
        for alias in statement.names
        if alias.name != "*" and (isinstance(statement, ast.ImportFrom) or "." not in alias.name or alias.asname)
    ]
    if not found:
        return False
    _, alias = rng.choice(found)
    old, new = alias.asname or alias.name, fresh(tree, rng, "imported")
    alias.asname = new
    tree.body.insert(after_imports(tree), stmts(f"{old} = {new}")[0])
    return True


def rename_locals(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Rename a local variable."""
    for function in rng.sample(functions(tree), len(functions(tree))):
        nested = [
            n
            for n in ast.walk(function)
            if isinstance(n, ast.FunctionDef | ast.Lambda | ast.ClassDef) and n is not function
        ]
        declared = {x for n in ast.walk(function) if isinstance(n, ast.Global | ast.Nonlocal) for x in n.names}
        inner = {a.arg for n in nested for a in ast.walk(n) if isinstance(a, ast.arg)}
        inner |= {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
        inner |= {m.id for n in nested for m in ast.walk(n) if isinstance(m, ast.Name) and isinstance(m.ctx, ast.Store)}
        stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        names = stored - declared - inner
        if not names:
            continue
        old, new = rng.choice(sorted(names)), fresh(tree, rng)
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id == old:
                node.id = new
        return True
    return False


def rename_parameter(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Rename the entrypoint's first parameter."""
    function = entry(tree, name)
    if function is None or not function.args.args:
        return False
    old, new = function.args.args[0].arg, fresh(tree, rng, "arr")
    if any(isinstance(n, ast.arg) and n.arg == old for n in ast.walk(function) if n is not function.args.args[0]):
        return False
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new
    function.args.args[0].arg = new
    return True


def hoist_argument(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Give an argument a name before the call."""
    slots: list[tuple[list[ast.stmt], int, ast.Call, int | ast.keyword]] = []
    for call in calls(tree):
        found = owner_of(tree, call)
        if found is None or inside_lambda(found[0][found[1]], call) or _calls_in_arguments(call):
            continue
        slots += [
            (*found, call, i) for i, a in enumerate(call.args) if not isinstance(a, ast.Name | ast.Starred)
        ]  # names need no name
        slots += [(*found, call, k) for k in call.keywords if k.arg is not None]
    if not slots:
        return False
    block, index, call, slot = rng.choice(slots)
    new = fresh(tree, rng)
    if isinstance(slot, ast.keyword):
        value, slot.value = slot.value, ast.Name(new, ast.Load())
    else:
        value, call.args[slot] = call.args[slot], ast.Name(new, ast.Load())
    block.insert(index, ast.Assign([ast.Name(new, ast.Store())], value))
    return True


def _calls_in_arguments(call: ast.Call) -> bool:
    """Tell whether more than one argument calls something: then the order of the calls would change."""
    values = [*call.args, *(k.value for k in call.keywords)]
    return sum(any(isinstance(n, ast.Call) for n in ast.walk(v)) for v in values) > 1


def _keyworded(rng: random.Random, tree: ast.Module) -> tuple[ast.Call, ast.keyword] | None:
    found = [(c, k) for c in calls(tree) for k in c.keywords if k.arg is not None]
    return rng.choice(found) if found else None


def options_in_dict(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Pass a keyword argument through ``**`` of a dict."""
    chosen = _keyworded(rng, tree)
    if chosen is None:
        return False
    call, keyword = chosen
    call.keywords.remove(keyword)
    value = ast.unparse(keyword.value)
    form = rng.choice(
        [
            "{{'{n}': {v}}}",
            "dict({n}={v})",
            "{{**{{}}, '{n}': {v}}}",
            "dict([('{n}', {v})])",
            "({{'{n}': None}} | {{'{n}': {v}}})",
        ]
    )
    call.keywords.append(ast.keyword(None, expr(form.format(n=keyword.arg, v=value))))
    return True


def dict_filled_before(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Pass a keyword argument through a dict that is filled before the call."""
    chosen = _keyworded(rng, tree)
    if chosen is None:
        return False
    call, keyword = chosen
    found = owner_of(tree, call)
    if found is None or inside_lambda(found[0][found[1]], call):
        return False
    new = fresh(tree, rng, "opts")
    value = ast.unparse(keyword.value)
    call.keywords.remove(keyword)
    call.keywords.append(ast.keyword(None, ast.Name(new, ast.Load())))
    form = rng.choice(
        [
            "{d} = {{}}\n{d}['{n}'] = {v}",
            "{d} = dict()\n{d}.update({n}={v})",
            "{d} = {{'{n}': None}}\n{d}.update({{'{n}': {v}}})",
            "{d} = {{}}\n{d}.setdefault('{n}', {v})",
        ]
    )
    block, index = found
    block[index:index] = stmts(form.format(d=new, n=keyword.arg, v=value))
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


def spell_true(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Spell a ``True`` another way."""
    found = [k for c in calls(tree) for k in c.keywords if isinstance(k.value, ast.Constant) and k.value.value is True]
    if not found:
        return False
    rng.choice(found).value = expr(rng.choice(TRUES))
    return True


def constant_at_module_level(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Keep a constant keyword argument at the top of the file."""
    found = [k for c in calls(tree) for k in c.keywords if k.arg is not None and isinstance(k.value, ast.Constant)]
    if not found:
        return False
    keyword = rng.choice(found)
    new = fresh(tree, rng, "FLAG").upper()
    value = ast.unparse(keyword.value)
    form, use = rng.choice(
        [
            ("{n} = {v}", "{n}"),
            ("{n}: object = {v}", "{n}"),
            ("class {n}:\n    value = {v}", "{n}.value"),
            ("{n} = ({v}, None)", "{n}[0]"),
            ("{n} = {{'v': {v}}}", "{n}['v']"),
            ("def {n}():\n    return {v}", "{n}()"),
        ]
    )
    keyword.value = expr(use.format(n=new))
    at = after_imports(tree)
    tree.body[at:at] = stmts(form.format(n=new, v=value))
    return True


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


def wrap_body(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Put a function's whole body into a block that always runs once."""
    candidates = [f for f in functions(tree) if isinstance(f.body[-1], ast.Return) and len(f.body) < 30]
    if not candidates:
        return False
    function = rng.choice(candidates)
    chosen = rng.choice(WRAPS)
    if "contextlib" in chosen:
        need(tree, "contextlib")
    wrapper = stmts(chosen)[0]
    for node in ast.walk(wrapper):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and len(block) == 1 and isinstance(block[0], ast.Pass):
                block[:] = function.body
                function.body = [wrapper]
                return True
    return False


DEAD = (
    "if False:\n    return None",
    "{n} = lambda q: q + 1",
    "def {n}(q):\n    print(q)\n    return q",
    "'a note'",
    "assert True",
    "if __name__ == '__main__':\n    print('demo')",
    "pass",
    "{n} = []\n{n}.append(1)",
    "for {n} in (1, 2):\n    pass",
)


def add_dead_code(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Add statements that do nothing."""
    found = functions(tree)
    if not found:
        return False
    rng.choice(found).body[0:0] = stmts(rng.choice(DEAD).format(n=fresh(tree, rng, "unused")))
    return True


RETURNS = (
    "{n} = {v}\nreturn {n}",
    "({n},) = ({v},)\nreturn {n}",
    "[{n}] = [{v}]\nreturn {n}",
    "{n}, *{m} = {v}, 0\nreturn {n}",
    "return ({n} := {v})",
    "{n} = [{v}]\nreturn {n}[0]",
    "{n} = {{'r': {v}}}\nreturn {n}['r']",
    "return (lambda: {v})()",
    "{n} = None\n{n} = {v}\nreturn {n}",
    "for {n} in ({v},):\n    pass\nreturn {n}",
    "return ({v}, 'other')[0]",
    "def {n}():\n    return {v}\nreturn {n}()",
    "{n} = {v}\n{m} = {n}\ndel {n}\nreturn {m}",
)


def return_through(rng: random.Random, tree: ast.Module, name: str, forms: Sequence[str] = RETURNS) -> bool:
    """Return a result through a variable, a container or a helper."""
    found = [
        (block, index, statement.value)
        for function in functions(tree)
        for block in [function.body]
        for index, statement in enumerate(block)
        if isinstance(statement, ast.Return) and statement.value is not None and not _names_a_value(statement.value)
    ]
    if not found:
        return False
    block, index, value = rng.choice(found)
    new, other = fresh(tree, rng, "out"), fresh(tree, rng, "rest")
    block[index : index + 1] = stmts(rng.choice(forms).format(n=new, m=other, v=ast.unparse(value)))
    return True


def _names_a_value(value: ast.expr) -> bool:
    """Tell whether an expression binds a name: inside a lambda it would bind another one."""
    return any(isinstance(n, ast.NamedExpr) for n in ast.walk(value))


ENTRIES = (
    "def {e}({p}):\n    return {i}({a})",
    "{e} = {i}",
    "{e} = lambda {p}: {i}({a})",
    "{e} = functools.partial({i})",
    "def {e}(*args, **kwargs):\n    return {i}(*args, **kwargs)",
    "class {c}:\n    @staticmethod\n    def run({p}):\n        return {i}({a})\n\n{e} = {c}.run",
    "def {c}(f):\n    @functools.wraps(f)\n    def w(*a, **k):\n        return f(*a, **k)\n    return w\n\n"
    "@{c}\ndef {e}({p}):\n    return {i}({a})",
)


def wrap_entry(rng: random.Random, tree: ast.Module, name: str, forms: Sequence[str] = ENTRIES) -> bool:
    """Give the entrypoint's work to a function behind it."""
    function = entry(tree, name)
    if function is None or function.args.vararg or function.args.kwarg or _has_statics(function):
        return False
    inner = fresh(tree, rng, "impl")
    args = function.args
    passed = [a.arg for a in (*args.posonlyargs, *args.args)] + [f"{a.arg}={a.arg}" for a in args.kwonlyargs]
    bare = ast.arguments(
        args.posonlyargs,
        [ast.arg(a.arg) for a in args.args],
        None,
        args.kwonlyargs,
        args.kw_defaults,
        None,
        args.defaults,
    )
    form = rng.choice(forms)
    if "functools" in form:
        need(tree, "functools")
    new = form.format(e=name, i=inner, c=fresh(tree, rng, "C"), p=ast.unparse(bare), a=", ".join(passed))
    function.name = inner
    at = tree.body.index(function) + 1
    tree.body[at:at] = stmts(new)
    return True


def _has_statics(function: ast.FunctionDef) -> bool:
    """Tell whether a decorator speaks of the parameters: behind a wrapper it would still, but not where it stands."""
    return any("static" in ast.unparse(d) or "donate" in ast.unparse(d) for d in function.decorator_list)


def call_with_star(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Pass the last arguments through ``*`` of a tuple or list."""
    found = [c for c in calls(tree) if c.args and not any(isinstance(a, ast.Starred) for a in c.args)]
    if not found:
        return False
    call = rng.choice(found)
    count = rng.randint(1, len(call.args))
    packed = call.args[-count:]
    maker = rng.choice([ast.Tuple, ast.List])
    call.args[-count:] = [ast.Starred(maker(packed, ast.Load()), ast.Load())]
    return True


def partial_call(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Call through a partial or a lambda."""
    found = [c for c in calls(tree) if c.keywords and isinstance(c.func, ast.Name | ast.Attribute)]
    if not found:
        return False
    call = rng.choice(found)
    called = ast.unparse(call.func)
    if rng.random() < 0.5:
        need(tree, "functools")
        func = expr(f"functools.partial({called})")
        assert isinstance(func, ast.Call)
        func.keywords, call.keywords = call.keywords, []
        call.func = func
    else:
        call.func = expr(f"(lambda *a, **k: {called}(*a, **k))")
    return True


def lambda_to_def(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Give a lambda a name and a ``def``."""
    slots: list[tuple[list[ast.stmt], int, ast.Call, int, ast.Lambda]] = []
    for call in calls(tree):
        found = owner_of(tree, call)
        if found is not None and not inside_lambda(found[0][found[1]], call):
            slots += [(*found, call, i, a) for i, a in enumerate(call.args) if isinstance(a, ast.Lambda)]
    if not slots:
        return False
    block, index, call, slot, old = rng.choice(slots)
    new = fresh(tree, rng, "function")
    function = stmts(f"def {new}(): pass")[0]
    assert isinstance(function, ast.FunctionDef)
    function.args, function.body = old.args, [ast.Return(old.body)]
    call.args[slot] = ast.Name(new, ast.Load())
    block.insert(index, function)
    return True


HOSTS = (
    "functools.partial({h})",
    "(lambda *v, **k: ({h})(*v, **k))",
    "(lambda f: f)({h})",
    "[{h}][0]",
    "{{'h': {h}}}['h']",
)


def wrap_host(rng: random.Random, tree: ast.Module, name: str) -> bool:
    """Hand a callback's host function over in a longer way."""
    found = [
        c
        for c in calls(tree)
        if c.args and ast.unparse(c.func).rpartition(".")[2] in FAMILY and not isinstance(c.args[0], ast.Starred)
    ]
    if not found:
        return False
    call = rng.choice(found)
    form = rng.choice(HOSTS)
    if "functools" in form:
        need(tree, "functools")
    call.args[0] = expr(form.format(h=ast.unparse(call.args[0])))
    return True


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
)


def rewrite(
    rng: random.Random, tree: ast.Module, name: str, count: int, rewrites: Sequence[Rewrite] = REWRITES
) -> list[str]:
    """Apply up to ``count`` random rewrites in place; return the names of those that applied."""
    applied = []
    for _ in range(count):
        chosen = rng.choice(rewrites)
        if chosen(rng, tree, name):
            ast.fix_missing_locations(tree)
            applied.append(getattr(chosen, "__name__", "rewrite"))
    return applied


def rewritten(source: str, name: str, seed: int, rewrites: Sequence[Rewrite], count: int) -> tuple[str, list[str]]:
    """Return a rewritten program and what was done to it."""
    tree = ast.parse(source)
    steps = rewrite(random.Random(seed), tree, name, count, rewrites)  # noqa: S311 - the same programs in every run
    return text(tree), steps
