import type { Folder } from '../../domain/kept.ts';
import type { ContactIndex } from './contact-index.ts';
import { inList, rows, withPendingChanges } from './selectors.ts';
import { foldersOf } from './kept-shown.ts';
import { memo } from './memo.ts';
import type { Contact, Pending, State } from './state.ts';
import { isInArchive } from './totals.ts';

/** Returns true if the chat was chosen or currently belongs to a chosen kind (FOLDER-1). */
export function inFolder({ people, groups, unread, muted, chats }: Folder, contact: Contact): boolean {
  if (chats.includes(contact.id)) return true;
  if (!(people && contact.kind === 'person') && !(groups && contact.kind === 'group')) return false;
  const waits = contact.unread > 0 || contact.mentions > 0 || contact.marked !== undefined;
  return (!unread || waits) && (muted === null || contact.isNotice !== muted);
}

const lists = new WeakMap<Folder, (all: readonly Contact[]) => readonly Contact[]>();

/** Rows of a folder, in the order of the list: the same array while nothing changed. */
export function folderRows(state: State, folder: Folder): readonly Contact[] {
  const of =
    lists.get(folder) ?? memo((all: readonly Contact[]) => all.filter((one) => inFolder(folder, one)));
  lists.set(folder, of);
  return of(rows(state));
}

/**
 * Share of one chat in the count of a folder: muted chats count only if the folder includes them (FOLDER-3).
 */
function share(folder: Folder, contact: Contact | undefined): number {
  if (contact === undefined || contact.unread === 0 || !inList(contact) || isInArchive(contact)) return 0;
  return (contact.isNotice || folder.muted === true) && inFolder(folder, contact) ? contact.unread : 0;
}

interface Counted {
  readonly contacts: ContactIndex;
  readonly pending: Pending;
  readonly folders: readonly Folder[];
  readonly counts: readonly number[];
}
let last: Counted | null = null;

/** How much is unread in each folder: counted once, and then moved by what changed (FOLDER-3). */
export function folderCounts(state: State): readonly number[] {
  const { contacts, pending } = state;
  const folders = foldersOf(state);
  if (last?.contacts === contacts && last.pending === pending && last.folders === folders) return last.counts;
  const isNext = last !== null && last.pending === pending && last.folders === folders;
  const changed = isNext && last !== null ? contacts.changedSince(last.contacts) : null;
  const counts =
    changed === null || last === null
      ? folders.map((folder) => rows(state).reduce((sum, one) => sum + share(folder, one), 0))
      : recount(last, contacts, changed);
  last = { contacts, pending, folders, counts };
  return counts;
}

function recount(
  { contacts: before, pending, folders, counts }: Counted,
  now: ContactIndex,
  changed: ReadonlySet<Contact['id']>,
): readonly number[] {
  const withPending = (contact: Contact | undefined) => contact && withPendingChanges(contact, pending);
  const next = folders.map((folder, at) => {
    let sum = counts[at] ?? 0;
    for (const id of changed)
      sum += share(folder, withPending(now.get(id))) - share(folder, withPending(before.get(id)));
    return sum;
  });
  return next.every((count, at) => count === counts[at]) ? counts : next;
}
