import { compareContacts } from '../../domain/order.ts';
import { DEFAULT_GROUP_SETTING } from '../../domain/contact.ts';
import { personContact } from '../../domain/ids.ts';
import type { ContactId } from '../../domain/ids.ts';
import { presenceWord } from '../../domain/presence.ts';
import type { Message, Person } from '../../domain/message.ts';
import type { Standing } from '../../domain/permissions.ts';
import { byName } from './address-book.ts';
import type { ContactIndex } from './contact-index.ts';
import { memo } from './memo.ts';
import { withWords } from './quoting.ts';
import type { Contact, OutboxItem, Pending, State, Totals } from './state.ts';
import { isHidden } from '../../domain/counting.ts';
import { listed, movedTotals } from './totals.ts';

/**
 * A contact as it is shown: the confirmed facts under this person's own wishes (STORE-6). The very
 * object from the index when no wish is about it.
 */
export function withWishes(contact: Contact, pending: Pending): Contact {
  const { id } = contact;
  const top = pending.top.get(id);
  const notice = pending.notice.get(id);
  const hide = pending.hide.get(id);
  const read = pending.read.get(id);
  const mentionsRead = pending.mentionsRead.get(id);
  if (
    top === undefined &&
    notice === undefined &&
    hide === undefined &&
    read === undefined &&
    mentionsRead === undefined
  )
    return contact;
  const at = contact.counting;
  const hiddenTo = Math.max(at.hiddenTo, hide ?? 0);
  return {
    ...contact,
    isTop: top ?? contact.isTop,
    isNotice: notice ?? contact.isNotice,
    hidden: isHidden({ count: at.count, hiddenTo }),
    unread: read === undefined ? contact.unread : unreadAfter(contact, read),
    mentions: mentionsRead === undefined ? contact.mentions : mentionsAfter(contact, mentionsRead),
  };
}

/** Unread above ordinal `n`; my own messages above it are known one by one. */
function unreadAfter(contact: Contact, n: number): number {
  const at = contact.counting;
  if (n <= at.mark) return contact.unread;
  const own = at.ownSince.reduce((sum, one) => sum + (one.n > n ? 1 : 0), 0);
  return Math.min(contact.unread, Math.max(0, at.count - n - own));
}

function mentionsAfter(contact: Contact, n: number): number {
  const at = contact.counting;
  if (n <= at.mentionMark) return contact.mentions;
  const newer = at.mentionSince.reduce((sum, one) => sum + (one.n > n ? one.by : 0), 0);
  return Math.min(contact.mentions, Math.max(0, newer));
}

/** Contacts that a wish is about. */
export function wished({ top, notice, hide, read, mentionsRead }: Pending): ReadonlySet<ContactId> {
  const ids = new Set<ContactId>();
  for (const register of [top, notice, hide, read, mentionsRead]) {
    for (const id of register.keys()) ids.add(id);
  }
  return ids;
}

/** Totals as shown: O(number of wishes). */
export function shownTotals(state: State): Totals {
  let totals = state.totals;
  for (const id of wished(state.pending)) {
    const contact = state.contacts.get(id);
    if (contact) totals = movedTotals(totals, contact, withWishes(contact, state.pending));
  }
  return totals;
}

/** In the chat list: something was said there (or it is pinned) and it is not hidden. */
export const inList = (contact: Contact): boolean =>
  listed(contact) && (contact.last !== null || contact.isTop);

export { addressBook, sharedContacts } from './address-book.ts';
export type { Entry, LetterGroup } from './address-book.ts';
export { outgoingAsMessage } from './outbox-view.ts';
export { previewOf } from './preview.ts';
export type { Preview } from './preview.ts';

/** Whom this client believes to be online, in a word (PRES-3). */
export const onlineWord = memo((contacts: ContactIndex): string => {
  const online: number[] = [];
  for (const { id, kind, isOnline } of contacts) if (isOnline && kind === 'person') online.push(Number(id));
  return presenceWord(online);
});

export type ListFilter = 'all' | 'unread' | 'at';

/**
 * The chat list in order with this person's wishes laid over. Wished contacts are taken out and put
 * in where they belong as shown, so the order is that of the facts everywhere else.
 */
const shownOrder = memo((contacts: ContactIndex, pending: Pending): readonly Contact[] => {
  const changed = wished(pending);
  const moved: Contact[] = [];
  for (const id of changed) {
    const contact = contacts.get(id);
    if (contact) moved.push(withWishes(contact, pending));
  }
  moved.sort(compareContacts);
  const rows: Contact[] = [];
  let next = 0;
  for (const contact of contacts) {
    if (changed.has(contact.id)) continue;
    for (let one = moved[next]; one && compareContacts(one, contact) < 0; one = moved[++next]) rows.push(one);
    rows.push(contact);
  }
  rows.push(...moved.slice(next));
  return rows;
});

const allRows = memo((order: readonly Contact[]) => order.filter(inList));
/** LIST-5: unread or mentions, and notifications on. */
const unreadRows = memo((rows: readonly Contact[]) =>
  rows.filter((one) => one.isNotice && (one.unread > 0 || one.mentions > 0)),
);
const mentionRows = memo((rows: readonly Contact[]) => rows.filter((one) => one.mentions > 0));

/** Rows of the chat list, pinned first (LIST-1 …). The same array while nothing changed. */
export function rows(state: State, filter: ListFilter = 'all'): readonly Contact[] {
  const all = allRows(shownOrder(state.contacts, state.pending));
  switch (filter) {
    case 'all':
      return all;
    case 'unread':
      return unreadRows(all);
    case 'at':
      return mentionRows(all);
  }
}

