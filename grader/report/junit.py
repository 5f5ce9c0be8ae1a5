"""JUnit XML, as Jenkins and GitLab read it: a suite a submission, a case for each part and each numerical test."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from grader.model import Finding, Graded, Rule, Severity, TestStatus, Verdict
from grader.report.causes import main_first
from grader.report.text import bounded, one_line
from grader.report.words import where


def render(graded: Sequence[Graded]) -> str:
    """Render grades as one XML document."""
    suites = [_suite(entry) for entry in graded]
    cases = sum(count for _, count, _, _, _ in suites)
    failures = sum(count for _, _, count, _, _ in suites)
    errors = sum(count for _, _, _, count, _ in suites)
    seconds = sum(entry.grade.seconds for entry in graded)
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="grader" tests="{cases}" failures="{failures}" errors="{errors}" time="{seconds:.3f}">\n'
    )
    return head + "".join(text for text, *_ in suites) + "</testsuites>\n"


def _suite(entry: Graded) -> tuple[str, int, int, int, int]:
    grade = entry.grade
    name = grade.student or grade.submission
    source = [f for f in main_first(grade) if f.severity is Severity.ERROR and f.rule != Rule.NUMBERS]
    cases = [_case(name, "source and trace", _findings(entry, source) if source else None, kind="failure")]
    failed = 1 if source else 0
    errors = 0
    if grade.verdict is Verdict.ERROR:
        detail = getattr(grade.outcome, "detail", "the grader failed")
        cases = [_case(name, "grading", f"the grader failed, the submission is not to blame: {detail}", kind="error")]
        failed, errors = 0, 1
    skipped = 0
    for test in grade.tests:
        if test.status is TestStatus.SKIPPED:
            skipped += 1
            cases.append(
                f"    <testcase {_names(name, test.title)}><skipped message={_attribute(test.message)}/></testcase>\n"
            )
        else:
            wrong = test.status is TestStatus.FAILED
            failed += wrong
            cases.append(_case(name, test.title, test.message if wrong else None, kind="failure"))
    output = f"    <system-out>{_text(grade.output)}</system-out>\n" if grade.output.strip() else ""
    head = (
        f'  <testsuite name={_attribute(name)} tests="{len(cases)}" failures="{failed}" errors="{errors}" '
        f'skipped="{skipped}" time="{grade.seconds:.3f}">\n'
    )
    facts = {"verdict": grade.verdict.value, "score": f"{grade.score:g}", "max_score": f"{grade.max_score:g}"}
    properties = "".join(f'<property name="{name}" value="{value}"/>' for name, value in facts.items())
    head += f"    <properties>{properties}</properties>\n"
    return head + "".join(cases) + output + "  </testsuite>\n", len(cases), failed, errors, skipped


def _names(suite: str, case: str) -> str:
    return f"classname={_attribute(suite)} name={_attribute(case)}"


def _case(suite: str, case: str, problem: str | None, *, kind: str) -> str:
    if problem is None:
        return f"    <testcase {_names(suite, case)}/>\n"
    first = _attribute(problem.splitlines()[0] if problem.strip() else "failed")
    body = f'<{kind} type="{kind}" message={first}>{_text(problem)}</{kind}>'
    return f"    <testcase {_names(suite, case)}>{body}</testcase>\n"


def _findings(entry: Graded, findings: Sequence[Finding]) -> str:
    lines = []
    for found in findings:
        place = f" {where(found)}" if found.cell is not None else "" if found.line is None else f":{found.line}"
        lines.append(
            f"{one_line(entry.grade.submission)}{place}: {found.message}"
            + (f" Try: {found.help}" if found.help else "")
        )
    return "\n".join(lines)


def _attribute(text: str) -> str:
    return quoteattr(one_line(text, 300))


def _text(text: str) -> str:
    return escape(bounded(text, 20_000, keep="\n\t"))
