"""Verify one exercise: that what is right passes, what is wrong fails for its reason, and nothing in it is idle."""

from __future__ import annotations

import ast
import random
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from grader.catalog import STARTER, own_file, starter
from grader.judge import judge
from grader.model import AuthorError, Exercise, Finding, Grade, Rule, TestStatus, Verdict
from grader.source.check import check_source
from grader.source.report import SourceReport
from grader.verify import files
from grader.verify.files import Answer
from grader.verify.gradings import SEED, Gradings
from grader.verify.mutants import Mutant, mutants_of
from grader.verify.result import Checked, Problem, Program, main_of, refuses, said
from grader.verify.rewrites import REWRITES, Rewrite, rewritten

ALONE = 3
"""Times each rewrite is tried alone."""
MIXED = 30
"""Programs made by several rewrites."""
RUN = 5
"""Of those, how many are run as well."""
CHUNK = 6
"""Mutants the source refuses that are run at a time while some test has failed none."""


class Verifier:
    """Verifies one exercise."""

    def __init__(self, exercise: Exercise, solution: Path, gradings: Gradings) -> None:
        """``solution`` is the model answer's path."""
        self.exercise, self.solution, self.gradings = exercise, solution, gradings
        self.folder = Path(exercise.directory)
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.programs: list[Program] = []
        self.reports: list[SourceReport] = []
        """What the source check said of everything that is not right."""
        self.failed: dict[str, bool] = {}
        """The numerical tests, and whether each has failed something wrong."""
        self.alone: set[str] = set()
        """Those that have failed something while another test passed."""
        self.traced = False
        """True once the trace has refused something wrong."""
        self.counts: dict[str, int] = {}

    def verify(self) -> Checked:
        """Do all of it; what keeps the rest from meaning anything ends it early."""
        began = time.monotonic()
        checked = Checked(slug=self.exercise.slug)
        try:
            checked = self._verify()
        except AuthorError as error:
            self._mistake(error)
        return msgspec.structs.replace(
            checked,
            problems=tuple(self.problems),
            notes=tuple(self.notes),
            programs=tuple(self.programs),
            seconds=time.monotonic() - began,
        )

    def _verify(self) -> Checked:
        exercise = self.exercise
        text = self._solution()
        self._hints(text)
        for path in files.stray_in_exercise(exercise):
            self._problem("this file belongs to nothing in the exercise", path)
        listed = files.equivalents(exercise)
        right, wrong = files.right_answers(exercise), files.wrong_answers(exercise)
        mutants = mutants_of(text, exercise.entrypoint, exercise.rules)
        alive, refused = self._read_mutants(mutants)
        mixed = self._rewrites(text)
        self._model_answer(text)
        grades = self._grade(
            [
                ("starter", starter(exercise)),
                *((answer.name, answer.source) for answer in (*right, *wrong)),
                *((mutant.name, mutant.source) for mutant in alive),
                *mixed,
            ]
        )
        self._starter(grades.pop(0))
        self._right(right, [grades.pop(0) for _ in right])
        self._wrong(wrong, [grades.pop(0) for _ in wrong])
        survivors, equivalent = self._alive(alive, [grades.pop(0) for _ in alive], listed)
        self._mixed(mixed, grades)
        self._listed(listed, mutants, alive)
        self._unneeded(text, right)
        self._idle(refused)
        return Checked(
            slug=exercise.slug,
            by_source=len(refused),
            by_run=len(alive) - len(survivors) - len(equivalent),
            equivalent=tuple(equivalent),
            survivors=tuple(survivors),
            rules=tuple(sorted({str(f.rule) for r in self.reports for f in r.findings})),
            tests=len(self.failed),
            right=len(right),
            wrong=len(wrong),
            rewrites=self.counts.get("rewrites", 0),
        )

    # -- what stands in the files --------------------------------------------------------------------------------

    def _solution(self) -> str:
        """Read the model answer; the pattern must match it."""
        try:
            text = self.solution.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise AuthorError("the model answer is missing or cannot be read", self.solution) from None
        report = check_source(text.encode(), self.exercise)
        if refuses(report):
            found = main_of(report)
            pattern = self.folder / "pattern.py"
            if found is not None and found.rule in {Rule.STRUCTURE, Rule.TOO_DYNAMIC}:
                line = _line_of_def(self.exercise)
                raise AuthorError(
                    f"the model answer {self.solution.name} does not match it: {said(found)}", pattern, line
                )
            raise AuthorError(f"the model answer is refused: {said(found)}", self.solution, _line(found))
        return text

    def _hints(self, text: str) -> None:
        """Hints nudge: a whole line of the answer in one is the answer."""
        lines = {"".join(line.split()) for line in text.splitlines()}
        answer = {
            line for line in lines if "(" in line and len(line) > 25 and not line.startswith(("def", "from", '"'))
        }
        for hint in self.exercise.hints:
            if any(line.removeprefix("return") in "".join(hint.split()) for line in answer):
                toml = self.folder / "exercise.toml"
                line = next((n for n, w in enumerate(toml.read_text("utf-8").splitlines(), 1) if hint[:30] in w), None)
                self._problem(f"this hint gives a line of the answer: {hint[:60]}...", toml, line)

    # -- mutants and rewrites, as text ---------------------------------------------------------------------------

    def _read_mutants(self, mutants: Iterable[Mutant]) -> tuple[list[Mutant], list[Mutant]]:
        """Check the mutants' text: those that only a run can refuse, and those the source refuses."""
        alive: list[Mutant] = []
        refused: list[Mutant] = []
        for mutant in mutants:
            report = check_source(mutant.source, self.exercise)
            self.reports.append(report)
            if mutant.rule is not None and not any(f.rule == mutant.rule for f in report.findings):
                self._problem(
                    f"the rule `{mutant.rule}` says nothing about a mutant made to break it",
                    self.folder / "exercise.toml",
                    detail=mutant.diff,
                )
                self.programs.append(Program(name=mutant.name, source=mutant.source))
            if refuses(report):
                refused.append(mutant)
            elif mutant.rule is None:
                alive.append(mutant)
        return alive, refused

    def _rewrites(self, text: str) -> list[tuple[str, bytes]]:
        """Check rewritten model answers' text; return some of them to be run."""
        rng = random.Random(SEED)  # noqa: S311 - the same programs in every run
        names = (self.exercise.entrypoint, *self.exercise.others)
        plans: list[tuple[tuple[Rewrite, ...], int]] = [((rewrite,), 1) for rewrite in REWRITES for _ in range(ALONE)]
        plans += [(REWRITES, rng.randint(3, 8)) for _ in range(MIXED)]
        made: dict[str, list[str]] = {}
        for chosen, count in plans:
            program, steps = rewritten(text, rng.choice(names), rng.getrandbits(32), chosen, count)
            if steps:
                made.setdefault(program, steps)
        fine: list[tuple[str, bytes]] = []
        for program, steps in made.items():
            report = check_source(program.encode(), self.exercise)
            name = f"the model answer after {', '.join(dict.fromkeys(steps))}"
            if refuses(report):
                self._rewrite_refused(name, program.encode(), said(main_of(report)))
            else:
                fine.append((name, program.encode()))
        self.counts["rewrites"] = len(made)
        return sorted(fine, key=lambda entry: -entry[0].count(","))[:RUN]

    def _rewrite_refused(self, name: str, program: bytes, why: str) -> None:
        self._problem(f"{name} means the same but is refused: {why}", self.solution)
        self.programs.append(Program(name=name, source=program))

    # -- grades --------------------------------------------------------------------------------------------------

    def _grade(self, programs: list[tuple[str, bytes]]) -> list[Grade]:
        grades = self.gradings.grade(self.exercise.slug, programs)
        for (name, source), grade in zip(programs, grades, strict=True):
            if grade.verdict is Verdict.ERROR:
                self._problem(f"the grader could not judge {name}: {getattr(grade.outcome, 'detail', '')}", self.folder)
                self.programs.append(Program(name=name, source=source))
            if grade.agreement.startswith("disagree"):
                self._problem(f"source and trace contradict each other on {name}: {grade.agreement}", self.folder)
                self.programs.append(Program(name=name, source=source))
        return grades

    def _model_answer(self, text: str) -> None:
        """See that the model answer passes with every test run; without that nothing else means anything."""
        (grade,) = self._grade([("the model answer", text.encode())])
        if grade.verdict is not Verdict.PASS:
            found = main_of(grade)
            raise AuthorError(f"the model answer does not pass: {said(found)}", self.solution, _line(found))
        self.failed = {test.name: False for test in grade.tests}
        for test in grade.tests:
            if test.status is not TestStatus.PASSED:
                self._problem(f"the model answer leaves `{test.name}` out: {test.message}", self._tests())

    def _starter(self, grade: Grade) -> None:
        """See that the starter loads and fails, and that the learner's own file in the tree is the starter."""
        path = self.folder / STARTER
        found = main_of(grade)
        if grade.verdict is Verdict.PASS:
            self._problem("the starter passes", path)
        elif found is None or found.rule == Rule.LOAD:
            self._problem(f"the starter must fail for what is missing in it, not for {said(found)}", path)
        own = own_file(self.exercise)
        if not own.is_file() or own.read_bytes() != starter(self.exercise):
            self._problem(f"this is not what {STARTER} says; `grader reset {self.exercise.slug}` makes it so", own)

    def _right(self, answers: list[Answer], grades: list[Grade]) -> None:
        for answer, grade in zip(answers, grades, strict=True):
            if grade.verdict is Verdict.FAIL:
                found = main_of(grade)
                self._problem(f"a right answer is refused: {said(found)}", answer.path, _line(found))

    def _wrong(self, answers: list[Answer], grades: list[Grade]) -> None:
        for answer, grade in zip(answers, grades, strict=True):
            label = answer.label
            assert label is not None
            self.reports.append(SourceReport(findings=grade.findings))
            self._seen(grade)
            found = main_of(grade)
            wanted = " ".join(filter(None, (label.rule, label.place)))
            if grade.verdict is Verdict.PASS or found is None:
                self._problem(f"labelled `{wanted}`, but it passes", answer.path)
            elif found.rule != label.rule or not _at(found.place, label.place):
                self._problem(f"labelled `{wanted}`, but what is said is {said(found)}", answer.path, found.line)
            elif label.lines and found.line not in label.lines:
                lines = ", ".join(map(str, label.lines))
                self._problem(f"marked on line {lines}, but what is said is {said(found)}", answer.path, found.line)

    def _alive(
        self, mutants: list[Mutant], grades: list[Grade], listed: dict[str, str]
    ) -> tuple[list[Mutant], list[tuple[str, str]]]:
        """Find the mutants that a run refuses; the others survive or are listed as equivalent."""
        survivors: list[Mutant] = []
        equivalent: list[tuple[str, str]] = []
        for mutant, grade in zip(mutants, grades, strict=True):
            self._seen(grade)
            if grade.verdict is not Verdict.PASS:
                continue
            if mutant.name in listed:
                equivalent.append((mutant.name, listed[mutant.name]))
            else:
                survivors.append(mutant)
                self.programs.append(Program(name=mutant.name, source=mutant.source))
        return survivors, equivalent

    def _mixed(self, programs: list[tuple[str, bytes]], grades: list[Grade]) -> None:
        for (name, source), grade in zip(programs, grades, strict=True):
            if grade.verdict is Verdict.FAIL:
                self._rewrite_refused(name, source, said(main_of(grade)))

    def _listed(self, listed: dict[str, str], mutants: list[Mutant], alive: list[Mutant]) -> None:
        """See that each line of ``equivalent.toml`` speaks of a mutant, and of one that passes."""
        path = self.folder / files.EQUIVALENT
        names, passing = {m.name for m in mutants}, {m.name for m in alive}
        for name in listed:
            line = files.line_of(path.read_text("utf-8"), name)
            if name not in names:
                self._problem(f"the solution has no mutant `{name}`", path, line)
            elif name not in passing:
                self._problem(f"this mutant is refused, so it is not equivalent: `{name}`", path, line)

    def _unneeded(self, text: str, right: list[Answer]) -> None:
        """See that each accepted answer of the pattern is the way of the solution or of a right answer."""
        tree = ast.parse(self.exercise.pattern)
        names = (self.exercise.entrypoint, *self.exercise.others)
        for name in names:
            accepted = [
                s for s in tree.body if isinstance(s, ast.FunctionDef) and s.name.removeprefix(name)[:2] in {"", "__"}
            ]
            for one in accepted if len(accepted) > 1 else ():
                rest = ast.unparse(ast.Module([s for s in tree.body if s is not one], []))
                without = msgspec.structs.replace(self.exercise, pattern=rest)
                if not any(
                    refuses(check_source(source, without)) for source in (text.encode(), *(a.source for a in right))
                ):
                    message = f"neither the solution nor a right answer is written like `{one.name}`"
                    self._problem(message, self.folder / "pattern.py", one.lineno)

    # -- nothing idle --------------------------------------------------------------------------------------------

    def _idle(self, refused: list[Mutant]) -> None:
        """Every test, rule and word must have spoken up; mutants that the source refuses are run where need be."""
        left = [m for m in refused if m.rule is None]
        trace = self.exercise.trace is not None
        while left and (not all(self.failed.values()) or (trace and not self.traced)):
            chunk, left = left[:CHUNK], left[CHUNK:]
            for grade in self._grade([(m.name, m.source) for m in chunk]):
                self._seen(grade)
        for test, failed in self.failed.items():
            if not failed:
                self._problem(f"`{test}` fails for no mutant and no wrong answer, so it tests nothing", self._tests())
            elif test not in self.alone:
                self.notes.append(f"`{test}` fails only where every other test fails as well")
        if trace and not self.traced:
            self._problem("[trace] refuses no mutant and no wrong answer", self.folder / "exercise.toml")
        toml = self.folder / "exercise.toml"
        text = toml.read_text("utf-8")
        findings = [f for report in self.reports for f in report.findings]
        for rule in self.exercise.rules:
            if not any(f.rule == rule for f in findings):
                self._problem(
                    f"the rule `{rule}` refuses no mutant and no wrong answer", toml, files.line_of(text, "rules")
                )
        tables = [n for n, written in enumerate(text.splitlines(), 1) if written.strip() == "[[forbid]]"]
        for index, one in enumerate(self.exercise.forbid):
            if not any(f.message.startswith(one.message) for f in findings):
                line = tables[index] if index < len(tables) else None
                self._problem(f"this forbids nothing that a mutant or a wrong answer does: {one.message}", toml, line)
        for key in self.exercise.words:
            if not any(key in {f.place, str(f.rule)} for f in findings):
                line = files.line_of(text, key)
                self._mistake(
                    AuthorError(f"no mutant and no wrong answer is ever told the words for `{key}`", toml, line)
                )

    def _seen(self, grade: Grade) -> None:
        failed = [test.name for test in grade.tests if test.status is TestStatus.FAILED]
        self.failed.update(dict.fromkeys(failed, True))
        if any(test.status is TestStatus.PASSED for test in grade.tests):
            self.alone.update(failed)
        spec = self.exercise.trace
        if spec is not None and grade.trace and judge(spec, grade.trace):
            self.traced = True

    def _tests(self) -> Path:
        return self.folder / "test_numbers.py"

    def _problem(self, message: str, path: Path, line: int | None = None, detail: str = "") -> None:
        self.problems.append(Problem(message=message, path=path, line=line, detail=detail))

    def _mistake(self, error: AuthorError) -> None:
        self.problems.append(Problem(message=error.message, path=Path(error.path), line=error.line, author=True))


def _at(place: str, wanted: str) -> bool:
    return not wanted or place == wanted or place.startswith((f"{wanted}.", f"{wanted}["))


def _line_of_def(exercise: Exercise) -> int:
    lines = exercise.pattern.splitlines()
    return next((n for n, line in enumerate(lines, 1) if line.startswith(f"def {exercise.entrypoint}")), 1)


def _line(finding: Finding | None) -> int | None:
    return None if finding is None else finding.line
