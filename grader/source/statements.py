"""Run statements: both arms of an undecided branch, loops until nothing changes, every ``return`` kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import libcst as cst

from grader.source import exports
from grader.source.core import MAX_UNROLL, Attempt, Core, Key, Stop, Store, Write
from grader.source.expressions import BINARY, Expressions, put_entry
from grader.source.frames import Frame, Loop, Return, Scope
from grader.source.patterns import Patterns
from grader.source.scopes import dotted, ident
from grader.source.values import (
    NONE,
    UNBOUND,
    Arg,
    Attr,
    Call,
    Class,
    Const,
    Either,
    Entries,
    Func,
    Obj,
    Ref,
    Site,
    Tuple,
    Unknown,
    Value,
    either,
    options,
)

IMPORT_ERRORS = frozenset({"builtins.ImportError", "builtins.ModuleNotFoundError"})
HARMLESS_TARGETS = ("os.environ", "jax.config", "sys.path", "sys.argv")
"""Outside objects a submission may set items or attributes of."""


class Statements(Patterns, Expressions, Core):
    """The part of the interpreter that runs statements."""

    def block(self, body: Sequence[cst.BaseStatement | cst.BaseSmallStatement], frame: Frame) -> bool:
        """Run statements; True when control can reach their end."""
        for statement in body:
            self.step()
            try:
                if not self._statement(statement, frame):
                    return False
            except Stop:
                return False
        return True

    def _statement(self, node: cst.BaseStatement | cst.BaseSmallStatement, frame: Frame) -> bool:
        if isinstance(node, cst.SimpleStatementLine):
            return self.block(node.body, frame)
        handler = _STATEMENTS.get(type(node))
        return True if handler is None else handler(self, node, frame)

    def suite(self, node: cst.BaseSuite, frame: Frame) -> bool:
        """Run the body of a compound statement."""
        return self.block(node.body, frame)

    # -- simple statements ---------------------------------------------------------------------------------------

    def _expr(self, node: cst.Expr, frame: Frame) -> bool:
        self.eval(node.value, frame)
        return True

    def _assign(self, node: cst.Assign, frame: Frame) -> bool:
        value = self.eval(node.value, frame)
        for target in node.targets:
            self.assign(target.target, value, Site(node.value, frame))
        return True

    def _ann_assign(self, node: cst.AnnAssign, frame: Frame) -> bool:
        if frame.scope.kind != "function" and not self.postponed_annotations:
            self.eval(node.annotation.annotation, frame)
        if node.value is not None:
            self.assign(node.target, self.eval(node.value, frame), Site(node.value, frame))
        return True

    def _aug_assign(self, node: cst.AugAssign, frame: Frame) -> bool:
        site = Site(node, frame)
        old = self.eval(cast(cst.BaseExpression, node.target), frame)
        right = self.eval(node.value, frame)
        name = BINARY.get(type(node.operator), "?")
        if isinstance(old, Obj) and old.kind in {"list", "dict", "set"} and name in {"+", "|"}:
            self.call(
                self.attribute(old, "extend" if old.kind == "list" else "update", site), [Arg(right, site)], [], site
            )
            return True
        self.assign(cast(cst.BaseExpression, node.target), self.binary(name, old, right, site), site)
        return True

    def assign(self, target: cst.BaseExpression, value: Value, site: Site) -> None:
        """Bind an assignment target."""
        frame = site.frame
        match target:
            case cst.Name():
                self.bind_name(ident(target), value, frame.scope)
            case cst.Tuple(elements=elements) | cst.List(elements=elements):
                self._unpack(elements, value, site)
            case cst.StarredElement(value=inner):
                self.assign(inner, value, site)
            case cst.Attribute():
                owner = self.eval(target.value, frame)
                self.set_attribute(owner, ident(target.attr), value, Site(target, frame))
            case cst.Subscript():
                owner = self.eval(target.value, frame)
                indices = [self.index(element.slice, frame) for element in target.slice]
                key = indices[0] if len(indices) == 1 else Tuple(tuple(indices))
                self.set_item(owner, key, Arg(value, site), Site(target, frame))
            case _:
                self.eval(target, frame)

    def _unpack(self, elements: Sequence[cst.BaseElement], value: Value, site: Site) -> None:
        if isinstance(value, Either):
            lists = [self.items(option, site) for option in value.options]
            if all(found is not None and len(found) == len(elements) for found in lists):
                merged = [either(*(found[i] for found in lists if found)) for i in range(len(elements))]
                for element, item in zip(elements, merged, strict=True):
                    self.assign(element.value, item, site)
                return
        items = self.items(value, site)
        star = next((i for i, e in enumerate(elements) if isinstance(e, cst.StarredElement)), None)
        self.may_raise()
        if items is None or (len(items) != len(elements) if star is None else len(items) < len(elements) - 1):
            why = value if isinstance(value, Unknown) else Unknown("what this unpacks cannot be followed", site)
            for element in elements:
                self.assign(element.value, why, site)
            return
        if star is None:
            for element, item in zip(elements, items, strict=True):
                self.assign(element.value, item, site)
            return
        after = len(elements) - star - 1
        middle = items[star : len(items) - after]
        for element, item in zip(elements[:star], items[:star], strict=True):
            self.assign(element.value, item, site)
        self.assign(elements[star].value, self.new("list", Tuple(tuple(middle))), site)
        for element, item in zip(elements[star + 1 :], items[len(items) - after :], strict=True):
            self.assign(element.value, item, site)

    def set_attribute(self, owner: Value, name: str, value: Value, site: Site) -> None:
        """Set ``owner.name``."""
        for option in options(owner):
            match option:
                case Obj(kind="instance"):
                    setter = self.property_of(option, name, "setter")
                    if setter is not None:
                        continue
                    key: Key = ("attr", option.id, name)
                    old = self.store.get(key, UNBOUND)
                    self.store[key] = value if len(options(owner)) == 1 else either(old, value)
                case Class():
                    self.put(option.scope, name, value)
                case Func():
                    if name in {"__code__", "__globals__", "__closure__"}:
                        self.touch(name, site)
                    self.store["attr", option.uid, name] = value
                case Ref(name=ref) if not ref.startswith(HARMLESS_TARGETS):
                    self.writes.append(Write(option, name, site))
                case Attr(obj=Ref()):
                    self.writes.append(Write(option, name, site))
                case Unknown(dynamic=True):
                    self.touch("an attribute set on something found at run time", site)
                case Call(func=Ref(name="builtins.type")):
                    self.touch("type(...) as something to write to", site)

    def property_of(self, owner: Obj, name: str, part: str) -> Value | None:
        """Find a property's setter; instances without one just take the attribute."""
        return None

    def set_item(self, owner: Value, key: Value, arg: Arg, site: Site) -> None:
        """Set ``owner[key]``."""
        self.may_raise()
        single = len(options(owner)) == 1
        for option in options(owner):
            match option:
                case Obj(kind="dict"):
                    old = self.content(option)
                    new = put_entry(old, key, arg)
                    self.set_content(option, new if single else self.join_contents(old, new))
                case Obj(kind="list"):
                    items = self.content(option)
                    if isinstance(items, Tuple) and isinstance(key, Const) and key.kind == "int" and single:
                        index = key.value
                        if -len(items.items) <= index < len(items.items):
                            changed = list(items.items)
                            changed[index] = arg.value
                            self.set_content(option, Tuple(tuple(changed)))
                            continue
                    self.set_content(option, Unknown("an element of this list changes", site))
                case Ref(name=ref) if not ref.startswith(HARMLESS_TARGETS):
                    self.writes.append(Write(option, "[]", site))
                case Attr(obj=Ref()):
                    self.writes.append(Write(option, "[]", site))
                case Unknown(dynamic=True):
                    self.touch("a name set at run time", site)
                case Obj(kind="instance"):
                    self.call(self.attribute(option, "__setitem__", site), [Arg(key, site), arg], [], site)

    @staticmethod
    def join_contents(old: Value, new: Value) -> Value:
        """Join what a container may hold."""
        from grader.source.core import _join_values  # noqa: PLC0415

        return _join_values(old, new)

    def _del(self, node: cst.Del, frame: Frame) -> bool:
        self._delete(node.target, frame)
        return True

    def _delete(self, target: cst.BaseExpression, frame: Frame) -> None:
        match target:
            case cst.Name():
                self.bind_name(ident(target), UNBOUND, frame.scope)
            case cst.Tuple(elements=elements) | cst.List(elements=elements):
                for element in elements:
                    self._delete(element.value, frame)
            case cst.Attribute():
                owner = self.eval(target.value, frame)
                self.set_attribute(owner, ident(target.attr), UNBOUND, Site(target, frame))
            case cst.Subscript():
                owner = self.eval(target.value, frame)
                key = self.index(target.slice[0].slice, frame)
                site = Site(target, frame)
                if isinstance(owner, Obj) and owner.kind == "dict":
                    content = self.content(owner)
                    if isinstance(content, Entries):
                        self.set_content(owner, Entries(tuple((k, a) for k, a in content.items if k != key)))
                    return
                self.set_item(owner, key, Arg(Unknown("it was deleted", site), site), site)

    def _return(self, node: cst.Return, frame: Frame) -> bool:
        value = NONE if node.value is None else self.eval(node.value, frame)
        self.note_return(value, node if node.value is None else node.value, frame)
        return False

    def note_return(self, value: Value, node: cst.CSTNode, frame: Frame) -> None:
        """Keep one reached ``return``; the innermost one that made a value is the one a message points at."""
        found = Return(value, node, dict(self.store), frame)
        frame.returns.append(found)
        for option in options(value):
            self.origins.setdefault(id(option), (option, found))

    def _raise(self, node: cst.Raise, frame: Frame) -> bool:
        if node.exc is not None:
            value = self.eval(node.exc, frame)
            for option in options(value):
                inner = option.func if isinstance(option, Call) else option
                if isinstance(inner, Ref) and inner.name in {"builtins.SystemExit", "builtins.KeyboardInterrupt"}:
                    self.touch("raise SystemExit", Site(node, frame))
        self.may_raise("raise")
        return False

    def _assert(self, node: cst.Assert, frame: Frame) -> bool:
        truth = self.truth(self.eval(node.test, frame))
        if truth is True:
            return True
        self.may_raise()
        if node.msg is not None:
            self.eval(node.msg, frame)
        return truth is not False

    def _break(self, node: cst.Break, frame: Frame) -> bool:
        if frame.loops:
            frame.loops[-1].breaks.append(dict(self.store))
        return False

    def _continue(self, node: cst.Continue, frame: Frame) -> bool:
        if frame.loops:
            frame.loops[-1].continues.append(dict(self.store))
        return False

    # -- imports -------------------------------------------------------------------------------------------------

    def _import(self, node: cst.Import, frame: Frame) -> bool:
        for alias in node.names:
            name = dotted(alias.name)
            site = Site(alias, frame)
            self._check_module(name, site)
            if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                self.bind_name(ident(alias.asname.name), Ref(exports.canonical(name)), frame.scope)
            else:
                top = name.partition(".")[0]
                self.bind_name(top, Ref(top), frame.scope)
        return True

    def _check_module(self, name: str, site: Site) -> None:
        """Note how importing a module can fail; stop where the table knows that it does."""
        if not exports.is_known_package(name):
            if name.partition(".")[0] not in _STANDARD:
                self.may_raise("import")
            return
        if "._" in name or "." not in name or exports.is_module(name):
            return
        parent, _, last = name.rpartition(".")
        if exports.is_module(parent) or parent in {"jax", "numpy"}:
            if exports.offers(parent, last) is False or not exports.is_module(name):
                self.may_raise("import")
                if exports.offers(parent, last) is not None and not exports.is_module(name):
                    self.failed_imports.append((name, site))
                    raise Stop
            return
        self.may_raise("import")

    def _import_from(self, node: cst.ImportFrom, frame: Frame) -> bool:
        site = Site(node, frame)
        if node.relative:
            self.may_raise("import")
            self.failed_imports.append(("." * len(node.relative) + (dotted(node.module) if node.module else ""), site))
            raise Stop
        module = dotted(node.module) if node.module is not None else ""
        if module == "__future__":
            if not isinstance(node.names, cst.ImportStar):
                self.postponed_annotations |= any(dotted(a.name) == "annotations" for a in node.names)
            return True
        self._check_module(module, site)
        if isinstance(node.names, cst.ImportStar):
            names = exports.star(module)
            if names is None:
                self.opaque_star = site
                return True
            for name in names:
                self.bind_name(name, Ref(exports.canonical(f"{module}.{name}")), frame.scope)
            return True
        for alias in node.names:
            name = dotted(alias.name)
            if exports.is_known_package(module) and exports.offers(module, name) is False:
                self.may_raise("import")
                self.failed_imports.append((f"{module}.{name}", Site(alias, frame)))
                raise Stop
            asname = alias.asname.name if alias.asname is not None else None
            bound = ident(asname) if isinstance(asname, cst.Name) else name
            self.bind_name(bound, Ref(exports.canonical(f"{module}.{name}")), frame.scope)
        return True

    # -- definitions ---------------------------------------------------------------------------------------------

    def _def(self, node: cst.FunctionDef, frame: Frame) -> bool:
        decorators = [(self.eval(d.decorator, frame), Site(d.decorator, frame)) for d in node.decorators]
        name = ident(node.name)
        value: Value = self.make_function(node, name, frame)
        if not self.postponed_annotations:
            self._annotations(node, frame)
        for decorator, site in reversed(decorators):
            value = self.call(decorator, [Arg(value, Site(node, frame))], [], site)
        self.bind_name(name, value, frame.scope)
        return True

    def _annotations(self, node: cst.FunctionDef, frame: Frame) -> None:
        from grader.source.scopes import parameters  # noqa: PLC0415

        for param in parameters(node.params):
            if param.annotation is not None:
                self.eval(param.annotation.annotation, frame)
        if node.returns is not None:
            self.eval(node.returns.annotation, frame)

    def _class(self, node: cst.ClassDef, frame: Frame) -> bool:
        decorators = [(self.eval(d.decorator, frame), Site(d.decorator, frame)) for d in node.decorators]
        bases = tuple(self.eval(base.value, frame) for base in node.bases)
        for keyword in node.keywords:
            self.eval(keyword.value, frame)
        self.keep_scope(frame.scope)
        scope = Scope(self.new_id(), "class", frame.scope)
        self.keep_scope(scope)
        inner = Frame(scope, caller=frame.caller, depth=frame.depth, in_host=frame.in_host, phase=frame.phase)
        self.suite(node.body, inner)
        name = ident(node.name)
        value: Value = self.make_class(name, scope, bases, node, Site(node, frame))
        for decorator, site in reversed(decorators):
            value = self.call(decorator, [Arg(value, Site(node, frame))], [], site)
        self.bind_name(name, value, frame.scope)
        return True

    def make_class(self, name: str, scope: Scope, bases: tuple[Value, ...], node: cst.ClassDef, site: Site) -> Value:
        """Make a class of a body that was run; the part that knows classes extends this."""
        return Class(name, scope, bases, node)

    # -- branches ------------------------------------------------------------------------------------------------

    def _if(self, node: cst.If, frame: Frame) -> bool:
        truth = self.truth(self.eval(node.test, frame))
        arms: list[Callable[[], bool]] = []
        if truth is not False:
            arms.append(lambda: self.suite(node.body, frame))
        if truth is not True:
            arms.append(lambda: self._orelse(node.orelse, frame))
        return self.branch(arms)

    def _orelse(self, node: cst.If | cst.Else | cst.Finally | None, frame: Frame) -> bool:
        if node is None:
            return True
        if isinstance(node, cst.If):
            return self.block([node], frame)
        return self.suite(node.body, frame)

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

    def _match(self, node: cst.Match, frame: Frame) -> bool:
        subject = self.eval(node.subject, frame)
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
                guard = self.truth(self.eval(case.guard, frame))
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

    # -- loops ---------------------------------------------------------------------------------------------------

    def _for(self, node: cst.For, frame: Frame) -> bool:
        site = Site(node.iter, frame)
        iterable = self.eval(node.iter, frame)
        items = self.items(iterable, site) if node.asynchronous is None else None
        if items is not None and len(items) <= MAX_UNROLL:
            return self._unrolled(node, items, site, frame)
        element = iterable if isinstance(iterable, Unknown) else Unknown("an element of a loop", site)

        def once() -> bool:
            self.assign(node.target, element, site)
            return self.suite(node.body, frame)

        return self._widened(once, node.orelse, frame, endless=False)

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
        return self._leave(loop, frame, going, node.orelse)

    def _while(self, node: cst.While, frame: Frame) -> bool:
        truth = self.truth(self.eval(node.test, frame))
        if truth is False:
            return self._orelse(node.orelse, frame)

        def once() -> bool:
            return self.suite(node.body, frame)

        def again() -> None:
            self.eval(node.test, frame)

        return self._widened(once, node.orelse, frame, endless=truth is True, again=again)

    def _widened(
        self,
        once: Callable[[], bool],
        orelse: cst.Else | None,
        frame: Frame,
        *,
        endless: bool,
        again: Callable[[], None] = lambda: None,
    ) -> bool:
        """Run a loop's body until another round changes nothing; what keeps changing becomes unknown."""
        loop = Loop()
        frame.loops.append(loop)
        try:
            for attempt in range(3):
                before = dict(self.store)
                loop.continues.clear()
                done = once()
                ends = [*([self.store] if done else []), *loop.continues]
                if not ends:
                    self.store = before
                    going = not endless
                    break
                after = self.join_all(ends)
                self.store = after
                again()
                joined = self.join_all([before, after])
                changed = [k for k, v in joined.items() if k not in before or not _same(v, before[k])]
                self.store = joined
                going = not endless
                if not changed:
                    break
                if attempt >= 1:
                    for key in changed:
                        self.store[key] = Unknown("it changes in a loop")
        finally:
            frame.loops.pop()
        if endless and not loop.breaks:
            return False
        return self._leave(loop, frame, going, orelse)

    def _leave(self, loop: Loop, frame: Frame, going: bool, orelse: cst.Else | None) -> bool:
        arms: list[Store] = list(loop.breaks)
        if going and self._orelse(orelse, frame):
            arms.append(self.store)
        if not arms:
            return False
        self.store = self.join_all(arms)
        return True

    # -- exceptions and with -------------------------------------------------------------------------------------

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
        caught = self.eval(handler.type, frame)
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
            manager = self.eval(item.item, frame)
            entered, may_swallow = self.enter(manager, site)
            swallows |= may_swallow
            exits.append((manager, site))
            if item.asname is not None:
                self.assign(item.asname.name, entered, site)
        before = dict(self.store)
        attempt = Attempt()
        self.attempts.append(attempt)
        try:
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

    def _nothing(self, node: cst.CSTNode, frame: Frame) -> bool:
        return True


