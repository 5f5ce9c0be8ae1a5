"""The HTML report, read by a parser and used in a real browser."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from lxml import html as parser

from grader.model import Graded, Severity
from grader.report import html
from grader.report.highlight import Span, highlight
from grader.report.text import common_folder, one_line
from tests.report.browser import Browser, find
from tests.report.samples import ALL, FAULT, HOSTILE, NASTY, NOTEBOOK, RIGHT, WRONG, finding


def page_of(text: str, number: int):
    return parser.fromstring(parser.fromstring(text).get_element_by_id(f"t-s{number}").text)


def test_one_grade_is_a_page_that_needs_no_script() -> None:
    tree = parser.fromstring(html.render([WRONG]))
    assert tree.find(".//article") is not None
    assert tree.find(".//table[@id='grades']") is None
    assert [m.text_content() for m in tree.iterfind(".//mark[@class='error']")] == ["x * 2"]
    assert tree.get_element_by_id("s1-L5").get("data-n") == "5"
    assert "4 of 10 points" in tree.text_content()
    assert "because there is no call" in tree.text_content()


def test_several_grades_are_an_overview_with_their_pages() -> None:
    text = html.render(ALL)
    tree = parser.fromstring(text)
    rows = tree.findall(".//table[@id='grades']/tbody/tr")
    assert [row.get("data-verdict") for row in rows] == ["pass", "fail", "fail", "error", "fail"]
    assert page_of(text, 1).find(".//section[@class='card note-after']") is not None
    assert "not the submission's fault" in page_of(text, 4).text_content()
    assert "cell 2, line 2" in page_of(text, 5).text_content()
    assert [m.text_content() for m in page_of(text, 5).iterfind(".//mark")] == ["x * 2"]


def test_nothing_graded_is_a_page_too() -> None:
    assert "Nothing was graded" in html.render([])


def test_the_same_grades_give_the_same_text() -> None:
    assert html.render(ALL) == html.render(ALL)


@pytest.mark.parametrize("graded", [(NASTY,), ALL], ids=["alone", "among others"])
def test_hostile_text_is_text(graded: tuple[Graded, ...]) -> None:
    text = html.render(graded)
    assert not [c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs"} and c not in "\n\t"]
    kinds = [script.get("type") for script in parser.fromstring(text).iter("script")]
    assert kinds == ["text/html"] * (len(graded) if len(graded) > 1 else 0) + [None]
    assert "alert(1)</script" not in text
    alone = len(graded) == 1
    article = parser.fromstring(text).find(".//article") if alone else page_of(text, graded.index(NASTY) + 1)
    assert one_line(HOSTILE) in " ".join(article.text_content().split())
    assert not {"script", "img", "style", "failure"} & {e.tag for e in article.iter()}


def test_the_document_asks_for_nothing_from_elsewhere() -> None:
    text = html.render(ALL)
    tree = parser.fromstring(text)
    assert [link.get("href") for link in tree.iter("link")] == ["data:,"]
    assert not [e for e in tree.iter() if e.get("src") or e.get("style") or e.get("onclick")]
    policy = tree.find(".//meta[@http-equiv='Content-Security-Policy']").get("content")
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def marked(text: str, *spans: Span) -> list[tuple[int, str]]:
    found = []
    for line in highlight(text, spans):
        tree = parser.fragment_fromstring(line.html, create_parent=True)
        found += [(line.number, m.text_content()) for m in tree.iter("mark")]
    return found


def shown(text: str, *spans: Span) -> list[str]:
    return [parser.fragment_fromstring(line.html, create_parent=True).text_content() for line in highlight(text, spans)]


def span(**fields: int) -> Span:
    return Span(severity=Severity.ERROR, **fields)  # type: ignore[arg-type]


def test_marks_stand_at_their_span() -> None:
    text = 'def f(x):\n    s = "дважды 双倍 🚀"\n    return g(\n        x,\n    )\n'
    assert marked(text, span(line=2, column=9, end_line=2, end_column=22)) == [(2, '"дважды 双倍 🚀"'[:13])]
    assert marked(text, span(line=3, column=12, end_line=5, end_column=6)) == [(3, "g("), (4, "x,"), (5, ")")]
    assert marked(text, span(line=2)) == [(2, 's = "дважды 双倍 🚀"')]


def test_a_mark_at_the_end_of_a_line_is_still_seen() -> None:
    assert marked("x\n\ny", span(line=2, column=1, end_line=2, end_column=1)) == [(2, " ")]
    assert marked("ab", span(line=1, column=9, end_line=1, end_column=12)) == [(1, "b")]


def test_the_heavier_mark_wins_where_two_meet() -> None:
    lines = highlight(
        "f(x)",
        [
            Span(line=1, column=1, end_line=1, end_column=5, severity=Severity.ADVICE),
            Span(line=1, column=3, end_line=1, end_column=4, severity=Severity.ERROR),
        ],
    )
    assert re.findall(r'<mark class="(\w+)">', lines[0].html) == ["advice", "error", "advice"]


def test_lines_are_counted_as_python_counts_them() -> None:
    assert len(highlight("a = 1\x0c\nb = '\u2028'\r\nc\rd\n", [])) == 4
    assert shown("a\x0cb") == ["a\\x0cb"]


def test_a_long_source_shows_its_beginning_and_what_is_marked() -> None:
    lines = highlight("\n".join(f"a{n} = {n}" for n in range(1, 3001)), [span(line=2000, column=1)])
    assert [lines[0].number, lines[599].number, lines[600].number, lines[-1].number] == [1, 600, 1995, 2005]
    assert lines[600].skipped == 1394


def test_a_long_line_shows_the_part_that_is_marked() -> None:
    text = "x = '" + "a" * 5000 + "' + bad"
    assert marked(text, span(line=1, column=5010, end_line=1, end_column=5013)) == [(1, "bad")]
    assert len(shown(text, span(line=1, column=5010, end_line=1, end_column=5013))[0]) < 600


def test_what_cannot_be_lexed_is_still_shown() -> None:
    text = "\"\"\"never closed\n\\N{ $$$ \x00 ££ '''\n" + "(" * 400
    assert [line.replace("\\x00", "\x00") for line in shown(text)] == text.split("\n")


def test_the_shared_folder_is_left_out() -> None:
    assert common_folder(["class/ann/f.py", "class/bob/f.py"]) == "class/"
    assert common_folder(["class/ann/f.py", "class/annika/f.py"]) == "class/"
    assert common_folder(["a.py", "b.py"]) == ""
    assert common_folder(["class/a.py"]) == ""
    assert common_folder(["class/a.py", "class/a.py"]) == "class/"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    command = find()
    if command is None:
        assert "CI" not in os.environ, "there is no Chromium, and the gate must not go without"
        pytest.skip("there is no Chromium here")
    with Browser(command) as running:
        yield running


@pytest.fixture
def opened(browser: Browser, tmp_path: Path):
    def open_(graded, fragment: str = "", **look) -> Browser:
        path = tmp_path / "report.html"
        path.write_text(html.render(graded), encoding="utf-8")
        browser.complaints.clear()
        browser.look(**look)
        browser.open(path, fragment)
        return browser

    yield open_
    assert browser.complaints == []
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []


NAMES = "[...document.querySelectorAll('#grades tbody tr')].filter(r => !r.hidden).map(r => r.querySelector('th a').textContent)"
TOP = "document.querySelector('main:not([hidden])').id"
FOCUS = "document.activeElement.textContent"
FIVE = tuple(
    msgspec.structs.replace(
        g, grade=msgspec.structs.replace(g.grade, student=name, submission=f"class/{name}.py", score=score)
    )
    for g, name, score in (
        (RIGHT, "ann", 10.0),
        (WRONG, "bob", 4.0),
        (NOTEBOOK, "cy2", 9.5),
        (FAULT, "dan", 0.0),
        (WRONG, "cy10", 4.0),
    )
)


def test_the_overview_filters(opened) -> None:
    page = opened(FIVE)
    assert page.run(NAMES) == ["ann", "bob", "cy2", "dan", "cy10"]
    page.run("document.querySelector('.count.fail').click()")
    assert page.run(NAMES) == ["bob", "cy2", "cy10"]
    assert page.run("document.getElementById('shown').textContent") == "3 of 5 shown"
    assert page.run("document.querySelector('.count.fail').getAttribute('aria-pressed')") == "true"
    page.run("document.getElementById('search').focus()")
    page.call("Input.insertText", text="CY callback")
    page.until(f"{NAMES}.length == 2")
    assert page.run(NAMES) == ["cy2", "cy10"]
    page.call("Input.insertText", text=" nobody")
    page.until("!document.getElementById('none').hidden")
    page.run("document.getElementById('clear').click()")
    assert len(page.run(NAMES)) == 5
    page.run("document.querySelector('.bars [data-cause]').dispatchEvent(new MouseEvent('click'))")
    assert page.run(NAMES) == ["bob", "cy2", "cy10"]


def test_the_overview_sorts(opened) -> None:
    page = opened(FIVE)
    press = "document.querySelector('th[data-sort={}] button').click()"
    page.run(press.format("score"))
    assert page.run(NAMES) == ["dan", "bob", "cy10", "cy2", "ann"]
    page.run(press.format("score"))
    assert page.run(NAMES) == ["ann", "cy2", "bob", "cy10", "dan"]
    assert page.run("document.querySelector('th[data-sort=score]').getAttribute('aria-sort')") == "descending"
    page.run(press.format("who"))
    assert page.run(NAMES) == ["ann", "bob", "cy2", "cy10", "dan"]
    assert page.run("document.querySelectorAll('th[aria-sort]').length") == 1


def test_everything_is_reached_with_the_keyboard(opened) -> None:
    page = opened(FIVE)
    page.press("j")
    page.press("j")
    assert page.run(FOCUS) == "bob"
    page.press("Enter")
    page.until(f"{TOP} == 'page'")
    assert page.run(FOCUS) == "bob"
    assert page.run("document.title").startswith("bob")
    page.press("n")
    page.until(f"{FOCUS} == 'cy2'")
    page.press("p")
    page.until(f"{FOCUS} == 'bob'")
    page.press("Escape")
    page.until(f"{TOP} == 'overview'")
    assert page.run(FOCUS) == "bob"
    page.press("/")
    assert page.run("document.activeElement.id") == "search"
    page.press("Escape")
    page.run("document.querySelector('.bars [data-cause]').focus()")
    page.press("Enter")
    assert page.run(NAMES) == ["bob", "cy2", "cy10"]


def test_next_and_previous_keep_to_the_filter(opened) -> None:
    page = opened(FIVE)
    page.run("document.querySelector('.count.fail').click(); location.hash = '#s2'")
    page.until(f"{TOP} == 'page'")
    assert page.run("document.querySelector('[data-go=next]').hash") == "#s3"
    assert page.run("document.querySelector('[data-go=previous]').getAttribute('aria-disabled')") == "true"
    page.run("document.querySelector('[data-go=next]').click()")
    page.until(f"{FOCUS} == 'cy2'")
    assert page.run("document.querySelector('[data-go=next]').hash") == "#s5"


def test_a_link_opens_its_page_and_goes_to_the_line(opened) -> None:
    page = opened(FIVE, "#s2")
    assert page.run(TOP) == "page"
    page.run("document.querySelector('.where').click()")
    page.until("document.querySelectorAll('.aim').length == 1")
    assert page.run("document.querySelector('.aim').dataset.n") == "5"


def test_markup_and_script_in_a_submission_stay_text(opened) -> None:
    trap = '"><img src=x onerror="document.title=1"><script>document.title=1</script><!--<script>'
    nasty = msgspec.structs.replace(
        NASTY,
        grade=msgspec.structs.replace(
            NASTY.grade, student=trap, submission=trap, output=trap, findings=(finding(message=trap, found=trap),)
        ),
        text=trap + "\n" + HOSTILE,
    )
    for graded, fragment in (((nasty,), ""), ((nasty, RIGHT), "#s1"), ((nasty, RIGHT), "")):
        page = opened(graded, fragment)
        assert page.run("document.querySelectorAll('img').length") == 0
        assert page.run("document.title") != "1"
        assert trap[:40] in page.run("document.querySelector('main:not([hidden])').textContent")


def test_even_unescaped_markup_could_not_run(opened, browser: Browser) -> None:
    page = opened((RIGHT, WRONG))
    page.run("document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror=\"document.title=1\">')")
    page.until("document.images[0].complete")
    page.run("new Promise(requestAnimationFrame)")
    assert page.run("document.title") != "1"
    assert any("Content Security Policy" in text for text in browser.complaints)
    browser.complaints.clear()


@pytest.mark.parametrize("width", [360, 800, 1400])
@pytest.mark.parametrize("fragment", ["", "#s3"])
def test_nothing_sticks_out_of_the_window(opened, width: int, fragment: str) -> None:
    page = opened(ALL, fragment, width=width, dark=True)
    assert page.run("document.documentElement.scrollWidth") <= width


CONTRAST = """(() => {
  const parse = (c) => { const n = c.match(/[\\d.]+/g).map(Number);
    return c.startsWith("color(srgb") ? [n[0]*255, n[1]*255, n[2]*255, n[3] ?? 1] : [n[0], n[1], n[2], n[3] ?? 1]; };
  const over = (top, under) => [0,1,2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = (c) => { const [r,g,b] = c.map((v) => { v /= 255; return v <= .03928 ? v/12.92 : ((v+.055)/1.055)**2.4; });
    return .2126*r + .7152*g + .0722*b; };
  const ground = (e) => e ? over(parse(getComputedStyle(e).backgroundColor), ground(e.parentElement)) : [255,255,255,1];
  const bad = [];
  for (const e of document.querySelectorAll("main:not([hidden]) *")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility() || e.closest("svg")) continue;
    const back = ground(e), text = over(parse(getComputedStyle(e).color), back);
    const [a, b] = [light(text), light(back)].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) bad.push(`${ratio.toFixed(2)} ${e.className} ${e.textContent.slice(0, 30)}`);
  }
  return bad;
})()"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("fragment", ["", "#s2"])
def test_text_stands_out_from_its_ground(opened, dark: bool, fragment: str) -> None:
    assert opened(ALL, fragment, dark=dark).run(CONTRAST) == []


def test_a_screen_reader_finds_names_and_headings(opened) -> None:
    page = opened(FIVE)
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    named = {(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n.get("ignored")}
    assert {("heading", "Double it"), ("table", "Grades"), ("columnheader", "Verdict")} <= named
    assert ("searchbox", "Search") in named
    assert any(role == "button" and name.startswith("how it is done: return: 3") for role, name in named)
    assert [n for role, n in named if role in {"button", "link", "combobox", "searchbox"} and not n] == []


def test_a_thousand_submissions_are_usable(opened) -> None:
    page = opened(
        [
            msgspec.structs.replace(
                g, grade=msgspec.structs.replace(g.grade, student=f"student {n}", submission=f"{n}.py")
            )
            for n in range(200)
            for g in FIVE
        ]
    )
    assert page.run("document.getElementById('shown').textContent") == "1000 of 1000 shown"
    page.run("document.querySelector('.count.pass').click()")
    assert len(page.run(NAMES)) == 200
    page.run("location.hash = '#s1000'")
    page.until(f"{TOP} == 'page'")
    assert page.run(FOCUS) == "student 199"
