import { assert } from '../../domain/assert.ts';
import { validTime } from '../../domain/order.ts';
import type { Contact } from './state.ts';

/**
 * A sorted list of contacts with equal pinning, newest first and equal times by id (LIST-2), as a B+ tree of
 * nodes with at most 32 entries. A version never changes: an edit copies the nodes on its path once and works
 * on the copies, so a batch of changes copies each node only once. Inner nodes store their size, so a virtual
 * list can read row `i`, and their children's keys, so that a search reads only the contacts of its final
 * leaf.
 */
interface Leaf {
  readonly edit: TreeEdit;
  readonly leaf: true;
  readonly items: Contact[];
}
interface Inner {
  readonly edit: TreeEdit;
  readonly leaf: false;
  /** Key of the last contact of every kid. */
  readonly keys: number[];
  readonly kids: OrderTree[];
  size: number;
}
export type OrderTree = Leaf | Inner;

/**
 * Permission to change a node in place: held only by the edit that made the node, until its result is
 * returned.
 */
export interface TreeEdit {
  readonly open: true;
}

const FULL = 32;
const SPARSE = 8;

export const newEdit = (): TreeEdit => ({ open: true });
export const EMPTY_TREE: OrderTree = { edit: newEdit(), leaf: true, items: [] };

/** Newest first, what has no valid time last. */
const keyOf = (contact: Contact): number => (validTime(contact.lastSentAtMs) ? -contact.lastSentAtMs : 0);

export const sizeOf = (tree: OrderTree): number => (tree.leaf ? tree.items.length : tree.size);

export const samePlace = (a: Contact, b: Contact): boolean => a.isTop === b.isTop && keyOf(a) === keyOf(b);

const entries = (tree: OrderTree): number => (tree.leaf ? tree.items.length : tree.kids.length);

function last(tree: OrderTree): Contact | undefined {
  let node = tree;
  while (!node.leaf) node = node.kids[node.kids.length - 1] as OrderTree;
  return node.items[node.items.length - 1];
}

function endKey(tree: OrderTree): number {
  if (!tree.leaf) return tree.keys[tree.keys.length - 1] ?? 0;
  const end = tree.items[tree.items.length - 1];
  return end ? keyOf(end) : 0;
}

