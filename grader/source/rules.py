"""The plain rules: what a submission must not do, whatever its answer. Each is a function from a run to findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from grader.model import Finding, Rule, Severity
from grader.source.core import Event
from grader.source.explain import Explainer
from grader.source.machine import Run
from grader.source.required import one_callback
from grader.source.values import Attr, Bound, Call, Const, Op, Ref, Unknown, Value, options

RuleFunction = Callable[[Run, Explainer], Iterator[Finding]]

LOGGING = frozenset(["debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"])
PATH_METHODS = frozenset(
    [
        "open",
        "read_text",
        "write_text",
        "read_bytes",
        "write_bytes",
        "mkdir",
        "touch",
        "unlink",
        "rename",
        "replace",
        "rmdir",
        "symlink_to",
        "hardlink_to",
        "chmod",
        "iterdir",
        "glob",
        "rglob",
        "exists",
        "stat",
        "lstat",
        "is_file",
        "is_dir",
        "owner",
        "samefile",
        "walk",
    ]
)
SIDE_EFFECTS = {
    "printing": """builtins.print builtins.input builtins.help pprint.pprint pprint.pp sys.stdout.write sys.stderr.write
        sys.stdout.writelines sys.stderr.writelines sys.__stdout__.write sys.__stderr__.write sys.stdout.buffer.write
        sys.stderr.buffer.write sys.displayhook traceback.print_exc traceback.print_stack traceback.print_exception
        jax.debug.print jax.debug.breakpoint jax.debug.visualize_array_sharding jax.print_environment_info
        numpy.show_config numpy.info rich.print builtins.breakpoint pdb.set_trace""",
    "a warning": "warnings.warn warnings.warn_explicit warnings.showwarning",
    "file access": """builtins.open io.open io.open_code io.FileIO codecs.open os.open os.fdopen os.write os.read
        os.remove os.unlink os.rename os.replace os.mkdir os.makedirs os.rmdir os.removedirs os.listdir os.scandir
        os.walk os.stat os.lstat os.access os.chmod os.chown os.link os.symlink os.truncate os.mkfifo os.mknod os.chdir
        os.utime os.path.exists os.path.isfile os.path.isdir os.path.getsize os.path.getmtime os.sendfile
        os.copy_file_range glob.glob glob.iglob numpy.save numpy.savez numpy.savez_compressed numpy.savetxt numpy.load
        numpy.loadtxt
        numpy.genfromtxt numpy.fromfile numpy.memmap numpy.DataSource jax.numpy.save jax.numpy.savez jax.numpy.load
        jax.numpy.fromfile jax.numpy.savetxt gzip.open bz2.open lzma.open zipfile.ZipFile tarfile.open
        logging.FileHandler logging.handlers.RotatingFileHandler sqlite3.connect shelve.open dbm.open mmap.mmap
        linecache.getline linecache.getlines fileinput.input jax.profiler.start_trace jax.profiler.trace
        jax.profiler.save_device_memory_profile jax.profiler.start_server inspect.getsource inspect.getsourcelines""",
    "a subprocess": """os.system os.popen os.fork os.forkpty os.execv os.execve os.execl os.execlp os.execvp
        os.posix_spawn os.posix_spawnp os.spawnl os.spawnv os.startfile pty.spawn webbrowser.open""",
}
SIDE_EFFECT_ROOTS = {
    "subprocess": "a subprocess",
    "multiprocessing": "a subprocess",
    "concurrent.futures.ProcessPoolExecutor": "a subprocess",
    "socket": "network access",
    "socketserver": "network access",
    "ssl": "network access",
    "urllib.request": "network access",
    "http": "network access",
    "requests": "network access",
    "httpx": "network access",
    "aiohttp": "network access",
    "ftplib": "network access",
    "smtplib": "network access",
    "xmlrpc": "network access",
    "asyncio.open_connection": "network access",
    "jax.distributed": "network access",
    "shutil": "file access",
    "tempfile": "file access",
    "absl.logging": "logging",
    "loguru": "logging",
}
SOCKET_HARMLESS = frozenset({"socket.gethostname", "urllib.request.Request", "shutil.get_terminal_size"})
BY_NAME = {name: what for what, names in SIDE_EFFECTS.items() for name in names.split()}

TAMPERING = frozenset(
    [
        "sys.settrace",
        "sys.setprofile",
        "sys._getframe",
        "sys._current_frames",
        "sys.addaudithook",
        "sys.exit",
        "os._exit",
        "os.abort",
        "os.kill",
        "os.killpg",
        "threading.settrace",
        "threading.setprofile",
        "threading.settrace_all_threads",
        "builtins.exit",
        "builtins.quit",
        "atexit.register",
        "atexit.unregister",
        "importlib.reload",
        "gc.get_objects",
        "gc.get_referrers",
        "gc.get_referents",
        "inspect.currentframe",
        "inspect.stack",
        "inspect.trace",
        "inspect.getouterframes",
        "inspect.getinnerframes",
        "unittest.mock.patch",
        "unittest.mock.patch.object",
        "unittest.mock.patch.dict",
        "resource.setrlimit",
        "site.main",
        "builtins.object.__setattr__",
        "sys.modules.get",
        "sys.modules.items",
        "sys.modules.values",
        "sys.modules.copy",
        "sys.meta_path.append",
        "sys.meta_path.insert",
        "sys.path_hooks.append",
        "sys.path_hooks.insert",
        "types.FunctionType",
        "types.CodeType",
        "builtins.type.__setattr__",
    ]
)
TAMPERING_ROOTS = ("ctypes", "signal", "sys.monitoring", "faulthandler", "cffi")
MUTATORS = frozenset("update pop popitem clear setdefault remove discard extend __setitem__ __delitem__".split())
SIGNAL_HARMLESS = frozenset({"signal.Signals", "signal.getsignal", "signal.valid_signals"})


def dotted(value: Value) -> str:
    """Spell what is called: ``logging.getLogger().info``."""
    match value:
        case Ref(name=name):
            return name
        case Attr(obj=owner, name=name):
            return f"{dotted(owner)}.{name}"
        case Call(func=func):
            return f"{dotted(func)}()"
        case Bound(func=func):
            return dotted(func)
        case Op(op="/", operands=(left, _)):  # pathlib joins paths with it
            return dotted(left)
    return ""


def side_effect(name: str) -> str | None:
    """Say which side effect a call of this name has, or None."""
    if name in BY_NAME:
        return BY_NAME[name]
    head, _, last = name.rpartition(".")
    if (head == "logging" or "logging.getLogger()" in head or "logging.Logger()" in head) and last in LOGGING:
        return "logging"
    if last in PATH_METHODS and head.startswith("pathlib."):
        return "file access"
    if last in {"tofile", "dump"} and head.endswith("()"):
        return "file access"
    if name in SOCKET_HARMLESS:
        return None
    for root, what in SIDE_EFFECT_ROOTS.items():
        if name == root or name.startswith((root + ".", root + "()")):
            return what
    return None


def no_side_effects(run: Run, explain: Explainer) -> Iterator[Finding]:
    """Nothing printed, logged, written, sent or started by code that runs."""
    seen: set[int] = set()
    for event in (*run.events, *run.machine.handed):
        if id(event.site.node) in seen:
            continue
        for func in options(event.func):
            name = dotted(func)
            what = side_effect(name)
            if what is None:
                continue
            if _nested(name, seen, event):
                continue
            seen.add(id(event.site.node))
            where = "when the file is imported" if event.phase == "import" else "when the function runs"
            yield explain.finding(
                "",
                f"This does {what} {where}; the answer must have no side effects."
                if what not in {"printing", "logging"}
                else f"This is {what} {where}; the answer must have no side effects.",
                event.site.node,
                found=explain.places.text(event.site.node),
                step='Take it out, or put it under `if __name__ == "__main__":`.',
                rule=Rule.NO_SIDE_EFFECTS,
                severity=Severity.ERROR if event.sure else Severity.WARNING,
            )
            break


def _nested(name: str, seen: set[int], event: Event) -> bool:
    """Tell whether a call is a method of something already reported (``open(...).write``)."""
    if "()" not in name or not isinstance(event.func, Attr):
        return False
    owner: Value = event.func
    while isinstance(owner, Attr):
        owner = owner.obj
    return isinstance(owner, Call) and id(owner.site.node) in seen


def _redefines(name: str) -> bool:
    """Tell whether a call gives something of JAX or NumPy another meaning: a primitive, or one of their tables."""
    head, _, last = name.rpartition(".")
    if not head.startswith(("jax.", "jaxlib.", "numpy.")) or "()" in head or head == "jax.config":
        return False
    inner = head.startswith(("jax._src", "jax.interpreters", "jax.extend"))
    return last in MUTATORS or last.startswith("def_") or (inner and last.startswith(("register_", "defjvp", "defvjp")))


def no_tampering(run: Run, explain: Explainer) -> Iterator[Finding]:
    """No change to other modules, and nothing that reaches behind the language."""
    seen: set[int] = set()
    for write in run.machine.writes:
        if id(write.site.node) in seen:
            continue
        seen.add(id(write.site.node))
        yield _tampering(
            explain, f"This changes `{dotted(write.target)}`, which is not yours to change.", write.site.node
        )
    for event in (*run.events, *run.machine.handed):
        for func in options(event.func):
            name = dotted(func)
            trick = name in TAMPERING or name.startswith(tuple(f"{r}." for r in TAMPERING_ROOTS)) or _redefines(name)
            if name in SIGNAL_HARMLESS or not trick or id(event.site.node) in seen:
                continue
            seen.add(id(event.site.node))
            yield _tampering(explain, f"`{name.removeprefix('builtins.')}` has no place in an answer.", event.site.node)
    for event in run.events:
        if dotted(event.func).endswith(
            (
                "__dict__.update",
                "sys.modules.update",
                "__dict__.pop",
                "sys.modules.pop",
                "__dict__.setdefault",
                "sys.modules.setdefault",
                "__dict__.__setitem__",
            )
        ):
            yield _tampering(explain, f"This changes `{dotted(event.func).rpartition('.')[0]}`.", event.site.node)
    for touch in run.machine.touches:
        if touch.what in {"exec", "eval", "compile", "getattr", "vars", "globals", "locals"} or touch.what.startswith(
            "an "
        ):
            continue
        if id(touch.site.node) not in seen:
            seen.add(id(touch.site.node))
            yield _tampering(explain, f"`{touch.what}` reaches behind the language.", touch.site.node)


def _tampering(explain: Explainer, message: str, node: cst.CSTNode) -> Finding:
    return explain.finding(
        "",
        message,
        node,
        found=explain.places.text(node),
        step="Take it out: the answer needs nothing of the kind.",
        rule=Rule.NO_TAMPERING,
    )


def host_uses_jax(run: Run, explain: Explainer) -> Iterator[Finding]:
    """JAX called inside a host function can hang: NumPy is the tool there."""
    seen: set[int] = set()
    for event in run.events:
        if not event.in_host or id(event.site.node) in seen:
            continue
        name = dotted(event.func)
        if name.startswith("jax.") and name.rpartition(".")[0] != "jax.config" and not isinstance(event.func, Unknown):
            seen.add(id(event.site.node))
            yield explain.finding(
                "",
                "This calls JAX inside the host function, which can hang.",
                event.site.node,
                expected="NumPy",
                found=explain.places.text(event.site.node),
                step="Use NumPy on the host: `np` instead of `jnp`.",
                rule=Rule.HOST_USES_JAX,
                severity=Severity.WARNING,
            )


RULES: dict[str, RuleFunction] = {
    "no-side-effects": no_side_effects,
    "no-tampering": no_tampering,
    "host-uses-jax": host_uses_jax,
    "one-callback": one_callback,
}
__all__ = ["RULES", "Const"]
