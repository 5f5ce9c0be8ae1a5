"""Scopes and frames: where names live, and who called whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst as cst

    from grader.source.values import Func, Site, Value


@dataclass(slots=True, eq=False)
class Scope:
    """One run of a module, function or class body; its names are keys of the store."""

    id: int
    kind: str
    """``module``, ``function`` or ``class``."""
    parent: Scope | None
    bound: frozenset[str] = frozenset()
    """Names this body binds itself (functions only; elsewhere every assignment binds here)."""
    globals: frozenset[str] = frozenset()
    nonlocals: frozenset[str] = frozenset()
    names: dict[str, None] = field(default_factory=dict)
    """Names bound so far, in order: what a near-miss message can offer."""

    @property
    def module(self) -> Scope:
        """The module scope this one lies in."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope


@dataclass(slots=True, eq=False)
class Loop:
    """A loop being run: the states in which it was left or begun again."""

    breaks: list[dict[tuple[str, int, str], Value]] = field(default_factory=list)
    continues: list[dict[tuple[str, int, str], Value]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Return:
    """One ``return`` that was reached: its value, its place and the state it leaves."""

    value: Value
    node: cst.CSTNode
    store: dict[tuple[str, int, str], Value]
    frame: Frame
    outer: cst.CSTNode | None = None
    """The entrypoint's own ``return`` that passed the value on, where a helper made it."""


@dataclass(slots=True, eq=False)
class Frame:
    """One call of a function (or the run of the module)."""

    scope: Scope
    func: Func | None = None
    caller: Site | None = None
    """The call expression, in the frame that made it; None for the module and for the entrypoint."""
    arg_sites: dict[str, Site] = field(default_factory=dict)
    """Where each parameter that was passed explicitly was written."""
    self_value: Value | None = None
    returns: list[Return] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    depth: int = 0
    in_host: bool = False
    """True inside a host callback, and inside what it calls."""
    phase: str = "import"
    """``import`` or ``call``."""
