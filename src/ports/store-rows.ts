import type { GroupSetting, Role } from '../domain/contact.ts';
import type { GroupId, MessageId, MsgId, StreamId, UserId } from '../domain/ids.ts';
import type { EventNote, MessageType } from '../domain/message.ts';
import type { EventFacts } from './event-facts.ts';

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

/** A register: the higher `rev` counts. */
export interface ProfileRow {
  readonly user: UserId;
  readonly rev: number;
}

/** A group's code as somebody has shown it: who invites, and until when. */
export interface ShownCode {
  readonly group: GroupId;
  readonly inviter: UserId;
  readonly untilMs: number;
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

/** Where a message stands and whom it names, without what it says. */
export type NamedRow = Pick<MessageRow, 'msgId' | 'id' | 'stream' | 'n' | 'from' | 'at'>;

/** Up to which ordinal everything goes, and by whom; null: it was old. */
export interface Clearing {
  readonly n: number;
  readonly by: UserId | null;
}

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

/** The newest build of the apps (protocol 1.7). Empty addresses offer nothing. */
export interface Release {
  readonly name: string;
  /** YYYYMMDD. */
  readonly build: number;
  readonly type: 'forcibly' | 'solicit' | 'silent';
  readonly info: string;
  readonly androidUrl: string;
  readonly iosUrl: string;
}

/** Why a code was sent; one of another purpose opens nothing. */
export type CodePurpose = 'login' | 'register' | 'password' | 'account';

export interface CodeKey {
  readonly account: string;
  readonly purpose: CodePurpose;
  /** Who asked for it: a person, a device or an address; one of another asker opens nothing (ACC-16). */
  readonly asker: string;
}

/** A code that was sent to an address, as a digest. */
export interface CodeRow extends CodeKey {
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
  readonly details: {
    readonly width: number;
    readonly height: number;
    readonly durationSec: number | null;
  } | null;
  readonly createdAtMs: number;
}

export interface EmojiRow {
  readonly id: number;
  readonly user: UserId;
  readonly fileId: number;
  readonly name: string;
}
