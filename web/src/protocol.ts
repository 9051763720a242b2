// Made by tools/protocol.py from the modules message_parts, protocol, rest_models and
// library_models in src/shieldwall/table. Do not edit.

export const PROTOCOL = 1;

/** What stands on an edge, from one point of the lattice to another, in squares. */
export interface WallView {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  kind: "wall" | "low" | "window" | "door" | "bars" | "drop";
  is_open: boolean;
  label: string;
  /** Of a door: its number, as in the ruling `door 2 open`. */
  door: number | null;
}

/** The ground. Without a map (`open`) squares are positions along a line or over a field. */
export interface MapView {
  width: number;
  height: number;
  open: boolean;
  /** Without a map: how wide the place is in feet, 0 for no limit. */
  passage: number;
  /** A row a string: `.` floor, `~` difficult, `x` impassable, `/` stairs, `#` solid. */
  ground: string[];
  /** Heights in feet, row by row. */
  floor: number[][];
  /** Without a map: the cover at each position, 0 to 4, 5 where nobody sees in. */
  cover: number[];
  /** Whether most of it lies under the open sky: then it is drawn as grass, else as stone. */
  sky: boolean;
  walls: WallView[];
  /** What stands in a square, by its name: `{"C4": "pillar"}`. */
  names: Record<string, string>;
  /** How a square with a name is drawn: `{"C4": "pillar", "D4": "water"}`. */
  looks: Record<string, string>;
  /** The mark of the picture to lay under the map (`pictures/*map*`); "" without one. */
  picture: string;
  picture_width: number;
  /** How many squares it covers from the top left corner. */
  picture_height: number;
  /** Where fog is on: a row a string, `1` for squares the seat has seen. */
  known: string[] | null;
}

/** A combatant as far as the seat may know it. */
export interface UnitView {
  id: string;
  name: string;
  /** One or two letters for the token. */
  mark: string;
  side: string;
  team: number;
  /** Whether this seat answers for it. */
  mine: boolean;
  seat: string;
  /** The mind that plays it, "" where a person does. */
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
  /** Its weapons but for bare hands. */
  carries: string[];
  in_hand: string;
  /** What it has in hand, in words. */
  holds: string;
  /** Of several alike, which: the `3` of `Goblin 3`. */
  number: string;
  /** Conditions by the names the GM's toggles have. */
  has: string[];
  /** Whether the GM has taken it out of the fight. */
  is_removed: boolean;
  /** Without a map: the units within 5 ft. */
  beside: string[];
  /** The mark of its own picture (`pictures/UNIT`); "" where it has none. */
  picture: string;
  /** The picture that stands for it otherwise. */
  icon: string;
  /** The picture of each of its conditions. */
  condition_icons: Record<string, string>;
  /** Feet around it that its torch or lantern lights. */
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
  /** Of books that have phases: the one under way. */
  phase: string;
  /** All the phases of a round in order: declarations, initiative, movement ... */
  phases: string[];
  /** The sides, or units where they act one by one, in the order they act. */
  order: string[];
  /** Of `order`: those whose turn it is. */
  now: string[];
  side: string;
  /** The unit in the middle of its turn. */
  active: string;
}

export interface Term {
  what: string;
  value: number;
  cite: string;
}

/** Dice that decided something, as far as the seat may know the numbers. */
export interface Roll {
  /** `d20`, `2d6`, `d100`. */
  dice: string;
  /** What the dice show. */
  die: number | null;
  total: number | null;
  needs: number | null;
  /** Whether the total must not exceed `needs`, rather than reach it. */
  under: boolean;
  success: boolean;
}

/** What a line of the log looks like on the board; nothing the line itself does not tell. */
export interface Beat {
  /** The unit it is about, by its id. */
  unit: string;
  /** Its target. */
  target: string;
  /** Who did it to `unit`. */
  by: string;
  /** The squares walked, the place something goes to, the line of a wall, a spell's squares. */
  squares: string[];
  /** `melee`, `shot` or `thrown` of a blow, `down` or `dead` of a fall, else what it is called. */
  word: string;
  weapon: string;
  amount: number | null;
  /** Hit points left, where the seat may know. */
  left: number | null;
  roll: Roll | null;
  shows: "" | "walk" | "go" | "blow" | "harm" | "cure" | "fall" | "death" | "magic" | "effect" | "break" | "door" | "wall" | "roll" | "test" | "push" | "shrug" | "luck";
}

