import type {
  AccessTokensReading,
  AccessTokensWriting,
  BotsReading,
  BotsWriting,
  BotProgramsReading,
  BotProgramsWriting,
  GuestsReading,
  GuestsWriting,
  HooksReading,
  HooksWriting,
  OutgoingReading,
  OutgoingWriting,
} from './store/bots.ts';
import type {
  AuditReading,
  AuditWriting,
  CheckingReading,
  ConfigReading,
  ConfigWriting,
  OverviewReading,
  OverviewWriting,
} from './store/operators.ts';
import type { CallsReading, CallsWriting } from './store/calls.ts';
import type { GroupCallsReading, GroupCallsWriting } from './store/group-calls.ts';
import type { PacksReading, PacksWriting } from './store/packs.ts';
import type {
  CodesReading,
  CodesWriting,
  InvitesReading,
  InvitesWriting,
  LetInReading,
  LetInWriting,
  OpenIdsReading,
  OpenIdsWriting,
  PasskeysReading,
  PasskeysWriting,
  SecondStepsReading,
  SecondStepsWriting,
  TokenRow,
  TokensReading,
  TokensWriting,
} from './store/logins.ts';
import type {
  ClearingsReading,
  ClearingsWriting,
  ConversationsReading,
  DissolvingsReading,
  DissolvingsWriting,
  GroupLinesReading,
  GroupLinesWriting,
  TimersReading,
  TimersWriting,
} from './store/conversations.ts';
import type { EmojiReading, EmojiWriting, FilesReading, FilesWriting } from './store/files.ts';
import type { ErasingReading, ErasingWriting } from './store/erasing.ts';
import type {
  Foretold,
  LedgerReading,
  LedgerWriting,
  OpsReading,
  OpsWriting,
  SendsReading,
  SendsWriting,
  SpentReading,
  SpentWriting,
  UpkeepWriting,
} from './store/sends.ts';
import type {
  BlockedReading,
  BlockedWriting,
  FriendsReading,
  FriendsWriting,
  KeptReading,
  KeptWriting,
  MailDigestsReading,
  MailDigestsWriting,
  ProfilesReading,
  ProfilesWriting,
  UsersReading,
  UsersWriting,
} from './store/users.ts';
import type { EntrancesReading, EntrancesWriting, GroupsReading, GroupsWriting } from './store/groups.ts';
import type {
  MentionsReading,
  MentionsWriting,
  NoticesReading,
  NoticesWriting,
  SeenWriting,
} from './store/marks.ts';
import type { ReportsReading, ReportsWriting } from './store/reports.ts';
import type { InboxReading } from './store/inbox.ts';
import type { LaterReading, LaterWriting } from './store/later.ts';
import type { MembersReading, MembersWriting } from './store/members.ts';
import type {
  MessagePinsReading,
  MessagePinsWriting,
  MessagesReading,
  MessagesWriting,
  PollsReading,
  PollsWriting,
  ReactionsReading,
  ReactionsWriting,
  ThreadsReading,
  ThreadsWriting,
} from './store/messages.ts';
import type { MomentsReading, MomentsWriting } from './store/moments.ts';
import type { PushReading, PushWriting } from './store/push.ts';
import type { SearchReading, WordsReading, WordsWriting } from './store/search.ts';
import type {
  HistoryReading,
  HistoryWriting,
  MetaWriting,
  StreamsReading,
  StreamsWriting,
} from './store/streams.ts';

export type * from './store/operators.ts';
export type * from './store/users.ts';
export type * from './store/bots.ts';
export type * from './store/calls.ts';
export type * from './store/group-calls.ts';
export type * from './store/logins.ts';
export type * from './store/conversations.ts';
export type * from './store/files.ts';
export type * from './store/erasing.ts';
export type * from './store/event-facts.ts';
export type * from './store/sends.ts';
export type * from './store/groups.ts';
export type * from './store/inbox.ts';
export type * from './store/later.ts';
export type * from './store/marks.ts';
export type * from './store/members.ts';
export type * from './store/messages.ts';
export type * from './store/moments.ts';
export type * from './store/packs.ts';
export type * from './store/push.ts';
export type * from './store/reports.ts';
export type * from './store/search.ts';
export type * from './store/streams.ts';

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
  queueWaitMs?(): number;
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

/** What reads an aggregate and what writes it; null: it has no such side. */
interface Sides<Reading, Writing> {
  readonly reading: Reading;
  readonly writing: Writing;
}

