"""What a notebook runs is read as its Python, line by line; what only IPython understands is left out, and told."""

from __future__ import annotations

import ast
import json
import random
from pathlib import Path

import pytest

from grader import notebook, shown
from tests.intake.layouts import RIGHT, found_in
from tests.report.samples import NOTEBOOK, WRONG

ANSWER = RIGHT.decode().rstrip("\n")


def written(*cells: str) -> bytes:
    made = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": cell} for cell in cells
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def read(*cells: str) -> notebook.Notebook:
    found = notebook.read(written(*cells))
    # Every cell keeps its lines, so that a finding stands where the student sees it.
    assert found.source.decode().count("\n") == sum(cell.count("\n") + 1 for cell in cells)
    assert found.cells == tuple(1 + sum(c.count("\n") + 1 for c in cells[:n]) for n in range(len(cells)))
    return found


def stands(source: bytes) -> bool:
    """Tell whether Python takes the source as a module and the answer is in it, as written."""
    compile(source, "notebook", "exec")
    return ANSWER in source.decode()


@pytest.mark.parametrize(
    "over",
    [
        *("%%time", "%%timeit", "%%timeit -n 3 -r 1", "%%capture", "%%capture out", "%%prun -s cumulative", "%%memit"),
        *("\n%%time", "# how long?\n%%time", "\n  \n%%time\n", "%%capture\n%%time", "%%capture\n\n# and\n%%time\n"),
        *("%%time\n%matplotlib inline", "%matplotlib inline\n!pip list", "!pip \\\n  install 'x", "%cd \\\n\\\nx"),
        *("files = !ls", "out = %timeit -o 1+1", "a, b = !pwd", "files : list = !ls \\\n -l", "d = {}\nd['k'] = !ls"),
        *("x = [\n1]\nx?", "?len", "len?", "len??", "len ?", "%time?", "/len [1]", ",print a b", ";print a b"),
        *("display(3)", "x = 3; display(x)", "display(\n  3,\n  4)", "[display(1)]", "shown = display(3)"),
        *("get_ipython().run_line_magic('cd', '/')", "ip = get_ipython()\nip.run_line_magic(\n'cd', '/'\n)"),
        *("if 'colab' in str(get_ipython()):\n    1/0", "import asyncio\nawait asyncio.sleep(0)", "y = await g()"),
        *("async with a:\n    pass", "async for i in a:\n    print(i)\n", "async def g():\n    await g()"),
        *("from IPython.display import display, HTML\ndisplay(HTML('x'))", "import IPython\nIPython.embed()"),
        *("from google.colab import drive\ndrive.mount('/content')", "a = '''\n%x\n!y\n?'''\n%x", "b = (9\n% 2)\n!ls"),
        *("if 1:\n    !ls\n    files = !ls\nelse:\n    %cd ..\n    len?", "print('=!x', 1)\n%x", "c = 1  # why?\n!ls"),
        *(
            "!echo \ud800",
            "%%bash\necho \ud800",
            "!echo \0",
            "%%writefile a.py\nx =",
            "%%html\n<p>'",
            "%%javascript\n`${",
        ),
        *("\n\n%%bash\necho 'x", "# now\n%%bash\necho 'x", "%%script perl\n$x = 'y", "%%unknown\n<<", "%%!\nls '"),
        *("x = 1\r\n!ls\r\n", "%%time\n  x = 1\n  !ls", "try:\n    import google.colab\nexcept ImportError:\n    pass"),
    ],
)
def test_what_only_a_notebook_understands_is_left_out_around_the_answer(over: str) -> None:
    assert stands(read(over, ANSWER).source)
    assert stands(read(ANSWER, over).source)
    if not over.lstrip("#\n nowhlg?").startswith("%%"):
        assert stands(read(f"{over}\n{ANSWER}").source)
        assert stands(read(f"{ANSWER}\n{over}").source)


@pytest.mark.parametrize(
    "over", ["%%time", "%%timeit -n 3", "%%capture out", "%%prun", "\n\n%%time", "# c\n%%time", "%%capture\n\n%%time"]
)
def test_a_magic_over_python_leaves_the_python(over: str) -> None:
    found = read(f"{over}\n{ANSWER}\n!pip list")
    assert stands(found.source)
    assert [note.split("`")[1] for note in found.notes] == [
        *(line for line in over.split("\n") if line.startswith("%%")),
        "!pip list",
    ]
    indented = "\n".join(f"  {line}" for line in f"{over}\n{ANSWER}".split("\n"))
    assert stands(read(indented).source)


