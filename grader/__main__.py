"""Run the command line: ``python -m grader``."""

import gc
import os
import sys

from grader.sandbox import launch


def main() -> None:
    """Launch the sandbox first where it will be needed: importing JAX is what takes longest."""
    words = set(sys.argv[1:4]) & {"grade", "watch"}
    needed = words and not {"-h", "--help"} & set(sys.argv)
    launched = launch.launch(launch.settings_of(warm="watch" in words)) if needed else None
    # Modules are forever: looking for garbage among them every few hundred objects is a tenth of importing them.
    gc.set_threshold(50_000)
    from grader.cli import main as cli_main  # noqa: PLC0415 - read while the sandbox starts

    try:
        cli_main(launched=launched)
    except SystemExit as leaving:
        # Everything is written and every process ended: taking the interpreter down in order would only cost time.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 2)


if __name__ == "__main__":
    main()
