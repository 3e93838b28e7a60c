import type { AuditReading, AuditWriting } from './store/audit.ts';
import type { CheckingReading } from './store/checking.ts';
import type { CallsReading, CallsWriting } from './store/calls.ts';
import type { CodesReading, CodesWriting } from './store/codes.ts';
import type { ConfigReading, ConfigWriting } from './store/config.ts';
import type {
  ClearingsReading,
  ClearingsWriting,
  ConversationsReading,
  DissolvingsReading,
  DissolvingsWriting,
} from './store/conversations.ts';
import type { EmojiReading, EmojiWriting } from './store/emoji.ts';
import type { ErasingReading, ErasingWriting } from './store/erasing.ts';
import type { FilesReading, FilesWriting } from './store/files.ts';
import type { Foretold } from './store/foretold.ts';
import type { FriendsReading, FriendsWriting } from './store/friends.ts';
import type { GroupLinesReading, GroupLinesWriting } from './store/group-lines.ts';
import type { DoorsReading, DoorsWriting, GroupsReading, GroupsWriting } from './store/groups.ts';
import type {
  MentionsReading,
  MentionsWriting,
  NoticesReading,
  NoticesWriting,
  SeenWriting,
} from './store/marks.ts';
import type { KeptReading, KeptWriting } from './store/kept.ts';
import type { BlockedReading, BlockedWriting } from './store/blocked.ts';
import type { ReportsReading, ReportsWriting } from './store/reports.ts';
import type { LaterReading, LaterWriting } from './store/later.ts';
import type { MembersReading, MembersWriting } from './store/members.ts';
import type { MessagePinsReading, MessagePinsWriting } from './store/message-pins.ts';
import type { MessagesReading, MessagesWriting } from './store/messages.ts';
import type { MomentsReading, MomentsWriting } from './store/moments.ts';
import type { OpenIdsReading, OpenIdsWriting } from './store/openids.ts';
import type { OverviewReading, OverviewWriting } from './store/overview.ts';
import type { PasskeysReading, PasskeysWriting } from './store/passkeys.ts';
import type { PollsReading, PollsWriting } from './store/polls.ts';
import type { SecondStepsReading, SecondStepsWriting } from './store/second-steps.ts';
import type { PushReading, PushWriting } from './store/push.ts';
import type { ReactionsReading, ReactionsWriting } from './store/reactions.ts';
import type { ThreadsReading, ThreadsWriting } from './store/threads.ts';
import type { TimersReading, TimersWriting } from './store/timers.ts';
import type { SpentReading, SpentWriting } from './store/quotas.ts';
import type { SearchReading, WordsReading, WordsWriting } from './store/search.ts';
import type {
  LedgerReading,
  LedgerWriting,
  OpsReading,
  OpsWriting,
  SendsReading,
  SendsWriting,
  UpkeepWriting,
} from './store/sends.ts';
import type { InvitesReading, InvitesWriting } from './store/invites.ts';
import type { LetInReading, LetInWriting, TokenRow, TokensReading, TokensWriting } from './store/sessions.ts';
import type {
  HistoryReading,
  HistoryWriting,
  MetaWriting,
  StreamsReading,
  StreamsWriting,
} from './store/streams.ts';
import type { ProfilesReading, ProfilesWriting, UsersReading, UsersWriting } from './store/users.ts';

export type * from './store/audit.ts';
export type * from './store/blocked.ts';
export type * from './store/calls.ts';
export type * from './store/checking.ts';
export type * from './store/codes.ts';
export type * from './store/config.ts';
export type * from './store/conversations.ts';
export type * from './store/emoji.ts';
export type * from './store/erasing.ts';
export type * from './store/event-facts.ts';
export type * from './store/files.ts';
export type * from './store/foretold.ts';
export type * from './store/friends.ts';
export type * from './store/group-lines.ts';
export type * from './store/groups.ts';
export type * from './store/invites.ts';
export type * from './store/kept.ts';
export type * from './store/later.ts';
export type * from './store/marks.ts';
export type * from './store/members.ts';
export type * from './store/message-pins.ts';
export type * from './store/messages.ts';
export type * from './store/moments.ts';
export type * from './store/openids.ts';
export type * from './store/overview.ts';
export type * from './store/passkeys.ts';
export type * from './store/polls.ts';
export type * from './store/push.ts';
export type * from './store/quotas.ts';
export type * from './store/reactions.ts';
export type * from './store/reports.ts';
export type * from './store/search.ts';
export type * from './store/second-steps.ts';
export type * from './store/sends.ts';
export type * from './store/sessions.ts';
export type * from './store/threads.ts';
export type * from './store/timers.ts';
export type * from './store/streams.ts';
export type * from './store/users.ts';

/**
 * The server's database. One SQL implementation supports both engines; the contract suite in
 * `tests/contract/store-suite.ts` defines the required behaviour.
 *
 * `write` runs commands strictly one after another inside a group: each in its own savepoint, one outer
 * commit for all that arrived in one turn of the event loop. Its promise resolves only after that commit is
 * durable (COMMIT-1). If the outer commit fails, all of the group reject.
 * `read` sees one committed moment, never an open group (STREAM-8).
 * Inside either, use only the `tx` passed in: waiting for the store from within would wait forever.
 */
