// Which picture a combatant or a thing on the map gets, by the words of its name or its weapon.

import { ICON_PATHS, type IconName } from "./iconPaths";

/** The first entry whose word occurs in the name wins: the narrower one stands first. */
const CREATURES: [string, IconName][] = [
  ["skeleton", "skeleton"],
  ["zombie", "shambling-zombie"],
  ["corpse", "shambling-zombie"],
  ["draugr", "shambling-zombie"],
  ["ghoul", "shambling-zombie"],
  ["mummy", "mummy-head"],
  ["wight", "crowned-skull"],
  ["vampire", "vampire-dracula"],
  ["shadow", "ghost"],
  ["wraith", "ghost"],
  ["spectre", "ghost"],
  ["banshee", "ghost"],
  ["wisp", "floating-ghost"],
  ["unseen hunter", "floating-ghost"],
  ["goblin", "goblin-head"],
  ["bugbear", "orc-head"],
  ["orc", "orc-head"],
  ["kobold", "lizardman"],
  ["lizard", "lizardman"],
  ["troglodyte", "lizardman"],
  ["ogre", "ogre"],
  ["ettin", "giant"],
  ["cyclops", "giant"],
  ["troll", "troll"],
  ["rat", "rat"],
  ["werewolf", "werewolf"],
  ["werebear", "bear-head"],
  ["wolf", "wolf-head"],
  ["jackal", "wolf-head"],
  ["dog", "sniffing-dog"],
  ["hound", "sniffing-dog"],
  ["bear", "bear-head"],
  ["boar", "boar"],
  ["aurochs", "bull-horns"],
  ["rhinoceros", "bull-horns"],
  ["lion", "lion"],
  ["panther", "lion"],
  ["manticore", "lion"],
  ["chimera", "lion"],
  ["hippogriff", "griffin-symbol"],
  ["griff", "griffin-symbol"],
  ["unicorn", "unicorn"],
  ["horse", "horse-head"],
  ["ape", "gorilla"],
  ["crocodile", "croc-jaws"],
  ["bat", "bat"],
  ["eagle", "eagle-head"],
  ["roc", "eagle-head"],
  ["cockatrice", "eagle-head"],
  ["toad", "frog"],
  ["frog", "frog"],
  ["viper", "snake"],
  ["python", "snake"],
  ["snake", "snake"],
  ["serpent", "snake"],
  ["weasel", "sniffing-dog"],
  ["centipede", "centipede"],
  ["beetle", "beetle-shell"],
  ["ant", "ant"],
  ["wasp", "wasp-sting"],
  ["scorpion", "scorpion"],
  ["spider", "hanging-spider"],
  ["leech", "leeching-worm"],
  ["slug", "snail"],
  ["worm", "worm-mouth"],
  ["centaur", "centaur"],
  ["minotaur", "minotaur"],
  ["harpy", "harpy"],
  ["gorgon", "medusa-head"],
  ["lamia", "medusa-head"],
  ["hydra", "hydra"],
  ["basilisk", "spiked-dragon-head"],
  ["wyvern", "wyvern"],
  ["drake", "dragon-head"],
  ["dragon", "dragon-head"],
  ["imp", "imp"],
  ["redcap", "goblin-head"],
  ["gargoyle", "gargoyle"],
  ["statue", "rock-golem"],
  ["golem", "rock-golem"],
  ["fire elemental", "fire-silhouette"],
  ["water elemental", "water-splash"],
  ["earth elemental", "rock-golem"],
  ["air elemental", "tornado"],
  ["elemental", "rock-golem"],
  ["oak warden", "evil-tree"],
  ["ooze", "slime"],
  ["jelly", "slime"],
  ["pudding", "slime"],
  ["slime", "slime"],
  ["mould", "mushrooms"],
  ["giant", "giant"],
  ["witch", "witch-face"],
  ["wizard", "wizard-face"],
  ["magician", "wizard-face"],
  ["cultist", "warlock-hood"],
  ["berserker", "barbarian"],
  ["dwarf", "dwarf-face"],
  ["elf archer", "archer"],
  ["knight", "mounted-knight"],
  ["archer", "archer"],
];

