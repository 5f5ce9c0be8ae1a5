"""A new exercise that holds from the start: an author replaces it piece by piece."""

from __future__ import annotations

import json
import keyword
import re
import shutil
import tempfile
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.model import UsageError

FILES = Path(__file__).parent / "files"
SLUG = re.compile(r"[a-z][a-z0-9_]{0,59}")


def check_name(slug: str, exercises: Path, solutions: Path) -> None:
    """Refuse a name that cannot be an exercise's, or that is taken."""
    if not SLUG.fullmatch(slug) or keyword.iskeyword(slug) or keyword.issoftkeyword(slug):
        raise UsageError(
            f"`{slug}` cannot be an exercise's name: it names a Python function and a file, so it is made of small "
            "letters, digits and `_`, begins with a letter, and is no word of Python's own"
        )
    for path in (exercises / slug, solutions / f"{slug}.py"):
        if path.exists() or path.is_symlink():
            raise UsageError(f"{path} is there already")


def create(slug: str, title: str, exercises: Path, solutions: Path) -> list[Path]:
    """Write the exercise's files, all of them or none; return where they are."""
    check_name(slug, exercises, solutions)
    if not title.strip() or len(title.splitlines()) != 1:
        raise UsageError("a title is one line of words")
    texts = render(slug, title.strip())
    solution = solutions / f"{slug}.py"
    made = Path(tempfile.mkdtemp(prefix=f".{slug}.", dir=exercises))
    try:
        made.chmod(0o755)
        for name, text in texts.items():
            path = made / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        solutions.mkdir(exist_ok=True)
        (made / "solution.py").rename(solution)
        try:
            made.rename(exercises / slug)
        except OSError:
            solution.unlink()
            raise
    except OSError as error:
        shutil.rmtree(made, ignore_errors=True)
        raise UsageError(f"the exercise could not be written: {error}") from None
    return [*(exercises / slug / name for name in sorted(texts) if name != "solution.py"), solution]


def render(slug: str, title: str) -> dict[str, str]:
    """Fill the skeleton in; the solution is ``solution.py``."""
    environment = Environment(
        loader=FileSystemLoader(FILES),
        autoescape=False,  # noqa: S701 - Python, TOML and Markdown, not HTML
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters["quoted"] = lambda text: json.dumps(text, ensure_ascii=False)
    environment.filters["in_docstring"] = lambda text: text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    names = sorted(p.relative_to(FILES).as_posix() for p in FILES.rglob("*.j2"))
    texts = {n.removesuffix(".j2"): environment.get_template(n).render(slug=slug, title=title) for n in names}
    texts[f"{slug}.py"] = texts["starter.py"]
    return texts
