import type { CallKept } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import type { CallActions, Calls } from '../interface/calls.ts';
import type { Notice } from '../interface/client.ts';
import type { Api } from '../connection/api.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import type { Effect } from '../state/effects.ts';
import type { State } from '../state/state.ts';
import type { ClientStore } from '../state/store.ts';

/** The calls of this device: at most one, the lock, and the server's reports about them. */
export interface CallDriver {
  readonly view: Calls;
  readonly actions: CallActions;
  /** A step of a call came by a frame or by `sync`. */
  signalled(effect: Extract<Effect, { type: 'callSignal' }>): void;
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

export interface CallDriverParts {
  readonly ports: Pick<ClientPorts, 'clock' | 'ids' | 'settings' | 'media' | 'watch' | 'tabMemory'>;
  readonly api: Api;
  readonly store: ClientStore;
  readonly self: () => UserId | null;
  readonly raise: (notice: Notice) => void;
  readonly refreshConfig: () => Promise<unknown>;
}

export type MakeCallDriver = (parts: CallDriverParts) => CallDriver;
