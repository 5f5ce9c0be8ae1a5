"""The teacher's own file is filled in: one cell a student, and not a byte besides."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.gradebook import canvas, moodle
from grader.gradebook.filling import Plan, comma_in, number, plan, shown
from grader.model import UsageError
from tests.gradebook.files import CANVAS, GERMAN, MOODLE, SCORES, SLUG, score


def canvas_plan(where: Path, text: str, column: str | None = None, *, scale: bool = False) -> Plan:
    path = where / "export.csv"
    path.write_bytes(text.encode())
    return plan(canvas.read(path, column, [SLUG]), SCORES, scale=scale)


def moodle_plan(where: Path, text: str, column: str | None = None, *, scale: bool = False) -> Plan:
    path = where / "worksheet.csv"
    path.write_bytes(text.encode())
    return plan(moodle.read(path, column), SCORES, scale=scale)


def test_canvas(tmp_path: Path) -> None:
    made = canvas_plan(tmp_path, CANVAS)
    assert made.text == (
        CANVAS.replace('A""",3.50,,', 'A""",3.50,10,')
        .replace("A,,4.00,", "A,,7.5,")
        .replace('cleo@example.edu,A,,"",', 'cleo@example.edu,A,,"3.33",')
    )
    assert made.filled == ["Lee, Ann", "Núñez, Cleo"]
    assert made.changed == ["O'Brien, Bob: 4.00 -> 7.5"]
    assert made.same == ["Moss, Fay"]
    assert made.kept == ["Doe, Dan (excused)"]
    assert made.unmatched == made.ungraded == []


def test_filling_twice_changes_nothing_more(tmp_path: Path) -> None:
    once = canvas_plan(tmp_path, CANVAS).text
    again = canvas_plan(tmp_path, once)
    assert (again.text, again.changes) == (once, {})


@pytest.mark.parametrize(
    "text", ["\ufeff" + CANVAS, CANVAS.replace("\r\n", "\n"), CANVAS.rstrip("\r\n"), CANVAS + "\r\n,,,\r\n"]
)
def test_marks_and_line_ends_of_canvas_stay(tmp_path: Path, text: str) -> None:
    made = canvas_plan(tmp_path, text)
    assert len(made.changes) == 3
    assert len(made.text) == len(text) + len("10") + len("7.5") - len("4.00") + len("3.33")


def test_a_semicolon_and_a_decimal_comma(tmp_path: Path) -> None:
    text = (
        "Student;ID;SIS Login ID;Section;Double It (77)\n    Points Possible;;;;10,00\n"
        "Lee, Ann;1001;a;A;\nO'Brien, Bob;1002;b;A;4,50\nNúñez, Cleo;1003;cleo@example.edu;A;3,33\n"
    )
    made = canvas_plan(tmp_path, text)
    assert made.text == text.replace("a;A;\n", "a;A;10\n").replace("4,50", "7,5")
    assert made.same == ["Núñez, Cleo"]


def test_first_and_last_names_apart(tmp_path: Path) -> None:
    text = "LastName,FirstName,ID,SIS Login ID,Section,Other (77)\nLee,Ann,1001,a,A,\nMoss,Fay,9,f,A,\n"
    assert canvas_plan(tmp_path, text).text == text.replace("a,A,", "a,A,10").replace("f,A,", "f,A,7")


@pytest.mark.parametrize("column", ["Essay (70)", "Essay", "70"])
def test_a_column_by_name(tmp_path: Path, column: str) -> None:
    made = canvas_plan(tmp_path, CANVAS.replace(",,,20,10,,", ",,,10,10,,"), column)
    assert 'A""",10,,' in made.text


def test_other_points_are_scaled_only_when_asked(tmp_path: Path) -> None:
    text = CANVAS.replace(",20,10,,", ",20,100,,")
    with pytest.raises(UsageError, match="takes 100 points and the report has 10"):
        canvas_plan(tmp_path, text)
    assert canvas_plan(tmp_path, text, scale=True).text.count(",33.33") == 0
    assert '"33.33"' in canvas_plan(tmp_path, text, scale=True).text


