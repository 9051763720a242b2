"""Fights for language-model agents: tools that play, referee and answer, and an MCP server."""
