"""The source witness: compare a submission with the exercise's pattern and apply its rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import libcst as cst

from grader.model import AuthorError, Exercise, Finding, NotChecked, Rule, Severity
from grader.source.answers import Answer, Pattern, Required, input_facts, pattern_of
from grader.source.declared import CALLBACKS
from grader.source.decoding import Unreadable
from grader.source.entrypoints import check_entrypoint
from grader.source.explain import Explainer, Target
from grader.source.frames import Frame, Return, Scope
from grader.source.machine import Run, interpret
from grader.source.match import COMPUTED, Matcher
from grader.source.places import Places
from grader.source.reader import parse
from grader.source.report import SourceReport, load_finding
from grader.source.required import every_path_makes, forbidden_calls, missing_calls
from grader.source.rules import RULES
from grader.source.values import Attr, Call, Func, Ref, Site, Unknown

RECURSION = 12_000
MAIN_ORDER = (Rule.LOAD, Rule.NO_TAMPERING, Rule.STRUCTURE, Rule.TOO_DYNAMIC, Rule.ONE_CALLBACK, Rule.NO_SIDE_EFFECTS)
_NO_FRAME = Frame(Scope(0, "module", None))
CODE_MAKERS = frozenset({"exec", "eval", "compile", "globals", "locals", "vars"})


def check_source(source: bytes, exercise: Exercise) -> SourceReport:
    """Judge a submission's text. Hostile text may crash the parser's process: run it in one that may die."""
    if sys.getrecursionlimit() < RECURSION:
        sys.setrecursionlimit(RECURSION)
    try:
        read = parse(source, exercise.entrypoint, *exercise.others)
    except Unreadable as problem:
        return _unreadable(problem)
    findings: list[Finding] = []
    not_checked: list[NotChecked] = []
    loads = True
    for name in (exercise.entrypoint, *exercise.others):
        pattern = pattern_of(exercise, name)
        facts = input_facts(exercise) if name == exercise.entrypoint else ()
        try:
            wanted = pattern.wanted | (CALLBACKS if Rule.ONE_CALLBACK in exercise.rules else frozenset())
            run = interpret(read.tree, name, facts, names=pattern.names, wanted=wanted)
        except RecursionError:
            found = load_finding(
                "The file is nested too deeply to be read as an answer.", "Write it with less nesting."
            )
            return SourceReport(findings=(found,), main=0, loads=True, text=read.text)
        judged = _judge(read.tree, run, exercise, name, pattern)
        findings += judged[0]
        not_checked += [entry for entry in judged[1] if entry not in not_checked]
        loads = loads and judged[2]
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


def _judge(
    tree: cst.Module, run: Run, exercise: Exercise, entrypoint: str, pattern: Pattern
) -> tuple[list[Finding], list[NotChecked], bool]:
    machine = run.machine
    names = {name: machine.get(machine.module, name) for name in machine.module.names}
    places = Places(tree, names, run.parameters)
    about = next((answer.target for answer in pattern.answers if answer.target is not None), None)
    target = about or Target("", Call(Ref(""), (), (), Site(tree, _NO_FRAME)))
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
    problem, loads = check_entrypoint(run, entrypoint, (exercise.entrypoint, *exercise.others), explain)
    if problem is not None:
        # Code made by exec can define anything: then that, not the missing function, is what to mend.
        if loads or not any(f.rule is Rule.TOO_DYNAMIC for f in findings):
            findings.append(problem)
        not_checked.append(NotChecked(what="the call and its arguments", why="there is no function to follow"))
    elif not run.spent:
        forbidden = list(forbidden_calls(run, explain, exercise.forbid))
        findings += forbidden
        found = _structure(run, explain, pattern.answers) if about is not None else []
        # That something else is called in its stead, the exercise's own words about that call have said.
        said = {(f.place, f.line) for f in forbidden}
        findings += [f for f in found if (f.place, f.line) not in said]
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


def _structure(run: Run, explain: Explainer, answers: Sequence[Answer]) -> list[Finding]:
    """Compare with each accepted answer; explain the difference from the nearest."""
    if not run.returns:
        return [
            explain.finding(
                "return",
                "The function never returns: every path raises or loops.",
                run.entrypoint.node if isinstance(run.entrypoint, Func) else None,
                step=f"Return what `{explain.target.short}(...)` gives back.",
            )
        ]
    plain = [answer for answer in answers if not answer.required]
    groups = [*([plain] if plain else []), *([answer] for answer in answers if answer.required)]
    reached = {event.func.name for event in run.events if isinstance(event.func, Ref)}
    best: list[Finding] = []
    least: tuple[bool, int, int] | None = None
    choices = [required for answer in answers for required in answer.required]
    free = [a.required for a in answers if a.required and a.returned is None and not a.computed]
    if len(free) > 1 and every_path_makes(run, Matcher(run.machine), free):
        return []  # each way through may be another answer
    for group in groups:
        found = _against(run, explain, group, choices)
        errors = [f for f in found if f.severity is Severity.ERROR]
        if not errors:
            return found
        calls_it = any(answer.target is not None and answer.target.name in reached for answer in group)
        # A call that is missing, or made elsewhere, is further off than one with a wrong option.
        distance = (not calls_it, sum(f.place.partition(".")[0] == "call" for f in errors), len(errors))
        if least is None or distance < least:
            best, least = found, distance
    return best


def _against(run: Run, explain: Explainer, group: Sequence[Answer], choices: Sequence[Required]) -> list[Finding]:
    """Compare every return with answers of which each may serve another return, and the calls that must be made."""
    matcher = Matcher(run.machine)
    targets = [answer.target for answer in group if answer.returned is not None and answer.target is not None]
    findings: list[Finding] = []
    if all(answer.returned is not None for answer in group):
        for returned in run.returns:
            findings += _one_return(returned, run, explain, matcher, targets)
    if all(answer.computed for answer in group):
        for returned in run.returns:
            problems = matcher.returned(COMPUTED, returned.value, Site(returned.node, returned.frame))
            findings += [explain.not_computed(problem, returned.node) for problem in problems]
    for answer in group:
        findings += missing_calls(run, explain, matcher, answer.required, choices)
    return findings + [explain.roundabout(longer) for longer in matcher.roundabout]


def _one_return(
    returned: Return, run: Run, explain: Explainer, matcher: Matcher, targets: Sequence[Target]
) -> list[Finding]:
    site = Site(returned.node, returned.frame)
    compared = [(target, matcher.returned(target.pattern, returned.value, site)) for target in targets]
    # A difference inside the call is nearer than another call.
    target, problems = min(compared, key=lambda pair: (any(p.place == "return" for p in pair[1]), len(pair[1])))
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
