"""The ways in which a model answer is broken; each function gives the changes of one kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import libcst as cst

from grader.verify.edits import Edit, first_parameter, is_callback, is_docstring, last_name, nodes

Operator = Callable[[cst.CSTNode], Iterator[Edit]]

BINARY: dict[type[cst.BaseBinaryOp], cst.BaseBinaryOp] = {
    cst.Add: cst.Subtract(),
    cst.Subtract: cst.Add(),
    cst.Multiply: cst.Divide(),
    cst.Divide: cst.Multiply(),
    cst.FloorDivide: cst.Multiply(),
    cst.Power: cst.Multiply(),
    cst.Modulo: cst.Multiply(),
    cst.MatrixMultiply: cst.Add(),
    cst.BitAnd: cst.BitOr(),
    cst.BitOr: cst.BitAnd(),
    cst.LeftShift: cst.RightShift(),
    cst.RightShift: cst.LeftShift(),
}
AUGMENTED: dict[type[cst.BaseAugOp], cst.BaseAugOp] = {
    cst.AddAssign: cst.SubtractAssign(),
    cst.SubtractAssign: cst.AddAssign(),
    cst.MultiplyAssign: cst.DivideAssign(),
    cst.DivideAssign: cst.MultiplyAssign(),
}
COMPARED: dict[type[cst.BaseCompOp], cst.BaseCompOp] = {
    cst.LessThan: cst.LessThanEqual(),
    cst.LessThanEqual: cst.LessThan(),
    cst.GreaterThan: cst.GreaterThanEqual(),
    cst.GreaterThanEqual: cst.GreaterThan(),
    cst.Equal: cst.NotEqual(),
    cst.NotEqual: cst.Equal(),
    cst.Is: cst.IsNot(),
    cst.IsNot: cst.Is(),
    cst.In: cst.NotIn(),
    cst.NotIn: cst.In(),
}
SIBLINGS = {
    name: other
    for pair in (
        "sum prod;mean sum;max min;cumsum cumprod;argmax argmin;zeros ones;zeros_like ones_like;exp expm1;"
        "log log1p;sin cos;floor ceil;maximum minimum;softmax log_softmax;append insert;sort flip"
    ).split(";")
    for name, other in (pair.split(), pair.split()[::-1])
    if not (name == "sum" and other == "mean")
}
"""Functions that are easily taken for one another."""


def drop_keyword(node: cst.CSTNode) -> Iterator[Edit]:
    """Leave a keyword argument out."""
    if isinstance(node, cst.Call):
        for index, arg in enumerate(node.args):
            if arg.keyword is not None:
                yield Edit("drop keyword", node, _with_args(node, [*node.args[:index], *node.args[index + 1 :]]))


def swap_arguments(node: cst.CSTNode) -> Iterator[Edit]:
    """Swap two neighbouring positional arguments."""
    if isinstance(node, cst.Call):
        plain = [i for i, a in enumerate(node.args) if a.keyword is None and not a.star]
        for first, second in pairwise(plain):
            args = list(node.args)
            args[first], args[second] = args[second], args[first]
            yield Edit("swap arguments", node, _with_args(node, args))


def change_constant(node: cst.CSTNode) -> Iterator[Edit]:
    """Change a number or a string, or flip a boolean."""
    match node:
        case cst.Integer():
            yield Edit("change constant", node, cst.Integer(str(int(node.value.replace("_", ""), 0) + 1)))
        case cst.Float():
            yield Edit("change constant", node, cst.Float(repr(float(node.value) + 1.0)))
        case cst.SimpleString():
            yield Edit("change constant", node, cst.SimpleString('"something else"'))
        case cst.Name(value="True" | "False" as word):
            yield Edit("flip boolean", node, cst.Name("False" if word == "True" else "True"))


def change_operator(node: cst.CSTNode) -> Iterator[Edit]:
    """Put another operator in the place of one."""
    match node:
        case cst.BinaryOperation(operator=operator) if type(operator) in BINARY:
            yield Edit("change operator", node, node.with_changes(operator=BINARY[type(operator)]))
        case cst.AugAssign(operator=operator) if type(operator) in AUGMENTED:
            yield Edit("change operator", node, node.with_changes(operator=AUGMENTED[type(operator)]))
        case cst.ComparisonTarget(operator=operator) if type(operator) in COMPARED:
            yield Edit("change operator", node, node.with_changes(operator=COMPARED[type(operator)]))
        case cst.BooleanOperation(operator=cst.And()):
            yield Edit("change operator", node, node.with_changes(operator=cst.Or()))
        case cst.BooleanOperation(operator=cst.Or()):
            yield Edit("change operator", node, node.with_changes(operator=cst.And()))
        case cst.UnaryOperation(operator=cst.Not() | cst.Minus(), expression=inner):
            yield Edit("drop operator", node, inner)


def other_branch(node: cst.CSTNode) -> Iterator[Edit]:
    """Turn a condition round."""
    if isinstance(node, cst.If | cst.IfExp | cst.While):
        test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        turned = cst.UnaryOperation(cst.Not(), test)
        yield Edit("turn condition round", node.test, turned)


def other_callback(node: cst.CSTNode) -> Iterator[Edit]:
    """Call another callback of the family, with the arguments it takes."""
    if not isinstance(node, cst.Call) or not is_callback(node):
        return
    own = last_name(node.func)
    plain = [a for a in node.args if a.keyword is None]
    named = {a.keyword.value: a for a in node.args if a.keyword is not None}
    if own == "callback":
        none = cst.Arg(cst.Name("None"))
        host, spec, operands = plain[:1], [none], plain[1:]
    elif "result_shape_dtypes" in named:
        host, spec, operands = plain[:1], [named.pop("result_shape_dtypes")], plain[1:]
    else:
        host, spec, operands = plain[:1], plain[1:2], plain[2:]
    own_options = {"ordered", "partitioned", "vmap_method", "vectorized", "sharding"}
    rest = [a for name, a in named.items() if name not in own_options]
    order = [named["ordered"]] if "ordered" in named else []
    forms = {
        "io_callback": ("jax.experimental.io_callback", [*host, *spec, *operands, *rest, *order]),
        "pure_callback": ("jax.pure_callback", [*host, *spec, *operands, *rest]),
        "callback": ("jax.debug.callback", [*host, *operands, *rest, *order]),
    }
    for name, (path, args) in forms.items():
        if name != own:
            changed = _with_args(node.with_changes(func=cst.parse_expression(path)), args)
            yield Edit("other callback", node, changed, imports=("import jax", "import jax.experimental"))


def other_function(node: cst.CSTNode) -> Iterator[Edit]:
    """Call a function that is easily taken for the one that is called."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in SIBLINGS:
        sibling = cst.Name(SIBLINGS[node.func.attr.value])
        yield Edit("other function", node.func, node.func.with_changes(attr=sibling))


