// Made by tools/protocol.py from the modules message_parts, protocol, rest_models and
// library_models in src/shieldwall/table. Do not edit.

export const PROTOCOL = 1;

/** A wall or door on an edge, between two points of the lattice, in squares. */
export interface WallView {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  kind: "wall" | "low" | "window" | "door" | "bars" | "drop";
  is_open: boolean;
  label: string;
  /** For a door: its number, as in the ruling `door 2 open`. */
  door: number | null;
}

/** The map. Without one (`open`), squares are positions along a line or over a field. */
export interface MapView {
  width: number;
  height: number;
  open: boolean;
  /** Without a map: width of the place in feet, 0 for unlimited. */
  passage: number;
  /** One string per row: `.` floor, `~` difficult, `x` impassable, `/` stairs, `#` solid. */
  ground: string[];
  /** Heights in feet, row by row. */
  floor: number[][];
  /** Without a map: the cover at each position, 0 to 4; 5 blocks sight. */
  cover: number[];
  /** Whether most of it is outdoors: then it is drawn as grass, else as stone. */
  sky: boolean;
  walls: WallView[];
  /** Names of squares: `{"C4": "pillar"}`. */
  names: Record<string, string>;
  /** Appearance of a named square: `{"C4": "pillar", "D4": "water"}`. */
  looks: Record<string, string>;
  /** The digest of the picture under the map (`pictures/*map*`); "" without one. */
  picture: string;
  picture_width: number;
  /** Number of squares it covers from the top left corner. */
  picture_height: number;
  /** With fog: one string per row, `1` for squares the seat has seen. */
  known: string[] | null;
}

/** A combatant, limited to what the seat may know. */
export interface UnitView {
  id: string;
  name: string;
  /** One or two letters for the token. */
  mark: string;
  side: string;
  team: number;
  /** Whether this seat plays it. */
  mine: boolean;
  seat: string;
  /** The mind that plays it, "" for a person. */
  mind: string;
  square: string | null;
  x: number;
  y: number;
  size: number;
  feet: number;
  band: "unhurt" | "hurt" | "bloodied" | "at death's door" | "down" | "dead" | "gone" | "unknown";
  hp: number | null;
  max_hp: number | null;
  ac: number | null;
  main: number | null;
  move: number | null;
  conditions: string[];
  weapons: string[];
  /** Its weapons except bare hands. */
  carries: string[];
  in_hand: string;
  /** The items in its hands, in words. */
  holds: string;
  /** Its number among identical units: the `3` of `Goblin 3`. */
  number: string;
  /** Conditions, by the names of the GM's toggles. */
  has: string[];
  /** Whether the GM has removed it from the fight. */
  is_removed: boolean;
  /** Without a map: the units within 5 ft. */
  beside: string[];
  /** The digest of its own picture (`pictures/UNIT`); "" if it has none. */
  picture: string;
  /** Its default picture. */
  icon: string;
  /** The picture of each of its conditions. */
  condition_icons: Record<string, string>;
  /** Radius in feet of its torch or lantern light. */
  light: number;
  acted: boolean;
  active: boolean;
  stops: "never" | "when it matters" | "always";
}

export interface SideView {
  name: string;
  players: boolean;
  team: number;
}

export interface ClockView {
  round: number;
  /** For books with phases: the current one. */
  phase: string;
  /** All phases of a round in order: declarations, initiative, movement ... */
  phases: string[];
  /** The sides in the order they act, or the units if they act one by one. */
  order: string[];
  /** Those in `order` whose turn it is. */
  now: string[];
  side: string;
  /** The unit whose turn is in progress. */
  active: string;
}

export interface Term {
  what: string;
  value: number;
  cite: string;
}

/** A dice roll, with the numbers the seat may know. */
export interface Roll {
  /** `d20`, `2d6`, `d100`. */
  dice: string;
  /** The result of the dice. */
  die: number | null;
  total: number | null;
  needs: number | null;
  /** Whether the roll succeeds at or below `needs`, rather than at or above it. */
  under: boolean;
  success: boolean;
}

/** The animation of a log line; contains nothing beyond the line itself. */
export interface Beat {
  /** Id of the unit it is about. */
  unit: string;
  /** Its target. */
  target: string;
  /** The unit that did it to `unit`. */
  by: string;
  /** The squares of a path, a destination, the line of a wall, or a spell's area. */
  squares: string[];
  /** `melee`, `shot` or `thrown` for an attack, `down` or `dead` for a fall, else its name. */
  word: string;
  weapon: string;
  amount: number | null;
  /** Hit points left, if the seat may know them. */
  left: number | null;
  roll: Roll | null;
  shows: "" | "walk" | "go" | "blow" | "harm" | "cure" | "fall" | "death" | "magic" | "effect" | "break" | "door" | "wall" | "roll" | "test" | "push" | "shrug" | "luck";
}

