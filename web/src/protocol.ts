// Made from src/shieldwall/table/{views,protocol,rest}.py by tools/protocol.py. Do not edit.

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
  /** The address of a picture to lay under the map. */
  picture: string;
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
  in_hand: string;
  /** Without a map: the units within 5 ft. */
  beside: string[];
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

export interface LogLine {
  /** Its place in the log of this seat. */
  number: number;
  kind: string;
  text: string;
  terms: Term[];
  round: number;
  /** Of a GM's log: players did not see this line. */
  hidden: boolean;
}

/** What a choice may come to. `how_sure` is "exact", or "± 2 %" and the like. */
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
  target: string | null;
  weapon: string | null;
  square: string | null;
  path: string[];
  cost: string;
  feet: number | null;
  provokes: string[];
  /** Of a way: by whom it provokes the number of the step, from 0, at which each strikes. */
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
  title: string;
  cost: string;
  provokes: boolean;
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
  /** The unit whose deed opened the moment. */
  cause: string | null;
  /** Of a blow: whom it is meant for. */
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
  unit: string;
  side: string;
  fate: "standing" | "dying" | "knocked out" | "slain" | "fled" | "surrendered";
  hp: number | null;
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
  seats: SeatView[];
  settings: Settings;
  /** For the GM: the mind that plays a side or a unit, by its name. */
  minds: Record<string, string>;
  /** For the GM: rulings that take effect when the deed under way is over. */
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

/** For each square in reach, the chance to be down before one's next turn. */
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
  /** `fate UNIT WORD`. */
  fates: string[];
  /** `ground SQUARE WORD`. */
  grounds: string[];
  /** `wall SQUARE-SQUARE WORD`. */
  walls: string[];
  rulings: RulingNow[];
  rules: RuleNow[];
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

export interface AskDanger {
  type: "squares";
  unit: string;
}

export interface AskSight {
  type: "look";
  viewer: string;
  target: string;
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

/** Take a seat away: whoever sits there is shown out, its units are the GM's. */
export interface Revoke {
  type: "revoke";
  name: string;
}

/** Change settings of the table. */
export interface Change {
  type: "settings";
  settings: Settings;
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

export interface EncounterLine {
  name: string;
  title: string;
  look_for: string;
  sides: string;
  size: string;
  /** The name of its own book. */
  book: string;
  own: boolean;
  /** Of the GM's own files: why it cannot be played. */
  trouble: string;
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

export interface FreeSeat {
  name: string;
  units: string[];
}

/** A fight under way or over. For a guest: where there is a free seat, and no more. */
export interface FightLine {
  id: string;
  title: string;
  book: string;
  round: number;
  over: boolean;
  started: string;
  gm_link: string;
  free: FreeSeat[];
  /** Why it cannot be resumed, where it cannot; `continue` may open it as far as it goes. */
  trouble: string;
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

/** How players come to the table. */
export interface Invitation {
  /** Whether other machines can reach it at all. */
  lan: boolean;
  address: string;
  words: string;
  /** The address as a QR code, a row a string of `0` and `1`; empty where it would be dead. */
  qr: string[];
}

export type ServerMessage =
  | Welcome
  | State
  | Log
  | Asked
  | UnitOptions
  | Refused
  | Previewed
  | Danger
  | SightLines
  | Workshop
  | MindPlan
  | Over
  | Trouble
  | Pong;

export type ClientMessage =
  | Hello
  | Choose
  | Focus
  | Die
  | Undo
  | AskPreview
  | AskDanger
  | AskSight
  | SetStops
  | Rule
  | AskWorkshop
  | SetMind
  | Approve
  | SetSeat
  | Invite
  | Revoke
  | Change
  | Ping;
