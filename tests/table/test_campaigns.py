"""Campaigns: groups of fights, the next fight with the survivors, export and import."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.table.server import UNHURRIED, Json, Server, ask

from shieldwall.abilities.body_conditions import BLIND
from shieldwall.cli.main import cli
from shieldwall.content import load_encounter
from shieldwall.fight import Fight
from shieldwall.store.save_file import load_fight, replay_file, save_fight
from shieldwall.table.archive import bundle
from shieldwall.table.archive.bundle import BadArchive, archive_bytes, read_archive
from shieldwall.table.persistence.database import Store, sqlite_url
from shieldwall.table.persistence.records import resume

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    (folder / "encounters").mkdir(parents=True)
    text = (
        "title: Mine\nrules: sovereign\nmap: {size: 8x4}\nsides:\n"
        "  - {name: party, party: adventurers}\n"
    )
    (folder / "encounters" / "mine.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("SHIELDWALL_HOME", str(folder))
    return folder


def fought(server: Server) -> Json:
    """A fight after which one unit is hurt and blind, and one is dead."""
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        for what in ("hp alda 5", "condition alda blind", "fate brand dead", "end victory"):
            gm.send(type="rule", what=what)
            gm.sync()
    return started


def test_the_party_goes_on_as_it_came_out(server: Server) -> None:
    """HP, conditions, items and the dead; each only on request."""
    first = fought(server)["fight"]
    put = server.http.put(f"/api/fights/{first}/campaign", json={"name": "  The Long   Road "})
    assert put.status_code == 204
    second = server.start("crypt", survivors=first)["fight"]
    with server.gm(second) as gm:
        gm.until_asked()
        assert gm.unit("alda")["hp"] == 5
        assert "blind" in gm.unit("alda")["conditions"]
        assert "brand" not in [unit["id"] for unit in gm.state["units"]]
    fresh = server.start("crypt", survivors=first, carry=["items"])["fight"]
    with server.gm(fresh) as gm:
        gm.until_asked()
        assert gm.unit("alda")["hp"] == gm.unit("alda")["max_hp"]
        assert "blind" not in gm.unit("alda")["conditions"]
        assert gm.unit("brand")["hp"] == gm.unit("brand")["max_hp"]
    found = server.http.get("/api/campaigns").json()
    assert [one["name"] for one in found] == ["The Long Road"]
    assert {one["id"] for one in found[0]["fights"]} == {first, second, fresh}
    line = next(one for one in server.http.get("/api/fights").json() if one["id"] == second)
    assert line["campaign"] == "The Long Road"
    server.http.put(f"/api/fights/{fresh}/campaign", json={"name": ""})
    server.http.put(f"/api/fights/{second}/campaign", json={"name": ""})
    (only,) = server.http.get("/api/campaigns").json()
    assert [one["id"] for one in only["fights"]] == [first]
    party = {one["unit"]: one for one in only["party"]}
    assert (party["alda"]["hp"], party["alda"]["conditions"]) == (5, ["blind"])
    assert party["brand"]["fate"] == "slain"


def test_everything_goes_to_another_machine(
    server: Server, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A zip of plain files; the same fights, reviews, pictures and files come out of it there."""
    started = fought(server)
    first = started["fight"]
    server.http.put(f"/api/fights/{first}/campaign", json={"name": "The Long Road"})
    picture = server.http.put(f"/api/fights/{first}/pictures/alda", content=PIXEL)
    assert picture.status_code == 204, picture.text
    tape = server.http.get(f"/api/fights/{first}/tape").text
    data = server.http.get("/api/archive").content
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert "library/encounters/mine.yaml" in names
    assert f"fights/{first}/pictures/alda.png" in names
    for seat in started["seats"]:
        assert seat["link"].partition("token=")[2].encode() not in data
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        plain = tmp_path / "plain.tape"
        plain.write_bytes(file.read(f"fights/{first}/fight.tape"))
    assert replay_file(str(plain)).state.units[0].hp == 5
    there = tmp_path / "there"
    monkeypatch.setenv("SHIELDWALL_HOME", str(there))
    other = Server(sqlite_url(tmp_path / "other.sqlite3"), rate=UNHURRIED)
    try:
        answer = other.http.post("/api/archive", content=data)
        assert answer.status_code == 201, answer.text
        assert answer.json()["fights"] == [first]
        assert answer.json()["files"] == ["encounters/mine.yaml"]
        assert other.http.get(f"/api/fights/{first}/tape").text == tape
        assert other.http.get(f"/api/fights/{first}/pictures/alda").content == PIXEL
        assert other.http.get("/api/campaigns").json()[0]["name"] == "The Long Road"
        mine = (there / "encounters" / "mine.yaml").read_bytes()
        assert mine == (home / "encounters" / "mine.yaml").read_bytes()
        old = next(seat["link"] for seat in started["seats"]).partition("token=")[2]
        headers = {"authorization": f"Bearer {old}"}
        assert ask("GET", f"{other.base}/api/me", headers=headers).status_code == 401
        # Once more: everything is here, and nothing is overwritten.
        (there / "encounters" / "mine.yaml").write_text("title: Other\n", encoding="utf-8")
        again = other.http.post("/api/archive", content=data).json()
        assert (again["fights"], again["files"]) == ([], [])
        assert "already exists here" in again["left_out"][0]
        assert "another file has this name" in again["left_out"][1]
        assert (there / "encounters" / "mine.yaml").read_text() == "title: Other\n"
    finally:
        other.stop()