/** First kid that does not end before (key, id). */
function kidFor({ keys, kids }: Inner, key: number, id: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = keys[middle] as number;
    if (at < key || (at === key && (last(kids[middle] as OrderTree) as Contact).id < id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First place of a leaf that does not come before (key, id). */
function placeFor({ items }: Leaf, key: number, id: string): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = items[middle] as Contact;
    const at = keyOf(one);
    if (at < key || (at === key && one.id < id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function owned(tree: OrderTree, edit: TreeEdit): OrderTree {
  if (tree.edit === edit) return tree;
  if (tree.leaf) return { edit, leaf: true, items: tree.items.slice() };
  return { edit, leaf: false, keys: tree.keys.slice(), kids: tree.kids.slice(), size: tree.size };
}

/** Adds a contact whose place is not taken. */
export function insert(tree: OrderTree, contact: Contact, edit: TreeEdit): OrderTree {
  const root = owned(tree, edit);
  const split = insertInto(root, keyOf(contact), contact, edit);
  return split ? innerOf([root, split], edit) : root;
}

/** Works on an owned node; answers the upper half when it had to be split. */
function insertInto(tree: OrderTree, key: number, contact: Contact, edit: TreeEdit): OrderTree | null {
  if (tree.leaf) {
    tree.items.splice(placeFor(tree, key, contact.id), 0, contact);
    return tree.items.length <= FULL ? null : { edit, leaf: true, items: tree.items.splice(FULL / 2) };
  }
  const at = Math.min(kidFor(tree, key, contact.id), tree.kids.length - 1);
  const kid = owned(tree.kids[at] as OrderTree, edit);
  const split = insertInto(kid, key, contact, edit);
  tree.size++;
  tree.kids[at] = kid;
  if (split || key > (tree.keys[at] as number)) tree.keys[at] = endKey(kid);
  if (!split) return null;
  tree.kids.splice(at + 1, 0, split);
  tree.keys.splice(at + 1, 0, endKey(split));
  if (tree.kids.length <= FULL) return null;
  const upper = innerOf(tree.kids.splice(FULL / 2), edit);
  tree.keys.length = FULL / 2;
  tree.size -= upper.size;
  return upper;
}

function innerOf(kids: OrderTree[], edit: TreeEdit): Inner {
  let size = 0;
  for (const kid of kids) size += sizeOf(kid);
  return { edit, leaf: false, keys: kids.map(endKey), kids, size };
}

/** Takes out exactly this contact. */
export function remove(tree: OrderTree, contact: Contact, edit: TreeEdit): OrderTree {
  let root = owned(tree, edit);
  removeFrom(root, keyOf(contact), contact, edit);
  while (!root.leaf && root.kids.length === 1) root = root.kids[0] as OrderTree;
  return sizeOf(root) === 0 ? EMPTY_TREE : root;
}

/** Works on an owned node; tells whether its last contact went. */
function removeFrom(tree: OrderTree, key: number, contact: Contact, edit: TreeEdit): boolean {
  if (tree.leaf) {
    // Compares by identity, so no other contact of the leaf has to be read.
    const at = tree.items.indexOf(contact);
    assert(at >= 0, 'a contact stands where it sorts');
    tree.items.splice(at, 1);
    return at === tree.items.length;
  }
  const at = kidFor(tree, key, contact.id);
  const kid = owned(tree.kids[at] as OrderTree, edit);
  tree.kids[at] = kid;
  const ended = removeFrom(kid, key, contact, edit);
  tree.size--;
  if (ended) tree.keys[at] = endKey(kid);
  const wasLast = ended && at === tree.kids.length - 1;
  if (entries(kid) < SPARSE) joinAt(tree, at, edit);
  return wasLast;
}

/**
 * Merges a sparse child with a neighbour if both fit in one node; an empty one is removed, even without a
 * neighbour.
 */
function joinAt(tree: Inner, at: number, edit: TreeEdit): void {
  if (entries(tree.kids[at] as OrderTree) === 0) {
    tree.kids.splice(at, 1);
    tree.keys.splice(at, 1);
    return;
  }
  const left = at > 0 ? at - 1 : at;
  const [a, b] = [tree.kids[left], tree.kids[left + 1]];
  if (!a || !b) return;
  if (entries(a) + entries(b) > FULL) return;
  const into = owned(a, edit);
  if (into.leaf && b.leaf) into.items.push(...b.items);
  if (!into.leaf && !b.leaf) {
    into.keys.push(...b.keys);
    into.kids.push(...b.kids);
    into.size += b.size;
  }
  tree.kids.splice(left, 2, into);
  tree.keys.splice(left, 1);
}

/** Replaces `was` by a changed contact with the same sort position. */
export function replace(tree: OrderTree, was: Contact, contact: Contact, edit: TreeEdit): OrderTree {
  const root = owned(tree, edit);
  const key = keyOf(contact);
  let node = root;
  while (!node.leaf) {
    const at = kidFor(node, key, contact.id);
    const kid = owned(node.kids[at] as OrderTree, edit);
    node.kids[at] = kid;
    node = kid;
  }
  const at = node.items.indexOf(was);
  assert(at >= 0, 'a contact stands where it sorts');
  node.items[at] = contact;
  return root;
}

/** Builds a full tree from contacts in order. */
export function fromSorted(contacts: readonly Contact[]): OrderTree {
  const edit = newEdit();
  let level: OrderTree[] = [];
  for (let i = 0; i < contacts.length; i += FULL) {
    const items = contacts.slice(i, i + FULL);
    level.push({ edit, leaf: true, items });
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

export function* walkTree(tree: OrderTree): IterableIterator<Contact> {
  if (tree.leaf) yield* tree.items;
  else for (const kid of tree.kids) yield* walkTree(kid);
}
