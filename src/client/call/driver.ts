import type { CallKept } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import type { CallActions, Calls } from '../interface/calls.ts';
import type { Actions, Notice } from '../interface/client.ts';
import type { GroupCallActions, GroupCalls } from '../interface/group-calls.ts';
import type { Api } from '../connection/api.ts';
import type { Lazy } from '../kernel/lazy.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import type { Effect } from '../state/effects.ts';
import type { State } from '../state/state.ts';
import type { ClientStore } from '../state/store.ts';
import type { OwnDevices } from './own-devices.ts';

/** The calls of this device: at most one, the lock, and the server's reports about them. */
export interface CallDriver {
  readonly view: Calls;
  /** Sent with the bind: the live call here with the number of its last frame (CALL-18). */
  callsToReport(): Readonly<Record<string, number>>;
  /** The answer to a bind; null from a server that lists no calls. */
  bound(calls: readonly CallKept[] | null): void;
  onChange(state: State): void;
  /**
   * The page or the session ends: hangs up at once. A call that only rings here keeps ringing on other
   * devices, and a talk whose page closes waits for it to return (CALL-46). Resolves when the server has
   * answered or cannot be reached; null if nothing had to be sent.
   */
  left(what: 'page' | 'session'): Promise<unknown> | null;
  /** The session ended: no more messages can be sent. */
  closed(): void;
  stop(): void;
}

/** Calls of two, as the calls of a device use them. */
export interface PairCallDriver extends CallDriver {
  /** A step of a call came by a frame or by `sync`. */
  signalled(effect: Extract<Effect, { type: 'callSignal' }>): void;
  readonly actions: CallActions;
  /** A call of two is here, or this user is in one elsewhere. */
  readonly isBusy: boolean;
  /** A group call is here, and other calls are answered with busy; null: none is. */
  occupy(call: string | null): void;
}

/** All calls of a device: one at a time, with another user or of a group. */
export interface DeviceCalls extends CallDriver {
  readonly groups: GroupCalls;
  /** The buttons, whose code may still have to come. */
  readonly buttons: Pick<Lazy<CallButtons>, 'now' | 'get' | 'ask'>;
  signalled(effect: Extract<Effect, { type: 'callSignal' | 'groupCallSignal' }>): void;
  /** The state is complete after a bind. */
  caughtUp(): void;
}

export interface CallButtons {
  readonly actions: CallActions & GroupCallActions;
}

export interface CallDriverParts {
  readonly ports: Pick<ClientPorts, 'clock' | 'ids' | 'settings' | 'media' | 'watch' | 'tabMemory'>;
  readonly api: Api;
  readonly store: ClientStore;
  readonly self: () => UserId | null;
  readonly raise: (notice: Notice) => void;
  readonly actions: () => Pick<Actions, 'refreshConfig' | 'reconnect'> | undefined;
}

export interface PairCallDriverParts extends CallDriverParts {
  /** Those of the group call here. */
  readonly otherDevices?: () => OwnDevices | null;
}

export type MakeCallDriver = (parts: PairCallDriverParts) => PairCallDriver;
export type MakeDeviceCalls = (parts: CallDriverParts) => DeviceCalls & CallButtons;
export type MakeLateCalls = (parts: CallDriverParts) => DeviceCalls;
