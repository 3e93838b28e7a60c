import type { Alert } from '../../domain/alert.ts';
import type { GroupCall } from '../../domain/group-call.ts';
import { compareContacts } from '../../domain/order.ts';
import { personContact } from '../../domain/ids.ts';
import type { ContactId } from '../../domain/ids.ts';
import { presenceWord } from '../../domain/presence.ts';
import type { LastMessage, Person } from '../../domain/message.ts';
import type { ContactIndex } from './contact-index.ts';
import { memo } from './memo.ts';
import { pinsOf } from './kept-shown.ts';
import { lastSaying } from './edits.ts';
import type { Contact, Pending, PendingEdit, State, Totals } from './state.ts';
import { ARCHIVED_FOR_GOOD, isHidden } from '../../domain/contact.ts';
import { listed, totalsAfter, isInArchive } from './totals.ts';

/**
 * A contact as shown: the user's pending changes override the confirmed facts (STORE-6). Returns the index's
 * own object without pending changes.
 */
export function withPendingChanges(contact: Contact, pending: Pending): Contact {
  const { id } = contact;
  const top = pending.top.get(id);
  const notice = pending.notice.get(id);
  const archive = pending.archive.get(id);
  const marked = pending.unread.get(id);
  const hide = pending.hide.get(id);
  const read = pending.read.get(id);
  const mentionsRead = pending.mentionsRead.get(id);
  const edit = contact.last?.id ? pending.edit.get(contact.last.id) : undefined;
  if (
    edit === undefined &&
    top === undefined &&
    notice === undefined &&
    archive === undefined &&
    marked === undefined &&
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
    ...(notice !== undefined && alerting(notice)),
    archivedTo: archive === undefined ? contact.archivedTo : archive ? ARCHIVED_FOR_GOOD : undefined,
    marked: (marked ?? contact.marked) || undefined,
    hidden: isHidden({ count: at.count, hiddenTo }),
    unread: read === undefined ? contact.unread : unreadAfter(contact, read),
    last: edit === undefined || contact.last === null ? contact.last : lastAs(contact.last, edit),
    mentions: mentionsRead === undefined ? contact.mentions : mentionsAfter(contact, mentionsRead),
  };
}

const alerting = (alert: Alert) => ({
  isNotice: alert === true,
  quiet: typeof alert === 'string' ? alert : undefined,
});

const lastAs = (last: LastMessage, { line, content }: PendingEdit): LastMessage =>
  lastSaying(last, line ?? content);

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

/** Contacts with a pending change. */
export function chatsWithPending({
  top,
  notice,
  archive,
  unread,
  hide,
  read,
  mentionsRead,
  edit,
}: Pending): ReadonlySet<ContactId> {
  const ids = new Set<ContactId>();
  for (const register of [top, notice, archive, unread, hide, read, mentionsRead]) {
    for (const id of register.keys()) ids.add(id);
  }
  for (const { to } of edit.values()) ids.add(to);
  return ids;
}

/** Totals as shown: O(number of pending changes). */
export function totalsWithPending(state: State): Totals {
  let totals = state.totals;
  for (const id of chatsWithPending(state.pending)) {
    const contact = state.contacts.get(id);
    if (contact) totals = totalsAfter(totals, contact, withPendingChanges(contact, state.pending));
  }
  return totals;
}

/** Returns true if the chat list shows the contact: it has a message or is pinned, and is not hidden. */
export const inList = (contact: Contact): boolean =>
  listed(contact) && (contact.last !== null || contact.isTop);

export { previewOf } from './preview.ts';
export type { Preview } from './preview.ts';

/** False while the connection is lost: what is known of others' presence is old (PRES-6). */
export const showsPresence = ({ config, connection }: State): boolean =>
  config.chatInfo.online && connection.name !== 'waiting' && connection.name !== 'lost';

