"""How learning platforms name what they export: the student, the attempt and the student's own file name.

Canvas: ``lastfirst_LATE_USER_UPLOAD_file-1.py`` or ``anon_CODE_UPLOAD_file.py``: a name's letters run together, the
user's id, the upload's id, the file as handed in, with ``-1`` when an earlier attempt had a file of that name. Moodle:
for each student and kind of hand-in a folder ``Full Name_PARTICIPANT_assignsubmission_file_``, or the same as the
beginning of a file name. Gradescope: a folder ``submission_ID`` each, and ``submission_metadata.yml`` says whose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from grader.model import UsageError
from grader.people import Person

CANVAS = re.compile(
    r"(?:(?P<name>.+?)_(?:(?P<late>LATE)_)?(?P<user>\d+)|(?:(?P<anonymous_late>LATE)_)?anon_(?P<code>[^_]+))_"
    r"(?:(?P<upload>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)"
)
MOODLE = re.compile(
    r"(?P<name>[^_]+)(?:_(?P<number>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.IGNORECASE
)
VERSION = re.compile(r"(?P<stem>.+?)(?:-(?P<dash>\d{1,3})| ?\((?P<bracket>\d{1,3})\))")
GRADESCOPE = re.compile(r"submission_\d+")
METADATA = "submission_metadata.yml"
MAX_METADATA = 50_000_000


@dataclass(frozen=True, slots=True)
class Label:
    """What an exported name says."""

    person: Person
    group: str
    """The same for all files of one hand-in."""
    file: str = ""
    """The student's own file name; empty for a folder."""
    kind: str = "file"
    late: bool = False
    upload: int = 0


def canvas(name: str) -> Label | None:
    """Read a name of a Canvas export."""
    found = CANVAS.fullmatch(name)
    if found is None:
        return None
    who = found["user"] or found["code"]
    return Label(
        Person(name=found["name"] or f"anonymous {who}", ids=(f"canvas:{who}",)),
        group=who,
        file=found["file"] or name,
        kind=found["kind"] or "file",
        late=bool(found["late"] or found["anonymous_late"]),
        upload=int(found["upload"] or 0),
    )


def moodle(name: str) -> Label | None:
    """Read a name of a Moodle export."""
    found = MOODLE.fullmatch(name)
    if found is None:
        return None
    number = found["number"]
    plain = found["name"].strip()
    anonymous = number is not None and plain.casefold() == "participant"
    return Label(
        Person(name=f"{plain} {number}" if anonymous else plain, ids=(f"moodle:{number}",) if number else ()),
        group=number or plain,
        file=found["file"] or "",
        kind=found["kind"].lower(),
    )


def gradescope(text: bytes, where: str) -> dict[str, tuple[tuple[Person, ...], int]]:
    """Read a Gradescope export's metadata: who handed in each folder, and which attempt it is.

    Raises UsageError where the file is not what Gradescope writes; nothing of the export is used then.
    """
    import yaml  # type: ignore[import-untyped]  # noqa: PLC0415 - only Gradescope's exports need it

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every value stays a text: no dates, no objects
    try:
        data = yaml.load(text, Loader=loader)  # noqa: S506 - the base loader builds nothing but texts, lists and tables
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        raise UsageError(f"{where}{line}: this is not the metadata of a Gradescope export (not YAML)") from None
    if not isinstance(data, dict) or not data:
        raise UsageError(f"{where}: this is not the metadata of a Gradescope export (no table of submissions)")
    return {str(folder): _submitters(entry, str(folder), where) for folder, entry in data.items()}


def _submitters(entry: Any, folder: str, where: str) -> tuple[tuple[Person, ...], int]:
    submitters = entry.get(":submitters") if isinstance(entry, dict) else None
    if not isinstance(submitters, list):
        raise UsageError(f"{where}: `{folder}` does not say who handed it in (no list `:submitters`)")
    people: list[Person] = []
    for one in submitters:
        if not isinstance(one, dict) or not all(isinstance(value, str) for value in one.values()):
            raise UsageError(f"{where}: a submitter of `{folder}` is not a table of texts")
        ids = tuple(value for value in (one.get(":sid"), one.get(":email")) if value)
        name = one.get(":name") or (ids[0] if ids else "")
        if name:
            people.append(Person(name=name, ids=ids))
    history = entry.get(":history")
    return tuple(people), 1 + (len(history) if isinstance(history, list) else 0)


def version_of(stem: str) -> tuple[str, int]:
    """Take the mark of a later version from a file's name: ``answer-1`` is the second ``answer``."""
    found = VERSION.fullmatch(stem)
    if found is None:
        return stem, 1
    return found["stem"], 1 + int(found["dash"] or found["bracket"])
