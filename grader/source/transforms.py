"""Models of the outside functions that call a function of the submission for certain: transforms, loops, branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.source.calling import TRANSFORMS, Calling, Kwargs
from grader.source.core import Core
from grader.source.values import Arg, Call, Ref, Site, Value, call, options

LOOPS: dict[str, tuple[tuple[int, str], ...]] = {
    "jax.lax.scan": ((0, "f"),),
    "jax.lax.map": ((0, "f"),),
    "jax.lax.associative_scan": ((0, "fn"),),
    "jax.lax.fori_loop": ((2, "body_fun"),),
    "jax.lax.while_loop": ((0, "cond_fun"), (1, "body_fun")),
    "jax.numpy.apply_along_axis": ((0, "func1d"),),
}
"""Functions that call these parameters of theirs with parts of what they are given."""
DERIVATIVES = frozenset({"jax.jvp", "jax.vjp", "jax.linearize"})
BRANCHES = frozenset({"jax.lax.cond", "jax.lax.switch"})


class Transforms(Calling, Core):
    """The part of the interpreter that knows who calls what."""

    def applied(self, name: str, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        """Evaluate a call of a function that takes functions; None when this part does not know it."""
        if name in TRANSFORMS:
            return self._transform(name, args, kwargs, site)
        if name in LOOPS:
            named = dict(kwargs)
            given = [args[at] if at < len(args) else named.get(key) for at, key in LOOPS[name]]
            functions = [arg for arg in given if arg is not None]
            others = [a for a in (*args, *named.values()) if a not in functions]
            return self._call_all(name, [self._with_unknown(a, site) for a in functions], others, args, kwargs, site)
        if name in DERIVATIVES and args:
            exact = name != "jax.jvp"
            run = self._exactly(args[0], args[1:], site) if exact else self._with_unknown(args[0], site)
            return self._call_all(name, [run], args[1:], args, kwargs, site)
        if name in BRANCHES and len(args) >= 2:
            return self._branches(name, args, kwargs, site)
        return None

    def _transform(self, name: str, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        given = list(args)
        if not given:
            given = [arg for key, arg in kwargs if key in {"fun", "f", "pyfunc"}]
            kwargs = [(key, arg) for key, arg in kwargs if key not in {"fun", "f", "pyfunc"}]
        if not given:
            return None
        result = call(Ref(name), tuple(given), tuple(kwargs), site)
        self.record(Ref(name), given, kwargs, site, result, happened=False)
        return result

    def call_transformed(self, made: Call, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Call what a transform made: its function runs, seen as called by the transform."""
        assert isinstance(made.func, Ref)
        self.may_raise()
        name = made.func.name
        result = call(made, tuple(args), tuple(kwargs), site)
        self.record(made, args, kwargs, site, result)
        if name in self.wanted and not site.frame.in_host:
            self.note_done(made)
        function = made.args[0]
        with self.inside(name):
            if TRANSFORMS[name]:
                self.call(function.value, args, kwargs, site)
            else:
                self._with_unknown(function, site)()
                self.escape(args, kwargs, site)
        return result

    def _exactly(self, function: Arg, args: Sequence[Arg], site: Site) -> Callable[[], object]:
        return lambda: self.call(function.value, args, [], site)

    def _with_unknown(self, function: Arg, site: Site) -> Callable[[], object]:
        def run() -> None:
            for option in options(function.value):
                unknown = self.unknown_arguments(option, site)
                if unknown is not None:
                    self.call(option, *unknown, site)

        return run

    def _call_all(
        self,
        name: str,
        runs: Sequence[Callable[[], object]],
        others: Sequence[Arg],
        args: Sequence[Arg],
        kwargs: Kwargs,
        site: Site,
    ) -> Value:
        result = call(Ref(name), tuple(args), tuple(kwargs), site)
        self.record(Ref(name), args, kwargs, site, result)
        with self.inside(name):
            for run in runs:
                run()
            self.escape(others, [], site)
        return result

    def _branches(self, name: str, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Run one of several functions: which, the source does not decide."""
        if name == "jax.lax.cond":
            functions, operands = list(args[1:3]), args[3:]
        else:
            items = self.items(args[1].value, site) or ()
            functions, operands = [Arg(item, args[1].site) for item in items], args[2:]
        result = call(Ref(name), tuple(args), tuple(kwargs), site)
        self.record(Ref(name), args, kwargs, site, result)

        def arm(function: Arg) -> Callable[[], Value]:
            return lambda: self.call(function.value, operands, [], site)

        with self.inside(name):
            if functions:
                self.fork([arm(function) for function in functions])
        return result
