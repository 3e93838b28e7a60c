import { contactOfStream, personContact, userId } from '../../domain/ids.ts';
import type { ContactId, StreamId, UserId } from '../../domain/ids.ts';
import { streamLimits as limits } from '../../domain/list-limits.ts';
import type { Log } from '../../ports/log.ts';
import { getContactInfo, sync } from '../../wire/calls/sync.ts';
import { decodeContactRow } from '../../wire/down/contact.ts';
import { decodeSync, type SyncFacts } from '../../wire/down/sync.ts';
import { code } from '../../wire/envelope.ts';
import { path } from '../connection/answers.ts';
import type { Api, ApiAnswer } from '../connection/api.ts';
import type { ContactIndex } from '../state/contact-index.ts';
import { newestPositions } from '../state/positions.ts';
import type { State } from '../state/state.ts';
import type { ClientStore } from '../state/store.ts';
import { onlineChanges, withOnlineChange } from '../state/online-changes.ts';

/** One question of a page that has its list. */
export interface MissedParts {
  readonly api: Api;
  readonly store: ClientStore;
  readonly log: Log;
  readonly self: () => UserId | null;
  /** Streams to load again; loaded ones are removed. */
  readonly streams: Set<StreamId>;
  /** Everything since the cursor; otherwise what holes lack, where there are any. */
  readonly afterBind: boolean;
  /** A newer question replaced this one: its answer is dropped. */
  readonly isOver: () => boolean;
  readonly contacts: () => Promise<boolean>;
  /** The list is to be compared with the next one. */
  readonly remember: (user: UserId) => void;
}

/** False when something could not be had (SYNC-3, SYNC-4). */
export type FetchMissed = (parts: MissedParts) => Promise<boolean>;

export const fetchMissed: FetchMissed = async (parts) => {
  const { store, afterBind } = parts;
  // Requested before the socket or the page closed and not answered (DATA-9), or doubted (VANISH-7).
  if (afterBind)
    for (const { stale, stream } of store.get().contacts)
      if (stale && stream !== null) parts.streams.add(stream);
  if (!(await events(parts))) return false;
  const streams = [...parts.streams];
  for (const stream of streams) {
    if (await anew(parts, stream)) continue;
    // The next try begins with the others.
    if (parts.streams.delete(stream)) parts.streams.add(stream);
    return false;
  }
  return true;
};

/** Loads the events missing in gaps, or everything since the cursor. */
async function events(parts: MissedParts): Promise<boolean> {
  const positions = parts.afterBind ? {} : parts.store.holes();
  if (Object.keys(positions).length === 0) return pages(parts);
  const answer = await page(parts, { positions });
  return answer !== null && (!answer.full || parts.contacts());
}

/** Loads pages from the cursor until none is missing. */
async function pages(parts: MissedParts): Promise<boolean> {
  const { store } = parts;
  const positions = newestPositions(store.get(), limits.positionsMax);
  for (let first = true; ; first = false) {
    const answer = await page(parts, {
      cursor: store.get().sync.cursor,
      ...(first && positions !== null ? { known: positions } : {}),
    });
    if (answer === null) return false;
    if (answer.full) return parts.contacts();
    if (!answer.more) return true;
  }
}

async function page(
  parts: MissedParts,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly full: boolean; readonly more: boolean } | null> {
  const { api, store, log, isOver, remember } = parts;
  const self = parts.self();
  const before = store.get();
  const answer = await api.call(path(sync), body, { quiet: true });
  if (self === null || !answer.ok || isOver()) return null;
  const facts = decodeSync(answer.value.data, self);
  if (!facts.ok) {
    log.write('warn', 'sync not understood', { ...facts.reason });
    return null;
  }
  if (facts.value.full) {
    remember(self);
    store.dispatch({ type: 'epochChanged', epoch: facts.value.epoch });
    return facts.value;
  }
  store.synced(underNewer(parts, before, facts.value));
  return facts.value;
}

/** Drops parts of the answer that may be older than frames received since the request (STORE-19). */
function underNewer({ store, streams }: MissedParts, before: State, facts: SyncFacts): SyncFacts {
  const now = store.get();
  const changes = onlineChanges(before.contacts, now.contacts);
  const cameOrWent = (on: boolean) => [...changes].filter(([, is]) => is === on).map(([id]) => id);
  const offline = new Set(cameOrWent(false));
  const online = facts.online && [
    ...facts.online.filter((user) => !offline.has(personContact(user))),
    ...cameOrWent(true).map((id) => userId(Number(id))),
  ];
  if (now.sync.selfSeq === before.sync.selfSeq) return { ...facts, online };
  // Own-stream changes have no position in the answer: chats it brings are requested again.
  for (const { stream } of facts.resync) {
    const id = now.self && contactOfStream(now.self.id, stream);
    if (id === null) continue;
    store.dispatch({ type: 'chatDoubted', conversation: id });
    streams.add(stream);
  }
  return { ...facts, online, resync: [], applications: null, blocked: null };
}

/** Contact, counters and head of one moment (SYNC-2); the own stream means the whole list. */
async function anew(parts: MissedParts, stream: StreamId): Promise<boolean> {
  const self = parts.self();
  if (self === null) return false;
  const id = contactOfStream(self, stream);
  if (id === null) {
    parts.remember(self);
    if (!(await parts.contacts())) return false;
  } else {
    const { contacts } = parts.store.get();
    const answer = await ofOneMoment(parts, id);
    if (answer === null || !resynced(parts, stream, id, answer, contacts)) return false;
    // A frame came first: the older answer was left aside, and with it the names (DATA-9).
    if (parts.store.get().contacts.get(id)?.stale) return false;
  }
  parts.streams.delete(stream);
  // A node that lags closes no gap: an immediate repeat would get the same answer, in a loop.
  return parts.afterBind || !Object.hasOwn(parts.store.holes(), stream);
}

/**
 * A mark, pin or hide applied during the request may be newer than the answer: then it is requested again.
 */
async function ofOneMoment({ api, store, isOver }: MissedParts, id: ContactId): Promise<ApiAnswer | null> {
  for (let tries = 0; tries < limits.resyncTriesMax; tries += 1) {
    const { selfSeq } = store.get().sync;
    const answer = await api.ask(path(getContactInfo), { id });
    if (answer.kind !== 'envelope' || isOver()) return null;
    if (store.get().sync.selfSeq === selfSeq) return answer.envelope;
  }
  return null;
}

function resynced(
  { store }: MissedParts,
  stream: StreamId,
  id: ContactId,
  { code: answerCode, data }: ApiAnswer,
  before: ContactIndex,
): boolean {
  if (answerCode === code.session || answerCode === code.away) return false;
  const row = answerCode === code.ok ? decodeContactRow(data) : null;
  // The row of another chat does not close this gap: it would be requested at once, in a loop.
  if (row && (!row.ok || row.value.id !== id)) return false;
  const changes = onlineChanges(before, store.get().contacts);
  const contact = row && withOnlineChange(changes, row.value);
  store.dispatch({ type: 'contactResynced', stream, contact });
  return true;
}