export interface LogLine {
  /** Its number in the log of this seat. */
  number: number;
  kind: string;
  text: string;
  terms: Term[];
  round: number;
  /** In the GM's log: players did not see this line. */
  hidden: boolean;
  /** Its animation on the board; null for none. */
  beat: Beat | null;
  big: "" | "round" | "turn" | "grave" | "bad" | "good" | "many";
}

/** The odds of a choice. `how_sure` is "exact", or for example "± 2 %". */
export interface Preview {
  hit: number | null;
  damage: number | null;
  drop: number | null;
  provokes: string[];
  /** The chance of being felled by the attacks it provokes. */
  risk: number | null;
  how_sure: string;
  words: string;
  /** The reason if there are no odds; then there are no figures. */
  unforeseen: string;
}

/** One possible answer. */
export interface OptionView {
  /** In notation; sent back unchanged. */
  choice: string;
  verb: string;
  label: string;
  /** The label without its square: choices that differ only in the square share it. */
  row: string;
  /** Distinguishes options with the same label if one of them includes a move. */
  apart: string;
  /** Additional text: the spell, the height of a flyer. */
  note: string;
  target: string | null;
  weapon: string | null;
  /** Display name of the weapon. */
  weapon_words: string;
  /** Whether it is unarmed. */
  bare: boolean;
  square: string | null;
  path: string[];
  cost: string;
  /** The cost as icons. */
  spends: ("main" | "move")[];
  feet: number | null;
  provokes: string[];
  /** For a path: by foe it provokes, the index of the step at which the foe attacks. */
  strikes: Record<string, number>;
  /** Range bands of the weapon in feet, nearest first. */
  ranges: number[];
  /** The squares it covers. */
  area: string[];
  cover: string;
  warning: string;
}

/** An unavailable action, with the reason. */
export interface Greyed {
  verb: string;
  label: string;
  why: string;
  cite: string;
}

export interface VerbGroup {
  verb: string;
  kind: "attack" | "move" | "magic" | "guard" | "wrestle" | "help" | "gear" | "other" | "end";
  /** Short label for a button; `title` is the book's term. */
  name: string;
  title: string;
  /** The id of its rule, such as `SOV-035`. */
  rule: string;
  cost: string;
  spends: ("main" | "move")[];
  provokes: boolean;
  /** Its picture on the bar. */
  icon: string;
  /** Priority among the actions on one target: a click picks the lowest. */
  rank: number;
  /** Whether it ends the turn, or passes. */
  ends: "" | "turn" | "moment";
  /** Whether it takes free text. */
  words: boolean;
  /** Whether the unit leaves the fight or asks for terms: never what a click on a square means. */
  gives_up: boolean;
  options: OptionView[];
}

/** A question to this seat. */
export interface Ask {
  /** Its id; an answer with another id is stale. */
  request: string;
  /** The unit that is asked; null if a side first picks the unit to act, and for the GM. */
  unit: string | null;
  /** The side that is asked as a whole; `unit` answers for it. */
  side: string;
  point: string;
  text: string;
  /** The unit whose action caused the question. */
  cause: string | null;
  /** For an attack: its target. */
  target: string | null;
  /** The unit whose choices are in `groups`; send `focus` to get those of another unit. */
  focus: string | null;
  groups: VerbGroup[];
  greyed: Greyed[];
  /**
   * For the GM: the seat or mind that is asked; the GM may answer in its place. "" for the GM
   * itself. Such a question has no `groups` until the client sends `focus`.
   */
  whose: string;
  /** Seconds left on the soft timer. */
  deadline: number | null;
  /** On a side's turn: the units that can act now. */
  ready: string[];
  /** Whether `improvise : ...` or a ruling in words is a valid answer. */
  free_text: boolean;
}

export interface DieAsk {
  request: string;
  sides: number;
  text: string;
  mine: boolean;
  /** Dice of the same roll already given, such as the first of 2d6. */
  so_far: number[];
}

export interface SeatView {
  name: string;
  role: "gm" | "player" | "watcher";
  units: string[];
  /** Whether a player is connected to it. */
  here: boolean;
  /** For the GM only: the link to hand out, if the server knows it; `invite` makes a new one. */
  link: string;
}

