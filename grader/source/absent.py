"""Explain an answer in which the call that was asked for is not there, not returned, or not made every time."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from grader.model import Finding
from grader.source.calling import TRANSFORMS
from grader.source.frames import Return
from grader.source.places import mentions
from grader.source.scopes import ident
from grader.source.values import (
    NONE,
    Call,
    Class,
    Const,
    Func,
    Op,
    Ref,
    Site,
    Tuple,
    Unknown,
    Value,
    options,
)
from grader.source.wording import Wording, listed

NEAR_CALLS = {
    "jax.experimental.io_callback": "`io_callback` is for work with side effects.",
    "jax.pure_callback": "`jax.pure_callback` is for functions without side effects: JAX may drop or repeat the call.",
    "jax.debug.callback": "`jax.debug.callback` returns nothing: it is for looking at values, not for computing them.",
    "jax.debug.print": "`jax.debug.print` only shows values.",
}


class Absent(Wording):
    """Explains what is wrong with the call as a whole."""

    def not_the_call(self, returned: Return) -> Finding:
        """Explain a ``return`` that does not give back the call that was asked for."""
        value, node = returned.value, returned.node
        if isinstance(value, Unknown) and value.dynamic:
            return self.dynamic("call", value, node)
        near = self._near(value)
        if near is not None:
            return near
        inner = mentions(value, self.target.name)
        if inner is not None:
            return self._changed(value, node)
        shadow = self._shadowed()
        if shadow is not None:
            return shadow
        if any(e.func == Ref(self.target.name) and e.phase == "call" for e in self.run.events):
            return self._beside(value, node)
        return self._not_called(value, node, returned.outer or node)

    def no_call(self) -> Finding:
        """Explain that a call which must be made is not made at all."""
        returned = self.run.returns[0] if self.run.returns else None
        value = returned.value if returned is not None else NONE
        node = returned.node if returned is not None else self.places.tree
        dynamic = next((o for o in options(value) if isinstance(o, Unknown) and o.dynamic), None)
        if dynamic is not None:
            return self.dynamic("call", dynamic, node)
        shadow = self._shadowed()
        if shadow is not None:
            return shadow
        if isinstance(self.run.entrypoint, Func) and isinstance(self.run.entrypoint.node, cst.FunctionDef):
            node = self.run.entrypoint.node.name
        return self._not_called(NONE, node, node)

    def elsewhere(self, site: Site, inside: Sequence[str]) -> Finding:
        """Explain that a call is made, but by none of the functions of which one should make it."""
        by = listed([self.places.spell(Ref(name)) for name in dict.fromkeys(inside)], "or")
        return self.finding(
            "call.inside",
            f"`{self.target.short}` is called here, but not from inside {by}.",
            site.node,
            expected=f"{self._expected_call()} in the function that is handed to {by}",
            found=self.places.text(site.node),
            step=f"Call it in the function that you hand to {by}.",
        )

    def sometimes(self, site: Site) -> Finding:
        """Explain that a call is made on some ways through the function only."""
        return self.finding(
            "call.always",
            f"`{self.target.short}` is called here, but not on every way through the function.",
            site.node,
            expected="the call, every time",
            found="the call, on some paths only",
            step="Make the call before the function branches, or in each branch.",
        )

    def _not_called(self, value: Value, node: cst.CSTNode, outer: cst.CSTNode) -> Finding:
        short, places, spelled = self.target.short, self.places, self._expected_call()
        failed = next((f for f in self.run.machine.failed_imports if f[0].rpartition(".")[2] == short), None)
        if failed is not None:
            return self.finding(
                "call",
                f"There is no `{failed[0]}`.",
                failed[1].node,
                expected=f"from {self.target.name.rpartition('.')[0]} import {short}",
                found=places.text(failed[1].node),
                step=f"Import `{short}` from `{self.target.name.rpartition('.')[0]}`.",
            )
        for event in self.run.events:
            if isinstance(event.func, Ref) and event.func.name in NEAR_CALLS and event.func.name != self.target.name:
                return self._near_call(event.func.name, event.site.node)
        unused = self._never_applied() or self._opaque()
        if unused is not None:
            return unused
        written = self._written()
        if written is not None:
            return self.finding(
                "call",
                f"The call of `{short}` is written here, but it is never reached when the function runs.",
                written,
                expected=spelled,
                found=places.text(node) if self.returns_it else "no such call",
                step="Make the function return that call on every path."
                if self.returns_it
                else "Make the call on every way through the function.",
            )
        if isinstance(value, Unknown):
            at = value.site.node if value.site is not None else node
            return self.finding(
                "call",
                f"What is returned cannot be followed to a call of `{short}`: {value.why}.",
                at,
                expected=spelled,
                found=places.text(node),
                step=f"Return what `{short}(...)` gives back, written directly.",
            )
        message = f"`{short}` is never called: the answer comes from somewhere else."
        step = f"Define a host function, then return `{short}(...)` with it."
        found = places.text(outer)
        if not self.returns_it:
            message, step, found = f"`{short}` is never called.", f"Call `{spelled}`.", "no such call"
        return self.finding("call", message, outer, expected=spelled, found=found, step=step)

    def _expected_call(self) -> str:
        spelled = self.places.spell(self.target.pattern)
        return f"{spelled}(...)" if self.target.name in TRANSFORMS else spelled

    def _never_applied(self) -> Finding | None:
        """Explain a function that a transform makes, and nobody calls."""
        if self.target.name not in TRANSFORMS:
            return None
        made = next((e for e in self.run.events if e.func == Ref(self.target.name)), None)
        if made is None:
            return None
        text = self.places.text(made.site.node)
        return self.finding(
            "call",
            f"`{self.target.short}` only makes a function here, and that function is never called.",
            made.site.node,
            expected=self._expected_call(),
            found=text,
            step=f"Call what `{self.target.short}` gives back, with the arrays.",
        )

    def _opaque(self) -> Finding | None:
        """Explain an entrypoint that something outside makes of a function."""
        made = self.run.entrypoint
        if not (isinstance(made, Call) and isinstance(made.func, Ref)) or made.func.name in TRANSFORMS:
            return None
        name = self.places.spell(made.func)
        return self.finding(
            "call",
            f"What `{name}` makes of the function is not followed.",
            made.site.node,
            expected=self._expected_call(),
            found=self.places.text(made.site.node),
            step=f"Take `{name}` off: the function itself should make the call.",
        )

    def _near(self, value: Value) -> Finding | None:
        for name in NEAR_CALLS:
            if name == self.target.name:
                continue
            found = mentions(value, name)
            if found is not None:
                return self._near_call(name, found.site.node)
        return self._private(value)

    def _private(self, value: Value) -> Finding | None:
        if isinstance(value, Call) and isinstance(value.func, Ref) and "._src" in value.func.name:
            node = value.site.node
            return self.finding(
                "call",
                f"`{value.func.name}` is a private part of jax, which may change at any time.",
                node.func if isinstance(node, cst.Call) else node,
                expected=self.target.name,
                found=value.func.name,
                step=f"Import `{self.target.short}` from `{self.target.name.rpartition('.')[0]}`.",
            )
        return None

    def _near_call(self, name: str, node: cst.CSTNode) -> Finding:
        at = node.func if isinstance(node, cst.Call) else node
        return self.finding(
            "call",
            f"This calls `{name.removeprefix('jax.')}`, not `{self.target.short}`. {NEAR_CALLS[name]}",
            at,
            expected=self.target.name,
            found=self.places.text(at),
            step=f"Call `{self.target.short}` from `{self.target.name.rpartition('.')[0]}` and return its result.",
        )

    def _shadowed(self) -> Finding | None:
        """Explain a call of something else under the asked-for name."""
        short = self.target.short
        for name, value, site in self.run.machine.named_calls:
            if name != short:
                continue
            wrong = next((o for o in options(value) if o != Ref(self.target.name)), None)
            if wrong is None:
                continue
            at = site.node.func if isinstance(site.node, cst.Call) else site.node
            return self.finding(
                "call",
                f"`{name}` is not jax's here: {self._what(wrong)}.",
                at,
                expected=self.target.name,
                found=self._short_what(wrong),
                step=f"Leave the name `{short}` to `from {self.target.name.rpartition('.')[0]} import {short}`.",
            )
        return None

    def _what(self, value: Value) -> str:
        if isinstance(value, (Func, Class)):
            span = self.places.span(value.node)
            kind = "class" if isinstance(value, Class) else "function"
            return f"it is the {kind} defined on line {span[0]}" if span else f"it is a {kind} of this file"
        if isinstance(value, Ref):
            return f"it is `{value.name}`"
        if isinstance(value, Unknown):
            return value.why
        return "it is something else"

    def _short_what(self, value: Value) -> str:
        if isinstance(value, Ref):
            return value.name
        if isinstance(value, Func):
            return f"your own {value.name}" if value.name != "<lambda>" else "a lambda"
        return value.name if isinstance(value, Class) else "something else"

    def _changed(self, value: Value, node: cst.CSTNode) -> Finding:
        if isinstance(value, Tuple):
            message = "A tuple is returned, not the callback's result itself."
            step = "Return the result alone; look for a stray comma."
        elif isinstance(value, Op) and value.op in {"==", "is", "is not", "isinstance", "not", "and"}:
            message = "A truth value is returned, not the callback's result."
            step = "Return the callback's result itself."
        else:
            message = "The callback's result is changed before it is returned."
            step = "Do the work in the host function and return its result as it is."
        return self.finding(
            "return",
            message,
            node,
            expected=f"the result of {self.target.short}(...)",
            found=self.places.text(node),
            step=step,
        )

    def _beside(self, value: Value, node: cst.CSTNode) -> Finding:
        if isinstance(node, cst.Name) and isinstance(value, Const) and value.value is None:
            message = "The function can end without returning the callback's result."
            step = f"Return what `{self.target.short}(...)` gives back on every path."
            found = "nothing (None)"
        else:
            message = "This returns something other than the callback's result."
            step = f"Return what `{self.target.short}(...)` gives back on every path; no special cases beside it."
            found = self.places.text(node)
        return self.finding(
            "return", message, node, expected=f"the result of {self.target.short}(...)", found=found, step=step
        )

    def _written(self) -> cst.CSTNode | None:
        """Find a call of the asked-for name anywhere in the file."""
        names = {k for k, v in self.places.names.items() if v == Ref(self.target.name)} | {self.target.short}
        todo: list[cst.CSTNode] = [self.places.tree]
        while todo:
            node = todo.pop()
            if isinstance(node, cst.Call):
                func = node.func
                last = func.attr if isinstance(func, cst.Attribute) else func
                if isinstance(last, cst.Name) and ident(last) in names:
                    return node
            todo.extend(reversed(node.children))
        return None