export interface LogLine {
  /** Its place in the log of this seat. */
  number: number;
  kind: string;
  text: string;
  terms: Term[];
  round: number;
  /** Of a GM's log: players did not see this line. */
  hidden: boolean;
  /** How it is played out on the board; null for what cannot be seen there. */
  beat: Beat | null;
  big: "" | "round" | "turn" | "grave" | "bad" | "good" | "many";
}

/** The odds of a choice. `how_sure` is "exact", or "± 2 %" and the like. */
export interface Preview {
  hit: number | null;
  damage: number | null;
  drop: number | null;
  provokes: string[];
  /** The chance to be felled by what it provokes. */
  risk: number | null;
  how_sure: string;
  words: string;
  /** Where it cannot be foretold: why, in words. Then there are no figures. */
  unforeseen: string;
}

/** One thing that may be answered. */
export interface OptionView {
  /** In notation; sent back as it is. */
  choice: string;
  verb: string;
  label: string;
  /** The label without its square: choices that differ by the square alone share it. */
  row: string;
  /** Where another option has the same label and differs by whether one moves: which it is. */
  apart: string;
  /** What it says in words of its own: the spell, the height somebody flies at. */
  note: string;
  target: string | null;
  weapon: string | null;
  /** The weapon as it is named to people. */
  weapon_words: string;
  /** Whether it is done with bare hands. */
  bare: boolean;
  square: string | null;
  path: string[];
  cost: string;
  /** The cost as marks. */
  spends: ("main" | "move")[];
  feet: number | null;
  provokes: string[];
  /** Of a path: by foe it provokes, the number of the step, from 0, at which it attacks. */
  strikes: Record<string, number>;
  /** Feet the weapon reaches, the nearest band first. */
  ranges: number[];
  /** The squares it covers. */
  area: string[];
  cover: string;
  warning: string;
}

/** Something one might expect to be able to do, and why it cannot be done now. */
export interface Greyed {
  verb: string;
  label: string;
  why: string;
  cite: string;
}

export interface VerbGroup {
  verb: string;
  kind: "attack" | "move" | "magic" | "guard" | "wrestle" | "help" | "gear" | "other" | "end";
  /** Short enough for a button; `title` is as the book says it. */
  name: string;
  title: string;
  /** The rule it comes from, as `SOV-035`. */
  rule: string;
  cost: string;
  spends: ("main" | "move")[];
  provokes: boolean;
  /** Its picture on the bar. */
  icon: string;
  /** Of what can be done to one target: the lower, the sooner a click on it means that. */
  rank: number;
  /** Whether it ends the turn, or lets the moment pass. */
  ends: "" | "turn" | "moment";
  /** Whether it takes free text. */
  words: boolean;
  options: OptionView[];
}

/** A question to this seat. */
export interface Ask {
  /** Its id; an answer to another one is stale. */
  request: string;
  /** The unit that is asked; null where a side first picks who acts, and for the referee. */
  unit: string | null;
  point: string;
  text: string;
  /** The unit whose action opened the moment. */
  cause: string | null;
  /** Of an attack: its target. */
  target: string | null;
  /** The unit whose choices stand in `groups`; `focus` asks for those of another one. */
  focus: string | null;
  groups: VerbGroup[];
  greyed: Greyed[];
  /**
   * For the GM: the seat or mind that is asked; the GM may answer in its place. "" for oneself.
   * Such an ask comes without `groups` until one asks for them with `focus`.
   */
  whose: string;
  /** Seconds left on the soft timer. */
  deadline: number | null;
  /** On a side's turn: the units that may act now. */
  ready: string[];
  /** Whether `improvise : ...` or a ruling in words may be answered. */
  free_text: boolean;
}

export interface DieAsk {
  request: string;
  sides: number;
  text: string;
  mine: boolean;
  /** Dice of the same roll that lie already, such as the first of 2d6. */
  so_far: number[];
}

export interface SeatView {
  name: string;
  role: "gm" | "player" | "watcher";
  units: string[];
  /** Whether somebody sits there now. */
  here: boolean;
  /**
   * For the GM alone: the address to hand out, as far as this run of the server knows it; an
   * `invite` makes a new one.
   */
  link: string;
}