/** One contact as shown, or undefined when the list does not hold it. */
export function contactView(state: State, id: ContactId): Contact | undefined {
  const contact = state.contacts.get(id);
  return contact && viewOf(contact, state.pending);
}

const views = new WeakMap<Contact, { readonly pending: Pending; readonly view: Contact }>();

/** Keeps the view of a contact, so that a row that did not change is the same object. */
function viewOf(contact: Contact, pending: Pending): Contact {
  const known = views.get(contact);
  if (known?.pending === pending) return known.view;
  const view = withWishes(contact, pending);
  if (view !== contact) views.set(contact, { pending, view });
  return view;
}

const totalsMemo = memo((contacts: ContactIndex, kept: Totals, pending: Pending): Totals =>
  shownTotals({ contacts, totals: kept, pending } as State),
);

/** Unread, mentions and waiting applications as shown (LIST-3, LIST-7). */
export const totals = (state: State): Totals => totalsMemo(state.contacts, state.totals, state.pending);

const groups = memo((contacts: ContactIndex) =>
  [...contacts].filter((one) => one.kind === 'group').toSorted(byName),
);

/** My groups in order of name. */
export const groupList = (state: State): readonly Contact[] => groups(state.contacts);

/** A line of an open chat: a confirmed message, or one that waits in the outbox. */
export type ChatItem =
  | { readonly kind: 'message'; readonly key: string; readonly message: Message }
  | { readonly kind: 'outgoing'; readonly key: string; readonly item: OutboxItem };

const chatItems = memo(
  (chunks: readonly (readonly Message[])[], outbox: readonly OutboxItem[]): readonly ChatItem[] => {
    const items = chunks.flatMap(itemsOf);
    if (outbox.length === 0) return items;
    // An item whose message is already in the stream is settled; it must not show twice (SEND-7).
    const known = new Set(items.map(({ key }) => key));
    for (const item of outbox) {
      if (!known.has(item.message.id))
        items.push({ kind: 'outgoing', key: item.message.id, item: withWords(item, chunks) });
    }
    return items;
  },
);

const messageItems = new WeakMap<Message, ChatItem>();
const chunkItems = new WeakMap<readonly Message[], readonly ChatItem[]>();

/** Chunks are shared by the windows that follow one another, and so are their items. */
function itemsOf(chunk: readonly Message[]): readonly ChatItem[] {
  const known = chunkItems.get(chunk);
  if (known) return known;
  const items = chunk.map(itemOf);
  chunkItems.set(chunk, items);
  return items;
}

function itemOf(message: Message): ChatItem {
  const known = messageItems.get(message);
  if (known) return known;
  const item: ChatItem = { kind: 'message', key: message.id, message };
  messageItems.set(message, item);
  return item;
}

const NO_CHUNKS: readonly (readonly Message[])[] = [];
const NO_ITEMS: readonly OutboxItem[] = [];

/** Up to which ordinal the person has read a conversation that has unread messages; null when it has none. */
export function readTo(state: State, id: ContactId): number | null {
  const contact = contactView(state, id);
  if (contact === undefined || contact.unread === 0) return null;
  return Math.max(contact.counting.mark, state.pending.read.get(id) ?? 0);
}

/**
 * Confirmed messages, oldest first, then the waiting ones; keys are message ids, so a sent bubble keeps its
 * place.
 */
export const messagesOf = (state: State, id: ContactId): readonly ChatItem[] =>
  chatItems(state.conversations.get(id)?.chunks ?? NO_CHUNKS, state.outbox.get(id) ?? NO_ITEMS);

/**
 * What I am in a conversation, for `refuses` of the permission table; null for one-to-one and unknown ones.
 */
export function standingIn(state: State, id: ContactId): Standing | null {
  const contact = state.contacts.get(id);
  if (contact?.group)
    return {
      role: contact.group.role,
      setting: contact.group.setting,
      mutedUntilSec: contact.group.mutedUntilSec,
    };
  if (id.startsWith('group-')) return { role: null, setting: DEFAULT_GROUP_SETTING, mutedUntilSec: 0 };
  return null;
}

/**
 * One-to-one: has the partner read this message of mine? Groups tell nobody, though the contract marks their
 * rows read.
 */
export const readByPartner = (contact: Contact | undefined, message: Message): boolean =>
  contact?.kind !== 'group' &&
  (message.isRead || (message.n !== null && contact !== undefined && message.n <= contact.counting.peerMark));

/**
 * The name beside a message: my remark for that person where the list knows one, else what the message says.
 */
export function nameOf(state: State, person: Person): string {
  const known = state.contacts.get(personContact(person.id));
  return known?.displayName || person.displayName || person.realname || String(person.id);
}

/**
 * Who wrote the last message of a group, as far as is known here; '' for my own, for events, and elsewhere
 * (LIST-15).
 */
export function lastSpeaker(state: State, { id, kind, last }: Contact): string {
  if (
    kind !== 'group' ||
    last === null ||
    last.from === null ||
    last.from === state.self?.id ||
    last.type === 'event' ||
    last.note !== null
  )
    return '';
  const newest = state.conversations.get(id)?.chunks.at(-1)?.at(-1);
  if (newest !== undefined && newest.id === last.id) return nameOf(state, newest.from);
  return state.contacts.get(personContact(last.from))?.displayName ?? last.fromName ?? '';
}

/** Total of unsent messages, for the question before logging out. */
export function unsentCount(state: State): number {
  let count = 0;
  for (const items of state.outbox.values()) count += items.length;
  return count;
}
