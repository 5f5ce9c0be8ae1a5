"""What a folder or an archive is: a learning platform's export, a repository, a folder of them, or loose files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os.path import commonprefix
from pathlib import Path

from grader.intake import naming
from grader.intake.files import MAX_BYTES, SUFFIXES, Fault, limit_of, worded
from grader.intake.found import Found, Reader, defines
from grader.intake.handed import MAX_LOOKED, SKIPPED, Handed, places
from grader.intake.naming import Label
from grader.intake.tree import Child, Parts, Tree, Unlisted, visible
from grader.model import Exercise, UsageError
from grader.people import Person

NAMED = 12
"""Folders left out that are named; the number is always said."""
UNCLEAR = "It is not clear which exercise this answers: name the file after it."
HANDED_IN_AS = {
    "text": "This was handed in as text in Canvas's editor; it takes a file.",
    "link": "This was handed in as a link; it takes a file.",
    "onlinetext": "This was handed in as text in Moodle's editor; it takes a file.",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for."""

    exercises: Mapping[str, Exercise]
    slug: str | None = None
    """The exercise asked for; None for any."""
    say: Callable[[str], None] = lambda _: None
    """Takes a sentence on what was left out."""
    strict: bool = False
    """Whether most names must be an export's: where the folder may well be a student's."""

    @property
    def slugs(self) -> list[str]:
        """Return the exercises that may be found."""
        return list(self.exercises) if self.slug is None else [self.slug]

    @property
    def entrypoints(self) -> set[str]:
        """Return the functions by which an answer is known, whatever its file is called."""
        return {self.exercises[slug].entrypoint for slug in self.slugs}


def submissions(tree: Tree, wanted: Wanted) -> Iterator[Found]:
    """Find the submissions in a tree. Raises UsageError where there is none, or of none is clear what it answers.

    What belongs to no exercise, a refused name say, stands with the first one that anybody answered.
    """
    found = list(_submissions(tree, wanted))
    first = next((one.exercise for one in found if one.exercise and one.missing is None), "")
    if not first and any(one.missing == UNCLEAR for one in found):
        names = ", ".join(one.path.name for one in found if one.missing == UNCLEAR)
        raise UsageError(
            f"it is not clear which exercise is answered by {names[:200]}; "
            f"name it with --exercise (one of: {', '.join(wanted.slugs)})"
        )
    return (one if one.exercise else replace(one, exercise=first or wanted.slugs[0]) for one in found)


def _submissions(tree: Tree, wanted: Wanted) -> Iterator[Found]:
    children = tree.children()
    export = _export(children, strict=wanted.strict)
    why = _one_repository(tree, wanted)
    if export is not None and not why:
        yield from export(tree, children, wanted)
        return
    if export is not None or (wanted.strict and _export(children, strict=False) is not None):
        why = why or "most of what is in it has other names"
        wanted.say(f"{tree.shown} is read as one repository or a class, not as the export of a platform: {why}")
    own = Handed((), tree.shown)
    own.add_places(tree, wanted.slugs)
    if own.files or own.refused:
        _tell_others(tree, children, wanted)
        told = {file.stem for file in own.files} | {Path(name).stem for name, _ in own.refused}
        yield from own.found(wanted.exercises, [slug for slug in wanted.slugs if slug in told], lone=False)
        return
    folders = [c for c in children if c.folder and c.refused is None and _counts(c)]
    _tell_skipped(tree, children, wanted)
    if len(folders) == 1 and _wraps(inner := tree.inside(folders[0].name), wanted):
        yield from _submissions(inner, replace(wanted, strict=True))
        return
    loose = [c for c in children if not c.folder and c.refused is None and c.name.lower().endswith(SUFFIXES)]
    refused = [c for c in children if c.refused is not None and _counts(c)]
    repositories = list(_repositories(tree, folders, wanted))
    zips = [c for c in children if not c.folder and c.refused is None and c.name.lower().endswith(".zip")]
    if not (loose or zips or refused or any(handed.files or handed.refused for handed in repositories)):
        names = ", ".join(f"{name}.py" for name in wanted.slugs)
        raise UsageError(f"{tree.shown} is {_what(tree)} without a submission (looked for {names})")
    yield from _loose(tree, loose, wanted)
    if zips:
        yield from _of_each([_archive(tree, child) for child in zips], wanted, lone=True)
    if any(handed.files or handed.refused for handed in repositories):
        yield from _of_each(repositories, wanted, lone=False)
    yield from _unread(tree, refused)


