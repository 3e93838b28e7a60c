import type { Action, SaidWords } from '../oracle/actions.ts';
import type { EntryFact } from '../oracle/entering.ts';
import type { ProgramFact } from '../oracle/programs.ts';
import type { GlobalConfig } from '../../src/domain/config.ts';
import type { GroupSetting } from '../../src/domain/group-fields.ts';
import type {
  EventFacts,
  EventRow,
  GroupCallRow,
  ReportRow,
  ScheduledRow,
  UserRow,
} from '../../src/ports/store.ts';

/** The target of a request, and its source. */
export interface RequestPlace {
  /** The process that received it: its counters are per process. */
  readonly process: object;
  readonly address: string;
  readonly cookie: string | null;
}

/**
 * A request as a node received it, and its answer; `from` and `until` count the commands that had run by
 * then.
 */
export interface RecordedRequest {
  /** Owner of its token, by the known logins; null without one. */
  readonly user: number | null;
  /** The header as it came. */
  readonly token: string | null;
  readonly path: string;
  /** Its last part, in lower case. */
  readonly call: string;
  readonly body: string | null;
  readonly from: number;
  /** A duplicate of a request, as networks make them. */
  readonly isCopy: boolean;
  readonly place?: RequestPlace;
  /** How long the World had been going when it came, and when anything was answered. */
  readonly cameMs: number;
  overMs: number | null;
  /** Characters of the answer. */
  size: number;
  /** A command was still running when it came. */
  readonly isAmid?: boolean;
  /** Uses the database's clock. */
  readonly fromMs: number;
  untilMs: number;
  answer: {
    readonly code: number;
    readonly msg: string;
    readonly data: unknown;
    /** Stored beside it in its envelope. */
    readonly count?: unknown;
    readonly more?: unknown;
    readonly next?: unknown;
  } | null;
  /** Null without an answer that tells its outcome, and forever if the node died. */
  until: number | null;
}

/** A command that ran: the events that it wrote, in their order. Commands run strictly one after another. */
export interface Ran {
  readonly nowMs: number;
  /** The World's elapsed time, independent of any clock. */
  readonly atMs?: number;
  events: (Pick<EventRow, 'seq' | 'facts'> & { readonly stream: string; readonly atMs?: number })[];
  /** The configuration it set, and the users it appointed, unlocked, locked or renamed. */
  config?: GlobalConfig;
  readonly people?: {
    readonly id: number;
    readonly patch: Partial<Pick<UserRow, 'role' | 'active' | 'realname' | 'privacy'>>;
  }[];
  /** Users created by it. */
  readonly arrived?: { readonly id: number; readonly name: string }[];
  /** The name of the group that it founded. */
  groupName?: string;
  /** All rules of the group whose rules it changed. */
  groupSetting?: GroupSetting;
  /** Retention time set for a group, in days; 0: the server's default. */
  retained?: { readonly chat: string; readonly days: number };
  /** Message texts it wrote, by number. */
  readonly words?: ReadonlyMap<number, string>;
  /** Titles of the cards it wrote, by the number of their message; null: the card was removed. */
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
  /** The line up to which it erased a chat: another command announces it at the end. */
  readonly sweeps?: readonly { readonly stream: string; readonly n: number }[];
  /** The user who ended their account by it, and the user it erased completely. */
  ending?: {
    readonly user: number;
    readonly words: SaidWords;
    readonly password: string;
    /** Their bots end with them. */
    readonly bots: number[];
  };
  erasedUser?: number;
  /** Reports it stored, and the operator's decisions about them. */
  readonly reports?: readonly ReportWritten[];
  /** Scheduled content it stored, changed or ended, in order. */
  readonly later?: readonly LaterWritten[];
  /** The operator's announcements at that time. */
  readonly announcements?: readonly string[];
  /** Login data it stored, and logins it began or ended. */
  readonly entries?: readonly EntryFact[];
  /** Calls of groups that it changed, as they are after it; null: the group has none. */
  readonly groupCalls?: ReadonlyMap<string, GroupCallRow | null>;
  /** Changes of users' own emoji, in order. */
  readonly emoji?: readonly EmojiWritten[];
  /** Bots, tokens, hooks and addresses that it changed, in order. */
  readonly programs?: readonly ProgramFact[];
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
      readonly isDelivered: boolean;
    };

/** A login given to a user. */
export interface RecordedLogin {
  readonly user: number;
  readonly token: string;
  readonly key: string;
  /** Uses the database's clock. */
  readonly fromMs: number;
  ended: boolean;
}

/** A command's change of a user's emoji. */
export type EmojiWritten =
  | { readonly what: 'put'; readonly by: number; readonly id: number }
  | { readonly what: 'move' | 'drop'; readonly by: number; readonly ids: readonly number[] };

export interface RecordedSocket {
  /** A frame that a node gets, and what time the node believes it is. */
  up(text: string, nodeMs?: number): void;
  /** A frame that a node sends. */
  down(text: string): void;
  /** The node knows that it is closed, or is gone itself. */
  over(how: 'broke' | 'node'): void;
}

/** An action, and whether it was requested. */
export interface RecordedAction {
  readonly action: Action;
  /** Null: it needs no request. */
  readonly isRequested: boolean | null;
}

export type Facts<K extends EventFacts['kind']> = Extract<EventFacts, { kind: K }>;
/** An event as a command wrote it. */
export type RecordedEvent = Ran['events'][number];

export interface Enveloped {
  readonly code: number;
  readonly msg?: string;
  readonly data?: unknown;
  readonly count?: unknown;
  readonly more?: unknown;
  readonly next?: unknown;
}

export interface LoginAnswer {
  readonly authToken: string;
  readonly logoutKey: string;
  readonly userInfo: { readonly user_id: number };
}
