import type { GlobalConfig } from '../domain/config.ts';
import type { GroupId, MessageId, MsgId, StreamId, UserId } from '../domain/ids.ts';
import type {
  Day,
  ConversationView,
  FileQuery,
  ListedFile,
  MessageQuery,
  PlaceFound,
  PlaceQuery,
  PlacesQuery,
  SearchPlace,
} from './store-queries.ts';
import type { PushReading, PushWriting } from './push-rows.ts';
import type {
  UserRow,
  TokenRow,
  FriendRow,
  GroupRow,
  MemberRow,
  StreamRow,
  MessageRow,
  NamedRow,
  Clearing,
  EventRow,
  LedgerRow,
  Release,
  CodeKey,
  CodeRow,
  MomentRow,
  CommentRow,
  FileRow,
  EmojiRow,
  ProfileRow,
  ShownCode,
} from './store-rows.ts';

export type * from './event-facts.ts';
export type * from './store-queries.ts';
export type * from './store-rows.ts';

/**
 * Everything the server remembers. One SQL implementation speaks both engines; the contract suite in
 * `tests/contract/store-suite.ts` decides what an implementation must do.
 *
 * `write` runs commands strictly one after another inside a group: each in its own savepoint, one
 * outer commit for all that came in one turn of the event loop. Its promise resolves only after that
 * commit is durable (COMMIT-1). If the outer commit fails, all of the group reject.
 * `read` sees one committed moment, never an open group (STREAM-8).
 * Inside either, use only the `tx` handed in: waiting for the store from within would wait for ever.
 */
export interface Store {
  /** Commands that are handed in together may run in any order, each in a transaction of its own. */
  readonly unordered?: boolean;
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /**
   * Like `read`, of one moment, for what takes longer than others should wait: between its parts `turn` lets
   * whoever waits have the processor and the store (LIMIT-19). Absent where nobody else waits.
   */
  readLong?<T>(work: (tx: ReadTx, turn: YieldTurn) => Promise<T>): Promise<T>;
  /** Of this moment; see `history`. */
  epoch(): Promise<string>;
  /** Resolves when whoever waits for the processor has had it: between the steps of long work. */
  turn?(): Promise<void>;
  /** How long whoever waits for longest has waited: as long as a newcomer will, or longer. */
  waitedMs?(): number;
  /** Commands and reads that wait at this moment. */
  waiting?(): number;
  close(): Promise<void>;
}

/** Resolves when the others have had their turn. */
export type YieldTurn = () => Promise<void>;

// ---- reading --------------------------------------------------------------------------------

