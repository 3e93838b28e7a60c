import { validTime } from '../../domain/order.ts';
import type { Contact } from './state.ts';

/**
 * A sorted list of contacts with equal pinning, newest first and equal times by id (LIST-2), as a
 * B+ tree of nodes with at most 32 entries. A version never changes: an edit copies the nodes on its
 * way once and works on its own copies, so many changes together copy each node once only. Nodes know
 * their size, so a virtual list can ask for row `i`, and keep their keys beside them, so that a search
 * touches no contact but the one it finds.
 */
interface Leaf {
  readonly edit: Edit;
  readonly leaf: true;
  readonly keys: number[];
  readonly items: Contact[];
}
interface Inner {
  readonly edit: Edit;
  readonly leaf: false;
  /** Key of the last contact of every kid. */
  readonly keys: number[];
  readonly kids: OrderTree[];
  size: number;
}
export type OrderTree = Leaf | Inner;

/** Who may change a node in place: only the edit that made it, and only until its result is out. */
export interface Edit {
  readonly open: true;
}

const FULL = 32;
const SPARSE = 8;

export const newEdit = (): Edit => ({ open: true });
export const EMPTY_TREE: OrderTree = { edit: newEdit(), leaf: true, keys: [], items: [] };

/** Newest first, what has no valid time last. */
const keyOf = (contact: Contact): number => (validTime(contact.lastSentAtMs) ? -contact.lastSentAtMs : 0);

export const sizeOf = (tree: OrderTree): number => (tree.leaf ? tree.items.length : tree.size);

export const samePlace = (a: Contact, b: Contact): boolean => a.isTop === b.isTop && keyOf(a) === keyOf(b);

function last(tree: OrderTree): Contact | undefined {
  let node = tree;
  while (!node.leaf) node = node.kids[node.kids.length - 1] as OrderTree;
  return node.items[node.items.length - 1];
}