def test_who_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "export.csv"
    path.write_bytes(CANVAS.encode())
    more = (*SCORES[:2], score("Stranger", 1), score("Cleo Núñez", None, why="not judged"))
    made = plan(canvas.read(path, None, [SLUG]), more)
    assert made.unmatched == ["Stranger"]
    assert made.pointless == ["Núñez, Cleo (not judged)"]
    assert made.ungraded == ["Doe, Dan", "Moss, Fay"]


def test_another_id_of_the_platform_is_another_student(tmp_path: Path) -> None:
    path = tmp_path / "export.csv"
    path.write_bytes(CANVAS.replace("ann@example.edu", "jdoe").encode())
    same = [score("leeann", 10, "canvas:1001"), score("Bob O'Brien", 7, "moodle:5"), score("Cleo Núñez", 3)]
    strangers = [score("mossfay", 9, "canvas:777"), score("jdoe", 8, "canvas:778")]
    made = plan(canvas.read(path, None, [SLUG]), [*same, *strangers])
    assert made.unmatched == ["mossfay", "jdoe"]
    assert len(made.changes) == 3
    path.write_bytes(MOODLE.encode())
    made = plan(moodle.read(path, None), [score("Ann Lee", 10, "moodle:77"), score("Bob O'Brien", 7, "canvas:5")])
    assert made.unmatched == ["Ann Lee"]
    assert len(made.changes) == 1


