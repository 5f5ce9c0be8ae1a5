"""Whether there is an entrypoint, and whether it can be called the way the exercise calls it."""

from __future__ import annotations

import difflib
import math
from collections.abc import Collection

import libcst as cst

from grader.model import Finding, Rule
from grader.source.explain import Explainer
from grader.source.machine import Run
from grader.source.report import load_finding
from grader.source.scopes import ident
from grader.source.values import Class, Const, Func, Obj, Partial, Tuple, Unbound, Wrapped, options


def check_entrypoint(run: Run, name: str, asked: Collection[str], explain: Explainer) -> tuple[Finding | None, bool]:
    """Check that one of the functions ``asked`` for exists and can be called; and whether there is anything to run."""
    bound = [option for option in options(run.entrypoint) if not isinstance(option, Unbound)]
    if run.spent:
        return None, True
    if not run.finished_import:
        return _stopped(run, explain), True
    if not bound:
        return _missing(run, name, asked, explain), False
    for value in bound:
        if isinstance(value, (Const, Tuple)) or (isinstance(value, Obj) and value.kind != "instance"):
            return load_finding(
                f"`{name}` is not a function.", f"Write `def {name}({', '.join(run.parameters)}): ...`."
            ), False
        problem = _signature(value, name, run, explain)
        if problem is not None:
            return problem, True
    return None, True


def _stopped(run: Run, explain: Explainer) -> Finding:
    if run.machine.undefined:
        name, site = run.machine.undefined[-1]
        return _load(
            explain, site.node, f"`{name}` is not defined here.", f"Import or define `{name}` above this line."
        )
    failed = run.machine.failed_imports
    if failed:
        name, site = failed[-1]
        return _load(explain, site.node, f"There is no `{name}` to import.", "Mend the import.")
    node = run.stopped_at
    if isinstance(node, (cst.While, cst.For)):
        return _load(explain, node, "The import never gets past this loop.", "Take the loop out.")
    return _load(explain, node, "The import never gets past this: it raises here.", "Take out what raises at import.")


def _load(explain: Explainer, node: cst.CSTNode | None, message: str, step: str) -> Finding:
    return explain.finding("", message, node, step=step, rule=Rule.LOAD)


def _missing(run: Run, name: str, asked: Collection[str], explain: Explainer) -> Finding:
    machine = run.machine
    callables = [
        n
        for n in machine.module.names
        if n not in asked and isinstance(machine.get(machine.module, n), (Func, Class, Wrapped, Partial))
    ]
    near = difflib.get_close_matches(name, callables, n=1, cutoff=0.6)
    if near:
        value = machine.get(machine.module, near[0])
        node = value.node if isinstance(value, (Func, Class)) else None
        return _load(
            explain,
            node.name if isinstance(node, (cst.FunctionDef, cst.ClassDef)) else None,
            f"There is no `{name}`, but there is `{near[0]}`.",
            f"Rename `{near[0]}` to `{name}`.",
        )
    nested = _find_def(explain.places.tree, name)
    if nested is not None:
        return _load(
            explain,
            nested.name,
            f"`{name}` is defined inside something else, so the file itself has no such function.",
            "Move it to the top level of the file.",
        )
    if machine.opaque_star is not None:
        return _load(explain, machine.opaque_star.node, f"`{name}` is not written in this file.", "Write it here.")
    return _load(
        explain,
        None,
        f"There is no function `{name}` in the file.",
        f"Write `def {name}({', '.join(run.parameters)}): ...`.",
    )


def _find_def(tree: cst.Module, name: str) -> cst.FunctionDef | None:
    todo: list[cst.CSTNode] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, cst.FunctionDef) and ident(node.name) == name:
            return node
        todo.extend(node.children)
    return None


def _signature(value: object, name: str, run: Run, explain: Explainer) -> Finding | None:
    while isinstance(value, Wrapped):
        value = value.func
    if not isinstance(value, Func):
        return None
    node = value.node
    params = node.params
    where = node.name if isinstance(node, cst.FunctionDef) else node
    optional = {key for key, _ in value.defaults}
    required = [p for p in (*params.posonly_params, *params.params) if ident(p.name) not in optional]
    keyword = [p for p in params.kwonly_params if ident(p.name) not in optional]
    if isinstance(node, cst.FunctionDef) and node.asynchronous is not None:
        message = f"`{name}` is a coroutine function, so calling it runs nothing."
        return _load(explain, where, message, "Take out `async`.")
    if explain.run.machine.binding(node).yields:
        message = f"`{name}` is a generator function, so calling it gives a generator, not an array."
        return _load(explain, where, message, "Use `return` instead of `yield`.")
    arity = len(run.parameters)
    called = "with one array" if arity == 1 else f"with {arity} arrays"
    most = math.inf if isinstance(params.star_arg, cst.Param) else len((*params.posonly_params, *params.params))
    message = ""
    if len(required) > arity:
        names = ", ".join(ident(p.name) for p in required)
        message = f"`{name}` needs {len(required)} arguments ({names}), but it is called {called}."
    elif keyword:
        message = f"`{name}` needs `{ident(keyword[0].name)}` by keyword, but it is called {called} by position."
    elif most < arity:
        takes = "no argument" if most == 0 else "one argument" if most == 1 else f"{most} arguments"
        message = f"`{name}` takes {takes}, but it is called {called}."
    wanted = ", ".join(run.parameters)
    return _load(explain, where, message, f"Write `def {name}({wanted}):`.") if message else None
