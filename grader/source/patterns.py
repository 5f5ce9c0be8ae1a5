"""Match the patterns of a ``match`` statement: yes, no, or undecided."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from grader.source.core import Core
from grader.source.expressions import Expressions
from grader.source.frames import Frame
from grader.source.scopes import ident
from grader.source.values import Const, Entries, Obj, Site, Tuple, Unknown, Value

Bindings = dict[str, Value]


class Patterns(Expressions, Core):
    """The part of the interpreter that matches patterns."""

    def match_pattern(self, node: cst.MatchPattern, subject: Value, frame: Frame) -> tuple[bool | None, Bindings]:
        """Tell whether a subject matches, and what the pattern then binds."""
        match node:
            case cst.MatchValue(value=value):
                return self.truth(self.compare("==", subject, self.evaluate(value, frame))), {}
            case cst.MatchSingleton(value=value):
                return self.truth(self.compare("is", subject, self.evaluate(value, frame))), {}
            case cst.MatchAs(pattern=inner, name=name):
                verdict, bindings = (True, {}) if inner is None else self.match_pattern(inner, subject, frame)
                if name is not None:
                    bindings[ident(name)] = subject
                return verdict, bindings
            case cst.MatchOr(patterns=patterns):
                return self._match_or(patterns, subject, frame)
            case cst.MatchList(patterns=patterns) | cst.MatchTuple(patterns=patterns):
                return self._match_sequence(list(patterns), subject, frame)
            case cst.MatchClass(cls=cls):
                site = Site(cls, frame)
                kind = self.evaluate(cls, frame)
                verdict = self.truth(self.is_instance(subject, kind))
                parts: list[cst.MatchPattern] = [p.value for p in node.patterns] + [k.pattern for k in node.kwds]
                bindings = {name: Unknown("part of a matched object", site) for p in parts for name in _captures(p)}
                return (None if parts and verdict is not False else verdict), bindings
            case cst.MatchMapping():
                return self._match_mapping(node, subject, frame)
        return None, {name: Unknown("part of a matched value", Site(node, frame)) for name in _captures(node)}

    def is_instance(self, value: Value, kind: Value) -> Value:
        """Decide ``isinstance``; the part that models the builtins knows how."""
        return Unknown("its type is not known here")

    def _match_or(
        self, patterns: Sequence[cst.MatchOrElement], subject: Value, frame: Frame
    ) -> tuple[bool | None, Bindings]:
        verdict: bool | None = False
        bindings: Bindings = {}
        for element in patterns:
            one, bound = self.match_pattern(element.pattern, subject, frame)
            if one is True and verdict is False:
                return True, bound
            if one is not False:
                verdict = None
                bindings |= bound
        return verdict, bindings

    def _match_sequence(
        self, patterns: list[cst.MatchSequenceElement | cst.MatchStar], subject: Value, frame: Frame
    ) -> tuple[bool | None, Bindings]:
        site = Site(patterns[0], frame) if patterns else Site(cst.Pass(), frame)
        if isinstance(subject, Const):
            return False, {}
        items = self.items(subject, site)
        star = next((i for i, p in enumerate(patterns) if isinstance(p, cst.MatchStar)), None)
        if items is None:
            unclear = Unknown("part of a matched sequence", site)
            return None, {name: unclear for p in patterns for name in _captures(p)}
        if len(items) != len(patterns) if star is None else len(items) < len(patterns) - 1:
            return False, {}
        if star is None:
            pairs = list(zip(patterns, items, strict=True))
        else:
            tail = len(patterns) - star - 1
            middle = Tuple(items[star : len(items) - tail])
            pairs = [
                *zip(patterns[:star], items[:star], strict=True),
                (patterns[star], self.new("list", middle)),
                *zip(patterns[star + 1 :], items[len(items) - tail :], strict=True),
            ]
        verdict: bool | None = True
        bindings: Bindings = {}
        for pattern, item in pairs:
            if isinstance(pattern, cst.MatchStar):
                if pattern.name is not None:
                    bindings[ident(pattern.name)] = item
                continue
            one, bound = self.match_pattern(pattern.value, item, frame)
            bindings |= bound
            if one is False:
                return False, {}
            verdict = None if one is None else verdict
        return verdict, bindings

    def _match_mapping(self, node: cst.MatchMapping, subject: Value, frame: Frame) -> tuple[bool | None, Bindings]:
        site = Site(node, frame)
        content = self.content(subject) if isinstance(subject, Obj) and subject.kind == "dict" else None
        bindings: Bindings = {}
        verdict: bool | None = True if isinstance(content, Entries) else None
        for element in node.elements:
            key = self.evaluate(element.key, frame)
            item = None
            if isinstance(content, Entries):
                item = next((arg.value for k, arg in content.items if k == key), None)
                if item is None:
                    return False, {}
            one, bound = self.match_pattern(element.pattern, item or Unknown("part of a mapping", site), frame)
            bindings |= bound
            verdict = False if one is False else None if one is None else verdict
        if node.rest is not None:
            bindings[ident(node.rest)] = Unknown("the rest of a mapping", site)
        return verdict, bindings


def _captures(node: cst.CSTNode) -> list[str]:
    names: list[str] = []
    if isinstance(node, (cst.MatchAs, cst.MatchStar)) and node.name is not None:
        names.append(ident(node.name))
    if isinstance(node, cst.MatchMapping) and node.rest is not None:
        names.append(ident(node.rest))
    for child in node.children:
        names.extend(_captures(child))
    return names
