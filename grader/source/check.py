"""The source witness: compare a submission with the exercise's pattern and apply its rules."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from functools import lru_cache

import libcst as cst

from grader.model import AuthorError, Exercise, Finding, NotChecked, Rule, Severity
from grader.source.core import InputFact
from grader.source.decoding import Unreadable
from grader.source.explain import Explainer, Target
from grader.source.frames import Frame, Return, Scope
from grader.source.machine import Run, interpret
from grader.source.match import Matcher
from grader.source.places import Places
from grader.source.reader import parse
from grader.source.report import SourceReport, load_finding
from grader.source.rules import RULES
from grader.source.scopes import ident
from grader.source.values import (
    Attr,
    Call,
    Class,
    Const,
    Func,
    Obj,
    Partial,
    Ref,
    Site,
    Tuple,
    Unbound,
    Unknown,
    Wrapped,
    options,
)

RECURSION = 12_000
MAIN_ORDER = (Rule.LOAD, Rule.NO_TAMPERING, Rule.STRUCTURE, Rule.TOO_DYNAMIC, Rule.NO_SIDE_EFFECTS)
_NO_FRAME = Frame(Scope(0, "module", None))
CODE_MAKERS = frozenset({"exec", "eval", "compile", "globals", "locals", "vars"})


def check_source(source: bytes, exercise: Exercise) -> SourceReport:
    """Judge a submission's text. Hostile text may crash the parser's process: run it in one that may die."""
    if sys.getrecursionlimit() < RECURSION:
        sys.setrecursionlimit(RECURSION)
    try:
        read = parse(source, exercise.entrypoint)
    except Unreadable as problem:
        return _unreadable(problem)
    targets = pattern_targets(exercise)
    try:
        run = interpret(read.tree, exercise.entrypoint, input_facts(exercise))
    except RecursionError:
        found = load_finding("The file is nested too deeply to be read as an answer.", "Write it with less nesting.")
        return SourceReport(findings=(found,), main=0, loads=True, text=read.text)
    findings, not_checked, loads = _judge(read.tree, run, exercise, targets)
    return _report(findings, not_checked, loads=loads, text=read.text)


def _unreadable(problem: Unreadable) -> SourceReport:
    rest = tuple(
        NotChecked(what=what, why="the file cannot be read")
        for what in ("the call and its arguments", "side effects", "the trace", "the numbers")
    )
    return SourceReport(findings=(problem.finding,), main=0, not_checked=rest, loads=False, text=problem.text)


def _report(findings: list[Finding], not_checked: list[NotChecked], *, loads: bool, text: str) -> SourceReport:
    unique = list({(f.rule, f.place, f.line, f.column, f.message): f for f in findings}.values())
    errors = [f for f in unique if f.severity is Severity.ERROR]
    first: Finding | None = None
    for rule in MAIN_ORDER:
        group = (Rule.STRUCTURE, Rule.TOO_DYNAMIC) if rule in {Rule.STRUCTURE, Rule.TOO_DYNAMIC} else (rule,)
        first = next((f for f in errors if f.rule in group), None)
        if first is not None:
            break
    if first is None and errors:
        first = errors[0]
    ordered = sorted(unique, key=lambda f: (f.line or 0, f.column or 0, f.rule, f.place))
    main = None if first is None else next(i for i, f in enumerate(ordered) if f is first)
    return SourceReport(findings=tuple(ordered), main=main, not_checked=tuple(not_checked), loads=loads, text=text)


def input_facts(exercise: Exercise) -> tuple[InputFact, ...]:
    """Read from the exercise what is promised of each input: its rank and dtype, where all traces agree."""
    if exercise.trace is None or not exercise.trace.inputs:
        return ()
    facts: list[InputFact] = []
    for avals in zip(*exercise.trace.inputs, strict=False):
        ranks = {len(a.shape) for a in avals}
        dtypes = {a.dtype for a in avals}
        facts.append(InputFact(ranks.pop() if len(ranks) == 1 else None, dtypes.pop() if len(dtypes) == 1 else None))
    return tuple(facts)


def pattern_targets(exercise: Exercise) -> tuple[Target, ...]:
    """Read the exercise's pattern; an exercise may accept several."""
    return _targets(exercise.pattern, exercise.entrypoint, exercise.directory, input_facts(exercise))