def choose(name: str, folder: str, read: Reader, wanted: Wanted) -> str:
    """Decide which exercise a file answers: the one asked for, the one it is named after, the one it defines."""
    exercises = wanted.exercises
    if wanted.slug is not None:
        return wanted.slug
    stem = Path(name).stem
    for candidate in (stem, naming.version_of(stem)[0], folder):
        if candidate in exercises:
            return candidate
    if len(exercises) == 1:
        return next(iter(exercises))
    defined = defines(read()[0])
    fitting = [slug for slug, exercise in exercises.items() if exercise.entrypoint in defined]
    if len(fitting) == 1:
        return fitting[0]
    raise UsageError(
        f"it is not clear which exercise {visible(name)} answers; "
        f"name it with --exercise (one of: {', '.join(exercises)})"
    )


Export = Callable[[Tree, Sequence[Child], Wanted], Iterator[Found]]


def _one_repository(tree: Tree, wanted: Wanted) -> str:
    """Say why this is one student's repository, which may hold any names, an export's too; empty when it is not."""
    if tree.is_checkout():
        return "it has a .git"
    slug = next((slug for slug in wanted.slugs if _has(tree, slug)), None)
    return "" if slug is None else f"it has a {slug}.py of its own"


def _export(children: Sequence[Child], *, strict: bool) -> Export | None:
    """Recognise a learning platform's export by its names; ``strict`` wants most names to be of it."""
    if strict:
        of_it = sum(
            bool(naming.moodle(c.name) or naming.canvas(c.name) or naming.GRADESCOPE.fullmatch(c.name))
            for c in children
        )
        if 2 * of_it <= sum(c.name != naming.METADATA for c in children):
            return None
    if any(c.name == naming.METADATA and not c.folder for c in children):
        return _gradescope
    if any(naming.moodle(c.name) for c in children):
        return partial(_labelled, naming.moodle)
    files = [c for c in children if not c.folder]
    labelled = sum(naming.canvas(c.name) is not None for c in files)
    others = [c for c in files if c.refused is None and c.name.lower().endswith((*SUFFIXES, ".zip"))]
    if labelled and labelled >= sum(naming.canvas(c.name) is None for c in others):
        return partial(_labelled, naming.canvas)
    return None


def _labelled(
    label_of: Callable[[str], Label | None], tree: Tree, children: Sequence[Child], wanted: Wanted
) -> Iterator[Found]:
    """Read an export whose names say everything: Canvas's and Moodle's."""
    groups: dict[str, Handed] = {}
    strays: list[Child] = []
    for child in children:
        label = label_of(child.name)
        if label is None:
            strays.append(child)
            continue
        handed = groups.setdefault(label.group, Handed((label.person,), tree.path((child.name,)), export=tree.shown))
        if label.late and not handed.notes:
            handed.notes = ("late",)
        if child.refused is not None:
            handed.refuse(child.name, child.refused)
        elif label.kind in HANDED_IN_AS:
            handed.instead = HANDED_IN_AS[label.kind]
        elif child.folder:
            handed.add_all(tree.inside(child.name))
        else:
            handed.add(tree, (child.name,), label.file, label.upload)
    yield from _of_each(list(groups.values()), wanted, lone=True)
    yield from _strays(tree, strays, wanted)


def _gradescope(tree: Tree, children: Sequence[Child], wanted: Wanted) -> Iterator[Found]:
    """Read an export whose metadata says whose each folder is."""
    data, why = tree.read((naming.METADATA,), naming.MAX_METADATA)
    if why is not None:
        raise UsageError(f"{tree.path((naming.METADATA,))}: {why}")
    metadata = naming.gradescope(data, str(tree.path((naming.METADATA,))))
    there = {child.name: child for child in children}
    given: list[Handed] = []
    for folder, (people, attempt) in metadata.items():
        child = there.get(folder)
        handed = Handed(people or (Person(name=folder),), tree.path((visible(folder),)))
        handed.notes = (f"attempt {attempt}",) if attempt > 1 else ()
        if len(people) > 1:
            handed.notes += (f"handed in by {len(people)} together",)
        if not people:
            handed.notes += ("the export does not say whose this is",)
        if child is None:
            handed.instead = f"The export names {folder}, but holds no such folder."
        elif child.refused is not None:
            handed.refuse(child.name, child.refused)
        elif child.folder:
            handed.add_all(tree.inside(folder))
        else:
            handed.add(tree, (folder,), folder)
        given.append(handed)
    unnamed = [c for c in children if c.name not in metadata and c.name != naming.METADATA]
    for child in unnamed:
        if child.folder and child.refused is None and _counts(child):
            handed = Handed((Person(name=child.name),), tree.path((child.name,)))
            handed.notes = (f"{naming.METADATA} does not say whose this is",)
            handed.add_all(tree.inside(child.name))
            given.append(handed)
    yield from _of_each(given, wanted, lone=True)
    rest = [c for c in unnamed if not (c.folder and c.refused is None and _counts(c))]
    yield from _strays(tree, rest, wanted)


