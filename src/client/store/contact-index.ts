import { compareContacts } from '../../domain/order.ts';
import type { ContactId } from '../../domain/ids.ts';
import { changed, NO_ORDER, orderOf, orderRow, walkOrder } from './list-order.ts';
import type { Changes, ListOrder } from './list-order.ts';
import type { Contact } from './state.ts';

/**
 * All contacts by id and in list order, as a value that never changes for whoever holds it.
 *
 * The order is a persistent tree; up to 64 changes wait beside it and go in together, or as soon as
 * somebody asks for the order. The way by id is one hash map that only the newest version owns: making
 * a newer version writes into the map and leaves the older one a note of what it held before, so the
 * newest version reads and changes at the cost of a plain map. An older version follows its notes, and
 * takes a map of its own (from its order, O(n)) once that becomes long or it is changed.
 */
export interface ContactIndex extends Iterable<Contact> {
  readonly size: number;
  get(id: ContactId): Contact | undefined;
  has(id: ContactId): boolean;
  /** Adds or replaces; the same object back when nothing changes. `was` is the present one, when at hand. O(log n). */
  put(contact: Contact, was?: Contact): ContactIndex;
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
const WAITING_MAX = 64;

class Index implements ContactIndex {
  readonly size: number;
  private order: ListOrder;
  private waiting: Changes | null;
  /** Only while this is the newest version. */
  private map: Map<ContactId, Contact> | null;
  private note: Note | null = null;

  constructor(size: number, order: ListOrder, waiting: Changes | null, map: Map<ContactId, Contact> | null) {
    this.size = size;
    this.order = order;
    this.waiting = waiting;
    this.map = map;
  }

  get(id: ContactId): Contact | undefined {
    return this.map ? this.map.get(id) : this.getFromNotes(id);
  }

  has(id: ContactId): boolean {
    return this.get(id) !== undefined;
  }

  put(contact: Contact, was: Contact | undefined = this.get(contact.id)): ContactIndex {
    return was === contact ? this : this.next(contact.id, was, contact);
  }

  remove(id: ContactId): ContactIndex {
    const was = this.get(id);
    return was === undefined ? this : this.next(id, was, undefined);
  }

  at(i: number): Contact | undefined {
    return orderRow(this.inOrder(), i);
  }

  [Symbol.iterator](): Iterator<Contact> {
    return walkOrder(this.inOrder());
  }

  apart(): ContactIndex {
    return new Index(this.size, this.inOrder(), null, null);
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

  /** Puts the waiting changes in; seen from outside nothing changes. */
  private inOrder(): ListOrder {
    if (this.waiting) {
      this.order = changed(this.order, this.waiting);
      this.waiting = null;
    }
    return this.order;
  }

  private next(id: ContactId, was: Contact | undefined, now: Contact | undefined): Index {
    const map = this.map ?? this.ownMap();
    if (now) map.set(id, now);
    else map.delete(id);
    if (this.waiting && this.waiting.size >= WAITING_MAX) this.inOrder();
    const waiting: Changes = { id, was, now, earlier: this.waiting, size: (this.waiting?.size ?? 0) + 1 };
    const newer = new Index(this.size + (now ? 1 : 0) - (was ? 1 : 0), this.order, waiting, map);
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

export const EMPTY_INDEX: ContactIndex = new Index(0, NO_ORDER, null, new Map());

/** A whole list at once; the last one of equal ids wins. O(n log n). */
export function indexOf(contacts: Iterable<Contact>): ContactIndex {
  const map = new Map(Array.from(contacts, (contact) => [contact.id, contact]));
  return new Index(map.size, orderOf([...map.values()].toSorted(compareContacts)), null, map);
}
