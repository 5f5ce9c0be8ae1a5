"""Run the command line: ``python -m grader``."""

import sys

from grader.sandbox import launch


def main() -> None:
    """Launch the sandbox first where it will be needed: importing JAX is what takes longest."""
    launched = launch.launch() if "grade" in sys.argv[1:3] and not {"-h", "--help"} & set(sys.argv) else None
    from grader.cli import main as cli_main  # noqa: PLC0415 - read while the sandbox starts

    cli_main(launched=launched)


if __name__ == "__main__":
    main()
