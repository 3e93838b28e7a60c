import { createActor } from 'xstate';
import { catchUpMachine, retryAfter } from '../../../machines/catch-up.machine.ts';
import type { ContactId, StreamId, UserId } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Random } from '../../ports/random.ts';
import { jitter } from '../../domain/duration.ts';
import { decodeContactsPlace } from '../../wire/answers/contacts.ts';
import { streamLimits as limits } from '../../domain/list-limits.ts';
import { getContactInfo, getContacts } from '../../wire/calls/sync.ts';
import { decodeContactRow, decodeContactRows, topRows } from '../../wire/down/contact.ts';
import { DONE, NOT_LOADED, path } from '../connection/answers.ts';
import type { Failure } from '../interface/answer.ts';
import type { KnownChat } from '../state/local-event.ts';
import type { Late } from '../kernel/lazy.ts';
import type { ClientStore, StreamCode, StreamCodeSource } from '../state/store.ts';
import type { Api, ApiAnswer } from '../connection/api.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { State } from '../state/state.ts';
import { onlineChanges, withOnlineChange } from '../state/online-changes.ts';
import type { FetchMissed } from './missed.ts';

/**
 * Loads missed events after every bind and for gaps (STREAM-13, SYNC-3, SYNC-4): from the cursor page by
 * page, by the positions of gaps, one stream again, or everything the first time.
 */
export interface CatchUp {
  /** True until everything missed before the bind is in: frames are held. */
  readonly isBehind: boolean;
  /** Requests the list at a login: to look first what the device has would wait for the page to be drawn. */
  prepare(): void;
  /** Takes the first list before there is a socket; the bind catches up from its cursor. */
  begin(): void;
  bound(): void;
  unbound(): void;
  /** Something is missing. */
  request(): void;
  resync(stream: StreamId): void;
  /** The members of the list may have changed: it is soon loaded again (CONF-6). */
  stale(): void;
  /** The whole list again; false when it could not be fetched. */
  contacts(quiet: boolean): Promise<boolean>;
  /** One conversation that the list does not hold. */
  contact(id: ContactId): Promise<Result<void, Failure>>;
  stop(): void;
}

export interface CatchUpParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly api: Api;
  readonly store: ClientStore;
  readonly streams: StreamCodeSource;
  /** How what was missed is fetched; the list itself needs none of it. */
  readonly fetchMissed: Late<FetchMissed>;
  readonly log: Log;
  readonly self: () => UserId | null;
  readonly refreshConfig: () => void;
  /** Everything that was missed is in. */
  readonly onDone: () => void;
  readonly watch?: WatchActors;
}

type Decoded = ReturnType<typeof decodeContactRows>;

interface AskedList {
  readonly self: UserId | null;
  /** The state at that time. */
  readonly before: State;
  readonly answer: Promise<Result<ApiAnswer, Failure>>;
}

/** An answer without a chat. */
const NO_CHAT: Result<never, Failure> = fail({ kind: 'server', code: 400, message: '' });

/** Returns true if an own-stream event since the request is missing from the list. */
function isOvertaken(before: State, { sync }: State, { whole }: ApiAnswer): boolean {
  if (sync.selfSeq === before.sync.selfSeq) return false;
  const { epoch, selfSeq } = decodeContactsPlace(whole);
  return epoch === sync.epoch && selfSeq !== null && selfSeq < sync.selfSeq;
}

export const createCatchUp = (parts: CatchUpParts): CatchUp => new CatchUpDriver(parts);

