import { createActor, type ActorRefFrom } from 'xstate';
import { typingMachine, type TypingEvent } from '../../../machines/typing.machine.ts';
import { typistMachine } from '../../../machines/typist.machine.ts';
import { parseTarget, type ContactId } from '../../domain/ids.ts';
import { typingLimits as limits } from '../../domain/limits.ts';
import type { Typist } from '../../domain/typing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { TypingAct } from '../interface/client.ts';
import type { Uploads } from '../interface/files.ts';
import type { LocalEvent } from '../state/local-event.ts';
import type { State } from '../state/state.ts';

/** Typing signals: sent for this user, and received from others. */
export interface Typing {
  did(id: ContactId, act: TypingAct): void;
  /** Somebody listens. */
  bound(): void;
  stop(): void;
}

export interface TypingParts {
  readonly clock: Clock;
  readonly store: {
    get(): State;
    subscribe(listener: () => void): () => void;
    dispatch(event: LocalEvent): void;
  };
  readonly uploads: Uploads;
  /** False if no socket is bound. */
  readonly send: (frame: Readonly<Record<string, unknown>>) => boolean;
  readonly watch?: WatchActors;
}

export type MakeTyping = (parts: TypingParts) => Typing;

export const createTyping: MakeTyping = (parts) => new TypingDriver(parts);

const EVENTS: Readonly<Record<TypingAct, TypingEvent>> = {
  typed: { type: 'text.typed' },
  dropped: { type: 'text.dropped' },
  sent: { type: 'message.sent' },
  recording: { type: 'work.began', what: 'voice' },
  recorded: { type: 'work.ended' },
};

interface ShownTypist {
  readonly actor: ActorRefFrom<typeof typistMachine>;
  typist: Typist;
}

class TypingDriver implements Typing {
  readonly #parts: TypingParts;
  readonly #own = new Map<ContactId, ActorRefFrom<typeof typingMachine>>();
  readonly #others = new Map<string, ShownTypist>();
  readonly #ends: readonly (() => void)[];
  #lastTyping: State['typing'] = undefined;
  #sending: ReadonlySet<ContactId> = new Set();

  constructor(parts: TypingParts) {
    const { store, uploads } = parts;
    this.#parts = parts;
    this.#ends = [store.subscribe(() => this.#look()), uploads.subscribe(() => this.#lookAtFiles())];
    this.#look();
    this.#lookAtFiles();
  }

  did(id: ContactId, act: TypingAct): void {
    this.#say(id, EVENTS[act]);
  }

  bound(): void {
    this.#lookAtFiles();
  }

  stop(): void {
    for (const end of this.#ends) end();
    for (const actor of this.#own.values()) actor.stop();
    for (const { actor } of this.#others.values()) actor.stop();
    this.#own.clear();
    this.#others.clear();
  }

  #say(id: ContactId, event: TypingEvent): void {
    const actor = this.#own.get(id) ?? (mayTell(this.#parts.store.get(), id) ? this.#begin(id, event) : null);
    actor?.send(event);
  }

  /** Starts a machine only if a typing signal may be sent. */
  #begin(id: ContactId, { type }: TypingEvent): ActorRefFrom<typeof typingMachine> | null {
    const begins = type === 'text.typed' || type === 'work.began';
    if (!begins || this.#own.size >= limits.atOnceMax) return null;
    const { clock, watch: inspect, send } = this.#parts;
    const actor = createActor(typingMachine, { id: 'typing', clock, inspect });
    let hasBegun = false;
    actor.on('tell', ({ what }) => {
      hasBegun = true;
      if (mayTell(this.#parts.store.get(), id)) send({ type: 'typing', toContactId: id, what });
    });
    actor.subscribe((snapshot) => {
      if (!hasBegun || !snapshot.matches('free')) return;
      this.#own.delete(id);
      actor.stop();
    });
    this.#own.set(id, actor);
    actor.start();
    return actor;
  }

  #lookAtFiles(): void {
    // The recorded file is a voice message by then.
    const going = this.#parts.uploads
      .get()
      .flatMap(({ kind, state, to }) => (kind !== 'voice' && state === 'sending' ? [to] : []));
    const sending = new Set(going);
    for (const id of this.#sending) if (!sending.has(id)) this.#say(id, { type: 'work.ended' });
    for (const id of sending) if (!this.#sending.has(id)) this.#say(id, { type: 'work.began', what: 'file' });
    this.#sending = sending;
  }

  #look(): void {
    const { typing } = this.#parts.store.get();
    if (typing === this.#lastTyping) return;
    this.#lastTyping = typing;
    const here = new Set<string>();
    for (const [id, typists] of typing ?? []) {
      for (const typist of typists) {
        const key = `${typist.user} ${id}`;
        here.add(key);
        const existing = this.#others.get(key);
        if (existing?.typist === typist) continue;
        const entry = existing ?? this.#meet(key, id, typist);
        entry.typist = typist;
        entry.actor.send({ type: 'typing.heard' });
      }
    }
    for (const [key, { actor }] of this.#others) {
      if (here.has(key)) continue;
      this.#others.delete(key);
      actor.send({ type: 'typing.ended' });
      actor.stop();
    }
  }

  #meet(key: string, conversation: ContactId, typist: Typist): ShownTypist {
    const { clock, watch: inspect, store } = this.#parts;
    const actor = createActor(typistMachine, { id: 'typist', clock, inspect });
    actor.on('over', () => store.dispatch({ type: 'typingOver', conversation, user: typist.user }));
    actor.start();
    const entry = { actor, typist };
    this.#others.set(key, entry);
    return entry;
  }
}

/** Own notes have no other reader, and large groups would be flooded (TYPING-4). */
function mayTell({ contacts, sync, self }: State, id: ContactId): boolean {
  const contact = contacts.get(id);
  const kind = parseTarget(id)?.kind;
  if (self === null || sync.plain || contact === undefined || (kind !== 'person' && kind !== 'group'))
    return false;
  return (contact.group?.members ?? 0) <= limits.peopleMax;
}
