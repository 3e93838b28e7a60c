import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';

export type PushPlatform = 'android' | 'ios' | 'other';

/** One device that takes pushes. */
export interface PushSubRow {
  /** Secret name of the device, shown by its logins. */
  readonly cid: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly platform: PushPlatform;
  /** Code of a language; rows of earlier versions have `zh`. */
  readonly language: string;
  /** False: pushes contain no content. */
  readonly showsWords: boolean;
  readonly madeMs: number;
}

/**
 * `mention`: an edit has added mentions to a message (EDIT-4). `unsent`: a scheduled message was not sent
 * (LATER-14). `groupCall`: the call of a group runs, whose event is at `seq`. `groupCallOver`: a device
 * closes the notification of it (PUSH-24).
 */
export type PushKind =
  | 'message'
  | 'mention'
  | 'edited'
  | 'call'
  | 'missed'
  | 'clear'
  | 'reminder'
  | 'unsent'
  | 'groupCall'
  | 'groupCallOver';

/** `stream` of `reminder` and `unsent` is the own one of that user, and `seq` the place there (LATER-10). */
export interface PushJobRow {
  readonly id: number;
  readonly kind: PushKind;
  readonly stream: StreamId;
  /** Place of the message; 0 for none. */
  readonly seq: number;
  readonly msgId: MsgId;
  /** One device only; empty: all that it is for. */
  readonly cid: string;
  readonly dueMs: number;
  readonly tries: number;
}

export interface PushReading {
  /** The stored key pair; null before the first. */
  keys(): Promise<string | null>;
  /** Checks whether any device receives pushes. */
  any(): Promise<boolean>;
  byCid(cid: string): Promise<PushSubRow | null>;
  byEndpoint(endpoint: string): Promise<PushSubRow | null>;
  /** Devices of these users, by their valid logins. */
  ofUsers(
    users: readonly UserId[],
    nowMs: number,
  ): Promise<readonly (PushSubRow & { readonly user: UserId })[]>;
  /** Unseen messages that wait for their push, soonest first. */
  waiting(nowMs: number, limit: number): Promise<readonly PushJobRow[]>;
  /** Users who had this place of a conversation on a visible device. */
  viewers(stream: StreamId, seq: number): Promise<readonly UserId[]>;
}

export interface PushWriting {
  /** Returns the stored key pair, or stores this one. */
  keepKeys(fresh: string): Promise<string>;
  /** Replaces a subscription with the same endpoint. */
  saveSubscription(row: PushSubRow): Promise<void>;
  deleteSubscription(cid: string): Promise<void>;
  /** The device belongs to this login and to no other. */
  bind(cid: string, token: string): Promise<void>;
  insertJob(job: Omit<PushJobRow, 'id'>): Promise<void>;
  /** Due jobs, reserved for the caller until `untilMs`. */
  claim(nowMs: number, untilMs: number, limit: number): Promise<readonly PushJobRow[]>;
  endJob(id: number): Promise<void>;
  saveSeen(stream: StreamId, user: UserId, seq: number): Promise<void>;
  /** The device shows this message under the tag, instead of an earlier one. */
  saveShown(cid: string, tag: string, msgId: MsgId): Promise<void>;
  /** Takes the user's devices that show the tag; they are then recorded as not showing it. */
  takeShown(tag: string, user: UserId): Promise<readonly string[]>;
  /** The same, of the devices that show just this message under the tag. */
  takeShownOf(tag: string, msgId: MsgId, user: UserId): Promise<readonly string[]>;
  /** Messages that devices of the user show, at most this many. */
  displayedTo(user: UserId, limit: number): Promise<readonly MsgId[]>;
  /** Takes the device of this login, if it shows anything; it is then recorded as showing nothing. */
  takeShownBy(token: string): Promise<readonly string[]>;
  /**
   * Deletes records of seen and shown messages before `beforeMs`, and devices without a login since
   * `unusedMs`. Returns how many.
   */
  deleteOld(beforeMs: number, unusedMs: number): Promise<number>;
}