def test_two_for_one_row_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "export.csv"
    path.write_bytes(CANVAS.encode())
    with pytest.raises(UsageError, match="are both Lee, Ann there"):
        plan(canvas.read(path, None, [SLUG]), [score("x", 1, "canvas:1001"), score("Ann Lee", 2)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("a,b,c\n1,2,3\n", "not a gradebook that Canvas exported"),
        ("Student,ID,SIS Login ID,Group,Double It (77)\nA,1,a,,\n", "not a gradebook that Canvas exported"),
        (MOODLE, "not a gradebook that Canvas exported"),
        ("Student,ID,SIS Login ID,Section,Double It\nA,1,a,,\n", "it is not clear which assignment"),
        (CANVAS.replace("Essay (70)", "double_it (71)"), "more than one column"),
        (CANVAS.replace("Double It", "Other"), "it is not clear which assignment"),
        (CANVAS.replace("Essay (70)", "Double It (77)"), "two columns `Double It"),
        (CANVAS.replace(",20,10,,", ",20,(read only),,"), "is read only"),
        (CANVAS.replace("1002", "1001"), "have the same ID"),
        (CANVAS.replace("bob@example.edu,A,", "bob@example.edu,"), "line 6: 8 cells where the header has 9"),
        (CANVAS.replace('A""",', 'A"",'), "line 4: text after a closing"),
        (CANVAS[: CANVAS.index("lines, and")], "line 4: a quotation mark is opened and never closed"),
        (CANVAS.replace("1002", "10\x0002"), "line 6: a null"),
        (CANVAS.split('"Lee')[0], "names no students"),
        (
            CANVAS.replace('"O\'Brien, Bob",1002', ",").replace("bob@example.edu", "b"),
            "line 6: a row without a student",
        ),
    ],
)
def test_a_malformed_gradebook_is_refused_whole(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "export.csv"
    with pytest.raises(UsageError, match=words):
        canvas_plan(tmp_path, text)
    assert path.read_bytes() == text.encode()


def test_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "export.csv"
    path.write_bytes(CANVAS.encode("latin-1"))
    with pytest.raises(UsageError, match="this is not UTF-8"):
        canvas.read(path, None, [SLUG])


def test_moodle(tmp_path: Path) -> None:
    made = moodle_plan(tmp_path, MOODLE)
    assert made.text == (
        MOODLE.replace('grading - ",,10.00,Yes', 'grading - ",10,10.00,Yes')
        .replace(",4.00,10.00", ",7.5,10.00")
        .replace('submission",-,10.00', 'submission",3.33,10.00')
    )
    assert made.kept == ["Dan Doe (Moodle lets nobody change it)"]
    assert made.same == ["Fay Moss"]


def test_moodle_in_german(tmp_path: Path) -> None:
    made = moodle_plan(tmp_path, GERMAN)
    assert made.text == GERMAN.replace('Abgegeben,,"10,00"', 'Abgegeben,10,"10,00"').replace('"4,50"', '"7,5"')


@pytest.mark.parametrize(
    ("heading", "yes", "no"),
    [
        ("kann geändert werden", "Ja", "Nein"),
        ("peut être modifiée", "Oui", "Non"),
        ("?", "Sí", "No"),
        ("変更", "はい", "いいえ"),
    ],
)
def test_what_moodle_locks_stays_in_any_language(tmp_path: Path, heading: str, yes: str, no: str) -> None:
    text = GERMAN.replace("Bewertung kann geändert werden", heading).replace(",Ja,", f",{yes},")
    assert moodle_plan(tmp_path, text).kept == []
    locked = text.replace(f'"10,00",{yes},-\n"Teilnehmer/in 502"', f'"10,00",{no},-\n"Teilnehmer/in 502"')
    assert locked != text
    made = moodle_plan(tmp_path, locked)
    assert made.kept == ["Ann Lee (Moodle lets nobody change it)"]
    assert made.text == locked.replace('"4,50"', '"7,5"')
    # The state of a workflow may stand between the maximum and the words.
    between = locked.replace('Bestwertung,"', 'Bestwertung,Status,"').replace('"10,00",', '"10,00",Freigegeben,')
    assert moodle_plan(tmp_path, between).kept == made.kept


def test_moodle_while_names_are_hidden(tmp_path: Path) -> None:
    text = (
        "Identifier,Status,Grade,Maximum Grade,Last modified (grade)\nParticipant 501,x,,10,-\nParticipant 9,x,,10,-\n"
    )
    made = moodle_plan(tmp_path, text)
    assert made.text == text.replace("501,x,,", "501,x,10,")
    assert made.ungraded == ["Participant 9"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        (MOODLE.split("\n", 1)[0] + "\n", "names no participants"),
        (CANVAS, "no column has a participant's number"),
        (MOODLE.replace(",", ";"), "not separated by commas"),
        (MOODLE.replace("Participant 503", "Somebody"), "no column has a participant's number"),
        (MOODLE.replace("Participant 502", "Participant 501"), "are of the same participant"),
        (MOODLE.replace('"Maximum Grade"', "Scale").replace("10.00", "Good"), "not graded by points"),
        (MOODLE.replace(",7,10.00", ",7,20.00"), "the same in every row"),
        (GERMAN.replace('"10,00"', '"x"'), "not clear which column is the grade"),
        (MOODLE.replace("Status,Grade", "Grade,Grade"), "not clear which column is the grade"),
        (MOODLE.replace(",4.00,10.00", ",4.00,10.00,1"), "line 3: 11 cells"),
        (MOODLE.replace('"see ""me"""', '"see "me"'), "line 4: text after a closing"),
    ],
)
def test_a_malformed_worksheet_is_refused_whole(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        moodle_plan(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [("10", 10), ("4,50", 4.5), ("4.50", 4.5), ("1,234.50", 1234.5), ("1.234,50", 1234.5), ("-3", -3), (" 7 ", 7)],
)
def test_numbers(text: str, value: float) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["", "-", "EX", "N/A", "ten", "1e3", "nan", "inf", "."])
def test_what_is_no_number(text: str) -> None:
    assert number(text) is None


