import type { GlobalConfig } from '../../src/domain/config.ts';
import type { GroupSetting } from '../../src/domain/contact.ts';
import type { EntryFact } from '../oracle/entering.ts';
import type { SaidWords } from '../oracle/leaving-deeds.ts';
import type { EventRow, ReportRow, ScheduledRow, UserRow } from '../../src/ports/store.ts';

/** Where a request went, and where it came from. */
export interface RequestPlace {
  /** The process that had it: what it counts goes with it. */
  readonly process: object;
  readonly address: string;
  readonly cookie: string | null;
}

/**
 * A request as a node got it, and what it answered; `from` and `until` count the commands that had run by
 * then.
 */
export interface WitnessedRequest {
  /** Owner of the token it came with, as the logins said; null for nobody. */
  readonly user: number | null;
  /** The header as it came. */
  readonly token: string | null;
  readonly path: string;
  /** Its last part, in lower case. */
  readonly call: string;
  readonly body: string | null;
  readonly from: number;
  /** Another copy of a request, as networks make them. */
  readonly isCopy: boolean;
  readonly place?: RequestPlace;
  /** How long the World had been going when it came, and when anything was answered. */
  readonly cameMs: number;
  overMs: number | null;
  /** Characters of the answer. */
  size: number;
  /** A command was still running when it came. */
  readonly isAmid?: boolean;
  /** By the clock of the database. */
  readonly fromMs: number;
  untilMs: number;
  answer: {
    readonly code: number;
    readonly msg: string;
    readonly data: unknown;
    /** Beside it in its envelope. */
    readonly count?: unknown;
    readonly more?: unknown;
    readonly next?: unknown;
  } | null;
  /** Null while there is no answer that says how it ended, and for ever when the node died. */
  until: number | null;
}

/** A command that ran: the events that it wrote, in their order. Commands run strictly one after another. */
export interface Ran {
  readonly nowMs: number;
  /** How long the World had been going, whatever a clock says. */
  readonly atMs?: number;
  events: (Pick<EventRow, 'seq' | 'facts'> & { readonly stream: string; readonly atMs?: number })[];
  /** The configuration that it set, and whom it appointed, let in, locked out or named. */
  config?: GlobalConfig;
  readonly people?: {
    readonly id: number;
    readonly patch: Partial<Pick<UserRow, 'role' | 'active' | 'realname' | 'privacy'>>;
  }[];
  /** Who has had an account since. */
  readonly arrived?: { readonly id: number; readonly name: string }[];
  /** The name of the group that it founded. */
  groupName?: string;
  /** All rules of the group whose rules it changed. */
  groupSetting?: GroupSetting;
  /** For how long messages stand in the group for which it set that; 0: as everywhere. */
  retained?: { readonly chat: string; readonly days: number };
  /** What it wrote as the words of messages, by their number. */
  readonly words?: ReadonlyMap<number, string>;
  /** What the cards are called that it wrote, by the number of their message; null: none stands there. */
  readonly cards?: ReadonlyMap<number, string | null>;
  /** Emoji that it put under messages, or took away, in order. */
  readonly reactions?: readonly {
    readonly by: number;
    readonly stream: string;
    readonly n: number;
    readonly emoji: string;
    readonly on: boolean;
  }[];
  /** Choices in polls that it wrote, in order. */
  readonly votes?: readonly {
    readonly by: number;
    readonly stream: string;
    readonly n: number;
    readonly options: readonly number[];
  }[];
  /** Up to which line it erased what was said in a chat: it is told in the end, by another command. */
  readonly swept?: readonly { readonly stream: string; readonly n: number }[];
  /** Who has ended their account by it, and of whom nothing was left. */
  ending?: { readonly user: number; readonly words: SaidWords; readonly password: string };
  forgotten?: number;
  /** What people reported by it, and what whoever rules decided of that. */
  readonly reports?: readonly ReportWritten[];
  /** What it put off, took up or ended of that, in order. */
  readonly later?: readonly LaterWritten[];
  /** What whoever runs the server was telling everybody then. */
  readonly said?: readonly string[];
  /** Who may come in by it, and by what; where they are logged in. */
  readonly entries?: readonly EntryFact[];
  /** What it wrote of people's own emoji, in order. */
  readonly emoji?: readonly EmojiWritten[];
  /** Its commit is known to have succeeded; one whose node died between is settled by the rows. */
  state: 'running' | 'kept' | 'gone';
}

export type ReportWritten =
  | {
      readonly what: 'reported';
      readonly id: number;
      readonly row: Pick<ReportRow, 'reporter' | 'kind' | 'about'>;
    }
  | { readonly what: 'decided'; readonly id: number };

export type LaterWritten =
  | { readonly what: 'put'; readonly row: ScheduledRow }
  | { readonly what: 'failed' | 'ended'; readonly by: number; readonly id: string }
  | {
      readonly what: 'remind';
      readonly by: number;
      readonly row: number;
      readonly dueMs: number | null;
      readonly told: boolean;
    };

/** A login that somebody was given. */
export interface WitnessedLogin {
  readonly user: number;
  readonly token: string;
  readonly key: string;
  /** By the clock of the database. */
  readonly fromMs: number;
  ended: boolean;
}

/** What a command wrote of somebody's emoji. */
export type EmojiWritten =
  | { readonly what: 'put'; readonly by: number; readonly id: number }
  | { readonly what: 'move' | 'drop'; readonly by: number; readonly ids: readonly number[] };