def _strays(tree: Tree, strays: Sequence[Child], wanted: Wanted) -> Iterator[Found]:
    """Grade what lies beside an export's own files and folders, and tell what was refused or left out."""
    files = [c for c in strays if c.refused is None and not c.folder]
    yield from _loose(tree, [c for c in files if c.name.lower().endswith(SUFFIXES)], wanted)
    zips = [_archive(tree, child) for child in files if child.name.lower().endswith(".zip")]
    yield from _of_each(zips, wanted, lone=True)
    folders = [c for c in strays if c.folder and c.refused is None and _counts(c)]
    repositories = list(zip(folders, _repositories(tree, folders, wanted), strict=True))
    yield from _of_each([handed for _, handed in repositories if handed.files or handed.refused], wanted, lone=False)
    idle = [child for child, handed in repositories if not (handed.files or handed.refused)]
    _tell(tree, idle, wanted, "they lie beside an export and hold no answer")
    _tell_skipped(tree, strays, wanted)
    yield from _unread(tree, [c for c in strays if c.refused is not None])


def _of_each(given: Sequence[Handed], wanted: Wanted, *, lone: bool) -> Iterator[Found]:
    """Give a submission of each hand-in for each exercise that anyone answered."""
    slugs = wanted.slugs
    if len(slugs) > 1:
        answered = {f.exercise for h in given for f in h.found(wanted.exercises, slugs, lone=lone) if f.missing is None}
        slugs = [slug for slug in slugs if slug in answered] or slugs[:1]
    for handed in given:
        yield from handed.found(wanted.exercises, slugs, lone=lone)


def _repositories(tree: Tree, folders: Sequence[Child], wanted: Wanted) -> Iterator[Handed]:
    prefix = prefix_of([c.name for c in folders], wanted.slugs, tree.shown.name)
    for child in folders:
        name = child.name.removeprefix(prefix) or child.name
        inside = tree.inside(child.name)
        handed = Handed((Person(name=name, ids=(name,)),), inside.shown, repository=child.name, home=tree.shown)
        handed.add_places(inside, wanted.slugs)
        if {file.stem for file in handed.files} == set(wanted.slugs):
            handed.refuse_all(inside)
        else:
            handed.files.clear()
            handed.refused.clear()
            handed.add_all(inside)
            looked = len(handed.files) <= MAX_LOOKED
            handed.files = [
                f for f in handed.files if _named(f.stem, wanted) or (looked and wanted.entrypoints & handed.defined(f))
            ]
        yield handed


def _named(stem: str, wanted: Wanted) -> bool:
    return bool({stem, naming.version_of(stem)[0]} & set(wanted.slugs))


def prefix_of(names: Sequence[str], slugs: Sequence[str], parent: str = "") -> str:
    """Return what the repositories of one assignment are named by before the student's name.

    GitHub Classroom has ``ASSIGNMENT-USER`` in a folder ``ASSIGNMENT-submissions``, Classroom 50
    ``CLASSROOM-ASSIGNMENT-USER``.
    """
    given = f"{parent.removesuffix('-submissions')}-" if parent.endswith("-submissions") else ""
    if given and all(name.startswith(given) for name in names):
        return given
    for slug in slugs:
        named = re.compile(rf"(?:.*-)?(?:{re.escape(slug)}|{re.escape(slug.replace('_', '-'))})-", re.IGNORECASE)
        marks = {found[0] for name in names if (found := named.match(name))}
        if len(marks) == 1 and all(name.startswith(next(iter(marks))) for name in names):
            return next(iter(marks))
    if len(names) < 2:
        return ""
    shared = commonprefix(list(names))  # noqa: RUF071 - names, not paths: character by character is what is meant
    return shared[: shared.rfind("-") + 1]


