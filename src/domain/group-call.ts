import { groupCallSizes } from './group-call-sizes.ts';
import type { ContactId, UserId } from './ids.ts';

/** The call that a group has now: a register of its stream (GCALL-1). */
export interface GroupCall {
  /** A UUID of the server, new for each call. */
  readonly id: string;
  readonly startedAtMs: number;
  readonly startedBy: UserId;
  /** In the order in which they joined. */
  readonly participants: readonly Participant[];
  /** Process of the unit that forwards between the devices; empty: they connect directly (GCALL-23). */
  readonly unit: string;
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
 * `muteRequest`: a manager asks that the device mutes its microphone. `key`: a message between the ciphers of
 * two devices (GCALL-19). `reaction`: an emoji for all devices (GCALL-29). The others belong to the
 * connection of two devices.
 */
export const GROUP_CALL_SIGNALS = [
  'offer',
  'answer',
  'iceCandidate',
  'muteRequest',
  'key',
  'reaction',
] as const;
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

/** Reasons why the participation of a device ended (GCALL-11). */
export type GroupCallEnd =
  | 'left'
  /** The call ended for all. */
  | 'over'
  | 'removed'
  /** The user is no longer in the group. */
  | 'notMember'
  /** The same user joined with another device. */
  | 'elsewhere'
  | 'full'
  /** The server begins no more calls. */
  | 'serverFull'
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

/** Devices that a call can have. */
export const placesOf = ({ unit }: Pick<GroupCall, 'unit'>): number =>
  unit === '' ? groupCallSizes.participantsMax : groupCallSizes.throughUnitMax;
