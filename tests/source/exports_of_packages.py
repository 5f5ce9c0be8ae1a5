"""Collect the public names of the packages submissions import; the source room ships the result as a table.

Run as a script to write the table anew after an upgrade.
"""

from __future__ import annotations

import importlib
import inspect
import json
import math
import pkgutil
import types
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "grader" / "source"
TABLE = SOURCE / "exports.json"
SIGNATURES = SOURCE / "signatures.json"
MODULES = """
numpy numpy.testing numpy.linalg numpy.random numpy.typing
jax jax.numpy jax.numpy.linalg jax.lax jax.experimental jax.debug jax.tree jax.tree_util jax.nn jax.random jax.errors
jax.dtypes jax.sharding jax.profiler jax.scipy jax.typing jax.core jax.custom_derivatives jax.ad_checkpoint
functools typing operator itertools math collections dataclasses contextlib types enum abc os os.path sys time
pathlib logging warnings threading random json re inspect copy string io shutil subprocess socket
""".split()


def is_module(value: object) -> bool:
    return isinstance(value, types.ModuleType)


def collect() -> dict[str, object]:
    """Return the table: public names and star-imported names by module, importable submodules, aliases."""
    names: dict[str, list[str]] = {}
    stars: dict[str, list[str]] = {}
    aliases: dict[str, str] = {}
    seen: dict[int, str] = {}
    keep: list[object] = []
    submodules: set[str] = set()
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        public = [n for n in dir(module) if not n.startswith("_")]
        names[module_name] = public
        all_names = getattr(module, "__all__", None)
        if all_names is not None and sorted(all_names) != public:
            stars[module_name] = sorted(all_names)
        for name in public:
            try:
                value = getattr(module, name)
            except Exception:
                continue
            if is_module(value):
                if value.__name__.partition(".")[0] in {"jax", "numpy"} and "_src" not in value.__name__:
                    aliases_to = value.__name__
                    if aliases_to != f"{module_name}.{name}":
                        aliases[f"{module_name}.{name}"] = aliases_to
                continue
            if not callable(value) or module_name.partition(".")[0] not in {"jax", "numpy"}:
                continue
            keep.append(value)
            first = seen.setdefault(id(value), f"{module_name}.{name}")
            if first != f"{module_name}.{name}":
                aliases[f"{module_name}.{name}"] = first
    for package_name in ("jax", "jax.experimental", "numpy", "jax.scipy", "jax.numpy", "jax.nn", "jax.lax"):
        package = importlib.import_module(package_name)
        submodules |= {
            f"{package_name}.{info.name}"
            for info in pkgutil.iter_modules(package.__path__)
            if not info.name.startswith("_")
        }
    return {
        "names": names,
        "stars": stars,
        "aliases": dict(sorted(aliases.items())),
        "submodules": sorted(submodules),
    }


def collect_signatures() -> dict[str, list[list[object]]]:
    """Return the parameters of every public jax function: name, kind, and the default where it is a plain constant."""
    names = collect()
    aliases = names["aliases"]
    assert isinstance(aliases, dict)
    assert isinstance(names["names"], dict)
    found: dict[str, list[list[object]]] = {}
    for module_name, public in names["names"].items():
        if module_name.partition(".")[0] != "jax":
            continue
        module = importlib.import_module(module_name)
        for name in public:
            full = f"{module_name}.{name}"
            value = getattr(module, name, None)
            if full in aliases or not callable(value) or is_module(value):
                continue
            try:
                parameters = inspect.signature(value).parameters.values()
            except (TypeError, ValueError):
                continue
            found[full] = [_parameter(p) for p in parameters]
    return dict(sorted(found.items()))


def _parameter(parameter: inspect.Parameter) -> list[object]:
    described: list[object] = [parameter.name, int(parameter.kind)]
    default = parameter.default
    if default is parameter.empty:
        return described
    plain = default is None or type(default) in (bool, int, str) or (type(default) is float and math.isfinite(default))
    return [*described, default if plain else [] if type(default) is tuple and not default else {}]


if __name__ == "__main__":
    TABLE.write_text(json.dumps(collect(), indent=0, sort_keys=True) + "\n", encoding="utf-8")
    SIGNATURES.write_text(json.dumps(collect_signatures(), indent=0) + "\n", encoding="utf-8")
