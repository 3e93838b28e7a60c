import type { LogLevel } from '../../src/ports/log.ts';
import { CallWatch } from './call-watch.ts';
import type { Tab } from './device.ts';

/** The session of one tab as a script for the inspector. */
export interface BrokenSession {
  readonly device: string;
  readonly script: string;
}

/** Something that must never happen, and the rule that forbids it. */
export interface Violation {
  readonly checker: string;
  readonly text: string;
  readonly atMs: number;
}

/** A message a user wrote. */
export interface Written {
  readonly text: string;
  readonly device: string;
  readonly tab: string;
  readonly to: string;
  readonly atMs: number;
  /** Known once the client had stored it. */
  id: string | null;
  /** The user withdrew it, sent it again, or wiped the device: it is no longer guaranteed. */
  released: boolean;
  /** The page had warned that waiting messages are lost when it closes (SEND-22). */
  hasWarning?: boolean;
}

/** A change a user requested by a press. */
export interface Pressed {
  readonly tab: Tab;
  readonly person: number;
  readonly register:
    | 'top'
    | 'notice'
    | 'archive'
    | 'hide'
    | 'mentionsRead'
    | 'read'
    | 'discard'
    | 'cancel'
    | 'recall';
  /** A contact, or the id of a message. */
  readonly of: string;
  readonly value: boolean | number | string;
  /** Commands that had run by then. */
  readonly at: number;
  /** How far the tab knew its own stream. */
  readonly selfSeq: number;
  readonly atMs: number;
}

/** Server errors that a fault or a step of the operator explains; every other one is a bug. */
const EXPECTED = /StoreFailedError|StoreBusyError|StoreUnavailableError|nobody can register/;
/** Log entries caused by faults and corrected by later events. */
const QUIET = new Set([
  'a step of a call did not reach its node',
  'snapshot.failed',
  'wishes.notStored',
  'snapshot.refused',
  'stored.notRead',
  'outbox.notRead',
  'outbox.notStored',
  'outbox.notRemoved',
  'uploads.notRead',
  'uploads.notStored',
  'mail not sent',
  'login refused',
  'a push service refused a note',
]);

/** Frames that show that something rare happened. */
const MARKED: Readonly<Record<string, string | undefined>> = {
  void: 'message gone',
  undoMessage: 'taken back',
  addGroup: 'joined a group',
  removeUser: 'left a group',
  removeGroup: 'left a group',
  setNoSpeak: 'muted somebody',
};

/** Lines that tell that a job of the server has found something to do. */
const JOBS: Readonly<Record<string, string | undefined>> = {
  'old events pruned': 'Pruning',
  'old rows forgotten': 'Pruning',
  audit: 'PruningAudit',
  'old messages removed': 'Purging',
  'calls of before ended': 'EndingUnanswered',
  'chats are heard again': 'LiftingQuiet',
  'messages whose time was over erased': 'ErasingDue',
};

/** Observations and counts of the World, read by the checkers. */
export class WorldRecord {
  readonly problems: Violation[] = [];
  /** Whether a broken promise leaves the session of a device, and which one it left. */
  recordsSession = false;
  session: BrokenSession | null = null;
  /** Steps of the plan that were started. */
  steps = 0;
  readonly counts = new Map<string, number>();
  readonly messages: Written[] = [];
  /** Texts that users asked to forward. */
  readonly forwarded = new Set<string>();
  /** Ids that a node acknowledged. */
  readonly acknowledged = new Set<string>();
  /** Ids that a node refused permanently. */
  readonly refused = new Set<string>();
  /** Device → `stream seq` of frames that a node gave it. */
  readonly frames = new Map<string, Set<string>>();
  /** Device → another user who signed in there after its own. */
  readonly nextUsers = new Map<string, number>();
  /** Device → names that nodes gave to its sockets. */
  readonly sockets = new Map<string, Set<string>>();

  /** Sorted by press. */
  readonly presses: Pressed[] = [];
  /** The same on a device with a plain client, which is judged by the contract alone (SIM-23). */
  readonly plainPresses: Pick<Pressed, 'person' | 'register' | 'of' | 'value'>[] = [];
  /** End of each tab's last login. */
  readonly signedOutMs = new Map<Tab, number>();
  /** Registration codes. */
  readonly invites: string[] = [];

  readonly calls: CallWatch;
  /** Everything that any process wrote into its log. */
  readonly log: string[] = [];
  /** Leftovers of nodes that stopped cleanly. */
  readonly left: string[] = [];