@lru_cache(maxsize=64)
def _targets(pattern: str, entrypoint: str, directory: str, facts: tuple[InputFact, ...]) -> tuple[Target, ...]:
    path = f"{directory}/pattern.py"
    if not pattern.strip():
        return ()
    try:
        read = parse(pattern.encode())
    except Unreadable as problem:
        raise AuthorError(problem.finding.message, path, problem.finding.line) from None
    found: list[Target] = []
    for statement in read.tree.body:
        if isinstance(statement, cst.FunctionDef):
            name = ident(statement.name)
            if name == entrypoint or name.startswith(f"{entrypoint}__"):
                for returned in interpret(read.tree, name, facts).returns:
                    value = returned.value
                    if not (isinstance(value, Call) and isinstance(value.func, Ref)):
                        raise AuthorError(f"`{name}` does not return a call that can be compared", path)
                    found.append(Target(value.func.name, value))
    if not found:
        raise AuthorError(f"there is no function `{entrypoint}` that returns the accepted call", path)
    return tuple(found)


def _judge(
    tree: cst.Module, run: Run, exercise: Exercise, targets: tuple[Target, ...]
) -> tuple[list[Finding], list[NotChecked], bool]:
    machine = run.machine
    names = {name: machine.get(machine.module, name) for name in machine.module.names}
    places = Places(tree, names, run.parameter)
    target = targets[0] if targets else Target("", Call(Ref(""), (), (), Site(tree, _NO_FRAME)))
    explain = Explainer(run, places, target, exercise.words)
    findings: list[Finding] = []
    not_checked: list[NotChecked] = []
    loads = True
    if run.spent:
        findings.append(
            explain.finding(
                "",
                "The file does far more than an answer needs, so it cannot be followed to its end.",
                None,
                step="Keep to what the task asks for.",
                rule=Rule.TOO_DYNAMIC,
            )
        )
    findings += _made_code(run, explain)
    problem, loads = _entrypoint(run, exercise, explain)
    if problem is not None:
        # Code made by exec can define anything: then that, not the missing function, is what to mend.
        if loads or not any(f.rule is Rule.TOO_DYNAMIC for f in findings):
            findings.append(problem)
        not_checked.append(NotChecked(what="the call and its arguments", why="there is no function to follow"))
    elif targets and not run.spent:
        found = _structure(run, explain, targets)
        findings += found
        if any(f.place == "call" and f.severity is Severity.ERROR for f in found):
            not_checked.append(
                NotChecked(what="the arguments of the call", why=f"there is no call of `{target.short}` to look at")
            )
    for name in exercise.rules:
        rule = RULES.get(name)
        if rule is None:
            raise AuthorError(f"there is no rule `{name}`", f"{exercise.directory}/exercise.toml")
        findings += rule(run, explain)
    return findings, not_checked, loads


def _made_code(run: Run, explain: Explainer) -> list[Finding]:
    found: list[Finding] = []
    for touch in run.machine.touches:
        if touch.what in CODE_MAKERS and not any(
            f.line == (explain.places.span(touch.site.node) or (0,))[0] for f in found
        ):
            does = "runs code that is made" if touch.what in {"exec", "eval", "compile"} else "finds names"
            why = Unknown(f"`{touch.what}()` {does} at run time", touch.site, dynamic=True)
            found.append(explain.dynamic("", why, touch.site.node))
    return found


