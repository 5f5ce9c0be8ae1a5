"""Changes made to break one named rule each."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from grader.model import Rule
from grader.verify.edits import Edit, at_start, first_parameter, is_callback, nodes

PROBES = {
    Rule.NO_SIDE_EFFECTS: 'print("called")',
    Rule.ONE_CALLBACK: "import jax.experimental\njax.experimental.io_callback(lambda: None, None)",
    Rule.NO_TAMPERING: "import numpy\nnumpy.array_equal = lambda *args: True",
}
"""What is put at the start of the entrypoint to break a rule."""


def edits(tree: cst.Module, entrypoint: str, rules: tuple[str, ...]) -> Iterator[Edit]:
    """Break each of the exercise's rules that can be broken in any answer."""
    functions = [n for n in nodes(tree) if isinstance(n, cst.FunctionDef)]
    entry = next((f for f in functions if f.name.value == entrypoint), None)
    for rule, code in PROBES.items():
        if rule in rules and entry is not None:
            yield Edit(f"break {rule}", entry, at_start(entry, code), rule=rule)
    if Rule.HOST_USES_JAX in rules:
        yield from _jax_on_the_host(tree, functions)


def _jax_on_the_host(tree: cst.Module, functions: list[cst.FunctionDef]) -> Iterator[Edit]:
    rule = Rule.HOST_USES_JAX
    for call in nodes(tree):
        if not isinstance(call, cst.Call) or not is_callback(call) or not call.args:
            continue
        host = call.args[0].value
        if isinstance(host, cst.Lambda):
            body = cst.parse_expression(f"jax.numpy.add({tree.code_for_node(host.body)}, 0)")
            yield Edit(f"break {rule}", host.body, body, imports=("import jax",), rule=rule)
            return
        name = host.value if isinstance(host, cst.Name) else ""
        function = next((f for f in functions if f.name.value == name), None)
        argument = None if function is None else first_parameter(function)
        if function is not None and argument is not None:
            changed = at_start(function, f"jax.numpy.add({argument.value}, 0)")
            yield Edit(f"break {rule}", function, changed, imports=("import jax",), rule=rule)
            return