def test_only_the_gm_reaches_campaigns_and_archives(server: Server) -> None:
    started = server.start("duel")
    seat = started["seats"][0]["link"].partition("token=")[2]
    for token in (seat, server.rooms.guest_token):
        headers = {"authorization": f"Bearer {token}"}
        for method, path in (
            ("GET", "/api/campaigns"),
            ("GET", "/api/archive"),
            ("POST", "/api/archive"),
            ("PUT", f"/api/fights/{started['fight']}/campaign"),
        ):
            body = {"name": "x"} if method == "PUT" else None
            answer = ask(method, server.base + path, headers=headers, json=body)
            assert answer.status_code == 403, (method, path)


# What strangers send.


def repacked(data: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        files = {name: file.read(name) for name in file.namelist()}
    change(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return out.getvalue()


def without_manifest(files: dict[str, bytes]) -> None:
    del files["manifest.json"]


@pytest.fixture
def archive(server: Server, home: Path) -> bytes:
    fought(server)
    return archive_bytes(server.rooms.store)


@pytest.fixture
def empty(tmp_path: Path) -> Store:
    return Store(sqlite_url(tmp_path / "empty.sqlite3"))


def test_an_archive_leads_nowhere_else(archive: bytes, empty: Store, home: Path) -> None:
    def change(files: dict[str, bytes]) -> None:
        for name in (
            "library/../../evil.yaml",
            "library/encounters/../../evil.yaml",
            "library/encounters/.hidden.yaml",
            "library/encounters/run.py",
            "library/somewhere/evil.yaml",
            "/library/encounters/evil.yaml",
        ):
            files[name] = b"title: evil\n"

    before = sorted(home.parent.rglob("*"))
    brought = read_archive(empty, io.BytesIO(repacked(archive, change)))
    empty.close()
    new = set(home.parent.rglob("*")) - set(before)
    assert not [path for path in new if "evil" in path.name or path.suffix == ".py"]
    assert brought.files == []
    assert len([line for line in brought.left_out if "not a name for a file" in line]) == 5


def test_a_bomb_is_not_unpacked(
    archive: bytes, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(files: dict[str, bytes]) -> None:
        name = next(one for one in files if one.endswith("entries.jsonl"))
        files[name] = b" " * 3_000_000

    bomb = repacked(archive, change)
    assert len(bomb) < 300_000
    monkeypatch.setattr(bundle, "MOST_FILE", 1_000_000)
    brought = read_archive(empty, io.BytesIO(bomb))
    assert brought.fights == []
    assert "too large" in brought.left_out[0]
    monkeypatch.setattr(bundle, "MOST_BYTES", 1_000_000)
    with pytest.raises(BadArchive, match="Unpacked, this archive is larger"):
        read_archive(empty, io.BytesIO(bomb))
    monkeypatch.setattr(bundle, "MOST_FILES", 2)
    with pytest.raises(BadArchive, match="more than 2 files"):
        read_archive(empty, io.BytesIO(archive))
    empty.close()


def test_a_fight_that_is_none_is_left_out(archive: bytes, empty: Store) -> None:
    """Each is checked by itself; every problem is reported in words."""

    def spoil(ending: str, old: bytes, new: bytes) -> bytes:
        def change(files: dict[str, bytes]) -> None:
            name = next(one for one in files if one.endswith(ending))
            assert old in files[name]
            files[name] = files[name].replace(old, new, 1)

        return repacked(archive, change)

    for data, words in (
        (spoil("entries.jsonl", b'"kind": "tape"', b'"kind": "evil"'), "not an entry of a fight"),
        (spoil("entries.jsonl", b"hp alda 5", b"hp nobody 5"), "cannot be played again"),
        (spoil("setup.json", b"{", b"[" * 100_000), ""),
        (spoil("fight.json", b'"seed": "', b'"seed": "x'), "seed is not a number"),
        (spoil("fight.json", b'"role": "player"', b'"role": "boss"'), "seats is not a seat"),
        (spoil("manifest.json", b'"fights": [\n  "', b'"fights": [\n  "../'), "id is not valid"),
    ):
        brought = read_archive(empty, io.BytesIO(data))
        assert brought.fights == [], words
        assert words in brought.left_out[0]
    assert empty.fights() == []
    for data, words in (
        (b"no zip at all", "not an archive of Shieldwall"),
        (spoil("manifest.json", b'"shieldwall-archive": 1', b'"shieldwall-archive": 9'), "form 9"),
        (repacked(archive, without_manifest), "manifest.json is missing"),
    ):
        with pytest.raises(BadArchive, match=words):
            read_archive(empty, io.BytesIO(data))
    assert len(read_archive(empty, io.BytesIO(archive)).fights) == 1
    empty.close()


# The command.


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["campaign", *map(str, words)])


def test_the_command_lists_exports_and_imports(
    archive: bytes, server: Server, tmp_path: Path
) -> None:
    here = server.rooms.store.url
    fight = server.rooms.store.fights()[0].ident
    assert run("add", "The Long Road", fight, "--store", here).exit_code == 0
    listed = json.loads(run("list", "--json", "--store", here).output)
    assert listed[0]["campaign"] == "The Long Road"
    assert listed[0]["fights"][0]["id"] == fight
    shown = run("show", "The Long Road", "--store", here)
    assert "Alda" in shown.output
    assert "5 of 13" in shown.output
    assert "did you mean The Long Road?" in run("show", "The Long Rood", "--store", here).output
    zipped = tmp_path / "all.zip"
    assert run("export", zipped, "The Long Road", "--store", here).exit_code == 0
    there = sqlite_url(tmp_path / "there.sqlite3")
    said = run("import", zipped, "--store", there)
    assert "1 fights and 0 files" in said.output, said.output
    store = Store(there)
    row = store.fight(fight)
    assert row is not None
    assert resume(row, store.entries(fight)).fight.state.units[0].hp == 5
    store.close()


def test_the_command_begins_the_next_fight(tmp_path: Path) -> None:
    setup = load_encounter("yard")
    fight = Fight(setup, 1)
    fight.rule("hp alda 5")
    fight.rule("condition alda blind")
    fight.rule("fate brand dead")
    fight.rule("end victory")
    before, after = tmp_path / "evening.fight", tmp_path / "morning.fight"
    save_fight(fight, str(before))
    said = run("next", before, "crypt", "-o", after, "--seed", 4)
    assert said.exit_code == 0, said.output
    new = load_fight(str(after))
    alda = next(unit for unit in new.state.units if unit.ident == "alda")
    assert alda.hp == 5
    assert "brand" not in [unit.ident for unit in new.state.units]
    assert any(effect.kind is BLIND for effect in alda.effects), "blind"
    run("next", before, "crypt", "-o", after, "--carry", "items")
    new = load_fight(str(after))
    assert "brand" in [unit.ident for unit in new.state.units]
    assert "--carry 'hpp'" in run("next", before, "crypt", "-o", after, "--carry", "hpp").output