const WEAPONS: [string, IconName][] = [
  ["crossbow", "crossbow"],
  ["bow", "bow-arrow"],
  ["sling", "slingshot"],
  ["great sword", "broadsword"],
  ["two-handed sword", "broadsword"],
  ["short sword", "gladius"],
  ["seax", "gladius"],
  ["sword", "pointy-sword"],
  ["axe", "battle-axe"],
  ["hatchet", "battle-axe"],
  ["halberd", "halberd"],
  ["pole", "halberd"],
  ["pike", "spear-feather"],
  ["lance", "spear-feather"],
  ["spear", "spear-feather"],
  ["javelin", "thrown-spear"],
  ["hammer", "warhammer"],
  ["mace", "flanged-mace"],
  ["flail", "flail"],
  ["club", "wood-club"],
  ["blackjack", "wood-club"],
  ["staff", "wizard-staff"],
  ["dagger", "plain-dagger"],
  ["knife", "plain-dagger"],
  ["stiletto", "plain-dagger"],
  ["blade", "plain-dagger"],
  ["oil", "fire-bottle"],
  ["holy water", "fire-bottle"],
  ["torch", "torch"],
  ["claw", "claws"],
  ["bite", "fangs"],
  ["shield", "cross-shield"],
];

const THINGS: [string, IconName][] = [
  ["sarcophagus", "coffin"],
  ["coffin", "coffin"],
  ["tomb", "coffin"],
  ["statue", "stone-bust"],
  ["altar", "sword-altar"],
  ["standing stone", "menhir"],
  ["boulder", "stone-pile"],
  ["rock", "stone-pile"],
  ["bones", "bone-mace"],
  ["nest", "nest-eggs"],
  ["thorn tree", "evil-tree"],
  ["oak", "oak"],
  ["tree", "oak"],
  ["table", "table"],
  ["bench", "table"],
  ["bunk", "bed"],
  ["bed", "bed"],
  ["barrel", "barrel"],
  ["chest", "chest"],
  ["cart", "old-wagon"],
  ["wagon", "old-wagon"],
  ["stall", "shop"],
  ["fountain", "fountain"],
  ["trough", "water-drop"],
  ["weapon rack", "crossed-swords"],
  ["fire", "campfire"],
  ["stakes", "barricade"],
];

const CONDITIONS: [string, IconName][] = [
  ["prone", "falling"],
  ["grappl", "grab"],
  ["held", "grab"],
  ["swallowed", "grab"],
  ["paralys", "frozen-body"],
  ["helpless", "frozen-body"],
  ["asleep", "night-sleep"],
  ["sleep", "night-sleep"],
  ["blind", "blindfold"],
  ["charmed", "charm"],
  ["afraid", "terror"],
  ["flee", "run"],
  ["broken", "terror"],
  ["turned", "terror"],
  ["poison", "poison-bottle"],
  ["burning", "flame"],
  ["fire", "flame"],
  ["hidden", "hidden"],
  ["invisible", "hidden"],
  ["total defense", "shield-reflect"],
  ["defen", "shield-reflect"],
  ["screen", "shield-reflect"],
  ["stun", "knocked-out-stars"],
  ["knocked out", "knocked-out-stars"],
  ["stable", "heart-plus"],
  ["web", "spider-web"],
  ["slow", "snail"],
  ["haste", "run"],
  ["bless", "sun"],
  ["hold", "sands-of-time"],
  ["surrender", "surrounded-shield"],
];