def return_input(node: cst.CSTNode) -> Iterator[Edit]:
    """Return the input, and the input beside a result that is dropped."""
    if isinstance(node, cst.Lambda):
        name = first_parameter(node)
        if name is not None and not _is_name(node.body, name):
            yield Edit("return the input", node.body, name)
    if not isinstance(node, cst.FunctionDef):
        return
    name = first_parameter(node)
    if name is None:
        return
    for line in _own_returns(node):
        (statement,) = line.body
        assert isinstance(statement, cst.Return)
        value = statement.value
        if value is None or _is_name(value, name):
            continue
        back = line.with_changes(body=[statement.with_changes(value=name)])
        yield Edit("return the input", line, back)
        if isinstance(value, cst.Call):
            dropped = line.with_changes(body=[cst.Expr(value)])
            yield Edit("drop the result", line, cst.FlattenSentinel([dropped, back]))  # type: ignore[arg-type]


def call_twice(node: cst.CSTNode) -> Iterator[Edit]:
    """Do the host's work twice."""
    if isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1:
        statement = node.body[0]
        value = statement.value if isinstance(statement, cst.Return | cst.Assign | cst.Expr) else None
        if isinstance(value, cst.Call) and is_callback(value) and last_name(value.func) != "pure_callback":
            again = node.with_changes(body=[cst.Expr(value)], leading_lines=[])
            yield Edit("call twice", node, cst.FlattenSentinel([again, node]))  # type: ignore[arg-type]


def remove_decorator(node: cst.CSTNode) -> Iterator[Edit]:
    """Take a decorator away."""
    if isinstance(node, cst.FunctionDef | cst.ClassDef):
        for decorator in node.decorators:
            rest = [d for d in node.decorators if d is not decorator]
            yield Edit("remove decorator", node, node.with_changes(decorators=rest))


def remove_statement(node: cst.CSTNode) -> Iterator[Edit]:
    """Take a statement away."""
    if isinstance(node, cst.SimpleStatementLine) and not is_docstring(node):
        kept = (cst.Import, cst.ImportFrom, cst.Pass, cst.Global, cst.Nonlocal)
        if not isinstance(node.body[0], kept):
            yield Edit("remove statement", node, node.with_changes(body=[cst.Pass()]))


OPERATORS: tuple[Operator, ...] = (
    drop_keyword,
    swap_arguments,
    change_constant,
    change_operator,
    other_branch,
    other_callback,
    other_function,
    return_input,
    call_twice,
    remove_decorator,
    remove_statement,
)


def edits(tree: cst.Module) -> Iterator[Edit]:
    """Give every change of every kind, in the order of the file."""
    for node in nodes(tree):
        for operator in OPERATORS:
            yield from operator(node)


def _with_args(call: cst.Call, args: list[cst.Arg]) -> cst.Call:
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    spaced = [a.with_changes(comma=comma, whitespace_after_arg=cst.SimpleWhitespace("")) for a in args]
    if spaced:
        spaced[-1] = spaced[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return call.with_changes(args=spaced, whitespace_before_args=cst.SimpleWhitespace(""))


def _is_name(node: cst.BaseExpression, name: cst.Name) -> bool:
    return isinstance(node, cst.Name) and node.value == name.value


def _own_returns(function: cst.FunctionDef) -> Iterator[cst.SimpleStatementLine]:
    """Walk the return statements of a function, not those of functions inside it."""
    todo: list[cst.CSTNode] = [function.body]
    while todo:
        node = todo.pop(0)
        if isinstance(node, cst.SimpleStatementLine) and isinstance(node.body[0], cst.Return):
            yield node
        todo += [c for c in node.children if not isinstance(c, cst.FunctionDef | cst.ClassDef | cst.Lambda)]