@pytest.mark.parametrize("over", ["%%bash", "%%writefile a.py", "%%html", "%%javascript", "\n%%bash", "# c\n%%sh -x"])
def test_a_magic_over_anything_else_takes_its_cell_with_it(over: str) -> None:
    found = read(f"{over}\n{ANSWER}", "x = 1")
    assert ast.dump(ast.parse(found.source)) == ast.dump(ast.parse("x = 1"))
    assert len(found.notes) == 1


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("files = !ls", "files = []"),
        ("if 1:\n    files = !ls", "if 1:\n    files = []"),
        ("spent = %timeit -o f(1)", "spent = None"),
        ("y = %time f(1)", "y = f(1)"),
        ("%time y = f(1)", "y = f(1)"),
        ("%time from a import b", "from a import b"),
        ("%timeit y = f(1)", ""),
        ("a, b = !ls", ""),
        ("display(3); x = 1", "pass; x = 1"),
        ("é = display(3)", "é = None"),
        ("if get_ipython(): x = 1", "if None: x = 1"),
        ("y = await g()", "y = None"),
        ("def display(x): return x\ndisplay(3)", "def display(x): return x\ndisplay(3)"),
        ("from mine import display\ndisplay(3)", "from mine import display\ndisplay(3)"),
        ("ip = 1\nip.x()", "ip = 1\nip.x()"),
        ("a = '?'\nb = 'x'  # x?", "a = '?'\nb = 'x'  # x?"),
        ("a = '''\n!ls\n%%time\nx = !ls\n'''", "a = '''\n!ls\n%%time\nx = !ls\n'''"),
        ("a = '''\n!ls\n'''\n!ls", "a = '''\n!ls\n'''"),
        ("b = (x\n% y)\n!ls", "b = (x\n% y)"),
        ("b = x \\\n % y\n!ls", "b = x % y"),
    ],
)
def test_what_stands_in_place_of_a_line(cell: str, python: str) -> None:
    assert ast.dump(ast.parse(read(cell).source)) == ast.dump(ast.parse(python))


def test_what_was_left_out_is_told_by_cell_and_line() -> None:
    found = read("x = 1", "\n# c\n!echo a \\\n b\ny?\nz = !ls", "%%time\ndisplay(\n1)\nget_ipython().x()")
    assert found.notes == (
        "cell 2, line 3: left out `!echo a \\`",
        "cell 2, line 5: left out `y?`",
        "cell 2, line 6: left out `z = !ls`",
        "cell 3, line 1: left out `%%time`",
        "cell 3, line 2: left out `display(`",
        "cell 3, line 4: left out `get_ipython().x()`",
    )


def test_any_cells_keep_their_lines() -> None:
    rng = random.Random(7)
    pieces = [
        "%%time",
        "!ls \\",
        "x?",
        "x = !ls",
        "'''",
        '"',
        "(",
        ")",
        "\\",
        "#",
        "  ",
        "display(1)",
        "await a",
        ";",
        "é",
    ]
    for _ in range(2_000):
        read(*("\n".join("".join(rng.choices(pieces, k=rng.randrange(4))) for _ in range(4)) for _ in range(2)))


def test_long_and_deep_cells_are_read() -> None:
    deep = "x = " + "+".join(["display"] * 20_000)
    assert len(read(deep, "display(1);" * 20_000, "(" * 5_000, "x?\n" * 20_000, "%%time\n" * 5_000).cells) == 5


@pytest.mark.parametrize("cell", ['s = "\ud800"', "# \udfff", "x = 1\n\ud800 = 1", "%%time\nx = '\ud800'"])
def test_half_a_character_is_the_students_to_mend(tmp_path: Path, cell: str) -> None:
    (tmp_path / "a.ipynb").write_bytes(written("x = 1", cell))
    (one,) = found_in(tmp_path / "a.ipynb")
    line = 1 + [("\ud800" in line or "\udfff" in line) for line in cell.split("\n")].index(True)
    assert f"In cell 2, line {line} stands half a character" in (one.read().unreadable or "")


@pytest.mark.parametrize("data", [b"null", b"[]", b"3", b'"x"', b"true", b"{}", b'{"nbformat": 4}', b"", b"{", b"\xff"])
def test_what_is_no_notebook_is_said_plainly(data: bytes) -> None:
    with pytest.raises(notebook.NotANotebook, match=r"^The file is not a notebook") as caught:
        notebook.read(data)
    assert "attribute" not in str(caught.value)


@pytest.mark.parametrize("cells", ["3", "[1]", '{"a": 1}', "null", '["x"]'])
@pytest.mark.parametrize("sheet", ["{}", '"worksheets": [{{{}}}], "x": 0'])
def test_what_holds_no_cells_is_no_notebook(cells: str, sheet: str) -> None:
    held = sheet.format(f'"cells": {cells}')
    with pytest.raises(notebook.NotANotebook, match="what it holds as cells are none"):
        notebook.read(f'{{{held}, "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}'.encode())


def test_a_mark_before_the_text_is_no_part_of_it() -> None:
    assert notebook.read(b"\xef\xbb\xbf" + written("x = 1")).source == b"x = 1\n"


def test_the_line_of_a_batch_says_cell_and_line() -> None:
    assert "  structure.return cell 2, line 2  " in shown.line_of(NOTEBOOK.grade).plain
    assert "  structure.return:5  " in shown.line_of(WRONG.grade).plain
