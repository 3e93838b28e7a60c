import { type ActorRefFrom, createActor } from 'xstate';
import { quietMachine } from '../../../machines/quiet.machine.ts';
import { type ContactId, type UserId, contactId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { StoredState } from '../persistence/records.ts';
import { duesIn, erasing } from '../state/due.ts';
import { EMPTY } from '../state/empty.ts';
import { vanishingLimits as limits } from '../state/limits.ts';
import { markedStale } from '../state/reduce-profiles.ts';
import { reduceServer } from '../state/reduce.ts';
import { snapshotOf } from '../state/snapshot-changes.ts';
import { restoreSnapshot } from '../state/snapshot.ts';
import type { State } from '../state/state.ts';
import type { ClientStore } from '../state/store.ts';

/** Erases expired messages automatically (VANISH-6). */
export interface Vanishing {
  onChange(state: State): void;
  stop(): void;
}

export interface ReadDue {
  readonly user: UserId;
  readonly clock: Clock;
  readonly settings: SettingsPort;
}

export interface VanishingParts extends ReadDue {
  readonly store: ClientStore;
  /** Another tab may have logged out and dropped this login's data without this one knowing yet. */
  readonly stillMine: () => boolean;
  readonly watch?: WatchActors | undefined;
}

/** Loads with the code that a page fetches after its list is shown (UI-16). */
export interface VanishingCode {
  /** Returns the stored state without expired messages. */
  readonly eraseStored: (parts: ReadDue, stored: StoredState) => StoredState;
}

/**
 * Erases expired messages from this device automatically (VANISH-6): before stored state is shown, and while
 * offline. Online, the server reports each deletion and is authoritative. Offline, the time is this device's,
 * corrected by the server's clock at their last contact. A clock may be wrong: a chat from which the device
 * erased something is marked and loaded again once online, so data the server still has is not lost
 * (VANISH-7).
 */
export const watchDue = (parts: VanishingParts): Vanishing => new Watch(parts);

/** Stored beside the snapshot: the difference between the clocks. */
interface VanishMemory {
  readonly aheadMs: number;
  /** Earlier builds kept the marks here; now they are in the chats. */
  readonly chats: readonly ContactId[];
}
const NOTHING: VanishMemory = { aheadMs: 0, chats: [] };
const keyOf = (user: UserId): string => `${ownPrefix(user)}vanish`;

export function eraseStored({ user, clock, settings }: ReadDue, stored: StoredState): StoredState {
  if (stored.snapshot === null) return stored;
  const { aheadMs, chats } = parse(settings.get(keyOf(user)));
  const state = restoreSnapshot(EMPTY, stored.snapshot);
  const next = chats.reduce(markedStale, erasedUpTo(state, clock.nowMs() + aheadMs));
  if (next === state) return stored;
  keep(settings, user, aheadMs);
  // As if another tab had written since: the first write rewrites everything.
  return { ...stored, stamp: null, snapshot: snapshotOf(next) };
}

function erasedUpTo(state: State, nowMs: number): State {
  const dues = duesIn(state).filter(({ atMs }) => atMs <= nowMs);
  let next = state;
  for (const one of dues) next = reduceServer(next, erasing(next, one)).state;
  return dues.reduce((after, { to }) => markedStale(after, to), next);
}

class Watch implements Vanishing {
  readonly #parts: VanishingParts;
  readonly #actor: ActorRefFrom<typeof quietMachine>;
  readonly #subscription: { unsubscribe(): void };
  #lastState: State | null = null;

  constructor(parts: VanishingParts) {
    const { clock, store, watch } = parts;
    this.#parts = parts;
    this.#actor = createActor(quietMachine, { id: 'vanish', clock, inspect: watch });
    this.#actor.on('over', () => this.#erase());
    this.#actor.start();
    this.#subscription = store.effects$.subscribe((effect) => {
      if (effect.type === 'ponged') this.#ponged(effect.atMs);
    });
  }

  onChange(state: State): void {
    const was = this.#lastState;
    this.#lastState = state;
    if (
      was?.contacts === state.contacts &&
      was.conversations === state.conversations &&
      was.connection === state.connection
    )
      return;
    // Online, nothing is scheduled, however many frames arrive.
    if (state.connection.name !== 'open' || was?.connection.name !== 'open') this.#wait(state);
  }

  stop(): void {
    this.#subscription.unsubscribe();
    this.#actor.stop();
  }

  #wait(state: State): void {
    const dues = state.connection.name === 'open' ? [] : duesIn(state);
    if (dues.length === 0) return this.#actor.send({ type: 'end.dropped' });
    const nextMs = Math.min(...dues.map(({ atMs }) => atMs));
    this.#actor.send({ type: 'end.set', waitMs: Math.min(limits.waitMaxMs, nextMs - this.#nowMs()) });
  }

  #erase(): void {
    const { store } = this.#parts;
    const nowMs = this.#nowMs();
    const dues = duesIn(store.get()).filter(({ atMs }) => atMs <= nowMs);
    for (const conversation of new Set(dues.map(({ to }) => to)))
      store.dispatch({ type: 'chatDoubted', conversation });
    for (const one of dues) store.framed(erasing(store.get(), one), 'live');
    this.#wait(store.get());
  }

  /** Learns the server's time. */
  #ponged(serverMs = 0): void {
    const { clock, settings, user, stillMine } = this.#parts;
    const aheadMs = serverMs === 0 ? 0 : serverMs - clock.nowMs();
    if (Math.abs(aheadMs - this.#aheadMs()) > limits.sameClockMs && stillMine())
      keep(settings, user, aheadMs);
  }

  #nowMs(): number {
    return this.#parts.clock.nowMs() + this.#aheadMs();
  }

  #aheadMs(): number {
    return parse(this.#parts.settings.get(keyOf(this.#parts.user))).aheadMs;
  }
}

const keep = (settings: ReadDue['settings'], user: UserId, aheadMs: number): void =>
  settings.set(keyOf(user), JSON.stringify({ aheadMs }));

function parse(text: string | null): VanishMemory {
  if (text === null) return NOTHING;
  try {
    const { aheadMs, chats } = JSON.parse(text) as { readonly aheadMs?: unknown; readonly chats?: unknown };
    return {
      aheadMs: typeof aheadMs === 'number' && Number.isFinite(aheadMs) ? aheadMs : 0,
      chats: Array.isArray(chats) ? chats.filter((one) => typeof one === 'string').map(contactId) : [],
    };
  } catch {
    return NOTHING;
  }
}
