import { createActor } from 'xstate';
import { catchUpMachine, retryAfter } from '../../../machines/catch-up.machine.ts';
import type { ContactId, StreamId, UserId } from '../../domain/ids.ts';
import { contactOfStream } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Random } from '../../ports/random.ts';
import { spread } from '../../domain/spread.ts';
import { decodeContactsPlace } from '../../wire/answers/contacts.ts';
import { streamLimits as limits } from '../../domain/list-limits.ts';
import { getContactInfo, getContacts } from '../../wire/calls/first.ts';
import { sync } from '../../wire/calls/sync.ts';
import { code } from '../../wire/envelope.ts';
import { decodeContactRow, decodeContactRows } from '../../wire/down/contact.ts';
import type { KnownChat } from '../state/local-event.ts';
import { newestPositions } from '../state/newest-positions.ts';
import type { ClientStore, StreamCode, StreamCodeSource } from '../state/store.ts';
import type { ApiAnswer, Api } from '../connection/api.ts';
import type { WatchActors } from '../../ports/watch.ts';

/**
 * What was missed, asked for after every bind and for holes (STREAM-13, SYNC-3, SYNC-4): from the
 * cursor page by page, the positions of holes, one stream anew, or everything the first time.
 */
export interface CatchUp {
  bound(): void;
  unbound(): void;
  /** Something is missing. */
  wanted(): void;
  resync(stream: StreamId): void;
  /** Who is in the list is another question now: it is fetched whole, soon (CONF-6). */
  stale(): void;
  /** The whole list again; false when it could not be fetched. */
  contacts(quiet: boolean): Promise<boolean>;
  /** One conversation that the list does not hold, or null when there is none for us. */
  contact(id: ContactId): Promise<boolean>;
  stop(): void;
}

export interface CatchUpParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly api: Api;
  readonly store: ClientStore;
  readonly streams: StreamCodeSource;
  readonly log: Log;
  readonly self: () => UserId | null;
  /** Everything that was missed is in. */
  readonly done: () => void;
  readonly watch?: WatchActors;
}

const path = (call: { readonly paths: readonly string[] }): string => call.paths[0] ?? '';

export const createCatchUp = (parts: CatchUpParts): CatchUp => new CatchUpDriver(parts);

