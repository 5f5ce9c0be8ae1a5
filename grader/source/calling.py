"""Call values: functions of the submission are run, functions outside it are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import libcst as cst

from grader.source.core import MAX_COUNTED, MAX_DEPTH, MAX_SAME_FUNCTION, Core, Stop
from grader.source.entries import put_entry
from grader.source.frames import Frame, Scope
from grader.source.scopes import ident, parameters
from grader.source.statements import Statements
from grader.source.values import (
    NONE,
    UNBOUND,
    Arg,
    Attr,
    Bound,
    Call,
    Class,
    Const,
    Descriptor,
    Either,
    Entries,
    Func,
    Member,
    Obj,
    Op,
    Partial,
    Ref,
    Site,
    Tuple,
    Unbound,
    Unknown,
    Value,
    Wrapped,
    call,
    either,
    options,
)

Kwargs = Sequence[tuple[str, Arg]]
CONTEXT_DECORATORS = frozenset(
    "jax.named_scope numpy.errstate jax.default_device jax.default_matmul_precision jax.profiler.TraceAnnotation "
    "warnings.catch_warnings jax.ensure_compile_time_eval".split()
)
"""Context managers that also decorate: the function is called inside them, unchanged."""
TRANSFORMS = {
    **dict.fromkeys("jax.grad jax.value_and_grad jax.jacfwd jax.jacrev jax.jacobian jax.hessian".split(), True),
    **dict.fromkeys("jax.vmap jax.pmap jax.numpy.vectorize jax.shard_map".split(), False),
}
"""Functions that make a function of a function, and whether it gets the very arguments (else a part of them)."""
CALLBACKS = frozenset({"jax.experimental.io_callback", "jax.pure_callback", "jax.debug.callback"})
"""Functions that call a host function with what they are handed."""
REACHING = frozenset(
    """builtins.exec builtins.eval builtins.compile builtins.globals builtins.locals builtins.vars builtins.setattr
    builtins.delattr builtins.__import__ importlib.import_module operator.setitem operator.delitem""".split()
)
"""Functions whose calls are followed, so that handing one to something that is not gets round that."""
MUTATORS = (
    "builtins.dict.",
    "builtins.list.",
    "builtins.set.",
    "builtins.object.",
    "operator.setitem",
    "operator.delitem",
    "operator.i",
    "heapq.",
    "bisect.insort",
    "random.shuffle",
)
"""Outside functions that change a container they are handed."""


class Calling(Statements, Core):
    """The part of the interpreter that calls values."""

    def call(self, func: Value, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Call a value."""
        self.step()
        match func:
            case Either():
                return self.fork([self._alternative(option, args, kwargs, site) for option in func.options])
            case Func():
                return self.run(func, args, kwargs, site)
            case Class():
                return self.instantiate(func, args, kwargs, site)
            case Bound(func=inner, self=owner):
                return self.call(inner, [Arg(owner, site), *args], kwargs, site)
            case Partial(func=inner, args=first, kwargs=given):
                names = {key for key, _ in kwargs}
                merged = [*((k, a) for k, a in given if k not in names), *kwargs]
                return self.call(inner, [*first, *args], merged, site)
            case Wrapped(func=inner):
                self.may_raise()
                return self.call(inner, args, kwargs, site)
            case Member(of=owner, name=name):
                return self.call_member(owner, name, args, kwargs, site)
            case Obj(cls=Class()):
                return self.call(self.attribute(func, "__call__", site), args, kwargs, site)
            case Descriptor(func=inner, kind="staticmethod"):
                return self.call(inner, args, kwargs, site)
            case Ref(name=name):
                self.may_raise()
                modelled = self.model(name, args, kwargs, site)
                if modelled is not None:
                    return modelled
            case Attr():
                self.may_raise()
                modelled = self.method(func, args, kwargs, site)
                if modelled is not None:
                    return modelled
            case Unknown():
                self.may_raise()
                self.havoc([*args, *(a for _, a in kwargs)], site)
                self.escape(args, kwargs, site)
                self.record(func, args, kwargs, site, func)
                return func
            case Const() | Tuple() | Unbound():
                self.may_raise()
                return Unknown("this calls something that is not a function", site)
            case Call(func=Ref(name=name)) if name in TRANSFORMS:
                return self.call_transformed(func, args, kwargs, site)
            case Call(func=Ref(name=name)) if name in CONTEXT_DECORATORS and len(args) == 1:
                return Wrapped(args[0].value, name)
            case Call() | Op():
                self.may_raise()
        if not isinstance(func, Ref) or func.name.startswith(MUTATORS):
            self.havoc([*args, *(a for _, a in kwargs)], site)
        with self.inside(*((func.name,) if isinstance(func, Ref) else ())):
            self.escape(args, kwargs, site)
        result = call(func, tuple(args), tuple(kwargs), site)
        self.record(func, args, kwargs, site, result)
        return result

    def _alternative(self, option: Value, args: Sequence[Arg], kwargs: Kwargs, site: Site):  # type: ignore[no-untyped-def]  # noqa: ANN202
        return lambda: self.call(option, args, kwargs, site)

    # -- what other parts provide --------------------------------------------------------------------------------

    def instantiate(self, cls: Class, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Make an instance of a class of the submission."""
        raise NotImplementedError

    def call_member(self, owner: Value, name: str, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Call a method of a built-in container."""
        raise NotImplementedError

    def method(self, func: Attr, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        """Evaluate a method of a symbolic value; None when it has no model."""
        raise NotImplementedError

    # -- functions of the submission -----------------------------------------------------------------------------

    def havoc(self, args: Sequence[Arg], site: Site) -> None:
        """Forget what containers hold that are handed to something that may change them."""
        for arg in args:
            for option in options(arg.value):
                if isinstance(option, Obj) and option.kind != "instance":
                    self.set_content(option, Unknown("it is handed to something that may change it", site))
                elif isinstance(option, Obj):
                    for key in [k for k in self.store if k[0] == "attr" and k[1] == option.id]:
                        self.store[key] = Unknown("it is handed to something that may change it", site)

    def escape(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> None:
        """Run functions that are handed to something outside: it may call them, with values nobody knows."""
        for arg in (*args, *(a for _, a in kwargs)):
            for option in options(arg.value):
                self._escape_one(option, site)

    def _escape_one(self, value: Value, site: Site) -> None:
        match value:
            case Func() | Bound() | Partial() | Wrapped() | Ref() | Attr():
                self.maybe_run(value, site)
            case Call(func=Ref(name=name)) if name in TRANSFORMS:
                self.maybe_run(value, site)
            case Obj(kind="list"):
                content = self.content(value)
                if isinstance(content, Tuple):
                    for item in content.items:
                        self._escape_one(item, site)
            case Obj(kind="dict"):
                entries = self.content(value)
                if isinstance(entries, Entries):
                    for pair in entries.items:
                        self._escape_one(pair[1].value, site)
            case Tuple(items=items):
                for item in items:
                    self._escape_one(item, site)
            case Class():
                self.run_made(value, site)
            case Obj(kind="instance", cls=Class() as cls) if not isinstance(self.find(cls, "__call__"), Unbound):
                self.maybe_run(value, site)

    def run_made(self, cls: Class, site: Site) -> None:
        """Run what making an instance of a class runs, where something outside may make one."""
        raise NotImplementedError

    def find(self, cls: Class, name: str) -> Value:
        """Look a name up in a class and its bases."""
        return self.get(cls.scope, name)

    def call_transformed(self, made: Call, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Call what ``jax.vmap`` or ``jax.grad`` made of a function."""
        raise NotImplementedError

    def maybe_run(self, func: Value, site: Site, *, in_host: bool = False) -> None:
        """Run a function that something outside may call, with unknown arguments."""
        unknown = self.unknown_arguments(func, site)
        if unknown is None:
            self._hand_on(func, site)
            return
        args, kwargs = unknown
        before = dict(self.store)
        frame = site.frame
        caller = Site(site.node, _host_frame(frame) if in_host else frame)
        try:
            self.call(func, args, kwargs, caller)
        except Stop:
            self.store = dict(before)
        self.store = self.join_all([before, self.store])

    def _hand_on(self, func: Value, site: Site) -> None:
        """Note what a function of something outside comes down to, whatever it is wrapped in."""
        match func:
            case Ref(name=name) if name in REACHING:
                self.touch(name.rpartition(".")[2], site)
            case Ref() | Attr():
                self.hand(func, site)
            case Bound(func=inner) | Partial(func=inner) | Wrapped(func=inner) | Descriptor(func=inner):
                self._hand_on(inner, site)
            case Either():
                for option in func.options:
                    self._hand_on(option, site)

    def unknown_arguments(self, func: Value, site: Site) -> tuple[list[Arg], list[tuple[str, Arg]]] | None:
        """Make as many unknown arguments as a function of the submission needs; None when it is not one."""
        target: Value = func
        bound = 0
        given: set[str] = set()
        while not isinstance(target, Func):
            match target:
                case Bound(func=inner):
                    bound += 1
                case Partial(func=inner, args=first, kwargs=named):
                    bound += len(first)
                    given |= {key for key, _ in named}
                case Wrapped(func=inner):
                    pass
                case Call(func=Ref(name=name), args=(made, *_)) if name in TRANSFORMS:
                    inner = made.value
                case Obj(kind="instance"):
                    inner = self.attribute(target, "__call__", site)
                case Ref(name=name) if name in CALLBACKS and bound:
                    # ``partial(io_callback, host, spec)`` wants at least one operand more.
                    return [Arg(Unknown("a value that is only known when it runs", site), site)], []
                case _:
                    return None
            target = inner
        node = target.node
        optional = {name for name, _ in target.defaults} | given
        wanted = (*node.params.posonly_params, *node.params.params)[bound:]
        unknown = Arg(Unknown("a value that is only known when it runs", site), site)
        args = [unknown for p in wanted if ident(p.name) not in optional]
        kwargs = [(ident(p.name), unknown) for p in node.params.kwonly_params if ident(p.name) not in optional]
        return args, kwargs

    def run(self, func: Func, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value:
        """Run a function of the submission."""
        frame = site.frame
        if frame.depth >= MAX_DEPTH:
            return Unknown("calls are nested too deeply to follow", site)
        counts = any(isinstance(a.value, Const) and a.value.kind == "int" for a in (*args, *(a for _, a in kwargs)))
        if _times(func, frame) >= (MAX_COUNTED if counts else MAX_SAME_FUNCTION):
            self.may_raise()
            return Unknown(f"`{func.name}` calls itself without end", site)
        node = func.node
        binding = self.binding(node)
        scope = Scope(
            self.new_id(),
            "function",
            func.scope,
            frozenset(binding.bound),
            frozenset(binding.globals),
            frozenset(binding.nonlocals),
        )
        inner = Frame(scope, func, caller=site, depth=frame.depth + 1, in_host=frame.in_host, phase=frame.phase)
        problem = self.bind_parameters(func, args, kwargs, inner, site)
        if problem is not None:
            self.may_raise()
            return Unknown(problem, site)
        if isinstance(node, cst.FunctionDef) and (binding.yields or node.asynchronous is not None):
            kind = "coroutine" if node.asynchronous is not None else "generator"
            self._lazily(node, inner)
            return Unknown(f"`{func.name}` is a {kind} function; what it gives is not followed", site)
        if isinstance(node, cst.Lambda):
            value = self.evaluate(node.body, inner)
            self.note_return(value, node.body, inner)
            if frame.depth == 0 and frame.phase == "call":
                self.entry_returns += inner.returns
            self.forget(scope)
            return value
        done = self.suite(node.body, inner)
        values = [found.value for found in inner.returns]
        stores = [found.store for found in inner.returns]
        if done:
            values.append(NONE)
            stores.append(self.store)
            self.note_fallthrough(node, inner)
        if frame.depth == 0 and frame.phase == "call":
            self.entry_returns += inner.returns
        if not stores:
            raise Stop
        self.store = self.join_all(stores)
        self.forget(scope)
        return either(*values)

    def note_fallthrough(self, node: cst.FunctionDef, frame: Frame) -> None:
        """Remember that a function can end without a ``return``."""
        from grader.source.frames import Return  # noqa: PLC0415

        frame.returns.append(Return(NONE, node.name, dict(self.store), frame))

    def _lazily(self, node: cst.FunctionDef, frame: Frame) -> None:
        before = dict(self.store)
        self.suite(node.body, frame)
        self.store = self.join_all([before, self.store])

    def bind_parameters(self, func: Func, args: Sequence[Arg], kwargs: Kwargs, frame: Frame, site: Site) -> str | None:
        """Bind arguments to parameters as Python does; the TypeError's words where Python would refuse."""
        params = func.node.params
        scope = frame.scope
        positional = [*params.posonly_params, *params.params]
        names = [ident(p.name) for p in positional]
        given: dict[str, Arg] = {}
        surplus: list[Arg] = []
        for index, arg in enumerate(args):
            if index < len(names):
                given[names[index]] = arg
            else:
                surplus.append(arg)
        by_name = {*names[len(params.posonly_params) :], *(ident(p.name) for p in params.kwonly_params)}
        rest: list[tuple[str, Arg]] = []
        for key, arg in kwargs:
            if key == "**":
                self._spread(arg, [*names, *by_name], given)
            elif key in by_name:
                if key in given:
                    return f"`{func.name}` gets `{key}` twice"
                given[key] = arg
            else:
                rest.append((key, arg))
        if surplus and not isinstance(params.star_arg, cst.Param):
            return f"`{func.name}` takes {len(names)} positional arguments but {len(args)} are given"
        if rest and params.star_kwarg is None:
            return f"`{func.name}` has no parameter `{rest[0][0]}`"
        defaults = dict(func.defaults)
        for param in parameters(params):
            name = ident(param.name)
            if param is params.star_arg:
                self.put(scope, name, Tuple(tuple(a.value for a in surplus)))
                if surplus:
                    frame.arg_sites[name] = surplus[0].site
            elif param is params.star_kwarg:
                content: Value = Entries(())
                for key, arg in rest:
                    content = put_entry(content, Const(key, "str"), arg)
                self.put(scope, name, self.new("dict", content))
                if rest:
                    frame.arg_sites[name] = rest[0][1].site
            elif name in given:
                value = given[name].value
                if isinstance(value, Either) and UNBOUND in value.options and name in defaults:
                    value = either(*(o for o in value.options if o != UNBOUND), defaults[name].value)
                self.put(scope, name, value)
                frame.arg_sites[name] = given[name].site
            elif name in defaults:
                self.put(scope, name, defaults[name].value)
            else:
                return f"`{func.name}` needs `{name}`, which is not given"
        if func.owner is not None and args:
            frame.self_value = args[0].value
        return None

    @staticmethod
    def _spread(arg: Arg, names: Sequence[str], given: dict[str, Arg]) -> None:
        """Give unknown keyword arguments to every parameter that may receive them."""
        for name in names:
            if name not in given:
                given[name] = arg


def _times(func: Func, frame: Frame) -> int:
    count = 0
    here: Frame | None = frame
    while here is not None:
        if here.func is not None and here.func.node is func.node:
            count += 1
        here = here.caller.frame if here.caller is not None else None
    return count


def _host_frame(frame: Frame) -> Frame:
    return Frame(
        frame.scope,
        frame.func,
        caller=frame.caller,
        arg_sites=frame.arg_sites,
        self_value=frame.self_value,
        depth=frame.depth,
        in_host=True,
        phase=frame.phase,
    )


def text_of(value: Value) -> str | None:
    """Return a constant string, or None."""
    return cast(str, value.value) if isinstance(value, Const) and value.kind == "str" else None