export interface Store {
  /**
   * Commands passed together may run in any order, each in a separate transaction; only foretold commands
   * share one.
   */
  readonly unordered?: boolean;
  /** `foretold`: facts about the command, known before it runs. */
  write<T>(work: (tx: WriteTx) => Promise<T>, foretold?: Foretold | null): Promise<T>;
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /**
   * Reads one snapshot like `read`, for long work: between its parts `turn` yields the processor and the
   * store to waiting work (LIMIT-19). Absent if no other work can wait.
   */
  readLong?<T>(work: (tx: ReadTx, turn: YieldTurn) => Promise<T>): Promise<T>;
  /**
   * Reads like `tokens.byHash`, without the check of the expiry time. Simultaneous reads are combined. Absent
   * if a separate read costs no more.
   */
  login?(hash: string): Promise<TokenRow | null>;
  /**
   * The login as last read; it may have ended since. The caller checks it again in the transaction that
   * relies on it.
   */
  loginBefore?(hash: string): TokenRow | null;
  /** The current value; see `history`. */
  epoch(): Promise<string>;
  /** Resolves after waiting work had the processor: used between the steps of long work. */
  turn?(): Promise<void>;
  /** Time that the longest-waiting request has waited; a new one waits about this long, or less. */
  waitedMs?(): number;
  /** Commands and reads that are waiting now. */
  waiting?(): number;
  /**
   * A short step of filling data for the newest changes of the schema, while other commands write (START-15).
   * Absent if no change needs it.
   */
  readonly fillStep?: (() => Promise<FillLeft>) | undefined;
  /**
   * A short step of erasing remains of deleted rows from the files (DATA-11, DATA-12). Absent if the engine
   * does so itself.
   */
  readonly cleanStep?: (() => void | Promise<void>) | undefined;
  /** Places that could not be read since the start, as text (OPS-20). */
  damage?(): readonly string[];
  /** The store is idle: caches are dropped. */
  rest?(): void;
  close(): Promise<void>;
}

/** `later`: another node is working on it, or it is blocked. */
export type FillLeft = 'more' | 'later' | 'nothing';

/** Resolves after other waiting work had its turn. */
export type YieldTurn = () => Promise<void>;

/** Read access by aggregate: rows and methods of each are in a file of `store/`. */
export interface ReadTx {
  readonly users: UsersReading;
  readonly profiles: ProfilesReading;
  readonly tokens: TokensReading;
  readonly invites: InvitesReading;
  readonly letIn: LetInReading;
  readonly codes: CodesReading;
  readonly secondSteps: SecondStepsReading;
  readonly openIds: OpenIdsReading;
  readonly passkeys: PasskeysReading;
  readonly spent: SpentReading;
  readonly config: ConfigReading;
  readonly friends: FriendsReading;
  readonly blocked: BlockedReading;
  readonly reports: ReportsReading;
  readonly audit: AuditReading;
  readonly erasing: ErasingReading;
  readonly checking: CheckingReading;
  readonly overview: OverviewReading;
  readonly groups: GroupsReading;
  readonly doors: DoorsReading;
  readonly groupLines: GroupLinesReading;
  readonly members: MembersReading;
  readonly conversations: ConversationsReading;
  readonly clearings: ClearingsReading;
  readonly dissolvings: DissolvingsReading;
  readonly messagePins: MessagePinsReading;
  readonly streams: StreamsReading;
  readonly history: HistoryReading;
  readonly messages: MessagesReading & SearchReading;
  readonly mentions: MentionsReading;
  readonly polls: PollsReading;
  readonly reactions: ReactionsReading;
  readonly threads: ThreadsReading;
  readonly timers: TimersReading;
  readonly later: LaterReading;
  readonly kept: KeptReading;
  readonly notices: NoticesReading;
  readonly words: WordsReading;
  readonly sends: SendsReading;
  readonly ledger: LedgerReading;
  readonly ops: OpsReading;
  readonly calls: CallsReading;
  readonly files: FilesReading;
  readonly emoji: EmojiReading;
  readonly moments: MomentsReading;
  readonly push: PushReading;
}

/** Write access, by aggregate. */
export interface Writing {
  readonly users: UsersWriting;
  readonly profiles: ProfilesWriting;
  readonly tokens: TokensWriting;
  readonly invites: InvitesWriting;
  readonly letIn: LetInWriting;
  readonly codes: CodesWriting;
  readonly secondSteps: SecondStepsWriting;
  readonly openIds: OpenIdsWriting;
  readonly passkeys: PasskeysWriting;
  readonly spent: SpentWriting;
  readonly config: ConfigWriting;
  readonly friends: FriendsWriting;
  readonly groups: GroupsWriting;
  readonly doors: DoorsWriting;
  readonly groupLines: GroupLinesWriting;
  readonly members: MembersWriting;
  readonly clearings: ClearingsWriting;
  readonly dissolvings: DissolvingsWriting;
  readonly messagePins: MessagePinsWriting;
  readonly streams: StreamsWriting;
  readonly history: HistoryWriting;
  readonly meta: MetaWriting;
  readonly messages: MessagesWriting;
  readonly mentions: MentionsWriting;
  readonly polls: PollsWriting;
  readonly reactions: ReactionsWriting;
  readonly threads: ThreadsWriting;
  readonly timers: TimersWriting;
  readonly later: LaterWriting;
  readonly kept: KeptWriting;
  readonly blocked: BlockedWriting;
  readonly reports: ReportsWriting;
  readonly audit: AuditWriting;
  readonly erasing: ErasingWriting;
  readonly overview: OverviewWriting;
  readonly seen: SeenWriting;
  readonly notices: NoticesWriting;
  readonly words: WordsWriting;
  readonly sends: SendsWriting;
  readonly ledger: LedgerWriting;
  readonly ops: OpsWriting;
  readonly upkeep: UpkeepWriting;
  readonly calls: CallsWriting;
  readonly files: FilesWriting;
  readonly emoji: EmojiWriting;
  readonly moments: MomentsWriting;
  readonly push: PushWriting;
}

/** Transaction of a command: read and write access to each aggregate. */
export type WriteTx = ReadTx &
  Writing & {
    /** The one moment of this command, in ms; never behind the stream's last (SEND-9). */
    readonly nowMs: number;
  };
