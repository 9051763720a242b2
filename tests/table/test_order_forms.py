"""The GM's orders as forms: a filled-in form is an order the table understands."""

from __future__ import annotations

import pytest

from shieldwall.books import RULESETS
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.formats.naming import plural_of, singulars
from shieldwall.gm.order_entries import USAGE
from shieldwall.table.publish.gm_choices import workshop
from shieldwall.table.publish.order_forms import ORDER_FORMS

FORMS = [form for group in ORDER_FORMS for form in group.orders]
SOURCES = {"conditions", "fates", "grounds", "walls", "rulings", "rules"}


def test_every_form_is_an_order_there_is() -> None:
    names = {form.name for form in FORMS}
    assert names - set(USAGE) == {"", "force"}
    assert len(names) == len(FORMS)


def test_a_choice_has_words_of_its_own_or_a_list_of_the_workshop() -> None:
    shop = workshop(RULESETS["sovereign"])
    assert shop.forms == ORDER_FORMS
    for form in FORMS:
        for field in form.fields:
            if field.kind == "choice":
                assert bool(field.options) != bool(field.source), (form.name, field.key)
            if field.source in SOURCES:
                assert getattr(shop, field.source), field.source


def test_conditions_with_a_button_of_their_own_say_what_it_is_called() -> None:
    shop = workshop(RULESETS["sovereign"])
    named = {one.name: (one.label_on, one.label_off) for one in shop.toggles if one.label_on}
    assert named == {"prone": ("Knock prone", "Stand up"), "hidden": ("Hide", "Reveal")}


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("goblin", "goblins"),
        ("dire wolf", "dire wolves"),
        ("harpy", "harpies"),
        ("man-at-arms", "men-at-arms"),
        ("half-orc", "half-orcs"),
        ("lynx", "lynxes"),
        ("donkey", "donkeys"),
    ],
)
def test_several_of_a_creature_have_a_name(one: str, many: str) -> None:
    assert plural_of(one) == many


def test_every_plural_leads_back_to_its_creature() -> None:
    for name in shipped_creatures(RULESETS["sovereign"].book_folders):
        assert name in list(singulars(plural_of(name))), name
