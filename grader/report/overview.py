"""A class in one screen: how many passed, why the others did not, what took long, what a human must look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median

from grader.model import NO_SUBMISSION, Grade, Verdict
from grader.people import Person, groups
from grader.report.causes import cause, in_words
from grader.report.faults import described
from grader.report.text import one_line

BAR = 24
SLOWEST = 5
NAMED = 20
WORDS = {Verdict.PASS: "passed", Verdict.FAIL: "not yet", Verdict.ERROR: "not judged"}


def render(grades: Sequence[Grade]) -> str:
    """Render the summary as plain text."""
    if not grades:
        return "no results\n"
    slugs = list(dict.fromkeys(grade.exercise for grade in grades))
    students = len(groups([Person(name=grade.student or "", ids=grade.identity) for grade in grades]))
    lines = [f"{_count(len(grades), 'result')}, {_count(students, 'student')}, {_count(len(slugs), 'exercise')}"]
    lines += _verdicts(grades)
    if len(slugs) > 1:
        lines += ["", "exercises"]
        for slug in slugs:
            of = [grade for grade in grades if grade.exercise == slug]
            passed = sum(grade.verdict is Verdict.PASS for grade in of)
            lines.append(f"  {slug}: {passed} of {len(of)} passed ({_percent(passed, len(of))})")
    lines += _causes(grades)
    lines += _slowest(grades)
    lines += _named("handed in nothing", [name(g) for g in grades if nothing(g)])
    lines += _named("late", [name(g) for g in grades if any(note.startswith("late") for note in g.notes)])
    faults = [grade for grade in grades if grade.verdict is Verdict.ERROR]
    if faults:
        lines += ["", "not judged, for a human to look at (nobody lost points by it)"]
        lines += [f"  {described(grade)}" for grade in faults[:NAMED]]
        lines += _more(len(faults))
    return "\n".join(lines) + "\n"


def name(grade: Grade) -> str:
    """Return what stands for the student."""
    return grade.student or grade.submission


def nothing(grade: Grade) -> bool:
    """Tell whether nothing was handed in at all."""
    return any(finding.message == NO_SUBMISSION for finding in grade.findings)


def _verdicts(grades: Sequence[Grade]) -> list[str]:
    counts = Counter(grade.verdict for grade in grades)
    lines = [
        f"  {WORDS[verdict]:<11}{counts[verdict]:>6}  {_percent(counts[verdict], len(grades)):>5}"
        for verdict in Verdict
    ]
    judged = [g.score / g.max_score * 100 for g in grades if g.verdict is not Verdict.ERROR and g.max_score]
    if judged:
        lines.append(f"  score: mean {mean(judged):.0f} %, median {median(judged):.0f} %")
    return lines


def _causes(grades: Sequence[Grade]) -> list[str]:
    counts = Counter(cause(g) for g in grades if g.verdict is Verdict.FAIL and cause(g) and not nothing(g))
    if not counts:
        return []
    most = max(counts.values())
    lines = ["", "causes (what to mend first in each)"]
    for key, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        lines.append(f"  {count:>5}  {'#' * max(1, round(BAR * count / most)):<{BAR}}  {in_words(key)}")
    return lines


def _slowest(grades: Sequence[Grade]) -> list[str]:
    ran = sorted((g for g in grades if g.seconds > 0 and not nothing(g)), key=lambda g: (-g.seconds, name(g)))
    if len(ran) < 2:
        return []
    return ["", "slowest", *(f"  {g.seconds:6.1f} s  {one_line(name(g), 80)}" for g in ran[:SLOWEST])]


def _named(words: str, names: Sequence[str]) -> list[str]:
    if not names:
        return []
    different = list(dict.fromkeys(names))
    shown = ", ".join(one_line(one, 60) for one in different[:NAMED])
    return ["", f"{words}: {len(names)} ({shown}{', ...' if len(different) > NAMED else ''})"]


def _more(count: int) -> list[str]:
    return [f"  ... and {count - NAMED} more"] if count > NAMED else []


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %"