export interface Settings {
  foes_hp: "numbers" | "bands" | "hidden";
  foes_ac: "numbers" | "hidden";
  dice: "server" | "by hand";
  /** If the server rolls: the seats that still roll their own dice. */
  by_hand: string[];
  /** Seconds before an unanswered prompt is passed for a player; 0 for never. */
  timer: number;
  paused: boolean;
  fog: boolean;
  /** Whether the GM's rolls stay hidden. */
  hidden_rolls: boolean;
  /** Whether everyone with the players' link may watch without a seat. */
  watchers: boolean;
}

/** A creature that can join a fight: `add giant rat C4 for foes`. */
export interface CreatureLine {
  name: string;
  hp: number;
  ac: number;
  /** Side length in squares. */
  size: number;
  /** From the GM's own files. */
  own: boolean;
  /** Its plural: `giant rats`. */
  plural: string;
}

/** An option in an order, with its label. */
export interface OrderWord {
  word: string;
  label: string;
}

/** One field of a GM order. */
export interface OrderField {
  key: string;
  kind: "unit" | "side" | "number" | "text" | "choice" | "square" | "squares" | "edge" | "creature";
  label: string;
  hint: string;
  /** For a choice: its options. */
  options: OrderWord[];
  /** For a choice: the list of the workshop or the map with its options. */
  source: "" | "conditions" | "fates" | "grounds" | "walls" | "doors" | "rulings" | "words" | "rules";
  /** A word before it in the order: `for`, `as`. */
  before: string;
  optional: boolean;
  /** Whether the number is written with its sign. */
  signed: boolean;
}

/** One GM order: its name and its fields, in written order. */
export interface OrderForm {
  /** "" for an order in free text. */
  name: string;
  label: string;
  fields: OrderField[];
}

/** A group of orders in the list. */
export interface OrderGroup {
  title: string;
  orders: OrderForm[];
}

/** A condition that the GM can toggle. */
export interface Toggle {
  name: string;
  icon: string;
  /** The order in parts, with the unit's id between them. */
  on: string[];
  off: string[];
  /** The label of its own button for turning it on; "" for no button. */
  label_on: string;
  label_off: string;
}

/** A question the book leaves open, with this table's current ruling. */
export interface RulingNow {
  /** As in the order `ruling NAME OPTION`. */
  name: string;
  question: string;
  options: string[];
  now: string;
  cite: string;
}

/** A waivable rule and its current mode: `enforce SOV-050 warn`. */
export interface RuleNow {
  rule: string;
  forbids: string;
  mode: "on" | "warn" | "off";
}

export interface Standing {
  id: string;
  unit: string;
  side: string;
  fate: "standing" | "dying" | "stable" | "knocked out" | "slain" | "fled" | "surrendered";
  hp: number | null;
  max_hp: number | null;
  /** For your own side: weapons lost, potions drunk, spells cast. */
  spent: string[];
}

/** A unit's statistics in a fight, from the events the seat saw. */
export interface UnitStats {
  id: string;
  unit: string;
  side: string;
  team: number;
  attacks: number;
  hits: number;
  /** Expected hits of its attacks; null if that would reveal a foe's AC. */
  likely_hits: number | null;
  dealt: number;
  /** The largest single damage. */
  biggest: number;
  taken: number;
  /** Hit points it restored, to itself or others. */
  healed: number;
  /** Number of units it brought down. */
  felled: number;
  slain: number;
  /** Its attacks that missed by 1 or 2. */
  near_misses: number;
  /** Attacks on it that missed by 1 or 2. */
  close_calls: number;
  /** The d20s the seat has seen: attacks and saves. */
  dice: number;
  /** Their average minus 10.5. */
  luck: number | null;
}

/** A number with its name: a skill, an attribute, a save. */
export interface Named {
  name: string;
  value: string;
}

/** A term with its explanation. */
export interface Explained {
  name: string;
  text: string;
  /** Its picture; "" for none. */
  icon: string;
}

/** One attack, with the terms of its numbers. */
export interface AttackView {
  name: string;
  icon: string;
  to_hit: number;
  damage: string;
  /** Reach, range, Shock, hands. */
  more: string;
  hit_terms: Term[];
  damage_terms: Term[];
  /** `in hand`, `packed away`, `not loaded`, `lost`. */
  state: string;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  fight: string;
  title: string;
  book: string;
  seat: string;
  role: "gm" | "player" | "watcher";
  settings: Settings;
  /** The run of the server that numbers the log lines; `hello` returns it with `since`. */
  run: string;
}