class CatchUpDriver implements CatchUp {
  readonly #parts: CatchUpParts;
  readonly #actor;
  readonly #streams = new Set<StreamId>();
  /** The question that is being asked; answers of others are dropped. */
  #question = 0;
  /** The list as it was before the changes that were lost, until there is a new one (UI-97). */
  #before: { readonly user: UserId; readonly known: readonly KnownChat[] } | null = null;
  /** Frames are held since the bind until everything missed is in. */
  #binding = false;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
    this.#actor = createActor(
      catchUpMachine.provide({
        delays: {
          retry: ({ context }) => spread(retryAfter(context), parts.random.next()),
          rest: () => limits.listRestMs * (1 + parts.random.next()),
        },
      }),
      { id: 'catch-up', clock: parts.clock, inspect: parts.watch },
    );
    this.#actor.on('ask', ({ question, whole }) => void this.#ask(question, whole));
    this.#actor.start();
  }

  bound(): void {
    this.#binding = true;
    // What follows begins at the cursor, before every hole: whoever still lacks something then asks anew
    // (SYNC-4).
    this.#streams.clear();
    this.#actor.send({ type: 'socket.bound' });
  }

  unbound(): void {
    this.#binding = false;
    this.#question = 0;
    this.#actor.send({ type: 'socket.gone' });
  }

  wanted(): void {
    this.#actor.send({ type: 'sync.wanted' });
  }

  resync(stream: StreamId): void {
    this.#streams.add(stream);
    this.#actor.send({ type: 'sync.wanted' });
  }

  stale(): void {
    this.#actor.send({ type: 'list.stale' });
  }

  stop(): void {
    this.#question = 0;
    this.#actor.stop();
  }

  async contacts(quiet: boolean): Promise<boolean> {
    const self = this.#parts.self();
    const asked = this.#parts.store.get().config.sysInfo.runMode;
    const answer = await this.#parts.api.call(path(getContacts), {}, { quiet });
    if (!answer.ok || this.#parts.self() !== self) return false;
    const { contacts, errors } = decodeContactRows(answer.value.data);
    for (const error of errors) this.#parts.log.write('warn', 'contact not understood', { ...error });
    const place = decodeContactsPlace(answer.value.whole);
    const known = this.#before !== null && this.#before.user === self ? { known: this.#before.known } : {};
    this.#before = null;
    this.#parts.store.dispatch({
      type: 'contactsLoaded',
      contacts,
      ...place,
      applications: answer.value.count,
      mode: place.mode ?? asked,
      ...known,
    });
    return true;
  }

  async contact(id: ContactId): Promise<boolean> {
    const self = this.#parts.self();
    // Whoever asks has a place for a refusal: a chat that is gone is not told a second time (UI-20).
    const answer = await this.#parts.api.call(path(getContactInfo), { id }, { quiet: 'refusals' });
    const row = answer.ok ? decodeContactRow(answer.value.data) : null;
    if (!row?.ok) return false;
    const code = this.#parts.streams.now() ?? (await this.#code());
    if (code === null || this.#parts.self() !== self) return false;
    this.#parts.store.dispatch({ type: 'contactLoaded', contact: row.value });
    return true;
  }

  /** The code of streams, null when it cannot be had: as if the answer was lost. */
  #code(): Promise<StreamCode | null> {
    return this.#parts.streams.get().catch(() => null);
  }

  async #ask(question: number, whole: boolean): Promise<void> {
    this.#question = question;
    const done = await this.#everything(question, whole);
    if (this.#question !== question) return;
    if (done && this.#binding) {
      this.#binding = false;
      // Nothing more is missing: what came since the bind goes through, in order.
      this.#parts.store.syncEnded();
    }
    this.#actor.send({ type: done ? 'sync.answered' : 'sync.failed', question });
    if (done) this.#parts.done();
  }

  async #everything(question: number, whole: boolean): Promise<boolean> {
    const { store } = this.#parts;
    const streams = [...this.#streams];
    const state = store.get().sync;
    if (whole || !state.ready || state.cursor === null) return this.contacts(true);
    if (!this.#binding && Object.keys(store.holes()).length > 0) {
      if (!(await this.#page(question, { positions: store.holes() }))) return false;
    } else if (!(await this.#pages(question))) return false;
    for (const stream of streams) if (!(await this.#anew(question, stream))) return false;
    return true;
  }

  /** From the cursor until nothing more is missing. */
  async #pages(question: number): Promise<boolean> {
    const known = newestPositions(this.#parts.store.get(), limits.knownMax);
    for (let first = true; ; first = false) {
      const answer = await this.#page(question, {
        cursor: this.#parts.store.get().sync.cursor,
        ...(first && known !== null ? { known } : {}),
      });
      if (answer === null) return false;
      if (answer.full) return this.contacts(true);
      if (!answer.more) return true;
    }
  }

  async #page(
    question: number,
    body: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly full: boolean; readonly more: boolean } | null> {
    const { api, store, log } = this.#parts;
    const self = this.#parts.self();
    const answer = await api.call(path(sync), body, { quiet: true });
    if (self === null || !answer.ok) return null;
    const code = this.#parts.streams.now() ?? (await this.#code());
    if (code === null || this.#question !== question) return null;
    const facts = code.decodeSync(answer.value.data, self);
    if (!facts.ok) {
      log.write('warn', 'sync not understood', { ...facts.reason });
      return null;
    }
    if (facts.value.full) {
      this.#remember(self);
      store.dispatch({ type: 'epochChanged', epoch: facts.value.epoch });
      return facts.value;
    }
    store.synced(facts.value);
    return facts.value;
  }

  /** Events that ended a chat may never come: what the list held is compared with the new one. */
  #remember(user: UserId): void {
    const {
      contacts,
      sync: { plain },
    } = this.#parts.store.get();
    // A plain server may list less than it knows; strangers and system lines have no stream.
    if (plain || (this.#before?.user === user && contacts.size === 0)) return;
    const chats = [...contacts].filter(
      ({ kind, stream, displayName }) =>
        (kind === 'person' || kind === 'group') && stream !== null && displayName !== '',
    );
    this.#before = { user, known: chats.map(({ id, displayName }) => ({ id, name: displayName })) };
  }

  /** Contact, counters and head of one moment (SYNC-2); the own stream means the whole list. */
  async #anew(question: number, stream: StreamId): Promise<boolean> {
    const self = this.#parts.self();
    if (self === null) return false;
    const id = contactOfStream(self, stream);
    if (id === null) {
      this.#remember(self);
      if (!(await this.contacts(true))) return false;
    } else {
      const answer = await this.#ofOneMoment(question, id);
      if (answer === null || !this.#resynced(stream, answer)) return false;
    }
    this.#streams.delete(stream);
    return true;
  }

  /**
   * A mark, pin or hide that was applied while the answer was on its way may be newer than it: then it is
   * asked for again.
   */
  async #ofOneMoment(question: number, id: ContactId): Promise<ApiAnswer | null> {
    const { api, store } = this.#parts;
    for (let tries = 0; tries < limits.resyncTriesMax; tries += 1) {
      const { selfSeq } = store.get().sync;
      const answer = await api.ask(path(getContactInfo), { id });
      if (answer.kind !== 'envelope' || this.#question !== question) return null;
      if (store.get().sync.selfSeq === selfSeq) return answer.envelope;
    }
    return null;
  }

  #resynced(stream: StreamId, { code: found, data }: ApiAnswer): boolean {
    if (found === code.session || found === code.away) return false;
    const row = found === code.ok ? decodeContactRow(data) : null;
    if (row && !row.ok) return false;
    this.#parts.store.dispatch({ type: 'contactResynced', stream, contact: row ? row.value : null });
    return true;
  }
}
