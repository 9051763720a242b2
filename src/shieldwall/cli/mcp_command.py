"""`shieldwall mcp`: tools for language-model agents, over standard input and output."""

from __future__ import annotations

import click


@click.command("mcp")
def command() -> None:
    """Serve fights, odds and rules to language-model agents (MCP).

    The server speaks over standard input and output: put this command into the configuration of
    the program that runs the agent. Needs the package mcp: pip install "shieldwall[mcp]".

    \b
    Example:
      shieldwall mcp
    """
    try:
        from shieldwall.agents.mcp_server import make_server
    except ImportError as error:
        if (error.name or "").split(".")[0] != "mcp":
            raise
        raise click.ClickException(
            'the package mcp is not installed: pip install "shieldwall[mcp]"'
        ) from error
    make_server().run()
