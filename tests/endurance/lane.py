"""One store and its servers, one after the other, each until it is killed."""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.endurance.fights import Lost, Played, Wishes, rows_of
from tests.endurance.injected import Injector
from tests.endurance.mishaps import Mishaps, OfPostgres, OfSqlite
from tests.endurance.player import Whims
from tests.endurance.postgres import Postgres
from tests.endurance.screen import BROKEN, GONE, PATIENCE, Refused, Screen
from tests.endurance.served import DidNotStart, Forker, Table, sqlite_of

Json = dict[str, Any]
COLD: Final = 0.03
"""How often a server is started from nothing, as a person does."""
FIGHTS: Final = 2
"""That are played at a time."""
KILL_IN: Final = ("killed in a write", "killed in a sync", "killed before a word is sent")
GM: Final = "GM"
ORPHANED: Final = re.compile(
    r"Traceback \(most recent call last\):\n(?:  .*\n)*?"
    r"  File .*multiprocessing/spawn\.py.*\n(?:  .*\n)*EOFError: Ran out of input\n"
)
"""A worker that was starting when its server was killed has no parent to give it work."""
STUCK: Final = "nobody is asked, and nothing goes on"


class Tally:
    """What has happened in the whole run."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.acknowledged: Counter[str] = Counter()
        self.kills: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.books: Counter[str] = Counter()
        self.failures: list[str] = []

    @property
    def killed(self) -> int:
        return sum(self.kills.values())


class Lane:
    def __init__(
        self,
        name: str,
        seed: str,
        folder: Path,
        library: Path | None,
        tally: Tally,
        only: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.only = only
        """The faults that happen, in every life; by default any of them, now and then."""
        self.chance = random.Random(f"{seed} {name}")
        self.folder = folder
        self.tally = tally
        self.wishes = Wishes(self.chance)
        self.whims = Whims(self.chance)
        self.fights: list[Played] = []
        self.retired: list[Played] = []
        self.life = 0
        self.tokens: tuple[str, str] | None = None
        self.database: Postgres | None = None
        self.injector = Injector(library, folder, str(folder / "table.sqlite3"))
        self.mishaps: Mishaps
        if name.startswith("postgresql"):
            self.database = Postgres()
            disk = Injector(library, self.database.folder, "base/:pg_wal/:global/:pg_xact/")
            self.database.environment = disk.environment()
            self.database.start()
            self.url = self.database.url
            self.mishaps = OfPostgres(self.chance, self.injector, self.database, disk)
        else:
            self.url = sqlite_of(folder)
            file = folder / "table.sqlite3"
            self.mishaps = OfSqlite(self.chance, self.injector, file)
        self.forker = Forker(folder, self.injector.environment())

    def fail(self, what: str, fight: Played | None = None) -> None:
        where = "" if fight is None else f", fight {fight.ident} ({fight.what})"
        words = f"{self.name}, life {self.life}{where}: {what}"
        self.tally.failures.append(words)
        print(words, file=sys.stderr, flush=True)

    # Lives.

    async def run(self, goes_on: Callable[[], bool]) -> None:
        while goes_on():
            self.life += 1
            try:
                async with asyncio.timeout(10 * PATIENCE):
                    await self._live()
            except DidNotStart as error:
                self.fail(str(error))
                await asyncio.sleep(1)

    async def _live(self) -> None:
        cold = self.chance.random() < COLD
        table = await Table.start(self.forker, self.url, cold)
        self.tally.counts["cold starts" if cold else "warm starts"] += 1
        tables: list[tuple[Played, list[Screen]]] = []
        try:
            self._check_links(table)
            for fight in await self._some_fights(table):
                screens = await self._sit(table, fight)
                if screens:
                    tables.append((fight, screens))
            how = await self._play(table, tables)
        except (TimeoutError, *GONE) as error:
            how = "killed by the clock"
            if not table.child.ended.is_set():
                self.fail(f"the server does not answer: {type(error).__name__} {error}")
        await self._end(table, tables, how)

    async def _end(self, table: Table, tables: list[tuple[Played, list[Screen]]], how: str) -> None:
        table.child.kill()
        await table.child.ended.wait()
        await self.mishaps.heal()
        self.injector.heal()
        self.tally.kills[how] += 1
        for fight, screens in tables:
            for screen in screens:
                await screen.until(screen.gone.is_set, quietly=True)
            fight.remember(screens)
            for screen in screens:
                self.tally.counts["refused"] += screen.refusals
                if any(BROKEN in words for words in screen.troubles):
                    self.fail(f"a mistake in Shieldwall, at {fight.pending}", fight)
                await screen.leave()
        await table.close()
        said = ORPHANED.sub("", table.child.said())
        if "Traceback" in said:
            self.fail(f"the server writes a traceback: {said[-3000:]}")

    def _check_links(self, table: Table) -> None:
        if self.tokens not in (None, (table.token, table.guests)):
            self.fail("the links of GM and players are others than before")
        self.tokens = (table.token, table.guests)

    async def _some_fights(self, table: Table) -> list[Played]:
        for fight in [one for one in self.fights if one.is_done()]:
            self.fights.remove(fight)
            self.retired.append(fight)
        while len(self.fights) < FIGHTS + 1:
            self.fights.append(await self._begin(table))
        return self.chance.sample(self.fights, FIGHTS)

    async def _begin(self, table: Table) -> Played:
        wanted = self.wishes.next()
        answer = await table.http.post("/api/fights", json=wanted)
        if answer.status_code != 201:
            raise ConnectionError(f"no fight is begun: {answer.status_code} {answer.text[:200]}")
        started = answer.json()
        self.tally.counts["fights"] += 1
        self.tally.books[f"{wanted['book']}{', open' if wanted['space'] else ''}"] += 1
        tokens = {seat["name"]: seat["link"].partition("token=")[2] for seat in started["seats"]}
        what = f"{wanted['book']} {wanted['encounter']} {wanted['space']} {wanted['settings']}"
        return Played(started["fight"], what, tokens)

    # Sitting down.

    async def _sit(self, table: Table, fight: Played) -> list[Screen]:
        """The GM, up to two players and sometimes a watcher."""
        screens: list[Screen] = []
        fight.lives += 1
        try:
            gm = await Screen.enter(table.base, GM, table.token, fight.ident)
            screens.append(gm)
            fight.check_rows(await rows_of(self.url, fight.ident))
            fight.check(gm)
            await self._know_seats(fight, gm)
            for name in self.chance.sample(sorted(fight.tokens), min(2, len(fight.tokens))):
                screens.append(await Screen.enter(table.base, name, fight.tokens[name]))
                fight.check(screens[-1])
            await self._check_revoked(table, fight)
            await self._somebody_is_asked(gm)
            self.tally.counts["checked"] += 1
        except Refused as error:
            self.fail(f"somebody is not let in: {error}", fight)
        except Lost as error:
            self.tally.counts["lost"] += 1
            self.fail(str(error), fight)
        except AssertionError as error:
            self.tally.counts["stuck"] += 1
            self.fail(str(error), fight)
        fight.told = {}
        fight.pending = None
        fight.in_doubt = set()
        return screens

    async def _know_seats(self, fight: Played, gm: Screen) -> None:
        """Of a seat whose link was being changed when the server was killed: make another."""
        seats = {seat["name"] for seat in gm.state["seats"]}
        for name in sorted(fight.unsure):
            fight.tokens.pop(name, None)
            if name in seats:
                await gm.do({"type": "invite", "name": name})
                self._learn_links(fight, gm)
        fight.unsure = set()

    def _learn_links(self, fight: Played, gm: Screen) -> None:
        for seat in gm.state["seats"]:
            if seat["link"] and seat["name"] != GM:
                fight.tokens[seat["name"]] = seat["link"].partition("token=")[2]

    async def _check_revoked(self, table: Table, fight: Played) -> None:
        if not fight.revoked:
            return
        try:
            stranger = await Screen.enter(table.base, "revoked", self.chance.choice(fight.revoked))
        except Refused:
            return
        await stranger.leave()
        raise Lost("a link that was taken back opens the door again")

    async def _somebody_is_asked(self, gm: Screen) -> None:
        def is_asked() -> bool:
            asked = gm.asked
            return bool(asked["asks"] or asked["die"] or gm.over or gm.state["minds"])

        try:
            await gm.until(is_asked)
        except TimeoutError:
            raise AssertionError(STUCK) from None

    # Playing.

    async def _play(self, table: Table, tables: list[tuple[Played, list[Screen]]]) -> str:
        """Until it is killed; how that was done."""
        playing = [asyncio.create_task(self._at(fight, screens)) for fight, screens in tables]
        ended = asyncio.create_task(table.child.ended.wait())
        try:
            return await self._plan(table, tables, ended)
        finally:
            table.child.kill()
            await asyncio.gather(*playing, ended, return_exceptions=True)
            for task in playing:
                error = task.exception() if task.done() and not task.cancelled() else None
                if error is not None and not isinstance(error, (TimeoutError, *GONE)):
                    raise error

    async def _plan(
        self,
        table: Table,
        tables: list[tuple[Played, list[Screen]]],
        ended: asyncio.Task[bool],
    ) -> str:
        wait = self.chance.uniform(0.02, 0.9)
        often = bool(self.only)
        if not often and self.injector.library is not None and self.chance.random() < 0.4:
            sorts = KILL_IN if self.database is None else KILL_IN[2:]
            how = self.chance.choice(sorts)
            most = 60 if how == KILL_IN[2] else 25
            self.injector.strike(how, self.chance.randrange(most))
            await asyncio.wait({ended}, timeout=wait + 1.5)
            return how if ended.done() else "killed by the clock"
        if often or self.chance.random() < 0.3:
            await self._mishap(tables, ended)
        await asyncio.wait({ended}, timeout=wait)
        return "killed by the clock"

    async def _mishap(
        self, tables: list[tuple[Played, list[Screen]]], ended: asyncio.Task[bool]
    ) -> None:
        """Something goes wrong for a while; half of the time it is put right before the kill."""
        names = self.mishaps.of(self.only)
        if not names:
            return
        name = self.chance.choice(names)
        await asyncio.wait({ended}, timeout=self.chance.uniform(0, 0.3))
        await self.mishaps.strike(name)
        self.tally.faults[name] += 1
        await asyncio.wait({ended}, timeout=self.chance.uniform(0.05, 0.7))
        if self.chance.random() < 0.5:
            return
        await self.mishaps.heal()
        for fight, screens in tables:
            if screens and not ended.done():
                await self._goes_on(fight, screens[0], name)

    async def _goes_on(self, fight: Played, gm: Screen, name: str) -> None:
        """The store is well again: before long the table takes orders again."""
        before = self.tally.acknowledged[fight.ident]
        try:
            async with asyncio.timeout(PATIENCE):
                while self.tally.acknowledged[fight.ident] == before and not gm.over:
                    if gm.gone.is_set():
                        return
                    await asyncio.sleep(0.05)
        except TimeoutError:
            self.tally.counts["stuck"] += 1
            asks = [(ask["unit"], ask["whose"]) for ask in gm.asked["asks"]]
            self.fail(
                f"the table does not recover from {name}: {gm.troubles[-2:]}, under way "
                f"{fight.pending}, asked {asks}, {gm.state['settings']}, {gm.state['minds']}",
                fight,
            )
            return
        self.tally.counts["recovered"] += 1

    async def _at(self, fight: Played, screens: list[Screen]) -> None:
        """One message at a time; it counts as pending until all clients have its result."""
        while not screens[0].gone.is_set():
            screen = self.chance.choice([one for one in screens if not one.gone.is_set()])
            message = self.whims.next(screen)
            if message is None:
                await asyncio.sleep(0.01)
                continue
            fight.pending = message
            if message["type"] in ("invite", "revoke", "seat"):
                fight.unsure.add(message["name"])
            done = await screen.do(message)
            for other in screens:
                if other is not screen and not other.gone.is_set():
                    try:
                        await other.sync()
                    except GONE:
                        # By this message it was shown out, or the server is dead.
                        if not other.was_shown_out():
                            raise
            fight.pending = None
            if screen.waits and screen.name != GM:
                fight.in_doubt.add(message["type"])
                continue
            if screen.was_left_in_doubt:
                fight.in_doubt.add(message["type"])
                continue
            if done:
                self.tally.acknowledged[message["type"]] += 1
                self.tally.acknowledged[fight.ident] += 1
            self._heed(fight, screen, message, done)

    def _heed(self, fight: Played, screen: Screen, message: Json, done: bool) -> None:
        """Links that have come, changed or gone."""
        name = message.get("name", "")
        if message["type"] in ("invite", "revoke", "seat"):
            fight.unsure.discard(name)
            if done and message["type"] != "seat" and name in fight.tokens:
                fight.revoked.append(fight.tokens.pop(name))
            self._learn_links(fight, screen)

    # The end.

    async def look_back(self) -> None:
        """Open every fight, check that play can continue, and replay its tape."""
        table = await Table.start(self.forker, self.url)
        try:
            known = {line["id"] for line in (await table.http.get("/api/fights")).json()}
            for fight in [*self.retired, *self.fights]:
                if fight.ident not in known:
                    self.fail("it is not in the list of fights", fight)
                    continue
                await self._look_at(table, fight)
        finally:
            table.child.kill()
            await table.child.ended.wait()
            await table.close()

    async def _look_at(self, table: Table, fight: Played) -> None:
        for screen in await self._sit(table, fight):
            await screen.leave()
        self.tally.counts["opened"] += 1
        answer = await table.http.get(f"/api/fights/{fight.ident}/tape")
        path = self.folder / f"{fight.ident}.tape"
        path.write_text(answer.text, encoding="utf-8")
        child = self.forker.start(["replay", "--quiet", str(path)])
        async with asyncio.timeout(PATIENCE):
            await child.ended.wait()
        if "verified" in child.said():
            self.tally.counts["replayed"] += 1
            path.unlink()
        else:
            self.fail(f"its tape does not replay: {child.said()[-600:]}", fight)

    async def close(self) -> None:
        self.forker.close()
        if self.database is not None:
            await asyncio.to_thread(self.database.close)