def _entrypoint(run: Run, exercise: Exercise, explain: Explainer) -> tuple[Finding | None, bool]:
    """Check that the entrypoint exists and can be called with one array; and whether there is anything to run."""
    name = exercise.entrypoint
    bound = [option for option in options(run.entrypoint) if not isinstance(option, Unbound)]
    if run.spent:
        return None, True
    if not run.finished_import:
        return _stopped(run, explain), True
    if not bound:
        return _missing(run, name, explain), False
    for value in bound:
        if isinstance(value, (Const, Tuple)) or (isinstance(value, Obj) and value.kind != "instance"):
            return load_finding(f"`{name}` is not a function.", f"Write `def {name}({run.parameter}): ...`."), False
        problem = _signature(value, name, explain)
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


def _missing(run: Run, name: str, explain: Explainer) -> Finding:
    machine = run.machine
    callables = [
        n for n in machine.module.names if isinstance(machine.get(machine.module, n), (Func, Class, Wrapped, Partial))
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
    return _load(explain, None, f"There is no function `{name}` in the file.", f"Write `def {name}(x): ...`.")


def _find_def(tree: cst.Module, name: str) -> cst.FunctionDef | None:
    todo: list[cst.CSTNode] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, cst.FunctionDef) and ident(node.name) == name:
            return node
        todo.extend(node.children)
    return None


def _signature(value: object, name: str, explain: Explainer) -> Finding | None:
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
    takes_any = isinstance(params.star_arg, cst.Param) or params.posonly_params or params.params
    message = ""
    if isinstance(node, cst.FunctionDef) and node.asynchronous is not None:
        message = f"`{name}` is a coroutine function, so calling it runs nothing."
        return _load(explain, where, message, "Take out `async`.")
    if explain.run.machine.binding(node).yields:
        message = f"`{name}` is a generator function, so calling it gives a generator, not an array."
        return _load(explain, where, message, "Use `return` instead of `yield`.")
    if len(required) > 1:
        names = ", ".join(ident(p.name) for p in required)
        message = f"`{name}` needs {len(required)} arguments ({names}), but it is called with one array."
    elif keyword:
        message = f"`{name}` needs `{ident(keyword[0].name)}` by keyword, but it is called with one array by position."
    elif not takes_any:
        message = f"`{name}` takes no argument, but it is called with one array."
    return _load(explain, where, message, f"Write `def {name}(x):`.") if message else None


def _structure(run: Run, explain: Explainer, targets: Sequence[Target]) -> list[Finding]:
    findings: list[Finding] = []
    matcher = Matcher(run.machine)
    returns = run.returns
    if not returns:
        return [
            explain.finding(
                "return",
                "The function never returns: every path raises or loops.",
                run.entrypoint.node if isinstance(run.entrypoint, Func) else None,
                step="Return the callback's result.",
            )
        ]
    for returned in returns:
        findings += _one_return(returned, run, explain, matcher, targets)
    # A wrong call on one path is the cause; a wrong return beside a right one is a cause of its own.
    findings += [explain.roundabout(longer) for longer in matcher.roundabout]
    return findings


def _one_return(
    returned: Return, run: Run, explain: Explainer, matcher: Matcher, targets: Sequence[Target]
) -> list[Finding]:
    site = Site(returned.node, returned.frame)
    best = None
    for target in targets:
        problems = matcher.returned(target.pattern, returned.value, site)
        if not problems:
            return []
        if best is None or len(problems) < len(best[1]):
            best = (target, problems)
    assert best is not None
    target, problems = best
    explain = Explainer(run, explain.places, target, explain.words)
    operand = next((p.found for p in problems if p.place.startswith("args[") and p.expected is not None), None)
    found: list[Finding] = []
    for problem in problems:
        if operand is not None and isinstance(problem.found, Attr) and problem.found.obj == operand:
            continue  # the declaration is right for what is passed: the argument is the fault
        if problem.place == "return":
            found.append(explain.not_the_call(returned))
        else:
            found.append(explain.mismatch(problem))
    return found
