"""The main cause of a grade: first among its findings, as a key to count by, and in words."""

from __future__ import annotations

from grader.model import Finding, Grade, Rule

WORDS = {
    Rule.LOAD: "cannot be read or imported",
    Rule.STRUCTURE: "how it is done",
    Rule.TOO_DYNAMIC: "too dynamic to follow",
    Rule.NO_SIDE_EFFECTS: "side effects",
    Rule.NO_TAMPERING: "tampering",
    Rule.HOST_USES_JAX: "JAX on the host",
    Rule.ONE_CALLBACK: "a second callback",
    Rule.TRACE: "the traced program",
    Rule.NUMBERS: "wrong numbers",
    Rule.LIMITS: "time, memory, output or a crash",
}


def cause(grade: Grade) -> str:
    """Name the main cause by its rule, and by the part of the answer where the rule has parts; empty when none."""
    if grade.main is None:
        return ""
    found = grade.findings[grade.main]
    return f"{found.rule} {found.place}".strip() if found.rule == Rule.STRUCTURE else str(found.rule)


def in_words(key: str) -> str:
    """Say a cause to people."""
    rule, _, place = key.partition(" ")
    words = WORDS[Rule(rule)] if rule in set(Rule) else rule
    return f"{words}: {place}" if place else words


def main_first(grade: Grade) -> list[Finding]:
    """Return the findings, the one to mend first before the others."""
    order = sorted(range(len(grade.findings)), key=lambda index: index != grade.main)
    return [grade.findings[index] for index in order]
