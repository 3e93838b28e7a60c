import type { ContactId, StreamId, UserId } from '../../domain/ids.ts';
import type { BotCommand, Dialect, OutgoingKind, TokenRight } from '../../domain/bots.ts';

/** An account of a program (BOT-1). */
export interface BotRow {
  readonly user: UserId;
  readonly owner: UserId;
  readonly createdAtMs: number;
}

export interface BotsReading {
  get(user: UserId): Promise<BotRow | null>;
  /** The oldest first. */
  ofOwner(owner: UserId): Promise<readonly BotRow[]>;
  /** By user, above `after`. */
  all(after: number, limit: number): Promise<readonly BotRow[]>;
}

export interface BotsWriting {
  insert(row: BotRow): Promise<void>;
}

/** The address of a bot, which is called for its commands (COMMAND-9). */
export interface BotProgramRow {
  readonly user: UserId;
  readonly url: string;
  /** Key of the signatures, in the form `whsec_…`. */
  readonly secret: string;
  readonly dialect: Dialect;
  readonly commands: readonly BotCommand[];
}

export interface BotProgramsReading {
  get(user: UserId): Promise<BotProgramRow | null>;
  /** Of these users. */
  ofUsers(users: readonly UserId[]): Promise<readonly BotProgramRow[]>;
  /** Of the members of a conversation, by user. */
  ofStream(stream: StreamId): Promise<readonly BotProgramRow[]>;
}

export interface BotProgramsWriting {
  /** Replaces the previous one. */
  save(row: BotProgramRow): Promise<void>;
  remove(user: UserId): Promise<void>;
}

/** A member of one group without an account (GUEST-1). */
export interface GuestRow {
  readonly user: UserId;
  readonly stream: StreamId;
  readonly link: number;
  /** The member whose link admitted them. */
  readonly by: UserId;
  readonly createdAtMs: number;
  /** 0: they were ended, and the account is disabled. */
  readonly untilMs: number;
}

export interface GuestsReading {
  get(user: UserId): Promise<GuestRow | null>;
  /** Guests of a group that were not ended. */
  activeOf(stream: StreamId): Promise<readonly GuestRow[]>;
  /** Guests whose time is over, and that were not ended yet. */
  over(nowMs: number, limit: number): Promise<readonly GuestRow[]>;
}

export interface GuestsWriting {
  insert(row: GuestRow): Promise<void>;
  /** `untilMs` 0: they were ended. */
  end(user: UserId, untilMs: number): Promise<void>;
  remove(user: UserId): Promise<void>;
}

/** What a token permits: less than a session, never more (BOT-5). */
export interface TokenAccess {
  readonly right: TokenRight;
  /** Null: every chat of its user. */
  readonly chats: readonly ContactId[] | null;
}

/** A personal access token (BOT-4). Only its digest is stored. */
export interface AccessTokenRow {
  readonly hash: string;
  readonly user: UserId;
  readonly name: string;
  readonly access: TokenAccess;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Minute since 1970; 0: never. */
  readonly usedMinute: number;
}

export interface AccessTokensReading {
  /** Only a live token of an active user; that of a bot also needs an active owner (BOT-6). */
  byHash(hash: string, nowMs: number): Promise<AccessTokenRow | null>;
  /** Of these users, the oldest first; expired ones as well. */
  ofUsers(users: readonly UserId[]): Promise<readonly AccessTokenRow[]>;
}

export interface AccessTokensWriting {
  insert(row: AccessTokenRow): Promise<void>;
  /** A register: an older minute is ignored. */
  noteUse(hash: string, minute: number): Promise<void>;
  /** False: it does not exist. */
  end(hash: string): Promise<boolean>;
}

/** An incoming hook: a bot of a group that other systems write as (HOOK-1). */
export interface HookRow {
  /** Digest of the secret in its address. */
  readonly hash: string;
  readonly user: UserId;
  readonly stream: StreamId;
  readonly dialect: Dialect;
  readonly by: UserId;
  readonly createdAtMs: number;
  /** Minute since 1970; 0: never. */
  readonly usedMinute: number;
}

export interface HooksReading {
  byHash(hash: string): Promise<HookRow | null>;
  ofUser(user: UserId): Promise<HookRow | null>;
  /** The oldest first. */
  ofStream(stream: StreamId): Promise<readonly HookRow[]>;
}

export interface HooksWriting {
  insert(row: HookRow): Promise<void>;
  update(hash: string, patch: Partial<Pick<HookRow, 'hash' | 'dialect'>>): Promise<void>;
  /** A register: an older minute is ignored. */
  noteUse(hash: string, minute: number): Promise<void>;
  remove(hash: string): Promise<void>;
}

/** An outgoing hook: a bot of a group whose events are posted to an address (HOOK-9). */
export interface OutgoingRow {
  readonly user: UserId;
  readonly stream: StreamId;
  readonly url: string;
  /** Key of the signatures, in the form `whsec_…`. */
  readonly secret: string;
  readonly kinds: readonly OutgoingKind[];
  readonly by: UserId;
  readonly createdAtMs: number;
  /** Events up to this position were delivered or given up. */
  readonly seq: number;
  /** No attempt before this. */
  readonly dueMs: number;
  /** Failed attempts of the next event. */
  readonly tries: number;
  /** Time of the first failed attempt since the last success; 0: it does not fail. */
  readonly failingSinceMs: number;
  /** Until then one node delivers. */
  readonly claimedMs: number;
}

/** `failed`: it is tried again; `dropped`: given up. */
export const DELIVERY_STATES = ['sent', 'failed', 'dropped'] as const;

/** The last attempt to deliver the event at `seq` (HOOK-13). */
export interface DeliveryRow {
  readonly user: UserId;
  readonly seq: number;
  readonly kind: string;
  readonly state: (typeof DELIVERY_STATES)[number];
  readonly atMs: number;
  readonly tookMs: number;
  /** 0: no answer. */
  readonly status: number;
  /** The beginning of the answer, or why none came. */
  readonly answer: string;
}

type Progress = Pick<OutgoingRow, 'seq' | 'dueMs' | 'tries' | 'failingSinceMs' | 'claimedMs'>;

export interface OutgoingReading {
  any(): Promise<boolean>;
  get(user: UserId): Promise<OutgoingRow | null>;
  /** The oldest first. */
  ofStream(stream: StreamId): Promise<readonly OutgoingRow[]>;
  /** Due hooks whose stream has further events, the longest waiting first. */
  due(nowMs: number, limit: number): Promise<readonly OutgoingRow[]>;
  /** Hooks that have failed since this time or longer, the longest first. */
  failing(sinceMs: number, limit: number): Promise<readonly OutgoingRow[]>;
  /** The newest first. */
  deliveries(user: UserId, limit: number): Promise<readonly DeliveryRow[]>;
}

export interface OutgoingWriting {
  insert(row: OutgoingRow): Promise<void>;
  edit(user: UserId, form: Pick<OutgoingRow, 'url' | 'kinds' | 'secret'>): Promise<void>;
  /** False: another node delivers. */
  claim(user: UserId, nowMs: number, untilMs: number): Promise<boolean>;
  /** A position never moves back. */
  advance(user: UserId, progress: Progress): Promise<void>;
  /** Replaces the earlier attempt of that event; only the newest `keep` events stay. */
  saveDelivery(row: DeliveryRow, keep: number): Promise<void>;
  remove(user: UserId): Promise<void>;
}