export interface Settings {
  foes_hp: "numbers" | "bands" | "hidden";
  foes_ac: "numbers" | "hidden";
  dice: "server" | "by hand";
  /** Where the server rolls: the seats that roll their own dice nevertheless. */
  by_hand: string[];
  /** Seconds before an unanswered prompt is passed for a player; 0 for never. */
  timer: number;
  paused: boolean;
  fog: boolean;
  /** Whether the GM's rolls stay hidden. */
  hidden_rolls: boolean;
  /** Whether everybody with the players' address may watch, beside those with a seat. */
  watchers: boolean;
}

/** A creature that may join a fight: `add giant rat C4 for foes`. */
export interface CreatureLine {
  name: string;
  hp: number;
  ac: number;
  /** Squares along one side. */
  size: number;
  /** From the GM's own files. */
  own: boolean;
  /** What several of it are called: `giant rats`. */
  plural: string;
}

/** A word to choose from in an order, and how it is shown. */
export interface OrderWord {
  word: string;
  label: string;
}

/** One thing an order of the GM names. */
export interface OrderField {
  key: string;
  kind: "unit" | "side" | "number" | "text" | "choice" | "square" | "squares" | "edge" | "creature";
  label: string;
  hint: string;
  /** Of a choice: the words to choose from. */
  options: OrderWord[];
  /** Of a choice: the list of the workshop or the map that has its words. */
  source: "" | "conditions" | "fates" | "grounds" | "walls" | "doors" | "rulings" | "words" | "rules";
  /** A word that comes before it in the order: `for`, `as`. */
  before: string;
  optional: boolean;
  /** A number that is written with its sign. */
  signed: boolean;
}

/** One order of the GM: its name and its fields, in the order in which they are written. */
export interface OrderForm {
  /** "" for an order in free text. */
  name: string;
  label: string;
  fields: OrderField[];
}

/** Orders that are listed together. */
export interface OrderGroup {
  title: string;
  orders: OrderForm[];
}

/** A condition the GM turns on and off. */
export interface Toggle {
  name: string;
  icon: string;
  /** The order in parts: the unit's id goes between them. */
  on: string[];
  off: string[];
  /** For a button of its own: what turning it on is called; "" for those without one. */
  label_on: string;
  label_off: string;
}

/** A question the book leaves open, and how this table decides it now. */
export interface RulingNow {
  /** As the order `ruling NAME OPTION` writes it. */
  name: string;
  question: string;
  options: string[];
  now: string;
  cite: string;
}

/** A rule that can be waived, and whether it is now: `enforce SOV-050 warn`. */
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
  /** Of your own side: weapons lost, potions drunk, spells cast. */
  spent: string[];
}

/** What a unit has done in a fight, as far as the seat was told. */
export interface Deeds {
  id: string;
  unit: string;
  side: string;
  team: number;
  attacks: number;
  hits: number;
  /** Hits its attacks were worth before the dice fell; null where that would tell a foe's AC. */
  likely_hits: number | null;
  dealt: number;
  /** The largest single harm. */
  biggest: number;
  taken: number;
  /** Hit points it gave back, to itself or others. */
  healed: number;
  /** How often it brought somebody down. */
  felled: number;
  slain: number;
  /** Its blows that missed by 1 or 2. */
  near_misses: number;
  /** Blows at it that missed by 1 or 2. */
  close_calls: number;
  /** Its d20s the seat has seen: attacks and saves. */
  dice: number;
  /** How far above 10.5 they came on average. */
  luck: number | null;
}

/** A number with its name: a skill, an attribute, a save. */
export interface Named {
  name: string;
  value: string;
}

/** Something with what it means, in words. */
export interface Explained {
  name: string;
  text: string;
  /** Its picture; "" where it has none. */
  icon: string;
}

/** One way to hurt, with the sums behind its numbers. */
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
  /** Which run of the server numbers the log lines; `hello` gives it back with `since`. */
  run: string;
}

