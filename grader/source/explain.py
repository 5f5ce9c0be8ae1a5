"""Turn differences from the pattern into findings a learner can act on."""

from __future__ import annotations

import difflib

import libcst as cst

from grader.model import Finding, Severity
from grader.source.absent import Absent
from grader.source.declared import CALLBACKS
from grader.source.match import ANY, COMPUTED, GIVEN, Mismatch, Roundabout
from grader.source.places import blame, mentions
from grader.source.scopes import ident
from grader.source.signatures import NEEDED, OTHER, default, signature_of
from grader.source.values import (
    Attr,
    Call,
    Const,
    Dim,
    Either,
    Func,
    Obj,
    Op,
    Param,
    Ref,
    Tuple,
    Unknown,
    Value,
    options,
)
from grader.source.wording import Target, listed


class Explainer(Absent):
    """Writes the findings of one submission."""

    def mismatch(self, problem: Mismatch) -> Finding:
        """Explain one wrong place of the call."""
        found = problem.found
        site = blame(problem.site) if problem.site is not None else None
        node = site.node if site is not None else self.places.tree
        if problem.expected == COMPUTED:
            return self.not_computed(problem, node)
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
        }.get(root, self._option if self._is_option(problem) else self._general)
        return handler(problem, node)

    def _general(self, problem: Mismatch, node: cst.CSTNode) -> Finding:
        name = problem.place or "call"
        expected = "nothing" if problem.expected is None else self.places.spell(problem.expected)
        message = f"`{name}` is left out." if problem.found is None else f"`{name}` is not what is asked for."
        return self.finding(name, message, node, expected=expected, found=self._given(problem, node))

    @staticmethod
    def _standard(problem: Mismatch) -> object:
        """Return the default of the parameter that is wrong; ``NEEDED`` where it has none."""
        func = problem.call.func if problem.call is not None else None
        signature = signature_of(func.name) if isinstance(func, Ref) else None
        return NEEDED if signature is None else default(signature, problem.place)

    def _is_option(self, problem: Mismatch) -> bool:
        return self._standard(problem) is not NEEDED

    def not_computed(self, problem: Mismatch, node: cst.CSTNode) -> Finding:
        """Explain a value that the device should have computed."""
        found, x = problem.found, self.places.parameter
        gives = problem.place == "return"
        step = f"Compute it from `{x}`, without the callback's result."
        if found is None:
            message = "Nothing is passed to the host function: compiled code has no other way to hand it a value."
            step = "Pass what the host function needs after the declaration."
        elif any(mentions(found, name) for name in CALLBACKS):
            message = f"What is {'returned' if gives else 'passed'} here is made from what a callback gave back."
        else:
            message = f"`{self.places.text(node)}` is {'returned' if gives else 'passed to the host'} as it came in."
            step = f"Let the device compute it from `{x}` first."
        return self.finding(
            problem.place,
            message,
            node,
            expected="what the device computed",
            found=self._given(problem, node),
            step=step,
        )

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
        elif isinstance(found, Obj) and found.cls is None:
            message = f"A {found.kind} declares a {found.kind} of arrays, not one array."
        elif isinstance(found, Obj) and found.cls is not None:
            message = f"`{found.cls.name}` is a class of this file, not `jax.ShapeDtypeStruct`."
        elif isinstance(found, Call) and isinstance(found.func, Ref):
            message = f"`{found.func.name}` does not declare a shape and a dtype the way that is asked for."
        elif isinstance(found, Const) and found.value is None:
            message = "`None` declares that the host function returns nothing."
            if problem.expected == ANY:
                expected = "the shape and dtype of what comes back"
                step = "Declare it, with `jax.ShapeDtypeStruct(shape, dtype)` for instance, and let the host return it."
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
                signature = signature_of(self.target.name)
                names = [name for name, _ in signature.keyword_only] if signature is not None else []
                near = difflib.get_close_matches(extra[0].lower(), names, n=1, cutoff=0.6)
                message = (
                    f"`{extra[0]}=` is not an option of `{self.target.short}`: it is handed on to the host function."
                )
                if names:
                    step = f"Did you mean `{near[0]}=`?" if near else f"The options are {listed(names)}."
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
            standard = self._standard(problem)
            message = f"`{name}` is left out."
            if standard != OTHER:
                message = f"`{name}` is left out, and it is {standard} unless you say otherwise."
            bound = problem.bound
            for key, _ in bound.extra_kw if bound is not None else ():
                if difflib.get_close_matches(key.lower(), [name], n=1, cutoff=0.6):
                    message = f"`{key}=` goes to the host function; the option is called `{name}`."
                    step = f"Write `{name}={wanted}` instead of `{key}=`."
            if bound is not None and problem.expected in [arg.value for arg in bound.extra]:
                message = f"`{wanted}` goes to the host function here: the option `{name}` goes by keyword."
                step = f"Write `{name}={wanted}` instead of `{wanted}`."
        elif problem.expected == GIVEN:
            message = f"`{name}` is {self._standard(problem)} here, which is the same as leaving it out."
        elif isinstance(found, Const) and isinstance(found.value, bool):
            message = f"`{name}` is {found.value} here, not {wanted}."
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


__all__ = ["Explainer", "Target"]
