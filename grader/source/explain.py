"""Turn differences from the pattern into findings a learner can act on."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

import libcst as cst

from grader.model import Finding, Rule, Severity
from grader.source.frames import Frame, Return
from grader.source.machine import Run
from grader.source.match import Mismatch, Roundabout
from grader.source.places import Places, blame, mentions
from grader.source.scopes import ident
from grader.source.values import (
    Attr,
    Call,
    Class,
    Const,
    Dim,
    Either,
    Func,
    Obj,
    Op,
    Param,
    Ref,
    Site,
    Tuple,
    Unknown,
    Value,
    options,
)

NEAR_CALLS = {
    "jax.pure_callback": "`jax.pure_callback` is for functions without side effects: JAX may drop or repeat the call.",
    "jax.debug.callback": "`jax.debug.callback` returns nothing: it is for looking at values, not for computing them.",
    "jax.debug.print": "`jax.debug.print` only shows values.",
}


@dataclass(frozen=True, slots=True)
class Target:
    """What the pattern asks for at its root."""

    name: str
    """Canonical name of the function to call."""
    pattern: Call

    @property
    def short(self) -> str:
        """The function's own name."""
        return self.name.rpartition(".")[2]


class Explainer:
    """Writes the findings of one submission."""

    def __init__(self, run: Run, places: Places, target: Target, words: dict[str, str]) -> None:
        """``words`` are the author's own next steps, by place."""
        self.run, self.places, self.target, self.words = run, places, target, words

    # -- building ------------------------------------------------------------------------------------------------

    def finding(
        self,
        place: str,
        message: str,
        node: cst.CSTNode | None,
        *,
        expected: str = "",
        found: str = "",
        step: str = "",
        rule: Rule = Rule.STRUCTURE,
        severity: Severity = Severity.ERROR,
    ) -> Finding:
        """Build a finding at a node."""
        span = self.places.span(node) if node is not None else None
        line, column, end_line, end_column = span if span is not None else (None, None, None, None)
        return Finding(
            rule=rule,
            severity=severity,
            message=message,
            place=place,
            expected=expected,
            found=found,
            help=self.words.get(place, "") or step,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
        )

    def dynamic(self, place: str, unknown: Unknown, node: cst.CSTNode) -> Finding:
        """Say that something is computed at run time."""
        at = unknown.site.node if unknown.site is not None and place in {"call", ""} else node
        return self.finding(
            place,
            f"This is too dynamic to follow: {unknown.why}.",
            at,
            found=self.places.text(at),
            step=f"Write the call of `{self.target.short}` directly, with plain names and keywords.",
            rule=Rule.TOO_DYNAMIC,
        )

    # -- the root ------------------------------------------------------------------------------------------------

    def not_the_call(self, returned: Return) -> Finding:
        """Explain a ``return`` that does not give back the call that was asked for."""
        value, node = returned.value, returned.node
        places, short = self.places, self.target.short
        spelled = self._expected_call()
        near = self._near(value)
        if isinstance(value, Unknown) and value.dynamic:
            return self.dynamic("call", value, node)
        if near is not None:
            return near
        inner = mentions(value, self.target.name)
        if inner is not None:
            return self._changed(value, node)
        shadow = self._shadowed()
        if shadow is not None:
            return shadow
        reached = [e for e in self.run.events if e.func == Ref(self.target.name) and e.phase == "call"]
        if reached:
            return self._beside(value, node)
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
            if isinstance(event.func, Ref) and event.func.name in NEAR_CALLS:
                return self._near_call(event.func.name, event.site.node)
        written = self._written()
        if written is not None:
            return self.finding(
                "call",
                f"The call of `{short}` is written here, but it is never reached when the function runs.",
                written,
                expected=spelled,
                found=places.text(node),
                step="Make the function return that call on every path.",
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
        outer = returned.outer or node
        return self.finding(
            "call",
            f"`{short}` is never called: the answer comes from somewhere else.",
            outer,
            expected=spelled,
            found=places.text(outer),
            step=f"Define a host function, then return `{short}(...)` with it.",
        )

    def _expected_call(self) -> str:
        return self.places.spell(self.target.pattern)

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

    # -- the places of the call ----------------------------------------------------------------------------------

    def mismatch(self, problem: Mismatch) -> Finding:
        """Explain one wrong place of the call."""
        found = problem.found
        site = blame(problem.site) if problem.site is not None else None
        node = site.node if site is not None else self.places.tree
        for option in options(found) if found is not None else ():
            if isinstance(option, Unknown) and option.dynamic:
                return self.dynamic(problem.place, option, node)
        root = problem.place.partition(".")[0].partition("[")[0]
        if problem.place == "result_shape_dtypes" and self._declaration_forgotten(problem):
            return self._forgotten(problem)
        handler = {
            "callback": self._callback,
            "result_shape_dtypes": self._declaration,
            "args": self._argument,
            "ordered": self._option,
        }.get(root, self._general)
        return handler(problem, node)

    def _given(self, problem: Mismatch, node: cst.CSTNode) -> str:
        if problem.found is None:
            return "left out"
        text = self.places.text(node)
        if isinstance(problem.found, Const) and not isinstance(node, (cst.SimpleString, cst.Integer)):
            spelled = repr(problem.found.value)
            if spelled != text:
                return f"{text}, which is {spelled}" if isinstance(node, cst.Name) else spelled
        return text

    def _general(self, problem: Mismatch, node: cst.CSTNode) -> Finding:
        name = problem.place or "call"
        expected = "nothing" if problem.expected is None else self.places.spell(problem.expected)
        message = f"`{name}` is left out." if problem.found is None else f"`{name}` is not what is asked for."
        return self.finding(name, message, node, expected=expected, found=self._given(problem, node))

    def _callback(self, problem: Mismatch, node: cst.CSTNode) -> Finding:
        found = problem.found
        step = "Pass a function written in this file with `def` or `lambda`, by its name, without calling it."
        if found is None:
            message = "No host function is passed."
        elif isinstance(node, cst.Call) and not isinstance(found, (Func, Ref)) and self._calls_own(node):
            name = self.places.text(node.func)
            message = f"`{name}` is called here at once; pass the function itself, so that JAX can call it later."
            step = f"Write `{name}` instead of `{self.places.text(node)}`."
        elif isinstance(found, Unknown):
            message = f"It cannot be followed which function is passed here: {found.why}."
        else:
            message = "The host function is not written in this file."
        return self.finding(
            problem.place,
            message,
            node,
            expected="a function defined in this file",
            found=self._given(problem, node),
            step=step,
        )

    def _calls_own(self, node: cst.Call) -> bool:
        return isinstance(node.func, cst.Name) and any(
            name == ident(node.func) and isinstance(value, Func) for name, value, _ in self.run.machine.named_calls
        )

    def _declaration_forgotten(self, problem: Mismatch) -> bool:
        bound = problem.bound
        operands = bound is not None and (bound.extra or [k for k, _ in bound.extra_kw if k != "**"])
        return isinstance(problem.found, Param) and not operands

    def _forgotten(self, problem: Mismatch) -> Finding:
        assert problem.site is not None
        wanted = self.places.spell(problem.expected) if problem.expected is not None else ""
        return self.finding(
            problem.place,
            f"The declaration of the result is left out, so `{self.places.text(problem.site.node)}` is taken for it "
            "and no argument reaches the host function.",
            problem.site.node,
            expected=wanted,
            found=self.places.text(problem.site.node),
            step=f"Put `{wanted}` between the host function and the argument.",
        )

    def _declaration(self, problem: Mismatch, node: cst.CSTNode) -> Finding:
        found = problem.found
        expected = self.places.spell(problem.expected) if problem.expected is not None else "nothing"
        part = problem.place.partition(".")[2]
        whole = self.places.spell(self.target_declaration(problem))
        step = f"Declare the result with `{whole}`."
        if found is None:
            message = f"The declared {part} is left out." if part else "The declaration of the result is left out."
        elif part in {"shape", "dtype"}:
            message = self._part(part, found)
        elif isinstance(found, Param):
            message = f"`{self.places.parameter}` itself stands where its declaration belongs."
        elif isinstance(found, Tuple):
            message = "A plain tuple does not declare an array."
        elif isinstance(found, Obj) and found.cls is not None:
            message = f"`{found.cls.name}` is a class of this file, not `jax.ShapeDtypeStruct`."
        elif isinstance(found, Call) and isinstance(found.func, Ref):
            message = f"`{found.func.name}` does not declare a shape and a dtype the way that is asked for."
        elif isinstance(found, Const) and found.value is None:
            message = "`None` declares that the host function returns nothing."
        elif isinstance(found, Unknown):
            message = f"The declaration cannot be followed: {found.why}."
        else:
            message = "This is not the declaration that is asked for."
        return self.finding(
            problem.place, message, node, expected=expected, found=self._given(problem, node), step=step
        )

    def target_declaration(self, problem: Mismatch) -> Value:
        """Return the pattern's whole declaration."""
        for key, arg in self.target.pattern.kwargs:
            if key == "result_shape_dtypes":
                return arg.value
        return self.target.pattern.args[1].value

    def _part(self, part: str, found: Value) -> str:
        x = self.places.parameter
        if isinstance(found, Attr) and found.name == "shape" and part == "dtype":
            return "A shape stands where the dtype belongs: shape comes first, then dtype."
        if isinstance(found, Attr) and found.name == "dtype" and part == "shape":
            return "A dtype stands where the shape belongs: shape comes first, then dtype."
        if isinstance(found, Dim):
            return f"`{self.places.spell(found)}` is a number; a shape is a tuple."
        if isinstance(found, Attr):
            return f"This is the {part} of `{self.places.spell(found.obj)}`, not of `{x}`."
        if isinstance(found, (Const, Tuple, Ref)):
            return f"The declared {part} is fixed here; it must be {x}'s own, whatever it is."
        if isinstance(found, Unknown):
            return f"The declared {part} cannot be followed: {found.why}."
        if isinstance(found, Param):
            return f"`{x}` itself stands where its {part} belongs."
        return f"The declared {part} is not {x}'s own."

    def _argument(self, problem: Mismatch, node: cst.CSTNode) -> Finding:
        x = self.places.parameter
        found = problem.found
        step = f"Pass `{x}` itself, as it came in."
        if problem.expected is None:
            message = "This is one argument too many: the host function gets everything that is passed here."
            step = f"Pass `{x}` alone; what else the host function needs it can take from the file."
            bound = problem.bound
            extra = [k for k, a in bound.extra_kw if a.value is found] if bound is not None else []
            if extra:
                near = difflib.get_close_matches(extra[0].lower(), ["ordered", "sharding"], n=1, cutoff=0.6)
                message = (
                    f"`{extra[0]}=` is not an option of `{self.target.short}`: it is handed on to the host function."
                )
                if near:
                    step = f"Did you mean `{near[0]}=`?"
            elif isinstance(found, Const) and isinstance(found.value, bool):
                message = (
                    f"`{found.value}` is passed on to the host function: the options of `{self.target.short}` "
                    "go by keyword."
                )
                step = f"Write `ordered={found.value}`."
        elif found is None:
            message = f"`{x}` is not passed, so the host function gets no argument."
            step = f"Add `{x}` after the declaration."
        elif isinstance(found, Unknown):
            message = f"What is passed to the host function cannot be followed: {found.why}."
        elif isinstance(found, (Tuple, Obj)):
            message = f"`{x}` is passed inside a container; the host function then gets that container."
        elif mentions_param(found):
            message = f"This passes something made from `{x}`, not `{x}` itself."
        else:
            message = f"This passes something other than `{x}`."
        return self.finding(
            problem.place,
            message,
            node,
            expected="nothing" if problem.expected is None else self.places.spell(problem.expected),
            found=self._given(problem, node),
            step=step,
        )

    def _option(self, problem: Mismatch, node: cst.CSTNode) -> Finding:
        name = problem.place
        wanted = self.places.spell(problem.expected) if problem.expected is not None else ""
        found = problem.found
        step = f"Write `{name}={wanted}` in the call."
        if found is None:
            standard = "False"
            message = f"`{name}` is left out, and it is {standard} unless you say otherwise."
            bound = problem.bound
            for key, _ in bound.extra_kw if bound is not None else ():
                if difflib.get_close_matches(key.lower(), [name], n=1, cutoff=0.6):
                    message = f"`{key}=` goes to the host function; the option is called `{name}`."
                    step = f"Write `{name}={wanted}` instead of `{key}=`."
        elif isinstance(found, Const):
            message = f"`{name}` is {found.value!r} here, not the bool `{wanted}`."
        elif isinstance(found, Either):
            message = f"`{name}` is not {wanted} on every path."
        elif isinstance(found, Unknown):
            message = f"It cannot be seen that `{name}` is {wanted}: {found.why}."
        else:
            message = f"It cannot be seen from the source that `{name}` is always {wanted}."
        return self.finding(
            problem.place, message, node, expected=f"{name}={wanted}", found=self._given(problem, node), step=step
        )

    def roundabout(self, longer: Roundabout) -> Finding:
        """Advise the plain spelling."""
        wanted = self.places.spell(longer.expected)
        return self.finding(
            longer.place,
            f"This is right; `{wanted}` says the same more plainly.",
            longer.site.node,
            expected=wanted,
            found=self.places.text(longer.site.node),
            severity=Severity.ADVICE,
        )


def mentions_param(value: Value) -> bool:
    """Tell whether a term is made from an input."""
    todo = [value]
    for _ in range(2000):
        if not todo:
            return False
        here = todo.pop()
        match here:
            case Param():
                return True
            case Call(func=func, args=args, kwargs=kwargs):
                todo += [func, *(a.value for a in args), *(a.value for _, a in kwargs)]
            case Op(operands=operands) | Tuple(items=operands) | Either(options=operands):
                todo += operands
            case Attr(obj=inner) | Dim(of=inner):
                todo.append(inner)
    return False


__all__ = ["Explainer", "Frame", "Site", "Target"]