/** Contacts believed to be online, joined into one string (PRES-3). */
export const onlineWord = memo((contacts: ContactIndex): string => {
  const online: number[] = [];
  for (const { id, kind, isOnline } of contacts) if (isOnline && kind === 'person') online.push(Number(id));
  return presenceWord(online);
});

export type ListFilter = 'all' | 'unread' | 'at' | 'archived';

/**
 * The chat list in order, with the user's pending changes. Changed contacts are removed and inserted at their
 * shown position, so the order elsewhere is that of the facts.
 */
const visibleOrder = memo((contacts: ContactIndex, pending: Pending): readonly Contact[] => {
  const changed = chatsWithPending(pending);
  const updates: Contact[] = [];
  for (const id of changed) {
    const contact = contacts.get(id);
    if (contact) updates.push(withPendingChanges(contact, pending));
  }
  updates.sort(compareContacts);
  const rows: Contact[] = [];
  let next = 0;
  for (const contact of contacts) {
    if (changed.has(contact.id)) continue;
    for (let one = updates[next]; one && compareContacts(one, contact) < 0; one = updates[++next])
      rows.push(one);
    rows.push(contact);
  }
  rows.push(...updates.slice(next));
  return rows;
});

/** Pinned chats in the user's order; those without a place in it come first (LIST-16). */
const inPinOrder = memo((order: readonly Contact[], pins: readonly ContactId[]): readonly Contact[] => {
  const below = order.findIndex(({ isTop }) => !isTop);
  if (pins.length === 0 || below === 0) return order;
  const top = order.slice(0, below === -1 ? order.length : below);
  return top.toSorted((a, b) => pins.indexOf(a.id) - pins.indexOf(b.id)).concat(order.slice(top.length));
});
const listedRows = memo((order: readonly Contact[]) => order.filter(inList));
const allRows = memo((listed: readonly Contact[]) =>
  listed.some(isInArchive) ? listed.filter((one) => !isInArchive(one)) : listed,
);
const archivedRows = memo((listed: readonly Contact[]) => listed.filter(isInArchive));
/** LIST-5: unread or mentions, and notifications on; or marked so (UNREAD-2). */
const unreadRows = memo((rows: readonly Contact[]) =>
  rows.filter((one) => one.marked || (one.isNotice && (one.unread > 0 || one.mentions > 0))),
);
const mentionRows = memo((rows: readonly Contact[]) => rows.filter((one) => one.mentions > 0));

/** Rows of the chat list, pinned first (LIST-1 …). The same array while nothing changed. */
export function rows(state: State, filter: ListFilter = 'all'): readonly Contact[] {
  const listed = listedRows(inPinOrder(visibleOrder(state.contacts, state.pending), pinsOf(state)));
  const all = allRows(listed);
  switch (filter) {
    case 'all':
      return all;
    case 'unread':
      return unreadRows(all);
    case 'at':
      return mentionRows(all);
    case 'archived':
      return archivedRows(listed);
  }
}

const totalsMemo = memo((contacts: ContactIndex, confirmedTotals: Totals, pending: Pending): Totals =>
  totalsWithPending({ contacts, totals: confirmedTotals, pending } as State),
);

/** Unread, mentions and waiting applications as shown (LIST-3, LIST-7). */
export const totals = (state: State): Totals => totalsMemo(state.contacts, state.totals, state.pending);

/**
 * The name beside a message: the viewer's remark for that user if the list has one, otherwise the message's
 * own.
 */
export const nameOf = (state: State, person: Person): string =>
  nameBy(contactNameOf(state, person.id), person);

/** The call that a group has now (GCALL-1). */
export const groupCallOf = (state: State, id: ContactId): GroupCall | null =>
  state.contacts.get(id)?.groupCall ?? null;

export const contactNameOf = (state: State, id: Person['id']): string | undefined =>
  state.contacts.get(personContact(id))?.displayName;

export const nameBy = (contactName: string | undefined, person: Person): string =>
  contactName || person.displayName || person.realname || String(person.id);

/**
 * Sender of the last message of a group, if known; '' for the user's own, for events, and elsewhere
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