/** The complete view of a seat; `number` counts the seat's views. */
export interface State {
  type: "state";
  number: number;
  clock: ClockView;
  sides: SideView[];
  units: UnitView[];
  /** Only sent if new or changed. */
  map: MapView | null;
  /** With fog: one string per row, `1` for squares the seat's units see now. */
  sees: string[];
  /** Whether only lit squares are visible. */
  dark: boolean;
  seats: SeatView[];
  settings: Settings;
  /** For the GM: the mind that plays a side or a unit, by its name. */
  minds: Record<string, string>;
  /** For the GM: orders that take effect after the current action. */
  pending: string[];
  can_undo: boolean;
}

export interface Log {
  type: "log";
  lines: LogLine[];
  /** Lines from this number on were undone, before `lines` are added; numbers are never reused. */
  cut: number | null;
}

/** All open questions of this seat; earlier questions that are missing here are withdrawn. */
export interface Asked {
  type: "asked";
  asks: Ask[];
  /** By unit: the seat's own answers that wait for other seats; `undo` takes one back. */
  sealed: Record<string, string>;
  die: DieAsk | null;
  /** Seats that have yet to answer, limited to what this seat may know. */
  waiting_for: string[];
}

/** The options of one unit for a request: the answer to `focus`. */
export interface UnitOptions {
  type: "options";
  request: string;
  unit: string | null;
  groups: VerbGroup[];
  greyed: Greyed[];
}

/** A refused choice. If the question itself is gone, the open ones follow. */
export interface Refused {
  type: "refused";
  stale: boolean;
  /** Whether it answers a query, such as one for odds: then no choice was made. */
  question: boolean;
  request: string;
  text: string;
  cite: string;
}

export interface Previewed {
  type: "previewed";
  request: string;
  choice: string;
  preview: Preview;
}

/** The first of the moves after which the target can be attacked; "" if there is none. */
export interface Approached {
  type: "approached";
  request: string;
  target: string;
  /** The first of the moves in the query. */
  first: string;
  walk: string;
  /** The attack available after the move. */
  blow: string;
  label: string;
  /** The odds of the attack. */
  preview: Preview | null;
}

/** For each square in reach, the chance of being down before the unit's next turn. */
export interface Danger {
  type: "danger";
  unit: string;
  squares: Record<string, number>;
  how_sure: string;
  /** Whether it replaces the previous one; sent unasked while the fight is unchanged. */
  sharper: boolean;
}

/** Cover of a target from a viewer, corner by corner; without a map, from its position. */
export interface SightLines {
  type: "sight";
  viewer: string;
  target: string;
  cover: "none" | "half" | "full" | "no line";
  /** Visibility of its eight corners; empty without a map. */
  corners: boolean[];
  words: string;
  /** The cover and its cause, if viewer and target are shown. */
  reason: string;
  corner_words: string;
  /** On the viewer's turn: why it cannot attack that foe now, for each mode of attack. */
  why: Greyed[];
}

/** For the GM: the available orders of this fight; the answer to `workshop`. */
export interface Workshop {
  type: "workshop";
  /** Every order of `rule`, with an example. */
  orders: Record<string, string>;
  creatures: CreatureLine[];
  /** `condition UNIT NAME`, `... for N rounds`, `... off`. */
  conditions: string[];
  condition_icons: Record<string, string>;
  /** Conditions with a toggle. */
  toggles: Toggle[];
  /** The form of each order on the page. */
  forms: OrderGroup[];
  /** `fate UNIT WORD`. */
  fates: string[];
  /** `ground SQUARE WORD`. */
  grounds: string[];
  /** `wall SQUARE-SQUARE WORD`. */
  walls: string[];
  rulings: RulingNow[];
  rules: RuleNow[];
}

/** All the seat may know of a unit; little for a foe. The answer to `sheet`. */
export interface Sheet {
  type: "sheet";
  unit: string;
  name: string;
  /** Its kind: `Goblin`, `level 3 fighter`. */
  what: string;
  /** Whether it is on your own side: then all of it is shown. */
  is_open: boolean;
  notes: string;
  /** HP, AC, speed, morale, hit dice. */
  numbers: Named[];
  attributes: Named[];
  skills: Named[];
  saves: Named[];
  attacks: AttackView[];
  spells: Explained[];
  /** Its remaining spells: `2 of 3`. */
  casts: string;
  items: Explained[];
  powers: Explained[];
  /** Its current conditions, with explanations. */
  conditions: Explained[];
}

/** For the GM: the plan of a mind, to approve, change or let run. */
export interface MindPlan {
  type: "plan";
  request: string;
  unit: string;
  choice: string;
  text: string;
}

