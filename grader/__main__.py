"""Run the command line: ``python -m grader``."""

import gc
import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130


def _stop(number: int = 0, frame: FrameType | None = None) -> None:
    """Leave on Ctrl-C at a moment at which nothing has begun, or everything is over: there is nothing to clean up."""
    os.write(2, b"stopped\n")
    os._exit(INTERRUPTED)


OURS = signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""False where whoever started this process wants it to go on regardless of Ctrl-C."""
if OURS:
    signal.signal(signal.SIGINT, _stop)

from grader.sandbox import launch  # noqa: E402 - Ctrl-C may come while modules are read


def main() -> None:
    """Launch the sandbox first where it will be needed: importing JAX is what takes longest."""
    _mend_streams()
    words = set(sys.argv[1:4]) & {"grade", "watch"}
    needed = words and not {"-h", "--help"} & set(sys.argv)
    launched = launch.launch(launch.settings_of(warm="watch" in words)) if needed else None
    # Modules are forever: looking for garbage among them every few hundred objects is a tenth of importing them.
    gc.set_threshold(50_000)
    from grader.cli import main as cli_main  # noqa: PLC0415 - read while the sandbox starts

    try:
        if OURS:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        cli_main(launched=launched)
    except SystemExit as leaving:
        if OURS:
            signal.signal(signal.SIGINT, _stop)
        # Everything is written and every process ended: taking the interpreter down in order would only cost time.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 2)
    except KeyboardInterrupt:
        _stop()


def _mend_streams() -> None:
    """Give what is closed somewhere to go, and write what a stream's encoding does not have as escapes.

    A standard stream that is closed would else be the first file that is opened, such as the journal.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