/** Everything a seat sees, whole; `number` counts what this seat has been shown. */
export interface State {
  type: "state";
  number: number;
  clock: ClockView;
  sides: SideView[];
  units: UnitView[];
  /** Only when it is new or has changed. */
  map: MapView | null;
  /** Where fog is on: a row a string, `1` for squares the seat's people see now. */
  sees: string[];
  /** Whether only what a light falls on can be seen. */
  dark: boolean;
  seats: SeatView[];
  settings: Settings;
  /** For the GM: the mind that plays a side or a unit, by its name. */
  minds: Record<string, string>;
  /** For the GM: orders that take effect when the current action is over. */
  pending: string[];
  can_undo: boolean;
}

export interface Log {
  type: "log";
  lines: LogLine[];
  /**
   * Lines from this number on are gone (undone), before `lines` are added; numbers grow and are
   * never used again.
   */
  cut: number | null;
}

/** All that is open for this seat; what stood in an earlier one and not here is withdrawn. */
export interface Asked {
  type: "asked";
  asks: Ask[];
  /** By unit: the seat's own answers that wait for other seats; `undo` takes one back. */
  sealed: Record<string, string>;
  die: DieAsk | null;
  /** Seats whose answer is awaited, as far as this seat may know. */
  waiting_for: string[];
}

/** What one unit may answer to a request: the answer to `focus`. */
export interface UnitOptions {
  type: "options";
  request: string;
  unit: string | null;
  groups: VerbGroup[];
  greyed: Greyed[];
}

/** A choice that cannot be made. Where the question itself is gone, the open ones follow. */
export interface Refused {
  type: "refused";
  stale: boolean;
  /** Whether somebody only asked about it, such as for its odds: then nothing was chosen. */
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

/** The first of the walks after which the target can be struck; "" where there is none. */
export interface Approached {
  type: "approached";
  request: string;
  target: string;
  /** The first of the walks that were asked about. */
  first: string;
  walk: string;
  /** What may be chosen once the walk is done. */
  blow: string;
  label: string;
  /** The odds of the blow. */
  preview: Preview | null;
}

/** For each square in reach, the chance to be down before the unit's next turn. */
export interface Danger {
  type: "danger";
  unit: string;
  squares: Record<string, number>;
  how_sure: string;
  /** Whether it takes the place of the last one; it comes by itself while nothing else happens. */
  sharper: boolean;
}

/** Cover of a target from a viewer, corner by corner; without a map that of its place. */
export interface SightLines {
  type: "sight";
  viewer: string;
  target: string;
  cover: "none" | "half" | "full" | "no line";
  /** Its eight corners, whether they are seen; none without a map. */
  corners: boolean[];
  words: string;
  /** The cover and what gives it, where viewer and target are shown. */
  reason: string;
  corner_words: string;
  /** On the viewer's turn: why it cannot strike or shoot at that foe now, for each way of it. */
  why: Greyed[];
}

/** For the GM: what the referee may change in this fight, and how; the answer to `workshop`. */
export interface Workshop {
  type: "workshop";
  /** Every ruling of `rule`, with an example. */
  orders: Record<string, string>;
  creatures: CreatureLine[];
  /** `condition UNIT NAME`, `... for N rounds`, `... off`. */
  conditions: string[];
  condition_icons: Record<string, string>;
  /** What is turned on and off with one click. */
  toggles: Toggle[];
  /** What the page asks for each order, and how it is written. */
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

/** Everything the seat may know of a unit; of a foe that is little. The answer to `sheet`. */
export interface Sheet {
  type: "sheet";
  unit: string;
  name: string;
  /** What it is: `Goblin`, `level 3 fighter`. */
  what: string;
  /** Whether it is of your own side: then all of it is shown. */
  is_open: boolean;
  notes: string;
  /** HP, AC, speed, morale, hit dice. */
  numbers: Named[];
  attributes: Named[];
  skills: Named[];
  saves: Named[];
  attacks: AttackView[];
  spells: Explained[];
  /** How many spells it may still cast: `2 of 3`. */
  casts: string;
  items: Explained[];
  powers: Explained[];
  /** What is the matter with it now, and what that means. */
  conditions: Explained[];
}

/** For the GM: what a mind means to do, to be approved, changed or let run. */
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
  winners: string[];
  standing: Standing[];
  rounds: number;
  /** Who did what, those first who dealt most. */
  deeds: Deeds[];
}

/** Somebody points at a place for all to see. */
export interface Pointed {
  type: "pointed";
  seat: string;
  square: string;
}

/** Something went wrong with a message; the connection goes on. */
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
  /** Which fight, for the token of the start page: its holder is GM of every fight. */
  fight?: string;
  protocol?: number;
  /** The number of the last log line it has. */
  since?: number;
  /** The `run` of the `welcome` under which it got that line; without it the log comes whole. */
  run?: string;
}

