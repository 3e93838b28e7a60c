import { compareContacts } from '../../domain/order.ts';
import type { ContactId } from '../../domain/ids.ts';
import { changed, NO_ORDER, orderOf, orderRow, walkOrder } from './list-order.ts';
import type { OrderChange, ListOrder } from './list-order.ts';
import type { Contact } from './state.ts';

/**
 * All contacts by id and in list order, as an immutable value. The order is a persistent tree; up to 256
 * changes wait beside it and are applied together, or as soon as the order is read. One hash map by id is
 * shared by all versions of a line: it is exact for the newest version, and a short journal records what the
 * last changes replaced. The newest version therefore reads and changes at the cost of a plain map, and
 * recent ones read at little more. A version older than the journal, or an older one that is changed, builds
 * a separate map from its order, O(n). No version refers to a newer one: such a chain would keep every
 * version alive through garbage collection.
 */
export interface ContactIndex extends Iterable<Contact> {
  readonly size: number;
  get(id: ContactId): Contact | undefined;
  has(id: ContactId): boolean;
  /**
   * Adds or replaces; returns the same object if nothing changes. `was` is the present one, if known. O(log
   * n).
   */
  with(contact: Contact, was?: Contact): ContactIndex;
  remove(id: ContactId): ContactIndex;
  /** Row `i` of the list order (LIST-1, LIST-2). */
  at(i: number): Contact | undefined;
  /** The same contacts without ties to newer versions, for a copy that is kept long. */
  apart(): ContactIndex;
  /** Ids that differ between an older version and this one; null when they are not related. */
  changedSince(older: ContactIndex): ReadonlySet<ContactId> | null;
}

const JOURNAL = 256;
const WAITING_MAX = 256;

/** State shared by the versions of one line. */
class Line {
  version = 0;
  readonly map: Map<ContactId, Contact>;
  /** For change `v`, at `v % JOURNAL`: the contact's id and its previous value. */
  private readonly ids: ContactId[] = [];
  private readonly was: (Contact | undefined)[] = [];

  constructor(map: Map<ContactId, Contact>) {
    this.map = map;
  }

  change(id: ContactId, was: Contact | undefined, now: Contact | undefined): number {
    const at = this.version % JOURNAL;
    this.ids[at] = id;
    this.was[at] = was;
    if (now) this.map.set(id, now);
    else this.map.delete(id);
    return ++this.version;
  }

  /** The journal still reaches back to this version. */
  reaches(version: number): boolean {
    return this.version - version <= JOURNAL;
  }

  getAt(version: number, id: ContactId): Contact | undefined {
    for (let v = version; v < this.version; v++)
      if (this.ids[v % JOURNAL] === id) return this.was[v % JOURNAL];
    return this.map.get(id);
  }

  changedBetween(from: number, to: number): ReadonlySet<ContactId> {
    const ids = new Set<ContactId>();
    for (let v = from; v < to; v++) ids.add(this.ids[v % JOURNAL] as ContactId);
    return ids;
  }
}

class Index implements ContactIndex {
  readonly size: number;
  private order: ListOrder;
  private waiting: OrderChange | null;
  private line: Line | null;
  private version: number;

  constructor(
    size: number,
    order: ListOrder,
    waiting: OrderChange | null,
    line: Line | null,
    version: number,
  ) {
    this.size = size;
    this.order = order;
    this.waiting = waiting;
    this.line = line;
    this.version = version;
  }

  get(id: ContactId): Contact | undefined {
    if (this.size === 0) return undefined;
    const line = this.line?.reaches(this.version) ? this.line : this.ownLine();
    return line.version === this.version ? line.map.get(id) : line.getAt(this.version, id);
  }

  has(id: ContactId): boolean {
    return this.get(id) !== undefined;
  }

  with(contact: Contact, was: Contact | undefined = this.get(contact.id)): ContactIndex {
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
    return new Index(this.size, this.inOrder(), null, null, 0);
  }

  changedSince(older: ContactIndex): ReadonlySet<ContactId> | null {
    if (older === this) return new Set();
    if (!(older instanceof Index) || !this.line || older.line !== this.line || older.version > this.version)
      return null;
    return this.line.reaches(older.version) ? this.line.changedBetween(older.version, this.version) : null;
  }

  /** Merges the waiting changes; the visible order stays the same. */
  private inOrder(): ListOrder {
    if (this.waiting) {
      this.order = changed(this.order, this.waiting);
      this.waiting = null;
    }
    return this.order;
  }

  private next(id: ContactId, was: Contact | undefined, now: Contact | undefined): Index {
    // The empty index lives as long as the program, so it is never part of a line.
    const cachedLine = this.size > 0 && this.line?.version === this.version ? this.line : null;
    const line = cachedLine ?? (this.size > 0 ? this.ownLine() : new Line(new Map()));
    if (this.waiting && this.waiting.size >= WAITING_MAX) this.inOrder();
    const waiting: OrderChange = { id, was, now, earlier: this.waiting, size: (this.waiting?.size ?? 0) + 1 };
    return new Index(
      this.size + (now ? 1 : 0) - (was ? 1 : 0),
      this.order,
      waiting,
      line,
      line.change(id, was, now),
    );
  }

  /** Begins a separate line at this version. */
  private ownLine(): Line {
    this.line = new Line(new Map(Array.from(this, (contact) => [contact.id, contact])));
    this.version = 0;
    return this.line;
  }
}

export const EMPTY_INDEX: ContactIndex = new Index(0, NO_ORDER, null, null, 0);

/** A whole list at once; the last one of equal ids wins. O(n log n). */
export function indexOf(contacts: Iterable<Contact>): ContactIndex {
  const map = new Map(Array.from(contacts, (contact) => [contact.id, contact]));
  return new Index(map.size, orderOf([...map.values()].toSorted(compareContacts)), null, new Line(map), 0);
}
