"""Run branches, loops, ``try`` and ``with``: both arms of an undecided branch, loops until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import libcst as cst

from grader.source.assigning import Assigning
from grader.source.core import DONE, MAX_UNROLL, Attempt, Core, Stop, Store
from grader.source.frames import Frame, Loop
from grader.source.scopes import ident
from grader.source.values import (
    NONE,
    Arg,
    Call,
    Class,
    Func,
    Obj,
    Ref,
    Site,
    Tuple,
    Unknown,
    Value,
)

INSIDE = "grader.inside"
"""In a pattern: the calls in this block are made by these outside functions."""
IMPORT_ERRORS = frozenset({"builtins.ImportError", "builtins.ModuleNotFoundError"})


class Flow(Assigning, Core):
    """The part of the interpreter that follows control flow."""

    def branch(self, arms: Sequence[Callable[[], bool]]) -> bool:
        """Run each arm from the same state and join the states that reach the end."""
        if len(arms) == 1:
            return arms[0]()
        start = self.store
        ends: list[Store] = []
        for arm in arms:
            self.store = dict(start)
            try:
                done = arm()
            except Stop:
                done = False
            if done:
                ends.append(self.store)
        self.store = self.join_all(ends) if ends else start
        return bool(ends)

    def _orelse(self, node: cst.If | cst.Else | cst.Finally | None, frame: Frame) -> bool:
        if node is None:
            return True
        if isinstance(node, cst.If):
            return self.block([node], frame)
        return self.suite(node.body, frame)

    def _if(self, node: cst.If, frame: Frame) -> bool:
        truth = self.truth(self.evaluate(node.test, frame))
        arms: list[Callable[[], bool]] = []
        if truth is not False:
            arms.append(lambda: self.suite(node.body, frame))
        if truth is not True:
            arms.append(lambda: self._orelse(node.orelse, frame))
        return self.branch(arms)

    def _match(self, node: cst.Match, frame: Frame) -> bool:
        subject = self.evaluate(node.subject, frame)
        arms: list[Callable[[], bool]] = []
        start = self.store
        certain = False
        for case in node.cases:
            self.store = dict(start)
            verdict, bindings = self.match_pattern(case.pattern, subject, frame)
            if verdict is False:
                continue
            for name, value in bindings.items():
                self.bind_name(name, value, frame.scope)
            entered = self.store
            guard: bool | None = True
            if case.guard is not None:
                guard = self.truth(self.evaluate(case.guard, frame))
                entered = self.store
            if guard is False:
                continue
            arms.append(self._arm(case.body, entered, frame))
            if verdict is True and guard is True:
                certain = True
                break
        self.store = start
        if not certain:
            arms.append(lambda: True)
        return self.branch(arms)

    def _arm(self, body: cst.BaseSuite, entered: Store, frame: Frame) -> Callable[[], bool]:
        def run() -> bool:
            self.store = dict(entered)
            return self.suite(body, frame)

        return run

    def _for(self, node: cst.For, frame: Frame) -> bool:
        site = Site(node.iter, frame)
        iterable = self.evaluate(node.iter, frame)
        items = self.items(iterable, site) if node.asynchronous is None else None
        if items is not None and len(items) <= MAX_UNROLL:
            return self._unrolled(node, items, site, frame)
        self.may_raise()
        element = iterable if isinstance(iterable, Unknown) else Unknown("an element of a loop", site)

        def once() -> bool:
            self.assign(node.target, element, site)
            return self.suite(node.body, frame)

        return self._widened(once, node.orelse, frame)

    def _unrolled(self, node: cst.For, items: tuple[Value, ...], site: Site, frame: Frame) -> bool:
        loop = Loop()
        frame.loops.append(loop)
        going = True
        try:
            for item in items:
                self.assign(node.target, item, site)
                loop.continues.clear()
                done = self.suite(node.body, frame)
                ends = [*([self.store] if done else []), *loop.continues]
                if not ends:
                    going = False
                    break
                self.store = self.join_all(ends)
        finally:
            frame.loops.pop()
        return self._leave(loop, frame, going=going, orelse=node.orelse)

    def _while(self, node: cst.While, frame: Frame) -> bool:
        loop = Loop()
        truth = self.truth(self.evaluate(node.test, frame))
        # As long as the source decides the test, run round by round; a round that changes nothing goes on for ever.
        for _ in range(MAX_UNROLL):
            if truth is not True:
                break
            before = dict(self.store)
            frame.loops.append(loop)
            loop.continues.clear()
            try:
                done = self.suite(node.body, frame)
            finally:
                frame.loops.pop()
            ends = [*([self.store] if done else []), *loop.continues]
            if not ends:
                return self._leave(loop, frame, going=False, orelse=node.orelse)
            self.store = self.join_all(ends)
            if self.store == before:
                return self._leave(loop, frame, going=False, orelse=node.orelse)
            truth = self.truth(self.evaluate(node.test, frame))
        if truth is False:
            return self._leave(loop, frame, going=True, orelse=node.orelse)
        again = partial(self.evaluate, node.test, frame)
        return self._widened(partial(self.suite, node.body, frame), node.orelse, frame, again=again, loop=loop)

    def _widened(
        self,
        once: Callable[[], bool],
        orelse: cst.Else | None,
        frame: Frame,
        *,
        again: Callable[[], Value] | None = None,
        loop: Loop | None = None,
    ) -> bool:
        """Run a loop's body until another round changes nothing; what keeps changing becomes unknown."""
        loop = loop or Loop()
        frame.loops.append(loop)
        try:
            for attempt in range(3):
                before = dict(self.store)
                loop.continues.clear()
                done = once()
                ends = [*([self.store] if done else []), *loop.continues]
                if not ends:
                    self.store = before
                    break
                after = self.join_all(ends)
                self.store = after
                if again is not None:
                    again()
                joined = self.join_all([before, after])
                changed = [k for k, v in joined.items() if k not in before or not _same(v, before[k])]
                self.store = joined
                if not changed:
                    break
                if attempt >= 1:
                    for key in changed:
                        if key != DONE:
                            self.store[key] = Unknown("it changes in a loop")
        finally:
            frame.loops.pop()
        # A test that is still true whatever changed, ``while True``, is never the way out.
        going = again is None or self.truth(again()) is not True
        return self._leave(loop, frame, going=going, orelse=orelse)

    def _leave(self, loop: Loop, frame: Frame, *, going: bool, orelse: cst.Else | None) -> bool:
        """Leave a loop: by its breaks, and (when ``going``) by its end, through its ``else``."""
        arms: list[Store] = list(loop.breaks)
        if going and self._orelse(orelse, frame):
            arms.append(self.store)
        if not arms:
            return False
        self.store = self.join_all(arms)
        return True

    def _try(self, node: cst.Try | cst.TryStar, frame: Frame) -> bool:
        first_return = len(frame.returns)
        attempt = Attempt()
        self.attempts.append(attempt)
        try:
            done = self.suite(node.body, frame)
        finally:
            self.attempts.pop()
        if done and node.orelse is not None:
            done = self.suite(node.orelse.body, frame)
        ends: list[Store] = [self.store] if done else []
        caught = False
        for handler in node.handlers:
            if not self._reachable(handler, attempt, frame):
                continue
            self.store = self.join_all(attempt.states) if attempt.states else dict(self.store)
            sure = "raise" in attempt.kinds or "import" in attempt.kinds
            caught = True
            with self.doubting(on=not sure):
                if handler.name is not None and isinstance(handler.name.name, cst.Name):
                    error = Unknown("a caught exception", Site(handler, frame))
                    self.bind_name(ident(handler.name.name), error, frame.scope)
                if self.suite(handler.body, frame):
                    ends.append(self.store)
        if not caught and not done and self.attempts and attempt.states:
            self.attempts[-1].states.extend(attempt.states)
            self.attempts[-1].kinds |= attempt.kinds
        if node.finalbody is None:
            if ends:
                self.store = self.join_all(ends)
            return bool(ends)
        return self._finally(node.finalbody, frame, ends, first_return)

    def _reachable(self, handler: cst.ExceptHandler | cst.ExceptStarHandler, attempt: Attempt, frame: Frame) -> bool:
        """Tell whether anything in the body can raise what a handler catches."""
        if not attempt.kinds:
            return False
        if handler.type is None:
            return True
        caught = self.evaluate(handler.type, frame)
        names = caught.items if isinstance(caught, Tuple) else (caught,)
        only_imports = all(isinstance(n, Ref) and n.name in IMPORT_ERRORS for n in names)
        return "import" in attempt.kinds or "raise" in attempt.kinds if only_imports else True

    def _finally(self, node: cst.Finally, frame: Frame, ends: list[Store], first_return: int) -> bool:
        returned = frame.returns[first_return:]
        states = [*ends, *(r.store for r in returned)]
        if states:
            self.store = self.join_all(states)
        count = len(frame.returns)
        if not self.suite(node.body, frame):
            # A return (or raise) in ``finally`` replaces whatever was on its way.
            frame.returns[first_return:count] = []
            return False
        for found in returned:
            found.store = dict(self.store)
        return bool(ends)

    def _with(self, node: cst.With, frame: Frame) -> bool:
        swallows = False
        exits: list[tuple[Value, Site]] = []
        for item in node.items:
            site = Site(item.item, frame)
            manager = self.evaluate(item.item, frame)
            entered, may_swallow = self.enter(manager, site)
            swallows |= may_swallow
            exits.append((manager, site))
            if item.asname is not None:
                self.assign(item.asname.name, entered, site)
        before = dict(self.store)
        attempt = Attempt()
        self.attempts.append(attempt)
        try:
            with self.inside(*(name for manager, _ in exits for name in self.said_inside(manager))):
                done = self.suite(node.body, frame)
        finally:
            self.attempts.pop()
        for manager, site in reversed(exits):
            swallows |= self.leave(manager, site)
        if not swallows and self.attempts and attempt.kinds:
            self.attempts[-1].states.extend(attempt.states)
            self.attempts[-1].kinds |= attempt.kinds
        if swallows and attempt.kinds:
            states = [*([self.store] if done else []), *(attempt.states or [before])]
            self.store = self.join_all(states)
            return True
        return done

    def said_inside(self, manager: Value) -> tuple[str, ...]:
        """Read ``with inside(jax.lax.scan):``, which a pattern may say and a submission may not."""
        match manager:
            case Call(func=Ref(name=hole), args=args) if hole == INSIDE and self.is_pattern:
                return tuple(a.value.name for a in args if isinstance(a.value, Ref))
        return ()

    def enter(self, manager: Value, site: Site) -> tuple[Value, bool]:
        """Enter a context manager: what ``as`` binds, and whether it may swallow exceptions."""
        self.may_raise()
        match manager:
            case Call(func=Ref(name="contextlib.nullcontext"), args=args):
                return (args[0].value if args else NONE), False
            case Call(func=Ref(name="contextlib.suppress")):
                return NONE, True
            case Call(func=Ref(name="contextlib.closing"), args=(arg, *_)):
                return arg.value, False
            case Obj(kind="instance", cls=Class()):
                return self.call(self.attribute(manager, "__enter__", site), [], [], site), False
            case Call(func=Call(func=Ref(name="contextlib.contextmanager"), args=(Arg(value=Func(node=node)), *_))):
                return Unknown("what a context manager of this file gives is not followed", site), _catches(node)
            case Unknown():
                return manager, False
        return Unknown("what this context manager gives cannot be followed", site), False

    def leave(self, manager: Value, site: Site) -> bool:
        """Leave a context manager written in the submission; whether it may swallow what was raised inside."""
        if not (isinstance(manager, Obj) and manager.cls is not None):
            return False
        error = [Arg(Unknown("what was raised, if anything", site), site)] * 3
        return self.truth(self.call(self.attribute(manager, "__exit__", site), error, [], site)) is not False


def _catches(node: cst.CSTNode) -> bool:
    """Tell whether a function catches anything: a context manager made of it may then swallow it."""
    if isinstance(node, (cst.ExceptHandler, cst.ExceptStarHandler)):
        return True
    return any(_catches(child) for child in node.children)


def _same(first: Value, second: Value) -> bool:
    return first is second or first == second