/** Actions by their verb; of those with a weapon its own picture comes first. */
const ACTIONS: [string, IconName][] = [
  ["attack", "crossed-swords"],
  ["shoot", "bow-arrow"],
  ["throw", "thrown-knife"],
  ["charge", "sprint"],
  ["fall-upon", "surrounded-shield"],
  ["swarm", "surrounded-shield"],
  ["two-weapons", "dervish-swords"],
  ["second-blade", "dervish-swords"],
  ["whirlwind", "sword-spin"],
  ["execute", "bullseye"],
  ["finish", "death-skull"],
  ["run", "walking-boot"],
  ["fly", "feathered-wing"],
  ["disengage", "return-arrow"],
  ["stand", "person"],
  ["climb", "mountain-climbing"],
  ["leave", "exit-door"],
  ["run-away", "run"],
  ["prone", "falling"],
  ["cast", "spell-book"],
  ["swift-cast", "bolt-spell-cast"],
  ["glamour", "fairy-wings"],
  ["rune", "rune-stone"],
  ["use", "magic-swirl"],
  ["activate", "crystal-wand"],
  ["read", "scroll-unfurled"],
  ["turn", "holy-symbol"],
  ["total-defense", "shield-reflect"],
  ["screen", "shield-opposition"],
  ["hold", "hourglass"],
  ["hide", "hidden"],
  ["parry", "sword-clash"],
  ["avert", "semi-closed-eye"],
  ["rage", "enrage"],
  ["grapple", "grab"],
  ["shove", "push"],
  ["push", "push"],
  ["haul", "throwing-ball"],
  ["release", "hand"],
  ["break-free", "breaking-chain"],
  ["tear-free", "breaking-chain"],
  ["shake-off", "breaking-chain"],
  ["stabilise", "bandage-roll"],
  ["mend", "healing"],
  ["wake", "sun"],
  ["drink", "round-potion"],
  ["ready", "sword-hilt"],
  ["take-out", "sword-hilt"],
  ["reload", "quiver"],
  ["pick-up", "hand-grip"],
  ["stow", "backpack"],
  ["drop", "fall-down"],
  ["dual", "dervish-swords"],
  ["single", "sword-hilt"],
  ["envenom", "poison-bottle"],
  ["open", "open-gate"],
  ["close", "closed-doors"],
  ["hew", "battle-axe"],
  ["improvise", "talk"],
  ["say", "chat-bubble"],
  ["spare", "shaking-hands"],
  ["no-quarter", "death-skull"],
  ["parley", "shaking-hands"],
  ["surrender", "flying-flag"],
  ["done", "empty-hourglass"],
];

/** What stands for a kind of action where its verb has no picture. */
const KINDS: [string, IconName][] = [
  ["attack", "crossed-swords"],
  ["move", "walking-boot"],
  ["magic", "magic-swirl"],
  ["guard", "shield-reflect"],
  ["wrestle", "grab"],
  ["help", "healing"],
  ["gear", "backpack"],
];

/** A word begins there: the ant is not found in a giant, nor the bat in a combatant. */
function occurs(word: string, name: string): boolean {
  return new RegExp(`(^|[^a-z])${word.replace(/[^a-z ]/g, ".")}`).test(name);
}

function find(list: [string, IconName][], name: string): IconName | null {
  const lower = name.toLowerCase();
  return list.find(([word]) => occurs(word, lower))?.[1] ?? null;
}

/** The picture of a combatant: what it is, else what it holds. */
export function unitIcon(name: string, inHand: string): string {
  const found = find(CREATURES, name) ?? find(WEAPONS, inHand) ?? "cowled";
  return ICON_PATHS[found];
}

/** The picture of a weapon or an action done with it. */
export function weaponIcon(weapon: string): string {
  return ICON_PATHS[find(WEAPONS, weapon) ?? "fist"];
}

export function thingIcon(name: string): string | null {
  const found = find(THINGS, name);
  return found && ICON_PATHS[found];
}

/** null: its first letter has to do. */
export function conditionIcon(name: string): string | null {
  const found = find(CONDITIONS, name);
  return found && ICON_PATHS[found];
}

const WITH_WEAPON = new Set(["attack", "shoot", "throw"]);

/** The picture of an action on its button. */
export function actionIcon(verb: string, kind: string, weapon: string | null): string {
  const armed = weapon && WITH_WEAPON.has(verb) ? find(WEAPONS, weapon) : null;
  const own = ACTIONS.find(([name]) => name === verb) ?? KINDS.find(([name]) => name === kind);
  return ICON_PATHS[armed ?? own?.[1] ?? "talk"];
}

export const FALLEN = ICON_PATHS["death-skull"];
export const DYING = ICON_PATHS["bleeding-heart"];