export interface Over {
  type: "over";
  reason: string;
  /** The reason as a sentence. */
  why: string;
  winners: string[];
  standing: Standing[];
  rounds: number;
  /** Statistics of the units, most damage first. */
  deeds: UnitStats[];
}

/** A seat points at a place for all to see. */
export interface Pointed {
  type: "pointed";
  seat: string;
  square: string;
}

/** An error in a message; the connection stays open. */
export interface Trouble {
  type: "error";
  text: string;
}

export interface Pong {
  type: "pong";
}

export interface Hello {
  type: "hello";
  token: string;
  /** The fight to join, for the host's token: its holder is GM of every fight. */
  fight?: string;
  protocol?: number;
  /** The number of the client's last log line. */
  since?: number;
  /** The `run` of the `welcome` with that line; without it the whole log is sent. */
  run?: string;
}

export interface Choose {
  type: "choose";
  request: string;
  choice: string;
}

/** On a turn: a free-text action outside the options. */
export interface Improvise {
  type: "improvise";
  request: string;
  unit: string;
  words: string;
}

/** Request the choices of a unit: on a side's turn any of `ready`. */
export interface Focus {
  type: "focus";
  request: string;
  unit?: string | null;
}

export interface Die {
  type: "die";
  request: string;
  value: number;
}

/** Roll the requested die on the server, for the player. */
export interface ThrowDie {
  type: "roll";
  request: string;
}

export interface Undo {
  type: "undo";
  /** With several sealed answers: the unit whose answer to undo; the last one by default. */
  unit?: string;
}

export interface AskPreview {
  type: "preview";
  request: string;
  choice: string;
}

/** Find a square from which a target can be attacked after a move; preferred moves first. */
export interface AskApproach {
  type: "approach";
  request: string;
  target: string;
  walks: string[];
}

export interface AskDanger {
  type: "squares";
  unit: string;
}

export interface AskSight {
  type: "look";
  viewer: string;
  target: string;
}

export interface AskSheet {
  type: "sheet";
  unit: string;
}

export interface SetStops {
  type: "stops";
  unit: string;
  when: "never" | "when it matters" | "always";
}

/**
 * A GM's order: `hp ogre 5`, `add goblin C4 for foes`, `end truce`.
 *
 * `workshop` lists them all. During an action the order waits until the action is over.
 */
export interface Rule {
  type: "rule";
  what: string;
  note?: string;
}

/** A GM order as a filled-in form (`workshop.forms`): the server writes the order. */
export interface Order {
  type: "order";
  name: string;
  /** Values by field key. Optional fields may be missing. */
  values?: Record<string, string>;
  note?: string;
}

/** Toggle a condition of a unit, by its name in `workshop.toggles`. */
export interface TurnCondition {
  type: "condition";
  unit: string;
  name: string;
  on: boolean;
}

/** Request the available orders of this fight, for the GM. */
export interface AskWorkshop {
  type: "workshop";
}

/** Assign a mind to a unit or a side, or remove it (`mind` ""). */
export interface SetMind {
  type: "mind";
  who: string;
  mind: string;
  shows_plan?: boolean;
}

/** Approve a shown plan. */
export interface Approve {
  type: "approve";
  request: string;
}

/** Create a seat, or change its units. */
export interface SetSeat {
  type: "seat";
  name: string;
  units: string[];
  role?: "gm" | "player" | "watcher";
}

/** Make a new secret link for a seat; the old one stops working. It is in the next `state`. */
export interface Invite {
  type: "invite";
  name: string;
}

/** Remove a seat: its player is disconnected, its units go to the GM. */
export interface Revoke {
  type: "revoke";
  name: string;
}

/** Change settings of the table. */
export interface Change {
  type: "settings";
  settings: Settings;
}

/** Point at a place for everyone at the table; not for watchers. */
export interface Point {
  type: "point";
  square: string;
}

export interface Ping {
  type: "ping";
}

/** The kind of token: the start page's, the players' common one, or a seat's. */
export interface Me {
  kind: "host" | "guest" | "seat";
  fight: string;
  seat: string;
  role: "gm" | "player" | "watcher";
}

/** Start position of a unit, for a thumbnail of the map. */
export interface Dot {
  x: number;
  y: number;
  size: number;
  team: number;
}

export interface EncounterLine {
  name: string;
  title: string;
  look_for: string;
  sides: string;
  size: string;
  /** The name of its own book. */
  book: string;
  /** Measured difficulty of a shipped one: `easy: the party wins 94 %, …`. */
  difficulty: string;
  /** The next encounter of its campaign. */
  next: string;
  own: boolean;
  /** For the GM's own files: why it cannot be played. */
  trouble: string;
  /** Whether it is recommended as a first fight. */
  recommended: boolean;
  /** Number of units. */
  units: number;
  /** Tags for the search: `indoors`, `dark`, `undead` and others. */
  themes: string[];
  map: MapView | null;
  dots: Dot[];
}

