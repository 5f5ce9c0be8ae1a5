"""Run comprehensions, element by element where their source is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from grader.source.core import MAX_UNROLL, Core, Stop
from grader.source.entries import put_entry
from grader.source.frames import Frame, Scope
from grader.source.scopes import targets
from grader.source.values import (
    Arg,
    Entries,
    Site,
    Tuple,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    pass


class Comprehensions(Core):
    """The part of the interpreter that runs comprehensions."""

    def _comprehension(self, node: cst.ListComp | cst.SetComp | cst.GeneratorExp | cst.DictComp, frame: Frame) -> Value:
        scope = Scope(self.new_id(), "comprehension", frame.scope, bound=frozenset(_comp_targets(node.for_in)))
        self.keep_scope(frame.scope)
        inner = Frame(
            scope,
            func=frame.func,
            caller=frame.caller,
            arg_sites=frame.arg_sites,
            self_value=frame.self_value,
            depth=frame.depth,
            in_host=frame.in_host,
            phase=frame.phase,
        )
        site = Site(node, frame)
        if isinstance(node, cst.DictComp):
            return self._dict_comp(node, inner, site)
        elt = node.elt
        found = self._run_comp(node.for_in, inner, lambda: self.evaluate(elt, inner))
        content: Value = (
            Unknown("what this collects cannot be followed", site) if found is None else Tuple(tuple(found))
        )
        if isinstance(node, cst.GeneratorExp):
            return content
        return self.new("list" if isinstance(node, cst.ListComp) else "set", content)

    def _dict_comp(self, node: cst.DictComp, frame: Frame, site: Site) -> Value:
        def pair() -> Value:
            return Tuple((self.evaluate(node.key, frame), self.evaluate(node.value, frame)))

        pairs = self._run_comp(node.for_in, frame, pair)
        if pairs is None:
            return self.new("dict", Unknown("a dict whose keys are computed", site, dynamic=True))
        content: Value = Entries(())
        for entry in pairs:
            if isinstance(entry, Tuple):
                content = put_entry(content, entry.items[0], Arg(entry.items[1], site))
        return self.new("dict", content)

    def _run_comp(self, comp: cst.CompFor, frame: Frame, element: Callable[[], Value]) -> list[Value] | None:
        """Run a comprehension; the elements it gives, or None when they are not known."""
        site = Site(comp.iter, frame)
        items = self.items(self.evaluate(comp.iter, frame), site)
        known = items is not None and len(items) <= MAX_UNROLL and comp.asynchronous is None
        out: list[Value] | None = [] if known else None
        for item in items if known and items is not None else (Unknown("an element of a loop", site),):
            before = dict(self.store)
            try:
                self.assign(comp.target, item, site)
                passed: bool | None = True
                for test in comp.ifs:
                    truth = self.truth(self.evaluate(test.test, frame))
                    passed = False if truth is False else None if truth is None and passed else passed
                    if passed is False:
                        break
                if passed is not False:
                    if comp.inner_for_in is not None:
                        inner = self._run_comp(comp.inner_for_in, frame, element)
                        out = None if out is None or inner is None or passed is None else out + inner
                    else:
                        value = element()
                        out = None if out is None or passed is None else [*out, value]
            except Stop:
                if known:
                    raise
                self.store = before
            if not known:
                self.store = self.join_all([before, self.store])
        return out


def _comp_targets(comp: cst.CompFor | None) -> set[str]:
    names: set[str] = set()
    while comp is not None:
        names |= set(targets(comp.target))
        comp = comp.inner_for_in
    return names