/** Every aggregate of the store: the one list of them. */
export interface Aggregates {
  readonly users: Sides<UsersReading, UsersWriting>;
  readonly profiles: Sides<ProfilesReading, ProfilesWriting>;
  readonly mailDigests: Sides<MailDigestsReading, MailDigestsWriting>;
  readonly tokens: Sides<TokensReading, TokensWriting>;
  readonly invites: Sides<InvitesReading, InvitesWriting>;
  readonly letIn: Sides<LetInReading, LetInWriting>;
  readonly codes: Sides<CodesReading, CodesWriting>;
  readonly secondSteps: Sides<SecondStepsReading, SecondStepsWriting>;
  readonly openIds: Sides<OpenIdsReading, OpenIdsWriting>;
  readonly passkeys: Sides<PasskeysReading, PasskeysWriting>;
  readonly bots: Sides<BotsReading, BotsWriting>;
  readonly guests: Sides<GuestsReading, GuestsWriting>;
  readonly packs: Sides<PacksReading, PacksWriting>;
  readonly accessTokens: Sides<AccessTokensReading, AccessTokensWriting>;
  readonly programs: Sides<BotProgramsReading, BotProgramsWriting>;
  readonly hooks: Sides<HooksReading, HooksWriting>;
  readonly outgoing: Sides<OutgoingReading, OutgoingWriting>;
  readonly usage: Sides<SpentReading, SpentWriting>;
  readonly config: Sides<ConfigReading, ConfigWriting>;
  readonly friends: Sides<FriendsReading, FriendsWriting>;
  readonly blocked: Sides<BlockedReading, BlockedWriting>;
  readonly reports: Sides<ReportsReading, ReportsWriting>;
  readonly audit: Sides<AuditReading, AuditWriting>;
  readonly erasing: Sides<ErasingReading, ErasingWriting>;
  readonly checking: Sides<CheckingReading, null>;
  readonly overview: Sides<OverviewReading, OverviewWriting>;
  readonly groups: Sides<GroupsReading, GroupsWriting>;
  readonly entrances: Sides<EntrancesReading, EntrancesWriting>;
  readonly groupLines: Sides<GroupLinesReading, GroupLinesWriting>;
  readonly members: Sides<MembersReading, MembersWriting>;
  readonly conversations: Sides<ConversationsReading, null>;
  readonly clearings: Sides<ClearingsReading, ClearingsWriting>;
  readonly dissolvings: Sides<DissolvingsReading, DissolvingsWriting>;
  readonly messagePins: Sides<MessagePinsReading, MessagePinsWriting>;
  readonly streams: Sides<StreamsReading, StreamsWriting>;
  readonly history: Sides<HistoryReading, HistoryWriting>;
  readonly messages: Sides<MessagesReading & SearchReading, MessagesWriting>;
  readonly mentions: Sides<MentionsReading, MentionsWriting>;
  readonly polls: Sides<PollsReading, PollsWriting>;
  readonly reactions: Sides<ReactionsReading, ReactionsWriting>;
  readonly threads: Sides<ThreadsReading, ThreadsWriting>;
  readonly timers: Sides<TimersReading, TimersWriting>;
  readonly inbox: Sides<InboxReading, null>;
  readonly later: Sides<LaterReading, LaterWriting>;
  readonly preferences: Sides<KeptReading, KeptWriting>;
  readonly notices: Sides<NoticesReading, NoticesWriting>;
  readonly words: Sides<WordsReading, WordsWriting>;
  readonly sends: Sides<SendsReading, SendsWriting>;
  readonly ledger: Sides<LedgerReading, LedgerWriting>;
  readonly ops: Sides<OpsReading, OpsWriting>;
  readonly calls: Sides<CallsReading, CallsWriting>;
  readonly groupCalls: Sides<GroupCallsReading, GroupCallsWriting>;
  readonly files: Sides<FilesReading, FilesWriting>;
  readonly emoji: Sides<EmojiReading, EmojiWriting>;
  readonly moments: Sides<MomentsReading, MomentsWriting>;
  readonly push: Sides<PushReading, PushWriting>;
  readonly meta: Sides<null, MetaWriting>;
  readonly readingMarks: Sides<null, SeenWriting>;
  readonly upkeep: Sides<null, UpkeepWriting>;
}

type Side<S extends keyof Sides<unknown, unknown>> = {
  readonly [K in keyof Aggregates as Aggregates[K][S] extends null ? never : K]: Aggregates[K][S];
};

/** Read access by aggregate: rows and methods of each are in a file of `store/`. */
export type ReadTx = Side<'reading'>;

/** Write access, by aggregate. */
export type Writing = Side<'writing'>;

/** Transaction of a command: read and write access to each aggregate. */
export type WriteTx = ReadTx &
  Writing & {
    /** The one moment of this command, in ms; never behind the stream's last (SEND-9). */
    readonly nowMs: number;
  };