def test_how_points_are_written() -> None:
    assert [shown(v) for v in (10, 7.5, 3.333, 0, -0.0, 6.666)] == ["10", "7.5", "3.33", "0", "0", "6.67"]
    assert shown(7.5, comma=True) == "7,5"
    assert comma_in(["4,50"])
    assert not comma_in(["4.50", "1,234.50", "x"])


CELL = st.text(
    st.sampled_from("abcé双🚀 0123,;\t\"\n\r'=@()-.")
    | st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"),
    max_size=12,
)


@st.composite
def gradebooks(draw: st.DrawFn) -> tuple[str, str]:
    """Draw an export: any text in the other cells, quoted where it must be and sometimes where it need not."""
    system = draw(st.sampled_from(["canvas", "moodle"]))
    delimiter = draw(st.sampled_from([",", ";"])) if system == "canvas" else ","
    end = draw(st.sampled_from(["\n", "\r\n"]))
    extra = draw(st.integers(0, 3))
    more = [f"Column {n}" for n in range(extra)]
    if system == "canvas":
        rows = [["Student", "ID", "SIS Login ID", "Section", *more, "Double It (77)", "Final Score"]]
    else:
        rows = [["Identifier", "Status", *more, "Grade", "Maximum Grade", "Last modified (grade)"]]
    for place in range(draw(st.integers(1, 6))):
        free = [draw(CELL) for _ in range(extra + 2)]
        old = draw(st.sampled_from(["", "-", "3", "EX"]))
        if system == "canvas":
            rows.append([f"Name {place}", str(1000 + place), f"login {place}", *free[:-1], old, free[-1]])
        else:
            rows.append([f"Participant {1000 + place}", *free[:-1], old, "10.00", free[-1]])

    def written(cell: str) -> str:
        if any(c in cell for c in '",;\n\r') or draw(st.booleans()):
            return '"' + cell.replace('"', '""') + '"'
        return cell

    lines = [delimiter.join([written(cell) for cell in row]) for row in rows]
    text = draw(st.sampled_from(["", "\ufeff"])) + end.join(lines) + draw(st.sampled_from(["", end]))
    return system, text


@settings(max_examples=200, deadline=None)
@given(gradebook=gradebooks(), chosen=st.sets(st.integers(0, 5)))
def test_filling_changes_no_other_cell(
    tmp_path_factory: pytest.TempPathFactory, gradebook: tuple[str, str], chosen: set[int]
) -> None:
    system, text = gradebook
    path = tmp_path_factory.mktemp("sheet") / "export.csv"
    path.write_bytes(text.encode())
    points = [score(f"who {n}", float(n), f"{system}:{1000 + n}") for n in sorted(chosen)]
    target = canvas.read(path, None, [SLUG]) if system == "canvas" else moodle.read(path, None)
    made = plan(target, points)

    delimiter = made.target.sheet.delimiter
    old, new = (
        list(csv.reader(io.StringIO(t.removeprefix("\ufeff"), newline=""), delimiter=delimiter))
        for t in (text, made.text)
    )
    at = old[0].index(target.heading)
    kept = {"EX"} if system == "canvas" else set()
    assert len(old) == len(new)
    for n, (before, after) in enumerate(zip(old, new, strict=True), -1):
        filled = n in chosen and before[at] not in {*kept, str(n)}
        assert after == [*before[:at], str(n) if filled else before[at], *before[at + 1 :]]

    # Byte by byte: between the changed cells stands what stood there, in the same order.
    here = there = 0
    for cell, value in sorted(made.changes.items(), key=lambda change: change[0].start):
        between = text[here : cell.start]
        written = f'"{value}"' if cell.quoted else value
        assert made.text[there : there + len(between) + len(written)] == between + written
        here, there = cell.end, there + len(between) + len(written)
    assert made.text[there:] == text[here:]
    assert len(made.changes) == sum(n in chosen and row[at] not in {*kept, str(n)} for n, row in enumerate(old[1:]))
