"""The command line: the only place that prints, reads arguments and the environment, and sets the exit code."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import __version__
from grader.commands.codes import ERROR, INTERRUPTED
from grader.commands.paths import Named
from grader.model import AuthorError, GraderFault, UsageError

if TYPE_CHECKING:
    from grader.sandbox.launch import Launched

COMMANDS = tuple("grade watch summary explain diff feedback gradebook list hint reset new verify".split())
"""Each is ``grader.commands.NAME.command``, in the order of the help."""


class Commands(click.Group):
    """Reads a command's module only when it is asked for: a grade should not wait for the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in their order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Read one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"grader.commands.{cmd_name}").command
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, prog_name="grader")
@click.option("--exercises", type=Named(), help="Folder of exercises, instead of the one shipped.")
@click.option("--debug", is_flag=True, help="Show the traceback of a fault of the grader.")
@click.pass_context
def cli(context: click.Context, exercises: Path | None, debug: bool) -> None:
    """Grade JAX exercises: the source, the trace and the numbers, each judged apart."""
    context.obj = {"exercises": exercises, "debug": debug, "launched": context.obj}


def main(arguments: Sequence[str] | None = None, *, launched: Launched | None = None) -> None:
    """Run the command line and leave with its exit code; ``launched`` is a sandbox that is starting already."""
    try:
        code = run(sys.argv[1:] if arguments is None else list(arguments), launched)
    finally:
        if launched is not None:
            launched.process.kill()
            launched.process.wait()
    raise SystemExit(code)


def run(arguments: Sequence[str], launched: Launched | None = None) -> int:
    """Run the command line; every way to fail becomes a sentence and an exit code."""
    debug = "--debug" in arguments
    try:
        code = cli.main(args=list(arguments), prog_name="grader", standalone_mode=False, obj=launched)
        return int(code or 0)
    except SystemExit as leaving:
        return int(leaving.code or 0) if isinstance(leaving.code, int | None) else ERROR
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return ERROR
    except UsageError as error:
        click.echo(f"grader: {error}", err=True)
    except AuthorError as error:
        click.echo(f"grader: a mistake in the exercise, not in a submission: {error}", err=True)
    except GraderFault as error:
        _fault(error, debug=debug)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            where = f"{error.filename} cannot" if error.filename else "the output cannot all"
            click.echo(f"grader: {where} be written: {error.strerror}; make room and give the same command", err=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is still buffered would fail again on leaving
        else:
            _fault(error, debug=debug)
    except Exception as error:
        _fault(error, debug=debug)
    return ERROR


def _fault(error: Exception, *, debug: bool) -> None:
    click.echo(
        f"grader: a fault of the grader, not of a submission: {type(error).__name__}: {error}\n"
        "Nothing was scored because of it. Run again with `grader --debug ...` and report what that shows.",
        err=True,
    )
    if debug:
        traceback.print_exception(error)
