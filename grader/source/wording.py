"""How a finding is built: its span, its words, the call that the exercise is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from grader.model import Finding, Rule, Severity
from grader.source.machine import Run
from grader.source.match import Mismatch
from grader.source.places import Places
from grader.source.values import Call, Const, Unknown


@dataclass(frozen=True, slots=True)
class Target:
    """What the pattern asks for at its root."""

    name: str
    """Canonical name of the function to call."""
    pattern: Call
    returned: bool = True
    """Whether its result is what the answer gives back."""

    @property
    def short(self) -> str:
        """The function's own name."""
        return self.name.rpartition(".")[2]


def listed(names: Sequence[str], last: str = "and") -> str:
    """List names of code in a sentence: ``a``, ``b`` and ``c``."""
    quoted = [f"`{name}`" for name in names]
    return f" {last} ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))


class Wording:
    """Builds findings at their places."""

    def __init__(self, run: Run, places: Places, target: Target, words: dict[str, str]) -> None:
        """``words`` are the author's own next steps, by place."""
        self.run, self.places, self.target, self.words = run, places, target, words

    @property
    def returns_it(self) -> bool:
        """Tell whether the call's result is what the answer gives back."""
        return self.target.returned

    def finding(
        self,
        place: str,
        message: str,
        node: cst.CSTNode | None,
        *,
        expected: str = "",
        found: str = "",
        step: str = "",
        rule: Rule = Rule.STRUCTURE,
        severity: Severity = Severity.ERROR,
    ) -> Finding:
        """Build a finding at a node."""
        span = self.places.span(node) if node is not None else None
        line, column, end_line, end_column = span if span is not None else (None, None, None, None)
        return Finding(
            rule=rule,
            severity=severity,
            message=message,
            place=place,
            expected=expected,
            found=found,
            help=self.words.get(place, "") or step,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
        )

    def dynamic(self, place: str, unknown: Unknown, node: cst.CSTNode) -> Finding:
        """Say that something is computed at run time."""
        at = unknown.site.node if unknown.site is not None and place in {"call", ""} else node
        return self.finding(
            place,
            f"This is too dynamic to follow: {unknown.why}.",
            at,
            found=self.places.text(at),
            step=f"Write the call of `{self.target.short}` directly, with plain names and keywords.",
            rule=Rule.TOO_DYNAMIC,
        )

    def _given(self, problem: Mismatch, node: cst.CSTNode) -> str:
        if problem.found is None:
            return "left out"
        text = self.places.text(node)
        if isinstance(problem.found, Const) and not isinstance(node, (cst.SimpleString, cst.Integer)):
            spelled = repr(problem.found.value)
            if spelled != text:
                return (
                    f"{text}, which is {spelled}" if isinstance(node, (cst.Name, cst.Attribute, cst.Call)) else spelled
                )
        return text
