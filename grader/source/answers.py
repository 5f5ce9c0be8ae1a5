"""Read an exercise's pattern: the accepted answers, each written as code with holes and never executed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import libcst as cst

from grader.model import AuthorError, Exercise
from grader.source.core import InputFact
from grader.source.decoding import Unreadable
from grader.source.explain import Target
from grader.source.machine import Run, interpret
from grader.source.match import ANY, COMPUTED
from grader.source.reader import parse
from grader.source.scopes import ident, parameters
from grader.source.signatures import bind, signature_of
from grader.source.values import NONE, Call, Const, Op, Ref, Tuple


@dataclass(frozen=True, slots=True)
class Required:
    """A call that must be made on every way through the function, whatever becomes of its result."""

    pattern: Call
    inside: str = ""
    """Canonical name of the outside function that must make it (``jax.lax.scan``); empty when any may."""

    @property
    def name(self) -> str:
        """Canonical name of what is called."""
        return _name(self.pattern)


@dataclass(frozen=True, slots=True)
class Answer:
    """One accepted way to write one function."""

    name: str
    """The pattern's function: the entrypoint, or ``entrypoint__another``."""
    returned: Call | None
    """What every ``return`` gives back; None where no call is asked for."""
    required: tuple[Required, ...]
    computed: bool = False
    """Whether the device must compute what is returned, no matter how."""

    @property
    def target(self) -> Target | None:
        """The call the answer is about, for messages."""
        call = self.returned or (self.required[0].pattern if self.required else None)
        return None if call is None else Target(_name(call), call, returned=self.returned is not None)


@dataclass(frozen=True, slots=True)
class Pattern:
    """What is asked of one function of a submission."""

    answers: tuple[Answer, ...] = ()
    names: tuple[str, ...] = ("x",)
    """The exercise's names of the inputs."""

    @property
    def wanted(self) -> frozenset[str]:
        """Names of the calls that must be followed by path."""
        return frozenset(r.name for a in self.answers for r in a.required)


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


def pattern_of(exercise: Exercise, entrypoint: str) -> Pattern:
    """Read what the exercise asks of one of its functions. Raises AuthorError where the pattern says nothing."""
    facts = input_facts(exercise) if entrypoint == exercise.entrypoint else ()
    return _pattern(exercise.pattern, entrypoint, exercise.directory, facts)


@lru_cache(maxsize=64)
def _pattern(pattern: str, entrypoint: str, directory: str, facts: tuple[InputFact, ...]) -> Pattern:
    path = f"{directory}/pattern.py"
    if not pattern.strip():
        return Pattern()
    try:
        read = parse(pattern.encode())
    except Unreadable as problem:
        raise AuthorError(problem.finding.message, path, problem.finding.line) from None
    answers: list[Answer] = []
    inputs: tuple[str, ...] = ("x",)
    for number, statement in enumerate(read.tree.body):
        if not isinstance(statement, cst.FunctionDef):
            continue
        name = ident(statement.name)
        if name != entrypoint and not name.startswith(f"{entrypoint}__"):
            continue
        own = tuple(ident(param.name) for param in parameters(statement.params))
        if answers and len(own) != len(inputs):
            raise AuthorError(f"`{name}` takes {len(own)} inputs, but `{entrypoint}` takes {len(inputs)}", path)
        inputs = own
        run = interpret(read.tree, name, facts, names=inputs, wanted=_Everything(), is_pattern=True)
        if not run.finished_import or not run.returns:
            raise AuthorError(f"`{name}` cannot be followed to its end (statement {number + 1})", path)
        answers.append(_answer(name, statement, run, path))
    if not answers:
        raise AuthorError(f"there is no function `{entrypoint}` that says what is accepted", path)
    return Pattern(tuple(answers), inputs)


def _answer(name: str, node: cst.FunctionDef, run: Run, path: str) -> Answer:
    values = {id(r.value): r.value for r in run.returns}.values()
    if len(values) > 1:
        raise AuthorError(f"`{name}` returns in several places; write one function for each accepted answer", path)
    value = next(iter(values))
    required = _required(name, node, run, path)
    if value in {NONE, ANY} if isinstance(value, (Const, Ref)) else False:
        return Answer(name, None, required)
    if value == COMPUTED:
        return Answer(name, None, required, computed=True)
    if not isinstance(value, Call):
        raise AuthorError(f"`{name}` does not return a call that can be compared (`return ANY` judges none)", path)
    return Answer(name, value, required)


class _Everything(frozenset[str]):
    """The set of all names."""

    def __contains__(self, name: object) -> bool:
        return True


def _statements(node: cst.CSTNode) -> list[cst.CSTNode]:
    """List the calls that stand for themselves, and what is called in them where that is a call too."""
    if isinstance(node, cst.Expr):
        return [node.value, *([node.value.func] if isinstance(node.value, cst.Call) else [])]
    return [found for child in node.children for found in _statements(child)]


def _required(name: str, node: cst.FunctionDef, run: Run, path: str) -> tuple[Required, ...]:
    own = _statements(node)
    found: list[Required] = []
    for done in run.done:
        if not isinstance(done, Op):
            raise AuthorError(f"`{name}` branches; write one function for each accepted answer", path)
        for entry in done.operands:
            assert isinstance(entry, Tuple)
            made, inside = entry.items
            if isinstance(made, Call) and signature_of(_name(made)) and any(made.site.node is one for one in own):
                found.append(Required(made, str(inside.value) if isinstance(inside, Const) else ""))
    return tuple(found)


def _name(call: Call) -> str:
    return call.func.name if isinstance(call.func, Ref) else ""


def places_of(exercise: Exercise) -> frozenset[str]:
    """List the places a finding about this exercise's pattern can have."""
    found = {"call", "call.always", "call.forbidden", "call.inside", "return"} if exercise.pattern.strip() else set()
    for name in (exercise.entrypoint, *exercise.others):
        for answer in pattern_of(exercise, name).answers:
            calls = [answer.returned] if answer.returned is not None else []
            for call in (*calls, *(r.pattern for r in answer.required)):
                _add_places(found, "", call)
    return frozenset(found)


def _add_places(found: set[str], place: str, call: Call) -> None:
    signature = signature_of(_name(call))
    if signature is None:
        return
    given = bind(signature, call.args, call.kwargs)
    prefix = f"{place}." if place else ""
    found |= {f"{prefix}{name}" for name, _ in (*signature.positional, *signature.keyword_only)}
    if signature.varargs is not None:
        found |= {f"{prefix}args[{index}]" for index in range(max(2, len(given.extra) + 1))}
    for name, arg in given.named.items():
        if isinstance(arg.value, Call):
            _add_places(found, f"{prefix}{name}", arg.value)