export interface Choose {
  type: "choose";
  request: string;
  choice: string;
}

/** On a turn: something else than the options, in words of one's own. */
export interface Improvise {
  type: "improvise";
  request: string;
  unit: string;
  words: string;
}

/** Ask for the choices of a unit: on a side's turn any of `ready`. */
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

/** Roll the die that is asked for: the server rolls it for the player. */
export interface ThrowDie {
  type: "roll";
  request: string;
}

export interface Undo {
  type: "undo";
  /** Of several answers that wait sealed, whose to take back; the last one by default. */
  unit?: string;
}

export interface AskPreview {
  type: "preview";
  request: string;
  choice: string;
}

/** From where somebody can be struck after a walk; walks that are liked best come first. */
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
 * The referee changes something: `hp ogre 5`, `add goblin C4 for foes`, `end truce`.
 *
 * `workshop` asks for all there is. In the middle of somebody's deed it waits until that is over.
 */
export interface Rule {
  type: "rule";
  what: string;
  note?: string;
}

/** An order of the GM by its form (`workshop.forms`): the server writes it in words. */
export interface Order {
  type: "order";
  name: string;
  /** By the key of the field. Fields that may be left out need not be there. */
  values?: Record<string, string>;
  note?: string;
}

/** Turn a condition of a unit on or off, by its name in `workshop.toggles`. */
export interface TurnCondition {
  type: "condition";
  unit: string;
  name: string;
  on: boolean;
}

/** The GM asks for all that may be changed in this fight. */
export interface AskWorkshop {
  type: "workshop";
}

/** Let a mind play a unit or a side, or take it back (`mind` ""). */
export interface SetMind {
  type: "mind";
  who: string;
  mind: string;
  shows_plan?: boolean;
}

/** Let a shown plan go ahead. */
export interface Approve {
  type: "approve";
  request: string;
}

/** Which units a seat has, or a new seat. */
export interface SetSeat {
  type: "seat";
  name: string;
  units: string[];
  role?: "gm" | "player" | "watcher";
}

/** A new secret link for a seat; the old one stops working. It comes in the next `state`. */
export interface Invite {
  type: "invite";
  name: string;
}

/** Take a seat away: its player is disconnected, its units go to the GM. */
export interface Revoke {
  type: "revoke";
  name: string;
}

/** Change settings of the table. */
export interface Change {
  type: "settings";
  settings: Settings;
}

/** Point at a place for everybody at the table; watchers may not. */
export interface Point {
  type: "point";
  square: string;
}

export interface Ping {
  type: "ping";
}

/** Whose token it is: the start page's, the one all players get, or a seat's. */
export interface Me {
  kind: "host" | "guest" | "seat";
  fight: string;
  seat: string;
  role: "gm" | "player" | "watcher";
}

/** Where somebody begins, for a small picture of the map. */
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
  /** How hard a shipped one is, as measured: `easy: the party wins 94 %, …`. */
  difficulty: string;
  /** The encounter that follows it in a campaign. */
  next: string;
  own: boolean;
  /** Of the GM's own files: why it cannot be played. */
  trouble: string;
  /** Whether it is a good first fight. */
  recommended: boolean;
  /** How many fight in it. */
  units: number;
  /** `indoors`, `dark`, `undead` and the like, for the search. */
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

