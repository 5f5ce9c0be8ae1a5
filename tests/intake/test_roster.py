"""A roster names and orders the students and lists who handed in nothing; a malformed one is refused whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import intake
from grader.intake import roster
from grader.model import NO_SUBMISSION, UsageError
from grader.people import Directory, Person, spellings
from tests.intake.layouts import CANVAS, EXERCISES, GITHUB, GRADESCOPE, MOODLE, RIGHT, SLUG, archive, found_in


def rostered(where: Path, text: str, files: dict[str, bytes]) -> list[tuple[str | None, str | None, tuple[str, ...]]]:
    path = where / "roster.csv"
    path.write_bytes(text.encode())
    export = archive(where, files)
    found = roster.arranged(found_in(export), roster.read(path), export)
    return [(one.student, one.missing, one.notes) for one in found]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("name,email\nAnn Lee,ann@x.edu\n", [("Ann Lee", ("ann@x.edu",))]),
        ("\ufeffName;E-Mail\r\nAnn Lee;ann@x.edu\r\n", [("Ann Lee", ("ann@x.edu",))]),
        ("First Name\tLast Name\tSID\nAnn\tLee\t0601\n", [("Ann Lee", ("0601",))]),
        ('"identifier","github_username","github_id","name"\n"a1","Ann-Lee","7","Ann Lee"\n', [("Ann Lee", ("Ann-Lee", "7", "a1"))]),
        ("username,first_name,last_name,email\nann,,,\n\nbob,,,\n", [("ann", ("ann",)), ("bob", ("bob",))]),
        ("id,student\n5,Ann\n", [("Ann", ("5", "canvas:5"))]),
        (
            "Student,ID,SIS User ID,SIS Login ID,Section,HW 1 (9)\n    Points Possible,,,,,10\n\"Lee, Ann\",1001,0601,ann,A,\n\"Student, Test\",9,,,A,\n",
            [("Lee, Ann", ("ann", "0601", "canvas:1001"))],
        ),
        (
            'Identifier,"Full name","Email address",Status,Grade\n"Participant 501","Ann Lee",ann@x.edu,,\n',
            [("Ann Lee", ("ann@x.edu", "moodle:501"))],
        ),
    ],
)  # fmt: skip
def test_what_is_read(tmp_path: Path, text: str, people: list[tuple[str, tuple[str, ...]]]) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode())
    assert [(p.name, p.ids) for p in roster.read(path)] == people


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"name\n", "names no students"),
        (b"colour,size\nred,4\n", "names no column"),
        (b"name,email\nAnn\n", "line 2: 1 cells where the header has 2"),
        (b'name,email\n"Ann,ann@x\nBob,b\n', "line 2: a quotation mark is opened and never closed"),
        (b'name,email\n"Ann"x,ann@x\n', "line 2: text after a closing quotation mark"),
        (b"name,email\nAnn,a\nC\xe9o,c\n", "line 3: this is not UTF-8"),
        (b"name,email\nAnn,same\nBob,same\n", "Ann and Bob have the same id `same`"),
        (b"name,email\nAnn,a\0\n", "a null character"),
        (b"name,email\nx,y\n,  \nq,\n,,\n", "line 5: 3 cells"),
    ],
)
def test_a_malformed_roster_is_refused_whole(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(data)
    if b",,\n" in data:
        path.write_bytes(data.replace(b",,\n", b"a,,\n"))
    with pytest.raises(UsageError, match=words):
        roster.read(path)


def test_no_such_roster(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file"):
        roster.read(tmp_path / "gone.csv")


def test_names_order_and_who_is_missing(tmp_path: Path) -> None:
    text = "name,email\nCleo Núñez,c@x\nFay Moss,f@x\nAnn Lee,a@x\nBob O'Brien,b@x\n"
    got = rostered(tmp_path, text, CANVAS)
    assert [(who, missing) for who, missing, _ in got][:4] == [
        ("Cleo Núñez", None),
        ("Fay Moss", NO_SUBMISSION),
        ("Ann Lee", None),
        ("Bob O'Brien", None),
    ]
    strangers = {who: notes for who, _, notes in got[4:]}
    assert set(strangers) == {"anonymous a1b2C", "doedan"}
    assert "not on the roster" in strangers["anonymous a1b2C"]


@pytest.mark.parametrize(
    ("files", "text", "expected"),
    [
        (MOODLE, "identifier,name\nParticipant 502,Robert\nParticipant 504,Dan\n", ["Robert", "Dan"]),
        (GRADESCOPE, "sid,name\n0603,C. N.\n0601,A. L.\n", ["C. N.", "A. L."]),
        (GITHUB, "github,name\nBOB99,Bob\nann-lee,Ann\n", ["Bob", "Ann"]),
        (CANVAS, "id,name\n1003,Third\n1001,First\n", ["Third", "First"]),
        ({**GITHUB, "hello-callbacks-dan-1/io_callback_passthrough.py": b"d\n"}, "github,name\ndan,Dan\n", ["Dan"]),
        ({"ann_lee.py": b"a\n", "BOB@X.EDU.py": b"b\n"}, "name,email\nBob,bob@x.edu\nAnn Lee,\n", ["Bob", "Ann Lee"]),
    ],
)
def test_students_are_found_by_any_of_their_ids(
    tmp_path: Path, files: dict[str, bytes], text: str, expected: list[str]
) -> None:
    got = rostered(tmp_path, text, files)
    assert [who for who, missing, _ in got[: len(expected)] if missing is None] == expected


def test_logins_with_a_part_in_common(tmp_path: Path) -> None:
    """Of two repositories it cannot be told where the login begins; the roster tells."""
    files = {f"hw-ann-{who}/io_callback_passthrough.py": b"a\n" for who in ("lee", "doe")}
    got = rostered(tmp_path, "github,name\nann-lee,Ann Lee\nlee,Lee\nann-doe,Ann Doe\n", files)
    assert [(who, missing) for who, missing, _ in got] == [("Ann Lee", None), ("Lee", NO_SUBMISSION), ("Ann Doe", None)]


def test_a_stranger_whose_login_ends_like_a_students(tmp_path: Path) -> None:
    files = {f"hw-{who}/io_callback_passthrough.py": b"a\n" for who in ("bob", "cleo", "ann-lee")}
    got = rostered(tmp_path, "github,name\nbob,Bob\nlee,Lee\ncleo,Cleo\n", files)
    assert [(who, missing) for who, missing, _ in got] == [
        ("Bob", None),
        ("Lee", NO_SUBMISSION),
        ("Cleo", None),
        ("ann-lee", None),
    ]


def test_a_name_that_two_share_belongs_to_neither() -> None:
    twins = Directory([Person(name="Ann Lee", ids=("1",)), Person(name="Lee Ann", ids=("2",))])
    assert twins.find(Person(name="Ann Lee")) is None
    assert twins.find(Person(name="Ann Lee", ids=("2",))) == 1


def test_an_id_of_one_system_is_not_the_same_number_of_another() -> None:
    people = Directory([Person(name="Ann", ids=("canvas:7",)), Person(name="Bob", ids=("moodle:7",))])
    assert people.find(Person(name="?", ids=("moodle:7",))) == 1
    assert people.find(Person(name="?", ids=("7",))) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Smith, Bob", "Bob Smith"),
        ("smithbob", "Bob Smith"),
        ("vanderberganna", "Anna van der Berg"),
        ("NÚÑEZ Cleo", "Cleo Núñez"),
        ("o_brien-bob", "Bob O'Brien"),
        ("ｆａｙ moss", "Fay Moss"),
    ],
)
def test_spellings_that_meet(one: str, other: str) -> None:
    assert spellings(one) & spellings(other)


@pytest.mark.parametrize(("one", "other"), [("Bob Smith", "Bob Smyth"), ("Ann", "Anna"), ("", "Ann"), ("...", "...")])
def test_spellings_that_do_not(one: str, other: str) -> None:
    assert not spellings(one) & spellings(other)


CANVAS_ROSTER = "Student,ID,SIS Login ID,Section\n{}"


@pytest.mark.parametrize(
    ("text", "files", "expected"),
    [
        (CANVAS_ROSTER.format('"Lee, Kim",777,kim,A\n'), {f"leekim_777_1_{SLUG}.py": RIGHT}, ["Lee, Kim"]),
        (CANVAS_ROSTER.format('"Lee, Kim",777,kim,A\n"Kim, Lee",500,lee,A\n'), {f"leekim_777_1_{SLUG}.py": RIGHT}, ["Lee, Kim"]),
        ("id,name\n1,Kim Lee\n", {f"leekim_777_1_{SLUG}.py": RIGHT}, ["Kim Lee"]),
        ("name\nKim Lee\n", {f"leekim_777_1_{SLUG}.py": RIGHT}, ["Kim Lee"]),
        ("login,name\njdoe,Jane Doe\n", {f"doejane_778_1_{SLUG}.py": RIGHT}, ["Jane Doe"]),
        ("identifier,name\nParticipant 50,Kim Lee\n", {f"Kim Lee_50_assignsubmission_file_/{SLUG}.py": RIGHT}, ["Kim Lee"]),
        ("id,name\n1,Anna Berg\n", {f"Anna Berg_11_assignsubmission_file_/{SLUG}.py": RIGHT}, ["Anna Berg"]),
        ("identifier,name\nParticipant 11,Anna Berg\n", {f"Anna Berg_{n}_assignsubmission_file_/{SLUG}.py": RIGHT for n in (11, 15)}, ["Anna Berg"]),
        ("login,name\njdoe,Jane Doe\n", {f"hw-{who}/{SLUG}.py": RIGHT for who in ("jdoe", "ann")}, ["Jane Doe"]),
        (CANVAS_ROSTER.format('"Lee, Kim",500,kim,A\n'), {f"leekim_777_1_{SLUG}.py": RIGHT}, []),
        (CANVAS_ROSTER.format('"Lee, Kim",500,leekim,A\n'), {f"leekim_777_1_{SLUG}.py": RIGHT}, []),
        ("login,name\njdoe,Dora Jones\n", {f"jdoe_778_1_{SLUG}.py": RIGHT}, []),
        ("login\njdoe\n", {f"jdoe_778_1_{SLUG}.py": RIGHT}, []),
        ("identifier,name\nParticipant 50,Kim Lee\n", {f"Kim Lee_77_assignsubmission_file_/{SLUG}.py": RIGHT}, []),
        ("id,name\n1,Anna Berg\n", {f"Anna Berg_{n}_assignsubmission_file_/{SLUG}.py": RIGHT for n in (11, 15)}, []),
        ("name\nKim Lee\n", {f"leekim_{n}_1_{SLUG}.py": RIGHT for n in (777, 778)}, []),
    ],
)  # fmt: skip
def test_an_id_of_the_platform_says_who_it_is_not(
    tmp_path: Path, text: str, files: dict[str, bytes], expected: list[str]
) -> None:
    got = rostered(tmp_path, text, files)
    handed = [
        (who, any(note.startswith("not on the roster") for note in notes)) for who, none, notes in got if not none
    ]
    assert len(handed) == len(files)
    assert [who for who, stranger in handed if not stranger] == expected


def test_a_participant_has_another_number_in_another_assignment(tmp_path: Path) -> None:
    exports = [
        archive(tmp_path, {f"Anna Berg_{n}_assignsubmission_file_/{SLUG}.py": RIGHT}, f"hw{n}.zip") for n in (1, 2)
    ]
    people = [Person(name="Anna Berg")]
    found = roster.arranged(intake.find_all(exports, EXERCISES), people, exports[0])
    assert [(one.student, one.identity) for one in found] == [("Anna Berg", ("moodle:1", "moodle:2"))] * 2


def test_an_id_known_from_one_export_holds_for_all_of_a_student(tmp_path: Path) -> None:
    import msgspec

    both = {**EXERCISES, "other": msgspec.structs.replace(EXERCISES[SLUG], slug="other", entrypoint="another")}
    exports = [
        archive(tmp_path, {f"chencai_101_1_{SLUG}.py": RIGHT}, "one.zip"),
        archive(tmp_path, {"moss_102_2_other.py": b"def another(x): ...\n"}, "two.zip"),
    ]
    people = [Person(name="Chen, Cai"), Person(name="Moss")]
    found = roster.arranged(intake.find_all(exports, both), people, exports[0])
    assert [(one.student, one.identity, one.missing is None) for one in found] == [
        ("Chen, Cai", ("canvas:101",), True),
        ("Chen, Cai", ("canvas:101",), False),
        ("Moss", ("canvas:102",), True),
        ("Moss", ("canvas:102",), False),
    ]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("canvas:1",), ("canvas:1",), True),
        (("canvas:1", "x"), ("canvas:1", "y"), True),
        (("canvas:1",), ("moodle:2",), True),
        (("x",), ("y",), True),
        (("canvas:1",), (), True),
        (("1", "canvas:1"), ("canvas:2",), True),
        (("moodle:1", "moodle:2"), ("moodle:2",), True),
        (("canvas:1",), ("canvas:2",), False),
        (("canvas:1", "x"), ("canvas:2", "x"), False),
        (("moodle:1",), ("moodle:2",), False),
    ],
)
def test_who_has_the_name_and_who_is_somebody_else(one: tuple[str, ...], other: tuple[str, ...], same: bool) -> None:
    people = Directory([Person(name="Kim Lee", ids=one)])
    assert (people.find(Person(name="Lee, Kim", ids=other)) == 0) is same
