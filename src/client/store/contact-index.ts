import { compareContacts } from '../../domain/order.ts';
import type { ContactId } from '../../domain/ids.ts';
import { EMPTY_TREE, fromSorted, insert, remove, replace, rowAt, walk } from './order-tree.ts';
import type { OrderTree } from './order-tree.ts';
import type { Contact } from './state.ts';

/**
 * All contacts by id and in list order, as a value that never changes for whoever holds it.
 *
 * The order is a persistent tree. The way by id is one hash map that only the newest version owns:
 * making a newer version writes into the map and leaves the older one a note of what it held before,
 * so the newest version reads and changes at the cost of a plain map. An older version follows its
 * notes, and takes a map of its own (from its tree, O(n)) once that becomes long or it is changed.
 */
export interface ContactIndex extends Iterable<Contact> {
  readonly size: number;
  get(id: ContactId): Contact | undefined;
  has(id: ContactId): boolean;
  /** Adds or replaces; the same object back when nothing changes. O(log n). */
  put(contact: Contact): ContactIndex;
  remove(id: ContactId): ContactIndex;
  /** Row `i` of the list order (LIST-1, LIST-2). */
  at(i: number): Contact | undefined;
  /** The same contacts without ties to newer versions, for a copy that is kept long. */
  apart(): ContactIndex;
  /** Ids that differ between an older version and this one; null when they are not related. */
  changedSince(older: ContactIndex): ReadonlySet<ContactId> | null;
}

interface Note {
  readonly id: ContactId;
  readonly was: Contact | undefined;
  readonly newer: Index;
}

const NOTES_MAX = 256;

class Index implements ContactIndex {
  private readonly tree: OrderTree;
  /** Only while this is the newest version. */
  private map: Map<ContactId, Contact> | null;
  private note: Note | null = null;

  constructor(tree: OrderTree, map: Map<ContactId, Contact> | null) {
    this.tree = tree;
    this.map = map;
  }

  get size(): number {
    return this.tree.size;
  }

  get(id: ContactId): Contact | undefined {
    return this.map ? this.map.get(id) : this.getFromNotes(id);
  }

  has(id: ContactId): boolean {
    return this.get(id) !== undefined;
  }

  put(contact: Contact): ContactIndex {
    const was = this.get(contact.id);
    if (was === contact) return this;
    if (was === undefined) return this.next(contact.id, was, contact, insert(this.tree, contact));
    const same = compareContacts(was, contact) === 0;
    const tree = same ? replace(this.tree, contact) : insert(remove(this.tree, was), contact);
    return this.next(contact.id, was, contact, tree);
  }

  remove(id: ContactId): ContactIndex {
    const was = this.get(id);
    return was === undefined ? this : this.next(id, was, undefined, remove(this.tree, was));
  }

  at(i: number): Contact | undefined {
    return rowAt(this.tree, i);
  }

  [Symbol.iterator](): Iterator<Contact> {
    return walk(this.tree);
  }

  apart(): ContactIndex {
    return new Index(this.tree, null);
  }

  changedSince(older: ContactIndex): ReadonlySet<ContactId> | null {
    const ids = new Set<ContactId>();
    let at: Index | undefined = older instanceof Index ? older : undefined;
    while (at && at !== this) {
      if (at.note) ids.add(at.note.id);
      at = at.note?.newer;
    }
    return at === this ? ids : null;
  }

  private next(id: ContactId, was: Contact | undefined, now: Contact | undefined, tree: OrderTree): Index {
    const map = this.map ?? this.ownMap();
    if (now) map.set(id, now);
    else map.delete(id);
    const newer = new Index(tree, map);
    this.map = null;
    // The empty index lives as long as the program: with a note it would keep every version alive.
    if (this.size > 0) this.note ??= { id, was, newer };
    return newer;
  }

  private getFromNotes(id: ContactId): Contact | undefined {
    // oxlint-disable-next-line typescript/no-this-alias -- the walk starts here and goes to newer versions
    let at: Index = this;
    for (let steps = 0; steps < NOTES_MAX && at.note; steps++) {
      if (at.note.id === id) return at.note.was;
      at = at.note.newer;
      if (at.map) return at.map.get(id);
    }
    this.map = this.ownMap();
    return this.map.get(id);
  }

  private ownMap(): Map<ContactId, Contact> {
    return new Map(Array.from(this, (contact) => [contact.id, contact]));
  }
}

export const EMPTY_INDEX: ContactIndex = new Index(EMPTY_TREE, new Map());

/** A whole list at once; the last one of equal ids wins. O(n log n). */
export function indexOf(contacts: Iterable<Contact>): ContactIndex {
  const map = new Map(Array.from(contacts, (contact) => [contact.id, contact]));
  return new Index(fromSorted([...map.values()].toSorted(compareContacts)), map);
}
