"""Run simple statements, imports and definitions; every ``return`` is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import libcst as cst

from grader.source import exports
from grader.source.core import Core, Stop
from grader.source.flow import Flow
from grader.source.frames import Frame, Return, Scope
from grader.source.operators import BINARY
from grader.source.scopes import dotted, ident
from grader.source.values import (
    NONE,
    Arg,
    Call,
    Class,
    Obj,
    Ref,
    Site,
    Value,
    options,
)


class Statements(Flow, Core):
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

    def _expr(self, node: cst.Expr, frame: Frame) -> bool:
        self.evaluate(node.value, frame)
        return True

    def _assign(self, node: cst.Assign, frame: Frame) -> bool:
        value = self.evaluate(node.value, frame)
        for target in node.targets:
            self.assign(target.target, value, Site(node.value, frame))
        return True

    def _ann_assign(self, node: cst.AnnAssign, frame: Frame) -> bool:
        if frame.scope.kind != "function" and not self.postponed_annotations:
            self.evaluate(node.annotation.annotation, frame)
        if node.value is not None:
            self.assign(node.target, self.evaluate(node.value, frame), Site(node.value, frame))
        return True

    def _aug_assign(self, node: cst.AugAssign, frame: Frame) -> bool:
        site = Site(node, frame)
        old = self.evaluate(cast(cst.BaseExpression, node.target), frame)
        right = self.evaluate(node.value, frame)
        name = BINARY.get(type(node.operator), "?")
        if isinstance(old, Obj) and old.kind in {"list", "dict", "set"} and name in {"+", "|"}:
            self.call(
                self.attribute(old, "extend" if old.kind == "list" else "update", site), [Arg(right, site)], [], site
            )
            return True
        self.assign(cast(cst.BaseExpression, node.target), self.binary(name, old, right, site), site)
        return True

    def _del(self, node: cst.Del, frame: Frame) -> bool:
        self._delete(node.target, frame)
        return True

    def _return(self, node: cst.Return, frame: Frame) -> bool:
        value = NONE if node.value is None else self.evaluate(node.value, frame)
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
            value = self.evaluate(node.exc, frame)
            for option in options(value):
                if isinstance(option, Class):
                    self.run_made(option, Site(node, frame))
                inner = option.func if isinstance(option, Call) else option
                if isinstance(inner, Ref) and inner.name in {"builtins.SystemExit", "builtins.KeyboardInterrupt"}:
                    self.touch("raise SystemExit", Site(node, frame))
        self.may_raise("raise")
        return False

    def _assert(self, node: cst.Assert, frame: Frame) -> bool:
        truth = self.truth(self.evaluate(node.test, frame))
        if truth is True:
            return True
        self.may_raise()
        if node.msg is not None:
            self.evaluate(node.msg, frame)
        return truth is not False

    def _break(self, node: cst.Break, frame: Frame) -> bool:
        if frame.loops:
            frame.loops[-1].breaks.append(dict(self.store))
        return False

    def _continue(self, node: cst.Continue, frame: Frame) -> bool:
        if frame.loops:
            frame.loops[-1].continues.append(dict(self.store))
        return False

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

    def _def(self, node: cst.FunctionDef, frame: Frame) -> bool:
        decorators = [(self.evaluate(d.decorator, frame), Site(d.decorator, frame)) for d in node.decorators]
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
                self.evaluate(param.annotation.annotation, frame)
        if node.returns is not None:
            self.evaluate(node.returns.annotation, frame)

    def _class(self, node: cst.ClassDef, frame: Frame) -> bool:
        decorators = [(self.evaluate(d.decorator, frame), Site(d.decorator, frame)) for d in node.decorators]
        bases = tuple(self.evaluate(base.value, frame) for base in node.bases)
        self.may_raise()
        for keyword in node.keywords:
            self.evaluate(keyword.value, frame)
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

    def run_made(self, cls: Class, site: Site) -> None:
        """Run what making an instance of a class runs; the part that knows classes extends this."""

    def make_class(self, name: str, scope: Scope, bases: tuple[Value, ...], node: cst.ClassDef, site: Site) -> Value:
        """Make a class of a body that was run; the part that knows classes extends this."""
        return Class(name, scope, bases, node)

    def _nothing(self, node: cst.CSTNode, frame: Frame) -> bool:
        return True


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