export interface RulingLine {
  name: string;
  question: string;
  options: string[];
  default: string;
  cite: string;
}

export interface BookLine {
  name: string;
  title: string;
  rulings: RulingLine[];
}

/** Everything a new fight can be made of. */
export interface FightSources {
  encounters: EncounterLine[];
  books: BookLine[];
  minds: string[];
  /** Folder of the GM's own files. */
  folder: string;
}

/** The units of a seat, as the lobby draws them. */
export interface SeatUnit {
  id: string;
  name: string;
  in_hand: string;
  icon: string;
}

export interface FreeSeat {
  name: string;
  units: string[];
  plays: SeatUnit[];
}

/** State of a side: HP of standing units and of all; number of standing units and of all. */
export interface SideShare {
  side: string;
  players: boolean;
  hp: number;
  max_hp: number;
  up: number;
  count: number;
}

/** A running or finished fight. A guest sees only those with a free seat, in short. */
export interface FightLine {
  id: string;
  title: string;
  book: string;
  round: number;
  over: boolean;
  started: string;
  /** Time of the last event. */
  played: string;
  shares: SideShare[];
  gm_link: string;
  free: FreeSeat[];
  /** Players' seats already taken. */
  taken: FreeSeat[];
  /** Whether guests may watch. */
  watch: boolean;
  /** Why it cannot be resumed, if so; `continue` may open a part of it. */
  trouble: string;
  /** For the GM: its campaign. */
  campaign: string;
}

/** A client's request. */
export interface Wanted {
}

export interface NewSeat {
  name: string;
  units?: string[];
  role?: "gm" | "player" | "watcher";
}

export interface NewFight {
  encounter: string;
  /** A book other than the encounter's own. */
  book?: string;
  rulings?: Record<string, string>;
  space?: "" | "map" | "open";
  settings?: Settings;
  /** By side: the mind that plays it at the start. */
  minds?: Record<string, string>;
  /** The seats; by default one for each unit of the players' side. */
  seats?: NewSeat[] | null;
  /** A fight whose survivors replace the players' side, with their wounds and gear. */
  survivors?: string;
  /** Carry-over: wounds, conditions, spent and lost items; with `dead` the dead stay dead. */
  carry?: ("hp" | "conditions" | "items" | "dead")[];
}

export interface OpenTable {
  /** Whether other machines on the network can reach the table. */
  open: boolean;
}

export interface Rename {
  title: string;
}

export interface Started {
  fight: string;
  gm_link: string;
  seats: SeatView[];
}

/** The address of a seat, as a path with a fragment: `/#token=...`. */
export interface Link {
  link: string;
}

/** How players join the table. */
export interface Invitation {
  /** Whether other machines can reach it. */
  lan: boolean;
  address: string;
  words: string;
  /** The address as a QR code, one string of `0` and `1` per row; empty if it would not work. */
  qr: string[];
  /** Whether the page can open the table to the network, or close it. */
  can_open: boolean;
  can_close: boolean;
}

/** A library file, or one shipped creature, as a row of the list. */
export interface LibraryLine {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name: string;
  origin: "shipped" | "own" | "imported";
  title: string;
  /** Description in one line. */
  words: string;
  /** Short figures: `4 v 6`, `HD 2`. */
  facts: string[];
  tags: string[];
  /** The book it is written for, if any. */
  book: string;
  /** For a creature: its picture. */
  icon: string;
  /** For your own files: changes with the content. */
  version: string;
  /** Last change, as ISO time. */
  changed: string;
  /** The first problem found in it; "" for none. */
  trouble: string;
  map: MapView | null;
  dots: Dot[];
}

/** All files of the library. */
export interface LibraryPage {
  /** Folder of your own files. */
  folder: string;
  /** Changes whenever a file in the folder changes. */
  stamp: string;
  lines: LibraryLine[];
}

export interface Stamp {
  stamp: string;
}

/** One file with its text. */
export interface LibraryFile {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name: string;
  origin: "shipped" | "own" | "imported";
  /** Its path, for editing by hand; "" for a shipped file. */
  path: string;
  text: string;
  /** "" for a shipped file. */
  version: string;
}

export interface SaveFile {
  text: string;
  /** The version it was edited from; "" for a new file. */
  version?: string;
}

export interface Saved {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name: string;
  version: string;
  path: string;
}

