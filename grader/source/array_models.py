"""Models of what jax and numpy say of an array without computing on it: shapes, dtypes, the array itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.source import fold
from grader.source.calling import Kwargs
from grader.source.core import Core, is_array
from grader.source.objects import Objects
from grader.source.values import (
    FALSE,
    NONE,
    Arg,
    Attr,
    Call,
    Const,
    Dim,
    Param,
    Ref,
    Site,
    Tuple,
    Unknown,
    Value,
    const,
    options,
)

if TYPE_CHECKING:
    pass


class ArrayModels(Objects, Core):
    """The part of the interpreter that models functions of arrays."""

    def own_dtype(self, array: Value, dtype: Value) -> bool:
        """Tell whether a dtype is certainly the array's own."""
        match dtype:
            case Attr(obj=owner, name="dtype") if is_array(owner):
                if owner == array or (isinstance(array, Call) and isinstance(owner, Param)):
                    return True
        index = array.index if isinstance(array, Param) else 0
        promised = self.inputs[index].dtype if index < len(self.inputs) else None
        return promised is not None and fold.dtype_name(dtype) == promised

    def _same_array(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        """``jnp.asarray(x)`` and ``jax.block_until_ready(x)`` give their argument back."""
        if len(args) == 0:
            args = [a for k, a in kwargs if k in {"a", "x"}]
            kwargs = [(k, a) for k, a in kwargs if k not in {"a", "x"}]
        if not args:
            return None
        value = args[0].value
        dtype = args[1].value if len(args) > 1 else next((a.value for k, a in kwargs if k == "dtype"), NONE)
        others = [k for k, _ in kwargs if k not in {"dtype", "copy"}]
        if others or not all(is_array(option) for option in options(value)):
            return value if isinstance(value, Unknown) else None
        copies = next((a.value for k, a in kwargs if k == "copy"), NONE)
        if copies not in {NONE, FALSE} if isinstance(copies, Const) else True:
            return None
        if dtype != NONE and not all(self.own_dtype(option, dtype) for option in options(value)):
            return None
        return value

    def _block(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        return args[0].value if args else None

    def _shape(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if args and is_array(args[0].value):
            return Attr(args[0].value, "shape")
        return None

    def _ndim(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        rank = self.rank(args[0].value) if args else None
        return None if rank is None else const(rank)

    def _size(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) == 1 and self.rank(args[0].value) == 1:
            return Dim(args[0].value, 0)
        return None

    def _prod(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        items = self.items(args[0].value, site) if args else None
        return items[0] if items is not None and len(items) == 1 and isinstance(items[0], Dim) else None

    def _dtype(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) != 1:
            return None
        value = args[0].value
        if is_array(value):
            return Call(Ref("jax.numpy.result_type"), (args[0],), (), site)
        return None

    def _tree_map(self, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        if len(args) == 2 and is_array(args[1].value):
            return self.call(args[0].value, [args[1]], [], site)
        return None

    def method(self, func: Attr, args: Sequence[Arg], kwargs: Kwargs, site: Site) -> Value | None:
        """Evaluate a method of a symbolic value; None when it has no model."""
        owner = func.obj
        if not is_array(owner):
            return None
        if func.name == "block_until_ready":
            self.record(func, args, kwargs, site, owner)
            return owner
        if func.name == "astype":
            dtype = args[0].value if args else next((a.value for k, a in kwargs if k == "dtype"), NONE)
            return owner if self.own_dtype(owner, dtype) else None
        if func.name == "reshape":
            shape = args[0].value if len(args) == 1 else Tuple(tuple(a.value for a in args))
            return owner if self._own_shape(owner, shape) else None
        if func.name == "__len__" and self.rank(owner) == 1:
            return Dim(owner, 0)
        return None

    def _own_shape(self, owner: Value, shape: Value) -> bool:
        for array in (owner, Param(0)):
            if shape in (Attr(array, "shape"), Tuple((Dim(array, 0),)), Dim(array, 0)):
                return True
        return False