/** What a new fight can be made of. */
export interface Shelf {
  encounters: EncounterLine[];
  books: BookLine[];
  minds: string[];
  /** Where the GM's own files belong. */
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

/** The state of a side: HP of standing units, and of all; how many stand, of all. */
export interface SideShare {
  side: string;
  players: boolean;
  hp: number;
  max_hp: number;
  up: number;
  count: number;
}

/** A fight under way or over. For a guest: where there is a free seat, and no more. */
export interface FightLine {
  id: string;
  title: string;
  book: string;
  round: number;
  over: boolean;
  started: string;
  /** When something last happened in it. */
  played: string;
  shares: SideShare[];
  gm_link: string;
  free: FreeSeat[];
  /** Players' seats somebody has taken. */
  taken: FreeSeat[];
  /** Whether guests may watch. */
  watch: boolean;
  /** Why it cannot be resumed, where it cannot; `continue` may open it as far as it goes. */
  trouble: string;
  /** For the GM: the campaign it belongs to. */
  campaign: string;
}

/** What a client sends. */
export interface Wanted {
}

export interface NewSeat {
  name: string;
  units?: string[];
  role?: "gm" | "player" | "watcher";
}

export interface NewFight {
  encounter: string;
  /** By another book than the encounter's own. */
  book?: string;
  rulings?: Record<string, string>;
  space?: "" | "map" | "open";
  settings?: Settings;
  /** By side: the mind that plays it at first. */
  minds?: Record<string, string>;
  /** Who plays what; by default a seat for each unit of the players' side. */
  seats?: NewSeat[] | null;
  /** A fight whose survivors take the place of the players' side, with their wounds and gear. */
  survivors?: string;
  /**
   * What they bring along: wounds, conditions, what they have spent or lost; with `dead` the dead
   * stay behind.
   */
  carry?: ("hp" | "conditions" | "items" | "dead")[];
}

export interface OpenTable {
  /** Whether other machines on the network shall reach the table. */
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
  /** Whether other machines can reach it at all. */
  lan: boolean;
  address: string;
  words: string;
  /** The address as a QR code, a row a string of `0` and `1`; empty where it would be dead. */
  qr: string[];
  /** Whether the table can be opened to the network, or closed to it, from the page. */
  can_open: boolean;
  can_close: boolean;
}

/** A file of the library, or one shipped creature, as a list shows it. */
export interface LibraryLine {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name: string;
  origin: "shipped" | "own" | "imported";
  title: string;
  /** What it is about, in a line. */
  words: string;
  /** Short figures: `4 v 6`, `HD 2`. */
  facts: string[];
  tags: string[];
  /** The book it is written for, where it is for one. */
  book: string;
  /** Of a creature: its picture. */
  icon: string;
  /** Of your own files: changes with the content. */
  version: string;
  /** When it was last written, as ISO time. */
  changed: string;
  /** The first thing that is wrong with it; "" for nothing. */
  trouble: string;
  map: MapView | null;
  dots: Dot[];
}

/** All there is. */
export interface LibraryPage {
  /** Where your own files lie. */
  folder: string;
  /** Changes whenever a file in the folder does. */
  stamp: string;
  lines: LibraryLine[];
}

export interface Stamp {
  stamp: string;
}

/** One file as it lies there. */
export interface LibraryFile {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name: string;
  origin: "shipped" | "own" | "imported";
  /** Its path, for editing by hand; "" for a shipped one. */
  path: string;
  text: string;
  /** "" for a shipped one. */
  version: string;
}

export interface SaveFile {
  text: string;
  /** The version it was made from; "" for a new file. */
  version?: string;
}

export interface Saved {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name: string;
  version: string;
  path: string;
}

/** Somebody else has written the file since; nothing was overwritten. */
export interface Outdated {
  detail: string;
  /** The version that lies there now; "" where it is gone. */
  version: string;
  text: string;
}

export interface CopyFile {
  /** What to call it; by default a name that is free. */
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
  /** Brings it back. */
  undo: string;
}

/** Something wrong, and where it stands. */
export interface ProblemLine {
  message: string;
  line: number;
  column: number;
  /** As `check` says it: `sides[2].units[1].what`. */
  field: string;
  /** Of another file that this one names. */
  file: string;
  /** The square it is about, where it is about one. */
  square: string;
}

/** Somebody on the map of an encounter that is being written. */
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
  /** The place in the file it comes from: `sides[2].units[1]`. */
  field: string;
  faces: string;
}

export interface DraftSide {
  name: string;
  players: boolean;
  team: number;
}

/** A text to be looked through, or its values changed first. */
export interface LookAt {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name?: string;
  text: string;
  /** Other values to write into the text. */
  tree?: Record<string, unknown> | null;
}