/** The file was changed elsewhere meanwhile; nothing was overwritten. */
export interface Outdated {
  detail: string;
  /** The current version; "" if the file is gone. */
  version: string;
  text: string;
}

export interface CopyFile {
  /** The new name; a free name by default. */
  name?: string;
  book?: string;
}

export interface RenameFile {
  name: string;
  version: string;
}

export interface TagFile {
  tags: string[];
  version: string;
}

export interface Deleted {
  /** Key that restores the file. */
  undo: string;
}

/** A problem and its location. */
export interface ProblemLine {
  message: string;
  line: number;
  column: number;
  /** The field path `check` prints: `sides[2].units[1].what`. */
  field: string;
  /** Set if the problem is in another file that this one names. */
  file: string;
  /** Its square, if it has one. */
  square: string;
}

/** A unit on the map of an encounter in the editor. */
export interface DraftUnit {
  id: string;
  name: string;
  creature: string;
  side: number;
  team: number;
  x: number;
  y: number;
  size: number;
  hp: number;
  ac: number;
  attack: number;
  in_hand: string;
  /** Its picture on the map. */
  icon: string;
  /** Its field path in the file: `sides[2].units[1]`. */
  field: string;
  faces: string;
}

export interface DraftSide {
  name: string;
  players: boolean;
  team: number;
}

/** A text to analyse, optionally with changed values. */
export interface LookAt {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name?: string;
  text: string;
  /** Changed values to write into the text. */
  tree?: Record<string, unknown> | null;
}

/** The editor's view of a text. */
export interface Looked {
  text: string;
  /** Its values; None if it cannot be parsed. */
  tree: Record<string, unknown> | null;
  problems: ProblemLine[];
  map: MapView | null;
  /** Start areas of the map with their squares. */
  areas: Record<string, string[]>;
  units: DraftUnit[];
  sides: DraftSide[];
  book: string;
  /** The name of the map's own file, if it is not part of the encounter. */
  own_map: string;
}

export interface TrySight {
  text: string;
  start: string;
  end: string;
}

export interface SightTried {
  /** Whether any part of the target is visible. */
  line: boolean;
  /** The book's word for the cover; "" if the target is not visible. */
  cover: string;
  words: string[];
  /** The same in the other direction. */
  back: string[];
  back_cover: string;
  back_line: boolean;
  corners: boolean[];
}

/** A creature of the bestiary, in the version of the current book. */
export interface BestiaryLine {
  name: string;
  hd: string;
  hp: number;
  ac: number;
  attack: number;
  size: number;
  damage: string;
  own: boolean;
  icon: string;
  notes: string;
  themes: string[];
  /** Its plural: `giant rats`. */
  plural: string;
}

export interface GearLine {
  name: string;
  words: string;
}

export interface ClassLine {
  name: string;
  words: string;
}

export interface PartyLine {
  name: string;
  title: string;
  own: boolean;
  /** Short name and description of each member. */
  members: GearLine[];
}

/** Everything that can be added to an encounter of a book. */
export interface Palette {
  book: string;
  books: GearLine[];
  creatures: BestiaryLine[];
  parties: PartyLine[];
  maps: string[];
  classes: ClassLine[];
  weapons: GearLine[];
  armour: GearLine[];
  shields: GearLine[];
  items: GearLine[];
  feats: GearLine[];
  spells: GearLine[];
  skills: string[];
  kindreds: string[];
}

/** The values of a creature's file, for editing. */
export interface CreatureForm {
  name: string;
  form: Record<string, unknown>;
  text: string;
}

/** Changes to an encounter for a simulation. */
export interface Changes {
  label?: string;
  /** Number of foes, by creature. */
  numbers?: Record<string, number>;
  /** Percentage of their hit points, by creature. */
  hp?: Record<string, number>;
  /** Levels added to the party. */
  levels?: number;
  /** The surprised sides; None for no change. */
  surprised?: string[] | null;
  /** Feet between the sides. */
  distance?: number | null;
  /** Whether a miss may deal Shock. */
  shock?: boolean;
  /** Whether morale is checked. */
  morale?: boolean;
}

export interface AskChances {
  /** The encounter as text, saved or not. */
  text?: string;
  /** Or the name of a saved one. */
  encounter?: string;
  /** Each variant is played with the same dice as the unchanged encounter. */
  variants?: Changes[];
  fights?: number;
  seed?: number;
  /** For tuning: the goal, such as `the party wins 75 %`. */
  want?: string;
  /** For tuning: the value to change, such as `number.goblin=1..12`. */
  knob?: string;
}

