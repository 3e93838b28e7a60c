import { describe, expect, it } from 'vitest';
import {
  EMPTY_TREE,
  fromSorted,
  insert,
  newEdit,
  remove,
  replace,
  rowAt,
  samePlace,
  sizeOf,
  walkTree,
} from '../../src/client/state/order-tree.ts';
import type { OrderTree } from '../../src/client/state/order-tree.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { aContact } from '../support/contacts.ts';

/** Numbers that jump about and are the same in every run. */
function scattered(seed: number): () => number {
  let at = seed;
  return () => (at = (at * 48_271) % 2_147_483_647);
}

const byPlace = (a: Contact, b: Contact): number => b.lastSentAtMs - a.lastSentAtMs || (a.id < b.id ? -1 : 1);
const idsOf = (contacts: Iterable<Contact>): readonly string[] => [...contacts].map(({ id }) => id);

/** Checks the invariants of every node. Returns the depth of the tree. */
function checked(tree: OrderTree, isRoot = true): number {
  const entries = tree.leaf ? tree.items.length : tree.kids.length;
  expect(entries).toBeLessThanOrEqual(32);
  if (!isRoot) expect(entries).toBeGreaterThan(0);
  if (tree.leaf) return 1;
  expect(tree.kids.length).toBeGreaterThan(isRoot ? 1 : 0);
  expect(tree.keys).toEqual(tree.kids.map((kid) => -([...walkTree(kid)].at(-1)?.lastSentAtMs ?? 0)));
  expect(tree.size).toBe(tree.kids.reduce((sum, kid) => sum + sizeOf(kid), 0));
  const depths = new Set(tree.kids.map((kid) => checked(kid, false)));
  expect(depths.size).toBe(1);
  return 1 + ([...depths][0] ?? 0);
}

/** Three thousand, many at the same moment. */
function many(): readonly Contact[] {
  const next = scattered(7);
  return Array.from({ length: 3_000 }, (_, at) => aContact(at + 1, { lastSentAtMs: 1_000 + (next() % 900) }));
}

function build(contacts: readonly Contact[]): OrderTree {
  const edit = newEdit();
  let tree = EMPTY_TREE;
  for (const contact of contacts) tree = insert(tree, contact, edit);
  return tree;
}

describe('the order of contacts', () => {
  it('LIST-2: thousands of chats added in any order are newest first, equal times by ID, in a tree of small nodes', () => {
    const contacts = many();
    const tree = build(contacts);
    const sorted = contacts.toSorted(byPlace);
    expect(idsOf(walkTree(tree))).toEqual(idsOf(sorted));
    expect(sizeOf(tree)).toBe(3_000);
    for (const row of [0, 1, 31, 32, 33, 511, 512, 1_024, 1_500, 2_999])
      expect(rowAt(tree, row)).toBe(sorted[row]);
    expect([rowAt(tree, 3_000), rowAt(tree, 100_000), rowAt(EMPTY_TREE, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(checked(tree)).toBe(3);
  });

  it.each([
    ['the newest first', (contacts: readonly Contact[]) => contacts.toSorted(byPlace)],
    ['the oldest first', (contacts: readonly Contact[]) => contacts.toSorted(byPlace).toReversed()],
  ])('LIST-2: added %s it is the same list', (_, order) => {
    const contacts = many();
    const tree = build(order(contacts));
    expect(idsOf(walkTree(tree))).toEqual(idsOf(contacts.toSorted(byPlace)));
    checked(tree);
  });

  it('LIST-2: taken out in any order the rest stays in order, nodes that became sparse go together, and nothing is left at the end', () => {
    const contacts = many();
    const next = scattered(11);
    const leaving = contacts
      .map((contact) => ({ contact, at: next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ contact }) => contact);
    let tree = build(contacts);
    const here = new Set(contacts);
    for (const [count, contact] of leaving.entries()) {
      tree = remove(tree, contact, newEdit());
      here.delete(contact);
      if (count % 250 === 0 || here.size < 40) {
        expect(idsOf(walkTree(tree))).toEqual(idsOf([...here].toSorted(byPlace)));
        expect(checked(tree)).toBeLessThanOrEqual(here.size > 32 ? 3 : 2);
      }
      // A tree that shrank stays shallow and narrow. On average its nodes are at least a quarter full.
      if (count === 2_900 && !tree.leaf) expect(tree.kids.length).toBeLessThanOrEqual(100 / 4);
    }
    expect(tree).toBe(EMPTY_TREE);
  });

  it.each([
    ['from the front', 1],
    ['from the back', -1],
  ])('LIST-2: emptied %s it stays a list', (_, way) => {
    const sorted = many().toSorted(byPlace);
    let tree = fromSorted(sorted);
    const left = sorted.slice();
    while (left.length > 0) {
      const contact = (way > 0 ? left.shift() : left.pop()) as Contact;
      tree = remove(tree, contact, newEdit());
      if (left.length % 300 === 0) {
        expect(idsOf(walkTree(tree))).toEqual(idsOf(left));
        checked(tree);
      }
    }
    expect(sizeOf(tree)).toBe(0);
  });

  it('LIST-2: a sparse node joins a neighbour when both just fill one node, not when they are more', () => {
    const contacts = many().toSorted(byPlace).slice(0, 41);
    const without = (...places: readonly number[]) =>
      places.reduce((tree, at) => remove(tree, contacts[at]!, newEdit()), fromSorted(contacts));
    const last = [32, 33];
    expect(without(0, 1, 2, 3, 4, 5, ...last).leaf).toBe(false);
    const joined = without(0, 1, 2, 3, 4, 5, 6, ...last);
    expect([joined.leaf, sizeOf(joined)]).toEqual([true, 32]);
    expect(idsOf(walkTree(joined))).toEqual(idsOf([...contacts.slice(7, 32), ...contacts.slice(34)]));
  });

  it('LIST-2: an older version of the list never changes, under any later operation', () => {
    const contacts = many();
    const before = fromSorted(contacts.toSorted(byPlace));
    const ids = idsOf(walkTree(before));
    const was = contacts[100] as Contact;
    const other = { ...was, displayName: 'Another' };
    const replaced = replace(before, was, other, newEdit());
    let tree = replaced;
    for (const contact of contacts.slice(0, 90)) tree = remove(tree, contact, newEdit());
    for (let at = 0; at < 200; at += 1)
      tree = insert(tree, aContact(10_000 + at, { lastSentAtMs: 1_450 }), newEdit());
    expect(idsOf(walkTree(before))).toEqual(ids);
    expect([...walkTree(before)].includes(was)).toBe(true);
    expect([...walkTree(replaced)].filter((one) => one.id === was.id)).toEqual([other]);
    expect(sizeOf(tree)).toBe(3_000 - 90 + 200);
    checked(tree);
  });

  it('LIST-2: only what neither pins nor moves a contact keeps its place; what has no valid time is last', () => {
    const one = aContact(1, { lastSentAtMs: 5_000 });
    expect(samePlace(one, { ...one, displayName: 'x' })).toBe(true);
    expect(samePlace(one, { ...one, isTop: true })).toBe(false);
    expect(samePlace(one, { ...one, lastSentAtMs: 5_001 })).toBe(false);
    const tree = build([
      aContact(2, { lastSentAtMs: Number.NaN }),
      one,
      aContact(3, { lastSentAtMs: 9_000 }),
    ]);
    expect(idsOf(walkTree(tree))).toEqual(['3', '1', '2']);
  });
});