/** First entry that does not come before (key, id). */
function bound(tree: OrderTree, key: number, id: string): number {
  const { keys } = tree;
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = keys[middle] as number;
    if (at < key || (at === key && idAt(tree, middle) < id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const idAt = (tree: OrderTree, at: number): string =>
  ((tree.leaf ? tree.items[at] : last(tree.kids[at] as OrderTree)) as Contact).id;

function owned<T extends OrderTree>(tree: T, edit: Edit): T {
  if (tree.edit === edit) return tree;
  const copy: OrderTree = tree.leaf
    ? { edit, leaf: true, keys: tree.keys.slice(), items: tree.items.slice() }
    : { edit, leaf: false, keys: tree.keys.slice(), kids: tree.kids.slice(), size: tree.size };
  return copy as T;
}

/** Adds a contact whose place is not taken. */
export function insert(tree: OrderTree, contact: Contact, edit: Edit): OrderTree {
  const root = owned(tree, edit);
  const split = insertInto(root, keyOf(contact), contact, edit);
  return split ? innerOf([root, split], edit) : root;
}

/** Works on an owned node; answers the upper half when it had to be split. */
function insertInto(tree: OrderTree, key: number, contact: Contact, edit: Edit): OrderTree | null {
  const found = bound(tree, key, contact.id);
  if (tree.leaf) {
    tree.keys.splice(found, 0, key);
    tree.items.splice(found, 0, contact);
    if (tree.items.length <= FULL) return null;
    return { edit, leaf: true, keys: tree.keys.splice(FULL / 2), items: tree.items.splice(FULL / 2) };
  }
  const at = Math.min(found, tree.kids.length - 1);
  const kid = owned(tree.kids[at] as OrderTree, edit);
  const split = insertInto(kid, key, contact, edit);
  tree.size++;
  tree.kids[at] = kid;
  tree.keys[at] = endKey(kid);
  if (!split) return null;
  tree.kids.splice(at + 1, 0, split);
  tree.keys.splice(at + 1, 0, endKey(split));
  if (tree.kids.length <= FULL) return null;
  const upper = innerOf(tree.kids.splice(FULL / 2), edit);
  tree.keys.length = FULL / 2;
  tree.size -= upper.size;
  return upper;
}

function innerOf(kids: OrderTree[], edit: Edit): Inner {
  let size = 0;
  for (const kid of kids) size += sizeOf(kid);
  return { edit, leaf: false, keys: kids.map(endKey), kids, size };
}

const endKey = (tree: OrderTree): number => tree.keys[tree.keys.length - 1] ?? 0;

/** Takes out the contact that stands exactly where this one sorts. */
export function remove(tree: OrderTree, contact: Contact, edit: Edit): OrderTree {
  let root = owned(tree, edit);
  removeFrom(root, keyOf(contact), contact, edit);
  while (!root.leaf && root.kids.length === 1) root = root.kids[0] as OrderTree;
  return !root.leaf && root.size === 0 ? EMPTY_TREE : root;
}

function removeFrom(tree: OrderTree, key: number, contact: Contact, edit: Edit): boolean {
  const at = bound(tree, key, contact.id);
  if (tree.leaf) {
    if (tree.items[at]?.id !== contact.id) return false;
    tree.keys.splice(at, 1);
    tree.items.splice(at, 1);
    return true;
  }
  const known = tree.kids[at];
  if (!known) return false;
  const kid = owned(known, edit);
  tree.kids[at] = kid;
  if (!removeFrom(kid, key, contact, edit)) return false;
  tree.size--;
  tree.keys[at] = endKey(kid);
  if (kid.keys.length < SPARSE) joinAt(tree, at, edit);
  return true;
}

/** Puts a sparse kid together with a neighbour when both fit in one node; an empty one goes. */
function joinAt(tree: Inner, at: number, edit: Edit): void {
  const left = at > 0 ? at - 1 : at;
  const [a, b] = [tree.kids[left], tree.kids[left + 1]];
  if (!a || !b) return;
  const empty = a.keys.length === 0 ? left : b.keys.length === 0 ? left + 1 : null;
  if (empty !== null) {
    tree.kids.splice(empty, 1);
    tree.keys.splice(empty, 1);
    return;
  }
  if (a.keys.length + b.keys.length > FULL) return;
  const into = owned(a, edit);
  into.keys.push(...b.keys);
  if (into.leaf && b.leaf) into.items.push(...b.items);
  if (!into.leaf && !b.leaf) {
    into.kids.push(...b.kids);
    into.size += b.size;
  }
  tree.kids.splice(left, 2, into);
  tree.keys.splice(left, 2, endKey(into));
}

/** Puts a changed contact where one stands that sorts the same. */
export function replace(tree: OrderTree, contact: Contact, edit: Edit): OrderTree {
  const root = owned(tree, edit);
  const key = keyOf(contact);
  let node = root;
  for (;;) {
    const at = bound(node, key, contact.id);
    if (node.leaf) {
      node.items[at] = contact;
      return root;
    }
    const kid: OrderTree = owned(node.kids[at] as OrderTree, edit);
    node.kids[at] = kid;
    node = kid;
  }
}

/** Builds a full tree from contacts in order. */
export function fromSorted(contacts: readonly Contact[]): OrderTree {
  const edit = newEdit();
  let level: OrderTree[] = [];
  for (let i = 0; i < contacts.length; i += FULL) {
    const items = contacts.slice(i, i + FULL);
    level.push({ edit, leaf: true, keys: items.map(keyOf), items });
  }
  while (level.length > 1) {
    const upper: OrderTree[] = [];
    for (let i = 0; i < level.length; i += FULL) upper.push(innerOf(level.slice(i, i + FULL), edit));
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
      if (rest < sizeOf(kid)) {
        next = kid;
        break;
      }
      rest -= sizeOf(kid);
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
