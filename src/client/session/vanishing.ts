import { createActor, type ActorRefFrom } from 'xstate';
import { quietMachine } from '../../../machines/quiet.machine.ts';
import { contactId, type ContactId, type UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { StoredState } from '../persistence/records.ts';
import { erasing, heldDue } from '../state/due.ts';
import { EMPTY } from '../state/empty.ts';
import { vanishingLimits as limits } from '../state/limits.ts';
import { reduceServer } from '../state/reduce.ts';
import { restoreSnapshot } from '../state/snapshot.ts';
import { snapshotOf } from '../state/snapshot-changes.ts';
import type { Contact, State } from '../state/state.ts';
import type { ReadDue, Vanishing, VanishingParts } from './vanishing-parts.ts';

/**
 * Messages whose time is over go from this device by themselves (VANISH-6): before anything stored is shown,
 * and while there is no connection. With one the server tells of each, and knows best. Without it the time is
 * that of this device, corrected by what the server's was when they last spoke. A clock may be wrong: what a
 * device took by itself it asks for anew once there is a connection, so nothing that the server still has is
 * lost (VANISH-7).
 */
export const watchDue = (parts: VanishingParts): Vanishing => new Watch(parts);

/** What is kept beside the snapshot: how far clocks differ, and the chats to be asked for anew. */
interface Kept {
  readonly aheadMs: number;
  readonly chats: readonly ContactId[];
}
const NOTHING: Kept = { aheadMs: 0, chats: [] };
const keyOf = (user: UserId): string => `${ownPrefix(user)}vanish`;

export function eraseStored({ user, clock, settings }: ReadDue, stored: StoredState): StoredState {
  if (stored.snapshot === null) return stored;
  const kept = parse(settings.get(keyOf(user)));
  const state = restoreSnapshot(EMPTY, stored.snapshot);
  const { next, chats } = erasedUpTo(state, clock.nowMs() + kept.aheadMs);
  if (chats.length === 0) return stored;
  keep(settings, user, { ...kept, chats: [...kept.chats, ...chats] });
  // As if another tab had written since: with the first write all is written anew.
  return { ...stored, stamp: null, snapshot: snapshotOf(next) };
}

function erasedUpTo(state: State, nowMs: number): { readonly next: State; readonly chats: ContactId[] } {
  const due = heldDue(state).filter(({ atMs }) => atMs <= nowMs);
  let next = state;
  for (const one of due) next = reduceServer(next, erasing(next, one)).state;
  return { next, chats: due.map(({ to }) => to) };
}

class Watch implements Vanishing {
  readonly #parts: VanishingParts;
  readonly #actor: ActorRefFrom<typeof quietMachine>;
  readonly #heard: { unsubscribe(): void };
  #seen: State | null = null;
  /** Chats from which something went by itself here; another tab asks for itself alone. */
  readonly #doubted: Set<ContactId>;
  /** Chats that were asked for anew, with what told when their messages go: a fresh row brings its own. */
  readonly #asked = new Map<ContactId, Contact['timers']>();

  constructor(parts: VanishingParts) {
    const { clock, store, watch } = parts;
    this.#parts = parts;
    this.#doubted = new Set(this.#kept().chats);
    this.#actor = createActor(quietMachine, { id: 'vanish', clock, inspect: watch });
    this.#actor.on('over', () => this.#erase());
    this.#actor.start();
    this.#heard = store.effects$.subscribe((effect) => {
      if (effect.type === 'ponged') this.#ponged(effect.atMs);
    });
  }

  looked(state: State): void {
    const was = this.#seen;
    this.#seen = state;
    if (
      was?.contacts === state.contacts &&
      was.conversations === state.conversations &&
      was.connection === state.connection
    )
      return;
    this.#settle(state);
    // With a connection nothing is waited for, however much comes by it.
    if (state.connection.name !== 'open' || was?.connection.name !== 'open') this.#wait(state);
  }

  stop(): void {
    this.#heard.unsubscribe();
    this.#actor.stop();
  }

  #wait(state: State): void {
    const due = state.connection.name === 'open' ? [] : heldDue(state);
    if (due.length === 0) return this.#actor.send({ type: 'end.dropped' });
    const nextMs = Math.min(...due.map(({ atMs }) => atMs));
    this.#actor.send({ type: 'end.set', waitMs: Math.min(limits.waitMaxMs, nextMs - this.#nowMs()) });
  }

  #erase(): void {
    const { store } = this.#parts;
    const nowMs = this.#nowMs();
    const due = heldDue(store.get()).filter(({ atMs }) => atMs <= nowMs);
    for (const { to } of due) this.#doubted.add(to);
    if (due.length > 0) this.#keep({ ...this.#kept(), chats: [...this.#kept().chats, ...this.#doubted] });
    for (const one of due) store.framed(erasing(store.get(), one), 'live');
    this.#wait(store.get());
  }

  /** It says what time it is; chats from which something went by itself are asked for. */
  #ponged(serverMs = 0): void {
    const { clock, store } = this.#parts;
    const kept = this.#kept();
    const aheadMs = serverMs === 0 ? 0 : serverMs - clock.nowMs();
    if (Math.abs(aheadMs - kept.aheadMs) > limits.sameClockMs) this.#keep({ ...kept, aheadMs });
    for (const conversation of this.#doubted) {
      this.#asked.set(conversation, store.get().contacts.get(conversation)?.timers);
      store.dispatch({ type: 'chatDoubted', conversation });
    }
  }

  /** Those whose row is a fresh one, or is not there any more. */
  #settle({ contacts }: State): void {
    const fresh = [...this.#asked].flatMap(([id, timers]) =>
      contacts.get(id)?.timers === timers ? [] : [id],
    );
    if (fresh.length === 0) return;
    for (const id of fresh) {
      this.#asked.delete(id);
      this.#doubted.delete(id);
    }
    const kept = this.#kept();
    this.#keep({ ...kept, chats: kept.chats.filter((id) => !fresh.includes(id)) });
  }

  #nowMs(): number {
    return this.#parts.clock.nowMs() + this.#kept().aheadMs;
  }

  #kept(): Kept {
    return parse(this.#parts.settings.get(keyOf(this.#parts.user)));
  }

  #keep(kept: Kept): void {
    const { settings, user, stillMine } = this.#parts;
    if (stillMine()) keep(settings, user, kept);
  }
}

function keep(settings: ReadDue['settings'], user: UserId, { aheadMs, chats }: Kept): void {
  const some = [...new Set(chats)].slice(0, limits.chatsMax);
  settings.set(keyOf(user), JSON.stringify({ aheadMs, chats: some }));
}

function parse(text: string | null): Kept {
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
