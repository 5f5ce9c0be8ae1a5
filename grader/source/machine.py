"""The whole interpreter: run a module, then call its entrypoint as a grader would, until nothing new turns up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import libcst as cst

from grader.source.core import DONE, Event, InputFact, Spent, Stop
from grader.source.frames import Frame, Return
from grader.source.models import Models
from grader.source.scopes import ident
from grader.source.values import Arg, Const, Func, Op, Param, Site, Unbound, Unknown, Value, const, options

ROUNDS = 4


@dataclass(slots=True, eq=False)
class Run:
    """What interpreting one module showed."""

    machine: Machine
    entrypoint: Value
    """What the module binds the entrypoint's name to."""
    returns: list[Return] = field(default_factory=list)
    """Every reachable ``return`` of the entrypoint, on the last round."""
    events: list[Event] = field(default_factory=list)
    finished_import: bool = True
    """False when the module certainly raises while it is imported."""
    spent: bool = False
    """True when it took more steps than any answer does."""
    parameters: tuple[str, ...] = ("x",)
    """The learner's own names of the entrypoint's inputs."""
    done: tuple[Value, ...] = ()
    """For each way through the entrypoint, the calls of interest that were made on it: an ``Op`` or ``Unknown``."""
    stopped_at: cst.CSTNode | None = None
    """The top-level statement the import does not get past."""


class Machine(Models):
    """The interpreter of one module."""

    stopped_at: cst.CSTNode | None = None
    done: tuple[Value, ...] = ()

    def run_module(self, tree: cst.Module) -> bool:
        """Run a module's body as an import would; False when it certainly raises."""
        frame = Frame(self.module)
        self.put(self.module, "__name__", const("submission"))
        self.put(self.module, "__file__", Unknown("the path of the file"))
        self.put(self.module, "__doc__", Unknown("the docstring"))
        for statement in tree.body:
            if not self.block([statement], frame):
                self.stopped_at = statement
                return False
        for name in ("__getattr__", "__dir__"):  # whoever reads a name of the module calls them
            hook = self.get(self.module, name)
            if isinstance(hook, Func):
                self.maybe_run(hook, Site(tree, frame))
        return True

    def call_entrypoint(self, value: Value, node: cst.CSTNode, names: Sequence[str]) -> list[Return]:
        """Call the entrypoint with symbolic inputs; its returns, innermost first where one wraps another."""
        frame = Frame(self.module, phase="call")
        site = Site(node, frame)
        returns: list[Return] = []
        done: list[Value] = []
        for option in options(value):
            start = dict(self.store)
            self.entry_returns = []
            self.store[DONE] = Op("done", ())
            args = [Arg(Param(index, name), site) for index, name in enumerate(names)]
            try:
                result = self.call(option, args, [], site)
            except Stop:
                self.store = start
                continue
            done.extend(options(self.store.pop(DONE)))
            for found in options(result):
                own = next((r for r in self.entry_returns if any(o is found for o in options(r.value))), None)
                origin = self.origins.get(id(found))
                best = origin[1] if origin is not None and not isinstance(found, (Param, Const)) else own
                if best is None:
                    returns.append(Return(found, node, {}, frame))
                else:
                    returns.append(Return(found, best.node, {}, best.frame, own.node if own else None))
        self.done = tuple(done)
        return returns


def parameter_names(value: Value, names: Sequence[str]) -> tuple[str, ...]:
    """Return the learner's own names of the inputs; the exercise's where the learner has none."""
    own = _own_names(value)[: len(names)]
    return (*own, *names[len(own) :])


def _own_names(value: Value) -> tuple[str, ...]:
    for option in options(value):
        target = option
        while not isinstance(target, Func):
            inner = getattr(target, "func", None)
            if inner is None:
                break
            target = inner
        if isinstance(target, Func):
            params = (*target.node.params.posonly_params, *target.node.params.params)
            if params:
                return tuple(ident(param.name) for param in params)
    return ()


def interpret(
    tree: cst.Module,
    entrypoint: str,
    inputs: Sequence[InputFact] = (),
    *,
    names: Sequence[str] = ("x",),
    wanted: frozenset[str] = frozenset(),
    is_pattern: bool = False,
) -> Run:
    """Interpret a module and its entrypoint; keep by path the calls ``wanted``.

    ``names`` are the exercise's own for the inputs, for those the learner gives none. The entrypoint is called again
    after whatever it changed became unknown: a second call must not depend on the first.
    """
    machine = Machine(inputs)
    machine.wanted, machine.is_pattern = wanted, is_pattern
    run = Run(machine, Unknown("it was not reached"), parameters=tuple(names))
    try:
        run.finished_import = machine.run_module(tree)
        run.stopped_at = machine.stopped_at
        value = machine.get(machine.module, entrypoint)
        run.entrypoint = value
        if isinstance(value, Unbound) or not run.finished_import:
            run.events = machine.events
            return run
        run.parameters = parameter_names(value, names)
        imported = list(machine.events)
        for attempt in range(ROUNDS):
            before = dict(machine.store)
            machine.events = []
            machine.origins = {}
            run.returns = machine.call_entrypoint(value, tree, run.parameters)
            run.done = machine.done
            run.events = [*imported, *machine.events]
            changed = [k for k, v in machine.store.items() if k in before and v is not before[k] and v != before[k]]
            if not changed or attempt == ROUNDS - 1:
                break
            machine.store = {k: v for k, v in machine.store.items() if k in before}
            for key in changed:
                machine.store[key] = Unknown("it is changed by an earlier call")
    except Spent:
        run.spent = True
        run.events = machine.events or run.events
    return run
