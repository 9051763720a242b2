"""The protocol's types: the page's types match the server's."""

from __future__ import annotations

from tools.protocol import TARGET, models, typescript

from shieldwall.table.protocol import client_message, server_message


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert TARGET.read_text(encoding="utf-8") == typescript(), "run python tools/protocol.py"


def test_every_message_has_a_type_of_its_own() -> None:
    for union in (client_message, server_message):
        types = union.json_schema()["discriminator"]["mapping"]
        assert len(types) == len(set(types.values()))
        assert len(types) == len(union.json_schema()["oneOf"])


def test_every_message_is_one_that_is_sent() -> None:
    """A model with a `type` that is in neither union would never be used."""
    spoken = {
        name.rpartition("/")[2]
        for union in (client_message, server_message)
        for name in union.json_schema()["discriminator"]["mapping"].values()
    }
    assert {model.__name__ for model in models() if "type" in model.model_fields} == spoken
