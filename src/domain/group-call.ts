import type { ContactId, UserId } from './ids.ts';

/** The call that a group has now: a register of its stream (GCALL-1). */
export interface GroupCall {
  /** A UUID of the server, new for each call. */
  readonly id: string;
  readonly startedAtMs: number;
  readonly startedBy: UserId;
  /** In the order in which they joined. */
  readonly participants: readonly Participant[];
}

/** A device that takes part. A user takes part with one device at a time (GCALL-4). */
export interface Participant {
  /** 32 hexadecimal digits, made by the page that joined; the same after a new bind. */
  readonly device: string;
  readonly user: UserId;
  readonly name: string;
  readonly avatar: string;
  readonly joinedAtMs: number;
  readonly isHandRaised: boolean;
}

/**
 * `muteRequest`: a manager asks that the device mutes its microphone. The others belong to the connection of
 * two devices.
 */
export const GROUP_CALL_SIGNALS = ['offer', 'answer', 'iceCandidate', 'muteRequest'] as const;
export type GroupCallSignalKind = (typeof GROUP_CALL_SIGNALS)[number];

/** A signal from one device of a call to another; no stream keeps it. */
export interface GroupCallSignal {
  readonly group: ContactId;
  readonly call: string;
  readonly from: string;
  readonly to: string;
  readonly kind: GroupCallSignalKind;
  /** SDP, or candidates as JSON: one, or a list. */
  readonly text: string;
  /** The connection of the two devices, counted by the one that offers. */
  readonly path: number;
}

/**
 * How the participation of a device ends (GCALL-11). `elsewhere`: the same user joined with another device;
 * `over`: the call ended for all.
 */
export type GroupCallEnd =
  | 'left'
  | 'over'
  | 'removed'
  | 'elsewhere'
  | 'full'
  | 'refused'
  | 'deviceDenied'
  | 'lost';

/** The record of a call in the group's history (GCALL-7). */
export interface GroupCallRecord {
  readonly startedAtMs: number;
  readonly durationSec: number;
  /** Users who took part, by name, in the order in which they first joined. */
  readonly users: readonly UserId[];
}

/**
 * Of two devices the one with the smaller name offers. Both compute the same result independently.
 */
export const offersTo = (self: string, other: string): boolean => self < other;