  constructor(private readonly now: () => number) {
    this.calls = new CallWatch(now, (what) => this.count(what));
  }

  /** Begins with the messages that another World's devices sent and received. */
  continue(before: WorldRecord): void {
    this.messages.push(...before.messages.map((one) => ({ ...one })));
    for (const id of before.acknowledged) this.acknowledged.add(id);
    for (const [device, frames] of before.frames) this.frames.set(device, new Set(frames));
    for (const [device, sockets] of before.sockets) this.sockets.set(device, new Set(sockets));
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  problem(checker: string, text: string): void {
    if (this.problems.length < 20) this.problems.push({ checker, text, atMs: this.now() });
  }

  logged(level: LogLevel, what: string, facts: Facts | undefined): void {
    const text = JSON.stringify(facts ?? {});
    this.log.push(`${what} ${text}`);
    if (what in JOBS) this.count(`job: ${JOBS[what]}`);
    if (level !== 'warn' && level !== 'error') return;
    this.count(`log: ${what}`);
    if (QUIET.has(what) || EXPECTED.test(`${what} ${text}`)) return;
    this.problem('nothing unexpected is logged', `${level} ${what} ${text}`);
  }

  answered(device: string, path: string, body: string | null, text: string): void {
    if (path.endsWith('/sendMessage')) this.#sendAnswered(body, text);
    if (path.endsWith('/im/sync') && body?.includes('"positions"')) this.count('mark: hole asked for');
    if (path.endsWith('/im/sync')) {
      const data = (
        JSON.parse(text) as {
          data?: { frames?: readonly object[]; full?: number; more?: boolean; resync?: readonly unknown[] };
        }
      ).data;
      for (const frame of data?.frames ?? []) this.#frame(device, frame);
      if ((data?.frames?.length ?? 0) > 0) this.count('mark: caught up by sync');
      if (data?.full) this.count('mark: full resync');
      if ((data?.resync?.length ?? 0) > 0) this.count('mark: resync of a stream');
    }
  }

  framed(device: string, text: string): void {
    const frame = JSON.parse(text) as { readonly type?: string; readonly client_id?: string };
    if (frame.type === 'init' && frame.client_id !== undefined)
      this.sockets.set(device, (this.sockets.get(device) ?? new Set()).add(frame.client_id));
    this.#frame(device, frame);
  }

  /** Records an answer to a user without a client. */
  strangerAnswered(device: string, path: string, text: string): void {
    if (path.toLowerCase().endsWith('/im/sync'))
      for (const frame of (JSON.parse(text) as { data?: { frames?: readonly object[] } }).data?.frames ?? [])
        this.#frame(device, frame);
  }

  #frame(device: string, frame: object): void {
    const type = 'type' in frame ? String(frame.type) : '';
    this.count(`frame: ${type}`);
    const mark = MARKED[type];
    if (mark) this.count(`mark: ${mark}`);
    if (!('stream' in frame) || !('seq' in frame)) return;
    const places = this.frames.get(device) ?? new Set<string>();
    places.add(`${String(frame.stream)} ${String(frame.seq)}`);
    this.frames.set(device, places);
  }

  #sendAnswered(body: string | null, text: string): void {
    const answer = JSON.parse(text) as { code: number; data?: unknown };
    const request = JSON.parse(body ?? '{}') as { id?: string } | readonly unknown[];
    if (Array.isArray(request)) {
      this.count('mark: several sent at once');
      // All of them, for one reason: a quota that is spent.
      if (answer.code !== 0)
        for (const one of request as readonly { readonly id?: string }[])
          this.#settle(one.id ?? '', answer.code, answer.data as { retry_ms?: number } | null);
      if (answer.code !== 0 || !Array.isArray(answer.data)) return;
      for (const one of answer.data as readonly {
        id: string;
        code: number;
        data?: { retry_ms?: number } | null;
      }[])
        this.#settle(one.id, one.code, one.data);
      return;
    }
    this.#settle(
      (request as { id?: string }).id ?? '',
      answer.code,
      answer.data as { retry_ms?: number } | null,
    );
  }

  #settle(id: string, code: number, data: { readonly retry_ms?: number } | null | undefined): void {
    if (code === 0) {
      if (this.acknowledged.has(id)) this.count('mark: send repeated');
      this.acknowledged.add(id);
    } else if (code !== -1 && data?.retry_ms === undefined) this.refused.add(id);
  }
}

type Facts = { readonly [key: string]: unknown };