/** What the editor shows of a text. */
export interface Looked {
  text: string;
  /** Its values; None where it cannot be read at all. */
  tree: Record<string, unknown> | null;
  problems: ProblemLine[];
  map: MapView | null;
  /** Start areas of the map with their squares. */
  areas: Record<string, string[]>;
  units: DraftUnit[];
  sides: DraftSide[];
  book: string;
  /** The name of the map's own file, where it is not in the encounter. */
  own_map: string;
}

export interface TrySight {
  text: string;
  start: string;
  end: string;
}

export interface SightTried {
  /** Whether anything of the target is seen. */
  line: boolean;
  /** What the book calls it; "" where nothing is seen. */
  cover: string;
  words: string[];
  /** The same the other way round. */
  back: string[];
  back_cover: string;
  back_line: boolean;
  corners: boolean[];
}

/** A creature of the bestiary, as the book that is played has it. */
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
  /** The short name of each, and what it is. */
  members: GearLine[];
}

/** What can be put into an encounter of a book. */
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

/** A creature as its file has it, to be changed. */
export interface CreatureForm {
  name: string;
  form: Record<string, unknown>;
  text: string;
}

/** What is to be different, in an encounter whose chances are asked for. */
export interface Changes {
  label?: string;
  /** By creature: how many foes of it there are. */
  numbers?: Record<string, number>;
  /** By creature: hundredths of their hit points. */
  hp?: Record<string, number>;
  /** So many levels higher the party is. */
  levels?: number;
  /** The sides that are surprised; None for as it is written. */
  surprised?: string[] | null;
  /** Feet between the sides. */
  distance?: number | null;
  /** Whether a miss may deal Shock. */
  shock?: boolean;
  /** Whether anybody's nerve fails. */
  morale?: boolean;
}

export interface AskChances {
  /** The encounter as text, saved or not. */
  text?: string;
  /** Or the name of one. */
  encounter?: string;
  /** Each is played with the same luck as the encounter as it is. */
  variants?: Changes[];
  fights?: number;
  seed?: number;
  /** To tune: what is wanted, such as `the party wins 75 %`. */
  want?: string;
  /** To tune: what may change, such as `number.goblin=1..12`. */
  knob?: string;
}

export interface AskedChances {
  run: string;
}

export interface FoeKind {
  name: string;
  /** What several of it are called. */
  plural: string;
  count: number;
  hp: number;
}

/** What can be changed about an encounter. */
export interface Knobs {
  title: string;
  book: string;
  foes: FoeKind[];
  sides: DraftSide[];
  surprised: string[];
  /** The name of the players' party; "" where there is none to be of another level. */
  party: string;
  /** The lowest level in it. */
  lowest: number;
  distance: number;
  /** Whether the book has Shock at all. */
  shock: boolean;
  morale: boolean;
}

/** A chance with its interval. */
export interface ShareView {
  name: string;
  value: number;
  low: number;
  high: number;
}

/** What a change is worth, with the same luck. */
export interface VariantAnswer {
  label: string;
  words: string;
  /** Of the variant: wins, somebody dies, total party kill. */
  shares: ShareView[];
  /** Points of victory gained or lost, as a share. */
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

/** What is known so far. */
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
  /** The answer of a search. */
  tuned: string;
  /** The setting it found. */
  found: number | null;
}

export interface UploadAnswer {
  creature: string;
  field: string;
  value: string;
}

/** What a file leaves open, and what to call the files that come of it. */
export interface UploadChoices {
  objects?: "low" | "full" | "ignore";
  openings?: "door" | "window";
  name?: string;
  answers?: UploadAnswer[];
  /** Of a plain picture: squares across. */
  columns?: number;
  /** Of a plain picture: pixels of a square; it begins at the top left corner. */
  pixels?: number;
}

/** A file of ours that would be written. */
export interface UploadedFile {
  kind: "encounters" | "creatures" | "parties" | "maps";
  name: string;
  text: string;
  /** The name of the picture beside it. */
  picture: string;
  /** Whether there is a file of this name already; then another name is taken. */
  taken: boolean;
  map: MapView | null;
  units: number;
}

export interface UploadRemark {
  topic: string;
  text: string;
  warning: boolean;
}

/** What was understood of a creature, and how surely. */
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
  /** What the file was taken for. */
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

/** A unit's figures on paper; identical units share a card. */
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
  /** The parts of a round, in order. */
  order: string[];
  /** The rules of this book that matter in this fight. */
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