def _wraps(tree: Tree, wanted: Wanted) -> bool:
    """Tell whether a lone folder is only the wrapping of an export or of a class."""
    try:
        children = tree.children()
    except Unlisted:
        return False
    if _one_repository(tree, wanted):
        return False
    if _export(children, strict=True) is not None:
        return True
    folders = [c for c in children if c.folder and c.refused is None and _counts(c)]
    return sum(any(_has(tree.inside(c.name), slug) for slug in wanted.slugs) for c in folders[:50]) > 1


def _has(tree: Tree, slug: str) -> bool:
    names = {slug + suffix for suffix in SUFFIXES}
    return any(child.name in names for at in places(slug) for child in _listed(tree, at))


def _listed(tree: Tree, at: Parts) -> list[Child]:
    """List a folder for a glance."""
    try:
        return tree.children(at)
    except Unlisted:
        return []


def _counts(child: Child) -> bool:
    outside = child.refused is not None and any(c in child.name for c in "/\\")
    return outside or not (child.name.startswith(".") or child.name in SKIPPED)


def _tell_skipped(tree: Tree, children: Sequence[Child], wanted: Wanted) -> None:
    """Name the folders that are left out for their names."""
    skipped = [c for c in children if c.folder and c.refused is None and not _counts(c)]
    _tell(tree, skipped, wanted, "folders of these names hold no student's work; rename one that does")


def _tell(tree: Tree, folders: Sequence[Child], wanted: Wanted, why: str) -> None:
    """Name those of some folders left out that hold anything to grade."""
    _say_left_out(tree, [c.name for c in folders if _holds_code(tree.inside(c.name))], wanted, why)


def _holds_code(tree: Tree) -> bool:
    return any(child.name.lower().endswith((*SUFFIXES, ".zip")) for _, child in tree.walk())


def _tell_others(tree: Tree, children: Sequence[Child], wanted: Wanted) -> None:
    """Name the folders with an answer of their own beside a repository's: it may be a class with a file too many."""
    own = {"exercises", *wanted.slugs}
    folders = [c for c in children if c.folder and c.refused is None and _counts(c) and c.name not in own]
    names = [c.name for c in folders if _answers(tree.inside(c.name), wanted)]
    _say_left_out(tree, names, wanted, "the answer at the top makes it one repository; without it, it is a class")


def _answers(tree: Tree, wanted: Wanted) -> bool:
    if any(_has(tree, slug) for slug in wanted.slugs):
        return True
    files = [c for c in _listed(tree, ()) if not c.folder and c.refused is None and c.name.lower().endswith(SUFFIXES)]
    return any(wanted.entrypoints & defines(tree.read((c.name,), limit_of(c.name))[0]) for c in files[:MAX_LOOKED])


def _say_left_out(tree: Tree, names: Sequence[str], wanted: Wanted, why: str) -> None:
    if names:
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        wanted.say(f"{tree.shown}: not graded: {', '.join(names[:NAMED])}{more} ({why})")


def _loose(tree: Tree, children: Sequence[Child], wanted: Wanted) -> Iterator[Found]:
    """Give files that lie in the open; without an exercise where it is not clear which one a file answers."""
    for child in children:
        at = (child.name,)
        found = Found(tree.path(at), "", identity=(Path(child.name).stem,), home=tree.shown)
        try:
            slug = choose(child.name, tree.shown.name, partial(tree.read, at, MAX_BYTES), wanted)
        except UsageError:
            _, why = tree.read(at, limit_of(child.name))
            yield replace(found, missing=why if isinstance(why, Fault) else UNCLEAR)
        else:
            yield replace(found, exercise=slug, reader=partial(tree.read, at, limit_of(child.name)))


def _archive(tree: Tree, child: Child) -> Handed:
    """Open an archive that lies in the open: a hand-in called by its student's name."""
    stem = child.name[: -len(".zip")]
    handed = Handed((Person(name=stem, ids=(stem,)),), tree.path((child.name,)), home=tree.shown)
    handed.add(tree, (child.name,), child.name)
    return handed


def _unread(tree: Tree, refused: Sequence[Child]) -> Iterator[Found]:
    """Tell each refused name as a submission that cannot be read: it may be somebody's work."""
    for child in refused:
        missing = worded(f"This was not read: {child.refused}.", child.refused)
        yield Found(tree.path((child.name,)), "", missing=missing)


def _what(tree: Tree) -> str:
    from grader.intake.archive import ZipTree  # noqa: PLC0415 - only to name it

    return "an archive" if isinstance(tree, ZipTree) else "a directory"