def _catches(node: cst.CSTNode) -> bool:
    """Tell whether a function catches anything: a context manager made of it may then swallow it."""
    if isinstance(node, (cst.ExceptHandler, cst.ExceptStarHandler)):
        return True
    return any(_catches(child) for child in node.children)


def _same(first: Value, second: Value) -> bool:
    return first is second or first == second


_STANDARD = frozenset(
    __import__("sys").stdlib_module_names,
) | {"jax", "numpy", "grader"}

_STATEMENTS: dict[type[cst.CSTNode], Callable[..., bool]] = {
    cst.Expr: Statements._expr,
    cst.Assign: Statements._assign,
    cst.AnnAssign: Statements._ann_assign,
    cst.AugAssign: Statements._aug_assign,
    cst.Del: Statements._del,
    cst.Return: Statements._return,
    cst.Raise: Statements._raise,
    cst.Assert: Statements._assert,
    cst.Break: Statements._break,
    cst.Continue: Statements._continue,
    cst.Import: Statements._import,
    cst.ImportFrom: Statements._import_from,
    cst.FunctionDef: Statements._def,
    cst.ClassDef: Statements._class,
    cst.If: Statements._if,
    cst.Match: Statements._match,
    cst.For: Statements._for,
    cst.While: Statements._while,
    cst.Try: Statements._try,
    cst.TryStar: Statements._try,
    cst.With: Statements._with,
}