export interface ReadTx extends PushReading {
  readonly users: {
    byId(id: UserId): Promise<UserRow | null>;
    byAccount(account: string): Promise<UserRow | null>;
    byIds(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, UserRow>>;
    count(): Promise<number>;
    /** Active people with an id above `after`, in order of id. */
    active(after: number, limit: number): Promise<readonly UserRow[]>;
  };
  readonly codes: {
    get(key: CodeKey): Promise<CodeRow | null>;
    /** What was counted under this name in a day that has not ended. */
    day(name: string, nowMs: number): Promise<Day | null>;
  };
  /** What was used of a quota in the day that is running or was the last one (LIMIT-14). */
  readonly spent: { of(name: string): Promise<Day | null> };
  /** When an administrator last let this person in; null: never (ADMIN-6). */
  readonly letIn: { at(user: UserId): Promise<number | null> };
  /** How far a person has read the announcements; null for somebody who never has. */
  readonly notices: { mark(user: UserId): Promise<number | null> };
  readonly moments: {
    byId(id: number): Promise<MomentRow | null>;
    /**
     * Newest first, below `before` (0 = from the newest): one's own and those of friends, or of `author`
     * alone.
     */
    page(
      viewer: UserId,
      query: {
        readonly author: UserId | null;
        readonly before: number;
        readonly limit: number;
        readonly everyone: boolean;
      },
    ): Promise<readonly MomentRow[]>;
    /** In the order they came. */
    likes(moments: readonly number[]): Promise<readonly { readonly moment: number; readonly user: UserId }[]>;
    comments(moments: readonly number[]): Promise<readonly CommentRow[]>;
    comment(id: number): Promise<CommentRow | null>;
  };
  readonly tokens: {
    /** Only live tokens of active users; null otherwise. */
    byHash(hash: string, nowMs: number): Promise<TokenRow | null>;
    ofUser(user: UserId, nowMs: number): Promise<readonly TokenRow[]>;
  };
  readonly invites: {
    byCode(code: string): Promise<{
      readonly code: string;
      readonly expiresAtMs: number;
      readonly usedBy: UserId | null;
    } | null>;
  };
  readonly config: {
    get(): Promise<{ readonly config: GlobalConfig; readonly version: number }>;
    /** What `checkVersion` offers; null when nothing was published. */
    release(): Promise<Release | null>;
  };
  readonly friends: {
    byId(id: number): Promise<FriendRow | null>;
    /** The live row (status 1 or 2) that `creator` owns for `friend`. */
    between(creator: UserId, friend: UserId): Promise<FriendRow | null>;
    areFriends(a: UserId, b: UserId): Promise<boolean>;
    applications(
      of: UserId,
      side: 'received' | 'sent',
      page: number,
      limit: number,
    ): Promise<{ readonly rows: readonly FriendRow[]; readonly total: number }>;
    pending(of: UserId): Promise<{ readonly count: number; readonly newestAtMs: number }>;
    /** Friends of this person, by id. */
    of(user: UserId): Promise<readonly UserId[]>;
    /** My remarks: partner → nickname. */
    nicknames(of: UserId, partners: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  };
  /** Names and pictures that changed, by how often; whoever never changed them has no row. */
  readonly profiles: {
    /** At or above transaction `tx`, oldest first. */
    since(tx: number, limit: number): Promise<readonly ProfileRow[]>;
    of(users: readonly UserId[]): Promise<readonly ProfileRow[]>;
  };
  readonly groups: { byId(id: GroupId): Promise<GroupRow | null> };
  readonly members: {
    /** The current membership, or null (also for former members). */
    get(stream: StreamId, user: UserId): Promise<MemberRow | null>;
    /** Also former members. */
    getAny(stream: StreamId, user: UserId): Promise<MemberRow | null>;
    /** Current members by role, then by joining. */
    of(
      stream: StreamId,
      page?: { readonly page: number; readonly limit: number },
    ): Promise<readonly MemberRow[]>;
    idsOf(stream: StreamId): Promise<readonly UserId[]>;
    /** Current members who came after the message with this ordinal. */
    cameAfter(stream: StreamId, n: number): Promise<readonly MemberRow[]>;
    count(stream: StreamId): Promise<number>;
    /** Memberships of groups that were there before the person, for `visible`. */
    joinedLater(user: UserId): Promise<readonly MemberRow[]>;
    /** Streams the user is a current member of. */
    streamsOf(user: UserId): Promise<readonly StreamId[]>;
  };
  readonly doors: {
    /** Which of these were removed from this group and not let back (GROUP-16). */
    barred(stream: StreamId, users: readonly UserId[]): Promise<ReadonlySet<UserId>>;
    /** The live code of this group that the person has shown; null when there is none (GROUP-17). */
    shown(user: UserId, group: GroupId): Promise<ShownCode | null>;
  };
  readonly conversations: {
    /** Those of these that the user is in, in order of their names. */
    of(user: UserId, streams: readonly StreamId[]): Promise<readonly ConversationView[]>;
    one(user: UserId, stream: StreamId): Promise<ConversationView | null>;
  };
  readonly streams: {
    get(stream: StreamId): Promise<StreamRow | null>;
    /** Events with seq in (after, after + limit], in order. */
    events(stream: StreamId, after: number, limit: number): Promise<readonly EventRow[]>;
    /** Of the given streams, those whose last event is at or above transaction `tx`, in order of id. */
    movedSince(streams: readonly StreamId[], tx: number): Promise<readonly StreamRow[]>;
    /** Events of one stream at or above transaction `tx` and above `afterSeq`, in order. */
    eventsSince(stream: StreamId, tx: number, afterSeq: number, limit: number): Promise<readonly EventRow[]>;
    /** Rises with each command of another process beside this server (ADMIN-2). */
    outside(): Promise<number>;
    /** All streams of conversations, in order of id, for work that goes through them now and then. */
    names(after: string, limit: number): Promise<readonly StreamId[]>;
    /** Number that the next transaction will get; a cursor taken now (STREAM-7). */
    now(): Promise<number>;
  };
  /** What names the history that this database holds (STREAM-9). */
  readonly history: {
    /** Random text, renewed when the history is another one. */
    epoch(): Promise<string>;
    /** Random text, made with the database and never changed. */
    home(): Promise<string>;
  };
  readonly messages: {
    byId(id: MessageId): Promise<MessageRow | null>;
    byMsgId(id: MsgId): Promise<MessageRow | null>;
    byMsgIds(ids: readonly MsgId[]): Promise<ReadonlyMap<MsgId, MessageRow>>;
    byN(stream: StreamId, n: number): Promise<MessageRow | null>;
    /** Messages by either name, in no order. */
    named(ids: readonly MessageId[], msgIds: readonly MsgId[]): Promise<readonly NamedRow[]>;
    page(query: MessageQuery): Promise<{ readonly rows: readonly MessageRow[]; readonly total: number }>;
    /** The oldest that remain, oldest first. */
    oldest(stream: StreamId, limit: number): Promise<readonly MessageRow[]>;
    /**
     * The person's conversations, favourites among them, with something to read below a message; in order of
     * their names (SEARCH-1).
     */
    places(query: PlacesQuery): Promise<readonly SearchPlace[]>;
    /** The same of one conversation, whatever stands there. */
    place(stream: StreamId, aboveN: number, before: MsgId): Promise<SearchPlace | null>;
    /** A step of a search in one conversation, by index, downwards (SEARCH-10). */
    search(query: PlaceQuery): Promise<PlaceFound>;
    /** Newest message that remains, above `fromN`. */
    last(stream: StreamId, fromN: number): Promise<MessageRow | null>;
    /** What remains before `n`, newest first. */
    before(stream: StreamId, n: number, limit: number): Promise<readonly MessageRow[]>;
    /** My messages with n above the mark, and lines of others there that I have seen, by index. */
    ownAfter(stream: StreamId, user: UserId, mark: number): Promise<number>;
  };
  readonly clearings: {
    get(stream: StreamId): Promise<Clearing | null>;
    /** Conversations that are being cleared, in order of id. */
    list(limit: number): Promise<readonly StreamId[]>;
  };
  /** Conversations with messages whose words are not in the index yet, in order of id (SEARCH-8). */
  readonly words: { waiting(after: string, limit: number): Promise<readonly StreamId[]> };
  readonly mentions: {
    /** Mentions of the user after the mark, not by the user (COUNT-3). */
    count(stream: StreamId, user: UserId, afterN: number): Promise<number>;
  };
  readonly files: {
    byId(id: number): Promise<FileRow | null>;
    byIds(ids: readonly number[]): Promise<ReadonlyMap<number, FileRow>>;
    byKey(key: string): Promise<FileRow | null>;
    /** A file with the same bytes for the same purpose: its stored bytes may be shared. */
    same(digest: string, purpose: FileRow['purpose']): Promise<FileRow | null>;
    /** Whether a message of this conversation above the ordinal holds the file. */
    isHeld(id: number, stream: StreamId, aboveN: number): Promise<boolean>;
    /** A file with these stored bytes that such a message holds. */
    heldBytes(key: string, stream: StreamId, aboveN: number): Promise<FileRow | null>;
    /** Messages that hold the file in conversations of this person. */
    placesOf(id: number, user: UserId): Promise<readonly { readonly stream: StreamId; readonly n: number }[]>;
    /** Files in the conversations of one person, newest message first (FILE-3). */
    list(query: FileQuery): Promise<{ readonly rows: readonly ListedFile[]; readonly total: number }>;
    /** All files of messages, newest first, for administrators. */
    every(query: FileQuery): Promise<{ readonly rows: readonly FileRow[]; readonly total: number }>;
    /**
     * Bytes of so many files with an id above `after`, equal bytes once, and the last of these files; null
     * when there are none.
     */
    bytes(after: number, limit: number): Promise<{ readonly bytes: number; readonly last: number } | null>;
    /** Older than this, with an id above `after`, and nothing holds them any more (FILE-5). */
    unused(beforeMs: number, after: number, limit: number): Promise<readonly FileRow[]>;
  };
  readonly emoji: {
    of(user: UserId, limit: number): Promise<readonly EmojiRow[]>;
    count(user: UserId): Promise<number>;
  };
  readonly sends: {
    get(id: MessageId): Promise<LedgerRow | null>;
    getAll(ids: readonly MessageId[]): Promise<ReadonlyMap<MessageId, LedgerRow>>;
  };
  /** The ledger of sends in the order of its ids, for forgetting (SYNC-7). */
  readonly ledger: {
    page(
      after: MessageId,
      limit: number,
    ): Promise<readonly { readonly id: MessageId; readonly createdAtMs: number }[]>;
  };
  /** Records of calls that nobody has answered yet, oldest first (CALL-30). */
  readonly calls: {
    ringing(limit: number): Promise<readonly { readonly msgId: MsgId; readonly sinceMs: number }[]>;
    /** Answered calls that are not over; `seenMs`: when a server last said that it follows them (CALL-40). */
    talking(
      limit: number,
    ): Promise<readonly { readonly msgId: MsgId; readonly sinceMs: number; readonly seenMs: number }[]>;
    /** Answered and not over. */
    isTalking(msgId: MsgId): Promise<boolean>;
  };
  readonly ops: { get(user: UserId, op: string): Promise<string | null> };
}

// ---- writing --------------------------------------------------------------------------------

export interface WriteTx extends ReadTx {
  /** The one moment of this command, in ms; never behind the stream's last (SEND-9). */
  readonly nowMs: number;
  readonly write: PushWriting & {
    addUser(user: Omit<UserRow, 'id'>): Promise<UserId>;
    /** What others are shown of this person has changed (STREAM-17). */
    noteProfile(user: UserId): Promise<void>;
    setUser(id: UserId, patch: Partial<Omit<UserRow, 'id'>>): Promise<void>;
    /** The key of what the server signs, or another secret: the one that is kept, or this one from now on. */
    keepSecret(fresh: string, name?: 'secret' | 'metrics'): Promise<string>;
    /** The history is another one from now on; false when it is not `instead` any more. */
    renewEpoch(fresh: string, instead: string): Promise<boolean>;
    /**
     * Writes as much as a message needs, another text each time: one that is there already would write
     * nothing (OPS-2).
     */
    tryWriting(): Promise<void>;
    /** Tells running servers to look for what this process writes. */
    noteOutside(): Promise<void>;
    /** Takes the place of an earlier code for the same purpose. */
    putCode(row: CodeRow): Promise<void>;
    /** Counts a try, in the order they come; null when the code is gone. */
    countCodeTry(key: CodeKey): Promise<number | null>;
    endCode(key: CodeKey): Promise<void>;
    putCodeDay(name: string, day: Day): Promise<void>;
    /** One less: it did not come to anything. */
    undoCodeDay(name: string): Promise<void>;
    /** Adds to what is used under this name; the first one of a day begins it. Returns what is used now. */
    spend(name: string, cost: number, lengthMs: number): Promise<Day>;
    letIn(user: UserId): Promise<void>;
    setNoticeMark(user: UserId, mark: number): Promise<void>;
    addMoment(row: Omit<MomentRow, 'id'>): Promise<number>;
    /** With its likes and comments. */
    dropMoment(id: number): Promise<void>;
    /** Liking twice is liking once. */
    likeMoment(id: number, user: UserId, nowMs: number): Promise<void>;
    unlikeMoment(id: number, user: UserId): Promise<void>;
    addComment(row: Omit<CommentRow, 'id'>): Promise<number>;
    dropComment(id: number): Promise<void>;
    addToken(token: TokenRow): Promise<void>;
    setToken(hash: string, patch: Partial<Pick<TokenRow, 'cid'>>): Promise<void>;
    endToken(hash: string): Promise<void>;
    endTokensOf(user: UserId, except?: string): Promise<void>;
    addInvite(code: string, expiresAtMs: number): Promise<void>;
    useInvite(code: string, by: UserId): Promise<boolean>;
    setConfig(config: GlobalConfig): Promise<void>;
    setRelease(release: Release): Promise<void>;
    addFriend(row: Omit<FriendRow, 'id'>): Promise<number>;
    setFriend(id: number, patch: Partial<Omit<FriendRow, 'id' | 'creator' | 'friend'>>): Promise<void>;
    endFriend(id: number): Promise<void>;
    addGroup(row: Omit<GroupRow, 'id'>): Promise<GroupId>;
    setGroup(id: GroupId, patch: Partial<Omit<GroupRow, 'id'>>): Promise<void>;
    endGroup(id: GroupId): Promise<void>;
    /** Inserts, or starts a new interval for somebody who comes back. */
    putMember(row: MemberRow): Promise<void>;
    setMember(
      stream: StreamId,
      user: UserId,
      patch: Partial<Omit<MemberRow, 'stream' | 'user'>>,
    ): Promise<void>;
    /** Only who leads the group opens it to this person again. */
    bar(stream: StreamId, user: UserId): Promise<void>;
    unbar(stream: StreamId, users: readonly UserId[]): Promise<void>;
    /**
     * The one that is shown last counts for its group; of more than so many, those that end first are
     * forgotten.
     */
    keepShown(user: UserId, code: ShownCode, max: number): Promise<void>;
    /** Makes the stream when it is new; returns it. */
    openStream(stream: StreamId): Promise<StreamRow>;
    /**
     * Next place in a stream: head + 1, and count + 1 with `listed`; or as many as said. Returns the last of
     * them and the time, which is the greater of now and the stream's last. The caller then appends exactly
     * one event for each.
     */
    advance(
      stream: StreamId,
      listed: boolean,
      places?: number,
    ): Promise<{ readonly seq: number; readonly n: number; readonly atMs: number }>;
    append(...events: readonly Omit<EventRow, 'tx'>[]): Promise<void>;
    /**
     * Drops at most `limit` events that are older than `beforeMs`, or not among the newest `keep` of
     * their stream, from the low end of each stream, and raises its `floor`. Returns how many (SYNC-2).
     */
    prune(beforeMs: number, keep: number, limit: number): Promise<number>;
    /**
     * Forgets the sends of one page, after one id up to another, that are older than this; how many (SYNC-7).
     */
    dropSends(after: MessageId, upTo: MessageId, beforeMs: number): Promise<number>;
    /**
     * Forgets operations, logins, codes (also shown ones) and invitations that have lived their time, at most
     * so many of each kind; how many.
     */
    dropExpired(limit: number): Promise<number>;
    /** A call rings from now on. */
    addRinging(msgId: MsgId): Promise<void>;
    /** It was answered or is over; false when it rang no more. */
    endRinging(msgId: MsgId): Promise<boolean>;
    /** It was answered (CALL-40). */
    addTalking(msgId: MsgId): Promise<void>;
    /** A server still follows it; false when nobody talks there. */
    seenTalking(msgId: MsgId): Promise<boolean>;
    /** It is over; false when nobody talks there, or when it was seen after `seenUpToMs`. */
    endTalking(msgId: MsgId, seenUpToMs?: number): Promise<boolean>;
    /**
     * Puts the words of so many waiting messages of a conversation into the index, fewer when they are long:
     * how many, and whether others wait (SEARCH-8).
     */
    indexWords(stream: StreamId, limit: number): Promise<{ readonly taken: number; readonly more: boolean }>;
    /**
     * The same of one conversation of before the index had its present form; false: none is left (SEARCH-12).
     */
    takeOverWords(limit: number): Promise<boolean>;
    addMessage(row: Omit<MessageRow, 'msgId'>): Promise<MsgId>;
    /** Their numbers rise in the order given, in which they are answered. */
    addMessages(rows: readonly Omit<MessageRow, 'msgId'>[]): Promise<readonly MessageRow[]>;
    setMessage(
      msgId: MsgId,
      patch: Partial<Pick<MessageRow, 'type' | 'content' | 'at' | 'recalled' | 'note' | 'extra'>>,
    ): Promise<void>;
    dropMessage(msgId: MsgId): Promise<void>;
    /**
     * Drops messages up to this ordinal, the oldest so many, with mentions and words; the ordinals stay
     * taken. Whether others may be left.
     */
    clearMessages(stream: StreamId, upToN: number, limit: number): Promise<boolean>;
    /**
     * Kept until `endClearing`, so that one that is cut off is brought to its end; of two the further one
     * counts.
     */
    beginClearing(stream: StreamId, clearing: Clearing): Promise<void>;
    /** Null when somebody else has ended it. */
    endClearing(stream: StreamId): Promise<Clearing | null>;
    /** In a conversation that was cleared as a whole: nothing is unread for anybody who is in it. */
    readAll(stream: StreamId, n: number): Promise<void>;
    addFile(row: Omit<FileRow, 'id'>): Promise<number>;
    dropFile(id: number): Promise<void>;
    /** Among this person's emoji and to the front. */
    putEmoji(user: UserId, fileId: number, name: string): Promise<void>;
    /** Only this person's; the first one named comes first. */
    moveEmoji(user: UserId, ids: readonly number[]): Promise<void>;
    dropEmoji(user: UserId, ids: readonly number[]): Promise<void>;
    /** Rows for named people; one row for everyone when `everyone`. */
    addMentions(stream: StreamId, n: number, users: readonly UserId[], everyone: boolean): Promise<void>;
    dropMentions(stream: StreamId, n: number): Promise<void>;
    /** Has seen this line, wherever the mark stands (CALL-41); false when that was known. */
    addSeen(stream: StreamId, user: UserId, n: number): Promise<boolean>;
    /** The mark has passed them. */
    dropSeenUpTo(stream: StreamId, user: UserId, n: number): Promise<void>;
    /** False when one of the ids was taken meanwhile. */
    addSend(...rows: readonly LedgerRow[]): Promise<boolean>;
    addOp(user: UserId, op: string, answer: string): Promise<boolean>;
  };
}
