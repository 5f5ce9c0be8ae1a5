"""Two reports of one class: which verdicts and scores changed, and why."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from grader.model import Grade, TestStatus, Value, Verdict
from grader.people import Person, differ, key, numbers
from grader.report.causes import main_first
from grader.report.overview import nothing
from grader.report.text import one_line
from grader.report.words import points

WORDS = {Verdict.PASS: "pass", Verdict.FAIL: "not yet", Verdict.ERROR: "not judged"}
TESTS = 4
Key = tuple[str, ...]


class Difference(Value, frozen=True, kw_only=True):
    """What is not the same in two reports."""

    changed: tuple[tuple[Grade, Grade], ...]
    """Old and new grade of the same work, where verdict or points differ."""
    reworded: int
    """Results with the same verdict and points and another main cause."""
    same: int
    gone: tuple[Grade, ...]
    added: tuple[Grade, ...]


def compare(old: Sequence[Grade], new: Sequence[Grade]) -> Difference:
    """Match the results of two reports: by submission, and what is left by any id of the student, then by name."""
    pairs, gone, added = _matched(old, new)
    changed = tuple(pair for pair in pairs if _moved(*pair))
    still = [pair for pair in pairs if not _moved(*pair)]
    reworded = sum(_said(before) != _said(after) for before, after in still)
    return Difference(
        changed=changed, reworded=reworded, same=len(still) - reworded, gone=tuple(gone), added=tuple(added)
    )


def _matched(old: Sequence[Grade], new: Sequence[Grade]) -> tuple[list[tuple[Grade, Grade]], list[Grade], list[Grade]]:
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for keys in (_by_submission, _by_submission_and_id, _by_submission_alone, _by_id, _by_name):
        left: dict[Key, list[int]] = defaultdict(list)
        for index, grade in enumerate(old):
            if index not in taken:
                for known in keys(grade):
                    left[known].append(index)
        rest = [index for index in range(len(new)) if index not in partner]
        counts = Counter(known for index in rest for known in keys(new[index]))
        for index in rest:
            for known in keys(new[index]):
                if keys is _by_submission_alone and (counts[known] > 1 or len(left[known]) > 1):
                    continue
                fitting = (at for at in left[known] if at not in taken and not _two(old[at], new[index]))
                at = next(fitting, None)
                if at is not None:
                    partner[index] = at
                    taken.add(at)
                    break
    pairs = [(old[partner[i]], grade) for i, grade in enumerate(new) if i in partner]
    gone = [grade for index, grade in enumerate(old) if index not in taken]
    return pairs, gone, [grade for index, grade in enumerate(new) if index not in partner]


def _by_submission(grade: Grade) -> list[Key]:
    return [(grade.exercise, grade.submission, key(grade.student or "-"))]


def _by_submission_and_id(grade: Grade) -> list[Key]:
    return [(grade.exercise, grade.submission, key(known)) for known in grade.identity]


def _by_submission_alone(grade: Grade) -> list[Key]:
    """Pair what is at one place by whatever name, as a roster gives other names; not where a team shares it."""
    return [] if nothing(grade) else [(grade.exercise, grade.submission)]


def _by_id(grade: Grade) -> list[Key]:
    return [(grade.exercise, key(known)) for known in grade.identity]


def _by_name(grade: Grade) -> list[Key]:
    return [(grade.exercise, key(grade.student))] if grade.student else []


def _two(old: Grade, new: Grade) -> bool:
    """Tell whether a platform's ids say that these are of two people."""
    one, other = (numbers(Person(name="", ids=grade.identity)) for grade in (old, new))
    return bool(differ(one, other))


def _moved(old: Grade, new: Grade) -> bool:
    return (old.verdict, points(old.score), points(old.max_score)) != (
        new.verdict,
        points(new.score),
        points(new.max_score),
    )


def _said(grade: Grade) -> str:
    return "" if grade.main is None else grade.findings[grade.main].message


def render(difference: Difference, environments: str = "") -> str:
    """Render the difference as plain text."""
    d = difference
    compared = len(d.changed) + d.reworded + d.same
    lines = [f"{compared} compared: {len(d.changed)} changed, {d.same + d.reworded} with the same verdict and points"]
    if d.reworded:
        lines.append(f"{d.reworded} of these have another main cause now")
    if environments:
        lines.append(environments)
    for old, new in d.changed:
        lines += ["", f"{_who(new)}: {_state(old)} -> {_state(new)}", *(f"  {line}" for line in _why(old, new))]
    for words, grades in (("only in the old report", d.gone), ("only in the new report", d.added)):
        if grades:
            lines += ["", f"{words}: {len(grades)}", *(f"  {_who(grade)}: {_state(grade)}" for grade in grades)]
    return "\n".join(lines) + "\n"


def _who(grade: Grade) -> str:
    return f"{one_line(grade.student or grade.submission, 120)} ({one_line(grade.exercise, 60)})"


def _state(grade: Grade) -> str:
    return f"{WORDS[grade.verdict]} {points(grade.score)}/{points(grade.max_score)}"


def _why(old: Grade, new: Grade) -> list[str]:
    was, now = _cause(old), _cause(new)
    lines = [f"was and is: {now}"] if was == now else [f"was: {was}", f"now: {now}"]
    if points(old.max_score) != points(new.max_score):
        lines.append(
            f"the exercise was changed: it gave {points(old.max_score)} points and gives {points(new.max_score)}"
        )
    elif was == now and points(old.score) != points(new.score) and old.digest and old.digest == new.digest:
        lines.append("the same cause costs another number of points: the exercise was changed, or the grader")
    if old.outcome != new.outcome and type(old.outcome) is not type(new.outcome):
        lines.append(f"the run: {_ended(old)}, now {_ended(new)}")
    before = {test.name: test for test in old.tests}
    moved = [t for t in new.tests if t.name in before and before[t.name].status is not t.status]
    for test in moved[:TESTS]:
        lines.append(f"test: {one_line(test.title or test.name, 120)}: {before[test.name].status} -> {test.status}")
        if test.status is TestStatus.FAILED and test.message:
            lines.append(f"      {one_line(test.message)}")
    if len(moved) > TESTS:
        lines.append(f"and {len(moved) - TESTS} more tests")
    if old.digest and new.digest:
        lines.append("the file is the same" if old.digest == new.digest else "the file was changed")
    if old.submission != new.submission:
        lines.append(f"the file: {one_line(old.submission, 120)}, now {one_line(new.submission, 120)}")
    return lines


def _cause(grade: Grade) -> str:
    if grade.verdict is Verdict.ERROR:
        return f"the grader failed: {one_line(getattr(grade.outcome, 'detail', ''))}"
    if grade.main is None:
        return "nothing against it"
    found = main_first(grade)[0]
    place = f" {found.place}" if found.place else ""
    line = "" if found.line is None else f", line {found.line}"
    return f"{found.rule}{place}{line}: {one_line(found.message)}"


def _ended(grade: Grade) -> str:
    return str(type(grade.outcome).__struct_config__.tag)
