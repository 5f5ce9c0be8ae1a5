"""Judge the calls an answer must make on every way through the function, whatever becomes of their results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.model import Finding, Forbidden, Rule, Severity
from grader.source.answers import Required
from grader.source.declared import CALLBACKS
from grader.source.explain import Explainer, Target
from grader.source.machine import Run
from grader.source.match import Matcher, Mismatch
from grader.source.values import Call, Const, Op, Ref, Site, Tuple, Value, options


def missing_calls(
    run: Run, explain: Explainer, matcher: Matcher, required: Sequence[Required], choices: Sequence[Required]
) -> list[Finding]:
    """Explain every required call that is not made on each way through; ``choices`` are those of every answer."""
    return [found for one in required for found in _one(run, explain, matcher, one, choices)]


def every_path_makes(run: Run, matcher: Matcher, answers: Sequence[Sequence[Required]]) -> bool:
    """Tell whether each way through the function makes all the calls of one of the answers."""
    paths = [_made(path) for path in run.done]
    return bool(paths) and all(
        any(all(any(_fits(matcher, one, entry) for entry in path) for one in answer) for answer in answers)
        for path in paths
    )


def _one(
    run: Run, explain: Explainer, matcher: Matcher, required: Required, choices: Sequence[Required]
) -> list[Finding]:
    explain = Explainer(run, explain.places, Target(required.name, required.pattern, returned=False), explain.words)
    if every_path_makes(run, matcher, [[required]]):
        return []
    paths = [_made(path) for path in run.done]
    entries = [entry for path in paths for entry in path if _called(entry[0]) == required.name]
    if not entries:
        return [explain.no_call()]
    where = [c.inside for c in choices if c.name == required.name]
    placed = [value for value, inside in entries if _inside(required, inside)]
    if not placed:
        # The wrong place comes first: which options are right depends on it.
        return [explain.elsewhere(_site(entries[0][0]), where)]
    judged = [(_problems(matcher, required, value), value) for value in placed]
    nearest, value = min(judged, key=lambda one: len(one[0]))
    if nearest:
        return [explain.mismatch(problem) for problem in nearest]
    without = [path for path in paths if not any(_fits(matcher, required, entry) for entry in path)]
    astray = (made for path in without for made, inside in path if not _inside(required, inside))
    outside = next((made for made in astray if _called(made) == required.name), None)
    return [explain.sometimes(_site(value)) if outside is None else explain.elsewhere(_site(outside), where)]


def _made(path: Value) -> list[tuple[Value, str]]:
    """List the calls of one way through the function, with what they were made inside of."""
    if not isinstance(path, Op):
        return []
    pairs = [entry.items for entry in path.operands if isinstance(entry, Tuple)]
    return [(value, inside.value if isinstance(inside, Const) else "") for value, inside in pairs]


def _called(value: Value) -> str:
    return value.func.name if isinstance(value, Call) and isinstance(value.func, Ref) else ""


def _site(value: Value) -> Site:
    assert isinstance(value, Call)
    return value.site


def _problems(matcher: Matcher, required: Required, value: Value) -> list[Mismatch]:
    return [p for option in options(value) for p in matcher.made(required.pattern, option, _site(option))]


def _inside(required: Required, inside: str) -> bool:
    return set(required.inside.split()) <= set(inside.split())


def _fits(matcher: Matcher, required: Required, entry: tuple[Value, str]) -> bool:
    value, inside = entry
    return _called(value) == required.name and _inside(required, inside) and not _problems(matcher, required, value)


def one_callback(run: Run, explain: Explainer) -> Iterator[Finding]:
    """Find, on each way through the function, a callback beside the one that is asked for."""
    matcher = Matcher(run.machine)
    for path in run.done:
        made = [value for value, _ in _made(path) if _called(value) in CALLBACKS]
        if len(made) < 2:
            continue
        other = next((value for value in made if matcher.made(explain.target.pattern, value, _site(value))), made[-1])
        node = _site(other).node
        yield explain.finding(
            "",
            f"This callback stands beside the `{explain.target.short}` that is asked for.",
            node,
            expected="one callback",
            found=explain.places.text(node),
            step="Let one host function do all of it.",
            rule=Rule.ONE_CALLBACK,
        )


def forbidden_calls(run: Run, explain: Explainer, forbid: Sequence[Forbidden]) -> Iterator[Finding]:
    """Find the calls that the exercise forbids, each once."""
    seen: set[int] = set()
    for one in forbid:
        for event in run.events:
            if not isinstance(event.func, Ref) or event.func.name not in one.calls or event.in_host:
                continue
            if (one.inside and not set(one.inside) & set(event.inside)) or id(event.site.node) in seen:
                continue
            seen.add(id(event.site.node))
            yield explain.finding(
                "call.forbidden",
                one.message,
                event.site.node,
                found=explain.places.text(event.site.node),
                step=one.help,
                severity=Severity.ERROR,
            )
