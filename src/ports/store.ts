import type { GlobalConfig } from '../domain/config.ts';
import type { GroupSetting, Role } from '../domain/contact.ts';
import type { GroupId, MessageId, MsgId, StreamId, UserId } from '../domain/ids.ts';
import type { EventNote, MessageType } from '../domain/message.ts';
import type { QueryToken } from '../domain/search-tokens.ts';

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
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** Random text, renewed when the history is another one (STREAM-9). */
  epoch(): Promise<string>;
  close(): Promise<void>;
}

// ---- rows -----------------------------------------------------------------------------------

export interface UserRow {
  readonly id: UserId;
  readonly account: string;
  readonly realname: string;
  readonly passwordHash: string;
  readonly avatar: string;
  readonly email: string;
  readonly motto: string;
  readonly sex: 0 | 1 | 2;
  /** 0 user, 1 super administrator, 2 administrator. */
  readonly role: 0 | 1 | 2;
  readonly isAuth: boolean;
  readonly active: boolean;
  readonly createdAtMs: number;
  readonly lastLoginAtMs: number;
  readonly lastLoginIp: string;
}

export interface TokenRow {
  readonly hash: string;
  readonly user: UserId;
  readonly terminal: string;
  readonly isMobile: boolean;
  readonly cid: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface FriendRow {
  readonly id: number;
  readonly creator: UserId;
  readonly friend: UserId;
  readonly nickname: string;
  readonly remark: string;
  readonly isInvite: boolean;
  /** 0 refused, 1 friends, 2 waiting. */
  readonly status: 0 | 1 | 2;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface GroupRow {
  readonly id: GroupId;
  readonly name: string;
  readonly avatar: string;
  readonly owner: UserId;
  readonly notice: string;
  readonly setting: GroupSetting;
  readonly createdAtMs: number;
}

/** A person's place in a conversation, one-to-one or group. One current interval per person (STREAM-10). */
export interface MemberRow {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly role: Role;
  readonly isTop: boolean;
  readonly isNotice: boolean;
  /** Events above this `seq` are the member's. */
  readonly fromSeq: number;
  /** null while a member. */
  readonly untilSeq: number | null;
  /** Ordinal of the last message before joining; older pages need `setting.history`. 0 in one-to-one. */
  readonly fromN: number;
  readonly mark: number;
  readonly own: number;
  readonly mentionMark: number;
  readonly hiddenTo: number;
  readonly mutedUntilSec: number;
  readonly inviter: UserId | null;
  readonly joinedAtMs: number;
}

export interface StreamRow {
  readonly stream: StreamId;
  readonly head: number;
  /** Messages listed so far; the next one gets `count + 1`. */
  readonly count: number;
  /** Events up to here were pruned; 0 = none. */
  readonly floor: number;
  /** Transaction number of the last event. */
  readonly tx: number;
  readonly lastAtMs: number;
}

export interface MessageRow {
  readonly msgId: MsgId;
  readonly id: MessageId;
  readonly stream: StreamId;
  readonly n: number;
  readonly from: UserId;
  readonly type: MessageType;
  readonly content: string;
  readonly at: readonly number[];
  readonly pid: MsgId | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly note: EventNote | null;
  readonly sentAtMs: number;
  readonly recalled: boolean;
}

/** Facts of an event: kind, ids and small facts, never content (STREAM-4). */
export type EventFacts =
  // conversation streams
  /** `notice`: it tells the group's notice, which is joined as it is now. */
  | { readonly kind: 'message'; readonly msgId: MsgId; readonly id: MessageId; readonly n: number; readonly from: UserId; readonly notice?: true }
  | { readonly kind: 'recall'; readonly msgId: MsgId; readonly id: MessageId; readonly n: number; readonly from: UserId; readonly by: UserId; readonly byManager: boolean; readonly at: readonly number[]; readonly lastN: number | null }
  | { readonly kind: 'delete'; readonly msgId: MsgId; readonly id: MessageId; readonly n: number; readonly from: UserId; readonly at: readonly number[]; readonly lastN: number | null }
  | { readonly kind: 'read'; readonly user: UserId; readonly mark: number; readonly own: number; readonly count: number }
  | { readonly kind: 'rename'; readonly by: UserId; readonly name: string }
  | { readonly kind: 'added'; readonly by: UserId; readonly users: readonly UserId[]; readonly members: number }
  | { readonly kind: 'removed'; readonly by: UserId; readonly user: UserId; readonly members: number }
  | { readonly kind: 'dissolved'; readonly by: UserId }
  | { readonly kind: 'groupSetting'; readonly by: UserId }
  /** `user` null: only the picture is a new one. */
  | { readonly kind: 'manager'; readonly by: UserId; readonly user: UserId | null; readonly role: Role | null }
  | { readonly kind: 'owner'; readonly by: UserId; readonly user: UserId }
  | { readonly kind: 'muted'; readonly by: UserId; readonly user: UserId; readonly untilSec: number }
  | { readonly kind: 'cleared'; readonly by: UserId | null; readonly n: number }
  | { readonly kind: 'updated'; readonly msgId: MsgId; readonly id: MessageId }
  /** A call's record changed: `by` null = the server ended it. */
  | { readonly kind: 'call'; readonly msgId: MsgId; readonly id: MessageId; readonly event: 'hangup' | 'busy'; readonly by: UserId | null; readonly code: number; readonly talkSec: number }
  // the user's own stream
  | { readonly kind: 'top'; readonly of: StreamId; readonly on: boolean }
  | { readonly kind: 'notice'; readonly of: StreamId; readonly on: boolean }
  | { readonly kind: 'hide'; readonly of: StreamId; readonly n: number }
  | { readonly kind: 'mark'; readonly of: StreamId; readonly mark: number; readonly own: number; readonly seq: number; readonly count: number }
  | { readonly kind: 'mentionMark'; readonly of: StreamId; readonly mark: number; readonly mentions: number; readonly seq: number; readonly count: number }
  | { readonly kind: 'joined'; readonly of: StreamId; readonly base: number; readonly n: number; readonly mark: number; readonly via: 'group' | 'friend' }
  | { readonly kind: 'left'; readonly of: StreamId; readonly until: number; readonly why: 'removed' | 'left' | 'dissolved' | 'unfriended'; readonly by: UserId }
  | { readonly kind: 'application'; readonly friendId: number; readonly from: UserId }
  | { readonly kind: 'applicationDone'; readonly friendId: number; readonly status: 0 | 1; readonly pending: number }
  | { readonly kind: 'remark'; readonly user: UserId; readonly name: string }
  | { readonly kind: 'profile' }
  | { readonly kind: 'session'; readonly token: string };

export interface EventRow {
  readonly stream: StreamId;
  readonly seq: number;
  readonly tx: number;
  readonly atMs: number;
  readonly facts: EventFacts;
}

export interface LedgerRow {
  readonly id: MessageId;
  readonly sender: UserId;
  readonly hash: string;
  readonly msgId: MsgId;
  readonly stream: StreamId;
  readonly seq: number;
  readonly createdAtMs: number;
}

/** Why a code was sent; one of another purpose opens nothing. */
export type CodePurpose = 'login' | 'register' | 'password' | 'account';

/** A code that was sent to an address, as a digest. */
export interface CodeRow {
  readonly account: string;
  readonly purpose: CodePurpose;
  readonly hash: string;
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
  /** Wrong answers so far. */
  readonly tries: number;
}

export interface MomentRow {
  readonly id: number;
  readonly author: UserId;
  readonly content: string;
  /** Ids of uploaded pictures. */
  readonly pictures: readonly number[];
  readonly createdAtMs: number;
}

export interface CommentRow {
  readonly id: number;
  readonly moment: number;
  readonly author: UserId;
  /** Who is answered, or null. */
  readonly replyTo: UserId | null;
  readonly content: string;
  readonly createdAtMs: number;
}

// ---- reading --------------------------------------------------------------------------------

/** One conversation of one person with all that a contact row needs, from one query. */
export interface ConversationView {
  readonly member: MemberRow;
  readonly stream: StreamRow;
  /** Newest visible message that remains. */
  readonly last: MessageRow | null;
  readonly mentions: number;
  /** One-to-one: the partner (`passwordHash` is empty in lists), my remark for the partner, the partner's mark. */
  readonly partner: { readonly user: UserRow; readonly nickname: string; readonly mark: number } | null;
/** A file as it was uploaded; several may share stored bytes (`key`). */
export interface FileRow {
  readonly id: number;
  readonly user: UserId;
  /** As its owner named it, with its ending. */
  readonly name: string;
  /** Lower case, without the dot; '' when it has none. */
  readonly ext: string;
  /** What the bytes are, never what was claimed. */
  readonly mime: string;
  /** 1 document, 2 picture, 3 audio, 4 video, 9 other. */
  readonly cate: 1 | 2 | 3 | 4 | 9;
  readonly sizeBytes: number;
  readonly digest: string;
  /** Where the bytes lie; random, so that it says nothing. */
  readonly key: string;
  /** `message` is private to conversations; the others are pictures that anybody with their address sees. */
  readonly purpose: 'message' | 'avatar' | 'emoji';
  readonly details: { readonly width: number; readonly height: number; readonly durationSec: number | null } | null;
  readonly createdAtMs: number;
}

export interface EmojiRow {
  readonly id: number;
  readonly user: UserId;
  readonly fileId: number;
  readonly name: string;
}

  readonly group: { readonly row: GroupRow; readonly members: number } | null;
}

export interface MessageQuery {
  readonly stream: StreamId;
  /** Only messages with a higher ordinal are visible. */
  readonly fromN: number;
  readonly limit: number;
  /** Rows with a smaller msgId; wins over `page`. */
  readonly beforeMsgId?: number;
  /** 1-based, newest first. */
  readonly page?: number;
  readonly types?: readonly MessageType[];
  readonly keywords?: string;
  readonly mentioning?: { readonly user: UserId; readonly afterN: number };
}

export interface ReadTx {
  readonly users: {
    byId(id: UserId): Promise<UserRow | null>;
    byAccount(account: string): Promise<UserRow | null>;
    byIds(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, UserRow>>;
    count(): Promise<number>;
    /** Active people with an id above `after`, in order of id. */
    active(after: number, limit: number): Promise<readonly UserRow[]>;
  };
  readonly codes: { get(account: string, purpose: CodePurpose): Promise<CodeRow | null> };
  /** How far a person has read the announcements; null for somebody who never has. */
export interface SearchQuery {
  readonly user: UserId;
  /** One conversation and what `visible` says of it; absent: all of the person's, with the favourites. */
  readonly at?: { readonly stream: StreamId; readonly aboveN: number } | null;
  /** Conversations that are readable from their beginning though the person came later (GROUP-8). */
  readonly open: readonly StreamId[];
  /** Every one must be in the message. */
  readonly tokens: readonly QueryToken[];
  readonly types?: readonly MessageType[];
  readonly before?: MsgId | undefined;
  readonly limit: number;
}

export interface FileQuery {
  readonly user: UserId;
  readonly open: readonly StreamId[];
  readonly role: 'any' | 'sent' | 'received';
  readonly cate: number | null;
  readonly keywords: string;
  readonly page: number;
  readonly limit: number;
}

export interface ListedFile {
  readonly message: MessageRow;
  readonly file: FileRow;
}

  readonly notices: { mark(user: UserId): Promise<number | null> };
  readonly moments: {
    byId(id: number): Promise<MomentRow | null>;
    /** Newest first, below `before` (0 = from the newest): one's own and those of friends, or of `author` alone. */
    page(viewer: UserId, query: { readonly author: UserId | null; readonly before: number; readonly limit: number; readonly everyone: boolean }): Promise<readonly MomentRow[]>;
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
  readonly invites: { byCode(code: string): Promise<{ readonly code: string; readonly expiresAtMs: number; readonly usedBy: UserId | null } | null> };
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
    applications(of: UserId, side: 'received' | 'sent', page: number, limit: number): Promise<{ readonly rows: readonly FriendRow[]; readonly total: number }>;
    pending(of: UserId): Promise<{ readonly count: number; readonly newestAtMs: number }>;
    /** Friends of this person, by id. */
    of(user: UserId): Promise<readonly UserId[]>;
    /** My remarks: partner → nickname. */
    nicknames(of: UserId, partners: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  };
  readonly groups: { byId(id: GroupId): Promise<GroupRow | null> };
  readonly members: {
    /** The current membership, or null (also for former members). */
    get(stream: StreamId, user: UserId): Promise<MemberRow | null>;
    /** Also former members. */
    getAny(stream: StreamId, user: UserId): Promise<MemberRow | null>;
    /** Current members by role, then by joining. */
    of(stream: StreamId, page?: { readonly page: number; readonly limit: number }): Promise<readonly MemberRow[]>;
    idsOf(stream: StreamId): Promise<readonly UserId[]>;
    count(stream: StreamId): Promise<number>;
    /** Streams the user is a current member of. */
    streamsOf(user: UserId): Promise<readonly StreamId[]>;
  };
  readonly conversations: {
    all(user: UserId): Promise<readonly ConversationView[]>;
    one(user: UserId, stream: StreamId): Promise<ConversationView | null>;
  };
  readonly streams: {
    get(stream: StreamId): Promise<StreamRow | null>;
    /** Events with seq in (after, after + limit], in order. */
    events(stream: StreamId, after: number, limit: number): Promise<readonly EventRow[]>;
    /** Memberships of groups that were there before the person, for `visible`. */
    joinedLater(user: UserId): Promise<readonly MemberRow[]>;
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
  readonly messages: {
    byId(id: MessageId): Promise<MessageRow | null>;
    byMsgId(id: MsgId): Promise<MessageRow | null>;
    byMsgIds(ids: readonly MsgId[]): Promise<ReadonlyMap<MsgId, MessageRow>>;
    byN(stream: StreamId, n: number): Promise<MessageRow | null>;
    page(query: MessageQuery): Promise<{ readonly rows: readonly MessageRow[]; readonly total: number }>;
    /** The oldest that remain, oldest first. */
    oldest(stream: StreamId, limit: number): Promise<readonly MessageRow[]>;
    /** Newest message that remains, above `fromN`. */
    last(stream: StreamId, fromN: number): Promise<MessageRow | null>;
    /** My messages with n in (mark, to], by index. */
    ownAfter(stream: StreamId, user: UserId, mark: number): Promise<number>;
  };
  readonly mentions: {
    /** Mentions of the user after the mark, not by the user (COUNT-3). */
    count(stream: StreamId, user: UserId, afterN: number): Promise<number>;
  };
  readonly sends: { get(id: MessageId): Promise<LedgerRow | null> };
  readonly ops: { get(user: UserId, op: string): Promise<string | null> };
    /** Candidates for a search, newest first, by index: all that have every token (SEARCH-1). */
    search(query: SearchQuery): Promise<readonly MessageRow[]>;
}

// ---- writing --------------------------------------------------------------------------------

export interface WriteTx extends ReadTx {
  /** The one moment of this command, in ms; never behind the stream's last (SEND-9). */
  readonly nowMs: number;
  readonly write: {
    addUser(user: Omit<UserRow, 'id'>): Promise<UserId>;
  readonly files: {
    byId(id: number): Promise<FileRow | null>;
    byIds(ids: readonly number[]): Promise<ReadonlyMap<number, FileRow>>;
    byKey(key: string): Promise<FileRow | null>;
    /** A file with the same bytes for the same purpose: its stored bytes may be shared. */
    same(digest: string, purpose: FileRow['purpose']): Promise<FileRow | null>;
    /** The file, when a message of this conversation above the ordinal holds it. */
    held(key: string, stream: StreamId, aboveN?: number): Promise<FileRow | null>;
    /** Messages that hold the file in conversations of this person. */
    placesOf(id: number, user: UserId): Promise<readonly { readonly stream: StreamId; readonly n: number }[]>;
    /** Files in the conversations of one person, newest message first (FILE-3). */
    list(query: FileQuery): Promise<{ readonly rows: readonly ListedFile[]; readonly total: number }>;
    /** All files of messages, newest first, for administrators. */
    every(query: FileQuery): Promise<{ readonly rows: readonly FileRow[]; readonly total: number }>;
    /** Older than this, with an id above `after`, and nothing holds them any more (FILE-5). */
    unused(beforeMs: number, after: number, limit: number): Promise<readonly FileRow[]>;
  };
  readonly emoji: { of(user: UserId, limit: number): Promise<readonly EmojiRow[]>; count(user: UserId): Promise<number> };
    setUser(id: UserId, patch: Partial<Omit<UserRow, 'id'>>): Promise<void>;
    /** The key of what the server signs: the one that is kept, or this one from now on. */
    keepSecret(fresh: string): Promise<string>;
    /** Tells running servers to look for what this process writes. */
    noteOutside(): Promise<void>;
    /** Takes the place of an earlier code for the same purpose. */
    putCode(row: CodeRow): Promise<void>;
    setCodeTries(account: string, purpose: CodePurpose, tries: number): Promise<void>;
    endCode(account: string, purpose: CodePurpose): Promise<void>;
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
    addFriend(row: Omit<FriendRow, 'id'>): Promise<number>;
    setFriend(id: number, patch: Partial<Omit<FriendRow, 'id' | 'creator' | 'friend'>>): Promise<void>;
    endFriend(id: number): Promise<void>;
    addGroup(row: Omit<GroupRow, 'id'>): Promise<GroupId>;
    setGroup(id: GroupId, patch: Partial<Omit<GroupRow, 'id'>>): Promise<void>;
    endGroup(id: GroupId): Promise<void>;
    /** Inserts, or starts a new interval for somebody who comes back. */
    putMember(row: MemberRow): Promise<void>;
    setMember(stream: StreamId, user: UserId, patch: Partial<Omit<MemberRow, 'stream' | 'user'>>): Promise<void>;
    /** Makes the stream when it is new; returns it. */
    openStream(stream: StreamId): Promise<StreamRow>;
    setRelease(release: Release): Promise<void>;
    /**
     * Next place in a stream: head + 1, and count + 1 with `listed`. Returns the place and the time,
     * which is the greater of now and the stream's last. The caller then appends exactly one event.
     */
    advance(stream: StreamId, listed: boolean): Promise<{ readonly seq: number; readonly n: number; readonly atMs: number }>;
    append(event: Omit<EventRow, 'tx'>): Promise<void>;
    /**
     * Drops at most `limit` events that are older than `beforeMs`, or not among the newest `keep` of
     * their stream, from the low end of each stream, and raises its `floor`. Returns how many (SYNC-2).
     */
    prune(beforeMs: number, keep: number, limit: number): Promise<number>;
    addMessage(row: Omit<MessageRow, 'msgId'>): Promise<MsgId>;
    setMessage(msgId: MsgId, patch: Partial<Pick<MessageRow, 'type' | 'content' | 'at' | 'recalled' | 'note' | 'extra'>>): Promise<void>;
    dropMessage(msgId: MsgId): Promise<void>;
    /** Drops all messages and mentions up to this ordinal; the ordinals stay taken. */
    clearMessages(stream: StreamId, upToN: number): Promise<void>;
    /** Rows for named people; one row for everyone when `everyone`. */
    addMentions(stream: StreamId, n: number, users: readonly UserId[], everyone: boolean): Promise<void>;
    dropMentions(stream: StreamId, n: number): Promise<void>;
    /** False when the id was taken meanwhile. */
    addSend(row: LedgerRow): Promise<boolean>;
    addOp(user: UserId, op: string, answer: string): Promise<boolean>;
  };
}
    addFile(row: Omit<FileRow, 'id'>): Promise<number>;
    dropFile(id: number): Promise<void>;
    /** Among this person's emoji and to the front. */
    putEmoji(user: UserId, fileId: number, name: string): Promise<void>;
    /** Only this person's; the first one named comes first. */
    moveEmoji(user: UserId, ids: readonly number[]): Promise<void>;
    dropEmoji(user: UserId, ids: readonly number[]): Promise<void>;