class CatchUpDriver implements CatchUp {
  readonly #parts: CatchUpParts;
  readonly #actor;
  readonly #streams = new Set<StreamId>();
  /** The question that is being asked; answers of others are dropped. */
  #question = 0;
  /** The list as it was before the changes that were lost, until there is a new one (UI-97). */
  #before: { readonly user: UserId; readonly chats: readonly KnownChat[] } | null = null;
  isBehind = true;
  #first: Promise<unknown> | null = null;
  #prepared: AskedList | null = null;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
    this.#actor = createActor(
      catchUpMachine.provide({
        delays: {
          retry: ({ context }) => jitter(retryAfter(context), parts.random.next()),
          rest: () => limits.listRestMs * (1 + parts.random.next()),
        },
      }),
      { id: 'catch-up', clock: parts.clock, inspect: parts.watch },
    );
    this.#actor.on('ask', ({ question, whole }) => void this.#ask(question, whole));
    this.#actor.start();
  }

  prepare(): void {
    this.#prepared = this.#askList(true);
  }

  begin(): void {
    const isOurs = this.#prepared?.self === this.#parts.self();
    this.#first = this.#take((isOurs && this.#prepared) || this.#askList(true), true);
    this.#prepared = null;
  }

  bound(): void {
    this.isBehind = true;
    // Catching up starts at the cursor, before every gap: streams still incomplete afterwards ask again
    // (SYNC-4).
    this.#streams.clear();
    this.#actor.send({ type: 'socket.bound' });
  }

  unbound(): void {
    this.isBehind = true;
    this.#question = 0;
    this.#prepared = null;
    this.#actor.send({ type: 'socket.gone' });
  }

  request(): void {
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

  contacts(quiet: boolean): Promise<boolean> {
    return this.#take(this.#askList(quiet), quiet);
  }

  async #take(asked: AskedList, quiet: boolean): Promise<boolean> {
    const { store } = this.#parts;
    let [{ self, before }, answer] = [asked, await asked.answer];
    // The answer is older than the own stream: it is requested again, so that the state never goes back.
    if (answer.ok && isOvertaken(before, store.get(), answer.value))
      [before, answer] = [store.get(), await this.#list(quiet)];
    if (!answer.ok) return false;
    const { data } = answer.value;
    const shown = this.#preview(self, data);
    const { contacts, errors } = shown === null ? decodeContactRows(data) : await this.#decodeSlowly(data);
    if (this.#parts.self() !== self) return false;
    for (const error of errors) this.#parts.log.write('warn', 'contact not understood', { ...error });
    const { configRev, ...place } = decodeContactsPlace(answer.value.whole);
    const online = onlineChanges(shown ?? before.contacts, store.get().contacts);
    const positions = this.#before?.user === self ? this.#before?.chats : undefined;
    this.#before = null;
    const { profiles, sync } = store.get();
    store.dispatch({
      type: 'contactsLoaded',
      contacts: contacts.map((one) => withOnlineChange(online, one)),
      ...place,
      applications: answer.value.count,
      mode: place.mode ?? before.config.sysInfo.runMode,
      known: positions,
    });
    // The list may have been read before these profiles were sent. Rows carry no version of a name: a user
    // renamed twice, whose second change was lost, keeps the first until the next list.
    const changedProfiles = [
      ...place.profiles,
      ...[...profiles.values()].filter((one) => before.profiles.get(one.user) !== one),
    ];
    if (changedProfiles.length > 0 && (sync.epoch ?? place.epoch) === place.epoch)
      store.dispatch({ type: 'profilesLoaded', profiles: changedProfiles });
    // It may have changed while this page waited at the login form (CONF-2b).
    const { config } = store.get();
    if (configRev !== null && (config.epoch !== place.epoch || (config.rev ?? 0) < configRev))
      this.#parts.refreshConfig();
    return true;
  }

  /**
   * Shows the top of a long first list before the other rows are decoded, which takes a second on a slow
   * phone with 2,000 chats (SYNC-10). Returns them; null if there is no need.
   */
  #preview(self: UserId | null, data: unknown): State['contacts'] | null {
    const { store } = this.#parts;
    const rows = topRows(data, limits.previewRows);
    const { contacts, sync } = store.get();
    if (rows === null || sync.ready || contacts.size > 0 || this.#parts.self() !== self) return null;
    store.dispatch({ type: 'contactsPreviewed', contacts: decodeContactRows(rows).contacts });
    return store.get().contacts;
  }

  /** So many rows at a time, between which the page draws. */
  async #decodeSlowly(data: unknown): Promise<Decoded> {
    const rows = Array.isArray(data) ? (data as readonly unknown[]) : [];
    const parts: Decoded[] = [];
    for (let from = 0; from < rows.length; from += limits.decodedAtOnce) {
      const waitMs = from === 0 ? limits.previewMs : 0;
      await new Promise<void>((resolve) => this.#parts.clock.setTimeout(resolve, waitMs));
      parts.push(decodeContactRows(rows.slice(from, from + limits.decodedAtOnce)));
    }
    return {
      contacts: parts.flatMap(({ contacts }) => contacts),
      errors: parts.flatMap(({ errors }) => errors),
    };
  }

  #askList(quiet: boolean): AskedList {
    return { self: this.#parts.self(), before: this.#parts.store.get(), answer: this.#list(quiet) };
  }

  #list(quiet: boolean): Promise<Result<ApiAnswer, Failure>> {
    return this.#parts.api.call(path(getContacts), {}, { quiet });
  }

  /**
   * Changes that the own stream reports for an absent chat are not stored, so the chat is requested again.
   */
  async #ofNow(id: ContactId): Promise<Result<ApiAnswer, Failure>> {
    const { api, store } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const { selfSeq } = store.get().sync;
      // The caller handles the refusal: a chat that is gone is not reported twice (UI-20).
      const answer = await api.call(path(getContactInfo), { id }, { quiet: 'refusals' });
      const isOld = store.get().sync.selfSeq !== selfSeq && tries < limits.resyncTriesMax;
      if (!answer.ok || !isOld) return answer;
    }
  }

  async contact(id: ContactId): Promise<Result<void, Failure>> {
    const self = this.#parts.self();
    const answer = await this.#ofNow(id);
    if (!answer.ok) return answer;
    const row = decodeContactRow(answer.value.data);
    if (!row.ok) return NO_CHAT;
    const code = this.#parts.streams.now() ?? (await this.#code());
    if (code === null || this.#parts.self() !== self) return NOT_LOADED;
    this.#parts.store.dispatch({ type: 'contactLoaded', contact: row.value });
    return DONE;
  }

  /** The code of streams, null when it cannot be had: as if the answer was lost. */
  #code(): Promise<StreamCode | null> {
    return this.#parts.streams.get().catch(() => null);
  }

  async #ask(question: number, whole: boolean): Promise<void> {
    this.#question = question;
    const isDone = await this.#everything(question, whole);
    if (this.#question !== question) return;
    if (isDone && this.isBehind) {
      this.isBehind = false;
      // The catch-up is complete: events received since the bind are applied in order.
      this.#parts.store.syncEnded();
    }
    this.#actor.send({ type: isDone ? 'sync.answered' : 'sync.failed', question });
    if (isDone) this.#parts.onDone();
  }

  async #everything(question: number, whole: boolean): Promise<boolean> {
    const { fetchMissed: missed, store } = this.#parts;
    await this.#first;
    if (this.#question !== question) return false;
    const { ready, cursor } = store.get().sync;
    if (whole || !ready || cursor === null) return this.contacts(true);
    const fetchMissed = missed.now() ?? (await missed.get().catch(() => null));
    if (fetchMissed === null || this.#question !== question) return false;
    return fetchMissed({
      ...this.#parts,
      streams: this.#streams,
      afterBind: this.isBehind,
      isOver: () => this.#question !== question,
      contacts: () => this.contacts(true),
      remember: (user) => this.#remember(user),
    });
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
    this.#before = { user, chats: chats.map(({ id, displayName }) => ({ id, name: displayName })) };
  }
}
