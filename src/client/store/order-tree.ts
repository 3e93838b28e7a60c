import { compareContacts } from '../../domain/order.ts';
import type { Contact } from './state.ts';

/**
 * The list order as a persistent B+ tree: a change copies one path of nodes of at most 32 entries,
 * so every older version stays whole and a change costs O(log n) (LIST-11). Each node knows its size,
 * so a virtual list can ask for row `i`.
 */
interface Leaf {
  readonly leaf: true;
  readonly size: number;
  readonly items: readonly Contact[];
}
interface Inner {
  readonly leaf: false;
  readonly size: number;
  readonly kids: readonly OrderTree[];
  /** The last contact of every kid, so that the way down compares without visiting the kids. */
  readonly ends: readonly Contact[];
}
export type OrderTree = Leaf | Inner;

const FULL = 32;
const SPARSE = 8;

export const EMPTY_TREE: OrderTree = { leaf: true, size: 0, items: [] };

const leafOf = (items: readonly Contact[]): Leaf => ({ leaf: true, size: items.length, items });

function innerOf(kids: readonly OrderTree[]): Inner {
  const ends: Contact[] = [];
  let size = 0;
  for (const kid of kids) {
    ends.push(endOf(kid));
    size += kid.size;
  }
  return { leaf: false, size, kids, ends };
}

function endOf(tree: OrderTree): Contact {
  const list = tree.leaf ? tree.items : tree.ends;
  return list[list.length - 1] as Contact;
}

/** First place whose contact does not come before `contact`. */
function lowerBound(list: readonly Contact[], contact: Contact): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareContacts(list[middle] as Contact, contact) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withInserted<T>(list: readonly T[], at: number, item: T): T[] {
  const next = list.slice();
  next.splice(at, 0, item);
  return next;
}

/** Adds a contact whose place is not taken yet. */
export function insert(tree: OrderTree, contact: Contact): OrderTree {
  const grown = insertInto(tree, contact);
  return grown.length === 1 ? (grown[0] as OrderTree) : innerOf(grown);
}

function insertInto(tree: OrderTree, contact: Contact): readonly OrderTree[] {
  if (tree.leaf) {
    const items = withInserted(tree.items, lowerBound(tree.items, contact), contact);
    if (items.length <= FULL) return [leafOf(items)];
    return [leafOf(items.slice(0, FULL / 2)), leafOf(items.slice(FULL / 2))];
  }
  const at = Math.min(lowerBound(tree.ends, contact), tree.kids.length - 1);
  const grown = insertInto(tree.kids[at] as OrderTree, contact);
  if (grown.length === 1) return [withKid(tree, at, grown[0] as OrderTree, 1)];
  const kids = tree.kids.slice();
  kids.splice(at, 1, ...grown);
  if (kids.length <= FULL) return [innerOf(kids)];
  return [innerOf(kids.slice(0, FULL / 2)), innerOf(kids.slice(FULL / 2))];
}

function withKid(tree: Inner, at: number, kid: OrderTree, grew: number): Inner {
  const kids = tree.kids.slice();
  kids[at] = kid;
  const end = endOf(kid);
  if (end === tree.ends[at]) return { leaf: false, size: tree.size + grew, kids, ends: tree.ends };
  const ends = tree.ends.slice();
  ends[at] = end;
  return { leaf: false, size: tree.size + grew, kids, ends };
}

/** Takes out the contact at exactly this place of the order. */
export function remove(tree: OrderTree, contact: Contact): OrderTree {
  let rest = removeFrom(tree, contact);
  while (!rest.leaf && rest.kids.length === 1) rest = rest.kids[0] as OrderTree;
  return rest;
}

function removeFrom(tree: OrderTree, contact: Contact): OrderTree {
  if (tree.leaf) {
    const at = lowerBound(tree.items, contact);
    if (tree.items[at]?.id !== contact.id) return tree;
    const items = tree.items.slice();
    items.splice(at, 1);
    return leafOf(items);
  }
  const at = lowerBound(tree.ends, contact);
  const kid = tree.kids[at];
  if (!kid) return tree;
  const rest = removeFrom(kid, contact);
  if (rest === kid) return tree;
  if (entries(rest) >= SPARSE) return withKid(tree, at, rest, -1);
  return joined(tree, at, rest);
}

const entries = (tree: OrderTree): number => (tree.leaf ? tree.items.length : tree.kids.length);

/** Puts a sparse kid together with a neighbour when both fit in one node; an empty one goes. */
function joined(tree: Inner, at: number, kid: OrderTree): OrderTree {
  if (kid.size === 0 && tree.kids.length > 1) return innerOf(tree.kids.filter((_, i) => i !== at));
  const left = at > 0 ? at - 1 : at;
  const [a, b] = at > 0 ? [tree.kids[left] as OrderTree, kid] : [kid, tree.kids[1]];
  if (!b || entries(a) + entries(b) > FULL) return withKid(tree, at, kid, -1);
  const kids = tree.kids.slice();
  const whole = a.leaf
    ? leafOf([...a.items, ...(b as Leaf).items])
    : innerOf([...a.kids, ...(b as Inner).kids]);
  kids.splice(left, 2, whole);
  return innerOf(kids);
}

/** Puts a changed contact in the place of one that sorts the same. */
export function replace(tree: OrderTree, contact: Contact): OrderTree {
  if (tree.leaf) {
    const items = tree.items.slice();
    items[lowerBound(items, contact)] = contact;
    return leafOf(items);
  }
  const at = lowerBound(tree.ends, contact);
  return withKid(tree, at, replace(tree.kids[at] as OrderTree, contact), 0);
}

/** Builds a full tree from contacts in order. */
export function fromSorted(contacts: readonly Contact[]): OrderTree {
  let level: OrderTree[] = [];
  for (let i = 0; i < contacts.length; i += FULL) level.push(leafOf(contacts.slice(i, i + FULL)));
  while (level.length > 1) {
    const upper: OrderTree[] = [];
    for (let i = 0; i < level.length; i += FULL) upper.push(innerOf(level.slice(i, i + FULL)));
    level = upper;
  }
  return level[0] ?? EMPTY_TREE;
}

/** Row `i` of the list, or undefined outside it. */
export function rowAt(tree: OrderTree, i: number): Contact | undefined {
  let [node, rest] = [tree, i];
  while (!node.leaf) {
    let next: OrderTree | undefined;
    for (const kid of node.kids) {
      if (rest < kid.size) {
        next = kid;
        break;
      }
      rest -= kid.size;
    }
    if (!next) return undefined;
    node = next;
  }
  return node.items[rest];
}

export function* walk(tree: OrderTree): IterableIterator<Contact> {
  if (tree.leaf) yield* tree.items;
  else for (const kid of tree.kids) yield* walk(kid);
}