export interface AskedChances {
  run: string;
}

export interface FoeKind {
  name: string;
  /** Its plural. */
  plural: string;
  count: number;
  hp: number;
}

/** The adjustable values of an encounter. */
export interface Knobs {
  title: string;
  book: string;
  foes: FoeKind[];
  sides: DraftSide[];
  surprised: string[];
  /** The players' party; "" if there is none whose level could change. */
  party: string;
  /** Its lowest level. */
  lowest: number;
  distance: number;
  /** Whether the book has Shock. */
  shock: boolean;
  morale: boolean;
}

/** A probability with its interval. */
export interface ShareView {
  name: string;
  value: number;
  low: number;
  high: number;
}

/** The effect of a change, with the same dice. */
export interface VariantAnswer {
  label: string;
  words: string;
  /** For the variant: victory, at least one death, total party kill. */
  shares: ShareView[];
  /** Change in the chance of victory. */
  change: number;
  low: number;
  high: number;
  clear: boolean;
}

export interface TriedSetting {
  words: string;
  value: number;
  verdict: string;
  fights: number;
}

/** The results so far. */
export interface ChanceAnswer {
  run: string;
  state: "running" | "done" | "stopped" | "failed";
  trouble: string;
  fights: number;
  most: number;
  seconds: number;
  headline: string;
  shares: ShareView[];
  /** Which units are in danger, and which deal most damage. */
  notes: string[];
  /** A table: its head, then a row for each combatant. */
  units: string[][];
  /** Plots as SVG, coloured by the page. */
  charts: string[];
  variants: VariantAnswer[];
  tornado: string;
  tried: TriedSetting[];
  /** The result of a search. */
  tuned: string;
  /** The setting it found. */
  found: number | null;
}

export interface UploadAnswer {
  creature: string;
  field: string;
  value: string;
}

/** Open choices of an import, and the names of the resulting files. */
export interface UploadChoices {
  objects?: "low" | "full" | "ignore";
  openings?: "door" | "window";
  name?: string;
  answers?: UploadAnswer[];
  /** For a plain picture: number of columns. */
  columns?: number;
  /** For a plain picture: pixels per square, from the top left corner. */
  pixels?: number;
}

/** A file that would be written. */
export interface UploadedFile {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name: string;
  text: string;
  /** The name of its picture. */
  picture: string;
  /** Whether the name is taken; the file then gets another name. */
  taken: boolean;
  map: MapView | null;
  units: number;
}

export interface UploadRemark {
  topic: string;
  text: string;
  warning: boolean;
}

/** One imported value of a creature, with its confidence. */
export interface UploadField {
  creature: string;
  field: string;
  value: string;
  sure: string;
  why: string;
}

export interface UploadQuestion {
  creature: string;
  field: string;
  suggested: string;
  why: string;
}

export interface UploadPreview {
  /** Detected kind of the file. */
  kind: string;
  files: UploadedFile[];
  remarks: UploadRemark[];
  fields: UploadField[];
  questions: UploadQuestion[];
  asks_objects: boolean;
  asks_openings: boolean;
  written: Saved[];
}

export interface AskHandouts {
  text?: string;
  encounter?: string;
}

export interface HandRule {
  id: string;
  title: string;
  text: string;
}

/** A unit's stat card; identical units share a card. */
export interface HandCard {
  name: string;
  what: string;
  side: string;
  player: boolean;
  count: number;
  hp: number;
  /** Name and value, in order. */
  facts: string[][];
  notes: string;
  icon_name: string;
  in_hand: string;
}

export interface Handouts {
  title: string;
  book: string;
  look_for: string;
  /** The steps of a round, in order. */
  order: string[];
  /** The rules of this book relevant to this fight. */
  rules: HandRule[];
  cards: HandCard[];
  map: MapView;
  dots: Dot[];
}

export type ServerMessage =
  | Welcome
  | State
  | Log
  | Asked
  | UnitOptions
  | Refused
  | Previewed
  | Approached
  | Danger
  | SightLines
  | Workshop
  | Sheet
  | MindPlan
  | Over
  | Pointed
  | Trouble
  | Pong;

export type ClientMessage =
  | Hello
  | Choose
  | Improvise
  | Focus
  | Die
  | ThrowDie
  | Undo
  | AskPreview
  | AskApproach
  | AskDanger
  | AskSight
  | AskSheet
  | SetStops
  | Rule
  | Order
  | TurnCondition
  | AskWorkshop
  | SetMind
  | Approve
  | SetSeat
  | Invite
  | Revoke
  | Change
  | Point
  | Ping;
